package dev.azulejo.core.screen;

/**
 * Columns of nearly one width, each cut into a band for each GPU. Whatever a GPU has too much or
 * too little of because cuts are rounded, the next column gives back: its ideal cuts follow from
 * what each still needs to have its share of all columns so far, and only they are rounded. So
 * errors do not add up, and where widths allow they are gone after as many columns as GPUs.
 */
final class UnevenRegions {
    /** Every cut is a multiple of this, pixels. */
    private static final int STEP = 32;

    private final int width;
    private final int height;
    private final RegionShares shares;
    private final RegionRectangles rectangles;

    /** Pixels of each GPU so far. */
    private final long[] owned;

    UnevenRegions(int targetWidth, int targetHeight, RegionShares gpus) {
        width = targetWidth;
        height = targetHeight;
        shares = gpus;
        rectangles = new RegionRectangles(width, height, gpus.gpus());
        owned = new long[gpus.gpus()];
    }

    /**
     * Makes the map.
     *
     * @param columns at most so many; 0: as many as GPUs
     */
    RegionMap map(int columns) {
        int workers = shares.workers();
        int count = columns == RegionLayout.Uneven.AS_GPUS ? workers : columns;
        // With fewer columns than GPUs the order moves on by more, so that they differ more.
        int stride = count < workers ? workers / count : RegionDealer.stride(workers);
        int left = 0;
        for (int column = 0; column < count; column++) {
            int right = LargeRegions.cut(width, column + 1L, count, STEP);
            if (right > left) {
                cutColumn(left, right, column * stride);
                left = right;
            }
        }
        return rectangles.map();
    }

    private void cutColumn(int left, int right, int firstWorker) {
        int top = 0;
        // Pixels times all weights, so that shares are whole numbers.
        long wanted = 0;
        for (int band = 0; band < shares.workers(); band++) {
            int gpu = shares.worker((firstWorker + band) % shares.workers());
            wanted += Math.max(0, need(gpu, right));
            boolean last = band + 1 == shares.workers();
            int bottom = last ? height : bandEnd(wanted, right - left, top);
            rectangles.add(left, top, right, bottom, gpu);
            owned[gpu] += (long) (right - left) * (bottom - top);
            top = bottom;
        }
    }

    /** What a GPU lacks of its share of all columns up to a place, times all weights. */
    private long need(int gpu, int right) {
        return shares.weight(gpu) * (long) right * height - owned[gpu] * shares.total();
    }

    /** The multiple of the step, or the end of the target, nearest to where a band should end. */
    private int bandEnd(long wanted, int columnWidth, int top) {
        long row = columnWidth * shares.total();
        long steps = (2 * wanted + row * STEP) / (2 * row * STEP);
        int below = (int) Math.min(height, steps * STEP);
        boolean endIsNearer = height * row - wanted < Math.abs(wanted - below * row);
        return Math.max(top, endIsNearer ? height : below);
    }
}
