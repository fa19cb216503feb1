package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.link.Fault;
import dev.azulejo.core.link.Faults;
import dev.azulejo.core.link.FaultyTransport;
import dev.azulejo.core.link.MailboxTransport;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.resource.DepthView;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.shader.BindGroup;

import org.junit.jupiter.api.Order;
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
@Order(3)
class DepthBytesTest {
    private static final int ENOUGH = 200;

    private final Map<Counter, Long> counted = new EnumMap<>(Counter.class);
    private final FaultTally faults = new FaultTally();

    @Test
    void everySettingGivesTheReferenceDepths() {
        long first = Long.getLong("azulejo.seed", 1);
        int scenes = Integer.getInteger("azulejo.scenes", ENOUGH);
        long nearer = 0;
        for (long seed = first; seed < first + scenes; seed++) {
            nearer += check(seed);
        }
        if (scenes > ENOUGH) {
            System.out.printf("seeds %d..%d: %s%n", first, first + scenes - 1, faults.text());
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
            for (var fault : Fault.values()) {
                assertThat(faults.count(fault)).as(fault.name()).isPositive();
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
        var group = Group.of(1 + random.nextInt(4)).withLayout(layout);
        if (random.nextInt(4) == 0) {
            group = group.withLayout(GroupBytesTest.given(random, group.gpus()));
        }
        // Where scenes are so small, nothing is worth a hint.
        var pretests = Group.Pretest.values();
        group = group.withPretest(pretests[random.nextInt(pretests.length)]);
        if (random.nextInt(3) == 0) {
            group = group.withTeamwork(group.teamwork().withPixels(Group.Pixels.MESSAGES));
        }
        return options.withGroup(group);
    }

    /** A group tells each other of both phases over a transport that fails. */
    private Gpu open(DeviceOptions options, FaultyTransport faulty) {
        faults.begin();
        return faulty == null ? Gpu.open(options) : new GpuGroup(options, faulty);
    }

    private static FaultyTransport transport(long seed, DeviceOptions options) {
        var group = options.group();
        if (group.split() == Group.Split.OFF || seed % 3 == 0) {
            return null;
        }
        var mailboxes = new MailboxTransport(group.gpus());
        return new FaultyTransport(mailboxes, group.gpus(), Faults.all(0.2, 5), seed);
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
        var faulty = transport(seed, options);
        try (var gpu = open(options, faulty)) {
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
                if (faulty != null) {
                    faults.frame(faulty);
                }
            }
        }
        long nearer = 0;
        for (float depth : expectedMap.sampleDepth()) {
            nearer += depth < 1 ? 1 : 0;
        }
        return nearer;
    }
}
