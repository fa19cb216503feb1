package dev.azulejo.core.policy;

/** What a pretest makes of a draw call: by which test, and of pieces of which size. */
public enum HintKind {
    /** No hint: every GPU processes the draw call. */
    NONE(Test.NONE, Granularity.DRAW),
    /** Bounds of the draw call against the regions. */
    BOUNDS_DRAW(Test.BOUNDS, Granularity.DRAW),
    /** Bounds of each chunk. */
    BOUNDS_CHUNK(Test.BOUNDS, Granularity.CHUNK),
    /** Each primitive's positions; a mask for the draw call. */
    PRIMITIVES_DRAW(Test.PRIMITIVES, Granularity.DRAW),
    /** A mask for each chunk. */
    PRIMITIVES_CHUNK(Test.PRIMITIVES, Granularity.CHUNK),
    /** The set of primitives that each GPU needs. */
    PRIMITIVES_EACH(Test.PRIMITIVES, Granularity.PRIMITIVE),
    /** What the scan converter covers; a mask for the draw call. */
    EXACT_DRAW(Test.EXACT, Granularity.DRAW),
    /** A mask for each chunk. */
    EXACT_CHUNK(Test.EXACT, Granularity.CHUNK),
    /** The set of primitives that cover a sample of each GPU. */
    EXACT_EACH(Test.EXACT, Granularity.PRIMITIVE);

    /** How it is tested, from cheap to tight. */
    public enum Test {
        /** Not at all. */
        NONE,
        /** The projected bounding volume against the regions. */
        BOUNDS,
        /** Homogeneous positions of each primitive against the regions. */
        PRIMITIVES,
        /** The scan converter: which regions get coverage. */
        EXACT
    }

    /** What is a piece, from coarse to fine. */
    public enum Granularity {
        /** A draw call. */
        DRAW,
        /** A part of a draw call of bounded size. */
        CHUNK,
        /** A primitive. */
        PRIMITIVE
    }

    private final Test test;
    private final Granularity granularity;

    HintKind(Test test, Granularity granularity) {
        this.test = test;
        this.granularity = granularity;
    }

    /** Returns how it is tested. */
    public Test test() {
        return test;
    }

    /** Returns what is a piece. */
    public Granularity granularity() {
        return granularity;
    }

    /** Whether it says at least as much as another, of every draw call. */
    boolean isAsTightAs(HintKind other) {
        return test.compareTo(other.test) >= 0 && granularity.compareTo(other.granularity) >= 0;
    }
}
