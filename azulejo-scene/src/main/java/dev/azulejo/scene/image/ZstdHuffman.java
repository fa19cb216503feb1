package dev.azulejo.scene.image;

import java.util.Arrays;

/**
 * Huffman codes of Zstandard's literals: a table that has, for each 11 bits or fewer that may come
 * next, the byte that they begin with the code of.
 *
 * <p>Source: RFC 8878, 4.2.
 */
final class ZstdHuffman {
    /** The longest code. */
    static final int MOST_BITS = 11;

    /** How many codes are decoded of what is read at a time. */
    private static final int AT_A_TIME = ZstdInput.WORD_BITS / MOST_BITS;

    /** A byte in bits 8..15, how long its code is in bits 0..7. */
    private final char[] table;

    /** By how much a number is shifted so that the bits of an index are left. */
    private final int shift;

    private ZstdHuffman(byte[] weights, int bits) {
        table = new char[1 << bits];
        shift = 64 - bits;
        int[] next = new int[bits + 2];
        for (byte weight : weights) {
            next[weight + 1] += 1 << weight >> 1;
        }
        for (int weight = 1; weight <= bits; weight++) {
            next[weight] += next[weight - 1];
        }
        for (int i = 0; i < weights.length; i++) {
            int weight = weights[i];
            if (weight > 0) {
                int from = next[weight];
                next[weight] = from + (1 << weight - 1);
                Arrays.fill(table, from, next[weight], (char) (i << 8 | bits + 1 - weight));
            }
        }
    }

    /** Reads codes. */
    static ZstdHuffman read(ZstdInput in) throws ImageFormatException {
        byte[] weights = new byte[256];
        int head = in.unsignedByte();
        int count;
        if (head < 128) {
            count = weights(in.part(head), weights);
        } else {
            count = head - 127;
            int from = in.skip(count + 1 >> 1);
            for (int i = 0; i < count; i++) {
                weights[i] = (byte) (in.data[from + (i >> 1)] >> 4 - 4 * (i & 1) & 15);
            }
        }
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += 1 << weights[i] >> 1;
        }
        int bits = 32 - Integer.numberOfLeadingZeros(sum);
        int rest = (1 << bits) - sum;
        if (sum == 0 || bits > MOST_BITS || Integer.bitCount(rest) != 1) {
            throw ZstdInput.corrupt("no Huffman codes of %d shares".formatted(sum));
        }
        // The last one is what is left
        weights[count] = (byte) (1 + Integer.numberOfTrailingZeros(rest));
        return new ZstdHuffman(weights, bits);
    }

    /** Reads weights that have codes of their own, and returns how many there are. */
    private static int weights(ZstdInput in, byte[] weights) throws ImageFormatException {
        long[] table = ZstdCodes.WEIGHTS.described(in);
        byte[] data = in.data;
        long first = 8L * in.at;
        int log = ZstdCodes.log(table);
        long bit = ZstdInput.top(data, in.at, in.end) - 2 * log;
        long states = ZstdInput.below(data, bit + 2 * log, first);
        int one = (int) (states >>> 1 >>> 63 - log);
        int other = (int) (states << log >>> 1 >>> 63 - log);
        int count = 0;
        // Two states take turns until there is nothing left for one to change with
        while (count < 254) {
            long entry = table[one];
            weights[count++] = (byte) (entry >>> 32);
            int bits = (int) (entry >>> 8) & 255;
            if (bit - bits < first) {
                weights[count++] = (byte) (table[other] >>> 32);
                return count;
            }
            int next = (int) (ZstdInput.below(data, bit, first) >>> 1 >>> 63 - bits);
            bit -= bits;
            one = other;
            other = next + ((int) entry >>> 16);
        }
        throw ZstdInput.corrupt("more Huffman codes than bytes");
    }

    /**
     * Decodes a stream.
     *
     * @param data where it is
     * @param from the stream's first byte
     * @param to behind its last
     * @param out gets what is decoded
     * @param at where that begins
     * @param end behind its last byte
     */
    void decode(byte[] data, int from, int to, byte[] out, int at, int end)
            throws ImageFormatException {
        char[] codes = table;
        int drop = shift;
        long first = 8L * from;
        long bit = ZstdInput.top(data, from, to);
        int o = at;
        while (o <= end - AT_A_TIME) {
            long bits = ZstdInput.below(data, bit, first);
            int stop = o + AT_A_TIME;
            while (o < stop) {
                int code = codes[(int) (bits >>> drop)];
                // Of a distance that bits are shifted by, the lowest six bits count
                bits <<= code;
                bit -= code & 63;
                out[o++] = (byte) (code >> 8);
            }
        }
        while (o < end) {
            int code = codes[(int) (ZstdInput.below(data, bit, first) >>> drop)];
            bit -= code & 63;
            out[o++] = (byte) (code >> 8);
        }
        if (bit != first) {
            throw ZstdInput.corrupt("a Zstandard stream of another length than its bytes");
        }
    }
}
