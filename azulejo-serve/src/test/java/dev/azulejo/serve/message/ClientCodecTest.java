package dev.azulejo.serve.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** What clients say is read as it was written; whatever else comes is refused. */
class ClientCodecTest {
    private static final int INPUTS = Integer.getInteger("azulejo.fuzz", 200_000);

    private static final List<ClientMessage> ALL =
            List.of(
                    new ClientMessage.Hello(new byte[16], 1280, 720, "ünknown"),
                    new ClientMessage.Drag(7, true, 0.25f, -0.5f),
                    new ClientMessage.Zoom(8, 1.5f),
                    new ClientMessage.Focus(9, 0.25f, 1),
                    new ClientMessage.Pointer(10, true, 0.5f, 0),
                    new ClientMessage.Resize(640, 8192),
                    new ClientMessage.Set(11, Setting.CAMERA, -1),
                    new ClientMessage.Shown(12, 34),
                    new ClientMessage.Watch(true, false),
                    new ClientMessage.Export(),
                    new ClientMessage.Import(new byte[] {1, 2, 3}),
                    new ClientMessage.Alive(),
                    new ClientMessage.Sight(true));

    private static ClientMessage decode(byte[] bytes) {
        return ClientCodec.decode(ByteBuffer.wrap(bytes));
    }

    @Test
    void allKindsAreReadAsTheyWereWritten() {
        assertThat(ALL).hasSize(ClientMessage.class.getPermittedSubclasses().length);
        for (var message : ALL) {
            byte[] bytes = ClientCodec.encode(message);
            var read = decode(bytes);
            assertThat(read.getClass()).isEqualTo(message.getClass());
            assertThat(ClientCodec.encode(read)).isEqualTo(bytes);
        }
    }

    /** What is written, byte by byte; the page's script says the same. */
    @Test
    void theFormIsFixed() {
        assertThat(ClientCodec.encode(new ClientMessage.Set(0x01020304, Setting.GPUS, 4)))
                .containsExactly(1, 7, 1, 2, 3, 4, 9, 0, 0, 0, 4);
        assertThat(ClientCodec.encode(new ClientMessage.Drag(5, true, 1, -1)))
                .containsExactly(
                        1,
                        2,
                        0,
                        0,
                        0,
                        5,
                        1,
                        0x3f,
                        (byte) 0x80,
                        0,
                        0,
                        (byte) 0xbf,
                        (byte) 0x80,
                        0,
                        0);
        assertThat(ClientCodec.encode(new ClientMessage.Shown(9, 258)))
                .containsExactly(1, 8, 0, 0, 0, 9, 0, 0, 1, 2);
    }

    @Test
    void whatIsCutOffOrTooLongIsRefused() {
        for (var message : ALL) {
            byte[] bytes = ClientCodec.encode(message);
            boolean open =
                    message instanceof ClientMessage.Hello
                            || message instanceof ClientMessage.Import;
            for (int length = 0; length < bytes.length; length++) {
                byte[] cut = Arrays.copyOf(bytes, length);
                // What ends with a text or a session says itself whether it is whole
                if (!open || length < 2) {
                    assertThatThrownBy(() -> decode(cut)).isInstanceOf(MessageException.class);
                }
            }
            if (!open) {
                assertThatThrownBy(() -> decode(Arrays.copyOf(bytes, bytes.length + 1)))
                        .isInstanceOf(MessageException.class)
                        .hasMessage("1 bytes too many");
            }
        }
        assertThatThrownBy(() -> decode(new byte[ClientCodec.LONGEST + 1]))
                .hasMessage("2049 bytes are too many");
        assertThatThrownBy(() -> decode(new byte[] {2, 12}))
                .hasMessage("version 2 of the messages, 1 expected");
        assertThatThrownBy(() -> decode(new byte[] {1, 99})).hasMessage("kind 99 is unknown");
    }

    @Test
    void numbersAreInTheirRanges() {
        for (var wrong :
                List.of(
                        new ClientMessage.Drag(1, true, Float.NaN, 0),
                        new ClientMessage.Drag(1, true, 0, Float.POSITIVE_INFINITY),
                        new ClientMessage.Zoom(1, 0),
                        new ClientMessage.Zoom(1, 11),
                        new ClientMessage.Focus(1, -0.01f, 0),
                        new ClientMessage.Pointer(1, true, 0, 1.01f),
                        new ClientMessage.Resize(0, 8),
                        new ClientMessage.Resize(8, 8193),
                        new ClientMessage.Set(1, Setting.GPUS, 17),
                        new ClientMessage.Set(1, Setting.GPUS, 0),
                        new ClientMessage.Set(1, Setting.ALL, 1),
                        new ClientMessage.Shown(1, -1))) {
            assertThatThrownBy(() -> decode(ClientCodec.encode(wrong)))
                    .as("%s", wrong)
                    .isInstanceOf(MessageException.class);
        }
        var longToken = new ClientMessage.Hello(new byte[16], 8, 8, "x".repeat(257));
        assertThatThrownBy(() -> decode(ClientCodec.encode(longToken)))
                .hasMessage("a token of 257 bytes");
    }

    /** Damaged messages are read or refused, and nothing else. */
    @Test
    void damagedMessagesAreReadOrRefused() {
        var random = new Random(Long.getLong("azulejo.seed", 21));
        int read = 0;
        int refused = 0;
        for (int i = 0; i < INPUTS; i++) {
            byte[] bytes = ClientCodec.encode(ALL.get(random.nextInt(ALL.size())));
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                int at = random.nextInt(bytes.length);
                switch (random.nextInt(4)) {
                    case 0 -> bytes[at] = (byte) random.nextInt(256);
                    case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                    case 2 -> bytes = Arrays.copyOf(bytes, 1 + random.nextInt(2 * bytes.length));
                    default -> {
                        int[] ends = {0, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 0x7fc00000};
                        if (at + 4 <= bytes.length) {
                            ByteBuffer.wrap(bytes).putInt(at, ends[random.nextInt(ends.length)]);
                        }
                    }
                }
            }
            try {
                var message = decode(bytes);
                assertThat(ClientCodec.encode(message)).as("input %d", i).isEqualTo(bytes);
                read++;
            } catch (MessageException e) {
                refused++;
            }
        }
        assertThat(read).isGreaterThan(INPUTS / 20);
        assertThat(refused).isGreaterThan(INPUTS / 10);
    }
}
