package dev.azulejo.core.device;

import static dev.azulejo.core.device.FourBins.FOUR_BINS;
import static dev.azulejo.core.device.FourBins.PLAIN;
import static dev.azulejo.core.device.FourBins.chiplets;
import static dev.azulejo.core.device.FourBins.objects;
import static dev.azulejo.core.device.FourBins.patches;
import static dev.azulejo.core.device.FourBins.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.options.Bins;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Activity;
import dev.azulejo.core.report.BinReport;
import dev.azulejo.core.report.ChipletReport;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;

/** What chiplets look at, name, deal and render, counted by hand in {@link FourBins}. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ChipletPackageTest {
    @Test
    void binsTakeWhatTheirStreamsName() {
        try (var chiplets = new ChipletPackage(chiplets(2))) {
            var report = submit(chiplets, Sheet.target());
            // Four rectangles are looked at; bin 0 takes two, bin 1 one, bin 3 two.
            assertThat(report.get(Counter.VISIBILITY_POSITIONS)).isEqualTo(4 * 4);
            assertThat(report.get(Counter.VERTEX_POSITIONS)).isEqualTo(4 * 4 + 5 * 4);
            assertThat(report.get(Counter.VERTEX_VARYINGS)).isEqualTo(5 * 4);
            assertThat(report.get(Counter.VISIBILITY_VARYINGS)).isZero();
            assertThat(report.get(Counter.PRIMITIVES_IN)).isEqualTo(4 * 2 + 5 * 2);
            assertThat(report.get(Counter.BINS_RENDERED)).isEqualTo(4);
            assertThat(report.get(Counter.BINS_WITHOUT_STREAM)).isZero();
            assertThat(report.get(Counter.VISIBILITY_STREAMS)).isEqualTo(4);
            // A header of 24, a check of 4; an item is a head and, if it is not of as many as the
            // last one, a number: the first is of 2, not of 512. Bin 0: 0, 1; bin 1: 1; bin 3: 2,
            // 3.
            assertThat(report.get(Counter.VISIBILITY_BYTES)).isEqualTo(4 * 28 + 3 + 2 + 3);
        }
    }

    /** Nothing is known of the one in bin 3 that is drawn over before the one that covers it. */
    @Test
    void whatIsHiddenIsNamedNowhere() {
        try (var chiplets = new ChipletPackage(chiplets(2).withEarlyZ(EarlyZ.ON))) {
            var report = submit(chiplets, Sheet.target());
            assertThat(report.get(Counter.VERTEX_VARYINGS)).isEqualTo(4 * 4);
        }
        var full = chiplets(2, FOUR_BINS.withVertices(Bins.Vertices.FULL));
        try (var chiplets = new ChipletPackage(full.withEarlyZ(EarlyZ.ON))) {
            var report = submit(chiplets, Sheet.target());
            // Three all the way, and in bins 1 and 3 one again.
            assertThat(report.get(Counter.VERTEX_VARYINGS)).isEqualTo(3 * 4 + 2 * 4);
        }
    }

    @Test
    void namesAreLookedUpWhereSortingWindowsSayWhatComes() {
        var across = Sheet.of(4, 4, 20, 40, 44, 60, 0.5f);
        var target = Sheet.target();
        var commands = Sheet.clear(target);
        across.draw(commands, Sheet.OPAQUE);
        try (var chiplets = new ChipletPackage(chiplets(1).withWindow(5))) {
            var report = chiplets.submit(commands);
            // Bins 2 and 3 take two of four columns of quads each, and bins 0 and 1 nothing.
            assertThat(report.get(Counter.VERTEX_POSITIONS)).isEqualTo(25 + 2 * 3 * 5);
            assertThat(report.get(Counter.WINDOWS)).isGreaterThan(4);
        }
    }

    private static List<Integer> owners(ChipletPackage chiplets) {
        return chiplets.bins().getFirst().bins().stream().map(BinReport::chiplet).toList();
    }

    private static List<Long> work(ChipletPackage chiplets) {
        return chiplets.bins().getFirst().bins().stream().map(BinReport::work).toList();
    }

    /** Before anything was measured a primitive is 160 and a pixel 10. */
    private static final List<Long> FIRST_WORK =
            List.of(
                    // Halves of a rectangle of 24x8, and half of another one.
                    4 * 160 + 10 * (2 * 96 + 2 * 48L),
                    2 * 160 + 10 * (2 * 48L),
                    0L,
                    4 * 160 + 10 * (2 * 50 + 2 * 288L));

    @Test
    void workIsExpectedFromWhatIsVisible() {
        try (var chiplets = new ChipletPackage(chiplets(2))) {
            submit(chiplets, Sheet.target());
            assertThat(work(chiplets)).isEqualTo(FIRST_WORK);
            var primitives = chiplets.bins().getFirst().bins().stream().map(BinReport::primitives);
            assertThat(primitives).containsExactly(4L, 2L, 0L, 4L);
            // By now it is known what bins take here.
            submit(chiplets, Sheet.target());
            assertThat(work(chiplets)).isNotEqualTo(FIRST_WORK);
        }
    }

    /** What a primitive and a pixel cost is learned, and holds for the bins of another target. */
    @Test
    void whatThingsCostIsLearned() {
        var work = new ArrayList<List<Long>>();
        for (var first : List.of(List.<RenderTarget>of(), List.of(Sheet.target()))) {
            var larger = new RenderTarget(96, 64, TextureFormat.RGBA8_UNORM, 1);
            try (var chiplets = new ChipletPackage(chiplets(2))) {
                first.forEach(target -> chiplets.submit(objects(target)));
                chiplets.submit(objects(larger));
                work.add(work(chiplets));
            }
        }
        assertThat(work.get(1)).isNotEqualTo(work.get(0));
    }

    @Test
    void binsAreDealtByARuleOrByLoad() {
        try (var chiplets = new ChipletPackage(chiplets(2))) {
            submit(chiplets, Sheet.target());
            assertThat(owners(chiplets)).containsExactly(0, 1, 0, 1);
        }
        var dynamic = FOUR_BINS.withAssignment(Bins.Assignment.DYNAMIC);
        try (var chiplets = new ChipletPackage(chiplets(2, dynamic))) {
            submit(chiplets, Sheet.target());
            var owners = owners(chiplets);
            // The last bin is more than all others.
            assertThat(owners.get(0)).isEqualTo(owners.get(1)).isNotEqualTo(owners.get(3));
        }
        try (var chiplets = new ChipletPackage(chiplets(2, dynamic))) {
            // To look at a frame takes far longer than these bins are expected to; and who looks
            // is about to look at the next one.
            chiplets.submitAhead(objects(Sheet.target()));
            chiplets.finish();
            assertThat(owners(chiplets)).containsExactly(1, 1, 1, 1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void largeBinsGoFirst(int count) {
        try (var chiplets = new ChipletPackage(chiplets(count).withThreads(1))) {
            var recording = chiplets.record(100);
            submit(chiplets, Sheet.target());
            var order = new ArrayList<String>();
            for (var row : recording.rows()) {
                for (int i = 0; i < row.size(); i++) {
                    if (row.activity(i) == Activity.BIN) {
                        order.add(Long.toString(row.value(i)));
                    }
                }
            }
            // Of two, bins 0 and 2 are the first one's, 1 and 3 the other's.
            assertThat(String.join(" ", order)).isEqualTo("3 0 1 2");
        }
    }

    @Test
    void fullVertexWorkPaintsTheFirstBinMeanwhile() {
        var options = chiplets(2, FOUR_BINS.withVertices(Bins.Vertices.FULL));
        try (var chiplets = new ChipletPackage(options)) {
            var report = submit(chiplets, Sheet.target());
            // All vertices go all the way once; bins 1 and 3 take three rectangles again.
            assertThat(report.get(Counter.VISIBILITY_POSITIONS)).isEqualTo(4 * 4);
            assertThat(report.get(Counter.VERTEX_POSITIONS)).isEqualTo(4 * 4 + 3 * 4);
            assertThat(report.get(Counter.VERTEX_VARYINGS)).isEqualTo(4 * 4 + 3 * 4);
            assertThat(report.get(Counter.VISIBILITY_VARYINGS)).isEqualTo(4 * 4);
            assertThat(report.get(Counter.BINS_RENDERED)).isEqualTo(3);
            assertThat(report.get(Counter.VISIBILITY_STREAMS)).isEqualTo(3);
            assertThat(chiplets.chiplets().get(0).bins()).isEqualTo(2);
            // It is dealt no more.
            assertThat(work(chiplets).getFirst()).isZero();
        }
    }

    /**
     * Clusters of 32 triangles and 25 vertices: in bin 0, across bins 2 and 3, and in the middle of
     * all four, cut between their columns and rows.
     */
    @ParameterizedTest
    @CsvSource({
        "AUTO, OFF, 0, 25 + 50 + 100, 7",
        "AUTO, ON, 25, 25 + 50 + 36, 3",
        "POSITIONS, OFF, 75, 25 + 30 + 36, 0",
        "POSITIONS, ON, 75, 25 + 30 + 36, 0"
    })
    void boundsNameWhatLiesInFewBins(
            Bins.Vertices vertices, String early, int looked, String rendered, int whole) {
        var commands = Sheet.clear(Sheet.target());
        Sheet.of(4, 4, 2, 2, 18, 18, 0.5f).draw(commands, Sheet.OPAQUE);
        Sheet.of(4, 4, 20, 48, 44, 60, 0.5f).draw(commands, Sheet.OPAQUE);
        Sheet.of(4, 4, 20, 20, 44, 44, 0.5f).draw(commands, Sheet.OPAQUE);
        var options = chiplets(1, FOUR_BINS.withVertices(vertices));
        var works = early.equals("ON") ? EarlyZ.ON : EarlyZ.OFF;
        try (var chiplets = new ChipletPackage(options.withEarlyZ(works))) {
            var report = chiplets.submit(commands);
            assertThat(report.get(Counter.VISIBILITY_POSITIONS)).isEqualTo(looked);
            int inBins = 0;
            for (String part : rendered.split(" \\+ ")) {
                inBins += Integer.parseInt(part);
            }
            assertThat(report.get(Counter.VERTEX_POSITIONS)).isEqualTo(looked + inBins);
            // What lies beyond a bin is not set up there.
            int lookedAt = 32 * looked / 25;
            assertThat(report.get(Counter.TRIANGLES_SETUP)).isEqualTo(3 * 32 + lookedAt);
            assertThat(report.get(Counter.VISIBILITY_WHOLE)).isEqualTo(whole);
            assertThat(report.get(Counter.TRIANGLES_FOR_NOTHING)).isZero();
        }
    }

    /**
     * A cluster across bins 2 and 3, behind what covers bin 3: hidden there as a whole, and its 32
     * triangles taken in by bin 2, where half of them lie.
     */
    @Test
    void clustersAreHiddenBinByBin() {
        var commands = Sheet.clear(Sheet.target());
        Sheet.of(4, 4, 20, 40, 44, 60, 0.5f).draw(commands, Sheet.OPAQUE);
        Sheet.of(1, 1, 32, 32, 64, 64, 0.25f).draw(commands, Sheet.OPAQUE);
        var options = chiplets(1, FOUR_BINS.withVertices(Bins.Vertices.AUTO));
        try (var chiplets = new ChipletPackage(options.withEarlyZ(EarlyZ.ON))) {
            var report = chiplets.submit(commands);
            assertThat(report.get(Counter.CLUSTERS_TESTED)).isEqualTo(2);
            assertThat(report.get(Counter.CLUSTERS_HIDDEN)).isOne();
            assertThat(report.get(Counter.CLUSTER_PRIMITIVES_HIDDEN)).isEqualTo(32);
            assertThat(report.get(Counter.VISIBILITY_WHOLE)).isEqualTo(2);
            // The cover is no cluster: it is looked at, and processed in its bin.
            assertThat(report.get(Counter.VISIBILITY_POSITIONS)).isEqualTo(4);
            assertThat(report.get(Counter.VERTEX_POSITIONS)).isEqualTo(4 + 4 + 25);
            assertThat(report.get(Counter.TRIANGLES_SETUP)).isEqualTo(2 + 2 + 16);
            // Three columns of vertices of the cluster
            assertThat(report.get(Counter.VERTEX_VARYINGS)).isEqualTo(4 + 15);
        }
    }

    /**
     * Hierarchical Z is about a bin alone: what covers the bin is known of all 64x64 pixels around
     * it, so that a cluster behind asks once; else it would ask each group that it touches.
     */
    @Test
    void whatCoversABinIsKnownAsAWhole() {
        var options = chiplets(1, FOUR_BINS.withVertices(Bins.Vertices.AUTO));
        var early = EarlyZ.ON.only(EarlyZ.Part.CLUSTERS);
        var nodes = new long[2];
        for (int sheets = 0; sheets < 2; sheets++) {
            var commands = Sheet.clear(Sheet.target());
            Sheet.of(1, 1, 32, 32, 64, 64, 0.25f).draw(commands, Sheet.OPAQUE);
            if (sheets == 1) {
                Sheet.of(4, 4, 40, 40, 56, 56, 0.5f).draw(commands, Sheet.OPAQUE);
            }
            try (var chiplets = new ChipletPackage(options.withEarlyZ(early))) {
                var report = chiplets.submit(commands);
                assertThat(report.get(Counter.CLUSTERS_HIDDEN)).isEqualTo(sheets);
                nodes[sheets] = report.get(Counter.HIZ_NODES);
            }
        }
        assertThat(nodes[1] - nodes[0]).isOne();
    }

    /** What is known of a bin's depth is known as it is rasterised, too. */
    @Test
    void rasterisersAskInBins() {
        var early = EarlyZ.ON.only(EarlyZ.Part.RASTER);
        for (var vertices : List.of(Bins.Vertices.AUTO, Bins.Vertices.POSITIONS)) {
            var commands = Sheet.clear(Sheet.target());
            Sheet.of(1, 1, 40, 40, 56, 56, 0.6f).draw(commands, Sheet.OPAQUE);
            Sheet.of(2, 2, 32, 32, 64, 64, 0.3f).draw(commands, Sheet.OPAQUE);
            var options = chiplets(1, FOUR_BINS.withVertices(vertices));
            try (var chiplets = new ChipletPackage(options.withEarlyZ(early))) {
                var report = chiplets.submit(commands);
                // Each of two triangles touches 2x2 groups of 16x16 pixels.
                boolean asks = vertices == Bins.Vertices.AUTO;
                assertThat(report.get(Counter.RASTER_HIDDEN)).isEqualTo(asks ? 2 : 0);
                assertThat(report.get(Counter.RASTER_GROUPS_HIDDEN)).isEqualTo(asks ? 8 : 0);
            }
        }
    }

    @Test
    void patchesAreNamed() {
        var expected = Sheet.target();
        try (var device = new Device(DeviceOptions.REFERENCE)) {
            device.submit(patches(expected));
        }
        // Large factors: each patch is a piece of its own.
        try (var chiplets = new ChipletPackage(chiplets(2))) {
            var target = Sheet.target();
            var report = chiplets.submit(patches(target));
            assertThat(expected.samePixels(target)).isTrue();
            // Five are looked at; then each bin takes in its own, and the one in the middle.
            assertThat(report.get(Counter.PATCHES)).isEqualTo(5 + 4 * 2);
        }
    }

    @Test
    void reportsSayWhoDidWhat() {
        try (var chiplets = new ChipletPackage(chiplets(3))) {
            submit(chiplets, Sheet.target());
            var reports = chiplets.chiplets();
            assertThat(reports).hasSize(3).allMatch(ChipletReport::alive);
            assertThat(reports.stream().mapToInt(ChipletReport::bins).sum()).isEqualTo(4);
            assertThat(reports.stream().mapToLong(ChipletReport::pixels).sum()).isEqualTo(64 * 64);
            assertThat(reports.stream().mapToLong(ChipletReport::positions).sum()).isEqualTo(20);
            assertThat(reports.stream().mapToLong(ChipletReport::varyings).sum()).isEqualTo(20);
            assertThat(reports.get(0).visibilityNs()).isPositive();
            assertThat(reports.get(1).visibilityNs()).isZero();
            assertThat(reports).allMatch(report -> report.renderNs() > 0);
            // Whoever took longest waited for nobody in rendering.
            long longest = reports.stream().mapToLong(ChipletReport::renderNs).max().orElseThrow();
            long looked = reports.get(0).visibilityNs();
            for (var report : reports) {
                long visibility = report.chiplet() == 0 ? 0 : looked;
                assertThat(report.idleNs()).isEqualTo(visibility + longest - report.renderNs());
            }
        }
    }

    @Test
    void wrongOptionsAreRefused() {
        assertThatThrownBy(() -> new ChipletPackage(PLAIN))
                .isInstanceOf(IllegalArgumentException.class);
        for (var early :
                List.of(
                        EarlyZ.ON.with(EarlyZ.Part.FULL_DEPTH),
                        EarlyZ.ON.withUpdate(EarlyZ.Update.BACKWARD))) {
            assertThatThrownBy(() -> chiplets(2).withEarlyZ(early))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("leave early Z's full and backward out");
        }
        assertThatThrownBy(() -> Bins.DEFAULT.withCount(65)).hasMessage("bins=65 is not in 1..64");
        assertThatThrownBy(() -> new GpuGroup(chiplets(2)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
