package dev.azulejo.core.policy;

import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.core.screen.RegionRectangles;
import dev.azulejo.core.screen.WorkGrid;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Cuts a target into rectangles of equal cost, by halving: across the longer side, where the cost
 * on both sides is as the weights of those who will own them.
 */
final class CostBisection {
    /** Every cut is a multiple of this, pixels. */
    static final int STEP = 32;

    /** Of all costs, what is spread evenly over the target: empty parts are cut in the middle. */
    private static final double EVEN = 1e-6;

    private final WorkGrid costs;
    private final int[] weights;

    /** Side of a unit, pixels; places are in units from here. */
    private final int unit;

    private final int columns;
    private final int rows;

    /** Cost of all units above and left of a corner: {@code [row * (columns + 1) + column]}. */
    private final double[] before;

    /** A rectangle, in units: from a corner to before another. */
    private record Leaf(int left, int top, int right, int bottom, double cost) {}

    CostBisection(WorkGrid work, int[] gpuWeights) {
        costs = work;
        weights = gpuWeights;
        unit = Math.max(STEP, work.side());
        columns = (work.widthInPixels() + unit - 1) / unit;
        rows = (work.heightInPixels() + unit - 1) / unit;
        before = new double[(columns + 1) * (rows + 1)];
        addUp();
    }

    private void addUp() {
        int stride = columns + 1;
        int squares = unit / costs.side();
        double everywhere = (costs.total() + 1) * EVEN / (columns * rows);
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                before[(row + 1) * stride + column + 1] = everywhere;
            }
        }
        for (int row = 0; row < costs.rows(); row++) {
            for (int column = 0; column < costs.columns(); column++) {
                before[(row / squares + 1) * stride + column / squares + 1] +=
                        costs.amount(column, row);
            }
        }
        for (int row = 1; row <= rows; row++) {
            double inRow = 0;
            for (int column = 1; column <= columns; column++) {
                inRow += before[row * stride + column];
                before[row * stride + column] = before[(row - 1) * stride + column] + inRow;
            }
        }
    }

    private double cost(int left, int top, int right, int bottom) {
        int stride = columns + 1;
        return before[bottom * stride + right]
                - before[top * stride + right]
                - before[bottom * stride + left]
                + before[top * stride + left];
    }

    /**
     * Cuts the target.
     *
     * @param regions so many for each GPU that owns something, or fewer on small targets
     */
    Leaves cut(int regions) {
        int[] workers = IntStream.range(0, weights.length).filter(g -> weights[g] > 0).toArray();
        int[] shares =
                IntStream.range(0, regions * workers.length)
                        .map(i -> weights[workers[i % workers.length]])
                        .toArray();
        var leaves = new ArrayList<Leaf>();
        split(new int[] {0, 0, columns, rows}, shares, leaves);
        leaves.sort(Comparator.comparingDouble(Leaf::cost).reversed());
        return new Leaves(leaves);
    }

    /** Splits a rectangle (left, top, right, bottom) until each share has a leaf. */
    private void split(int[] rectangle, int[] shares, List<Leaf> leaves) {
        int width = rectangle[2] - rectangle[0];
        int height = rectangle[3] - rectangle[1];
        if (shares.length == 1 || width * height == 1) {
            leaves.add(leaf(rectangle));
            return;
        }
        int half = shares.length / 2;
        double share = (double) IntStream.of(shares).limit(half).sum() / IntStream.of(shares).sum();
        int axis = width >= height ? 0 : 1;
        var first = rectangle.clone();
        var second = rectangle.clone();
        int cut = cut(rectangle, axis, share);
        first[2 + axis] = cut;
        second[axis] = cut;
        split(first, IntStream.of(shares).limit(half).toArray(), leaves);
        split(second, IntStream.of(shares).skip(half).toArray(), leaves);
    }

    private Leaf leaf(int[] r) {
        return new Leaf(r[0], r[1], r[2], r[3], cost(r[0], r[1], r[2], r[3]));
    }

    /** Where the cost before a cut is nearest to a share of all; never at an end. */
    private int cut(int[] rectangle, int axis, double share) {
        double wanted = share * leaf(rectangle).cost;
        var part = rectangle.clone();
        int best = rectangle[axis] + 1;
        double least = Double.POSITIVE_INFINITY;
        for (int at = rectangle[axis] + 1; at < rectangle[2 + axis]; at++) {
            part[2 + axis] = at;
            double error = Math.abs(leaf(part).cost - wanted);
            if (error < least) {
                least = error;
                best = at;
            }
        }
        return best;
    }

    /** What a target was cut into, the most expensive first, to be dealt to GPUs. */
    final class Leaves {
        private final List<Leaf> leaves;

        private Leaves(List<Leaf> rectangles) {
            leaves = rectangles;
        }

        /**
         * Deals: each to the GPU that owned most of it, if that then takes no longer than some
         * means; else to the one that takes least with it.
         *
         * @param last who owned what
         * @param keep so many means; 0 if it makes no difference who owned it
         */
        RegionMap map(RegionMap last, double keep) {
            int width = costs.widthInPixels();
            int height = costs.heightInPixels();
            double mean = cost(0, 0, columns, rows) / IntStream.of(weights).sum();
            var loads = new double[weights.length];
            var rectangles = new RegionRectangles(width, height, weights.length);
            for (var leaf : leaves) {
                int gpu = mainOwner(last, leaf);
                if (loads[gpu] + leaf.cost > keep * mean * weights[gpu]) {
                    gpu = first(loads, leaf.cost);
                }
                loads[gpu] += leaf.cost;
                rectangles.add(
                        leaf.left * unit,
                        leaf.top * unit,
                        Math.min(leaf.right * unit, width),
                        Math.min(leaf.bottom * unit, height),
                        gpu);
            }
            return rectangles.map();
        }

        private int first(double[] loads, double more) {
            int found = -1;
            double least = Double.POSITIVE_INFINITY;
            for (int gpu = 0; gpu < loads.length; gpu++) {
                // With weight 0 it would take for ever: no leaf is quite without cost.
                double time = (loads[gpu] + more) / weights[gpu];
                if (time < least) {
                    least = time;
                    found = gpu;
                }
            }
            return found;
        }

        private int mainOwner(RegionMap last, Leaf leaf) {
            int step = Math.min(unit, last.side());
            var blocks = new int[weights.length];
            int most = last.owner(leaf.left * unit, leaf.top * unit);
            int bottom = Math.min(leaf.bottom * unit, costs.heightInPixels());
            int right = Math.min(leaf.right * unit, costs.widthInPixels());
            for (int y = leaf.top * unit; y < bottom; y += step) {
                for (int x = leaf.left * unit; x < right; x += step) {
                    int gpu = last.owner(x, y);
                    blocks[gpu]++;
                    if (blocks[gpu] > blocks[most]) {
                        most = gpu;
                    }
                }
            }
            return most;
        }
    }
}
