package dev.azulejo.core.report;

import java.util.EnumMap;
import java.util.Map;

/**
 * What the last submit did. Its device's next submit overwrites it; {@link #counters()} copies, and
 * so does a {@link ReportCopy}. Filled in by a {@link FrameRecorder}.
 */
public final class FrameReport {
    final Counts counts = new Counts();
    long geometryNs;
    long tilesNs;
    long placingNs;
    long cullingNs;
    long fullDepthNs;
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

    /** Of the geometry stages' time, that in which early Z placed clusters, in nanoseconds. */
    public long placingNs() {
        return placingNs;
    }

    /** Of the geometry stages' time, that in which chunks were culled and replayed, nanoseconds. */
    public long cullingNs() {
        return cullingNs;
    }

    /** Of the geometry stages' time, that in which early Z drew full depth, in nanoseconds. */
    public long fullDepthNs() {
        return fullDepthNs;
    }

    /** Wall time of the tile stages (rasterisation to resolve), in nanoseconds. */
    public long tilesNs() {
        return tilesNs;
    }

    /**
     * Time for hashing and comparing tiles, of all workers, and for comparing draw calls, of the
     * submitting thread, in nanoseconds.
     */
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
