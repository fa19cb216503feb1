package dev.azulejo.cli;

import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What frames say of parts of early Z that were asked for, and made no difference. */
final class EarlyZReport {
    /** What is on where nobody names parts; views say something where there are two alone. */
    private static final Set<EarlyZ.Part> USUAL = EarlyZ.ON.without(EarlyZ.Part.VIEWS).parts();

    private final EarlyZ early;
    private final Map<Counter, Long> sums = new EnumMap<>(Counter.class);
    private final List<Share> shares =
            List.of(
                    new Share(
                            EarlyZ.Part.RASTER,
                            "raster: nothing was hidden that it asked about",
                            "raster: it asked nothing in %d phase(s) of several epochs; fed"
                                    + " backward, it asks there",
                            Counter.RASTER_TOO_LATE,
                            Counter.RASTER_HIDDEN,
                            Counter.RASTER_GROUPS_HIDDEN,
                            Counter.RASTER_EIGHTS_HIDDEN,
                            Counter.RASTER_BLOCKS_HIDDEN,
                            Counter.RASTER_QUADS_HIDDEN),
                    new Share(
                            EarlyZ.Part.TILES,
                            "tiles: no triangle was hidden in any",
                            "tiles: they asked nothing in %d phase(s) of several epochs in windows"
                                    + " or with patches",
                            Counter.LISTS_TOO_LATE,
                            Counter.TILE_ENTRIES_HIDDEN),
                    new Share(
                            EarlyZ.Part.AFTER,
                            "after: no triangle was hidden that was tested again",
                            "after: nothing was tested again in %d phase(s) of several epochs, in"
                                    + " windows with patches or fed backward",
                            Counter.AGAIN_TOO_LATE,
                            Counter.TRIANGLES_HIDDEN_AFTER),
                    new Share(
                            EarlyZ.Part.CLUSTERS,
                            "clusters: none was hidden",
                            Counter.CLUSTERS_HIDDEN),
                    new Share(
                            EarlyZ.Part.BEFORE,
                            "before: no triangle was hidden",
                            Counter.TRIANGLES_HIDDEN_BEFORE),
                    new Share(
                            EarlyZ.Part.FULL_DEPTH,
                            "full: no triangle was hidden in full depth",
                            Counter.TRIANGLES_HIDDEN_FULL));

    /** What a part saves, and what is said where that is nothing. */
    private final class Share {
        private final EarlyZ.Part part;
        private final String nothing;
        private final String late;
        private final Counter phases;
        private final Counter[] saves;

        /**
         * Of a part that comes too late to ask in some phases.
         *
         * @param nothing what is said where it asked and saved nothing
         * @param late what is said where it came too late, with the number of phases
         * @param phases the counter of those
         */
        Share(EarlyZ.Part part, String nothing, String late, Counter phases, Counter... saves) {
            this.part = part;
            this.nothing = nothing;
            this.late = late;
            this.phases = phases;
            this.saves = saves;
        }

        /** Of a part that is never late. */
        Share(EarlyZ.Part part, String nothing, Counter saves) {
            this(part, nothing, nothing, null, saves);
        }

        private boolean isLate() {
            return phases != null && sum(phases) > 0;
        }

        /** Whether it saved nothing, though it came too late or something was drawn. */
        boolean idle() {
            boolean given = !usual(part) && sum(Counter.DRAWS) > 0;
            return early.parts().contains(part) && (isLate() || given) && sum(saves) == 0;
        }

        String said() {
            if (part == EarlyZ.Part.CLUSTERS && sum(Counter.CLUSTERS_TESTED) == 0) {
                return "clusters: no draw call has bounds of any";
            }
            return isLate() ? late.formatted(sum(phases)) : nothing;
        }
    }

    EarlyZReport(EarlyZ early) {
        this.early = early;
    }

    /** Whether a part is on like all others, and not because it was named. */
    private boolean usual(EarlyZ.Part part) {
        return USUAL.contains(part) && early.parts().containsAll(USUAL);
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
        shares.stream().filter(Share::idle).forEach(part -> all.add(part.said()));
        finest(all);
        if (early.records() != EarlyZ.UNBOUNDED
                && sum(Counter.EPOCHS) > 0
                && sum(Counter.CULLING_STOPS) == 0) {
            all.add(
                    "records: culling never stopped for them; a bit a primitive was kept in place"
                            + " of triangles all the same");
        }
        return all;
    }

    /** Of smaller groups that the rasteriser asks about. */
    private void finest(List<String> all) {
        if (!early.raster() || sum(Counter.DRAWS) == 0) {
            return;
        }
        var finer =
                switch (early.finest()) {
                    case 8 -> Counter.RASTER_EIGHTS_HIDDEN;
                    case 4 -> Counter.RASTER_BLOCKS_HIDDEN;
                    case 2 -> Counter.RASTER_QUADS_HIDDEN;
                    default -> null;
                };
        if (finer != null && sum(finer) == 0) {
            int side = early.finest();
            all.add("raster=%d: no group of %dx%d was hidden".formatted(side, side, side));
        }
    }
}
