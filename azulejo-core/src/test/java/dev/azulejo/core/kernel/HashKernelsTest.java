package dev.azulejo.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.kernel.vector.VectorHashKernels;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

@Tag("kernels")
class HashKernelsTest {
    private static final int TRIANGLE_KEY = HashInputs.VERTEX_KEYS;
    private static final int SEQUENCE_KEY = TRIANGLE_KEY + HashInputs.TRIANGLE_KEYS;
    private static final int[] KEYS = new Random(1).ints(20_000).toArray();
    private static final List<HashKernels> TWINS =
            List.of(new ScalarHashKernels(), new VectorHashKernels());

    /** Everything that goes into the hashes of a chunk's triangles. */
    private static final class Chunk {
        int triangles;
        int vertices;
        int floats;
        int instance = 3;
        long stateLow = 5;
        long stateHigh = 7;
        int recordsAt;
        int verticesAt;
        int[] records;
        float[] data;

        static Chunk random(Random random, int triangles, int vertices, int floats) {
            var c = new Chunk();
            c.triangles = triangles;
            c.vertices = vertices;
            c.floats = floats;
            c.instance = random.nextInt();
            c.stateLow = random.nextLong();
            c.stateHigh = random.nextLong();
            c.recordsAt = random.nextInt(3) * 16 + random.nextInt(2);
            c.verticesAt = random.nextInt(40);
            int end = c.recordsAt + triangles * TrianglePlanes.STRIDE;
            c.records = random.ints(end + random.nextInt(2)).toArray();
            // Often nothing comes after the last row, so that no whole vector can be read there
            c.data = new float[c.verticesAt + vertices * floats + random.nextInt(2) * 20];
            for (int i = 0; i < c.data.length; i++) {
                // All bits count: NaNs of all kinds as well
                c.data[i] = Float.intBitsToFloat(random.nextInt());
            }
            for (int t = 0; t < triangles && vertices != 0; t++) {
                for (int v = 0; v < 3; v++) {
                    c.records[c.recordsAt + t * 16 + TrianglePlanes.V0 + v] =
                            random.nextInt(vertices);
                }
            }
            return c;
        }

        long[] hash(HashKernels kernels, HashInputs in) {
            in.noVertices();
            if (vertices != 0) {
                in.describeVertices(KEYS, 0, floats, vertices);
                kernels.vertices(in, data, verticesAt, vertices);
            }
            in.describeTriangles(KEYS, TRIANGLE_KEY, instance, stateLow, stateHigh);
            long[] to = new long[2 * triangles + 3];
            kernels.triangles(in, records, recordsAt, triangles, to, 1);
            assertThat(to[0]).isZero();
            assertThat(Arrays.stream(to, 2 * triangles + 1, to.length)).containsOnly(0L);
            return Arrays.copyOfRange(to, 1, 1 + 2 * triangles);
        }
    }

    private static long[] sequence(HashKernels kernels, long[] data, int from, int count) {
        long[] to = {9, 9, 9, 9};
        kernels.sequence(KEYS, SEQUENCE_KEY, data, from, count, to, 1);
        assertThat(to[0]).isEqualTo(9);
        assertThat(to[3]).isEqualTo(9);
        return new long[] {to[1], to[2]};
    }

    @Test
    void vectorTwinEqualsTheDefinition() {
        var random = new Random(12);
        // Kept from round to round, as a worker does
        var a = new HashInputs();
        var b = new HashInputs();
        for (int round = 0; round < 3000; round++) {
            int triangles = random.nextInt(random.nextInt(10) == 0 ? 300 : 6);
            int vertices = random.nextInt(4) == 0 ? 0 : 1 + random.nextInt(60);
            int floats = 1 + random.nextInt(33);
            var chunk = Chunk.random(random, triangles, vertices, floats);
            String where =
                    "round %d: %d triangles, %d vertices of %d floats"
                            .formatted(round, triangles, vertices, floats);
            long[] expected = chunk.hash(TWINS.get(0), a);
            assertThat(chunk.hash(TWINS.get(1), b)).as(where).isEqualTo(expected);
            for (int i = 0; i < 2 * vertices; i++) {
                assertThat(b.vertices[i]).as(where).isEqualTo(a.vertices[i]);
            }
        }
    }

    @Test
    void vectorTwinEqualsTheDefinitionOnSequences() {
        var random = new Random(13);
        long[] data = random.longs(9000).toArray();
        for (int round = 0; round < 2000; round++) {
            int from = random.nextInt(20);
            int count = round < 70 ? round : random.nextInt(round % 20 == 0 ? 8192 : 100);
            assertThat(sequence(TWINS.get(1), data, from, count))
                    .as("%d longs from %d", count, from)
                    .isEqualTo(sequence(TWINS.get(0), data, from, count));
        }
    }

    /** The formula of {@link HashKernels}, word for word, in numbers without bounds. */
    private static long[] formula(int[] words, int key) {
        long[] hashes = new long[2];
        for (int s = 0; s < 2; s++) {
            var sum = BigInteger.ZERO;
            for (int p = 0; p < words.length / 2; p++) {
                int a = words[2 * p] + KEYS[key + 2 * p + 2 * s];
                int b = words[2 * p + 1] + KEYS[key + 2 * p + 1 + 2 * s];
                var left = BigInteger.valueOf(Integer.toUnsignedLong(a));
                sum = sum.add(left.multiply(BigInteger.valueOf(Integer.toUnsignedLong(b))));
            }
            hashes[s] = sum.mod(BigInteger.ONE.shiftLeft(64)).longValue();
        }
        return hashes;
    }

    private static void put(long word, int[] words, int at) {
        words[at] = (int) word;
        words[at + 1] = (int) (word >>> 32);
    }

    @Test
    void sequencesHaveTheFormula() {
        long[] data = new Random(14).longs(5).toArray();
        int[] words = new int[12];
        words[0] = 5;
        for (int i = 0; i < 5; i++) {
            put(data[i], words, 2 + 2 * i);
        }
        for (var twin : TWINS) {
            assertThat(sequence(twin, data, 0, 5)).isEqualTo(formula(words, SEQUENCE_KEY));
        }
    }

    @Test
    void trianglesHaveTheFormula() {
        for (int floats : new int[] {0, 1, 8, 9, 33}) {
            var chunk = Chunk.random(new Random(floats), 5, floats == 0 ? 0 : 7, floats);
            int[] words = new int[HashInputs.TRIANGLE_WORDS];
            int record = chunk.recordsAt + 4 * TrianglePlanes.STRIDE;
            System.arraycopy(chunk.records, record, words, 0, TrianglePlanes.STRIDE);
            words[TrianglePlanes.COLUMNS] &= ~TrianglePlanes.VISIBLE;
            words[TrianglePlanes.V0] = chunk.instance;
            words[TrianglePlanes.V0 + 1] = 0;
            words[TrianglePlanes.V0 + 2] = 0;
            for (int v = 0; v < 3 && floats != 0; v++) {
                int[] row = new int[floats + 1 & ~1];
                for (int i = 0; i < floats; i++) {
                    int number = chunk.records[record + TrianglePlanes.V0 + v];
                    int place = chunk.verticesAt + number * floats;
                    row[i] = Float.floatToRawIntBits(chunk.data[place + i]);
                }
                long[] vertex = formula(row, 0);
                put(vertex[0], words, 16 + 4 * v);
                put(vertex[1], words, 18 + 4 * v);
            }
            put(chunk.stateLow, words, 28);
            put(chunk.stateHigh, words, 30);
            for (var twin : TWINS) {
                long[] all = chunk.hash(twin, new HashInputs());
                assertThat(Arrays.copyOfRange(all, 8, 10))
                        .as("%d floats, %s", floats, twin)
                        .isEqualTo(formula(words, TRIANGLE_KEY));
            }
        }
    }

    @Test
    void everyBitThatCountsChangesBothHashes() {
        for (var twin : TWINS) {
            var in = new HashInputs();
            for (int floats : new int[] {1, 8, 9, 33}) {
                var chunk = Chunk.random(new Random(floats), 1, 3, floats);
                for (int v = 0; v < 3; v++) {
                    chunk.records[chunk.recordsAt + TrianglePlanes.V0 + v] = v;
                }
                long[] before = chunk.hash(twin, in);
                for (int word = 0; word < TrianglePlanes.STRIDE; word++) {
                    for (int bit = 0; bit < 32; bit++) {
                        if (word >= TrianglePlanes.V0 && word < TrianglePlanes.V0 + 3) {
                            continue;
                        }
                        int at = chunk.recordsAt + word;
                        chunk.records[at] ^= 1 << bit;
                        long[] after = chunk.hash(twin, in);
                        chunk.records[at] ^= 1 << bit;
                        if (word == TrianglePlanes.COLUMNS && 1 << bit == TrianglePlanes.VISIBLE) {
                            assertThat(after).isEqualTo(before);
                        } else {
                            bothDiffer("record word %d bit %d".formatted(word, bit), before, after);
                        }
                    }
                }
                for (int i = 0; i < 3 * floats; i++) {
                    for (int bit = 0; bit < 32; bit++) {
                        float old = chunk.data[chunk.verticesAt + i];
                        int bits = Float.floatToRawIntBits(old) ^ 1 << bit;
                        chunk.data[chunk.verticesAt + i] = Float.intBitsToFloat(bits);
                        bothDiffer(
                                "float %d bit %d".formatted(i, bit), before, chunk.hash(twin, in));
                        chunk.data[chunk.verticesAt + i] = old;
                    }
                }
                for (int bit = 0; bit < 64; bit++) {
                    chunk.instance ^= 1 << bit;
                    bothDiffer("instance bit " + bit, before, chunk.hash(twin, in));
                    chunk.instance ^= 1 << bit;
                    chunk.stateLow ^= 1L << bit;
                    bothDiffer("state bit " + bit, before, chunk.hash(twin, in));
                    chunk.stateLow ^= 1L << bit;
                    chunk.stateHigh ^= 1L << bit;
                    bothDiffer("second state bit " + bit, before, chunk.hash(twin, in));
                    chunk.stateHigh ^= 1L << bit;
                }
                assertThat(chunk.hash(twin, in)).isEqualTo(before);
            }
        }
    }

    private static void bothDiffer(String where, long[] before, long[] after) {
        assertThat(after[0]).as(where).isNotEqualTo(before[0]);
        assertThat(after[1]).as(where).isNotEqualTo(before[1]);
    }

    /** Which vertex is at which corner counts; where vertices lie in memory does not. */
    @Test
    void cornersCountAndPlacesDoNot() {
        for (var twin : TWINS) {
            var in = new HashInputs();
            var chunk = Chunk.random(new Random(5), 1, 3, 9);
            int v0 = chunk.recordsAt + TrianglePlanes.V0;
            Set<List<Long>> seen = new HashSet<>();
            for (int code = 0; code < 27; code++) {
                chunk.records[v0] = code % 3;
                chunk.records[v0 + 1] = code / 3 % 3;
                chunk.records[v0 + 2] = code / 9;
                long[] hash = chunk.hash(twin, in);
                seen.add(List.of(hash[0], hash[1]));
            }
            assertThat(seen).hasSize(27);
            long[] before = chunk.hash(twin, in);
            float[] moved = new float[chunk.data.length + 18];
            System.arraycopy(chunk.data, 0, moved, 18, chunk.data.length);
            chunk.data = moved;
            chunk.vertices += 2;
            for (int v = 0; v < 3; v++) {
                chunk.records[v0 + v] += 2;
            }
            assertThat(chunk.hash(twin, in)).isEqualTo(before);
            chunk.verticesAt += 18;
            chunk.vertices -= 2;
            for (int v = 0; v < 3; v++) {
                chunk.records[v0 + v] -= 2;
            }
            assertThat(chunk.hash(twin, in)).isEqualTo(before);
        }
    }

    @Test
    void orderAndLengthOfSequencesCount() {
        var random = new Random(6);
        for (var twin : TWINS) {
            for (int count = 4; count < 80; count += 2) {
                long[] data = random.longs(count).toArray();
                long[] before = sequence(twin, data, 0, count);
                for (int i = 2; i < count; i += 2) {
                    long[] swapped = data.clone();
                    System.arraycopy(data, 0, swapped, i, 2);
                    System.arraycopy(data, i, swapped, 0, 2);
                    bothDiffer("swapped 0 and " + i, before, sequence(twin, swapped, 0, count));
                }
                for (int i = 0; i < 64 * count; i++) {
                    data[i >> 6] ^= 1L << i;
                    bothDiffer("bit " + i, before, sequence(twin, data, 0, count));
                    data[i >> 6] ^= 1L << i;
                }
                bothDiffer("shorter", before, sequence(twin, data, 0, count - 2));
            }
            Set<Long> seen = new HashSet<>();
            for (int count = 0; count < 1000; count++) {
                seen.add(sequence(twin, new long[count], 0, count)[0]);
            }
            assertThat(seen).hasSize(1000);
        }
    }

    /**
     * Half of the bits of each hash, high ones, change with a bit of the input, over many keys. Low
     * bits of a product of two numbers are more often 0.
     */
    @Test
    void hashesSpread() {
        var random = new Random(7);
        var in = new HashInputs();
        var chunk = Chunk.random(random, 1, 3, 9);
        long changed = 0;
        int rounds = 4000;
        for (int round = 0; round < rounds; round++) {
            int[] keys = random.ints(HashInputs.TRIANGLE_KEYS).toArray();
            in.noVertices();
            in.describeTriangles(keys, 0, 1, 2, 3);
            long[] to = new long[4];
            TWINS.get(1).triangles(in, chunk.records, chunk.recordsAt, 1, to, 0);
            int at = chunk.recordsAt + round % TrianglePlanes.V0;
            chunk.records[at] ^= 1 << 31;
            TWINS.get(1).triangles(in, chunk.records, chunk.recordsAt, 1, to, 2);
            changed += Integer.bitCount((int) ((to[0] ^ to[2]) >>> 44) & 0xffff);
            changed += Integer.bitCount((int) ((to[1] ^ to[3]) >>> 44) & 0xffff);
        }
        assertThat(changed / (32.0 * rounds)).isBetween(0.48, 0.52);
    }
}
