package dev.azulejo.core.pixel;

import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.kernel.TileSamples;
import dev.azulejo.core.kernel.TileTriangle;
import dev.azulejo.core.visibility.HierarchicalZ;

import java.util.Arrays;

/**
 * In which 16x16 groups of a tile a triangle is hidden. Two sources: the structure that set-up
 * built ahead, which the rasteriser only queries; or, the classic way, the farthest depths of the
 * tile itself, found from time to time as triangles write.
 */
final class HiddenGroups {
    /** Triangles that write to a group before its farthest depth is looked for again. */
    private static final int STALE = 16;

    private int queries;

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

    HiddenGroups(int tileSize) {
        this.tileSize = tileSize;
        this.across = tileSize / 16;
        this.farthest = new float[across * across];
        this.written = new int[across * across];
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
        if (structure != null && groups == 1) {
            // Tested as a whole before
            return 0;
        }
        boolean turns = t.compare.passesGreater() != t.compare.passesLess();
        if (structure == null && turns && t.compare.passesGreater() != reversed) {
            // An epoch that looks the other way: farthest is on the other side.
            reversed = !reversed;
            forget();
        }
        int hidden = 0;
        for (int y = y0; y <= y1; y++) {
            for (int x = x0; x <= x1; x++) {
                if (structure != null ? hiddenAhead(t, r, at, x, y) : hiddenHere(t, x, y)) {
                    mask |= 1 << y * across + x;
                    hidden++;
                }
            }
        }
        return hidden;
    }

    /** Groups that the bounds of the triangle tested last touch. */
    int groups() {
        return groups;
    }

    /** Whether the triangle tested last is hidden in a group. */
    boolean hidden(int groupX, int groupY) {
        return (mask >>> groupY * across + groupX & 1) != 0;
    }

    /** Returns how many questions were put to the structure since the last call. */
    int takeQueries() {
        int taken = queries;
        queries = 0;
        return taken;
    }

    private boolean hiddenAhead(TileTriangle t, int[] r, int at, int x, int y) {
        queries++;
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

    /** Tells a structure the farthest depths of the tile's blocks; returns how many. */
    int propagate(HierarchicalZ to, int width, int height) {
        int written = 0;
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
                to.enter(tileX + x, tileY + y, to.reversed() ? low : high);
                written++;
            }
        }
        return written;
    }
}
