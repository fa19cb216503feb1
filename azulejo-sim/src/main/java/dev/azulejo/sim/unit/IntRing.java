package dev.azulejo.sim.unit;

import java.util.Arrays;

/** Ints, first in, first out; grows as needed. */
final class IntRing {
    private int[] values = new int[16];
    private int head;
    private int size;

    void add(int value) {
        if (size == values.length) {
            grow();
        }
        values[head + size++ & values.length - 1] = value;
    }

    private void grow() {
        int old = values.length;
        // Unrolled: what lay before the first comes behind the last.
        values = Arrays.copyOf(values, 2 * old);
        System.arraycopy(values, 0, values, old, head);
    }

    int take() {
        int value = values[head];
        head = head + 1 & values.length - 1;
        size--;
        return value;
    }

    boolean isEmpty() {
        return size == 0;
    }
}
