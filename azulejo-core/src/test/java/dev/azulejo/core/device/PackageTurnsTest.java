package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.options.Bins;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Activity;
import dev.azulejo.core.report.BinReport;
import dev.azulejo.core.report.ChipletReport;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.report.Recording;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;

/**
 * Whose turn it is in a package of chiplets, what it learns of bins from frame to frame, and in
 * which frame somebody is lost. One thread, so that bins come one after the other; bins of 32x32
 * pixels, of which each is a tile.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PackageTurnsTest {
    private static final DeviceOptions ALONE =
            DeviceOptions.DEFAULT
                    .withThreads(1)
                    .withKernels(Kernels.SCALAR)
                    .withTileSize(32)
                    .withEarlyZ(EarlyZ.OFF)
                    .withReuse(Reuse.OFF);

    private static final Bins FOUR_BINS =
            Bins.DEFAULT
                    .withCount(4)
                    .withVertices(Bins.Vertices.POSITIONS)
                    .withAssignment(Bins.Assignment.STATIC);

    private static DeviceOptions chiplets(Bins bins, Integer... weights) {
        return ALONE.withGroup(
                Group.of(weights.length)
                        .withSplit(Group.Split.BINS)
                        .withBins(bins)
                        .withWeights(List.of(weights)));
    }

    private static final DepthState ANY = new DepthState(CompareFunction.ALWAYS, false, false);

    private static RenderTarget target(int width, int height) {
        return new RenderTarget(width, height, TextureFormat.RGBA8_UNORM, 1);
    }

    private static CommandBuffer begin(RenderTarget target) {
        return new CommandBuffer().beginPhase(PassDescriptor.clear(target, 0, 0, 0, 1));
    }

    /** A square of so many pixels a side in the upper left of each of four bins of 64x64 pixels. */
    private static CommandBuffer squares(CommandBuffer commands, int... sides) {
        for (int bin = 0; bin < sides.length; bin++) {
            float x = 32 * (bin % 2);
            float y = 32 * (bin / 2);
            Sheet.of(1, 1, x, y, x + sides[bin], y + sides[bin], 0.5f).draw(commands, Sheet.OPAQUE);
        }
        return commands;
    }

    private static CommandBuffer squares(RenderTarget target, int... sides) {
        return squares(begin(target), sides);
    }

    private static List<BinReport> bins(ChipletPackage chiplets, int phase) {
        return chiplets.bins().get(phase).bins();
    }

    private static List<Long> work(ChipletPackage chiplets, int phase) {
        return bins(chiplets, phase).stream().map(BinReport::work).toList();
    }

    private static List<Long> costs(ChipletPackage chiplets, int phase) {
        return bins(chiplets, phase).stream().map(BinReport::costNs).toList();
    }

    private static List<Integer> owners(ChipletPackage chiplets) {
        return bins(chiplets, 0).stream().map(BinReport::chiplet).toList();
    }

    /** Bins of a recording, one after the other. */
    private static List<Integer> order(Recording recording) {
        var order = new ArrayList<Integer>();
        for (var row : recording.rows()) {
            for (int i = 0; i < row.size(); i++) {
                if (row.activity(i) == Activity.BIN) {
                    order.add((int) row.value(i));
                }
            }
        }
        return order;
    }

    // What is learned of bins

    @Test
    void whatABinTookIsExpectedOfItAgain() {
        try (var chiplets = new ChipletPackage(chiplets(FOUR_BINS, 1, 1))) {
            var target = Sheet.target();
            chiplets.submit(squares(target, 20, 10, 12, 16));
            var costs = costs(chiplets, 0);
            chiplets.submit(squares(target, 20, 10, 12, 16));
            assertThat(work(chiplets, 0)).isEqualTo(costs);
        }
    }

    /** Bins of a target of another size are others: only what is visible tells what they cost. */
    @Test
    void whatABinTookSaysNothingOfOtherBins() {
        try (var chiplets = new ChipletPackage(chiplets(FOUR_BINS, 1, 1))) {
            chiplets.submit(squares(Sheet.target(), 20, 10, 12, 16));
            assertThat(costs(chiplets, 0)).doesNotHaveDuplicates();
            for (var other : List.of(target(128, 128), Sheet.target(), target(128, 128))) {
                // The same in each.
                chiplets.submit(squares(other, 16, 16, 16, 16));
                var work = work(chiplets, 0);
                assertThat(work).allMatch(work.getFirst()::equals);
            }
        }
    }

    /** Each phase of a frame has bins, and costs, of its own. */
    @Test
    void phasesAreToldApart() {
        try (var chiplets = new ChipletPackage(chiplets(FOUR_BINS, 1, 1))) {
            var large = target(128, 128);
            var small = Sheet.target();
            for (int frame = 0; frame < 2; frame++) {
                var before = new ArrayList<List<Long>>();
                if (frame > 0) {
                    before.add(costs(chiplets, 0));
                    before.add(costs(chiplets, 1));
                }
                var commands = squares(large, 20, 10, 12, 16);
                commands.beginPhase(PassDescriptor.clear(small, 0, 0, 0, 1));
                chiplets.submit(squares(commands, 9, 17, 7, 21));
                if (frame > 0) {
                    assertThat(work(chiplets, 0)).isEqualTo(before.get(0));
                    assertThat(work(chiplets, 1)).isEqualTo(before.get(1));
                }
            }
        }
    }

    // Whose turn it is

    /**
     * Eight bins of a target of 128x64 pixels, their work 2 * 160 and 10 a pixel: with a square of
     * 16x16 pixels 2880 each. One chiplet is three times as fast. Whosever they are, the largest
     * goes first, and of equals the first.
     */
    @Test
    void whoIsFasterHasMoreBins() {
        var eight = FOUR_BINS.withCount(8).withAssignment(Bins.Assignment.DYNAMIC);
        try (var chiplets = new ChipletPackage(chiplets(eight, 1, 3))) {
            var recording = chiplets.record(100);
            var target = target(128, 64);
            var commands = begin(target);
            for (int bin = 0; bin < 8; bin++) {
                // In pixels of a target of 64x64, half as wide.
                float x = 16 * (bin % 4);
                float y = 32 * (bin / 4);
                // One is a bit more than the others.
                float wide = bin == 5 ? 8.5f : 8;
                Sheet.of(1, 1, x, y, x + wide, y + 16, 0.5f).draw(commands, Sheet.OPAQUE);
            }
            chiplets.submit(commands);
            var owners = owners(chiplets);
            assertThat(owners).filteredOn(owner -> owner == 0).hasSize(2);
            assertThat(owners.get(5)).isOne();
            assertThat(order(recording)).containsExactly(5, 0, 1, 2, 3, 4, 6, 7);
        }
    }

    private static GroupFaults dies(int chiplet, int frame, GroupFaults.Work work, int done) {
        return new GroupFaults(
                List.of(), List.of(new GroupFaults.Death(chiplet, frame, work, done)));
    }

    /**
     * Chiplet 0 has bins 0 and 3, and is lost in the second one; 1 has done more than 2 by then.
     */
    @Test
    void whoHasLeastBehindItIsHeir() {
        try (var chiplets = new ChipletPackage(chiplets(FOUR_BINS, 1, 1, 1))) {
            chiplets.suffer(dies(0, 1, GroupFaults.Work.TILE, 1));
            var report = chiplets.submit(squares(Sheet.target(), 20, 24, 12, 10));
            assertThat(report.get(Counter.BINS_TAKEN_OVER)).isOne();
            assertThat(owners(chiplets)).containsExactly(0, 1, 2, 2);
        }
    }

    /**
     * What was done in the last phase is done. In the first one chiplet 1 has far more than 2, in
     * the second, in which chiplet 0 is lost in its last bin, a bit less.
     */
    @Test
    void eachPhaseBeginsAnew() {
        try (var chiplets = new ChipletPackage(chiplets(FOUR_BINS, 1, 1, 1))) {
            chiplets.suffer(dies(0, 1, GroupFaults.Work.TILE, 3));
            var commands = squares(Sheet.target(), 30, 30, 4, 4);
            commands.beginPhase(PassDescriptor.clear(Sheet.target(), 0, 0, 0, 1));
            var report = chiplets.submit(squares(commands, 24, 16, 20, 4));
            assertThat(report.get(Counter.BINS_TAKEN_OVER)).isOne();
            assertThat(owners(chiplets)).containsExactly(0, 1, 2, 0);
            assertThat(bins(chiplets, 1).stream().map(BinReport::chiplet))
                    .containsExactly(0, 1, 2, 1);
        }
    }

    /** Nearly twice as much is less for a chiplet that is three times as fast. */
    @Test
    void speedCountsAmongHeirs() {
        try (var chiplets = new ChipletPackage(chiplets(FOUR_BINS, 1, 1, 3))) {
            // Bins 0 and 1 are those of chiplet 2; they and bin 2 are done when chiplet 1 is lost.
            chiplets.suffer(dies(1, 1, GroupFaults.Work.TILE, 0));
            chiplets.submit(squares(Sheet.target(), 10, 10, 11, 8));
            assertThat(work(chiplets, 0)).containsExactly(1320L, 1320L, 1520L, 960L);
            assertThat(owners(chiplets)).containsExactly(2, 2, 0, 2);
        }
    }

    /** Who renders nothing inherits nothing while others are there. */
    @Test
    void whoOnlyLooksIsNoHeir() {
        try (var chiplets = new ChipletPackage(chiplets(FOUR_BINS, 0, 1, 1))) {
            chiplets.suffer(dies(1, 1, GroupFaults.Work.TILE, 0));
            var report = chiplets.submit(squares(Sheet.target(), 20, 24, 8, 10));
            assertThat(report.get(Counter.BINS_TAKEN_OVER)).isOne();
            assertThat(owners(chiplets)).containsExactly(2, 2, 2, 2);
        }
    }

    /** Unless there is nobody else any more. */
    @Test
    void whoOnlyLookedRendersWhenAllOthersAreLost() {
        try (var chiplets = new ChipletPackage(chiplets(FOUR_BINS, 0, 1, 1))) {
            var tile = GroupFaults.Work.TILE;
            chiplets.suffer(
                    new GroupFaults(
                            List.of(),
                            List.of(
                                    new GroupFaults.Death(1, 1, tile, 0),
                                    new GroupFaults.Death(2, 1, tile, 1))));
            var target = Sheet.target();
            var report = chiplets.submit(squares(target, 20, 24, 8, 10));
            // Each left a bin that it had begun with, and the second one had done one before.
            assertThat(report.get(Counter.BINS_TAKEN_OVER)).isEqualTo(2);
            assertThat(owners(chiplets)).containsOnlyOnce(2).containsOnly(0, 2);
            assertThat(reference(1, 20, 24, 8, 10).samePixels(target)).isTrue();
            chiplets.submit(squares(target, 12, 24, 8, 10));
            assertThat(owners(chiplets)).containsOnly(0);
            assertThat(reference(1, 12, 24, 8, 10).samePixels(target)).isTrue();
        }
    }

    // What somebody has painted who is lost

    /** Squares, and glass over them: whoever paints that twice sees it. */
    private static void glass(CommandBuffer commands, RenderTarget target) {
        commands.beginPhase(PassDescriptor.load(target).withKeepSamples(true));
        for (int pane = 0; pane < 8; pane++) {
            Sheet.of(1, 1, 0, 0, 64, 64, 0.4f)
                    .draw(commands, Sheet.OPAQUE.withBlend(BlendState.ALPHA).withDepth(ANY));
        }
    }

    private static CommandBuffer kept(RenderTarget target, int... sides) {
        var pass = PassDescriptor.clear(target, 0.5f, 0.25f, 0, 1).withKeepSamples(true);
        return squares(new CommandBuffer().beginPhase(pass), sides);
    }

    private static RenderTarget reference(int panes, int... sides) {
        var expected = Sheet.target();
        try (var device = new Device(DeviceOptions.REFERENCE)) {
            device.submit(panes == 1 ? squares(expected, sides) : kept(expected, sides));
            if (panes > 1) {
                var over = new CommandBuffer();
                glass(over, expected);
                device.submit(over);
            }
        }
        return expected;
    }

    /**
     * Bins of four tiles. Chiplet 1 is lost when two of its first bin are painted; what is below
     * them is brought back before somebody else paints all four.
     */
    @Test
    void whatALostChipletPaintedIsTakenBack() {
        int[] sides = {20, 24, 8, 10};
        var expected = reference(8, sides);
        try (var chiplets = new ChipletPackage(chiplets(FOUR_BINS, 1, 1).withTileSize(16))) {
            var target = Sheet.target();
            chiplets.suffer(dies(1, 2, GroupFaults.Work.TILE, 2));
            chiplets.submit(kept(target, sides));
            var over = new CommandBuffer();
            glass(over, target);
            assertThat(chiplets.submit(over).get(Counter.BINS_TAKEN_OVER)).isOne();
            assertThat(expected.samePixels(target)).isTrue();
        }
    }

    /**
     * The first bin is painted while it is looked at, in windows of one pane. Who looks is lost
     * with the sixth of eight panes, when tiles have parked five: they are painted from the first.
     */
    @Test
    void whatWasPaintedAheadByWhoIsLostIsPaintedAnew() {
        int[] sides = {20, 24, 8, 10};
        var expected = reference(8, sides);
        var full = FOUR_BINS.withVertices(Bins.Vertices.FULL);
        try (var chiplets = new ChipletPackage(chiplets(full, 1, 1).withWindow(2))) {
            var target = Sheet.target();
            chiplets.suffer(dies(0, 2, GroupFaults.Work.PRETEST, 5));
            chiplets.submit(kept(target, sides));
            var over = new CommandBuffer();
            glass(over, target);
            chiplets.submit(over);
            assertThat(chiplets.chiplets())
                    .extracting(ChipletReport::lostInFrame)
                    .containsExactly(2, 0);
            assertThat(expected.samePixels(target)).isTrue();
        }
    }

    // In which frame somebody is lost

    /** While frame 2 is looked at bins of frame 1 are rendered: that is not frame 2 yet. */
    @Test
    void whatBefallsAFrameBefallsNoOtherOne() {
        try (var chiplets = new ChipletPackage(chiplets(FOUR_BINS, 1, 1))) {
            chiplets.suffer(dies(1, 2, GroupFaults.Work.TILE, 0));
            var targets = List.of(Sheet.target(), Sheet.target(), Sheet.target());
            chiplets.submitAhead(squares(targets.get(0), 20, 24, 8, 10));
            var first = chiplets.submitAhead(squares(targets.get(1), 20, 24, 8, 10));
            assertThat(first.get(Counter.BINS_TAKEN_OVER)).isZero();
            assertThat(chiplets.chiplets()).allMatch(ChipletReport::alive);
            assertThat(owners(chiplets)).containsExactly(0, 1, 0, 1);
            var second = chiplets.submitAhead(squares(targets.get(2), 20, 24, 8, 10));
            assertThat(second.get(Counter.BINS_TAKEN_OVER)).isOne();
            assertThat(chiplets.chiplets())
                    .extracting(ChipletReport::lostInFrame)
                    .containsExactly(0, 2);
            assertThat(owners(chiplets)).containsOnly(0);
            assertThat(chiplets.finish().get(Counter.BINS_TAKEN_OVER)).isZero();
            assertThat(chiplets.chiplets())
                    .extracting(ChipletReport::lostInFrame)
                    .containsExactly(0, 2);
            assertThat(targets.get(1).samePixels(targets.get(0))).isTrue();
            assertThat(targets.get(2).samePixels(targets.get(0))).isTrue();
        }
    }

    /** Who is lost while it looks at frame 2 was there in frame 1. */
    @Test
    void aReportTellsWhatHappenedInItsFrame() {
        try (var chiplets = new ChipletPackage(chiplets(FOUR_BINS, 1, 1))) {
            chiplets.suffer(dies(0, 2, GroupFaults.Work.PRETEST, 0));
            chiplets.submitAhead(squares(Sheet.target(), 20, 24, 8, 10));
            chiplets.submitAhead(squares(Sheet.target(), 20, 24, 8, 10));
            assertThat(chiplets.chiplets()).allMatch(ChipletReport::alive);
            chiplets.finish();
            assertThat(chiplets.chiplets())
                    .extracting(ChipletReport::lostInFrame)
                    .containsExactly(2, 0);
        }
    }

    /** What somebody has begun who is lost is not compared, and nothing is known of it then. */
    @Test
    void whatIsTakenOverIsNotKnown() {
        var options = chiplets(FOUR_BINS, 1, 1).withReuse(Reuse.TILES.withUnchanged(false));
        try (var chiplets = new ChipletPackage(options)) {
            var commands = squares(Sheet.target(), 20, 24, 8, 10);
            chiplets.suffer(dies(1, 4, GroupFaults.Work.TILE, 0));
            var memory = new ArrayList<Long>();
            var reused = new ArrayList<Long>();
            for (int frame = 1; frame <= 6; frame++) {
                var report = chiplets.submit(commands);
                memory.add(report.get(Counter.REUSE_MEMORY));
                reused.add(report.get(Counter.TILES_REUSED));
            }
            assertThat(memory.get(2)).isPositive();
            assertThat(4 * memory.get(3)).isEqualTo(3 * memory.get(2));
            assertThat(memory.get(4)).isEqualTo(memory.get(2));
            // Bin 1 is rendered anew, once more, and then known again.
            assertThat(reused).containsExactly(0L, 4L, 4L, 3L, 3L, 4L);
        }
    }

    // The bin that is painted ahead

    private static FrameReport beside(
            ChipletPackage chiplets, RenderTarget other, RenderTarget target, int... sides) {
        chiplets.submitAhead(squares(other, sides));
        chiplets.submitAhead(squares(target, sides));
        return chiplets.finish();
    }

    private static long reuseMemory(FrameReport report, int bins) {
        assertThat(report.get(Counter.BINS_RENDERED)).isEqualTo(bins);
        return report.get(Counter.REUSE_MEMORY);
    }

    /**
     * The first bin is painted while it is looked at, and not compared: what was known of it before
     * does not hold any more.
     */
    @Test
    void whatIsPaintedAheadIsNotKnown() {
        var full = FOUR_BINS.withVertices(Bins.Vertices.FULL);
        var options = chiplets(full, 1, 1).withReuse(Reuse.TILES.withUnchanged(false));
        try (var chiplets = new ChipletPackage(options)) {
            var other = Sheet.target();
            var target = Sheet.target();
            // Beside another frame nothing is painted: all bins are compared. Two kinds, since what
            // is known of two renders takes turns.
            for (int round = 0; round < 3; round++) {
                beside(chiplets, other, target, 20, 24, 8, 10);
                beside(chiplets, other, target, 12, 24, 8, 10);
            }
            for (int side : new int[] {20, 12, 16}) {
                long painted = reuseMemory(chiplets.submit(squares(target, 28, 24, 8, 10)), 3);
                long compared = reuseMemory(beside(chiplets, other, target, side, 24, 8, 10), 4);
                // Of three bins something is kept, and of four.
                assertThat(4 * painted).isEqualTo(3 * compared).isPositive();
                var expected = Sheet.target();
                try (var device = new Device(DeviceOptions.REFERENCE)) {
                    device.submit(squares(expected, side, 24, 8, 10));
                }
                assertThat(expected.samePixels(target)).as("%d", side).isTrue();
            }
        }
    }

    /**
     * Early Z is tried in one frame after four without, however long they take: the time of each is
     * held to what was decided about it, not about the next, which is decided about before.
     */
    @Test
    void trialsOfEarlyZAreOneFrameThoughTwoAreUnderWay() {
        var options = chiplets(FOUR_BINS, 1, 1).withEarlyZ(EarlyZ.AUTO);
        var sheet = Sheet.of(16, 16, 0, 0, 64, 64, 0.5f);
        var modes = new StringBuilder();
        try (var chiplets = new ChipletPackage(options)) {
            for (int frame = 0; frame <= 12; frame++) {
                var commands = begin(Sheet.target());
                for (int i = 0; i < 9; i++) {
                    sheet.draw(commands, Sheet.OPAQUE);
                }
                var report = chiplets.submitAhead(commands);
                if (report != null) {
                    modes.append(report.get(Counter.EARLY_Z_ASIDE) == 1 ? '-' : '+');
                }
            }
            chiplets.finish();
        }
        assertThat(modes.toString()).isEqualTo("----+----+--");
    }
}
