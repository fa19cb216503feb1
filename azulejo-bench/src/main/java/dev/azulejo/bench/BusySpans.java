package dev.azulejo.bench;

import java.util.Arrays;

/**
 * When how many workers were busy in a frame: made of the spans in which each of them was, of which
 * those of one worker do not overlap.
 */
final class BusySpans {
    private final int workers;
    private final long from;
    private final long to;

    /** Times at which a worker begins, and at which one ends. */
    private long[] begins = new long[64];

    private long[] ends = new long[64];
    private int count;

    /**
     * Begins with nobody busy.
     *
     * @param workers how many there are
     * @param from when the frame begins
     * @param to when it ends
     */
    BusySpans(int workers, long from, long to) {
        this.workers = workers;
        this.from = from;
        this.to = to;
    }

    /** A worker was busy; what lies outside of the frame does not count. */
    void add(long begin, long end) {
        long first = Math.max(begin, from);
        long last = Math.min(end, to);
        if (first >= last) {
            return;
        }
        if (count == begins.length) {
            begins = Arrays.copyOf(begins, 2 * count);
            ends = Arrays.copyOf(ends, 2 * count);
        }
        begins[count] = first;
        ends[count++] = last;
    }

    /**
     * What a frame's time was.
     *
     * @param frame all of it
     * @param alone nobody was in a task, or a single worker in one that no other took part in
     * @param waiting times of workers in tasks of several, while others still were, or already, at
     *     work, divided by the number of workers
     * @param work of all workers in tasks of several
     */
    record Shares(long frame, long alone, double waiting, long work) {
        /**
         * Returns what a frame would take with more workers, if work in tasks of several were
         * divided and all else stayed as it is.
         */
        double predicted(int of) {
            return alone + waiting + (double) work / of;
        }
    }

    /** Returns the shares of the frame's time. */
    Shares shares() {
        long[] starts = Arrays.copyOf(begins, count);
        long[] stops = Arrays.copyOf(ends, count);
        Arrays.sort(starts);
        Arrays.sort(stops);
        long together = 0;
        long work = 0;
        int busy = 0;
        int stopped = 0;
        // A section: somebody is busy all the time. It counts if once two were
        long sectionStart = from;
        long sectionWork = 0;
        boolean several = false;
        long last = from;
        for (int started = 0; stopped < count; ) {
            boolean starts1 = started < count && starts[started] < stops[stopped];
            long now = starts1 ? starts[started] : stops[stopped];
            sectionWork += busy * (now - last);
            last = now;
            if (starts1) {
                if (busy == 0) {
                    sectionStart = now;
                    sectionWork = 0;
                    several = false;
                }
                started++;
                busy++;
                several |= busy > 1;
            } else {
                stopped++;
                busy--;
                if (busy == 0 && several) {
                    together += now - sectionStart;
                    work += sectionWork;
                }
            }
        }
        double waiting = together - (double) work / workers;
        return new Shares(to - from, to - from - together, waiting, work);
    }
}
