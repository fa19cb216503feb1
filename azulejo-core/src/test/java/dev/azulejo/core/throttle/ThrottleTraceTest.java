package dev.azulejo.core.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.report.ThrottleSample;

import org.junit.jupiter.api.Test;

class ThrottleTraceTest {
    @Test
    void aLongTraceIsThinnedEvenly() {
        var trace = new ThrottleTrace();
        int samples = 5 * ThrottleTrace.CAPACITY;
        for (int i = 1; i <= samples; i++) {
            trace.add(10L * i, i, 2 * i, 3L * i, 4L * i, 5L * i);
        }
        var kept = trace.samples();
        assertThat(kept).hasSizeBetween(ThrottleTrace.CAPACITY / 2, ThrottleTrace.CAPACITY);
        long step = kept.getLast().ns() - kept.get(kept.size() - 2).ns();
        assertThat(step).isEqualTo(80);
        for (var sample : kept) {
            int i = sample.inFlight();
            assertThat(sample)
                    .isEqualTo(new ThrottleSample(10L * i, i, 2 * i, 3L * i, 4L * i, 5L * i));
        }
        assertThat(kept.getLast().ns()).isGreaterThan(10L * (samples - 16));
        trace.clear();
        trace.add(1, 1, 1, 1, 1, 1);
        assertThat(trace.samples()).hasSize(1);
    }
}
