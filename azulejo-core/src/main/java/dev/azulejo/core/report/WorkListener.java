package dev.azulejo.core.report;

/**
 * Is told what work there was in the phases of frames, for somebody who plays it elsewhere: on a
 * machine that does not exist, say. Only counts, costs and places, no pictures and no times.
 *
 * <p>A device that records hands each phase on to a {@link WorkReceiver}; a listener has itself
 * told at once, by the submitting thread. Within a phase calls come in submission order: a draw
 * call before its hull groups and chunks, a hull group before its patches and the chunks that it
 * becomes, a chunk before its primitives; then places and tiles, row by row. What is told does not
 * depend on threads or kernels.
 */
public interface WorkListener extends WorkReceiver {
    /** Of a triangle: early Z finds it hidden. */
    int HIDDEN = 1;

    /** Of a hidden one: only when early Z has looked at all of its epoch. */
    int HIDDEN_LATE = 2;

    /** Of a triangle: none of its fragments was shaded, though its draw call shades. */
    int UNSEEN = 4;

    /**
     * Ints of a triangle in {@link #triangles}: first column of pixels, and above {@link
     * #LAST_SHIFT} bits the last; the rows likewise; pixels covered; what was found.
     */
    int TRIANGLE_INTS = 4;

    /** See {@link #TRIANGLE_INTS}. */
    int LAST_SHIFT = 16;

    /** Ints of a triangle in {@link #allCorners}: what {@link #corners} is told, in its order. */
    int CORNER_INTS = 7;

    /** Has itself told the phase at once. */
    @Override
    default void receive(WorkTeller phase) {
        phase.tell(this);
    }

    /** A phase begins. */
    void beginPhase(WorkPhase phase);

    /** A draw call in one view. */
    void draw(WorkDraw draw);

    /**
     * A hull group of the last draw call. Its patches follow, one by one.
     *
     * @param patches that ran the hull stage together
     * @param controlPoints vertices that were fetched for them, each once
     * @param estimate primitives by inside factors alone
     * @param primitives that the tessellator makes of them
     */
    void hullGroup(int patches, int controlPoints, int estimate, int primitives);

    /** A patch of the last hull group. */
    void patch(WorkPatch patch);

    /**
     * A chunk of the last draw call. Of its primitives those that are not dropped follow.
     *
     * @param primitives that were assembled
     * @param vertices that were placed
     * @param used vertices whose varyings were shaded
     * @param outside primitives outside the view, or of which clipping or a geometry stage left
     *     nothing
     * @param facingAway primitives that face the culled way
     * @param empty primitives without area, or whose bounds hold no sample, or that are small and
     *     cover none
     * @param group number of the hull group that it was made of, in the phase; -1 for none
     * @param hidden whether early Z needs nothing but its box to leave it out
     */
    void chunk(
            int primitives,
            int vertices,
            int used,
            int outside,
            int facingAway,
            int empty,
            int group,
            boolean hidden);

    /**
     * A triangle of the last chunk that was set up.
     *
     * @param x0 first column of pixels of its bounds
     * @param y0 first row
     * @param x1 last column
     * @param y1 last row
     * @param covered pixels that it covers, whether they are seen or not; with several samples a
     *     pixel, that many samples' worth, rounded up
     * @param found {@link #HIDDEN}, {@link #HIDDEN_LATE} and {@link #UNSEEN}, or 0
     */
    void triangle(int x0, int y0, int x1, int y1, int covered, int found);

    /**
     * Triangles of the last chunk, in their order. A {@link WorkTeller} calls this, and {@link
     * #triangle} only through it: whoever does not take them together is told one after the other.
     *
     * @param facts {@value #TRIANGLE_INTS} ints each, valid until this returns
     * @param from first int of the first
     * @param count how many
     */
    default void triangles(int[] facts, int from, int count) {
        int first = (1 << LAST_SHIFT) - 1;
        for (int t = 0, at = from; t < count; t++, at += TRIANGLE_INTS) {
            triangle(
                    facts[at] & first,
                    facts[at + 1] & first,
                    facts[at] >>> LAST_SHIFT,
                    facts[at + 1] >>> LAST_SHIFT,
                    facts[at + 2],
                    facts[at + 3]);
        }
    }

    /** Whether {@link #corners} are to be told. Asked when a phase has begun. */
    default boolean wantsCorners() {
        return false;
    }

    /**
     * Who finds out later what corners of the phase tell. Told when it has begun, if corners are
     * wanted.
     */
    default void gapFinder(GapFinder finder) {}

    /**
     * Where a triangle of the last chunk lies, for who wants to know in which squares of 16x16
     * pixels it covers no sample ({@link GapFinder}); told when all triangles of the chunk have
     * been, in their order. Not told where that is known: its bounds touch one square alone, and it
     * covers none if no pixel was counted. Columns and rows, in units of 1/256 pixel from the
     * target's corner, in the order in which its area is positive with rows going down; of a
     * triangle that is cut at the sides of the screen they may lie beyond these.
     *
     * @param triangle of those of the chunk that were told, from 0
     * @param x0 column of the first
     * @param y0 row of the first
     * @param x1 column of the second
     * @param y1 row of the second
     * @param x2 column of the third
     * @param y2 row of the third
     */
    default void corners(int triangle, int x0, int y0, int x1, int y1, int x2, int y2) {}

    /**
     * Corners of triangles of the last chunk, together as {@link #triangles} tells of them.
     *
     * @param places {@value #CORNER_INTS} ints each, valid until this returns
     * @param from first int of the first
     * @param count how many
     */
    default void allCorners(int[] places, int from, int count) {
        for (int t = 0, at = from; t < count; t++, at += CORNER_INTS) {
            corners(
                    places[at],
                    places[at + 1],
                    places[at + 2],
                    places[at + 3],
                    places[at + 4],
                    places[at + 5],
                    places[at + 6]);
        }
    }

    /**
     * Fragments that were shaded in a square of 16x16 pixels; not told where there were none.
     *
     * @param column of squares
     * @param row of squares
     * @param shaded fragments
     * @param operations that shading them took, of a lane
     * @param textureBytes of texels that they read
     */
    void square(int column, int row, int shaded, long operations, long textureBytes);

    /**
     * What reuse decides about a tile; the tile was rendered whatever it was.
     *
     * @param column of tiles
     * @param row of tiles
     * @param decision what became of it, or would have
     * @param bytes that comparing it read and wrote
     * @param signature the same as in another frame of the same recording if everything that makes
     *     its pixels is the same; 0 where it is not known
     */
    void tile(int column, int row, TileDecision decision, int bytes, long signature);

    /** The phase has ended. */
    void endPhase();
}
