package dev.azulejo.sim.model;

import java.util.Arrays;

/** Ints in a row. */
final class IntList {
    private int[] values = new int[16];
    private int size;

    void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = value;
    }

    int get(int at) {
        return values[at];
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    void sort() {
        Arrays.sort(values, 0, size);
    }
}
