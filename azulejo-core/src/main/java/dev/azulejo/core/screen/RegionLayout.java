package dev.azulejo.core.screen;

import dev.azulejo.core.resource.RenderTarget;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * How a screen is shared out among GPUs, whatever its size and theirs. None of these changes a byte
 * of the picture. Large regions are crossed by fewer objects, but one GPU may get all of the work;
 * small ones share work evenly, but every object touches every GPU ({@link RegionQuality}).
 *
 * <p>GPUs of unequal speed have weights: with twice the weight, twice the pixels; with 0, none, as
 * for a GPU that only tests geometry.
 */
public sealed interface RegionLayout {
    /** Side of regions where none is said, pixels. */
    int DEFAULT_SIDE = 256;

    /** Interleaved, 256x256. */
    RegionLayout DEFAULT = new Interleaved(DEFAULT_SIDE, DEFAULT_SIDE);

    /**
     * Makes the map for a target.
     *
     * @param width of the target, pixels
     * @param height of the target, pixels
     * @param weights of the GPUs, 1..64 of them, 0..1000 each, not all 0
     * @throws IllegalArgumentException if there is no such target or group, or weights that this
     *     layout cannot honour
     */
    RegionMap map(int width, int height, int[] weights);

    /** Makes the map for a target and a number of equal GPUs. */
    default RegionMap map(int width, int height, int gpus) {
        RegionMap.checkGpus(gpus);
        var weights = new int[gpus];
        Arrays.fill(weights, 1);
        return map(width, height, weights);
    }

    /** Reads what {@link #text} writes, and what of it may be left out. */
    static RegionLayout parse(String text) {
        return RegionLayoutText.parse(text);
    }

    /** How it is written on a command line: {@code interleaved:256}, {@code random:64:seed=7}. */
    default String text() {
        return RegionLayoutText.text(this);
    }

    /** One band a GPU, over the whole width, from top to bottom. */
    record Strips() implements RegionLayout {
        @Override
        public RegionMap map(int width, int height, int[] weights) {
            return LargeRegions.strips(width, height, checked(width, height, weights));
        }
    }

    /**
     * One rectangle a GPU, as square as may be: the screen is halved across its longer side until
     * each part has one owner. Four equal GPUs have A-B above C-D.
     */
    record Quadrants() implements RegionLayout {
        @Override
        public RegionMap map(int width, int height, int[] weights) {
            return LargeRegions.quadrants(width, height, checked(width, height, weights));
        }
    }

    /**
     * Regions of different sizes, so that GPUs own exactly or nearly as many pixels as they are to,
     * while every cut stays a multiple of 32: columns of nearly one width, in each a band of each
     * GPU, the order of the bands another from column to column. Four bands on 2160 rows are not of
     * 540 but of 544, 544, 544 and 512 with the 16 rows that are left; four columns have each of
     * them once for each GPU.
     *
     * @param columns at most so many, 1..64; or {@link #AS_GPUS}
     */
    record Uneven(int columns) implements RegionLayout {
        /** As many columns as there are GPUs that own something. */
        public static final int AS_GPUS = 0;

        /** Checks the range. */
        public Uneven {
            if (columns < 0 || columns > RegionMap.MOST_GPUS) {
                throw new IllegalArgumentException(
                        "regions.uneven: %d columns are not 1..%d, or 0 (as many as GPUs)"
                                .formatted(columns, RegionMap.MOST_GPUS));
            }
        }

        @Override
        public RegionMap map(int width, int height, int[] weights) {
            var shares = checked(width, height, weights);
            return new UnevenRegions(width, height, shares).map(columns);
        }
    }

    /**
     * Regions of one size, owners in a pattern that repeats: for four equal GPUs rows of A-B-A-B
     * and C-D-C-D in turn. {@code RegionDealer} has the pattern for any number, and what becomes of
     * unequal ones.
     *
     * @param regionWidth pixels, a power of two from 16
     * @param regionHeight pixels, a power of two from 16
     */
    record Interleaved(int regionWidth, int regionHeight) implements RegionLayout {
        /** Checks the sides. */
        public Interleaved {
            checkSides("interleaved", regionWidth, regionHeight);
        }

        @Override
        public RegionMap map(int width, int height, int[] weights) {
            var shares = checked(width, height, weights);
            var grid = new RegionGrid(width, height, regionWidth, regionHeight);
            return grid.map(weights.length, RegionDealer.interleaved(grid, shares));
        }
    }

    /**
     * Regions of one size, dealt so that GPUs own nearly as many pixels as they are to, also where
     * the screen is no multiple of the regions.
     *
     * @param regionWidth pixels, a power of two from 16
     * @param regionHeight pixels, a power of two from 16
     */
    record Balanced(int regionWidth, int regionHeight) implements RegionLayout {
        /** Checks the sides. */
        public Balanced {
            checkSides("balanced", regionWidth, regionHeight);
        }

        @Override
        public RegionMap map(int width, int height, int[] weights) {
            var shares = checked(width, height, weights);
            var grid = new RegionGrid(width, height, regionWidth, regionHeight);
            return grid.map(weights.length, RegionDealer.balanced(grid, shares));
        }
    }

    /**
     * Regions of one size, each GPU as many as it is to own, at random places.
     *
     * @param regionWidth pixels, a power of two from 16
     * @param regionHeight pixels, a power of two from 16
     * @param seed the same seed gives the same places
     */
    record Random(int regionWidth, int regionHeight, long seed) implements RegionLayout {
        /** Checks the sides. */
        public Random {
            checkSides("random", regionWidth, regionHeight);
        }

        @Override
        public RegionMap map(int width, int height, int[] weights) {
            var shares = checked(width, height, weights);
            var grid = new RegionGrid(width, height, regionWidth, regionHeight);
            return grid.map(weights.length, RegionDealer.random(grid, shares, seed));
        }
    }

    /**
     * As published systems do it, to compare with: square regions, row by row, each to the next GPU
     * in turn; the owner is {@code (column + columns * row) mod GPUs}. GPUs of different weights,
     * other than 0, are refused.
     *
     * @param side of a region, pixels, a power of two from 16; published: 64
     */
    record Modulo(int side) implements RegionLayout {
        /** The published side. */
        public static final int PUBLISHED_SIDE = 64;

        /** Checks the side. */
        public Modulo {
            checkSides("modulo", side, side);
        }

        @Override
        public RegionMap map(int width, int height, int[] weights) {
            var shares = checked(width, height, weights);
            refuseUnequal(shares, "modulo: every GPU gets as many regions");
            var grid = new RegionGrid(width, height, side, side);
            return grid.map(weights.length, RegionDealer.modulo(grid, shares));
        }
    }

    /**
     * A map that is given. On a target of any size cuts lie where they lie: those beyond it make no
     * difference, and the last column and row go on to its edges. GPUs of different weights, other
     * than 0 where none of the regions is theirs, are refused.
     *
     * @param columnCuts where the columns after the first begin, rising multiples of 16, pixels
     * @param rowCuts where the rows after the first begin, in the same way
     * @param owners GPU of each region, row by row
     */
    record Given(List<Integer> columnCuts, List<Integer> rowCuts, List<Integer> owners)
            implements RegionLayout {
        /** Checks that cuts rise and owners are as many as regions. */
        public Given {
            columnCuts = List.copyOf(columnCuts);
            rowCuts = List.copyOf(rowCuts);
            owners = List.copyOf(owners);
            RegionMap.checkCuts("column", ints(columnCuts));
            RegionMap.checkCuts("row", ints(rowCuts));
            RegionMap.checkOwners(
                    ints(owners), columnCuts.size() + 1, rowCuts.size() + 1, RegionMap.MOST_GPUS);
        }

        private static int[] ints(List<Integer> list) {
            return list.stream().mapToInt(Integer::intValue).toArray();
        }

        @Override
        public RegionMap map(int width, int height, int[] weights) {
            var shares = checked(width, height, weights);
            refuseUnequal(shares, "given: its owners are given too");
            RegionMap.checkOwners(
                    ints(owners), columnCuts.size() + 1, rowCuts.size() + 1, weights.length);
            for (int owner : owners) {
                if (weights[owner] == 0) {
                    throw new IllegalArgumentException(
                            "regions.given: GPU %d owns regions, and has weight 0"
                                    .formatted(owner));
                }
            }
            return RegionMap.of(
                    width, height, weights.length, ints(columnCuts), ints(rowCuts), ints(owners));
        }
    }

    /**
     * A map that changes between frames, from what they cost ({@code policy.RegionBalancer}).
     *
     * @param first the layout of the first frame; not itself dynamic
     */
    record Dynamic(RegionLayout first) implements RegionLayout {
        /** Checks that the first layout is one. */
        public Dynamic {
            Objects.requireNonNull(first, "first");
            if (first instanceof Dynamic) {
                throw new IllegalArgumentException(
                        "regions.dynamic: the first frame needs a layout that is not dynamic");
            }
        }

        /** Makes the map of the first frame. */
        @Override
        public RegionMap map(int width, int height, int[] weights) {
            return first.map(width, height, weights);
        }
    }

    private static RegionShares checked(int width, int height, int[] weights) {
        RegionMap.checkSize(width, height);
        return RegionShares.of(weights);
    }

    private static void checkSides(String layout, int width, int height) {
        checkSide(layout, width);
        checkSide(layout, height);
    }

    private static void checkSide(String layout, int side) {
        if (side < RegionMap.UNIT || side > RenderTarget.MAX_SIDE || Integer.bitCount(side) != 1) {
            throw new IllegalArgumentException(
                    "regions.%s: side %d is not a power of two in %d..%d"
                            .formatted(layout, side, RegionMap.UNIT, RenderTarget.MAX_SIDE));
        }
    }

    private static void refuseUnequal(RegionShares shares, String why) {
        if (!shares.equal()) {
            throw new IllegalArgumentException(
                    "regions.%s, and weights other than 0 must be equal".formatted(why));
        }
    }
}
