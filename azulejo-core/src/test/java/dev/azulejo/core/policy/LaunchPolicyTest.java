package dev.azulejo.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.policy.LaunchPolicy.Answer;
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

    private static boolean may(LaunchPolicy policy) {
        return policy.decide(BEGIN).may();
    }

    /** Launches a group on the emptiest engine and completes it, in no time. */
    private static long pass(LaunchPolicy policy, long possible, long mostBytes) {
        int engine = policy.emptiest();
        long number = policy.launch(BEGIN, engine, 0);
        policy.complete(BEGIN, engine, number, possible, possible, mostBytes);
        return number;
    }

    /** Hands on what has completed: one piece, which is processed in no time. */
    private static void process(
            LaunchPolicy policy, long number, long possible, long mostBytes, long bytes) {
        assertThat(policy.handOn(BEGIN, possible, possible)).isTrue();
        policy.begun(BEGIN, number, possible, mostBytes);
        policy.processed(BEGIN, possible, bytes);
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
        while (launched < 1000 && may(policy)) {
            int engine = policy.emptiest();
            long number = policy.launch(BEGIN, engine, own);
            policy.complete(BEGIN, engine, number, 20, possible, bytes);
            launched++;
        }
        policy.complete(BEGIN, slow, 0, 20, possible, bytes);
        long held = 0;
        for (int g = 0; g < launched; g++) {
            process(policy, g, possible, bytes, bytes);
            held += own + bytes;
        }
        assertThat(may(policy)).isFalse();
        assertThat(held).isBetween(3 * MEGABYTE, 3 * MEGABYTE + workers * (own + bytes));
    }

    /** Groups of which nothing comes take memory as well. */
    @Test
    void groupsThemselvesCount() {
        var policy = begun(Throttle.ON.withFloor(1).withCeiling(3), 1);
        int launched = 0;
        while (launched < 10_000 && may(policy)) {
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
        assertThat(may(policy)).as("it can become too much").isFalse();
        assertThat(policy.handOn(BEGIN, 0, 1000)).isTrue();
        policy.begun(BEGIN, 0, 1000, 3 * MEGABYTE);
        assertThat(may(policy)).as("a worker is at it").isTrue();
        policy.processed(BEGIN, 1000, 3 * MEGABYTE);
        assertThat(may(policy)).as("it became too much").isFalse();
        policy.retire(BEGIN);
        assertThat(may(policy)).as("it is rendered").isTrue();
        pass(policy, 1000, 3 * MEGABYTE);
        process(policy, 1, 1000, 3 * MEGABYTE, 50_000);
        assertThat(may(policy)).as("it became little").isTrue();
    }

    /** At the ceiling nothing is launched, and with one byte less it is. */
    @Test
    void theCeilingIsExact() {
        var policy = begun(Throttle.ON.withFloor(0).withCeiling(3), 1);
        policy.launch(BEGIN, 0, 3 * MEGABYTE - 1);
        assertThat(policy.decide(BEGIN)).isEqualTo(Answer.FREE);
        policy.complete(BEGIN, 0, 0, 1, 1, 1);
        assertThat(policy.decide(BEGIN)).as("what waits, at most").isEqualTo(Answer.OVER_CEILING);
        assertThat(policy.handOn(BEGIN, 1, 1)).isTrue();
        policy.begun(BEGIN, 0, 1, 1);
        assertThat(policy.decide(BEGIN)).as("100 bytes likely").isEqualTo(Answer.OVER_CEILING);
        policy.processed(BEGIN, 1, 0);
        assertThat(policy.decide(BEGIN)).as("nothing came of it").isEqualTo(Answer.FREE);
        policy.launch(BEGIN, 0, 1);
        assertThat(policy.decide(BEGIN)).isEqualTo(Answer.OVER_CEILING);
    }

    /** At the floor limits hold, and with one byte less they do not. */
    @Test
    void theFloorIsExact() {
        var policy = begun(Throttle.ON.withEngines(1).withFloor(2).withCeiling(100), 1);
        pass(policy, 0, 0);
        assertThat(policy.handOn(BEGIN, 1L << 39, 0)).isTrue();
        policy.launch(BEGIN, 0, 2 * MEGABYTE - 1);
        assertThat(last(policy).limit()).isEqualTo(2);
        assertThat(policy.decide(BEGIN)).isEqualTo(Answer.BELOW_FLOOR);
        policy.launch(BEGIN, 0, 1);
        assertThat(policy.decide(BEGIN)).isEqualTo(Answer.OVER_LIMIT);
    }

    /** 32 and 128 megabytes, of a million bytes each, decide where nothing else is said. */
    @Test
    void floorAndCeilingAreThoseThatAreDocumented() {
        assertThat(Throttle.ON.floor()).isEqualTo(32);
        assertThat(Throttle.ON.ceiling()).isEqualTo(128);
        var floor = begun(Throttle.ON.withEngines(1), 1);
        pass(floor, 0, 0);
        assertThat(floor.handOn(BEGIN, 1L << 39, 0)).isTrue();
        floor.launch(BEGIN, 0, 31_999_999);
        assertThat(floor.decide(BEGIN)).isEqualTo(Answer.BELOW_FLOOR);
        floor.launch(BEGIN, 0, 1);
        assertThat(floor.decide(BEGIN)).isEqualTo(Answer.OVER_LIMIT);
        var ceiling = begun(Throttle.ON.withEngines(1), 1);
        ceiling.launch(BEGIN, 0, 127_999_999);
        assertThat(ceiling.decide(BEGIN)).isEqualTo(Answer.FREE);
        ceiling.launch(BEGIN, 0, 1);
        assertThat(ceiling.decide(BEGIN)).isEqualTo(Answer.OVER_CEILING);
    }

    /** A floor of nothing is none. */
    @Test
    void withoutAFloorLimitsAlwaysHold() {
        var policy = begun(Throttle.ON.withEngines(1).withFloor(0), 1);
        for (int g = 0; g < 2; g++) {
            assertThat(policy.decide(BEGIN)).isEqualTo(Answer.FREE);
            pass(policy, 0, 0);
            assertThat(policy.handOn(BEGIN, 1L << 39, 0)).isTrue();
        }
        assertThat(policy.decide(BEGIN)).isEqualTo(Answer.OVER_LIMIT);
    }

    /** A phase of one group, which takes so much. */
    private static void phase(LaunchPolicy policy, long bytes) {
        policy.begin(BEGIN);
        long number = policy.launch(BEGIN, 0, bytes);
        policy.complete(BEGIN, 0, number, 0, 0, 0);
        assertThat(policy.handOn(BEGIN, 0, 0)).isTrue();
        policy.retire(BEGIN);
    }

    /** What limits answer at the floor, in a phase that begins. */
    private static Answer atTheFloor(LaunchPolicy policy) {
        policy.begin(BEGIN);
        for (int g = 0; g < 2; g++) {
            pass(policy, 0, 0);
            assertThat(policy.handOn(BEGIN, 1L << 39, 0)).isTrue();
        }
        long number = policy.launch(BEGIN, 0, 2 * MEGABYTE);
        var answer = policy.decide(BEGIN);
        policy.complete(BEGIN, 0, number, 0, 0, 0);
        assertThat(policy.handOn(BEGIN, 0, 0)).isTrue();
        policy.retire(BEGIN);
        return answer;
    }

    /** An eighth below the ceiling, and the largest of the last four phases counts. */
    @Test
    void whereWholePhasesFitLimitsArePassedOver() {
        var throttle = Throttle.ON.withEngines(1).withFloor(1).withCeiling(18);
        var policy = new LaunchPolicy(throttle, 1);
        assertThat(atTheFloor(policy)).as("nothing is known").isEqualTo(Answer.OVER_LIMIT);
        assertThat(atTheFloor(policy)).isEqualTo(Answer.PASSED_OVER);
        phase(policy, 16 * MEGABYTE);
        for (int after = 0; after < 4; after++) {
            assertThat(atTheFloor(policy)).as("%d", after).isEqualTo(Answer.OVER_LIMIT);
        }
        assertThat(atTheFloor(policy)).as("forgotten").isEqualTo(Answer.PASSED_OVER);
        phase(policy, 16 * MEGABYTE - 1);
        assertThat(atTheFloor(policy)).isEqualTo(Answer.PASSED_OVER);
    }

    /** Without a floor limits hold whatever fits; of what was given up nothing is known. */
    @Test
    void limitsHoldWhereNothingIsKnownOrWanted() {
        var none = new LaunchPolicy(Throttle.ON.withEngines(1).withFloor(0), 1);
        phase(none, 5);
        assertThat(atTheFloor(none)).isEqualTo(Answer.OVER_LIMIT);
        var policy = new LaunchPolicy(Throttle.ON.withEngines(1).withFloor(1), 1);
        policy.begin(BEGIN);
        policy.launch(BEGIN, 0, 5);
        assertThat(atTheFloor(policy)).isEqualTo(Answer.OVER_LIMIT);
    }

    /** Windows of a phase add up: it would hold them all. */
    @Test
    void windowsOfAPhaseAddUp() {
        var throttle = Throttle.ON.withEngines(1).withFloor(1).withCeiling(18);
        var policy = new LaunchPolicy(throttle, 1);
        policy.begin(BEGIN);
        for (int window = 0; window < 4; window++) {
            long number = policy.launch(BEGIN, 0, 4 * MEGABYTE);
            policy.complete(BEGIN, 0, number, 0, 0, 0);
            assertThat(policy.handOn(BEGIN, 0, 0)).isTrue();
            policy.retire(BEGIN);
        }
        assertThat(atTheFloor(policy)).isEqualTo(Answer.OVER_LIMIT);
    }

    /** Below the floor by what is likely, at the ceiling by what is possible. */
    @Test
    void theCeilingHoldsBelowTheFloor() {
        var policy = begun(Throttle.ON.withEngines(1).withFloor(2).withCeiling(3), 1);
        for (int g = 0; g < 3; g++) {
            pass(policy, 10, MEGABYTE - 1);
            assertThat(policy.handOn(BEGIN, 1L << 39, 10)).isTrue();
        }
        assertThat(policy.decide(BEGIN)).isEqualTo(Answer.BELOW_FLOOR);
        pass(policy, 0, 3);
        assertThat(policy.decide(BEGIN)).isEqualTo(Answer.OVER_CEILING);
    }

    /** Neither floor nor ceiling says anything where a fixed number or nothing bounds. */
    @Test
    void memoryBoundsNothingInOtherModes() {
        for (var throttle : new Throttle[] {Throttle.cap(2), Throttle.OFF}) {
            var policy = begun(throttle.withEngines(1).withFloor(1).withCeiling(2), 1);
            policy.launch(BEGIN, 0, 1000 * MEGABYTE);
            assertThat(policy.decide(BEGIN)).isEqualTo(Answer.FREE);
            policy.launch(BEGIN, 0, 0);
            assertThat(policy.decide(BEGIN))
                    .isEqualTo(
                            throttle.mode() == Throttle.Mode.CAP ? Answer.OVER_LIMIT : Answer.FREE);
        }
    }

    /** Limits hold above the floor only; what waits counts there for what is likely. */
    @Test
    void nothingIsRefusedBelowTheFloor() {
        var policy = begun(Throttle.ON.withEngines(1).withFloor(2).withCeiling(100), 2);
        for (int g = 0; g < 3; g++) {
            pass(policy, 1000, 8 * MEGABYTE);
            assertThat(policy.handOn(BEGIN, 1L << 39, 0)).isTrue();
        }
        assertThat(may(policy)).as("three, and 0.3 MB are likely").isTrue();
        policy.launch(BEGIN, 0, 1_700_000);
        assertThat(last(policy).limit()).isEqualTo(2);
        assertThat(may(policy)).as("2 MB are likely").isFalse();
        assertThat(last(policy).inFlight()).isEqualTo(4);
    }

    @Test
    void theFloorGoesByWhatWasMeasured() {
        var policy = begun(Throttle.ON.withEngines(1).withFloor(2).withCeiling(100), 2);
        pass(policy, 1000, 8 * MEGABYTE);
        process(policy, 0, 1000, 8 * MEGABYTE, 4_100_000);
        policy.observe(1_000, 200_000);
        policy.retire(BEGIN);
        // 100 before, and 4100 now: 1100.
        pass(policy, 1000, 8 * MEGABYTE);
        pass(policy, 800, 8 * MEGABYTE);
        assertThat(policy.handOn(BEGIN, 1L << 39, 0)).isTrue();
        assertThat(may(policy)).as("1.98 MB").isTrue();
        pass(policy, 19, 0);
        assertThat(may(policy)).as("2.0009 MB").isFalse();
    }

    @Test
    void aCapCountsAnEngine() {
        var policy = begun(Throttle.cap(3).withEngines(2), 4);
        for (int g = 0; g < 6; g++) {
            assertThat(may(policy)).isTrue();
            assertThat(policy.emptiest()).isEqualTo(g % 2);
            pass(policy, 1000, 1000 * MEGABYTE);
        }
        assertThat(may(policy)).isFalse();
        for (int g = 0; g < 6; g++) {
            assertThat(policy.handOn(BEGIN, 10, 0)).isTrue();
        }
        policy.retire(BEGIN);
        assertThat(may(policy)).isTrue();
    }

    @Test
    void offRefusesNothing() {
        var policy = begun(Throttle.OFF, 1);
        for (int g = 0; g < 1000; g++) {
            assertThat(may(policy)).isTrue();
            pass(policy, 1000, 1000 * MEGABYTE);
            assertThat(policy.handOn(BEGIN, 1L << 39, 0)).isTrue();
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
        assertThat(policy.handOn(BEGIN + 51_000, 1000, 1000)).isTrue();
        policy.begun(BEGIN + 51_000, 0, 1000, 0);
        policy.processed(BEGIN + 51_000, 1000, 0);
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
        assertThat(policy.handOn(BEGIN, 9 * DRAINS, 0)).isTrue();
        int[] expected = {2, 4, 8, HullThrottle.UNLIMITED};
        long[] cycles = {0, 2 * DRAINS, 5 * DRAINS, 7 * DRAINS};
        for (int i = 0; i < expected.length; i++) {
            long now = BEGIN + 50 * cycles[i];
            boolean may = policy.decide(now).may();
            assertThat(may).as("one is in flight").isTrue();
            long number = policy.launch(now, 0, 0);
            policy.complete(now, 0, number, 1, 1, 0);
            assertThat(last(policy).limit()).isEqualTo(expected[i]);
            assertThat(last(policy).total()).isEqualTo(9 * DRAINS - cycles[i]);
            assertThat(last(policy).ns()).isEqualTo(50 * cycles[i]);
            if (i == 0) {
                assertThat(policy.decide(now).may()).as("two are in flight").isFalse();
            }
        }
    }

    /**
     * Groups of 10,000 primitives by their estimate, one after the other as one worker takes them:
     * hull stage in no time, then the domain stage. Before anything was measured, the domain side
     * is expected to need half of a cycle's 50 ns for each.
     *
     * @param domainNs what the domain stage takes
     * @return groups launched when another one is refused
     */
    private static int groupsOfAWindow(LaunchPolicy policy, long domainNs, ThrottleSample[] end) {
        long now = BEGIN;
        int launched = 0;
        while (launched < 1000 && policy.decide(now).may()) {
            long number = policy.launch(now, 0, 0);
            policy.complete(now, 0, number, 10_000, 10_000, 0);
            assertThat(policy.handOn(now, 10_000, 10_000)).isTrue();
            // In two pieces
            policy.begun(now, number, 4_000, 0);
            now += domainNs / 2;
            policy.processed(now, 4_000, 0);
            policy.begun(now, number, 6_000, 0);
            now += domainNs - domainNs / 2;
            policy.processed(now, 6_000, 0);
            launched++;
        }
        end[0] = last(policy);
        return launched;
    }

    /**
     * How fast the domain stage is decides how many groups are launched in the very first window.
     *
     * <p>As estimated, each leaves 5,000 cycles to be rendered: with eight, 40,000 are more than
     * two latencies of 16,000. Ten times slower: 10,000 are worked off in time, 90,000 late, which
     * are added; after the second, 140,000 are more than eight latencies. Ten times faster: 9,000
     * are taken off and 500 cycles went by, so that 500 are left of each, and with 65 of them
     * 32,500 are more than two latencies.
     */
    @Test
    void theSpeedOfTheDomainStageChangesLaunchesWithinTheWindow() {
        var throttle = Throttle.ON.withEngines(1).withFloor(0);
        var end = new ThrottleSample[1];
        assertThat(groupsOfAWindow(begun(throttle, 1), 250_000, end)).isEqualTo(8);
        assertThat(end[0].total()).isEqualTo(40_000);
        assertThat(groupsOfAWindow(begun(throttle, 1), 2_500_000, end)).isEqualTo(2);
        assertThat(end[0].total()).isEqualTo(90_000 + 10_000 - 50_000 + 90_000);
        assertThat(groupsOfAWindow(begun(throttle, 1), 25_000, end)).isEqualTo(65);
        assertThat(end[0].total()).isEqualTo(65 * 500);
    }

    /** What windows took is learned: then the same speed is neither late nor early. */
    @Test
    void theSpeedIsLearned() {
        var policy = begun(Throttle.ON.withEngines(1).withFloor(0), 1);
        var end = new ThrottleSample[1];
        int groups = 0;
        for (int window = 0; window < 40; window++) {
            groups = groupsOfAWindow(policy, 2_500_000, end);
            // A fifth of the time beside is the tiles'; what a drain costs is not to matter.
            policy.observe(groups * 2_500_000L * 5 / 4, 20_000_000);
            policy.retire(BEGIN + groups * 2_500_000L * 5 / 4);
            policy.begin(BEGIN);
        }
        // Cycles of 312.5 ns: a latency is 256,000, and each group leaves 2,000.
        assertThat(groups).isBetween(256, 257);
        assertThat(end[0].total()).isBetween(512_000L, 514_000L);
        assertThat(end[0].latency()).isBetween(255_900L, 256_100L);
    }

    /** A group is read when its first piece begins, and in the order of hand-on. */
    @Test
    void aGroupIsReadWhenItsFirstPieceBegins() {
        var policy = begun(Throttle.ON.withEngines(1), 2);
        long[] primitives = {1000, 0, 2000, 4000};
        for (long made : primitives) {
            pass(policy, made, 0);
        }
        for (long made : primitives) {
            // The second is thought to be something, and nothing comes of it.
            assertThat(policy.handOn(BEGIN, made == 0 ? 100 : made, made)).isTrue();
        }
        assertThat(last(policy).total()).isEqualTo(7100);
        assertThat(last(policy).error()).as("nobody works on it").isZero();
        policy.begun(BEGIN, 0, 400, 0);
        assertThat(last(policy).error()).isEqualTo(1000);
        policy.begun(BEGIN + 5_000, 0, 600, 0);
        assertThat(last(policy).error()).as("the same group").isEqualTo(800);
        assertThat(last(policy).total()).isEqualTo(7000);
        // A second worker is inside the third; the second was read and was nothing.
        policy.begun(BEGIN + 10_000, 2, 2000, 0);
        assertThat(last(policy).error()).isEqualTo(2000);
        assertThat(last(policy).total()).isEqualTo(7100 - 200 - 600 - 100);
        policy.processed(BEGIN + 10_000, 600, 0);
        assertThat(last(policy).error()).as("others are at work").isEqualTo(2000);
        policy.begun(BEGIN + 10_000, 3, 4000, 0);
        assertThat(last(policy).error()).isEqualTo(4000);
        assertThat(last(policy).total()).isEqualTo(6200 - 2000);
        // Nothing is queued any more, but two workers are not done.
        policy.processed(BEGIN + 10_000, 2000, 0);
        policy.launch(BEGIN + 10_000, 0, 0);
        assertThat(last(policy).error()).as("others are at work").isEqualTo(4000);
    }

    /** With nothing to read nobody is late: that the hull stage takes its time is not held so. */
    @Test
    void anIdleDomainSideIsNotLate() {
        var policy = begun(Throttle.ON.withEngines(1), 1);
        pass(policy, 1000, 0);
        pass(policy, 1000, 0);
        process(policy, 0, 1000, 0, 0);
        assertThat(last(policy).error()).isZero();
        assertThat(last(policy).total()).as("it was faster").isZero();
        policy.launch(BEGIN + 1_000_000, 0, 0);
        assertThat(last(policy).error()).isZero();
        assertThat(policy.handOn(BEGIN + 1_000_000, 1000, 1000)).isTrue();
        policy.begun(BEGIN + 1_000_000, 1, 1000, 0);
        assertThat(last(policy).total()).isEqualTo(1000);
        assertThat(last(policy).error()).isEqualTo(1000);
        // 25 ns each, and twice that
        policy.processed(BEGIN + 1_050_000, 1000, 0);
        assertThat(last(policy).total()).isEqualTo(1000 - 1000 + 1000);
        assertThat(last(policy).error()).isZero();
    }

    /** What is queued behind the last piece that runs keeps the domain side busy. */
    @Test
    void theDomainSideIsBusyWhileSomethingIsQueued() {
        var policy = begun(Throttle.ON.withEngines(1), 1);
        pass(policy, 1000, 0);
        assertThat(policy.handOn(BEGIN, 1000, 1000)).isTrue();
        policy.begun(BEGIN, 0, 1, 0);
        policy.processed(BEGIN, 1, 0);
        policy.launch(BEGIN + 50_000, 0, 0);
        assertThat(last(policy).error()).as("late by as much").isEqualTo(1000);
        policy.begun(BEGIN + 50_000, 0, 999, 0);
        policy.processed(BEGIN + 50_000, 999, 0);
        assertThat(last(policy).total()).isEqualTo(1000);
        policy.observe(100_000, 0);
        policy.retire(BEGIN + 100_000);
        policy.launch(BEGIN + 100_000, 0, 0);
        assertThat(policy.mostInFlight()).as("of the window before").isEqualTo(2);
    }

    @Test
    void theArbiterWaitsForTheFirst() {
        var policy = begun(Throttle.ON, 2);
        policy.launch(BEGIN, 0, 0);
        policy.launch(BEGIN, 1, 0);
        policy.complete(BEGIN, 1, 1, 1, 1, 0);
        assertThat(policy.handOn(BEGIN, 10, 0)).isFalse();
        assertThat(last(policy).total()).isZero();
        policy.complete(BEGIN, 0, 0, 1, 1, 0);
        assertThat(policy.handOn(BEGIN, 10, 0)).isTrue();
        assertThat(policy.handOn(BEGIN, 10, 0)).isTrue();
        assertThat(policy.handOn(BEGIN, 10, 0)).isFalse();
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
        assertThat(may(policy)).isFalse();
        policy.begin(BEGIN + 5);
        assertThat(policy.trace().samples()).isEmpty();
        assertThat(policy.decide(BEGIN + 5).may()).isTrue();
        assertThat(policy.launch(BEGIN + 5, 0, 0)).as("numbers begin anew").isZero();
        assertThat(last(policy).latency()).isZero();
        policy.complete(BEGIN + 5, 0, 0, 1, 1, 0);
        assertThat(policy.handOn(BEGIN + 5, 1, 0)).isTrue();
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

    /** Nanoseconds that are no whole cycle count with those that follow, on both clocks. */
    @Test
    void restsOfCyclesAddUp() {
        var policy = begun(Throttle.ON.withEngines(1), 1);
        policy.launch(BEGIN, 0, 0);
        policy.complete(BEGIN, 0, 0, 1000, 1000, 0);
        assertThat(policy.handOn(BEGIN, 1000, 1000)).isTrue();
        assertThat(policy.handOn(BEGIN, 0, 0)).isFalse();
        policy.begun(BEGIN, 0, 500, 0);
        // 902 ns are 18.04 cycles of 50 ns, and 36.08 of 25 ns for the domain side.
        for (int step = 1; step <= 30; step++) {
            policy.decide(BEGIN + 30 * step);
        }
        policy.launch(BEGIN + 902, 0, 0);
        assertThat(last(policy).total()).isEqualTo(1000 - 18);
        assertThat(last(policy).error()).isEqualTo(1000 - 36);
    }

    /** What was most in flight is of one phase; a refusal is written down when it is made. */
    @Test
    void aPhaseBeginsWithItsOwnCounts() {
        var policy = begun(Throttle.cap(3).withEngines(1), 1);
        for (int g = 0; g < 3; g++) {
            pass(policy, 10, 0);
        }
        assertThat(policy.mostInFlight()).isEqualTo(3);
        int samples = policy.trace().samples().size();
        assertThat(policy.decide(BEGIN + 77)).isEqualTo(Answer.OVER_LIMIT);
        assertThat(policy.trace().samples()).hasSize(samples + 1);
        assertThat(last(policy).ns()).isEqualTo(77);
        for (int g = 0; g < 3; g++) {
            assertThat(policy.handOn(BEGIN + 77, 10, 0)).isTrue();
        }
        policy.retire(BEGIN + 99);
        assertThat(last(policy).ns()).isEqualTo(99);
        samples = policy.trace().samples().size();
        assertThat(policy.decide(BEGIN + 100)).isEqualTo(Answer.FREE);
        assertThat(policy.trace().samples()).as("no refusal").hasSize(samples);
        policy.begin(BEGIN);
        assertThat(policy.mostInFlight()).isZero();
        pass(policy, 10, 0);
        assertThat(policy.mostInFlight()).isOne();
    }

    /** What a phase that was given up held in memory is gone with it. */
    @Test
    void aPhaseBeginsWithoutMemory() {
        var policy = begun(Throttle.ON.withFloor(1).withCeiling(3), 1);
        policy.launch(BEGIN, 0, 3 * MEGABYTE);
        assertThat(policy.decide(BEGIN)).isEqualTo(Answer.OVER_CEILING);
        policy.begin(BEGIN);
        assertThat(policy.decide(BEGIN)).isEqualTo(Answer.FREE);
    }

    /**
     * Room for 100 bytes of what hull stages make: it is asked last, where memory is late, and
     * taken from a launch until the group's bytes leave, the window is retired, or the phase is
     * given up.
     */
    @Test
    void aGroupWaitsUntilItHasRoom() {
        var policy = new LaunchPolicy(Throttle.ON.withFloor(1).withCeiling(3), 1, 100);
        policy.begin(BEGIN);
        assertThat(policy.decide(BEGIN, 101, true)).as("the first").isEqualTo(Answer.FREE);
        policy.launch(BEGIN, 0, 60);
        assertThat(policy.decide(BEGIN, 40, true)).isEqualTo(Answer.FREE);
        assertThat(policy.decide(BEGIN, 41, false)).isEqualTo(Answer.FREE);
        int samples = policy.trace().samples().size();
        assertThat(policy.decide(BEGIN, 41, true)).isEqualTo(Answer.OVER_ROOM);
        assertThat(policy.trace().samples()).as("a refusal").hasSize(samples + 1);
        assertThat(policy.decide(BEGIN)).isEqualTo(Answer.FREE);
        policy.launch(BEGIN, 0, 40);
        assertThat(policy.decide(BEGIN, 1, true)).isEqualTo(Answer.OVER_ROOM);
        policy.leave(60);
        assertThat(policy.decide(BEGIN, 60, true)).isEqualTo(Answer.FREE);
        assertThat(policy.decide(BEGIN, 61, true)).isEqualTo(Answer.OVER_ROOM);
        policy.launch(BEGIN, 0, 3 * MEGABYTE);
        assertThat(policy.decide(BEGIN, 61, true)).isEqualTo(Answer.OVER_CEILING);
        policy.begin(BEGIN);
        assertThat(policy.decide(BEGIN, 101, true)).as("given up").isEqualTo(Answer.FREE);
        long number = policy.launch(BEGIN, 0, 90);
        policy.complete(BEGIN, 0, number, 1, 1, 1);
        assertThat(policy.handOn(BEGIN, 1, 1)).isTrue();
        assertThat(policy.decide(BEGIN, 11, true)).isEqualTo(Answer.OVER_ROOM);
        policy.retire(BEGIN);
        assertThat(policy.decide(BEGIN, 101, true)).as("rendered").isEqualTo(Answer.FREE);
    }

    /** Time goes by when a group is handed on, as it does when anything happens. */
    @Test
    void timeGoesByBeforeAGroupIsHandedOn() {
        var policy = begun(Throttle.ON.withEngines(1), 1);
        pass(policy, 1000, 0);
        assertThat(policy.handOn(BEGIN + 700, 1000, 1000)).isTrue();
        assertThat(last(policy).ns()).isEqualTo(700);
        // What is queued since then is worked off from then on: 300 ns are six cycles of 50.
        policy.launch(BEGIN + 1000, 0, 0);
        assertThat(last(policy).total()).isEqualTo(1000 - 6);
    }

    /** A window in which nothing was tessellated says nothing of what a primitive costs. */
    @Test
    void aWindowOfNothingTeachesNothing() {
        var policy = begun(Throttle.ON, 1);
        policy.observe(1_000_000, 200_000);
        policy.launch(BEGIN + 1_000, 0, 0);
        policy.complete(BEGIN + 51_000, 0, 0, 1000, 1000, 0);
        assertThat(last(policy).latency()).isEqualTo(DRAINS + 1_000);
    }
}
