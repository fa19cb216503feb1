package dev.azulejo.core.policy;

import java.util.EnumSet;
import java.util.Set;

/**
 * Decides which hints are made of a draw call, or none where they would cost more than they save.
 * Pure: told how large it is and where, and what earlier hints of it said.
 *
 * <p>Without hints each GPU processes all of the geometry. With them each processes the pieces that
 * touch its regions, and the group has paid for the test, once, and for telling everybody. The
 * policy adds up both for each kind of hint and takes the cheapest; hints must save a part in
 * {@value #WORTH} or none are made, since all of this is estimates.
 *
 * <p>How many GPUs a piece touches is known from earlier frames, or guessed from its size: a
 * rectangle of w by h pixels overlaps (w / c + 1) (h / r + 1) regions in the mean, with c and r
 * pixels from cut to cut, across and down, each of another GPU until all are named. Chunks and
 * primitives are taken to share a draw call's rectangle evenly, so that a terrain of huge triangles
 * touches everybody however it is cut.
 *
 * <p>Immutable; allocates nothing after construction.
 */
public final class HintPolicy {
    /** Hints must save one part in so many of what the draw call costs without them. */
    static final int WORTH = 10;

    /** Sides of a chunk's projected box, compared with the chunk itself. */
    static final double BOX_SLACK = 1.5;

    /** Primitives of which telling who needs them costs as much as one hint: a bit each. */
    static final int PRIMITIVES_A_HINT = 256;

    /** Which chunks are looked into when primitives are tested. */
    public enum LooksInto {
        /** Every one. */
        ALL,
        /** Bounds come before every other test; what touches one GPU by them is left at that. */
        SEVERAL_BY_BOUNDS
    }

    /** What the GPUs that a piece touches are estimated from. */
    private enum Basis {
        /** What earlier hints said, where they said something. */
        HISTORY,
        /** Sizes alone. */
        SIZES
    }

    private static final HintKind[] KINDS = HintKind.values();

    private final int gpus;
    private final double columnPitch;
    private final double rowPitch;
    private final HintCosts costs;
    private final EnumSet<HintKind> allowed;

    private final LooksInto looksInto;

    /** The least of those that are allowed. */
    private final HintKind first;

    /**
     * Makes one.
     *
     * @param gpus 1 to 64
     * @param columnPitch pixels from cut to cut between regions side by side, 1 and up; infinite if
     *     there is no cut
     * @param rowPitch the same between regions one above the other
     * @param costs what it weighs
     * @param allowed kinds that it may choose; without {@link HintKind#NONE} hints are made
     *     whatever they cost
     * @param looksInto which chunks are looked into
     */
    public HintPolicy(
            int gpus,
            double columnPitch,
            double rowPitch,
            HintCosts costs,
            Set<HintKind> allowed,
            LooksInto looksInto) {
        if (gpus < 1 || gpus > PretestDealer.MOST_GPUS) {
            throw new IllegalArgumentException(
                    "gpus=%d is not in 1..%d".formatted(gpus, PretestDealer.MOST_GPUS));
        }
        if (!(columnPitch >= 1 && rowPitch >= 1)) {
            throw new IllegalArgumentException(
                    "columnPitch=%s and rowPitch=%s: not 1 or more"
                            .formatted(columnPitch, rowPitch));
        }
        if (allowed.isEmpty()) {
            throw new IllegalArgumentException("no kind of hint is allowed");
        }
        this.gpus = gpus;
        this.columnPitch = columnPitch;
        this.rowPitch = rowPitch;
        this.costs = costs;
        this.allowed = EnumSet.copyOf(allowed);
        first = this.allowed.iterator().next();
        this.looksInto = looksInto;
    }

    /**
     * Chooses for a draw call. Asked once a frame.
     *
     * @param vertices that rendering it would shade, 0 and up
     * @param primitives that it has, 0 and up
     * @param chunks that it is cut into, 1 and up
     * @param width of its bounds on the screen, pixels; 0 if unknown: then bounds cannot be tested,
     *     and nothing is known of sizes
     * @param height the same
     * @param positionShare of what a vertex costs, the part for its position, 0 to 1
     * @param history what earlier hints of it said
     */
    public HintKind choose(
            long vertices,
            long primitives,
            int chunks,
            double width,
            double height,
            double positionShare,
            HintHistory history) {
        boolean asks = history.asks();
        if (first == HintKind.NONE && (gpus == 1 || !asks)) {
            return HintKind.NONE;
        }
        var best =
                cheapest(
                        vertices,
                        primitives,
                        chunks,
                        width,
                        height,
                        positionShare,
                        history,
                        Basis.HISTORY);
        if (best == HintKind.NONE && history.doubts()) {
            best =
                    cheapest(
                            vertices,
                            primitives,
                            chunks,
                            width,
                            height,
                            positionShare,
                            history,
                            Basis.SIZES);
        }
        return best;
    }

    private HintKind cheapest(
            long vertices,
            long primitives,
            int chunks,
            double width,
            double height,
            double positionShare,
            HintHistory history,
            Basis basis) {
        double geometry = vertices * costs.vertexNs() + primitives * costs.primitiveNs();
        double without = geometry * gpus;
        var best = first;
        double least = best == HintKind.NONE ? without - without / WORTH : Double.MAX_VALUE;
        for (var kind : KINDS) {
            if (kind == HintKind.NONE || !allowed.contains(kind) || !possible(kind, width)) {
                continue;
            }
            long pieces = pieces(kind, chunks, primitives);
            double guess = guess(kind, pieces, width, height, history.needless());
            double touches = basis == Basis.HISTORY ? history.touches(kind, guess) : guess;
            double tests = test(kind, vertices * positionShare, primitives, pieces);
            if (looksInto == LooksInto.SEVERAL_BY_BOUNDS && looksInside(kind) && width > 0) {
                double boxes = guess(HintKind.BOUNDS_CHUNK, chunks, width, height, 0);
                double several = history.touches(HintKind.BOUNDS_CHUNK, boxes) - 1;
                tests = chunks * costs.boundsNs() + Math.clamp(several, 0, 1) * tests;
            }
            double cost = touches * geometry + tests + telling(kind, chunks, pieces);
            if (cost < least) {
                least = cost;
                best = kind;
            }
        }
        return best;
    }

    private static boolean looksInside(HintKind kind) {
        return kind.test().compareTo(HintKind.Test.BOUNDS) > 0
                && kind.granularity() != HintKind.Granularity.DRAW;
    }

    private static boolean possible(HintKind kind, double width) {
        return kind.test() != HintKind.Test.BOUNDS || width > 0;
    }

    private static long pieces(HintKind kind, int chunks, long primitives) {
        return switch (kind.granularity()) {
            case DRAW -> 1;
            case CHUNK -> chunks;
            case PRIMITIVE -> Math.max(1, primitives);
        };
    }

    private double guess(HintKind kind, long pieces, double width, double height, double needless) {
        if (!(width > 0)) {
            // Of a draw call that may be anywhere nothing is known but that pieces are smaller.
            return Math.max(1, gpus / Math.sqrt(pieces));
        }
        boolean boxes =
                kind.test() == HintKind.Test.BOUNDS
                        && kind.granularity() != HintKind.Granularity.DRAW;
        double side = (boxes ? BOX_SLACK : 1) / Math.sqrt(pieces);
        double regions = (width * side / columnPitch + 1) * (height * side / rowPitch + 1);
        double touches = Math.min(gpus, regions);
        return kind.test() == HintKind.Test.EXACT ? touches * (1 - needless) : touches;
    }

    private double test(HintKind kind, double positions, long primitives, long pieces) {
        double primitiveTests = positions * costs.vertexNs() + primitives * costs.primitiveTestNs();
        return switch (kind.test()) {
            case NONE -> 0;
            case BOUNDS -> pieces * costs.boundsNs();
            case PRIMITIVES -> primitiveTests;
            case EXACT -> primitiveTests + primitives * costs.exactTestNs();
        };
    }

    private double telling(HintKind kind, int chunks, long pieces) {
        double hints =
                kind.granularity() == HintKind.Granularity.PRIMITIVE
                        ? (double) pieces / PRIMITIVES_A_HINT + chunks
                        : pieces;
        return hints * (gpus - 1) * costs.hintNs();
    }
}
