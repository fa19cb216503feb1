package dev.azulejo.cli;

import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;

import java.util.List;

/** What a JSON report says of reuse that was asked for and had nothing to compare with. */
final class ReuseReport {
    private final boolean asked;
    private long compared;

    ReuseReport(Reuse reuse) {
        asked = reuse.mode() != Reuse.Mode.OFF && !reuse.equals(Reuse.AUTO);
    }

    /** Adds a frame's part. */
    void frame(FrameReport report) {
        // A tile of which nothing is known ends at its header, or by its size
        compared +=
                report.get(Counter.TILES_TESTED)
                        - report.get(Counter.TILES_ENDED_HEADER)
                        - report.get(Counter.TILES_OVER_PRIMITIVES)
                        - report.get(Counter.TILES_OVER_MEMORY)
                        + report.get(Counter.TILES_STILL_EMPTY)
                        + report.get(Counter.RENDERS_PARTIAL)
                        + report.get(Counter.RENDERS_UNCHANGED);
    }

    /** The reason if it was asked for and made no difference; else empty. */
    List<String> withoutEffect() {
        return asked && compared == 0
                ? List.of("reuse: no tile was held against what it was in a frame before")
                : List.of();
    }
}
