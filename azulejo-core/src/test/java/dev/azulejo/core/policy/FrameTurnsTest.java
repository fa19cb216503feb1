package dev.azulejo.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FrameTurnsTest {
    private static final int PLENTY = 100;

    private static String turns(FrameTurns turns, int frames) {
        var text = new StringBuilder();
        for (int frame = 0; frame < frames; frame++) {
            text.append((char) ('A' + turns.gpu(frame)));
        }
        return text.toString();
    }

    @Test
    void gpuKRendersFrameK() {
        var four = new FrameTurns(PLENTY, 1, 1, 1, 1);
        assertThat(turns(four, 9)).isEqualTo("ABCDABCDA");
        assertThat(four.underWay()).isEqualTo(4);
        assertThat(four.gpu(4_000_000_000_002L)).isEqualTo(2);
    }

    @Test
    void aFasterOneRendersMore() {
        var turns = new FrameTurns(PLENTY, 1, 2);
        assertThat(turns(turns, 6)).isEqualTo("BABBAB");
        assertThat(turns.underWay()).isEqualTo(3);
        assertThat(turns(new FrameTurns(PLENTY, 1, 0, 1), 4)).isEqualTo("ACAC");
    }

    @Test
    void aGpuRendersOneFrameAtATime() {
        var turns = new FrameTurns(PLENTY, 1, 2);
        assertThat(turns.before(0)).isEqualTo(-1);
        assertThat(turns.before(1)).isEqualTo(-1);
        assertThat(turns.before(2)).isZero();
        assertThat(turns.before(3)).isEqualTo(2);
        assertThat(turns.before(4)).isEqualTo(1);
        assertThat(turns.before(5)).isEqualTo(3);
    }

    @Test
    void framesWaitForTheOldest() {
        var turns = new FrameTurns(PLENTY, 1, 1, 1);
        assertThat(turns.mayBegin(2, 0)).isTrue();
        assertThat(turns.mayBegin(3, 0)).isFalse();
        assertThat(turns.mayBegin(3, 1)).isTrue();
        assertThat(turns.mayBegin(4, 1)).isFalse();
        var little = new FrameTurns(2, 1, 1, 1);
        assertThat(little.underWay()).isEqualTo(2);
        assertThat(little.mayBegin(2, 0)).isFalse();
    }

    @Test
    void aloneFramesDoNotOverlap() {
        assertThat(new FrameTurns(PLENTY, 1).underWay()).isOne();
        assertThat(new FrameTurns(PLENTY, 0, 5, 0).underWay()).isOne();
        assertThat(turns(new FrameTurns(PLENTY, 0, 5, 0), 3)).isEqualTo("BBB");
    }

    @Test
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> new FrameTurns(0, 1)).hasMessageContaining("mostUnderWay=0");
        assertThatThrownBy(() -> new FrameTurns(1, 0, 0)).hasMessageContaining("nobody");
    }
}
