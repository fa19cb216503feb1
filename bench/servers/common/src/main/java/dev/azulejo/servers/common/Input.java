package dev.azulejo.servers.common;

import java.nio.ByteBuffer;

/**
 * What a client asks for, 40 bytes.
 *
 * @param number of the input; its answer begins with it
 * @param bytes of the answer; one of the two below asks for {@link Figures}
 * @param all whether this one shall be answered even where the one before has not left
 */
record Input(long number, int bytes, boolean all) {
    static final int LENGTH = 40;

    /** Asks for figures. */
    static final int FIGURES = 0;

    /** The same after the memory has been cleared of what nobody uses. */
    static final int FIGURES_CLEARED = -1;

    ByteBuffer encode() {
        var message = ByteBuffer.allocate(LENGTH);
        message.putLong(0, number).putInt(8, bytes).putInt(12, all ? 1 : 0);
        return message;
    }

    static Input decode(ByteBuffer message) {
        if (message.remaining() != LENGTH) {
            throw new IllegalArgumentException("40 bytes expected: " + message.remaining());
        }
        int at = message.position();
        return new Input(message.getLong(at), message.getInt(at + 8), message.getInt(at + 12) != 0);
    }
}
