package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.Topology;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.ThrottleSample;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.DomainBatch;
import dev.azulejo.core.shader.DomainStage;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.GeometryBatch;
import dev.azulejo.core.shader.GeometryStage;
import dev.azulejo.core.shader.HullBatch;
import dev.azulejo.core.shader.HullStage;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.shader.VertexStage;
import dev.azulejo.core.tessellation.TessellatedPatch;
import dev.azulejo.core.tessellation.TessellationDomain;
import dev.azulejo.core.tessellation.TessellationMode;
import dev.azulejo.core.tessellation.TessellationPartitioning;
import dev.azulejo.core.tessellation.TessellationTopology;
import dev.azulejo.core.tessellation.Tessellator;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;
import java.util.Random;

/** Patches through the whole pipeline. */
class PatchDrawTest {
    private static final VertexAttribute[] LAYOUT = {
        VertexAttribute.packed(0, 0, 4), VertexAttribute.packed(1, 1, 4)
    };

    private static final TessellationMode QUADS =
            mode(TessellationDomain.QUAD, TessellationTopology.TRIANGLES_COUNTER_CLOCKWISE);

    private static TessellationMode mode(TessellationDomain domain, TessellationTopology topology) {
        return new TessellationMode(domain, TessellationPartitioning.FRACTIONAL_ODD, topology);
    }

    private static RenderTarget target() {
        return new RenderTarget(200, 150, TextureFormat.RGBA8_UNORM, 4);
    }

    private static CommandBuffer begin(RenderTarget target) {
        var commands = new CommandBuffer();
        commands.beginPhase(PassDescriptor.clear(target, 0, 0, 0, 1));
        return commands;
    }

    /** Corners of patches, near the view, at random; colours beside. */
    private static float[][] corners(Random random, int vertices) {
        float[] positions = new float[4 * vertices];
        float[] colors = new float[4 * vertices];
        for (int v = 0; v < vertices; v++) {
            float w = 0.5f + random.nextFloat();
            positions[4 * v] = (random.nextFloat() * 2.4f - 1.2f) * w;
            positions[4 * v + 1] = (random.nextFloat() * 2.4f - 1.2f) * w;
            positions[4 * v + 2] = random.nextFloat() * w;
            positions[4 * v + 3] = w;
            for (int k = 0; k < 4; k++) {
                colors[4 * v + k] = random.nextFloat();
            }
        }
        return new float[][] {positions, colors};
    }

    private static CommandBuffer patches(
            RenderTarget target, PipelineState state, float[][] corners) {
        var commands = begin(target);
        commands.setPipeline(state);
        commands.setVertexBuffer(0, new VertexBuffer(corners[0]));
        commands.setVertexBuffer(1, new VertexBuffer(corners[1]));
        commands.draw(0, corners[0].length / 4, 0, 1);
        return commands;
    }

    /** The same triangles, lines and points, made ahead by the same stages and drawn as a mesh. */
    private static CommandBuffer mesh(
            RenderTarget target, PatchProgram program, CullMode cull, float[][] corners) {
        var hull = new HullBatch();
        var domain = new DomainBatch();
        var patch = new TessellatedPatch();
        var tessellator = new Tessellator();
        var commands = begin(target);
        int topology = program.mode().topology().vertices();
        for (int p = 0; p < corners[0].length / 16; p++) {
            hull.require(4, 8, program.patchFloats());
            hull.count = 1;
            hull.patch[0] = p;
            for (int c = 0; c < 4; c++) {
                for (int k = 0; k < 8; k++) {
                    hull.controlPoint[8 * c + k][0] = corners[k / 4][4 * (4 * p + c) + k % 4];
                }
            }
            program.hull(hull);
            float[] edge = new float[4];
            float[] inside = new float[2];
            for (int e = 0; e < 4; e++) {
                edge[e] = hull.edgeFactor[e][0];
            }
            inside[0] = hull.insideFactor[0][0];
            inside[1] = hull.insideFactor[1][0];
            if (!tessellator.tessellate(program.mode(), edge, inside, patch)) {
                continue;
            }
            domain.patchData = new float[program.patchFloats()];
            for (int k = 0; k < program.patchFloats(); k++) {
                domain.patchData[k] = hull.patchData[k][0];
            }
            float[] positions = new float[4 * patch.pointCount()];
            float[] colors = new float[4 * patch.pointCount()];
            domain.count = 1;
            domain.patch[0] = p;
            for (int i = 0; i < patch.pointCount(); i++) {
                domain.u[0] = patch.u[i];
                domain.v[0] = patch.v[i];
                domain.w[0] = patch.w[i];
                program.positions(domain);
                program.varyings(domain);
                positions[4 * i] = domain.clipX[0];
                positions[4 * i + 1] = domain.clipY[0];
                positions[4 * i + 2] = domain.clipZ[0];
                positions[4 * i + 3] = domain.clipW[0];
                for (int k = 0; k < 4; k++) {
                    colors[4 * i + k] = domain.varying[k][0];
                }
            }
            var topologies =
                    new Topology[] {
                        Topology.POINT_LIST, Topology.LINE_LIST, Topology.TRIANGLE_LIST
                    };
            commands.setPipeline(
                    PipelineState.opaque(new TestProgram(false), LAYOUT)
                            .withTopology(topologies[topology - 1])
                            .withCullMode(cull)
                            .withSizes(3, 2));
            commands.setVertexBuffer(0, new VertexBuffer(positions));
            commands.setVertexBuffer(1, new VertexBuffer(colors));
            commands.setIndexBuffer(
                    new IndexBuffer(java.util.Arrays.copyOf(patch.indices, patch.indexCount())));
            commands.drawIndexed(0, patch.indexCount(), 0, 0, 1);
        }
        return commands;
    }

    @Test
    void patchesAreTheMeshThatTheyAreDividedInto() {
        var random = new Random(11);
        for (int i = 0; i < 40; i++) {
            var domain = TessellationDomain.values()[i % 3];
            var topology =
                    i % 7 == 0
                            ? TessellationTopology.POINTS
                            : domain == TessellationDomain.ISOLINE
                                    ? TessellationTopology.LINES
                                    : i % 2 == 0
                                            ? TessellationTopology.TRIANGLES_CLOCKWISE
                                            : TessellationTopology.TRIANGLES_COUNTER_CLOCKWISE;
            var program =
                    new PatchProgram(mode(domain, topology), 0, 0, false, i % 5 == 0 ? 60 : 6);
            var cull = CullMode.values()[i % 3];
            var corners = corners(random, 4 * (1 + random.nextInt(9)));
            var expected = target();
            var actual = target();
            var state =
                    PipelineState.patches(program, 4, LAYOUT).withCullMode(cull).withSizes(3, 2);
            try (var device = new Device(DeviceOptions.DEFAULT.withThreads(2))) {
                device.submit(mesh(expected, program, cull, corners));
                var report = device.submit(patches(actual, state, corners));
                assertThat(report.get(Counter.PATCHES)).isEqualTo(corners[0].length / 16);
                assertThat(report.get(Counter.FRAGMENTS_SHADED)).isPositive();
            }
            assertThat(expected.samePixels(actual)).as("scene %d", i).isTrue();
        }
    }

    /** Whatever is in flight, no engine has more than its cap, and the memory shows it. */
    @Test
    void aCapBoundsWhatIsInFlight() {
        var program = new PatchProgram(QUADS, 0, 0, false, 40);
        var state = PipelineState.patches(program, 4, LAYOUT);
        var corners = corners(new Random(5), 4 * 200);
        RenderTarget expected = null;
        long unbounded = 0;
        for (var throttle :
                List.of(
                        Throttle.OFF.withPatches(4),
                        Throttle.cap(1).withPatches(4).withEngines(2),
                        Throttle.cap(3).withPatches(4).withEngines(1))) {
            var target = target();
            var options =
                    DeviceOptions.DEFAULT
                            .withThreads(3)
                            .withReuse(Reuse.OFF)
                            .withThrottle(throttle);
            try (var device = new Device(options)) {
                var report = device.submit(patches(target, state, corners));
                assertThat(report.get(Counter.HULL_LAUNCHES)).isEqualTo(50);
                var trace = device.inspect().throttle();
                int most = trace.stream().mapToInt(ThrottleSample::inFlight).max().orElse(0);
                if (throttle.mode() == Throttle.Mode.OFF) {
                    expected = target;
                    unbounded = report.peakGeometryBytes();
                    assertThat(most).isEqualTo(50);
                    assertThat(report.get(Counter.DRAINS)).isZero();
                } else {
                    assertThat(most).isEqualTo(throttle.cap() * throttle.engines());
                    assertThat(report.get(Counter.DRAINS)).isGreaterThan(10);
                    assertThat(report.peakGeometryBytes()).isLessThan(unbounded / 4);
                    assertThat(expected.samePixels(target)).isTrue();
                }
            }
        }
    }

    /** Much is in flight where patches make little, little where they make much. */
    @Test
    void theThrottleFollowsWhatPatchesMake() {
        long[] drains = new long[2];
        for (int i = 0; i < 2; i++) {
            var program = new PatchProgram(QUADS, 0, 0, false, i == 0 ? 0.2f : 64);
            var state = PipelineState.patches(program, 4, LAYOUT);
            // Bounds that do not depend on measured time: a loaded machine shall not fail it.
            var options =
                    DeviceOptions.DEFAULT
                            .withThreads(2)
                            .withReuse(Reuse.OFF)
                            .withThrottle(Throttle.ON.withFloor(1).withCeiling(8));
            try (var device = new Device(options)) {
                var commands = patches(target(), state, corners(new Random(5), 4 * 600));
                device.submit(commands);
                drains[i] = device.submit(commands).get(Counter.DRAINS);
            }
        }
        assertThat(drains[0]).as("little is made").isZero();
        assertThat(drains[1]).as("much is made").isPositive();
    }

    /** Patches take part in reuse: as a render, as draw calls and as tiles. */
    @Test
    void patchesThatDidNotChangeAreLeftAlone() {
        var world = ReuseWorld.still(new Random(4));
        var patched = world.things.get(2);
        var program = new PatchProgram(QUADS, 0, 0, false, 3);
        patched.pipeline = PipelineState.patches(program, 3, LAYOUT);
        var target = world.target();
        var options = DeviceOptions.DEFAULT.withThreads(2).withTileSize(16);
        try (var device = new Device(options.withReuse(Reuse.TILES))) {
            device.submit(world.record(target));
            var still = device.submit(world.record(target));
            assertThat(still.get(Counter.RENDERS_UNCHANGED)).isOne();
            world.things.get(0).move(-0.9f, 0.2f);
            var other = device.submit(world.record(target));
            assertThat(other.get(Counter.RENDERS_PARTIAL)).isOne();
            assertThat(other.get(Counter.HULL_LAUNCHES))
                    .as("they touch nothing that moved")
                    .isZero();
            assertThat(world.fresh().samePixels(target)).isTrue();
            patched.move(0.45f, -0.9f);
            var moved = device.submit(world.record(target));
            assertThat(moved.get(Counter.RENDERS_PARTIAL)).isOne();
            assertThat(moved.get(Counter.PATCHES)).as("counted once").isEqualTo(2);
            assertThat(moved.get(Counter.TILES_UNTOUCHED)).isGreaterThan(10);
            assertThat(world.fresh().samePixels(target)).isTrue();
        }
        for (var way : List.of(Reuse.TILES, Reuse.BLOCKS)) {
            var tiles = way.withUnchanged(false).withPartial(false);
            try (var device = new Device(options.withReuse(tiles).withEarlyZ(EarlyZ.OFF))) {
                device.submit(world.record(target));
                var still = device.submit(world.record(target));
                assertThat(still.get(Counter.TILES_REUSED)).isEqualTo(30);
                float blue = patched.colors.data()[2];
                patched.colors.write(2, new float[] {blue * 0.5f});
                var painted = device.submit(world.record(target));
                assertThat(painted.get(Counter.TILES_REUSED)).isBetween(15L, 29L);
                assertThat(world.fresh().samePixels(target)).isTrue();
                patched.pipeline = PipelineState.patches(program, 2, LAYOUT);
                device.submit(world.record(target));
                assertThat(world.fresh().samePixels(target)).isTrue();
                patched.pipeline = PipelineState.patches(program, 3, LAYOUT);
            }
        }
    }

    private record Throwing(PatchProgram program, String where)
            implements ShaderProgram, HullStage, DomainStage, GeometryStage, FragmentStage {
        @Override
        public void shade(FragmentBatch batch) {
            fail("fragment", 100);
            program.fragmentStage(Kernels.SCALAR).shade(batch);
        }

        @Override
        public String name() {
            return "throwing";
        }

        @Override
        public int varyingCount() {
            return program.varyingCount();
        }

        @Override
        public VertexStage vertexStage(Kernels kernels) {
            return program.vertexStage(kernels);
        }

        @Override
        public FragmentStage fragmentStage(Kernels kernels) {
            return this;
        }

        @Override
        public HullStage hullStage(Kernels kernels) {
            return this;
        }

        @Override
        public DomainStage domainStage(Kernels kernels) {
            return this;
        }

        @Override
        public GeometryStage geometryStage(Kernels kernels) {
            return where.equals("geometry") ? this : null;
        }

        @Override
        public TessellationMode mode() {
            return program.mode();
        }

        @Override
        public int controlPointFloats() {
            return program.controlPointFloats();
        }

        @Override
        public int patchFloats() {
            return program.patchFloats();
        }

        private void fail(String stage, int patch) {
            if (where.equals(stage) && patch >= 100) {
                throw new IllegalStateException(stage + " fails");
            }
        }

        @Override
        public void hull(HullBatch batch) {
            fail("hull", batch.patch[0]);
            program.hull(batch);
        }

        @Override
        public void positions(DomainBatch batch) {
            fail("domain", batch.patch[0]);
            program.positions(batch);
        }

        @Override
        public void varyings(DomainBatch batch) {
            program.varyings(batch);
        }

        @Override
        public int inputVaryingCount() {
            return 4;
        }

        @Override
        public int maxPrimitives() {
            return 1;
        }

        @Override
        public int outputCorners() {
            return 3;
        }

        @Override
        public void geometry(GeometryBatch batch) {
            fail("geometry", batch.primitive[0]);
            java.util.Arrays.fill(batch.made, 0);
        }
    }

    /** Nobody waits for ever, the caller learns of it, and the next frame is whole. */
    @Test
    @Timeout(60)
    void aStageThatFailsStopsTheFrame() {
        var program = new PatchProgram(QUADS, 0, 0, false, 4);
        var corners = corners(new Random(8), 4 * 150);
        var fine = PipelineState.patches(program, 4, LAYOUT);
        var expected = target();
        try (var device = new Device(DeviceOptions.REFERENCE)) {
            device.submit(patches(expected, fine, corners));
        }
        for (var where : List.of("hull", "domain", "geometry", "fragment")) {
            var failing = PipelineState.patches(new Throwing(program, where), 4, LAYOUT);
            for (var throttle : List.of(Throttle.ON, Throttle.cap(2), Throttle.ON.withFloor(0))) {
                for (int threads = 1; threads <= 3; threads++) {
                    var target = target();
                    var options = DeviceOptions.DEFAULT.withThreads(threads).withThrottle(throttle);
                    try (var device = new Device(options)) {
                        device.submit(patches(target, fine, corners));
                        assertThatThrownBy(() -> device.submit(patches(target, failing, corners)))
                                .hasMessage(where + " fails");
                        device.submit(patches(target, fine, corners));
                        assertThat(expected.samePixels(target)).isTrue();
                        var trace = device.inspect().throttle();
                        assertThat(trace.getLast().inFlight()).as("nothing leaks").isZero();
                    }
                }
            }
        }
    }

    /** A window is over when no more chunks can be numbered, whatever waits for the arbiter. */
    @Test
    void chunksOfAWindowAreBounded() {
        var program = new PatchProgram(QUADS, 0, 0, false, 9);
        var state = PipelineState.patches(program, 4, LAYOUT);
        var corners = corners(new Random(8), 4 * 200);
        var plain = PipelineState.opaque(new TestProgram(false), LAYOUT);
        RenderTarget expected = null;
        for (int limit : new int[] {1 << 18, 1200, 600, 1}) {
            var target = target();
            var commands = patches(target, state, corners);
            commands.setPipeline(plain);
            commands.draw(0, 3, 0, 900);
            commands.setPipeline(state.withBlend(BlendState.ALPHA));
            commands.draw(0, 4 * 60, 0, 1);
            var options = DeviceOptions.DEFAULT.withThreads(3).withThrottle(Throttle.OFF);
            try (var device = new Device(options, limit)) {
                var report = device.submit(commands);
                expected = expected == null ? target : expected;
                assertThat(expected.samePixels(target)).as("limit %d", limit).isTrue();
                assertThat(report.get(Counter.DRAINS) > 0).isEqualTo(limit < 1 << 18);
            }
        }
    }

    /** A sorting window bounds what is held of patches too: to a group of them, and a piece. */
    @Test
    void aWindowBoundsPatchesToo() {
        var program = new PatchProgram(QUADS, 0, 0, false, 9);
        var state = PipelineState.patches(program, 4, LAYOUT);
        var options = DeviceOptions.DEFAULT.withThreads(1).withThrottle(Throttle.OFF);
        long[] peak = new long[3];
        var pictures = new RenderTarget[] {target(), target(), target()};
        for (int i = 0; i < 3; i++) {
            var corners = corners(new Random(8), 4 * (i == 1 ? 300 : 1200));
            var window = i == 0 ? DeviceOptions.WHOLE_FRAME : 1000;
            try (var device = new Device(options.withWindow(window))) {
                var report = device.submit(patches(pictures[i], state, corners));
                peak[i] = report.peakGeometryBytes();
                assertThat(report.get(Counter.DRAINS) > 0).isEqualTo(i > 0);
            }
        }
        assertThat(pictures[0].samePixels(pictures[2])).isTrue();
        assertThat(peak[2]).isLessThan(peak[0] / 4);
        assertThat(peak[2]).isLessThan(peak[1] * 3 / 2);
    }

    /** What estimates do not see, edge factors and geometry stages, meets the ceiling. */
    @Test
    void theCeilingHoldsWhereEstimatesFail() {
        var program = new PatchProgram(QUADS, 32, 3, false, 1.5f);
        var state = PipelineState.patches(program, 4, LAYOUT);
        var corners = corners(new Random(5), 4 * 800);
        long[] peak = new long[2];
        for (int i = 0; i < 2; i++) {
            var throttle = i == 0 ? Throttle.OFF : Throttle.ON.withFloor(1).withCeiling(3);
            var options =
                    DeviceOptions.DEFAULT
                            .withThreads(2)
                            .withReuse(Reuse.OFF)
                            .withThrottle(throttle);
            try (var device = new Device(options)) {
                peak[i] = device.submit(patches(target(), state, corners)).peakGeometryBytes();
            }
        }
        assertThat(peak[0]).isGreaterThan(20_000_000);
        assertThat(peak[1]).isLessThan(8_000_000);
    }

    /** The counters of a real frame count: totals, latencies, and errors while groups are late. */
    @Test
    void theCountersOfAFrameAreAlive() {
        var program = new PatchProgram(QUADS, 0, 0, false, 40);
        var state = PipelineState.patches(program, 4, LAYOUT);
        var options =
                DeviceOptions.DEFAULT
                        .withThreads(2)
                        .withReuse(Reuse.OFF)
                        .withThrottle(Throttle.ON.withFloor(0).withPatches(4));
        try (var device = new Device(options)) {
            var commands = patches(target(), state, corners(new Random(5), 4 * 300));
            device.submit(commands);
            device.submit(commands);
            var trace = device.inspect().throttle();
            long error = 0;
            long total = 0;
            long latency = 0;
            int limit = Integer.MAX_VALUE;
            for (var sample : trace) {
                error = Math.max(error, sample.error());
                total = Math.max(total, sample.total());
                latency = Math.max(latency, sample.latency());
                limit = Math.min(limit, sample.limit());
            }
            assertThat(error).isPositive();
            assertThat(total).isPositive();
            assertThat(latency).isPositive();
            assertThat(limit).isLessThanOrEqualTo(8);
        }
    }

    /** Waiting for other workers does not hang, and the mark stays; the next frame is whole. */
    @Test
    @Timeout(60)
    void anInterruptedCallerGetsItsNextFrame() {
        var program = new PatchProgram(QUADS, 0, 0, false, 30);
        var corners = corners(new Random(8), 4 * 100);
        var state = PipelineState.patches(program, 4, LAYOUT);
        var expected = target();
        var actual = target();
        try (var device = new Device(DeviceOptions.DEFAULT.withThreads(3))) {
            device.submit(patches(expected, state, corners));
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> device.submit(patches(actual, state, corners)))
                    .isInstanceOf(CancelledException.class);
            assertThat(Thread.interrupted()).isTrue();
            device.submit(patches(actual, state, corners));
        }
        assertThat(expected.samePixels(actual)).isTrue();
    }

    @Test
    void refusesStatesThatCannotBe() {
        var program = new PatchProgram(QUADS, 0, 0, false, 9);
        assertThatThrownBy(() -> PipelineState.patches(program, 33, LAYOUT))
                .hasMessage("pipeline.patchControlPoints=33 is not in 1..32");
        assertThatThrownBy(() -> PipelineState.opaque(program, LAYOUT))
                .hasMessage(
                        "pipeline: program '%s' has hull and domain stages, but the topology is TRIANGLE_LIST"
                                .formatted(program.name()));
        assertThatThrownBy(() -> PipelineState.patches(new TestProgram(false), 4, LAYOUT))
                .hasMessage(
                        "pipeline: program 'test' lacks hull and domain stages, but the topology is"
                                + " PATCH_LIST");
    }
}
