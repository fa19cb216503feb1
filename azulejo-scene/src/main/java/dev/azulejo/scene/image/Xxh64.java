package dev.azulejo.scene.image;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The hash XXH64, seed 0.
 *
 * <p>Source: Y. Collet, xxHash fast digest algorithm, version 0.2.0.
 */
final class Xxh64 {
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long PRIME_1 = 0x9E3779B185EBCA87L;
    private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
    private static final long PRIME_3 = 0x165667B19E3779F9L;
    private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
    private static final long PRIME_5 = 0x27D4EB2F165667C5L;

    private Xxh64() {}

    /** Returns the hash of bytes of an array, from a place on and up to another one. */
    static long of(byte[] data, int from, int to) {
        // The sum of the first two
        long a = 0x60EA27EEADC0B5D6L;
        long b = PRIME_2;
        long c = 0;
        long d = -PRIME_1;
        int at = from;
        for (; at <= to - 32; at += 32) {
            a = round(a, (long) LONGS.get(data, at));
            b = round(b, (long) LONGS.get(data, at + 8));
            c = round(c, (long) LONGS.get(data, at + 16));
            d = round(d, (long) LONGS.get(data, at + 24));
        }
        long hash = PRIME_5;
        if (at > from) {
            hash =
                    Long.rotateLeft(a, 1)
                            + Long.rotateLeft(b, 7)
                            + Long.rotateLeft(c, 12)
                            + Long.rotateLeft(d, 18);
            hash = merge(merge(merge(merge(hash, a), b), c), d);
        }
        return rest(hash + (to - from), data, at, to);
    }

    /** Takes in what is less than 32 bytes. */
    private static long rest(long before, byte[] data, int from, int to) {
        long hash = before;
        int at = from;
        for (; at <= to - 8; at += 8) {
            hash ^= round(0, (long) LONGS.get(data, at));
            hash = Long.rotateLeft(hash, 27) * PRIME_1 + PRIME_4;
        }
        if (at <= to - 4) {
            hash ^= ((int) INTS.get(data, at) & 0xFFFFFFFFL) * PRIME_1;
            hash = Long.rotateLeft(hash, 23) * PRIME_2 + PRIME_3;
            at += 4;
        }
        for (; at < to; at++) {
            hash ^= (data[at] & 255) * PRIME_5;
            hash = Long.rotateLeft(hash, 11) * PRIME_1;
        }
        hash = (hash ^ hash >>> 33) * PRIME_2;
        hash = (hash ^ hash >>> 29) * PRIME_3;
        return hash ^ hash >>> 32;
    }

    private static long round(long sum, long input) {
        return Long.rotateLeft(sum + input * PRIME_2, 31) * PRIME_1;
    }

    private static long merge(long hash, long sum) {
        return (hash ^ round(0, sum)) * PRIME_1 + PRIME_4;
    }
}
