package dev.azulejo.core.link;

import java.util.zip.CRC32C;

/**
 * Reads messages laid out as {@link PixelMessage} says. Refuses what is damaged; never throws,
 * whatever the bytes. Owned by one thread.
 */
public final class PixelReader implements PixelStream {
    private final CRC32C check = new CRC32C();
    private byte[] bytes = {};
    private PixelMessage.Kind kind;
    private int at;
    private int end;

    /** Makes a reader. */
    public PixelReader() {}

    /**
     * Reads a message.
     *
     * @param from where it lies, from 0; not to be written to while it is read
     * @param length its bytes
     * @return whether it is one, undamaged
     */
    public boolean read(byte[] from, int length) {
        bytes = from;
        kind = null;
        at = PixelMessage.HEADER_BYTES;
        end = length - PixelMessage.CHECK_BYTES;
        if (end < at
                || HintMessage.getShort(bytes, HintMessage.MAGIC_AT) != HintMessage.MAGIC
                || HintMessage.getByte(bytes, HintMessage.VERSION_AT) != HintMessage.VERSION
                || HintMessage.getByte(bytes, HintMessage.SENDER_AT) >= HintMessage.MOST_GPUS
                || bytes[PixelMessage.ZERO_AT] != 0
                || HintMessage.getInt(bytes, PixelMessage.LENGTH_AT) != length
                || number() < 0) {
            return false;
        }
        check.reset();
        check.update(bytes, 0, end);
        if ((int) check.getValue() != HintMessage.getInt(bytes, end)) {
            return false;
        }
        kind = PixelMessage.Kind.of(HintMessage.getByte(bytes, HintMessage.KIND_AT));
        return kind != null && (kind != PixelMessage.Kind.QUESTION || end == at) && holdsSet();
    }

    private boolean holdsSet() {
        if (kind != PixelMessage.Kind.PAINTED && kind != PixelMessage.Kind.WANTED) {
            return true;
        }
        int used = number() & 7;
        return end - at == (number() + 7L >> 3)
                && (used == 0 || HintMessage.getByte(bytes, end - 1) >>> used == 0);
    }

    /** Returns what the message is; null if it was refused. */
    public PixelMessage.Kind kind() {
        return kind;
    }

    /** Returns the GPU that says it has sent the message. */
    public int sender() {
        return HintMessage.getByte(bytes, HintMessage.SENDER_AT);
    }

    /** Returns the number of the frame. */
    public int frame() {
        return HintMessage.getInt(bytes, PixelMessage.FRAME_AT);
    }

    /** Returns the number of the phase. */
    public int phase() {
        return HintMessage.getShort(bytes, PixelMessage.PHASE_AT);
    }

    /** Returns which group, or of how many groups. */
    public int number() {
        return HintMessage.getInt(bytes, PixelMessage.NUMBER_AT);
    }

    /** Whether a group is in the set that the message tells. */
    public boolean has(int group) {
        return (bytes[PixelMessage.HEADER_BYTES + (group >> 3)] >>> (group & 7) & 1) != 0;
    }

    /** Returns the bytes of the payload that have not been taken. */
    public int left() {
        return end - at;
    }

    /** Takes some ints of the payload, of as many as are {@link #left}. */
    @Override
    public void carry(int[] to, int first, int count) {
        for (int i = 0; i < count; i++, at += Integer.BYTES) {
            to[first + i] = HintMessage.getInt(bytes, at);
        }
    }

    /** Takes some floats, likewise. */
    @Override
    public void carry(float[] to, int first, int count) {
        for (int i = 0; i < count; i++, at += Float.BYTES) {
            to[first + i] = Float.intBitsToFloat(HintMessage.getInt(bytes, at));
        }
    }
}
