package dev.azulejo.cli;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.screen.RegionLayout;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Options on how several GPUs share a frame; none changes the picture. */
final class GroupMixin {
    /** Ways for several GPUs. */
    private static final List<String> HOW =
            List.of("regions", "duplicate", "sequential", "frames", "bins");

    /** Begins a way to deal that says who pretests how much. */
    private static final String SHARES = "weights:";

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
                        + " screen, and geometry is pretested for all), duplicate (the same without"
                        + " pretest: every GPU processes all geometry), sequential (as published:"
                        + " lists of primitives are sent in turn), frames (each renders whole"
                        + " frames in turn: render --frames), bins (chiplets of one GPU: the first"
                        + " finds out what is visible in which coarse bin, then all render bins) or"
                        + " off (one). With --cluster how workers share one picture: regions, or"
                        + " bins (default); or frames: they share whole ones of a sequence (default"
                        + " where the camera goes around and there are three workers or more).")
    String split;

    @Mixin BinMixin bins;

    @Option(
            names = "--regions",
            paramLabel = "LAYOUT",
            description =
                    "Who owns what: interleaved:256 (default; for two GPUs: quadrants),"
                        + " interleaved:512x128, balanced:128, strips, quadrants, uneven,"
                        + " uneven:COLUMNS, random:64:seed=7, modulo:64,"
                        + " given:COLUMN/CUTS:ROW/CUTS:OWNERS/ROW/BY/ROW or dynamic, which follows"
                        + " what tiles took.")
    String regions;

    @Option(
            names = "--pretest",
            paramLabel = "TEST",
            description =
                    "How geometry is held against regions: off, bounds (boxes around clusters),"
                            + " primitives (their positions), exact (the scan converter) or auto"
                            + " (default: of each draw call what is likely to cost least).")
    String pretest;

    @Option(
            names = "--pieces",
            paramLabel = "SIZE",
            description =
                    "What is tested and left out as one: draws, chunks, primitives (of each chunk"
                            + " the set that a GPU needs) or auto (default: whichever of these is"
                            + " likely to cost least).")
    String pieces;

    @Option(
            names = "--deal",
            paramLabel = "HOW",
            description =
                    "Who pretests how much: even, weights (default: by --gpu-weights),"
                            + " weights:2,1,1,0 (by these, one a GPU), statistics (so that all are"
                            + " done together, by the frames before) or handover (by weights; who"
                            + " is late hands pieces over).")
    String deal;

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
            description =
                    "Pieces that are pretested ahead of rendering: a set; auto: as many as prove"
                            + " good; all (default): all come before.")
    String ahead;

    @Option(
            names = "--gpu-help",
            paramLabel = "on|off",
            description =
                    "Whether threads of a GPU that is done with its part of a phase take part in"
                            + " what others still have to do: on (default) or off.")
    String help;

    @Option(
            names = "--gpu-patience",
            paramLabel = "MS",
            description =
                    "How long a GPU that hangs is waited for before it counts as lost,"
                            + " milliseconds, 1..3600000 (default: 5000).")
    Integer patience;

    @Option(
            names = "--gpu-pixels",
            paramLabel = "HOW",
            description =
                    "How pixels come from the GPU that paints them: shared (default: all paint into"
                            + " one picture) or messages (each paints into memory of its own and"
                            + " sends what it has painted, as bytes).")
    String pixels;

    /** Whether anything is said. */
    boolean given() {
        return gpus != null
                || split != null
                || regions != null
                || pretest != null
                || pieces != null
                || deal != null
                || weights != null
                || ahead != null
                || teamwork();
    }

    /** Returns the options that say something, those of bins included. */
    List<String> named() {
        return CommandSpec.forAnnotatedObject(this).options().stream()
                .filter(option -> option.getValue() != null)
                .map(OptionSpec::longestName)
                .toList();
    }

    /** Whether anything is said of what GPUs do for each other beyond hints. */
    private boolean teamwork() {
        return help != null || patience != null || pixels != null;
    }

    /** Whether anything is said that makes sense of GPUs of one process alone. */
    boolean isOfGpus() {
        return gpus != null
                || pretest != null
                || pieces != null
                || deal != null
                || weights != null
                || ahead != null
                || teamwork()
                || bins.visibility != null
                || bins.assign != null;
    }

    /** Whether GPUs are chiplets that render bins. */
    boolean splitsIntoBins() {
        return "bins".equals(split);
    }

    /** Refuses a patience where nothing hangs. */
    void checkForHanging(boolean hangs) {
        if (patience != null && !hangs) {
            throw new UserException(
                    "--gpu-patience: nothing hangs: render --gpu-fault=hang:GPU@FRAME expected");
        }
    }

    /** Refuses help where GPUs suffer: who is slow, or lost, shall be seen to be. */
    void checkForFaults() {
        if ("on".equals(help)) {
            throw new UserException(
                    "--gpu-help=on would have no effect with --gpu-fault: nobody helps who"
                            + " suffers");
        }
    }

    /**
     * Refuses what follows from frames before where there are none.
     *
     * @param why there are none
     */
    void checkForOnce(String why) {
        refuseOnce("--regions", "dynamic", regions, why);
        refuseOnce("--deal", "statistics", deal, why);
        refuseOnce("--ahead", "auto", ahead, why);
    }

    private static void refuseOnce(String option, String value, String said, String why) {
        // Regions that follow say what they begin with, after a colon
        if (said != null && said.split(":", 2)[0].equals(value)) {
            throw new UserException("%s=%s would have no effect: %s".formatted(option, value, why));
        }
    }

    /**
     * Says if help makes no difference.
     *
     * @param options what has been made of the options
     */
    Optional<String> idleHelp(DeviceOptions options) {
        int gpus = options.group().gpus();
        if (help == null || options.threads() >= gpus) {
            return Optional.empty();
        }
        return Optional.of(
                "--gpu-help: without effect: %d GPUs share %d thread(s), and nobody helps"
                        .formatted(gpus, options.threads()));
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
            throw CoreOptions.refused(e);
        }
    }

    private void refuseSettings(int count) {
        if (count != 1) {
            throw new UserException("--split=off is one GPU: leave --gpus=%d out".formatted(count));
        }
        if (bins.given()) {
            throw new UserException(
                    "--bins, --visibility and --assign are for --split=bins: --gpus=N"
                            + " --split=bins expected");
        }
        if (regions != null || weights != null || teamwork() || tests()) {
            throw new UserException(
                    "--regions, --pretest, --pieces, --deal, --gpu-weights, --gpu-help,"
                            + " --gpu-patience, --gpu-pixels and --ahead are for several GPUs:"
                            + " --gpus=N expected");
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
        if (how.equals("bins")) {
            if (regions != null || teamwork() || tests()) {
                throw new UserException(
                        "--split=bins has bins, no regions of GPUs: leave --regions, --pretest,"
                                + " --pieces, --deal, --gpu-help, --gpu-patience, --gpu-pixels and"
                                + " --ahead out");
            }
            return bins.chiplets(group);
        }
        if (bins.given()) {
            throw new UserException(
                    "--bins, --visibility and --assign are for --split=bins, not for --split="
                            + how);
        }
        if (how.equals("frames")) {
            if (regions != null || teamwork() || tests()) {
                throw new UserException(
                        "--split=frames shares no frame: leave --regions, --pretest, --pieces,"
                            + " --deal, --gpu-help, --gpu-patience, --gpu-pixels and --ahead out");
            }
            if (group.weights().contains(0)) {
                throw new UserException(
                        "--gpu-weights: with --split=frames a GPU of weight 0 has nothing to do");
            }
            return group.withSplit(Group.Split.FRAMES);
        }
        if (group.gpus() == 1 && teamwork()) {
            throw new UserException(
                    "--gpus=1: nobody else is there: leave --gpu-help, --gpu-patience and"
                            + " --gpu-pixels out");
        }
        if (help != null) {
            group = group.withTeamwork(group.teamwork().withHelp(helps()));
        }
        if (patience != null) {
            group = group.withTeamwork(group.teamwork().withPatienceMs(patience));
        }
        if (pixels != null) {
            var value = value("--gpu-pixels", pixels, Group.Pixels.class);
            group = group.withTeamwork(group.teamwork().withPixels(value));
        }
        if (regions != null) {
            group = group.withLayout(RegionLayout.parse(regions));
        }
        if (how.equals("duplicate")) {
            if (tests()) {
                throw new UserException(
                        "--split=duplicate pretests nothing: leave --pretest, --pieces, --deal and"
                                + " --ahead out");
            }
            return group.withPretest(Group.Pretest.OFF);
        }
        if (how.equals("sequential")) {
            if (tests()) {
                throw new UserException(
                        "--split=sequential maps primitives by their bounds: leave --pretest,"
                                + " --pieces, --deal and --ahead out");
            }
            return group.withSplit(Group.Split.SEQUENTIAL);
        }
        if (group.gpus() == 1 && tests()) {
            throw new UserException(
                    "--split=regions: one GPU has nobody to tell: leave --pretest, --pieces, --deal"
                            + " and --ahead out");
        }
        if (pretest != null) {
            group = group.withPretest(value("--pretest", pretest, Group.Pretest.class));
        }
        if (group.pretest() == Group.Pretest.OFF && (pieces != null || deal != null)) {
            throw new UserException(
                    "--pretest=off: nothing is dealt: leave --pieces and --deal out");
        }
        if (pieces != null) {
            group = group.withPieces(value("--pieces", pieces, Group.Pieces.class));
        }
        if (deal != null) {
            group = dealt(group);
        }
        if (ahead == null) {
            return group;
        }
        if (group.pretest() == Group.Pretest.OFF) {
            throw new UserException("--pretest=off: nothing comes ahead: leave --ahead out");
        }
        return group.withAhead(ahead());
    }

    private Group dealt(Group group) {
        if (!deal.startsWith(SHARES)) {
            return group.withDeal(value("--deal", deal, Group.Deal.class));
        }
        var shares = new ArrayList<Integer>();
        for (String share : deal.substring(SHARES.length()).split(",", -1)) {
            try {
                shares.add(Integer.valueOf(share));
            } catch (NumberFormatException e) {
                throw new UserException(
                        "--deal=%s: '%s' is no number: weights:2,1,1,0 expected, one a GPU"
                                .formatted(deal, share));
            }
        }
        return group.withDeal(Group.Deal.WEIGHTS).withPretestWeights(shares);
    }

    private boolean helps() {
        return switch (help) {
            case "on" -> true;
            case "off" -> false;
            default -> throw new UserException("--gpu-help=%s: on or off expected".formatted(help));
        };
    }

    /** Whether anything is said of pretests. */
    private boolean tests() {
        return pretest != null || pieces != null || deal != null || ahead != null;
    }

    /** Which options on pieces were given, for somebody who makes nothing of them. */
    String saidOfPieces() {
        return Stream.of(
                        pieces == null ? null : "--pieces",
                        deal == null ? null : "--deal",
                        ahead == null ? null : "--ahead")
                .filter(Objects::nonNull)
                .collect(Collectors.joining(", "));
    }

    private int ahead() {
        if (ahead.equals("auto")) {
            return Group.MEASURED;
        }
        if (ahead.equals("all")) {
            return Group.ALL;
        }
        try {
            int pieceCount = Integer.parseInt(ahead);
            if (pieceCount > 0) {
                return pieceCount;
            }
        } catch (NumberFormatException e) {
            // Said below
        }
        throw new UserException("--ahead=%s: auto, all, or 1 or more expected".formatted(ahead));
    }

    static <E extends Enum<E>> E value(String option, String text, Class<E> type) {
        var names = new ArrayList<String>();
        for (var constant : type.getEnumConstants()) {
            String name = constant.name().toLowerCase(Locale.ROOT);
            if (name.equals(text)) {
                return constant;
            }
            names.add(name);
        }
        String last = names.removeLast();
        throw new UserException(
                "%s=%s: expected %s or %s".formatted(option, text, String.join(", ", names), last));
    }
}
