package dev.azulejo.sim.engine;

import java.util.Arrays;

/**
 * Events that are too far away for the wheel: a heap with four children a node, by time and then by
 * schedule number. The number is kept whole: packed into fewer bits it would roll over, and ties
 * would swap.
 */
final class FarHeap {
    private static final int CHILDREN = 4;

    /** Time and schedule number of each entry, side by side. */
    private long[] keys = new long[2 * 64];

    private int[] events = new int[64];
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    /** Returns the time of the first event; there is one. */
    long time() {
        return keys[0];
    }

    void add(long time, long number, int event) {
        if (size == events.length) {
            keys = Arrays.copyOf(keys, 2 * keys.length);
            events = Arrays.copyOf(events, 2 * size);
        }
        int at = size++;
        while (at > 0) {
            int parent = (at - 1) / CHILDREN;
            if (!isBefore(time, number, parent)) {
                break;
            }
            move(parent, at);
            at = parent;
        }
        put(at, time, number, event);
    }

    /** Takes the first event. */
    int take() {
        int first = events[0];
        size--;
        if (size > 0) {
            sink(keys[2 * size], keys[2 * size + 1], events[size]);
        }
        return first;
    }

    private void sink(long time, long number, int event) {
        int at = 0;
        while (true) {
            int child = leastChild(at);
            if (child < 0 || isBefore(time, number, child)) {
                break;
            }
            move(child, at);
            at = child;
        }
        put(at, time, number, event);
    }

    private int leastChild(int parent) {
        int first = CHILDREN * parent + 1;
        if (first >= size) {
            return -1;
        }
        int least = first;
        int end = Math.min(first + CHILDREN, size);
        for (int child = first + 1; child < end; child++) {
            if (isBefore(keys[2 * child], keys[2 * child + 1], least)) {
                least = child;
            }
        }
        return least;
    }

    private boolean isBefore(long time, long number, int entry) {
        long other = keys[2 * entry];
        return time < other || time == other && number < keys[2 * entry + 1];
    }

    private void move(int from, int to) {
        put(to, keys[2 * from], keys[2 * from + 1], events[from]);
    }

    private void put(int at, long time, long number, int event) {
        keys[2 * at] = time;
        keys[2 * at + 1] = number;
        events[at] = event;
    }
}
