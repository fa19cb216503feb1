package dev.azulejo.sim.model;

import dev.azulejo.sim.trace.PatchRows;
import dev.azulejo.sim.trace.TracePhase;

/**
 * What of the patches of a phase somebody tessellates: all of them, or, as azulejo's GPUs of a
 * group do, those whose boxes touch their own regions. Hull stages run for all: they say where
 * patches lie.
 *
 * <p>Simplifications: chunks stay as they were recorded, each with what is left of its patches; a
 * group whose patches were not told one by one lies anywhere.
 */
final class PatchShare {
    /** Says of a box, in units of pixels, whether it is somebody's. */
    @FunctionalInterface
    interface Area {
        boolean touches(int left, int top, int right, int bottom);
    }

    private final TracePhase phase;

    // Of each group.
    private final int[] primitives;
    private final int[] estimates;
    private final int[] elsewhere;

    // Of each chunk; of those that are not made of patches nothing.
    private final int[] chunkPrimitives;
    private final int[] chunkVertices;
    private final int[] chunkUsed;

    /** Primitives of the group under way that earlier chunks have taken. */
    private long taken;

    private PatchShare(TracePhase phase, Area area) {
        this.phase = phase;
        int groups = phase.patches().count();
        int chunks = phase.chunks().count();
        primitives = new int[groups];
        estimates = new int[groups];
        elsewhere = new int[groups];
        chunkPrimitives = new int[chunks];
        chunkVertices = new int[chunks];
        chunkUsed = new int[chunks];
        var touched = new boolean[phase.patches().rows().count()];
        for (int group = 0; group < groups; group++) {
            countGroup(group, area, touched);
        }
        int group = -1;
        for (int chunk = 0; chunk < chunks; chunk++) {
            if (phase.chunks().group(chunk) != group) {
                group = phase.chunks().group(chunk);
                taken = 0;
            }
            if (group >= 0) {
                countChunk(group, chunk, touched);
            }
        }
    }

    /** All patches of a phase. */
    static PatchShare all(TracePhase phase) {
        return new PatchShare(phase, (left, top, right, bottom) -> true);
    }

    /** Those whose boxes touch an area. */
    static PatchShare in(TracePhase phase, Area area) {
        // What shows nowhere has an empty box.
        return new PatchShare(
                phase,
                (left, top, right, bottom) ->
                        right >= left && area.touches(left, top, right, bottom));
    }

    private void countGroup(int group, Area area, boolean[] touched) {
        var patches = phase.patches();
        var rows = patches.rows();
        int first = patches.firstRow(group);
        int end = first + patches.rowCount(group);
        if (first == end) {
            primitives[group] = patches.primitives(group);
            estimates[group] = patches.estimate(group);
            return;
        }
        for (int row = first; row < end; row++) {
            touched[row] = touches(rows, row, area);
            if (touched[row]) {
                primitives[group] += rows.primitives(row);
                estimates[group] += rows.estimate(row);
            } else if (rows.primitives(row) > 0) {
                elsewhere[group]++;
            }
        }
    }

    private static boolean touches(PatchRows rows, int row, Area area) {
        return area.touches(rows.left(row), rows.top(row), rows.right(row), rows.bottom(row));
    }

    /** A chunk is a run of its group's primitives, patch by patch. */
    private void countChunk(int group, int chunk, boolean[] touched) {
        var chunks = phase.chunks();
        var rows = phase.patches().rows();
        int first = phase.patches().firstRow(group);
        int end = first + phase.patches().rowCount(group);
        long from = taken;
        long to = from + chunks.primitives(chunk);
        taken = to;
        if (first == end) {
            chunkPrimitives[chunk] = chunks.primitives(chunk);
            chunkVertices[chunk] = chunks.vertices(chunk);
            chunkUsed[chunk] = chunks.usedVertices(chunk);
            return;
        }
        double points = 0;
        double own = 0;
        long before = 0;
        for (int row = first; row < end && before < to; row++) {
            int made = rows.primitives(row);
            long overlap = Math.min(to, before + made) - Math.max(from, before);
            before += made;
            if (overlap > 0) {
                double part = (double) rows.points(row) * overlap / made;
                points += part;
                own += touched[row] ? part : 0;
                chunkPrimitives[chunk] += touched[row] ? (int) overlap : 0;
            }
        }
        double share = points == 0 ? 0 : own / points;
        chunkVertices[chunk] = (int) Math.ceil(chunks.vertices(chunk) * share - 1e-6);
        chunkUsed[chunk] = (int) Math.ceil(chunks.usedVertices(chunk) * share - 1e-6);
    }

    /** Returns how many primitives the tessellator makes of a group. */
    int primitives(int group) {
        return primitives[group];
    }

    /** Returns how many its inside factors say it makes. */
    int estimate(int group) {
        return estimates[group];
    }

    /** Returns how many patches of a group are left out because they lie elsewhere. */
    int elsewhere(int group) {
        return elsewhere[group];
    }

    /** Returns how many primitives of a chunk are made. */
    int chunkPrimitives(int chunk) {
        return chunkPrimitives[chunk];
    }

    /** Returns how many domain points of it are placed. */
    int chunkVertices(int chunk) {
        return chunkVertices[chunk];
    }

    /** Returns how many of those get varyings. */
    int chunkUsed(int chunk) {
        return chunkUsed[chunk];
    }
}
