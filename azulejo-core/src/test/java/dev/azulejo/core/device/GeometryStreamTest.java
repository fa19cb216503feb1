package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.PatchFixture;
import dev.azulejo.core.PatchFixture.Patch;
import dev.azulejo.core.PatchFixture.Program;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.FrameRecorder;
import dev.azulejo.core.report.Starvation;
import dev.azulejo.core.report.ThrottleSample;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/** A stream by itself: no tiles, and a clock that goes when a stage says so. */
@Timeout(60)
class GeometryStreamTest {
    private static final IntPredicate ALL = draw -> true;

    /** One group an engine, and limits alone decide. */
    private static final Throttle NO_FLOOR =
            Throttle.ON.withEngines(1).withPatches(1).withFloor(0).withCeiling(100_000);

    private final AtomicLong clock = new AtomicLong(1_000_000);

    /** What the sink was given, in order. */
    private final List<String> sunk = new ArrayList<>();

    private Counts[] counts;

    private final class Sink implements GeometryStream.Sink {
        @Override
        public void process(int worker, ChunkOutput chunk) {
            sunk.add("process");
        }

        @Override
        public synchronized void finish(int worker, ChunkOutput chunk, int index) {
            sunk.add("finish " + index);
        }
    }

    private GeometryStream stream(
            Throttle throttle, int workers, int mostChunks, Consumer<CommandBuffer> recording) {
        var state = new RunState(RunGuide.ALL);
        state.begin(Fixture.phase(Fixture.target(64, 64, 1), EarlyZ.OFF, recording));
        counts = new Counts[workers];
        Arrays.setAll(counts, w -> new Counts());
        var kernels = KernelSet.of(Kernels.SCALAR);
        return new GeometryStream(
                state, throttle, kernels, counts, new Sink(), mostChunks, clock::get);
    }

    private static Patch[] patches(int count, Patch patch) {
        var all = new Patch[count];
        Arrays.fill(all, patch);
        return all;
    }

    private long get(Counter counter) {
        long sum = 0;
        for (var worker : counts) {
            sum += worker.get(counter);
        }
        return sum;
    }

    /**
     * Windows until the end, and after each: how many groups it had, how many chunks.
     *
     * @param tilesNs time between windows
     */
    private List<String> windows(GeometryStream stream, long tilesNs) {
        List<String> all = new ArrayList<>();
        stream.begin(ALL, Integer.MAX_VALUE);
        long before = 0;
        boolean last = false;
        while (!last) {
            stream.work(0);
            last = stream.isLast();
            long launches = get(Counter.HULL_LAUNCHES);
            all.add((launches - before) + " groups, " + stream.chunkCount() + " chunks");
            before = launches;
            clock.addAndGet(tilesNs);
            stream.retire();
        }
        return all;
    }

    private static ThrottleSample last(GeometryStream stream) {
        return stream.trace().samples().getLast();
    }

    private static void triangle(CommandBuffer commands, int instances) {
        commands.setPipeline(Fixture.pipeline().build())
                .setVertexBuffer(0, new VertexBuffer(new float[12]))
                .setVertexBuffer(1, new VertexBuffer(new float[12]))
                .draw(0, 3, 0, instances);
    }

    /** Chunks come numbered in submission order, ordinary ones and those of patches. */
    @Test
    void chunksAreInSubmissionOrder() {
        var stream =
                stream(
                        Throttle.OFF.withPatches(2),
                        1,
                        ChunkWork.LIMIT,
                        c -> {
                            PatchFixture.draw(c, Program.PLAIN, patches(3, Patch.whole(2)));
                            triangle(c, 2);
                            PatchFixture.draw(c, Program.PLAIN, Patch.outside(1), Patch.whole(1));
                        });
        stream.begin(ALL, Integer.MAX_VALUE);
        stream.work(0);
        assertThat(stream.isLast()).isTrue();
        // Groups of 2 and 1 patches of 8 triangles, two ordinary chunks, a group of 2 and 2.
        assertThat(stream.chunkCount()).isEqualTo(5);
        int[] draws = new int[5];
        int[] triangles = new int[5];
        for (int c = 0; c < 5; c++) {
            draws[c] = stream.chunks()[c].draw().number();
            triangles[c] = stream.chunks()[c].triangles();
        }
        assertThat(draws).containsExactly(0, 0, 1, 1, 2);
        assertThat(triangles).containsExactly(16, 8, 0, 0, 2);
        assertThat(sunk)
                .containsExactly(
                        "finish 0",
                        "finish 1",
                        "process",
                        "finish 2",
                        "process",
                        "finish 3",
                        "finish 4");
        assertThat(get(Counter.HULL_LAUNCHES)).isEqualTo(3);
        assertThat(get(Counter.PATCHES)).isEqualTo(5);
        assertThat(get(Counter.TESSELLATED_PRIMITIVES)).isEqualTo(8 + 8 + 8 + 2 + 2);
        assertThat(stream.starvedNs()).isZero();
        assertThat(stream.bytes()).isPositive();
        stream.retire();
        assertThat(stream.chunkCount()).isZero();
        assertThat(stream.bytes()).isZero();
    }

    /** Draw calls that are not wanted are left out, patches and others. */
    @Test
    void onlyWhatIsWantedIsTakenIn() {
        var stream =
                stream(
                        Throttle.OFF,
                        1,
                        ChunkWork.LIMIT,
                        c -> {
                            PatchFixture.draw(c, Program.PLAIN, Patch.whole(2));
                            triangle(c, 3);
                            PatchFixture.draw(c, Program.PLAIN, Patch.whole(1));
                        });
        stream.begin(draw -> draw == 2, Integer.MAX_VALUE);
        stream.work(0);
        assertThat(stream.chunkCount()).isOne();
        assertThat(get(Counter.TESSELLATED_PRIMITIVES)).isEqualTo(2);
        stream.retire();
        stream.begin(draw -> draw == 1, Integer.MAX_VALUE);
        stream.work(0);
        assertThat(stream.chunkCount()).isEqualTo(3);
        assertThat(get(Counter.HULL_LAUNCHES)).isOne();
    }

    /** As many as the cap in a window, and what was refused is counted for what refused it. */
    @Test
    void aCapCutsWindows() {
        var patches = patches(7, Patch.whole(1));
        Consumer<CommandBuffer> draw = c -> PatchFixture.draw(c, Program.PLAIN, patches);
        var stream = stream(Throttle.cap(3).withEngines(1).withPatches(1), 1, 1 << 20, draw);
        assertThat(windows(stream, 0))
                .containsExactly("3 groups, 3 chunks", "3 groups, 3 chunks", "1 groups, 1 chunks");
        assertThat(get(Counter.LAUNCHES_OVER_LIMIT)).as("4 and 7").isEqualTo(2);
        assertThat(get(Counter.LAUNCHES_OVER_CEILING)).isZero();
        assertThat(get(Counter.LAUNCHES_OVER_CHUNKS)).isZero();
        assertThat(get(Counter.LAUNCHES_BELOW_FLOOR)).isZero();
        var recorder = new FrameRecorder();
        stream.report(recorder);
        assertThat(recorder.report().mostGroupsInFlight()).isEqualTo(3);
        var two = stream(Throttle.cap(1).withEngines(2).withPatches(2), 1, 1 << 20, draw);
        assertThat(windows(two, 0)).containsExactly("2 groups, 2 chunks", "2 groups, 2 chunks");
        assertThat(get(Counter.LAUNCHES_OVER_LIMIT)).isOne();
    }

    /** Off, nothing is refused. */
    @Test
    void offTakesInAll() {
        var patches = patches(100, Patch.outside(60));
        var stream =
                stream(
                        Throttle.OFF.withPatches(1).withFloor(0).withCeiling(1),
                        1,
                        1 << 20,
                        c -> PatchFixture.draw(c, Program.PLAIN, patches));
        // 7,200 triangles each, in chunks of up to 1,024
        assertThat(windows(stream, 0)).containsExactly("100 groups, 800 chunks");
        var recorder = new FrameRecorder();
        stream.report(recorder);
        assertThat(recorder.report().mostGroupsInFlight()).isEqualTo(100);
    }

    /** What no limit refuses, the number of chunks does: room for the most of a group, 512. */
    @Test
    void chunksAreBounded() {
        var patches = patches(4, Patch.outside(60));
        Consumer<CommandBuffer> draw = c -> PatchFixture.draw(c, Program.PLAIN, patches);
        var stream = stream(Throttle.OFF.withPatches(1), 1, 512 + 8, draw);
        assertThat(windows(stream, 0))
                .containsExactly("2 groups, 16 chunks", "2 groups, 16 chunks");
        assertThat(get(Counter.LAUNCHES_OVER_CHUNKS)).isOne();
        assertThat(get(Counter.LAUNCHES_OVER_LIMIT)).isZero();
        stream = stream(Throttle.OFF.withPatches(1), 1, 512 + 7, draw);
        assertThat(windows(stream, 0)).hasSize(4).containsOnly("1 groups, 8 chunks");
        assertThat(get(Counter.LAUNCHES_OVER_CHUNKS)).isEqualTo(3);
    }

    /**
     * A ceiling of 1 MB, and groups of 4,000 bytes or so of which nothing comes; and a floor of as
     * much as they take.
     */
    @Test
    void theCeilingCutsWindows() {
        var patches = patches(1000, new Patch(-1, -1, 1, 1, 0, 0, 0));
        Consumer<CommandBuffer> draw = c -> PatchFixture.draw(c, Program.PLAIN, patches);
        var stream = stream(NO_FLOOR.withCeiling(1), 1, 1 << 20, draw);
        stream.begin(ALL, Integer.MAX_VALUE);
        stream.work(0);
        long groups = get(Counter.HULL_LAUNCHES);
        long each = stream.bytes() / groups;
        assertThat(each * groups).isEqualTo(stream.bytes());
        assertThat(groups).isEqualTo((1_000_000 + each - 1) / each).isLessThan(1000);
        assertThat(get(Counter.LAUNCHES_OVER_CEILING)).isOne();
        assertThat(get(Counter.LAUNCHES_OVER_LIMIT)).isZero();
        assertThat(get(Counter.PATCHES_DROPPED)).isEqualTo(groups);
        assertThat(stream.chunkCount()).isZero();
        assertThat(stream.isLast()).isFalse();
    }

    /** Patches beside the view: 8,192 primitives each, and no memory but the groups' own. */
    private GeometryStream slow(Throttle throttle, long pointNs) {
        IntConsumer points = count -> clock.addAndGet(count * pointNs);
        var program = new Program(null, patch -> {}, points);
        return stream(
                throttle,
                1,
                1 << 20,
                c -> PatchFixture.draw(c, program, patches(300, Patch.outside(64))));
    }

    private long firstWindow(GeometryStream stream) {
        stream.begin(ALL, Integer.MAX_VALUE);
        stream.work(0);
        return get(Counter.HULL_LAUNCHES);
    }

    /**
     * A domain stage ten times slower or faster than estimated changes what is launched, in the
     * first window that there ever was.
     *
     * <p>A patch has 65² = 4,225 points and 8,192 primitives, of which the domain side is expected
     * to take one in 25 ns, tiles and all take 50 ns. With 48 ns a point that is 202.8 µs, 4,056
     * cycles of 50 ns and 8,112 of 25: about as estimated. 4,056 are left of each, more than 32,000
     * with eight groups. With 480 ns it is 81,120 of 25 ns, which is 72,928 late: after three
     * groups the total is above 128,000. With 5 ns 845 cycles are enough, and 422.5 of 50 go by: as
     * many are left of each, more than 32,000 with 76 groups.
     */
    @Test
    void theSpeedOfTheDomainStageChangesLaunches() {
        assertThat(firstWindow(slow(NO_FLOOR, 48))).isEqualTo(8);
        assertThat(get(Counter.LAUNCHES_OVER_LIMIT)).isOne();
        assertThat(firstWindow(slow(NO_FLOOR, 480))).isEqualTo(3);
        assertThat(firstWindow(slow(NO_FLOOR, 5))).isEqualTo(76);
    }

    /** A floor that is not reached lets pass what limits refuse, and says so. */
    @Test
    void belowTheFloorNothingIsRefused() {
        assertThat(firstWindow(slow(NO_FLOOR.withFloor(64), 480))).isEqualTo(300);
        assertThat(get(Counter.LAUNCHES_BELOW_FLOOR)).as("all after the third").isEqualTo(297);
        assertThat(get(Counter.LAUNCHES_OVER_LIMIT)).isZero();
    }

    /**
     * Where a phase before would have fitted under the ceiling limits are passed over, above the
     * floor: the second phase is one window.
     */
    @Test
    void whatFitsAsAWholeIsNotRefused() {
        IntConsumer points = count -> clock.addAndGet(count * 480L);
        var program = new Program(null, patch -> {}, points);
        var stream =
                stream(
                        NO_FLOOR.withFloor(1),
                        1,
                        1 << 20,
                        c -> PatchFixture.draw(c, program, patches(20, Patch.whole(64))));
        assertThat(windows(stream, 1000)).hasSizeGreaterThan(2);
        assertThat(get(Counter.LAUNCHES_PASSED_OVER)).isZero();
        long below = get(Counter.LAUNCHES_BELOW_FLOOR);
        assertThat(windows(stream, 1000)).hasSize(1);
        assertThat(get(Counter.LAUNCHES_BELOW_FLOOR)).isEqualTo(below);
        assertThat(get(Counter.LAUNCHES_PASSED_OVER)).isEqualTo(17);
    }

    /** The total says how long the tiles will take, and is nothing when they are rendered. */
    @Test
    void aTraceHasItsTimes() {
        var stream = slow(NO_FLOOR, 48);
        stream.begin(ALL, Integer.MAX_VALUE);
        stream.work(0);
        var end = last(stream);
        assertThat(end.ns()).isEqualTo(8 * 4225 * 48);
        assertThat(end.inFlight()).isEqualTo(8);
        assertThat(end.limit()).isEqualTo(8);
        // Four drains of 200 µs, in cycles of 50 ns
        assertThat(end.latency()).isEqualTo(16_000);
        assertThat(end.total()).isBetween(8 * 4056L, 8 * 4056L + 8 * 90);
        assertThat(end.error()).isZero();
        clock.addAndGet(1000);
        stream.retire();
        assertThat(last(stream))
                .isEqualTo(
                        new ThrottleSample(
                                end.ns() + 1000, 0, ThrottleSample.UNLIMITED, 0, 0, 16_000));
        // Launched, completed, handed on, read, done; and refused, and retired.
        assertThat(stream.trace().samples()).hasSize(8 * 5 + 2);
    }

    /** A worker without work waits for what it waits for, by the clock. */
    private long[] starved(Throttle throttle, Patch patch, int count, boolean inHull)
            throws InterruptedException {
        var started = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        Runnable hold =
                () -> {
                    started.countDown();
                    try {
                        release.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                };
        var program =
                new Program(
                        null,
                        p -> {
                            if (inHull && p == 0) {
                                hold.run();
                            }
                        },
                        points -> {
                            if (!inHull) {
                                hold.run();
                            }
                        });
        var stream =
                stream(
                        throttle,
                        2,
                        1 << 20,
                        c -> PatchFixture.draw(c, program, patches(count, patch)));
        stream.begin(ALL, Integer.MAX_VALUE);
        var other = new Thread(() -> stream.work(1));
        other.start();
        started.await();
        var mine = new Thread(() -> stream.work(0));
        mine.start();
        while (mine.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        clock.addAndGet(777);
        release.countDown();
        other.join();
        mine.join();
        var recorder = new FrameRecorder();
        stream.report(recorder);
        var report = recorder.report();
        assertThat(report.starvedNs()).isEqualTo(stream.starvedNs()).isEqualTo(777);
        long[] all = new long[Starvation.values().length];
        for (var what : Starvation.values()) {
            all[what.ordinal()] = report.starvedNs(what);
        }
        return all;
    }

    @Test
    void starvationHasItsReasons() throws InterruptedException {
        var off = Throttle.OFF.withPatches(1);
        assertThat(starved(off, Patch.whole(1), 1, true))
                .as("the only group is in the hull stage")
                .containsExactly(777, 0, 0);
        assertThat(starved(off, Patch.whole(1), 1, false))
                .as("the only piece is at work")
                .containsExactly(0, 0, 777);
        var one = Throttle.cap(1).withEngines(1).withPatches(1);
        assertThat(starved(one, Patch.whole(1), 2, true))
                .as("one group may be launched, and it is in the hull stage")
                .containsExactly(777, 0, 0);
        assertThat(starved(one, Patch.whole(1), 2, false))
                .as("one group may be in flight, and it is at work")
                .containsExactly(0, 777, 0);
    }
}
