package dev.azulejo.cli;

import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What frames say of parts of early Z that were asked for, and made no difference. */
final class EarlyZReport {
    private final EarlyZ early;
    private long tooLate;
    private long skipped;
    private long mostChunks;
    private long asked;

    EarlyZReport(EarlyZ early) {
        this.early = early;
    }

    /** Adds a frame's part. */
    void frame(FrameReport report) {
        tooLate += report.get(Counter.RASTER_TOO_LATE);
        skipped +=
                report.get(Counter.RASTER_HIDDEN)
                        + report.get(Counter.RASTER_GROUPS_HIDDEN)
                        + report.get(Counter.RASTER_EIGHTS_HIDDEN)
                        + report.get(Counter.RASTER_BLOCKS_HIDDEN)
                        + report.get(Counter.RASTER_QUADS_HIDDEN);
        asked +=
                report.get(Counter.HIZ_READS)
                        + report.get(Counter.HIZ_WRITES)
                        + report.get(Counter.CLUSTERS_TESTED)
                        + report.get(Counter.TRIANGLES_HIDDEN_FULL)
                        + report.get(Counter.RASTER_TOO_LATE);
        mostChunks = Math.max(mostChunks, report.get(Counter.CHUNKS));
    }

    private boolean listed() {
        return early.mode() == EarlyZ.Mode.ON && !early.equals(EarlyZ.ON);
    }

    /** Says that the rasteriser was to ask and could not, in words that may end a line. */
    Optional<String> idleRaster() {
        return listed() && early.raster() && tooLate > 0 && skipped == 0
                ? Optional.of(
                        "raster: it asked nothing in %d phase(s) of several epochs; fed backward, it asks there"
                                .formatted(tooLate))
                : Optional.empty();
    }

    /** Settings other than those of a mode that made no difference, each with the reason. */
    List<String> withoutEffect() {
        List<String> all = new ArrayList<>();
        if (!listed()) {
            return all;
        }
        idleRaster().ifPresent(all::add);
        if (asked == 0 && mostChunks > 0) {
            all.add("no draw call could be tested: patches, reshaped or excluded ones pass");
        } else if (early.records() != EarlyZ.UNBOUNDED && mostChunks <= early.records()) {
            all.add("records: no frame had more than %d chunks".formatted(mostChunks));
        }
        return all;
    }
}
