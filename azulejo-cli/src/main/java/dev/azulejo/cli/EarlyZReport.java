package dev.azulejo.cli;

import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What frames say of parts of early Z that were asked for, and made no difference. */
final class EarlyZReport {
    private final EarlyZ early;
    private final Map<Counter, Long> sums = new EnumMap<>(Counter.class);
    private final List<Late> late =
            List.of(
                    new Late(
                            EarlyZ.Part.RASTER,
                            "raster: it asked nothing in %d phase(s) of several epochs; fed"
                                    + " backward, it asks there",
                            Counter.RASTER_TOO_LATE,
                            Counter.RASTER_HIDDEN,
                            Counter.RASTER_GROUPS_HIDDEN,
                            Counter.RASTER_EIGHTS_HIDDEN,
                            Counter.RASTER_BLOCKS_HIDDEN,
                            Counter.RASTER_QUADS_HIDDEN),
                    new Late(
                            EarlyZ.Part.TILES,
                            "tiles: they asked nothing in %d phase(s) of several epochs in windows"
                                    + " or with patches",
                            Counter.LISTS_TOO_LATE,
                            Counter.TILE_ENTRIES_HIDDEN),
                    new Late(
                            EarlyZ.Part.AFTER,
                            "after: nothing was tested again in %d phase(s) of several epochs, in"
                                    + " windows with patches or fed backward",
                            Counter.AGAIN_TOO_LATE,
                            Counter.TRIANGLES_HIDDEN_AFTER));

    /** A part that comes too late to ask in some phases, and what it saves where it does not. */
    private final class Late {
        private final EarlyZ.Part part;
        private final String text;
        private final Counter phases;
        private final Counter[] saves;

        Late(EarlyZ.Part part, String text, Counter phases, Counter... saves) {
            this.part = part;
            this.text = text;
            this.phases = phases;
            this.saves = saves;
        }

        boolean idle() {
            return early.parts().contains(part) && sum(phases) > 0 && sum(saves) == 0;
        }

        String said() {
            return text.formatted(sum(phases));
        }
    }

    EarlyZReport(EarlyZ early) {
        this.early = early;
    }

    /** Adds a frame's part. */
    void frame(FrameReport report) {
        report.counters().forEach((counter, value) -> sums.merge(counter, value, Long::sum));
    }

    private long sum(Counter... counters) {
        long sum = 0;
        for (var counter : counters) {
            sum += sums.getOrDefault(counter, 0L);
        }
        return sum;
    }

    /** Settings that made no difference, each with the reason. */
    List<String> withoutEffect() {
        List<String> all = new ArrayList<>();
        if (early.mode() != EarlyZ.Mode.ON) {
            return all;
        }
        if (sum(Counter.DRAWS) > 0 && sum(Counter.DRAWS_UNTESTED) == sum(Counter.DRAWS)) {
            all.add("no draw call could be tested: patches, reshaped or excluded ones pass");
            return all;
        }
        if (early.equals(EarlyZ.ON)) {
            return all;
        }
        if (sum(Counter.EPOCHS, Counter.TILES_REVISITED, Counter.RASTER_GROUPS_HIDDEN) == 0
                && sum(Counter.RENDERS_PARTIAL, Counter.RENDERS_UNCHANGED) > 0) {
            all.add("nothing was asked: renders of what has changed do without early Z");
            return all;
        }
        late.stream().filter(Late::idle).forEach(part -> all.add(part.said()));
        if (early.records() != EarlyZ.UNBOUNDED
                && sum(Counter.EPOCHS) > 0
                && sum(Counter.CULLING_STOPS) == 0) {
            all.add(
                    "records: culling never stopped for them; a bit a primitive was kept in place"
                            + " of triangles all the same");
        }
        return all;
    }
}
