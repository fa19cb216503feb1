package dev.azulejo.core.pixel;

import dev.azulejo.core.kernel.CandidateBlocks;
import dev.azulejo.core.kernel.RasterCounts;
import dev.azulejo.core.kernel.RasterKernels;
import dev.azulejo.core.kernel.TileSamples;
import dev.azulejo.core.kernel.TileTriangle;

/**
 * Samples of a tile where one triangle passed the depth test and nothing is written yet: fragments
 * may still be discarded, or must be blended in order. Owned by one thread.
 */
final class CandidateSamples {
    private final RasterKernels raster;
    private final TileSamples tile;
    private final CandidateBlocks blocks;
    private final int samples;

    CandidateSamples(RasterKernels kernels, TileSamples tileSamples, int tileSize) {
        raster = kernels;
        tile = tileSamples;
        samples = tileSamples.samples;
        blocks = new CandidateBlocks(tileSize, samples);
    }

    /** Finds where a triangle passes. */
    void find(TileTriangle triangle, RasterCounts counts) {
        raster.candidates(triangle, tile, blocks, counts);
    }

    /** Blocks with at least one sample that passes. */
    int count() {
        return blocks.count;
    }

    /** Index in the tile of a block. */
    int block(int candidate) {
        return blocks.block[candidate];
    }

    /** Lanes of a block of which a sample passes, a bit each. */
    int lanes(int candidate) {
        int any = 0;
        for (int s = 0; s < samples; s++) {
            any |= blocks.mask[candidate * samples + s];
        }
        return any;
    }

    /** Takes out the samples of a lane that are not in a mask. */
    void cover(int candidate, int lane, int sampleMask) {
        for (int s = 0; s < samples; s++) {
            if ((sampleMask >>> s & 1) == 0) {
                blocks.mask[candidate * samples + s] &= ~(1 << lane);
            }
        }
    }

    /** Writes depth. */
    void writeDepth() {
        int[] masks = blocks.mask;
        float[] from = blocks.depth;
        float[] to = tile.depth;
        for (int i = 0; i < blocks.count; i++) {
            int first = blocks.block[i] * samples * 16;
            for (int s = 0; s < samples; s++) {
                int row = (i * samples + s) * 16;
                for (int m = masks[i * samples + s]; m != 0; m &= m - 1) {
                    int lane = Integer.numberOfTrailingZeros(m);
                    to[first + s * 16 + lane] = from[row + lane];
                }
            }
        }
    }

    /** Makes an entry the visible one. */
    void writeVisible(int entry) {
        int[] masks = blocks.mask;
        int[] to = tile.visible;
        for (int i = 0; i < blocks.count; i++) {
            int first = blocks.block[i] * samples * 16;
            for (int s = 0; s < samples; s++) {
                for (int m = masks[i * samples + s]; m != 0; m &= m - 1) {
                    to[first + s * 16 + Integer.numberOfTrailingZeros(m)] = entry;
                }
            }
        }
    }

    /** Queues fragments of an entry for blending. */
    void enqueue(FragmentList fragments, int entry) {
        int[] masks = blocks.mask;
        int at = fragments.queued;
        for (int i = 0; i < blocks.count; i++) {
            for (int any = lanes(i); any != 0; any &= any - 1) {
                int lane = Integer.numberOfTrailingZeros(any);
                int sampleMask = 0;
                for (int s = 0; s < samples; s++) {
                    sampleMask |= (masks[i * samples + s] >>> lane & 1) << s;
                }
                fragments.pixel[at] = blocks.block[i] * 16 + lane;
                fragments.mask[at] = sampleMask;
                fragments.entry[at++] = entry;
            }
        }
        fragments.queued = at;
    }
}
