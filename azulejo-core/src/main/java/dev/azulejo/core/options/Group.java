package dev.azulejo.core.options;

import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.screen.RegionMap;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * How several GPUs share a frame. None of this changes a byte of the picture. Begin with {@link
 * #ONE} or {@link #of}.
 *
 * @param split how frames are divided
 * @param weights the speed of each GPU in proportion to the others': as many as there are GPUs, 1
 *     to 64; 0 for one that pretests and renders nothing
 * @param layout which regions of the screen are whose
 * @param pretest what GPUs find out for each other about geometry before it is rendered
 * @param pieces of which pieces of geometry they find it out
 * @param deal who finds it out of which piece
 * @param pretestWeights how many pieces each GPU finds it out of, in proportion to the others', 0
 *     for none: as many as there are GPUs; empty if that follows from the weights
 * @param ahead pieces that are pretested before rendering begins, and then ahead of it: a set;
 *     {@link #ALL} for all of them, {@link #MEASURED} for as many as proves good
 * @param teamwork what GPUs do for each other beyond hints
 * @param bins how chiplets share a frame; of no matter for any other split
 */
public record Group(
        Split split,
        List<Integer> weights,
        RegionLayout layout,
        Pretest pretest,
        Pieces pieces,
        Deal deal,
        List<Integer> pretestWeights,
        int ahead,
        Teamwork teamwork,
        Bins bins) {
    /** All pretests come before all rendering. */
    public static final int ALL = Integer.MAX_VALUE;

    /** The size of sets follows from how long earlier ones took, and how far GPUs drifted apart. */
    public static final int MEASURED = 0;

    /** Largest weight. */
    public static final int MOST_WEIGHT = 1000;

    /** How frames are divided. */
    public enum Split {
        /** Not at all: there is one GPU. */
        OFF,
        /** Each GPU owns regions of the screen. */
        REGIONS,
        /**
         * Each GPU owns regions, and primitives are distributed as published systems do it: each
         * GPU maps a run of them to their owners by their bounds; then they send what they found in
         * turn, and wait for each other.
         */
        SEQUENTIAL,
        /** Each GPU renders whole frames of a sequence in turn, several at once. */
        FRAMES,
        /**
         * The GPUs are chiplets of one: the first finds out what is visible in which coarse bin of
         * the screen, then all render bins, each from what is visible in it alone.
         */
        BINS
    }

    /** How geometry is held against the regions, from cheap to tight. */
    public enum Pretest {
        /** Not at all: each GPU processes all of it. */
        OFF,
        /** By the projected bounds of clusters; what has none is processed by all. */
        BOUNDS,
        /** By the bounds of each primitive, from its positions. */
        PRIMITIVES,
        /** By what the scan converter covers. */
        EXACT,
        /** Of each draw call whichever of these is likely to cost least, or none. */
        AUTO
    }

    /** What is tested, told and left out as one. */
    public enum Pieces {
        /** Whole draw calls. */
        DRAWS,
        /** Up to 512 primitives of a draw call, or a cluster of 256. */
        CHUNKS,
        /** Primitives: of each chunk, the set that each GPU needs. */
        PRIMITIVES,
        /** Of each draw call whichever of these is likely to cost least. */
        AUTO
    }

    /** How pretests are dealt to GPUs. */
    public enum Deal {
        /** Every GPU tests as many pieces. */
        EVEN,
        /**
         * In proportion to the speed of each, or to weights of their own; if any render nothing,
         * and nothing else is said, those test everything.
         */
        WEIGHTS,
        /** So that all are done at the same time, by what each did in the frames before. */
        STATISTICS,
        /** As by weights; while a frame is under way, who is late hands pieces over. */
        HANDOVER
    }

    /** How pixels come from the GPU that paints them to the target that the commands name. */
    public enum Pixels {
        /** All GPUs paint into it: they share memory. */
        SHARED,
        /** Each paints into memory of its own, and sends what it has painted, as bytes. */
        MESSAGES
    }

    /**
     * What GPUs do for each other beyond hints.
     *
     * @param helps whether workers of a GPU that is done with a phase take part in what others
     *     still have to do, where there are at least as many threads as GPUs
     * @param patienceMs how long a GPU that hangs is waited for before it counts as lost
     * @param pixels how pixels come from who paints them to the target
     */
    public record Teamwork(boolean helps, int patienceMs, Pixels pixels) {
        /** Longest patience: an hour. */
        public static final int MOST_PATIENCE_MS = 3_600_000;

        /**
         * GPUs help each other, one that hangs is waited for for five seconds, and all paint into
         * the target.
         */
        public static final Teamwork DEFAULT = new Teamwork(true, 5000, Pixels.SHARED);

        /** Checks the range. */
        public Teamwork {
            Objects.requireNonNull(pixels, "pixels");
            if (patienceMs < 1 || patienceMs > MOST_PATIENCE_MS) {
                throw new IllegalArgumentException(
                        "patience=%d ms is not in 1..%d".formatted(patienceMs, MOST_PATIENCE_MS));
            }
        }

        /** The same, with help or without. */
        public Teamwork withHelp(boolean value) {
            return new Teamwork(value, patienceMs, pixels);
        }

        /** The same with another patience. */
        public Teamwork withPatienceMs(int value) {
            return new Teamwork(helps, value, pixels);
        }

        /** The same with pixels that come in another way. */
        public Teamwork withPixels(Pixels value) {
            return new Teamwork(helps, patienceMs, value);
        }
    }

    /** One GPU alone. */
    public static final Group ONE =
            new Group(
                    Split.OFF,
                    List.of(1),
                    new RegionLayout.Interleaved(256, 256),
                    Pretest.AUTO,
                    Pieces.AUTO,
                    Deal.WEIGHTS,
                    List.of(),
                    ALL,
                    Teamwork.DEFAULT,
                    Bins.DEFAULT);

    /** Checks the ranges. */
    public Group {
        Objects.requireNonNull(split, "split");
        weights = List.copyOf(weights);
        pretestWeights = List.copyOf(pretestWeights);
        Objects.requireNonNull(layout, "layout");
        Objects.requireNonNull(pretest, "pretest");
        Objects.requireNonNull(pieces, "pieces");
        Objects.requireNonNull(deal, "deal");
        Objects.requireNonNull(teamwork, "teamwork");
        Objects.requireNonNull(bins, "bins");
        if (pretest == Pretest.BOUNDS && pieces == Pieces.PRIMITIVES) {
            throw new IllegalArgumentException(
                    "pieces=primitives: pretest=bounds says nothing of primitives; primitives,"
                            + " exact or auto expected");
        }
        if (split == Split.SEQUENTIAL
                && (pretest != Pretest.PRIMITIVES || pieces != Pieces.PRIMITIVES || ahead != ALL)) {
            throw new IllegalArgumentException(
                    "split=sequential: pretest=primitives, pieces=primitives and all ahead"
                            + " expected");
        }
        int gpus = weights.size();
        if (gpus < 1 || gpus > RegionMap.MOST_GPUS) {
            throw new IllegalArgumentException(
                    "gpus=%d is not in 1..%d".formatted(gpus, RegionMap.MOST_GPUS));
        }
        if (split == Split.OFF && gpus != 1) {
            throw new IllegalArgumentException(
                    "split=off takes one GPU, not gpus=%d".formatted(gpus));
        }
        if (sum(weights, "of a GPU") == 0) {
            throw new IllegalArgumentException("no GPU renders: every weight is 0");
        }
        if (!pretestWeights.isEmpty()) {
            checkPretestWeights(deal, pretestWeights, gpus);
        }
        if (ahead < 0) {
            throw new IllegalArgumentException("ahead=%d is not 0 or more".formatted(ahead));
        }
    }

    private static int sum(List<Integer> weights, String what) {
        int sum = 0;
        for (int weight : weights) {
            if (weight < 0 || weight > MOST_WEIGHT) {
                throw new IllegalArgumentException(
                        "weight=%d %s is not in 0..%d".formatted(weight, what, MOST_WEIGHT));
            }
            sum += weight;
        }
        return sum;
    }

    private static void checkPretestWeights(Deal deal, List<Integer> weights, int gpus) {
        if (deal != Deal.WEIGHTS && deal != Deal.HANDOVER) {
            throw new IllegalArgumentException(
                    "deal=%s has shares of its own: weights of pretests are for weights and handover"
                            .formatted(deal.name().toLowerCase(Locale.ROOT)));
        }
        if (weights.size() != gpus) {
            throw new IllegalArgumentException(
                    "deal=weights: %d weights for %d GPUs".formatted(weights.size(), gpus));
        }
        if (sum(weights, "of a GPU's pretests") == 0) {
            throw new IllegalArgumentException("deal=weights: nobody pretests: every weight is 0");
        }
    }

    /**
     * So many equal GPUs, each with regions of its own. Two have halves of the screen: where few
     * share the work, what lies across borders costs more than what is gained by smaller regions.
     */
    public static Group of(int gpus) {
        var equal = new ArrayList<Integer>();
        for (int gpu = 0; gpu < gpus; gpu++) {
            equal.add(1);
        }
        var layout = gpus == 2 ? new RegionLayout.Quadrants() : ONE.layout;
        return new Group(
                Split.REGIONS,
                equal,
                layout,
                ONE.pretest,
                ONE.pieces,
                ONE.deal,
                List.of(),
                ALL,
                Teamwork.DEFAULT,
                ONE.bins);
    }

    /** Number of GPUs. */
    public int gpus() {
        return weights.size();
    }

    /** The same, divided in another way; if sequentially, pretests are what that takes. */
    public Group withSplit(Split value) {
        return value == Split.SEQUENTIAL
                ? new Group(
                        value,
                        weights,
                        layout,
                        Pretest.PRIMITIVES,
                        Pieces.PRIMITIVES,
                        Deal.EVEN,
                        List.of(),
                        ALL,
                        teamwork,
                        bins)
                : new Group(
                        value,
                        weights,
                        layout,
                        pretest,
                        pieces,
                        deal,
                        pretestWeights,
                        ahead,
                        teamwork,
                        bins);
    }

    /** The same with other weights. */
    public Group withWeights(List<Integer> value) {
        return new Group(
                split, value, layout, pretest, pieces, deal, pretestWeights, ahead, teamwork, bins);
    }

    /** The same with other regions. */
    public Group withLayout(RegionLayout value) {
        return new Group(
                split,
                weights,
                value,
                pretest,
                pieces,
                deal,
                pretestWeights,
                ahead,
                teamwork,
                bins);
    }

    /** The same with another pretest. */
    public Group withPretest(Pretest value) {
        return new Group(
                split, weights, layout, value, pieces, deal, pretestWeights, ahead, teamwork, bins);
    }

    /** The same with other pieces. */
    public Group withPieces(Pieces value) {
        return new Group(
                split,
                weights,
                layout,
                pretest,
                value,
                deal,
                pretestWeights,
                ahead,
                teamwork,
                bins);
    }

    /** The same dealt in another way. */
    public Group withDeal(Deal value) {
        return new Group(
                split,
                weights,
                layout,
                pretest,
                pieces,
                value,
                pretestWeights,
                ahead,
                teamwork,
                bins);
    }

    /** The same with shares of pretests that do not follow from the weights; empty if they do. */
    public Group withPretestWeights(List<Integer> value) {
        return new Group(
                split, weights, layout, pretest, pieces, deal, value, ahead, teamwork, bins);
    }

    /** The same with sets of another size. */
    public Group withAhead(int value) {
        return new Group(
                split,
                weights,
                layout,
                pretest,
                pieces,
                deal,
                pretestWeights,
                value,
                teamwork,
                bins);
    }

    /** The same with other teamwork. */
    public Group withTeamwork(Teamwork value) {
        return new Group(
                split, weights, layout, pretest, pieces, deal, pretestWeights, ahead, value, bins);
    }

    /** The same with other bins. */
    public Group withBins(Bins value) {
        return new Group(
                split,
                weights,
                layout,
                pretest,
                pieces,
                deal,
                pretestWeights,
                ahead,
                teamwork,
                value);
    }
}
