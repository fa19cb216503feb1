package dev.azulejo.core.visibility;

/** What setting up a triangle does with hierarchical Z. */
public enum OcclusionUse {
    /** Nothing: it is neither asked nor told. */
    NONE(false, false),
    /** Hidden triangles are dropped, visible ones are not entered. */
    TEST(true, false),
    /** Triangles are entered, and none is dropped. */
    OCCLUDE(false, true),
    /** Hidden triangles are dropped, the others are entered. */
    TEST_AND_OCCLUDE(true, true);

    private final boolean tests;
    private final boolean occludes;

    OcclusionUse(boolean tests, boolean occludes) {
        this.tests = tests;
        this.occludes = occludes;
    }

    /**
     * Returns the use that drops what is hidden if it tests, and enters the rest if it occludes.
     */
    public static OcclusionUse of(boolean tests, boolean occludes) {
        if (tests) {
            return occludes ? TEST_AND_OCCLUDE : TEST;
        }
        return occludes ? OCCLUDE : NONE;
    }

    /** Whether hidden triangles are dropped. */
    public boolean tests() {
        return tests;
    }

    /** Whether what is not dropped hides what comes after it. */
    public boolean occludes() {
        return occludes;
    }
}
