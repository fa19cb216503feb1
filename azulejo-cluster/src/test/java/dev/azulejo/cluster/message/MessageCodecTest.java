package dev.azulejo.cluster.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.cluster.content.ContentHash;
import dev.azulejo.cluster.content.NamedContent;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Messages are read as they were written; whatever else comes is refused. */
class MessageCodecTest {
    private static final int INPUTS = Integer.getInteger("azulejo.fuzz", 200_000);

    private static final ContentHash HASH = new ContentHash("0123456789abcdef".repeat(4));

    private static final List<Message> ALL =
            List.of(
                    new Message.Offer(7, "1.2.3"),
                    new Message.Ready(-1, "1.2.3", 4),
                    new Message.Refusal(7, "ü"),
                    new Message.Work(
                            7,
                            3,
                            new byte[] {1, 2},
                            List.of(
                                    new NamedContent("a/b.bin", HASH, 5),
                                    new NamedContent("c", HASH, 0))),
                    new Message.Need(7, -2, HASH),
                    new Message.Piece(7, -2, HASH, 1L << 33, false, new byte[] {9}),
                    new Message.Missing(7, -2, HASH, "why"),
                    new Message.Result(7, 3, 0, true, new byte[0]),
                    new Message.GaveUp(7, 3, "why"),
                    new Message.NoRoom(7, 3),
                    new Message.Drop(7, 3),
                    new Message.End(7),
                    new Message.Check(7),
                    new Message.Unknown(7));

    @Test
    void allKindsAreReadAsTheyWereWritten() {
        assertThat(ALL).hasSize(Message.class.getPermittedSubclasses().length);
        for (var message : ALL) {
            byte[] bytes = MessageCodec.encode(message);
            var read = MessageCodec.decode(bytes);
            assertThat(read.getClass()).isEqualTo(message.getClass());
            // Records compare arrays by what they are, not by what they hold
            assertThat(MessageCodec.encode(read)).isEqualTo(bytes);
            assertThat(read.job()).isEqualTo(message.job());
        }
    }

    /** What is written, byte by byte. */
    @Test
    void theFormIsFixed() {
        assertThat(MessageCodec.encode(new Message.Drop(0x0102030405060708L, 9)))
                .containsExactly('A', 'Z', 'C', 'L', 0, 1, 10, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 9);
    }

    @Test
    void whatIsCutOffOrTooLongIsRefused() {
        for (var message : ALL) {
            byte[] bytes = MessageCodec.encode(message);
            for (int length = 0; length < bytes.length; length++) {
                byte[] cut = Arrays.copyOf(bytes, length);
                assertThatThrownBy(() -> MessageCodec.decode(cut))
                        .isInstanceOf(CodecException.class);
            }
            assertThatThrownBy(() -> MessageCodec.decode(Arrays.copyOf(bytes, bytes.length + 1)))
                    .isInstanceOf(CodecException.class)
                    .hasMessage("1 bytes too many");
        }
    }

    /** Damaged messages are read or refused, and nothing else; no length makes them take memory. */
    @Test
    void damagedMessagesAreReadOrRefused() {
        var random = new Random(Long.getLong("azulejo.seed", 21));
        int read = 0;
        int refused = 0;
        for (int i = 0; i < INPUTS; i++) {
            byte[] bytes = MessageCodec.encode(ALL.get(random.nextInt(ALL.size())));
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                int at = 4 + random.nextInt(bytes.length - 4);
                switch (random.nextInt(4)) {
                    case 0 -> bytes[at] = (byte) random.nextInt(256);
                    case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                    case 2 -> {
                        int[] ends = {0, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 1 << 20};
                        if (at + 4 <= bytes.length) {
                            ByteBuffer.wrap(bytes).putInt(at, ends[random.nextInt(ends.length)]);
                        }
                    }
                    default -> bytes = Arrays.copyOf(bytes, Math.max(5, at));
                }
            }
            try {
                var message = MessageCodec.decode(bytes);
                assertThat(MessageCodec.encode(message)).as("input %d", i).isEqualTo(bytes);
                read++;
            } catch (CodecException e) {
                refused++;
            }
        }
        assertThat(read).isGreaterThan(INPUTS / 10);
        assertThat(refused).isGreaterThan(INPUTS / 10);
    }

    /** No memory is taken for what a list only says that it has. */
    @Test
    void aListIsNoLongerThanItsBytes() {
        byte[] bytes = new ByteWriter().int32(Integer.MAX_VALUE).int32(0).toBytes();
        assertThatThrownBy(() -> new ByteReader(bytes).list(Integer.MAX_VALUE, ByteReader::int8))
                .isInstanceOf(CodecException.class)
                .hasMessage("cut off: 1 bytes expected, 0 there");
    }

    @Test
    void lengthsHaveLimits() {
        var longTask = new Message.Work(7, 3, new byte[MessageCodec.LONGEST_TASK + 1], List.of());
        assertRefused(longTask, "65537 is not in 0..65536");
        byte[] tooLong = new byte[MessageCodec.LONGEST_PIECE + 1];
        assertRefused(new Message.Result(7, 3, 0, true, tooLong), "245761 is not in 0..245760");
        assertRefused(
                new Message.Piece(7, 1, HASH, 0, true, tooLong), "245761 is not in 0..245760");
        byte[] longest = new byte[MessageCodec.LONGEST_PIECE];
        assertRead(new Message.Result(7, 3, 0, true, longest));
        assertRead(new Message.Piece(7, 1, HASH, 0, true, longest));
        assertRead(new Message.Work(7, 3, new byte[MessageCodec.LONGEST_TASK], List.of()));
        var file = new NamedContent("n".repeat(MessageCodec.LONGEST_NAME + 1), HASH, 5);
        assertRefused(new Message.Work(7, 3, new byte[0], List.of(file)), "1025 is not in 0..1024");
        assertRefused(new Message.Ready(7, "1", 0), "no slots");
        assertRefused(new Message.Ready(7, "1", 1025), "1025 is not in 0..1024");
        assertRefused(new Message.Drop(7, -1), "-1 is not in 0..2147483647");
        assertThatThrownBy(() -> MessageCodec.decode(new byte[MessageCodec.LONGEST_MESSAGE + 1]))
                .hasMessage("2097153 bytes are too many");
        // A reason is cut rather than refused: whoever gives it has not chosen it
        var reason = new Message.GaveUp(7, 3, "ü".repeat(5_000));
        assertThat(MessageCodec.decode(MessageCodec.encode(reason)))
                .isEqualTo(new Message.GaveUp(7, 3, "ü".repeat(1_024)));
        // The longest of all fits into what an engine carries
        assertThat(MessageCodec.LONGEST_TASK + MessageCodec.MOST_FILES * (1_024 + 48L))
                .isLessThan(MessageCodec.LONGEST_MESSAGE);
    }

    private static void assertRead(Message message) {
        byte[] bytes = MessageCodec.encode(message);
        assertThat(MessageCodec.encode(MessageCodec.decode(bytes))).isEqualTo(bytes);
    }

    private static void assertRefused(Message message, String why) {
        assertThatThrownBy(() -> MessageCodec.decode(MessageCodec.encode(message)))
                .isInstanceOf(CodecException.class)
                .hasMessage(why);
    }

    @Test
    void anotherVersionIsToldApart() {
        byte[] bytes = MessageCodec.encode(new Message.End(7));
        bytes[5] = 2;
        assertThatThrownBy(() -> MessageCodec.decode(bytes))
                .isInstanceOf(OtherVersionException.class)
                .hasMessage(
                        "speaks version 2 of the messages, this is version 1: one release expected"
                                + " on all");
        bytes[0] = 'a';
        assertThatThrownBy(() -> MessageCodec.decode(bytes))
                .isExactlyInstanceOf(CodecException.class)
                .hasMessage("not a message: AZCL expected");
    }
}
