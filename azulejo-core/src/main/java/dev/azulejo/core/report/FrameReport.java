package dev.azulejo.core.report;

import java.util.EnumMap;
import java.util.Map;

/**
 * What the last submit did. Owned by the device and overwritten by its next submit; {@link
 * #counters()} copies.
 */
public final class FrameReport {
    private final Counts counts = new Counts();
    private long geometryNs;
    private long tilesNs;
    private long totalNs;

    /** Returns one counter. */
    public long get(Counter counter) {
        return counts.get(counter);
    }

    /** Returns a copy of all counters, in declaration order. */
    public Map<Counter, Long> counters() {
        var copy = new EnumMap<Counter, Long>(Counter.class);
        for (var counter : Counter.values()) {
            copy.put(counter, counts.get(counter));
        }
        return copy;
    }

    /** Wall time of the geometry stages (vertex shading to binning), in nanoseconds. */
    public long geometryNs() {
        return geometryNs;
    }

    /** Wall time of the tile stages (rasterisation to resolve), in nanoseconds. */
    public long tilesNs() {
        return tilesNs;
    }

    /** Wall time of the whole submit, in nanoseconds. */
    public long totalNs() {
        return totalNs;
    }

    /** For the device: forgets the previous frame. */
    public void begin() {
        counts.clear();
        geometryNs = 0;
        tilesNs = 0;
        totalNs = 0;
    }

    /** For the device: adds one worker's counters. */
    public void add(Counts worker) {
        counts.addAll(worker);
    }

    /** For the device: adds stage times of one phase. */
    public void addTimes(long phaseGeometryNs, long phaseTilesNs) {
        geometryNs += phaseGeometryNs;
        tilesNs += phaseTilesNs;
    }

    /** For the device: closes the frame. */
    public void end(long frameNs) {
        totalNs = frameNs;
    }
}
