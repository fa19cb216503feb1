package dev.azulejo.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.sim.machine.MachineException;
import dev.azulejo.sim.machine.MachineFile;
import dev.azulejo.sim.model.Simulation;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Traces come back as they were written, and what is wrong with one is said in a line. */
class WorkTraceTest {
    private static final TracePhase.Target TARGET = new TracePhase.Target(100, 70, 4, 4, 8);
    private static final DrawCost COST = new DrawCost(32, 12, 2, 10, 50, 70, 16, 0);

    /** Two phases in the first frame and one in the second, with everything in them. */
    private static WorkTrace example() {
        var main = new PhaseBuilder(0, "main", TARGET, 32);
        main.draw(COST, false, true);
        main.chunk(10, 12, 7, -1);
        main.dropped(1, 4, 2);
        main.primitive(0, 0, 15, 15, 120, false);
        main.primitive(40, 17, 99, 69, 900, true);
        main.primitive(-50, -1, 1000, 3, 77, false);
        main.draw(new DrawCost(24, 24, 0, 5, 5, 9, 0, 300), true, false);
        int group = main.patches(2, 512, 900, 880);
        float[] factors = {1.5f, 64, 0, Float.POSITIVE_INFINITY, 2, 3};
        main.patch(factors, 500, 300, 480, 17, 30, 99, 1000);
        factors[2] = Float.NaN;
        factors[4] = -1;
        main.patch(factors, 400, 280, 400, 0, 0, -1, -1);
        main.patches(32, 512, 7, 8);
        main.chunk(880, 500, 0, group);
        main.hideChunk();
        main.dropped(0, 880, 0);
        main.pixels(3, 2, 40, 7, 640);
        main.pixels(3, 2, 2, 3, 4);
        main.tile(1, 2, TileOutcome.REUSED, 56);
        main.tile(2, 0, TileOutcome.CHANGED, 60);
        main.contents(2, 0, 5);
        var empty = new PhaseBuilder(0, "empty", new TracePhase.Target(16, 16, 1, 8, 4), 16);
        var next = new PhaseBuilder(1, "main", TARGET, 64);
        return new WorkTrace(
                "demo:x", "by hand", List.of(main.build(), empty.build(), next.build()));
    }

    private static byte[] bytes(WorkTrace trace) throws IOException {
        var out = new ByteArrayOutputStream();
        TraceWriter.write(out, trace);
        return out.toByteArray();
    }

    private static WorkTrace read(byte[] bytes) throws IOException {
        return TraceReader.read(new ByteArrayInputStream(bytes));
    }

    private static void refuses(byte[] bytes, String message) {
        assertThatThrownBy(() -> read(bytes))
                .isInstanceOf(TraceException.class)
                .hasMessage("work trace: " + message);
    }

    @Test
    void everythingThatIsRecordedIsReadBack() throws IOException {
        var trace = read(bytes(example()));
        assertThat(trace.scene()).isEqualTo("demo:x");
        assertThat(trace.recorder()).isEqualTo("by hand");
        assertThat(trace.frames()).isEqualTo(2);
        assertThat(trace.frame(0)).hasSize(2);
        var main = trace.phases().getFirst();
        assertThat(main.name()).isEqualTo("main");
        assertThat(main.target()).isEqualTo(TARGET);
        checkGeometry(main);
        assertThat(main.pixels().shaded(3, 2)).isEqualTo(42);
        assertThat(main.pixels().hundredOperations(3, 2)).isEqualTo(10);
        assertThat(main.pixels().textureBytes(3, 2)).isEqualTo(644);
        assertThat(main.pixels().shaded(2, 3)).isZero();
        assertThat(main.tiles().side()).isEqualTo(32);
        assertThat(main.tiles().outcome(63, 69)).isEqualTo(TileOutcome.REUSED);
        assertThat(main.tiles().bytes(32, 64)).isEqualTo(56);
        assertThat(main.tiles().outcome(95, 0)).isEqualTo(TileOutcome.CHANGED);
        assertThat(main.tiles().contents(95, 31)).isEqualTo(5);
        assertThat(main.tiles().contents(95, 32)).isZero();
        assertThat(main.tiles().outcome(0, 0)).isEqualTo(TileOutcome.NOT_TESTED);
        assertThat(trace.phases().get(1).target().pixelBytes()).isEqualTo(8);
    }

    private static void checkPatches(PatchTable patches) {
        assertThat(patches.rowCount(0)).isEqualTo(2);
        assertThat(patches.rowCount(1)).isZero();
        assertThat(patches.firstRow(1)).isEqualTo(2);
        var rows = patches.rows();
        assertThat(rows.count()).isEqualTo(2);
        float[] factors = {1.5f, 64, 0, Float.POSITIVE_INFINITY, 2, 3};
        for (int f = 0; f < PatchRows.FACTORS; f++) {
            assertThat(rows.factor(0, f)).isEqualTo(factors[f]);
            assertThat(rows.factor(1, f)).isEqualTo(f == 4 ? 0 : factors[f]);
        }
        assertThat(rows.estimate(0)).isEqualTo(500);
        assertThat(rows.points(0)).isEqualTo(300);
        assertThat(rows.primitives(0)).isEqualTo(480);
        assertThat(rows.shows(0)).isTrue();
        // Cut off at the target, 100 x 70
        assertThat(rows.left(0)).isEqualTo(1);
        assertThat(rows.top(0)).isEqualTo(1);
        assertThat(rows.right(0)).isEqualTo(6);
        assertThat(rows.bottom(0)).isEqualTo(4);
        assertThat(rows.shows(1)).isFalse();
    }

    /** The first version had neither patches one by one nor contents of tiles; it is read. */
    @Test
    void theFirstVersionIsRead() throws IOException {
        var old = new ByteWriter();
        old.number(0);
        old.text("main");
        for (int number : new int[] {16, 16, 1, 4, 8, 16}) {
            old.number(number);
        }
        // A draw call: no flags, 48 bytes a vertex and a position, costs
        for (int number : new int[] {1, 0, 48, 48, 0, 5, 5, 9, 0, 300}) {
            old.number(number);
        }
        // A group of 32 patches, 512 points, 7 primitives estimated and 8 made
        for (int number : new int[] {1, 0, 32, 512, 7, 8}) {
            old.number(number);
        }
        // No primitive; a chunk of 8 that face away, of the first group
        for (int number : new int[] {0, 1, 0, 8, 6, 0, 0, 8, 0, 0, 0, 1}) {
            old.number(number);
        }
        // A square of pixels, and a tile that was kept, with 56 bytes
        for (int number : new int[] {1, 3, 4, 5, 1, 2, 56}) {
            old.number(number);
        }
        var phase = TracePhase.read(new ByteReader("old", old.bytes(), old.size()), 1);
        assertThat(phase.patches().primitives(0)).isEqualTo(8);
        assertThat(phase.patches().rowCount(0)).isZero();
        assertThat(phase.chunks().group(0)).isZero();
        assertThat(phase.tiles().outcome(0, 0)).isEqualTo(TileOutcome.REUSED);
        assertThat(phase.tiles().bytes(0, 0)).isEqualTo(56);
        assertThat(phase.tiles().contents(0, 0)).isZero();
    }

    /** The second version did not say where in its box a primitive is: it may be everywhere. */
    @Test
    void theSecondVersionIsRead() throws TraceException {
        var old = new ByteWriter();
        old.number(0);
        old.text("main");
        for (int number : new int[] {32, 16, 1, 4, 8, 16}) {
            old.number(number);
        }
        for (int number : new int[] {1, 0, 48, 48, 0, 5, 5, 9, 0, 300}) {
            old.number(number);
        }
        // No group, no patch
        old.number(0);
        old.number(0);
        // A primitive over both squares, of 9 pixels, seen
        old.number(1);
        old.signed(0);
        old.signed(0);
        for (int number : new int[] {1, 0, 18}) {
            old.number(number);
        }
        // A chunk of it
        old.number(1);
        old.signed(0);
        for (int number : new int[] {1, 3, 3, 0, 0, 0, 1, 0, 0}) {
            old.number(number);
        }
        // No square of pixels; two tiles
        for (int number : new int[] {2, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0}) {
            old.number(number);
        }
        var phase = TracePhase.read(new ByteReader("old", old.bytes(), old.size()), 2);
        assertThat(phase.primitives().pixels(0)).isEqualTo(9);
        assertThat(phase.primitives().covers(0, 0, 0)).isTrue();
        assertThat(phase.primitives().covers(0, 1, 0)).isTrue();
        assertThat(phase.primitives().unseen(0)).isFalse();
    }

    /** Boxes of 1, 31, 32 and 70 squares, some with gaps; what is not said to be one is none. */
    private static PhaseBuilder gaps() {
        var target = new TracePhase.Target(1600, 160, 1, 4, 8);
        var builder = new PhaseBuilder(0, "main", target, 64);
        builder.draw(COST, false, true);
        builder.chunk(5, 9, 9, -1);
        int[] across = {1, 31, 32, 35};
        for (int i = 0; i < 4; i++) {
            builder.primitive(160, 32, 159 + 16 * across[i], i < 3 ? 47 : 63, 9, i == 1);
            if (i % 2 == 0) {
                builder.unseen();
            } else if (i == 1) {
                builder.hiddenLate();
            }
            if (i == 3) {
                builder.gap(10, 2);
                builder.gap(40, 2);
                builder.gap(41, 2);
                builder.gap(36, 3);
                builder.gap(37, 3);
                builder.gap(44, 3);
            } else if (i != 1) {
                builder.gap(9 + across[i], 2);
            }
        }
        builder.primitive(0, 0, 15, 15, 1, false);
        return builder;
    }

    @Test
    void squaresThatAreNotCoveredAreReadBack() throws IOException {
        var trace = read(bytes(new WorkTrace("x", "y", List.of(gaps().build()))));
        var primitives = trace.phases().getFirst().primitives();
        int[] gaps = new int[5];
        for (int p = 0; p < 5; p++) {
            for (int row = primitives.top(p); row <= primitives.bottom(p); row++) {
                for (int column = primitives.left(p); column <= primitives.right(p); column++) {
                    gaps[p] += primitives.covers(p, column, row) ? 0 : 1;
                }
            }
        }
        assertThat(gaps).containsExactly(1, 0, 1, 6, 0);
        assertThat(primitives.covers(2, 41, 2)).isFalse();
        int[][] last = {{10, 2}, {40, 2}, {41, 2}, {36, 3}, {37, 3}, {44, 3}};
        for (var square : last) {
            assertThat(primitives.covers(3, square[0], square[1])).isFalse();
        }
        assertThat(primitives.hidden(1)).isTrue();
        for (int p = 0; p < 5; p++) {
            assertThat(primitives.unseen(p)).isEqualTo(p == 0 || p == 2);
            assertThat(primitives.hiddenLate(p)).isEqualTo(p == 1);
        }
    }

    /** A phase is told of gaps when all of its primitives are there. */
    @Test
    void gapsOfEarlyPrimitivesAreKeptWhenOthersFollow() {
        var target = new TracePhase.Target(640, 480, 1, 4, 8);
        var builder = new PhaseBuilder(0, "p", target, 16);
        builder.draw(COST, false, true);
        builder.chunk(200, 200, 200, -1);
        for (int p = 0; p < 200; p++) {
            builder.primitive(0, 0, 127, 127, 1, false);
        }
        for (int p = 0; p < 200; p++) {
            builder.gap(p, p % 8, 7);
        }
        var primitives = builder.build().primitives();
        for (int p = 0; p < 200; p++) {
            for (int square = 0; square < 64; square++) {
                assertThat(primitives.covers(p, square % 8, square / 8))
                        .as("%d: %d", p, square)
                        .isEqualTo(square != 56 + p % 8);
            }
        }
    }

    @Test
    void gapsThatDoNotFitAreRefused() {
        var beyond = gaps().build();
        beyond.primitives().table.set(PrimitiveTable.GAPS, 0, 2);
        refusesMatching(
                new WorkTrace("x", "y", List.of(beyond)), "primitive 0 has gaps beyond its box");
        var last = gaps().build();
        last.primitives().further.set(0, 2, 1 << 8);
        refusesMatching(
                new WorkTrace("x", "y", List.of(last)), "primitive 3 has gaps beyond its box");
        var half = gaps().build();
        half.primitives().table.set(PrimitiveTable.NOTES, 1, 4);
        refusesMatching(
                new WorkTrace("x", "y", List.of(half)), "primitive 1 has notes that make no sense");
        var seen = gaps().build();
        seen.primitives().table.set(PrimitiveTable.NOTES, 0, PrimitiveTable.IS_LATE);
        refusesMatching(
                new WorkTrace("x", "y", List.of(seen)), "primitive 0 has notes that make no sense");
        var more = gaps().build();
        more.primitives().further.add();
        refusesMatching(
                new WorkTrace("x", "y", List.of(more)),
                "primitives have 3 numbers of gaps, 4 are there");
    }

    /** Patches that are told of add up to their group, or are not told of at all. */
    @Test
    void patchesAddUpToTheirGroup() {
        float[] factors = {1, 1, 1, 1, 1, 1};
        for (int wrong = 0; wrong < 3; wrong++) {
            var builder = new PhaseBuilder(0, "main", TARGET, 32);
            builder.draw(COST, false, false);
            builder.patches(2, 8, 20, wrong == 0 ? 21 : 20);
            builder.patch(factors, wrong == 1 ? 11 : 10, 9, 10, 0, 0, 5, 5);
            if (wrong < 2) {
                builder.patch(factors, 10, 9, 10, 0, 0, 5, 5);
            }
            var trace = new WorkTrace("x", "y", List.of(builder.build()));
            if (wrong < 2) {
                refusesMatching(trace, "group 0: its patches do not add up to it");
            } else {
                refusesMatching(trace, "group 0: 2 patches, 1 are there");
            }
        }
    }

    private static void refusesMatching(WorkTrace trace, String message) {
        assertThatThrownBy(() -> read(bytes(trace)))
                .isInstanceOf(TraceException.class)
                .hasMessageStartingWith("work trace: section 1 (phase), byte ")
                .hasMessageEndingWith(message);
    }

    private static void checkGeometry(TracePhase main) {
        var draws = main.draws();
        assertThat(draws.count()).isEqualTo(2);
        assertThat(draws.blends(0)).isFalse();
        assertThat(draws.blends(1)).isTrue();
        assertThat(draws.tested(0)).isTrue();
        assertThat(draws.vertexBytes(0)).isEqualTo(32);
        assertThat(draws.positionBytes(0)).isEqualTo(12);
        assertThat(draws.indexBytes(0)).isEqualTo(2);
        assertThat(draws.positionCost(0)).isEqualTo(10);
        assertThat(draws.vertexCost(0)).isEqualTo(50);
        assertThat(draws.fragmentCost(0)).isEqualTo(70);
        assertThat(draws.textureBytes(0)).isEqualTo(16);
        assertThat(draws.hullCost(1)).isEqualTo(300);
        var patches = main.patches();
        assertThat(patches.draw(0)).isEqualTo(1);
        assertThat(patches.count()).isEqualTo(2);
        assertThat(patches.patches(0)).isEqualTo(2);
        assertThat(patches.patches(1)).isEqualTo(32);
        checkPatches(patches);
        assertThat(patches.controlPoints(0)).isEqualTo(512);
        assertThat(patches.estimate(0)).isEqualTo(900);
        assertThat(patches.primitives(0)).isEqualTo(880);
        var chunks = main.chunks();
        assertThat(chunks.count()).isEqualTo(2);
        assertThat(chunks.primitives(0)).isEqualTo(10);
        assertThat(chunks.vertices(0)).isEqualTo(12);
        assertThat(chunks.usedVertices(0)).isEqualTo(7);
        assertThat(chunks.outside(0)).isEqualTo(1);
        assertThat(chunks.facingAway(0)).isEqualTo(4);
        assertThat(chunks.empty(0)).isEqualTo(2);
        assertThat(chunks.kept(0)).isEqualTo(3);
        assertThat(chunks.first(1)).isEqualTo(3);
        assertThat(chunks.group(0)).isEqualTo(-1);
        assertThat(chunks.group(1)).isZero();
        assertThat(chunks.draw(1)).isEqualTo(1);
        assertThat(chunks.hidden(0)).isFalse();
        assertThat(chunks.hidden(1)).isTrue();
        var primitives = main.primitives();
        assertThat(primitives.pixels(1)).isEqualTo(900);
        assertThat(primitives.hidden(1)).isTrue();
        assertThat(primitives.hidden(2)).isFalse();
        assertThat(primitives.left(1)).isEqualTo(2);
        assertThat(primitives.top(1)).isEqualTo(1);
        assertThat(primitives.right(1)).isEqualTo(6);
        assertThat(primitives.bottom(1)).isEqualTo(4);
        // Cut off at the target.
        assertThat(primitives.left(2)).isZero();
        assertThat(primitives.right(2)).isEqualTo(6);
    }

    @Test
    void theSameTraceIsTheSameBytes() throws IOException {
        assertThat(bytes(read(bytes(example())))).isEqualTo(bytes(example()));
        var scene = SyntheticScene.SMALL.trace(2);
        assertThat(bytes(read(bytes(scene)))).isEqualTo(bytes(scene));
    }

    /** A million that are kept, all over the screen: no real frame is as hard to compress. */
    @Test
    void aFrameOfAMillionTrianglesIsSmall() throws IOException {
        var target = new TracePhase.Target(1920, 1080, 4, 4, 8);
        var builder = new PhaseBuilder(0, "main", target, 64);
        var random = new Random(11);
        for (int primitive = 0; primitive < 1_000_000; primitive++) {
            if (primitive % 100_000 == 0) {
                builder.draw(COST, false, true);
            }
            if (primitive % 500 == 0) {
                builder.chunk(500, 300 + random.nextInt(200), 250, -1);
            }
            int x = random.nextInt(1920);
            int y = random.nextInt(1080);
            builder.primitive(
                    x,
                    y,
                    x + random.nextInt(100),
                    y + random.nextInt(100),
                    random.nextInt(5000),
                    random.nextBoolean());
        }
        for (int square = 0; square < 120 * 68; square++) {
            builder.pixels(
                    square % 120,
                    square / 120,
                    random.nextInt(1000),
                    random.nextInt(10_000),
                    random.nextInt(100_000));
        }
        var trace = new WorkTrace("random", "test", List.of(builder.build()));
        byte[] bytes = bytes(trace);
        assertThat(bytes.length).isLessThan(20_000_000 / 2);
        assertThat(read(bytes).phases().getFirst().primitives().count()).isEqualTo(1_000_000);
    }

    @Test
    void whatIsNoTraceSaysSo() throws IOException {
        refuses(new byte[0], "this is no work trace: it does not begin with AZWT");
        refuses(
                "{\"asset\": 1}".getBytes("UTF-8"),
                "this is no work trace: it does not begin with AZWT");
        byte[] newer = bytes(example());
        newer[4] = 9;
        refuses(
                newer,
                "version 9 is newer than 3, the newest that can be read: record it again, or use a"
                        + " newer azulejo");
        newer[4] = 0;
        refuses(newer, "version 0 has never been written");
    }

    @Test
    void whatWasCutOffSaysSoWhereverItWasCut() throws IOException {
        byte[] whole = bytes(example());
        for (int length = 5; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            refuses(part, "ends after %d bytes, in the middle: it was cut off".formatted(length));
        }
    }

    @Test
    void whatFollowsTheEndIsRefused() throws IOException {
        byte[] whole = bytes(example());
        refuses(
                Arrays.copyOf(whole, whole.length + 1),
                "byte %d: something follows the end".formatted(whole.length));
    }

    /** What is deflated has bits that mean nothing: what comes out is the same. */
    @Test
    void everyBitThatIsChangedIsFoundOut() throws IOException {
        byte[] whole = bytes(example());
        int unnoticed = 0;
        for (int bit = 0; bit < 8 * whole.length; bit++) {
            byte[] damaged = whole.clone();
            damaged[bit >> 3] ^= (byte) (1 << (bit & 7));
            try {
                assertThat(bytes(read(damaged))).as("bit %d", bit).isEqualTo(whole);
                unnoticed++;
            } catch (TraceException e) {
                assertThat(e.getMessage()).startsWith("work trace: ").doesNotContain("\n");
            }
        }
        // Five streams of up to seven bits behind the end, and few that tables do without.
        assertThat(unnoticed).isLessThan(10 * 5);
    }

    /** What nobody would read is not written: said while it is recorded, not when it is played. */
    @Test
    void whatWouldNotBeReadIsNotWritten() throws IOException {
        var trace = SyntheticScene.SMALL.trace(1);
        byte[] whole = bytes(trace);
        long enough = 100;
        while (!isRead(whole, enough)) {
            enough += enough / 10;
        }
        write(trace, enough);
        long most = 1000;
        assertThatThrownBy(() -> write(trace, most))
                .isInstanceOf(TraceException.class)
                .hasMessageContaining("more than 1000 bytes unpacked");
    }

    private static boolean isRead(byte[] whole, long most) throws IOException {
        try {
            TraceReader.read(new ByteArrayInputStream(whole), most);
            return true;
        } catch (TraceException e) {
            return false;
        }
    }

    private static void write(WorkTrace trace, long most) throws IOException {
        try (var writer =
                new TraceWriter(
                        OutputStream.nullOutputStream(), trace.scene(), trace.recorder(), most)) {
            for (var phase : trace.phases()) {
                writer.write(phase);
            }
        }
    }

    @Test
    void sizesThatAreNotAllowedAreRefusedBeforeAnythingIsUnpacked() throws IOException {
        byte[] whole = bytes(SyntheticScene.SMALL.trace(1));
        assertThatThrownBy(() -> TraceReader.read(new ByteArrayInputStream(whole), 1000))
                .isInstanceOf(TraceException.class)
                .hasMessageMatching(
                        "work trace: section 1 \\(phase\\): \\d+ bytes are more than the \\d+ that"
                                + " are allowed");
    }

    /** Damage that a check cannot find, because whoever did it made the check anew. */
    @Test
    void hostilePhasesAreRefusedInOneLine() throws IOException, MachineException {
        var machine = MachineFile.preset("mobile");
        var section = new ByteWriter();
        example().phases().getFirst().write(section);
        var random = new Random(Long.getLong("azulejo.seed", 5));
        int read = 0;
        int played = 0;
        int trials = Integer.getInteger("azulejo.fuzz", 60_000);
        for (int trial = 0; trial < trials; trial++) {
            byte[] bytes = Arrays.copyOf(section.bytes(), section.size());
            int length = random.nextInt(20) == 0 ? random.nextInt(bytes.length) : bytes.length;
            for (int change = 1 + random.nextInt(4); change > 0; change--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try {
                var phase =
                        TracePhase.read(
                                new ByteReader("section 1 (phase)", bytes, length),
                                TraceFormat.VERSION);
                checkConsistent(phase);
                if (read++ % 20 == 0 && phase.frame() == 0) {
                    // What is read can be played
                    var result = Simulation.run(new WorkTrace("x", "y", List.of(phase)), machine);
                    assertThat(result.cycles()).isNotNegative();
                    played++;
                }
            } catch (TraceException e) {
                assertThat(e.getMessage()).startsWith("work trace: ").doesNotContain("\n");
            } catch (RuntimeException | Error e) {
                throw new AssertionError("phase " + trial, e);
            }
        }
        assertThat(played).isGreaterThanOrEqualTo(trials / 3000);
    }

    @Test
    void chunksThatNobodyHasAreRefused() {
        for (int[] counts :
                new int[][] {{1 << 20, 1}, {1, 1 << 20}, {1 << 20 | 1, 1}, {1, 1 << 20 | 1}}) {
            var builder = new PhaseBuilder(0, "main", TARGET, 64);
            builder.draw(COST, false, true);
            builder.chunk(counts[0], counts[1], 0, -1);
            builder.dropped(counts[0], 0, 0);
            var section = new ByteWriter();
            builder.build().write(section);
            var in = new ByteReader("section 1 (phase)", section.bytes(), section.size());
            if (Math.max(counts[0], counts[1]) == 1 << 20) {
                assertThatCode(() -> TracePhase.read(in, TraceFormat.VERSION))
                        .doesNotThrowAnyException();
            } else {
                assertThatThrownBy(() -> TracePhase.read(in, TraceFormat.VERSION))
                        .isInstanceOf(TraceException.class)
                        .hasMessageContaining(
                                "chunk 0 has %d primitives and %d vertices, at most 1048576 each expected"
                                        .formatted(counts[0], counts[1]));
            }
        }
    }

    private static void checkConsistent(TracePhase phase) {
        var chunks = phase.chunks();
        for (int chunk = 0; chunk < chunks.count(); chunk++) {
            assertThat(chunks.first(chunk) + chunks.kept(chunk))
                    .isLessThanOrEqualTo(phase.primitives().count());
            assertThat(phase.draws().vertexBytes(chunks.draw(chunk))).isNotNegative();
        }
        var patches = phase.patches();
        for (int group = 0; group < patches.count(); group++) {
            assertThat(patches.firstRow(group) + patches.rowCount(group))
                    .isLessThanOrEqualTo(patches.rows().count());
        }
        for (int p = 0; p < patches.rows().count(); p++) {
            assertThat(patches.rows().right(p)).isLessThan(phase.pixels().columns());
            assertThat(patches.rows().bottom(p)).isLessThan(phase.pixels().rows());
            assertThat(patches.rows().factor(p, 0)).isNotNegative();
        }
        for (int p = 0; p < phase.primitives().count(); p++) {
            assertThat(phase.primitives().right(p)).isLessThan(phase.pixels().columns());
            assertThat(phase.primitives().bottom(p)).isLessThan(phase.pixels().rows());
            assertThat(phase.primitives().pixels(p)).isNotNegative();
        }
        assertThat(phase.tiles().outcome(0, 0)).isNotNull();
    }

    @Test
    void aNumberOfRowsAloneAllocatesNothing() {
        var writer = new ByteWriter();
        writer.number(Integer.MAX_VALUE);
        var in = new ByteReader("section 1 (phase)", writer.bytes(), writer.size());
        assertThatThrownBy(() -> new PrimitiveTable().read(in, 3, 10, 10))
                .isInstanceOf(TraceException.class)
                .hasMessage(
                        "work trace: section 1 (phase), byte 5: primitives: 2147483647 are more"
                                + " than there are bytes for");
    }

    /** The length is one of the bytes that are there, but no part of the text. */
    @Test
    void aTextThatIsLongerThanItsSectionIsRefused() {
        var in = new ByteReader("section 0 (header)", new byte[] {2, 'a'}, 2);
        assertThatThrownBy(() -> in.text("scene"))
                .isInstanceOf(TraceException.class)
                .hasMessage(
                        "work trace: section 0 (header), byte 1: scene: 2 bytes are more than there"
                                + " are");
    }

    @Test
    void framesThatDoNotFollowEachOtherAreRefused() {
        var late = new PhaseBuilder(2, "main", TARGET, 64).build();
        assertThatThrownBy(() -> new WorkTrace("x", "y", List.of(late)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("frame 2 follows frame -1");
    }
}
