package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.options.Bins;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.resource.RenderTarget;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * What bins remember of their tiles, whatever happens between frames: other scenes and clear
 * colours, passes that clear nothing, others who draw into the target, frames that are given up,
 * chiplets that die. The pixels are those of a plain device that remembers nothing.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BinMemoryTest {
    private static final int SEEDS = 60;
    private static final int FRAMES = 14;

    /** Each in few of sixteen tiles, one of them the same twice. */
    private static final List<List<Sheet>> SCENES =
            List.of(
                    List.of(dot(0, 0), dot(2, 0)),
                    List.of(dot(0, 0), dot(3, 0)),
                    List.of(dot(0, 0), dot(1, 2)),
                    List.of(dot(3, 3), GpuGroupTest.rectangles(20, 20, 44, 44)));

    private final Map<Counter, Long> counted = new EnumMap<>(Counter.class);

    private static Sheet dot(int column, int row) {
        int x = 16 * column + 3;
        int y = 16 * row + 4;
        return GpuGroupTest.rectangles(x, y, x + 8, y + 7);
    }

    private static CommandBuffer commands(PassDescriptor pass, int scene) {
        var commands = new CommandBuffer().beginPhase(pass);
        SCENES.get(scene).forEach(sheet -> sheet.draw(commands, Sheet.OPAQUE));
        return commands;
    }

    private static PassDescriptor pass(RenderTarget target, int clear) {
        var pass =
                switch (clear) {
                    case 0 -> PassDescriptor.load(target);
                    case 1 -> PassDescriptor.clear(target, 0.25f, 0, 0, 1);
                    default -> PassDescriptor.clear(target, 0, 0, 0.5f, 1);
                };
        return pass.withKeepSamples(true);
    }

    private static DeviceOptions options(Random random) {
        var vertices = Bins.Vertices.values();
        var bins = FourBins.FOUR_BINS.withVertices(vertices[random.nextInt(vertices.length)]);
        var reuse =
                switch (random.nextInt(4)) {
                    case 0 -> Reuse.AUTO;
                    case 1 -> Reuse.TILES;
                    // With more draw calls tiles are not compared: empty ones are known.
                    default -> Reuse.TILES.withDraws(1);
                };
        int chiplets = 1 + random.nextInt(4);
        return FourBins.chiplets(chiplets, bins).withReuse(reuse).withTileSize(16);
    }

    @Test
    void pixelsAreThoseOfWhoRemembersNothing() {
        for (int seed = 1; seed <= SEEDS; seed++) {
            check(seed);
        }
        for (var counter :
                List.of(
                        Counter.TILES_STILL_EMPTY,
                        Counter.TILES_REUSED,
                        Counter.RENDERS_UNCHANGED,
                        Counter.RENDERS_NOT_CLEARED,
                        Counter.BINS_TAKEN_OVER)) {
            assertThat(counted.getOrDefault(counter, 0L)).as(counter.text()).isPositive();
        }
    }

    private void check(int seed) {
        var random = new Random(seed);
        var options = options(random);
        var targets = List.of(Sheet.target(), Sheet.target());
        var expected = List.of(Sheet.target(), Sheet.target());
        try (var chiplets = new ChipletPackage(options);
                var other = new Device(FourBins.PLAIN);
                var plain = new Device(DeviceOptions.REFERENCE)) {
            clear(plain, targets, expected);
            for (int frame = 0; frame < FRAMES; frame++) {
                int t = random.nextInt(2);
                int scene = random.nextInt(SCENES.size());
                // Often the same colour, so that something stays.
                int clear = random.nextInt(6);
                plain.submit(commands(pass(expected.get(t), clear), scene));
                if (frame == 7 && options.group().gpus() > 2) {
                    var death = new GroupFaults.Death(1, frame, GroupFaults.Work.TILE, 0);
                    chiplets.suffer(new GroupFaults(List.of(), List.of(death)));
                }
                var now = commands(pass(targets.get(t), clear), scene);
                if (random.nextInt(3) == 0) {
                    count(chiplets.finish());
                    count(chiplets.submit(now));
                } else {
                    count(chiplets.submitAhead(now));
                }
                switch (random.nextInt(6)) {
                    case 0 -> {
                        count(chiplets.finish());
                        int into = random.nextInt(2);
                        int drawn = random.nextInt(SCENES.size());
                        other.submit(commands(pass(targets.get(into), 0), drawn));
                        plain.submit(commands(pass(expected.get(into), 0), drawn));
                    }
                    case 1 -> giveUp(chiplets, plain, targets, expected);
                    default -> {
                        // Nothing happens.
                    }
                }
            }
            count(chiplets.finish());
            for (int t = 0; t < 2; t++) {
                assertThat(targets.get(t).samePixels(expected.get(t)))
                        .as("seed %d, target %d", seed, t)
                        .isTrue();
            }
        }
    }

    /** What a target then holds is undefined; so both are cleared by somebody else. */
    private void giveUp(
            ChipletPackage chiplets,
            Device plain,
            List<RenderTarget> targets,
            List<RenderTarget> expected) {
        var wish = new Cancellation();
        wish.cancel();
        assertThatThrownBy(() -> chiplets.finish(wish)).isInstanceOf(CancelledException.class);
        clear(plain, targets, expected);
    }

    private static void clear(
            Device plain, List<RenderTarget> targets, List<RenderTarget> expected) {
        for (int t = 0; t < 2; t++) {
            plain.submit(commands(pass(expected.get(t), 1), 3));
            plain.submit(commands(pass(targets.get(t), 1), 3));
        }
    }

    private void count(FrameReport report) {
        for (var counter : Counter.values()) {
            if (report != null) {
                counted.merge(counter, report.get(counter), Long::sum);
            }
        }
    }
}
