package dev.azulejo.core.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThrottleTraceTest {
    @Test
    void aLongTraceIsThinnedEvenly() {
        var trace = new ThrottleTrace();
        int samples = 5 * ThrottleTrace.CAPACITY;
        for (int i = 1; i <= samples; i++) {
            trace.add(10L * i, i, 2 * i, 3L * i, 4L * i, 5L * i);
        }
        assertThat(trace.count()).isBetween(ThrottleTrace.CAPACITY / 2, ThrottleTrace.CAPACITY);
        long step = trace.time(trace.count() - 1) - trace.time(trace.count() - 2);
        assertThat(step).isEqualTo(80);
        for (int s = 0; s < trace.count(); s++) {
            int i = trace.inFlight(s);
            assertThat(trace.time(s)).isEqualTo(10L * i);
            assertThat(trace.limit(s)).isEqualTo(2 * i);
            assertThat(trace.total(s)).isEqualTo(3L * i);
            assertThat(trace.error(s)).isEqualTo(4L * i);
            assertThat(trace.latency(s)).isEqualTo(5L * i);
        }
        assertThat(trace.time(trace.count() - 1)).isGreaterThan(10L * (samples - 16));
        trace.clear();
        trace.add(1, 1, 1, 1, 1, 1);
        assertThat(trace.count()).isOne();
    }
}
