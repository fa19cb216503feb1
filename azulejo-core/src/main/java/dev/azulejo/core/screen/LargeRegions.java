package dev.azulejo.core.screen;

import java.util.stream.IntStream;

/** Layouts with one region a GPU. */
final class LargeRegions {
    /**
     * Cuts lie on multiples of 64, or of 32, only where a region has at least so many of them on a
     * side: a cut is then moved by no more than a sixteenth of it.
     */
    private static final int STEPS = 8;

    private LargeRegions() {}

    static RegionMap strips(int width, int height, RegionShares shares) {
        var strips = new RegionRectangles(width, height, shares.gpus());
        int step = step(height, shares.workers());
        int top = 0;
        for (int w = 0; w < shares.workers(); w++) {
            int bottom = cut(height, shares.sum(0, w + 1), shares.total(), step);
            strips.add(0, top, width, bottom, shares.worker(w));
            top = Math.max(top, bottom);
        }
        return strips.map();
    }

    static RegionMap quadrants(int width, int height, RegionShares shares) {
        var parts = new RegionRectangles(width, height, shares.gpus());
        int[] everybody = IntStream.range(0, shares.workers()).map(shares::worker).toArray();
        split(new int[] {0, 0, width, height}, everybody, shares, parts);
        return parts.map();
    }

    /** Halves a rectangle (left, top, right, bottom) between GPUs until each has a part. */
    private static void split(
            int[] rectangle, int[] gpus, RegionShares shares, RegionRectangles parts) {
        if (gpus.length == 1) {
            parts.add(rectangle[0], rectangle[1], rectangle[2], rectangle[3], gpus[0]);
            return;
        }
        int width = rectangle[2] - rectangle[0];
        int height = rectangle[3] - rectangle[1];
        int axis = width >= height ? 0 : 1;
        // Left and right take turns, upper and lower take halves: four lie as they are read.
        int half = (gpus.length + 1) / 2;
        int[] first = IntStream.range(0, half).map(i -> gpus[axis == 0 ? 2 * i : i]).toArray();
        int[] second =
                IntStream.range(0, gpus.length - half)
                        .map(i -> gpus[axis == 0 ? 2 * i + 1 : half + i])
                        .toArray();
        int extent = Math.max(width, height);
        long weight = weight(first, shares);
        int cut = cut(extent, weight, weight + weight(second, shares), step(extent, 2));
        var before = rectangle.clone();
        var after = rectangle.clone();
        before[2 + axis] = rectangle[axis] + cut;
        after[axis] = rectangle[axis] + cut;
        split(before, first, shares, parts);
        split(after, second, shares, parts);
    }

    private static long weight(int[] gpus, RegionShares shares) {
        return IntStream.of(gpus).mapToLong(shares::weight).sum();
    }

    private static int step(int extent, int parts) {
        int step = TileSet.LARGEST_SIDE;
        while (step > TileSet.SMALLEST_SIDE && extent < STEPS * step * parts) {
            step >>= 1;
        }
        return step;
    }

    /** The multiple of a step that is nearest to a share of an extent; all of it for all. */
    static int cut(int extent, long share, long total, int step) {
        if (share == total) {
            return extent;
        }
        long steps = (2 * extent * share + total * step) / (2 * total * step);
        return (int) Math.min(extent, steps * step);
    }
}
