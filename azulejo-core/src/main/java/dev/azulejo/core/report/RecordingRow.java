package dev.azulejo.core.report;

/**
 * What one thread did, in a ring: when it is full, what ended longest ago is forgotten. Noting
 * allocates nothing. Written by that thread; read when nothing is being rendered.
 */
public final class RecordingRow {
    private final int gpu;
    private final int worker;
    private final Activity[] activities = Activity.values();
    private final byte[] what;
    private final long[] starts;
    private final long[] ends;
    private final long[] values;

    /** Names of things that have one; null on rows of workers. */
    private final String[] names;

    private long noted;

    RecordingRow(int gpu, int worker, int room) {
        this.gpu = gpu;
        this.worker = worker;
        what = new byte[room];
        starts = new long[room];
        ends = new long[room];
        values = new long[room];
        names = gpu == Recording.WHOLE ? new String[room] : null;
    }

    /** Returns the GPU, or {@link Recording#WHOLE}. */
    public int gpu() {
        return gpu;
    }

    /** Returns the worker, from 0. */
    public int worker() {
        return worker;
    }

    /** Notes something that has ended and has a name; on the row of the whole alone. */
    void span(Activity activity, long startNs, long endNs, String name, long value) {
        names[(int) (noted % names.length)] = name;
        note(activity, startNs, endNs, value);
    }

    /** Notes something; at once if it ends as it starts. */
    void note(Activity activity, long startNs, long endNs, long value) {
        int at = (int) (noted % what.length);
        what[at] = (byte) activity.ordinal();
        starts[at] = startNs;
        ends[at] = endNs;
        values[at] = value;
        noted++;
    }

    /** Returns how many things are still there. */
    public int size() {
        return (int) Math.min(noted, what.length);
    }

    /** Returns how many have been forgotten. */
    public long forgotten() {
        return noted - size();
    }

    private int at(int index) {
        if (index < 0 || index >= size()) {
            throw new IndexOutOfBoundsException(
                    "recording: %d is not in 0..%d".formatted(index, size() - 1));
        }
        return (int) ((noted - size() + index) % what.length);
    }

    /** Returns what was noted; 0 is what ended longest ago of what is still there. */
    public Activity activity(int index) {
        return activities[what[at(index)]];
    }

    /** Returns when it began, nanoseconds of {@link System#nanoTime}. */
    public long startNs(int index) {
        return starts[at(index)];
    }

    /** Returns when it ended, likewise. */
    public long endNs(int index) {
        return ends[at(index)];
    }

    /** Returns its number. */
    public long value(int index) {
        return values[at(index)];
    }

    /** Returns what it is called. */
    public String name(int index) {
        String name = names == null ? null : names[at(index)];
        return name == null ? activity(index).text() : name;
    }
}
