package dev.azulejo.scene.shading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.DomainBatch;
import dev.azulejo.core.shader.GeometryBatch;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.model.HeightField;
import dev.azulejo.scene.shading.vector.VectorHeightKernels;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.Random;

class PatchStagesTest {
    private static final Offset<Float> CLOSE = within(1e-5f);
    private static final float[] FRACTIONS = {0, 1, 7, 4096, 12345, 32768, 40000, 65535, 65536};

    /** A corner of a PN triangle: place, normal that shapes, normal that shades, coordinates. */
    private static float[] corner(double x, double y, double z, double nx, double ny, double nz) {
        double l = Math.sqrt(nx * nx + ny * ny + nz * nz);
        float a = (float) (nx / l);
        float b = (float) (ny / l);
        float c = (float) (nz / l);
        return new float[] {
            (float) x, (float) y, (float) z, a, b, c, a, b, c, (float) x, (float) y
        };
    }

    private static float[] randomCorner(Random random) {
        float[] made = anyCorner(random);
        float shape = random.nextInt(4);
        for (int axis = 0; axis < 3; axis++) {
            // A normal, as usual, or along a hard edge, or none
            made[3 + axis] *= shape == 0 ? 0 : shape == 1 ? 2 : 1;
        }
        return made;
    }

    private static float[] anyCorner(Random random) {
        return corner(
                random.nextGaussian(),
                random.nextGaussian(),
                random.nextGaussian(),
                random.nextGaussian(),
                random.nextGaussian(),
                random.nextGaussian());
    }

    @Test
    void aFlatPnTriangleStaysFlat() {
        var bench = new PatchFixture(PatchKind.PN_TRIANGLES, null, 8);
        bench.hull(
                new float[][] {
                    corner(0, 0, 1, 0, 0, 1), corner(2, 0, 1, 0, 0, 1), corner(0, 3, 1, 0, 0, 1)
                });
        int lane = bench.point(0, 0.25f, 0.5f);
        int end = bench.point(0, 0, 1);
        bench.evaluate();
        assertThat(bench.place(lane)).containsExactly(new float[] {1, 0.75f, 1}, CLOSE);
        assertThat(bench.normal(lane)).containsExactly(new float[] {0, 0, 1}, CLOSE);
        assertThat(bench.place(end)).containsExactly(2, 0, 1);
        assertThat(bench.domain.varying[0][lane]).isEqualTo(1, CLOSE);
        assertThat(bench.domain.varying[1][lane]).isEqualTo(0.75f, CLOSE);
    }

    @Test
    void pnTrianglesComeNearerToASphere() {
        // About 30 degrees apart
        double[][] ends = {{1, 0.2, 0.2}, {0.2, 1, 0.2}, {0.2, 0.2, 1}};
        float[][] patch = new float[3][];
        for (int k = 0; k < 3; k++) {
            double x = 1 + ends[k][0];
            double y = 1 + ends[k][1];
            double z = 1 + ends[k][2];
            double length = Math.sqrt(x * x + y * y + z * z);
            patch[k] = corner(x / length, y / length, z / length, x, y, z);
        }
        var bench = new PatchFixture(PatchKind.PN_TRIANGLES, null, 8);
        bench.hull(patch);
        for (float u = 0; u <= 1; u += 0.125f) {
            for (float v = 0; u + v <= 1; v += 0.125f) {
                bench.point(0, u, v);
            }
        }
        bench.evaluate();
        for (int i = 0; i < bench.domain.count; i++) {
            float[] p = bench.place(i);
            double radius = Math.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
            // The flat triangle leaves it by up to 0.03
            assertThat(radius).isBetween(0.996, 1.0001);
            float[] n = bench.normal(i);
            double along = (n[0] * p[0] + n[1] * p[1] + n[2] * p[2]) / radius;
            assertThat(along).isGreaterThan(0.9995);
        }
    }

    /** A corner on a hard edge along a direction, or with a zero where several meet. */
    private static float[] hard(float x, float y, float z, float dx, float dy, float dz) {
        return new float[] {x, y, z, dx, dy, dz, 0, 0, 1, x, y};
    }

    @Test
    void hardEdgesStayStraightAndRimsBecomeRound() {
        // An eighth of a can's lid, its rim along tangents of the circle
        float s = (float) Math.sqrt(0.5);
        float[] tip = hard(0, 0, 0, 0, 0, 0);
        float[][] lid = {hard(1, 0, 0, 0, 2, 0), hard(s, s, 0, -2 * s, 2 * s, 0), tip};
        // A box's face with corners of three sides, and of two whose edge goes up
        float[][] box = {tip, hard(1, 0, 0, 0, 0, 2), hard(1, 1, 0, 0, 0, 0)};
        var bench = new PatchFixture(PatchKind.PN_TRIANGLES, null, 4);
        bench.hull(lid, box);
        for (float t = 0; t <= 1; t += 0.0625f) {
            bench.point(0, 1 - t, t);
            bench.point(1, 1 - t, t);
        }
        bench.evaluate();
        for (int i = 0; i < bench.domain.count; i += 2) {
            float[] rim = bench.place(i);
            // The chord leaves the circle by 0.076
            assertThat((float) Math.hypot(rim[0], rim[1])).isEqualTo(1, within(0.012f));
            float[] edge = bench.place(i + 1);
            assertThat(edge[0]).isEqualTo(i / 32f, CLOSE);
            assertThat(edge[1]).isZero();
            assertThat(edge[2]).isZero();
        }
    }

    @Test
    void pnTrianglesShareEdgesAndFactors() {
        var random = new Random(5);
        for (int round = 0; round < 200; round++) {
            float[] a = randomCorner(random);
            float[] b = randomCorner(random);
            float[][] left = {a, b, randomCorner(random)};
            float[] other = randomCorner(random);
            // The edge from b to a, at each side of the neighbour
            float[][][] neighbours = {{b, a, other}, {other, b, a}, {a, other, b}};
            float[][] uOfB = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
            float[][] uOfA = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
            int[] edge = {2, 0, 1};
            for (int n = 0; n < 3; n++) {
                var bench = new PatchFixture(PatchKind.PN_TRIANGLES, null, 2);
                bench.hull(left, neighbours[n]);
                assertThat(bench.hull.edgeFactor[edge[n]][1])
                        .isEqualTo(bench.hull.edgeFactor[2][0]);
                for (float fraction : FRACTIONS) {
                    float t = fraction / 65536;
                    bench.point(0, 1 - t, t);
                    bench.point(
                            1,
                            t * uOfB[n][0] + (1 - t) * uOfA[n][0],
                            t * uOfB[n][1] + (1 - t) * uOfA[n][1]);
                }
                bench.evaluate();
                for (int i = 0; i < bench.domain.count; i += 2) {
                    assertThat(bench.clip(i + 1)).as("point %d", i).isEqualTo(bench.clip(i));
                }
            }
        }
    }

    private static float[][] randomBicubic(Random random) {
        float[][] patch = new float[16][5];
        for (float[] point : patch) {
            for (int k = 0; k < 5; k++) {
                point[k] = (float) random.nextGaussian();
            }
        }
        return patch;
    }

    @Test
    void bicubicCornersAndMiddlesAreTheControlPoints() {
        var bench = new PatchFixture(PatchKind.BICUBIC, null, 8);
        float[][] patch = randomBicubic(new Random(1));
        bench.hull(patch);
        bench.point(0, 0, 0);
        bench.point(0, 1, 0);
        bench.point(0, 1, 1);
        bench.point(0, 0, 1);
        int edge = bench.point(0, 0, 0.5f);
        bench.evaluate();
        int[] corner = {0, 12, 15, 3};
        for (int k = 0; k < 4; k++) {
            float[] p = patch[corner[k]];
            assertThat(bench.place(k)).containsExactly(p[0], p[1], p[2]);
            assertThat(bench.domain.varying[0][k]).isEqualTo(p[3]);
        }
        for (int c = 0; c < 3; c++) {
            double middle = (patch[0][c] + 3.0 * patch[1][c] + 3.0 * patch[2][c] + patch[3][c]) / 8;
            assertThat(bench.place(edge)[c]).isEqualTo((float) middle, CLOSE);
        }
    }

    @Test
    void bicubicPatchesShareEdgesAndFactors() {
        var random = new Random(2);
        // Control points of each edge, and the coordinates of a place along it
        int[][] edges = {{0, 1, 2, 3}, {0, 4, 8, 12}, {12, 13, 14, 15}, {3, 7, 11, 15}};
        for (int round = 0; round < 300; round++) {
            float[][] left = randomBicubic(random);
            float[][] right = randomBicubic(random);
            int from = random.nextInt(4);
            int to = random.nextInt(4);
            boolean reversed = random.nextBoolean();
            for (int k = 0; k < 4; k++) {
                right[edges[to][reversed ? 3 - k : k]] = left[edges[from][k]];
            }
            var bench = new PatchFixture(PatchKind.BICUBIC, null, 2);
            bench.hull(left, right);
            assertThat(bench.hull.edgeFactor[to][1]).isEqualTo(bench.hull.edgeFactor[from][0]);
            for (float fraction : FRACTIONS) {
                float t = fraction / 65536;
                along(bench, 0, from, t);
                along(bench, 1, to, reversed ? 1 - t : t);
            }
            bench.evaluate();
            for (int i = 0; i < bench.domain.count; i += 2) {
                assertThat(bench.clip(i + 1)).as("round %d", round).isEqualTo(bench.clip(i));
            }
        }
    }

    private static void along(PatchFixture bench, int patch, int edge, float t) {
        bench.point(patch, edge == 0 ? 0 : edge == 2 ? 1 : t, edge == 1 ? 0 : edge == 3 ? 1 : t);
    }

    @Test
    void bicubicNormalsAtAPoleAreThoseBeside() {
        // A quarter of a cone's tip, u = 0 its pole
        float[][] patch = new float[16][5];
        double k = 0.5522847;
        double[][] circle = {{1, 0}, {1, k}, {k, 1}, {0, 1}};
        for (int row = 0; row < 4; row++) {
            for (int column = 0; column < 4; column++) {
                patch[4 * row + column][0] = (float) (circle[column][0] * row / 3);
                patch[4 * row + column][1] = -row / 3f;
                patch[4 * row + column][2] = (float) (-circle[column][1] * row / 3);
            }
        }
        var bench = new PatchFixture(PatchKind.BICUBIC, null, 8);
        bench.hull(patch);
        for (float v = 0; v <= 1; v += 0.25f) {
            bench.point(0, 0, v);
            bench.point(0, 0.5f, v);
        }
        bench.evaluate();
        for (int i = 0; i < bench.domain.count; i += 2) {
            assertThat(bench.normal(i)[1]).isEqualTo((float) Math.sqrt(0.5), within(1e-2f));
            assertThat(bench.normal(i)).containsExactly(bench.normal(i + 1), within(1e-3f));
        }
    }

    private static HeightField randomField(Random random) {
        float[] values = new float[13 * 9];
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextFloat();
        }
        return HeightField.of(13, 9, values, 0.5f, 0.25f);
    }

    private static float[] ground(double x, double z) {
        float s = (float) (x / 6);
        float t = (float) (z / 2);
        return new float[] {(float) x, 0, (float) z, s, t, s, t};
    }

    @Test
    void heightFieldsGoThroughTheirValuesAndWithinTheirBounds() {
        var random = new Random(3);
        for (int round = 0; round < 50; round++) {
            var field = randomField(random);
            var bench = new PatchFixture(PatchKind.HEIGHT_FIELD, field, 8);
            bench.hull(new float[][] {ground(0, 2), ground(6, 2), ground(6, 0), ground(0, 0)});
            for (int k = 0; k < 9; k++) {
                bench.point(0, k / 12f, 1 - k / 8f);
            }
            for (int k = 0; k < 200; k++) {
                bench.point(0, random.nextFloat(), random.nextFloat());
            }
            bench.evaluate();
            for (int k = 0; k < 9; k++) {
                assertThat(bench.place(k)[1]).isEqualTo(field.values()[13 * k + k], CLOSE);
            }
            for (int i = 0; i < bench.domain.count; i++) {
                assertThat(bench.place(i)[1]).isBetween(field.min(), field.max());
            }
        }
    }

    private static float[][] randomGround(Random random) {
        double x0 = random.nextDouble() * 5.9;
        double z0 = random.nextDouble() * 1.9;
        double x1 = x0 + random.nextDouble() * (6 - x0) * random.nextDouble();
        double z1 = z0 + random.nextDouble() * (2 - z0) * random.nextDouble();
        return new float[][] {ground(x0, z1), ground(x1, z1), ground(x1, z0), ground(x0, z0)};
    }

    /** Of all kinds, boxes hold every point of the surface, and are not much larger than it. */
    @ParameterizedTest
    @EnumSource(value = PatchKind.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void boxesHoldTheSurface(PatchKind kind) {
        var random = new Random(11);
        double looseness = 0;
        int rounds = 200;
        for (int round = 0; round < rounds; round++) {
            var field = kind == PatchKind.HEIGHT_FIELD ? randomField(random) : null;
            var bench = new PatchFixture(kind, field, 8);
            bench.hull.bounded = true;
            bench.hull(
                    switch (kind) {
                        case PN_TRIANGLES ->
                                new float[][] {
                                    randomCorner(random), randomCorner(random), randomCorner(random)
                                };
                        case BICUBIC -> randomBicubic(random);
                        default -> randomGround(random);
                    });
            for (int k = 0; k < 150; k++) {
                float u = k < 4 ? k & 1 : random.nextFloat();
                float v = k < 4 ? k >> 1 : random.nextFloat();
                boolean triangle = kind == PatchKind.PN_TRIANGLES && u + v > 1;
                bench.point(0, triangle ? 1 - u : u, triangle ? 1 - v : v);
            }
            bench.evaluate();
            for (int axis = 0; axis < 3; axis++) {
                float least = bench.hull.bounds[axis][0];
                float most = bench.hull.bounds[3 + axis][0];
                int points =
                        kind == PatchKind.HEIGHT_FIELD ? 0 : kind == PatchKind.BICUBIC ? 16 : 10;
                for (int point = 0; point < points; point++) {
                    float at = bench.hull.patchData[3 * point + axis][0];
                    float margin = 0x1p-20f * Math.abs(at);
                    assertThat(at - margin).as("point %d", point).isGreaterThanOrEqualTo(least);
                    assertThat(at + margin).as("point %d", point).isLessThanOrEqualTo(most);
                }
                float low = Float.POSITIVE_INFINITY;
                float high = Float.NEGATIVE_INFINITY;
                for (int i = 0; i < bench.domain.count; i++) {
                    float at = bench.place(i)[axis];
                    assertThat(at).as("round %d, axis %d", round, axis).isBetween(least, most);
                    low = Math.min(low, at);
                    high = Math.max(high, at);
                }
                looseness += (most - least) / Math.max(high - low, 0.05) / (3 * rounds);
            }
        }
        // Control points stand out, and height fields have those of cells they only touch
        assertThat(looseness).as("boxes over surfaces").isBetween(1.0, 2.5);
    }

    /**
     * The middle control point of a round triangle stands out: edges rise by 0.9 * 0.8 / 3, and it
     * by half as much again.
     */
    @Test
    void theMiddleOfARoundTriangleIsInItsBox() {
        float[][] patch = new float[3][];
        for (int k = 0; k < 3; k++) {
            double x = Math.cos(2 * Math.PI * k / 3);
            double y = Math.sin(2 * Math.PI * k / 3);
            patch[k] = corner(x, y, 0, 0.6 * x, 0.6 * y, 0.8);
        }
        var bench = new PatchFixture(PatchKind.PN_TRIANGLES, null, 8);
        bench.hull.bounded = true;
        bench.hull(patch);
        assertThat(bench.hull.bounds[2][0]).isEqualTo(0, CLOSE);
        assertThat(bench.hull.bounds[5][0]).isEqualTo(0.36f, CLOSE);
    }

    /** A patch in one place has a box around it: more than what computing it rounds. */
    @Test
    void boxesStandOffByWhatIsRounded() {
        var bench = new PatchFixture(PatchKind.BICUBIC, null, 8);
        bench.hull.bounded = true;
        float[][] patch = new float[16][];
        Arrays.setAll(patch, p -> new float[] {5, -3, 1, 0, 0});
        bench.hull(patch);
        float[] at = {5, 3, 1};
        float[] sign = {1, -1, 1};
        for (int axis = 0; axis < 3; axis++) {
            float least = bench.hull.bounds[axis][0] * sign[axis];
            float most = bench.hull.bounds[3 + axis][0] * sign[axis];
            float step = at[axis] * 0x1p-20f;
            assertThat(Math.abs(least - at[axis])).isBetween(step, 16 * step);
            assertThat(Math.abs(most - at[axis])).isBetween(step, 16 * step);
        }
    }

    /** Clip coordinates are the matrix times a place in the box, as the stage promises. */
    @ParameterizedTest
    @EnumSource(value = PatchKind.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void boxesAreOfPlacesThatTheMatrixProjects(PatchKind kind) {
        var bench = new PatchFixture(kind, null, 8);
        float[] matrix = new float[16];
        var stage = bench.program.hullStage(Kernels.SCALAR);
        assertThat(stage.linearBounds(bench.hull.groups, 0, matrix)).isTrue();
        assertThat(matrix).containsExactly(PatchFixture.CLIP);
    }

    @Test
    void heightFieldNormalsAreAcrossTheSurface() {
        var bench = new PatchFixture(PatchKind.HEIGHT_FIELD, randomField(new Random(4)), 8);
        bench.hull(new float[][] {ground(0, 2), ground(6, 2), ground(6, 0), ground(0, 0)});
        float step = 0x1p-10f;
        for (int k = 0; k < 50; k++) {
            float u = (k * 37 % 50 + 0.5f) / 51;
            float v = (k + 0.5f) / 51;
            bench.point(0, u, v);
            bench.point(0, u + step, v);
            bench.point(0, u - step, v);
            bench.point(0, u, v + step);
            bench.point(0, u, v - step);
        }
        bench.evaluate();
        for (int i = 0; i < bench.domain.count; i += 5) {
            float[] n = bench.normal(i);
            assertThat(n[1]).isPositive();
            for (int side = 1; side <= 3; side += 2) {
                float[] a = bench.place(i + side);
                float[] b = bench.place(i + side + 1);
                double dx = a[0] - b[0];
                double dy = a[1] - b[1];
                double dz = a[2] - b[2];
                double along = dx * n[0] + dy * n[1] + dz * n[2];
                double length = Math.sqrt(dx * dx + dy * dy + dz * dz);
                assertThat(along / length).isEqualTo(0, within(0.02));
            }
        }
    }

    @Test
    void bothKindsOfKernelsGiveTheSameHeightsAndSlopes() {
        var random = new Random(9);
        float[] odd = {
            0,
            -0f,
            1,
            Float.NaN,
            Float.POSITIVE_INFINITY,
            Float.NEGATIVE_INFINITY,
            -1,
            2,
            Float.MIN_VALUE,
            Math.nextDown(1f),
            Math.nextUp(1f),
            1 / 12f
        };
        int[] counts = {0, 1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 255, 256};
        for (int count : counts) {
            var bench = new PatchFixture(PatchKind.HEIGHT_FIELD, randomField(random), 8);
            var field = bench.hull.groups[2].textures().getFirst();
            var batch = bench.domain;
            batch.count = count;
            float[] s = new float[256];
            float[] t = new float[256];
            for (int i = 0; i < 256; i++) {
                boolean plain = i % 3 != 0;
                s[i] = plain ? random.nextFloat() : odd[random.nextInt(odd.length)];
                t[i] = plain ? random.nextFloat() : odd[random.nextInt(odd.length)];
            }
            float[][] scalar = new float[3][256];
            float[][] vector = new float[3][256];
            int rowsEnd = VectorHeightKernels.END;
            for (int row = 0; row < DomainBatch.SCRATCH; row++) {
                Arrays.fill(batch.scratch[row], row);
            }
            var definition = new ScalarHeightKernels();
            definition.heights(field, batch, s, t, scalar[0]);
            definition.slopes(field, batch, s, t, scalar[1], scalar[2]);
            var twin = new VectorHeightKernels();
            twin.heights(field, batch, s, t, vector[0]);
            twin.slopes(field, batch, s, t, vector[1], vector[2]);
            for (int row = 0; row < DomainBatch.SCRATCH; row++) {
                if (row < HeightKernels.SCRATCH || row >= rowsEnd) {
                    for (float lane : batch.scratch[row]) {
                        assertThat(lane).as("scratch row %d", row).isEqualTo(row);
                    }
                }
            }
            for (int k = 0; k < 3; k++) {
                for (int i = 0; i < count; i++) {
                    assertThat(Float.floatToRawIntBits(vector[k][i]))
                            .as("count %d, lane %d: s=%s, t=%s", count, i, s[i], t[i])
                            .isEqualTo(Float.floatToRawIntBits(scalar[k][i]));
                }
            }
        }
    }

    @Test
    void heightFieldPatchesShareEdgesAndFactors() {
        var random = new Random(6);
        for (int round = 0; round < 100; round++) {
            float[][] corner = {
                ground(random.nextDouble(), random.nextDouble()),
                ground(2 + random.nextDouble(), random.nextDouble()),
                ground(2 + random.nextDouble(), 1 + random.nextDouble()),
                ground(random.nextDouble(), 1 + random.nextDouble()),
                ground(4 + random.nextDouble(), random.nextDouble()),
                ground(4 + random.nextDouble(), 1 + random.nextDouble())
            };
            var bench = new PatchFixture(PatchKind.HEIGHT_FIELD, randomField(random), 2);
            bench.hull(
                    new float[][] {corner[0], corner[1], corner[2], corner[3]},
                    new float[][] {corner[1], corner[4], corner[5], corner[2]},
                    new float[][] {corner[2], corner[1], corner[4], corner[5]});
            assertThat(bench.hull.edgeFactor[0][1]).isEqualTo(bench.hull.edgeFactor[2][0]);
            assertThat(bench.hull.edgeFactor[1][2]).isEqualTo(bench.hull.edgeFactor[2][0]);
            for (float fraction : FRACTIONS) {
                float t = fraction / 65536;
                bench.point(0, 1, t);
                bench.point(1, 0, t);
                bench.point(2, 1 - t, 0);
            }
            bench.evaluate();
            for (int i = 0; i < bench.domain.count; i += 3) {
                assertThat(bench.clip(i + 1)).isEqualTo(bench.clip(i));
                assertThat(bench.clip(i + 2)).isEqualTo(bench.clip(i));
            }
        }
    }

    @Test
    void factorsAreLengthsInPixels() {
        var bench = new PatchFixture(PatchKind.PN_TRIANGLES, null, 8);
        // At distance 10 a unit has 50 pixels; seen from its end an edge counts as from its side
        bench.hull(
                new float[][] {
                    corner(0, 0, 0, 0, 1, 0), corner(2, 0, 0, 0, 1, 0), corner(2, 0, 0.1, 0, 1, 0)
                });
        assertThat(bench.hull.edgeFactor[2][0]).isEqualTo(12.5f, within(0.01f));
        assertThat(bench.hull.edgeFactor[0][0]).isEqualTo(1);
        assertThat(bench.hull.insideFactor[0][0]).isEqualTo(12.5f, within(0.2f));
    }

    @Test
    void onlyWhatIsClearlyOutOfSightIsDropped() {
        var bench = new PatchFixture(PatchKind.PN_TRIANGLES, null, 8);
        bench.hull(
                new float[][] {
                    corner(11, 0, 0, 0, 0, 1), corner(12, 0, 0, 0, 0, 1), corner(11, 1, 0, 0, 0, 1)
                },
                new float[][] {
                    corner(10, 0, 0, 0, 0, 1), corner(12, 0, 0, 0, 0, 1), corner(11, 1, 0, 0, 0, 1)
                },
                new float[][] {
                    corner(0, 0, 20, 0, 0, 1), corner(1, 0, 20, 0, 0, 1), corner(0, 1, 20, 0, 0, 1)
                },
                new float[][] {
                    corner(0, 0, 20, 0, 0, 1), corner(1, 0, 0, 0, 0, 1), corner(0, 1, 20, 0, 0, 1)
                });
        assertThat(bench.hull.edgeFactor[0][0]).isZero();
        assertThat(bench.hull.edgeFactor[0][1]).isPositive();
        assertThat(bench.hull.edgeFactor[0][2]).isZero();
        // Across the eye: finite and fine
        assertThat(bench.hull.edgeFactor[0][3]).isBetween(10f, 64f);
    }

    @Test
    void aLaneDependsOnItsPatchAndPointAlone() {
        var random = new Random(8);
        float[][][] patches = new float[5][][];
        for (int p = 0; p < 5; p++) {
            patches[p] = randomBicubic(random);
        }
        var together = new PatchFixture(PatchKind.BICUBIC, null, 8);
        together.hull(patches);
        float[][] places = new float[200][];
        for (int i = 0; i < 200; i++) {
            int p = i / 40;
            places[i] = new float[] {p, random.nextInt(65537) / 65536f, (i % 7) / 6f};
            together.point(p, places[i][1], places[i][2]);
        }
        together.evaluate();
        for (int i = 0; i < 200; i++) {
            var alone = new PatchFixture(PatchKind.BICUBIC, null, 8);
            alone.hull(patches[(int) places[i][0]]);
            alone.point(0, places[i][1], places[i][2]);
            alone.evaluate();
            assertThat(alone.clip(0)).isEqualTo(together.clip(i));
            assertThat(alone.normal(0)).isEqualTo(together.normal(i));
        }
    }

    @Test
    void shatteringMovesTrianglesAlongTheirNormals() {
        var unlit =
                new PbrFeatures(
                        false,
                        false,
                        false,
                        false,
                        false,
                        0,
                        false,
                        false,
                        false,
                        false,
                        true,
                        Lighting.CONSTANT,
                        false,
                        FinishFeatures.NONE);
        for (var features : new PbrFeatures[] {PatchFixture.LIT, unlit}) {
            var program = PbrProgram.of(features, PatchKind.NONE, true);
            var stage = program.geometryStage(Kernels.SCALAR);
            var batch = new GeometryBatch();
            batch.require(stage, program.varyingCount());
            batch.count = 1;
            batch.corners = 3;
            float[] frame = new float[PbrUniforms.FRAME_SIZE];
            frame[PbrUniforms.SHATTER] = 2;
            frame[PbrUniforms.SHATTER + 1] = 0.5f;
            System.arraycopy(PatchFixture.CLIP, 0, frame, PbrUniforms.CLIP_FROM_WORLD, 16);
            float[] object = new float[PbrUniforms.OBJECT_SIZE];
            object[PbrUniforms.HANDEDNESS] = 1;
            batch.groups[0] = BindGroup.of(new UniformBuffer(frame));
            batch.groups[2] = BindGroup.of(new UniformBuffer(object));
            float[][] places = {{0, 0, 1}, {3, 0, 1}, {0, 3, 1}};
            int place = ShatterStage.place(features);
            for (int c = 0; c < 3; c++) {
                for (int axis = 0; axis < 3; axis++) {
                    batch.varying[stage.inputVaryingCount() * c + place + axis][0] =
                            places[c][axis];
                }
                batch.clipX[c][0] = places[c][0];
                batch.clipY[c][0] = places[c][1];
                batch.clipZ[c][0] = -1.0001f * places[c][2] + 9.999f;
                batch.clipW[c][0] = 10 - places[c][2];
            }
            stage.geometry(batch);
            assertThat(batch.made[0]).isEqualTo(1);
            // The middle is (1, 1, 1); halfway there, and 2 towards +z
            assertThat(batch.outClipX[1][0]).isEqualTo(2, CLOSE);
            assertThat(batch.outClipY[1][0]).isEqualTo(0.5f, CLOSE);
            assertThat(batch.outClipW[1][0]).isEqualTo(7, CLOSE);
            if (!features.unlit()) {
                int at = program.varyingCount() + place;
                assertThat(batch.outVarying[at][0]).isEqualTo(2, CLOSE);
                assertThat(batch.outVarying[at + 2][0]).isEqualTo(3, CLOSE);
            }
        }
    }

    /** Whatever a stage finds in its scratch, it leaves the rows behind its own as they are. */
    @Test
    void stagesKeepToTheirScratchRows() {
        var random = new Random(12);
        int[] hullEnd = {PatchHullStage.OWN, BicubicHullStage.END, HeightFieldHullStage.END};
        // Without tangents
        int[] domainEnd = {
            PatchDomainStage.NORMAL + 3, BicubicDomainStage.END, HeightFieldDomainStage.END
        };
        var kinds =
                new PatchKind[] {PatchKind.PN_TRIANGLES, PatchKind.BICUBIC, PatchKind.HEIGHT_FIELD};
        for (int k = 0; k < kinds.length; k++) {
            var field = kinds[k] == PatchKind.HEIGHT_FIELD ? randomField(random) : null;
            var bench = new PatchFixture(kinds[k], field, 8);
            fill(bench.hull.scratch);
            fill(bench.domain.scratch);
            bench.hull.bounded = true;
            float[][] patch = new float[kinds[k].controlPoints()][];
            for (int p = 0; p < patch.length; p++) {
                patch[p] = randomCorner(random);
            }
            bench.hull(patch);
            bench.point(0, 0.25f, 0.5f);
            bench.evaluate();
            kept(kinds[k] + " hull", hullEnd[k], bench.hull.scratch);
            kept(kinds[k] + " domain", domainEnd[k], bench.domain.scratch);
        }
        var program = PbrProgram.of(PatchFixture.LIT, PatchKind.NONE, true);
        var stage = program.geometryStage(Kernels.SCALAR);
        var batch = new GeometryBatch();
        batch.require(stage, program.varyingCount());
        batch.count = GeometryBatch.CAPACITY;
        batch.corners = 3;
        batch.groups[0] = BindGroup.of(new UniformBuffer(new float[PbrUniforms.FRAME_SIZE]));
        batch.groups[2] = BindGroup.of(new UniformBuffer(new float[PbrUniforms.OBJECT_SIZE]));
        fill(batch.scratch);
        stage.geometry(batch);
        kept("shatter", ShatterStage.END, batch.scratch);
    }

    private static void fill(float[][] scratch) {
        for (int row = 0; row < scratch.length; row++) {
            Arrays.fill(scratch[row], row + 0.25f);
        }
    }

    /** Checks that a stage has written its last row, and nothing from {@code end} on. */
    private static void kept(String stage, int end, float[][] scratch) {
        assertThat(end).as(stage).isLessThanOrEqualTo(scratch.length);
        assertThat(scratch[end - 1][0]).as("%s, row %d", stage, end - 1).isNotEqualTo(end - 0.75f);
        for (int row = end; row < scratch.length; row++) {
            for (float lane : scratch[row]) {
                assertThat(lane).as("%s, row %d", stage, row).isEqualTo(row + 0.25f);
            }
        }
    }
}
