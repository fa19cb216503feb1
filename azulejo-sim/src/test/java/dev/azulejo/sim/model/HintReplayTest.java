package dev.azulejo.sim.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.device.Gpu;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.policy.HintCosts;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.GpuReport;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.StageCosts;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineException;
import dev.azulejo.sim.record.FlatScene;
import dev.azulejo.sim.trace.WorkTrace;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;

/**
 * Which hints are made, by the renderer's GPUs and by the model, of the same frames: both ask the
 * same policy. It is told no durations; what it weighs are costs, which the machine here has as
 * {@link HintCosts#DEFAULT} has them, and what hints said in the frames before, which each finds
 * out for itself: the renderer by testing, the model from the boxes of a trace.
 */
class HintReplayTest {
    private static final int GPUS = 4;
    private static final int FRAMES = 14;
    private static final int ATTEMPTS = 20;

    /** Of what a vertex costs its position is the part that the renderer takes it for: 0.3. */
    private static final StageCosts COSTS = new StageCosts(18, 60, 0, 100, 0);

    private static final DeviceOptions PLAIN =
            DeviceOptions.DEFAULT
                    .withThreads(1)
                    .withTileSize(16)
                    .withKernels(Kernels.SCALAR)
                    .withReuse(Reuse.OFF);

    /**
     * What was decided in a frame.
     *
     * @param pieces that were pretested
     * @param notWorth chunks of which nobody was to know anything
     * @param looksInside whether any test placed vertices
     */
    private record Decided(long pieces, long notWorth, boolean looksInside) {}

    /**
     * Returns what was decided, as the model expects it if it ever is so: a hint that comes late
     * teaches the renderer something else, and says nothing against either.
     */
    private static List<Decided> rendered(FlatScene scene, List<Decided> modelled) {
        for (int attempt = 1; ; attempt++) {
            var decided = new ArrayList<Decided>();
            long late = render(scene, decided);
            if (decided.equals(modelled) || late == 0 || attempt == ATTEMPTS) {
                return decided;
            }
        }
    }

    /** Returns how often a GPU went on without a hint that was being made. */
    private static long render(FlatScene scene, List<Decided> decided) {
        var group =
                Group.of(GPUS)
                        .withLayout(new RegionLayout.Interleaved(64, 64))
                        .withPretest(Group.Pretest.AUTO)
                        .withPieces(Group.Pieces.AUTO)
                        .withTeamwork(Group.Teamwork.DEFAULT.withHelp(false));
        long late = 0;
        try (var gpu = Gpu.open(PLAIN.withEarlyZ(EarlyZ.OFF).withGroup(group))) {
            for (int frame = 0; frame < FRAMES; frame++) {
                var report = gpu.submit(scene.commands);
                late += report.get(Counter.PIECES_HINTED_LATE);
                decided.add(
                        new Decided(
                                gpu.gpus().stream().mapToLong(GpuReport::pretested).sum(),
                                report.get(Counter.PIECES_NOT_WORTH_A_HINT),
                                report.get(Counter.PRETEST_POSITIONS) > 0));
            }
        }
        return late;
    }

    /** Costs what the renderer takes things to cost, in nanoseconds: a cycle is one. */
    private static Machine machine() throws MachineException {
        var costs = HintCosts.DEFAULT;
        var machine = OneGpuTest.simple();
        for (var setting :
                List.of(
                        "gpu.clock=1 GHz",
                        "group.gpus=" + GPUS,
                        "group.split=hints",
                        "group.layout=interleaved:64",
                        "group.pretest=auto",
                        "group.pieces=auto",
                        "group.look=several",
                        "shader.engines=1",
                        "shader.units=1",
                        "shader.lanes=%d".formatted((int) (COSTS.vertex() / costs.vertexNs())),
                        "geometry.primitives=%s /cycle".formatted(1 / costs.primitiveNs()),
                        "geometry.bounds=%s cycles".formatted(costs.boundsNs()),
                        "geometry.pretests=%s /cycle".formatted(1 / costs.primitiveTestNs()),
                        "geometry.scans=%s /cycle".formatted(1 / costs.exactTestNs()),
                        "group.hint=90 B",
                        "link.bandwidth=%s B/cycle".formatted(90 / costs.hintNs()))) {
            int equals = setting.indexOf('=');
            machine = machine.with(setting.substring(0, equals), setting.substring(equals + 1));
        }
        return machine;
    }

    private static List<Decided> modelled(FlatScene scene) throws MachineException {
        var again = new Runnable[FRAMES - 1];
        Arrays.fill(again, (Runnable) () -> {});
        // With early Z chunks are clusters, as they are where pretests ask for bounds.
        WorkTrace trace = scene.record(PLAIN.withEarlyZ(EarlyZ.ON), again).trace();
        var machine = machine();
        var chooser = new HintChooser(machine);
        var decided = new ArrayList<Decided>();
        for (var phase : trace.phases()) {
            var work = GroupModel.work(machine, phase, Simulation.map(machine, phase), null);
            var kinds = chooser.choose(0, work);
            var pieces = new HintPieces(machine, work, kinds);
            long tested = 0;
            long notWorth = 0;
            boolean looks = false;
            for (int chunk = 0; chunk < work.chunks(); chunk++) {
                if (pieces.isTested(chunk)) {
                    tested += pieces.piece(chunk) == chunk ? 1 : 0;
                    looks |= pieces.looksInto(chunk);
                } else {
                    notWorth++;
                }
            }
            decided.add(new Decided(tested, notWorth, looks));
            chooser.observe(0, work, kinds);
        }
        return decided;
    }

    private static FlatScene scene() {
        return new FlatScene(640, 384, 1);
    }

    /** Draw calls from a corner of a region to all of the screen, of two triangles to thousands. */
    @Test
    void hintsAreChosenAsTheRendererChoosesThem() throws MachineException {
        var random = new Random(5);
        var seen = new HashSet<Decided>();
        boolean learned = false;
        var all = scene();
        for (int draw = 0; draw < 24; draw++) {
            int squares = 1 << random.nextInt(6);
            int side = 32 << random.nextInt(4);
            int x = 16 * random.nextInt((640 - side) / 16);
            int y = 16 * random.nextInt((384 - side) / 16);
            var one = scene();
            one.grid(COSTS, 0.5f, x, y, x + side, y + side, squares);
            all.grid(COSTS, 0.5f, x, y, x + side, y + side, squares);
            var modelled = modelled(one);
            var rendered = rendered(one, modelled);
            seen.addAll(rendered);
            learned |= !rendered.getFirst().equals(rendered.getLast());
            assertThat(modelled)
                    .as("%d: %d squares, %d pixels, at %d, %d", draw, squares, side, x, y)
                    .isEqualTo(rendered);
        }
        // One piece or many, by bounds or not, or none; and not for ever the same.
        assertThat(seen).hasSizeGreaterThanOrEqualTo(5);
        assertThat(learned).isTrue();
        var modelled = modelled(all);
        assertThat(modelled).isEqualTo(rendered(all, modelled));
    }
}
