package dev.azulejo.core.report;

import java.util.EnumMap;
import java.util.Map;

/**
 * What the last submit did. Its device's next submit overwrites it; {@link #counters()} copies.
 * Filled in by a {@link FrameRecorder}.
 */
public final class FrameReport {
    final Counts counts = new Counts();
    long geometryNs;
    long tilesNs;
    long totalNs;
    long reuseNs;
    long reuseSavedNs;
    long peakGeometryBytes;
    long parkedBytes;
    int mostGroupsInFlight;
    final long[] starvedNs = new long[Starvation.values().length];

    FrameReport() {}

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

    /** Of {@link #peakGeometryBytes}, samples that waited between windows. */
    public long parkedBytes() {
        return parkedBytes;
    }

    /** Most groups of patches that were in flight at a time. */
    public int mostGroupsInFlight() {
        return mostGroupsInFlight;
    }

    /** Time of all workers without work while patches were taken in, in nanoseconds. */
    public long starvedNs() {
        long sum = 0;
        for (long ns : starvedNs) {
            sum += ns;
        }
        return sum;
    }

    /** The part of that in which they waited for one thing. */
    public long starvedNs(Starvation what) {
        return starvedNs[what.ordinal()];
    }

    /** Wall time of the whole submit, in nanoseconds. */
    public long totalNs() {
        return totalNs;
    }
}
