package dev.azulejo.core.visibility;

import dev.azulejo.core.kernel.OccluderBlocks;
import dev.azulejo.core.kernel.OccluderKernels;
import dev.azulejo.core.kernel.SamplePattern;

/**
 * Blocks that triangles may cover, until there are enough to look at them together: then what is
 * covered is entered in a {@link HierarchicalZ}, in their order. Owned by one thread.
 */
final class OccluderQueue {
    private final OccluderBlocks blocks = new OccluderBlocks();
    private final OccluderKernels kernels;
    private final HizCounts counts;
    private HierarchicalZ structure;

    OccluderQueue(OccluderKernels occluderKernels, HizCounts work) {
        kernels = occluderKernels;
        counts = work;
    }

    /** Sets where blocks are entered; forgets what waits. */
    void begin(HierarchicalZ hierarchicalZ, SamplePattern samples) {
        structure = hierarchicalZ;
        blocks.begin(samples);
    }

    /** The blocks of the triangle whose are added next. */
    OccluderBlocks blocks() {
        return blocks;
    }

    /** Makes room for another block. */
    void makeRoom() {
        if (blocks.full()) {
            flush();
        }
    }

    /** Enters all that waits. */
    void flush() {
        int count = blocks.count;
        if (count == 0) {
            return;
        }
        blocks.reversed = structure.reversed;
        kernels.cover(blocks);
        for (int i = 0; i < count; i++) {
            int covered = blocks.covered(i);
            if (covered != 0) {
                structure.occlude(blocks.block(i), covered, blocks.farKey(i), counts);
            }
        }
        blocks.clear();
    }
}
