package dev.azulejo.core.kernel.vector;

import dev.azulejo.core.kernel.HashInputs;
import dev.azulejo.core.kernel.HashKernels;
import dev.azulejo.core.kernel.ScalarHashKernels;
import dev.azulejo.core.kernel.TrianglePlanes;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * Vector twin of {@link ScalarHashKernels}: a pair of words is a lane of 64 bits. A record is 16
 * words, so wider vectors than that are not used. Triangles and vertices in two lanes took longer
 * than in the scalar twin, which then does them.
 */
public final class VectorHashKernels implements HashKernels {
    private static final VectorSpecies<Long> L =
            LongVector.SPECIES_PREFERRED.length() > 8
                    ? LongVector.SPECIES_512
                    : LongVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Integer> I = L.withLanes(int.class);
    private static final VectorSpecies<Float> F = L.withLanes(float.class);
    private static final VectorSpecies<Long> HASH = LongVector.SPECIES_128;
    private static final int LONGS = L.length();
    private static final int WORDS = I.length();

    /** First word of the vertices' hashes. */
    private static final int LINKS = TrianglePlanes.STRIDE;

    private static final VectorMask<Long> ODD = VectorMask.fromLong(L, 0xaa);
    private static final VectorShuffle<Long> SWAP = VectorShuffle.fromOp(L, i -> i ^ 1);
    private static final VectorShuffle<Long> BY_2 = VectorShuffle.fromOp(L, i -> (i + 2) % LONGS);
    private static final VectorShuffle<Long> BY_4 = VectorShuffle.fromOp(L, i -> (i + 4) % LONGS);

    private final ScalarHashKernels scalar = new ScalarHashKernels();

    @Override
    public void vertices(HashInputs in, float[] data, int from, int count) {
        int stride = in.stride;
        // Whole vectors are read: the last rows may lie too near the array's end.
        int padded = stride + WORDS - 1 & -WORDS;
        int room = data.length - from - padded;
        int whole = room < 0 || LONGS < 4 ? 0 : Math.min(count, room / stride + 1);
        if (stride <= WORDS) {
            shortRows(data, from, stride, whole, in.vertexKeys, in.vertices);
        } else {
            rows(data, from, stride, whole, in.vertexMask, in.vertexKeys, in.vertices);
        }
        scalar.vertices(in, data, from, whole, count);
    }

    // Here and in linked(): what stays the same stays in registers. The compiler takes bare loads
    // for operands in memory and repeats them, so masks are compared and keys computed instead.

    /** Rows of one vector. */
    private static void shortRows(
            float[] data, int from, int stride, int count, int[] keys, long[] to) {
        var used = I.indexInRange(0, stride);
        var pairs = I.indexInRange(0, stride + 1 & ~1);
        var zero = IntVector.zero(I);
        var keys0 = zero.blend(IntVector.fromArray(I, keys, 0), pairs);
        var keys1 = zero.blend(IntVector.fromArray(I, keys, HashInputs.VERTEX_WORDS), pairs);
        for (int v = 0; v < count; v++) {
            var x = FloatVector.fromArray(F, data, from + v * stride).reinterpretAsInts();
            var row = zero.blend(x, used);
            store(products(row.add(keys0)), products(row.add(keys1)), to, 2 * v);
        }
    }

    private static void rows(
            float[] data, int from, int stride, int count, int[] mask, int[] keys, long[] to) {
        for (int v = 0; v < count; v++) {
            int row = from + v * stride;
            var sum0 = LongVector.zero(L);
            var sum1 = LongVector.zero(L);
            for (int i = 0; i < stride; i += WORDS) {
                var x =
                        FloatVector.fromArray(F, data, row + i)
                                .reinterpretAsInts()
                                .and(IntVector.fromArray(I, mask, i));
                sum0 = sum0.add(products(x, keys, i));
                sum1 = sum1.add(products(x, keys, HashInputs.VERTEX_WORDS + i));
            }
            store(sum0, sum1, to, 2 * v);
        }
    }

    @Override
    public void triangles(
            HashInputs in, int[] records, int from, int count, int verticesAt, long[] to, int at) {
        if (LONGS < 4) {
            scalar.triangles(in, records, from, count, verticesAt, to, at);
            return;
        }
        for (int t = 0; t < count; t += HashInputs.BATCH) {
            int batch = Math.min(HashInputs.BATCH, count - t);
            int record = from + t * TrianglePlanes.STRIDE;
            if (in.stride == 0) {
                in.touched += touch(records, record, record + batch * TrianglePlanes.STRIDE);
                if (WORDS == TrianglePlanes.STRIDE) {
                    planes(in, records, record, batch, to, at + 2 * t);
                } else {
                    planesInHalves(in, records, record, batch, to, at + 2 * t);
                }
                continue;
            }
            link(records, record, batch, verticesAt, in.stride, in.vertices, in.links);
            if (WORDS == TrianglePlanes.STRIDE) {
                linked(in, records, record, batch, to, at + 2 * t);
            } else {
                linkedInHalves(in, records, record, batch, to, at + 2 * t);
            }
        }
    }

    /**
     * Reads one word a record, so that the processor fetches many cache lines at once: products
     * keep it from looking that far ahead. Halves the time from memory; {@link #link} does as much.
     */
    private static int touch(int[] records, int from, int to) {
        int sum = 0;
        for (int i = from; i < to; i += TrianglePlanes.STRIDE) {
            sum += records[i];
        }
        return sum;
    }

    /** Brings the hashes of the triangles' vertices together. */
    private static void link(
            int[] records,
            int from,
            int count,
            int verticesAt,
            int stride,
            long[] vertices,
            long[] links) {
        // Exact for multiples of the stride below 2^32: the fraction that rounding up adds stays
        // below 1.
        long reciprocal = (1L << 32) / stride + 1;
        for (int t = 0; t < count; t++) {
            int record = from + t * TrianglePlanes.STRIDE + TrianglePlanes.V0;
            int v0 = (int) ((records[record] - verticesAt) * reciprocal >>> 32);
            int v1 = (int) ((records[record + 1] - verticesAt) * reciprocal >>> 32);
            int v2 = (int) ((records[record + 2] - verticesAt) * reciprocal >>> 32);
            LongVector.fromArray(HASH, vertices, 2 * v0).intoArray(links, 8 * t);
            LongVector.fromArray(HASH, vertices, 2 * v1).intoArray(links, 8 * t + 2);
            LongVector.fromArray(HASH, vertices, 2 * v2).intoArray(links, 8 * t + 4);
        }
    }

    /** Triangles whose record is one vector. */
    private static void linked(
            HashInputs in, int[] records, int from, int count, long[] to, int at) {
        long[] links = in.links;
        var mask = IntVector.fromArray(I, in.recordMask, 0);
        var common0 = IntVector.fromArray(I, in.common, 0);
        var common1 = IntVector.fromArray(I, in.common, LINKS);
        var keys00 = IntVector.fromArray(I, in.triangleKeys, 0).add(common0);
        var keys01 = IntVector.fromArray(I, in.triangleKeys, LINKS).add(common1);
        var keys10 = IntVector.fromArray(I, in.triangleKeys, 2).add(common0);
        var keys11 = IntVector.fromArray(I, in.triangleKeys, LINKS + 2).add(common1);
        for (int t = 0; t < count; t++) {
            int record = from + t * TrianglePlanes.STRIDE;
            var x = IntVector.fromArray(I, records, record).and(mask);
            var y = LongVector.fromArray(L, links, 8 * t).reinterpretAsInts();
            var sum0 = products(x.add(keys00)).add(products(y.add(keys01)));
            var sum1 = products(x.add(keys10)).add(products(y.add(keys11)));
            store(sum0, sum1, to, at + 2 * t);
        }
    }

    // How much code the compiler takes decides: in halves, a loop for these and both written out
    // for
    // those without vertices; the other way round, either boxes (HashBenchmark with -prof gc).

    /** Triangles whose record is two vectors. */
    private static void linkedInHalves(
            HashInputs in, int[] records, int from, int count, long[] to, int at) {
        int[] mask = in.recordMask;
        int[] keys = in.triangleKeys;
        int[] common = in.common;
        long[] links = in.links;
        for (int t = 0; t < count; t++) {
            int record = from + t * TrianglePlanes.STRIDE;
            var sum0 = LongVector.zero(L);
            var sum1 = LongVector.zero(L);
            for (int i = 0; i < TrianglePlanes.STRIDE; i += WORDS) {
                var x = record(records, record, mask, common, i);
                var y =
                        LongVector.fromArray(L, links, 8 * t + i / 2)
                                .reinterpretAsInts()
                                .add(IntVector.fromArray(I, common, LINKS + i));
                sum0 = sum0.add(products(x, keys, i)).add(products(y, keys, LINKS + i));
                sum1 = sum1.add(products(x, keys, i + 2)).add(products(y, keys, LINKS + i + 2));
            }
            store(sum0, sum1, to, at + 2 * t);
        }
    }

    // What is fixed is loaded in the loop: the compiler boxed vectors that came from outside and
    // were
    // made of numbers.

    private static IntVector record(int[] records, int at, int[] mask, int[] common, int i) {
        return IntVector.fromArray(I, records, at + i)
                .and(IntVector.fromArray(I, mask, i))
                .add(IntVector.fromArray(I, common, i));
    }

    /** Triangles without vertices whose record is one vector. */
    private static void planes(
            HashInputs in, int[] records, int from, int count, long[] to, int at) {
        var mask = IntVector.fromArray(I, in.recordMask, 0);
        var common = IntVector.fromArray(I, in.common, 0);
        var keys0 = IntVector.fromArray(I, in.triangleKeys, 0).add(common);
        var keys1 = IntVector.fromArray(I, in.triangleKeys, 2).add(common);
        long[] fixed = in.fixed;
        for (int t = 0; t < count; t++) {
            int record = from + t * TrianglePlanes.STRIDE;
            var x = IntVector.fromArray(I, records, record).and(mask);
            var sum0 = products(x.add(keys0));
            var sum1 = products(x.add(keys1));
            fold(sum0, sum1).add(LongVector.fromArray(HASH, fixed, 0)).intoArray(to, at + 2 * t);
        }
    }

    /** Triangles without vertices whose record is two vectors. */
    private static void planesInHalves(
            HashInputs in, int[] records, int from, int count, long[] to, int at) {
        int[] mask = in.recordMask;
        int[] keys = in.triangleKeys;
        int[] common = in.common;
        long[] fixed = in.fixed;
        for (int t = 0; t < count; t++) {
            int record = from + t * TrianglePlanes.STRIDE;
            var x = record(records, record, mask, common, 0);
            var y = record(records, record, mask, common, WORDS);
            var sum0 = products(x, keys, 0).add(products(y, keys, WORDS));
            var sum1 = products(x, keys, 2).add(products(y, keys, WORDS + 2));
            fold(sum0, sum1).add(LongVector.fromArray(HASH, fixed, 0)).intoArray(to, at + 2 * t);
        }
    }

    @Override
    public void sequence(int[] keys, int key, long[] data, int from, int count, long[] to, int at) {
        int whole = L.loopBound(count);
        longs(keys, key + 2, data, from, whole, to, at);
        to[at] += (count + keys[key] & 0xffffffffL) * (keys[key + 1] & 0xffffffffL);
        to[at + 1] += (count + keys[key + 2] & 0xffffffffL) * (keys[key + 3] & 0xffffffffL);
        scalar.addSequence(keys, key + 2 + 2 * whole, data, from + whole, count - whole, to, at);
    }

    private static void longs(
            int[] keys, int key, long[] data, int from, int count, long[] to, int at) {
        var sum0 = LongVector.zero(L);
        var sum1 = LongVector.zero(L);
        for (int i = 0; i < count; i += LONGS) {
            var x = LongVector.fromArray(L, data, from + i).reinterpretAsInts();
            sum0 = sum0.add(products(x, keys, key + 2 * i));
            sum1 = sum1.add(products(x, keys, key + 2 * i + 2));
        }
        store(sum0, sum1, to, at);
    }

    /** One product a pair of words, keys added. */
    private static LongVector products(IntVector words, int[] keys, int key) {
        return products(words.add(IntVector.fromArray(I, keys, key)));
    }

    /** One product a pair of words. */
    private static LongVector products(IntVector words) {
        var pairs = words.reinterpretAsLongs();
        // Both factors are seen to be unsigned and of 32 bits: one instruction multiplies them.
        return pairs.and(0xffffffffL).mul(pairs.lanewise(VectorOperators.LSHR, 32));
    }

    private static void store(LongVector sum0, LongVector sum1, long[] to, int at) {
        fold(sum0, sum1).intoArray(to, at);
    }

    /** The sums over the lanes of two vectors. */
    private static LongVector fold(LongVector sum0, LongVector sum1) {
        // Even lanes: the first vector's, odd lanes: the second's; then halves onto each other.
        var sums = sum0.blend(sum1, ODD).add(sum1.blend(sum0, ODD).rearrange(SWAP));
        if (LONGS >= 4) {
            sums = sums.add(sums.rearrange(BY_2));
        }
        if (LONGS >= 8) {
            sums = sums.add(sums.rearrange(BY_4));
        }
        return (LongVector) sums.reinterpretShape(HASH, 0);
    }
}
