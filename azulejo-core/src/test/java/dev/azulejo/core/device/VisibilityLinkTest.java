package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.PatchFixture;
import dev.azulejo.core.PatchFixture.Patch;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.BinNamer;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.geometry.PatchGroup;
import dev.azulejo.core.geometry.PatchPiece;
import dev.azulejo.core.geometry.PatchWorker;
import dev.azulejo.core.geometry.VisibilityTable;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.link.MailboxTransport;
import dev.azulejo.core.link.VisibilityMessage;
import dev.azulejo.core.link.VisibilityReader;
import dev.azulejo.core.link.VisibilityWriter;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.screen.CoarseBins;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Four bins of 32x32 pixels and three chiplets: what is sent to whom, and what is believed. */
class VisibilityLinkTest {
    private static final KernelSet KERNELS = KernelSet.of(Kernels.SCALAR);

    private final MailboxTransport transport = new MailboxTransport(3);
    private final VisibilityLink link = new VisibilityLink(transport, 3);
    private final VisibilityTable names = new VisibilityTable(1);
    private final BinPhase bins = new BinPhase(4);
    private final VisibilityReader reader = new VisibilityReader();
    private final Counts counts = new Counts();
    private final WorkerPool pool = new WorkerPool(1);
    private final BinStreams streams = new BinStreams(pool, new Counts[] {counts});

    @AfterEach
    void close() {
        pool.close();
    }

    private void send() {
        streams.write(bins, names);
        link.send(bins);
        for (int chiplet = 0; chiplet < 3; chiplet++) {
            link.receive(chiplet, bins);
        }
    }

    /**
     * Two triangles over bins 0 and 1, of which the first is named in bin 0 alone; two in bin 3;
     * and a run of patches in bin 2, beside the screen, and in bin 2 again.
     */
    private static Phase sealed() {
        var commands = Sheet.clear(Sheet.target());
        var left = new Patch(-1, -1, -0.5f, -0.5f, 1, 1, 0.5f);
        Sheet.of(2, 1, 4, 4, 60, 12, 0.5f).draw(commands, Sheet.OPAQUE);
        Sheet.of(1, 1, 40, 40, 60, 60, 0.5f).draw(commands, Sheet.OPAQUE);
        PatchFixture.draw(commands, PatchFixture.Program.PLAIN, left, Patch.outside(1), left);
        return Sheet.cut(commands, EarlyZ.OFF, new Counts());
    }

    @BeforeEach
    void look() {
        var phase = sealed();
        bins.begin(phase, 9, 1);
        bins.map = CoarseBins.cut(64, 64, 4);
        bins.mapNumber = 5;
        bins.looker = 0;
        // Chiplet 0 renders bins 0 and 3, the others one each.
        System.arraycopy(new int[] {0, 1, 2, 0}, 0, bins.chipletOf, 0, 4);
        names.begin(phase);
        var worker = new GeometryWorker(KERNELS, new Counts());
        var namer = BinNamer.ofWorkers(names, new GeometryWorker[] {worker})[0];
        namer.begin(bins.map);
        var chunks = Fixture.outputs(phase);
        worker.look(chunks[0]);
        names.nameWhole(1, 0b1000);
        var run = phase.run(0);
        var group = new PatchGroup();
        var patches = new PatchWorker(KERNELS, new Counts());
        for (int p = 0; p < 3; p++) {
            group.begin(run.draw(), run.instance(), p, 1);
            group.ofRun(0);
            patches.hull(group, null);
            var piece = new PatchPiece();
            var made = new ChunkOutput[Math.max(1, piece.describe(group, 0, 1, 0))];
            Arrays.setAll(made, c -> new ChunkOutput());
            patches.domain(piece, made);
            namer.name(piece, made);
        }
    }

    /** What a bin's stream says, item by item. */
    private List<String> items(int bin) {
        assertThat(reader.read(bins.streams[bin], bins.lengths[bin])).isTrue();
        assertThat(reader.bin()).isEqualTo(bin);
        var items = new ArrayList<String>();
        while (reader.next()) {
            long bits = reader.bits()[0];
            items.add(
                    "%s %d from %d of %d: %s"
                            .formatted(
                                    reader.isPatches() ? "run" : "chunk",
                                    reader.index(),
                                    reader.first(),
                                    reader.count(),
                                    Long.toBinaryString(bits)));
        }
        return items;
    }

    @Test
    void everyBinIsToldWhatIsVisibleInIt() {
        send();
        assertThat(items(0)).containsExactly("chunk 0 from 0 of 4: 11");
        assertThat(items(1)).containsExactly("chunk 0 from 0 of 4: 1100");
        assertThat(items(2)).containsExactly("run 0 from 0 of 3: 101");
        assertThat(items(3)).containsExactly("chunk 1 from 0 of 2: 11");
        assertThat(reader.frame()).isEqualTo(9);
        assertThat(reader.phase()).isOne();
        assertThat(reader.map()).isEqualTo(5);
        assertThat(counts.get(Counter.VISIBILITY_STREAMS)).isEqualTo(4);
        long sum = Arrays.stream(bins.lengths).sum();
        assertThat(counts.get(Counter.VISIBILITY_BYTES)).isEqualTo(sum);
        assertThat(bins.sentLengths).isEqualTo(bins.lengths);
    }

    /** Sixteen streams of a chiplet, of which its mailbox holds four. */
    @Test
    void whatWaitsIsTakenInBeforeItIsTooMuch() {
        var small = new MailboxTransport(1, 256);
        var its = new VisibilityLink(small, 1);
        var many = new BinPhase(16);
        many.begin(bins.phase, 9, 1);
        many.map = CoarseBins.cut(64, 64, 16);
        streams.write(many, names);
        its.send(many);
        its.receive(0, many);
        assertThat(small.dropped(0)).isZero();
        assertThat(many.lengths).doesNotContain(0);
    }

    /** Streams of frames that nobody rendered take no room from those of the next. */
    @Test
    void whatWasGivenUpMakesRoom() {
        // It holds four messages; each frame leaves one there.
        var small = new MailboxTransport(3, 256);
        var its = new VisibilityLink(small, 3);
        for (int frame = 10; frame < 20; frame++) {
            bins.frame = frame;
            streams.write(bins, names);
            its.send(bins);
        }
        its.receive(1, bins);
        assertThat(bins.lengths[1]).isPositive();
        assertThat(small.dropped(1)).isZero();
    }

    /** The bin that is painted meanwhile has no use for a stream. */
    @Test
    void thePaintedBinIsNotTold() {
        bins.painted = 1;
        send();
        assertThat(bins.lengths[1]).isZero();
        assertThat(bins.lengths[2]).isPositive();
        assertThat(counts.get(Counter.VISIBILITY_STREAMS)).isEqualTo(3);
    }

    /** Whoever comes too late: the bin is rendered as it is. */
    @Test
    void whatIsClosedTakesNothingIn() {
        link.receiveLast(1, bins, 1);
        send();
        assertThat(bins.lengths[1]).isZero();
        assertThat(bins.lengths[0]).isPositive();
    }

    /** Another chiplet renders the bin: what the first had is not its own, but it may be sent. */
    @Test
    void whatIsSentAgainGoesToTheNewOne() {
        send();
        int length = bins.lengths[2];
        bins.closed[2] = true;
        bins.chipletOf[2] = 1;
        link.forget(bins, 2);
        assertThat(bins.lengths[2]).isZero();
        assertThat(bins.closed[2]).isFalse();
        link.sendAgain(bins, 2);
        assertThat(bins.lengths[2]).isEqualTo(length);
        assertThat(items(2)).hasSize(1);
        assertThat(counts.get(Counter.VISIBILITY_STREAMS)).isEqualTo(4);
    }

    private final VisibilityWriter writer = new VisibilityWriter();

    /** Has somebody send what has been written; says whether chiplet 1 believes it of bin 1. */
    private boolean believed() {
        bins.lengths[1] = 0;
        transport.send(2, 1, writer.bytes(), 0, writer.end());
        link.receive(1, bins);
        return bins.lengths[1] > 0;
    }

    private void write(int frame, int phase, int map, int bin) {
        writer.begin(frame, phase, map, bin);
        writer.chunk(0, 4, new long[] {1}, 0);
    }

    @Test
    void onlyWhatIsAboutThePhaseIsBelieved() {
        write(9, 1, 5, 1);
        assertThat(believed()).isTrue();
        write(8, 1, 5, 1);
        assertThat(believed()).isFalse();
        write(9, 2, 5, 1);
        assertThat(believed()).isFalse();
        write(9, 1, 4, 1);
        assertThat(believed()).isFalse();
        write(9, 1, 5, 2);
        assertThat(believed()).isFalse();
        assertThat(bins.lengths).containsOnly(0);
        write(9, 1, 5, 7);
        assertThat(believed()).isFalse();
        // What is there stays.
        bins.receive(1, new byte[] {1, 2}, 2);
        write(9, 1, 5, 1);
        transport.send(2, 1, writer.bytes(), 0, writer.end());
        link.receive(1, bins);
        assertThat(bins.lengths[1]).isEqualTo(2);
        // And what is damaged is nothing.
        write(9, 1, 5, 1);
        int length = writer.end();
        byte[] damaged = Arrays.copyOf(writer.bytes(), length);
        damaged[length - 1]++;
        bins.lengths[1] = 0;
        transport.send(2, 1, damaged, 0, length);
        link.receive(1, bins);
        assertThat(bins.lengths[1]).isZero();
    }

    /** Chunks and patches must be there, chunks as large as they are said to be. */
    @Test
    void onlyWhatIsThereIsBelieved() {
        long[] one = new long[VisibilityMessage.WORDS];
        one[0] = 1;
        int[][] chunks = {{1, 2}, {1, 3}, {2, 2}};
        boolean[] there = {true, false, false};
        for (int i = 0; i < 3; i++) {
            writer.begin(9, 1, 5, 1);
            writer.chunk(chunks[i][0], chunks[i][1], one, 0);
            assertThat(believed()).as("chunk %d", i).isEqualTo(there[i]);
        }
        int[][] patches = {{0, 1, 2}, {0, 1, 3}, {1, 0, 1}, {0, 0, 3}};
        boolean[] fit = {true, false, false, true};
        for (int i = 0; i < 4; i++) {
            writer.begin(9, 1, 5, 1);
            writer.patches(patches[i][0], patches[i][1], patches[i][2], one, 0);
            assertThat(believed()).as("patches %d", i).isEqualTo(fit[i]);
        }
    }

    /** A run of more patches than an item holds: those of the second item are numbered on. */
    @Test
    void longRunsTakeSeveralItems() {
        var commands = Sheet.clear(Sheet.target());
        var all = new Patch[600];
        Arrays.fill(all, Patch.outside(1));
        PatchFixture.draw(commands, PatchFixture.Program.PLAIN, all);
        var phase = Sheet.cut(commands, EarlyZ.OFF, new Counts());
        bins.begin(phase, 10, 0);
        names.begin(phase);
        var whole = new PatchGroup();
        var run = phase.run(0);
        var namer = new BinNamer(names, 0);
        namer.begin(bins.map);
        var patches = new PatchWorker(KERNELS, new Counts());
        // Patch 598 as if it were on the screen
        var screen = Sheet.clear(Sheet.target());
        PatchFixture.draw(screen, PatchFixture.Program.PLAIN, Patch.whole(1));
        var seen = Sheet.cut(screen, EarlyZ.OFF, new Counts()).run(0);
        whole.begin(seen.draw(), run.instance(), 0, 1);
        whole.ofRun(0);
        patches.hull(whole, null);
        var piece = new PatchPiece();
        var made = new ChunkOutput[] {new ChunkOutput()};
        piece.describe(whole, 0, 1, 0);
        patches.domain(piece, made);
        whole.begin(seen.draw(), run.instance(), 598, 1);
        namer.name(piece, made);
        send();
        for (int bin = 0; bin < 4; bin++) {
            // Bit 86 is in the second word.
            assertThat(items(bin)).containsExactly("run 0 from 512 of 88: 0");
            reader.rewind();
            reader.next();
            assertThat(reader.bits()[1]).isEqualTo(1L << 86);
            assertThat(reader.selected()).isOne();
        }
    }
}
