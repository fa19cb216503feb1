package dev.azulejo.cli;

import dev.azulejo.core.options.Bins;
import dev.azulejo.core.options.Group;

import picocli.CommandLine.Option;

/** Options of chiplets that render coarse bins. */
final class BinMixin {
    @Option(
            names = "--bins",
            paramLabel = "N",
            description =
                    "Coarse bins of --split=bins, 1..64; default: 32, and with --cluster four for"
                            + " each worker, 8 at least, of one picture, and of several one for"
                            + " each worker.")
    Integer bins;

    @Option(
            names = "--visibility",
            paramLabel = "HOW",
            description =
                    "How far the visibility phase takes vertices: positions, full (the first"
                        + " chiplet then paints its first bin without doing it again) or auto"
                        + " (default: not at all where a cluster's bounds lie in few bins; early Z"
                        + " then works bin by bin).")
    String visibility;

    @Option(
            names = "--assign",
            paramLabel = "HOW",
            description =
                    "Who renders which bin: static (a fixed rule) or dynamic (default: by the work"
                            + " that is expected).")
    String assign;

    /** Whether anything is said of bins. */
    boolean given() {
        return bins != null || visibility != null || assign != null;
    }

    /** A group of chiplets. */
    Group chiplets(Group group) {
        var settings = Bins.DEFAULT;
        if (bins != null) {
            settings = settings.withCount(bins);
        }
        if (visibility != null) {
            settings =
                    settings.withVertices(
                            GroupMixin.value("--visibility", visibility, Bins.Vertices.class));
        }
        if (assign != null) {
            settings =
                    settings.withAssignment(
                            GroupMixin.value("--assign", assign, Bins.Assignment.class));
        }
        return group.withSplit(Group.Split.BINS).withBins(settings);
    }
}
