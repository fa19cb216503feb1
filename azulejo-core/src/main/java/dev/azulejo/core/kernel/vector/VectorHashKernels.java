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
        in.rows = data;
        in.rowsAt = from;
        in.rowCount = whole;
        apart(stride <= WORDS ? SHORT_ROWS : ROWS, in);
        scalar.vertices(in, data, from, whole, count);
    }

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
    public void triangles(HashInputs in, int[] records, int from, int count, long[] to, int at) {
        if (LONGS < 4) {
            scalar.triangles(in, records, from, count, to, at);
            return;
        }
        in.records = records;
        in.results = to;
        for (int t = 0; t < count; t += HashInputs.BATCH) {
            in.batch = Math.min(HashInputs.BATCH, count - t);
            in.recordsAt = from + t * TrianglePlanes.STRIDE;
            in.resultsAt = at + 2 * t;
            apart(in.stride == 0 ? TOUCH : LINK, in);
            apart(PLANES, in);
            if (in.stride != 0) {
                apart(ADD_LINKS, in);
            }
        }
    }

    /** A step that must be compiled on its own. */
    private interface Step {
        void run(HashInputs in);
    }

    private static final Step SHORT_ROWS =
            in -> shortRows(in.rows, in.rowsAt, in.stride, in.rowCount, in.vertexKeys, in.vertices);

    private static final Step ROWS =
            in ->
                    rows(
                            in.rows,
                            in.rowsAt,
                            in.stride,
                            in.rowCount,
                            in.vertexMask,
                            in.vertexKeys,
                            in.vertices);

    private static final Step TOUCH =
            in ->
                    in.touched +=
                            touch(
                                    in.records,
                                    in.recordsAt,
                                    in.recordsAt + in.batch * TrianglePlanes.STRIDE);

    private static final Step LINK =
            in -> link(in.records, in.recordsAt, in.batch, in.vertices, in.links);

    private static final Step PLANES =
            WORDS == TrianglePlanes.STRIDE
                    ? in ->
                            planes(
                                    in.records,
                                    in.recordsAt,
                                    in.batch,
                                    in.recordMask,
                                    in.recordKeys,
                                    in.fixed,
                                    in.results,
                                    in.resultsAt)
                    : in ->
                            halves(
                                    in.records,
                                    in.recordsAt,
                                    in.batch,
                                    in.recordMask,
                                    in.recordKeys,
                                    in.fixed,
                                    in.results,
                                    in.resultsAt);

    private static final Step ADD_LINKS =
            WORDS == TrianglePlanes.STRIDE
                    ? in -> addLinks(in.links, in.batch, in.linkKeys, in.results, in.resultsAt)
                    : in ->
                            addLinksInHalves(
                                    in.links, in.batch, in.linkKeys, in.results, in.resultsAt);

    /**
     * Runs a step. The call goes through here with many kinds of steps, so that the compiler has no
     * reason to inline any: if they were inlined into one method together, it would give up on it
     * half-way and box vectors for good.
     */
    private static void apart(Step step, HashInputs in) {
        step.run(in);
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
    private static void link(int[] records, int from, int count, long[] vertices, int[] links) {
        for (int t = 0; t < count; t++) {
            int record = from + t * TrianglePlanes.STRIDE;
            int v0 = records[record + TrianglePlanes.V0];
            int v1 = records[record + TrianglePlanes.V1];
            int v2 = records[record + TrianglePlanes.V2];
            copy(vertices, 2 * v0, links, 16 * t);
            copy(vertices, 2 * v1, links, 16 * t + 4);
            copy(vertices, 2 * v2, links, 16 * t + 8);
        }
    }

    /** Copies a hash of two longs as four words. */
    private static void copy(long[] from, int at, int[] to, int place) {
        LongVector.fromArray(HASH, from, at).reinterpretAsInts().intoArray(to, place);
    }

    // How much code the compiler takes decides whether it keeps vectors in registers or makes
    // objects of them, and what surrounds these loops differs from program to program. So they are
    // as small as can be: one thing each, and nothing computed before them.

    /** Records of one vector, and what the words that all have in common add. */
    private static void planes(
            int[] records,
            int from,
            int count,
            int[] mask,
            int[] keys,
            long[] fixed,
            long[] to,
            int at) {
        for (int t = 0; t < count; t++) {
            var x =
                    IntVector.fromArray(I, records, from + t * TrianglePlanes.STRIDE)
                            .and(IntVector.fromArray(I, mask, 0));
            to[at + 2 * t] = fixed[0] + sum(products(x, keys, 0));
            to[at + 2 * t + 1] = fixed[1] + sum(products(x, keys, WORDS));
        }
    }

    /** Records of two vectors, likewise. */
    private static void halves(
            int[] records,
            int from,
            int count,
            int[] mask,
            int[] keys,
            long[] fixed,
            long[] to,
            int at) {
        for (int t = 0; t < count; t++) {
            int record = from + t * TrianglePlanes.STRIDE;
            var x = IntVector.fromArray(I, records, record).and(IntVector.fromArray(I, mask, 0));
            var y =
                    IntVector.fromArray(I, records, record + WORDS)
                            .and(IntVector.fromArray(I, mask, WORDS));
            var sum0 = products(x, keys, 0).add(products(y, keys, WORDS));
            var sum1 = products(x, keys, 2 * WORDS).add(products(y, keys, 3 * WORDS));
            to[at + 2 * t] = fixed[0] + sum(sum0);
            to[at + 2 * t + 1] = fixed[1] + sum(sum1);
        }
    }

    /** What the hashes of vertices add, one vector a triangle. */
    private static void addLinks(int[] links, int count, int[] keys, long[] to, int at) {
        for (int t = 0; t < count; t++) {
            var x = IntVector.fromArray(I, links, 16 * t);
            to[at + 2 * t] += sum(products(x, keys, 0));
            to[at + 2 * t + 1] += sum(products(x, keys, WORDS));
        }
    }

    /** Likewise, two vectors a triangle. */
    private static void addLinksInHalves(int[] links, int count, int[] keys, long[] to, int at) {
        for (int t = 0; t < count; t++) {
            var x = IntVector.fromArray(I, links, 16 * t);
            var y = IntVector.fromArray(I, links, 16 * t + WORDS);
            var sum0 = products(x, keys, 0).add(products(y, keys, WORDS));
            var sum1 = products(x, keys, 2 * WORDS).add(products(y, keys, 3 * WORDS));
            to[at + 2 * t] += sum(sum0);
            to[at + 2 * t + 1] += sum(sum1);
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

    private static long sum(LongVector products) {
        return products.reduceLanes(VectorOperators.ADD);
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
