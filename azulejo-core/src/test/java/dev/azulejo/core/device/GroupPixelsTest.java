package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.link.PixelMessage;
import dev.azulejo.core.link.PixelReader;
import dev.azulejo.core.link.PixelWriter;
import dev.azulejo.core.resource.DeviceAccess;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.Random;

/** Pixels of groups come over as they are, in targets of every format, and at their edges. */
class GroupPixelsTest {
    private static final int WIDTH = 37;
    private static final int HEIGHT = 18;

    private final PixelWriter writer = new PixelWriter();
    private final PixelReader reader = new PixelReader();

    private static RenderTarget target(TextureFormat format, int samples) {
        var target = new RenderTarget(WIDTH, HEIGHT, format, samples);
        DeviceAccess.requireSampleStorage(target);
        return target;
    }

    private static void fill(RenderTarget target) {
        var random = new Random(3);
        Arrays.setAll(target.pixels(), i -> random.nextInt());
        Arrays.setAll(target.sampleColor(), i -> random.nextInt());
        for (float[] floats :
                new float[][] {
                    target.floatPixels(), target.sampleFloatColor(), target.sampleDepth()
                }) {
            for (int i = 0; i < floats.length; i++) {
                floats[i] = random.nextFloat();
            }
        }
    }

    private boolean send(RenderTarget from, RenderTarget to, int group, boolean samples) {
        writer.begin(PixelMessage.Kind.PIXELS, 0, 0, 0, group);
        GroupPixels.write(writer, from, group, samples);
        int length = writer.end();
        assertThat(length).isEqualTo(24 + GroupPixels.bytes(from, group, samples));
        assertThat(reader.read(writer.bytes(), length)).isTrue();
        return GroupPixels.read(reader, to, group, samples);
    }

    private static void expectSame(RenderTarget from, RenderTarget to) {
        assertThat(to.pixels()).isEqualTo(from.pixels());
        assertThat(to.floatPixels()).isEqualTo(from.floatPixels());
        assertThat(to.sampleColor()).isEqualTo(from.sampleColor());
        assertThat(to.sampleFloatColor()).isEqualTo(from.sampleFloatColor());
        assertThat(to.sampleDepth()).isEqualTo(from.sampleDepth());
    }

    @ParameterizedTest
    @EnumSource
    void allGroupsTogetherAreTheTarget(TextureFormat format) {
        for (int samples : format == TextureFormat.DEPTH32_FLOAT ? new int[] {1} : SAMPLES) {
            var from = target(format, samples);
            fill(from);
            var to = target(format, samples);
            // Three groups beside each other, two rows of them
            for (int group = 0; group < 6; group++) {
                assertThat(send(from, to, group, true)).isTrue();
                assertThat(reader.left()).isZero();
            }
            expectSame(from, to);
        }
    }

    private static final int[] SAMPLES = {1, 4, 8, 16};

    /** The last group of the first row is 5 wide; of the second row two lines are left. */
    @ParameterizedTest
    @EnumSource(names = {"RGBA8_UNORM", "RGBA8_SRGB", "RGBA32_FLOAT"})
    void onlyTheGroupIsWrittenAndOnlyPixels(TextureFormat format) {
        var from = target(format, 4);
        fill(from);
        var to = target(format, 4);
        int color = format == TextureFormat.RGBA32_FLOAT ? 16 : 4;
        assertThat(GroupPixels.bytes(from, 0, false)).isEqualTo(256 * color);
        assertThat(GroupPixels.bytes(from, 2, false)).isEqualTo(5 * 16 * color);
        assertThat(GroupPixels.bytes(from, 5, false)).isEqualTo(5 * 2 * color);
        assertThat(GroupPixels.bytes(from, 5, true)).isEqualTo(5 * 2 * (color + 4 * (color + 4)));
        assertThat(send(from, to, 5, false)).isTrue();
        var expected = target(format, 4);
        for (int y = 16; y < HEIGHT; y++) {
            for (int x = 32; x < WIDTH; x++) {
                int at = y * WIDTH + x;
                if (color == 4) {
                    expected.pixels()[at] = from.pixels()[at];
                } else {
                    System.arraycopy(from.floatPixels(), 4 * at, expected.floatPixels(), 4 * at, 4);
                }
            }
        }
        expectSame(expected, to);
    }

    @ParameterizedTest
    @EnumSource(names = {"RGBA8_UNORM", "RGBA32_FLOAT"})
    void aGroupOfAnotherSizeIsRefusedAndChangesNothing(TextureFormat format) {
        var from = target(format, 1);
        fill(from);
        var to = target(format, 1);
        writer.begin(PixelMessage.Kind.PIXELS, 0, 0, 0, 2);
        GroupPixels.write(writer, from, 2, false);
        int length = writer.end();
        assertThat(reader.read(writer.bytes(), length)).isTrue();
        assertThat(GroupPixels.read(reader, to, 0, false)).isFalse();
        assertThat(GroupPixels.read(reader, to, 2, true)).isFalse();
        expectSame(target(format, 1), to);
    }
}
