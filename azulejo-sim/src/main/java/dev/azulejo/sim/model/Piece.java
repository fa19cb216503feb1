package dev.azulejo.sim.model;

/** Items of the geometry units: a chunk, or a group of patches, and what is done with it. */
final class Piece {
    /** Geometry for the tiles of this GPU. */
    static final int RENDER = 0;

    /** Found out whose regions it touches, for everybody. */
    static final int PRETEST = 1;

    /** Positions alone, for early Z. */
    static final int CULL = 2;

    /** Left out: a hint says so, or early Z does. */
    static final int SKIP = 3;

    /** The hull stage of a group of patches. */
    static final int HULL = 4;

    /** Found out which primitives may be seen in which coarse bin. */
    static final int LOOK = 5;

    private static final int KIND_BITS = 3;

    private Piece() {}

    static int of(int kind, int number) {
        return number << KIND_BITS | kind;
    }

    static int kind(int item) {
        return item & (1 << KIND_BITS) - 1;
    }

    static int number(int item) {
        return item >>> KIND_BITS;
    }
}
