package dev.azulejo.scene.shading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.sampling.TextureSamplings;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Which of many lights are evaluated for some fragments: those that reach them, and in order. */
class LightSlicesTest {
    private static final PbrFeatures FEATURES = PbrFeatures.plain(Lighting.STUDIO);

    /** Uniforms of a frame in the dark, with so many white lights without a place. */
    private static float[] frame(int lights) {
        float[] frame = new float[LightSlices.frameSize(lights)];
        frame[PbrUniforms.EXPOSURE] = 1;
        frame[PbrUniforms.CAMERA + 2] = 1000;
        frame[PbrUniforms.LIGHT_COUNT] = lights;
        for (int l = 0; l < lights; l++) {
            int at = PbrUniforms.light(frame, l);
            frame[at + 4] = frame[at + 5] = frame[at + 6] = 1;
            frame[at + 12] = 1;
        }
        return frame;
    }

    private static void point(float[] frame, int light, double x, double y, double z, float range) {
        int at = PbrUniforms.light(frame, light);
        frame[at] = (float) x;
        frame[at + 1] = (float) y;
        frame[at + 2] = (float) z;
        frame[at + 3] = 1;
        frame[at + 7] = 1 / (range * range);
    }

    /** Fragments that look along z. */
    private static FragmentBatch batch(float[] frame, float[]... places) {
        var batch = new FragmentBatch();
        batch.count = places.length;
        for (int i = 0; i < places.length; i++) {
            batch.facing[i] = 1;
            batch.varying[FEATURES.normalVarying() + 2][i] = 1;
            for (int axis = 0; axis < 3; axis++) {
                batch.varying[FEATURES.positionVarying() + axis][i] = places[i][axis];
            }
        }
        batch.groups[PbrUniforms.FRAME] = BindGroup.of(new UniformBuffer(frame));
        batch.groups[PbrUniforms.MATERIAL] =
                BindGroup.of(new UniformBuffer(Furnace.material(0.5f, 0, 0.7f)));
        return batch;
    }

    /** Shades, and returns which lights the kernels were called for. */
    private static List<Integer> evaluated(Kernels kind, float[] frame, FragmentBatch batch) {
        var called = new ArrayList<Integer>();
        var kernels =
                (PbrKernels)
                        Proxy.newProxyInstance(
                                PbrKernels.class.getClassLoader(),
                                new Class<?>[] {PbrKernels.class},
                                (proxy, method, arguments) -> {
                                    if (method.getName().equals("light")) {
                                        int at = (int) arguments[2] - PbrUniforms.light(frame, 0);
                                        called.add(at / PbrUniforms.LIGHT_STRIDE);
                                    }
                                    return method.invoke(PbrKernels.of(kind), arguments);
                                });
        PbrProgram.of(FEATURES).new Stage(kind, kernels, TextureSamplings.of(kind)).shade(batch);
        return called;
    }

    /**
     * A row of lamps ten apart that shine four far, the hundredth without an end, and a sun: what
     * lies at a lamp gets that one and those two; what lies between gets the two; what reaches from
     * the third lamp to the fifth gets three lamps, though no single fragment does.
     */
    @ParameterizedTest
    @EnumSource(Kernels.class)
    void aRowOfLamps(Kernels kind) {
        float[] frame = frame(102);
        for (int l = 0; l < 100; l++) {
            point(frame, l, 10 * l, 0, 1, 4);
        }
        point(frame, 100, 0, 0, 1, Float.POSITIVE_INFINITY);
        frame[PbrUniforms.light(frame, 101) + 2] = 1;
        LightSlices.write(frame, true);

        assertThat(evaluated(kind, frame, batch(frame, new float[] {500, 1, 0})))
                .containsExactly(50, 100, 101);
        assertThat(evaluated(kind, frame, batch(frame, new float[] {505, 0, 0})))
                .containsExactly(100, 101);
        float[][] apart = {{30, 0, 0}, {42, 1, 0}, {50, 0, 0}};
        assertThat(evaluated(kind, frame, batch(frame, apart))).containsExactly(3, 4, 5, 100, 101);
        // In the corner of the cube around the sphere
        assertThat(evaluated(kind, frame, batch(frame, new float[] {503.5f, 3.5f, 1})))
                .containsExactly(100, 101);
        // Just within its range, and just beyond
        assertThat(evaluated(kind, frame, batch(frame, new float[] {500, 3.999f, 1})))
                .containsExactly(50, 100, 101);
        assertThat(evaluated(kind, frame, batch(frame, new float[] {500, 4.001f, 1})))
                .containsExactly(100, 101);
        // Before the first slice and behind the last one
        assertThat(evaluated(kind, frame, batch(frame, new float[] {-4.5f, 0, 1})))
                .containsExactly(100, 101);
        assertThat(evaluated(kind, frame, batch(frame, new float[] {-3.9f, 0, 1})))
                .containsExactly(0, 100, 101);
        assertThat(evaluated(kind, frame, batch(frame, new float[] {993.9f, 0, 1})))
                .containsExactly(99, 100, 101);
        // Where no number says how far it is, nothing is left out
        float[][] nowhere = {{505, 0, 0}, {Float.NaN, 0, 0}};
        assertThat(evaluated(kind, frame, batch(frame, nowhere))).hasSize(102);
        float[][] endless = {{505, 0, 0}, {0, Float.NEGATIVE_INFINITY, 0}};
        assertThat(evaluated(kind, frame, batch(frame, endless))).hasSize(102);
        // All that there are, where they are not told apart
        LightSlices.write(frame, false);
        assertThat(evaluated(kind, frame, batch(frame, new float[] {500, 0, 0})))
                .containsExactlyElementsOf(IntStream.range(0, 102).boxed().toList());
    }

    /** Sixteen lights are evaluated wherever they are, as they always were; seventeen are not. */
    @Test
    void fewLightsAreNotToldApart() {
        for (int count : new int[] {16, 17}) {
            float[] frame = frame(count);
            for (int l = 0; l < count; l++) {
                point(frame, l, 10 * l, 0, 1, 4);
            }
            LightSlices.write(frame, true);
            assertThat(frame.length == PbrUniforms.FRAME_SIZE).isEqualTo(count == 16);
            assertThat(evaluated(Kernels.SCALAR, frame, batch(frame, new float[] {50, 0, 0})))
                    .hasSize(count == 16 ? 16 : 1);
            assertThat(LightSlices.mean(frame)).isEqualTo(count == 16 ? 16 : 1);
        }
    }

    /** Cubes of side 8 in a box of 168 x 8 x 8, a sun: 17 / 21 + 1, and with a second row 3. */
    @Test
    void whatAFragmentCostsIsTheMeanOverTheBox() {
        float[] frame = frame(18);
        for (int l = 0; l < 17; l++) {
            point(frame, l, 10 * l, 0, 1, 4);
        }
        LightSlices.write(frame, true);
        assertThat(LightSlices.mean(frame)).isEqualTo(2);
        frame = frame(35);
        for (int l = 0; l < 34; l++) {
            point(frame, l, 10 * (l % 17), 0, 1, 4);
        }
        LightSlices.write(frame, true);
        assertThat(LightSlices.mean(frame)).isEqualTo(3);
        LightSlices.write(frame, false);
        assertThat(LightSlices.mean(frame)).isEqualTo(35);
    }

    /** A plane that many equal suns or far lamps light is as many times as bright. */
    @ParameterizedTest
    @EnumSource(Kernels.class)
    void manyEqualLightsAreAsManyTimesAsBright(Kernels kind) {
        float[] plane = {3, -2, 0};
        for (boolean lamps : new boolean[] {false, true}) {
            float[] one = frame(1);
            float[] many = frame(1000);
            for (float[] frame : List.of(one, many)) {
                for (int l = 0; l < frame[PbrUniforms.LIGHT_COUNT]; l++) {
                    frame[PbrUniforms.light(frame, l) + 2] = 1;
                    if (lamps) {
                        point(frame, l, 0, 0, 50, 400);
                    }
                }
                LightSlices.write(frame, true);
            }
            var dim = batch(one, plane);
            var bright = batch(many, plane);
            assertThat(evaluated(kind, one, dim)).hasSize(1);
            assertThat(evaluated(kind, many, bright)).hasSize(1000);
            for (int c = 0; c < 3; c++) {
                float single = dim.scratch[PbrKernels.RADIANCE + c][0];
                assertThat(single).isPositive();
                assertThat(bright.scratch[PbrKernels.RADIANCE + c][0] / single)
                        .isBetween(999.9f, 1000.1f);
            }
        }
    }

    /** Whatever numbers a file has: what is left out would have added nothing, to the last bit. */
    @ParameterizedTest
    @EnumSource(Kernels.class)
    void whatIsLeftOutAddsNothing(Kernels kind) {
        long leftOut = 0;
        for (int seed = 0; seed < 400; seed++) {
            var random = new Random(seed);
            float[] frame = frame(17 + random.nextInt(80));
            int count = (int) frame[PbrUniforms.LIGHT_COUNT];
            double size = Math.pow(10, random.nextInt(9) - 4);
            for (int l = 0; l < count; l++) {
                place(random, frame, l, size);
            }
            float[][] places = new float[random.nextBoolean() ? 1 : 1 + random.nextInt(40)][3];
            boolean far = random.nextInt(10) == 0;
            double spread = size * random.nextDouble();
            for (float[] place : places) {
                for (int axis = 0; axis < 3; axis++) {
                    place[axis] = (float) (size * axis / 2 + spread * random.nextGaussian());
                    if (far && random.nextInt(30) == 0) {
                        place[axis] = extreme(random);
                    }
                }
            }
            if (random.nextBoolean()) {
                // Just within, at and beyond a range
                int at = PbrUniforms.light(frame, random.nextInt(count));
                float range = (float) (1 / Math.sqrt(frame[at + 7]));
                float[] offsets = {0.98f, 0.999f, 0.999999f, 1, 1.000001f, 1.00001f};
                places[0][0] = frame[at] + range * offsets[random.nextInt(offsets.length)];
                places[0][1] = frame[at + 1];
                places[0][2] = frame[at + 2];
            }
            LightSlices.write(frame, true);
            var some = batch(frame, places);
            leftOut += count - evaluated(kind, frame, some).size();
            LightSlices.write(frame, false);
            var all = batch(frame, places);
            assertThat(evaluated(kind, frame, all)).hasSize(count);
            for (int i = 0; i < places.length; i++) {
                for (int c = 0; c < 3; c++) {
                    float[] a = some.scratch[PbrKernels.RADIANCE + c];
                    float[] b = all.scratch[PbrKernels.RADIANCE + c];
                    assertThat(Float.floatToIntBits(a[i]))
                            .as("seed %d, lane %d: %s, not %s", seed, i, a[i], b[i])
                            .isEqualTo(Float.floatToIntBits(b[i]));
                }
            }
        }
        assertThat(leftOut).isGreaterThan(5000);
    }

    private static float extreme(Random random) {
        float[] values = {
            Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, 3e38f, -1e19f, 1e18f, 0
        };
        return values[random.nextInt(values.length)];
    }

    private static void place(Random random, float[] frame, int light, double size) {
        double reach = size * random.nextDouble() * (random.nextInt(4) == 0 ? 3 : 0.5);
        point(
                frame,
                light,
                size * random.nextGaussian(),
                size * random.nextGaussian(),
                size * random.nextGaussian(),
                (float) reach);
        int at = PbrUniforms.light(frame, light);
        switch (random.nextInt(12)) {
            case 0 -> frame[at + 3] = 0;
            case 1 -> frame[at + 7] = 0;
            case 2 -> {
                float[] ranges = {1e-30f, 1e-15f, 1e15f, 1.8e19f, 1e30f};
                float range = ranges[random.nextInt(ranges.length)];
                frame[at + 7] = 1 / (range * range);
            }
            case 3 -> {
                // A spot downwards
                frame[at + 10] = -1;
                frame[at + 11] = 4;
                frame[at + 12] = -2;
            }
            case 4 -> frame[at + random.nextInt(3)] = random.nextInt(8) == 0 ? extreme(random) : 0;
            default -> {}
        }
    }
}
