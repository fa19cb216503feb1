package dev.azulejo.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.report.ThrottleSample;
import dev.azulejo.core.throttle.HullThrottle;

import org.junit.jupiter.api.Test;

class LaunchPolicyTest {
    private static final long MEGABYTE = 1_000_000;

    /** Any time: only differences may count. */
    private static final long BEGIN = -7_000_000_000L;

    /** In cycles of the first window: four drains of 200 µs at 50 ns. */
    private static final long DRAINS = 16_000;

    private static LaunchPolicy begun(Throttle throttle, int workers) {
        var policy = new LaunchPolicy(throttle, workers);
        policy.begin(BEGIN);
        return policy;
    }

    /** Launches a group on the emptiest engine and completes it, in no time. */
    private static void pass(LaunchPolicy policy, long possible, long mostBytes) {
        int engine = policy.emptiest();
        long number = policy.launch(BEGIN, engine, 0);
        policy.complete(BEGIN, engine, number, possible, possible, mostBytes);
    }

    private static ThrottleSample last(LaunchPolicy policy) {
        return policy.trace().samples().getLast();
    }

    /**
     * One group is slow, and hundreds behind it wait for the arbiter: when all become the most that
     * they can, the ceiling holds, but for what is one a worker. In the first window, where nothing
     * has been measured.
     */
    @Test
    void theCeilingHoldsBehindASlowGroup() {
        int workers = 2;
        var policy = begun(Throttle.ON.withFloor(1).withCeiling(3), workers);
        long own = 5_000;
        long possible = 640;
        long bytes = possible * 1_470;
        int slow = policy.emptiest();
        policy.launch(BEGIN, slow, own);
        int launched = 1;
        while (launched < 1000 && policy.mayLaunch(BEGIN)) {
            int engine = policy.emptiest();
            long number = policy.launch(BEGIN, engine, own);
            policy.complete(BEGIN, engine, number, 20, possible, bytes);
            launched++;
        }
        policy.complete(BEGIN, slow, 0, 20, possible, bytes);
        long held = 0;
        for (int g = 0; g < launched; g++) {
            assertThat(policy.handOn(BEGIN, 20)).isTrue();
            policy.begun(possible, bytes);
            policy.processed(possible, bytes);
            held += own + bytes;
        }
        assertThat(policy.mayLaunch(BEGIN)).isFalse();
        assertThat(held).isBetween(3 * MEGABYTE, 3 * MEGABYTE + workers * (own + bytes));
    }

    /** Groups of which nothing comes take memory as well. */
    @Test
    void groupsThemselvesCount() {
        var policy = begun(Throttle.ON.withFloor(1).withCeiling(3), 1);
        int launched = 0;
        while (launched < 10_000 && policy.mayLaunch(BEGIN)) {
            long number = policy.launch(BEGIN, 0, 5_000);
            policy.complete(BEGIN, 0, number, 0, 0, 0);
            launched++;
        }
        assertThat(launched).isEqualTo(600);
    }

    /** What is being processed counts as in the mean, and what is done for what it takes. */
    @Test
    void whatIsProcessedMakesRoom() {
        var policy = begun(Throttle.ON.withFloor(1).withCeiling(3), 2);
        pass(policy, 1000, 3 * MEGABYTE);
        assertThat(policy.mayLaunch(BEGIN)).as("it can become too much").isFalse();
        policy.begun(1000, 3 * MEGABYTE);
        assertThat(policy.mayLaunch(BEGIN)).as("a worker is at it").isTrue();
        policy.processed(1000, 3 * MEGABYTE);
        assertThat(policy.mayLaunch(BEGIN)).as("it became too much").isFalse();
        assertThat(policy.handOn(BEGIN, 0)).isTrue();
        policy.retire(BEGIN);
        assertThat(policy.mayLaunch(BEGIN)).as("it is rendered").isTrue();
        pass(policy, 1000, 3 * MEGABYTE);
        policy.begun(1000, 3 * MEGABYTE);
        policy.processed(1000, 50_000);
        assertThat(policy.mayLaunch(BEGIN)).as("it became little").isTrue();
    }

    /** Limits hold above the floor only; what waits counts there for what is likely. */
    @Test
    void nothingIsRefusedBelowTheFloor() {
        var policy = begun(Throttle.ON.withEngines(1).withFloor(2).withCeiling(100), 2);
        for (int g = 0; g < 3; g++) {
            pass(policy, 1000, 8 * MEGABYTE);
            assertThat(policy.handOn(BEGIN, 1L << 39)).isTrue();
        }
        assertThat(policy.mayLaunch(BEGIN)).as("three, and 0.3 MB are likely").isTrue();
        policy.launch(BEGIN, 0, 1_700_000);
        assertThat(last(policy).limit()).isEqualTo(2);
        assertThat(policy.mayLaunch(BEGIN)).as("2 MB are likely").isFalse();
        assertThat(last(policy).inFlight()).isEqualTo(4);
    }

    @Test
    void theFloorGoesByWhatWasMeasured() {
        var policy = begun(Throttle.ON.withEngines(1).withFloor(2).withCeiling(100), 2);
        pass(policy, 1000, 8 * MEGABYTE);
        assertThat(policy.handOn(BEGIN, 1L << 39)).isTrue();
        policy.begun(1000, 8 * MEGABYTE);
        policy.processed(1000, 4_100_000);
        policy.observe(1_000, 200_000);
        policy.retire(BEGIN);
        // 100 before, and 4100 now: 1100.
        pass(policy, 1000, 8 * MEGABYTE);
        pass(policy, 800, 8 * MEGABYTE);
        assertThat(policy.handOn(BEGIN, 1L << 39)).isTrue();
        assertThat(policy.mayLaunch(BEGIN)).as("1.98 MB").isTrue();
        pass(policy, 19, 0);
        assertThat(policy.mayLaunch(BEGIN)).as("2.0009 MB").isFalse();
    }

    @Test
    void aCapCountsAnEngine() {
        var policy = begun(Throttle.cap(3).withEngines(2), 4);
        for (int g = 0; g < 6; g++) {
            assertThat(policy.mayLaunch(BEGIN)).isTrue();
            assertThat(policy.emptiest()).isEqualTo(g % 2);
            pass(policy, 1000, 1000 * MEGABYTE);
        }
        assertThat(policy.mayLaunch(BEGIN)).isFalse();
        for (int g = 0; g < 6; g++) {
            assertThat(policy.handOn(BEGIN, 10)).isTrue();
        }
        policy.retire(BEGIN);
        assertThat(policy.mayLaunch(BEGIN)).isTrue();
    }

    @Test
    void offRefusesNothing() {
        var policy = begun(Throttle.OFF, 1);
        for (int g = 0; g < 1000; g++) {
            assertThat(policy.mayLaunch(BEGIN)).isTrue();
            pass(policy, 1000, 1000 * MEGABYTE);
            assertThat(policy.handOn(BEGIN, 1L << 39)).isTrue();
        }
        assertThat(last(policy).limit()).isEqualTo(HullThrottle.UNLIMITED);
    }

    /** The latency of a group is that of its hull stage and four times what a drain costs. */
    @Test
    void latenciesCountDrains() {
        var policy = begun(Throttle.ON, 1);
        policy.launch(BEGIN + 1_000, 0, 0);
        policy.complete(BEGIN + 51_000, 0, 0, 1000, 1000, 0);
        assertThat(last(policy).latency()).isEqualTo(DRAINS + 1_000);
        assertThat(policy.handOn(BEGIN + 51_000, 1000)).isTrue();
        policy.begun(1000, 0);
        policy.processed(1000, 0);
        for (int i = 0; i < 5; i++) {
            // A cycle stays what it is; of eight drains, five cost less.
            policy.observe(50_000, 100_000 - i * 1_000);
        }
        policy.retire(BEGIN + 60_000);
        for (int g = 1; g <= 8; g++) {
            policy.launch(BEGIN + 60_000, 0, 0);
            policy.complete(BEGIN + 60_000, 0, g, 1, 1, 0);
        }
        assertThat(last(policy).latency()).isEqualTo(4 * 100_000 / 50);
    }

    /** The more is queued, compared with the latency, the fewer groups; time works it off. */
    @Test
    void theLimitFollowsWhatIsQueued() {
        var policy = begun(Throttle.ON.withEngines(1).withFloor(0), 1);
        policy.launch(BEGIN, 0, 0);
        assertThat(last(policy).limit())
                .as("the first window: no latency is known")
                .isEqualTo(HullThrottle.UNLIMITED);
        policy.complete(BEGIN, 0, 0, 1, 1, 0);
        assertThat(policy.handOn(BEGIN, 9 * DRAINS)).isTrue();
        int[] expected = {2, 4, 8, HullThrottle.UNLIMITED};
        long[] cycles = {0, 2 * DRAINS, 5 * DRAINS, 7 * DRAINS};
        for (int i = 0; i < expected.length; i++) {
            long now = BEGIN + 50 * cycles[i];
            boolean may = policy.mayLaunch(now);
            assertThat(may).as("one is in flight").isTrue();
            long number = policy.launch(now, 0, 0);
            policy.complete(now, 0, number, 1, 1, 0);
            assertThat(last(policy).limit()).isEqualTo(expected[i]);
            assertThat(last(policy).total()).isEqualTo(9 * DRAINS - cycles[i]);
            assertThat(last(policy).ns()).isEqualTo(50 * cycles[i]);
            if (i == 0) {
                assertThat(policy.mayLaunch(now)).as("two are in flight").isFalse();
            }
        }
    }

    @Test
    void theArbiterWaitsForTheFirst() {
        var policy = begun(Throttle.ON, 2);
        policy.launch(BEGIN, 0, 0);
        policy.launch(BEGIN, 1, 0);
        policy.complete(BEGIN, 1, 1, 1, 1, 0);
        assertThat(policy.handOn(BEGIN, 10)).isFalse();
        assertThat(last(policy).total()).isZero();
        policy.complete(BEGIN, 0, 0, 1, 1, 0);
        assertThat(policy.handOn(BEGIN, 10)).isTrue();
        assertThat(policy.handOn(BEGIN, 10)).isTrue();
        assertThat(policy.handOn(BEGIN, 10)).isFalse();
        assertThat(last(policy).total()).isEqualTo(20);
        policy.retire(BEGIN);
        assertThat(last(policy).total()).isZero();
        assertThat(last(policy).inFlight()).isZero();
    }

    /** What was in flight in a phase that was given up is forgotten; else latencies are kept. */
    @Test
    void aPhaseThatWasGivenUpBeginsAnew() {
        var policy = begun(Throttle.cap(1), 1);
        pass(policy, 1000, MEGABYTE);
        assertThat(policy.mayLaunch(BEGIN)).isFalse();
        policy.begin(BEGIN + 5);
        assertThat(policy.trace().count()).isZero();
        assertThat(policy.mayLaunch(BEGIN + 5)).isTrue();
        assertThat(policy.launch(BEGIN + 5, 0, 0)).as("numbers begin anew").isZero();
        assertThat(last(policy).latency()).isZero();
        policy.complete(BEGIN + 5, 0, 0, 1, 1, 0);
        assertThat(policy.handOn(BEGIN + 5, 1)).isTrue();
        policy.retire(BEGIN + 5);
        policy.begin(BEGIN + 9);
        assertThat(policy.launch(BEGIN + 9, 0, 0)).isOne();
        assertThat(last(policy).latency()).isEqualTo(DRAINS);
        assertThat(last(policy).ns()).isZero();
    }

    @Test
    void aDrainCostsTheMedian() {
        var cost = new DrainCost();
        assertThat(cost.ns()).isEqualTo(DrainCost.FIRST_NS);
        for (long ns : new long[] {10, 90, 20, 80_000_000, 30, 70, 40, 60}) {
            cost.add(ns);
        }
        assertThat(cost.ns()).isEqualTo(60);
        cost.add(5);
        cost.add(5);
        assertThat(cost.ns()).isEqualTo(40);
    }
}
