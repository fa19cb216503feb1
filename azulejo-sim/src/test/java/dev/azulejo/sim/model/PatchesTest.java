package dev.azulejo.sim.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.policy.LaunchPolicy;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineException;
import dev.azulejo.sim.machine.MachineFile;
import dev.azulejo.sim.trace.DrawCost;
import dev.azulejo.sim.trace.PhaseBuilder;
import dev.azulejo.sim.trace.TracePhase;
import dev.azulejo.sim.trace.WorkTrace;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Groups of patches: launched as far ahead as the throttle of the renderer says. */
class PatchesTest {
    /** Memory that keeps nobody waiting, so that the latency of a hull stage is its own. */
    private static final String FAST = "memory.bandwidth=4000 B/cycle";

    /** Control points of a group. */
    private static final int POINTS = 128;

    private static final DrawCost COST = new DrawCost(48, 48, 0, 20, 40, 50, 0, 400);

    /**
     * Groups of 32 patches.
     *
     * @param groups how many
     * @param primitives that each group makes, group by group, again and again
     */
    private static WorkTrace patches(int groups, int... primitives) {
        return patchesOf(POINTS, groups, primitives);
    }

    private static WorkTrace patchesOf(int points, int groups, int... primitives) {
        var target = new TracePhase.Target(640, 640, 1, 4, 8);
        var builder = new PhaseBuilder(0, "main", target, 64);
        builder.draw(COST, false, false);
        for (int group = 0; group < groups; group++) {
            int count = primitives[group % primitives.length];
            int number = builder.patches(32, points, count, count);
            for (int first = 0; first < count; first += 512) {
                int part = Math.min(512, count - first);
                builder.chunk(part, part / 2 + 16, part / 2 + 16, number);
                for (int i = 0; i < part; i++) {
                    int x = (group * 7 + i) % 620;
                    int y = (group * 13 + i * 3) % 620;
                    builder.primitive(x, y, x + 3, y + 3, 6, false);
                }
            }
        }
        return new WorkTrace("patches", "test", List.of(builder.build()));
    }

    private static Machine throttled(String mode, String... settings) throws MachineException {
        var machine =
                MachineFile.preset("desktop")
                        .with("throttle.mode", mode)
                        .with("tessellation.buffer", "64 KiB");
        for (var setting : settings) {
            int equals = setting.indexOf('=');
            machine = machine.with(setting.substring(0, equals), setting.substring(equals + 1));
        }
        return machine;
    }

    @Test
    void everyGroupRunsOnceAndEverythingIsDrawn() throws MachineException {
        var trace = patches(40, 1000, 20, 4000);
        for (var mode : new String[] {"off", "cap", "on", "policy"}) {
            var result = Simulation.run(trace, throttled(mode));
            assertThat(result.count(ModelCounter.PATCH_GROUPS)).as(mode).isEqualTo(40);
            long made = 14 * 1000 + 13 * 20 + 13 * 4000;
            assertThat(result.count(ModelCounter.PRIMITIVES)).as(mode).isEqualTo(made);
            assertThat(result.count(ModelCounter.SET_UP)).as(mode).isEqualTo(made);
            // Control points, and the domain points of each chunk.
            assertThat(result.count(ModelCounter.VERTICES))
                    .as(mode)
                    .isEqualTo(40 * POINTS + made / 2 + 16 * (14 * 2 + 13 + 13 * 8));
        }
    }

    /** Patches of two triangles: one in each quarter of 128x128 pixels, and one over all. */
    private static WorkTrace quarters() {
        var builder = new PhaseBuilder(0, "main", new TracePhase.Target(128, 128, 1, 4, 8), 64);
        builder.draw(COST, false, false);
        float[] factors = {1, 1, 1, 1, 1, 1};
        int group = builder.patches(5, 20, 10, 10);
        for (int patch = 0; patch < 4; patch++) {
            int x = patch % 2 * 64;
            int y = patch / 2 * 64;
            builder.patch(factors, 2, 4, 2, x, y, x + 63, y + 63);
        }
        builder.patch(factors, 2, 4, 2, 0, 0, 127, 127);
        builder.chunk(10, 20, 20, group);
        for (int i = 0; i < 8; i++) {
            int x = i / 2 % 2 * 64;
            int y = i / 4 * 64;
            builder.primitive(x + 1, y + 1, x + 62, y + 62, 1800, false);
        }
        for (int i = 0; i < 2; i++) {
            builder.primitive(0, 0, 127, 127, 8000, false);
        }
        return new WorkTrace("quarters", "test", List.of(builder.build()));
    }

    /**
     * All hull stages run everywhere; of five patches each GPU tessellates that of its quarter and
     * the one over all. Whoever renders all of the screen tessellates all.
     */
    @Test
    void gpusTessellateWhatTouchesTheirRegions() throws MachineException {
        var group =
                MachineFile.preset("group-4")
                        .with("group.layout", "quadrants")
                        .with("window.primitives", "0");
        for (var split : List.of("duplicate", "hints", "sequential")) {
            var result = Simulation.run(quarters(), group.with("group.split", split));
            for (var gpu : result.gpus()) {
                assertThat(gpu.count(ModelCounter.PATCH_GROUPS)).as(split).isEqualTo(1);
                assertThat(gpu.count(ModelCounter.PATCHES_ELSEWHERE)).as(split).isEqualTo(3);
                assertThat(gpu.count(ModelCounter.PRIMITIVES)).as(split).isEqualTo(4);
                assertThat(gpu.count(ModelCounter.SET_UP)).as(split).isEqualTo(4);
                assertThat(gpu.count(ModelCounter.VERTICES)).as(split).isEqualTo(20 + 8);
                assertThat(gpu.count(ModelCounter.CHUNKS_PRETESTED)).as(split).isZero();
            }
            // Patches are not exchanged, and nobody is told of them.
            assertThat(result.count(ModelCounter.LINK_BYTES)).as(split).isZero();
        }
        for (var split : List.of("draws", "frames")) {
            var result = Simulation.run(quarters(), group.with("group.split", split));
            assertThat(result.count(ModelCounter.PRIMITIVES)).as(split).isEqualTo(10);
            assertThat(result.count(ModelCounter.PATCHES_ELSEWHERE)).as(split).isZero();
        }
        var one = Simulation.run(quarters(), MachineFile.preset("desktop"));
        assertThat(one.count(ModelCounter.PRIMITIVES)).isEqualTo(10);
        assertThat(one.count(ModelCounter.PATCHES_ELSEWHERE)).isZero();
    }

    /** Whoever looks tessellates all; whoever renders a bin, what touches it. */
    @Test
    void binsTessellateWhatTouchesThem() throws MachineException {
        var machine =
                MachineFile.preset("group-2")
                        .with("group.split", "bins")
                        .with("bins.count", "4")
                        .with("window.primitives", "0");
        var result = Simulation.run(quarters(), machine);
        assertThat(result.count(ModelCounter.BINS)).isEqualTo(4);
        assertThat(result.count(ModelCounter.PRIMITIVES)).isEqualTo(10 + 4 * 4);
        assertThat(result.count(ModelCounter.PATCHES_ELSEWHERE)).isEqualTo(4 * 3);
        assertThat(result.count(ModelCounter.SET_UP)).isEqualTo(4 * 4);
    }

    /** A GPU of whose patches none is left waits for their hull stage, and then for nobody. */
    @Test
    void whoHasNoPatchGoesOn() throws MachineException {
        var builder = new PhaseBuilder(0, "main", new TracePhase.Target(128, 64, 1, 4, 8), 64);
        builder.draw(COST, false, false);
        float[] factors = {1, 1, 1, 1, 1, 1};
        for (int i = 0; i < 6; i++) {
            int group = builder.patches(1, 4, 2, 2);
            builder.patch(factors, 2, 4, 2, 0, 0, 63, 63);
            builder.chunk(2, 4, 4, group);
            builder.primitive(0, 0, 63, 63, 2000, false);
            builder.primitive(0, 0, 63, 63, 2000, false);
        }
        var trace = new WorkTrace("left", "test", List.of(builder.build()));
        var group =
                MachineFile.preset("group-2")
                        .with("group.layout", "interleaved:64")
                        .with("window.primitives", "0");
        for (var split : List.of("duplicate", "hints", "sequential")) {
            for (var mode : List.of("off", "cap", "on", "policy")) {
                var machine = group.with("group.split", split).with("throttle.mode", mode);
                var result = Simulation.run(trace, machine);
                var second = result.gpus().get(1);
                assertThat(second.count(ModelCounter.PATCHES_ELSEWHERE)).isEqualTo(6);
                assertThat(second.count(ModelCounter.PRIMITIVES)).isZero();
                assertThat(second.count(ModelCounter.CHUNKS_RENDERED)).isZero();
                assertThat(result.gpus().get(0).count(ModelCounter.PRIMITIVES)).isEqualTo(12);
            }
        }
    }

    /**
     * Thresholds of none and limits of one hold groups back as a cap of one does, but for those
     * that are launched while nothing is queued; thresholds beyond reach hold nothing back. There
     * is room for eight groups an engine, so that launches go on while there is domain work.
     */
    @Test
    void thresholdsAndLimitsAreSettings() throws MachineException {
        var trace = patches(100, 2000);
        String slots = "tessellation.slots=8";
        String none = "throttle.thresholds=0/0/0";
        String one = "throttle.limits=1/1/1";
        var tight = Simulation.run(trace, throttled("on", FAST, slots, none, one));
        var cap = Simulation.run(trace, throttled("cap", FAST, slots, "throttle.cap=1"));
        var beyond = "throttle.thresholds=99999/99999/99999";
        var loose = Simulation.run(trace, throttled("on", FAST, slots, beyond));
        var off = Simulation.run(trace, throttled("off", FAST, slots));
        assertThat(loose.cycles()).isEqualTo(off.cycles());
        assertThat(loose.count(ModelCounter.SPILLED)).isEqualTo(off.count(ModelCounter.SPILLED));
        assertThat(tight.count(ModelCounter.SPILLED))
                .isLessThan(off.count(ModelCounter.SPILLED) / 2)
                .isGreaterThanOrEqualTo(cap.count(ModelCounter.SPILLED));
    }

    /** With a group in flight: whether the renderer's policy lets in another one. */
    private static LaunchPolicy.Answer second(String... settings) throws MachineException {
        var machine = throttled("policy", settings).with("shader.engines", "1");
        var policy = PolicyGate.policy(machine);
        policy.begin(0);
        long number = policy.launch(0, 0, 0);
        policy.complete(100, 0, number, 1000, 1000, 1000);
        policy.handOn(200, 1000, 1000);
        return policy.decide(300);
    }

    /**
     * They are the renderer's policy's too: it lets in a group more only for want of memory used.
     */
    @Test
    void theRenderersPolicyHasThresholdsAndLimits() throws MachineException {
        assertThat(second()).isEqualTo(LaunchPolicy.Answer.FREE);
        assertThat(second("throttle.limits=1/1/1", "throttle.thresholds=0/0/0"))
                .isEqualTo(LaunchPolicy.Answer.BELOW_FLOOR);
        assertThat(second("throttle.limits=1/1/1", "throttle.thresholds=99999/99999/99999"))
                .isEqualTo(LaunchPolicy.Answer.FREE);
    }

    /** With one group an engine at most three are in flight, and no more wait for memory. */
    @Test
    void aCapHoldsWhatNoThrottleSpills() throws MachineException {
        var trace = patches(60, 2000);
        var off = Simulation.run(trace, throttled("off"));
        var cap = Simulation.run(trace, throttled("cap", "throttle.cap=1"));
        // A group is 128 control points of 48 bytes; there is room for two and a half.
        long group = POINTS * 48;
        assertThat(off.count(ModelCounter.SPILLED)).isGreaterThan(50 * group);
        assertThat(cap.count(ModelCounter.SPILLED)).isLessThan(60 * group / 2);
        var roomy = Simulation.run(trace, throttled("off", "tessellation.buffer=64 MiB"));
        assertThat(roomy.count(ModelCounter.SPILLED)).isZero();
    }

    /** Little comes of a group: one at a time cannot keep the machine busy. */
    @Test
    void withLittleAmplificationTheThrottleStaysOutOfTheWay() throws MachineException {
        var trace = patches(300, 8);
        long off = Simulation.run(trace, throttled("off")).cycles();
        long cap = Simulation.run(trace, throttled("cap", "throttle.cap=1")).cycles();
        long on = Simulation.run(trace, throttled("on")).cycles();
        assertThat(cap).isGreaterThan(off + off / 4);
        assertThat(on).isLessThan(off + off / 10);
    }

    /** Much comes of a group: what is launched too early goes to memory and back. */
    @Test
    void withMuchAmplificationTheThrottleHoldsBack() throws MachineException {
        var trace = patches(400, 3000);
        var off = Simulation.run(trace, throttled("off", FAST));
        var on = Simulation.run(trace, throttled("on", FAST));
        assertThat(on.count(ModelCounter.SPILLED)).isLessThan(off.count(ModelCounter.SPILLED) / 2);
        // Slots of three engines bound what is in flight even then.
        var slots = Simulation.run(trace, throttled("off", "tessellation.slots=3"));
        assertThat(slots.count(ModelCounter.SPILLED)).isZero();
    }

    private static long cycles(WorkTrace trace, String mode, String memory)
            throws MachineException {
        return Simulation.run(trace, throttled(mode, "throttle.cap=4", memory)).cycles();
    }

    /** Scenes with little, much and mixed amplification. */
    private static List<WorkTrace> scenes() {
        return List.of(
                patches(400, 8),
                patches(100, 3000),
                patches(150, 4, 3000),
                patches(200, 4, 4, 4, 4, 4, 4, 4, 4, 1000, 1000, 1000, 1000));
    }

    /**
     * The throttle as machines have it, and the renderer's whole policy, against none and a fixed
     * number, four an engine: no more than a hundredth slower than the better of them, whether
     * memory keeps anybody waiting or not.
     */
    @Test
    void theThrottleIsNeverWorseThanTheBetterOfNoneAndACap() throws MachineException {
        for (var scene : scenes()) {
            for (var memory : List.of(FAST, "memory.bandwidth=100 GB/s")) {
                long better = Math.min(cycles(scene, "off", memory), cycles(scene, "cap", memory));
                for (var mode : List.of("on", "policy")) {
                    assertThat(cycles(scene, mode, memory))
                            .as("%s, %s, %s", mode, memory, scene.phases().getFirst().patches())
                            .isLessThan(better + better / 100);
                }
            }
        }
    }

    /**
     * As published, without the rule of room, it is no more than a hundredth slower where memory
     * keeps nobody waiting, a twelfth where all wait for it: it goes by the latency of groups,
     * which is then that of memory, and by the rate of tessellators, which then do not matter, so
     * that it opens late and lets in many at a time.
     */
    @Test
    void asPublishedItIsUpToATwelfthWorse() throws MachineException {
        for (var scene : scenes()) {
            long better = Math.min(cycles(scene, "off", FAST), cycles(scene, "cap", FAST));
            assertThat(published(scene, FAST)).isLessThan(better + better / 100);
            var scarce = "memory.bandwidth=100 GB/s";
            better = Math.min(cycles(scene, "off", scarce), cycles(scene, "cap", scarce));
            assertThat(published(scene, scarce)).isLessThan(better + better / 12);
        }
    }

    /**
     * Control points four times as much. Where memory keeps nobody waiting, throttle and renderer's
     * policy are within a hundredth of the better of none and a cap. Where all wait for it, the
     * published policy is up to an eighth slower than the cap: the latency that it goes by is then
     * that of memory, which grows with what is in flight, so that it never finds more queued than a
     * few latencies, and lets in as many as without it. Who also waits for room in the buffer while
     * memory has more to do than one access takes is not slower, in either.
     */
    @Test
    void withLargeHullOutputsGroupsWaitForRoomWhereMemoryIsFull()
            throws MachineException, IOException {
        var names = List.of("200 of 8", "100 of 500", "50 of 3,000", "100 of 4 and 3,000 in turn");
        var scenes =
                List.of(
                        patchesOf(4 * POINTS, 200, 8),
                        patchesOf(4 * POINTS, 100, 500),
                        patchesOf(4 * POINTS, 50, 3000),
                        patchesOf(4 * POINTS, 100, 4, 3000));
        var rows = new ArrayList<String>();
        String memory = "memory.bandwidth=100 GB/s";
        for (var scene : scenes) {
            long better = Math.min(cycles(scene, "off", FAST), cycles(scene, "cap", FAST));
            assertThat(published(scene, FAST)).isLessThan(better + better / 20);
            assertThat(cycles(scene, "on", FAST)).isLessThan(better + better / 100);
            assertThat(cycles(scene, "policy", FAST)).isLessThan(better + better / 100);
            long none = cycles(scene, "off", memory);
            long cap = cycles(scene, "cap", memory);
            better = Math.min(none, cap);
            long published = published(scene, memory);
            long on = cycles(scene, "on", memory);
            long policy = cycles(scene, "policy", memory);
            rows.add(
                    "| %s | %,d | %,d | %s | %s | %s |"
                            .formatted(
                                    names.get(scenes.indexOf(scene)),
                                    none,
                                    cap,
                                    against(better, published),
                                    against(better, on),
                                    against(better, policy)));
            assertThat(published).isLessThan(better + better / 8);
            assertThat(on).as(rows.getLast()).isLessThan(better + better / 200);
            assertThat(policy).as(rows.getLast()).isLessThan(better + better / 200);
        }
        long none = cycles(scenes.get(2), "off", memory);
        assertThat(published(scenes.get(2), memory)).isEqualTo(none);
        areDocumented(rows);
    }

    /** Cells of docs/results.md: cycles, and how many times as long as the better. */
    private static String against(long better, long cycles) {
        return "%,d | %.2f".formatted(cycles, (double) cycles / better);
    }

    private static void areDocumented(List<String> rows) throws IOException {
        var results = Files.readString(Path.of("../docs/results.md"));
        assertThat(rows)
                .as("rows of docs/results.md that are not there")
                .filteredOn(row -> !results.contains(row))
                .isEmpty();
    }

    /** Cycles with the throttle as published: nobody waits for room. */
    private static long published(WorkTrace scene, String... settings) throws MachineException {
        var all = new ArrayList<>(List.of(settings));
        all.add("throttle.room=off");
        return Simulation.run(scene, throttled("on", all.toArray(String[]::new))).cycles();
    }

    /** Little comes of most groups, and then much of all: no fixed number suits both. */
    private static WorkTrace runs() {
        int[] primitives = new int[500];
        Arrays.fill(primitives, 8);
        Arrays.fill(primitives, 440, 500, 3000);
        return patchesOf(4 * POINTS, 500, primitives);
    }

    /**
     * All wait for memory, and hull stages make more than the buffer holds: what groups too many
     * spill costs more than anything. The published policy does not know it, and is half as long
     * again as a cap of four where that happens to fit the buffer. Who waits for room, the
     * renderer's policy among them, is never slower than the better of none and that cap, and up to
     * twice as fast; and about as fast as the best of all fixed numbers, which is another one for
     * each scene.
     */
    @Test
    void whereAllWaitForMemoryWhoWaitsForRoomWins() throws MachineException, IOException {
        var rows = new ArrayList<String>();
        var low = patchesOf(4 * POINTS, 500, 8);
        var mixed = patchesOf(4 * POINTS, 160, 4, 3000);
        var all = new ArrayList<Double>();
        all.addAll(spills("500 of 8", low, 256, 73, rows));
        all.addAll(spills("440 of 8, 60 of 3,000", runs(), 256, 73, rows));
        all.addAll(spills("440 of 8, 60 of 3,000", runs(), 256, 246, rows));
        all.addAll(spills("160 of 4 and 3,000", mixed, 64, 73, rows));
        all.addAll(spills("500 of 8", low, 1024, 246, rows));
        areDocumented(rows);
        assertThat(all).allMatch(ratio -> ratio <= 1);
        assertThat(all.subList(0, 2)).allMatch(ratio -> ratio < 0.4);
    }

    /**
     * Returns what the throttle and the renderer's policy take, compared with the better of none
     * and a cap of four.
     */
    private static List<Double> spills(
            String name, WorkTrace scene, int kibibytes, int bandwidth, List<String> rows)
            throws MachineException {
        var memory = "memory.bandwidth=%d B/cycle".formatted(bandwidth);
        var buffer = "tessellation.buffer=%d KiB".formatted(kibibytes);
        long none = Simulation.run(scene, throttled("off", memory, buffer)).cycles();
        var row =
                new StringBuilder(
                        "| %s | %d | %d | %,d |".formatted(name, kibibytes, bandwidth, none));
        long best = none;
        long four = 0;
        for (int cap : new int[] {1, 2, 4, 8}) {
            var machine = throttled("cap", memory, buffer, "throttle.cap=" + cap);
            long cycles = Simulation.run(scene, machine).cycles();
            row.append(" %,d |".formatted(cycles));
            best = Math.min(best, cycles);
            four = cap == 4 ? cycles : four;
        }
        long published = published(scene, memory, buffer);
        long on = Simulation.run(scene, throttled("on", memory, buffer)).cycles();
        long policy = Simulation.run(scene, throttled("policy", memory, buffer)).cycles();
        long better = Math.min(none, four);
        row.append(
                " %s | %s | %.2f | %s |"
                        .formatted(
                                against(better, published),
                                against(better, on),
                                (double) on / best,
                                against(better, policy)));
        rows.add(row.toString());
        return List.of((double) on / better, (double) policy / better);
    }

    /** Little comes of a group: it is more than twice as fast as with a fixed number. */
    @Test
    void theThrottleBeatsACapWhereLittleComesOfAGroup() throws MachineException {
        var scene = patches(400, 8);
        assertThat(2 * cycles(scene, "on", FAST)).isLessThan(cycles(scene, "cap", FAST));
        assertThat(cycles(scene, "on", FAST)).isEqualTo(cycles(scene, "off", FAST));
    }

    /** What is launched too early fills memory: a tenth faster than none, and than the cap. */
    @Test
    void theThrottleBeatsBothWhereMemoryIsScarce() throws MachineException {
        var memory = "memory.bandwidth=100 GB/s";
        var scene = patches(400, 8);
        for (var mode : List.of("on", "policy")) {
            long cycles = cycles(scene, mode, memory);
            assertThat(cycles).isLessThan(cycles(scene, "off", memory) * 9 / 10);
            assertThat(cycles).isLessThan(cycles(scene, "cap", memory) * 9 / 10);
        }
    }

    /**
     * The renderer's policy, with its own memory bounds. Groups of two million primitives, 256 MB,
     * are above its ceiling as soon as one has completed its hull stage; by then the next has been
     * launched, so that there are two in a window.
     */
    @Test
    void theRenderersPolicyDecidesInWindows() throws MachineException {
        var target = new TracePhase.Target(64, 64, 1, 4, 8);
        var builder = new PhaseBuilder(0, "main", target, 64);
        builder.draw(COST, false, false);
        for (int group = 0; group < 6; group++) {
            int number = builder.patches(32, POINTS, 100, 2_000_000);
            builder.chunk(10, 10, 10, number);
            for (int i = 0; i < 10; i++) {
                builder.primitive(0, 0, 9, 9, 5, false);
            }
        }
        var trace = new WorkTrace("by hand", "test", List.of(builder.build()));
        var machine = OneGpuTest.simple("throttle.mode=policy", "command.chunk=2000 cycles");
        var result = Simulation.run(trace, machine);
        assertThat(result.count(ModelCounter.PATCH_WINDOWS)).isEqualTo(3);
        assertThat(result.count(ModelCounter.PATCH_GROUPS)).isEqualTo(6);
        assertThat(result.count(ModelCounter.SET_UP)).isEqualTo(60);
        // In small groups nothing speaks against all of them at once.
        var small = Simulation.run(patches(6, 100), machine);
        assertThat(small.count(ModelCounter.PATCH_WINDOWS)).isEqualTo(1);
    }
}
