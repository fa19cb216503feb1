package dev.azulejo.core.device;

import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.policy.FrontToBack;
import dev.azulejo.core.visibility.HierarchicalZ;

/**
 * In which order the chunks of an epoch are culled: near before far, those that cannot appear last.
 * Chunks are placed by workers, each by one; all else by who submits.
 */
final class CullOrder {
    /** Chunks that cannot appear come last. */
    private static final int NOWHERE = HierarchicalZ.UNKNOWN;

    private final RunState state;
    private final GeometryWorker[] geometry;
    private final FrontToBack frontToBack = new FrontToBack();

    /** Chunks of an epoch, near before far, and their keys. */
    private int[] order = new int[0];

    private int[] key = new int[0];
    private EarlyZ earlyZ = EarlyZ.OFF;
    private int epochFrom;
    private int epochTo;

    CullOrder(RunState runState, GeometryWorker[] geometryWorkers) {
        state = runState;
        geometry = geometryWorkers;
    }

    /** A phase of so many chunks begins. */
    void begin(EarlyZ works, int chunks) {
        earlyZ = works;
        if (order.length < chunks) {
            order = new int[Math.max(64, 2 * chunks)];
            key = new int[order.length];
        }
    }

    /** An epoch of chunks from..to-1 begins. */
    void beginEpoch(int from, int to) {
        epochFrom = from;
        epochTo = to;
    }

    /** Finds out where a chunk is, in all of its views, if it is the first of them. */
    void place(int worker, int c) {
        var chunks = state.outputs();
        int views = state.views(c);
        if (views == 0) {
            return;
        }
        boolean alone = views == 1;
        order[c] = c;
        key[c] = NOWHERE;
        if (alone && state.spares(worker, c)) {
            return;
        }
        geometry[worker].place(chunks, c, views);
        if (alone && state.liesElsewhere(worker, c)) {
            return;
        }
        key[c] = chunks[c].nearestKey();
        if (alone) {
            return;
        }
        var work = state.phase().chunk(c);
        boolean together = together(c, work);
        for (int v = 1; v < views; v++) {
            int at = c + v * work.viewStep();
            order[at] = at;
            key[at] = together ? NOWHERE : chunks[at].nearestKey();
            if (together) {
                key[c] = Math.min(key[c], chunks[at].nearestKey());
            }
        }
    }

    /** Sorts some of the epoch. */
    void sort(int from, int to) {
        frontToBack.sort(order, key, from, to);
    }

    /** Returns a chunk. */
    int get(int i) {
        return order[i];
    }

    /** Whether a chunk cannot appear, or is culled along with another view of it. */
    boolean isNowhere(int chunk) {
        return key[chunk] == NOWHERE;
    }

    /**
     * Whether all views of a chunk are in one epoch and in one step of it: they are culled at once.
     */
    boolean together(int leader, ChunkWork work) {
        int last = leader + (work.views() - 1) * work.viewStep();
        return work.views() > 1
                && last < epochTo
                && (leader - epochFrom) / earlyZ.records() == (last - epochFrom) / earlyZ.records();
    }
}
