package dev.azulejo.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Runs of pieces with about as many primitives each. */
class ContiguousSharesTest {
    private static int[] shares(int gpus, int... primitives) {
        var shares = new ContiguousShares(gpus);
        // What was shared out before is forgotten.
        shares.begin(5);
        shares.add(5);
        long total = 0;
        for (int each : primitives) {
            total += each;
        }
        shares.begin(total);
        for (int each : primitives) {
            shares.add(each);
        }
        var ends = new int[gpus];
        int at = 0;
        for (int gpu = 0; gpu < gpus; gpu++) {
            assertThat(shares.first(gpu)).isEqualTo(at);
            at = shares.end(gpu);
            ends[gpu] = at;
        }
        assertThat(at).isEqualTo(primitives.length);
        return ends;
    }

    @Test
    void everyGpuTakesARun() {
        assertThat(shares(2, 3, 3, 3, 3)).containsExactly(2, 4);
        assertThat(shares(4, 2, 2, 6, 2)).containsExactly(2, 3, 3, 4);
        assertThat(shares(3, 1, 1, 1, 1, 1, 1)).containsExactly(2, 4, 6);
        // The first piece holds everybody's part.
        assertThat(shares(3, 98, 1, 1)).containsExactly(1, 1, 3);
        assertThat(shares(1, 7, 7)).containsExactly(2);
        assertThat(shares(2)).containsExactly(0, 0);
        assertThat(shares(64, 5)[63]).isOne();
    }

    @Test
    void someHaveNoShare() {
        var shares = new ContiguousShares(4);
        shares.begin(12, 2);
        shares.add(6);
        shares.add(5);
        shares.add(1);
        assertThat(shares.end(0)).isEqualTo(1);
        assertThat(shares.end(1)).isEqualTo(3);
        assertThat(shares.first(3)).isEqualTo(3);
        assertThat(shares.end(3)).isEqualTo(3);
    }

    @Test
    void manyPrimitivesDoNotOverflow() {
        var shares = new ContiguousShares(64);
        shares.begin(64L * Integer.MAX_VALUE);
        for (int piece = 0; piece < 64; piece++) {
            shares.add(Integer.MAX_VALUE);
        }
        for (int gpu = 0; gpu < 64; gpu++) {
            assertThat(shares.first(gpu)).isEqualTo(gpu);
        }
    }
}
