package dev.azulejo.core.options;

import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.screen.RegionMap;

import java.util.ArrayList;
import java.util.List;
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
 * @param ahead pieces that are pretested before rendering begins, and then ahead of it: a set;
 *     {@link #ALL} for all of them
 */
public record Group(
        Split split, List<Integer> weights, RegionLayout layout, Pretest pretest, int ahead) {
    /** All pretests come before all rendering. */
    public static final int ALL = Integer.MAX_VALUE;

    /** Largest weight. */
    public static final int MOST_WEIGHT = 1000;

    /** How frames are divided. */
    public enum Split {
        /** Not at all: there is one GPU. */
        OFF,
        /** Each GPU owns regions of the screen. */
        REGIONS,
        /** Each GPU renders whole frames of a sequence in turn, several at once. */
        FRAMES
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
        EXACT
    }

    /** One GPU alone. */
    public static final Group ONE =
            new Group(
                    Split.OFF,
                    List.of(1),
                    new RegionLayout.Interleaved(256, 256),
                    Pretest.BOUNDS,
                    ALL);

    /** Checks the ranges. */
    public Group {
        Objects.requireNonNull(split, "split");
        weights = List.copyOf(weights);
        Objects.requireNonNull(layout, "layout");
        Objects.requireNonNull(pretest, "pretest");
        int gpus = weights.size();
        if (gpus < 1 || gpus > RegionMap.MOST_GPUS) {
            throw new IllegalArgumentException(
                    "gpus=%d is not in 1..%d".formatted(gpus, RegionMap.MOST_GPUS));
        }
        if (split == Split.OFF && gpus != 1) {
            throw new IllegalArgumentException(
                    "split=off takes one GPU, not gpus=%d".formatted(gpus));
        }
        int sum = 0;
        for (int weight : weights) {
            if (weight < 0 || weight > MOST_WEIGHT) {
                throw new IllegalArgumentException(
                        "weight=%d of a GPU is not in 0..%d".formatted(weight, MOST_WEIGHT));
            }
            sum += weight;
        }
        if (sum == 0) {
            throw new IllegalArgumentException("no GPU renders: every weight is 0");
        }
        if (ahead < 1) {
            throw new IllegalArgumentException("ahead=%d is not 1 or more".formatted(ahead));
        }
    }

    /** So many equal GPUs, each with regions of its own. */
    public static Group of(int gpus) {
        var equal = new ArrayList<Integer>();
        for (int gpu = 0; gpu < gpus; gpu++) {
            equal.add(1);
        }
        return new Group(Split.REGIONS, equal, ONE.layout, ONE.pretest, ALL);
    }

    /** Number of GPUs. */
    public int gpus() {
        return weights.size();
    }

    /** The same, divided in another way. */
    public Group withSplit(Split value) {
        return new Group(value, weights, layout, pretest, ahead);
    }

    /** The same with other weights. */
    public Group withWeights(List<Integer> value) {
        return new Group(split, value, layout, pretest, ahead);
    }

    /** The same with other regions. */
    public Group withLayout(RegionLayout value) {
        return new Group(split, weights, value, pretest, ahead);
    }

    /** The same with another pretest. */
    public Group withPretest(Pretest value) {
        return new Group(split, weights, layout, value, ahead);
    }

    /** The same with sets of another size. */
    public Group withAhead(int value) {
        return new Group(split, weights, layout, pretest, value);
    }
}
