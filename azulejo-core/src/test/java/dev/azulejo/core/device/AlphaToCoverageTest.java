package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.command.BlendComponent;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.shader.VertexStage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.function.Consumer;

/** Alpha that becomes coverage, against closed forms. */
class AlphaToCoverageTest {
    private static final int SIDE = Sheet.SIDE;

    private static final List<DeviceOptions> WAYS =
            List.of(
                    DeviceOptions.REFERENCE,
                    Tally.PLAIN,
                    DeviceOptions.DEFAULT.withThreads(2).withEarlyZ(EarlyZ.ON),
                    DeviceOptions.DEFAULT
                            .withThreads(1)
                            .withWindow(1)
                            .withEarlyZ(EarlyZ.ON.with(EarlyZ.Part.FULL_DEPTH)));

    /**
     * Varying 0 is the alpha, as it is or sharpened around 0; the others are the colour. Without
     * coverage everything stays.
     */
    private record Program(boolean sharpens) implements ShaderProgram, FragmentStage {
        private static final TestProgram VERTICES = new TestProgram(false, true);

        @Override
        public String name() {
            return sharpens ? "sharpened" : "as it is";
        }

        @Override
        public int varyingCount() {
            return 4;
        }

        @Override
        public boolean writesCoverage() {
            return true;
        }

        @Override
        public int keepVaryingCount() {
            return 1;
        }

        @Override
        public int coverGradientCount() {
            return 1;
        }

        @Override
        public VertexStage vertexStage(Kernels kernels) {
            return VERTICES;
        }

        @Override
        public FragmentStage fragmentStage(Kernels kernels) {
            return this;
        }

        @Override
        public void cover(FragmentBatch batch) {
            for (int i = 0; i < batch.count; i++) {
                float alpha = batch.varying[0][i];
                float width = Math.abs(batch.ddx[0][i]) + Math.abs(batch.ddy[0][i]);
                batch.alpha[i] = sharpens ? alpha / width + 0.5f : alpha;
            }
        }

        @Override
        public void shade(FragmentBatch batch) {
            for (int i = 0; i < batch.count; i++) {
                batch.red[i] = batch.varying[1][i];
                batch.green[i] = batch.varying[2][i];
                batch.blue[i] = batch.varying[3][i];
                batch.alpha[i] = 1;
            }
        }
    }

    private static final PipelineState AS_IT_IS = pipeline(new Program(false));
    private static final PipelineState SHARPENED = pipeline(new Program(true));

    private static PipelineState pipeline(Program program) {
        return PipelineState.opaque(
                        program, VertexAttribute.packed(0, 0, 3), VertexAttribute.packed(1, 1, 4))
                .withAlphaToCoverage(true);
    }

    /** A sheet of two triangles with an alpha and a colour. */
    private static Sheet sheet(int x0, int y0, int x1, int y1, float z, float... varyings) {
        var sheet = Sheet.of(1, 1, x0, y0, x1, y1, z);
        float[] all = new float[16];
        for (int i = 0; i < all.length; i++) {
            all[i] = varyings[varyings.length == 16 ? i : i % 4];
        }
        return new Sheet(sheet.positions(), new VertexBuffer(all), sheet.indices(), sheet.matrix());
    }

    private static FrameReport draw(
            DeviceOptions options, RenderTarget target, Consumer<CommandBuffer> scene) {
        var commands = new CommandBuffer().beginPhase(PassDescriptor.clear(target, 0, 0, 0, 0));
        scene.accept(commands);
        try (var device = new Device(options)) {
            return device.submit(commands);
        }
    }

    private static RenderTarget target(int samples) {
        return new RenderTarget(SIDE, SIDE, TextureFormat.RGBA32_FLOAT, samples);
    }

    /** Which part of each pixel a half-plane covers, whose alpha is the distance from its edge. */
    private static float[] halfPlane(DeviceOptions options, int samples, double[] edge) {
        float[] varyings = new float[16];
        for (int v = 0; v < 4; v++) {
            int x = SIDE * (v % 2);
            int y = SIDE * (v / 2);
            varyings[4 * v] = (float) (edge[0] * x + edge[1] * y - edge[2]);
            varyings[4 * v + 1] = 1;
        }
        var target = target(samples);
        var sheet = sheet(0, 0, SIDE, SIDE, 0.5f, varyings);
        draw(options, target, c -> sheet.draw(c, SHARPENED));
        float[] red = new float[SIDE * SIDE];
        for (int p = 0; p < red.length; p++) {
            red[p] = target.floatPixels()[4 * p];
        }
        return red;
    }

    /** Area of a pixel within a half-plane, by cutting the square. */
    private static double area(double[] edge, int px, int py) {
        double[] x = {px, px + 1, px + 1, px};
        double[] y = {py, py, py + 1, py + 1};
        double twice = 0;
        double fromX = 0;
        double fromY = 0;
        double firstX = 0;
        double firstY = 0;
        boolean any = false;
        for (int i = 0; i < 4; i++) {
            int j = (i + 1) % 4;
            double a = edge[0] * x[i] + edge[1] * y[i] - edge[2];
            double b = edge[0] * x[j] + edge[1] * y[j] - edge[2];
            double[] shares = {a >= 0 ? 0 : -1, a >= 0 != b >= 0 ? a / (a - b) : -1};
            for (double share : shares) {
                if (share >= 0) {
                    double atX = x[i] + share * (x[j] - x[i]);
                    double atY = y[i] + share * (y[j] - y[i]);
                    if (any) {
                        twice += fromX * atY - atX * fromY;
                    } else {
                        firstX = atX;
                        firstY = atY;
                        any = true;
                    }
                    fromX = atX;
                    fromY = atY;
                }
            }
        }
        return (twice + fromX * firstY - firstX * fromY) / 2;
    }

    /** In a row all pixels have the same share of their samples: the number nearest to the area. */
    @ParameterizedTest
    @ValueSource(ints = {4, 8, 16})
    void anEdgeAlongPixelsCoversTheNearestNumber(int samples) {
        for (int k = 0; k < 32; k++) {
            double place = 20 + (k + 0.3) / 32;
            float[] across = halfPlane(Tally.PLAIN, samples, new double[] {1, 0, place});
            float[] down = halfPlane(Tally.PLAIN, samples, new double[] {0, -1, -place});
            float share = Math.round(samples * (21 - place)) / (float) samples;
            float rest = Math.round(samples * (place - 20)) / (float) samples;
            for (int p = 0; p < SIDE * SIDE; p++) {
                int x = p % SIDE;
                int y = p / SIDE;
                assertThat(across[p]).isEqualTo(x < 20 ? 0 : x == 20 ? share : 1);
                assertThat(down[p]).isEqualTo(y < 20 ? 1 : y == 20 ? rest : 0);
            }
        }
    }

    /**
     * At any angle a pixel is off by at most the eighth that a straight ramp is from the area (at
     * 45 degrees) and half a sample; and of the pixels along an edge, which meets them anywhere,
     * the mean is the area, within a tenth of a sample; of 16 within half a sample, since at 77
     * degrees alpha goes by three sixteenths from pixel to pixel, and all are rounded the same way.
     */
    @ParameterizedTest
    @ValueSource(ints = {4, 8, 16})
    void edgesAtAnyAngleCoverTheirArea(int samples) {
        for (int degrees = 5; degrees < 360; degrees += 6) {
            double angle = Math.toRadians(degrees);
            double nx = Math.cos(angle);
            double ny = Math.sin(angle);
            double[] edge = {nx, ny, nx * 31.63 + ny * 32.21};
            float[] covered = halfPlane(Tally.PLAIN, samples, edge);
            double sum = 0;
            int met = 0;
            for (int p = 0; p < SIDE * SIDE; p++) {
                double area = area(edge, p % SIDE, p / SIDE);
                double off = covered[p] - area;
                assertThat(Math.abs(off))
                        .as("%d degrees, pixel %d", degrees, p)
                        .isLessThanOrEqualTo(0.125 + 0.5 / samples + 1e-4);
                sum += off;
                met += area > 0 && area < 1 ? 1 : 0;
            }
            assertThat(met).isGreaterThanOrEqualTo(SIDE);
            assertThat(sum / met)
                    .as("%d degrees", degrees)
                    .isCloseTo(0, within((samples == 16 ? 0.5 : 0.1) / samples));
        }
    }

    @Test
    void everyWayCoversTheSame() {
        double[] edge = {0.6, -0.8, 3.3};
        for (int samples : new int[] {4, 8, 16}) {
            float[] expected = halfPlane(DeviceOptions.REFERENCE, samples, edge);
            for (var options : WAYS) {
                assertThat(halfPlane(options, samples, edge)).isEqualTo(expected);
            }
        }
    }

    /**
     * A square of 8x8 pixels: green that covers n of 4 samples, red behind it. Both triangles meet
     * in the 8 pixels on the diagonal, where samples 0 and 2 are the upper one's and 1 and 3 the
     * lower one's; they are covered in the order 0, 3, 1, 2.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void whatIsNotCoveredShowsWhatIsBehind(int n) {
        var green = sheet(8, 8, 16, 16, 0.3f, n / 4f, 0, 1, 0);
        var red = sheet(8, 8, 16, 16, 0.6f, 0, 1, 0, 0);
        var opaque = AS_IT_IS.withAlphaToCoverage(false);
        long[] shaded = {0, 56 + 8, 56 + 16, 56 + 16, 56 + 16};
        for (var options : WAYS) {
            var greenFirst = target(4);
            var redFirst = target(4);
            var counts =
                    draw(
                            options,
                            greenFirst,
                            c -> {
                                green.draw(c, AS_IT_IS);
                                red.draw(c, opaque);
                            });
            draw(
                    options,
                    redFirst,
                    c -> {
                        red.draw(c, opaque);
                        green.draw(c, AS_IT_IS);
                    });
            for (var target : List.of(greenFirst, redFirst)) {
                for (int p = 0; p < SIDE * SIDE; p++) {
                    boolean inside = p % SIDE / 8 == 1 && p / SIDE / 8 == 1;
                    float[] f = target.floatPixels();
                    assertThat(f[4 * p]).isEqualTo(inside ? 1 - n / 4f : 0);
                    assertThat(f[4 * p + 1]).isEqualTo(inside ? n / 4f : 0);
                }
            }
            assertThat(counts.get(Counter.FRAGMENTS_DISCARD_TESTED)).isEqualTo(56 + 16);
            assertThat(counts.get(Counter.TRIANGLES_HIDDEN_BEFORE)).isZero();
            assertThat(counts.get(Counter.TRIANGLES_HIDDEN_AFTER)).isZero();
            assertThat(counts.get(Counter.FRAGMENTS_SHADED)).isEqualTo(shaded[n] + shaded[4 - n]);
        }
    }

    /** Red's depth passes where green covers nothing; without coverage green is all there is. */
    @Test
    void countersOfSamples() {
        var green = sheet(8, 8, 16, 16, 0.3f, 0.25f, 0, 1, 0);
        var red = sheet(8, 8, 16, 16, 0.6f, 0, 1, 0, 0);
        for (boolean covers : new boolean[] {true, false}) {
            var counts =
                    draw(
                            Tally.PLAIN,
                            target(4),
                            c -> {
                                green.draw(c, AS_IT_IS.withAlphaToCoverage(covers));
                                red.draw(c, AS_IT_IS.withAlphaToCoverage(false));
                            });
            assertThat(counts.get(Counter.SAMPLES_TESTED)).isEqualTo(2 * 4 * 64);
            assertThat(counts.get(Counter.SAMPLES_PASSED))
                    .isEqualTo(4 * 64 + (covers ? 3 * 64 : 0));
            assertThat(counts.get(Counter.SAMPLES_NOT_SHADED)).isEqualTo(4 * 64);
            assertThat(counts.get(Counter.FRAGMENTS_DISCARD_TESTED)).isEqualTo(covers ? 72 : 0);
            assertThat(counts.get(Counter.FRAGMENTS_SHADED)).isEqualTo(covers ? 64 + 72 : 72);
        }
    }

    /** What writes no colour stores the depth of the samples that it covers, and of no others. */
    @Test
    void depthAloneIsCoveredToo() {
        var none = new BlendState(BlendComponent.REPLACE, BlendComponent.REPLACE, 0);
        var green = sheet(8, 8, 16, 16, 0.3f, 0.75f, 0, 1, 0);
        var red = sheet(8, 8, 16, 16, 0.6f, 0, 1, 0, 0);
        for (var options : WAYS) {
            var target = target(4);
            draw(
                    options,
                    target,
                    c -> {
                        green.draw(c, AS_IT_IS.withBlend(none));
                        red.draw(c, AS_IT_IS.withAlphaToCoverage(false));
                    });
            assertThat(target.floatPixels()[4 * (10 * SIDE + 12)]).isEqualTo(0.25f);
            assertThat(target.floatPixels()[4 * (10 * SIDE + 12) + 1]).isZero();
        }
    }

    /** What is blended is blended with the samples that it covers. */
    @Test
    void blendingIsCoveredToo() {
        var white = sheet(8, 8, 16, 16, 0.3f, 0.5f, 1, 1, 1);
        for (var options : WAYS) {
            var target = target(8);
            draw(
                    options,
                    target,
                    c -> {
                        white.draw(c, AS_IT_IS.withBlend(BlendState.ALPHA));
                        white.draw(c, AS_IT_IS.withBlend(BlendState.ALPHA));
                    });
            assertThat(target.floatPixels()[4 * (10 * SIDE + 12)]).isEqualTo(0.5f);
        }
    }
}
