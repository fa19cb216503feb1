package dev.azulejo.sim.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.device.Gpu;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.policy.LaunchPolicy;
import dev.azulejo.core.report.ThrottleSample;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.sim.engine.EventQueue;
import dev.azulejo.sim.engine.TieOrder;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineException;
import dev.azulejo.sim.record.FlatScene;
import dev.azulejo.sim.trace.TracePhase;
import dev.azulejo.sim.unit.UnitWatch;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Patches are rendered by azulejo's own GPU, with one thread, so that one thing happens after the
 * other; its throttle notes when what happened, and what it thought. The model's gate is told the
 * same at the same times, from the trace of the same patches: it must think the same and launch the
 * same groups, up to the end of the first window. What a drain has cost, which counts in the next
 * one, nobody notes.
 */
class LaunchReplayTest {
    private static final int WIDTH = 256;
    private static final int HEIGHT = 192;
    private static final int GROUPS = 24;

    /** Memory counts for nothing: the model's takes other bytes. */
    private static final Throttle THROTTLE =
            Throttle.ON.withEngines(2).withFloor(0).withCeiling(1_000_000);

    /**
     * When what became of a group: nanoseconds since the phase began.
     *
     * @param launched what the throttle thought when it was launched
     * @param complete its hull stage has run
     * @param begun its domain stage begins
     * @param done its triangles are on lists
     */
    private record Times(ThrottleSample launched, long complete, long begun, long done) {}

    /**
     * What came of a run.
     *
     * @param groups of the first window
     * @param refusedNs when the next was refused; -1 if there was none
     */
    private record Window(List<Times> groups, long refusedNs) {}

    /** Patches, each a draw call and so a group of its own, of 2 to 8192 triangles. */
    private static FlatScene scene(long seed) {
        var random = new Random(seed);
        var scene = new FlatScene(WIDTH, HEIGHT, 1);
        int most = 4 << random.nextInt(5);
        for (int group = 0; group < GROUPS; group++) {
            int x = random.nextInt(WIDTH - 64);
            int y = random.nextInt(HEIGHT - 64);
            scene.patch(0.5f, x, y, x + 64, y + 64, 1 + random.nextInt(most));
        }
        return scene;
    }

    private static DeviceOptions options(Throttle throttle) {
        return DeviceOptions.DEFAULT
                .withThreads(1)
                .withTileSize(16)
                .withKernels(Kernels.SCALAR)
                .withEarlyZ(EarlyZ.OFF)
                .withReuse(Reuse.OFF)
                .withThrottle(throttle);
    }

    private static Window render(FlatScene scene, Throttle throttle) {
        try (var gpu = Gpu.open(options(throttle))) {
            gpu.submit(scene.commands);
            return firstWindow(gpu.inspect().throttle());
        }
    }

    /**
     * Reads what happened from how many were in flight: a group is launched, complete, handed on,
     * begun and done, one sample each; one more if the next is refused; then none is left.
     */
    private static Window firstWindow(List<ThrottleSample> samples) {
        var groups = new ArrayList<Times>();
        int at = 0;
        long refused = -1;
        while (at < samples.size() && samples.get(at).inFlight() == groups.size() + 1) {
            int end = at;
            while (end < samples.size()
                    && samples.get(end).inFlight() == samples.get(at).inFlight()) {
                end++;
            }
            refused = end - at == 6 ? samples.get(end - 1).ns() : -1;
            assertThat(end - at).as("samples of a group").isBetween(5, 6);
            groups.add(
                    new Times(
                            samples.get(at),
                            samples.get(at + 1).ns(),
                            samples.get(at + 3).ns(),
                            samples.get(at + 4).ns()));
            at = end;
        }
        assertThat(samples.get(at).inFlight()).isZero();
        return new Window(groups, refused);
    }

    /** Plays a window on the model's gate; returns what its throttle thought at each launch. */
    private static final class Replay {
        private final Parts parts = new Parts(new EventQueue(TieOrder.SCHEDULED), UnitWatch.NONE);
        private final List<Runnable> steps = new ArrayList<>();
        private final int step = parts.clock().register(number -> steps.get(number).run());
        private final LaunchPolicy policy;
        private final TracePhase phase;
        private final HullLauncher hulls;
        private final GpuModel gpu;
        private final List<Integer> launched = new ArrayList<>();

        Replay(TracePhase phase, Throttle throttle, Machine machine) {
            this.phase = phase;
            policy = new LaunchPolicy(throttle, 1);
            gpu = new OneOf(parts, machine, policy);
            var work = GroupModel.work(machine, phase, Simulation.map(machine, phase), null);
            var host = parts.channel("Host", 64, 0);
            var context = new PhaseContext(parts, machine, work, List.of(gpu), host);
            hulls = new HullLauncher(context, gpu, ChunkCursor.Way.render(context, gpu));
        }

        /** A GPU of which nothing but its policy is asked. */
        private static final class OneOf extends GpuModel {
            private final LaunchPolicy policy;

            OneOf(Parts parts, Machine machine, LaunchPolicy policy) {
                super(parts, machine, 0);
                this.policy = policy;
            }

            @Override
            LaunchPolicy launches() {
                return policy;
            }

            @Override
            void wake() {
                // Whoever would launch is asked at measured times alone.
            }
        }

        private void at(long ns, Runnable what) {
            parts.clock().schedule(ns, step, steps.size());
            steps.add(what);
        }

        private void ask() {
            launched.add(hulls.next());
        }

        private List<Integer> chunks(int group) {
            var chunks = new ArrayList<Integer>();
            for (int chunk = 0; chunk < phase.chunks().count(); chunk++) {
                if (phase.chunks().group(chunk) == group) {
                    chunks.add(chunk);
                }
            }
            return chunks;
        }

        List<Integer> play(Window window) {
            for (int group = 0; group < window.groups.size(); group++) {
                var times = window.groups.get(group);
                int number = group;
                at(times.launched.ns(), this::ask);
                at(times.complete, () -> hulls.done(number));
                at(times.begun, () -> chunks(number).forEach(hulls::begins));
                at(times.done, () -> chunks(number).forEach(hulls::sorted));
            }
            if (window.refusedNs >= 0) {
                // The window ends, since all of it is on lists, and a group begins the next one.
                at(window.refusedNs, this::ask);
            }
            parts.clock().run();
            return launched;
        }

        long windows() {
            return gpu.tally().get(ModelCounter.PATCH_WINDOWS);
        }

        /** What the throttle thought after each launch. */
        List<ThrottleSample> thoughts() {
            var thoughts = new ArrayList<ThrottleSample>();
            for (var sample : policy.trace().samples()) {
                if (sample.inFlight() == thoughts.size() + 1) {
                    thoughts.add(sample);
                }
            }
            return thoughts;
        }
    }

    @Test
    void groupsAreLaunchedAsTheRendererLaunchesThem() throws MachineException {
        var machine =
                OneGpuTest.simple("gpu.clock=1 GHz", "shader.engines=2", "throttle.mode=policy");
        int refused = 0;
        int launches = 0;
        for (int run = 0; run < 12; run++) {
            // By any work that is queued; by much of it; by very much
            var limits =
                    switch (run % 3) {
                        case 0 -> new Throttle.Limits(0, 1, 0, 1, 0, 1);
                        case 1 -> new Throttle.Limits(2, 1, 1, 3, 0, 5);
                        default -> Throttle.Limits.DEFAULT;
                    };
            var throttle = THROTTLE.withLimits(limits);
            var scene = scene(run);
            var trace = scene.record(options(Throttle.OFF)).trace();
            assertThat(trace.phases().getFirst().patches().count()).isEqualTo(GROUPS);
            var window = render(scene, throttle);
            var replay = new Replay(trace.phases().getFirst(), throttle, machine);
            var expected = new ArrayList<Integer>();
            var thoughts = new ArrayList<ThrottleSample>();
            for (int group = 0; group < window.groups.size(); group++) {
                expected.add(Piece.of(Piece.HULL, group));
                thoughts.add(window.groups.get(group).launched);
            }
            if (window.refusedNs >= 0) {
                expected.add(Piece.of(Piece.HULL, window.groups.size()));
                refused++;
            }
            String where = "run %d, %d groups".formatted(run, window.groups.size());
            assertThat(replay.play(window)).as(where).isEqualTo(expected);
            assertThat(replay.thoughts()).as(where).isEqualTo(thoughts);
            assertThat(replay.windows()).as(where).isOne();
            launches += window.groups.size();
        }
        assertThat(refused).isPositive();
        assertThat(launches).isGreaterThan(12);
    }
}
