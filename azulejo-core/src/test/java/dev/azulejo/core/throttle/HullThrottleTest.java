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
        interval.advance(20);
        assertThat(interval.total()).isEqualTo(90);
        interval.advance(31);
        assertThat(interval.total()).isZero();
    }

    @Test
    void theFirstReadCorrectsNothing() {
        var interval = new LaunchInterval(1, MOST);
        interval.written(40);
        interval.advance(10);
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
        interval.advance(25);
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
        interval.advance(40);
        assertThat(interval.error()).isZero();
        assertThat(interval.isLate()).isTrue();
        interval.advance(13);
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
        interval.advance(20);
        interval.read(60);
        assertThat(interval.total()).isEqualTo(60);
    }

    /** With nothing queued nobody is late, however long it lasts. */
    @Test
    void anEmptyQueueCountsNothing() {
        var interval = new LaunchInterval(1, MOST);
        interval.written(40);
        interval.read(40);
        interval.advance(70);
        assertThat(interval.isLate()).isTrue();
        interval.empty();
        interval.advance(500);
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
        interval.advance(Long.MAX_VALUE);
        assertThat(interval.error()).isEqualTo(1000);
        interval.advance(1);
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
                        once.advance(value);
                        for (long c = 0; c < value; c++) {
                            steps.advance(1);
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

    @Test
    void limitsChangeExactlyAtTheThresholds() {
        var latency = new HullLatency();
        var interval = new LaunchInterval(1, MOST);
        var throttle = new HullThrottle(Throttle.Limits.DEFAULT, interval, latency);
        interval.written(801);
        assertThat(throttle.limit()).as("no latency known").isEqualTo(HullThrottle.UNLIMITED);
        latency.completed(100);
        assertThat(throttle.limit()).isEqualTo(2);
        interval.advance(1);
        assertThat(throttle.limit()).as("exactly 8 latencies").isEqualTo(4);
        interval.advance(399);
        assertThat(throttle.limit()).as("just above 4").isEqualTo(4);
        interval.advance(1);
        assertThat(throttle.limit()).as("exactly 4").isEqualTo(8);
        interval.advance(199);
        assertThat(throttle.limit()).as("just above 2").isEqualTo(8);
        interval.advance(1);
        assertThat(throttle.limit()).as("exactly 2").isEqualTo(HullThrottle.UNLIMITED);
        // And back at once: there is no hysteresis.
        interval.written(1);
        assertThat(throttle.limit()).isEqualTo(8);
    }

    @Test
    void settingsMustBeInOrder() {
        assertThatThrownBy(() -> new Throttle.Limits(2, 2, 4, 4, 8, 8))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Throttle.Limits(8, 0, 4, 4, 2, 8))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
