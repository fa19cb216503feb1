package dev.azulejo.core.screen;

import java.util.Arrays;

/**
 * How much work a target made, by place: an amount for each square of 16, 32 or 64 pixels, row by
 * row, in any unit (nanoseconds, samples, triangles on a tile's list). Within a square it is taken
 * to be even. Immutable.
 */
public final class WorkGrid {
    private final int width;
    private final int height;
    private final int side;
    private final int columns;
    private final long[] amounts;

    /**
     * Takes a copy of amounts.
     *
     * @param targetWidth pixels
     * @param targetHeight pixels
     * @param squareSide pixels: 16, 32 or 64
     * @param work of each square, none negative
     * @throws IllegalArgumentException if there are not as many amounts as squares, or one of them
     *     is negative
     */
    public WorkGrid(int targetWidth, int targetHeight, int squareSide, long[] work) {
        RegionMap.checkSize(targetWidth, targetHeight);
        TileSet.checkSide(squareSide);
        width = targetWidth;
        height = targetHeight;
        side = squareSide;
        columns = (width + side - 1) / side;
        amounts = work.clone();
        int expected = columns * rows();
        if (amounts.length != expected) {
            throw new IllegalArgumentException(
                    "work: %d amounts for %dx%d pixels in squares of %d: %d expected"
                            .formatted(amounts.length, width, height, side, expected));
        }
        for (int i = 0; i < expected; i++) {
            if (amounts[i] < 0) {
                throw new IllegalArgumentException(
                        "work: amount of column %d, row %d is %d: 0 or more expected"
                                .formatted(i % columns, i / columns, amounts[i]));
            }
        }
    }

    /** Width of the target, pixels. */
    public int widthInPixels() {
        return width;
    }

    /** Height of the target, pixels. */
    public int heightInPixels() {
        return height;
    }

    /** Side of a square, pixels. */
    public int side() {
        return side;
    }

    /** Squares in a row. */
    public int columns() {
        return columns;
    }

    /** Rows of squares. */
    public int rows() {
        return (height + side - 1) / side;
    }

    /** Work of a square. */
    public long amount(int column, int row) {
        return amounts[row * columns + column];
    }

    /** Work of all squares. */
    public long total() {
        return Arrays.stream(amounts).sum();
    }

    /** Work of each region of a map, row by row. A square that is cut is shared out by pixels. */
    public double[] byRegion(RegionMap map) {
        if (map.widthInPixels() != width || map.heightInPixels() != height) {
            throw new IllegalArgumentException(
                    "work: of %dx%d pixels, and the map is of %dx%d"
                            .formatted(width, height, map.widthInPixels(), map.heightInPixels()));
        }
        var work = new double[map.columns() * map.rows()];
        int step = Math.min(side, map.side());
        for (int y = 0; y < height; y += step) {
            for (int x = 0; x < width; x += step) {
                work[map.region(x, y)] += part(x, y, step);
            }
        }
        return work;
    }

    /** Work of a block that lies in one square. */
    private double part(int x, int y, int step) {
        long amount = amounts[y / side * columns + x / side];
        return step == side
                ? amount
                : amount
                        * (double) pixels(x, y, step)
                        / pixels(x / side * side, y / side * side, side);
    }

    private long pixels(int x, int y, int size) {
        return (long) Math.min(size, width - x) * Math.min(size, height - y);
    }

    /** Work of each GPU of a map. */
    public double[] byGpu(RegionMap map) {
        double[] regions = byRegion(map);
        var work = new double[map.gpus()];
        for (int region = 0; region < regions.length; region++) {
            work[map.regionOwner(region % map.columns(), region / map.columns())] +=
                    regions[region];
        }
        return work;
    }

    /**
     * The longest against the mean: 1 if all finish together, as many as there are GPUs if one does
     * everything. A GPU of twice the weight does twice as much in the same time.
     *
     * @param work of each GPU
     * @param weights of the GPUs; work of one with weight 0 never ends
     * @return 1 where there is no work
     */
    public static double imbalance(double[] work, int[] weights) {
        double longest = 0;
        for (int gpu = 0; gpu < work.length; gpu++) {
            if (work[gpu] > 0) {
                longest = Math.max(longest, work[gpu] / weights[gpu]);
            }
        }
        double mean = Arrays.stream(work).sum() / Arrays.stream(weights).sum();
        return longest == 0 ? 1 : longest / mean;
    }
}
