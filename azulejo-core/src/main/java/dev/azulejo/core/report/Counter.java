package dev.azulejo.core.report;

/** What a frame counts. Every constant is the number of the things its text names. */
public enum Counter {
    /** Draw calls executed (after masks), an instanced one counts once. */
    DRAWS("draw calls executed"),
    /** Instances drawn. */
    INSTANCES("instances drawn"),
    /** Pieces that draw calls were cut into for the workers. */
    CHUNKS("geometry chunks"),
    /** Runs of the position part of a vertex stage. */
    VERTEX_POSITIONS("vertices whose position was shaded"),
    /** Runs of the varyings part of a vertex stage. */
    VERTEX_VARYINGS("vertices whose varyings were shaded"),
    /** Primitives assembled. */
    PRIMITIVES_IN("primitives assembled"),
    /** Primitives with a NaN or infinite position. */
    PRIMITIVES_NOT_FINITE("primitives dropped: position not finite"),
    /** Primitives wholly outside one plane of the view volume. */
    PRIMITIVES_OUTSIDE("primitives dropped: outside the view volume"),
    /** Primitives cut by the near or far plane or the guard band. */
    PRIMITIVES_CLIPPED("primitives cut by the near plane, far plane or guard band"),
    /** Triangles facing the culled way. */
    PRIMITIVES_CULLED_FACE("triangles dropped: facing away"),
    /** Triangles without area after snapping. */
    PRIMITIVES_ZERO_AREA("triangles dropped: no area"),
    /** Triangles whose bounds hold no sample position inside viewport and scissor. */
    PRIMITIVES_NO_SAMPLE("triangles dropped: no sample in bounds"),
    /** Triangles set up for rasterisation. */
    TRIANGLES_SETUP("triangles set up"),
    /** Sorting windows rendered. */
    WINDOWS("sorting windows"),
    /** Entries in the tiles' lists. */
    TILE_ENTRIES("triangle entries in tile lists"),
    /** Tiles that had at least one entry, counted once a window. */
    TILES_RENDERED("tile visits"),
    /** 4x4 pixel blocks in which coverage was computed. */
    BLOCKS_RASTERIZED("4x4 blocks rasterised"),
    /** Samples covered and depth-tested. */
    SAMPLES_TESTED("samples depth-tested"),
    /** Samples that passed the depth test. */
    SAMPLES_PASSED("samples passed"),
    /** Fragments that ran the discard part of a fragment stage. */
    FRAGMENTS_DISCARD_TESTED("fragments tested for discard"),
    /** Fragments that ran the fragment stage. */
    FRAGMENTS_SHADED("fragments shaded"),
    /** Fragments merged into the tile by blending or in order. */
    FRAGMENTS_BLENDED("fragments blended"),
    /** Pixels resolved and written to the render target. */
    PIXELS_RESOLVED("pixels resolved");

    private final String text;

    Counter(String text) {
        this.text = text;
    }

    /** Returns what is counted, as a phrase for people. */
    public String text() {
        return text;
    }
}
