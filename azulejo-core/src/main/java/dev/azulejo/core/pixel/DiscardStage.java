package dev.azulejo.core.pixel;

import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.shader.FragmentBatch;

/** Takes discarded fragments out of a triangle's candidates. Owned by one thread. */
final class DiscardStage {
    private final CandidateSamples candidates;
    private final FragmentList fragments;
    private final FragmentShading shading;
    private int tested;

    DiscardStage(CandidateSamples found, FragmentList list, FragmentShading fragmentShading) {
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
     * Runs the discard part for the candidates and takes out the samples of discarded fragments.
     * Needs room for a tile of fragments behind the queue.
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
        int candidate = 0;
        int remaining = candidates.count() == 0 ? 0 : candidates.lanes(0);
        for (int from = 0; from < count; from += FragmentBatch.CAPACITY) {
            int lanes = Math.min(FragmentBatch.CAPACITY, count - from);
            int[] keep = shading.runDiscard(chunk.draw(), first + from, lanes).keep;
            for (int i = 0; i < lanes; i++) {
                while (remaining == 0) {
                    remaining = candidates.lanes(++candidate);
                }
                int lane = Integer.numberOfTrailingZeros(remaining);
                remaining &= remaining - 1;
                if (keep[i] == 0) {
                    candidates.discard(candidate, lane);
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
