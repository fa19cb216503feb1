package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.resource.DepthView;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.shader.BindGroup;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Random scenes that draw depths alone, and a phase after them that compares with those: every
 * setting, of one GPU or of several, gives the bytes of the plain reference path.
 *
 * <p>{@code -Dazulejo.scenes=N} sets how many scenes are drawn, {@code -Dazulejo.seed=S} the first
 * seed.
 */
@Tag("kernels")
class DepthBytesTest {
    private static final int ENOUGH = 300;

    private final Map<Counter, Long> counted = new EnumMap<>(Counter.class);

    @Test
    void everySettingGivesTheReferenceDepths() {
        long first = Long.getLong("azulejo.seed", 1);
        int scenes = Integer.getInteger("azulejo.scenes", ENOUGH);
        long nearer = 0;
        for (long seed = first; seed < first + scenes; seed++) {
            nearer += check(seed);
        }
        assertThat(nearer).as("the scenes show something").isGreaterThan(100L * scenes);
        if (scenes >= ENOUGH) {
            for (var counter :
                    List.of(
                            Counter.TRIANGLES_HIDDEN_AFTER,
                            Counter.RASTER_HIDDEN,
                            Counter.TILES_REUSED,
                            Counter.RENDERS_UNCHANGED,
                            Counter.TILES_REVISITED,
                            Counter.FRAGMENTS_DISCARD_TESTED,
                            Counter.PIECES_SKIPPED,
                            Counter.DRAINS)) {
                assertThat(counted.getOrDefault(counter, 0L)).as(counter.text()).isPositive();
            }
        }
    }

    private static RenderTarget map(long seed) {
        var random = new Random(seed + 5);
        return new RenderTarget(
                1 + random.nextInt(150), 1 + random.nextInt(110), TextureFormat.DEPTH32_FLOAT, 1);
    }

    private static RenderTarget screen(long seed) {
        var random = new Random(seed + 6);
        return new RenderTarget(
                1 + random.nextInt(150), 1 + random.nextInt(110), TextureFormat.RGBA8_UNORM, 1);
    }

    private static CommandBuffer record(long seed, RenderTarget map, RenderTarget screen) {
        var random = new Random(seed + 7);
        var commands = new RandomScene(seed).record(map);
        commands.beginPhase(PassDescriptor.clear(screen, 0, 0, 0, 1));
        float depth = random.nextFloat();
        var uniforms = new UniformBuffer(depth, 1f / screen.width(), 1f / screen.height());
        commands.setBindGroup(1, BindGroup.of(uniforms, new DepthView(map)));
        Sheet.of(3, 3, 0, 0, 64, 64, 0.5f)
                .draw(commands, ComparingProgram.pipeline(1 + random.nextInt(5)));
        return commands;
    }

    private static DeviceOptions options(long seed) {
        var random = new Random(seed + 8);
        var options = new RandomScene(seed).options();
        if (options.path() == DeviceOptions.Path.REFERENCE || random.nextInt(3) != 0) {
            return options;
        }
        var layout =
                random.nextBoolean()
                        ? new RegionLayout.Interleaved(16, 32)
                        : new RegionLayout.Quadrants();
        return options.withGroup(Group.of(1 + random.nextInt(4)).withLayout(layout));
    }

    private long check(long seed) {
        var expectedMap = map(seed);
        var expected = screen(seed);
        try (var plain = new Device(DeviceOptions.REFERENCE)) {
            plain.submit(record(seed, expectedMap, expected));
        }
        var options = options(seed);
        var actualMap = map(seed);
        var actual = screen(seed);
        var commands = record(seed, actualMap, actual);
        try (var gpu = Gpu.open(options)) {
            for (int frame = 0; frame < 3; frame++) {
                var report = gpu.submit(commands);
                assertThat(actualMap.samePixels(expectedMap))
                        .as("depths, seed %d, frame %d, %s", seed, frame, options)
                        .isTrue();
                assertThat(actual.samePixels(expected))
                        .as("seed %d, frame %d, %s", seed, frame, options)
                        .isTrue();
                report.counters()
                        .forEach((counter, value) -> counted.merge(counter, value, Long::sum));
            }
        }
        long nearer = 0;
        for (float depth : expectedMap.sampleDepth()) {
            nearer += depth < 1 ? 1 : 0;
        }
        return nearer;
    }
}
