package dev.azulejo.cli;

import dev.azulejo.cluster.message.ByteReader;
import dev.azulejo.cluster.message.ByteWriter;
import dev.azulejo.cluster.message.CodecException;
import dev.azulejo.core.screen.CoarseBins;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.screen.RegionMap;

/**
 * How a picture is cut into parts, each of which one worker of a cluster renders.
 *
 * @param layout {@link #BINS}, or the text of a {@link RegionLayout}
 * @param parts how many, 1..{@value RegionMap#MOST_GPUS}
 */
record FrameSplit(String layout, int parts) {
    /** Rectangles, a part each. */
    static final String BINS = "bins";

    private static final int LONGEST = 4_096;

    /**
     * Returns who owns what.
     *
     * @param whole size of the picture, all of its views
     * @throws UserException if there is no such layout, in one line
     */
    RegionMap map(Size whole) {
        try {
            return layout.equals(BINS)
                    ? CoarseBins.cut(whole.width(), whole.height(), parts)
                    : RegionLayout.parse(layout).map(whole.width(), whole.height(), parts);
        } catch (IllegalArgumentException e) {
            throw new UserException("--" + e.getMessage());
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
