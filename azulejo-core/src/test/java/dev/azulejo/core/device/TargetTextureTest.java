package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.resource.DeviceAccess;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.TextureFormat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;

/** The texture of a target: what a phase has drawn, with its mip chain, for those after it. */
@Tag("alone")
class TargetTextureTest {
    private final Sheet some = Sheet.of(3, 3, 10, 6, 50, 60, 0.5f);
    private final Sheet more = Sheet.of(1, 1, 0, 0, 64, 32, 0.3f);

    private CommandBuffer commands(RenderTarget target, boolean all) {
        var commands =
                new CommandBuffer().beginPhase(PassDescriptor.clear(target, 0.2f, 0.4f, 0.6f, 1));
        some.draw(commands, Sheet.OPAQUE);
        if (all) {
            more.draw(commands, Sheet.OPAQUE);
        }
        return commands;
    }

    /** What a texture holds that was written by hand. */
    private static void check(RenderTarget target) {
        var texture = target.texture();
        var expected = new Texture(target.format(), target.width(), target.height(), true);
        if (target.format() == TextureFormat.RGBA32_FLOAT) {
            expected.write(0, target.floatPixels());
        } else {
            expected.write(0, target.pixels());
        }
        expected.generateMipmaps();
        assertThat(Arrays.equals(texture.texels(), expected.texels())).isTrue();
        assertThat(Arrays.equals(texture.floats(), expected.floats())).isTrue();
    }

    @Test
    void eachPhaseEndsWithWritingIt() {
        var formats =
                List.of(
                        TextureFormat.RGBA8_UNORM,
                        TextureFormat.RGBA8_SRGB,
                        TextureFormat.RGBA32_FLOAT);
        var options =
                List.of(
                        DeviceOptions.DEFAULT,
                        DeviceOptions.DEFAULT.withReuse(Reuse.OFF),
                        DeviceOptions.DEFAULT.withGroup(Group.of(3)),
                        DeviceOptions.DEFAULT.withGroup(Group.of(2).withSplit(Group.Split.BINS)),
                        DeviceOptions.REFERENCE);
        for (var each : options) {
            for (var format : formats) {
                var target = new RenderTarget(64, 64, format, 4);
                try (var gpu = Gpu.open(each)) {
                    gpu.submit(commands(target, false));
                    check(target);
                    long version = target.texture().version();
                    gpu.submit(commands(target, true));
                    assertThat(target.texture().version()).as("%s", each).isGreaterThan(version);
                    check(target);
                }
            }
        }
    }

    /** Whoever samples it is not drawn again where nothing has changed. */
    @Test
    void aPhaseOfWhichNothingChangedLeavesIt() {
        var reuse = DeviceOptions.DEFAULT.withReuse(Reuse.TILES);
        for (var each : List.of(reuse, reuse.withGroup(Group.of(3)))) {
            var target = Sheet.target();
            target.texture();
            var commands = commands(target, true);
            try (var gpu = Gpu.open(each)) {
                gpu.submit(commands);
                long version = target.texture().version();
                gpu.submit(commands);
                gpu.submit(commands);
                assertThat(target.texture().version()).as("%s", each).isEqualTo(version);
                check(target);
            }
        }
    }

    /** Odd sides need more room than even ones. */
    @Test
    void writingItAgainAllocatesNothing() {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (var format : List.of(TextureFormat.RGBA8_SRGB, TextureFormat.RGBA32_FLOAT)) {
            for (int side : new int[] {64, 61}) {
                var target = new RenderTarget(side, side + 9, format, 1);
                long version = target.texture().version();
                long least = Long.MAX_VALUE;
                for (int i = 0; i < 10; i++) {
                    long before = threads.getCurrentThreadAllocatedBytes();
                    DeviceAccess.drawn(target);
                    least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
                }
                assertThat(target.texture().version()).isGreaterThan(version);
                assertThat(least).as("%s, %d", format, side).isZero();
            }
        }
    }

    @Test
    void depthsHaveNone() {
        var depths = new RenderTarget(4, 4, TextureFormat.DEPTH32_FLOAT, 1);
        assertThatThrownBy(depths::texture)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("DEPTH32_FLOAT");
    }
}
