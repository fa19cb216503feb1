package dev.azulejo.cli;

import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.throttle.HullThrottle;
import dev.azulejo.core.throttle.ThrottleTrace;

/** What a setting's throttle saw in a frame: a copy, since the next frame overwrites the trace. */
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

    ThrottleRun(String name, double frameMs, ThrottleTrace trace, Throttle throttle, int engines) {
        int count = trace.count();
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
            ms[s] = trace.time(s) / 1e6;
            inFlight[s] = trace.inFlight(s);
            boolean free = trace.limit(s) == HullThrottle.UNLIMITED;
            limit[s] = free ? NO_LIMIT : trace.limit(s) * engines;
            total[s] = trace.total(s);
            error[s] = trace.error(s);
            latency[s] = trace.latency(s);
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
    static int mostInFlight(ThrottleTrace trace) {
        int most = 0;
        for (int s = 0; s < trace.count(); s++) {
            most = Math.max(most, trace.inFlight(s));
        }
        return most;
    }
}
