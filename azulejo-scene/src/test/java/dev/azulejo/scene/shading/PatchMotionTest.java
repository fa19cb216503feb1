package dev.azulejo.scene.shading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.tessellation.TessellatedPatch;
import dev.azulejo.core.tessellation.TessellationDomain;
import dev.azulejo.core.tessellation.Tessellator;
import dev.azulejo.scene.model.HeightField;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Random;

/**
 * While a patch comes nearer, the triangles that stand for it move: a quarter of the way, a quarter
 * of the motion. Where they pop, a quarter of the way has the same motion.
 */
class PatchMotionTest {
    private final Tessellator tessellator = new Tessellator();
    private final TessellatedPatch patch = new TessellatedPatch();

    @ParameterizedTest
    @EnumSource(
            value = PatchKind.class,
            names = {"PN_TRIANGLES", "BICUBIC", "HEIGHT_FIELD"})
    void trianglesNeverPop(PatchKind kind) {
        for (int seed = 0; seed < 5; seed++) {
            double wide = motion(kind, seed, 0.004);
            double quarter = motion(kind, seed, 0.001);
            assertThat(wide).isPositive();
            assertThat(quarter).as("%s %d: %s", kind, seed, wide).isLessThan(wide * 0.45);
        }
    }

    /** Returns the longest way of any place on the triangles during one step. */
    private double motion(PatchKind kind, int seed, double step) {
        HeightField field = null;
        if (kind == PatchKind.HEIGHT_FIELD) {
            var random = new Random(seed);
            float[] values = new float[25];
            for (int i = 0; i < values.length; i++) {
                values[i] = random.nextFloat();
            }
            field = HeightField.of(5, 5, values, 0.5f, 0.5f);
        }
        var bench = new PatchFixture(kind, field, 32);
        float[][] points = points(kind, new Random(seed));
        double[][] last = null;
        double longest = 0;
        int steps = (int) (1.6 / step);
        for (int i = 0; i <= steps; i++) {
            double z = i * step;
            double[][] now = surface(bench, points, (float) z);
            for (int k = 0; last != null && k < now.length; k++) {
                double dx = now[k][0] - last[k][0];
                double dy = now[k][1] - last[k][1];
                double dz = now[k][2] - last[k][2] - step;
                longest = Math.max(longest, Math.sqrt(dx * dx + dy * dy + dz * dz));
            }
            last = now;
        }
        return longest;
    }

    private static float[][] points(PatchKind kind, Random random) {
        int count = kind.controlPoints();
        float[][] points = new float[count][];
        for (int p = 0; p < count; p++) {
            double x = kind == PatchKind.BICUBIC ? p / 4 / 1.5 - 1 : p == 1 || p == 2 ? 1 : -1;
            double y = kind == PatchKind.BICUBIC ? p % 4 / 1.5 - 1 : p > 1 ? 1 : -1;
            double tilt = random.nextDouble() - 0.5;
            float[] place = {(float) x, (float) y, (float) (4 + tilt)};
            points[p] =
                    switch (kind) {
                        case PN_TRIANGLES -> {
                            double n = Math.sqrt(1 + 2 * tilt * tilt);
                            float a = (float) (tilt / n);
                            float c = (float) (1 / n);
                            yield new float[] {
                                place[0], place[1], place[2], a, -a, c, a, -a, c, 0, 0
                            };
                        }
                        case HEIGHT_FIELD ->
                                new float[] {
                                    place[0],
                                    0,
                                    (float) (4 - y),
                                    (float) (x + 1) / 2,
                                    (float) (y + 1) / 2,
                                    0,
                                    0
                                };
                        case BICUBIC, NONE -> new float[] {place[0], place[1], place[2], 0, 0};
                    };
        }
        return points;
    }

    /** Places on the triangles, seen from so much nearer. */
    private double[][] surface(PatchFixture bench, float[][] points, float nearer) {
        float[][] moved = new float[points.length][];
        for (int p = 0; p < points.length; p++) {
            moved[p] = points[p].clone();
            moved[p][2] += nearer;
        }
        bench.hull(moved);
        float[] edge = new float[4];
        float[] inside = new float[2];
        for (int e = 0; e < 4; e++) {
            edge[e] = bench.hull.edgeFactor[e][0];
            inside[e / 2] = bench.hull.insideFactor[e / 2][0];
        }
        var mode = bench.program.hullStage(Kernels.SCALAR).mode();
        assertThat(tessellator.tessellate(mode, edge, inside, patch)).isTrue();
        for (int i = 0; i < patch.pointCount(); i++) {
            bench.point(0, patch.u[i], patch.v[i]);
        }
        bench.evaluate();
        int side = 7;
        boolean triangle = mode.domain() == TessellationDomain.TRIANGLE;
        double[][] surface = new double[side * side][];
        for (int k = 0; k < side * side; k++) {
            double u = (k % side + 0.31) / side;
            double v = (k / side + 0.57) / side;
            surface[k] = triangle ? at(bench, u * (1 - v), v) : at(bench, u, v);
        }
        return surface;
    }

    /** The place that a triangle has at domain coordinates. */
    private double[] at(PatchFixture bench, double u, double v) {
        for (int i = 0; i < patch.indexCount(); i += 3) {
            int a = patch.indices[i];
            int b = patch.indices[i + 1];
            int c = patch.indices[i + 2];
            double abU = patch.u[b] - patch.u[a];
            double abV = patch.v[b] - patch.v[a];
            double acU = patch.u[c] - patch.u[a];
            double acV = patch.v[c] - patch.v[a];
            double area = abU * acV - abV * acU;
            double s = ((u - patch.u[a]) * acV - (v - patch.v[a]) * acU) / area;
            double t = (abU * (v - patch.v[a]) - abV * (u - patch.u[a])) / area;
            if (area != 0 && s >= -1e-9 && t >= -1e-9 && s + t <= 1 + 1e-9) {
                double[] place = new double[3];
                for (int axis = 0; axis < 3; axis++) {
                    place[axis] =
                            bench.place(a)[axis] * (1 - s - t)
                                    + bench.place(b)[axis] * s
                                    + bench.place(c)[axis] * t;
                }
                return place;
            }
        }
        throw new AssertionError("no triangle at %s, %s".formatted(u, v));
    }
}
