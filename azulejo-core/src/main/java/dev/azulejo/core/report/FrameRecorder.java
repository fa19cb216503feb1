package dev.azulejo.core.report;

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
        report.totalNs = 0;
        report.reuseNs = 0;
        report.reuseSavedNs = 0;
        report.peakGeometryBytes = 0;
        report.starvedNs = 0;
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

    /** Adds what reuse took and saved in one phase, nanoseconds of all workers. */
    public void addReuseTimes(long phaseReuseNs, long phaseSavedNs) {
        report.reuseNs += phaseReuseNs;
        report.reuseSavedNs += phaseSavedNs;
    }

    /** Adds memory of geometry, bytes at a time, and workers' time without work, nanoseconds. */
    public void addGeometry(long bytes, long starved) {
        report.peakGeometryBytes = Math.max(report.peakGeometryBytes, bytes);
        report.starvedNs += starved;
    }

    /** Closes the frame, which took so many nanoseconds. */
    public void end(long frameNs) {
        report.totalNs = frameNs;
    }
}
