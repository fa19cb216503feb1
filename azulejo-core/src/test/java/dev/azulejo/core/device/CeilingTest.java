package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.options.Bins;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.DomainStage;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.GeometryStage;
import dev.azulejo.core.shader.HullBatch;
import dev.azulejo.core.shader.HullStage;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.shader.VertexStage;
import dev.azulejo.core.tessellation.TessellationDomain;
import dev.azulejo.core.tessellation.TessellationMode;
import dev.azulejo.core.tessellation.TessellationPartitioning;
import dev.azulejo.core.tessellation.TessellationTopology;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** The ceiling of a device's first window, while the arbiter waits for one slow group. */
@Tag("alone")
@Timeout(120)
class CeilingTest {
    private static final VertexAttribute[] LAYOUT = {
        VertexAttribute.packed(0, 0, 4), VertexAttribute.packed(1, 1, 4)
    };

    /** Groups of patches that are in flight without a ceiling. */
    private static final int MOST_IN_FLIGHT = 512;

    private static final Throttle CEILING = Throttle.ON.withFloor(1).withCeiling(3).withPatches(1);

    /**
     * The hull stage of patch 0 lasts until all others are launched that may be.
     *
     * @param varyings at least those of the program; it does not read the others
     * @param least as many are launched meanwhile for certain, however busy the machine is
     * @param launched counts hull stages
     */
    private record Slow(PatchProgram program, int varyings, int least, AtomicInteger launched)
            implements ShaderProgram, HullStage {
        /** The others have stood still for so long when none is to be expected any more. */
        private static final long QUIET_NS = 200_000_000;

        /** Longer than any machine takes for the least. */
        private static final long LONGEST_NS = 60_000_000_000L;

        @Override
        public void hull(HullBatch batch) {
            launched.incrementAndGet();
            program.hull(batch);
            if (batch.patch[0] != 0) {
                return;
            }
            int seen = launched.get();
            long begin = System.nanoTime();
            long since = begin;
            while (System.nanoTime() - since < QUIET_NS
                    || seen < least && System.nanoTime() - begin < LONGEST_NS) {
                LockSupport.parkNanos(1_000_000);
                if (launched.get() != seen) {
                    seen = launched.get();
                    since = System.nanoTime();
                }
            }
        }

        @Override
        public String name() {
            return "slow";
        }

        @Override
        public int varyingCount() {
            return varyings;
        }

        @Override
        public VertexStage vertexStage(Kernels kernels) {
            return program.vertexStage(kernels);
        }

        @Override
        public FragmentStage fragmentStage(Kernels kernels) {
            return program.fragmentStage(kernels);
        }

        @Override
        public HullStage hullStage(Kernels kernels) {
            return this;
        }

        @Override
        public DomainStage domainStage(Kernels kernels) {
            return program.domainStage(kernels);
        }

        @Override
        public GeometryStage geometryStage(Kernels kernels) {
            return program.geometryStage(kernels);
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
    }

    private static float[][] corners(int patches) {
        var random = new Random(5);
        float[][] corners = new float[2][16 * patches];
        for (int i = 0; i < 16 * patches; i += 4) {
            for (int k = 0; k < 3; k++) {
                corners[0][i + k] = random.nextFloat() * 2 - 1;
            }
            corners[0][i + 2] = Math.abs(corners[0][i + 2]);
            corners[0][i + 3] = 1;
            for (int k = 0; k < 4; k++) {
                corners[1][i + k] = random.nextFloat();
            }
        }
        return corners;
    }

    private static PatchProgram program(TessellationTopology topology, int most, float scale) {
        var mode =
                new TessellationMode(
                        TessellationDomain.QUAD, TessellationPartitioning.FRACTIONAL_ODD, topology);
        return new PatchProgram(mode, most, 3, false, scale);
    }

    /** The first frame of a device. */
    private static FrameReport draw(
            PatchProgram program,
            int varyings,
            int patches,
            int least,
            Throttle throttle,
            int threads) {
        var options =
                DeviceOptions.DEFAULT
                        .withThreads(threads)
                        .withReuse(Reuse.OFF)
                        .withThrottle(throttle);
        try (var device = new Device(options)) {
            var report = device.submit(commands(program, varyings, patches, least));
            assertThat(report.get(Counter.HULL_LAUNCHES)).isEqualTo(patches);
            return report;
        }
    }

    private static CommandBuffer commands(
            PatchProgram program, int varyings, int patches, int least) {
        var target = new RenderTarget(200, 150, TextureFormat.RGBA8_UNORM, 1);
        var corners = corners(patches);
        var commands = new CommandBuffer();
        commands.beginPhase(new PassDescriptor("main", target, true, 0, 0, 0, 1, 1, false));
        var slow = new Slow(program, varyings, least, new AtomicInteger());
        commands.setPipeline(PipelineState.patches(slow, 4, LAYOUT));
        commands.setVertexBuffer(0, new VertexBuffer(corners[0]));
        commands.setVertexBuffer(1, new VertexBuffer(corners[1]));
        commands.draw(0, 4 * patches, 0, 1);
        return commands;
    }

    /** A first frame of two chiplets with a bin each, and a thread each. */
    private static FrameReport drawInBins(Throttle throttle) {
        var program = program(TessellationTopology.TRIANGLES_COUNTER_CLOCKWISE, 32, 1.5f);
        var bins = Bins.DEFAULT.withCount(2).withAssignment(Bins.Assignment.STATIC);
        var options =
                DeviceOptions.DEFAULT
                        .withThreads(2)
                        .withReuse(Reuse.OFF)
                        .withThrottle(throttle)
                        .withGroup(Group.of(2).withSplit(Group.Split.BINS).withBins(bins));
        try (var chiplets = new ChipletPackage(options)) {
            var report = chiplets.submit(commands(program, 4, 600, 0));
            assertThat(report.get(Counter.BINS_RENDERED)).isEqualTo(2);
            return report;
        }
    }

    /** Who looks, and each team, has windows of its own: together three times the ceiling. */
    @Test
    void binsHaveWindows() {
        var off = drawInBins(Throttle.OFF.withPatches(1));
        assertThat(off.peakGeometryBytes()).isGreaterThan(50_000_000);
        assertThat(off.get(Counter.DRAINS)).isZero();
        var on = drawInBins(CEILING);
        assertThat(on.peakGeometryBytes()).isBetween(2_000_000L, 3 * 4_500_000L);
        assertThat(on.get(Counter.DRAINS)).isPositive();
    }

    /** With a ceiling, so many patches are launched at least while the first one is waited for. */
    private static void check(PatchProgram program, int varyings, int patches, int least) {
        int all = Math.min(patches, MOST_IN_FLIGHT);
        var off = draw(program, varyings, patches, all, Throttle.OFF.withPatches(1), 2);
        assertThat(off.peakGeometryBytes()).isGreaterThan(10_000_000);
        assertThat(off.get(Counter.DRAINS)).isZero();
        for (int threads = 2; threads <= 3; threads++) {
            var on = draw(program, varyings, patches, least, CEILING, threads);
            // Besides, there are lists, and 240 KB in which samples wait between windows. What
            // waits counts for the most that it can become: less may come, but not next to nothing.
            assertThat(on.peakGeometryBytes()).isBetween(1_000_000L, 4_500_000L);
            assertThat(on.get(Counter.DRAINS)).isPositive();
        }
    }

    @Test
    void geometryStages() {
        check(program(TessellationTopology.TRIANGLES_COUNTER_CLOCKWISE, 32, 1.5f), 4, 600, 6);
    }

    /** Two triangles each, and much to interpolate. */
    @Test
    void pointsWithManyVaryings() {
        check(program(TessellationTopology.POINTS, 0, 12), 28, 300, 40);
    }

    /** Nothing but what the hull stage hands to the domain stage. */
    @Test
    void patchesOfWhichLittleComes() {
        check(program(TessellationTopology.TRIANGLES_COUNTER_CLOCKWISE, 0, 0.2f), 4, 2500, 300);
    }
}
