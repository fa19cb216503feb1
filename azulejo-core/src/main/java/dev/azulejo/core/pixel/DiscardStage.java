package dev.azulejo.core.pixel;

import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.kernel.AlphaCoverage;
import dev.azulejo.core.shader.FragmentBatch;

/**
 * Takes discarded fragments out of a triangle's candidates, or those of their samples that alpha
 * leaves uncovered. Owned by one thread.
 */
final class DiscardStage {
    private final CandidateSamples candidates;
    private final FragmentList fragments;
    private final FragmentShading shading;
    private final AlphaCoverage coverage;
    private int tested;

    DiscardStage(
            CandidateSamples found,
            FragmentList list,
            FragmentShading fragmentShading,
            AlphaCoverage alphaCoverage) {
        coverage = alphaCoverage;
        candidates = found;
        fragments = list;
        shading = fragmentShading;
    }

    /** Returns how many fragments were tested since the last call. */
    int takeTested() {
        int taken = tested;
        tested = 0;
        return taken;
    }

    /**
     * Runs the discard part for the candidates and takes out the samples that it discards. Needs
     * room for a tile of fragments behind the queue.
     *
     * @param chunk the triangle's
     * @param at first int of its record
     */
    void discard(ChunkOutput chunk, int at) {
        // The list's free part is scratch here; lanes of a batch are pixels of whole blocks.
        int first = fragments.queued;
        int count = listPixels(first);
        tested += count;
        shading.setTriangle(chunk, at);
        boolean covers = chunk.draw().pipeline().alphaToCoverage();
        int candidate = 0;
        int remaining = candidates.count() == 0 ? 0 : candidates.lanes(0);
        for (int from = 0; from < count; from += FragmentBatch.CAPACITY) {
            int lanes = Math.min(FragmentBatch.CAPACITY, count - from);
            var batch = shading.runDiscard(chunk.draw(), first + from, lanes);
            for (int i = 0; i < lanes; i++) {
                while (remaining == 0) {
                    remaining = candidates.lanes(++candidate);
                }
                int lane = Integer.numberOfTrailingZeros(remaining);
                remaining &= remaining - 1;
                if (covers) {
                    candidates.cover(candidate, lane, coverage.mask(batch.alpha[i]));
                } else if (batch.keep[i] == 0) {
                    candidates.cover(candidate, lane, 0);
                }
            }
        }
    }

    /** Lists the pixels of which a sample passes; returns how many. */
    private int listPixels(int first) {
        int[] pixel = fragments.pixel;
        int at = first;
        for (int i = 0; i < candidates.count(); i++) {
            int base = candidates.block(i) * 16;
            for (int any = candidates.lanes(i); any != 0; any &= any - 1) {
                pixel[at++] = base + Integer.numberOfTrailingZeros(any);
            }
        }
        return at - first;
    }
}
