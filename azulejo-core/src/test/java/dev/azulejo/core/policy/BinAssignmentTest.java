package dev.azulejo.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;

import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;

/** Bins to chiplets: by a rule, and by load, held against the best there is. */
class BinAssignmentTest {
    /** What is above the bound by no more is taken. */
    private static final double CLOSE = 1 + 1.0 / 64;

    private final BinAssignment assignment = new BinAssignment();

    /** Bins, and chiplets that have a backlog and a weight. */
    private record Case(long[] work, long[] backlog, int[] weights) {
        static Case of(long... work) {
            return new Case(work, new long[] {0, 0, 0}, new int[] {1, 1, 1});
        }

        double makespan(int[] chipletOf) {
            long[] load = backlog.clone();
            for (int bin = 0; bin < work.length; bin++) {
                assertThat(weights[chipletOf[bin]]).isPositive();
                load[chipletOf[bin]] += work[bin];
            }
            double last = 0;
            for (int chiplet = 0; chiplet < load.length; chiplet++) {
                if (weights[chiplet] > 0) {
                    last = Math.max(last, (double) load[chiplet] / weights[chiplet]);
                }
            }
            return last;
        }

        /** The mean, the largest bin on the fastest chiplet, the longest backlog. */
        double bound() {
            double total = LongStream.of(work).sum();
            double speed = 0;
            double bound = 0;
            int fastest = 0;
            for (int chiplet = 0; chiplet < weights.length; chiplet++) {
                if (weights[chiplet] > 0) {
                    total += backlog[chiplet];
                    speed += weights[chiplet];
                    fastest = Math.max(fastest, weights[chiplet]);
                    bound = Math.max(bound, (double) backlog[chiplet] / weights[chiplet]);
                }
            }
            double largest = (double) LongStream.of(work).max().orElse(0) / fastest;
            return Math.max(bound, Math.max(largest, total / speed));
        }

        @Override
        public String toString() {
            return "work %s backlog %s weights %s"
                    .formatted(
                            Arrays.toString(work),
                            Arrays.toString(backlog),
                            Arrays.toString(weights));
        }
    }

    /** The best makespan, by trying everything that can be better than the best so far. */
    private static final class Exact {
        private final Case of;
        private final long[] work;
        private final long[] load;
        private double best = Double.POSITIVE_INFINITY;

        Exact(Case of) {
            this.of = of;
            work = LongStream.of(of.work).map(w -> -w).sorted().map(w -> -w).toArray();
            load = of.backlog.clone();
        }

        double solve() {
            double last = 0;
            for (int chiplet = 0; chiplet < load.length; chiplet++) {
                last = of.weights[chiplet] > 0 ? Math.max(last, time(chiplet)) : last;
            }
            place(0, last);
            return best;
        }

        private double time(int chiplet) {
            return (double) load[chiplet] / of.weights[chiplet];
        }

        private void place(int bin, double last) {
            if (bin == work.length) {
                best = Math.min(best, last);
                return;
            }
            for (int chiplet = 0; chiplet < load.length; chiplet++) {
                if (of.weights[chiplet] > 0) {
                    load[chiplet] += work[bin];
                    double then = Math.max(last, time(chiplet));
                    if (then < best) {
                        place(bin + 1, then);
                    }
                    load[chiplet] -= work[bin];
                }
            }
        }
    }

    private int[] dynamic(Case of) {
        int[] into = new int[of.work.length];
        assignment.dynamic(
                of.work, of.work.length, of.backlog, of.weights, of.weights.length, into);
        return into;
    }

    private int[] fixed(int bins, int... weights) {
        int[] into = new int[bins];
        assignment.fixed(bins, weights.length, weights, into);
        return into;
    }

    @Test
    void aFixedRuleTakesTurns() {
        assertThat(fixed(7, 1, 1, 1)).containsExactly(0, 1, 2, 0, 1, 2, 0);
        assertThat(fixed(6, 2, 1)).containsExactly(0, 0, 1, 0, 0, 1);
        assertThat(fixed(8, 1, 3)).containsExactly(1, 1, 0, 1, 1, 1, 0, 1);
        assertThat(fixed(5, 0, 1, 0, 1)).containsExactly(1, 3, 1, 3, 1);
        assertThat(fixed(0, 1)).isEmpty();
    }

    @Test
    void longestFirst() {
        assertThat(dynamic(Case.of(2, 7, 3, 5))).containsExactly(2, 0, 2, 1);
        assertThat(dynamic(Case.of(1, 1, 1, 9))).containsExactly(1, 2, 1, 0);
        assertThat(dynamic(Case.of())).isEmpty();
        assertThat(dynamic(Case.of(0, 0))).containsExactly(0, 0);
    }

    /** Longest first leaves 3+2+2 and 3+2; the best is 3+3 and 2+2+2. */
    @Test
    void twoAreSwapped() {
        var two = new Case(new long[] {3, 3, 2, 2, 2}, new long[2], new int[] {1, 1});
        assertThat(two.makespan(dynamic(two))).isEqualTo(6);
    }

    /**
     * Each has begun a bin: a large, a medium and a small one; a medium and a small one are left.
     */
    @Test
    void smallMeetsMedium() {
        var rest = new Case(new long[] {5, 2}, new long[] {8, 5, 2}, new int[] {1, 1, 1});
        assertThat(dynamic(rest)).containsExactly(2, 1);
    }

    @Test
    void whatAChipletAlreadyHasCounts() {
        var first = new Case(new long[] {4, 4, 4}, new long[] {8, 0}, new int[] {1, 1});
        assertThat(dynamic(first)).containsExactly(1, 1, 0);
        var lost = new Case(new long[] {4, 4, 4}, new long[] {0, 0, 99}, new int[] {0, 1, 0});
        assertThat(dynamic(lost)).containsExactly(1, 1, 1);
        var fast = new Case(new long[] {6, 6, 6, 6}, new long[] {0, 0}, new int[] {3, 1});
        assertThat(dynamic(fast)).containsExactly(0, 0, 0, 1);
    }

    @Test
    void nobodyIsNoAnswer() {
        assertThatThrownBy(() -> fixed(1, 0, 0)).hasMessageContaining("none of 2 chiplets");
        assertThatThrownBy(() -> assignment.fixed(1, 0, new int[1], new int[1]))
                .hasMessageContaining("chiplets=0");
        assertThatThrownBy(() -> fixed(1, new int[65])).hasMessageContaining("chiplets=65");
        assertThatThrownBy(() -> dynamic(new Case(new long[1], new long[1], new int[1])))
                .hasMessageContaining("weight");
    }

    private static Case random(Random random, int bins, int chiplets) {
        int kind = random.nextInt(4);
        long[] work = new long[bins];
        Arrays.setAll(
                work,
                i ->
                        switch (kind) {
                            case 0 -> random.nextInt(6);
                            case 1 -> 1 + random.nextInt(1000);
                            case 2 -> 1L << random.nextInt(20);
                            default -> 1 + random.nextInt(1 + random.nextInt(100_000));
                        });
        int speeds = random.nextInt(4);
        int[] weights = new int[chiplets];
        Arrays.setAll(
                weights,
                i ->
                        switch (speeds) {
                            case 0 -> 1;
                            case 1 -> 1 + random.nextInt(4);
                            case 2 -> random.nextInt(3);
                            default -> 1 + random.nextInt(64);
                        });
        weights[random.nextInt(chiplets)] = 1;
        long mean = LongStream.of(work).sum() / chiplets;
        double most = mean * new double[] {0, 0.5, 2}[random.nextInt(3)];
        long[] backlog = new long[chiplets];
        Arrays.setAll(backlog, i -> (long) (random.nextDouble() * most));
        return new Case(work, backlog, weights);
    }

    /** Few bins and chiplets: within a part in 64 of the best, which all cases can be held to. */
    @Test
    void smallCasesComeCloseToTheBest() {
        var random = new Random(41);
        double worst = 1;
        for (int round = 0; round < 5000; round++) {
            var small = random(random, 1 + random.nextInt(8), 1 + random.nextInt(4));
            double best = new Exact(small).solve();
            double found = small.makespan(dynamic(small));
            assertThat(found).as("%s", small).isBetween(best, best * CLOSE);
            worst = best > 0 ? Math.max(worst, found / best) : worst;
        }
        assertThat(worst).as("not all are the best").isGreaterThan(1.005);
    }

    /** Work that can be dealt so that all finish together: the best is known, however many. */
    private static Case even(Random random, int bins, int chiplets, int fastest) {
        int[] weights = random.ints(chiplets, 1, fastest + 1).toArray();
        int[] parts = new int[chiplets];
        Arrays.fill(parts, 1);
        for (int bin = chiplets; bin < bins; bin++) {
            parts[random.nextInt(chiplets)]++;
        }
        long[] work = new long[bins];
        int next = 0;
        for (int chiplet = 0; chiplet < chiplets; chiplet++) {
            long all = 1_000_000L * weights[chiplet];
            long[] cuts =
                    LongStream.concat(random.longs(parts[chiplet] - 1, 0, all), LongStream.of(all))
                            .sorted()
                            .toArray();
            long from = 0;
            for (long cut : cuts) {
                work[next++] = cut - from;
                from = cut;
            }
        }
        return new Case(work, new long[chiplets], weights);
    }

    @Test
    void manyBinsComeCloseToFinishingTogether() {
        var random = new Random(43);
        double worst = 1;
        for (int round = 0; round < 400; round++) {
            int chiplets = 2 << random.nextInt(4);
            int bins = 2 * chiplets << random.nextInt(3);
            var even = even(random, bins, chiplets, 1 + random.nextInt(4));
            assertThat(even.bound()).isEqualTo(1_000_000);
            double found = even.makespan(dynamic(even)) / 1e6;
            assertThat(found).as("%d bins, %s", bins, even).isBetween(1.0, 1.05);
            worst = Math.max(worst, found);
        }
        assertThat(worst).as("not all are the best").isGreaterThan(1.01);
    }

    /** 4096 bins of up to 1000, 64 chiplets: the bound itself, but for a part in 64. */
    @Test
    void veryManyBinsEndSoon() {
        var random = new Random(47);
        for (int round = 0; round < 20; round++) {
            long[] work = random.longs(4096, 0, 1000).toArray();
            int[] weights = random.ints(64, 1, 5).toArray();
            var large = new Case(work, random.longs(64, 0, 1000).toArray(), weights);
            assertThat(large.makespan(dynamic(large)))
                    .isBetween(large.bound(), large.bound() * CLOSE);
            assertThat(assignment.trials()).isZero();
        }
    }

    /** Whatever is asked, what is tried has a bound. */
    @Test
    void theWorkIsBounded() {
        var random = new Random(53);
        int most = 0;
        for (int round = 0; round < 5; round++) {
            // Two bins a chiplet and one more, all much alike: the mean is out of reach.
            dynamic(new Case(random.longs(129, 900, 1000).toArray(), new long[64], ones(64)));
            most = Math.max(most, assignment.trials());
        }
        assertThat(most).isBetween(BinAssignment.MOST_TRIALS, BinAssignment.MOST_TRIALS + 200);
        dynamic(new Case(random.longs(63, 900, 1000).toArray(), new long[31], ones(31)));
        assertThat(assignment.steps())
                .isBetween(BinAssignment.MOST_STEPS, BinAssignment.MOST_STEPS + 31);
    }

    private static int[] ones(int count) {
        int[] ones = new int[count];
        Arrays.fill(ones, 1);
        return ones;
    }

    @Test
    void theSameCostsGiveTheSameAnswer() {
        var random = new Random(59);
        for (int round = 0; round < 100; round++) {
            var any = random(random, 40, 7);
            int[] first = dynamic(any);
            dynamic(random(random, 60, 5));
            assertThat(dynamic(any)).isEqualTo(first);
            assertThat(new BinAssignmentTest().dynamic(any)).isEqualTo(first);
        }
    }

    @Test
    void nothingIsAllocatedOnceWarm() {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        var random = new Random(61);
        Case[] cases = new Case[64];
        Arrays.setAll(cases, i -> even(random, 32, 16, 4));
        int[] into = new int[32];
        long[] allocated = new long[cases.length];
        for (int i = 0; i < cases.length; i++) {
            var one = cases[i];
            long before = threads.getCurrentThreadAllocatedBytes();
            assignment.dynamic(one.work, 32, one.backlog, one.weights, 16, into);
            assignment.fixed(32, 16, one.weights, into);
            allocated[i] = threads.getCurrentThreadAllocatedBytes() - before;
        }
        Arrays.sort(allocated);
        assertThat(allocated[allocated.length / 2]).isZero();
    }
}
