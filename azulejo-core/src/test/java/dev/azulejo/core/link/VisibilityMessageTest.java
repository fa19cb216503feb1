package dev.azulejo.core.link;

import static dev.azulejo.core.link.RawMessages.bytes;
import static dev.azulejo.core.link.RawMessages.hex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Random;

/** Visibility streams: every byte by hand, anything at random, and what is damaged. */
@Tag("alone")
class VisibilityMessageTest {
    /** What is visible in bin 31, of chunks 0, 3 and 20 and of patch runs 1 and 3. */
    private static final byte[] MIXED =
            bytes(
                    "417a 01 06 1f00 0000 04030201 0500 0706 06000000 39000000",
                    "04", // chunk 0, of 512: all
                    "21 8002 02 0a09 b30137", // chunk 3, of 256: runs 10 to 19, 200 to 255
                    "1a 05 04 0a", // run 1, patches 5 to 8: plane 1010
                    "0c 00", // run 1, patches 9 to 12: all
                    "8302 8004 01 6400", // chunk 20, of 512: all but 100
                    "2d 00 01 ff0300", // run 3, patches 0 to 511: the last
                    "f99a5fce");

    private static final byte[] EMPTY =
            bytes("417a 01 06 0000 0000 ffffffff ffff 0000 00000000 1c000000", "a2ba1bb3");

    private final VisibilityWriter writer = new VisibilityWriter();
    private final VisibilityReader reader = new VisibilityReader();

    private static long[] set(int... members) {
        long[] bits = new long[8];
        for (int member : members) {
            bits[member >> 6] |= 1L << member;
        }
        return bits;
    }

    private static long[] range(int from, int to) {
        long[] bits = new long[8];
        for (int member = from; member < to; member++) {
            bits[member >> 6] |= 1L << member;
        }
        return bits;
    }

    private static long[] or(long[] a, long[] b) {
        long[] both = a.clone();
        Arrays.setAll(both, i -> a[i] | b[i]);
        return both;
    }

    private static long[] not(long[] a) {
        long[] others = new long[a.length];
        Arrays.setAll(others, i -> ~a[i]);
        return others;
    }

    private byte[] written() {
        int length = writer.end();
        return Arrays.copyOf(writer.bytes(), length);
    }

    /** Bytes of a message with one chunk beyond those of one without. */
    private int itemBytes(int primitives, long... bits) {
        writer.begin(1, 2, 3, 4);
        writer.chunk(0, primitives, bits, 0);
        return written().length - VisibilityMessage.bytes(0);
    }

    private boolean read(byte[] message) {
        return reader.read(message, message.length);
    }

    private void expect(boolean patches, int index, int first, int count, long... bits) {
        assertThat(reader.next()).isTrue();
        assertThat(reader.isPatches()).isEqualTo(patches);
        assertThat(reader.index()).isEqualTo(index);
        assertThat(reader.first()).isEqualTo(first);
        assertThat(reader.count()).isEqualTo(count);
        assertThat(reader.bits()).isEqualTo(bits);
        assertThat(reader.selected()).isEqualTo(Arrays.stream(bits).mapToInt(Long::bitCount).sum());
    }

    @Test
    void theCheckIsThatOfAllMessages() {
        assertThat(RawMessages.refit(MIXED.clone())).isEqualTo(MIXED);
        assertThat(RawMessages.refit(EMPTY.clone())).isEqualTo(EMPTY);
    }

    @Test
    void itIsLaidOutAsStated() {
        writer.begin(0x01020304, 5, 0x0607, 31);
        writer.chunk(0, 512, not(set()), 0);
        writer.chunk(3, 256, or(range(10, 20), range(200, 300)), 0);
        writer.patches(1, 5, 4, new long[] {7, 7, 0b111010}, 2);
        writer.patches(1, 9, 4, range(0, 4), 0);
        writer.chunk(20, 512, not(set(100)), 0);
        writer.patches(3, 0, 512, set(511), 0);
        assertThat(hex(written())).isEqualTo(hex(MIXED));
        writer.begin(-1, 0xFFFF, 0, 0);
        assertThat(hex(written())).isEqualTo(hex(EMPTY));
    }

    @Test
    void itIsReadAsStated() {
        assertThat(read(MIXED)).isTrue();
        assertThat(reader.frame()).isEqualTo(0x01020304);
        assertThat(reader.phase()).isEqualTo(5);
        assertThat(reader.map()).isEqualTo(0x0607);
        assertThat(reader.bin()).isEqualTo(31);
        assertThat(reader.items()).isEqualTo(6);
        for (int time = 0; time < 2; time++) {
            expect(false, 0, 0, 512, range(0, 512));
            expect(false, 3, 0, 256, or(range(10, 20), range(200, 256)));
            expect(true, 1, 5, 4, set(1, 3));
            expect(true, 1, 9, 4, range(0, 4));
            expect(false, 20, 0, 512, or(range(0, 100), range(101, 512)));
            expect(true, 3, 0, 512, set(511));
            assertThat(reader.next()).isFalse();
            assertThat(reader.next()).isFalse();
            reader.rewind();
        }
        assertThat(read(EMPTY)).isTrue();
        assertThat(reader.frame()).isEqualTo(-1);
        assertThat(reader.phase()).isEqualTo(0xFFFF);
        assertThat(reader.next()).isFalse();
    }

    /** What was found whole is not checked again, and read as before. */
    @Test
    void whatWasCheckedIsReadAgain() {
        byte[] message = MIXED.clone();
        assertThat(read(message)).isTrue();
        var again = new VisibilityReader();
        again.readAgain(message, message.length);
        assertThat(again.items()).isEqualTo(reader.items()).isPositive();
        assertThat(again.frame()).isEqualTo(reader.frame());
        assertThat(again.phase()).isEqualTo(reader.phase());
        assertThat(again.map()).isEqualTo(reader.map());
        assertThat(again.bin()).isEqualTo(reader.bin());
        for (boolean more = reader.next(); more; more = reader.next()) {
            assertThat(again.next()).isTrue();
            assertThat(again.index()).isEqualTo(reader.index());
            assertThat(again.bits()).isEqualTo(reader.bits());
        }
        assertThat(again.next()).isFalse();
    }

    /** A head, and the size where it is not 512, beside what each form takes. */
    @Test
    void theShortestFormIsWritten() {
        assertThat(itemBytes(512, range(0, 512))).as("all").isEqualTo(1);
        assertThat(itemBytes(512, set())).as("none: no runs").isEqualTo(2);
        assertThat(itemBytes(512, range(0, 300))).as("a run").isEqualTo(1 + 1 + 1 + 2);
        assertThat(itemBytes(512, range(1, 511))).as("a run").isEqualTo(1 + 1 + 1 + 2);
        assertThat(itemBytes(512, set(500))).as("a member").isEqualTo(1 + 1 + 2 + 1);
        assertThat(itemBytes(512, not(set(5)))).as("all but one").isEqualTo(1 + 1 + 1 + 1);
        long every2nd = 0x5555555555555555L;
        long[] halves = new long[8];
        Arrays.fill(halves, every2nd);
        assertThat(itemBytes(512, halves)).as("plane").isEqualTo(1 + 64);
        assertThat(itemBytes(65, halves)).as("plane").isEqualTo(1 + 1 + 9);
        assertThat(itemBytes(16, range(2, 9))).as("a plane is shorter").isEqualTo(1 + 1 + 2);
        assertThat(itemBytes(24, range(2, 9))).as("equal: a plane").isEqualTo(1 + 1 + 3);
        assertThat(writer.bytes()[VisibilityMessage.HEADER_BYTES + 2]).isEqualTo((byte) 0xFC);
        assertThat(itemBytes(25, range(2, 9))).as("runs are shorter").isEqualTo(1 + 1 + 3);
        assertThat(itemBytes(25, not(range(2, 9)))).as("all but runs").isEqualTo(1 + 1 + 3);
    }

    @Test
    void anythingIsReadAsItWasWritten() {
        var random = new Random(17);
        for (int round = 0; round < 3000; round++) {
            var items = Items.random(random, random.nextInt(30));
            byte[] message = items.write(writer);
            assertThat(message.length).isLessThanOrEqualTo(VisibilityMessage.bytes(items.count()));
            byte[] longer = Arrays.copyOf(message, message.length + random.nextInt(9));
            assertThat(reader.read(longer, message.length)).as("round %d", round).isTrue();
            items.expect(reader, round);
        }
    }

    @Test
    void numbersAtTheirBounds() {
        int last = Integer.MAX_VALUE - 1;
        writer.begin(0, 0xFFFF, 0xFFFF, 0xFFFF);
        writer.chunk(last, 1, set(0), 0);
        writer.patches(last, Integer.MAX_VALUE - 512, 512, range(0, 512), 0);
        assertThat(read(written())).isTrue();
        assertThat(reader.bin()).isEqualTo(0xFFFF);
        expect(false, last, 0, 1, set(0));
        expect(true, last, Integer.MAX_VALUE - 512, 512, range(0, 512));
    }

    @Test
    void whatTheCallerMayNotDoIsRefused() {
        long[] all = range(0, 512);
        assertThatThrownBy(() -> writer.chunk(0, 1, all, 0)).hasMessageContaining("begun");
        assertThatThrownBy(writer::end).hasMessageContaining("begun");
        assertThatThrownBy(() -> writer.begin(0, 0, 0, 1 << 16)).hasMessageContaining("bin=65536");
        assertThatThrownBy(() -> writer.begin(0, -1, 0, 0)).hasMessageContaining("phase=-1");
        assertThatThrownBy(() -> writer.begin(0, 0, -1, 0)).hasMessageContaining("map=-1");
        writer.begin(0, 0, 0, 0);
        writer.chunk(5, 1, all, 0);
        writer.patches(2, 8, 8, all, 0);
        assertThatThrownBy(() -> writer.chunk(5, 1, all, 0)).hasMessageContaining("chunk=5");
        assertThatThrownBy(() -> writer.chunk(Integer.MAX_VALUE, 1, all, 0))
                .hasMessageContaining("ascending");
        assertThatThrownBy(() -> writer.chunk(6, 0, all, 0)).hasMessageContaining("0 primitives");
        assertThatThrownBy(() -> writer.chunk(6, 513, all, 0)).hasMessageContaining("1..512");
        assertThatThrownBy(() -> writer.patches(2, 15, 1, all, 0))
                .hasMessageContaining("patch 16 of run 2");
        assertThatThrownBy(() -> writer.patches(1, 50, 1, all, 0)).hasMessageContaining("run 1");
        assertThatThrownBy(() -> writer.patches(3, -1, 1, all, 0)).hasMessageContaining("-1");
        assertThatThrownBy(() -> writer.patches(3, Integer.MAX_VALUE, 1, all, 0))
                .hasMessageContaining("ascending");
        writer.end();
        assertThatThrownBy(writer::end).hasMessageContaining("begun");
    }

    @Test
    void whatIsShorterLongerOrHasAFlippedBitIsRefused() {
        for (int length = -1; length < MIXED.length; length++) {
            assertThat(reader.read(MIXED, length)).as("length %d", length).isFalse();
            assertThat(reader.next()).isFalse();
            byte[] exact = Arrays.copyOf(MIXED, Math.max(0, length));
            assertThat(reader.read(exact, MIXED.length)).isFalse();
        }
        assertThat(reader.read(Arrays.copyOf(MIXED, 99), MIXED.length + 1)).isFalse();
        for (int bit = 0; bit < 8 * MIXED.length; bit++) {
            byte[] damaged = MIXED.clone();
            damaged[bit >> 3] ^= (byte) (1 << (bit & 7));
            assertThat(read(damaged)).as("bit %d", bit).isFalse();
            assertThat(reader.next()).isFalse();
        }
    }

    @Test
    void hintsAreNoStreamsAndStreamsNoHints() {
        assertThat(read(HintMessageTest.MASKS)).isFalse();
        assertThat(new MessageReader().read(MIXED, 0, MIXED.length)).isFalse();
    }

    private boolean readsItem(String item) {
        byte[] message =
                bytes(
                        "417a 01 06 0000 0000 00000000 0000 0000 01000000 00000000",
                        item,
                        "00000000");
        HintMessage.putInt(message, HintMessage.LENGTH_AT, message.length);
        return read(RawMessages.refit(message));
    }

    /** With a check that is right: as somebody would write it who does not keep to the layout. */
    @Test
    void whatMayNotBeSaidIsRefused() {
        assertThat(readsItem("00 01")).as("a chunk of one").isTrue();
        assertThat(readsItem("00 00")).as("of none").isFalse();
        assertThat(readsItem("00 8104")).as("of 513").isFalse();
        assertThat(readsItem("00 8100")).as("1 in two bytes").isFalse();
        assertThat(readsItem("04 00")).as("more than its items").isFalse();
        assertThat(readsItem("")).as("fewer").isFalse();
        assertThat(readsItem("84")).as("a number without an end").isFalse();
        assertThat(readsItem("84 80808080 01")).as("chunk 2^31").isFalse();
        assertThat(readsItem("f4 ffffff7f")).as("chunk 2^31 - 1").isFalse();
        assertThat(readsItem("e4 ffffff7f")).as("chunk 2^31 - 2").isTrue();
        assertThat(readsItem("84 8080808080 01")).as("a number of seven bytes").isFalse();
        assertThat(readsItem("0c")).as("patches from nowhere").isFalse();
        assertThat(readsItem("08 ffffffff07 01")).as("patch 2^31 - 1").isFalse();
        assertThat(readsItem("08 feffffff07 01")).as("patch 2^31 - 2").isTrue();
        assertThat(readsItem("08 feffffff07 02")).as("and the next").isFalse();
        assertThat(readsItem("02 09 ff01")).as("plane of nine").isTrue();
        assertThat(readsItem("02 09 ff03")).as("a tenth in it").isFalse();
        assertThat(readsItem("02 09 ff")).as("a byte short").isFalse();
        assertThat(readsItem("01 09 00")).as("no runs").isTrue();
        assertThat(readsItem("01 09 01 0305")).as("to the end").isTrue();
        assertThat(readsItem("01 09 01 0306")).as("beyond it").isFalse();
        assertThat(readsItem("01 09 01 ffffffffff7f 00")).as("far beyond it").isFalse();
        assertThat(readsItem("01 09 01 00 ffffffffff7f")).as("as far").isFalse();
        assertThat(readsItem("01 09 0a")).as("more runs than primitives").isFalse();
        assertThat(readsItem("01 09 02 0000")).as("fewer runs than stated").isFalse();
        assertThat(readsItem("01")).as("nothing").isFalse();
    }

    @Test
    void wrongNumbersOfItemsAreRefused() {
        for (int items : new int[] {-1, 0, 5, 7, 1000, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            byte[] message = MIXED.clone();
            HintMessage.putInt(message, VisibilityMessage.ITEMS_AT, items);
            assertThat(read(RawMessages.refit(message))).as("%d items", items).isFalse();
        }
    }

    /** Whatever a right check lets through stays in its bounds, and ends. */
    @Test
    void whatIsGarbledDoesNoHarm() {
        var random = new Random(29);
        int taken = 0;
        for (int round = 0; round < 20_000; round++) {
            byte[] message = Items.random(random, 1 + random.nextInt(6)).write(writer);
            int damages = 1 + random.nextInt(3);
            for (int i = 0; i < damages; i++) {
                int from = VisibilityMessage.HEADER_BYTES;
                int at = from + random.nextInt(message.length - 4 - from);
                message[at] = (byte) random.nextInt();
            }
            if (read(RawMessages.refit(message))) {
                taken++;
                assertThat(Items.inBounds(reader)).as("round %d", round).isTrue();
            }
        }
        assertThat(taken).isBetween(500, 19_500);
    }

    private final class Sizes {
        int next;
        long visible;

        /** Adds chunks of 256 primitives, each visible with its neighbours. */
        void chunks(Random random, int count, double share, int run) {
            long[] bits = new long[8];
            for (int c = 0; c < count; c++) {
                Arrays.fill(bits, 0);
                for (int from = 0; from < 256; from += run) {
                    if (random.nextDouble() < share) {
                        for (int p = from; p < Math.min(256, from + run); p++) {
                            bits[p >> 6] |= 1L << p;
                            visible++;
                        }
                    }
                }
                writer.chunk(next++, 256, bits, 0);
            }
        }
    }

    /** Bits a visible primitive, over 4000 chunks of 256: a million, all or in part visible. */
    private double bitsPerPrimitive(double share, int run) {
        var sizes = new Sizes();
        writer.begin(0, 0, 0, 0);
        sizes.chunks(new Random(3), 4000, share, run);
        return 8.0 * writer.end() / sizes.visible;
    }

    @Test
    void aMillionPrimitivesTakeLittle() {
        assertThat(bitsPerPrimitive(1, 256)).as("all").isBetween(0.031, 0.032);
        assertThat(bitsPerPrimitive(0.5, 1)).as("every other, at random").isBetween(2.0, 2.1);
        assertThat(bitsPerPrimitive(0.5, 32)).as("half, in runs of 32").isBetween(0.38, 0.4);
        assertThat(bitsPerPrimitive(0.1, 1)).as("a tenth, at random").isBetween(10.2, 10.5);
        assertThat(bitsPerPrimitive(0.1, 8)).as("a tenth, in runs of 8").isBetween(2.5, 2.52);
        assertThat(bitsPerPrimitive(0.01, 1)).as("a hundredth").isBetween(23.2, 23.4);
    }

    @Test
    void nothingIsAllocatedOnceWarm() {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        var items = Items.random(new Random(5), 200);
        long[] allocated = new long[64];
        for (int frame = 0; frame < allocated.length; frame++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            items.writeInto(writer);
            int length = writer.end();
            boolean whole = reader.read(writer.bytes(), length);
            while (reader.next()) {
                whole &= reader.count() > 0;
            }
            allocated[frame] = threads.getCurrentThreadAllocatedBytes() - before;
            assertThat(whole).isTrue();
        }
        Arrays.sort(allocated);
        assertThat(allocated[allocated.length / 2]).isZero();
    }

    /** Random items, in ascending order. */
    private record Items(int[] header, boolean[] patches, int[][] numbers, long[][] bits) {
        static Items random(Random random, int count) {
            boolean[] patches = new boolean[count];
            int[][] numbers = new int[count][];
            long[][] bits = new long[count][];
            int chunk = 0;
            int run = 0;
            int patch = 0;
            int size = 256;
            for (int i = 0; i < count; i++) {
                patches[i] = random.nextInt(3) == 0;
                size = random.nextInt(3) == 0 ? 1 + random.nextInt(512) : size;
                bits[i] = randomBits(random);
                int gap = random.nextInt(3) == 0 ? random.nextInt(1 << random.nextInt(20)) : 0;
                if (patches[i]) {
                    boolean sameRun = random.nextBoolean();
                    run = sameRun ? run : run + 1 + gap;
                    patch = (sameRun ? patch : 0) + random.nextInt(200);
                    numbers[i] = new int[] {run, patch, size};
                    patch += size;
                } else {
                    numbers[i] = new int[] {chunk + gap, 0, size};
                    chunk += gap + 1;
                }
            }
            return new Items(
                    new int[] {
                        random.nextInt(),
                        random.nextInt(1 << 16),
                        random.nextInt(1 << 16),
                        random.nextInt(1 << 16)
                    },
                    patches,
                    numbers,
                    bits);
        }

        private static long[] randomBits(Random random) {
            long[] bits = random.longs(9).toArray();
            int kind = random.nextInt(6);
            for (int w = 0; w < bits.length; w++) {
                long other = random.nextLong();
                long few = bits[w] & other & random.nextLong() & random.nextLong();
                bits[w] =
                        switch (kind) {
                            case 0 -> -1;
                            case 1 -> few;
                            case 2 -> ~few;
                            case 3 -> -1L << random.nextInt(64);
                            case 4 -> w == 4 ? 0 : other >> 63;
                            default -> bits[w];
                        };
            }
            return bits;
        }

        int count() {
            return patches.length;
        }

        void writeInto(VisibilityWriter writer) {
            writer.begin(header[0], header[1], header[2], header[3]);
            for (int i = 0; i < patches.length; i++) {
                if (patches[i]) {
                    writer.patches(numbers[i][0], numbers[i][1], numbers[i][2], bits[i], 1);
                } else {
                    writer.chunk(numbers[i][0], numbers[i][2], bits[i], 1);
                }
            }
        }

        byte[] write(VisibilityWriter writer) {
            writeInto(writer);
            int length = writer.end();
            return Arrays.copyOf(writer.bytes(), length);
        }

        void expect(VisibilityReader reader, int round) {
            assertThat(new int[] {reader.frame(), reader.phase(), reader.map(), reader.bin()})
                    .isEqualTo(header);
            for (int i = 0; i < patches.length; i++) {
                assertThat(reader.next()).isTrue();
                assertThat(reader.isPatches()).isEqualTo(patches[i]);
                assertThat(new int[] {reader.index(), reader.first(), reader.count()})
                        .isEqualTo(numbers[i]);
                long[] wanted = new long[8];
                for (int bit = 0; bit < numbers[i][2]; bit++) {
                    wanted[bit >> 6] |= bits[i][1 + (bit >> 6)] & 1L << bit;
                }
                assertThat(reader.bits()).as("round %d, item %d", round, i).isEqualTo(wanted);
            }
            assertThat(reader.next()).isFalse();
        }

        /** Whether all that a reader finds is as a writer may have written it. */
        static boolean inBounds(VisibilityReader reader) {
            var again = new VisibilityWriter();
            again.begin(reader.frame(), reader.phase(), reader.map(), reader.bin());
            int found = 0;
            while (reader.next()) {
                found++;
                long beyond = 0;
                for (int bit = reader.count(); bit < 512; bit++) {
                    beyond |= reader.bits()[bit >> 6] >>> bit & 1;
                }
                if (beyond != 0 || reader.selected() > reader.count()) {
                    return false;
                }
                if (reader.isPatches()) {
                    again.patches(reader.index(), reader.first(), reader.count(), reader.bits(), 0);
                } else {
                    again.chunk(reader.index(), reader.count(), reader.bits(), 0);
                }
            }
            return found == reader.items();
        }
    }
}
