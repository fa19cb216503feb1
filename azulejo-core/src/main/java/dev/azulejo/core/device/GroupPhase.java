package dev.azulejo.core.device;

import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.policy.ContiguousShares;
import dev.azulejo.core.screen.RegionMap;

/**
 * What all GPUs of a group know of the phase under way. Written by the thread that submits before
 * they begin, then read by all.
 */
final class GroupPhase {
    /** Which hints are made. */
    final PretestPlan plan = new PretestPlan();

    /** Who maps which chunks in sequential exchange. */
    final ContiguousShares shares;

    /** Whose turn it is to send in sequential exchange. */
    final ExchangeTurn turn = new ExchangeTurn();

    /** What is to be done; null before the first. */
    Phase phase;

    /** Number of the frame. */
    int frame;

    /** Number of the phase in it. */
    int number;

    /** Chunks of the frame's phases up to it. */
    int frameChunks;

    /** GPUs that were lost before it began, a bit each. */
    long lost;

    /** Who owns what; when it has ended, without those that were lost in it. */
    RegionMap map;

    /** Number of that map. */
    int mapNumber;

    /** How early Z works. */
    EarlyZ earlyZ;

    /** Pieces that are pretested ahead of rendering; one where portions say what comes ahead. */
    int ahead;

    GroupPhase(ContiguousShares sequentialShares) {
        shares = sequentialShares;
    }

    /** In how many sets pieces are pretested ahead of rendering; 0 if all come before. */
    int sets() {
        if (ahead == Group.ALL) {
            return 0;
        }
        return plan.hasPortions() ? plan.testedPortions() : Math.ceilDiv(phase.chunkCount(), ahead);
    }

    /** Whether something of a chunk was dropped as hidden that may be in a GPU's regions. */
    boolean hidesIn(int gpu, ChunkOutput chunk) {
        if (!chunk.hides()) {
            return false;
        }
        int columns = chunk.hiddenColumns();
        int rows = chunk.hiddenRows();
        long owners =
                map.owners(
                        TrianglePlanes.first(columns),
                        TrianglePlanes.first(rows),
                        TrianglePlanes.last(columns),
                        TrianglePlanes.last(rows));
        return (owners >>> gpu & 1) != 0;
    }

    /** Shares the primitives out in runs, for sequential exchange. */
    void share(int gpus) {
        int chunks = phase.chunkCount();
        long primitives = 0;
        for (int c = 0; c < chunks; c++) {
            primitives += phase.chunk(c).primitives();
        }
        shares.begin(primitives, gpus - Long.bitCount(lost));
        for (int c = 0; c < chunks; c++) {
            shares.add(phase.chunk(c).primitives());
        }
    }
}
