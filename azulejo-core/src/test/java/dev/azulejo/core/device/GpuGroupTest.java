package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.link.MailboxTransport;
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
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What a group of GPUs spares, counted by hand: four objects on a screen of 64x64 pixels whose
 * regions are 16x16, A-B-A-B in one row and C-D-C-D in the next.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GpuGroupTest {
    static final DeviceOptions PLAIN =
            DeviceOptions.DEFAULT
                    .withThreads(4)
                    .withKernels(Kernels.SCALAR)
                    .withEarlyZ(EarlyZ.OFF)
                    .withReuse(Reuse.OFF);

    static final Group.Teamwork ALONE = Group.Teamwork.DEFAULT.withHelp(false);

    private static final RegionLayout LAYOUT = new RegionLayout.Interleaved(16, 16);

    /** Which GPUs each object needs. */
    private static final int[][] NEEDED = {
        {0, 1, 0, 0}, // B
        {0, 0, 1, 1}, // C and D
        {1, 1, 0, 1}, // A, B and D
        {0, 1, 1, 1}, // B, C and D
    };

    /** Object 0 lies in B; 1 in C and D; 2 bends from A over B to D, 3 from B over D to C. */
    private static final List<Sheet> OBJECTS =
            List.of(
                    rectangles(20, 4, 28, 12),
                    rectangles(4, 20, 28, 28),
                    rectangles(4, 4, 28, 12, 20, 4, 28, 28),
                    rectangles(20, 4, 28, 28, 4, 20, 28, 28));

    /** A small object in B. */
    private static final Sheet MARK = rectangles(21, 5, 24, 8);

    static CommandBuffer objects(RenderTarget target) {
        var commands = Sheet.clear(target);
        OBJECTS.forEach(object -> object.draw(commands, Sheet.OPAQUE));
        return commands;
    }

    /** Rectangles in one draw call, each from corner to corner, in pixels. */
    static Sheet rectangles(float... corners) {
        int count = corners.length / 4;
        var x = new float[4 * count];
        var y = new float[4 * count];
        var indices = new int[6 * count];
        for (int r = 0; r < count; r++) {
            for (int c = 0; c < 4; c++) {
                x[4 * r + c] = corners[4 * r + 2 * (c & 1)];
                y[4 * r + c] = corners[4 * r + 1 + (c & 2)];
            }
            int[] turn = {0, 1, 2, 2, 1, 3};
            for (int i = 0; i < 6; i++) {
                indices[6 * r + i] = 4 * r + turn[i];
            }
        }
        return sheet(x, y, indices);
    }

    private static Sheet sheet(float[] x, float[] y, int[] indices) {
        var positions = new float[3 * x.length];
        var colors = new float[4 * x.length];
        for (int v = 0; v < x.length; v++) {
            positions[3 * v] = 2 * x[v] / Sheet.SIDE - 1;
            positions[3 * v + 1] = 1 - 2 * y[v] / Sheet.SIDE;
            positions[3 * v + 2] = 0.5f - 0.01f * v;
            colors[4 * v] = 1f / (v + 1);
            colors[4 * v + 3] = 1;
        }
        return new Sheet(
                new VertexBuffer(positions),
                new VertexBuffer(colors),
                new IndexBuffer(indices),
                Sheet.shift(0));
    }

    /** Delivers only when everybody has told something: hints come in time. */
    static final class Meeting implements Transport {
        private final MailboxTransport carrier;
        private final int expected;
        private final AtomicInteger sent = new AtomicInteger();

        Meeting(int gpus, int messages) {
            carrier = new MailboxTransport(gpus);
            expected = messages;
        }

        @Override
        public int longest() {
            return carrier.longest();
        }

        @Override
        public void send(int from, int to, byte[] buffer, int offset, int length) {
            carrier.send(from, to, buffer, offset, length);
            sent.incrementAndGet();
        }

        @Override
        public int receive(int to, byte[] buffer) {
            while (sent.get() < expected) {
                Thread.onSpinWait();
            }
            return carrier.receive(to, buffer);
        }
    }

    /** Loses all hints, and nothing else. */
    private static final class Silence implements Transport {
        private final MailboxTransport carrier = new MailboxTransport(4);

        @Override
        public int longest() {
            return carrier.longest();
        }

        @Override
        public void send(int from, int to, byte[] buffer, int offset, int length) {
            int kind = buffer[offset + 3];
            if (kind != 1) {
                carrier.send(from, to, buffer, offset, length);
            }
        }

        @Override
        public int receive(int to, byte[] buffer) {
            return carrier.receive(to, buffer);
        }
    }

    /** Nobody helps anybody: a helper does not wait for hints, as transports here make GPUs do. */
    static Group four(Group.Pretest test) {
        return Group.of(4)
                .withLayout(LAYOUT)
                .withPieces(Group.Pieces.CHUNKS)
                .withPretest(test)
                .withTeamwork(ALONE);
    }

    private static GpuGroup open(Group group, Transport transport) {
        return new GpuGroup(PLAIN.withGroup(group), transport);
    }

    static long[] pieces(FrameReport report) {
        return new long[] {
            report.get(Counter.PIECES_PRETESTED),
            report.get(Counter.PIECES_RENDERED),
            report.get(Counter.PIECES_SKIPPED),
            report.get(Counter.PIECES_UNKNOWN),
            report.get(Counter.PIECES_FOR_NOTHING)
        };
    }

    static RenderTarget expected() {
        var target = Sheet.target();
        try (var device = new Device(DeviceOptions.REFERENCE)) {
            device.submit(objects(target));
        }
        return target;
    }

    @ParameterizedTest
    @EnumSource(names = {"PRIMITIVES", "EXACT"})
    void everyGpuRendersWhatItNeedsAndNoMore(Group.Pretest test) {
        var target = Sheet.target();
        // Each GPU pretests one object and tells three others.
        var meeting = new Meeting(4, 12);
        try (var group = open(four(test), meeting)) {
            var report = group.submit(objects(target));
            assertThat(pieces(report)).containsExactly(4, 9, 7, 0, 0);
            assertThat(group.objects()).isDeepEqualTo(NEEDED);
            var others = new int[4][4];
            for (int object = 0; object < 4; object++) {
                for (int gpu = 0; gpu < 4; gpu++) {
                    others[object][gpu] = 1 - NEEDED[object][gpu];
                }
            }
            assertThat(group.objectsLeftOut()).isDeepEqualTo(others);
            assertThat(report.get(Counter.MESSAGES)).isEqualTo(12);
            // A header of 28 bytes, a gap of 2, a mask of 1, a check of 4
            assertThat(report.get(Counter.MESSAGE_BYTES)).isEqualTo(12 * 35);
            // Four corners of each rectangle
            assertThat(report.get(Counter.PRETEST_POSITIONS)).isEqualTo(6 * 4);
            assertThat(report.get(Counter.CHUNKS)).isEqualTo(9);
            assertThat(target.samePixels(expected())).isTrue();
        }
    }

    /** Whoever pretested an object knows of it; of all others nobody hears. */
    @Test
    void lostHintsCostWorkAndNothingElse() {
        var target = Sheet.target();
        try (var group = open(four(Group.Pretest.EXACT), new Silence())) {
            var report = group.submit(objects(target));
            // A, B and C leave out the object that they have pretested; D needs its own
            assertThat(pieces(report)).containsExactly(4, 13, 3, 12, 4);
            // Of all but its own
            assertThat(group.gpus()).extracting(GpuReport::unknown).containsExactly(3L, 3L, 3L, 3L);
            assertThat(group.objects())
                    .isDeepEqualTo(
                            new int[][] {
                                {0, 1, 1, 1}, {1, 0, 1, 1}, {1, 1, 0, 1}, {1, 1, 1, 1},
                            });
            assertThat(target.samePixels(expected())).isTrue();
        }
    }

    @Test
    void withoutPretestEveryGpuProcessesEverything() {
        var target = Sheet.target();
        try (var group = open(four(Group.Pretest.OFF), new Silence())) {
            var report = group.submit(objects(target));
            assertThat(pieces(report)).containsExactly(0, 16, 0, 0, 7);
            assertThat(report.get(Counter.PIECES_FOR_NOTHING)).isEqualTo(7);
            assertThat(report.get(Counter.MESSAGES)).isZero();
            assertThat(target.samePixels(expected())).isTrue();
        }
    }

    /** The rectangle around a bent object says too much; the scan converter does not. */
    @Test
    void boundsOfPrimitivesAreLooserThanCoverage() {
        var target = Sheet.target();
        var commands = Sheet.clear(target);
        // Along the diagonal, too thin for the pixels beside it: in A and D
        sheet(new float[] {2, 30.4f, 30}, new float[] {2, 30, 30.4f}, new int[] {0, 1, 2})
                .draw(commands, Sheet.OPAQUE);
        for (var test : List.of(Group.Pretest.PRIMITIVES, Group.Pretest.EXACT)) {
            try (var group = open(four(test), new Meeting(4, 3))) {
                var report = group.submit(commands);
                long touched = test == Group.Pretest.EXACT ? 2 : 4;
                assertThat(report.get(Counter.PIECES_RENDERED)).as("%s", test).isEqualTo(touched);
            }
        }
    }

    /** Small sheets have no clusters: there are no bounds to be had. */
    @Test
    void boundsAreThoseOfClusters() {
        var target = Sheet.target();
        try (var group = open(four(Group.Pretest.BOUNDS), new Silence())) {
            var report = group.submit(objects(target));
            assertThat(pieces(report)).containsExactly(0, 16, 0, 16, 7);
        }
        var commands = Sheet.clear(target);
        Sheet.of(16, 32, 18, 2, 30, 14, 0.5f).draw(commands, Sheet.OPAQUE);
        // 1024 triangles in four clusters, all in B; each GPU pretests one
        try (var group = open(four(Group.Pretest.BOUNDS), new Meeting(4, 12))) {
            var report = group.submit(commands);
            assertThat(pieces(report)).containsExactly(4, 4, 12, 0, 0);
            assertThat(report.get(Counter.PRETEST_POSITIONS)).isZero();
        }
    }

    /** Weight 0: pretests for all. */
    @Test
    void aDedicatedGpuPretestsAndRendersNothing() {
        var target = Sheet.target();
        var options = four(Group.Pretest.EXACT).withWeights(List.of(1, 0, 1, 1));
        // One message to each of the others
        try (var group = open(options, new Meeting(4, 3))) {
            group.submit(objects(target));
            var gpus = group.gpus();
            assertThat(gpus).extracting(GpuReport::pretested).containsExactly(0L, 4L, 0L, 0L);
            assertThat(gpus.get(1).pixels()).isZero();
            assertThat(gpus.get(1).rendered()).isZero();
            assertThat(gpus.stream().mapToLong(GpuReport::pixels).sum()).isEqualTo(64 * 64);
            assertThat(target.samePixels(expected())).isTrue();
        }
    }

    /** Shares of pretests apart from those of the screen: of four pieces 2, 1, 1 and none. */
    @Test
    void pretestsAreDealtByWeightsOfTheirOwn() {
        var target = Sheet.target();
        var options = four(Group.Pretest.EXACT).withPretestWeights(List.of(2, 1, 1, 0));
        // One message of each of three to each of the others
        try (var group = open(options, new Meeting(4, 9))) {
            var report = group.submit(objects(target));
            assertThat(pieces(report)).containsExactly(4, 9, 7, 0, 0);
            var gpus = group.gpus();
            assertThat(gpus).extracting(GpuReport::pretested).containsExactly(2L, 1L, 1L, 0L);
            assertThat(gpus).extracting(GpuReport::pixels).containsOnly(64L * 64 / 4);
            assertThat(target.samePixels(expected())).isTrue();
        }
    }

    @Test
    void weightsOfPretestsAreChecked() {
        var group = four(Group.Pretest.EXACT);
        assertThatThrownBy(() -> group.withPretestWeights(List.of(1, 2)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("deal=weights: 2 weights for 4 GPUs");
        assertThatThrownBy(() -> group.withPretestWeights(List.of(0, 0, 0, 0)))
                .hasMessage("deal=weights: nobody pretests: every weight is 0");
        assertThatThrownBy(() -> group.withPretestWeights(List.of(0, 0, 0, -1)))
                .hasMessage("weight=-1 of a GPU's pretests is not in 0..1000");
        var dealt = group.withPretestWeights(List.of(2, 1, 1, 0));
        assertThatThrownBy(() -> dealt.withDeal(Group.Deal.EVEN))
                .hasMessage(
                        "deal=even has shares of its own: weights of pretests are for weights and"
                                + " handover");
        assertThat(dealt.withSplit(Group.Split.SEQUENTIAL).pretestWeights()).isEmpty();
        assertThat(dealt.withPretestWeights(List.of())).isEqualTo(group);
    }

    /** A set of one piece: each is pretested when its turn has nearly come. */
    @Test
    void interleavedSetsGiveTheSamePixels() {
        for (int ahead : new int[] {1, 2, 100}) {
            var target = Sheet.target();
            var transport = new MailboxTransport(4);
            try (var group = open(four(Group.Pretest.EXACT).withAhead(ahead), transport)) {
                var report = group.submit(objects(target));
                assertThat(report.get(Counter.PIECES_PRETESTED)).isEqualTo(4);
                assertThat(target.samePixels(expected())).isTrue();
            }
        }
    }

    /** What moves in one GPU's regions leaves the tiles of the others as they are. */
    @Test
    void gpusWhoseTilesDidNotChangeKeepThem() {
        var target = new RenderTarget(64, 64, TextureFormat.RGBA8_UNORM, 1);
        var options = PLAIN.withGroup(four(Group.Pretest.EXACT)).withReuse(Reuse.TILES);
        try (var group = new GpuGroup(options, new MailboxTransport(4))) {
            group.submit(objects(target));
            var again = group.submit(objects(target));
            assertThat(again.get(Counter.RENDERS_UNCHANGED)).isEqualTo(4);
            var more = objects(target);
            MARK.draw(more, Sheet.OPAQUE);
            var report = group.submit(more);
            // One of 16 tiles shows the new object, in B
            assertThat(report.get(Counter.TILES_RENDERED)).isOne();
            group.submit(objects(target));
            assertThat(target.samePixels(expected())).isTrue();
        }
    }

    /** A frame draws into targets of two sizes: each keeps its map, and what is known of tiles. */
    @Test
    void targetsOfSeveralSizesKeepTheirTiles() {
        var small = new RenderTarget(64, 48, TextureFormat.RGBA8_UNORM, 1);
        var commands = objects(Sheet.target());
        commands.beginPhase(PassDescriptor.clear(small, 0, 0, 0, 1));
        MARK.draw(commands, Sheet.OPAQUE);
        var options = PLAIN.withGroup(four(Group.Pretest.EXACT)).withReuse(Reuse.TILES);
        try (var group = new GpuGroup(options, new MailboxTransport(4))) {
            group.submit(commands);
            assertThat(group.map().orElseThrow().heightInPixels()).isEqualTo(48);
            assertThat(group.objects()).hasDimensions(1, 4);
            var again = group.submit(commands);
            assertThat(again.get(Counter.RENDERS_UNCHANGED)).isEqualTo(2 * 4);
            assertThat(group.inspect().tiles()).hasSize(4 * 3);
        }
    }

    @Test
    void reportsAddUp() {
        var target = Sheet.target();
        try (var group = open(four(Group.Pretest.EXACT), new Meeting(4, 12))) {
            var report = group.submit(objects(target));
            var gpus = group.gpus();
            assertThat(gpus).extracting(GpuReport::gpu).containsExactly(0, 1, 2, 3);
            assertThat(gpus).extracting(GpuReport::rendered).containsExactly(1L, 3L, 2L, 3L);
            assertThat(gpus).extracting(GpuReport::skipped).containsExactly(3L, 1L, 2L, 1L);
            assertThat(gpus).extracting(GpuReport::pixels).containsOnly(1024L);
            // Two triangles of each of the first two, four of the others, on each GPU in need
            assertThat(report.get(Counter.TRIANGLES_SETUP)).isEqualTo(2 + 4 + 12 + 12);
        }
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThatThrownBy(() -> new Device(PLAIN.withGroup(Group.of(2))))
                .hasMessage("a device is one GPU: split=off expected, not gpus=2");
        assertThatThrownBy(() -> new GpuGroup(PLAIN))
                .hasMessage("a group splits frames: split=off is one GPU");
        try (var group = new GpuGroup(PLAIN.withGroup(Group.of(2)))) {
            assertThatThrownBy(group::gpus).hasMessage("nothing has been submitted");
            assertThatThrownBy(group::inspect).hasMessage("nothing has been submitted");
            var target = Sheet.target();
            var commands = new CommandBuffer().beginPhase(PassDescriptor.load(target));
            assertThatThrownBy(() -> group.submit(commands))
                    .hasMessageContaining("does not clear, but no earlier pass");
        }
    }
}
