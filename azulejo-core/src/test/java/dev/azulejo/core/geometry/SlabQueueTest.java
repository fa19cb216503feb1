package dev.azulejo.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Slabs of 65536 places. */
class SlabQueueTest {
    private static final int SLAB = 1 << 16;

    private int made;
    private final SlabQueue<int[]> queue =
            new SlabQueue<>(
                    size -> {
                        made++;
                        return new int[size];
                    });

    private int[] take(int count, int user) {
        int at = queue.reserve(count);
        queue.take(at + count, user);
        return queue.slab();
    }

    @Test
    void fillsOneAfterTheOther() {
        int[] first = take(SLAB - 10, 0);
        assertThat(queue.reserve(10)).isEqualTo(SLAB - 10);
        assertThat(queue.slab()).isSameAs(first);
        assertThat(take(11, 1)).isNotSameAs(first);
        assertThat(queue.taken()).isEqualTo(SLAB + 11);
        assertThat(made).isEqualTo(2);
        assertThat(take(SLAB + 1, 2)).hasSize(SLAB + 1);
        assertThat(queue.length()).isEqualTo(SLAB + 1);
        queue.clear();
        assertThat(queue.taken()).isZero();
        assertThat(take(1, 0)).isSameAs(first);
    }

    /** However much goes through, as many slabs exist as are needed at a time. */
    @Test
    void givesBackWhatNobodyNeeds() {
        for (int chunk = 0; chunk < 1000; chunk++) {
            queue.release(chunk - 3);
            take(SLAB / 2, chunk);
            assertThat(queue.taken()).isLessThanOrEqualTo(3 * SLAB);
        }
        assertThat(made).isLessThanOrEqualTo(4);
        queue.release(1000);
        assertThat(queue.taken()).isZero();
    }

    @Test
    void keepsWhatSomebodyNeeds() {
        int[] held = take(SLAB, 7);
        int[] next = take(SLAB, 8);
        queue.release(7);
        assertThat(take(SLAB, 9)).isNotSameAs(held).isNotSameAs(next);
        queue.release(8);
        assertThat(take(SLAB, 10)).isSameAs(held);
        assertThat(made).isEqualTo(3);
    }
}
