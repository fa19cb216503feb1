package dev.azulejo.core.throttle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What counters do exactly where they begin, end or turn over. */
class CountersAtTheirBoundsTest {
    private static final long MOST = Long.MAX_VALUE / 4;

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 2305843009213693951", "2305843009213693951, 1"})
    void anIntervalTakesWhatIsInRange(long rate, long most) {
        assertThat(new LaunchInterval(rate, most).total()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 0", "-1, 1", "1, 2305843009213693952"})
    void anIntervalRefusesWhatIsNot(long rate, long most) {
        assertThat(MOST).isEqualTo(2305843009213693951L);
        assertThatThrownBy(() -> new LaunchInterval(rate, most))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("primitivesPerCycle=" + rate);
    }

    /** As many cycles as fit leave what the rate does not divide; one more leaves nothing. */
    @Test
    void cyclesCountForWhatTheyMakeUpToTheMost() {
        var interval = new LaunchInterval(3, 10);
        interval.written(10);
        interval.advance(3, 3);
        assertThat(interval.total()).isEqualTo(1);
        interval.written(10);
        interval.advance(4, 4);
        assertThat(interval.total()).isZero();
    }

    @Test
    void aFastRateDoesNotOverflow() {
        var interval = new LaunchInterval(1L << 40, 1L << 60);
        interval.written(1L << 60);
        interval.advance(1, 1);
        assertThat(interval.total()).isEqualTo((1L << 60) - (1L << 40));
        interval.advance(Long.MAX_VALUE, Long.MAX_VALUE);
        assertThat(interval.total()).isZero();
    }

    @Test
    void aGroupMayTakeNoTimeAtAll() {
        var latency = new HullLatency();
        latency.completed(0);
        assertThat(latency.count()).isEqualTo(1);
        assertThat(latency.sum()).isZero();
        assertThatThrownBy(() -> latency.completed(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cycles=-1");
    }

    @Test
    void aFullTraceKeepsEveryOtherSample() {
        var trace = new ThrottleTrace();
        assertThat(trace.samples()).isEmpty();
        for (int i = 0; i < ThrottleTrace.CAPACITY; i++) {
            trace.add(i, i, i, i, i, i);
        }
        assertThat(trace.samples()).hasSize(ThrottleTrace.CAPACITY);
        trace.add(ThrottleTrace.CAPACITY, 0, 0, 0, 0, 0);
        assertThat(trace.samples()).hasSize(ThrottleTrace.CAPACITY / 2 + 1);
        var samples = trace.samples();
        for (int i = 0; i < samples.size(); i++) {
            assertThat(samples.get(i).ns()).isEqualTo(2L * i);
        }
    }

    @Test
    void aQueueKnowsItsEngines() {
        for (int engines = 1; engines <= 4; engines++) {
            var queue = new LaunchQueue(engines);
            for (int launched = 0; launched < 2 * engines; launched++) {
                assertThat(queue.emptiest()).isEqualTo(launched % engines);
                queue.launch(launched % engines, 0);
            }
        }
        assertThatThrownBy(() -> new LaunchQueue(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
