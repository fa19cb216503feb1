package dev.azulejo.core.geometry;

import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.FrontFace;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.visibility.OcclusionTester;

/**
 * Culls a snapped triangle and writes its record. Everything is exact in integers, or in doubles
 * rounded once.
 */
final class TriangleSetup {
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

    /** Triangles found hidden since {@link #begin}. */
    int hidden;

    private OcclusionTester tester;
    private boolean test;
    private boolean occlude;
    private DrawState draw;
    private GeometryChunk chunk;
    private final GeometryArena arena;
    private boolean dropFront;
    private boolean dropBack;
    private boolean frontIsNegative;
    private int low;
    private int high;

    /** Makes a set-up that writes to an arena. */
    TriangleSetup(GeometryArena arena) {
        this.arena = arena;
    }

    /**
     * Begins a chunk.
     *
     * @param state its draw call
     * @param into where records go
     * @param occlusion what tests records as they are made, or null
     * @param tests whether to drop what is hidden
     * @param occludes whether to enter what is not
     */
    void begin(
            DrawState state,
            GeometryChunk into,
            OcclusionTester occlusion,
            boolean tests,
            boolean occludes) {
        if (draw != state) {
            draw = state;
        }
        chunk = into;
        hidden = 0;
        tester = occlusion;
        test = tests;
        occlude = occludes;
        dropFront = state.pipeline.cullMode() == CullMode.FRONT;
        dropBack = state.pipeline.cullMode() == CullMode.BACK;
        // Window y points down, which turns counter-clockwise into negative area.
        frontIsNegative = state.pipeline.frontFace() == FrontFace.COUNTER_CLOCKWISE;
        // One sample: a pixel's centre must be inside the bounds. Several: its square must be
        // touched.
        low = state.samples == 1 ? TrianglePlanes.SUBPIXEL_HALF - 1 : 0;
        high = state.samples == 1 ? TrianglePlanes.SUBPIXEL_HALF : 0;
    }

    /** Sign of the area, in window coordinates, of triangles that are culled; 0 if none are. */
    int culledSign() {
        return dropFront == dropBack ? 0 : dropFront == frontIsNegative ? -1 : 1;
    }

    /**
     * Sets up a triangle; v0..v2 identify its vertices' data and are stored as they are.
     *
     * @param faceless whether it is part of a point or line, which always faces front
     */
    int add(
            int x0,
            int y0,
            float z0,
            int v0,
            int x1,
            int y1,
            float z1,
            int v1,
            int x2,
            int y2,
            float z2,
            int v2,
            boolean faceless) {
        long area = (long) (x1 - x0) * (y2 - y0) - (long) (x2 - x0) * (y1 - y0);
        if (area == 0) {
            return AREA;
        }
        boolean front = faceless || area < 0 == frontIsNegative;
        if (!faceless && (front ? dropFront : dropBack)) {
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
        int cutColumn0 = Math.max(column0, draw.clipX0);
        int cutColumn1 = Math.min(column1, draw.clipX1);
        int cutRow0 = Math.max(row0, draw.clipY0);
        int cutRow1 = Math.min(row1, draw.clipY1);
        if (cutColumn0 > cutColumn1 || cutRow0 > cutRow1) {
            return SAMPLE;
        }
        boolean cut =
                cutColumn0 != column0
                        || cutColumn1 != column1
                        || cutRow0 != row0
                        || cutRow1 != row1;
        if (test && hidden(cutColumn0, cutRow0, cutColumn1, cutRow1, z0, z1, z2)) {
            hidden++;
            chunk.hide(
                    TrianglePlanes.range(cutColumn0, cutColumn1),
                    TrianglePlanes.range(cutRow0, cutRow1));
            return HIDDEN;
        }
        int at = chunk.addRecord(arena);
        int[] r = chunk.records;
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
        r[at + TrianglePlanes.V0] = v0;
        r[at + TrianglePlanes.V0 + 1] = swap ? v2 : v1;
        r[at + TrianglePlanes.V0 + 2] = swap ? v1 : v2;
        r[at + TrianglePlanes.Z_MIN] = Float.floatToRawIntBits(Math.min(z0, Math.min(z1, z2)));
        r[at + TrianglePlanes.Z_MAX] = Float.floatToRawIntBits(Math.max(z0, Math.max(z1, z2)));
        r[at + TrianglePlanes.COLUMNS] =
                TrianglePlanes.range(cutColumn0, cutColumn1)
                        | (front ? 0 : TrianglePlanes.BACK)
                        | (cut ? TrianglePlanes.CUT : 0);
        r[at + TrianglePlanes.ROWS] = TrianglePlanes.range(cutRow0, cutRow1);
        if (tester != null && !tester.enter(r, at, test, occlude)) {
            chunk.triangles--;
            hidden++;
            chunk.hide(r[at + TrianglePlanes.COLUMNS], r[at + TrianglePlanes.ROWS]);
            return HIDDEN;
        }
        return KEPT;
    }

    /** Whether the bounds are hidden at the nearest vertex's depth: cheap, and mostly enough. */
    private boolean hidden(int x0, int y0, int x1, int y1, float z0, float z1, float z2) {
        return tester.hidden(
                x0, y0, x1, y1, Math.min(z0, Math.min(z1, z2)), Math.max(z0, Math.max(z1, z2)));
    }
}
