package dev.azulejo.core.screen;

import java.util.stream.IntStream;

/**
 * Regions of one size, from the upper left corner of a target; those at its right and lower edges
 * may be smaller.
 *
 * @param width of the target, pixels
 * @param height of the target, pixels
 * @param regionWidth pixels
 * @param regionHeight pixels
 */
record RegionGrid(int width, int height, int regionWidth, int regionHeight) {
    int columns() {
        return (width + regionWidth - 1) / regionWidth;
    }

    int rows() {
        return (height + regionHeight - 1) / regionHeight;
    }

    int count() {
        return columns() * rows();
    }

    /** Pixels of a region that lie on the target. */
    long pixels(int region) {
        int left = region % columns() * regionWidth;
        int top = region / columns() * regionHeight;
        long inWidth = Math.min(regionWidth, width - left);
        return inWidth * Math.min(regionHeight, height - top);
    }

    RegionMap map(int gpus, int[] owners) {
        return RegionMap.of(
                width,
                height,
                gpus,
                cuts(columns(), regionWidth),
                cuts(rows(), regionHeight),
                owners);
    }

    private static int[] cuts(int regions, int size) {
        return IntStream.range(1, regions).map(i -> i * size).toArray();
    }
}
