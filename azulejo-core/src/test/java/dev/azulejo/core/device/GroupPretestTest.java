package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.link.MailboxTransport;
import dev.azulejo.core.link.MessageWriter;
import dev.azulejo.core.link.Transport;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.report.GpuReport;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Which hints are made, of pieces of which size, and by whom, counted by hand: regions of 16x16
 * pixels on a screen of 64x64, A-B-A-B in one row and C-D-C-D in the next.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GroupPretestTest {
    private static final int HINTS = 1;
    private static final int STATISTICS = 2;
    private static final int ALIVE = 3;
    private static final int OBJECTS = 5;

    private static final DeviceOptions PLAIN =
            DeviceOptions.DEFAULT
                    .withThreads(4)
                    .withKernels(Kernels.SCALAR)
                    .withEarlyZ(EarlyZ.OFF)
                    .withReuse(Reuse.OFF);

    /** 1024 triangles in four clusters, all in B. */
    private static final Sheet CLUSTERS = Sheet.of(16, 32, 18, 2, 30, 14, 0.5f);

    /** A rectangle in A and one in B: two triangles each, in one draw call. */
    private static final Sheet PAIR = rectangles(4, 4, 12, 12, 20, 4, 28, 12);

    /** What is behind everything. */
    private static final Sheet SKY = rectangles(0, 0, 64, 64);

    /** Six triangles, each of half the screen. */
    private static final Sheet LAYERS = rectangles(0, 0, 64, 64, 0, 0, 64, 64, 0, 0, 64, 64);

    private static Sheet rectangles(float... corners) {
        int count = corners.length / 4;
        var positions = new float[12 * count];
        var colors = new float[16 * count];
        var indices = new int[6 * count];
        for (int v = 0; v < 4 * count; v++) {
            float x = corners[v / 4 * 4 + 2 * (v & 1)];
            float y = corners[v / 4 * 4 + 1 + (v & 2)];
            positions[3 * v] = 2 * x / Sheet.SIDE - 1;
            positions[3 * v + 1] = 1 - 2 * y / Sheet.SIDE;
            positions[3 * v + 2] = 0.9f - 0.01f * v;
            colors[4 * v] = 1f / (v + 1);
            colors[4 * v + 3] = 1;
        }
        int[] turn = {0, 1, 2, 2, 1, 3};
        for (int i = 0; i < indices.length; i++) {
            indices[i] = i / 6 * 4 + turn[i % 6];
        }
        return new Sheet(
                new VertexBuffer(positions),
                new VertexBuffer(colors),
                new IndexBuffer(indices),
                Sheet.shift(0));
    }

    private static CommandBuffer draw(RenderTarget target, Sheet... sheets) {
        var commands = Sheet.clear(target);
        for (var sheet : sheets) {
            sheet.draw(commands, Sheet.OPAQUE);
        }
        return commands;
    }

    private static Group group(int gpus, Group.Pretest test, Group.Pieces pieces) {
        return Group.of(gpus)
                .withLayout(new RegionLayout.Interleaved(16, 16))
                .withPretest(test)
                .withPieces(pieces)
                .withTeamwork(GpuGroupTest.ALONE);
    }

    private static GpuGroup open(Group group, Transport transport) {
        int threads = group.gpus();
        var options = PLAIN.withThreads(threads).withGroup(group);
        return new GpuGroup(options, transport);
    }

    /** Carries messages, and may do something about each. */
    private static class Carrier implements Transport {
        final MailboxTransport mail;

        Carrier(int gpus) {
            mail = new MailboxTransport(gpus);
        }

        static int kind(byte[] buffer, int offset) {
            return buffer[offset + 3];
        }

        @Override
        public int longest() {
            return mail.longest();
        }

        @Override
        public void send(int from, int to, byte[] buffer, int offset, int length) {
            mail.send(from, to, buffer, offset, length);
        }

        @Override
        public int receive(int to, byte[] buffer) {
            return mail.receive(to, buffer);
        }
    }

    /** Between four GPUs that hear no hints. */
    private static final class Deaf extends Carrier {
        Deaf() {
            super(4);
        }

        @Override
        public void send(int from, int to, byte[] buffer, int offset, int length) {
            if (kind(buffer, offset) != HINTS) {
                super.send(from, to, buffer, offset, length);
            }
        }
    }

    /** Delivers when so many messages of hints have been sent: hints come in time. */
    private static final class Meeting extends Carrier {
        private int expected;
        private final AtomicInteger sent = new AtomicInteger();

        Meeting(int gpus, int messages) {
            super(gpus);
            expected = messages;
        }

        /** Another frame, with as many messages more. */
        void next(int messages) {
            expected += messages;
        }

        @Override
        public void send(int from, int to, byte[] buffer, int offset, int length) {
            super.send(from, to, buffer, offset, length);
            sent.addAndGet(kind(buffer, offset) == HINTS ? 1 : 0);
        }

        @Override
        public int receive(int to, byte[] buffer) {
            while (sent.get() < expected) {
                Thread.onSpinWait();
            }
            return super.receive(to, buffer);
        }
    }

    private static void checkPixels(RenderTarget target, Sheet... sheets) {
        var expected = Sheet.target();
        try (var device = new Device(DeviceOptions.REFERENCE)) {
            device.submit(draw(expected, sheets));
        }
        assertThat(target.samePixels(expected)).isTrue();
    }

    private static long[] pieces(FrameReport report) {
        return new long[] {
            report.get(Counter.PIECES_PRETESTED),
            report.get(Counter.PIECES_RENDERED),
            report.get(Counter.PIECES_SKIPPED),
            report.get(Counter.PIECES_UNKNOWN)
        };
    }

    /** One hint for four clusters, told three others. */
    @Test
    void drawCallsArePieces() {
        var target = Sheet.target();
        var options = group(4, Group.Pretest.BOUNDS, Group.Pieces.DRAWS);
        try (var group = open(options, new Meeting(4, 3))) {
            var report = group.submit(draw(target, CLUSTERS));
            assertThat(pieces(report)).containsExactly(1, 4, 12, 0);
            assertThat(report.get(Counter.MESSAGES)).isEqualTo(3);
            checkPixels(target, CLUSTERS);
        }
    }

    /** Early Z places clusters, and of those that are others' none: four in B, by B alone. */
    @Test
    void whatIsKnownToBeOthersIsNotPlaced() {
        var early = PLAIN.withEarlyZ(EarlyZ.ON);
        var told = group(4, Group.Pretest.BOUNDS, Group.Pieces.DRAWS);
        var target = Sheet.target();
        try (var group = new GpuGroup(early.withGroup(told), new Meeting(4, 3))) {
            var report = group.submit(draw(target, CLUSTERS));
            assertThat(pieces(report)).containsExactly(1, 4, 12, 0);
            assertThat(report.get(Counter.CLUSTERS_TESTED)).isEqualTo(4);
            assertThat(group.objectsLeftOut()).isDeepEqualTo(new int[][] {{4, 0, 4, 4}});
            checkPixels(target, CLUSTERS);
        }
        var untold = told.withPretest(Group.Pretest.OFF);
        try (var group = new GpuGroup(early.withGroup(untold))) {
            var report = group.submit(draw(target, CLUSTERS));
            assertThat(pieces(report)).containsExactly(0, 16, 0, 0);
            assertThat(report.get(Counter.CLUSTERS_TESTED)).isEqualTo(4 * 4);
            assertThat(report.get(Counter.CLUSTERS_ELSEWHERE)).isZero();
            checkPixels(target, CLUSTERS);
        }
    }

    /** Where no hint has come, clusters are placed all the same: C and D leave out four in B. */
    @Test
    void whatLiesElsewhereIsLeftOutWithoutAHint() {
        for (var earlyZ : List.of(EarlyZ.ON, EarlyZ.OFF)) {
            whatLiesElsewhereIsLeftOutWithoutAHint(earlyZ);
        }
    }

    private void whatLiesElsewhereIsLeftOutWithoutAHint(EarlyZ earlyZ) {
        var silence = new Deaf();
        var told = group(4, Group.Pretest.BOUNDS, Group.Pieces.DRAWS);
        var options = PLAIN.withEarlyZ(earlyZ).withGroup(told);
        var target = Sheet.target();
        try (var group = new GpuGroup(options, silence)) {
            var report = group.submit(draw(target, CLUSTERS));
            assertThat(pieces(report)).containsExactly(1, 4, 4, 4);
            assertThat(report.get(Counter.CLUSTERS_TESTED)).isEqualTo(3 * 4);
            assertThat(report.get(Counter.CLUSTERS_ELSEWHERE)).isEqualTo(2 * 4);
            // A by its own hint
            assertThat(group.objectsLeftOut()).isDeepEqualTo(new int[][] {{4, 0, 4, 4}});
            assertThat(report.get(Counter.PIECES_FOR_NOTHING)).isZero();
            checkPixels(target, CLUSTERS);
        }
        // In sets each GPU makes its pretests as it comes to chunks, and comes to all.
        try (var group = new GpuGroup(options.withGroup(told.withAhead(1)), silence)) {
            var report = group.submit(draw(target, CLUSTERS));
            assertThat(report.get(Counter.PIECES_PRETESTED)).isOne();
            assertThat(report.get(Counter.CLUSTERS_ELSEWHERE)).isZero();
            checkPixels(target, CLUSTERS);
        }
    }

    /** Whoever a draw call is not for passes over it as that, wherever it lies. */
    @Test
    void whatIsForOthersCountsAsThatAndNotAsElsewhere() {
        var told = group(4, Group.Pretest.BOUNDS, Group.Pieces.DRAWS);
        var target = Sheet.target();
        var commands = Sheet.clear(target).mask(0b0010);
        CLUSTERS.draw(commands, Sheet.OPAQUE);
        var options = PLAIN.withEarlyZ(EarlyZ.ON).withGroup(told);
        try (var group = new GpuGroup(options, new Meeting(4, 3))) {
            var report = group.submit(commands);
            assertThat(report.get(Counter.PIECES_MASKED)).isEqualTo(3 * 4);
            assertThat(report.get(Counter.CLUSTERS_ELSEWHERE)).isZero();
            assertThat(report.get(Counter.PIECES_RENDERED)).isEqualTo(4);
            checkPixels(target, CLUSTERS);
        }
    }

    /** The sequential exchange stays what is published: what has not arrived all process. */
    @Test
    void nothingIsLeftOutAsElsewhereInSequence() {
        var told =
                group(4, Group.Pretest.PRIMITIVES, Group.Pieces.PRIMITIVES)
                        .withSplit(Group.Split.SEQUENTIAL);
        var target = Sheet.target();
        var options = PLAIN.withEarlyZ(EarlyZ.ON).withGroup(told);
        try (var group = new GpuGroup(options, new Deaf())) {
            var report = group.submit(draw(target, CLUSTERS));
            assertThat(report.get(Counter.CLUSTERS_ELSEWHERE)).isZero();
            // Three of four clusters each, and what each has mapped itself: all of it in B
            assertThat(report.get(Counter.PIECES_UNKNOWN)).isEqualTo(4 * 3);
            assertThat(report.get(Counter.PIECES_HINTED_LATE)).isEqualTo(4 * 3);
            checkPixels(target, CLUSTERS);
        }
    }

    /** Each GPU processes its own two triangles of four, and their vertices. */
    @Test
    void eachGpuProcessesThePrimitivesThatItNeeds() {
        for (var test : new Group.Pretest[] {Group.Pretest.PRIMITIVES, Group.Pretest.EXACT}) {
            var target = Sheet.target();
            var options = group(4, test, Group.Pieces.PRIMITIVES);
            try (var group = open(options, new Meeting(4, 3))) {
                var report = group.submit(draw(target, PAIR));
                assertThat(pieces(report)).containsExactly(1, 2, 2, 0);
                assertThat(report.get(Counter.PRIMITIVES_IN)).isEqualTo(2 + 2);
                assertThat(report.get(Counter.PRIMITIVES_SPARED)).isEqualTo(2 + 2);
                assertThat(report.get(Counter.VERTEX_POSITIONS)).isEqualTo(4 + 4);
                assertThat(report.get(Counter.TRIANGLES_SETUP)).isEqualTo(2 + 2);
                // A header of 28 bytes, a gap of 2, a mask of 1, how many of 2, two sets, a check
                assertThat(report.get(Counter.MESSAGE_BYTES)).isEqualTo(3 * (28 + 2 + 1 + 4 + 4));
                checkPixels(target, PAIR);
            }
        }
    }

    /** As chunks: both process all four. */
    @Test
    void chunksAreProcessedAsAWhole() {
        var target = Sheet.target();
        var options = group(4, Group.Pretest.PRIMITIVES, Group.Pieces.CHUNKS);
        try (var group = open(options, new Meeting(4, 3))) {
            var report = group.submit(draw(target, PAIR));
            assertThat(report.get(Counter.PRIMITIVES_IN)).isEqualTo(4 + 4);
            assertThat(report.get(Counter.VERTEX_POSITIONS)).isEqualTo(8 + 8);
            assertThat(report.get(Counter.PRIMITIVES_SPARED)).isZero();
        }
    }

    /**
     * What everybody needs is processed alike whether it is pretested or not: pretests count
     * nothing that rendering counts, and take nothing of the memory that rendering keeps geometry
     * in. So does a GPU that pretests all of it and renders nothing. Three pieces of four vertices
     * each.
     */
    @Test
    void pretestsUseNothingOfRendering() {
        var plain = layers(group(2, Group.Pretest.OFF, Group.Pieces.CHUNKS), 0);
        assertThat(plain.peakGeometryBytes()).isPositive();
        var shared = group(2, Group.Pretest.EXACT, Group.Pieces.CHUNKS);
        var tested = layers(shared, 1);
        var dedicated = layers(shared.withWeights(List.of(1, 1, 0)), 2);
        for (var report : List.of(tested, dedicated)) {
            assertThat(report.get(Counter.PRETEST_POSITIONS)).isEqualTo(12);
            assertThat(report.get(Counter.PIECES_PRETESTED)).isOne();
            assertThat(report.get(Counter.PRIMITIVES_IN)).isEqualTo(6 + 6);
            assertThat(report.peakGeometryBytes()).isEqualTo(plain.peakGeometryBytes());
            for (var counter : Counter.values()) {
                if (!OF_PRETESTS.contains(counter)) {
                    assertThat(report.get(counter))
                            .as(counter.text())
                            .isEqualTo(plain.get(counter));
                }
            }
        }
    }

    private static final Set<Counter> OF_PRETESTS =
            EnumSet.of(
                    Counter.PRETEST_POSITIONS,
                    Counter.PIECES_PRETESTED,
                    Counter.MESSAGES,
                    Counter.MESSAGE_BYTES);

    /** A frame of three layers, before which so many messages are waited for. */
    private static FrameReport layers(Group group, int messages) {
        try (var gpus = open(group, new Meeting(group.gpus(), messages))) {
            return gpus.submit(draw(Sheet.target(), LAYERS));
        }
    }

    /** Clusters whose boxes lie in one region need no positions, whatever the test. */
    @Test
    void boundsComeFirst() {
        var target = Sheet.target();
        var options = group(4, Group.Pretest.EXACT, Group.Pieces.PRIMITIVES);
        try (var group = open(options, new Meeting(4, 12))) {
            var report = group.submit(draw(target, CLUSTERS));
            assertThat(pieces(report)).containsExactly(4, 4, 12, 0);
            assertThat(report.get(Counter.PRETEST_POSITIONS)).isZero();
        }
    }

    /**
     * Two triangles cost every GPU 6 x 20 + 2 x 13 ns, 584 in all, and three hints alone 270. Of
     * the clusters each costs far more than its hint.
     */
    @Test
    void noHintIsMadeOfASky() {
        var target = Sheet.target();
        var options = group(4, Group.Pretest.AUTO, Group.Pieces.AUTO);
        try (var group = open(options, new Meeting(4, 12))) {
            var report = group.submit(draw(target, SKY, CLUSTERS));
            assertThat(report.get(Counter.PIECES_NOT_WORTH_A_HINT)).isOne();
            assertThat(report.get(Counter.PIECES_HINTED_LATE)).isZero();
            assertThat(pieces(report)).containsExactly(4, 4 + 4, 12, 4);
            checkPixels(target, SKY, CLUSTERS);
        }
        // If a hint must be made, it is: of one piece more, which everybody renders.
        var told = group(4, Group.Pretest.PRIMITIVES, Group.Pieces.CHUNKS);
        try (var group = open(told, new Meeting(4, 12))) {
            var report = group.submit(draw(target, SKY, CLUSTERS));
            assertThat(report.get(Counter.PIECES_NOT_WORTH_A_HINT)).isZero();
            assertThat(pieces(report)).containsExactly(5, 4 + 4, 12, 0);
        }
    }

    /**
     * Of six triangles it might be worth while. Where they are is not known before they have been
     * looked at, and each time everybody turns out to need all. After three times they are left
     * alone for eight frames.
     */
    @Test
    void uselessHintsAreNotMadeAgain() {
        var target = Sheet.target();
        var options = group(4, Group.Pretest.AUTO, Group.Pieces.AUTO);
        var meeting = new Meeting(4, 0);
        try (var group = open(options, meeting)) {
            for (int frame = 1; frame <= 3; frame++) {
                meeting.next(12);
                var report = group.submit(draw(target, LAYERS, CLUSTERS));
                assertThat(report.get(Counter.PIECES_NOT_WORTH_A_HINT)).isZero();
                assertThat(pieces(report)).containsExactly(5, 4 + 4, 12, 0);
            }
            for (int frame = 4; frame <= 3 + 8; frame++) {
                meeting.next(12);
                var report = group.submit(draw(target, LAYERS, CLUSTERS));
                assertThat(report.get(Counter.PIECES_NOT_WORTH_A_HINT)).isOne();
                assertThat(report.get(Counter.PRETEST_POSITIONS)).isZero();
                assertThat(pieces(report)).containsExactly(4, 4 + 4, 12, 4);
            }
            meeting.next(12);
            var report = group.submit(draw(target, LAYERS, CLUSTERS));
            assertThat(report.get(Counter.PIECES_NOT_WORTH_A_HINT)).isZero();
            checkPixels(target, LAYERS, CLUSTERS);
        }
    }

    /** Sets of two: rendering begins when two of four pieces have been pretested. */
    @Test
    void setsAreCounted() {
        var target = Sheet.target();
        var options = group(4, Group.Pretest.PRIMITIVES, Group.Pieces.CHUNKS);
        try (var group = open(options.withAhead(2), new Carrier(4))) {
            var report = group.submit(draw(target, PAIR, PAIR, PAIR, PAIR));
            assertThat(report.get(Counter.PRETEST_SETS)).isEqualTo(2);
        }
    }

    /** Says of every GPU, when told to, that it took minutes for the frame. */
    private static final class Claims extends Carrier {
        private static final long MINUTES = 1_000_000_000_000L;
        private int frame;
        private boolean slow;

        Claims() {
            super(4);
        }

        @Override
        public void send(int from, int to, byte[] buffer, int offset, int length) {
            super.send(from, to, buffer, offset, length);
            if (!slow || kind(buffer, offset) != STATISTICS || to != 0) {
                return;
            }
            // Also of who decides: the largest number that is heard counts
            for (int of : new int[] {from, 0}) {
                var bytes = new byte[256];
                var writer = new MessageWriter(4, from);
                writer.address(frame, 0, 1);
                long[] took = {16, 64, 0, 0, MINUTES, MINUTES, 0, 0};
                mail.send(from, to, bytes, 0, writer.statistics(bytes, 0, 256, of, 1, took));
            }
        }
    }

    /**
     * At first four pieces a GPU. A piece takes a microsecond or so, and a set should take a
     * hundred at least: all at once, then. Where pieces are said to take minutes, sets are as small
     * as at first.
     */
    @Test
    void setsFollowWhatTheFramesBeforeTook() {
        var target = Sheet.target();
        var sheets = new Sheet[64];
        Arrays.fill(sheets, PAIR);
        var options = group(4, Group.Pretest.PRIMITIVES, Group.Pieces.CHUNKS);
        var claims = new Claims();
        try (var group = open(options.withAhead(Group.MEASURED), claims)) {
            long sets = sets(group, claims, target, sheets);
            assertThat(sets).isEqualTo(64 / (4 * 4));
            // Who waits for a processor takes longer
            for (int attempt = 0; attempt < 1000 && sets != 1; attempt++) {
                sets = sets(group, claims, target, sheets);
            }
            assertThat(sets).isOne();
            claims.slow = true;
            sets(group, claims, target, sheets);
            assertThat(sets(group, claims, target, sheets)).isEqualTo(64 / (4 * 4));
            checkPixels(target, sheets);
        }
    }

    private static long sets(GpuGroup group, Claims claims, RenderTarget target, Sheet... sheets) {
        claims.frame++;
        return group.submit(draw(target, sheets)).get(Counter.PRETEST_SETS);
    }

    /** Says that B has tested a piece in a nanosecond and then idled, and that others are busy. */
    private static final class Idler extends Carrier {
        private int frame;

        Idler() {
            super(4);
        }

        @Override
        public void send(int from, int to, byte[] buffer, int offset, int length) {
            if (kind(buffer, offset) != STATISTICS) {
                super.send(from, to, buffer, offset, length);
                return;
            }
            var writer = new MessageWriter(4, from);
            writer.address(++frame <= 12 ? 1 : 2, 0, 1);
            long second = 1_000_000_000;
            long[] values =
                    from == 1
                            ? new long[] {4, 4, 0, 0, 4, 0, second, 0}
                            : new long[] {4, 4, 0, 0, second, second, 0, 0};
            var told = new byte[256];
            mail.send(from, to, told, 0, writer.statistics(told, 0, 256, from, 1, values));
        }
    }

    /** Before anybody else could be done with rendering, it has tested everything. */
    @Test
    void whoIdledGetsTheWork() {
        var target = Sheet.target();
        var sheets = new Sheet[16];
        Arrays.fill(sheets, PAIR);
        var options = group(4, Group.Pretest.PRIMITIVES, Group.Pieces.CHUNKS);
        try (var group = open(options.withDeal(Group.Deal.STATISTICS), new Idler())) {
            var first = group.submit(draw(target, sheets));
            assertThat(first.get(Counter.PIECES_PRETESTED)).isEqualTo(16);
            assertThat(group.objects()[0][1]).isOne();
            group.submit(draw(target, sheets));
            assertThat(group.pretested()).containsExactly(0, 16, 0, 0);
            checkPixels(target, sheets);
        }
        try (var group = open(options.withDeal(Group.Deal.EVEN), new Idler())) {
            group.submit(draw(target, sheets));
            group.submit(draw(target, sheets));
            assertThat(group.pretested()).containsExactly(4, 4, 4, 4);
        }
    }

    /** GPU A gets nothing to hear, and so to do, until B has told of 16 pieces. */
    private static final class Late extends Carrier {
        private final AtomicBoolean told = new AtomicBoolean();

        Late() {
            super(2);
        }

        @Override
        public void send(int from, int to, byte[] buffer, int offset, int length) {
            super.send(from, to, buffer, offset, length);
            if (from == 1 && kind(buffer, offset) == ALIVE && buffer[offset + 28] == 16) {
                told.set(true);
            }
        }

        @Override
        public int receive(int to, byte[] buffer) {
            while (to == 0 && !told.get()) {
                Thread.onSpinWait();
            }
            return super.receive(to, buffer);
        }
    }

    /** Eight pieces each: B takes over all of A's, one after the other, because A has not begun. */
    @Test
    void whoIsLateHandsPiecesOver() {
        var target = Sheet.target();
        var sheets = new Sheet[16];
        Arrays.fill(sheets, PAIR);
        var options = group(2, Group.Pretest.PRIMITIVES, Group.Pieces.CHUNKS);
        try (var group = open(options.withDeal(Group.Deal.HANDOVER), new Late())) {
            var report = group.submit(draw(target, sheets));
            assertThat(group.pretested()).containsExactly(0, 16);
            assertThat(report.get(Counter.PIECES_HANDED_OVER)).isEqualTo(8);
            assertThat(report.get(Counter.PIECES_UNKNOWN)).isZero();
            checkPixels(target, sheets);
        }
    }

    /** What GPUs did is told in messages: what is lost is not known. */
    @Test
    void reportsAreMadeOfMessages() {
        var target = Sheet.target();
        var lossy =
                new Carrier(4) {
                    @Override
                    public void send(int from, int to, byte[] buffer, int offset, int length) {
                        int kind = kind(buffer, offset);
                        if (from != 2 || kind != STATISTICS && kind != OBJECTS) {
                            super.send(from, to, buffer, offset, length);
                        }
                    }
                };
        var options = group(4, Group.Pretest.OFF, Group.Pieces.CHUNKS);
        try (var group = open(options, lossy)) {
            var report = group.submit(draw(target, PAIR));
            assertThat(group.gpus())
                    .extracting(GpuReport::rendered)
                    .containsExactly(1L, 1L, -1L, 1L);
            assertThat(report.get(Counter.MESSAGES)).isZero();
            // What was told because it was asked for is no part of the next frame.
            assertThat(group.submit(draw(target, PAIR)).get(Counter.MESSAGES)).isZero();
            assertThat(group.objects()).isDeepEqualTo(new int[][] {{1, 1, -1, 1}});
            assertThat(group.submit(draw(target, PAIR)).get(Counter.MESSAGES)).isZero();
        }
    }
}
