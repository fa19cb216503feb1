package dev.azulejo.sim.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.device.Gpu;
import dev.azulejo.core.options.Bins;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.BinReport;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.report.GpuReport;
import dev.azulejo.core.screen.CoarseBins;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.core.screen.WorkGrid;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.sim.engine.EventQueue;
import dev.azulejo.sim.engine.TieOrder;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineException;
import dev.azulejo.sim.record.FlatScene;
import dev.azulejo.sim.trace.WorkTrace;
import dev.azulejo.sim.unit.Channel;
import dev.azulejo.sim.unit.UnitWatch;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;

/**
 * A sequence of frames is rendered by azulejo's own GPUs, and its trace is played by the model, in
 * which everything takes as long as it was measured there: the same policies, told the same, must
 * decide the same, whatever was measured.
 */
class ReplayTest {
    private static final int WIDTH = 256;
    private static final int HEIGHT = 192;
    private static final int BINS = 12;
    private static final int FRAMES = 8;

    private static final DeviceOptions PLAIN =
            DeviceOptions.DEFAULT
                    .withThreads(1)
                    .withTileSize(16)
                    .withKernels(Kernels.SCALAR)
                    .withEarlyZ(EarlyZ.OFF)
                    .withReuse(Reuse.OFF);

    /**
     * Chunks of what it renders are those of a package: clusters, where anybody asks for bounds.
     */
    private static final DeviceOptions CLUSTERS = PLAIN.withEarlyZ(EarlyZ.ON);

    /** What the machine calls how far the visibility phase takes vertices. */
    private static final Map<Bins.Vertices, String> VERTICES =
            Map.of(Bins.Vertices.POSITIONS, "positions", Bins.Vertices.AUTO, "bounds");

    /** A coarse bin of a phase of a frame. */
    private record Place(int frame, int phase, int bin) {}

    private final Parts parts = new Parts(new EventQueue(TieOrder.SCHEDULED), UnitWatch.NONE);

    private static Machine machine(String... settings) throws MachineException {
        var machine =
                OneGpuTest.simple(
                        "gpu.clock=1 GHz",
                        "group.gpus=3",
                        "tile.side=16",
                        "link.latency=0 cycles",
                        "link.bandwidth=1000 B/cycle");
        for (var setting : settings) {
            int equals = setting.indexOf('=');
            machine = machine.with(setting.substring(0, equals), setting.substring(equals + 1));
        }
        return machine;
    }

    private Channel host() {
        return parts.channel("Host", 64, 0);
    }

    private static WorkTrace trace(FlatScene scene) {
        return trace(scene, PLAIN);
    }

    private static WorkTrace trace(FlatScene scene, DeviceOptions options) {
        var again = new Runnable[FRAMES - 1];
        Arrays.fill(again, (Runnable) () -> {});
        return scene.record(options, again).trace();
    }

    /** Renders all frames, and tells of each. */
    private static void render(FlatScene scene, Group group, BiConsumer<Gpu, FrameReport> told) {
        try (var gpu = Gpu.open(PLAIN.withGroup(group))) {
            for (int frame = 0; frame < FRAMES; frame++) {
                told.accept(gpu, gpu.submit(scene.commands));
            }
        }
    }

    /**
     * In each of two phases a grid in each bin but some: squares of so many pixels that what
     * triangles cover is the same by area and by counting.
     *
     * @param least squares along a side, where there are any
     */
    private static FlatScene bins(int least) {
        int[][] squares = {
            {0, 1, 12, 2, 6, 3, 4, 8, 0, 12, 1, 6}, {12, 12, 1, 0, 0, 8, 8, 8, 6, 1, 2, 3}
        };
        var scene = new FlatScene(WIDTH, HEIGHT, 1);
        for (int phase = 0; phase < squares.length; phase++) {
            if (phase > 0) {
                scene.commands.beginPhase(PassDescriptor.clear(scene.target, 0, 0, 0, 0));
            }
            for (int bin = 0; bin < BINS; bin++) {
                int n = squares[phase][bin] == 0 ? 0 : Math.max(least, squares[phase][bin]);
                int x = bin % 4 * 64 + 8;
                int y = bin / 4 * 64 + 8;
                if (n > 0) {
                    scene.grid(FlatScene.COSTS, 0.5f, x, y, x + 48, y + 48, n);
                }
            }
        }
        return scene;
    }

    /**
     * Nowhere fewer than 8 triangles, of which the renderer asks no bounds; and in the last phase
     * also grids over 2, 3, 4, 9 and 12 bins by their bounds, whose squares lie in one each, and
     * one over two of which the first of two parts lies in one.
     */
    private static FlatScene manyBins() {
        return bins(2).grid(FlatScene.COSTS, 0.4f, 32, 16, 96, 48, 2)
                .grid(FlatScene.COSTS, 0.4f, 32, 72, 160, 120, 4)
                .grid(FlatScene.COSTS, 0.4f, 96, 96, 160, 160, 2)
                .grid(FlatScene.COSTS, 0.4f, 32, 64, 160, 192, 4)
                .grid(FlatScene.COSTS, 0.4f, 0, 0, 192, 192, 6)
                .grid(FlatScene.COSTS, 0.4f, 16, 4, 48, 116, 8);
    }

    private Map<Place, Integer> replayBins(
            WorkTrace trace, Machine machine, Map<Place, Long> costNs, long lookNs) {
        var chiplets = new HashMap<Place, Integer>();
        var gpus =
                MeasuredGpu.all(
                        parts,
                        machine,
                        (gpu, work, part) -> {
                            if (part == PhaseWork.NOBODY) {
                                return MeasuredGpu.Times.looking(lookNs);
                            }
                            int frame = work.phase().frame();
                            int phase = trace.frame(frame).indexOf(work.phase());
                            var place = new Place(frame, phase, part);
                            chiplets.put(place, gpu);
                            return MeasuredGpu.Times.rendering(costNs.get(place));
                        });
        assertThat(new PackageModel(parts, machine, gpus, host()).play(trace)).hasSize(FRAMES);
        return chiplets;
    }

    /** Which chiplet renders which bin follows from what bins took in the frames before. */
    @Test
    void binsAreDealtAsTheRendererDealsThem() throws MachineException {
        for (var assignment : Bins.Assignment.values()) {
            binsAreDealtAsTheRendererDealsThem(bins(1), Bins.Vertices.POSITIONS, assignment);
            binsAreDealtAsTheRendererDealsThem(manyBins(), Bins.Vertices.AUTO, assignment);
        }
    }

    private void binsAreDealtAsTheRendererDealsThem(
            FlatScene scene, Bins.Vertices vertices, Bins.Assignment assignment)
            throws MachineException {
        var reports = new HashMap<Place, BinReport>();
        var settings =
                Bins.DEFAULT.withCount(BINS).withVertices(vertices).withAssignment(assignment);
        var group = Group.of(3).withSplit(Group.Split.BINS).withBins(settings);
        var frames = new int[1];
        render(
                scene,
                group,
                (gpu, report) -> {
                    for (var phase : gpu.bins()) {
                        for (var bin : phase.bins()) {
                            reports.put(new Place(frames[0], phase.phase(), bin.bin()), bin);
                        }
                    }
                    frames[0]++;
                });
        var costs = new HashMap<Place, Long>();
        var decided = new HashMap<Place, Integer>();
        reports.forEach((place, bin) -> costs.put(place, bin.costNs()));
        reports.forEach((place, bin) -> decided.put(place, bin.chiplet()));
        assertThat(decided).hasSize(FRAMES * 2 * BINS);
        var machine =
                machine(
                        "group.split=bins",
                        "bins.count=" + BINS,
                        "bins.vertices=" + VERTICES.get(vertices),
                        "bins.assign=" + assignment.name().toLowerCase(Locale.ROOT));
        assertThat(replayBins(trace(scene, CLUSTERS), machine, costs, 1000))
                .as("%s, %s", vertices, assignment)
                .isEqualTo(decided);
    }

    /**
     * What is named in which bin, chunk by chunk, follows from boxes: by bounds in two bins at most
     * where each culls for itself, in four where none does, and else primitive by primitive.
     */
    @Test
    void binsAreToldWhatTheRendererTellsThem() throws MachineException {
        var scene = manyBins();
        var trace = trace(scene, CLUSTERS);
        for (var vertices : VERTICES.keySet()) {
            for (var earlyZ : List.of(EarlyZ.OFF, EarlyZ.ON)) {
                var told = new HashMap<Place, List<Long>>();
                var settings = Bins.DEFAULT.withCount(BINS).withVertices(vertices);
                var group = Group.of(3).withSplit(Group.Split.BINS).withBins(settings);
                try (var gpu = Gpu.open(PLAIN.withEarlyZ(earlyZ).withGroup(group))) {
                    gpu.submit(scene.commands);
                    for (var phase : gpu.bins()) {
                        for (var bin : phase.bins()) {
                            told.put(
                                    new Place(0, phase.phase(), bin.bin()),
                                    List.of(bin.primitives(), bin.streamBytes()));
                        }
                    }
                }
                var machine =
                        machine(
                                "group.split=bins",
                                "bins.count=" + BINS,
                                "bins.vertices=" + VERTICES.get(vertices),
                                "early-z.cull=" + (earlyZ == EarlyZ.ON ? "on" : "off"));
                assertThat(told(trace, machine)).as("%s, %s", vertices, earlyZ).isEqualTo(told);
            }
        }
    }

    private Map<Place, List<Long>> told(WorkTrace trace, Machine machine) {
        var told = new HashMap<Place, List<Long>>();
        for (int number = 0; number < trace.frame(0).size(); number++) {
            var phase = trace.frame(0).get(number);
            var map = CoarseBins.cut(WIDTH, HEIGHT, BINS);
            var work = GroupModel.work(machine, phase, map, null);
            var names = new BinNames(machine, work);
            var bytes = new StreamBytes(BINS).of(work, names, chunk -> true);
            for (int bin = 0; bin < BINS; bin++) {
                long primitives = 0;
                for (int chunk = 0; chunk < work.chunks(); chunk++) {
                    primitives += names.count(chunk, bin);
                }
                told.put(new Place(0, number, bin), List.of(primitives, (long) bytes[bin]));
            }
        }
        return told;
    }

    /** Phases of chunks here and there, each of so many by so many squares. */
    private static FlatScene chunks(int phases, int count, int squares) {
        var random = new Random(17);
        var scene = new FlatScene(WIDTH, HEIGHT, 1);
        for (int phase = 0; phase < phases; phase++) {
            if (phase > 0) {
                scene.commands.beginPhase(PassDescriptor.clear(scene.target, 0, 0, 0, 0));
            }
            for (int chunk = 0; chunk < count; chunk++) {
                int x = random.nextInt(WIDTH - 64);
                int y = random.nextInt(HEIGHT - 64);
                int side = 16 << random.nextInt(3);
                scene.grid(FlatScene.COSTS, 0.5f, x, y, x + side, y + side, squares);
            }
        }
        return scene;
    }

    /** What all GPUs of a group did in a frame, in a half of it: the second has what is over. */
    private static MeasuredGpu.Times half(List<GpuReport> reports, int gpu, int phase) {
        long longest = 0;
        for (var report : reports) {
            longest =
                    Math.max(
                            longest,
                            part(report.pretestNs(), phase)
                                    + part(report.renderNs(), phase)
                                    + part(report.idleNs(), phase));
        }
        var mine = reports.get(gpu);
        long pretest = part(mine.pretestNs(), phase);
        long render = part(mine.renderNs(), phase);
        long idle = part(mine.idleNs(), phase);
        return new MeasuredGpu.Times(
                longest - pretest - render - idle,
                pretest,
                render,
                idle,
                phase == 0 ? mine.forNothing() : 0,
                new long[0]);
    }

    private static long part(long ns, int phase) {
        return phase == 0 ? ns / 2 : ns - ns / 2;
    }

    private static Group regions() {
        return Group.of(3)
                .withLayout(new RegionLayout.Interleaved(64, 64))
                .withPretest(Group.Pretest.PRIMITIVES)
                .withPieces(Group.Pieces.CHUNKS)
                .withTeamwork(Group.Teamwork.DEFAULT.withHelp(false));
    }

    /** What was decided for a frame: how much each GPU pretests, and in how many sets. */
    private record Shares(List<Long> pretested, long sets) {}

    private List<Shares> replayShares(
            WorkTrace trace, Machine machine, List<List<GpuReport>> measured) {
        var gpus =
                MeasuredGpu.all(
                        parts,
                        machine,
                        (gpu, work, part) -> {
                            int frame = work.phase().frame();
                            int phase = trace.frame(frame).indexOf(work.phase());
                            return half(measured.get(frame), gpu, phase);
                        });
        var group = new GroupModel(parts, machine, gpus, host());
        var decided = new ArrayList<Shares>();
        for (int frame = 0; frame < FRAMES; frame++) {
            var pretested = new long[gpus.size()];
            long sets = 0;
            for (int phase = 0; phase < trace.frame(frame).size(); phase++) {
                group.play(phase, trace.frame(frame).get(phase));
                for (int gpu = 0; gpu < pretested.length; gpu++) {
                    pretested[gpu] += gpus.get(gpu).pretests();
                }
                sets += mostSets(gpus);
            }
            group.endFrame();
            decided.add(new Shares(Arrays.stream(pretested).boxed().toList(), sets));
        }
        return decided;
    }

    /** A GPU may have nothing to pretest in a set. */
    private static long mostSets(List<GpuModel> gpus) {
        return gpus.stream().mapToInt(gpu -> ((MeasuredGpu) gpu).sets()).max().orElse(0);
    }

    private void sharesAreTheSame(FlatScene scene, Group group, String... settings)
            throws MachineException {
        var measured = new ArrayList<List<GpuReport>>();
        var decided = new ArrayList<Shares>();
        boolean inSets = group.ahead() == Group.MEASURED;
        render(
                scene,
                group,
                (gpu, report) -> {
                    measured.add(gpu.gpus());
                    var pretested = gpu.gpus().stream().map(GpuReport::pretested).toList();
                    long sets = inSets ? report.get(Counter.PRETEST_SETS) : 2;
                    decided.add(new Shares(pretested, sets));
                });
        assertThat(replayShares(trace(scene), machine(settings), measured)).isEqualTo(decided);
    }

    /** Who pretests how much follows from what each GPU did in the frames before. */
    @Test
    void pretestsAreDealtAsTheRendererDealsThem() throws MachineException {
        sharesAreTheSame(
                chunks(2, 60, 8),
                regions().withDeal(Group.Deal.STATISTICS),
                "group.split=hints",
                "group.deal=statistics",
                "group.layout=interleaved:64");
    }

    /** How many are pretested ahead follows from what sets took. */
    @Test
    void setsAreAsLargeAsTheRenderersAre() throws MachineException {
        sharesAreTheSame(
                chunks(2, 300, 1),
                regions().withDeal(Group.Deal.EVEN).withAhead(Group.MEASURED),
                "group.split=hints",
                "group.deal=even",
                "group.ahead=measured",
                "group.layout=interleaved:64");
    }

    /**
     * As {@code SetSizing} says: a set is first taken to be 12 of 300 chunks, 4 a GPU; 10 or 100
     * microseconds a chunk are what each GPU says; a set is to take 500 microseconds, a quarter
     * less where all take as long, twice as much where chunks were rendered for nothing.
     */
    @Test
    void setsFollowFromWhatAFrameTook() throws MachineException {
        assertThat(sets(3_000_000, 0)).containsExactly(25L, 9L); // 375,000 / 10,000: 37
        assertThat(sets(1_500_000, 0)).containsExactly(25L, 4L); // 75
        assertThat(sets(30_000_000, 0)).containsExactly(25L, 25L); // no fewer than 12
        assertThat(sets(3_000_000, 300)).containsExactly(25L, 3L); // 1,000,000 / 10,000: 100
    }

    /** In how many sets two frames are pretested of which the first took so long. */
    private List<Long> sets(long frameNs, long forNothing) throws MachineException {
        var machine = machine("group.split=hints", "group.deal=even", "group.ahead=measured");
        var gpus =
                MeasuredGpu.all(
                        parts,
                        machine,
                        (gpu, work, part) ->
                                new MeasuredGpu.Times(
                                        0,
                                        frameNs / 3,
                                        frameNs - frameNs / 3,
                                        0,
                                        forNothing,
                                        new long[0]));
        var group = new GroupModel(parts, machine, gpus, host());
        var trace = trace(chunks(1, 300, 1));
        var sets = new ArrayList<Long>();
        for (int frame = 0; frame < 2; frame++) {
            group.play(0, trace.frame(frame).getFirst());
            group.endFrame();
            sets.add(mostSets(gpus));
        }
        return sets;
    }

    /** Chunks that have anything to do with each GPU's regions, in a real frame. */
    private static List<Long> touched(FlatScene scene, Group group) {
        var touched = new ArrayList<Long>();
        render(
                scene,
                group,
                (gpu, report) -> {
                    touched.clear();
                    for (var one : gpu.gpus()) {
                        touched.add(one.rendered() - one.forNothing());
                    }
                });
        return touched;
    }

    private static List<Long> order(List<Long> work) {
        var order = new ArrayList<Long>();
        for (var one : work) {
            order.add(work.stream().filter(other -> other > one).count());
        }
        return order;
    }

    /** More work is near the top, and so is with the first GPU in strips; in the model as well. */
    @Test
    void whoHasMoreToDoHasMoreInTheModel() throws MachineException {
        var random = new Random(5);
        var scene = new FlatScene(WIDTH, HEIGHT, 1);
        for (int chunk = 0; chunk < 90; chunk++) {
            int x = random.nextInt(WIDTH - 32);
            int y = (int) (Math.pow(random.nextDouble(), 2.5) * (HEIGHT - 16));
            scene.grid(FlatScene.COSTS, 0.5f, x, y, x + 32, y + 16, 4);
        }
        var trace = scene.record(PLAIN).trace();
        for (var layout : List.of("strips", "interleaved:64", "balanced:16")) {
            var group = regions().withLayout(RegionLayout.parse(layout));
            var real = touched(scene, group);
            var result =
                    Simulation.run(trace, machine("group.split=hints", "group.layout=" + layout));
            var model = new ArrayList<Long>();
            for (var gpu : result.gpus()) {
                model.add(
                        gpu.count(ModelCounter.CHUNKS_RENDERED)
                                - gpu.count(ModelCounter.CHUNKS_FOR_NOTHING));
            }
            assertThat(order(model)).as("%s: %s, %s", layout, real, model).isEqualTo(order(real));
            if (layout.equals("strips")) {
                assertThat(order(real)).containsExactly(0L, 1L, 2L);
            }
        }
    }

    /** Which patches are tessellated by whom follows from boxes, here as there. */
    @Test
    void patchesAreLeftOutAsTheRendererLeavesThemOut() throws MachineException {
        var random = new Random(11);
        var scene = new FlatScene(WIDTH, HEIGHT, 1);
        for (int patch = 0; patch < 60; patch++) {
            int x = random.nextInt(WIDTH) - 20;
            int y = random.nextInt(HEIGHT) - 20;
            int side = 8 + random.nextInt(60);
            scene.patch(0.5f, x, y, x + side, y + side, 1 + random.nextInt(9));
        }
        var trace = scene.record(PLAIN).trace();
        long elsewhere = 0;
        for (var layout : List.of("strips", "quadrants", "interleaved:64", "balanced:32")) {
            var group = regions().withLayout(RegionLayout.parse(layout));
            var counted = new ArrayList<Long>();
            render(
                    scene,
                    group,
                    (gpu, report) -> {
                        counted.clear();
                        counted.add(report.get(Counter.PATCHES_ELSEWHERE));
                        counted.add(report.get(Counter.TESSELLATED_PRIMITIVES));
                        counted.add(report.get(Counter.HULL_LAUNCHES));
                    });
            for (var split : List.of("duplicate", "hints", "sequential")) {
                var result =
                        Simulation.run(
                                trace, machine("group.split=" + split, "group.layout=" + layout));
                assertThat(
                                List.of(
                                        result.count(ModelCounter.PATCHES_ELSEWHERE),
                                        result.count(ModelCounter.PRIMITIVES),
                                        result.count(ModelCounter.PATCH_GROUPS)))
                        .as("%s, %s", layout, split)
                        .isEqualTo(counted);
            }
            elsewhere += counted.getFirst();
        }
        assertThat(elsewhere).isGreaterThan(30);
    }

    private static long[] amounts(WorkGrid grid) {
        var amounts = new long[grid.columns() * grid.rows()];
        for (int tile = 0; tile < amounts.length; tile++) {
            amounts[tile] = grid.amount(tile % grid.columns(), tile / grid.columns());
        }
        return amounts;
    }

    /** Whose regions are where follows from what tiles took. */
    @Test
    void regionsFollowTheWorkAsTheRenderersDo() throws MachineException {
        var scene = chunks(1, 60, 8);
        var maps = new ArrayList<RegionMap>();
        var times = new ArrayList<long[]>();
        render(
                scene,
                regions().withLayout(new RegionLayout.Dynamic(new RegionLayout.Strips())),
                (gpu, report) -> {
                    maps.add(gpu.map().orElseThrow());
                    times.add(amounts(gpu.inspect().tileTimes()));
                });
        assertThat(Arrays.stream(times.getFirst()).sum()).isPositive();
        var played = new ArrayList<RegionMap>();
        var machine = machine("group.split=hints", "group.layout=dynamic:strips");
        var gpus =
                MeasuredGpu.all(
                        parts,
                        machine,
                        (gpu, work, part) -> {
                            if (gpu == 0) {
                                played.add(work.map());
                            }
                            var tiles = gpu == 0 ? times.get(work.phase().frame()) : new long[0];
                            return new MeasuredGpu.Times(0, 0, 1000, 0, 0, tiles);
                        });
        var group = new GroupModel(parts, machine, gpus, host());
        var trace = trace(scene);
        for (int frame = 0; frame < FRAMES; frame++) {
            group.play(0, trace.frame(frame).getFirst());
            group.endFrame();
        }
        assertThat(played).isEqualTo(maps);
    }
}
