package dev.azulejo.cli;

import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.report.ThrottleSample;

import java.util.List;

/** What a setting's throttle saw in a frame. */
final class ThrottleRun {
    /** No bound was in force. */
    static final int NO_LIMIT = -1;

    final String name;
    final double frameMs;
    final Throttle throttle;
    final int engines;

    /** Of each sample, milliseconds from the beginning of the phase. */
    final double[] ms;

    /** Groups on all engines. */
    final int[] inFlight;

    /** Groups on all engines that were allowed, or {@link #NO_LIMIT}. */
    final int[] limit;

    final long[] total;
    final long[] error;
    final long[] latency;

    ThrottleRun(
            String name,
            double frameMs,
            List<ThrottleSample> samples,
            Throttle throttle,
            int engines) {
        int count = samples.size();
        this.name = name;
        this.frameMs = frameMs;
        this.throttle = throttle;
        this.engines = engines;
        ms = new double[count];
        inFlight = new int[count];
        limit = new int[count];
        total = new long[count];
        error = new long[count];
        latency = new long[count];
        for (int s = 0; s < count; s++) {
            var sample = samples.get(s);
            ms[s] = sample.ns() / 1e6;
            inFlight[s] = sample.inFlight();
            boolean free = sample.limit() == ThrottleSample.UNLIMITED;
            limit[s] = free ? NO_LIMIT : sample.limit() * engines;
            total[s] = sample.total();
            error[s] = sample.error();
            latency[s] = sample.latency();
        }
    }

    int count() {
        return ms.length;
    }

    /** When the last sample was taken. */
    double endMs() {
        return ms.length == 0 ? 0 : ms[ms.length - 1];
    }

    /** Most groups in flight at a time. */
    static int mostInFlight(List<ThrottleSample> samples) {
        return samples.stream().mapToInt(ThrottleSample::inFlight).max().orElse(0);
    }
}
