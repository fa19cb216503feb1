package dev.azulejo.core.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.device.Sheet;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.DeviceAccess;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.function.Consumer;

/** What everything is compared with, by itself: rectangles on 8x8 pixels, every pixel by hand. */
class ReferenceRendererTest {
    private static final int SIDE = 8;
    private static final PipelineState LESS = depth(CompareFunction.LESS, true);

    /** Opaque blue of 0.2. */
    private static final int CLEAR = 0xff330000;

    private final Counts counts = new Counts();
    private final ReferenceRenderer renderer = new ReferenceRenderer(counts);

    private static PipelineState depth(CompareFunction compare, boolean write) {
        return Fixture.pipeline().depth(new DepthState(compare, write, false)).build();
    }

    private static RenderTarget target(TextureFormat format, int samples) {
        var target = new RenderTarget(SIDE, SIDE, format, samples);
        DeviceAccess.requireSampleStorage(target);
        return target;
    }

    /** Left, top, right and bottom, pixels. */
    private static float[] sides(float... all) {
        return all;
    }

    private static float[] color(float... redGreenBlueAlpha) {
        return redGreenBlueAlpha;
    }

    private static float[] red(float red) {
        return color(red, 0, 0, 1);
    }

    private static void rectangle(
            CommandBuffer commands, PipelineState pipeline, float[] sides, float z, float[] color) {
        float left = 2 * sides[0] / SIDE - 1;
        float top = 1 - 2 * sides[1] / SIDE;
        float right = 2 * sides[2] / SIDE - 1;
        float bottom = 1 - 2 * sides[3] / SIDE;
        float[] positions = {
            left, top, z, 1, right, top, z, 1, left, bottom, z, 1, right, bottom, z, 1
        };
        float[] colors = new float[16];
        for (int i = 0; i < 16; i++) {
            colors[i] = color[i % 4];
        }
        Fixture.drawIndexed(commands, pipeline, positions, colors, 0, 1, 2, 2, 1, 3);
    }

    private static ChunkOutput[] chunks(RenderTarget target, Consumer<CommandBuffer> scene) {
        var commands = new CommandBuffer().beginPhase(PassDescriptor.load(target));
        scene.accept(commands);
        var chunks = Fixture.outputs(Sheet.cut(commands, EarlyZ.OFF, new Counts()));
        var worker = new GeometryWorker(KernelSet.of(Kernels.SCALAR), new Counts());
        for (var chunk : chunks) {
            worker.process(chunk);
        }
        return chunks;
    }

    private static PassDescriptor clear(RenderTarget target) {
        return target.format() == TextureFormat.DEPTH32_FLOAT
                ? PassDescriptor.depth(target)
                : PassDescriptor.clear(target, 0, 0, 0.2f, 1);
    }

    private void render(RenderTarget target, Consumer<CommandBuffer> scene) {
        var chunks = chunks(target, scene);
        renderer.render(clear(target), chunks, 0, chunks.length, true, true);
    }

    /** Rows of pixels: a dot for the clear colour, else how many fifths of red there are. */
    private static String rows(RenderTarget target) {
        var text = new StringBuilder();
        for (int i = 0; i < SIDE * SIDE; i++) {
            int pixel = target.pixels()[i];
            text.append(pixel == CLEAR ? '.' : Character.forDigit((pixel & 0xff) / 51, 10));
            text.append(i % SIDE == SIDE - 1 ? "\n" : "");
        }
        return text.toString();
    }

    /** The nearer one wins, whichever comes first; of equal depth the first one does. */
    @Test
    void theNearerOneWins() {
        var target = target(TextureFormat.RGBA8_UNORM, 1);
        render(
                target,
                c -> {
                    rectangle(c, LESS, sides(1, 1, 5, 4), 0.5f, red(0.2f));
                    rectangle(c, LESS, sides(3, 2, 7, 6), 0.75f, red(0.4f));
                    rectangle(c, LESS, sides(0, 3, 4, 7), 0.25f, red(0.6f));
                    rectangle(c, LESS, sides(4, 0, 6, 2), 0.5f, red(0.8f));
                });
        assertThat(rows(target))
                .isEqualTo(
                        """
                        ....44..
                        .11114..
                        .111122.
                        3333122.
                        3333222.
                        3333222.
                        3333....
                        ........
                        """);
        assertThat(counts.get(Counter.SAMPLES_TESTED)).isEqualTo(12 + 16 + 16 + 4);
        assertThat(counts.get(Counter.SAMPLES_PASSED)).isEqualTo(12 + 12 + 16 + 3);
        assertThat(counts.get(Counter.FRAGMENTS_SHADED)).isEqualTo(12 + 12 + 16 + 3);
        assertThat(counts.get(Counter.PIXELS_RESOLVED)).isEqualTo(64);
    }

    /** Depth that is not written hides nothing; ALWAYS asks for none. */
    @Test
    void depthStateIsObeyed() {
        var target = target(TextureFormat.RGBA8_UNORM, 1);
        var silent = depth(CompareFunction.LESS, false);
        var always = depth(CompareFunction.ALWAYS, true);
        render(
                target,
                c -> {
                    rectangle(c, silent, sides(0, 0, 4, 1), 0.25f, red(0.2f));
                    rectangle(c, LESS, sides(0, 0, 2, 1), 0.5f, red(0.4f));
                    rectangle(c, always, sides(1, 0, 3, 1), 0.75f, red(0.6f));
                });
        assertThat(rows(target)).startsWith("2331....\n");
        assertThat(Arrays.copyOf(target.sampleDepth(), 5))
                .containsExactly(0.5f, 0.75f, 0.75f, 1, 1);
    }

    /** An edge through centres: left and top ones are inside, and nothing is shaded twice. */
    @Test
    void sharedEdgesBelongToOne() {
        var target = target(TextureFormat.RGBA8_UNORM, 1);
        render(
                target,
                c -> {
                    rectangle(c, LESS, sides(0.5f, 0.5f, 4.5f, 4.5f), 0.5f, red(0.2f));
                    rectangle(c, LESS, sides(4.5f, 0.5f, 7.5f, 4.5f), 0.5f, red(0.4f));
                });
        assertThat(rows(target)).isEqualTo("1111222.\n".repeat(4) + "........\n".repeat(4));
        assertThat(counts.get(Counter.SAMPLES_TESTED)).isEqualTo(28);
    }

    /** Half a pixel has two of four samples: a mean of codes, or of light. */
    @Test
    void samplesAreCoveredOneByOne() {
        var target = target(TextureFormat.RGBA8_UNORM, 4);
        var half = sides(0, 0, 1.5f, 1);
        render(target, c -> rectangle(c, LESS, half, 0.5f, color(0.4f, 0, 0.6f, 1)));
        assertThat(target.pixels()[0]).isEqualTo(102 | 153 << 16 | 255 << 24);
        assertThat(target.pixels()[1]).isEqualTo(51 | 102 << 16 | 255 << 24);
        assertThat(target.pixels()[2]).isEqualTo(CLEAR);
        assertThat(Arrays.stream(target.sampleColor(), 4, 8).filter(s -> s == CLEAR).count())
                .isEqualTo(2);
        assertThat(counts.get(Counter.SAMPLES_TESTED)).isEqualTo(4 + 2);
        // The diagonal leaves one sample of the first pixel to the other triangle.
        assertThat(counts.get(Counter.FRAGMENTS_SHADED)).isEqualTo(3);
        var light = target(TextureFormat.RGBA8_SRGB, 4);
        render(light, c -> rectangle(c, LESS, half, 0.5f, red(0.5f)));
        // Half of the light is code 188, a quarter is 137.
        assertThat(light.pixels()[0] & 0xff).isEqualTo(188);
        assertThat(light.pixels()[1] & 0xff).isEqualTo(137);
    }

    /** Means of floats; of equal ones that one, although the sum of eight is rounded. */
    @Test
    void floatsAreAveraged() {
        var target = target(TextureFormat.RGBA32_FLOAT, 4);
        var half = sides(0, 0, 1.5f, 1);
        render(target, c -> rectangle(c, LESS, half, 0.5f, color(-3, 0, 5, 1)));
        assertThat(Arrays.copyOfRange(target.floatPixels(), 4, 7))
                .containsExactly(-1.5f, 0, (5 + 5 + 0.2f + 0.2f) / 4);
        var eight = target(TextureFormat.RGBA32_FLOAT, 8);
        var pass = PassDescriptor.clear(eight, 0.003f, 0, 0, 1);
        renderer.render(pass, new ChunkOutput[0], 0, 0, true, true);
        assertThat(eight.floatPixels()[0]).isEqualTo(0.003f);
    }

    /** Half over what is there, in all channels but green; and green alone, with nothing read. */
    @ParameterizedTest
    @EnumSource(names = {"RGBA8_UNORM", "RGBA32_FLOAT"})
    void coloursAreMerged(TextureFormat format) {
        var alpha = BlendState.ALPHA;
        var over = LESS.withBlend(new BlendState(alpha.color(), alpha.alpha(), 0b1101));
        var opaque = BlendState.OPAQUE;
        var green = LESS.withBlend(new BlendState(opaque.color(), opaque.alpha(), 0b0010));
        var target = target(format, 1);
        render(
                target,
                c -> {
                    rectangle(c, LESS, sides(0, 0, 1, 1), 0.5f, color(0.8f, 0.6f, 0, 1));
                    rectangle(c, over, sides(0, 0, 2, 1), 0.25f, color(0.4f, 1, 0, 0.5f));
                    rectangle(c, green, sides(2, 0, 3, 1), 0.5f, color(1, 1, 1, 0));
                });
        boolean floats = format == TextureFormat.RGBA32_FLOAT;
        double[] expected = {0.6, 0.6, 0, 1, 0.2, 0, 0.1, 1, 0, 1, 0.2, 1};
        for (int i = 0; i < expected.length; i++) {
            double value =
                    floats
                            ? target.floatPixels()[i]
                            : (target.pixels()[i / 4] >>> 8 * (i % 4) & 0xff) / 255.0;
            // Half a code at most
            assertThat(Math.abs(value - expected[i])).as("%d", i).isLessThan(floats ? 1e-6 : 0.002);
        }
    }

    /** A phase in parts is cleared once and resolved once; other parts are left alone. */
    @Test
    void partsAreOneAfterTheOther() {
        var target = target(TextureFormat.RGBA8_UNORM, 1);
        var chunks =
                chunks(
                        target,
                        c -> {
                            for (int i = 0; i < 4; i++) {
                                var place = sides(i, 0, i + 1, 1);
                                rectangle(c, LESS, place, 0.5f, red((i + 1) / 5f));
                            }
                        });
        var pass = clear(target);
        renderer.render(pass, chunks, 0, 1, true, false);
        assertThat(target.pixels()).containsOnly(0);
        assertThat(target.sampleColor()[8]).isEqualTo(CLEAR);
        renderer.render(pass, chunks, 1, 3, false, true);
        assertThat(rows(target)).startsWith("123.....\n");
        assertThat(counts.get(Counter.PIXELS_RESOLVED)).isEqualTo(64);
        // A pass that loads goes on with what is there.
        renderer.render(PassDescriptor.load(target), chunks, 3, 4, true, true);
        assertThat(rows(target)).startsWith("1234....\n");
        assertThat(counts.get(Counter.SAMPLES_TESTED)).isEqualTo(4);
    }

    /** A target of depths has no colours; depth is the plane of the triangle. */
    @Test
    void depthsAreWrittenWithoutColours() {
        var target = target(TextureFormat.DEPTH32_FLOAT, 1);
        float[] positions = {-1, 1, 0, 1, 1, 1, 0.5f, 1, -1, -1, 0, 1, 1, -1, 0.5f, 1};
        render(
                target,
                c -> Fixture.drawIndexed(c, LESS, positions, new float[16], 0, 1, 2, 2, 1, 3));
        for (int i = 0; i < 64; i++) {
            assertThat(target.sampleDepth()[i]).isEqualTo((i % SIDE + 0.5f) / 16);
        }
        assertThat(counts.get(Counter.FRAGMENTS_SHADED)).isZero();
        assertThat(counts.get(Counter.SAMPLES_PASSED)).isEqualTo(64);
    }
}
