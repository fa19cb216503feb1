package dev.azulejo.core.geometry;

import dev.azulejo.core.kernel.TransformedVertices;
import dev.azulejo.core.kernel.ViewportConstants;
import dev.azulejo.core.kernel.WindowTransform;

/**
 * Cuts triangles and lines at the near and far planes, at the smallest w and at the guard band.
 *
 * <p>A new vertex is computed from the inside to the outside end of its edge, so that two triangles
 * that share the edge get the same vertex; on the near plane its z is exactly 0, on the far plane
 * exactly w. Each vertex carries its weights of the original vertices, from which varyings follow.
 * Source: Sutherland and Hodgman, "Reentrant Polygon Clipping", 1974.
 */
final class Clipper {
    // Components of a vertex: clip position, and weights of the corners
    static final int X = 0;
    static final int Y = 1;
    static final int Z = 2;
    static final int W = 3;
    static final int WEIGHTS = 4;

    private static final int CORNERS = 3;
    private static final int STRIDE = WEIGHTS + CORNERS;

    // Planes, in the order in which they cut
    private static final int SMALLEST_W = 0;
    private static final int NEAR = 1;
    private static final int FAR = 2;
    private static final int LEFT = 3;
    private static final int RIGHT = 4;
    private static final int BOTTOM = 5;
    private static final int TOP = 6;
    private static final int PLANES = 7;

    /** Most vertices of a clipped polygon: the corners and one a plane. */
    static final int MAX_VERTICES = CORNERS + PLANES;

    private float[] in = new float[MAX_VERTICES * STRIDE];
    private float[] out = new float[MAX_VERTICES * STRIDE];

    /** Loads a corner of the primitive. */
    void load(int corner, TransformedVertices v, int slot) {
        int at = corner * STRIDE;
        in[at + X] = v.clipX[slot];
        in[at + Y] = v.clipY[slot];
        in[at + Z] = v.clipZ[slot];
        in[at + W] = v.clipW[slot];
        for (int c = 0; c < CORNERS; c++) {
            in[at + WEIGHTS + c] = corner == c ? 1 : 0;
        }
    }

    /** Returns a component of a result vertex: {@link #X} and so on. */
    float get(int vertex, int component) {
        return in[vertex * STRIDE + component];
    }

    /** Clips the loaded triangle and returns the number of vertices of the polygon, 0 if none. */
    int clipTriangle(ViewportConstants view) {
        int count = CORNERS;
        for (int plane = 0; plane < PLANES && count != 0; plane++) {
            if (view.depthClamp && (plane == NEAR || plane == FAR)) {
                continue;
            }
            int made = 0;
            int previous = (count - 1) * STRIDE;
            float previousDistance = distance(plane, view, in, previous);
            for (int i = 0; i < count; i++) {
                int current = i * STRIDE;
                float currentDistance = distance(plane, view, in, current);
                if (previousDistance >= 0 != currentDistance >= 0) {
                    if (previousDistance >= 0) {
                        cut(plane, previous, current, previousDistance, currentDistance, made++);
                    } else {
                        cut(plane, current, previous, currentDistance, previousDistance, made++);
                    }
                }
                if (currentDistance >= 0) {
                    System.arraycopy(in, current, out, made++ * STRIDE, STRIDE);
                }
                previous = current;
                previousDistance = currentDistance;
            }
            float[] swap = in;
            in = out;
            out = swap;
            count = made;
        }
        return count < CORNERS ? 0 : count;
    }

    /** Clips the loaded line (corners 0 and 1) and returns whether anything is left. */
    boolean clipLine(ViewportConstants view) {
        for (int plane = 0; plane < PLANES; plane++) {
            if (view.depthClamp && (plane == NEAR || plane == FAR)) {
                continue;
            }
            float d0 = distance(plane, view, in, 0);
            float d1 = distance(plane, view, in, STRIDE);
            boolean inside0 = d0 >= 0;
            boolean inside1 = d1 >= 0;
            if (!inside0 && !inside1) {
                return false;
            }
            if (inside0 != inside1) {
                if (inside0) {
                    cut(plane, 0, STRIDE, d0, d1, 0);
                    System.arraycopy(out, 0, in, STRIDE, STRIDE);
                } else {
                    cut(plane, STRIDE, 0, d1, d0, 0);
                    System.arraycopy(out, 0, in, 0, STRIDE);
                }
            }
        }
        return true;
    }

    private void cut(int plane, int inside, int outside, float dIn, float dOut, int made) {
        float t = dIn / (dIn - dOut);
        int at = made * STRIDE;
        for (int c = 0; c < STRIDE; c++) {
            float from = in[inside + c];
            out[at + c] = from + t * (in[outside + c] - from);
        }
        if (plane == NEAR) {
            out[at + Z] = 0;
        } else if (plane == FAR) {
            out[at + Z] = out[at + W];
        }
    }

    private static float distance(int plane, ViewportConstants view, float[] v, int at) {
        float w = v[at + W];
        return switch (plane) {
            case SMALLEST_W -> w - WindowTransform.W_MIN;
            case NEAR -> v[at + Z];
            case FAR -> w - v[at + Z];
            case LEFT -> view.guardX * w + v[at + X];
            case RIGHT -> view.guardX * w - v[at + X];
            case BOTTOM -> view.guardY * w + v[at + Y];
            case TOP -> view.guardY * w - v[at + Y];
            default -> throw new IllegalArgumentException("plane=" + plane);
        };
    }
}
