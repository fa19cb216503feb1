package dev.azulejo.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.EnumSet;

/** GPUs that share a frame decide everything, every frame, without memory. */
@Tag("alone")
class CooperationMemoryTest {
    private static final int GPUS = 16;
    private static final int PIECES = 3000;

    private final PretestDealer dealer = new PretestDealer(GPUS);
    private final PretestBalance balance = new PretestBalance(GPUS);
    private final HandOver handOver = new HandOver(GPUS);
    private final SetSizing sizing = new SetSizing(GPUS);
    private final HintHistory history = new HintHistory();
    private final HintPolicy hints =
            new HintPolicy(
                    GPUS,
                    256,
                    256,
                    HintCosts.DEFAULT,
                    EnumSet.allOf(HintKind.class),
                    HintPolicy.LooksInto.ALL);
    private final int[] weights = new int[GPUS];
    private int moved;
    private int changes;
    private int made;

    /** The first GPU is slow, more so in some frames: shares change, and pieces change hands. */
    private void frame(int frame) {
        dealer.begin(PIECES);
        for (int from = 0; from < PIECES; ) {
            int size = sizing.next(PIECES - from);
            dealer.deal(from, from + size);
            from += size;
        }
        handOver.begin(dealer, 0);
        long now = 0;
        for (int gpu = 0; gpu < GPUS; gpu++) {
            dealer.take(gpu);
            handOver.began(gpu, now);
        }
        now += 100;
        for (int gpu = 1; gpu < GPUS; gpu++) {
            handOver.ended(gpu, now);
        }
        now += 200 * (frame % 3);
        moved += handOver.correct(dealer, now);
        for (int gpu = 0; gpu < GPUS; gpu++) {
            int pieces = dealer.left(gpu) + 1;
            balance.observe(gpu, pieces, 100L * pieces, 1000L * (frame % 5 * gpu), 1000);
        }
        if (balance.next(weights)) {
            dealer.dealByWeights(weights);
            changes++;
        }
        var kind = hints.choose(500, 1000, 2, 300 + frame, 300, 0.4, history);
        if (kind != HintKind.NONE) {
            history.observe(kind, GPUS, 2, frame % 2 == 0 ? 32 : 5);
            made++;
        }
        sizing.observe(PIECES, 1_000_000, 500_000 * (1 + frame % 2), frame % 4);
    }

    @Test
    void nothingIsAllocatedForAFrame() {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long[] bytes = new long[64];
        for (int round = 0; round < bytes.length; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int frame = 0; frame < 30; frame++) {
                frame(frame);
            }
            bytes[round] = threads.getCurrentThreadAllocatedBytes() - before;
        }
        assertThat(moved).as("handed over").isPositive();
        assertThat(changes).as("changes of shares").isGreaterThan(100);
        assertThat(made).as("hints").isPositive();
        Arrays.sort(bytes);
        assertThat(bytes[bytes.length / 2]).isZero();
    }
}
