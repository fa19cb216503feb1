package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.frame.Chunker;
import dev.azulejo.core.frame.CommandReader;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.frame.PhasePool;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.policy.EarlyZDecider;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.resource.DeviceAccess;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.reuse.RenderGate;
import dev.azulejo.core.screen.TileSet;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Several runs of one phase, and runs of several phases, at the same time. */
class PhaseRunTest {
    /** Runs that share targets, each with its own part of the screen. */
    private static final class Gang implements AutoCloseable {
        private final DeviceOptions options;
        private final List<TileSet> parts;
        private final List<WorkerPool> pools = new ArrayList<>();
        private final List<PhaseRun> runs = new ArrayList<>();
        private final PhasePool phases = new PhasePool();
        private final CommandReader reader;
        private final Chunker chunker = new Chunker(Chunker.Clusters.FOR_EARLY_Z);
        private final EarlyZDecider earlyZ;

        Gang(DeviceOptions deviceOptions, List<TileSet> tileSets) {
            options = deviceOptions;
            parts = tileSets;
            var kernels = KernelSet.of(options.kernels());
            reader = new CommandReader(kernels.kind(), 0);
            earlyZ = new EarlyZDecider(options.earlyZ());
            for (int r = 0; r < tileSets.size(); r++) {
                var pool = new WorkerPool(1 + r % 2);
                pools.add(pool);
                runs.add(new PhaseRun(options, pool, kernels, ChunkWork.LIMIT, RunGuide.ALL));
            }
        }

        long submit(CommandBuffer commands) throws ExecutionException, InterruptedException {
            runs.forEach(PhaseRun::clearCounts);
            int position = 0;
            for (int number = 0; position < commands.commands().size(); number++) {
                var phase = phases.acquire();
                position = reader.read(commands, position, phase, runs.getFirst().counts()[0]);
                if (phase.pass() != null) {
                    var decided = earlyZ.decide(number, phase.primitives());
                    chunker.cut(phase, decided, runs.getFirst().counts()[0]);
                    render(phase, decided);
                }
                phase.release();
            }
            return sum(Counter.PIXELS_RESOLVED);
        }

        private void render(Phase phase, EarlyZ decided)
                throws ExecutionException, InterruptedException {
            var target = phase.pass().target();
            var busy = new ArrayList<PhaseRun>();
            for (int r = 0; r < runs.size(); r++) {
                var planner = new PhasePlan.Planner();
                var plan = planner.plan(phase, parts.get(r), options.sortedTriangles(), decided);
                if (runs.get(r).begin(phase, plan) != RenderGate.Outcome.UNCHANGED) {
                    busy.add(runs.get(r));
                }
            }
            if (busy.isEmpty()) {
                return;
            }
            DeviceAccess.written(target);
            if (phase.pass().keepSamples() || !phase.pass().clear()) {
                DeviceAccess.requireSampleStorage(target);
            }
            atOnce(busy);
            DeviceAccess.samplesValid(target, phase.pass().keepSamples());
            busy.forEach(PhaseRun::end);
        }

        long sum(Counter counter) {
            long sum = 0;
            for (var run : runs) {
                for (var counts : run.counts()) {
                    sum += counts.get(counter);
                }
            }
            return sum;
        }

        @Override
        public void close() {
            pools.forEach(WorkerPool::close);
        }
    }

    private static void atOnce(List<PhaseRun> runs)
            throws ExecutionException, InterruptedException {
        try (var threads = Executors.newFixedThreadPool(runs.size())) {
            var futures = new ArrayList<Future<?>>();
            for (var run : runs) {
                futures.add(threads.submit(run::execute));
            }
            for (var future : futures) {
                future.get();
            }
        }
    }

    /** Parts of the screen that together are all of it, each region in exactly one. */
    private static List<TileSet> parts(Random random) {
        int side = 16 << random.nextInt(3);
        int count = 1 + random.nextInt(4);
        long salt = random.nextLong();
        var parts = new ArrayList<TileSet>();
        for (int p = 0; p < count; p++) {
            int part = p;
            parts.add(
                    TileSet.of(
                            side,
                            (column, row) ->
                                    Math.floorMod(
                                                    Long.hashCode(
                                                            (column * 31L + row)
                                                                            * 0x9e3779b97f4a7c15L
                                                                    + salt),
                                                    count)
                                            == part));
        }
        return parts;
    }

    /** Whatever the settings, parts that are rendered at the same time make the whole picture. */
    @Test
    void severalRunsPaintOnePicture() throws ExecutionException, InterruptedException {
        for (long seed = 0; seed < 30; seed++) {
            var scene = new RandomScene(seed);
            var expected = scene.target();
            try (var device = new Device(DeviceOptions.REFERENCE)) {
                device.submit(scene.record(expected));
            }
            var parts = parts(new Random(seed));
            try (var gang = new Gang(scene.options(), parts)) {
                var actual = scene.target();
                for (int frame = 0; frame < 3; frame++) {
                    gang.submit(scene.record(actual));
                    assertThat(expected.samePixels(actual))
                            .as("seed %d, %d parts, frame %d", seed, parts.size(), frame)
                            .isTrue();
                }
            }
        }
    }

    private static final int SIZE = 256;

    private static CommandBuffer square(RenderTarget target, UniformBuffer uniforms, float z) {
        float[] corners = {
            -1, -1, z, 1, 1, 1, 1,
            3, -1, z, 1, 1, 1, 1,
            -1, 3, z, 1, 1, 1, 1
        };
        var commands = new CommandBuffer();
        commands.beginPhase(PassDescriptor.clear(target, 0.25f, 0.25f, 0.25f, 1));
        commands.setPipeline(
                PipelineState.opaque(
                        new TestProgram(false, true),
                        new VertexAttribute(0, 0, 0, 7, 3, false),
                        new VertexAttribute(1, 0, 3, 7, 4, false)));
        commands.setVertexBuffer(0, new VertexBuffer(corners));
        commands.setBindGroup(0, BindGroup.of(uniforms));
        commands.draw(0, 3, 0, 1);
        return commands;
    }

    private static UniformBuffer identity() {
        return new UniformBuffer(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
    }

    private static RenderTarget target() {
        return new RenderTarget(SIZE, SIZE, TextureFormat.RGBA8_SRGB, 1);
    }

    private static DeviceOptions plain() {
        return DeviceOptions.DEFAULT
                .withThreads(1)
                .withEarlyZ(EarlyZ.OFF)
                .withReuse(Reuse.OFF)
                .withKernels(Kernels.SCALAR);
    }

    /** A triangle that covers a target of 16 tiles, on a chessboard of tiles: eight of each. */
    @Test
    void aRunTouchesItsOwnTilesAlone() throws ExecutionException, InterruptedException {
        var black = TileSet.of(64, (column, row) -> (column + row) % 2 == 0);
        var target = target();
        try (var gang = new Gang(plain(), List.of(black))) {
            assertThat(gang.submit(square(target, identity(), 0.5f))).isEqualTo(8 * 64 * 64);
            assertThat(gang.sum(Counter.TILES_RENDERED)).isEqualTo(8);
            assertThat(gang.sum(Counter.TILE_ENTRIES)).isEqualTo(8);
            assertThat(gang.sum(Counter.FRAGMENTS_SHADED)).isEqualTo(8 * 64 * 64);
        }
        int[] pixels = target.pixels();
        for (int y = 0; y < SIZE; y++) {
            for (int x = 0; x < SIZE; x++) {
                boolean mine = (x / 64 + y / 64) % 2 == 0;
                assertThat(pixels[y * SIZE + x] != 0).as("%d, %d", x, y).isEqualTo(mine);
            }
        }
    }

    /** With regions of 16 pixels tiles are no larger: 256 of them, each with one owner. */
    @Test
    void aTileIsNoLargerThanARegion() throws ExecutionException, InterruptedException {
        var odd = TileSet.of(16, (column, row) -> column % 2 == 1);
        var even = TileSet.of(16, (column, row) -> column % 2 == 0);
        try (var gang = new Gang(plain(), List.of(odd, even))) {
            var whole = SIZE * SIZE;
            assertThat(gang.submit(square(target(), identity(), 0.5f))).isEqualTo(whole);
            assertThat(gang.sum(Counter.TILES_RENDERED)).isEqualTo(256);
        }
    }

    /** Each part has a history of its own: at rest nothing is rendered, in no part. */
    @Test
    void partsRememberWhatTheyHold() throws ExecutionException, InterruptedException {
        var left = TileSet.of(64, (column, row) -> column < 2);
        var right = TileSet.of(64, (column, row) -> column >= 2);
        try (var gang = new Gang(plain().withReuse(Reuse.TILES), List.of(left, right))) {
            var target = target();
            var commands = square(target, identity(), 0.5f);
            gang.submit(commands);
            assertThat(gang.sum(Counter.TILES_RENDERED)).isEqualTo(16);
            gang.submit(commands);
            assertThat(gang.sum(Counter.TILES_RENDERED)).isZero();
            assertThat(gang.sum(Counter.RENDERS_UNCHANGED)).isEqualTo(2);
        }
    }

    /** Two phases are under way at once, and uniforms are written for a third meanwhile. */
    @Test
    void twoPhasesRunAtOnceWithTheUniformsTheyWereReadWith()
            throws ExecutionException, InterruptedException {
        var uniforms = identity();
        var targets = List.of(target(), target());
        var expected = List.of(target(), target());
        var phases = new PhasePool();
        var reader = new CommandReader(Kernels.SCALAR, 0);
        var chunker = new Chunker(Chunker.Clusters.FOR_EARLY_Z);
        var pools = List.of(new WorkerPool(1), new WorkerPool(2));
        var runs = new ArrayList<PhaseRun>();
        var held = new ArrayList<Phase>();
        var kernels = KernelSet.of(Kernels.SCALAR);
        for (int i = 0; i < 2; i++) {
            // The second picture is squeezed to a quarter of its width.
            uniforms.write(0, new float[] {i == 0 ? 1 : 0.25f});
            try (var device = new Device(plain())) {
                device.submit(square(expected.get(i), uniforms, 0.5f));
            }
            var phase = phases.acquire();
            var run = new PhaseRun(plain(), pools.get(i), kernels, ChunkWork.LIMIT, RunGuide.ALL);
            reader.read(square(targets.get(i), uniforms, 0.5f), 0, phase, run.counts()[0]);
            chunker.cut(phase, EarlyZ.OFF, run.counts()[0]);
            var plan =
                    new PhasePlan.Planner().plan(phase, TileSet.ALL, plain().window(), EarlyZ.OFF);
            run.begin(phase, plan);
            DeviceAccess.written(targets.get(i));
            runs.add(run);
            held.add(phase);
        }
        assertThat(phases.size()).isEqualTo(2);
        uniforms.write(0, new float[] {-7});
        atOnce(runs);
        runs.forEach(PhaseRun::end);
        held.forEach(Phase::release);
        pools.forEach(WorkerPool::close);
        for (int i = 0; i < 2; i++) {
            assertThat(targets.get(i).samePixels(expected.get(i))).as("picture %d", i).isTrue();
        }
        assertThat(expected.get(0).samePixels(expected.get(1))).isFalse();
        phases.acquire();
        assertThat(phases.size()).as("both are free again").isEqualTo(2);
    }

    /** It clears and resolves all of the target. */
    @Test
    void theReferencePathTakesNoPart() {
        var target = Sheet.target();
        var commands = Sheet.clear(target);
        Sheet.of(1, 1, 2, 2, 14, 14, 0.5f).draw(commands, Sheet.OPAQUE);
        var left = TileSet.of(16, (x, y) -> x == 0);
        try (var gang = new Gang(DeviceOptions.REFERENCE, List.of(left))) {
            assertThatThrownBy(() -> gang.submit(commands))
                    .hasMessage("the reference path renders whole targets");
        }
    }

    @Test
    void anOpenPhaseIsNotCarriedOut() {
        var phase = new PhasePool().acquire();
        var reader = new CommandReader(Kernels.SCALAR, 0);
        try (var pool = new WorkerPool(1)) {
            var run =
                    new PhaseRun(
                            plain(),
                            pool,
                            KernelSet.of(Kernels.SCALAR),
                            ChunkWork.LIMIT,
                            RunGuide.ALL);
            reader.read(square(target(), identity(), 0.5f), 0, phase, run.counts()[0]);
            var planner = new PhasePlan.Planner();
            var plan = planner.plan(phase, TileSet.ALL, plain().window(), EarlyZ.OFF);
            run.begin(phase, plan);
            assertThatThrownBy(run::execute)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("sealed");
        }
    }
}
