package dev.azulejo.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.kernel.TransformedVertices;
import dev.azulejo.core.kernel.ViewportConstants;

import org.junit.jupiter.api.Test;

import java.util.Random;

/** Clipped polygons against the half-spaces that the planes stand for, in double precision. */
class ClipperTest {
    private static final double ERROR = 1e-3;

    private final ViewportConstants view = new ViewportConstants();
    private final TransformedVertices v = new TransformedVertices(16);
    private final Clipper clipper = new Clipper();

    ClipperTest() {
        // Guard band at 16000 pixels around a centre at 50: |ndc| <= 319.
        view.set(0, 0, 100, 100, 0, 1, false);
    }

    private void set(int slot, double x, double y, double z, double w) {
        v.clipX[slot] = (float) x;
        v.clipY[slot] = (float) y;
        v.clipZ[slot] = (float) z;
        v.clipW[slot] = (float) w;
        clipper.load(slot, v, slot);
    }

    @Test
    void cutsAtTheNearPlaneExactly() {
        set(0, 0, 0, 1, 2);
        set(1, 1, 0, -1, 2);
        set(2, 0, 1, 3, 4);
        int count = clipper.clipTriangle(view);
        assertThat(count).isEqualTo(4);
        int onPlane = 0;
        for (int i = 0; i < count; i++) {
            assertThat(clipper.get(i, Clipper.Z)).isGreaterThanOrEqualTo(0);
            onPlane += clipper.get(i, Clipper.Z) == 0 ? 1 : 0;
        }
        // Of edge 0-1 a half is left, of edge 1-2 three quarters.
        assertThat(onPlane).isEqualTo(2);
        assertThat(weightOf(1, count)).containsExactly(0.25, 0.5);
    }

    /** However edges are divided: z is 0 at near, and w at far, to the last bit. */
    @Test
    void whatIsCutLiesOnThePlaneExactly() {
        var random = new Random(12);
        for (int round = 0; round < 1000; round++) {
            boolean far = round % 2 == 1;
            boolean oneInside = random.nextBoolean();
            for (int i = 0; i < 3; i++) {
                double w = 1 + random.nextDouble();
                double into = w * random.nextDouble(0.01, 0.9);
                boolean inside = i == 0 == oneInside;
                double z = inside ? into : -into;
                set(i, random.nextDouble(), random.nextDouble(), far ? w - z : z, w);
            }
            int count = clipper.clipTriangle(view);
            assertThat(count).isEqualTo(oneInside ? 3 : 4);
            int onPlane = 0;
            for (int i = 0; i < count; i++) {
                float plane = far ? clipper.get(i, 3) : 0;
                onPlane += clipper.get(i, 2) == plane ? 1 : 0;
            }
            assertThat(onPlane).as("round %d", round).isEqualTo(2);
        }
    }

    /** Weights of a corner in the vertices on the near plane, rising. */
    private double[] weightOf(int corner, int count) {
        double[] found = new double[2];
        int n = 0;
        for (int i = 0; i < count; i++) {
            if (clipper.get(i, Clipper.Z) == 0) {
                found[n++] = 1 - clipper.get(i, Clipper.WEIGHTS + corner);
            }
        }
        java.util.Arrays.sort(found);
        return found;
    }

    @Test
    void keepsWhatIsInsideAndDropsWhatIsOutside() {
        set(0, 0, 0, 0.5, 1);
        set(1, 1, 0, 0.5, 1);
        set(2, 0, 1, 0.5, 1);
        assertThat(clipper.clipTriangle(view)).isEqualTo(3);
        set(0, 0, 0, -0.5, 1);
        set(1, 1, 0, -0.5, 1);
        set(2, 0, 1, -0.5, 1);
        assertThat(clipper.clipTriangle(view)).isZero();
    }

    @Test
    void everyPlaneHasItsInsideOnTheRightSide() {
        var random = new Random(11);
        for (int round = 0; round < 3000; round++) {
            double[][] in = new double[3][4];
            for (int i = 0; i < 3; i++) {
                double reach = random.nextInt(3) == 0 ? 2000 : 2;
                in[i][0] = (float) (reach * random.nextGaussian());
                in[i][1] = (float) (reach * random.nextGaussian());
                in[i][2] = (float) random.nextGaussian();
                in[i][3] = (float) (1.5 + random.nextGaussian());
                set(i, in[i][0], in[i][1], in[i][2], in[i][3]);
            }
            int count = clipper.clipTriangle(view);
            double area = 0;
            for (int i = 0; i < count; i++) {
                double scale = 0;
                double[] p = new double[4];
                for (int c = 0; c < 4; c++) {
                    p[c] = clipper.get(i, c);
                    double mixed = 0;
                    for (int k = 0; k < 3; k++) {
                        mixed += clipper.get(i, Clipper.WEIGHTS + k) * in[k][c];
                        scale = Math.max(scale, Math.abs(in[k][c]));
                    }
                    assertThat(p[c]).isCloseTo(mixed, within(ERROR * scale));
                }
                for (int plane = 0; plane < 7; plane++) {
                    assertThat(distance(plane, p)).isGreaterThan(-ERROR * 319 * scale);
                }
                int next = (i + 1) % count;
                area +=
                        clipper.get(i, Clipper.WEIGHTS + 1) * clipper.get(next, Clipper.WEIGHTS + 2)
                                - clipper.get(next, Clipper.WEIGHTS + 1)
                                        * clipper.get(i, Clipper.WEIGHTS + 2);
            }
            // The part of the triangle that is left, found by sampling it.
            assertThat(area).isCloseTo(shareInside(in), within(0.06));
        }
    }

    private double shareInside(double[][] in) {
        int inside = 0;
        int all = 0;
        int steps = 60;
        for (int i = 0; i < steps; i++) {
            for (int j = 0; i + j < steps; j++) {
                double b1 = (i + 1 / 3.0) / steps;
                double b2 = (j + 1 / 3.0) / steps;
                double[] p = new double[4];
                for (int c = 0; c < 4; c++) {
                    p[c] = (1 - b1 - b2) * in[0][c] + b1 * in[1][c] + b2 * in[2][c];
                }
                boolean in1 = true;
                for (int plane = 0; plane < 7; plane++) {
                    in1 &= distance(plane, p) >= 0;
                }
                inside += in1 ? 1 : 0;
                all++;
            }
        }
        return inside / (double) all;
    }

    /** The half-spaces, from their definition: in front of the eye, 0 <= z <= w, guard band. */
    private static double distance(int plane, double[] p) {
        double guard = (16000 - 50) / 50.0;
        return switch (plane) {
            case 0 -> p[3];
            case 1 -> p[2];
            case 2 -> p[3] - p[2];
            case 3 -> guard * p[3] + p[0];
            case 4 -> guard * p[3] - p[0];
            case 5 -> guard * p[3] + p[1];
            default -> guard * p[3] - p[1];
        };
    }
}
