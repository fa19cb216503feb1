package dev.azulejo.core.reuse;

import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.tiling.Binner;
import dev.azulejo.core.tiling.TileList;

import java.util.Arrays;

/** Hashes chunks and tests tiles. Owned by one thread. */
final class TileTester {
    /** Longs of hashes that are taken from memory at once. */
    private static final int SLAB = 1 << 15;

    private final Reuse options;
    private final int worker;
    private final int workers;
    private final PrimitiveHasher hasher;
    private final ChunkHashes chunkHashes;
    private final Counts counts;
    private final KeptData kept;

    /** Null in the way of tiles. */
    private final Reuse.Blocks blocks;

    private final boolean comparesPrograms;

    /** Hashes of this worker's chunks, and where the free room begins. */
    private long[] hashes = new long[SLAB];

    private int hashesEnd;
    private long[] words = new long[4096];
    private int wordCount;
    private Characterisation past;
    private Characterisation current;
    private boolean comparable;
    private DrawInputs inputs;
    private long mostWords;

    // Bytes
    private long written;
    private long readHeader;
    private long readPrograms;
    private long readMasks;
    private long readData;

    private int filled;
    private int reused;

    TileTester(
            Reuse reuse,
            int number,
            PrimitiveHasher primitiveHasher,
            ChunkHashes hashesOfChunks,
            Counts[] workerCounts) {
        options = reuse;
        worker = number;
        workers = workerCounts.length;
        hasher = primitiveHasher;
        chunkHashes = hashesOfChunks;
        counts = workerCounts[number];
        kept = KeptData.of(reuse);
        blocks = reuse.way() instanceof Reuse.Blocks b ? b : null;
        var tiles = reuse.way() instanceof Reuse.Tiles t ? t : Reuse.Tiles.DEFAULT;
        comparesPrograms = tiles.shaderIds();
    }

    /** Forgets what was counted in the last render. */
    void clear() {
        written = 0;
        readHeader = 0;
        readPrograms = 0;
        readMasks = 0;
        readData = 0;
    }

    /**
     * A render begins whose tiles are tested.
     *
     * @param before what is known of the last one
     * @param now what is written down of this one
     * @param mayCompare whether the two are compared
     * @param drawInputs the states of its draw calls
     */
    void begin(
            Characterisation before,
            Characterisation now,
            boolean mayCompare,
            DrawInputs drawInputs) {
        past = before;
        current = now;
        comparable = mayCompare;
        inputs = drawInputs;
        hashesEnd = 0;
        filled = 0;
        reused = 0;
        // Half for this render and half for the last, in equal shares
        mostWords = ((long) options.megabytes() << 17) / 2 / workers;
    }

    /** What was written and read since {@link #clear}, bytes. */
    long bytes() {
        return written + readHeader + readPrograms + readMasks + readData;
    }

    /** Adds to the counters what was written and read. */
    void end() {
        counts.add(Counter.REUSE_BYTES_WRITTEN, written);
        counts.add(Counter.REUSE_BYTES_READ_HEADER, readHeader);
        counts.add(Counter.REUSE_BYTES_READ_PROGRAMS, readPrograms);
        counts.add(Counter.REUSE_BYTES_READ_MASKS, readMasks);
        counts.add(Counter.REUSE_BYTES_READ_DATA, readData);
    }

    /** Tiles with primitives in this render. */
    int filled() {
        return filled;
    }

    /** Those among them that were reused. */
    int reused() {
        return reused;
    }

    /** Hashes a chunk's triangles, and its parts in the way of blocks. */
    void hash(ChunkOutput chunk, int index) {
        int count = chunk.triangles();
        if (kept != KeptData.RAW && count != 0) {
            if (hashes.length - hashesEnd < 2 * count) {
                // Chunks keep the array that they were given.
                hashes = new long[Math.max(2 * hashes.length, 2 * count)];
                hashesEnd = 0;
            }
            chunkHashes.set(index, hashes, hashesEnd);
            int draw = chunk.draw().number();
            hasher.hash(chunk, inputs.hashLow(draw), inputs.hashHigh(draw), hashes, hashesEnd);
            hashesEnd += 2 * count;
        }
        if (blocks != null) {
            int parts = blocks.parts();
            for (int p = 0; p < parts; p++) {
                int from = firstOfPart(p, count);
                hashPart(chunk, index, p, from, firstOfPart(p + 1, count));
            }
        }
    }

    private int firstOfPart(int part, int count) {
        int size = blocks.partTriangles();
        if (size > 0) {
            return part == blocks.parts() ? count : (int) Math.min((long) part * size, count);
        }
        return (int) ((long) part * count / blocks.parts());
    }

    private int partOf(int triangle, int count) {
        // The largest part that begins at or before the triangle.
        int parts = blocks.parts();
        if (blocks.partTriangles() > 0) {
            return Math.min(triangle / blocks.partTriangles(), parts - 1);
        }
        return (int) ((((long) triangle + 1) * parts - 1) / count);
    }

    private void hashPart(ChunkOutput chunk, int index, int p, int from, int to) {
        int part = blocks.parts() * index + p;
        if (kept == KeptData.RAW) {
            wordCount = 0;
            for (int t = from; t < to; t++) {
                addRaw(chunk, t, t == from ? stateWords(chunk) : 0);
            }
            store(part);
            return;
        }
        hasher.hashSequence(
                chunkHashes.words(index), chunkHashes.first(index) + 2 * from, to - from);
        current.data[2 * part] = hasher.low;
        current.data[2 * part + 1] = hasher.high;
        written += 16;
    }

    /** Stores the words in the pool; returns whether there was room. */
    private boolean store(int entry) {
        int place = current.take(worker, wordCount, mostWords);
        current.data[2 * entry] =
                place < 0 ? Characterisation.NOWHERE : (long) worker << 32 | place;
        current.data[2 * entry + 1] = wordCount;
        if (place < 0) {
            return false;
        }
        System.arraycopy(words, 0, current.pool[worker], place, wordCount);
        written += 16 + 8L * wordCount;
        return true;
    }

    private boolean sameData(int entry, int pastEntry) {
        return kept == KeptData.HASH ? sameHash(entry, pastEntry) : samePooled(entry, pastEntry);
    }

    /** Whether the data of two entries, kept in pools, is the same. */
    private boolean samePooled(int entry, int pastEntry) {
        long here = current.data[2 * entry];
        long there = past.data[2 * pastEntry];
        long length = current.data[2 * entry + 1];
        readData += 32;
        if (here == Characterisation.NOWHERE
                || there == Characterisation.NOWHERE
                || length != past.data[2 * pastEntry + 1]) {
            return false;
        }
        int from = (int) here;
        int to = (int) (from + length);
        int pastFrom = (int) there;
        int different =
                Arrays.mismatch(
                        current.pool[(int) (here >> 32)],
                        from,
                        to,
                        past.pool[(int) (there >> 32)],
                        pastFrom,
                        (int) (pastFrom + length));
        readData += 16 * (different < 0 ? length : different + 1);
        return different < 0;
    }

    private boolean sameHash(int entry, int pastEntry) {
        readData += 32;
        return current.data[2 * entry] == past.data[2 * pastEntry]
                && current.data[2 * entry + 1] == past.data[2 * pastEntry + 1];
    }

    /** Takes over what the last render wrote down about a tile that keeps its pixels. */
    void keep(int tile) {
        if (!past.valid || past.primitives[tile] < 0) {
            return;
        }
        if (blocks == null) {
            current.programs[tile] = past.programs[tile];
            written += comparesPrograms ? 8 : 0;
            if (!keepData(tile)) {
                return;
            }
        } else if (blocks.parts() > 1 && past.culled) {
            // Its mask names shares of what early Z had left: others than those of a partial render
            return;
        } else {
            int words = current.maskWords;
            System.arraycopy(past.masks, tile * words, current.masks, tile * words, words);
            written += 8L * words;
        }
        current.primitives[tile] = past.primitives[tile];
        written += 4;
    }

    /** Takes over what the last render wrote down about a chunk that is not processed. */
    void keepChunk(int index) {
        for (int p = 0; blocks != null && p < blocks.parts(); p++) {
            keepData(blocks.parts() * index + p);
        }
    }

    private boolean keepData(int entry) {
        if (kept == KeptData.HASH) {
            current.data[2 * entry] = past.data[2 * entry];
            current.data[2 * entry + 1] = past.data[2 * entry + 1];
            written += 16;
            return true;
        }
        long there = past.data[2 * entry];
        wordCount = 0;
        if (there != Characterisation.NOWHERE) {
            int length = (int) past.data[2 * entry + 1];
            require(length);
            System.arraycopy(past.pool[(int) (there >> 32)], (int) there, words, 0, length);
            wordCount = length;
        }
        if (there == Characterisation.NOWHERE || !store(entry)) {
            current.data[2 * entry] = Characterisation.NOWHERE;
            return false;
        }
        return true;
    }

    /** Tests a tile. */
    TileDecision test(int tile, TileList list, ChunkOutput[] chunks) {
        counts.add(Counter.TILES_TESTED, 1);
        int something = list.count() == 0 ? 0 : 1;
        filled += something;
        var decision = decide(tile, list, chunks);
        counts.add(
                switch (decision) {
                    case OVER_PRIMITIVES -> Counter.TILES_OVER_PRIMITIVES;
                    case OVER_MEMORY -> Counter.TILES_OVER_MEMORY;
                    case PROGRAMS -> Counter.TILES_ENDED_PROGRAMS;
                    case MASKS -> Counter.TILES_ENDED_MASKS;
                    case DATA -> Counter.TILES_ENDED_DATA;
                    case REUSED -> Counter.TILES_REUSED;
                    default -> Counter.TILES_ENDED_HEADER;
                },
                1);
        reused += decision == TileDecision.REUSED ? something : 0;
        return decision;
    }

    private TileDecision decide(int tile, TileList list, ChunkOutput[] chunks) {
        int entries = list.count();
        if (entries > options.tilePrimitives()) {
            return TileDecision.OVER_PRIMITIVES;
        }
        boolean tiles = blocks == null;
        if (!(tiles ? characterise(tile, list, chunks) : mask(tile, list, chunks))) {
            return TileDecision.OVER_MEMORY;
        }
        current.primitives[tile] = entries;
        written += 4;
        if (!comparable) {
            return TileDecision.HEADER;
        }
        readHeader += 8;
        if (past.primitives[tile] < 0) {
            return TileDecision.HEADER;
        }
        return tiles ? compareData(tile) : compareBlocks(tile);
    }

    /** Stores a tile's programs and data. */
    private boolean characterise(int tile, TileList list, ChunkOutput[] chunks) {
        int entries = list.count();
        if (comparesPrograms) {
            long sum = 0;
            for (int e = 0; e < entries; e++) {
                var draw = chunks[Binner.chunkOf(list.get(e))].draw();
                sum = sum * Characterisation.MIX + inputs.program(draw.number()) + 1;
            }
            current.programs[tile] = sum;
            written += 8;
        }
        wordCount = 0;
        if (kept == KeptData.RAW) {
            DrawState last = null;
            for (int e = 0; e < entries; e++) {
                int reference = list.get(e);
                var chunk = chunks[Binner.chunkOf(reference)];
                int stateWords = chunk.draw() == last ? 0 : stateWords(chunk);
                addRaw(chunk, Binner.triangleOf(reference), stateWords);
                last = chunk.draw();
            }
            return store(tile);
        }
        require(2 * entries);
        for (int e = 0; e < entries; e++) {
            int reference = list.get(e);
            int chunk = Binner.chunkOf(reference);
            long[] from = chunkHashes.words(chunk);
            int at = chunkHashes.first(chunk) + 2 * Binner.triangleOf(reference);
            words[2 * e] = from[at];
            words[2 * e + 1] = from[at + 1];
        }
        wordCount = 2 * entries;
        if (kept == KeptData.HASHES) {
            return store(tile);
        }
        hasher.hashSequence(words, 0, entries);
        current.data[2 * tile] = hasher.low;
        current.data[2 * tile + 1] = hasher.high;
        written += 16;
        return true;
    }

    /** Condenses a tile that was written down; 0 where its data is kept in another way. */
    long signature(int tile) {
        boolean hashed = blocks == null && kept == KeptData.HASH;
        return hashed ? current.signature(tile) : 0;
    }

    private TileDecision compareData(int tile) {
        if (comparesPrograms) {
            readPrograms += 16;
            if (current.programs[tile] != past.programs[tile]) {
                return TileDecision.PROGRAMS;
            }
        }
        boolean same = current.primitives[tile] == past.primitives[tile] && sameData(tile, tile);
        return same ? TileDecision.REUSED : TileDecision.DATA;
    }

    /** Stores which parts touch a tile. */
    private boolean mask(int tile, TileList list, ChunkOutput[] chunks) {
        int parts = blocks.parts();
        int first = tile * current.maskWords;
        Arrays.fill(current.masks, first, first + current.maskWords, 0);
        for (int e = 0; e < list.count(); e++) {
            int reference = list.get(e);
            int index = Binner.chunkOf(reference);
            int part = parts * index;
            if (parts != 1) {
                part += partOf(Binner.triangleOf(reference), chunks[index].triangles());
            }
            current.masks[first + (part >> 6)] |= 1L << part;
        }
        written += 8L * current.maskWords;
        return true;
    }

    private TileDecision compareBlocks(int tile) {
        int first = tile * current.maskWords;
        int pastFirst = tile * past.maskWords;
        long maskBytes = 8L * (current.maskWords + past.maskWords);
        if (blocks.masks()) {
            readMasks += maskBytes;
            if (!sameMasks(first, pastFirst)) {
                return TileDecision.MASKS;
            }
        } else {
            readData += maskBytes;
        }
        int part = nextPart(current, first, 0);
        int pastPart = nextPart(past, pastFirst, 0);
        while (part >= 0 && pastPart >= 0) {
            if (!sameData(part, pastPart)) {
                break;
            }
            part = nextPart(current, first, part + 1);
            pastPart = nextPart(past, pastFirst, pastPart + 1);
        }
        return part >= 0 || pastPart >= 0 ? TileDecision.DATA : TileDecision.REUSED;
    }

    /** Whether the same parts touch a tile now and then; there may be more of them now or then. */
    private boolean sameMasks(int first, int pastFirst) {
        long[] here = current.masks;
        long[] there = past.masks;
        int common = Math.min(current.maskWords, past.maskWords);
        if (!Arrays.equals(here, first, first + common, there, pastFirst, pastFirst + common)) {
            return false;
        }
        long rest = 0;
        for (int w = common; w < current.maskWords; w++) {
            rest |= here[first + w];
        }
        for (int w = common; w < past.maskWords; w++) {
            rest |= there[pastFirst + w];
        }
        return rest == 0;
    }

    /** Next part in a mask at or after a number; -1 if there is none. */
    private static int nextPart(Characterisation c, int first, int from) {
        int word = from >> 6;
        if (word >= c.maskWords) {
            return -1;
        }
        long bits = c.masks[first + word] & -1L << from;
        while (bits == 0) {
            word++;
            if (word == c.maskWords) {
                return -1;
            }
            bits = c.masks[first + word];
        }
        return word << 6 | Long.numberOfTrailingZeros(bits);
    }

    private int stateWords(ChunkOutput chunk) {
        int number = chunk.draw().number();
        return inputs.first(number + 1) - inputs.first(number);
    }

    /** Adds everything about a triangle to the words, and words of its draw call's state. */
    private void addRaw(ChunkOutput chunk, int triangle, int stateCount) {
        int stateFrom = inputs.first(chunk.draw().number());
        int stride = 1 + chunk.draw().varyingCount();
        int vertexWords = chunk.vertexCount() == 0 ? 0 : stride + 1 >> 1;
        require(wordCount + 1 + stateCount + PrimitiveHasher.PLANE_WORDS + 3 * vertexWords);
        words[wordCount++] = (long) stateCount << 32 | vertexWords;
        System.arraycopy(inputs.words(), stateFrom, words, wordCount, stateCount);
        wordCount += stateCount;
        int[] r = chunk.records();
        int record = chunk.recordAt(triangle);
        PrimitiveHasher.planes(r, record, chunk.instance(), words, wordCount);
        wordCount += PrimitiveHasher.PLANE_WORDS;
        for (int v = 0; v < 3 && vertexWords != 0; v++) {
            int at = chunk.vertexAt(record, v);
            PrimitiveHasher.vertexWords(chunk.vertexData(), at, stride, words, wordCount);
            wordCount += vertexWords;
        }
    }

    private void require(int count) {
        if (words.length < count) {
            words = Arrays.copyOf(words, 2 * count);
        }
    }
}
