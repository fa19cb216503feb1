package dev.azulejo.core.device;

import dev.azulejo.core.geometry.VisibilityBits;

/**
 * Bits of chunks that are culled in steps: what is culled now leaves its bits in one set, what is
 * replayed now has left them in another. Owned by who submits.
 */
final class StepBits {
    private final VisibilityBits even = new VisibilityBits();
    private final VisibilityBits odd = new VisibilityBits();
    private VisibilityBits now = even;
    private VisibilityBits before = odd;
    private long mostBytes;

    /** A phase begins. */
    void clear() {
        mostBytes = 0;
        even.begin(0, 0);
        odd.begin(0, 0);
    }

    /** Begins a step of some chunks in the one set that there is: nothing is replayed meanwhile. */
    void begin(int firstChunk, int chunks) {
        now = even;
        now.begin(firstChunk, chunks);
        note();
    }

    /** Begins a step of some chunks, while those of the step before are replayed. */
    void next(int firstChunk, int chunks) {
        before = now;
        now = now == even ? odd : even;
        now.begin(firstChunk, chunks);
        note();
    }

    private void note() {
        mostBytes = Math.max(mostBytes, even.bytes() + odd.bytes());
    }

    /** Of the step that is culled. */
    VisibilityBits now() {
        return now;
    }

    /** Of the step before. */
    VisibilityBits before() {
        return before;
    }

    /** Most bytes that both took at a time. */
    long mostBytes() {
        return mostBytes;
    }
}
