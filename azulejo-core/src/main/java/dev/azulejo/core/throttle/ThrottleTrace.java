package dev.azulejo.core.throttle;

import dev.azulejo.core.report.ThrottleSample;

import java.util.List;
import java.util.stream.IntStream;

/**
 * What a throttle saw over time: samples in arrays of a fixed size. When they are full, every other
 * sample is dropped, and from then on every other one left out. Owned by one thread.
 */
public final class ThrottleTrace {
    /** Most samples. */
    public static final int CAPACITY = 4096;

    private final long[] time = new long[CAPACITY];
    private final int[] inFlight = new int[CAPACITY];
    private final int[] limit = new int[CAPACITY];
    private final long[] total = new long[CAPACITY];
    private final long[] error = new long[CAPACITY];
    private final long[] latency = new long[CAPACITY];
    private int count;
    private int step = 1;
    private int skipped;

    /** With no samples. */
    public ThrottleTrace() {}

    /** Forgets all samples. */
    public void clear() {
        count = 0;
        step = 1;
        skipped = 0;
    }

    /** Adds a sample. */
    public void add(
            long now,
            int groupsInFlight,
            int limitPerEngine,
            long totalCounter,
            long errorCounter,
            long meanLatency) {
        if (++skipped < step) {
            return;
        }
        skipped = 0;
        if (count == CAPACITY) {
            thin();
        }
        time[count] = now;
        inFlight[count] = groupsInFlight;
        limit[count] = limitPerEngine;
        total[count] = totalCounter;
        error[count] = errorCounter;
        latency[count++] = meanLatency;
    }

    private void thin() {
        step *= 2;
        count /= 2;
        for (int i = 0; i < count; i++) {
            time[i] = time[2 * i];
            inFlight[i] = inFlight[2 * i];
            limit[i] = limit[2 * i];
            total[i] = total[2 * i];
            error[i] = error[2 * i];
            latency[i] = latency[2 * i];
        }
    }

    /** Returns copies of the samples, in order. */
    public List<ThrottleSample> samples() {
        return IntStream.range(0, count)
                .mapToObj(
                        i ->
                                new ThrottleSample(
                                        time[i],
                                        inFlight[i],
                                        limit[i],
                                        total[i],
                                        error[i],
                                        latency[i]))
                .toList();
    }
}
