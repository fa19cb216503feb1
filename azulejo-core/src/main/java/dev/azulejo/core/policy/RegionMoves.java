package dev.azulejo.core.policy;

import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.core.screen.WorkGrid;

import java.util.stream.IntStream;

/**
 * Lets regions of a map change their owners, one by one, from the busiest GPU to the idlest. Cuts
 * stay.
 */
final class RegionMoves {
    private static final int MOST_MOVES = 256;
    private static final int NONE = -1;

    private final RegionMap last;
    private final int[] weights;
    private final int[] owners;

    /** Of each region. */
    private final double[] costs;

    /** Of each GPU. */
    private final double[] loads;

    RegionMoves(RegionMap map, WorkGrid work, int[] gpuWeights) {
        last = map;
        weights = gpuWeights;
        costs = work.byRegion(map);
        loads = work.byGpu(map);
        owners =
                IntStream.range(0, costs.length)
                        .map(r -> map.regionOwner(r % map.columns(), r / map.columns()))
                        .toArray();
    }

    /** Moves until the busiest GPU takes no longer than some means, or nothing helps. */
    RegionMap map(double aim) {
        for (int region = 0; region < owners.length; region++) {
            if (weights[owners[region]] == 0) {
                move(region, idlest());
            }
        }
        double mean = IntStream.range(0, loads.length).mapToDouble(g -> loads[g]).sum();
        mean /= IntStream.of(weights).sum();
        int moves = 0;
        while (moves < MOST_MOVES && time(busiest(), 0) > aim * mean) {
            int to = idlest();
            int region = bestOf(busiest(), to);
            if (region == NONE) {
                break;
            }
            move(region, to);
            moves++;
        }
        int[] columns = IntStream.range(1, last.columns()).map(last::columnStart).toArray();
        int[] rows = IntStream.range(1, last.rows()).map(last::rowStart).toArray();
        return RegionMap.of(
                last.widthInPixels(), last.heightInPixels(), last.gpus(), columns, rows, owners);
    }

    private void move(int region, int to) {
        loads[owners[region]] -= costs[region];
        loads[to] += costs[region];
        owners[region] = to;
    }

    /** How long a GPU takes with so much more; only of those with a weight. */
    private double time(int gpu, double more) {
        return (loads[gpu] + more) / weights[gpu];
    }

    private int busiest() {
        int found = NONE;
        for (int gpu = 0; gpu < loads.length; gpu++) {
            if (weights[gpu] > 0 && (found == NONE || time(gpu, 0) > time(found, 0))) {
                found = gpu;
            }
        }
        return found;
    }

    private int idlest() {
        int found = NONE;
        for (int gpu = 0; gpu < loads.length; gpu++) {
            if (weights[gpu] > 0 && (found == NONE || time(gpu, 0) < time(found, 0))) {
                found = gpu;
            }
        }
        return found;
    }

    /** The region after whose move the longer of two GPUs takes least; none if that is no gain. */
    private int bestOf(int from, int to) {
        int found = NONE;
        double least = time(from, 0);
        for (int region = 0; region < owners.length; region++) {
            if (owners[region] == from && costs[region] > 0) {
                double longer = Math.max(time(from, -costs[region]), time(to, costs[region]));
                if (longer < least) {
                    least = longer;
                    found = region;
                }
            }
        }
        return found;
    }
}
