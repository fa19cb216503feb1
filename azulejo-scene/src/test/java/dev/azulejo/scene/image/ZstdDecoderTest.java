package dev.azulejo.scene.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Frames are of the command {@code zstd} 1.5.4, of bytes that {@link #copies} knows, or, where it
 * makes none of a kind, put together here by RFC 8878.
 */
class ZstdDecoderTest {
    /** Begins a frame with a window of 1 MB, without a size and without a checksum. */
    private static final String FRAME = "28B52FFD 00 50 ";

    /**
     * A frame of the command.
     *
     * @param name of its file
     * @param length of what it was made of, see {@link #copies}
     * @param kinds likewise
     * @param seed likewise
     */
    private record Fixture(String name, int length, int kinds, int seed) {
        byte[] frame() throws IOException {
            return Ktx2DecoderTest.resource("zstd-%s.zst".formatted(name));
        }

        byte[] plain() {
            return copies(length, kinds, seed);
        }
    }

    /** What is in them was counted when they were made. */
    static List<Fixture> fixtures() {
        return List.of(
                // -19: all six ways to come back to an offset, usual tables and one of a single
                // code, weights as they are
                new Fixture("repeats", 307, 3, 1),
                // -19: coded weights, tables of its own but for lengths of matches
                new Fixture("tables", 391, 15, 13),
                // -19 --target-compressed-block-size=200: a second block with the first one's
                // Huffman codes and all its tables
                new Fixture("again", 811, 25, 73),
                // -19: four streams, an odd number of weights
                new Fixture("four", 1350, 2, 150),
                // -3: more than 127 sequences, three tables of its own, literals as they are
                new Fixture("many", 1700, 2, 200),
                // -19: many weights, four streams
                new Fixture("wide", 1400, 60, 7),
                // --fast=3 --compress-literals: codes of less than a state, 14 bits a length
                new Fixture("rare", 26000, 2, 40));
    }

    /** Bytes that were there already, some of them changed, and new ones between. */
    static byte[] copies(int length, int kinds, int seed) {
        var random = new Random(seed);
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; ) {
            int from = i - 1 - random.nextInt(Math.max(1, Math.min(i, kinds)));
            int copied = from < 0 ? 0 : random.nextInt(40);
            for (int k = 0; k < copied && i < length; k++) {
                boolean changed = random.nextInt(12) == 0;
                bytes[i++] = changed ? (byte) random.nextInt(kinds) : bytes[from + k];
            }
            for (int k = random.nextInt(4); k >= 0 && i < length; k--) {
                bytes[i++] = (byte) random.nextInt(kinds);
            }
        }
        return bytes;
    }

    private static byte[] decode(byte[] frames, int length) throws ImageFormatException {
        return ZstdDecoder.decode(frames, 0, frames.length, length, () -> {});
    }

    private static byte[] joined(byte[]... parts) {
        var all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits.replace(" ", ""));
    }

    /** A block as it stands in a frame, the last one. */
    private static byte[] block(int kind, int size, byte[]... content) {
        int head = 1 | kind << 1 | size << 3;
        byte[] bytes = {(byte) head, (byte) (head >> 8), (byte) (head >> 16)};
        return joined(bytes, joined(content));
    }

    /** A frame of a block that is no more than its literals and sequences. */
    private static byte[] compressed(byte[]... content) {
        byte[] all = joined(content);
        return joined(hex(FRAME), block(2, all.length, all));
    }

    /** Bits in the order in which they are read, as a stream that is read from its end. */
    private static byte[] stream(String bits) {
        byte[] bytes = new BigInteger("1" + bits.replace(" ", ""), 2).toByteArray();
        int sign = bytes[0] == 0 ? 1 : 0;
        byte[] stream = new byte[bytes.length - sign];
        for (int i = 0; i < stream.length; i++) {
            stream[i] = bytes[bytes.length - 1 - i];
        }
        return stream;
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void framesComeOutAsTheyWentIn(Fixture fixture) throws Exception {
        byte[] frame = fixture.frame();
        assertThat(decode(frame, fixture.length)).isEqualTo(fixture.plain());
        // Amid other bytes
        byte[] file = joined(new byte[7], frame, new byte[] {1, 2, 3});
        assertThat(ZstdDecoder.decode(file, 7, frame.length, fixture.length, () -> {}))
                .isEqualTo(fixture.plain());
    }

    /** All have checksums: whatever is changed, nothing else comes out than what went in. */
    @ParameterizedTest
    @MethodSource("fixtures")
    void damagedFramesAreRefused(Fixture fixture) throws Exception {
        byte[] frame = fixture.frame();
        byte[] plain = fixture.plain();
        int step = Math.max(1, frame.length / 500);
        for (int at = 0; at < frame.length; at += step) {
            assertRefused(Arrays.copyOf(frame, at), fixture);
            for (int change : new int[] {1, 2, 4, 8, 16, 32, 64, 128, 255}) {
                byte[] damaged = frame.clone();
                damaged[at] ^= (byte) change;
                try {
                    assertThat(decode(damaged, plain.length)).isEqualTo(plain);
                } catch (ImageFormatException e) {
                    assertThat(e.getMessage()).startsWith("KTX2 ").doesNotContain("\n");
                }
            }
        }
    }

    private static void assertRefused(byte[] frame, Fixture fixture) {
        assertThatThrownBy(() -> decode(frame, fixture.length))
                .isInstanceOf(ImageFormatException.class)
                .hasMessageStartingWith("KTX2 is corrupt: ");
    }

    @Test
    void otherLengthsAreRefused() throws Exception {
        for (var fixture : fixtures()) {
            for (int length : new int[] {0, fixture.length - 1, fixture.length + 1}) {
                assertThatThrownBy(() -> decode(fixture.frame(), length))
                        .isInstanceOf(ImageFormatException.class)
                        .hasMessage("KTX2 is corrupt: %d bytes expected in a level", length);
            }
        }
    }

    /** Of {@code zstd -5} as it reads a pipe: no size, and two blocks of the same byte. */
    @Test
    void aStreamHasAWindowAndNoSize() throws Exception {
        byte[] frame = Ktx2DecoderTest.resource("zstd-zeros.zst");
        assertThat(decode(frame, 300_000)).containsOnly(0);
        for (int length : new int[] {1, 131_071, 200_000, 299_999, 300_001}) {
            assertThatThrownBy(() -> decode(frame, length))
                    .hasMessage("KTX2 is corrupt: %d bytes expected in a level", length);
        }
    }

    @Test
    void framesFollowEachOther() throws Exception {
        var one = fixtures().get(0);
        var other = fixtures().get(1);
        byte[] frames =
                joined(
                        hex("502A4D18 00000000"),
                        one.frame(),
                        hex("5F2A4D18 03000000 28B52F"),
                        other.frame());
        assertThat(decode(frames, one.length + other.length))
                .isEqualTo(joined(one.plain(), other.plain()));
        byte[] third = compressed(hex("40 6162636465666768 01 54 08 01 00 03"));
        assertThat(decode(joined(frames, third), one.length + other.length + 11))
                .endsWith("abcdefghabc".getBytes(StandardCharsets.ISO_8859_1));
    }

    /** What a frame was decoded with, and what came out, is none of the next one's. */
    @ParameterizedTest
    @CsvSource({
        "23 40 00 01 00, 'Huffman codes to be used again, but none before'",
        "08 61 01 FC 01, 'a Zstandard table to be used again, but none before'",
        "08 61 01 54 01 02 00 05, a Zstandard match before the frame"
    })
    void framesAreDecodedEachForItself(String block, String why) throws Exception {
        var one = fixtures().get(0);
        byte[] frames = joined(one.frame(), compressed(hex(block)));
        assertThatThrownBy(() -> decode(frames, one.length + 4))
                .isInstanceOf(ImageFormatException.class)
                .hasMessage("KTX2 is corrupt: " + why);
    }

    @ParameterizedTest
    @CsvSource({
        "010000, ''",
        "190000 616263, abc",
        "2B0000 61, aaaaa",
        "180000 616263 2B0000 64, abcddddd",
        "180000 616263 000000 020000 62 2B0000 64, abcddddd"
    })
    void blocksOfBytesAreRead(String blocks, String text) throws Exception {
        assertRead(hex(FRAME + blocks), text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "20 03",
                "E0 0300000000000000",
                "A0 03000000",
                "80 58 03000000",
                "03 50 00000000",
                "10 50"
            })
    void headersAreRead(String header) throws Exception {
        assertRead(hex("28B52FFD" + header + "190000 616263"), "abc");
    }

    /** Literals of each form, then sequences whose codes are always the same. */
    @ParameterizedTest
    @CsvSource({
        "18 616263 00, abc",
        "3400 616263 00, abc",
        "3C0000 616263 00, abc",
        "29 61 00, aaaaa",
        "5500 61 00, aaaaa",
        "5D0000 61 00, aaaaa",
        "18 616263 8000, abc",
        // Three literals, and three bytes of the last one
        "18 616263 01 54 03 00 00 01, abcccc",
        "20 61626364 01 54 02 00 00 01, abbbbcd",
        // From two bytes back, 3 + 2 in three bits
        "18 616263 01 54 03 02 00 05, abcbcb",
        "18 616263 8001 54 03 02 00 05, abcbcb",
        // From as far back as a frame begins with: one byte, four, eight
        "40 6162636465666768 01 54 08 00 00 01, abcdefghhhh",
        "40 6162636465666768 01 54 08 01 00 02, abcdefghefg",
        "40 6162636465666768 01 54 08 01 00 03, abcdefghabc"
    })
    void blocksAreLiteralsAndSequences(String block, String text) throws Exception {
        assertRead(compressed(hex(block)), text);
    }

    private static void assertRead(byte[] frame, String text) throws ImageFormatException {
        byte[] expected = text.getBytes(StandardCharsets.ISO_8859_1);
        assertThat(decode(frame, expected.length)).isEqualTo(expected);
        for (int length = 1; length < frame.length; length++) {
            byte[] part = Arrays.copyOf(frame, length);
            assertThatThrownBy(() -> decode(part, expected.length))
                    .isInstanceOf(ImageFormatException.class);
        }
    }

    /** The example of RFC 8878, 4.2.1. */
    @Test
    void weightsMakeCodes() throws Exception {
        byte[] literals = stream("1 01 001 0001 0000");
        assertRead(compressed(hex("52 80 01 84 43 20 10"), literals, hex("00")), "\0\1\2\5\4");
        assertRefused(
                compressed(hex("52 80 01 84 43 20 10"), stream("1 01 001 0001 0000 1"), hex("00")),
                5,
                "a Zstandard stream of another length than its bytes");
        var codes = ZstdHuffman.read(new ZstdInput(hex("84 43 20 10"), 0, 4));
        byte[] out = new byte[7];
        codes.decode(joined(new byte[8], literals), 8, 10, out, 1, 6);
        assertThat(out).containsExactly(0, 0, 1, 2, 5, 4, 0);
    }

    /** Two codes of 16 states each: one bit a weight, and two weights without one at the end. */
    @Test
    void weightsAreAtMost255() throws Exception {
        for (int fewer : new int[] {1, 252, 253}) {
            var in = weights(fewer);
            assertThatThrownBy(() -> ZstdHuffman.read(in))
                    .hasMessage("KTX2 is corrupt: no Huffman codes of 0 shares");
        }
        for (int more = 254; more < 258; more++) {
            var in = weights(more);
            assertThatThrownBy(() -> ZstdHuffman.read(in))
                    .hasMessage("KTX2 is corrupt: more Huffman codes than bytes");
        }
    }

    private static ZstdInput weights(int bits) {
        byte[] stream = stream("0".repeat(10 + bits));
        byte[] all =
                joined(new byte[8], new byte[] {(byte) (2 + stream.length)}, hex("10 3F"), stream);
        return new ZstdInput(all, 8, all.length - 8);
    }

    /** 18 bits a length, which take more literals than a small fixture has. */
    @Test
    void literalsMayBeMany() throws Exception {
        byte[] plain = new byte[20_000];
        var streams = new byte[4][];
        for (int i = 0; i < 4; i++) {
            var bits = new StringBuilder();
            for (int k = 5000 * i; k < 5000 * (i + 1); k++) {
                plain[k] = (byte) (k * k >> 5 & 1);
                bits.append(plain[k]);
            }
            streams[i] = stream(bits.toString());
            assertThat(streams[i]).hasSize(626);
        }
        long head = 2 | 3 << 2 | 20_000 << 4 | (8L + 4 * 626) << 22;
        byte[] literals = new byte[5];
        for (int i = 0; i < 5; i++) {
            literals[i] = (byte) (head >> 8 * i);
        }
        byte[] lengths = hex("7202 7202 7202");
        byte[] block = joined(literals, hex("80 10"), lengths, joined(streams), hex("00"));
        assertThat(decode(compressed(block), plain.length)).isEqualTo(plain);
    }

    /** More than 32511 take three bytes; these take turns at four bytes back and at one. */
    private static byte[] manySequences() {
        byte[] sequences = hex("00 FF0000 54 00 00 00 01");
        return joined(hex(FRAME + "200000 61626364"), block(2, sequences.length, sequences));
    }

    @Test
    void sequencesMayBeMany() throws Exception {
        byte[] plain = new byte[4 + 3 * 0x7F00];
        for (int i = 0; i < plain.length; i++) {
            int back = (i - 4) / 3 % 2 == 0 ? 4 : 1;
            plain[i] = (byte) (i < 4 ? 'a' + i : plain[i - back]);
        }
        assertThat(decode(manySequences(), plain.length)).isEqualTo(plain);
    }

    /** Lengths and an offset of 15 more bits each. */
    @Test
    void numbersMayBeLarge() throws Exception {
        String numbers = Integer.toBinaryString(1 << 15 | 33_002 + 3 - 32_768).substring(1);
        numbers += Integer.toBinaryString(1 << 15 | 40_000 - 32_771).substring(1);
        numbers += Integer.toBinaryString(1 << 15 | 33_000 - 32_768).substring(1);
        byte[] block = joined(hex("0DC409 78 01 54 22 0F 33"), stream(numbers));
        byte[] frame = joined(hex(FRAME + "180000 616263"), block(2, block.length, block));
        String match = "bc" + "x".repeat(33_000) + "bc";
        String text =
                "abc" + "x".repeat(33_000) + match + "x".repeat(40_000 - match.length() + 7000);
        assertThat(new String(decode(frame, 80_003), StandardCharsets.ISO_8859_1)).isEqualTo(text);
    }

    /** After 47 more bits of three numbers, 17 say what is next: all states change at once. */
    @Test
    void statesFollowLargeNumbers() throws Exception {
        String states = "111100 11010 111010";
        String numbers = "0000000001000101 000000000000101 0000000001000000";
        String next = "000000 000000 00011 000000000001011";
        byte[] block = joined(hex("0D0410 78 02 00"), stream(states + numbers + next));
        byte[] frame = joined(hex(FRAME + "180000 616263"), block(2, block.length, block));
        String text = "abc" + "x".repeat(65_600) + "bc" + "x".repeat(32_774) + "bcx";
        assertThat(new String(decode(frame, text.length()), StandardCharsets.ISO_8859_1))
                .isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "28B52FFC, fc2fb528 begins no Zstandard frame",
        "28B52FFD 00, a Zstandard frame is cut off",
        "28B52FFD 08 50 190000 616263, a Zstandard frame of an unknown kind",
        "502A4D18 FFFFFFFF 00, a Zstandard frame is cut off",
        "28B52FFD 20 04 190000 616263, 3 bytes expected in a level",
        "28B52FFD 20 02 190000 616263, 3 bytes expected in a level",
        "28B52FFD E0 0300000000000080 190000 616263, 3 bytes expected in a level",
        "28B52FFD 04 50 190000 616263 00000000, a Zstandard frame has another checksum",
        "28B52FFD 00 50 1F0000 616263, a Zstandard block of an unknown kind"
    })
    void framesAreRefused(String frame, String why) {
        assertRefused(hex(frame), 3, why);
    }

    /** What they would become is no question. */
    @ParameterizedTest
    @CsvSource({
        // Literals
        "28 616263 00, a Zstandard frame is cut off",
        "23 40 00 01 00, 'Huffman codes to be used again, but none before'",
        "22 C0 00 80 00 01 00, no Huffman codes of 0 shares",
        "22 C0 00 81 31 01 00, no Huffman codes of 5 shares",
        "22 C0 00 80 C0 01 00, no Huffman codes of 2048 shares",
        "22 80 01 04 F0 03 01 04 01 00, more Huffman codes than bytes",
        "56 80 02 84 43 20 10 000000000000 00, 5 literals in 4 streams",
        "52 80 01 84 43 20 10 0100 00, a Zstandard stream without an end",
        "62 40 01 84 43 20 10 01 00, a Zstandard stream ends too early",
        // Sequences
        "18 616263 01 01, Zstandard sequences of an unknown kind",
        "18 616263 01 54 24 00 00 01, a Zstandard code of 36",
        "18 616263 01 54 03 20 00 01, a Zstandard code of 32",
        "18 616263 01 54 03 00 35 01, a Zstandard code of 53",
        "18 616263 01 FC 01, 'a Zstandard table to be used again, but none before'",
        "18 616263 01 80 05 01, a Zstandard table of 2^10 states",
        "18 616263 01 20 04 01, a Zstandard table of 2^9 states",
        "18 616263 01 80 10FEFFFFFFFFFF 01, a Zstandard table of too many codes",
        "18 616263 01 54 03 00 01, a Zstandard stream without an end",
        "18 616263 01 54 03 00 00 00, a Zstandard stream without an end",
        "18 616263 01 00 01, a Zstandard stream ends too early",
        "18 616263 00 00, a Zstandard block longer than what is in it",
        "18 616263 01 54 03 00 00 02, Zstandard sequences of another length than their bytes",
        "18 616263 01 54 04 00 00 01, a Zstandard block has too few literals",
        "18 616263 01 54 03 02 00 07, a Zstandard match before the frame",
        "18 616263 01 54 03 1F 00 00000080, a Zstandard match before the frame",
        "00 01 54 00 01 00 03, a Zstandard match of itself"
    })
    void blocksAreRefused(String block, String why) {
        assertRefused(compressed(hex(block)), 100, why);
    }

    private static void assertRefused(byte[] frame, int length, String why) {
        assertThatThrownBy(() -> decode(frame, length))
                .isInstanceOf(ImageFormatException.class)
                .hasMessage("KTX2 is corrupt: " + why);
    }

    @Test
    void blocksAreBounded() throws Exception {
        assertThat(decode(joined(hex(FRAME), block(1, 1 << 17, hex("61"))), 1 << 17))
                .containsOnly('a');
        assertRefused(
                joined(hex(FRAME), block(1, (1 << 17) + 1, hex("61"))),
                200_000,
                "a Zstandard block of more than 131072 bytes");
        // Literals, and what sequences make of them
        assertRefused(
                compressed(hex("1D0020 61 00")),
                200_000,
                "a Zstandard block of more than 131072 bytes");
        assertRefused(
                compressed(hex("1D0010 61 02 54 01 00 34"), stream("0".repeat(32))),
                200_000,
                "a Zstandard block of more than 131072 bytes");
    }

    @Test
    void dictionariesAreNotSupported() {
        assertThatThrownBy(() -> decode(hex("28B52FFD 01 50 07 190000 616263"), 3))
                .isInstanceOf(ImageFormatException.class)
                .hasMessage("KTX2 with Zstandard's dictionary 7 is not supported");
        assertThatThrownBy(() -> decode(hex("28B52FFD 03 50 000000FF 190000 616263"), 3))
                .hasMessage("KTX2 with Zstandard's dictionary 4278190080 is not supported");
    }

    /** 32 codes have a state each, the last one the first: a share of less than one is a 0. */
    @Test
    void codesMayHaveLessThanAState() throws Exception {
        var in = new ZstdInput(new byte[20], 0, 20);
        long[] table = ZstdCodes.MATCH_LENGTHS.described(in);
        // 4 bits, then of 33 to 2 numbers the one that takes the fewest
        assertThat(in.at).isEqualTo((4 + 3 * 5 + 16 * 4 + 8 * 3 + 4 * 2 + 1 + 7) / 8);
        assertThat(ZstdCodes.log(table)).isEqualTo(5);
        for (int state = 0; state < 32; state++) {
            assertThat(table[state]).isEqualTo((3L + 31 - state) << 32 | 5 << 8);
        }
    }

    /** RFC 8878, appendix A. */
    @Test
    void usualTablesAreThoseOfTheStandard() throws Exception {
        var none = new ZstdInput(new byte[0], 0, 0);
        long[] lengths = ZstdCodes.LITERAL_LENGTHS.table(none, 0, null);
        assertThat(lengths).hasSize(64);
        assertThat(Arrays.copyOf(lengths, 5))
                .containsExactly(
                        4 << 8,
                        16 << 16 | 4 << 8,
                        1L << 32 | 32 << 16 | 5 << 8,
                        3L << 32 | 5 << 8,
                        4L << 32 | 5 << 8);
        assertThat(ZstdCodes.OFFSETS.table(none, 0, null)).hasSize(32);
        assertThat(ZstdCodes.MATCH_LENGTHS.table(none, 0, null)).hasSize(64);
    }

    @Test
    void bitsAreReadFromTheEnd() throws Exception {
        byte[] data = joined(new byte[8], hex("FF 00 A5 13"));
        long top = ZstdInput.top(data, 9, 12);
        assertThat(top).isEqualTo(8 * 11 + 4);
        assertThat(ZstdInput.below(data, top, 72) >>> 64 - 20).isEqualTo(0x3A500);
        assertThat(ZstdInput.below(data, 72, 72) >>> 64 - 8).isEqualTo(0xFF);
        assertThatThrownBy(() -> ZstdInput.below(data, 71, 72))
                .hasMessage("KTX2 is corrupt: a Zstandard stream ends too early");
    }

    /** Known values of the hash. */
    @Test
    void hashesAreThoseOfXxh64() {
        assertThat(Xxh64.of(new byte[5], 5, 5)).isEqualTo(0xEF46DB3751D8E999L);
        assertThat(Xxh64.of(hex("00616263"), 1, 4)).isEqualTo(0x44BC2CF5AD770999L);
    }

    @Test
    void looksAreMadeAtEachBlockAndWithin() throws Exception {
        var looks = new AtomicInteger();
        byte[] zeros = Ktx2DecoderTest.resource("zstd-zeros.zst");
        ZstdDecoder.decode(zeros, 0, zeros.length, 300_000, looks::incrementAndGet);
        assertThat(looks.getAndSet(0)).isGreaterThanOrEqualTo(3);
        byte[] many = manySequences();
        ZstdDecoder.decode(many, 0, many.length, 4 + 3 * 0x7F00, looks::incrementAndGet);
        int all = looks.getAndSet(0);
        assertThat(all).isGreaterThan(7);
        for (int most = 1; most <= all; most++) {
            int last = most;
            assertThatThrownBy(
                            () ->
                                    ZstdDecoder.decode(
                                            many,
                                            0,
                                            many.length,
                                            4 + 3 * 0x7F00,
                                            () -> {
                                                if (looks.incrementAndGet() == last) {
                                                    throw new CancellationException("enough");
                                                }
                                            }))
                    .isInstanceOf(CancellationException.class);
            assertThat(looks.getAndSet(0)).isEqualTo(most);
        }
    }
}
