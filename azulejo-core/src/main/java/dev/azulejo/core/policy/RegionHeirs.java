package dev.azulejo.core.policy;

import dev.azulejo.core.screen.RegionMap;

import java.util.stream.IntStream;

/**
 * Deals the regions of GPUs that are lost to those that are left. Cuts stay, and so does everything
 * that a living GPU owns: only what must be rendered anew is. Each region, from the first, goes to
 * the GPU that owns least in proportion to its weight; among equals to the first.
 */
public final class RegionHeirs {
    private RegionHeirs() {}

    /**
     * Returns a map in which GPUs own nothing any more.
     *
     * @param last the map until now
     * @param lost those GPUs, a bit each
     * @param weights of all GPUs; only those above 0 that are not lost are given anything
     * @throws IllegalArgumentException if there is none
     */
    public static RegionMap next(RegionMap last, long lost, int[] weights) {
        var owners =
                IntStream.range(0, last.columns() * last.rows())
                        .map(r -> last.regionOwner(r % last.columns(), r / last.columns()))
                        .toArray();
        long[] pixels = IntStream.range(0, last.gpus()).mapToLong(last::pixels).toArray();
        for (int region = 0; region < owners.length; region++) {
            if (is(lost, owners[region])) {
                owners[region] = idlest(pixels, lost, weights);
                pixels[owners[region]] += area(last, region);
            }
        }
        int[] columns = IntStream.range(1, last.columns()).map(last::columnStart).toArray();
        int[] rows = IntStream.range(1, last.rows()).map(last::rowStart).toArray();
        return RegionMap.of(
                last.widthInPixels(), last.heightInPixels(), last.gpus(), columns, rows, owners);
    }

    private static long area(RegionMap map, int region) {
        int column = region % map.columns();
        int row = region / map.columns();
        long width = map.columnStart(column + 1) - map.columnStart(column);
        return width * (map.rowStart(row + 1) - map.rowStart(row));
    }

    private static int idlest(long[] pixels, long lost, int[] weights) {
        int found = -1;
        for (int gpu = 0; gpu < pixels.length; gpu++) {
            boolean takes = weights[gpu] > 0 && !is(lost, gpu);
            if (takes
                    && (found < 0 || pixels[gpu] * weights[found] < pixels[found] * weights[gpu])) {
                found = gpu;
            }
        }
        if (found < 0) {
            throw new IllegalArgumentException("regionHeirs: no GPU is left that renders");
        }
        return found;
    }

    private static boolean is(long mask, int gpu) {
        return (mask >>> gpu & 1) != 0;
    }
}
