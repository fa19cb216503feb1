package dev.azulejo.core.report;

import java.util.Arrays;

/** Fills in a report. Belongs to a device, whose users get the report alone. */
public final class FrameRecorder {
    private final FrameReport report = new FrameReport();

    /** Returns the report, the same for every frame. */
    public FrameReport report() {
        return report;
    }

    /** Forgets the previous frame. */
    public void begin() {
        report.counts.clear();
        report.geometryNs = 0;
        report.tilesNs = 0;
        report.placingNs = 0;
        report.cullingNs = 0;
        report.fullDepthNs = 0;
        report.totalNs = 0;
        report.reuseNs = 0;
        report.reuseSavedNs = 0;
        report.peakGeometryBytes = 0;
        report.parkedBytes = 0;
        report.mostGroupsInFlight = 0;
        Arrays.fill(report.starvedNs, 0);
    }

    /** Adds one worker's counters. */
    public void add(Counts worker) {
        report.counts.addAll(worker);
    }

    /** Adds stage times of one phase, nanoseconds. */
    public void addTimes(long phaseGeometryNs, long phaseTilesNs) {
        report.geometryNs += phaseGeometryNs;
        report.tilesNs += phaseTilesNs;
    }

    /** Adds times of early Z in one phase, parts of the geometry stages', nanoseconds. */
    public void addCullTimes(long placing, long culling, long fullDepth) {
        report.placingNs += placing;
        report.cullingNs += culling;
        report.fullDepthNs += fullDepth;
    }

    /** Adds what reuse took and saved in one phase, nanoseconds of all workers. */
    public void addReuseTimes(long phaseReuseNs, long phaseSavedNs) {
        report.reuseNs += phaseReuseNs;
        report.reuseSavedNs += phaseSavedNs;
    }

    /**
     * Adds memory of geometry in one phase.
     *
     * @param bytes most at a time
     * @param parked of those, samples that waited between windows
     */
    public void addGeometry(long bytes, long parked) {
        if (bytes > report.peakGeometryBytes) {
            report.peakGeometryBytes = bytes;
            report.parkedBytes = parked;
        }
    }

    /**
     * Adds a frame of a GPU that worked at the same time as others: counters and memory add up, and
     * so do times, but for those of the stages, of which the longest counts.
     */
    public void addBeside(FrameReport other) {
        report.counts.addAll(other.counts);
        report.geometryNs = Math.max(report.geometryNs, other.geometryNs);
        report.tilesNs = Math.max(report.tilesNs, other.tilesNs);
        report.placingNs = Math.max(report.placingNs, other.placingNs);
        report.cullingNs = Math.max(report.cullingNs, other.cullingNs);
        report.fullDepthNs = Math.max(report.fullDepthNs, other.fullDepthNs);
        report.reuseNs += other.reuseNs;
        report.reuseSavedNs += other.reuseSavedNs;
        report.peakGeometryBytes += other.peakGeometryBytes;
        report.parkedBytes += other.parkedBytes;
        report.mostGroupsInFlight += other.mostGroupsInFlight;
        for (int s = 0; s < report.starvedNs.length; s++) {
            report.starvedNs[s] += other.starvedNs[s];
        }
    }

    /** Adds the most groups of patches in flight at a time. */
    public void addGroups(int inFlight) {
        report.mostGroupsInFlight = Math.max(report.mostGroupsInFlight, inFlight);
    }

    /** Adds workers' time without work, nanoseconds. */
    public void addStarved(Starvation what, long ns) {
        report.starvedNs[what.ordinal()] += ns;
    }

    /** Closes the frame, which took so many nanoseconds. */
    public void end(long frameNs) {
        report.totalNs = frameNs;
    }
}
