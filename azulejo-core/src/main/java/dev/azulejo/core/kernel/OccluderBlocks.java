package dev.azulejo.core.kernel;

import dev.azulejo.core.report.OwnLines;

/**
 * Blocks of 4x4 pixels that triangles may cover, each with its triangle: what an {@link
 * OccluderKernels} takes at a time. Owned by one thread.
 */
public final class OccluderBlocks extends OwnLines {
    /** How many there is room for: a multiple of 16. */
    public static final int MOST = 64;

    /**
     * Where {@link #lanes} has the values of the first edge at each block's first pixel, at its
     * sample that lies farthest out.
     */
    public static final int E0 = 0;

    /** Likewise of the second edge. */
    public static final int E1 = MOST;

    /** Likewise of the third edge. */
    public static final int E2 = 2 * MOST;

    /** What the first edge's values grow by, a column. */
    public static final int A0 = 3 * MOST;

    /** Likewise a row. */
    public static final int B0 = 4 * MOST;

    /** Likewise of the second edge. */
    public static final int A1 = 5 * MOST;

    /** Likewise of the second edge. */
    public static final int B1 = 6 * MOST;

    /** Likewise of the third edge. */
    public static final int A2 = 7 * MOST;

    /** Likewise of the third edge. */
    public static final int B2 = 8 * MOST;

    /** The corner of each block's first pixel, from vertex 0, fixed point: its column. */
    public static final int X = 9 * MOST;

    /** Likewise its row. */
    public static final int Y = 10 * MOST;

    /** Bits of floats: the depth at vertex 0. */
    public static final int Z0 = 11 * MOST;

    /** Likewise what it grows by, a unit along x. */
    public static final int DZDX = 12 * MOST;

    /** Likewise along y. */
    public static final int DZDY = 13 * MOST;

    /** Likewise its bounds. */
    public static final int Z_MIN = 14 * MOST;

    /** Likewise its bounds. */
    public static final int Z_MAX = 15 * MOST;

    /** Pixels that count. */
    public static final int WITHIN = 16 * MOST;

    /** Pixels that are covered at all samples. */
    public static final int COVERED = 17 * MOST;

    /** Far keys of these; unspecified where there are none. */
    public static final int KEY = 18 * MOST;

    private static final int BLOCK = 19 * MOST;

    /** Fields of all, one after the other. */
    public final int[] lanes = new int[20 * MOST];

    /** How many there are. */
    public int count;

    /** Smallest offset of a pixel's samples, the same along both axes, fixed point. */
    public int firstSample;

    /** Largest, likewise. */
    public int lastSample;

    /** Whether larger depths are nearer. */
    public boolean reversed;

    // The triangle whose blocks are added.
    private int a0;
    private int b0;
    private int a1;
    private int b1;
    private int a2;
    private int b2;
    private int z0;
    private int dzdx;
    private int dzdy;
    private int zMin;
    private int zMax;

    /** Makes room. */
    public OccluderBlocks() {}

    /**
     * Begins anew.
     *
     * @param pattern where samples lie
     */
    public void begin(SamplePattern pattern) {
        count = 0;
        firstSample = pattern.first();
        lastSample = pattern.last();
    }

    /** Whether there is no room for another block. */
    public boolean full() {
        return count == MOST;
    }

    /** Forgets all blocks. */
    public void clear() {
        count = 0;
    }

    /**
     * Sets the depths of the triangle whose blocks come next.
     *
     * @param r array with its {@link TrianglePlanes} record
     * @param at first int of the record
     */
    public void depths(int[] r, int at) {
        z0 = r[at + TrianglePlanes.Z0];
        dzdx = r[at + TrianglePlanes.DZDX];
        dzdy = r[at + TrianglePlanes.DZDY];
        zMin = r[at + TrianglePlanes.Z_MIN];
        zMax = r[at + TrianglePlanes.Z_MAX];
    }

    /** Sets what its edges' values grow by, a column (a) and a row (b); likewise. */
    public void slopes(int ofA0, int ofB0, int ofA1, int ofB1, int ofA2, int ofB2) {
        a0 = ofA0;
        b0 = ofB0;
        a1 = ofA1;
        b1 = ofB1;
        a2 = ofA2;
        b2 = ofB2;
    }

    /**
     * Adds a block of the triangle. There must be room.
     *
     * @param block its number, for who asks
     * @param e0 value of the first edge at the block's first pixel, at its sample that lies
     *     farthest out; all values in the block fit an int; likewise the other two
     * @param e1 of the second
     * @param e2 of the third
     * @param x corner of that pixel from vertex 0, fixed point
     * @param y likewise
     * @param within pixels that count
     */
    public void add(int block, int e0, int e1, int e2, int x, int y, int within) {
        int[] to = lanes;
        int i = count++;
        to[E0 + i] = e0;
        to[E1 + i] = e1;
        to[E2 + i] = e2;
        to[A0 + i] = a0;
        to[B0 + i] = b0;
        to[A1 + i] = a1;
        to[B1 + i] = b1;
        to[A2 + i] = a2;
        to[B2 + i] = b2;
        to[X + i] = x;
        to[Y + i] = y;
        to[Z0 + i] = z0;
        to[DZDX + i] = dzdx;
        to[DZDY + i] = dzdy;
        to[Z_MIN + i] = zMin;
        to[Z_MAX + i] = zMax;
        to[WITHIN + i] = within;
        to[BLOCK + i] = block;
    }

    /** Returns the number of a block. */
    public int block(int i) {
        return lanes[BLOCK + i];
    }

    /** Returns which of a block's pixels its triangle covers at all samples, as a mask. */
    public int covered(int i) {
        return lanes[COVERED + i];
    }

    /** Returns the far key of what it covers there; unspecified if it is nothing. */
    public int farKey(int i) {
        return lanes[KEY + i];
    }
}
