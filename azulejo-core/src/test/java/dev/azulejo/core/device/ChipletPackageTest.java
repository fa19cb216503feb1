package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.link.MailboxTransport;
import dev.azulejo.core.link.Transport;
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
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.tessellation.TessellationDomain;
import dev.azulejo.core.tessellation.TessellationMode;
import dev.azulejo.core.tessellation.TessellationPartitioning;
import dev.azulejo.core.tessellation.TessellationTopology;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * What chiplets do, counted by hand: four coarse bins of 32x32 pixels, 0 and 1 above 2 and 3, and
 * rectangles of two triangles and four vertices.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ChipletPackageTest {
    private static final Bins FOUR_BINS =
            Bins.DEFAULT
                    .withCount(4)
                    .withVertices(Bins.Vertices.POSITIONS)
                    .withAssignment(Bins.Assignment.STATIC);

    private static final DeviceOptions PLAIN =
            DeviceOptions.DEFAULT
                    .withThreads(2)
                    .withKernels(Kernels.SCALAR)
                    .withEarlyZ(EarlyZ.OFF)
                    .withReuse(Reuse.OFF);

    /** In bin 0; across bins 0 and 1; in bin 3, where it is drawn over. */
    private static final List<Sheet> OBJECTS =
            List.of(
                    GpuGroupTest.rectangles(4, 4, 28, 12),
                    GpuGroupTest.rectangles(20, 16, 44, 24),
                    Sheet.of(1, 1, 40, 40, 50, 50, 0.5f));

    /** Before the one in bin 3, and larger. */
    private static final Sheet COVER = Sheet.of(1, 1, 36, 36, 60, 60, 0.25f);

    private static DeviceOptions chiplets(int count) {
        return chiplets(count, FOUR_BINS);
    }

    private static DeviceOptions chiplets(int count, Bins bins) {
        return PLAIN.withGroup(Group.of(count).withSplit(Group.Split.BINS).withBins(bins));
    }

    private static CommandBuffer objects(RenderTarget target) {
        var commands = Sheet.clear(target);
        OBJECTS.forEach(object -> object.draw(commands, Sheet.OPAQUE));
        COVER.draw(commands, Sheet.OPAQUE);
        return commands;
    }

    private static RenderTarget expected() {
        var target = Sheet.target();
        try (var device = new Device(DeviceOptions.REFERENCE)) {
            device.submit(objects(target));
        }
        return target;
    }

    private static FrameReport submit(ChipletPackage chiplets, RenderTarget target) {
        var report = chiplets.submit(objects(target));
        assertThat(expected().samePixels(target)).isTrue();
        return report;
    }

    @Test
    void binsTakeWhatTheirStreamsName() {
        try (var chiplets = new ChipletPackage(chiplets(2))) {
            var report = submit(chiplets, Sheet.target());
            // Four rectangles are looked at; bin 0 takes two, bin 1 one, bin 3 two.
            assertThat(report.get(Counter.VISIBILITY_POSITIONS)).isEqualTo(4 * 4);
            assertThat(report.get(Counter.VERTEX_POSITIONS)).isEqualTo(4 * 4 + 5 * 4);
            assertThat(report.get(Counter.VERTEX_VARYINGS)).isEqualTo(5 * 4);
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

    /** Carries what is for one chiplet to the other. */
    private record Crossed(MailboxTransport carrier) implements Transport {
        @Override
        public int longest() {
            return carrier.longest();
        }

        @Override
        public void send(int from, int to, byte[] buffer, int offset, int length) {
            carrier.send(from, 1 - to, buffer, offset, length);
        }

        @Override
        public int receive(int to, byte[] buffer) {
            return carrier.receive(to, buffer);
        }
    }

    @Test
    void whatIsForOthersIsNotTaken() {
        var crossed = new Crossed(new MailboxTransport(2));
        try (var chiplets = new ChipletPackage(chiplets(2), crossed, ChunkWork.LIMIT)) {
            var report = submit(chiplets, Sheet.target());
            assertThat(report.get(Counter.BINS_WITHOUT_STREAM)).isEqualTo(4);
        }
    }

    /** A mailbox with room for one of its chiplet's streams suffices. */
    @Test
    void streamsDoNotWaitForEachOther() {
        var small = new MailboxTransport(1, 64);
        try (var chiplets = new ChipletPackage(chiplets(1), small, ChunkWork.LIMIT)) {
            var report = submit(chiplets, Sheet.target());
            assertThat(report.get(Counter.BINS_RENDERED)).isEqualTo(4);
            assertThat(small.dropped(0)).isZero();
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
            assertThat(report.get(Counter.BINS_RENDERED)).isEqualTo(3);
            assertThat(report.get(Counter.VISIBILITY_STREAMS)).isEqualTo(3);
            assertThat(chiplets.chiplets().get(0).bins()).isEqualTo(2);
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

    /** A patch for each bin, in its middle, and one in the middle of the screen, in all four. */
    private static CommandBuffer patches(RenderTarget target) {
        var mode =
                new TessellationMode(
                        TessellationDomain.QUAD,
                        TessellationPartitioning.INTEGER,
                        TessellationTopology.TRIANGLES_COUNTER_CLOCKWISE);
        var state =
                PipelineState.patches(
                        new PatchProgram(mode, 0, 0, false, 40),
                        4,
                        VertexAttribute.packed(0, 0, 4),
                        VertexAttribute.packed(1, 1, 4));
        float[][] middles = {{-0.5f, 0.5f}, {0.5f, 0.5f}, {-0.5f, -0.5f}, {0.5f, -0.5f}, {0, 0}};
        var positions = new float[16 * middles.length];
        var colors = new float[16 * middles.length];
        for (int v = 0; v < 4 * middles.length; v++) {
            // Corners of a domain come around.
            float x = v % 4 == 1 || v % 4 == 2 ? 0.2f : -0.2f;
            float y = v % 4 < 2 ? -0.2f : 0.2f;
            positions[4 * v] = middles[v / 4][0] + x;
            positions[4 * v + 1] = middles[v / 4][1] + y;
            positions[4 * v + 2] = 0.5f - 0.01f * (v / 4);
            positions[4 * v + 3] = 1;
            for (int k = 0; k < 4; k++) {
                colors[4 * v + k] = 0.5f + 0.1f * (v % 5);
            }
        }
        return Sheet.clear(target)
                .setPipeline(state)
                .setBindGroup(0, Sheet.shift(0))
                .setVertexBuffer(0, new VertexBuffer(positions))
                .setVertexBuffer(1, new VertexBuffer(colors))
                .draw(0, positions.length / 4, 0, 1);
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

    /** Carries nothing at all. */
    private static final class Silence implements Transport {
        @Override
        public int longest() {
            return 1 << 16;
        }

        @Override
        public void send(int from, int to, byte[] buffer, int offset, int length) {}

        @Override
        public int receive(int to, byte[] buffer) {
            return 0;
        }
    }

    @Test
    void lostStreamsCostWorkAndNothingElse() {
        try (var chiplets = new ChipletPackage(chiplets(2), new Silence(), ChunkWork.LIMIT)) {
            var report = submit(chiplets, Sheet.target());
            assertThat(report.get(Counter.BINS_WITHOUT_STREAM)).isEqualTo(4);
            assertThat(report.get(Counter.BINS_RENDERED)).isZero();
            assertThat(report.get(Counter.VERTEX_POSITIONS)).isEqualTo(4 * 4 + 4 * 4 * 4);
        }
    }

    /** Carries streams one submit late. */
    private static final class Late implements Transport {
        private final MailboxTransport carrier = new MailboxTransport(2);
        private final byte[][] kept = new byte[64][];
        private final int[] to = new int[64];
        private int count;

        @Override
        public int longest() {
            return carrier.longest();
        }

        @Override
        public void send(int from, int receiver, byte[] buffer, int offset, int length) {
            kept[count] = Arrays.copyOfRange(buffer, offset, offset + length);
            to[count++] = receiver;
        }

        @Override
        public int receive(int receiver, byte[] buffer) {
            return carrier.receive(receiver, buffer);
        }

        void deliver() {
            for (int m = 0; m < count; m++) {
                carrier.send(0, to[m], kept[m], 0, kept[m].length);
            }
            count = 0;
        }
    }

    @Test
    void streamsOfAnotherFrameAreNotTaken() {
        var late = new Late();
        var target = Sheet.target();
        try (var chiplets = new ChipletPackage(chiplets(2), late, ChunkWork.LIMIT)) {
            submit(chiplets, target);
            late.deliver();
            // Another frame, in which there is less to see: its bins must not take the old streams.
            var commands = Sheet.clear(target);
            COVER.draw(commands, Sheet.OPAQUE);
            OBJECTS.get(0).draw(commands, Sheet.OPAQUE);
            var report = chiplets.submit(commands);
            assertThat(report.get(Counter.BINS_WITHOUT_STREAM)).isEqualTo(4);
            var expected = Sheet.target();
            var again = Sheet.clear(expected);
            COVER.draw(again, Sheet.OPAQUE);
            OBJECTS.get(0).draw(again, Sheet.OPAQUE);
            try (var device = new Device(DeviceOptions.REFERENCE)) {
                device.submit(again);
            }
            assertThat(expected.samePixels(target)).isTrue();
        }
    }

    /** Lets nothing through until the first bin is about to be rendered, without its stream. */
    private static final class Belated implements Transport {
        /** Asked once for each chiplet before streams are sent, and once more for that bin. */
        private static final int SILENT = 2 + 1;

        private final MailboxTransport carrier = new MailboxTransport(2);
        private int asked;

        @Override
        public int longest() {
            return carrier.longest();
        }

        @Override
        public void send(int from, int to, byte[] buffer, int offset, int length) {
            carrier.send(from, to, buffer, offset, length);
        }

        @Override
        public int receive(int to, byte[] buffer) {
            return asked++ < SILENT ? 0 : carrier.receive(to, buffer);
        }
    }

    @Test
    void whatComesWhenABinIsRenderedIsTooLate() {
        var options = chiplets(2).withThreads(1);
        try (var chiplets = new ChipletPackage(options, new Belated(), ChunkWork.LIMIT)) {
            var report = submit(chiplets, Sheet.target());
            assertThat(report.get(Counter.BINS_WITHOUT_STREAM)).isEqualTo(1);
            var late = chiplets.bins().getFirst().bins().stream().filter(b -> b.streamBytes() == 0);
            assertThat(late).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource(GroupFaults.Work.class)
    void binsOfALostChipletAreTakenOver(GroupFaults.Work work) {
        // One thread a chiplet and bin: with a fixed rule chiplet b renders bin b.
        try (var chiplets = new ChipletPackage(chiplets(4))) {
            int who = work == GroupFaults.Work.PRETEST ? 0 : 1;
            chiplets.suffer(
                    new GroupFaults(List.of(), List.of(new GroupFaults.Death(who, 2, work, 0))));
            var target = Sheet.target();
            assertThat(submit(chiplets, target).get(Counter.BINS_TAKEN_OVER)).isZero();
            var report = submit(chiplets, target);
            // Who is lost while it looks has not begun with any bin.
            int taken = work == GroupFaults.Work.PRETEST ? 0 : 1;
            assertThat(report.get(Counter.BINS_TAKEN_OVER)).isEqualTo(taken);
            assertThat(report.get(Counter.BINS_WITHOUT_STREAM)).isZero();
            assertThat(chiplets.chiplets().get(who).lostInFrame()).isEqualTo(2);
            assertThat(chiplets.chiplets().get(who).bins()).isZero();
            assertThat(chiplets.chiplets().stream().mapToInt(ChipletReport::bins).sum())
                    .isEqualTo(4);
            // Next time it has no bins that could be taken over.
            assertThat(submit(chiplets, target).get(Counter.BINS_TAKEN_OVER)).isZero();
        }
    }

    @Test
    void whenAllAreLostItIsSaid() {
        try (var chiplets = new ChipletPackage(chiplets(2))) {
            var tile = GroupFaults.Work.TILE;
            chiplets.suffer(
                    new GroupFaults(
                            List.of(),
                            List.of(
                                    new GroupFaults.Death(0, 1, tile, 0),
                                    new GroupFaults.Death(1, 1, tile, 0))));
            assertThatThrownBy(() -> chiplets.submit(objects(Sheet.target())))
                    .isInstanceOf(GpuLost.class)
                    .hasMessageStartingWith("all 2 chiplet(s) are lost");
            // And again.
            assertThatThrownBy(() -> chiplets.submit(objects(Sheet.target())))
                    .isInstanceOf(GpuLost.class)
                    .hasMessage("all 2 chiplet(s) are lost");
        }
    }

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
