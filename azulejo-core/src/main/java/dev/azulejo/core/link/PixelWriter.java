package dev.azulejo.core.link;

import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Writes messages laid out as {@link PixelMessage} says, one after the other into the same bytes,
 * which grow with the longest; allocates nothing else. Owned by one thread.
 */
public final class PixelWriter implements PixelStream {
    private final CRC32C check = new CRC32C();
    private byte[] bytes = new byte[1 << 11];
    private int at;

    /** Makes a writer. */
    public PixelWriter() {}

    /**
     * Begins a message; one that has not been ended is forgotten.
     *
     * @param kind what it is
     * @param gpu who sends it, 0 to 63
     * @param frame number of the frame, any
     * @param phase number of the phase in it, 16 bits
     * @param number which group, or of how many groups
     */
    public void begin(PixelMessage.Kind kind, int gpu, int frame, int phase, int number) {
        HintMessage.checkGpu(gpu, HintMessage.MOST_GPUS);
        HintMessage.checkNumber("phase", phase);
        HintMessage.putShort(bytes, HintMessage.MAGIC_AT, HintMessage.MAGIC);
        bytes[HintMessage.VERSION_AT] = HintMessage.VERSION;
        bytes[HintMessage.KIND_AT] = (byte) kind.code();
        bytes[HintMessage.SENDER_AT] = (byte) gpu;
        bytes[PixelMessage.ZERO_AT] = 0;
        HintMessage.putShort(bytes, PixelMessage.PHASE_AT, phase);
        HintMessage.putInt(bytes, PixelMessage.FRAME_AT, frame);
        HintMessage.putInt(bytes, PixelMessage.NUMBER_AT, number);
        at = PixelMessage.HEADER_BYTES;
    }

    /** Adds a byte. */
    public void put(int value) {
        require(1);
        bytes[at++] = (byte) value;
    }

    /** Adds some ints. */
    @Override
    public void carry(int[] from, int first, int count) {
        require(Integer.BYTES * count);
        for (int i = 0; i < count; i++, at += Integer.BYTES) {
            HintMessage.putInt(bytes, at, from[first + i]);
        }
    }

    /** Adds some floats, to the bit. */
    @Override
    public void carry(float[] from, int first, int count) {
        require(Float.BYTES * count);
        for (int i = 0; i < count; i++, at += Float.BYTES) {
            HintMessage.putInt(bytes, at, Float.floatToRawIntBits(from[first + i]));
        }
    }

    private void require(int more) {
        int needed = at + more + PixelMessage.CHECK_BYTES;
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(needed, 2 * bytes.length));
        }
    }

    /**
     * Ends the message.
     *
     * @return its length, bytes
     */
    public int end() {
        int length = at + PixelMessage.CHECK_BYTES;
        HintMessage.putInt(bytes, PixelMessage.LENGTH_AT, length);
        check.reset();
        check.update(bytes, 0, at);
        HintMessage.putInt(bytes, at, (int) check.getValue());
        return length;
    }

    /** Returns where the message lies, from 0; until the next one is begun. */
    public byte[] bytes() {
        return bytes;
    }
}
