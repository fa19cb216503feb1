package dev.azulejo.core.kernel;

/**
 * Hashes for the reuse of tiles: NH of Black, Halevi, Krawczyk, Krovetz and Rogaway, "UMAC: fast
 * and secure message authentication", CRYPTO 1999, in words of 32 bits, twice.
 *
 * <p>Words {@code x[0], x[1] ...} have the two hashes, s being 0 and 1,
 *
 * <pre>sum over p of (x[2p] + k[2p + 2s]) (x[2p + 1] + k[2p + 1 + 2s])</pre>
 *
 * sums in brackets modulo 2<sup>32</sup>, read as unsigned, the whole modulo 2<sup>64</sup>: in any
 * order, so that any number of lanes gives the same bits. The second hash has the keys of the
 * first, one pair further on (the paper's Toeplitz construction).
 *
 * <p>Two inputs that differ somewhere in their common length collide in both with a probability of
 * at most 2<sup>-64</sup>, if keys are drawn at random. For let p be the first pair where they
 * differ. At any values of the other keys, k[2p + 2] and k[2p + 3] make the second hashes the same
 * with a probability of at most 2<sup>-32</sup> (the paper's lemma); then k[2p] and k[2p + 1],
 * which the second hashes do not use where the inputs differ, do so with the first.
 *
 * <p>A 64-bit word counts as its low half, then its high half.
 */
public interface HashKernels {
    /**
     * Hashes rows of a chunk's vertices, as raw bits, into {@link HashInputs#vertices}, two longs a
     * row. An odd row ends in a word of zero.
     *
     * @param in the keys and the length of a row
     * @param data has the rows, one after another
     * @param from first float of the first row
     * @param count rows
     */
    void vertices(HashInputs in, float[] data, int from, int count);

    /**
     * Hashes triangles: 32 words each. 0..15 are the record as in {@link TrianglePlanes} without
     * {@link TrianglePlanes#VISIBLE}, and instead of the numbers of vertices the instance, 0 and 0.
     * 16..27 are the hashes of the vertices, or 0; 28..31 the hash of the draw call's state.
     *
     * @param in the keys, instance and state, and the hashes of vertices, if any
     * @param records has the records, one after another
     * @param from first int of the first record
     * @param count triangles
     * @param to receives two longs a triangle
     * @param at first of them
     */
    void triangles(HashInputs in, int[] records, int from, int count, long[] to, int at);

    /**
     * Hashes a number of longs: two words that are their number and 0, then two each.
     *
     * @param keys keys
     * @param key first of the {@code 2 * count + 4} in use
     * @param data longs
     * @param from first of them
     * @param count how many
     * @param to receives two longs
     * @param at first of them
     */
    void sequence(int[] keys, int key, long[] data, int from, int count, long[] to, int at);
}
