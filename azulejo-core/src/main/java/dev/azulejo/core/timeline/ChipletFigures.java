package dev.azulejo.core.timeline;

import dev.azulejo.core.timeline.ChipletModel.Assignment;
import dev.azulejo.core.timeline.Span.Kind;

import java.util.ArrayList;
import java.util.List;

/**
 * The examples by which two-level binning on chiplets was published, played with the policy that
 * decides here. How many bins and chiplets there are, and which are large, is as published; how
 * many ticks that is is ours.
 */
public final class ChipletFigures {
    private static final int CHIPLETS = 3;
    private static final int COLUMNS = 3;
    private static final long VISIBILITY = 3;

    private static final long LARGE = 8;
    private static final long MEDIUM = 5;
    private static final long SMALL = 2;

    private ChipletFigures() {}

    /** Returns all of them. */
    public static List<Figure> all() {
        return List.of(fixedFigure(), dynamicFigure(), overlapFigure());
    }

    /** Six bins, of which the first chiplet's are the large ones. */
    static Timeline fixed() {
        return new ChipletModel(CHIPLETS, 0)
                .assignment(Assignment.FIXED)
                .play(List.of(bins("", LARGE, SMALL, MEDIUM, LARGE, SMALL, SMALL)));
    }

    /** Five bins: each chiplet begins one, and what is left goes where there is time for it. */
    static Timeline dynamic() {
        return new ChipletModel(CHIPLETS, 0)
                .assignment(Assignment.FIRST_IN_TURNS)
                .play(List.of(bins("", LARGE, SMALL, MEDIUM, MEDIUM, SMALL)));
    }

    /** Two frames, of which the second begins while others render the first, or afterwards. */
    static Timeline frames(FrameOrder order) {
        return new ChipletModel(CHIPLETS, VISIBILITY)
                .assignment(Assignment.FIRST_IN_TURNS)
                .order(order)
                .play(
                        List.of(
                                bins("a", SMALL, LARGE, MEDIUM, SMALL),
                                bins("b", SMALL, LARGE, MEDIUM, SMALL)));
    }

    private static List<ModelBin> bins(String prefix, long... ticks) {
        var bins = new ArrayList<ModelBin>();
        for (long one : ticks) {
            bins.add(new ModelBin(prefix + (bins.size() + 1), one));
        }
        return bins;
    }

    private static Figure fixedFigure() {
        var lines = new ArrayList<String>();
        draw(fixed(), lines);
        return new Figure(
                "static", "Six bins for three chiplets by a fixed rule, whatever the load", lines);
    }

    private static Figure dynamicFigure() {
        var lines = new ArrayList<String>();
        draw(dynamic(), lines);
        return new Figure(
                "dynamic",
                "Five bins by load: who has a small one takes a medium one, and the other way"
                        + " round",
                lines);
    }

    private static Figure overlapFigure() {
        var lines = new ArrayList<String>();
        lines.add("One frame after the other:");
        draw(frames(FrameOrder.APART), lines);
        lines.add("");
        lines.add("The first chiplet begins frame 2 when its own bins of frame 1 are done:");
        draw(frames(FrameOrder.OVERLAPPED), lines);
        return new Figure("frames", "Visibility of frame 2 while others render frame 1", lines);
    }

    private static void draw(Timeline frame, List<String> lines) {
        AsciiTimeline.draw(frame, COLUMNS, "chiplet").lines().forEach(lines::add);
        for (int chiplet = 0; chiplet < frame.gpus(); chiplet++) {
            lines.add(
                    "chiplet %s renders %s, done at %d, idle %d"
                            .formatted(
                                    Timeline.name(chiplet),
                                    String.join(" ", frame.pieces(chiplet, Kind.RENDER)),
                                    frame.end(chiplet),
                                    idle(frame, chiplet)));
        }
    }

    private static long idle(Timeline frame, int chiplet) {
        long works = frame.ticks(chiplet, Kind.RENDER) + frame.ticks(chiplet, Kind.VISIBILITY);
        return frame.end() - works;
    }
}
