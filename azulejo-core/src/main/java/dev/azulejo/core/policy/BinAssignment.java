package dev.azulejo.core.policy;

import java.util.Arrays;

/**
 * Says which chiplet renders which coarse bin: by a fixed rule whatever the load, or by load, so
 * that all finish as nearly together as may be. Pure: the same costs give the same answer.
 *
 * <p>A chiplet of weight w does w units of work in a unit of time, so that it is done when its
 * backlog and its bins, over w, have passed; the last one decides (the <em>makespan</em>). Finding
 * the best assignment is NP-hard. Here bins are dealt longest first, each to where it is done
 * soonest (Graham 1969). Then, from the chiplet that is done last to the one that is done first, a
 * bin is moved, two are swapped, or one against two, whenever both sides are then done before the
 * later of them was; of all such changes the one is made after which they are done soonest. Every
 * change makes the sorted list of times smaller, so that it ends, and the number of changes tried
 * is bounded besides.
 *
 * <p>No assignment ends before the mean, nor before the largest bin does on the fastest chiplet.
 * What is above that by no more than one part in {@value #CLOSE} is close enough, and all ends
 * there. Else, with few bins and unequal chiplets, it may be far above the best: bins are dealt
 * again, up to {@value #MOST_ROUNDS} times, in orders in which neighbours have changed places; and
 * if there are no more than {@value #FEW_BINS}, a search in depth goes on from the best of these:
 * longest first, each chiplet in the order of when it would be done, and what cannot be better left
 * out. It gives up after a bounded number of steps.
 *
 * <p>Owned by one thread; allocates nothing once warm.
 */
public final class BinAssignment {
    /** Most chiplets. */
    public static final int MOST_CHIPLETS = 64;

    /** Changes that are tried at most, for each call: a few milliseconds. */
    static final int MOST_TRIALS = 1 << 19;

    /** How often bins are dealt at most, in other orders. */
    static final int MOST_ROUNDS = 16;

    /** Steps of the search in depth at most: about a millisecond. */
    static final int MOST_STEPS = 1 << 17;

    /** Most bins that it is tried with: with more, moving and swapping comes close. */
    static final int FEW_BINS = 64;

    /** What ends above the bound by one part in so many is close enough. */
    static final int CLOSE = 64;

    private final long[] load = new long[MOST_CHIPLETS];
    private final int[] byTime = new int[MOST_CHIPLETS];
    private int[] order = new int[0];
    private int[] kept = new int[0];
    private int trials;

    private final int[] path = new int[FEW_BINS];
    private int steps;
    private double best;

    /** Work that is not dealt yet. */
    private long rest;

    private double enough;

    private long[] work;
    private int bins;
    private int[] weight;
    private int chiplets;
    private int[] chipletOf;

    /** The best change found: bins that go over, and those that come back; -1 for none. */
    private int goes;

    private int comes;
    private int comesToo;
    private int partner;
    private double bestTime;

    /**
     * Deals bins whatever their load: each, from the first, to the chiplet that then has fewest in
     * proportion to its weight, counting this one, and among equals to the first. With equal
     * weights they take turns.
     *
     * @param binCount bins, 0 and up
     * @param chipletCount chiplets, 1 to 64
     * @param weights how fast each is, 0 for one that renders nothing; one at least is above 0
     * @param into for each bin, its chiplet; written
     */
    public void fixed(int binCount, int chipletCount, int[] weights, int[] into) {
        check(chipletCount, weights);
        Arrays.fill(load, 0, chipletCount, 0);
        for (int bin = 0; bin < binCount; bin++) {
            int found = soonest(1, weights, chipletCount);
            load[found]++;
            into[bin] = found;
        }
    }

    /**
     * Deals bins by load.
     *
     * @param binWork what each costs, 0 to 2^52 in all, in any unit
     * @param binCount bins, 0 and up
     * @param backlog work that each chiplet has before, in the same unit, 0 and up
     * @param weights how fast each is, 0 for one that renders nothing; one at least is above 0
     * @param chipletCount chiplets, 1 to 64
     * @param into for each bin, its chiplet; written
     */
    public void dynamic(
            long[] binWork,
            int binCount,
            long[] backlog,
            int[] weights,
            int chipletCount,
            int[] into) {
        check(chipletCount, weights);
        work = binWork;
        bins = binCount;
        weight = weights;
        chiplets = chipletCount;
        chipletOf = into;
        trials = 0;
        steps = 0;
        sortBins();
        begin(backlog);
        enough = bound() * (1 + 1.0 / CLOSE);
        best = Double.POSITIVE_INFINITY;
        for (int round = 0; round < MOST_ROUNDS && best > enough; round++) {
            begin(backlog);
            dealInOrder();
            while (trials < MOST_TRIALS && makespan() > enough && improve()) {
                // Until nothing is better, or it is close enough.
            }
            keep();
            shuffle(round);
        }
        System.arraycopy(kept, 0, chipletOf, 0, bins);
        if (bins <= FEW_BINS && best > enough) {
            sortBins();
            begin(backlog);
            deal(0, makespan());
        }
    }

    private void begin(long[] backlog) {
        System.arraycopy(backlog, 0, load, 0, chiplets);
        rest = 0;
        for (int bin = 0; bin < bins; bin++) {
            rest += work[bin];
        }
    }

    private void dealInOrder() {
        for (int i = 0; i < bins; i++) {
            int bin = order[i];
            int found = soonest(work[bin], weight, chiplets);
            load[found] += work[bin];
            chipletOf[bin] = found;
        }
    }

    private void keep() {
        double last = makespan();
        if (last < best) {
            best = last;
            System.arraycopy(chipletOf, 0, kept, 0, bins);
        }
    }

    /** Changes places of neighbours in the order, other ones each round, always the same. */
    private void shuffle(int round) {
        long random = round + 1;
        for (int i = 1; i < bins; i++) {
            random = random * 6364136223846793005L + 1442695040888963407L;
            if (random < 0) {
                int bin = order[i];
                order[i] = order[i - 1];
                order[i - 1] = bin;
            }
        }
    }

    private static void check(int chiplets, int[] weights) {
        if (chiplets < 1 || chiplets > MOST_CHIPLETS) {
            throw new IllegalArgumentException(
                    "chiplets=%d is not in 1..%d".formatted(chiplets, MOST_CHIPLETS));
        }
        for (int chiplet = 0; chiplet < chiplets; chiplet++) {
            if (weights[chiplet] > 0) {
                return;
            }
        }
        throw new IllegalArgumentException(
                "binAssignment: none of %d chiplets has a weight above 0".formatted(chiplets));
    }

    /** Returns the chiplet that would be done first with so much more. */
    private int soonest(long more, int[] weights, int count) {
        int found = -1;
        double soonest = Double.POSITIVE_INFINITY;
        for (int chiplet = 0; chiplet < count; chiplet++) {
            if (weights[chiplet] > 0) {
                double time = (double) (load[chiplet] + more) / weights[chiplet];
                if (time < soonest) {
                    soonest = time;
                    found = chiplet;
                }
            }
        }
        return found;
    }

    private double time(int chiplet, long more) {
        return (double) (load[chiplet] + more) / weight[chiplet];
    }

    /** Returns when the last chiplet is done. */
    private double makespan() {
        double last = 0;
        for (int chiplet = 0; chiplet < chiplets; chiplet++) {
            if (weight[chiplet] > 0) {
                last = Math.max(last, time(chiplet, 0));
            }
        }
        return last;
    }

    /** Returns a time before which no assignment is done, while nothing is dealt. */
    private double bound() {
        double total = rest;
        double speed = 0;
        int fastest = 0;
        for (int chiplet = 0; chiplet < chiplets; chiplet++) {
            if (weight[chiplet] > 0) {
                total += load[chiplet];
                speed += weight[chiplet];
                fastest = Math.max(fastest, weight[chiplet]);
            }
        }
        double largest = bins == 0 ? 0 : (double) work[order[0]] / fastest;
        return Math.max(Math.max(total / speed, largest), makespan());
    }

    /**
     * Deals the bins from a place of the order on in all ways that may be better.
     *
     * @param last when the last chiplet is done so far
     */
    private void deal(int place, double last) {
        if (place == bins) {
            best = last;
            for (int i = 0; i < bins; i++) {
                chipletOf[order[i]] = path[i];
            }
            return;
        }
        long more = work[order[place]];
        double before = -1;
        int chiplet = -1;
        while (best > enough && steps < MOST_STEPS && room() > rest) {
            chiplet = next(more, before, chiplet);
            if (chiplet < 0) {
                return;
            }
            before = time(chiplet, more);
            path[place] = chiplet;
            load[chiplet] += more;
            rest -= more;
            deal(place + 1, Math.max(last, before));
            rest += more;
            load[chiplet] -= more;
        }
    }

    /** Returns what can be done before the best time by those who are not done so late now. */
    private double room() {
        double room = 0;
        for (int chiplet = 0; chiplet < chiplets; chiplet++) {
            room += Math.max(0, best * weight[chiplet] - load[chiplet]);
        }
        return room;
    }

    /**
     * Returns the chiplet that would be done first with a bin, but after another one would, before
     * the best time; -1 if there is none. Of chiplets that are alike only the first is tried.
     */
    private int next(long more, double after, int previous) {
        int found = -1;
        double soonest = best;
        for (int chiplet = 0; chiplet < chiplets; chiplet++) {
            steps++;
            if (weight[chiplet] > 0) {
                double time = time(chiplet, more);
                boolean comesLater =
                        time > after
                                || time == after
                                        && chiplet > previous
                                        && weight[chiplet] != weight[previous];
                if (comesLater && time < soonest) {
                    soonest = time;
                    found = chiplet;
                }
            }
        }
        return found;
    }

    /** Makes the best change of the last chiplet that has one. Returns whether there is one. */
    private boolean improve() {
        int count = sortChiplets();
        for (int i = 0; i < count; i++) {
            int late = byTime[i];
            goes = -1;
            bestTime = time(late, 0);
            search(late);
            if (goes >= 0) {
                change(late);
                return true;
            }
        }
        return false;
    }

    private void search(int late) {
        for (int bin = 0; bin < bins && trials < MOST_TRIALS; bin++) {
            if (chipletOf[bin] != late || work[bin] == 0) {
                continue;
            }
            for (int other = 0; other < chiplets; other++) {
                if (other != late && weight[other] > 0) {
                    tryChange(late, other, bin, -1, -1);
                }
            }
            for (int back = 0; back < bins; back++) {
                if (chipletOf[back] != late) {
                    trySwaps(late, bin, back);
                }
            }
        }
    }

    private void trySwaps(int late, int bin, int back) {
        int other = chipletOf[back];
        tryChange(late, other, bin, back, -1);
        if (work[back] >= work[bin]) {
            return;
        }
        // Two against one: together they are no more than what goes.
        for (int too = back + 1; too < bins && trials < MOST_TRIALS; too++) {
            if (chipletOf[too] == other) {
                tryChange(late, other, bin, back, too);
            }
        }
    }

    private void tryChange(int late, int other, int bin, int back, int too) {
        trials++;
        long shift = work[bin] - (back < 0 ? 0 : work[back]) - (too < 0 ? 0 : work[too]);
        double after = Math.max(time(late, -shift), time(other, shift));
        if (after < bestTime) {
            bestTime = after;
            goes = bin;
            comes = back;
            comesToo = too;
            partner = other;
        }
    }

    private void change(int late) {
        give(goes, late, partner);
        if (comes >= 0) {
            give(comes, partner, late);
        }
        if (comesToo >= 0) {
            give(comesToo, partner, late);
        }
    }

    private void give(int bin, int from, int to) {
        load[from] -= work[bin];
        load[to] += work[bin];
        chipletOf[bin] = to;
    }

    /** Sorts those that render, the last to be done first. Returns how many. */
    private int sortChiplets() {
        int count = 0;
        for (int chiplet = 0; chiplet < chiplets; chiplet++) {
            if (weight[chiplet] == 0) {
                continue;
            }
            int place = count++;
            double time = time(chiplet, 0);
            while (place > 0 && time(byTime[place - 1], 0) < time) {
                byTime[place] = byTime[place - 1];
                place--;
            }
            byTime[place] = chiplet;
        }
        return count;
    }

    /** Sorts bins by work, most first, equals by number: a heap, because it needs no room. */
    private void sortBins() {
        if (order.length < bins) {
            order = new int[Math.max(bins, 2 * order.length)];
            kept = new int[order.length];
        }
        for (int i = 0; i < bins; i++) {
            order[i] = i;
        }
        for (int i = bins / 2 - 1; i >= 0; i--) {
            sink(i, bins);
        }
        for (int end = bins - 1; end > 0; end--) {
            int least = order[0];
            order[0] = order[end];
            order[end] = least;
            sink(0, end);
        }
    }

    /** Lets a bin sink below those that come later, with the last of all on top. */
    private void sink(int from, int end) {
        int place = from;
        int bin = order[place];
        for (int child = 2 * place + 1; child < end; child = 2 * place + 1) {
            if (child + 1 < end && isBefore(order[child], order[child + 1])) {
                child++;
            }
            if (!isBefore(bin, order[child])) {
                break;
            }
            order[place] = order[child];
            place = child;
        }
        order[place] = bin;
    }

    private boolean isBefore(int a, int b) {
        return work[a] > work[b] || work[a] == work[b] && a < b;
    }

    /** Returns how many steps the last call's search in depth took. */
    int steps() {
        return steps;
    }

    /** Returns how many changes the last call tried. */
    int trials() {
        return trials;
    }
}
