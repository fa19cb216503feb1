package dev.azulejo.core.screen;

/**
 * Cuts targets into coarse bins: a grid of large rectangles, as near to squares as their number
 * allows. Cuts lie between tiles of 64 pixels where the target is large enough, so that tiles need
 * not become smaller.
 */
public final class CoarseBins {
    private CoarseBins() {}

    /**
     * Cuts a target.
     *
     * @param width of the target, pixels
     * @param height of the target, pixels
     * @param count how many bins, 1..{@value RegionMap#MOST_GPUS}
     * @return the bins, row by row, each as the owner of its pixels; where the target is too small
     *     for them all, the last of a row, or the last rows, have none
     */
    public static RegionMap cut(int width, int height, int count) {
        int columns = columns(width, height, count);
        int rows = count / columns;
        var owners = new int[count];
        for (int bin = 0; bin < count; bin++) {
            owners[bin] = bin;
        }
        return RegionMap.of(width, height, count, cuts(width, columns), cuts(height, rows), owners);
    }

    /** Of all ways to arrange so many in rows of equal length, the one with the squarest bins. */
    private static int columns(int width, int height, int count) {
        int best = 1;
        double bestRatio = Double.MAX_VALUE;
        for (int columns = 1; columns <= count; columns++) {
            if (count % columns == 0) {
                double wide = (double) width / columns;
                double high = (double) height * columns / count;
                double ratio = Math.max(wide, high) / Math.min(wide, high);
                if (ratio < bestRatio) {
                    bestRatio = ratio;
                    best = columns;
                }
            }
        }
        return best;
    }

    private static int[] cuts(int length, int parts) {
        int unit = TileSet.LARGEST_SIDE;
        while (unit > TileSet.SMALLEST_SIDE && length < parts * unit) {
            unit /= 2;
        }
        var cuts = new int[parts - 1];
        int last = 0;
        for (int i = 0; i < cuts.length; i++) {
            int even = (int) ((i + 1L) * length / parts);
            last = Math.max(last + unit, (even + unit / 2) / unit * unit);
            cuts[i] = last;
        }
        return cuts;
    }
}
