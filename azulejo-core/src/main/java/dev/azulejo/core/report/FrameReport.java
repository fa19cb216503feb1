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
    private long reuseNs;
    private long reuseSavedNs;
    private long peakGeometryBytes;
    private long starvedNs;

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

    /** Time of all workers for hashing and comparing tiles, in nanoseconds. */
    public long reuseNs() {
        return reuseNs;
    }

    /**
     * Time of all workers that tiles saved which kept their pixels, in nanoseconds: an estimate,
     * what tiles with something on them took on average that were rendered. Geometry that was left
     * out is not in it.
     */
    public long reuseSavedNs() {
        return reuseSavedNs;
    }

    /**
     * Most memory that geometry on its way took at a time, in bytes: what the stages hand to each
     * other, triangle records, vertex data, lists of tiles, and samples that wait between windows.
     */
    public long peakGeometryBytes() {
        return peakGeometryBytes;
    }

    /** Time of all workers without work while patches were taken in, in nanoseconds. */
    public long starvedNs() {
        return starvedNs;
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
        reuseNs = 0;
        reuseSavedNs = 0;
        peakGeometryBytes = 0;
        starvedNs = 0;
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

    /** For the device: adds what reuse took and saved in one phase. */
    public void addReuseTimes(long phaseReuseNs, long phaseSavedNs) {
        reuseNs += phaseReuseNs;
        reuseSavedNs += phaseSavedNs;
    }

    /** For the device: adds memory of geometry, and workers' time without work. */
    public void addGeometry(long bytes, long starved) {
        peakGeometryBytes = Math.max(peakGeometryBytes, bytes);
        starvedNs += starved;
    }

    /** For the device: closes the frame. */
    public void end(long frameNs) {
        totalNs = frameNs;
    }
}
