package dev.azulejo.core.reuse;

import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.screen.TileGrid;

import java.util.Arrays;

/**
 * What is stored of one render, to hold the next one against: a header, something a tile, and data
 * of variable length in one pool a worker. Arrays are kept from render to render.
 */
final class Characterisation {
    /** Place of a tile, or part of a block, whose data was not stored. */
    static final int NOWHERE = -1;

    /** An odd number whose multiples are far from each other. */
    static final long MIX = 0x9e3779b97f4a7c15L;

    /** Whether there is anything to compare with. */
    boolean valid;

    /** Whether early Z dropped triangles: parts are shares of what was left. */
    boolean culled;

    float red;
    float green;
    float blue;
    float alpha;
    float depth;
    boolean keptSamples;
    int tileSize;
    int tiles;

    /** Blocks times parts. */
    int parts;

    /** Longs of a tile's mask. */
    int maskWords;

    /** Primitives of each tile; -1 if the tile cannot be tested. */
    int[] primitives = new int[0];

    /** Hash of the programs of each tile, in order. */
    long[] programs = new long[0];

    /** Two words a tile or part: its hash; or where its data lies: worker and place, length. */
    long[] data = new long[0];

    /** Mask of the parts that touch each tile. */
    long[] masks = new long[0];

    /** For each block its draw call and whether it is a cluster; in the way of blocks. */
    int[] layout = new int[0];

    int blocks;

    /** Raw data, or hashes of primitives. */
    long[][] pool;

    private final int[] poolEnd;

    Characterisation(int workers) {
        pool = new long[workers][0];
        poolEnd = new int[workers];
    }

    /** Begins a render. */
    void begin(PassDescriptor pass, TileGrid grid) {
        valid = false;
        red = pass.clearRed();
        green = pass.clearGreen();
        blue = pass.clearBlue();
        alpha = pass.clearAlpha();
        depth = pass.clearDepth();
        keptSamples = pass.keepSamples();
        tileSize = grid.tileSize();
        tiles = grid.count();
        parts = 0;
        blocks = 0;
        maskWords = 0;
        if (primitives.length < tiles) {
            primitives = new int[tiles];
            programs = new long[tiles];
        }
        Arrays.fill(primitives, 0, tiles, NOWHERE);
        Arrays.fill(poolEnd, 0);
    }

    /** What is stored of a tile no longer holds. */
    void forget(int tile) {
        if (tile < primitives.length) {
            primitives[tile] = NOWHERE;
        }
    }

    /** Writes down how draw calls are cut into blocks. */
    void layOut(ChunkOutput[] chunks, int count) {
        if (layout.length < count) {
            layout = new int[count + count / 2];
        }
        blocks = count;
        for (int c = 0; c < count; c++) {
            layout[c] = 2 * chunks[c].draw().number() + (chunks[c].cluster() ? 1 : 0);
        }
    }

    /** Whether the draw calls of two renders, if they are the same, make the same blocks. */
    boolean sameLayout(Characterisation other) {
        return blocks == other.blocks
                && Arrays.equals(layout, 0, blocks, other.layout, 0, other.blocks);
    }

    /** Makes room for two words each of some tiles or parts. */
    void requireData(int count) {
        if (data.length < 2 * count) {
            data = new long[2 * count];
        }
    }

    /** Makes room for the masks of all tiles over a number of parts. */
    void requireMasks(int partCount) {
        parts = partCount;
        maskWords = partCount + 63 >> 6;
        if (masks.length < tiles * maskWords) {
            masks = new long[tiles * maskWords];
        }
    }

    /**
     * Returns a tile's hash, which is of its programs too, the header mixed in: the same in two
     * renders in which the tile would be found the same. 0 if it cannot be tested.
     *
     * @param tile one of which one hash is stored
     */
    long signature(int tile) {
        if (primitives[tile] < 0) {
            return 0;
        }
        long mixed = header() * MIX + primitives[tile];
        mixed = mixed * MIX + data[2 * tile];
        mixed = mixed * MIX + data[2 * tile + 1];
        return mixed == 0 ? 1 : mixed;
    }

    /** Condenses what a render must have begun with to be compared with this one. */
    private long header() {
        long mixed = tileSize;
        mixed = mixed * MIX + Float.floatToRawIntBits(red);
        mixed = mixed * MIX + Float.floatToRawIntBits(green);
        mixed = mixed * MIX + Float.floatToRawIntBits(blue);
        mixed = mixed * MIX + Float.floatToRawIntBits(alpha);
        return mixed * MIX + Float.floatToRawIntBits(depth);
    }

    /** Whether a render that began like this one may be compared with it, tile by tile. */
    boolean comparable(Characterisation other) {
        return valid
                && sameBits(red, other.red)
                && sameBits(green, other.green)
                && sameBits(blue, other.blue)
                && sameBits(alpha, other.alpha)
                && sameBits(depth, other.depth)
                && (keptSamples || !other.keptSamples)
                && tileSize == other.tileSize
                && tiles == other.tiles;
    }

    private static boolean sameBits(float a, float b) {
        return Float.floatToRawIntBits(a) == Float.floatToRawIntBits(b);
    }

    /**
     * Takes room in a worker's pool; returns its place, or {@link #NOWHERE} if that would be more
     * than a share of the memory.
     */
    int take(int worker, int words, long mostWords) {
        int at = poolEnd[worker];
        long end = (long) at + words;
        if (end > mostWords || end > Integer.MAX_VALUE - 64) {
            return NOWHERE;
        }
        if (pool[worker].length < end) {
            long room = Math.min(Math.max(2 * end, 1024), mostWords);
            pool[worker] = Arrays.copyOf(pool[worker], (int) Math.min(room, 1 << 30));
        }
        poolEnd[worker] = (int) end;
        return at;
    }

    /** Words in use in the pools. */
    long pooled() {
        long sum = 0;
        for (int end : poolEnd) {
            sum += end;
        }
        return sum;
    }

    /** Bytes of all arrays. */
    long bytes() {
        long longs = programs.length + data.length + masks.length;
        for (long[] words : pool) {
            longs += words.length;
        }
        return 8 * longs + 4L * (primitives.length + layout.length);
    }

    /** Copies everything from another one; returns bytes copied. */
    long copy(Characterisation other) {
        valid = other.valid;
        culled = other.culled;
        red = other.red;
        green = other.green;
        blue = other.blue;
        alpha = other.alpha;
        depth = other.depth;
        keptSamples = other.keptSamples;
        tileSize = other.tileSize;
        tiles = other.tiles;
        parts = other.parts;
        maskWords = other.maskWords;
        primitives = copy(other.primitives, primitives, tiles);
        programs = copy(other.programs, programs, tiles);
        int entries = 2 * (parts == 0 ? tiles : parts);
        entries = Math.min(entries, other.data.length);
        data = copy(other.data, data, entries);
        masks = copy(other.masks, masks, tiles * maskWords);
        blocks = other.blocks;
        layout = copy(other.layout, layout, blocks);
        long longs = tiles + entries + (long) tiles * maskWords;
        for (int w = 0; w < pool.length; w++) {
            poolEnd[w] = other.poolEnd[w];
            pool[w] = copy(other.pool[w], pool[w], poolEnd[w]);
            longs += poolEnd[w];
        }
        return 8 * longs + 4L * (tiles + blocks);
    }

    private static long[] copy(long[] from, long[] to, int count) {
        long[] target = to.length < count ? new long[from.length] : to;
        System.arraycopy(from, 0, target, 0, count);
        return target;
    }

    private static int[] copy(int[] from, int[] to, int count) {
        int[] target = to.length < count ? new int[from.length] : to;
        System.arraycopy(from, 0, target, 0, count);
        return target;
    }
}
