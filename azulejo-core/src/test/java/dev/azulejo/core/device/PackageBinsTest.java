package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.PatchFixture;
import dev.azulejo.core.PatchFixture.Patch;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.geometry.VisibilityTable;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.link.MailboxTransport;
import dev.azulejo.core.options.Bins;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.policy.BoundsNaming;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.FrameRecorder;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Four bins of 32x32 pixels and two chiplets: who takes which bin, and what is seen in each. */
@Timeout(60)
class PackageBinsTest {
    private static final KernelSet KERNELS = KernelSet.of(Kernels.SCALAR);

    private static DeviceOptions options(Bins.Vertices vertices) {
        var bins = new Bins(4, vertices, Bins.Assignment.DYNAMIC);
        return DeviceOptions.DEFAULT
                .withThreads(1)
                .withKernels(Kernels.SCALAR)
                .withEarlyZ(EarlyZ.OFF)
                .withReuse(Reuse.OFF)
                .withGroup(
                        Group.of(3)
                                .withSplit(Group.Split.BINS)
                                .withWeights(List.of(1, 2, 0))
                                .withBins(bins));
    }

    private final DeviceOptions options = options(Bins.Vertices.AUTO);
    private final PackageLosses losses = new PackageLosses(options.group(), 1);
    private final PackageBins bins =
            new PackageBins(options, KERNELS, new MailboxTransport(3), losses, 1);
    private final WorkerPool pool = new WorkerPool(1);

    @AfterEach
    void close() {
        pool.close();
    }

    private static CommandBuffer commands(RenderTarget target) {
        var commands = Sheet.clear(target);
        // In bin 0; across 0 and 1; in 3, behind the last one
        Sheet.of(1, 1, 4, 4, 28, 28, 0.5f).draw(commands, Sheet.OPAQUE);
        Sheet.of(2, 1, 4, 4, 60, 28, 0.5f).draw(commands, Sheet.OPAQUE);
        Sheet.of(16, 8, 40, 40, 60, 60, 0.5f).draw(commands, Sheet.OPAQUE);
        Sheet.of(1, 1, 33, 33, 64, 64, 0.25f).draw(commands, Sheet.OPAQUE);
        return commands;
    }

    private BinPhase begin(int frame, RenderTarget target, EarlyZ early) {
        return bins.begin(Sheet.cut(commands(target), early, new Counts()), frame, 0, early);
    }

    private BinPhase begin(int frame) {
        return begin(frame, Sheet.target(), EarlyZ.OFF);
    }

    // Bins

    @Test
    void mapsAreRememberedBySize() {
        var first = begin(1);
        assertThat(first.map.pixels(3)).isEqualTo(32 * 32);
        assertThat(first.looker).isZero();
        var map = first.map;
        var other = begin(1, new RenderTarget(96, 64, TextureFormat.RGBA8_UNORM, 1), EarlyZ.OFF);
        assertThat(other).isNotSameAs(first);
        assertThat(other.mapNumber).isNotEqualTo(first.mapNumber);
        var again = begin(2);
        assertThat(again).isSameAs(first);
        assertThat(again.map).isSameAs(map);
    }

    private static void assign(BinPhase phase, int[] chiplets, long... work) {
        System.arraycopy(chiplets, 0, phase.chipletOf, 0, 4);
        System.arraycopy(work, 0, phase.work, 0, 4);
    }

    private List<Integer> takeAll(BinPhase phase) {
        var all = new ArrayList<Integer>();
        for (int bin = bins.take(phase); bin >= 0; bin = bins.take(phase)) {
            assertThat(phase.taken[bin]).isTrue();
            all.add(bin);
        }
        return all;
    }

    /** Whosever it is; of equals the first. */
    @Test
    void theLargestIsNext() {
        var phase = begin(1);
        assign(phase, new int[] {0, 1, 1, 0}, 12, 30, 16, 12);
        bins.beginRender(phase);
        assertThat(takeAll(phase)).containsExactly(1, 2, 0, 3);
        bins.beginRender(phase);
        Arrays.fill(phase.taken, false);
        phase.taken[2] = true;
        assertThat(takeAll(phase)).containsExactly(1, 0, 3);
    }

    /** What is known ahead is who renders what: work in bins 0, 1 and 3, none in 2. */
    @Test
    void binsAreHandedOverByWhatIsVisible() {
        var phase = begin(1);
        var names = new VisibilityTable(1);
        names.begin(phase.phase);
        names.nameWhole(0, 0b0001);
        names.nameWhole(1, 0b0011);
        names.nameWhole(2, 0b1000);
        var counts = new Counts();
        new BinStreams(pool, new Counts[] {counts}).write(phase, names);
        bins.handOver(phase, FramePace.ALONE);
        assertThat(phase.primitives).containsExactly(2 + 4, 4, 0, 256);
        assertThat(phase.work[3]).isGreaterThan(phase.work[0]);
        assertThat(phase.work[0]).isGreaterThan(phase.work[1]);
        assertThat(counts.get(Counter.VISIBILITY_STREAMS)).isEqualTo(4);
        // Whoever renders a bin takes its stream in.
        assertThat(phase.sentLengths).doesNotContain(0);
        assertThat(phase.lengths).containsOnly(0);
        // Nothing is chiplet 2's, which only looks.
        assertThat(phase.chipletOf).containsOnly(0, 1);
        assertThat(phase.chipletOf[3]).isOne();
        assertThat(bins.renders(0)).isTrue();
        assertThat(bins.renders(2)).isFalse();
    }

    /** A bin whose chiplet is lost is somebody else's, from the beginning. */
    @Test
    void whatALostChipletHadIsGivenBack() {
        var phase = begin(1);
        assign(phase, new int[] {0, 1, 1, 0}, 10, 30, 16, 12);
        bins.beginRender(phase);
        int bin = 3;
        phase.taken[bin] = true;
        losses.lose(0, 1);
        bins.render(phase, bin, null);
        assertThat(phase.taken[3]).isFalse();
        assertThat(phase.again[3]).isTrue();
        assertThat(phase.chipletOf[3]).isOne();
        assertThat(phase.renderedBy[3]).isZero();
        losses.lose(1, 1);
        assertThat(bins.take(phase)).isNotNegative();
        phase.chipletOf[3] = 0;
        bins.render(phase, 3, null);
        // Chiplet 2 has rendered nothing so far.
        assertThat(phase.chipletOf[3]).isEqualTo(2);
        assertThatThrownBy(() -> losses.lose(2, 1)).isInstanceOf(GpuLost.class);
    }

    @Test
    void timesAreAddedUp() {
        var phase = begin(1);
        System.arraycopy(new long[] {1, 20, 300, 4000}, 0, phase.costNs, 0, 4);
        assertThat(PackageBins.renderNs(phase)).isEqualTo(4321);
    }

    // What is seen

    private VisibilityStage look(Bins.Vertices vertices, BinPhase phase) {
        var stage = new VisibilityStage(options(vertices), pool, KERNELS, ChunkWork.LIMIT);
        stage.run(phase, new FrameRecorder(), null);
        return stage;
    }

    @Test
    void chunksAreSeenInTheirBins() {
        for (var vertices : new Bins.Vertices[] {Bins.Vertices.AUTO, Bins.Vertices.POSITIONS}) {
            var phase = begin(1);
            var stage = look(vertices, phase);
            var names = stage.names();
            long[] bins = {0b0001, 0b0011, 0b1000, 0b1000};
            for (int c = 0; c < 4; c++) {
                assertThat(names.bins(c)).as("chunk %d", c).isEqualTo(bins[c]);
            }
            assertThat(names.count(1, 0, 4)).isEqualTo(2);
            assertThat(stage.counts()[0].get(Counter.VISIBILITY_POSITIONS))
                    .isEqualTo(stage.counts()[0].get(Counter.VERTEX_POSITIONS))
                    .isGreaterThanOrEqualTo(4 + 6 + 4);
            assertThat(stage.peakBytes()).isGreaterThanOrEqualTo(names.bytes());
            assertThat(stage.workers()).isOne();
            assertThat(stage.paints(phase.phase)).isFalse();
        }
    }

    /**
     * Where vertices go to positions, early Z finds nothing of the sheet behind; by its bounds it
     * is named, and nobody looks at its 9 rows of 17 vertices.
     */
    @Test
    void whatIsHiddenIsNotSeen() {
        for (var vertices : new Bins.Vertices[] {Bins.Vertices.AUTO, Bins.Vertices.POSITIONS}) {
            boolean bounds = vertices == Bins.Vertices.AUTO;
            var its =
                    new PackageBins(options(vertices), KERNELS, new MailboxTransport(3), losses, 1);
            var sealed = Sheet.cut(commands(Sheet.target()), EarlyZ.ON, new Counts());
            var phase = its.begin(sealed, 1, 0, EarlyZ.ON);
            assertThat(phase.inVisibility).isEqualTo(bounds ? EarlyZ.OFF : EarlyZ.ON);
            assertThat(phase.inBins).isEqualTo(bounds ? EarlyZ.ON : EarlyZ.OFF);
            var stage = look(vertices, phase);
            assertThat(stage.names().bins(2)).isEqualTo(bounds ? 0b1000 : 0);
            assertThat(stage.names().bins(3)).isEqualTo(0b1000);
            // The sheet of 6 vertices and two of 4, which early Z looks at once more in the end;
            // the
            // one in front hides the cluster whole.
            assertThat(stage.counts()[0].get(Counter.VISIBILITY_POSITIONS))
                    .isEqualTo((bounds ? 1 : 2) * (4 + 6 + 4));
            if (bounds) {
                assertThat(stage.names().isWhole(2)).isTrue();
            }
        }
    }

    /**
     * Where early Z, by itself, finds nothing to test, bins do not cull, and more is named unseen.
     */
    @Test
    void withoutAnythingToTestBinsDoNotCull() {
        var always = new DepthState(CompareFunction.ALWAYS, false, false);
        for (boolean testable : new boolean[] {false, true}) {
            var commands = Sheet.clear(Sheet.target());
            var state = testable ? Sheet.OPAQUE : Sheet.OPAQUE.withDepth(always);
            Sheet.of(16, 8, 4, 4, 60, 60, 0.5f).draw(commands, state);
            var sealed = Sheet.cut(commands, EarlyZ.AUTO, new Counts());
            var phase = bins.begin(sealed, 1, 0, EarlyZ.AUTO);
            assertThat(phase.inBins).isEqualTo(testable ? EarlyZ.AUTO : EarlyZ.OFF);
            assertThat(phase.inVisibility).isEqualTo(EarlyZ.OFF);
            assertThat(phase.naming())
                    .isEqualTo(testable ? BoundsNaming.CULLED : BoundsNaming.UNCULLED);
        }
    }

    /** Bins do not cull what comes in windows, or with patches. */
    @Test
    void boundedWindowsAreCulledInTheVisibilityPhase() {
        var windows = options(Bins.Vertices.AUTO).withWindow(100);
        var its = new PackageBins(windows, KERNELS, new MailboxTransport(3), losses, 1);
        var sealed = Sheet.cut(commands(Sheet.target()), EarlyZ.ON, new Counts());
        var phase = its.begin(sealed, 1, 0, EarlyZ.ON);
        assertThat(phase.byBounds).isTrue();
        assertThat(phase.inVisibility).isEqualTo(EarlyZ.ON);
        assertThat(phase.inBins).isEqualTo(EarlyZ.OFF);
        var commands = Sheet.clear(Sheet.target());
        PatchFixture.draw(commands, PatchFixture.Program.PLAIN, Patch.outside(4));
        phase = bins.begin(Sheet.cut(commands, EarlyZ.ON, new Counts()), 2, 0, EarlyZ.ON);
        assertThat(phase.inVisibility).isEqualTo(EarlyZ.ON);
        assertThat(phase.inBins).isEqualTo(EarlyZ.OFF);
    }

    /**
     * Patches are tessellated, one on the left and one beside the screen: a piece is named as one.
     */
    @Test
    void patchesAreSeenToo() {
        var commands = Sheet.clear(Sheet.target());
        Sheet.of(1, 1, 40, 4, 60, 28, 0.5f).draw(commands, Sheet.OPAQUE);
        PatchFixture.draw(
                commands,
                PatchFixture.Program.PLAIN,
                new Patch(-1, -1, -0.5f, 1, 4, 4, 0.5f),
                Patch.outside(4));
        var sealed = Sheet.cut(commands, EarlyZ.OFF, new Counts());
        var phase = bins.begin(sealed, 1, 0, EarlyZ.OFF);
        var stage = look(Bins.Vertices.AUTO, phase);
        var names = stage.names();
        assertThat(names.bins(0)).isEqualTo(0b0010);
        assertThat(names.patchBins(0, 0)).isEqualTo(0b0101);
        assertThat(names.patchBins(0, 1)).isEqualTo(0b0101);
        assertThat(names.patchTriangles(1)).isZero();
        assertThat(names.patchTriangles(0) + names.patchTriangles(2)).isGreaterThanOrEqualTo(32);
    }

    /** The chiplet that looks dies of it; it is asked once a chunk. */
    @Test
    void lookingMayEndEarly() {
        losses.suffer(GroupFaults.parse("dead:0@1:pretest=2"));
        losses.beginLook(1);
        var phase = begin(1);
        var stage = new VisibilityStage(options, pool, KERNELS, ChunkWork.LIMIT);
        assertThatThrownBy(() -> stage.run(phase, new FrameRecorder(), losses.hazard(0)))
                .isInstanceOf(GpuLost.class);
        losses.suffer(GroupFaults.parse("dead:0@1:pretest=4"));
        losses.beginLook(1);
        stage.run(phase, new FrameRecorder(), losses.hazard(0));
        assertThat(stage.names().bins(3)).isEqualTo(0b1000);
    }

    /** Where vertices go all the way the first bin is painted, and nothing else. */
    @Test
    void theFirstBinIsPaintedOnTheWay() {
        var target = Sheet.target();
        var phase = begin(1, target, EarlyZ.OFF);
        phase.painted = 3;
        var stage =
                new VisibilityStage(options(Bins.Vertices.FULL), pool, KERNELS, ChunkWork.LIMIT);
        assertThat(stage.paints(phase.phase)).isTrue();
        TargetUse.begin(phase.phase.pass(), false);
        stage.run(phase, new FrameRecorder(), null);
        for (int i = 0; i < 64 * 64; i++) {
            boolean mine = i % 64 >= 32 && i / 64 >= 32;
            assertThat(target.pixels()[i] != 0).as("pixel %d", i).isEqualTo(mine);
        }
        assertThat(phase.costNs[3]).isPositive();
        assertThat(stage.names().bins(1)).isEqualTo(0b0011);
    }
}
