package dev.azulejo.serve.message;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * What clients say, as bytes: the version, the kind, and then as much as the kind has, big-endian.
 * Whatever else comes is refused: there are no lengths to be believed, but for a token's and a
 * session's, which are bounded and must be what is left.
 */
public final class ClientCodec {
    /** Of messages in both directions. */
    public static final int VERSION = 1;

    /** Longest message, bytes. */
    public static final int LONGEST = 2048;

    /** Widest and highest picture that can be asked for, pixels. */
    public static final int LARGEST_SIDE = 8192;

    private static final int HELLO = 1;
    private static final int DRAG = 2;
    private static final int ZOOM = 3;
    private static final int FOCUS = 4;
    private static final int POINTER = 5;
    private static final int RESIZE = 6;
    private static final int SET = 7;
    private static final int SHOWN = 8;
    private static final int WATCH = 9;
    private static final int EXPORT = 10;
    private static final int IMPORT = 11;
    private static final int ALIVE = 12;
    private static final int SIGHT = 13;

    private static final Setting[] SETTINGS = Setting.values();

    private ClientCodec() {}

    /** Writes a message. */
    public static byte[] encode(ClientMessage message) {
        var to = ByteBuffer.allocate(LONGEST).put((byte) VERSION);
        switch (message) {
            case ClientMessage.Hello hello -> {
                to.put((byte) HELLO).put(hello.session());
                to.putShort((short) hello.width()).putShort((short) hello.height());
                to.put(hello.token().getBytes(StandardCharsets.UTF_8));
            }
            case ClientMessage.Drag drag ->
                    to.put((byte) DRAG)
                            .putInt(drag.input())
                            .put(bit(drag.pans()))
                            .putFloat(drag.x())
                            .putFloat(drag.y());
            case ClientMessage.Zoom zoom ->
                    to.put((byte) ZOOM).putInt(zoom.input()).putFloat(zoom.factor());
            case ClientMessage.Focus focus ->
                    to.put((byte) FOCUS)
                            .putInt(focus.input())
                            .putFloat(focus.x())
                            .putFloat(focus.y());
            case ClientMessage.Pointer pointer ->
                    to.put((byte) POINTER)
                            .putInt(pointer.input())
                            .put(bit(pointer.over()))
                            .putFloat(pointer.x())
                            .putFloat(pointer.y());
            case ClientMessage.Resize size ->
                    to.put((byte) RESIZE)
                            .putShort((short) size.width())
                            .putShort((short) size.height());
            case ClientMessage.Set set ->
                    to.put((byte) SET)
                            .putInt(set.input())
                            .put((byte) set.what().ordinal())
                            .putInt(set.value());
            case ClientMessage.Shown shown ->
                    to.put((byte) SHOWN).putInt(shown.frame()).putInt(shown.decodeMicros());
            case ClientMessage.Watch watch ->
                    to.put((byte) WATCH).put(bit(watch.owners())).put(bit(watch.timeline()));
            case ClientMessage.Export _ -> to.put((byte) EXPORT);
            case ClientMessage.Import state -> to.put((byte) IMPORT).put(state.state());
            case ClientMessage.Alive _ -> to.put((byte) ALIVE);
            case ClientMessage.Sight sight -> to.put((byte) SIGHT).put(bit(sight.seen()));
        }
        var bytes = new byte[to.position()];
        to.flip().get(bytes);
        return bytes;
    }

    private static byte bit(boolean value) {
        return (byte) (value ? 1 : 0);
    }

    /**
     * Reads a message.
     *
     * @param from all of its bytes
     * @throws MessageException if that is none
     */
    public static ClientMessage decode(ByteBuffer from) {
        if (from.remaining() > LONGEST) {
            throw new MessageException("%d bytes are too many".formatted(from.remaining()));
        }
        try {
            int version = from.get();
            if (version != VERSION) {
                throw new MessageException(
                        "version %d of the messages, %d expected".formatted(version, VERSION));
            }
            var message = read(from.get(), from);
            if (from.hasRemaining()) {
                throw new MessageException("%d bytes too many".formatted(from.remaining()));
            }
            return message;
        } catch (BufferUnderflowException e) {
            throw new MessageException("cut off");
        }
    }

    private static ClientMessage read(int kind, ByteBuffer from) {
        return switch (kind) {
            case HELLO -> {
                var session = new byte[ClientMessage.Hello.SESSION_BYTES];
                from.get(session);
                int width = side(from);
                yield new ClientMessage.Hello(session, width, side(from), token(from));
            }
            case DRAG ->
                    new ClientMessage.Drag(
                            from.getInt(), bit(from), number(from, -10, 10), number(from, -10, 10));
            case ZOOM -> new ClientMessage.Zoom(from.getInt(), number(from, 0.1f, 10));
            case FOCUS ->
                    new ClientMessage.Focus(from.getInt(), number(from, 0, 1), number(from, 0, 1));
            case POINTER ->
                    new ClientMessage.Pointer(
                            from.getInt(), bit(from), number(from, 0, 1), number(from, 0, 1));
            case RESIZE -> new ClientMessage.Resize(side(from), side(from));
            case SET -> {
                int input = from.getInt();
                int what = from.get();
                if (what < 0 || what >= SETTINGS.length) {
                    throw new MessageException("setting %d is unknown".formatted(what));
                }
                int value = from.getInt();
                SETTINGS[what].check(value);
                yield new ClientMessage.Set(input, SETTINGS[what], value);
            }
            case SHOWN -> {
                int frame = from.getInt();
                int micros = from.getInt();
                if (micros < 0) {
                    throw new MessageException("decoded in %d µs".formatted(micros));
                }
                yield new ClientMessage.Shown(frame, micros);
            }
            case WATCH -> new ClientMessage.Watch(bit(from), bit(from));
            case EXPORT -> new ClientMessage.Export();
            case IMPORT -> {
                var state = new byte[from.remaining()];
                from.get(state);
                yield new ClientMessage.Import(state);
            }
            case ALIVE -> new ClientMessage.Alive();
            case SIGHT -> new ClientMessage.Sight(bit(from));
            default -> throw new MessageException("kind %d is unknown".formatted(kind));
        };
    }

    private static boolean bit(ByteBuffer from) {
        int value = from.get();
        if (value != 0 && value != 1) {
            throw new MessageException("%d is neither 0 nor 1".formatted(value));
        }
        return value == 1;
    }

    private static int side(ByteBuffer from) {
        int value = from.getShort();
        if (value < 1 || value > LARGEST_SIDE) {
            throw new MessageException("%d pixels are not in 1..%d".formatted(value, LARGEST_SIDE));
        }
        return value;
    }

    /** Reads a number in a range; there is none that is not a number. */
    private static float number(ByteBuffer from, float least, float most) {
        float value = from.getFloat();
        if (!(value >= least && value <= most)) {
            throw new MessageException("%s is not in %s..%s".formatted(value, least, most));
        }
        return value;
    }

    private static String token(ByteBuffer from) {
        if (from.remaining() > ClientMessage.Hello.LONGEST_TOKEN) {
            throw new MessageException("a token of %d bytes".formatted(from.remaining()));
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(from).toString();
        } catch (CharacterCodingException e) {
            throw new MessageException("a token that is no text");
        }
    }
}
