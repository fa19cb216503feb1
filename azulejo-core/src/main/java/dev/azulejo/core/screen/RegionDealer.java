package dev.azulejo.core.screen;

import dev.azulejo.core.resource.RenderTarget;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Deals regions of one size to GPUs: who owns region {@code row * columns + column}. */
final class RegionDealer {
    private static final int NOBODY = -1;

    private final RegionGrid grid;
    private final RegionShares shares;
    private final int[] owners;

    /** Pixels that each GPU has been dealt. */
    private final long[] owned;

    /** How much of what lies around a region is each GPU's: sides count twice, corners once. */
    private final int[] around;

    private RegionDealer(RegionGrid regions, RegionShares gpus) {
        grid = regions;
        shares = gpus;
        owners = new int[regions.count()];
        Arrays.fill(owners, NOBODY);
        owned = new long[gpus.gpus()];
        around = new int[gpus.gpus()];
    }

    /**
     * In a pattern that repeats, where all are to own the same. If the number of GPUs is a product
     * of two that are not too different, it is a block of that many columns and rows (four:
     * A-B-A-B, C-D-C-D); else each row is the one above, moved by a stride (five: A-B-C-D-E,
     * C-D-E-A-B). From four GPUs on, the eight regions around a region are then not of its owner;
     * with three, two at its corners are; with two, all four at its corners.
     *
     * <p>Unequal GPUs have no such pattern. Their regions are places of an ordered dither, which
     * spreads any share as evenly as may be: with half of the screen, every other region, as on a
     * board of checkers.
     */
    static int[] interleaved(RegionGrid grid, RegionShares shares) {
        if (!shares.equal()) {
            return dithered(grid, shares);
        }
        int across = blockColumns(shares.workers());
        int down = shares.workers() / across;
        int stride = stride(shares.workers());
        var owners = new int[grid.count()];
        for (int i = 0; i < owners.length; i++) {
            int column = i % grid.columns();
            int row = i / grid.columns();
            int worker =
                    down > 1
                            ? row % down * across + column % across
                            : (column + stride * row) % across;
            owners[i] = shares.worker(worker);
        }
        return owners;
    }

    /**
     * Columns of a block of GPUs, at least as many as rows and at most twice as many; all in one
     * row if there is no such block.
     */
    static int blockColumns(int gpus) {
        for (int rows = (int) StrictMath.sqrt(gpus); rows > 1; rows--) {
            if (gpus % rows == 0 && gpus / rows <= 2 * rows) {
                return gpus / rows;
            }
        }
        return gpus;
    }

    /**
     * By how many GPUs one row or column is ahead of the one before it: so many that the same GPU
     * is far away, and with no factor in common with the number of GPUs, so that each comes to
     * every place.
     */
    static int stride(int gpus) {
        int stride = (int) StrictMath.sqrt(gpus);
        while (commonFactor(stride, gpus) > 1) {
            stride++;
        }
        return stride;
    }

    private static int commonFactor(int a, int b) {
        return b == 0 ? a : commonFactor(b, a % b);
    }

    /** Row by row in turn, as published systems do it: the number of the region modulo GPUs. */
    static int[] modulo(RegionGrid grid, RegionShares shares) {
        return IntStream.range(0, grid.count())
                .map(region -> shares.worker(region % shares.workers()))
                .toArray();
    }

    /**
     * So that pixels come out nearly equal: large regions first, each to the GPU that then has the
     * least for its weight; the smaller ones at the edges even out what is left. Where several have
     * the least, one with the fewest regions around.
     */
    static int[] balanced(RegionGrid grid, RegionShares shares) {
        return new RegionDealer(grid, shares).byPixels();
    }

    /** Any region to anybody: as many regions as a GPU's weight says, at places from a seed. */
    static int[] random(RegionGrid grid, RegionShares shares, long seed) {
        int[] owners = inTurn(grid.count(), shares);
        long state = seed;
        for (int last = owners.length - 1; last > 0; last--) {
            state += 0x9E3779B97F4A7C15L;
            int other = (int) Long.remainderUnsigned(mixed(state), last + 1L);
            int owner = owners[last];
            owners[last] = owners[other];
            owners[other] = owner;
        }
        return owners;
    }

    private static int[] dithered(RegionGrid grid, RegionShares shares) {
        var places = new long[grid.count()];
        Arrays.setAll(
                places,
                region -> {
                    long place = threshold(region % grid.columns(), region / grid.columns());
                    return place << Integer.SIZE | region;
                });
        Arrays.sort(places);
        int[] byRank = inTurn(places.length, shares);
        var owners = new int[places.length];
        for (int rank = 0; rank < owners.length; rank++) {
            owners[(int) places[rank]] = byRank[rank];
        }
        return owners;
    }

    /**
     * Bayer's matrix: bits of the place, the lowest first, so that neighbours are far apart (Bayer
     * 1973).
     */
    private static long threshold(int column, int row) {
        long threshold = 0;
        for (int bit = 0; 1 << bit < RenderTarget.MAX_SIDE / RegionMap.UNIT; bit++) {
            int across = (column ^ row) >> bit & 1;
            threshold = threshold << 2 | across << 1 | row >> bit & 1;
        }
        return threshold;
    }

    /** One GPU after the other, each as often as its weight says, to the nearest whole number. */
    private static int[] inTurn(int count, RegionShares shares) {
        var owners = new int[count];
        int worker = 0;
        long weights = shares.weight(shares.worker(0));
        for (int i = 0; i < count; i++) {
            while ((2L * i + 1) * shares.total() >= 2L * count * weights) {
                worker++;
                weights += shares.weight(shares.worker(worker));
            }
            owners[i] = shares.worker(worker);
        }
        return owners;
    }

    /** SplitMix64 (Steele, Lea and Flood 2014): the same numbers everywhere. */
    private static long mixed(long state) {
        long z = (state ^ state >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    private int[] byPixels() {
        long[] sizes = LongStream.range(0, owners.length).map(i -> grid.pixels((int) i)).toArray();
        long[] different = Arrays.stream(sizes).distinct().sorted().toArray();
        for (int s = different.length - 1; s >= 0; s--) {
            for (int region = 0; region < owners.length; region++) {
                if (sizes[region] == different[s]) {
                    deal(region, sizes[region], poorest(region, sizes[region]));
                }
            }
        }
        return owners;
    }

    private void deal(int region, long amount, int gpu) {
        owners[region] = gpu;
        owned[gpu] += amount;
    }

    /** The GPU that would have the least for its weight with a region more. */
    private int poorest(int region, long amount) {
        countAround(region, 1);
        int best = shares.worker(0);
        for (int w = 1; w < shares.workers(); w++) {
            int gpu = shares.worker(w);
            int order = compare(gpu, best, amount);
            if (order < 0 || order == 0 && around[gpu] < around[best]) {
                best = gpu;
            }
        }
        countAround(region, -1);
        return best;
    }

    /** Which of two would have less for its weight, if it had an amount more. */
    private int compare(int a, int b, long amount) {
        return Long.compare(
                (owned[a] + amount) * shares.weight(b), (owned[b] + amount) * shares.weight(a));
    }

    /** Counts what lies around a region; or takes it back. */
    private void countAround(int region, int sign) {
        int column = region % grid.columns();
        int row = region / grid.columns();
        int lastColumn = Math.min(column + 1, grid.columns() - 1);
        int lastRow = Math.min(row + 1, grid.rows() - 1);
        for (int y = Math.max(row - 1, 0); y <= lastRow; y++) {
            for (int x = Math.max(column - 1, 0); x <= lastColumn; x++) {
                int owner = owners[y * grid.columns() + x];
                if (owner != NOBODY) {
                    around[owner] += x == column || y == row ? 2 * sign : sign;
                }
            }
        }
    }
}
