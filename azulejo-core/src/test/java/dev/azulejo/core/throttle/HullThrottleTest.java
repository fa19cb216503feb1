package dev.azulejo.core.throttle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.options.Throttle;

import org.junit.jupiter.api.Test;

import java.util.Random;

/** The published counters, step by step. */
class HullThrottleTest {
    private static final long MOST = 1_000_000;

    @Test
    void primitivesAreEstimatedFromInsideFactors() {
        assertThat(PrimitiveEstimate.quad(16, 16)).isEqualTo(512);
        assertThat(PrimitiveEstimate.quad(2.5f, 3)).isEqualTo(15);
        assertThat(PrimitiveEstimate.quad(1.5f, 1.5f)).as("rounded at the end").isEqualTo(4);
        assertThat(PrimitiveEstimate.triangle(5)).isEqualTo(37);
        assertThat(PrimitiveEstimate.isoline(4, 8)).isEqualTo(32);
        assertThat(PrimitiveEstimate.quad(Float.NaN, 4)).isZero();
        assertThat(PrimitiveEstimate.triangle(-2)).isZero();
    }

    @Test
    void theTotalGoesUpWithWhatIsQueuedAndDownWithTime() {
        var interval = new LaunchInterval(3, MOST);
        interval.written(100);
        interval.written(50);
        assertThat(interval.total()).isEqualTo(150);
        interval.advance(20, 20);
        assertThat(interval.total()).isEqualTo(90);
        interval.advance(31, 31);
        assertThat(interval.total()).isZero();
    }

    @Test
    void theFirstReadCorrectsNothing() {
        var interval = new LaunchInterval(1, MOST);
        interval.written(40);
        interval.advance(10, 10);
        interval.read(40);
        assertThat(interval.total()).isEqualTo(30);
        assertThat(interval.error()).isEqualTo(40);
    }

    /** The domain side was faster: what is left of the estimate is taken off. */
    @Test
    void anOverEstimateIsTakenOff() {
        var interval = new LaunchInterval(1, MOST);
        interval.written(40);
        interval.written(60);
        interval.read(40);
        interval.advance(25, 25);
        assertThat(interval.error()).isEqualTo(15);
        interval.read(60);
        assertThat(interval.total()).isEqualTo(75 - 15);
        assertThat(interval.error()).isEqualTo(60);
    }

    /** It was slower: from zero the counter goes up, and is added. */
    @Test
    void anUnderEstimateIsAdded() {
        var interval = new LaunchInterval(1, MOST);
        interval.written(40);
        interval.written(60);
        interval.read(40);
        interval.advance(40, 40);
        assertThat(interval.error()).isZero();
        assertThat(interval.isLate()).isTrue();
        interval.advance(13, 13);
        assertThat(interval.error()).isEqualTo(13);
        interval.read(60);
        assertThat(interval.total()).isEqualTo(47 + 13);
        assertThat(interval.isLate()).isFalse();
    }

    @Test
    void exactlyInTimeCorrectsNothing() {
        var interval = new LaunchInterval(2, MOST);
        interval.written(40);
        interval.written(60);
        interval.read(40);
        interval.advance(20, 20);
        interval.read(60);
        assertThat(interval.total()).isEqualTo(60);
    }

    /** With nothing queued nobody is late, however long it lasts. */
    @Test
    void anEmptyQueueCountsNothing() {
        var interval = new LaunchInterval(1, MOST);
        interval.written(40);
        interval.read(40);
        interval.advance(70, 70);
        assertThat(interval.isLate()).isTrue();
        interval.empty();
        interval.advance(500, 500);
        assertThat(interval.error()).isZero();
        interval.written(60);
        interval.read(60);
        assertThat(interval.total()).isEqualTo(60);
        assertThat(interval.error()).isEqualTo(60);
    }

    @Test
    void countersSaturateAndNeverRollOver() {
        var interval = new LaunchInterval(7, 1000);
        interval.read(10);
        interval.advance(Long.MAX_VALUE, Long.MAX_VALUE);
        assertThat(interval.error()).isEqualTo(1000);
        interval.advance(1, 1);
        assertThat(interval.error()).isEqualTo(1000);
        interval.read(0);
        assertThat(interval.total()).isEqualTo(1000);
        interval.written(Long.MAX_VALUE);
        assertThat(interval.total()).isEqualTo(1000);
        var below = new LaunchInterval(1, 1000);
        below.read(500);
        below.read(0);
        assertThat(below.total()).as("not below zero").isZero();
    }

    /** Any way of cutting time into steps gives the same. */
    @Test
    void timeInStepsIsTimeAtOnce() {
        var random = new Random(3);
        for (int run = 0; run < 2000; run++) {
            long rate = 1 + random.nextInt(5);
            var once = new LaunchInterval(rate, 5000);
            var steps = new LaunchInterval(rate, 5000);
            for (int event = 0; event < 20; event++) {
                long value = random.nextInt(300);
                switch (random.nextInt(3)) {
                    case 0 -> {
                        once.written(value);
                        steps.written(value);
                    }
                    case 1 -> {
                        once.read(value);
                        steps.read(value);
                    }
                    default -> {
                        once.advance(value, value);
                        for (long c = 0; c < value; c++) {
                            steps.advance(1, 1);
                        }
                    }
                }
                assertThat(steps.total()).isEqualTo(once.total());
                assertThat(steps.error()).isEqualTo(once.error());
                assertThat(steps.isLate()).isEqualTo(once.isLate());
            }
        }
    }

    @Test
    void latencyIsTheMeanOfTheLastEight() {
        var latency = new HullLatency();
        for (int g = 1; g <= 20; g++) {
            latency.completed(10L * g);
        }
        assertThat(latency.count()).isEqualTo(8);
        assertThat(latency.sum()).isEqualTo(10 * (13 + 14 + 15 + 16 + 17 + 18 + 19 + 20));
    }

    private static HullThrottle throttle(Throttle options, int engines) {
        return new HullThrottle(options, engines, 1, MOST);
    }

    @Test
    void limitsChangeExactlyAtTheThresholds() {
        var throttle = throttle(Throttle.ON, 1);
        throttle.launch(0);
        throttle.advance(100);
        assertThat(throttle.limit()).as("no latency known").isEqualTo(HullThrottle.UNLIMITED);
        throttle.complete(0, 0, 0);
        assertThat(throttle.meanLatency()).isEqualTo(100);
        assertThat(throttle.handOn(801)).isTrue();
        assertThat(throttle.limit()).as("just above 8").isEqualTo(2);
        throttle.advance(1);
        assertThat(throttle.limit()).as("exactly 8 latencies").isEqualTo(4);
        throttle.advance(399);
        assertThat(throttle.limit()).as("just above 4").isEqualTo(4);
        throttle.advance(1);
        assertThat(throttle.limit()).as("exactly 4").isEqualTo(8);
        throttle.advance(199);
        assertThat(throttle.limit()).as("just above 2").isEqualTo(8);
        throttle.advance(1);
        assertThat(throttle.limit()).as("exactly 2").isEqualTo(HullThrottle.UNLIMITED);
        // And back at once: there is no hysteresis.
        throttle.launch(0);
        throttle.complete(0, 1, 100);
        assertThat(throttle.handOn(1)).isTrue();
        assertThat(throttle.limit()).isEqualTo(8);
    }

    /** The mean is not rounded: 3 and 4 are 3.5, of which 2 are 7. */
    @Test
    void theMeanIsNotRounded() {
        var throttle = throttle(Throttle.ON, 1);
        for (int g = 0; g < 2; g++) {
            throttle.launch(0);
            throttle.complete(0, g, 3 + g);
        }
        assertThat(throttle.handOn(7)).isTrue();
        assertThat(throttle.limit()).isEqualTo(HullThrottle.UNLIMITED);
        assertThat(throttle.meanLatency()).isEqualTo(3);
        assertThat(throttle.handOn(1)).isTrue();
        assertThat(throttle.limit()).isEqualTo(8);
    }

    /** As many as the limit says, and not one more, on the engine that has the fewest. */
    @Test
    void aLimitCountsTheEmptiestEngine() {
        for (int cap = 1; cap <= 3; cap++) {
            var throttle = throttle(Throttle.cap(cap), 3);
            for (int g = 0; g < 3 * cap; g++) {
                assertThat(throttle.mayLaunch()).isTrue();
                assertThat(throttle.emptiest()).isEqualTo(g % 3);
                throttle.launch(throttle.emptiest());
            }
            assertThat(throttle.mayLaunch()).isFalse();
            throttle.complete(0, 0, 0);
            throttle.complete(1, 1, 0);
            assertThat(throttle.handOn(1)).isTrue();
            assertThat(throttle.handOn(1)).isTrue();
            throttle.retire();
            throttle.retire();
            assertThat(throttle.emptiest()).as("the first of two").isZero();
            throttle.launch(0);
            assertThat(throttle.emptiest()).isEqualTo(1);
            assertThat(throttle.mayLaunch()).isTrue();
            throttle.launch(1);
            assertThat(throttle.mayLaunch()).isFalse();
            assertThat(throttle.mostInFlight()).isEqualTo(3 * cap);
        }
    }

    /** Off has no limit, and a cap its own, whatever counters say. */
    @Test
    void otherModesIgnoreTheCounters() {
        for (var options : new Throttle[] {Throttle.OFF, Throttle.cap(5), Throttle.ON}) {
            var throttle = throttle(options, 1);
            throttle.launch(0);
            throttle.complete(0, 0, 1);
            assertThat(throttle.handOn(1000)).isTrue();
            int expected =
                    switch (options.mode()) {
                        case OFF -> HullThrottle.UNLIMITED;
                        case CAP -> 5;
                        case ON -> 2;
                    };
            assertThat(throttle.limit()).isEqualTo(expected);
        }
    }

    /** What a group waits for besides counts as its latency. */
    @Test
    void latencyIsFromLaunchToCompletionAndWhatIsAdded() {
        var throttle = throttle(Throttle.ON, 2);
        throttle.advance(1000);
        throttle.launch(0);
        throttle.advance(30);
        throttle.launch(1);
        throttle.advance(70, 5);
        throttle.complete(0, 0, 0);
        assertThat(throttle.meanLatency()).isEqualTo(100);
        throttle.complete(1, 1, 10);
        assertThat(throttle.meanLatency()).isEqualTo((100 + 70 + 10) / 2);
    }

    /** Reads are in order of hand-on, once each, whatever begins first. */
    @Test
    void groupsAreReadInOrder() {
        var throttle = throttle(Throttle.ON, 1);
        for (int g = 0; g < 200; g++) {
            throttle.launch(0);
            throttle.complete(0, g, 0);
            assertThat(throttle.handOn(g + 1)).isTrue();
        }
        long total = 200 * 201 / 2;
        assertThat(throttle.total()).isEqualTo(total);
        throttle.read(0);
        assertThat(throttle.error()).isEqualTo(1);
        // 1..3 are read and done with at once: their estimates were too much.
        throttle.read(3);
        assertThat(throttle.error()).isEqualTo(4);
        assertThat(throttle.total()).isEqualTo(total - 1 - 2 - 3);
        throttle.read(3);
        throttle.read(1);
        assertThat(throttle.error()).as("read before").isEqualTo(4);
        throttle.read(199);
        assertThat(throttle.error()).isEqualTo(200);
        assertThat(throttle.total()).isEqualTo(200);
        throttle.idle();
        assertThat(throttle.error()).isZero();
        assertThat(throttle.total()).isZero();
        assertThatThrownBy(() -> throttle.read(200))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("group 200 has not been handed on");
    }

    /** More groups wait to be read than there was room for, after others were read. */
    @Test
    void noEstimateIsLostWhereverReadingStands() {
        var throttle = throttle(Throttle.ON, 1);
        for (int g = 0; g < 133; g++) {
            throttle.launch(0);
            throttle.complete(0, g, 0);
            assertThat(throttle.handOn(g + 1)).isTrue();
            if (g == 31) {
                throttle.read(30);
            } else if (g == 32) {
                throttle.read(32);
            }
        }
        for (int g = 33; g < 133; g++) {
            throttle.read(g);
            assertThat(throttle.error()).isEqualTo(g + 1);
        }
    }

    /** Retired in order of launches: the first launched leaves its engine first. */
    @Test
    void groupsAreRetiredInOrder() {
        var throttle = throttle(Throttle.cap(1), 2);
        throttle.launch(1);
        throttle.launch(0);
        throttle.complete(0, 1, 0);
        assertThat(throttle.handOn(1)).as("the first is not complete").isFalse();
        throttle.complete(1, 0, 0);
        assertThat(throttle.handOn(1)).isTrue();
        assertThat(throttle.handOn(1)).isTrue();
        assertThat(throttle.mayLaunch()).isFalse();
        throttle.retire();
        assertThat(throttle.mayLaunch()).isTrue();
        assertThat(throttle.emptiest()).isEqualTo(1);
        assertThat(throttle.inFlight()).isOne();
    }

    /** The error counter runs by a clock of its own, the total by the other. */
    @Test
    void twoClocks() {
        var interval = new LaunchInterval(1, MOST);
        interval.written(100);
        interval.written(100);
        interval.read(100);
        interval.advance(10, 40);
        assertThat(interval.total()).isEqualTo(190);
        assertThat(interval.error()).isEqualTo(60);
        interval.advance(20, 80);
        assertThat(interval.total()).isEqualTo(170);
        assertThat(interval.error()).isEqualTo(20);
        assertThat(interval.isLate()).isTrue();
        interval.done();
        assertThat(interval.total()).isEqualTo(190);
        assertThat(interval.error()).isZero();
        interval.advance(5, 20);
        assertThat(interval.total()).isEqualTo(185);
        assertThat(interval.error()).as("nothing is read").isZero();
        assertThatThrownBy(() -> interval.advance(0, -1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void settingsMustBeInOrder() {
        assertThatThrownBy(() -> new Throttle.Limits(2, 2, 4, 4, 8, 8))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Throttle.Limits(8, 0, 4, 4, 2, 8))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
