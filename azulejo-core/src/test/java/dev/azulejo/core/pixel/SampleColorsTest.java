package dev.azulejo.core.pixel;

import static org.assertj.core.api.Assertions.assertThat;

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

import org.junit.jupiter.api.Test;

import java.util.Arrays;

/**
 * The two ways of keeping a tile's colours, each by itself and by hand: a tile of 8x8 pixels at the
 * lower right corner of a target of 15x10, which leaves 7x2 of it.
 */
class SampleColorsTest {
    /** Three tiles of 8x8 pixels. */
    private static final TileGrid GRID = new TileGrid();

    static {
        GRID.set(24, 8, 8, TileSet.ALL);
    }

    private static final int WIDTH = 15;
    private static final int HEIGHT = 10;

    private final TileRectangle tile = new TileRectangle();
    private final FragmentBatch batch = new FragmentBatch();

    SampleColorsTest() {
        tile.x = 8;
        tile.y = 8;
        tile.width = 7;
        tile.height = 2;
        tile.blockShift = 1;
    }

    private static Rgba8TileColor codes(int samples, boolean srgb) {
        return new Rgba8TileColor(8, samples, srgb, KernelSet.of(Kernels.SCALAR).color());
    }

    private static RenderTarget target(TextureFormat format, int samples) {
        var target = new RenderTarget(WIDTH, HEIGHT, format, samples);
        DeviceAccess.requireSampleStorage(target);
        return target;
    }

    private static int rgba(int red, int green, int blue, int alpha) {
        return red | green << 8 | blue << 16 | alpha << 24;
    }

    /** Fragment 0 of a batch. */
    private void shade(float red, float green, float blue, float alpha) {
        batch.count = 1;
        batch.red[0] = red;
        batch.green[0] = green;
        batch.blue[0] = blue;
        batch.alpha[0] = alpha;
    }

    private static int pixelAt(int x, int y) {
        return y * WIDTH + x;
    }

    /** With one sample, a row has a block of four pixels at once, and three one by one. */
    @Test
    void pixelsOfOneSampleGoWhereTheyCameFrom() {
        var target = target(TextureFormat.RGBA8_UNORM, 1);
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            target.sampleColor()[i] = 1000 + i;
        }
        var color = codes(1, false);
        color.load(target, tile);
        color.resolve(target, tile);
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                assertThat(target.pixels()[pixelAt(x, y)])
                        .isEqualTo(x >= 8 && y >= 8 ? 1000 + pixelAt(x, y) : 0);
            }
        }
        var other = target(TextureFormat.RGBA8_UNORM, 1);
        color.store(other, tile);
        assertThat(Arrays.stream(other.sampleColor()).filter(c -> c != 0).count()).isEqualTo(14);
        assertThat(other.sampleColor()[pixelAt(12, 9)]).isEqualTo(1000 + pixelAt(12, 9));
    }

    /**
     * Means of codes where they are plain, of light where they are not; of equal ones, that one.
     */
    @Test
    void fourSamplesAreAveraged() {
        var target = target(TextureFormat.RGBA8_UNORM, 4);
        int[] samples = {
            rgba(10, 0, 200, 0), rgba(20, 0, 100, 0), rgba(30, 4, 0, 0), rgba(40, 4, 100, 8)
        };
        int at = 4 * pixelAt(12, 8);
        System.arraycopy(samples, 0, target.sampleColor(), at, 4);
        var color = codes(4, false);
        color.load(target, tile);
        color.resolve(target, tile);
        assertThat(target.pixels()[pixelAt(12, 8)]).isEqualTo(rgba(25, 2, 100, 2));
        target = target(TextureFormat.RGBA8_SRGB, 4);
        Arrays.fill(target.sampleColor(), at, at + 2, rgba(255, 255, 0, 100));
        target.sampleColor()[at + 2] = rgba(0, 255, 0, 100);
        target.sampleColor()[at + 3] = rgba(0, 0, 0, 200);
        // Half of the light is code 188, three quarters are 225; alpha is no light.
        Arrays.fill(target.sampleColor(), at + 4, at + 8, rgba(77, 78, 79, 80));
        color = codes(4, true);
        color.load(target, tile);
        color.resolve(target, tile);
        assertThat(target.pixels()[pixelAt(12, 8)]).isEqualTo(rgba(188, 225, 0, 125));
        assertThat(target.pixels()[pixelAt(8, 9)]).isZero();
        Arrays.fill(target.sampleColor(), at, at + 4, rgba(77, 78, 79, 80));
        color.load(target, tile);
        color.resolve(target, tile);
        assertThat(target.pixels()[pixelAt(12, 8)]).isEqualTo(rgba(77, 78, 79, 80));
    }

    private int[] storedCodes(Rgba8TileColor color, int samples) {
        var target = target(TextureFormat.RGBA8_UNORM, samples);
        color.store(target, tile);
        int at = samples * pixelAt(12, 9);
        return Arrays.copyOfRange(target.sampleColor(), at, at + samples);
    }

    /** Some samples of a pixel, then all of them; neighbours keep their colour. */
    @Test
    void fragmentsReplaceTheSamplesTheyCover() {
        var clear = PassDescriptor.clear(target(TextureFormat.RGBA8_UNORM, 4), 0, 0, 0.2f, 1);
        int old = rgba(0, 0, 51, 255);
        var color = codes(4, false);
        color.clear(clear);
        shade(1, 0.4f, 0, 2);
        int fresh = rgba(255, 102, 0, 255);
        int[] pixel = {0, 0, tile.pixel(4, 1)};
        color.replace(batch, pixel, new int[] {15, 15, 0b0101}, 2);
        assertThat(storedCodes(color, 4)).containsExactly(fresh, old, fresh, old);
        color.replace(batch, pixel, new int[] {15, 15, 0b1111}, 2);
        assertThat(storedCodes(color, 4)).containsOnly(fresh);
        var target = target(TextureFormat.RGBA8_UNORM, 4);
        color.store(target, tile);
        assertThat(Arrays.stream(target.sampleColor()).filter(c -> c == fresh).count())
                .isEqualTo(4);
        color = codes(1, false);
        color.clear(clear);
        color.replace(batch, pixel, new int[] {1, 1, 1}, 2);
        assertThat(storedCodes(color, 1)).containsExactly(fresh);
    }

    /** Half of a source over what is there, in covered samples and written channels alone. */
    @Test
    void blendingReadsEachSample() {
        var color = codes(4, false);
        color.clear(PassDescriptor.clear(target(TextureFormat.RGBA8_UNORM, 4), 0, 0, 0, 1));
        int[] pixel = {tile.pixel(4, 1)};
        shade(0.8f, 0.8f, 0.8f, 1);
        color.replace(batch, pixel, new int[] {0b0011}, 0);
        var half = new BlendState(BlendState.ALPHA.color(), BlendState.ALPHA.alpha(), 0b1001);
        shade(0.4f, 0.4f, 0.4f, 0.5f);
        color.blend(half, batch, pixel, new int[] {0b0110}, 0, 0, 1);
        // Over 204: 0.2 + 0.4; over 0: 0.2. Alpha: 0.5 + 0.5.
        assertThat(storedCodes(color, 4))
                .containsExactly(
                        rgba(204, 204, 204, 255),
                        rgba(153, 204, 204, 255),
                        rgba(51, 0, 0, 255),
                        rgba(0, 0, 0, 255));
    }

    @Test
    void tilesWaitEachInAPlaceOfItsOwn() {
        var parking = new TileParking();
        parking.require(GRID, target(TextureFormat.RGBA8_UNORM, 4));
        var codes = codes(4, false);
        var pass = target(TextureFormat.RGBA8_UNORM, 4);
        for (int t = 0; t < 3; t++) {
            codes.clear(PassDescriptor.clear(pass, t / 5f, 0, 0, 0));
            codes.park(parking, t);
        }
        codes.unpark(parking, 1);
        assertThat(storedCodes(codes, 4)).containsOnly(51);
        assertThat(parking.color[64 * 4 - 1]).isZero();
        assertThat(parking.color[2 * 64 * 4]).isEqualTo(102);
        var floats = new FloatTileColor(8, 4);
        parking.require(GRID, target(TextureFormat.RGBA32_FLOAT, 4));
        for (int t = 0; t < 3; t++) {
            floats.clear(PassDescriptor.clear(pass, 0, 0, 0, 1 + t));
            floats.park(parking, t);
        }
        floats.unpark(parking, 1);
        assertThat(storedFloats(floats)).containsExactly(repeated(0, 0, 0, 2));
        assertThat(parking.floatColor[4 * 64 * 4 - 1]).isEqualTo(1);
        assertThat(parking.floatColor[2 * 4 * 64 * 4 + 3]).isEqualTo(3);
    }

    @Test
    void aClearedTileNeedsNoSamples() {
        var target = target(TextureFormat.RGBA8_UNORM, 1);
        codes(1, false).resolveClear(PassDescriptor.clear(target, 1, 0.6f, 0, 1), target, tile);
        var floats = target(TextureFormat.RGBA32_FLOAT, 1);
        new FloatTileColor(8, 1)
                .resolveClear(PassDescriptor.clear(floats, 7, -1, 0, 1), floats, tile);
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                boolean mine = x >= 8 && y >= 8;
                int at = pixelAt(x, y);
                assertThat(target.pixels()[at]).isEqualTo(mine ? rgba(255, 153, 0, 255) : 0);
                assertThat(Arrays.copyOfRange(floats.floatPixels(), 4 * at, 4 * at + 4))
                        .containsExactly(mine ? new float[] {7, -1, 0, 1} : new float[4]);
            }
        }
    }

    private static float[] repeated(float red, float green, float blue, float alpha) {
        float[] all = new float[16];
        for (int s = 0; s < 4; s++) {
            all[4 * s] = red;
            all[4 * s + 1] = green;
            all[4 * s + 2] = blue;
            all[4 * s + 3] = alpha;
        }
        return all;
    }

    private float[] storedFloats(FloatTileColor color) {
        var target = target(TextureFormat.RGBA32_FLOAT, 4);
        color.store(target, tile);
        int at = 16 * pixelAt(12, 9);
        return Arrays.copyOfRange(target.sampleFloatColor(), at, at + 16);
    }

    /** Floats are neither clamped nor rounded; a mean of equal values is that value. */
    @Test
    void floatsAreKeptAsTheyAre() {
        var target = target(TextureFormat.RGBA32_FLOAT, 4);
        var color = new FloatTileColor(8, 4);
        color.clear(PassDescriptor.clear(target, 0.1f, 8, 0, 1));
        int[] pixel = {tile.pixel(4, 1)};
        shade(0.1f, -4, 3.5f, 1e20f);
        color.replace(batch, pixel, new int[] {0b0110}, 0);
        float[] expected = repeated(0.1f, 8, 0, 1);
        for (int s = 1; s < 3; s++) {
            expected[4 * s + 1] = -4;
            expected[4 * s + 2] = 3.5f;
            expected[4 * s + 3] = 1e20f;
        }
        assertThat(storedFloats(color)).containsExactly(expected);
        color.resolve(target, tile);
        int at = 4 * pixelAt(12, 9);
        assertThat(Arrays.copyOfRange(target.floatPixels(), at, at + 4))
                .containsExactly(0.1f, 2, 1.75f, 5e19f);
        assertThat(target.floatPixels()[4 * pixelAt(7, 9)]).isZero();
        // Samples from the target, and back
        for (int i = 0; i < target.sampleFloatColor().length; i++) {
            target.sampleFloatColor()[i] = i;
        }
        color.load(target, tile);
        var other = target(TextureFormat.RGBA32_FLOAT, 4);
        color.store(other, tile);
        for (int i = 0; i < target.sampleFloatColor().length; i++) {
            boolean mine = i / 16 % WIDTH >= 8 && i / 16 / WIDTH >= 8;
            assertThat(other.sampleFloatColor()[i]).isEqualTo(mine ? i : 0);
        }
        Arrays.fill(target.sampleFloatColor(), 2.5f);
        color.load(target, tile);
        assertThat(storedFloats(color)).containsOnly(2.5f);
    }

    /** The sum of eight is rounded; the mean of equal values is that value all the same. */
    @Test
    void theMeanOfEqualFloatsIsExact() {
        var target = target(TextureFormat.RGBA32_FLOAT, 8);
        var color = new FloatTileColor(8, 8);
        color.clear(PassDescriptor.clear(target, 0.003f, 1, 1, 1));
        color.resolve(target, tile);
        assertThat(target.floatPixels()[4 * pixelAt(8, 8)]).isEqualTo(0.003f);
    }

    @Test
    void floatsAreBlendedInCoveredSamples() {
        var color = new FloatTileColor(8, 4);
        color.clear(PassDescriptor.clear(target(TextureFormat.RGBA32_FLOAT, 4), 8, 8, 8, 0.5f));
        var some = new BlendState(BlendState.ALPHA.color(), BlendState.ALPHA.alpha(), 0b1101);
        shade(4, 4, 4, 0.25f);
        color.blend(some, batch, new int[] {tile.pixel(4, 1)}, new int[] {0b1000}, 0, 0, 1);
        float[] expected = repeated(8, 8, 8, 0.5f);
        // A quarter of 4 and three of 8; alpha: 1/4 + 3/4 of 1/2
        expected[12] = 7;
        expected[14] = 7;
        expected[15] = 0.625f;
        assertThat(storedFloats(color)).containsExactly(expected);
        var green = new BlendState(BlendState.ALPHA.color(), BlendState.ALPHA.alpha(), 0b0010);
        color.blend(green, batch, new int[] {tile.pixel(4, 1)}, new int[] {0b0001}, 0, 0, 1);
        expected[1] = 7;
        assertThat(storedFloats(color)).containsExactly(expected);
    }
}
