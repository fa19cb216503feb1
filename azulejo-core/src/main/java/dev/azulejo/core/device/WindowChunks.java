package dev.azulejo.core.device;

import dev.azulejo.core.geometry.ChunkOutput;

import java.util.Arrays;

/**
 * The chunks of a window, numbered in submission order: those of ordinary draw calls, and chunks of
 * its own for patches, used again in each window. Owned by whoever holds the stream's lock.
 */
final class WindowChunks {
    private ChunkOutput[] sequence = new ChunkOutput[64];
    private int count;
    private ChunkOutput[] spare = new ChunkOutput[0];
    private int spareUsed;

    /** A window begins. */
    void clear() {
        count = 0;
        spareUsed = 0;
    }

    /** Numbers a chunk. */
    void add(ChunkOutput chunk) {
        if (count == sequence.length) {
            sequence = Arrays.copyOf(sequence, 2 * count);
        }
        sequence[count++] = chunk;
    }

    /** Numbers some chunks for patches. */
    void addSpare(int chunks) {
        for (int c = 0; c < chunks; c++) {
            if (spareUsed == spare.length) {
                grow();
            }
            add(spare[spareUsed++]);
        }
    }

    private void grow() {
        spare = Arrays.copyOf(spare, Math.max(64, 2 * spareUsed));
        for (int c = spareUsed; c < spare.length; c++) {
            spare[c] = new ChunkOutput();
        }
    }

    /** Returns the chunks by number; another array when more of them come. */
    ChunkOutput[] sequence() {
        return sequence;
    }

    /** Returns how many there are. */
    int count() {
        return count;
    }
}
