package dev.azulejo.core.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.zip.CRC32C;

/** Sequences and states, condensed as the names of the hashes say. */
class PrimitiveHasherTest {
    private final int[] keys = PrimitiveHasher.keys(new Random(1));
    private final long[] words = new Random(2).longs(40).toArray();

    private PrimitiveHasher hasher(Reuse.Hash hash, int[] with) {
        return new PrimitiveHasher(hash, KernelSet.of(Kernels.SCALAR).hash(), with);
    }

    @Test
    void crcOfTheBytes() {
        var hasher = hasher(Reuse.Hash.CRC32C, keys);
        var bytes = ByteBuffer.allocate(8 * 30).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asLongBuffer().put(words, 5, 30);
        var crc = new CRC32C();
        crc.update(bytes.array());
        hasher.hashSequence(words, 5, 15);
        assertThat(hasher.low * inverse(0x9e3779b97f4a7c15L)).isEqualTo(crc.getValue());
        assertThat(hasher.high).isZero();
        hasher.hashState(words, 5, 30);
        assertThat(hasher.low * inverse(0x9e3779b97f4a7c15L)).isEqualTo(crc.getValue());
    }

    /** Of an odd number, modulo 2 to the 64. */
    private static long inverse(long odd) {
        long x = odd;
        for (int i = 0; i < 6; i++) {
            x *= 2 - odd * x;
        }
        return x;
    }

    @Test
    void exclusiveOrOfTheWords() {
        var hasher = hasher(Reuse.Hash.XOR, keys);
        hasher.hashSequence(words, 3, 10);
        long expected = Arrays.stream(words, 3, 23).reduce(0, (a, b) -> a ^ b);
        assertThat(hasher.low).isEqualTo(expected);
        assertThat(hasher.high).isZero();
        hasher.hashState(words, 3, 20);
        assertThat(hasher.low).isEqualTo(expected);
    }

    /** Every level has keys of its own, and every word counts in both halves. */
    @Test
    void universalHashesDependOnKeysLevelLengthAndEachWord() {
        var hasher = hasher(Reuse.Hash.UNIVERSAL, keys);
        Set<Long> seen = new HashSet<>();
        hasher.hashSequence(words, 0, 20);
        seen.add(hasher.low);
        seen.add(hasher.high);
        hasher.hashState(words, 0, 40);
        seen.add(hasher.low);
        seen.add(hasher.high);
        hasher.hashSequence(words, 0, 19);
        seen.add(hasher.low);
        seen.add(hasher.high);
        for (int w = 0; w < 40; w++) {
            words[w] ^= 1L << w;
            hasher.hashSequence(words, 0, 20);
            seen.add(hasher.low);
            seen.add(hasher.high);
            words[w] ^= 1L << w;
        }
        var other = hasher(Reuse.Hash.UNIVERSAL, PrimitiveHasher.keys(new Random(9)));
        other.hashSequence(words, 0, 20);
        seen.add(other.low);
        seen.add(other.high);
        assertThat(seen).hasSize(2 * (3 + 40 + 1));
        hasher.hashSequence(words, 0, 20);
        assertThat(seen).contains(hasher.low, hasher.high);
    }
}
