package dev.azulejo.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;

/** Bins to chiplets: by a rule, and by load, held against the best there is. */
@Tag("alone")
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

    /** What is found, how many changes are tried, and steps of the search in depth. */
    private void tries(Case of, int trials, int steps, int... chipletOf) {
        assertThat(dynamic(of)).as("%s", of).containsExactly(chipletOf);
        assertThat(assignment.trials()).as("trials, %s", of).isEqualTo(trials);
        assertThat(assignment.steps()).as("steps, %s", of).isEqualTo(steps);
    }

    private static long[] of(long... numbers) {
        return numbers;
    }

    /** In each of 16 rounds the bin is tried with the others that render, and with nobody else. */
    @Test
    void aLoneBinIsMovedToEveryOther() {
        // 3 is above 5/2. The search asks both when they would be done with it: not before 3.
        tries(new Case(of(2), of(1, 2), new int[] {1, 1}), 16, 2, 0);
        tries(new Case(of(1), of(1, 1, 1), new int[] {1, 1, 1}), 2 * 16, 3, 0);
        tries(new Case(of(1), of(0, 0, 1), new int[] {1, 0, 3}), 16, 3, 2);
        // A bin without work is not moved, but swapped for one that goes: in 7 rounds, or 20 times.
        tries(new Case(of(1, 0), of(1, 1), new int[] {1, 1}), 16 + 7, 2, 0, 1);
        tries(new Case(of(0, 0, 1), of(1, 1), new int[] {1, 1}), 16 + 20, 2, 1, 1, 0);
    }

    /**
     * In seven rounds the longer bin comes first, and each of two is moved and swapped in vain:
     * four trials. In nine the shorter one does, and they are swapped first: two more.
     */
    @Test
    void swapsAreMadeBothWays() {
        tries(new Case(of(2, 3), of(4, 2), new int[] {1, 1}), 7 * 4 + 9 * 6, 6, 0, 1);
        // Their numbers make no difference.
        tries(new Case(of(3, 2), of(4, 2), new int[] {1, 1}), 7 * 4 + 9 * 6, 6, 1, 0);
        // Bin 0 comes back, or goes alone.
        tries(new Case(of(0, 3, 2, 4), of(1, 2), new int[] {1, 1}), 8, 0, 0, 0, 0, 1);
        tries(new Case(of(4, 2), of(2, 1), new int[] {1, 1}), 82, 2, 1, 0);
    }

    /**
     * 2 and 1 against 2: seven trials a round, since for a bin as long no second one comes back.
     */
    @Test
    void twoComeBackOnlyForAShorterOne() {
        tries(new Case(of(2, 2, 1), of(0, 0), new int[] {1, 1}), 7 * 16, 10, 0, 1, 0);
    }

    /** Two chiplets are done last at the same time: the first of them gives first. */
    @Test
    void amongEquallyLateTheFirstGives() {
        tries(new Case(of(1, 4), of(4, 1, 3), new int[] {1, 1, 1}), 159, 3, 2, 1);
    }

    /** The order of a round is that of the round before with other neighbours changed over. */
    @Test
    void everyRoundHasItsOrder() {
        tries(new Case(of(7, 8, 8, 2), of(9, 0), new int[] {1, 1}), 21, 0, 1, 1, 0, 1);
        tries(new Case(of(4, 0, 8, 5), of(5, 4), new int[] {1, 1}), 31, 0, 1, 1, 0, 1);
    }

    /** Exactly one part in 64 above the mean: that ends the rounds, the changes and the search. */
    @Test
    void closeIsCloseEnough() {
        // 32 in 5; 6.5 are close enough.
        tries(new Case(of(7, 6, 4), of(0, 9, 6), new int[] {2, 2, 1}), 0, 0, 0, 0, 1);
        // 16 in 4 and 1, without the 5 of who renders nothing: 3.25
        tries(new Case(of(7, 5), of(5, 1, 3), new int[] {0, 4, 1}), 0, 0, 1, 1);
        // 96 in 3: the search in depth ends at 32.5.
        var deep = new Case(of(10, 12, 11, 6, 31), of(0, 26), new int[] {1, 2});
        assertThat(deep.makespan(dynamic(deep))).isEqualTo(32.5);
        assertThat(assignment.steps()).isEqualTo(22);
    }

    /** Moving and swapping ends at 26 or more in all rounds; the best is 50 / 2 and 25 / 1. */
    @Test
    void theSearchInDepthFindsBetter() {
        var hard = new Case(of(6, 9, 9, 10, 11, 7), of(11, 12), new int[] {2, 1});
        tries(hard, 496, 20, 1, 0, 0, 0, 0, 1);
        assertThat(hard.makespan(dynamic(hard))).isEqualTo(25);
        var three = new Case(of(7, 7, 2, 2, 9, 9, 2, 6), of(4, 7, 0), new int[] {3, 0, 2});
        tries(three, 1041, 60, 0, 0, 2, 2, 0, 2, 0, 2);
    }

    /** Chiplets that would be done at the same time: one of each weight is tried. */
    @Test
    void ofChipletsThatAreAlikeOneIsSearched() {
        // The first 2 is done at 2. There is no other way before 3: both are asked three times.
        tries(new Case(of(2, 2), of(1, 0), new int[] {1, 1}), 64, 6, 1, 0);
        // Both are done with the first 3 at 2, but are not as fast as each other: both are tried.
        tries(new Case(of(3, 3, 3), of(1, 3), new int[] {2, 3}), 112, 18, 0, 1, 1);
        tries(new Case(of(2, 2, 2), of(0, 0), new int[] {3, 4}), 112, 18, 1, 0, 1);
    }

    /** The search begins with the longest bin, whatever order the last round had. */
    @Test
    void theSearchIsLongestFirst() {
        tries(new Case(of(2, 0, 1, 2), of(0, 0), new int[] {1, 1}), 164, 10, 0, 1, 0, 1);
        var zero = new Case(of(5, 5, 3, 3, 0, 3, 3), of(5, 3), new int[] {1, 1});
        tries(zero, 565, 106, 0, 0, 1, 1, 0, 1, 1);
    }

    /** 64 bins of 1 are searched, 65 are not, though 3 is as far from the mean. */
    @Test
    void onlyFewBinsAreSearched() {
        dynamic(new Case(ones(64, 1), new long[24], ones(24)));
        assertThat(assignment.steps()).isPositive();
        dynamic(new Case(ones(65, 1), new long[24], ones(24)));
        assertThat(assignment.steps()).isZero();
    }

    /** The bounds themselves, where what is tried comes to them exactly. */
    @Test
    void whatIsTriedEndsAtItsBound() {
        // 63 chiplets of 15 bins, and one more: 16 x 62 x 16 trials of whom has it; 993 for each
        // bin of the others, of which the bound leaves 512.
        assertThat(16 * 62 * 16 + 512 * 993).isEqualTo(BinAssignment.MOST_TRIALS);
        dynamic(new Case(ones(63 * 15 + 1, 1), new long[63], ones(63)));
        assertThat(assignment.trials()).isEqualTo(BinAssignment.MOST_TRIALS);
        // One of 4000, and 1024 of 1 that may come back for it, alone or by twos: 1 + 1024 + 1023 x
        // 512 trials, or 513 too many; 31 of 1 are tried alone after the last two.
        long[] work = ones(1025, 1);
        work[0] = 4000;
        dynamic(new Case(work, of(4000, 4000), ones(2)));
        assertThat(assignment.trials()).isEqualTo(BinAssignment.MOST_TRIALS + 31);
        // 32 chiplets are asked at each step.
        var random = new Random(53);
        dynamic(new Case(random.longs(63, 900, 1000).toArray(), new long[32], ones(32)));
        assertThat(assignment.steps()).isEqualTo(BinAssignment.MOST_STEPS);
    }

    private static long[] ones(int count, long one) {
        long[] ones = new long[count];
        Arrays.fill(ones, one);
        return ones;
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
