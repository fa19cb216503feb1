package dev.azulejo.serve.session;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * A session's state as bytes, with a sum: what a client takes from one server to another. It comes
 * from a client and so from anybody: everything is looked at before it is used, and it names a
 * scene, never a file.
 */
public final class StateCodec {
    private static final int MAGIC = 'A' << 24 | 'Z' << 16 | 'S' << 8 | 'E';
    private static final int VERSION = 1;
    private static final int LONGEST = 512;

    private StateCodec() {}

    /** Writes a state. */
    public static byte[] encode(SessionState state) {
        byte[] name = state.scene().getBytes(StandardCharsets.UTF_8);
        var to = ByteBuffer.allocate(LONGEST).putInt(MAGIC).putShort((short) VERSION);
        to.put((byte) name.length).put(name);
        to.putDouble(state.azimuth()).putDouble(state.elevation()).putDouble(state.zoom());
        to.putDouble(state.right()).putDouble(state.up()).putDouble(state.back());
        to.putShort((short) state.camera()).putShort((short) state.animation());
        to.putDouble(state.seconds()).put((byte) (state.playing() ? 1 : 0));
        var look = state.look();
        to.putShort((short) look.variant()).put((byte) look.environment());
        to.putShort((short) look.exposure()).put((byte) look.samples());
        to.put((byte) (look.shadows() ? 1 : 0));
        var gpus = state.gpus();
        to.put((byte) gpus.gpus()).put((byte) gpus.split()).put((byte) gpus.regions());
        to.put((byte) gpus.pretest()).put((byte) gpus.bins()).put((byte) gpus.earlyZ());
        to.put((byte) gpus.reuse()).put((byte) gpus.throttle());
        to.putInt(sum(to.array(), to.position()));
        var bytes = new byte[to.position()];
        to.flip().get(bytes);
        return bytes;
    }

    private static int sum(byte[] bytes, int count) {
        var sum = new CRC32();
        sum.update(bytes, 0, count);
        return (int) sum.getValue();
    }

    /**
     * Reads a state.
     *
     * @throws IllegalArgumentException if the bytes are none; says why
     */
    public static SessionState decode(byte[] bytes) {
        if (bytes.length > LONGEST || bytes.length < 11) {
            throw new IllegalArgumentException("a session of %d bytes".formatted(bytes.length));
        }
        var from = ByteBuffer.wrap(bytes);
        if (from.getInt() != MAGIC) {
            throw new IllegalArgumentException("not a session: AZSE expected");
        }
        int version = from.getShort();
        if (version != VERSION) {
            throw new IllegalArgumentException(
                    "a session of version %d, %d expected".formatted(version, VERSION));
        }
        if (from.getInt(bytes.length - 4) != sum(bytes, bytes.length - 4)) {
            throw new IllegalArgumentException("a session that was damaged on its way");
        }
        try {
            var state = read(from);
            if (from.remaining() != 4) {
                throw new IllegalArgumentException("a session with bytes too many");
            }
            return state;
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("a session that is cut off", e);
        }
    }

    private static SessionState read(ByteBuffer from) {
        var name = new byte[from.get() & 0xff];
        from.get(name);
        return new SessionState(
                text(name),
                from.getDouble(),
                from.getDouble(),
                from.getDouble(),
                from.getDouble(),
                from.getDouble(),
                from.getDouble(),
                from.getShort(),
                from.getShort(),
                from.getDouble(),
                bit(from),
                new SessionState.Look(
                        from.getShort(), from.get(), from.getShort(), from.get(), bit(from)),
                new GpuSettings(
                        from.get(),
                        from.get(),
                        from.get(),
                        from.get(),
                        from.get(),
                        from.get(),
                        from.get(),
                        from.get()));
    }

    private static String text(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("a session whose scene's name is no text", e);
        }
    }

    private static boolean bit(ByteBuffer from) {
        int value = from.get();
        if (value != 0 && value != 1) {
            throw new IllegalArgumentException("a session with %d for yes or no".formatted(value));
        }
        return value == 1;
    }
}
