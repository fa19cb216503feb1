package dev.azulejo.sim.model;

import dev.azulejo.core.policy.ContiguousShares;
import dev.azulejo.sim.trace.TracePhase;

import java.util.ArrayList;
import java.util.List;

/**
 * The draw calls of a phase in groups that are composed one after the other, and who renders what
 * of each, as published (CHOPIN). Draw calls that replace colours may be composed in any order:
 * each goes to whoever has the fewest primitives scheduled that are not processed, looking from
 * behind the last one on. Of those that blend order is kept: GPU 0 has the first ones, GPU 1 those
 * that follow, and so on.
 *
 * <p>Simplifications: GPUs are taken to process equally fast. A large group that blends is cut by
 * chunks, about as many primitives each; the published system cuts it by place, into parts that lie
 * behind each other for the eye.
 */
final class DrawGroups {
    /**
     * A group of chunks.
     *
     * @param from the first
     * @param to behind the last
     * @param blends whether their order is kept
     */
    record Group(int from, int to, boolean blends) {}

    private final TracePhase phase;
    private final int gpus;
    private final long cut;
    private final int[] owner;
    private final List<Group> groups = new ArrayList<>();

    // While draw calls are dealt: what each GPU has, and who had the last one.
    private final long[] scheduled;
    private int last;

    /**
     * Deals the draw calls of a phase.
     *
     * @param cut primitives of a group that blends from which on it is cut, if it has more draw
     *     calls than there are GPUs
     */
    DrawGroups(TracePhase phase, int gpus, long cut) {
        this.phase = phase;
        this.gpus = gpus;
        this.cut = cut;
        int chunks = phase.chunks().count();
        owner = new int[chunks];
        scheduled = new long[gpus];
        last = gpus - 1;
        int first = 0;
        for (int chunk = 1; chunk <= chunks; chunk++) {
            if (chunk == chunks || blends(chunk) != blends(first)) {
                add(new Group(first, chunk, blends(first)));
                first = chunk;
            }
        }
        if (groups.isEmpty()) {
            groups.add(new Group(0, 0, false));
        }
    }

    private boolean blends(int chunk) {
        return phase.draws().blends(phase.chunks().draw(chunk));
    }

    private void add(Group group) {
        groups.add(group);
        if (!group.blends) {
            for (int chunk = group.from; chunk < group.to; chunk = drawEnd(chunk, group)) {
                deal(chunk, drawEnd(chunk, group));
            }
            return;
        }
        int draws = 0;
        for (int chunk = group.from; chunk < group.to; chunk = drawEnd(chunk, group)) {
            draws++;
        }
        share(group, draws > gpus && primitives(group.from, group.to) >= cut);
    }

    /** Returns the chunk behind the last one of a chunk's draw call. */
    private int drawEnd(int chunk, Group group) {
        int end = chunk + 1;
        while (end < group.to && phase.chunks().draw(end) == phase.chunks().draw(chunk)) {
            end++;
        }
        return end;
    }

    private long primitives(int from, int to) {
        long sum = 0;
        for (int chunk = from; chunk < to; chunk++) {
            sum += Math.max(1, phase.chunks().primitives(chunk));
        }
        return sum;
    }

    private void deal(int from, int to) {
        int best = (last + 1) % gpus;
        for (int step = 1; step < gpus; step++) {
            int gpu = (last + 1 + step) % gpus;
            best = scheduled[gpu] < scheduled[best] ? gpu : best;
        }
        for (int chunk = from; chunk < to; chunk++) {
            owner[chunk] = best;
            scheduled[best] += phase.chunks().primitives(chunk);
        }
        last = best;
    }

    /** Shares a group out in runs: of draw calls, or of chunks. */
    private void share(Group group, boolean byChunks) {
        var pieces = new IntList();
        for (int chunk = group.from; chunk < group.to; ) {
            pieces.add(chunk);
            chunk = byChunks ? chunk + 1 : drawEnd(chunk, group);
        }
        pieces.add(group.to);
        var shares = new ContiguousShares(gpus);
        shares.begin(primitives(group.from, group.to));
        for (int piece = 0; piece + 1 < pieces.size(); piece++) {
            shares.add((int) primitives(pieces.get(piece), pieces.get(piece + 1)));
        }
        for (int gpu = 0; gpu < gpus; gpu++) {
            for (int piece = shares.first(gpu); piece < shares.end(gpu); piece++) {
                for (int c = pieces.get(piece); c < pieces.get(piece + 1); c++) {
                    owner[c] = gpu;
                    scheduled[gpu] += phase.chunks().primitives(c);
                }
            }
        }
    }

    /** Returns how many groups there are, one at least. */
    int count() {
        return groups.size();
    }

    /** Returns a group. */
    Group group(int number) {
        return groups.get(number);
    }

    /** Returns who renders a chunk. */
    int owner(int chunk) {
        return owner[chunk];
    }

    /** Whether a chunk is the last one of its group. */
    boolean isLast(int chunk) {
        return chunk + 1 == owner.length || blends(chunk) != blends(chunk + 1);
    }
}
