package dev.azulejo.core.report;

/** Writes down a recording. Belongs to a device, whose users get the recording alone. */
public final class Recorder {
    private final Recording recording;

    /**
     * Makes one, and the recording.
     *
     * @param room how much is remembered on each row, 1 and up
     */
    public Recorder(int room) {
        recording = new Recording(room);
    }

    /** Returns what is written down, the same all the time. */
    public Recording recording() {
        return recording;
    }

    /** Adds the rows of a GPU's workers. */
    public RecordingRow[] add(int gpu, int workers) {
        return recording.add(gpu, workers);
    }

    /**
     * Notes a frame or a phase that has ended.
     *
     * @param name what it is called
     * @param value its number
     */
    public void whole(Activity activity, long startNs, long endNs, String name, long value) {
        recording.whole().span(activity, startNs, endNs, name, value);
    }

    /**
     * Notes on a row something that has ended.
     *
     * @param startNs when it began, nanoseconds of {@link System#nanoTime}
     * @param endNs when it ended
     */
    public static void span(RecordingRow row, Activity activity, long startNs, long endNs) {
        row.note(activity, startNs, endNs, 0);
    }

    /**
     * Notes on a row something that has ended and has a number.
     *
     * @param startNs when it began, nanoseconds of {@link System#nanoTime}
     * @param endNs when it ended
     * @param value its number
     */
    public static void span(
            RecordingRow row, Activity activity, long startNs, long endNs, long value) {
        row.note(activity, startNs, endNs, value);
    }

    /**
     * Notes on the row of a worker that it has helped another GPU.
     *
     * @param startNs when it began, nanoseconds of {@link System#nanoTime}
     * @param endNs when it ended
     * @param gpu whom
     */
    public static void help(RecordingRow row, long startNs, long endNs, int gpu) {
        row.note(Activity.HELPING, startNs, endNs, gpu);
    }

    /**
     * Notes on a row something that has happened at once.
     *
     * @param ns when
     * @param value how often
     */
    public static void instant(RecordingRow row, Activity activity, long ns, long value) {
        row.note(activity, ns, ns, value);
    }
}
