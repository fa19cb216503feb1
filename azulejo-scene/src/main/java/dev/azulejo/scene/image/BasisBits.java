package dev.azulejo.scene.image;

/** Bits of a part of a file, each byte's least significant first, as BasisLZ has them. */
final class BasisBits {
    private final byte[] data;
    private final int end;
    private int at;

    /** What was read of bytes and not yet taken, the next bit lowest; above them zeros. */
    private long ahead;

    private int count;

    /**
     * Makes a reader.
     *
     * @param from the first byte
     * @param length bytes that are there
     */
    BasisBits(byte[] data, int from, int length) {
        this.data = data;
        this.at = from;
        this.end = from + length;
    }

    /**
     * Returns at least the next 16 bits, the first one lowest, without taking them; those behind
     * the end are 0.
     */
    int peek() {
        while (count <= 48 && at < end) {
            ahead |= (data[at++] & 255L) << count;
            count += 8;
        }
        return (int) ahead;
    }

    /**
     * Takes bits that were looked at.
     *
     * @param bits how many, 0 to 16
     * @throws ImageFormatException if fewer are left
     */
    void take(int bits) throws ImageFormatException {
        count -= bits;
        if (count < 0) {
            throw new ImageFormatException("KTX2 is corrupt: a part of Basis ends too soon");
        }
        ahead >>>= bits;
    }

    /**
     * Reads a number.
     *
     * @param bits how many, 0 to 16
     */
    int read(int bits) throws ImageFormatException {
        int value = peek() & (1 << bits) - 1;
        take(bits);
        return value;
    }

    /**
     * Reads a number in groups of bits, the lowest first, behind each of which a bit says whether
     * another one follows.
     *
     * @param group bits of a group
     * @return 0 to 2^30
     */
    int readGroups(int group) throws ImageFormatException {
        long value = 0;
        int shift = 0;
        int read;
        do {
            read = read(group + 1);
            value |= (read & (1L << group) - 1) << shift;
            shift += group;
        } while (read >>> group != 0 && shift < Integer.SIZE);
        if (read >>> group != 0 || value > 1 << 30) {
            throw new ImageFormatException("KTX2 is corrupt: a number of Basis has no end");
        }
        return (int) value;
    }
}
