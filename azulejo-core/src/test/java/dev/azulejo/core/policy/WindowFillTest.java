package dev.azulejo.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Two workers; chunks of 512 primitives. */
class WindowFillTest {
    private static int chunks(long missing, int window, long triangles, int chunks) {
        return WindowFill.chunks(missing, window, triangles, chunks, 2, 512);
    }

    /** 3000 triangles of 100 chunks are 30 each: 100 missing are four chunks, one never full. */
    @Test
    void goesByWhatChunksHaveMadeSoFar() {
        assertThat(chunks(100, 1000, 3000, 100)).isEqualTo(4);
        assertThat(chunks(119, 1000, 3000, 100)).isEqualTo(4);
        assertThat(chunks(120, 1000, 3000, 100)).isEqualTo(5);
    }

    /** One a worker, and no more than may be held: four a worker, or a window of full chunks. */
    @Test
    void isBoundedOnBothSides() {
        assertThat(chunks(1, 1000, 3000, 100)).isEqualTo(2);
        assertThat(chunks(1000, 1000, 3000, 100)).isEqualTo(8);
        assertThat(chunks(10_000, 512 * 20, 3000, 100)).isEqualTo(20);
    }

    /** Before anything has come, a chunk is thought to make one triangle. */
    @Test
    void knowsNothingAtFirst() {
        assertThat(chunks(5, 1000, 0, 0)).isEqualTo(6);
        assertThat(chunks(1000, 1000, 0, 0)).isEqualTo(8);
    }
}
