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
    /** Most vertices of a clipped polygon: three and one a plane. */
    static final int MAX_VERTICES = 10;

    private static final int PLANES = 7;

    /** Clip position and weights of a polygon's vertices: x, y, z, w, b0, b1, b2. */
    private static final int STRIDE = 7;

    private float[] in = new float[MAX_VERTICES * STRIDE];
    private float[] out = new float[MAX_VERTICES * STRIDE];

    /** Loads a corner of the primitive. */
    void load(int corner, TransformedVertices v, int slot) {
        int at = corner * STRIDE;
        in[at] = v.clipX[slot];
        in[at + 1] = v.clipY[slot];
        in[at + 2] = v.clipZ[slot];
        in[at + 3] = v.clipW[slot];
        in[at + 4] = corner == 0 ? 1 : 0;
        in[at + 5] = corner == 1 ? 1 : 0;
        in[at + 6] = corner == 2 ? 1 : 0;
    }

    /** Returns component {@code c} (x, y, z, w, weights) of a result vertex. */
    float get(int vertex, int c) {
        return in[vertex * STRIDE + c];
    }

    /** Clips the loaded triangle and returns the number of vertices of the polygon, 0 if none. */
    int clipTriangle(ViewportConstants view) {
        int count = 3;
        for (int plane = 0; plane < PLANES && count != 0; plane++) {
            if (view.depthClamp && (plane == 1 || plane == 2)) {
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
        return count < 3 ? 0 : count;
    }

    /** Clips the loaded line (corners 0 and 1) and returns whether anything is left. */
    boolean clipLine(ViewportConstants view) {
        for (int plane = 0; plane < PLANES; plane++) {
            if (view.depthClamp && (plane == 1 || plane == 2)) {
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
        if (plane == 1) {
            out[at + 2] = 0;
        } else if (plane == 2) {
            out[at + 2] = out[at + 3];
        }
    }

    private static float distance(int plane, ViewportConstants view, float[] v, int at) {
        float w = v[at + 3];
        return switch (plane) {
            case 0 -> w - WindowTransform.W_MIN;
            case 1 -> v[at + 2];
            case 2 -> w - v[at + 2];
            case 3 -> view.guardX * w + v[at];
            case 4 -> view.guardX * w - v[at];
            case 5 -> view.guardY * w + v[at + 1];
            default -> view.guardY * w - v[at + 1];
        };
    }
}
