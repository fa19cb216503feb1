package dev.azulejo.core.geometry;

import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.FrontFace;
import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.kernel.CullRules;
import dev.azulejo.core.kernel.DepthRange;
import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.ScalarSetupKernels;
import dev.azulejo.core.kernel.SetupKernels;
import dev.azulejo.core.kernel.SetupRules;
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

    private final SetupRules records = new SetupRules(rules);

    /** Triangles found hidden since {@link #begin}. */
    int hidden;

    private OcclusionTester tester;
    private OcclusionUse use;
    private ChunkOutput chunk;
    private final GeometryArena arena;
    private final SetupKernels kernels;
    private boolean dropFront;
    private boolean dropBack;
    private boolean frontIsNegative;

    /** Whether triangles are tested before they are set up. */
    private boolean tests;

    /** What all draw calls are clipped to. */
    private PixelRectangle within = PixelRectangle.EVERYWHERE;

    /** Makes a set-up that writes to an arena. */
    TriangleSetup(GeometryArena arena, SetupKernels kernels) {
        this.arena = arena;
        this.kernels = kernels;
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
        records.clipX0 = state.clipX0();
        records.clipY0 = state.clipY0();
        records.clipX1 = state.clipX1();
        records.clipY1 = state.clipY1();
        rules.x0 = Math.max(records.clipX0, within.x0());
        rules.y0 = Math.max(records.clipY0, within.y0());
        rules.x1 = Math.min(records.clipX1, within.x1());
        rules.y1 = Math.min(records.clipY1, within.y1());
        dropFront = state.pipeline().cullMode() == CullMode.FRONT;
        dropBack = state.pipeline().cullMode() == CullMode.BACK;
        // Window y points down, which turns counter-clockwise into negative area.
        frontIsNegative = state.pipeline().frontFace() == FrontFace.COUNTER_CLOCKWISE;
        rules.samples(SamplePattern.of(state.samples()));
        rules.culledSign = culledSign();
        records.frontSign = frontIsNegative ? -1 : 1;
        var viewport = state.viewport();
        if (viewport.depthClamp) {
            records.depths(viewport.zLow, viewport.zHigh);
        } else {
            records.depths(0, Float.POSITIVE_INFINITY);
        }
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

    /** Returns whether triangles are tested, or entered, as they are set up. */
    boolean occlusion() {
        return tester != null;
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
        int column0 = Math.max(minX + rules.low >> TrianglePlanes.SUBPIXEL_BITS, rules.x0);
        int column1 = Math.min(maxX - rules.high >> TrianglePlanes.SUBPIXEL_BITS, rules.x1);
        int row0 = Math.max(minY + rules.low >> TrianglePlanes.SUBPIXEL_BITS, rules.y0);
        int row1 = Math.min(maxY - rules.high >> TrianglePlanes.SUBPIXEL_BITS, rules.y1);
        float zMin = DepthRange.hold(Float.intBitsToFloat(least), records.zLow, records.zHigh);
        float zMax = DepthRange.hold(Float.intBitsToFloat(most), records.zLow, records.zHigh);
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
     * Sets up triangles that nothing hides and that a first look has left, many at a time.
     *
     * @param v vertices in the window
     * @param corner slots of the corners of primitives
     * @param primitive the triangles; none of their corners has an outcode
     * @param count how many
     */
    void addAll(TransformedVertices v, int[] corner, int[] primitive, int count) {
        int at = chunk.addRecords(arena, count);
        kernels.setUp(v, corner, primitive, 0, count, records, chunk.records, at);
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

    private int add(TransformedVertices v, int a, int b, int c, boolean facesFront) {
        int x0 = v.x[a];
        int y0 = v.y[a];
        int x1 = v.x[b];
        int y1 = v.y[b];
        int x2 = v.x[c];
        int y2 = v.y[c];
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
        int column0 = minX + rules.low >> TrianglePlanes.SUBPIXEL_BITS;
        int column1 = maxX - rules.high >> TrianglePlanes.SUBPIXEL_BITS;
        int row0 = minY + rules.low >> TrianglePlanes.SUBPIXEL_BITS;
        int row1 = maxY - rules.high >> TrianglePlanes.SUBPIXEL_BITS;
        int cutColumn0 = Math.max(column0, rules.x0);
        int cutColumn1 = Math.min(column1, rules.x1);
        int cutRow0 = Math.max(row0, rules.y0);
        int cutRow1 = Math.min(row1, rules.y1);
        if (cutColumn0 > cutColumn1 || cutRow0 > cutRow1) {
            return SAMPLE;
        }
        int columns = TrianglePlanes.range(cutColumn0, cutColumn1);
        int rows = TrianglePlanes.range(cutRow0, cutRow1);
        if (tests) {
            // Whether its bounds are hidden at its nearest vertex's depth: cheap, and mostly
            // enough.
            int z0 = DepthRange.bits(v.z[a], records.zLow, records.zHigh);
            int z1 = DepthRange.bits(v.z[b], records.zLow, records.zHigh);
            int z2 = DepthRange.bits(v.z[c], records.zLow, records.zHigh);
            float zMin = Float.intBitsToFloat(Math.min(z0, Math.min(z1, z2)));
            float zMax = Float.intBitsToFloat(Math.max(z0, Math.max(z1, z2)));
            if (tester.hidden(cutColumn0, cutRow0, cutColumn1, cutRow1, zMin, zMax)) {
                hidden++;
                chunk.hide(columns, rows);
                return HIDDEN;
            }
        }
        int at = chunk.addRecords(arena, 1);
        int[] r = chunk.records;
        int flags = ScalarSetupKernels.cut(column0, row0, column1, row1, records);
        r[at + TrianglePlanes.COLUMNS] = columns | flags | (front ? 0 : TrianglePlanes.BACK);
        r[at + TrianglePlanes.ROWS] = rows;
        ScalarSetupKernels.planes(v, a, b, c, records, r, at);
        return tester == null ? KEPT : enter(at);
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
