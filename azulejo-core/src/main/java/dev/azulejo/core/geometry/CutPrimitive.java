package dev.azulejo.core.geometry;

import dev.azulejo.core.kernel.TransformedVertices;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.kernel.ViewportConstants;
import dev.azulejo.core.kernel.WindowTransform;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;

/**
 * What the clipper leaves of one triangle or line, moved to the window, its vertices added to those
 * in use. Owned by one thread.
 */
final class CutPrimitive {
    /**
     * The guard band and what rounding may add, in fixed point; also keeps edge slopes to 24 bits.
     */
    private static final int REACH = 16384 << TrianglePlanes.SUBPIXEL_BITS;

    /** Vertices of the polygon or line that is left. */
    final TransformedVertices vertices = new TransformedVertices(16);

    /** What records call them. */
    final int[] names = new int[Clipper.MAX_VERTICES];

    private final TransformedVertices in;
    private final UsedVertices used;
    private final WindowTransform windowTransform;
    private final Counts counts;
    private final Clipper clipper = new Clipper();

    /** Vertices that clipping had made before this primitive. */
    private int before;

    CutPrimitive(
            TransformedVertices source,
            UsedVertices usedVertices,
            WindowTransform transform,
            Counts workerCounts) {
        in = source;
        used = usedVertices;
        windowTransform = transform;
        counts = workerCounts;
    }

    /** Clips a triangle; returns the number of vertices of the polygon, 0 if nothing is left. */
    int triangle(ViewportConstants view, int a, int b, int c) {
        before = used.cutCount();
        clipper.load(0, in, a);
        clipper.load(1, in, b);
        clipper.load(2, in, c);
        int count = clipper.clipTriangle(view);
        return count != 0 && take(view, count, a, b, c) ? count : 0;
    }

    /** Clips a line; returns whether anything is left. */
    boolean line(ViewportConstants view, int a, int b) {
        before = used.cutCount();
        clipper.load(0, in, a);
        clipper.load(1, in, b);
        return clipper.clipLine(view) && take(view, 2, a, b, a);
    }

    /** Takes the vertices back: no record names them. */
    void drop() {
        used.dropCut(before);
    }

    /**
     * Takes the clipper's vertices. If its arithmetic overflowed (coordinates near the end of the
     * float range) the primitive is dropped: returns false.
     */
    private boolean take(ViewportConstants view, int count, int a, int b, int c) {
        var v = vertices;
        for (int i = 0; i < count; i++) {
            v.clipX[i] = clipper.get(i, Clipper.X);
            v.clipY[i] = clipper.get(i, Clipper.Y);
            v.clipZ[i] = clipper.get(i, Clipper.Z);
            v.clipW[i] = clipper.get(i, Clipper.W);
            names[i] = used.addCut(clipper, i, a, b, c);
        }
        windowTransform.transform(view, v, 0, count);
        boolean failed = false;
        for (int i = 0; i < count; i++) {
            failed |= (v.code[i] & WindowTransform.NOT_FINITE) != 0;
            failed |= Math.abs(v.x[i]) > REACH;
            failed |= Math.abs(v.y[i]) > REACH;
        }
        if (failed) {
            drop();
            counts.add(Counter.PRIMITIVES_NOT_FINITE, 1);
            return false;
        }
        used.setCutInverseW(v.inverseW, count);
        return true;
    }
}
