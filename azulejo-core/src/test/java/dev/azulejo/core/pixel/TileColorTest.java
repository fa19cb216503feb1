package dev.azulejo.core.pixel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.command.BlendComponent;
import dev.azulejo.core.command.BlendFactor;
import dev.azulejo.core.command.BlendOperation;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.resource.DeviceAccess;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.screen.TileSet;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.Random;

/**
 * Colours of a tile against plain double arithmetic, and their ways to and from the target. The
 * target has a tile that its right and lower edges cut.
 */
class TileColorTest {
    private static final int SIDE = 16;

    private static final TileGrid FOUR = new TileGrid();

    static {
        FOUR.set(2 * SIDE, 2 * SIDE, SIDE, TileSet.ALL);
    }

    private static final int WIDTH = 27;
    private static final int HEIGHT = 22;

    private final Random random = new Random(11);
    private final FragmentBatch batch = new FragmentBatch();
    private final TileGrid grid = new TileGrid();

    private static TileMemory memory(TextureFormat format, int samples) {
        return new TileMemory(SIDE, samples, format, KernelSet.of(Kernels.SCALAR).color());
    }

    private static RenderTarget target(TextureFormat format, int samples) {
        var target = new RenderTarget(WIDTH, HEIGHT, format, samples);
        DeviceAccess.requireSampleStorage(target);
        return target;
    }

    private void place(TileMemory memory, int tile) {
        grid.set(WIDTH, HEIGHT, SIDE, TileSet.ALL);
        memory.locate(grid, tile);
    }

    /** Half a code for rounding, and what the encoding of sRGB may add. */
    private static double error(TextureFormat format) {
        return switch (format) {
            case RGBA8_UNORM -> 0.5 + 1e-4;
            case RGBA8_SRGB -> 0.58;
            case RGBA32_FLOAT -> 1e-6;
            case DEPTH32_FLOAT -> throw new IllegalArgumentException("no colours");
        };
    }

    /** What is stored for linear light, as a number: a code, or the light itself. */
    private static double encoded(TextureFormat format, int channel, double linear) {
        if (format == TextureFormat.RGBA32_FLOAT) {
            return linear;
        }
        double l = Math.clamp(linear, 0.0, 1.0);
        boolean curve = format == TextureFormat.RGBA8_SRGB && channel != 3;
        return 255
                * (!curve ? l : l <= 0.0031308 ? 12.92 * l : 1.055 * Math.pow(l, 1 / 2.4) - 0.055);
    }

    private static double decoded(TextureFormat format, int channel, double stored) {
        if (format == TextureFormat.RGBA32_FLOAT) {
            return stored;
        }
        double c = stored / 255;
        boolean curve = format == TextureFormat.RGBA8_SRGB && channel != 3;
        return !curve ? c : c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);
    }

    /** A channel of a sample, or of a resolved pixel. */
    private static double channel(int[] codes, float[] floats, int at, int channel) {
        return codes.length != 0 ? codes[at] >>> 8 * channel & 0xff : floats[4 * at + channel];
    }

    private static double stored(RenderTarget target, int x, int y, int sample, int channel) {
        int at = (y * WIDTH + x) * target.samples() + sample;
        return channel(target.sampleColor(), target.sampleFloatColor(), at, channel);
    }

    private static double pixel(RenderTarget target, int x, int y, int channel) {
        return channel(target.pixels(), target.floatPixels(), y * WIDTH + x, channel);
    }

    private void fillSamples(RenderTarget target) {
        int[] codes = target.sampleColor();
        for (int i = 0; i < codes.length; i++) {
            codes[i] = random.nextInt();
        }
        float[] floats = target.sampleFloatColor();
        for (int i = 0; i < floats.length; i++) {
            floats[i] = random.nextBoolean() ? random.nextInt(2) : random.nextFloat() * 4 - 1;
        }
        for (int i = 0; i < target.sampleDepth().length; i++) {
            target.sampleDepth()[i] = random.nextFloat();
        }
    }

    /** Samples come back as they went, tile by tile, whichever way they stayed meanwhile. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "DEPTH32_FLOAT")
    void samplesComeBackAsTheyWent(TextureFormat format) {
        for (int samples : new int[] {1, 4, 8, 16}) {
            var from = target(format, samples);
            var to = target(format, samples);
            fillSamples(from);
            var loads = PassDescriptor.load(from);
            var stores = PassDescriptor.load(to);
            var memory = memory(format, samples);
            var parking = new TileParking();
            parking.require(FOUR, from);
            for (int tile = 0; tile < 4; tile++) {
                place(memory, tile);
                memory.load(loads, tile, parking, LoadOperation.LOAD);
                memory.store(loads.target(), tile, parking, StoreOperation.PARK);
                memory.color.clear(PassDescriptor.clear(from, 0.5f, 0.5f, 0.5f, 0.5f));
                Arrays.fill(memory.samples.depth, -1);
            }
            for (int tile = 3; tile >= 0; tile--) {
                place(memory, tile);
                memory.load(loads, tile, parking, LoadOperation.UNPARK);
                memory.store(stores.target(), tile, parking, StoreOperation.STORE);
            }
            assertThat(to.sampleColor()).isEqualTo(from.sampleColor());
            assertThat(to.sampleFloatColor()).isEqualTo(from.sampleFloatColor());
            assertThat(to.sampleDepth()).isEqualTo(from.sampleDepth());
        }
    }

    /** Storing a tile leaves the others' samples alone; dropping it leaves all. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "DEPTH32_FLOAT")
    void storesItsOwnPixelsAlone(TextureFormat format) {
        var target = target(format, 4);
        var memory = memory(format, 4);
        place(memory, 3);
        var pass = PassDescriptor.clear(target, 1, 0, 1, 1).withClearDepth(0.375f);
        memory.load(pass, 3, new TileParking(), LoadOperation.CLEAR);
        memory.store(pass.target(), 3, new TileParking(), StoreOperation.DROP);
        assertThat(target.sampleDepth()).containsOnly(0);
        memory.store(pass.target(), 3, new TileParking(), StoreOperation.STORE);
        memory.color.resolve(target, memory.rectangle);
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                boolean mine = x >= SIDE && y >= SIDE;
                for (int s = 0; s < 4; s++) {
                    for (int c = 0; c < 4; c++) {
                        double one = format == TextureFormat.RGBA32_FLOAT ? 1 : 255;
                        double value = mine && c != 1 ? one : 0;
                        assertThat(stored(target, x, y, s, c)).isEqualTo(value);
                        assertThat(pixel(target, x, y, c)).isEqualTo(value);
                    }
                    assertThat(target.sampleDepth()[(y * WIDTH + x) * 4 + s])
                            .isEqualTo(mine ? 0.375f : 0);
                }
            }
        }
    }

    /** A pixel is the mean of its samples' light. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "DEPTH32_FLOAT")
    void resolvesToTheMeanOfLight(TextureFormat format) {
        for (int samples : new int[] {1, 4, 8, 16}) {
            var target = target(format, samples);
            fillSamples(target);
            var memory = memory(format, samples);
            for (int tile = 0; tile < 4; tile++) {
                place(memory, tile);
                memory.load(PassDescriptor.load(target), tile, null, LoadOperation.LOAD);
                memory.color.resolve(target, memory.rectangle);
            }
            for (int y = 0; y < HEIGHT; y++) {
                for (int x = 0; x < WIDTH; x++) {
                    for (int c = 0; c < 4; c++) {
                        double sum = 0;
                        for (int s = 0; s < samples; s++) {
                            sum += decoded(format, c, stored(target, x, y, s, c));
                        }
                        double expected = encoded(format, c, sum / samples);
                        assertThat(pixel(target, x, y, c))
                                .isCloseTo(
                                        samples == 1 ? stored(target, x, y, 0, c) : expected,
                                        within(samples == 1 ? 0 : error(format)));
                    }
                }
            }
        }
    }

    /** A tile that nothing touches: the same pixels as cleared and resolved. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "DEPTH32_FLOAT")
    void clearsWithoutSamples(TextureFormat format) {
        var target = target(format, 4);
        var pass = PassDescriptor.clear(target, 0.2f, 0.4f, 1.5f, 0.7f);
        var memory = memory(format, 4);
        place(memory, 2);
        memory.color.resolveClear(pass, pass.target(), memory.rectangle);
        float[] clear = {0.2f, 0.4f, 1.5f, 0.7f};
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                for (int c = 0; c < 4; c++) {
                    double value = x < SIDE && y >= SIDE ? encoded(format, c, clear[c]) : 0;
                    assertThat(pixel(target, x, y, c)).isCloseTo(value, within(error(format)));
                }
            }
        }
        var other = target(format, 4);
        memory.load(pass, 2, null, LoadOperation.CLEAR);
        memory.color.resolve(other, memory.rectangle);
        assertThat(other.samePixels(target)).isTrue();
    }

    /** Fragments of distinct pixels, each with some samples. */
    private int[][] fragments(int samples, int first) {
        int[] pixel = new int[first + FragmentBatch.LENGTH];
        int[] mask = new int[first + FragmentBatch.LENGTH];
        batch.count = 200;
        int[] shuffled = random.ints(0, SIDE * SIDE).distinct().limit(200).toArray();
        for (int i = 0; i < 200; i++) {
            pixel[first + i] = shuffled[i];
            mask[first + i] = samples == 1 ? 1 : random.nextInt(1, 1 << samples);
            if (random.nextInt(4) == 0) {
                mask[first + i] = (1 << samples) - 1;
            }
            batch.red[i] = random.nextFloat() * 1.4f - 0.2f;
            batch.green[i] = random.nextFloat() * 1.4f - 0.2f;
            batch.blue[i] = random.nextFloat() * 1.4f - 0.2f;
            batch.alpha[i] = random.nextFloat();
        }
        return new int[][] {pixel, mask};
    }

    private double source(int lane, int channel) {
        return switch (channel) {
            case 0 -> batch.red[lane];
            case 1 -> batch.green[lane];
            case 2 -> batch.blue[lane];
            default -> batch.alpha[lane];
        };
    }

    private static int column(int pixel) {
        return (pixel >> 4) % 4 * 4 + (pixel & 3);
    }

    private static int row(int pixel) {
        return (pixel >> 4) / 4 * 4 + (pixel >> 2 & 3);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "DEPTH32_FLOAT")
    void replacesTheSamplesOfTheMask(TextureFormat format) {
        for (int samples : new int[] {1, 4, 8, 16}) {
            var target = target(format, samples);
            fillSamples(target);
            var after = target(format, samples);
            var memory = memory(format, samples);
            place(memory, 0);
            memory.load(PassDescriptor.load(target), 0, null, LoadOperation.LOAD);
            int[][] f = fragments(samples, 5);
            memory.color.replace(batch, f[0], f[1], 5);
            memory.color.store(after, memory.rectangle);
            int[] laneOf = laneOf(f[0], 5, 0, 200);
            for (int pixel = 0; pixel < SIDE * SIDE; pixel++) {
                int lane = laneOf[pixel];
                for (int s = 0; s < samples; s++) {
                    boolean hit = lane >= 0 && (f[1][5 + lane] >> s & 1) != 0;
                    for (int c = 0; c < 4; c++) {
                        double was = stored(target, column(pixel), row(pixel), s, c);
                        double is = stored(after, column(pixel), row(pixel), s, c);
                        double expected = hit ? encoded(format, c, source(lane, c)) : was;
                        assertThat(is).isCloseTo(expected, within(hit ? error(format) : 0));
                    }
                }
            }
        }
    }

    private static int[] laneOf(int[] pixel, int first, int from, int to) {
        int[] laneOf = new int[SIDE * SIDE];
        Arrays.fill(laneOf, -1);
        for (int i = from; i < to; i++) {
            laneOf[pixel[first + i]] = i;
        }
        return laneOf;
    }

    /** Vulkan 1.3, "Blending": every factor on either side, every operation, any write mask. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "DEPTH32_FLOAT")
    void blendsByTheEquation(TextureFormat format) {
        var factors = BlendFactor.values();
        var operations = BlendOperation.values();
        for (int round = 0; round < 5 * factors.length * factors.length; round++) {
            var operation = operations[round % 5];
            var color =
                    new BlendComponent(
                            operation,
                            factors[round / 5 % factors.length],
                            factors[round / 5 / factors.length]);
            var alpha =
                    new BlendComponent(
                            operations[random.nextInt(5)],
                            factors[random.nextInt(factors.length)],
                            factors[random.nextInt(factors.length)]);
            int write = random.nextInt(3) == 0 ? random.nextInt(16) : BlendState.WRITE_ALL;
            blend(format, round % 3 == 0 ? 4 : 1, new BlendState(color, alpha, write));
        }
    }

    private void blend(TextureFormat format, int samples, BlendState state) {
        var target = target(format, samples);
        fillSamples(target);
        var after = target(format, samples);
        var memory = memory(format, samples);
        place(memory, 0);
        memory.load(PassDescriptor.load(target), 0, null, LoadOperation.LOAD);
        int[][] f = fragments(samples, 3);
        int from = random.nextInt(50);
        int to = from + random.nextInt(150);
        memory.color.blend(state, batch, f[0], f[1], 3, from, to);
        memory.color.store(after, memory.rectangle);
        int[] laneOf = laneOf(f[0], 3, from, to);
        for (int pixel = 0; pixel < SIDE * SIDE; pixel++) {
            int lane = laneOf[pixel];
            int x = column(pixel);
            int y = row(pixel);
            for (int s = 0; s < samples; s++) {
                boolean hit = lane >= 0 && (f[1][3 + lane] >> s & 1) != 0;
                double da = decoded(format, 3, stored(target, x, y, s, 3));
                for (int c = 0; c < 4; c++) {
                    double was = stored(target, x, y, s, c);
                    double is = stored(after, x, y, s, c);
                    if (!hit || (state.writeMask() >> c & 1) == 0) {
                        assertThat(is).isEqualTo(was);
                        continue;
                    }
                    double linear =
                            mix(
                                    c == 3 ? state.alpha() : state.color(),
                                    in(format, source(lane, c)),
                                    in(format, source(lane, 3)),
                                    decoded(format, c, was),
                                    da);
                    assertThat(is)
                            .as("%s, channel %d of %d", state, c, lane)
                            .isCloseTo(encoded(format, c, linear), within(error(format)));
                }
            }
        }
    }

    /** Vulkan 1.3: for fixed-point attachments the source is clamped before blending. */
    private static double in(TextureFormat format, double source) {
        return format == TextureFormat.RGBA32_FLOAT ? source : Math.clamp(source, 0.0, 1.0);
    }

    private static double mix(BlendComponent equation, double s, double sa, double d, double da) {
        double first = s * weight(equation.sourceFactor(), s, sa, d, da);
        double second = d * weight(equation.destinationFactor(), s, sa, d, da);
        return switch (equation.operation()) {
            case ADD -> first + second;
            case SUBTRACT -> first - second;
            case REVERSE_SUBTRACT -> second - first;
            case MIN -> Math.min(s, d);
            case MAX -> Math.max(s, d);
        };
    }

    private static double weight(BlendFactor factor, double s, double sa, double d, double da) {
        return switch (factor) {
            case ZERO -> 0;
            case ONE -> 1;
            case SRC -> s;
            case ONE_MINUS_SRC -> 1 - s;
            case SRC_ALPHA -> sa;
            case ONE_MINUS_SRC_ALPHA -> 1 - sa;
            case DST -> d;
            case ONE_MINUS_DST -> 1 - d;
            case DST_ALPHA -> da;
            case ONE_MINUS_DST_ALPHA -> 1 - da;
        };
    }
}
