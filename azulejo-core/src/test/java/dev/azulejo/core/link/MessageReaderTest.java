package dev.azulejo.core.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;

/** What is damaged, or says what it may not, is refused: without an exception, whatever it is. */
class MessageReaderTest {
    private final MessageReader reader = new MessageReader();

    static Stream<byte[]> messages() {
        var random = new Random(31);
        return Stream.of(
                HintMessageTest.MASKS,
                HintMessageTest.DETAILS,
                HintMessageTest.STATISTICS,
                HintMessageTest.ALIVE,
                HintMessageTest.DONE,
                HintMessageTest.OBJECTS,
                RawMessages.randomHints(random, 64, HintDetail.OWNERS),
                RawMessages.randomHints(random, 5, HintDetail.SETS));
    }

    private boolean reads(byte[] message) {
        boolean reads = reader.read(message, 0, message.length);
        assertThat(reader.kind() != null).isEqualTo(reads);
        if (!reads) {
            assertThat(reader.next()).isFalse();
        }
        return reads;
    }

    @ParameterizedTest
    @MethodSource("messages")
    void everyChangeOfOneByteIsNoticed(byte[] message) {
        byte[] changed = message.clone();
        for (int at = 0; at < message.length; at++) {
            // Of long messages, each bit alone.
            for (int change = 1; change < 256; change += message.length > 300 ? change : 1) {
                changed[at] = (byte) (message[at] ^ change);
                assertThat(reads(changed)).as("byte %d ^ %d", at, change).isFalse();
            }
            changed[at] = message[at];
        }
        assertThat(reads(changed)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("messages")
    void aMessageThatIsCutOffOrTooLongIsNoticed(byte[] message) {
        for (int length = 0; length < message.length; length++) {
            assertThat(reads(Arrays.copyOf(message, length))).as("%d", length).isFalse();
            assertThat(reader.read(message, 0, length)).isFalse();
        }
        assertThat(reads(Arrays.copyOf(message, message.length + 1))).isFalse();
        byte[] twice = Arrays.copyOf(message, 2 * message.length);
        System.arraycopy(message, 0, twice, message.length, message.length);
        assertThat(reads(twice)).isFalse();
        assertThat(reader.read(twice, message.length, message.length)).isTrue();
    }

    @Test
    void rangesOutsideTheArrayAreRefused() {
        byte[] message = HintMessageTest.MASKS;
        int length = message.length;
        assertThat(reader.read(message, -1, length)).isFalse();
        assertThat(reader.read(message, 1, length)).isFalse();
        assertThat(reader.read(message, Integer.MAX_VALUE, length)).isFalse();
        assertThat(reader.read(message, 0, Integer.MAX_VALUE)).isFalse();
        assertThat(reader.read(message, 0, -1)).isFalse();
        assertThat(reader.read(new byte[0], 0, 0)).isFalse();
    }

    /** Hex is written at a place of a good message, and its check is made right again. */
    @ParameterizedTest
    @CsvSource({
        "MASKS, 0, 427a, magic",
        "MASKS, 1, 7b, magic",
        "MASKS, 2, 00, version",
        "MASKS, 2, 02, version",
        "MASKS, 3, 00, kind",
        "MASKS, 3, 02, kind",
        "MASKS, 3, 05, kind",
        "MASKS, 3, ff, kind",
        "MASKS, 4, 04, sender beyond the group",
        "MASKS, 4, ff, sender beyond the group",
        "MASKS, 4, 0000, no GPUs",
        "MASKS, 5, 41, 65 GPUs",
        "MASKS, 5, 03, a GPU beyond the group",
        "MASKS, 6, 0200, a piece too few",
        "MASKS, 6, 0400, a piece too many",
        "MASKS, 6, ffff, pieces too many",
        "MASKS, 16, 000000ff, first piece below 0",
        "MASKS, 16, ffffff7f, pieces beyond the last number",
        "MASKS, 20, 28, length",
        "MASKS, 20, 2a, length",
        "MASKS, 20, 29000080, length",
        "MASKS, 24, 0100, flag",
        "MASKS, 24, 0200, sets are missing",
        "MASKS, 24, 0400, flag",
        "MASKS, 24, 0080, flag",
        "MASKS, 26, 01, not zero",
        "MASKS, 27, 01, not zero",
        "MASKS, 28, 01, pieces before the first",
        "MASKS, 30, 10, a GPU beyond the group",
        "MASKS, 30, 8b, a GPU beyond the group",
        "DETAILS, 31, 03, a GPU beyond the group",
        "DETAILS, 24, 00, no sets",
        "DETAILS, 24, 03, flag",
        "DETAILS, 32, 0102, 513 primitives",
        "DETAILS, 32, 0900, a bit beyond the primitives",
        "DETAILS, 32, ffff, primitives",
        "DETAILS, 32, 1100, the sets are too short",
        "DETAILS, 35, 06, a bit beyond the primitives",
        "DETAILS, 37, 05, a bit beyond the primitives of the second set",
        "DETAILS, 42, 0100, a set is missing",
        "STATISTICS, 6, 0100, a GPU too few",
        "STATISTICS, 6, 0300, a GPU too many",
        "STATISTICS, 16, 02000000, beyond the group",
        "STATISTICS, 16, ffffffff, below the group",
        "STATISTICS, 24, 01, flag",
        "STATISTICS, 35, 80, a number below 0",
        "STATISTICS, 139, ff, a number below 0",
        "STATISTICS, 3, 03, kind",
        "ALIVE, 6, 0000, count",
        "ALIVE, 6, 0200, count",
        "ALIVE, 16, 01, first",
        "ALIVE, 24, 02, flag",
        "ALIVE, 35, 80, a number below 0",
        "ALIVE, 43, 80, a number below 0",
        "ALIVE, 3, 02, kind",
        "DONE, 4, 01, sender beyond the group",
        "DONE, 3, 05, kind",
        "OBJECTS, 6, 0100, an object too few",
        "OBJECTS, 6, 0300, an object too many",
        "OBJECTS, 16, feffff7f, objects beyond the last number",
        "OBJECTS, 16, ffffffff, first below 0",
        "OBJECTS, 24, 01, flag",
        "OBJECTS, 3, 02, kind",
        "OBJECTS, 3, 06, kind"
    })
    void whatMayNotBeSaidIsRefused(String which, int at, String hex, String why) {
        byte[] good =
                switch (which) {
                    case "MASKS" -> HintMessageTest.MASKS;
                    case "DETAILS" -> HintMessageTest.DETAILS;
                    case "STATISTICS" -> HintMessageTest.STATISTICS;
                    case "ALIVE" -> HintMessageTest.ALIVE;
                    case "DONE" -> HintMessageTest.DONE;
                    default -> HintMessageTest.OBJECTS;
                };
        byte[] change = RawMessages.bytes(hex);
        byte[] message = good.clone();
        System.arraycopy(change, 0, message, at, change.length);
        assertThat(message).isNotEqualTo(good);
        assertThat(reads(RawMessages.refit(message))).as(why).isFalse();
        assertThat(reads(good)).isTrue();
    }

    @Test
    void noiseIsRefused() {
        var random = new Random(17);
        for (int i = 0; i < 30_000; i++) {
            byte[] noise = new byte[random.nextInt(200)];
            random.nextBytes(noise);
            if (noise.length >= 32 && i % 2 == 0) {
                // As far as noise can go: a header that looks right.
                System.arraycopy(HintMessageTest.MASKS, 0, noise, 0, 4);
                noise[20] = (byte) noise.length;
                Arrays.fill(noise, 21, 24, (byte) 0);
            }
            assertThat(reads(noise)).isFalse();
        }
    }

    /**
     * Damage that the check does not see: what is let through then can be read to its end, and
     * written again gives the same bytes, since there is one way to say a thing.
     */
    @ParameterizedTest
    @MethodSource("messages")
    void damageWithARightCheckIsRefusedOrReadable(byte[] message) {
        var random = new Random(message.length);
        int passed = 0;
        for (int i = 0; i < 8_000; i++) {
            byte[] changed = message.clone();
            int changes = 1 + random.nextInt(3);
            for (int c = 0; c < changes; c++) {
                int at = random.nextInt(random.nextBoolean() ? 32 : message.length - 4);
                changed[Math.min(at, message.length - 5)] =
                        (byte) (random.nextBoolean() ? random.nextInt() : random.nextInt(4));
            }
            RawMessages.refit(changed);
            if (reads(changed)) {
                passed++;
                assertThat(RawMessages.again(reader)).isEqualTo(changed);
            }
        }
        assertThat(passed).isBetween(100, 7_900);
    }
}
