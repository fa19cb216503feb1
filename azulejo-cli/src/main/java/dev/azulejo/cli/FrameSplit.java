package dev.azulejo.cli;

import dev.azulejo.cluster.message.ByteReader;
import dev.azulejo.cluster.message.ByteWriter;
import dev.azulejo.cluster.message.CodecException;
import dev.azulejo.core.screen.CoarseBins;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.screen.RegionMap;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How a picture is cut into parts, each of which one worker of a cluster renders.
 *
 * @param layout {@link #BINS}, {@link #FRAMES}, {@link #at rectangles between cuts}, or the text of
 *     a {@link RegionLayout}
 * @param parts how many, 1..{@value RegionMap#MOST_GPUS}
 */
record FrameSplit(String layout, int parts) {
    /** Rectangles, a part each. */
    static final String BINS = "bins";

    /**
     * A whole picture, or as few rectangles as can be sent: pictures, not parts, are shared out.
     */
    static final String FRAMES = "frames";

    private static final String CUTS = "cuts:";

    private static final int LONGEST = 4_096;

    /**
     * Returns rectangles between cuts, a part each, row by row.
     *
     * @param columns where columns after the first begin, pixels
     * @param rows where rows after the first begin
     */
    static FrameSplit at(int[] columns, int[] rows) {
        return new FrameSplit(
                CUTS + text(columns) + "|" + text(rows), (columns.length + 1) * (rows.length + 1));
    }

    private static String text(int[] cuts) {
        return Arrays.stream(cuts).mapToObj(Integer::toString).collect(Collectors.joining(","));
    }

    /**
     * Returns who owns what.
     *
     * @param whole size of the picture, all of its views
     * @throws UserException if there is no such layout, in one line
     */
    RegionMap map(Size whole) {
        try {
            if (layout.startsWith(CUTS)) {
                return between(whole);
            }
            return layout.equals(BINS) || isWhole()
                    ? CoarseBins.cut(whole.width(), whole.height(), parts)
                    : RegionLayout.parse(layout).map(whole.width(), whole.height(), parts);
        } catch (IllegalArgumentException e) {
            throw CoreOptions.refused(e);
        }
    }

    /** Whether pictures are shared out, and not their parts. */
    boolean isWhole() {
        return layout.equals(FRAMES);
    }

    /** Whether each part is a rectangle that may have other bounds. */
    boolean isOfRectangles() {
        return layout.equals(BINS) || layout.startsWith(CUTS);
    }

    private RegionMap between(Size whole) {
        var cuts = layout.substring(CUTS.length()).split("\\|", -1);
        if (cuts.length != 2) {
            throw new IllegalArgumentException("regions: cuts of columns and of rows expected");
        }
        var owners = IntStream.range(0, parts).toArray();
        return RegionMap.of(
                whole.width(), whole.height(), parts, numbers(cuts[0]), numbers(cuts[1]), owners);
    }

    private static int[] numbers(String cuts) {
        var texts = cuts.isEmpty() ? Stream.<String>empty() : Arrays.stream(cuts.split(",", -1));
        try {
            return texts.mapToInt(Integer::parseInt).toArray();
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("regions: a cut is no number");
        }
    }

    void write(ByteWriter out) {
        out.text(layout).int32(parts);
    }

    static FrameSplit read(ByteReader in) {
        var split = new FrameSplit(in.text(LONGEST), in.count(RegionMap.MOST_GPUS));
        if (split.parts == 0) {
            throw new CodecException("a picture without parts");
        }
        return split;
    }
}
