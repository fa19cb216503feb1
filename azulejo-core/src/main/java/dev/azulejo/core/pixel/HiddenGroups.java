package dev.azulejo.core.pixel;

import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.kernel.TileSamples;
import dev.azulejo.core.kernel.TileTriangle;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.OwnLines;
import dev.azulejo.core.visibility.HierarchicalZ;
import dev.azulejo.core.visibility.HizCounts;

import java.util.Arrays;

/**
 * In which 16x16 groups of a tile a triangle is hidden, and in which of their parts. Two sources:
 * the structure that set-up built ahead, which the rasteriser only queries, group by group and, if
 * wanted, 8x8, 4x4 and 2x2 pixels of those that are not hidden; or, the classic way, the farthest
 * depths of the tile itself, found from time to time as triangles write.
 */
final class HiddenGroups extends OwnLines {
    /** Triangles that write to a group before its farthest depth is looked for again. */
    private static final int STALE = 16;

    /** Side of a block. */
    private static final int BLOCK = 4;

    private final HizCounts asked = new HizCounts();
    private final int tileSize;
    private final int across;
    private final float[] farthest;
    private final int[] written;
    private HierarchicalZ structure;
    private TileSamples samples;
    private boolean reversed;
    private int tileX;
    private int tileY;

    /** Bit i for group i: hidden in what was tested last. */
    private int mask;

    private int groups;

    /** Blocks hidden in what was tested last, a bit each, [row of blocks]. */
    private final int[] hiddenBlocks;

    private boolean anyBlock;
    private boolean everyBlock;

    /** Side of the smallest groups that are asked about. */
    private int finest = EarlyZ.GROUP;

    private long groupsHidden;
    private long eightsHidden;
    private long blocksHidden;
    private long quadsHidden;

    HiddenGroups(int tileSize) {
        this.tileSize = tileSize;
        this.across = tileSize / 16;
        this.farthest = new float[across * across];
        this.written = new int[across * across];
        this.hiddenBlocks = new int[tileSize / BLOCK];
    }

    /** Sets the side of the smallest groups that a structure is asked about: 16, 8, 4 or 2. */
    void refine(int side) {
        finest = side;
    }

    /**
     * Begins a tile.
     *
     * @param ahead the structure to query, or null for the tile's own depths
     * @param reversedDepth whether larger depths are nearer, to begin with
     */
    void begin(HierarchicalZ ahead, TileSamples depths, boolean reversedDepth, int x, int y) {
        if (structure != ahead) {
            structure = ahead;
        }
        if (samples != depths) {
            samples = depths;
        }
        reversed = reversedDepth;
        tileX = x;
        tileY = y;
        forget();
    }

    private void forget() {
        Arrays.fill(farthest, reversed ? Float.NEGATIVE_INFINITY : Float.POSITIVE_INFINITY);
        Arrays.fill(written, STALE);
    }

    /**
     * Whether nothing is asked about, nor noted of, a triangle that lies in one 16x16 group: it was
     * tested as a whole before.
     */
    boolean letsPass(int columns, int rows) {
        int x = TrianglePlanes.first(columns) ^ TrianglePlanes.last(columns);
        int y = TrianglePlanes.first(rows) ^ TrianglePlanes.last(rows);
        return structure != null && finest == EarlyZ.GROUP && (x | y) < EarlyZ.GROUP;
    }

    /**
     * Finds where a triangle is hidden.
     *
     * @param r array with its record
     * @param at first int of the record
     * @return number of groups where it is hidden; {@link #groups} of them means everywhere
     */
    int test(TileTriangle t, int[] r, int at) {
        int x0 = t.blockX0 >> 2;
        int x1 = t.blockX1 >> 2;
        int y0 = t.blockY0 >> 2;
        int y1 = t.blockY1 >> 2;
        mask = 0;
        groups = (x1 - x0 + 1) * (y1 - y0 + 1);
        anyBlock = false;
        everyBlock = false;
        if (structure != null && groups == 1) {
            // Tested as a whole before
            if (finest < EarlyZ.GROUP) {
                forgetBlocks(t);
                everyBlock = hiddenInParts(t, r, at, EarlyZ.GROUP / 2, 16 * x0, 16 * y0);
            }
            return 0;
        }
        boolean turns = t.compare.passesGreater() != t.compare.passesLess();
        if (structure == null && turns && t.compare.passesGreater() != reversed) {
            // An epoch that looks the other way: farthest is on the other side.
            reversed = !reversed;
            forget();
        }
        forgetBlocks(t);
        int hidden = 0;
        boolean every = true;
        for (int y = y0; y <= y1; y++) {
            for (int x = x0; x <= x1; x++) {
                if (structure != null ? hiddenAhead(t, r, at, x, y) : hiddenHere(t, x, y)) {
                    mask |= 1 << y * across + x;
                    hidden++;
                    hideBlocks(EarlyZ.GROUP, 16 * x, 16 * y);
                } else {
                    every &=
                            structure != null
                                    && finest < EarlyZ.GROUP
                                    && hiddenInParts(t, r, at, EarlyZ.GROUP / 2, 16 * x, 16 * y);
                }
            }
        }
        everyBlock = every;
        groupsHidden += hidden;
        return hidden;
    }

    /**
     * Finds in which quarters of a square a triangle is hidden, and in which of their quarters.
     *
     * @param side side of a quarter
     * @param x first column of the square, from the tile's origin
     * @param y first row
     * @return whether it is hidden wherever its bounds touch the square
     */
    private boolean hiddenInParts(TileTriangle t, int[] r, int at, int side, int x, int y) {
        int touched = 0;
        for (int quarter = 0; quarter < 4; quarter++) {
            touched += part(t, side, x + side * (quarter & 1), y + side * (quarter >> 1));
        }
        boolean all = true;
        for (int quarter = 0; quarter < 4; quarter++) {
            int px = x + side * (quarter & 1);
            int py = y + side * (quarter >> 1);
            if (part(t, side, px, py) == 0) {
                continue;
            }
            // The only quarter that is touched: asked about with the square.
            boolean hidden = touched > 1 && hiddenSquare(t, r, at, side, px, py);
            if (hidden) {
                count(side);
                hideBlocks(side, px, py);
            } else if (side > finest) {
                hidden = hiddenInParts(t, r, at, side / 2, px, py);
            }
            all &= hidden;
        }
        if (all && side < BLOCK) {
            hideBlocks(BLOCK, x, y);
        }
        return all;
    }

    /** 1 if the bounds of a triangle touch a square, else 0. */
    private static int part(TileTriangle t, int side, int x, int y) {
        boolean touched =
                x <= t.pixelX1 && x + side > t.pixelX0 && y <= t.pixelY1 && y + side > t.pixelY0;
        return touched ? 1 : 0;
    }

    private boolean hiddenSquare(TileTriangle t, int[] r, int at, int side, int x, int y) {
        asked.query();
        int x0 = tileX + Math.max(x, t.pixelX0);
        int y0 = tileY + Math.max(y, t.pixelY0);
        int x1 = tileX + Math.min(x + side - 1, t.pixelX1);
        int y1 = tileY + Math.min(y + side - 1, t.pixelY1);
        int near = structure.nearKey(r, at, x0, y0, x1, y1);
        return structure.hiddenNearby(x0, y0, x1, y1, near, asked);
    }

    private void count(int side) {
        switch (side) {
            case 8 -> eightsHidden++;
            case 4 -> blocksHidden++;
            default -> quadsHidden++;
        }
    }

    private void forgetBlocks(TileTriangle t) {
        Arrays.fill(hiddenBlocks, t.blockY0, t.blockY1 + 1, 0);
    }

    /** Notes that the blocks of a square are hidden. */
    private void hideBlocks(int side, int x, int y) {
        if (side < BLOCK) {
            return;
        }
        anyBlock = true;
        int bits = (1 << side / BLOCK) - 1 << x / BLOCK;
        for (int row = y / BLOCK; row < (y + side) / BLOCK; row++) {
            hiddenBlocks[row] |= bits;
        }
    }

    /** Whether the triangle tested last is hidden in all blocks that its bounds touch. */
    boolean everywhere() {
        return everyBlock;
    }

    /** Whether the triangle tested last is hidden in any block. */
    boolean anywhere() {
        return anyBlock;
    }

    /** Blocks of a row of blocks in which the triangle tested last is hidden, a bit each. */
    int hiddenBlocks(int row) {
        return hiddenBlocks[row];
    }

    /** Adds what was asked and found since the last call to the counters. */
    void report(Counts counts) {
        asked.addTo(counts);
        counts.add(Counter.RASTER_GROUPS_HIDDEN, groupsHidden);
        counts.add(Counter.RASTER_EIGHTS_HIDDEN, eightsHidden);
        counts.add(Counter.RASTER_BLOCKS_HIDDEN, blocksHidden);
        counts.add(Counter.RASTER_QUADS_HIDDEN, quadsHidden);
        groupsHidden = 0;
        eightsHidden = 0;
        blocksHidden = 0;
        quadsHidden = 0;
    }

    /** Groups that the bounds of the triangle tested last touch. */
    int groups() {
        return groups;
    }

    /** Whether the triangle tested last is hidden in a group. */
    boolean hidden(int groupX, int groupY) {
        return (mask >>> groupY * across + groupX & 1) != 0;
    }

    private boolean hiddenAhead(TileTriangle t, int[] r, int at, int x, int y) {
        asked.query();
        asked.readGroup();
        int x0 = tileX + Math.max(16 * x, t.pixelX0);
        int y0 = tileY + Math.max(16 * y, t.pixelY0);
        int x1 = tileX + Math.min(16 * x + 15, t.pixelX1);
        int y1 = tileY + Math.min(16 * y + 15, t.pixelY1);
        return structure.nearKey(r, at, x0, y0, x1, y1) > structure.groupKey(x0, y0);
    }

    private boolean hiddenHere(TileTriangle t, int x, int y) {
        int group = y * across + x;
        if (behind(t, group)) {
            return true;
        }
        if (written[group] < STALE) {
            return false;
        }
        written[group] = 0;
        farthest[group] = find(x, y);
        return behind(t, group);
    }

    private boolean behind(TileTriangle t, int group) {
        return reversed ? t.zMax < farthest[group] : t.zMin > farthest[group];
    }

    private float find(int groupX, int groupY) {
        float[] depth = samples.depth;
        int blocks = tileSize / 4;
        int length = 4 * 16 * samples.samples;
        float low = Float.POSITIVE_INFINITY;
        float high = Float.NEGATIVE_INFINITY;
        for (int row = 4 * groupY; row < 4 * groupY + 4; row++) {
            int first = (row * blocks + 4 * groupX) * samples.samples * 16;
            for (int i = first; i < first + length; i++) {
                low = Math.min(low, depth[i]);
                high = Math.max(high, depth[i]);
            }
        }
        return reversed ? low : high;
    }

    /** Takes note that a triangle may have written depth. */
    void wrote(TileTriangle t) {
        if (structure != null || !t.depthWrite) {
            return;
        }
        var compare = t.compare;
        if (compare == CompareFunction.EQUAL || compare == CompareFunction.NEVER) {
            return;
        }
        if (reversed ? compare.passesLess() : compare.passesGreater()) {
            forget();
            return;
        }
        for (int y = t.blockY0 >> 2; y <= t.blockY1 >> 2; y++) {
            for (int x = t.blockX0 >> 2; x <= t.blockX1 >> 2; x++) {
                written[y * across + x]++;
            }
        }
    }

    /** Tells a structure the farthest depths of the tile's blocks. */
    void propagate(HierarchicalZ to, int width, int height) {
        float[] depth = samples.depth;
        int blocks = tileSize / 4;
        int length = 16 * samples.samples;
        for (int y = 0; y < height; y += 4) {
            for (int x = 0; x < width; x += 4) {
                int first = ((y >> 2) * blocks + (x >> 2)) * length;
                float low = Float.POSITIVE_INFINITY;
                float high = Float.NEGATIVE_INFINITY;
                for (int i = first; i < first + length; i++) {
                    low = Math.min(low, depth[i]);
                    high = Math.max(high, depth[i]);
                }
                to.enter(tileX + x, tileY + y, to.reversed() ? low : high, asked);
            }
        }
    }
}
