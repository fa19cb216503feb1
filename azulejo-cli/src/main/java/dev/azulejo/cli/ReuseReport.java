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
    /** Views of a draw call, each of which counts as one. */
    private static final int MOST_VIEWS = 2;

    private static final Reuse.Limits USUAL = Reuse.AUTO.limits();

    private final Reuse reuse;
    private final Map<Counter, Long> sums = new EnumMap<>(Counter.class);

    private long mostDraws;
    private long mostMemory;
    private long mostBlocks;

    ReuseReport(Reuse reuse) {
        this.reuse = reuse;
    }

    /** Adds a frame's part. */
    void frame(FrameReport report) {
        report.counters().forEach((counter, value) -> sums.merge(counter, value, Long::sum));
        long draws = report.get(Counter.DRAWS) + report.get(Counter.DRAWS_KEPT);
        mostDraws = Math.max(mostDraws, MOST_VIEWS * draws);
        mostMemory = Math.max(mostMemory, report.get(Counter.REUSE_MEMORY));
        // What is dropped as a cluster is a block as well, and was no chunk
        long blocks =
                report.get(Counter.CHUNKS)
                        + report.get(Counter.CLUSTERS_OUTSIDE)
                        + report.get(Counter.CLUSTERS_HIDDEN)
                        + report.get(Counter.CLUSTERS_ELSEWHERE);
        mostBlocks = Math.max(mostBlocks, blocks);
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
        lowered(all);
        raised(all);
        if (reuse.way() instanceof Reuse.Tiles tiles
                && tiles.shaderIds()
                && sum(Counter.TILES_ENDED_PROGRAMS) == 0) {
            all.add("programs: no tile was told apart by them");
        }
        if (!reuse.region().equals(Reuse.AUTO.region()) && sum(Counter.TILES_NOT_SELECTED) == 0) {
            all.add("region: no tile lies outside it");
        }
        return all;
    }

    /** Limits below the usual ones that nothing reached. */
    private void lowered(List<String> all) {
        var limits = reuse.limits();
        if (limits.tilePrimitives() < USUAL.tilePrimitives()
                && sum(Counter.TILES_OVER_PRIMITIVES) == 0) {
            all.add("primitives: no tile had more than " + limits.tilePrimitives());
        }
        if (limits.draws() < USUAL.draws() && sum(Counter.RENDERS_OVER_DRAWS) == 0) {
            all.add("draws: no frame had more than " + limits.draws());
        }
        if (limits.megabytes() < USUAL.megabytes() && tooLarge() == 0) {
            all.add("memory: nothing took more than %d megabytes".formatted(limits.megabytes()));
        }
        if (blocks() < Reuse.Blocks.DEFAULT.blocks() && sum(Counter.RENDERS_OVER_BLOCKS) == 0) {
            all.add("blocks: no frame had more than " + blocks());
        }
    }

    /**
     * Limits above the usual ones where all that there was fits within those: what a frame has as a
     * whole bounds what a target of it has. Of primitives the usual limit is the highest.
     */
    private void raised(List<String> all) {
        var limits = reuse.limits();
        if (limits.draws() > USUAL.draws() && mostDraws <= USUAL.draws()) {
            all.add("draws: no frame had more than the usual " + USUAL.draws());
        }
        boolean fits = mostMemory <= (long) USUAL.megabytes() << 20;
        if (limits.megabytes() > USUAL.megabytes() && fits && tooLarge() == 0) {
            all.add(
                    "memory: nothing took more than the usual %d megabytes"
                            .formatted(USUAL.megabytes()));
        }
        int usual = Reuse.Blocks.DEFAULT.blocks();
        if (blocks() > usual && mostBlocks <= usual) {
            all.add("blocks: no frame had more than the usual " + usual);
        }
    }

    /** Tiles and renders that were not compared since they took too much memory. */
    private long tooLarge() {
        return sum(Counter.TILES_OVER_MEMORY) + sum(Counter.RENDERS_OVER_MEMORY);
    }

    /** The limit of blocks; the usual one where no blocks are compared. */
    private int blocks() {
        return reuse.way() instanceof Reuse.Blocks blocks
                ? blocks.blocks()
                : Reuse.Blocks.DEFAULT.blocks();
    }
}
