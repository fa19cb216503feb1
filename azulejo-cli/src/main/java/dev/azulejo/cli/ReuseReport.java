package dev.azulejo.cli;

import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a JSON report says of reuse that was asked for and had nothing to compare with, and of
 * limits that were lowered and never reached.
 */
final class ReuseReport {
    private final Reuse reuse;
    private final Map<Counter, Long> sums = new EnumMap<>(Counter.class);

    ReuseReport(Reuse reuse) {
        this.reuse = reuse;
    }

    /** Adds a frame's part. */
    void frame(FrameReport report) {
        report.counters().forEach((counter, value) -> sums.merge(counter, value, Long::sum));
    }

    private long sum(Counter counter) {
        return sums.getOrDefault(counter, 0L);
    }

    /** Tiles and renders that were held against something. */
    private long compared() {
        // A tile of which nothing is known ends at its header, or by its size
        return sum(Counter.TILES_TESTED)
                - sum(Counter.TILES_ENDED_HEADER)
                - sum(Counter.TILES_OVER_PRIMITIVES)
                - sum(Counter.TILES_OVER_MEMORY)
                + sum(Counter.TILES_STILL_EMPTY)
                + sum(Counter.RENDERS_PARTIAL)
                + sum(Counter.RENDERS_UNCHANGED);
    }

    /** What was asked for and made no difference, each with the reason. */
    List<String> withoutEffect() {
        List<String> all = new ArrayList<>();
        if (reuse.mode() == Reuse.Mode.OFF) {
            return all;
        }
        if (compared() == 0 && !reuse.equals(Reuse.AUTO)) {
            all.add("reuse: no tile was held against what it was in a frame before");
            return all;
        }
        var limits = reuse.limits();
        var usual = Reuse.AUTO.limits();
        if (limits.tilePrimitives() < usual.tilePrimitives()
                && sum(Counter.TILES_OVER_PRIMITIVES) == 0) {
            all.add("primitives: no tile had more than " + limits.tilePrimitives());
        }
        if (limits.draws() < usual.draws() && sum(Counter.RENDERS_OVER_DRAWS) == 0) {
            all.add("draws: no frame had more than " + limits.draws());
        }
        if (limits.megabytes() < usual.megabytes()
                && sum(Counter.TILES_OVER_MEMORY) + sum(Counter.RENDERS_OVER_MEMORY) == 0) {
            all.add("memory: nothing took more than %d megabytes".formatted(limits.megabytes()));
        }
        if (reuse.way() instanceof Reuse.Blocks blocks
                && blocks.blocks() < Reuse.Blocks.DEFAULT.blocks()
                && sum(Counter.RENDERS_OVER_BLOCKS) == 0) {
            all.add("blocks: no frame had more than " + blocks.blocks());
        }
        if (!reuse.region().equals(Reuse.AUTO.region()) && sum(Counter.TILES_NOT_SELECTED) == 0) {
            all.add("region: no tile lies outside it");
        }
        return all;
    }
}
