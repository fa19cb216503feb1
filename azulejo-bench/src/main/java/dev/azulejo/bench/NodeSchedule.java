package dev.azulejo.bench;

import java.util.Arrays;

/**
 * How long a picture of a long sequence takes that nodes render, in parts or whole: the next ones
 * are rendered while one comes, so that it takes as long as whatever is busy for longest: a node,
 * the wire of {@code render}, or {@code render} itself, whose one thread unpacks what comes and
 * writes pictures. Parts go to nodes as they become free, in their order, and stay there; whole
 * pictures to whoever is free, so that nodes share their number.
 *
 * @param nodes how many, 1 and up
 * @param renderMs of the node that has most to do, or of a picture where all render one,
 *     milliseconds
 * @param wireMs until all bytes have come, milliseconds
 * @param writeMs until all are unpacked, and the picture is written, milliseconds
 */
record NodeSchedule(int nodes, double renderMs, double wireMs, double writeMs) {
    private static final double BITS = 8;

    /** Bits that a gigabit a second brings in a millisecond. */
    private static final double BITS_A_MS = 1e6;

    /** Bytes of pixels that {@code render} has under way beyond the picture that it waits for. */
    private static final long MOST_AHEAD = 1L << 28;

    /** Pictures that a node has: one to render, one to be next. */
    private static final int WINDOW = 2;

    /**
     * Finds it for parts.
     *
     * @param partMs of each part, milliseconds on one node
     * @param nodes 1 and up
     * @param bytes of all parts as they come
     * @param gigabits that come in a second
     * @param writeMs of all parts, milliseconds
     */
    static NodeSchedule of(
            double[] partMs, int nodes, double bytes, double gigabits, double writeMs) {
        double[] load = new double[nodes];
        for (double part : partMs) {
            int free = 0;
            for (int node = 1; node < nodes; node++) {
                free = load[node] < load[free] ? node : free;
            }
            load[free] += part;
        }
        double most = Arrays.stream(load).max().orElse(0);
        return new NodeSchedule(nodes, most, wireMs(bytes, gigabits), writeMs);
    }

    private static double wireMs(double bytes, double gigabits) {
        return bytes * BITS / gigabits / BITS_A_MS;
    }

    /**
     * Finds it for whole pictures, which all take as long.
     *
     * @param pictureMs of a picture on one node, packing included, milliseconds
     * @param nodes 1 and up
     * @param pixelBytes of a picture before it is packed: they bound how many are under way
     * @param bytes of a picture as they come
     * @param gigabits that come in a second
     * @param writeMs of a picture, milliseconds
     */
    static NodeSchedule whole(
            double pictureMs,
            int nodes,
            long pixelBytes,
            double bytes,
            double gigabits,
            double writeMs) {
        double busy = Math.min(nodes, underWay(nodes, pixelBytes));
        return new NodeSchedule(nodes, pictureMs / busy, wireMs(bytes, gigabits), writeMs);
    }

    /** Returns how many whole pictures are under way, as {@code render} hands them in. */
    static long underWay(int nodes, long pixelBytes) {
        long ahead = Math.max(1, MOST_AHEAD / pixelBytes);
        return 1 + Math.min((long) WINDOW * nodes, ahead);
    }

    /** Returns how long a picture takes, milliseconds. */
    double ms() {
        return Math.max(renderMs, Math.max(wireMs, writeMs));
    }

    /** Returns what it waits for. */
    String wall() {
        return ms() == renderMs ? "nodes" : ms() == wireMs ? "wire" : "render";
    }

    /**
     * Returns how many parts one picture has for so many nodes, as {@code render} has them; of a
     * sequence it makes fewer, or none.
     */
    static int parts(int nodes) {
        return Math.min(64, Math.max(8, 4 * nodes));
    }
}
