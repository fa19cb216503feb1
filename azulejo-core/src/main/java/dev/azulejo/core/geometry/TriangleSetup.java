package dev.azulejo.core.geometry;

import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.FrontFace;
import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.kernel.CullRules;
import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.TransformedVertices;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.report.OwnLines;
import dev.azulejo.core.screen.PixelRectangle;
import dev.azulejo.core.visibility.OcclusionTester;
import dev.azulejo.core.visibility.OcclusionUse;

/**
 * Culls a snapped triangle and writes its record. Everything is exact in integers, or in doubles
 * rounded once. Owned by one thread.
 */
final class TriangleSetup extends OwnLines {
    /** The triangle was written. */
    static final int KEPT = 0;

    /** Faces the culled way. */
    static final int FACE = 1;

    /** Has no area. */
    static final int AREA = 2;

    /** Bounds hold no sample. */
    static final int SAMPLE = 3;

    /** Hidden behind what is known already. */
    static final int HIDDEN = 4;

    /** Triangles of a chunk that are tested together before each is by itself. */
    static final int RUN = 16;

    /** Fewer are not worth a question of their own. */
    private static final int LEAST_OF_RUN = 4;

    /** By what triangles of the chunk can be dropped before they come here. */
    final CullRules rules = new CullRules();

    /** Triangles found hidden since {@link #begin}. */
    int hidden;

    private OcclusionTester tester;
    private OcclusionUse use;
    private ChunkOutput chunk;
    private final GeometryArena arena;
    private boolean dropFront;
    private boolean dropBack;
    private boolean frontIsNegative;
    private int low;
    private int high;
    private boolean depthClamp;
    private float zLow;
    private float zHigh;

    /** Whether triangles are tested before they are set up. */
    private boolean tests;

    /** What all draw calls are clipped to. */
    private PixelRectangle within = PixelRectangle.EVERYWHERE;

    // What the draw call is clipped to, pixels, inclusive.
    private int clipX0;
    private int clipY0;
    private int clipX1;
    private int clipY1;

    // Likewise, and confined.
    private int boundX0;
    private int boundY0;
    private int boundX1;
    private int boundY1;

    /** Makes a set-up that writes to an arena. */
    TriangleSetup(GeometryArena arena) {
        this.arena = arena;
    }

    /** Clips all draw calls to a rectangle, beside what each is clipped to. */
    void confine(PixelRectangle rectangle) {
        if (within != rectangle) {
            within = rectangle;
        }
    }

    /**
     * Begins a chunk.
     *
     * @param state its draw call
     * @param into where records go
     */
    void begin(DrawState state, ChunkOutput into) {
        begin(state, into, null, OcclusionUse.NONE);
    }

    /**
     * Begins a chunk whose triangles meet hierarchical Z as they are set up.
     *
     * @param state its draw call
     * @param into where records go
     * @param occlusion what tests records as they are made; null if nothing does
     * @param occlusionUse what it does with them
     */
    void begin(
            DrawState state,
            ChunkOutput into,
            OcclusionTester occlusion,
            OcclusionUse occlusionUse) {
        chunk = into;
        hidden = 0;
        tester = occlusionUse == OcclusionUse.NONE ? null : occlusion;
        use = occlusionUse;
        tests = tester != null && use.tests();
        clipX0 = state.clipX0();
        clipY0 = state.clipY0();
        clipX1 = state.clipX1();
        clipY1 = state.clipY1();
        boundX0 = Math.max(clipX0, within.x0());
        boundY0 = Math.max(clipY0, within.y0());
        boundX1 = Math.min(clipX1, within.x1());
        boundY1 = Math.min(clipY1, within.y1());
        dropFront = state.pipeline().cullMode() == CullMode.FRONT;
        dropBack = state.pipeline().cullMode() == CullMode.BACK;
        // Window y points down, which turns counter-clockwise into negative area.
        frontIsNegative = state.pipeline().frontFace() == FrontFace.COUNTER_CLOCKWISE;
        rules.samples(SamplePattern.of(state.samples()));
        rules.culledSign = culledSign();
        rules.x0 = boundX0;
        rules.y0 = boundY0;
        rules.x1 = boundX1;
        rules.y1 = boundY1;
        // Bounds must hold a column and a row of samples.
        low = rules.low;
        high = rules.high;
        depthClamp = state.viewport().depthClamp;
        zLow = state.viewport().zLow;
        zHigh = state.viewport().zHigh;
    }

    /**
     * Ends a chunk: whatever hides something has been entered then.
     *
     * @return how many triangles were found hidden
     */
    int end() {
        if (tester != null) {
            tester.flush();
        }
        return hidden;
    }

    /** Returns whether triangles are tested before they are set up. */
    boolean tests() {
        return tests;
    }

    /**
     * Returns whether the bounds of some triangles are hidden as one, at the depth of their nearest
     * vertex; all of them are dropped then. Each would have been by itself.
     *
     * @param v vertices in the window
     * @param corner slots of the corners of primitives
     * @param primitive primitives that face the right way and have samples in their bounds
     * @param from the first of them
     * @param to behind the last
     */
    boolean hiddenTogether(TransformedVertices v, int[] corner, int[] primitive, int from, int to) {
        if (to - from < LEAST_OF_RUN) {
            return false;
        }
        int minX = Integer.MAX_VALUE;
        int maxX = Integer.MIN_VALUE;
        int minY = Integer.MAX_VALUE;
        int maxY = Integer.MIN_VALUE;
        // Bits of depths, whose minima are quicker: those that are not negative have their order,
        // others are held to a range that begins at 0 or beyond.
        int least = Integer.MAX_VALUE;
        int most = Integer.MIN_VALUE;
        int code = 0;
        for (int i = from; i < to; i++) {
            int first = 3 * primitive[i];
            for (int c = first; c < first + 3; c++) {
                int slot = corner[c];
                code |= v.code[slot];
                minX = Math.min(minX, v.x[slot]);
                maxX = Math.max(maxX, v.x[slot]);
                minY = Math.min(minY, v.y[slot]);
                maxY = Math.max(maxY, v.y[slot]);
                int z = Float.floatToRawIntBits(v.z[slot]);
                least = Math.min(least, z);
                most = Math.max(most, z);
            }
        }
        if (code != 0) {
            return false;
        }
        int column0 = Math.max(minX + low >> TrianglePlanes.SUBPIXEL_BITS, boundX0);
        int column1 = Math.min(maxX - high >> TrianglePlanes.SUBPIXEL_BITS, boundX1);
        int row0 = Math.max(minY + low >> TrianglePlanes.SUBPIXEL_BITS, boundY0);
        int row1 = Math.min(maxY - high >> TrianglePlanes.SUBPIXEL_BITS, boundY1);
        float zMin = Float.intBitsToFloat(least);
        float zMax = Float.intBitsToFloat(most);
        if (depthClamp) {
            zMin = inRange(zMin);
            zMax = inRange(zMax);
        }
        if (!tester.hidden(column0, row0, column1, row1, zMin, zMax)) {
            return false;
        }
        hidden += to - from;
        chunk.hide(TrianglePlanes.range(column0, column1), TrianglePlanes.range(row0, row1));
        return true;
    }

    /** Sign of the area, in window coordinates, of triangles that are culled; 0 if none are. */
    int culledSign() {
        return dropFront == dropBack ? 0 : dropFront == frontIsNegative ? -1 : 1;
    }

    /**
     * Sets up a triangle that faces as its corners turn; its record names the vertices by their
     * slots.
     *
     * @param v vertices in the window
     * @param a slot of a corner, likewise b and c
     * @return {@link #KEPT} or why not
     */
    int add(TransformedVertices v, int a, int b, int c) {
        return add(v, a, b, c, false);
    }

    /**
     * As {@link #add(TransformedVertices, int, int, int)}, for vertices that records name in
     * another way.
     *
     * @param names what to write for each slot
     */
    int add(TransformedVertices v, int a, int b, int c, int[] names) {
        int result = add(v, a, b, c);
        if (result == KEPT) {
            rename(names);
        }
        return result;
    }

    /** Likewise for a part of a point or line, which always faces front. */
    int addFacingFront(TransformedVertices v, int a, int b, int c, int[] names) {
        int result = add(v, a, b, c, true);
        if (result == KEPT) {
            rename(names);
        }
        return result;
    }

    /** All in one, so that coordinates are loaded once and stay in registers. */
    private int add(TransformedVertices v, int a, int b, int c, boolean facesFront) {
        int x0 = v.x[a];
        int y0 = v.y[a];
        float z0 = v.z[a];
        int x1 = v.x[b];
        int y1 = v.y[b];
        float z1 = v.z[b];
        int x2 = v.x[c];
        int y2 = v.y[c];
        float z2 = v.z[c];
        long area = (long) (x1 - x0) * (y2 - y0) - (long) (x2 - x0) * (y1 - y0);
        if (area == 0) {
            return AREA;
        }
        boolean front = facesFront || area < 0 == frontIsNegative;
        if (!facesFront && (front ? dropFront : dropBack)) {
            return FACE;
        }
        int minX = Math.min(x0, Math.min(x1, x2));
        int maxX = Math.max(x0, Math.max(x1, x2));
        int minY = Math.min(y0, Math.min(y1, y2));
        int maxY = Math.max(y0, Math.max(y1, y2));
        int column0 = minX + low >> TrianglePlanes.SUBPIXEL_BITS;
        int column1 = maxX - high >> TrianglePlanes.SUBPIXEL_BITS;
        int row0 = minY + low >> TrianglePlanes.SUBPIXEL_BITS;
        int row1 = maxY - high >> TrianglePlanes.SUBPIXEL_BITS;
        int cutColumn0 = Math.max(column0, boundX0);
        int cutColumn1 = Math.min(column1, boundX1);
        int cutRow0 = Math.max(row0, boundY0);
        int cutRow1 = Math.min(row1, boundY1);
        if (cutColumn0 > cutColumn1 || cutRow0 > cutRow1) {
            return SAMPLE;
        }
        boolean cut =
                cutColumn0 != column0
                        || cutColumn1 != column1
                        || cutRow0 != row0
                        || cutRow1 != row1;
        int flags = front ? 0 : TrianglePlanes.BACK;
        if (cut) {
            flags |= cutFlags(column0, row0, column1, row1);
        }
        int columns = TrianglePlanes.range(cutColumn0, cutColumn1);
        int rows = TrianglePlanes.range(cutRow0, cutRow1);
        float zMin = Math.min(z0, Math.min(z1, z2));
        float zMax = Math.max(z0, Math.max(z1, z2));
        if (depthClamp) {
            // Vertices may lie beyond the viewport's range, samples may not.
            zMin = inRange(zMin);
            zMax = inRange(zMax);
        }
        // Whether its bounds are hidden at its nearest vertex's depth: cheap, and mostly enough.
        if (tests && tester.hidden(cutColumn0, cutRow0, cutColumn1, cutRow1, zMin, zMax)) {
            hidden++;
            chunk.hide(columns, rows);
            return HIDDEN;
        }
        int at = chunk.addRecord(arena);
        int[] r = chunk.records;
        r[at + TrianglePlanes.Z_MIN] = Float.floatToRawIntBits(zMin);
        r[at + TrianglePlanes.Z_MAX] = Float.floatToRawIntBits(zMax);
        r[at + TrianglePlanes.COLUMNS] = columns | flags;
        r[at + TrianglePlanes.ROWS] = rows;
        boolean swap = area < 0;
        r[at + TrianglePlanes.X0] = x0;
        r[at + TrianglePlanes.Y0] = y0;
        r[at + TrianglePlanes.X1] = swap ? x2 : x1;
        r[at + TrianglePlanes.Y1] = swap ? y2 : y1;
        r[at + TrianglePlanes.X2] = swap ? x1 : x2;
        r[at + TrianglePlanes.Y2] = swap ? y1 : y2;
        double inverse = 1 / (double) area;
        double dz1 = (double) z1 - z0;
        double dz2 = (double) z2 - z0;
        double dzdx = (dz1 * (y2 - y0) - dz2 * (y1 - y0)) * inverse;
        double dzdy = (dz2 * (x1 - x0) - dz1 * (x2 - x0)) * inverse;
        r[at + TrianglePlanes.Z0] = Float.floatToRawIntBits(z0);
        r[at + TrianglePlanes.DZDX] = Float.floatToRawIntBits((float) dzdx);
        r[at + TrianglePlanes.DZDY] = Float.floatToRawIntBits((float) dzdy);
        r[at + TrianglePlanes.V0] = a;
        r[at + TrianglePlanes.V0 + 1] = swap ? c : b;
        r[at + TrianglePlanes.V0 + 2] = swap ? b : c;
        return tester == null ? KEPT : enter(at);
    }

    /** Of bounds that are cut: by what the draw call is clipped to, or because of confinement. */
    private int cutFlags(int column0, int row0, int column1, int row1) {
        boolean cut = column0 < clipX0 || column1 > clipX1 || row0 < clipY0 || row1 > clipY1;
        return cut ? TrianglePlanes.CUT : TrianglePlanes.CONFINED;
    }

    private float inRange(float z) {
        return Math.min(Math.max(z, zLow), zHigh);
    }

    /** Enters the record in the structure; takes it back if it is hidden. */
    private int enter(int at) {
        int[] r = chunk.records;
        if (tester.enter(r, at, use)) {
            return KEPT;
        }
        chunk.triangles--;
        hidden++;
        chunk.hide(r[at + TrianglePlanes.COLUMNS], r[at + TrianglePlanes.ROWS]);
        return HIDDEN;
    }

    /** Writes what vertices are called in place of their slots in the last record. */
    private void rename(int[] names) {
        int[] r = chunk.records;
        int at = chunk.recordAt(chunk.triangles - 1) + TrianglePlanes.V0;
        for (int i = at; i < at + 3; i++) {
            r[i] = names[r[i]];
        }
    }
}
