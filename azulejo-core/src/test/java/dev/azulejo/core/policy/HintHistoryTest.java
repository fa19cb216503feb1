package dev.azulejo.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HintHistoryTest {
    private static final int GPUS = 4;

    private final HintHistory history = new HintHistory();

    private void everybody() {
        history.observe(HintKind.PRIMITIVES_CHUNK, GPUS, 10, 40);
    }

    /** Frames in a row in which it does not ask. */
    private int silence() {
        int frames = 0;
        while (!history.asks()) {
            frames++;
        }
        return frames;
    }

    @Test
    void thriceEverybodyIsEnoughForAWhile() {
        everybody();
        assertThat(silence()).isZero();
        everybody();
        assertThat(silence()).isZero();
        everybody();
        assertThat(silence()).isEqualTo(8);
        // It has just asked again: the same once more, and the pause is twice as long.
        everybody();
        assertThat(silence()).isEqualTo(16);
        everybody();
        assertThat(silence()).isEqualTo(32);
        everybody();
        assertThat(silence()).isEqualTo(64);
        everybody();
        assertThat(silence()).isEqualTo(64);
    }

    @Test
    void oneUsefulHintForgivesTheOthers() {
        everybody();
        everybody();
        history.observe(HintKind.PRIMITIVES_CHUNK, GPUS, 10, 10);
        everybody();
        everybody();
        assertThat(silence()).isZero();
        everybody();
        assertThat(silence()).isEqualTo(8);
        history.observe(HintKind.PRIMITIVES_CHUNK, GPUS, 10, 10);
        everybody();
        everybody();
        everybody();
        assertThat(silence()).as("short again").isEqualTo(8);
    }

    @Test
    void sparingASixteenthIsUseful() {
        for (int frame = 0; frame < 10; frame++) {
            history.observe(HintKind.BOUNDS_CHUNK, 16, 100, 1500);
            assertThat(history.asks()).isTrue();
        }
        for (int frame = 0; frame < 3; frame++) {
            assertThat(history.asks()).isTrue();
            history.observe(HintKind.BOUNDS_CHUNK, 16, 100, 1501);
        }
        assertThat(history.asks()).isFalse();
    }

    @Test
    void remembersWhatEachKindSaid() {
        assertThat(history.touches(HintKind.PRIMITIVES_CHUNK, 2)).isEqualTo(2);
        history.observe(HintKind.PRIMITIVES_CHUNK, GPUS, 10, 15);
        assertThat(history.touches(HintKind.PRIMITIVES_CHUNK, 2)).isEqualTo(1.5);
        assertThat(history.touches(HintKind.EXACT_CHUNK, 2)).as("tighter").isEqualTo(1.5);
        assertThat(history.touches(HintKind.EXACT_CHUNK, 1)).isEqualTo(1);
        assertThat(history.touches(HintKind.PRIMITIVES_EACH, 2)).as("finer").isEqualTo(1.5);
        assertThat(history.touches(HintKind.BOUNDS_CHUNK, 1)).as("looser").isEqualTo(1.5);
        assertThat(history.touches(HintKind.BOUNDS_DRAW, 3)).isEqualTo(3);
        assertThat(history.touches(HintKind.EXACT_DRAW, 3)).as("neither").isEqualTo(3);
        history.observe(HintKind.EXACT_DRAW, GPUS, 1, 0);
        assertThat(history.touches(HintKind.EXACT_DRAW, 1)).as("nobody").isLessThan(0.01);
    }

    @Test
    void forgetsAfterAWhile() {
        history.observe(HintKind.BOUNDS_DRAW, GPUS, 1, 3);
        for (int frame = 1; frame < HintHistory.MEMORY; frame++) {
            history.asks();
            assertThat(history.touches(HintKind.BOUNDS_DRAW, 1)).isEqualTo(3);
        }
        history.asks();
        assertThat(history.touches(HintKind.BOUNDS_DRAW, 1)).isEqualTo(1);
    }

    @Test
    void remembersWhatWasNeedless() {
        history.rendered(0, 0);
        assertThat(history.needless()).isZero();
        history.rendered(8, 2);
        assertThat(history.needless()).isEqualTo(0.25);
        history.rendered(0, 0);
        assertThat(history.needless()).isEqualTo(0.25);
    }
}
