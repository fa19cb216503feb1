package dev.azulejo.core.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.device.Sheet;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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

    /** Triangles of a strip, with the hash of each vertex in the place of its data. */
    @ParameterizedTest
    @EnumSource(
            value = Reuse.Hash.class,
            names = {"CRC32C", "XOR"})
    void trianglesOfTheKindsForStudy(Reuse.Hash kind) {
        var commands = Sheet.clear(Sheet.target());
        Sheet.of(4, 1, 0, 0, 64, 16, 0.5f).draw(commands, Sheet.OPAQUE);
        var chunk = Drawn.all(commands).chunks[0];
        long[] found = new long[2 * chunk.triangles()];
        hasher(kind, keys).hash(chunk, 5, 7, found, 0);
        assertThat(chunk.triangles()).isEqualTo(8);
        for (int t = 0; t < chunk.triangles(); t++) {
            int at = chunk.recordAt(t);
            long[] w = new long[16];
            for (int i = 0; i < 4; i++) {
                w[i] = pair(chunk.records()[at + 2 * i], chunk.records()[at + 2 * i + 1]);
            }
            w[4] = pair(chunk.records()[at + TrianglePlanes.DZDY], chunk.instance());
            w[5] =
                    pair(
                            chunk.records()[at + TrianglePlanes.Z_MIN],
                            chunk.records()[at + TrianglePlanes.Z_MAX]);
            w[6] =
                    pair(
                            chunk.records()[at + TrianglePlanes.COLUMNS],
                            chunk.records()[at + TrianglePlanes.ROWS]);
            w[7] = 5;
            w[8] = 7;
            for (int v = 0; v < 3; v++) {
                w[9 + 2 * v] = condensed(kind, vertex(chunk, chunk.vertexAt(at, v)));
            }
            assertThat(found[2 * t]).isEqualTo(condensed(kind, w));
            assertThat(found[2 * t + 1]).isZero();
        }
    }

    /** 1/w and the varyings of a vertex, two a word, the last alone. */
    private static long[] vertex(ChunkOutput chunk, int first) {
        int floats = 1 + chunk.draw().varyingCount();
        long[] w = new long[(floats + 1) / 2];
        for (int i = 0; i < floats; i++) {
            long bits = Float.floatToRawIntBits(chunk.vertexData()[first + i]) & 0xffffffffL;
            w[i / 2] |= bits << (i % 2 == 0 ? 32 : 0);
        }
        return w;
    }

    private static long condensed(Reuse.Hash kind, long[] w) {
        if (kind == Reuse.Hash.XOR) {
            return Arrays.stream(w).reduce(0, (a, b) -> a ^ b);
        }
        var bytes = ByteBuffer.allocate(8 * w.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asLongBuffer().put(w);
        var crc = new CRC32C();
        crc.update(bytes.array());
        return crc.getValue() * 0x9e3779b97f4a7c15L;
    }

    private static long pair(int high, int low) {
        return (long) high << 32 | low & 0xffffffffL;
    }
}
