package dev.azulejo.core.screen;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Deals regions of one size to GPUs: who owns region {@code row * columns + column}. */
final class RegionDealer {
    private static final int NOBODY = -1;

    private final RegionGrid grid;
    private final RegionShares shares;
    private final int[] owners;

    /** What each GPU has been dealt: regions, or pixels of them. */
    private final long[] owned;

    private long dealt;

    private RegionDealer(RegionGrid regions, RegionShares gpus) {
        grid = regions;
        shares = gpus;
        owners = new int[regions.count()];
        Arrays.fill(owners, NOBODY);
        owned = new long[gpus.gpus()];
    }

    /**
     * In a pattern that repeats, where all are to own the same. If the number of GPUs is a product
     * of two that are not too different, it is a block of that many columns and rows (four:
     * A-B-A-B, C-D-C-D); else each row is the one above, moved by a stride (five: A-B-C-D-E,
     * C-D-E-A-B). From four GPUs on, the eight regions around a region are then not of its owner;
     * with three, two at its corners are; with two, all four at its corners.
     *
     * <p>Unequal GPUs have no such pattern. Row by row, each region goes to a GPU that does not own
     * more than its share so far, of these to one with the fewest regions around, of these to the
     * one that is first to need another.
     */
    static int[] interleaved(RegionGrid grid, RegionShares shares) {
        if (!shares.equal()) {
            return new RegionDealer(grid, shares).byNeed();
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
        int[] owners = new RegionDealer(grid, shares).byNeed();
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

    /** SplitMix64 (Steele, Lea and Flood 2014): the same numbers everywhere. */
    private static long mixed(long state) {
        long z = (state ^ state >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    private int[] byNeed() {
        for (int region = 0; region < owners.length; region++) {
            deal(region, 1, needy(region));
        }
        return owners;
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
        dealt += amount;
    }

    private int needy(int region) {
        int best = NOBODY;
        int fewest = 0;
        for (int w = 0; w < shares.workers(); w++) {
            int gpu = shares.worker(w);
            if (owned[gpu] * shares.total() >= shares.weight(gpu) * (dealt + 1)) {
                continue;
            }
            int around = around(region, gpu);
            if (best == NOBODY
                    || around < fewest
                    || around == fewest && compare(gpu, best, 1) < 0) {
                best = gpu;
                fewest = around;
            }
        }
        return best;
    }

    private int poorest(int region, long amount) {
        int best = shares.worker(0);
        int fewest = around(region, best);
        for (int w = 1; w < shares.workers(); w++) {
            int gpu = shares.worker(w);
            int order = compare(gpu, best, amount);
            if (order <= 0) {
                int around = around(region, gpu);
                if (order < 0 || around < fewest) {
                    best = gpu;
                    fewest = around;
                }
            }
        }
        return best;
    }

    /** Which of two would have less for its weight, if it had an amount more. */
    private int compare(int a, int b, long amount) {
        return Long.compare(
                (owned[a] + amount) * shares.weight(b), (owned[b] + amount) * shares.weight(a));
    }

    /** How much of what lies around a region is a GPU's: sides count twice, corners once. */
    private int around(int region, int gpu) {
        int column = region % grid.columns();
        int row = region / grid.columns();
        int found = 0;
        for (int y = Math.max(row - 1, 0); y <= Math.min(row + 1, grid.rows() - 1); y++) {
            for (int x = Math.max(column - 1, 0);
                    x <= Math.min(column + 1, grid.columns() - 1);
                    x++) {
                if (owners[y * grid.columns() + x] == gpu) {
                    found += x == column || y == row ? 2 : 1;
                }
            }
        }
        return found;
    }
}
