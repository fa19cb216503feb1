package dev.azulejo.core.policy;

import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.core.screen.WorkGrid;

/**
 * Makes the map of the next frame from the map of the last one and what it cost, by place: sizes,
 * number and owners of regions follow the work. Pure: it is told what was measured, and remembers
 * nothing.
 *
 * <pre>
 *  imbalance of the last map at most good ────────────────────────────> it stays
 *  single regions go from the busiest GPU to the idlest: at most aim ─> that map
 *  new cuts, 1 region a GPU of equal work, 2, 4, 8: at most aim ──────> that map
 *  the best of them is better than the last map, by gain ─────────────> that map
 *  else ──────────────────────────────────────────────────────────────> the last one stays
 * </pre>
 *
 * <p>Imbalance is the longest time of a GPU over the mean. The three bounds keep owners from
 * changing with every frame: a tile with a new owner is rendered anew, whatever was known of it,
 * and measured times are never the same twice. Between {@code aim} and {@code good} there is room
 * for costs to wander before anything happens again. Where nothing helps, because all work lies in
 * one place, nothing changes. New cuts leave with their owners what they can.
 *
 * <p>A GPU that owns pixels and has weight 0, because it has gone or shall only test geometry from
 * now on, is no balance at all: its regions go to the others, whatever they cost.
 *
 * @param good imbalance up to which the map stays, at least {@code aim}
 * @param aim imbalance that a new map is to have, at least 1
 * @param gain by how much imbalance falls at least when the map changes, more than 0
 */
public record RegionBalancer(double good, double aim, double gain) {
    /** The map changes above 10 %, aims at 5 %, and changes for 5 % or more. */
    public static final RegionBalancer DEFAULT = new RegionBalancer(1.10, 1.05, 0.05);

    private static final int MOST_REGIONS = 8;

    /** Checks the order. */
    public RegionBalancer {
        if (!(aim >= 1 && good >= aim && gain > 0)) {
            throw new IllegalArgumentException(
                    "regionBalancer: good=%s >= aim=%s >= 1 and gain=%s > 0 expected"
                            .formatted(good, aim, gain));
        }
    }

    /**
     * Returns the map of the next frame: the last one itself, or a new one, all of whose cuts are
     * multiples of 32 pixels.
     *
     * @param last the map of the last frame
     * @param costs of the last frame by place, in one unit for all GPUs: where times were measured,
     *     those of a GPU of twice the weight count twice
     * @param weights of the GPUs, as layouts take them
     */
    public RegionMap next(RegionMap last, WorkGrid costs, int[] weights) {
        if (weights.length != last.gpus()) {
            throw new IllegalArgumentException(
                    "regionBalancer: %d weights for %d GPU(s)"
                            .formatted(weights.length, last.gpus()));
        }
        double now = imbalance(last, costs, weights);
        if (now <= good) {
            return last;
        }
        var search = new Search(costs, weights, last, now);
        if (last.side() >= CostBisection.STEP) {
            search.offer(new RegionMoves(last, costs, weights).map(aim));
        }
        if (search.least > aim) {
            recut(last, search);
        }
        return search.least <= now - gain ? search.best : last;
    }

    private void recut(RegionMap last, Search search) {
        var bisection = new CostBisection(search.costs, search.weights);
        for (int regions = 1; regions <= MOST_REGIONS; regions *= 2) {
            var leaves = bisection.cut(regions);
            for (boolean keep : new boolean[] {true, false}) {
                search.offer(leaves.map(last, keep ? aim : 0));
                if (search.least <= aim) {
                    return;
                }
            }
        }
    }

    /**
     * The longest time of a GPU over the mean: 1 if all finish together; infinite if one of weight
     * 0 owns anything.
     */
    public static double imbalance(RegionMap map, WorkGrid costs, int[] weights) {
        for (int gpu = 0; gpu < map.gpus(); gpu++) {
            if (weights[gpu] == 0 && map.pixels(gpu) > 0) {
                return Double.POSITIVE_INFINITY;
            }
        }
        return WorkGrid.imbalance(costs.byGpu(map), weights);
    }

    /** The best map so far. */
    private static final class Search {
        final WorkGrid costs;
        final int[] weights;
        RegionMap best;
        double least;

        Search(WorkGrid work, int[] gpuWeights, RegionMap map, double imbalance) {
            costs = work;
            weights = gpuWeights;
            best = map;
            least = imbalance;
        }

        void offer(RegionMap map) {
            double imbalance = imbalance(map, costs, weights);
            if (imbalance < least) {
                best = map;
                least = imbalance;
            }
        }
    }
}
