package dev.azulejo.core.link;

import static dev.azulejo.core.link.RawMessages.bytes;
import static dev.azulejo.core.link.RawMessages.hex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

/** Every byte of every kind of message, by hand; and messages at their bounds. */
class HintMessageTest {
    /** GPU 2 of 4 tells of pieces 9, 10 and 300 in frame 01020304, phase 5, map 0607. */
    static final byte[] MASKS =
            bytes(
                    "417a 01 01 02 04 0300 04030201 0500 0706 09000000 29000000 0000 0000",
                    "0000 0b",
                    "0000 00",
                    "2101 04",
                    "0f8b46a6");

    /** GPU 8 of 9 tells of pieces 0 and 1, with sets; the second without one. */
    static final byte[] DETAILS =
            bytes(
                    "417a 01 01 08 09 0200 ffffffff ffff 0100 00000000 30000000 0200 0000",
                    "0000 0101  0a00 ff02 8001",
                    "0000 0800  0000",
                    "eb1b4232");

    /** GPU 0 of 3 tells what GPUs 1 and 2 did in frame 6. */
    static final byte[] STATISTICS =
            bytes(
                    "417a 01 02 00 03 0200 06000000 0000 0000 01000000 a0000000 0000 0000",
                    "0100000000000000 0200000000000000 0300000000000000 0400000000000000",
                    "0500000000000000 0600000000000000 0700000000000000 0800000000000000",
                    "0807060504030201 0000000000000000 0000000000000000 0000000000000000",
                    "0000000000000000 0000000000000000 0000000000000000 ffffffffffffff7f",
                    "e2f9f862");

    /** GPU 63 of 64 has pretested 1000 pieces and finished 17 tiles in frame 6, phase 1, map 2. */
    static final byte[] ALIVE =
            bytes(
                    "417a 01 03 3f 40 0100 06000000 0100 0200 00000000 30000000 0000 0000",
                    "e803000000000000 1100000000000000",
                    "a97b9559");

    /** The only GPU of its group is done. */
    static final byte[] DONE =
            bytes(
                    "417a 01 04 00 01 0100 07000000 0100 0200 00000000 30000000 0000 0000",
                    "e903000000000000 1200000000000000",
                    "9c36f99e");

    /** GPU 2 of 4 tells what it did of objects 300 and 301 in frame 7, phase 1. */
    static final byte[] OBJECTS =
            bytes(
                    "417a 01 05 02 04 0200 07000000 0100 0000 2c010000 38000000 0000 0000",
                    "01000000 02000000 00000000",
                    "04030201 00000000 04000000",
                    "03607b5a");

    private final byte[] into = new byte[1 << 13];
    private final MessageReader reader = new MessageReader();

    private String written(int length) {
        return hex(Arrays.copyOf(into, length));
    }

    private void read(byte[] message) {
        assertThat(reader.read(message, 0, message.length)).isTrue();
    }

    private void expect(int piece, long mask) {
        assertThat(reader.next()).isTrue();
        assertThat(reader.piece()).isEqualTo(piece);
        assertThat(reader.mask()).isEqualTo(mask);
    }

    @Test
    void theCheckIsCrc32c() {
        // The check value that catalogues of CRCs give.
        assertThat(RawMessages.check("123456789".getBytes(StandardCharsets.US_ASCII), 9))
                .isEqualTo(0xE3069283);
        for (byte[] message : new byte[][] {MASKS, DETAILS, STATISTICS, ALIVE, DONE, OBJECTS}) {
            assertThat(RawMessages.refit(message.clone())).isEqualTo(message);
        }
    }

    @Test
    void masksAreLaidOutAsStated() {
        var writer = new MessageWriter(4, 2);
        writer.address(0x01020304, 5, 0x0607);
        writer.beginHints(into, 0, MASKS.length, HintDetail.OWNERS);
        assertThat(writer.add(9, 0b1011)).isTrue();
        assertThat(writer.add(10, 0)).isTrue();
        assertThat(writer.pieces()).isEqualTo(2);
        assertThat(writer.add(300, 0b0100)).isTrue();
        assertThat(writer.add(301, 1)).as("no room").isFalse();
        assertThat(written(writer.finish())).isEqualTo(hex(MASKS));
    }

    @Test
    void masksAreReadAsStated() {
        read(MASKS);
        assertThat(reader.kind()).isEqualTo(HintMessage.Kind.HINTS);
        assertThat(reader.sender()).isEqualTo(2);
        assertThat(reader.gpus()).isEqualTo(4);
        assertThat(reader.frame()).isEqualTo(0x01020304);
        assertThat(reader.phase()).isEqualTo(5);
        assertThat(reader.map()).isEqualTo(0x0607);
        assertThat(reader.first()).isEqualTo(9);
        assertThat(reader.lastPiece()).isEqualTo(300);
        assertThat(reader.count()).isEqualTo(3);
        assertThat(reader.hasSets()).isFalse();
        for (int round = 0; round < 2; round++) {
            expect(9, 0b1011);
            assertThat(reader.setSize()).isZero();
            assertThat(reader.setWord(0, 0)).isZero();
            expect(10, 0);
            expect(300, 0b0100);
            assertThat(reader.next()).isFalse();
            reader.rewind();
        }
    }

    @Test
    void setsAreLaidOutAsStated() {
        long[] sets = new long[72];
        // Bits beyond the ten primitives are not written.
        sets[0] = 0xF2FF;
        sets[64] = 0x180;
        var writer = new MessageWriter(9, 8);
        writer.address(-1, 0xFFFF, 1);
        writer.beginHints(into, 5, DETAILS.length, HintDetail.SETS);
        into[4] = 77;
        into[5 + DETAILS.length] = 78;
        assertThat(writer.add(0, 1 | 1 << 8, sets, 10)).isTrue();
        assertThat(writer.add(1, 1 << 3, null, 0)).isTrue();
        assertThat(writer.finish()).isEqualTo(DETAILS.length);
        assertThat(hex(Arrays.copyOfRange(into, 5, 5 + DETAILS.length))).isEqualTo(hex(DETAILS));
        assertThat(into[4]).isEqualTo((byte) 77);
        assertThat(into[5 + DETAILS.length]).isEqualTo((byte) 78);
    }

    @Test
    void setsAreReadAsStated() {
        byte[] around = new byte[100];
        System.arraycopy(DETAILS, 0, around, 28, DETAILS.length);
        assertThat(reader.read(around, 28, DETAILS.length)).isTrue();
        assertThat(reader.hasSets()).isTrue();
        expect(0, 0x101);
        assertThat(reader.setSize()).isEqualTo(10);
        assertThat(reader.setWord(0, 0)).isEqualTo(0x2FF);
        assertThat(reader.setWord(8, 0)).isEqualTo(0x180);
        assertThat(reader.setWord(3, 0)).isZero();
        assertThat(reader.setWord(0, 1)).isZero();
        expect(1, 8);
        assertThat(reader.setSize()).isZero();
        assertThat(reader.next()).isFalse();
    }

    @Test
    void statisticsAreLaidOutAndReadAsStated() {
        var writer = new MessageWriter(3, 0);
        writer.address(6, 0, 0);
        long[] values = {
            1, 2, 3, 4, 5, 6, 7, 8, 0x0102030405060708L, 0, 0, 0, 0, 0, 0, Long.MAX_VALUE
        };
        int length = writer.statistics(into, 0, HintMessage.statisticsBytes(2), 1, 2, values);
        assertThat(written(length)).isEqualTo(hex(STATISTICS));
        read(STATISTICS);
        assertThat(reader.kind()).isEqualTo(HintMessage.Kind.STATISTICS);
        assertThat(reader.first()).isEqualTo(1);
        assertThat(reader.count()).isEqualTo(2);
        assertThat(reader.next()).isFalse();
        for (int i = 0; i < values.length; i++) {
            assertThat(reader.statistic(i / 8, Statistic.values()[i % 8])).isEqualTo(values[i]);
        }
    }

    @Test
    void progressIsLaidOutAndReadAsStated() {
        var writer = new MessageWriter(64, 63);
        writer.address(6, 1, 2);
        int room = 48;
        int length = writer.progress(HintMessage.Kind.ALIVE, into, 0, room, 1000, 17);
        assertThat(length).isEqualTo(room);
        assertThat(written(length)).isEqualTo(hex(ALIVE));
        read(ALIVE);
        assertThat(reader.kind()).isEqualTo(HintMessage.Kind.ALIVE);
        assertThat(reader.pretested()).isEqualTo(1000);
        assertThat(reader.tiles()).isEqualTo(17);

        writer = new MessageWriter(1, 0);
        writer.address(7, 1, 2);
        length = writer.progress(HintMessage.Kind.DONE, into, 0, room, 1001, 18);
        assertThat(written(length)).isEqualTo(hex(DONE));
        read(DONE);
        assertThat(reader.kind()).isEqualTo(HintMessage.Kind.DONE);
        assertThat(reader.pretested()).isEqualTo(1001);
        assertThat(reader.tiles()).isEqualTo(18);
    }

    @Test
    void objectsAreLaidOutAndReadAsStated() {
        var writer = new MessageWriter(4, 2);
        writer.address(7, 1, 0);
        int[] values = new int[906];
        System.arraycopy(new int[] {1, 2, 0, 0x01020304, 0, 4}, 0, values, 900, 6);
        int length = writer.objects(into, 0, HintMessage.objectsBytes(2), 300, 2, values);
        assertThat(written(length)).isEqualTo(hex(OBJECTS));
        read(OBJECTS);
        assertThat(reader.kind()).isEqualTo(HintMessage.Kind.OBJECTS);
        assertThat(reader.first()).isEqualTo(300);
        assertThat(reader.count()).isEqualTo(2);
        assertThat(new int[] {reader.rendered(0), reader.leftOut(0), reader.forNothing(0)})
                .containsExactly(1, 2, 0);
        assertThat(new int[] {reader.rendered(1), reader.leftOut(1), reader.forNothing(1)})
                .containsExactly(0x01020304, 0, 4);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 8, 9, 16, 17, 63, 64})
    void hintsComeBackWhateverTheGroup(int gpus) {
        var random = new Random(gpus);
        for (int i = 0; i < 200; i++) {
            byte[] message =
                    RawMessages.randomHints(
                            random, gpus, i % 3 == 0 ? HintDetail.SETS : HintDetail.OWNERS);
            read(message);
            assertThat(RawMessages.again(reader)).isEqualTo(message);
        }
    }

    @Test
    void sixtyFourGpusAreAllTold() {
        var writer = new MessageWriter(64, 0);
        writer.beginHints(into, 0, into.length, HintDetail.OWNERS);
        long[] masks = {-1L, 1L << 63, 1, 0, Long.MAX_VALUE};
        for (int p = 0; p < masks.length; p++) {
            assertThat(writer.add(p, masks[p])).isTrue();
        }
        assertThat(reader.read(into, 0, writer.finish())).isTrue();
        for (int p = 0; p < masks.length; p++) {
            expect(p, masks[p]);
        }
    }

    @Test
    void aSetMayHave512Primitives() {
        var writer = new MessageWriter(64, 0);
        long[] sets = new Random(5).longs(64 * 8).toArray();
        for (int size : new int[] {1, 7, 8, 9, 63, 64, 65, 511, 512}) {
            writer.beginHints(
                    into, 0, HintMessage.hintBytes(1, 64, HintDetail.SETS), HintDetail.SETS);
            assertThat(writer.add(0, -1L, sets, size)).isTrue();
            assertThat(reader.read(into, 0, writer.finish())).isTrue();
            assertThat(reader.next()).isTrue();
            for (int gpu = 0; gpu < 64; gpu++) {
                for (int p = 0; p < 512; p++) {
                    boolean told = (reader.setWord(gpu, p >> 6) >>> p & 1) != 0;
                    boolean said = (sets[8 * gpu + (p >> 6)] >>> p & 1) != 0;
                    assertThat(told).as("%d of %d", p, size).isEqualTo(p < size && said);
                }
            }
        }
    }

    @Test
    void aMessageMayHaveNoPieces() {
        var writer = new MessageWriter(1, 0);
        writer.beginHints(into, 0, HintMessage.hintBytes(0, 1, HintDetail.SETS), HintDetail.SETS);
        assertThat(writer.add(0, 0, null, 0)).as("no room").isFalse();
        int length = writer.finish();
        assertThat(length).isEqualTo(32);
        assertThat(reader.read(into, 0, length)).isTrue();
        assertThat(reader.count()).isZero();
        assertThat(reader.lastPiece()).isEqualTo(-1);
        assertThat(reader.next()).isFalse();
    }

    @Test
    void aMessageMayHave65535PiecesAndNoMore() {
        var writer = new MessageWriter(1, 0);
        byte[] large = new byte[HintMessage.hintBytes(0x10000, 1, HintDetail.OWNERS)];
        writer.beginHints(large, 0, large.length, HintDetail.OWNERS);
        for (int p = 0; p < 0xFFFF; p++) {
            assertThat(writer.add(p, p & 1)).isTrue();
        }
        assertThat(writer.add(0xFFFF, 1)).isFalse();
        int length = writer.finish();
        assertThat(length).isEqualTo(HintMessage.hintBytes(0xFFFF, 1, HintDetail.OWNERS));
        assertThat(reader.read(large, 0, length)).isTrue();
        assertThat(reader.count()).isEqualTo(0xFFFF);
        assertThat(reader.lastPiece()).isEqualTo(0xFFFE);
        for (int p = 0; p < 0xFFFF; p++) {
            expect(p, p & 1);
        }
    }

    @Test
    void piecesAscendInStepsThatFit() {
        var writer = new MessageWriter(2, 1);
        writer.beginHints(into, 0, into.length, HintDetail.OWNERS);
        int last = Integer.MAX_VALUE - 1 - 0x10000;
        assertThat(writer.add(last, 1)).isTrue();
        assertThat(writer.add(last, 1)).as("twice").isFalse();
        assertThat(writer.add(last - 1, 1)).as("back").isFalse();
        assertThat(writer.add(last + 0x10001, 1)).as("too far").isFalse();
        assertThat(writer.add(last + 0x10000, 2)).isTrue();
        assertThat(writer.add(Integer.MAX_VALUE, 3)).isTrue();
        assertThat(reader.read(into, 0, writer.finish())).isTrue();
        expect(last, 1);
        expect(last + 0x10000, 2);
        expect(Integer.MAX_VALUE, 3);
    }

    @Test
    void sizesAreStated() {
        assertThat(HintMessage.hintBytes(10, 8, HintDetail.OWNERS)).isEqualTo(32 + 10 * 3);
        assertThat(HintMessage.hintBytes(10, 9, HintDetail.OWNERS)).isEqualTo(32 + 10 * 4);
        assertThat(HintMessage.hintBytes(10, 64, HintDetail.SETS))
                .isEqualTo(32 + 10 * (10 + 2 + 64 * 64));
        assertThat(HintMessage.statisticsBytes(64)).isEqualTo(32 + 64 * 64);
        assertThat(HintMessage.objectsBytes(3)).isEqualTo(32 + 36);
        assertThat(HintMessage.all(1)).isEqualTo(1);
        assertThat(HintMessage.all(63)).isEqualTo(Long.MAX_VALUE);
        assertThat(HintMessage.all(64)).isEqualTo(-1L);
    }

    @Test
    void mistakesAreNamed() {
        assertThatThrownBy(() -> new MessageWriter(65, 0)).hasMessageContaining("gpus=65");
        assertThatThrownBy(() -> new MessageWriter(0, 0)).hasMessageContaining("gpus=0");
        assertThatThrownBy(() -> new MessageWriter(4, 4)).hasMessageContaining("gpu=4");
        assertThatThrownBy(() -> new MessageWriter(4, -1)).hasMessageContaining("gpu=-1");
        var writer = new MessageWriter(4, 3);
        assertThatThrownBy(() -> writer.address(1, 0x10000, 0)).hasMessageContaining("phase=65536");
        assertThatThrownBy(() -> writer.address(1, 0, -1)).hasMessageContaining("map=-1");
        assertThatThrownBy(() -> writer.beginHints(into, 0, 31, HintDetail.OWNERS))
                .hasMessageContaining("32 are needed");
        assertThatThrownBy(() -> writer.beginHints(into, into.length - 31, 32, HintDetail.OWNERS))
                .hasMessageContaining("offset=");
        writer.beginHints(into, 0, into.length, HintDetail.SETS);
        assertThatThrownBy(() -> writer.add(0, 16, null, 0)).hasMessageContaining("10 names");
        assertThatThrownBy(() -> writer.add(-1, 0)).hasMessageContaining("piece=-1");
        assertThatThrownBy(() -> writer.add(0, 1, null, 513)).hasMessageContaining("513");
        assertThatThrownBy(() -> writer.statistics(into, 0, into.length, 3, 2, new long[14]))
                .hasMessageContaining("first=3");
        assertThatThrownBy(() -> writer.objects(into, 0, into.length, -1, 1, new int[3]))
                .hasMessageContaining("first=-1");
        assertThatThrownBy(() -> writer.objects(into, 0, into.length, 0, 65536, new int[3]))
                .hasMessageContaining("number=65536");
        long[] below = {0, 0, 0, -1, 0, 0, 0};
        assertThatThrownBy(() -> writer.statistics(into, 0, into.length, 3, 1, below))
                .hasMessageContaining("-1 is below 0");
        assertThatThrownBy(
                        () -> writer.progress(HintMessage.Kind.HINTS, into, 0, into.length, 0, 0))
                .hasMessageContaining("HINTS");
    }
}
