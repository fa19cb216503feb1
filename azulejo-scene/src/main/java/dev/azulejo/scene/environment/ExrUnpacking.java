package dev.azulejo.scene.environment;

import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Unpacks the chunks of an OpenEXR file: runs, deflated bytes, and wavelets.
 *
 * <p>Bytes that are packed as runs or deflated are differences, of all even bytes and then of all
 * odd ones, so that the high bytes of halves stand together. Wavelets are of words of 16 bits,
 * which are numbers of those words that occur.
 */
final class ExrUnpacking {
    /** Bytes after which it is asked whether to go on. */
    private static final int PATIENCE = 1 << 20;

    /** Bytes of a set of words. */
    private static final int SET = 1 << 13;

    private final ExrHeader header;
    private final byte[] raw;
    private final byte[] parted;
    private final char[] words;
    private final char[] occurring;
    private final ExrHuffman huffman;

    /**
     * Makes one.
     *
     * @param header how chunks are packed, and what is in them
     * @param most bytes of a chunk that is not packed
     */
    ExrUnpacking(ExrHeader header, int most) {
        this.header = header;
        boolean none = header.packing() == ExrHeader.Packing.NONE;
        boolean piz = header.packing() == ExrHeader.Packing.PIZ;
        raw = none ? null : new byte[most];
        parted = none || piz ? null : new byte[most];
        words = piz ? new char[most / 2] : null;
        occurring = piz ? new char[1 << 16] : null;
        huffman = piz ? new ExrHuffman() : null;
    }

    /** Returns how much memory one takes, and what is unpacked, in bytes. */
    static long bytes(ExrHeader header) {
        return 3 * header.chunkBytes();
    }

    /** Returns the bytes of the chunk that was unpacked last. */
    byte[] raw() {
        return raw;
    }

    /**
     * Unpacks a chunk.
     *
     * @param packed its bytes
     * @param size how many
     * @param width texels
     * @param height rows
     * @param goOn called every now and then
     * @return false if it is corrupt
     */
    boolean unpack(byte[] packed, int size, int width, int height, Runnable goOn) {
        int whole = width * height * header.texelBytes();
        switch (header.packing()) {
            case RLE -> {
                return runs(packed, size, whole, goOn) && together(whole, goOn);
            }
            case ZIPS, ZIP -> {
                return inflate(packed, size, whole, goOn) && together(whole, goOn);
            }
            case PIZ -> {
                return wavelets(packed, size, width, height, goOn);
            }
            default -> {
                return false;
            }
        }
    }

    private boolean runs(byte[] packed, int size, int whole, Runnable goOn) {
        int at = 0;
        int to = 0;
        int look = PATIENCE;
        while (at < size) {
            int count = packed[at++];
            boolean run = count >= 0;
            count = run ? count + 1 : -count;
            int taken = run ? 1 : count;
            if (count > whole - to || taken > size - at) {
                return false;
            }
            if (run) {
                Arrays.fill(parted, to, to + count, packed[at]);
            } else {
                System.arraycopy(packed, at, parted, to, count);
            }
            at += taken;
            to += count;
            if (to >= look) {
                look += PATIENCE;
                goOn.run();
            }
        }
        return to == whole;
    }

    private boolean inflate(byte[] packed, int size, int whole, Runnable goOn) {
        var inflater = new Inflater();
        try {
            inflater.setInput(packed, 0, size);
            int to = 0;
            while (to < whole) {
                int some = inflater.inflate(parted, to, Math.min(PATIENCE, whole - to));
                if (some == 0) {
                    return false;
                }
                to += some;
                goOn.run();
            }
            return inflater.finished() || inflater.inflate(new byte[1]) == 0 && inflater.finished();
        } catch (DataFormatException e) {
            return false;
        } finally {
            inflater.end();
        }
    }

    /** Sums differences, and brings even and odd bytes together. */
    private boolean together(int whole, Runnable goOn) {
        int half = (whole + 1) / 2;
        byte sum = parted[0];
        raw[0] = sum;
        int i = 1;
        while (i < whole) {
            goOn.run();
            for (int stop = i + Math.min(PATIENCE, whole - i); i < stop; i++) {
                sum = (byte) (sum + parted[i] - 128);
                raw[i < half ? 2 * i : 2 * (i - half) + 1] = sum;
            }
        }
        return true;
    }

    private boolean wavelets(byte[] packed, int size, int width, int height, Runnable goOn) {
        if (size < 4) {
            return false;
        }
        int first = packed[0] & 0xff | (packed[1] & 0xff) << 8;
        int last = packed[2] & 0xff | (packed[3] & 0xff) << 8;
        int set = Math.max(last - first + 1, 0);
        if (first >= SET || last >= SET || 8 + set > size) {
            return false;
        }
        int count = 1;
        for (int i = 0; i < 8 * set; i++) {
            int word = 8 * first + i;
            if (word != 0 && (packed[4 + i / 8] >> i % 8 & 1) != 0) {
                occurring[count++] = (char) word;
            }
        }
        // 0 always occurs; numbers beyond all that occur are nothing
        Arrays.fill(occurring, count, occurring.length, (char) 0);
        int all = width * height * header.texelBytes() / 2;
        int at = 4 + set;
        int length =
                packed[at] & 0xff
                        | (packed[at + 1] & 0xff) << 8
                        | (packed[at + 2] & 0xff) << 16
                        | (packed[at + 3] & 0xff) << 24;
        if (length != size - at - 4 || !huffman.decode(packed, at + 4, size, words, all, goOn)) {
            return false;
        }
        int from = 0;
        for (var channel : header.channels()) {
            goOn.run();
            int step = channel.type().bytes / 2;
            for (int part = 0; part < step; part++) {
                ExrWavelet.decode(words, from + part, step, width, height, count - 1, goOn);
            }
            from += step * width * height;
        }
        rows(width, height, goOn);
        return true;
    }

    /** Puts the words of channels, one after the other, into rows. */
    private void rows(int width, int height, Runnable goOn) {
        int to = 0;
        int look = PATIENCE;
        for (int y = 0; y < height; y++) {
            int from = 0;
            for (var channel : header.channels()) {
                int step = channel.type().bytes / 2;
                int at = from + y * step * width;
                for (int stop = at + step * width; at < stop; at++) {
                    char word = occurring[words[at]];
                    raw[to++] = (byte) word;
                    raw[to++] = (byte) (word >> 8);
                }
                from += step * width * height;
            }
            if (to >= look) {
                look = to + PATIENCE;
                goOn.run();
            }
        }
    }
}
