package dev.azulejo.cli;

import dev.azulejo.core.options.Group;

import picocli.CommandLine.Option;

/** Whether frames of a package of chiplets overlap. */
final class OverlapMixin {
    @Option(
            names = "--overlap",
            paramLabel = "on|off",
            description =
                    "With --split=bins: whether the first chiplet finds out what is visible in the"
                            + " next frame while bins of one are rendered, and the last picture is"
                            + " taken beside both. Default: render --frames on, bench off.")
    String overlap;

    /** Whether anything is said of it. */
    boolean given() {
        return overlap != null;
    }

    /** Whether frames shall overlap. */
    boolean wanted(Group group, boolean otherwise) {
        boolean bins = group.split() == Group.Split.BINS;
        if (overlap == null) {
            return bins && otherwise;
        }
        if (!overlap.equals("on") && !overlap.equals("off")) {
            throw new UserException("--overlap=%s: expected on or off".formatted(overlap));
        }
        if (!bins) {
            throw new UserException(
                    "--overlap: frames of chiplets overlap: --gpus=N --split=bins expected");
        }
        return overlap.equals("on");
    }
}
