package dev.azulejo.sim.model;

import java.util.EnumMap;
import java.util.Map;

/**
 * What one GPU counted.
 *
 * @param counts of every counter
 */
public record GpuCounts(Map<ModelCounter, Long> counts) {
    /** Copies. */
    public GpuCounts {
        counts = Map.copyOf(counts);
    }

    static GpuCounts of(Tally tally) {
        var counts = new EnumMap<ModelCounter, Long>(ModelCounter.class);
        for (var counter : ModelCounter.values()) {
            counts.put(counter, tally.get(counter));
        }
        return new GpuCounts(counts);
    }

    /** Returns a counter. */
    public long count(ModelCounter counter) {
        return counts.get(counter);
    }
}
