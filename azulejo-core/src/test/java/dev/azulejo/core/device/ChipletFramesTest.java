package dev.azulejo.core.device;

import static dev.azulejo.core.device.FourBins.COVER;
import static dev.azulejo.core.device.FourBins.FOUR_BINS;
import static dev.azulejo.core.device.FourBins.chiplets;
import static dev.azulejo.core.device.FourBins.expected;
import static dev.azulejo.core.device.FourBins.objects;
import static dev.azulejo.core.device.FourBins.patches;
import static dev.azulejo.core.device.FourBins.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.options.Bins;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Recording;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.resource.RenderTarget;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Map;

/**
 * Frames of a package, one after the other and overlapped: their order, what is used again of them,
 * and what is left of those that were given up.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ChipletFramesTest {
    @Test
    void nothingIsDoneWhereNothingHasChanged() {
        try (var chiplets = new ChipletPackage(chiplets(2).withReuse(Reuse.TILES))) {
            var target = Sheet.target();
            submit(chiplets, target);
            var report = submit(chiplets, target);
            assertThat(report.get(Counter.RENDERS_UNCHANGED)).isEqualTo(1);
            assertThat(report.get(Counter.VISIBILITY_POSITIONS)).isZero();
            assertThat(report.get(Counter.VISIBILITY_STREAMS)).isZero();
            assertThat(report.get(Counter.BINS_RENDERED)).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void tilesOfBinsAreReused(boolean ahead) {
        var options = chiplets(2).withReuse(Reuse.TILES).withTileSize(32);
        var targets = new RenderTarget[] {Sheet.target(), Sheet.target()};
        var mark = GpuGroupTest.rectangles(44, 8, 50, 12);
        try (var chiplets = new ChipletPackage(options)) {
            long reused = 0;
            // Two frames of each target are the same; then something moves in bin 1.
            for (int frame = 0; frame < 6; frame++) {
                var target = targets[ahead ? frame & 1 : 0];
                var commands = objects(target);
                if (frame >= 4) {
                    mark.draw(commands, Sheet.OPAQUE);
                }
                var report = ahead ? chiplets.submitAhead(commands) : chiplets.submit(commands);
                if (frame == 4 && !ahead) {
                    reused = report.get(Counter.TILES_REUSED);
                }
            }
            if (ahead) {
                // Frame 4 was told of when frame 5 began.
                reused = 3;
                assertThat(chiplets.finish().get(Counter.TILES_REUSED)).isEqualTo(3);
            }
            assertThat(reused).isEqualTo(3);
        }
    }

    /** The first bin is painted ahead only where no other frame may read the target. */
    @Test
    void fullVertexWorkBesideAnotherFramePaintsNothing() {
        var options =
                chiplets(2, FOUR_BINS.withVertices(Bins.Vertices.FULL))
                        .withReuse(Reuse.TILES)
                        .withTileSize(32);
        var targets = new RenderTarget[] {Sheet.target(), Sheet.target()};
        try (var chiplets = new ChipletPackage(options)) {
            chiplets.submitAhead(objects(targets[0]));
            assertThat(chiplets.submitAhead(objects(targets[1])).get(Counter.BINS_RENDERED))
                    .isEqualTo(3);
            // The second frame was looked at beside the first.
            assertThat(chiplets.finish().get(Counter.BINS_RENDERED)).isEqualTo(4);
            // Now both targets are known to hold what they show.
            assertThat(chiplets.submitAhead(objects(targets[0]))).isNull();
            assertThat(chiplets.finish().get(Counter.RENDERS_UNCHANGED)).isEqualTo(1);
            assertThat(expected().samePixels(targets[0])).isTrue();
            assertThat(expected().samePixels(targets[1])).isTrue();
        }
    }

    @Test
    void framesAheadAreReportedInOrder() {
        try (var chiplets = new ChipletPackage(chiplets(2))) {
            var first = Sheet.target();
            var second = Sheet.target();
            assertThat(chiplets.finish()).isNull();
            assertThat(chiplets.submitAhead(objects(first))).isNull();
            var commands = Sheet.clear(second);
            COVER.draw(commands, Sheet.OPAQUE);
            var report = chiplets.submitAhead(commands);
            assertThat(report.get(Counter.VERTEX_VARYINGS)).isEqualTo(5 * 4);
            assertThat(expected().samePixels(first)).isTrue();
            assertThat(chiplets.finish().get(Counter.VERTEX_VARYINGS)).isEqualTo(4);
            assertThat(chiplets.finish()).isNull();
            // A plain submit finishes what is under way first.
            chiplets.submitAhead(objects(first));
            submit(chiplets, second);
            assertThat(expected().samePixels(first)).isTrue();
        }
    }

    /** What was done, one letter each: the visibility phase of a frame, and bins. */
    private static String done(Recording recording) {
        var done = new StringBuilder();
        for (var row : recording.rows()) {
            for (int i = 0; i < row.size(); i++) {
                switch (row.activity(i)) {
                    case VISIBILITY -> done.append('v');
                    case BIN -> done.append('b');
                    default -> {}
                }
            }
        }
        return done.toString();
    }

    /**
     * What the next frame shows is found out before the bins of this one are rendered; after them
     * where both draw into one target, or where the next one has patches.
     */
    @Test
    void framesOfOneTargetAndFramesWithPatchesDoNotOverlap() {
        var one = Sheet.target();
        var other = Sheet.target();
        var options = chiplets(2).withThreads(1);
        Map<List<CommandBuffer>, String> all =
                Map.of(
                        List.of(objects(one), objects(other)), "vvbbbbbbbb",
                        List.of(objects(one), objects(one)), "vbbbbvbbbb",
                        List.of(objects(one), patches(other)), "vbbbbvbbbb",
                        List.of(patches(one), objects(other)), "vvbbbbbbbb");
        all.forEach(
                (frames, expected) -> {
                    try (var chiplets = new ChipletPackage(options)) {
                        var recording = chiplets.record(100);
                        frames.forEach(chiplets::submitAhead);
                        chiplets.finish();
                        assertThat(done(recording)).isEqualTo(expected);
                    }
                });
    }

    /** A frame that is refused at its entry takes the one along that was under way. */
    @Test
    void whoIsRefusedLeavesNothingUnderWay() {
        try (var chiplets = new ChipletPackage(chiplets(2))) {
            var first = Sheet.target();
            var second = Sheet.target();
            var wish = new Cancellation();
            wish.cancel();
            List<Runnable> refused =
                    List.of(
                            () -> chiplets.submitAhead(objects(second)),
                            () -> chiplets.submit(objects(second)),
                            () -> chiplets.submit(objects(second), wish),
                            chiplets::finish);
            for (int r = 0; r < refused.size(); r++) {
                chiplets.submitAhead(objects(first));
                if (r != 2) {
                    Thread.currentThread().interrupt();
                }
                assertThatThrownBy(refused.get(r)::run).isInstanceOf(CancelledException.class);
                assertThat(Thread.interrupted()).isEqualTo(r != 2);
                assertThat(chiplets.finish()).as("way %d to be refused", r).isNull();
                // And the next one is what it would have been.
                assertThat(chiplets.submitAhead(objects(second))).isNull();
                assertThat(chiplets.finish()).isNotNull();
                assertThat(expected().samePixels(second)).isTrue();
            }
        }
    }

    /** What became of a tile is known wherever it was rendered, and of the whole if nothing was. */
    @Test
    void allTilesCanBeLookedAt() {
        var options = chiplets(2).withReuse(Reuse.TILES).withTileSize(32);
        try (var chiplets = new ChipletPackage(options)) {
            var target = Sheet.target();
            submit(chiplets, target);
            assertThat(chiplets.inspect().tileSize()).isEqualTo(32);
            assertThat(chiplets.inspect().tiles()).containsOnly(TileDecision.HEADER).hasSize(4);
            submit(chiplets, target);
            assertThat(chiplets.inspect().tiles())
                    .containsExactly(
                            TileDecision.UNCHANGED,
                            TileDecision.UNCHANGED,
                            TileDecision.UNCHANGED,
                            TileDecision.UNCHANGED);
            // While a frame is under way the one before it is looked at.
            chiplets.submitAhead(objects(Sheet.target()));
            assertThat(chiplets.inspect().tiles()).contains(TileDecision.UNCHANGED);
            chiplets.finish();
            assertThat(chiplets.inspect().tiles()).containsOnly(TileDecision.HEADER);
        }
        try (var chiplets = new ChipletPackage(chiplets(2))) {
            submit(chiplets, Sheet.target());
            assertThat(chiplets.inspect().tiles()).containsOnly(TileDecision.RENDERED);
        }
    }
}
