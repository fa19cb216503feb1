package dev.azulejo.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

class PretestBalanceTest {
    private static final long TICK = 1000;
    private static final int SEED = 21;

    /** Tells of GPUs that pretest at a tick a piece, in ticks; all idle until the last is done. */
    private static void observe(PretestBalance balance, int[] pieces, int[] renderTicks) {
        long end = 0;
        for (int gpu = 0; gpu < pieces.length; gpu++) {
            end = Math.max(end, pieces[gpu] + renderTicks[gpu]);
        }
        for (int gpu = 0; gpu < pieces.length; gpu++) {
            long idle = end - pieces[gpu] - renderTicks[gpu];
            balance.observe(
                    gpu, pieces[gpu], pieces[gpu] * TICK, renderTicks[gpu] * TICK, idle * TICK);
        }
    }

    /** The published example: B idles, gets twice as much, and all finish together. */
    @Test
    void whoIdlesGetsTwiceAsMuchAndAllFinishTogether() {
        var balance = new PretestBalance(4);
        int[] render = {10, 6, 10, 10};
        observe(balance, new int[] {5, 5, 5, 5}, render);
        var weights = new int[4];
        assertThat(balance.next(weights)).isTrue();
        assertThat(weights).containsExactly(4, 8, 4, 4);
        for (int gpu = 0; gpu < 4; gpu++) {
            assertThat(weights[gpu] + render[gpu]).as("finish").isEqualTo(14);
        }
        // They do, so that nothing changes any more.
        observe(balance, weights, render);
        var untouched = new int[4];
        assertThat(balance.next(untouched)).isFalse();
        assertThat(untouched).containsOnly(0);
    }

    @Test
    void whoRendersLongerThanAllOthersPretestsNothing() {
        var balance = new PretestBalance(3);
        observe(balance, new int[] {4, 4, 4}, new int[] {30, 10, 12});
        var weights = new int[3];
        assertThat(balance.next(weights)).isTrue();
        assertThat(weights).containsExactly(0, 7, 5);
        // Its rendering gets easier, 15 in the mean: it takes part again.
        observe(balance, weights, new int[] {0, 10, 12});
        assertThat(balance.next(weights)).isTrue();
        assertThat(weights).as("1.33, 6.33, 4.33").containsExactly(2, 6, 4);
    }

    @Test
    void littleIdlingIsLeftAtThat() {
        var balance = new PretestBalance(2);
        var weights = new int[2];
        balance.observe(0, 16, 1600, 1600, 0);
        balance.observe(1, 16, 1600, 1500, 100);
        assertThat(balance.next(weights)).as("3200 / 32 = 100").isFalse();
        balance.observe(0, 16, 1600, 1600, 0);
        balance.observe(1, 16, 1600, 1499, 101);
        assertThat(balance.next(weights)).isTrue();
    }

    @Test
    void theFirstFrameCountsInFullAndLaterOnesByHalf() {
        var balance = new PretestBalance(2);
        var weights = new int[2];
        observe(balance, new int[] {20, 20}, new int[] {40, 20});
        balance.next(weights);
        assertThat(weights).as("40 + 10 = 20 + 30").containsExactly(10, 30);
        // Now the other way round: known is 30 and 30.
        observe(balance, weights, new int[] {20, 40});
        balance.next(weights);
        assertThat(weights).containsExactly(20, 20);
        observe(balance, weights, new int[] {20, 40});
        balance.next(weights);
        assertThat(weights).as("25 and 35").containsExactly(25, 15);
    }

    @Test
    void slowPretestsAreFewer() {
        var balance = new PretestBalance(2);
        // Three times as slow, and nothing to render
        balance.observe(0, 12, 36_000, 0, 0);
        balance.observe(1, 12, 12_000, 0, 24_000);
        var weights = new int[2];
        assertThat(balance.next(weights)).isTrue();
        assertThat(weights).containsExactly(6, 18);
    }

    @Test
    void pretestsCountByHalfAsWell() {
        var balance = new PretestBalance(2);
        var weights = new int[2];
        balance.observe(0, 12, 12_000, 0, 0);
        balance.observe(1, 12, 12_000, 0, 0);
        assertThat(balance.next(weights)).isFalse();
        balance.observe(0, 12, 36_000, 0, 0);
        balance.observe(1, 12, 12_000, 0, 24_000);
        balance.next(weights);
        assertThat(weights).as("2 to 1 microseconds").containsExactly(8, 16);
    }

    @Test
    void sharesSumUpToWhatThereIs() {
        var balance = new PretestBalance(3);
        balance.observe(0, 2, 2000, 0, 0);
        balance.observe(1, 0, 0, 0, 2000);
        balance.observe(2, 0, 0, 0, 2000);
        var weights = new int[3];
        assertThat(balance.next(weights)).isTrue();
        assertThat(weights).as("two thirds each").containsExactly(1, 1, 0);
    }

    @Test
    void whoHasNeverPretestedIsTakenToBeAsFastAsOthers() {
        var balance = new PretestBalance(3);
        balance.observe(0, 10, 10_000, 0, 20_000);
        balance.observe(1, 10, 30_000, 0, 0);
        balance.observe(2, 0, 0, 0, 30_000);
        var weights = new int[3];
        assertThat(balance.next(weights)).isTrue();
        // 1, 3 and, in the mean, 2 microseconds a piece: 20 pieces by 6 to 2 to 3
        assertThat(weights).containsExactly(11, 4, 5);
    }

    @Test
    void lostStatisticsAreAsBeforeAndTheGoneGetNothing() {
        var balance = new PretestBalance(3);
        var weights = new int[3];
        observe(balance, new int[] {10, 10, 10}, new int[] {0, 0, 30});
        balance.next(weights);
        assertThat(weights).containsExactly(15, 15, 0);
        // The third is not heard of.
        balance.observe(0, 15, 15 * TICK, 0, 0);
        balance.observe(1, 15, 15 * TICK, 10 * TICK, 10 * TICK);
        assertThat(balance.next(weights)).isTrue();
        assertThat(weights[2]).isZero();
        assertThat(weights[0]).isGreaterThan(weights[1]);
        balance.retire(0);
        balance.observe(1, 30, 30 * TICK, 0, 0);
        assertThat(balance.next(weights)).isTrue();
        assertThat(weights[0]).isZero();
        assertThat(weights[1]).isPositive();
        // It is back.
        observe(balance, new int[] {0, 30, 0}, new int[] {0, 0, 30});
        assertThat(balance.next(weights)).isTrue();
        assertThat(weights[0]).isPositive();
    }

    @Test
    void withoutPretestsOrAnybodyNothingChanges() {
        var balance = new PretestBalance(2);
        var weights = new int[2];
        assertThat(balance.next(weights)).isFalse();
        balance.observe(0, 0, 0, 100, 0);
        balance.observe(1, 0, 0, 0, 100);
        assertThat(balance.next(weights)).isFalse();
        balance.observe(0, 5, 100, 100, 0);
        balance.retire(0);
        balance.retire(1);
        assertThat(balance.next(weights)).as("all are gone").isFalse();
    }

    /** Many pieces: weights are a cycle of bounded length, right to a few percent. */
    @Test
    void sharesOfManyPiecesAreRounded() {
        var balance = new PretestBalance(2);
        balance.observe(0, 50_000, 50_000 * TICK, 0, 50_000 * TICK);
        balance.observe(1, 50_000, 100_000 * TICK, 0, 0);
        var weights = new int[2];
        assertThat(balance.next(weights)).isTrue();
        assertThat(weights).containsExactly(43, 21);
        assertThat(Arrays.stream(weights).sum()).isEqualTo(2 * PretestBalance.TURNS);
    }

    /** GPUs of any speed, with noise: within some frames all finish nearly together. */
    @Test
    void convergesOnGpusOfUnequalSpeed() {
        var random = new Random(SEED);
        for (int gpus : new int[] {1, 2, 3, 8, 16, 64}) {
            for (int trial = 0; trial < 20; trial++) {
                var slowness = new double[gpus];
                var render = new double[gpus];
                for (int gpu = 0; gpu < gpus; gpu++) {
                    slowness[gpu] = 1 + 3 * random.nextDouble();
                    render[gpu] = 20_000 * (0.8 + 0.4 * random.nextDouble());
                }
                double idle = converge(gpus, slowness, render, random);
                assertThat(idle).as("%d GPUs, trial %d", gpus, trial).isLessThan(0.1);
            }
        }
    }

    /** Plays ten frames; returns how long the first one that pretests anything idles at the end. */
    private static double converge(int gpus, double[] slowness, double[] render, Random random) {
        var balance = new PretestBalance(gpus);
        var dealer = new PretestDealer(gpus);
        var weights = new int[gpus];
        int pieces = 500 * gpus;
        double idle = 0;
        for (int frame = 0; frame < 10; frame++) {
            dealer.begin(pieces);
            dealer.deal(0, pieces);
            var pretest = new double[gpus];
            double end = 0;
            for (int gpu = 0; gpu < gpus; gpu++) {
                double noise = 1 + 0.002 * random.nextGaussian();
                pretest[gpu] = dealer.left(gpu) * 100.0 * slowness[gpu] * noise;
                end = Math.max(end, pretest[gpu] + render[gpu]);
            }
            idle = 0;
            for (int gpu = 0; gpu < gpus; gpu++) {
                double idles = end - pretest[gpu] - render[gpu];
                idle = dealer.left(gpu) > 0 ? Math.max(idle, idles / end) : idle;
                balance.observe(
                        gpu,
                        dealer.left(gpu),
                        (long) pretest[gpu],
                        (long) render[gpu],
                        (long) idles);
            }
            if (balance.next(weights)) {
                dealer.dealByWeights(weights);
            }
        }
        return idle;
    }

    /** The frame of which idling is a part is that of whoever idled. */
    @Test
    void idlingCountsAsTimeOfTheFrame() {
        var balance = new PretestBalance(2);
        var weights = new int[2];
        balance.observe(1, 16, 1600, 1500, 100);
        assertThat(balance.next(weights)).as("3200 / 32 = 100").isFalse();
        balance.observe(1, 16, 1600, 1499, 101);
        assertThat(balance.next(weights)).isTrue();
    }

    /** What the third lost by rounding does not give it a turn when it is gone. */
    @Test
    void theGoneGetNothingByRounding() {
        var balance = new PretestBalance(3);
        var weights = new int[3];
        balance.observe(0, 2, 2000, 0, 0);
        balance.observe(1, 0, 0, 0, 2000);
        balance.observe(2, 0, 0, 0, 2000);
        balance.next(weights);
        assertThat(weights).as("two thirds each").containsExactly(1, 1, 0);
        balance.retire(2);
        balance.observe(0, 3, 3000, 0, 0);
        balance.observe(1, 0, 0, 0, 3000);
        assertThat(balance.next(weights)).isTrue();
        assertThat(weights).as("one and a half each").containsExactly(2, 1, 0);
    }
}
