package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.options.Bins;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Fine;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** What a device that has warmed up still costs. */
@Tag("alone")
class SteadyStateTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Scalar kernels: vectors are objects until the compiler has removed them. */
    @Test
    void aWarmFrameAllocatesNothing() {
        for (int seed = 1; seed <= 12; seed++) {
            var scene = new RandomScene(seed);
            var commands = scene.record(scene.target());
            for (int threads = 1; threads <= 2; threads++) {
                for (var early : List.of(EarlyZ.OFF, EarlyZ.AUTO, EarlyZ.ON, FULL)) {
                    check(seed, commands, threads, early, Reuse.OFF);
                }
                for (var reuse : REUSES) {
                    check(seed, commands, threads, EarlyZ.OFF, reuse);
                }
            }
        }
    }

    private static final List<Reuse> REUSES =
            List.of(
                    Reuse.AUTO,
                    Reuse.TILES.withUnchanged(false),
                    Reuse.TILES.withUnchanged(false).withHash(Reuse.Hash.EXACT),
                    Reuse.BLOCKS.withUnchanged(false).withStorage(Reuse.Storage.COPY));

    /** What moves alone is drawn alone, and nothing is allocated for it. */
    @Test
    void aPartialFrameAllocatesNothing() {
        for (var reuse :
                List.of(Reuse.AUTO, Reuse.TILES, Reuse.BLOCKS.withHash(Reuse.Hash.EXACT))) {
            var world = ReuseWorld.still(new Random(4));
            var target = world.target();
            var commands = world.record(target);
            var options =
                    DeviceOptions.DEFAULT
                            .withThreads(2)
                            .withTileSize(16)
                            .withKernels(Kernels.SCALAR)
                            .withReuse(reuse);
            long[] before = threadIds();
            try (var device = new Device(options)) {
                long[] ids = mine(before);
                long[] bytes = new long[40];
                for (int frame = 0; frame < bytes.length; frame++) {
                    world.things.get(2).move(0.5f, frame % 2 == 0 ? -0.9f : -0.8f);
                    world.things.get(2).object.write(2, new float[] {frame % 2});
                    long start = allocated(ids);
                    var report = device.submit(commands);
                    bytes[frame] = allocated(ids) - start;
                    if (frame >= 2) {
                        assertThat(report.get(Counter.RENDERS_PARTIAL)).isOne();
                    }
                }
                Arrays.sort(bytes);
                assertThat(bytes[bytes.length / 2] - measuring(ids)).as("%s", reuse).isZero();
            }
        }
    }

    /** More phases than a device remembers plans or targets for. */
    @ParameterizedTest
    @CsvSource({"64, 1", "100, 16", "70, 17", "70, 70"})
    void aFrameOfManyPhasesAllocatesNothing(int phases, int targets) {
        var worlds = Stream.generate(() -> ReuseWorld.still(new Random(4))).limit(3).toList();
        var images = Stream.generate(worlds.getFirst()::target).limit(targets).toList();
        var commands = new CommandBuffer();
        for (int p = 0; p < phases; p++) {
            var target = images.get(p % targets);
            commands.beginPhase(PassDescriptor.clear(target, 0.1f * (p % 7), 0, 0, 1));
            worlds.get(p % 3).things.get(p % 4).record(commands, target);
        }
        check(phases, commands, 1, EarlyZ.ON, Reuse.OFF);
        check(phases, commands, 1, EarlyZ.AUTO, Reuse.AUTO);
        check(phases, commands, 1, EarlyZ.OFF, Reuse.TILES);
    }

    /** Neither do GPUs that share a frame, whatever they tell each other. */
    @ParameterizedTest
    @EnumSource
    void aWarmFrameOfAGroupAllocatesNothing(Group.Pretest test) {
        checkGroups(test, DeviceOptions.DEFAULT);
    }

    /** Nor if they have threads enough to help each other. */
    @ParameterizedTest
    @EnumSource
    void aWarmFrameOfGpusThatHelpAllocatesNothing(Group.Pretest test) {
        checkGroups(test, DeviceOptions.DEFAULT.withThreads(4));
    }

    private static void checkGroups(Group.Pretest test, DeviceOptions threads) {
        for (int seed = 1; seed <= 4; seed++) {
            var scene = new RandomScene(seed);
            var commands = scene.record(scene.target());
            var group =
                    Group.of(3).withLayout(new RegionLayout.Interleaved(32, 32)).withPretest(test);
            var options =
                    threads.withKernels(Kernels.SCALAR).withReuse(Reuse.TILES.withUnchanged(false));
            for (var shared : List.of(group, group.withAhead(4))) {
                check("seed %d, %s".formatted(seed, shared), commands, options.withGroup(shared));
                var sends = shared.teamwork().withPixels(Group.Pixels.MESSAGES);
                var sent = shared.withTeamwork(sends);
                check("seed %d, %s".formatted(seed, sent), commands, options.withGroup(sent));
            }
        }
    }

    /** Nor where a frame draws into targets of two sizes, as with a shadow map. */
    @Test
    void targetsOfTwoSizesAllocateNothing() {
        var commands = new CommandBuffer();
        var sheet = Sheet.of(24, 24, 2, 2, 60, 60, 0.5f);
        for (int side : new int[] {64, 160}) {
            var target = new RenderTarget(side, 96, TextureFormat.RGBA8_UNORM, 1);
            commands.beginPhase(PassDescriptor.clear(target, 0, 0, 0, 1));
            sheet.draw(commands, Sheet.OPAQUE);
        }
        var group = Group.of(3).withLayout(new RegionLayout.Interleaved(32, 32));
        var options = DeviceOptions.DEFAULT.withKernels(Kernels.SCALAR).withGroup(group);
        check("two sizes, alone", commands, options.withGroup(Group.ONE));
        for (var test : Group.Pretest.values()) {
            check("two sizes, " + test, commands, options.withGroup(group.withPretest(test)));
        }
    }

    /** Nor do chiplets. */
    @ParameterizedTest
    @EnumSource
    void aWarmFrameOfChipletsAllocatesNothing(Bins.Vertices vertices) {
        for (int seed = 1; seed <= 4; seed++) {
            var scene = new RandomScene(seed);
            var commands = scene.record(scene.target());
            var bins = Bins.DEFAULT.withCount(6).withVertices(vertices);
            var chiplets = Group.of(3).withSplit(Group.Split.BINS).withBins(bins);
            var options =
                    DeviceOptions.DEFAULT
                            .withKernels(Kernels.SCALAR)
                            .withEarlyZ(seed % 2 == 0 ? EarlyZ.ON : EarlyZ.OFF)
                            .withReuse(Reuse.TILES.withUnchanged(false))
                            .withGroup(chiplets);
            check("seed %d, %s".formatted(seed, vertices), commands, options);
        }
    }

    /** Nor where triangles come to their tiles in batches, which end for any reason. */
    @Test
    void batchesAllocateNothing() {
        var plain = DeviceOptions.DEFAULT.withKernels(Kernels.SCALAR).withFine(Fine.batches(40, 2));
        for (int seed = 1; seed <= 4; seed++) {
            var scene = new RandomScene(seed);
            var commands = scene.record(scene.target());
            var options = plain.withEarlyZ(seed % 2 == 0 ? EarlyZ.ON : EarlyZ.OFF);
            check("seed %d".formatted(seed), commands, options);
            for (var split : List.of(Group.Split.REGIONS, Group.Split.BINS)) {
                var group = Group.of(2).withSplit(split);
                // One thread: workers that wait for each other, window by window, may allocate.
                var one = options.withThreads(1).withGroup(group);
                check("seed %d, %s".formatted(seed, split), commands, one);
            }
        }
    }

    private static final EarlyZ FULL = EarlyZ.ON.with(EarlyZ.Part.FULL_DEPTH);

    private static void check(
            long seed, CommandBuffer commands, int threads, EarlyZ early, Reuse reuse) {
        var options =
                DeviceOptions.DEFAULT
                        .withThreads(threads)
                        .withKernels(Kernels.SCALAR)
                        .withEarlyZ(early)
                        .withReuse(reuse);
        var what = "seed %d, %d thread(s), %s, %s".formatted(seed, threads, early, reuse);
        check(what, commands, options);
    }

    /** Nor if everybody's doings are noted, in rings that go round many times. */
    @Test
    void aRecordedFrameAllocatesNothing() {
        var scene = new RandomScene(1);
        var commands = scene.record(scene.target());
        var options = DeviceOptions.DEFAULT.withKernels(Kernels.SCALAR).withThreads(4);
        check("one GPU", commands, options, 8);
        var group = Group.of(2).withLayout(new RegionLayout.Interleaved(32, 32));
        for (var test : Group.Pretest.values()) {
            check(test.name(), commands, options.withGroup(group.withPretest(test)), 8);
        }
    }

    private static void check(String what, CommandBuffer commands, DeviceOptions options) {
        check(what, commands, options, 0);
    }

    private static void check(
            String what, CommandBuffer commands, DeviceOptions options, int recorded) {
        long[] before = threadIds();
        try (var device = Gpu.open(options)) {
            if (recorded != 0) {
                device.record(recorded);
            }
            long[] ids = mine(before);
            for (int frame = 0; frame < 8; frame++) {
                device.submit(commands);
            }
            long[] bytes = new long[21];
            for (int frame = 0; frame < bytes.length; frame++) {
                long start = allocated(ids);
                device.submit(commands);
                bytes[frame] = allocated(ids) - start;
            }
            Arrays.sort(bytes);
            assertThat(bytes[bytes.length / 2] - measuring(ids))
                    .as("bytes a frame, %s", what)
                    .isZero();
        }
    }

    @Test
    void aClosedDeviceSaysSo() {
        var scene = new RandomScene(1);
        var commands = scene.record(scene.target());
        var device = new Device(DeviceOptions.DEFAULT.withThreads(2).withKernels(Kernels.SCALAR));
        device.close();
        assertThatThrownBy(() -> device.submit(commands))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the device is closed");
    }

    /** What the measurement itself allocates. */
    private static long measuring(long[] ids) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            long start = allocated(ids);
            least = Math.min(least, allocated(ids) - start);
        }
        return least;
    }

    private static long[] threadIds() {
        return THREADS.getAllThreadIds();
    }

    /** The calling thread, and the workers that are new since {@code before}. */
    private static long[] mine(long[] before) {
        List<Long> ids = new ArrayList<>();
        ids.add(Thread.currentThread().threadId());
        for (var info : THREADS.getThreadInfo(threadIds())) {
            if (info == null) {
                continue; // ended meanwhile
            }
            boolean known = Arrays.stream(before).anyMatch(id -> id == info.getThreadId());
            if (!known && info.getThreadName().startsWith("azulejo-worker")) {
                ids.add(info.getThreadId());
            }
        }
        return ids.stream().mapToLong(Long::longValue).toArray();
    }

    private static long allocated(long[] ids) {
        long sum = 0;
        for (long id : ids) {
            sum += THREADS.getThreadAllocatedBytes(id);
        }
        return sum;
    }
}
