package dev.azulejo.cli;

import dev.azulejo.core.options.Group;
import dev.azulejo.core.screen.RegionLayout;

import picocli.CommandLine.Option;

import java.util.List;
import java.util.Locale;

/** Options on how several GPUs share a frame; none changes the picture. */
final class GroupMixin {
    /** Ways for several GPUs. */
    private static final List<String> HOW = List.of("regions", "duplicate", "frames");

    @Option(
            names = "--gpus",
            paramLabel = "N",
            description = "GPUs that render each frame together, 1..64; threads are shared out.")
    Integer gpus;

    @Option(
            names = "--split",
            paramLabel = "HOW",
            description =
                    "How GPUs share a frame: regions (default for several: each owns regions of the"
                            + " screen, and geometry is pretested for all), duplicate (the same"
                            + " without pretest: every GPU processes all geometry), frames (each"
                            + " renders whole frames in turn: render --frames) or off (one).")
    String split;

    @Option(
            names = "--regions",
            paramLabel = "LAYOUT",
            description =
                    "Who owns what: interleaved:256 (default), interleaved:512x128, balanced:128,"
                            + " strips, quadrants, uneven, uneven:COLUMNS, random:64:seed=7,"
                            + " modulo:64, given:COLUMN/CUTS:ROW/CUTS:OWNERS/ROW/BY/ROW or"
                            + " dynamic, which follows what tiles took.")
    String regions;

    @Option(
            names = "--pretest",
            paramLabel = "TEST",
            description =
                    "How geometry is held against regions: off, bounds (default: boxes around"
                            + " clusters), primitives (their positions) or exact (the scan"
                            + " converter).")
    String pretest;

    @Option(
            names = "--gpu-weights",
            paramLabel = "W",
            split = ",",
            description =
                    "Speed of each GPU in proportion, 0..1000, as many as GPUs: 1,1,2; one with 0"
                            + " pretests for all and renders nothing.")
    List<Integer> weights;

    @Option(
            names = "--ahead",
            paramLabel = "N",
            description = "Pieces that are pretested ahead of rendering; default: all come before.")
    Integer ahead;

    /** Whether anything is said. */
    boolean given() {
        return gpus != null
                || split != null
                || regions != null
                || pretest != null
                || weights != null
                || ahead != null;
    }

    /** Makes the options. */
    Group options() {
        int count = gpus != null ? gpus : weights != null ? weights.size() : 1;
        String how = split != null ? split : count == 1 ? "off" : "regions";
        if (how.equals("off")) {
            refuseSettings(count);
            return Group.ONE;
        }
        if (!HOW.contains(how)) {
            throw new UserException(
                    "--split=%s: expected %s or off".formatted(how, String.join(", ", HOW)));
        }
        if (count < 1 || count > 64) {
            throw new UserException("--gpus=%d is not in 1..64".formatted(count));
        }
        try {
            return settings(Group.of(count), how);
        } catch (IllegalArgumentException e) {
            throw new UserException("--" + e.getMessage());
        }
    }

    private void refuseSettings(int count) {
        if (count != 1) {
            throw new UserException("--split=off is one GPU: leave --gpus=%d out".formatted(count));
        }
        if (regions != null || pretest != null || weights != null || ahead != null) {
            throw new UserException(
                    "--regions, --pretest, --gpu-weights and --ahead are for several GPUs: --gpus=N"
                            + " expected");
        }
    }

    private Group settings(Group equal, String how) {
        var group = equal;
        if (weights != null) {
            if (weights.size() != group.gpus()) {
                throw new UserException(
                        "--gpu-weights: %d weights for %d GPUs"
                                .formatted(weights.size(), group.gpus()));
            }
            group = group.withWeights(weights);
        }
        if (how.equals("frames")) {
            if (regions != null || pretest != null || ahead != null) {
                throw new UserException(
                        "--split=frames shares no frame: leave --regions, --pretest and --ahead"
                                + " out");
            }
            if (group.weights().contains(0)) {
                throw new UserException(
                        "--gpu-weights: with --split=frames a GPU of weight 0 has nothing to do");
            }
            return group.withSplit(Group.Split.FRAMES);
        }
        if (regions != null) {
            group = group.withLayout(RegionLayout.parse(regions));
        }
        if (how.equals("duplicate")) {
            if (pretest != null || ahead != null) {
                throw new UserException(
                        "--split=duplicate pretests nothing: leave --pretest and --ahead out");
            }
            return group.withPretest(Group.Pretest.OFF);
        }
        if (pretest != null) {
            group = group.withPretest(test());
        }
        if (ahead == null) {
            return group;
        }
        if (group.pretest() == Group.Pretest.OFF) {
            throw new UserException("--pretest=off: nothing comes ahead: leave --ahead out");
        }
        return group.withAhead(ahead);
    }

    private Group.Pretest test() {
        for (var test : Group.Pretest.values()) {
            if (test.name().toLowerCase(Locale.ROOT).equals(pretest)) {
                return test;
            }
        }
        throw new UserException(
                "--pretest=%s: expected off, bounds, primitives or exact".formatted(pretest));
    }
}
