package dev.azulejo.bench;

import java.util.Arrays;

/**
 * How long a picture of a long sequence takes that nodes render in parts: the next one is rendered
 * while one comes, so that it takes as long as whatever is busy for longest: a node, the wire of
 * who puts the parts together, or unpacking them, which one thread does. Parts go to nodes as they
 * become free, in their order, and stay there.
 *
 * @param nodes how many, 1 and up
 * @param renderMs of the node that has most to do, milliseconds
 * @param wireMs until all bytes have come, milliseconds
 * @param unpackMs until all are unpacked, milliseconds
 */
record NodeSchedule(int nodes, double renderMs, double wireMs, double unpackMs) {
    private static final double BITS = 8;

    /** Bits that a gigabit a second brings in a millisecond. */
    private static final double BITS_A_MS = 1e6;

    /**
     * Finds it.
     *
     * @param partMs of each part, milliseconds on one node
     * @param nodes 1 and up
     * @param bytes of all parts as they come
     * @param gigabits that come in a second
     * @param unpackMs of all parts, milliseconds
     */
    static NodeSchedule of(
            double[] partMs, int nodes, double bytes, double gigabits, double unpackMs) {
        double[] load = new double[nodes];
        for (double part : partMs) {
            int free = 0;
            for (int node = 1; node < nodes; node++) {
                free = load[node] < load[free] ? node : free;
            }
            load[free] += part;
        }
        double most = Arrays.stream(load).max().orElse(0);
        return new NodeSchedule(nodes, most, bytes * BITS / gigabits / BITS_A_MS, unpackMs);
    }

    /** Returns how long a picture takes, milliseconds. */
    double ms() {
        return Math.max(renderMs, Math.max(wireMs, unpackMs));
    }

    /** Returns what it waits for. */
    String wall() {
        return ms() == renderMs ? "nodes" : ms() == wireMs ? "wire" : "unpacking";
    }

    /**
     * Returns how many parts one picture has for so many nodes, as {@code render} has them; of a
     * sequence it makes fewer, or none.
     */
    static int parts(int nodes) {
        return Math.min(64, Math.max(8, 4 * nodes));
    }
}
