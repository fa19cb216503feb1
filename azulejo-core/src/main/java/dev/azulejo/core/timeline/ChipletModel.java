package dev.azulejo.core.timeline;

import dev.azulejo.core.policy.BinAssignment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Plays frames on chiplets, in ticks: the first one finds out what is visible, then all render
 * coarse bins. Who renders which is decided by {@link BinAssignment}; time and work are made up.
 *
 * <p>Bins of a frame are known when its visibility phase has ended. A chiplet renders those that it
 * is given one after the other, and what it has of earlier frames before.
 */
public final class ChipletModel {
    /** How bins come to chiplets. */
    public enum Assignment {
        /** In turns, whatever the load. */
        FIXED,
        /** As many bins as there are chiplets in turns; what is left by load. */
        FIRST_IN_TURNS,
        /** By load. */
        DYNAMIC
    }

    private final int chiplets;
    private final long visibilityTicks;
    private final BinAssignment assignment = new BinAssignment();
    private final int[] weights;
    private Assignment how = Assignment.DYNAMIC;
    private FrameOrder order = FrameOrder.APART;

    /** Until when each chiplet has something to do. */
    private final long[] busy;

    private final List<Span> spans = new ArrayList<>();

    /**
     * Makes a model of chiplets that are as fast as each other.
     *
     * @param chipletCount how many
     * @param visibility what a frame's visibility phase takes, ticks; 0: it is not shown
     */
    public ChipletModel(int chipletCount, long visibility) {
        chiplets = chipletCount;
        visibilityTicks = visibility;
        weights = new int[chiplets];
        Arrays.fill(weights, 1);
        busy = new long[chiplets];
    }

    /** From now on bins come to chiplets like this; at first by load. */
    public ChipletModel assignment(Assignment wanted) {
        how = wanted;
        return this;
    }

    /**
     * From now on the first chiplet begins a frame when it has rendered its own bins of the one
     * before, or, as at first, when all have.
     */
    public ChipletModel order(FrameOrder wanted) {
        order = wanted;
        return this;
    }

    /** Plays frames, from a time when nobody has anything to do. */
    public Timeline play(List<List<ModelBin>> frames) {
        Arrays.fill(busy, 0);
        spans.clear();
        for (int frame = 0; frame < frames.size(); frame++) {
            long known = visibility(frame);
            render(frames.get(frame), known);
        }
        spans.sort((a, b) -> Long.compare(a.from(), b.from()));
        return new Timeline(chiplets, spans);
    }

    private long visibility(int frame) {
        long from = order == FrameOrder.OVERLAPPED ? busy[0] : Arrays.stream(busy).max().orElse(0);
        long to = from + visibilityTicks;
        if (to > from) {
            spans.add(new Span(0, Integer.toString(frame + 1), Span.Kind.VISIBILITY, from, to));
        }
        busy[0] = to;
        return to;
    }

    private void render(List<ModelBin> bins, long known) {
        int[] chipletOf = assign(bins, known);
        for (int bin = 0; bin < chipletOf.length; bin++) {
            int chiplet = chipletOf[bin];
            long from = Math.max(busy[chiplet], known);
            var one = bins.get(bin);
            busy[chiplet] = from + one.ticks();
            spans.add(new Span(chiplet, one.name(), Span.Kind.RENDER, from, from + one.ticks()));
        }
    }

    private int[] assign(List<ModelBin> bins, long known) {
        int[] chipletOf = new int[bins.size()];
        int inTurns =
                switch (how) {
                    case FIXED -> chipletOf.length;
                    case FIRST_IN_TURNS -> Math.min(chiplets, chipletOf.length);
                    case DYNAMIC -> 0;
                };
        assignment.fixed(inTurns, chiplets, weights, chipletOf);
        long[] backlog = Arrays.stream(busy).map(until -> Math.max(0, until - known)).toArray();
        for (int bin = 0; bin < inTurns; bin++) {
            backlog[chipletOf[bin]] += bins.get(bin).ticks();
        }
        long[] work = bins.stream().skip(inTurns).mapToLong(ModelBin::ticks).toArray();
        int[] rest = new int[work.length];
        assignment.dynamic(work, work.length, backlog, weights, chiplets, rest);
        System.arraycopy(rest, 0, chipletOf, inTurns, rest.length);
        return chipletOf;
    }
}
