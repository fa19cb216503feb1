package dev.azulejo.core.report;

/**
 * Keeps what a report says beyond the next submit of its device. It can be filled again and again,
 * and allocates nothing then.
 */
public final class ReportCopy {
    private final FrameRecorder recorder = new FrameRecorder();

    /** Makes one that says of everything 0. */
    public ReportCopy() {}

    /** Takes over all that a report says now; what was kept before is gone. */
    public void set(FrameReport report) {
        recorder.begin();
        recorder.addBeside(report);
        recorder.end(report.totalNs());
    }

    /** Returns what is kept: the same object each time. */
    public FrameReport report() {
        return recorder.report();
    }
}
