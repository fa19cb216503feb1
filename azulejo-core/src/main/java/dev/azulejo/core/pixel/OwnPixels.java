package dev.azulejo.core.pixel;

import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.resource.DeviceAccess;
import dev.azulejo.core.resource.RenderTarget;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a GPU paints into where nobody else looks: a target of its own, as large as that of the
 * pass, and which groups of 16x16 pixels it has painted in the phase. Workers paint different tiles
 * at once; everything else by one thread.
 */
public final class OwnPixels {
    /** Targets of different shapes that are kept; the oldest makes room. */
    private static final int MOST = 4;

    private static final int SIDE = 16;

    private final List<RenderTarget> kept = new ArrayList<>();
    private RenderTarget target;

    /** A byte a group, so that workers write to places of their own; not 0 if it is painted. */
    private byte[] painted = {};

    private int columns;
    private int groups;

    /** Makes memory that grows with what is painted. */
    public OwnPixels() {}

    /** A phase begins: nothing is painted. */
    public void begin(PassDescriptor pass) {
        target = like(pass.target());
        if (pass.keepSamples()) {
            DeviceAccess.requireSampleStorage(target);
        }
        columns = (target.width() + SIDE - 1) / SIDE;
        groups = columns * ((target.height() + SIDE - 1) / SIDE);
        if (painted.length < groups) {
            painted = new byte[groups];
        }
        Arrays.fill(painted, 0, groups, (byte) 0);
    }

    private RenderTarget like(RenderTarget wanted) {
        // By number: an iterator would be an object a phase.
        for (int k = 0; k < kept.size(); k++) {
            var one = kept.get(k);
            if (one.width() == wanted.width()
                    && one.height() == wanted.height()
                    && one.format() == wanted.format()
                    && one.samples() == wanted.samples()) {
                return one;
            }
        }
        if (kept.size() == MOST) {
            kept.removeFirst();
        }
        var made =
                new RenderTarget(
                        wanted.width(), wanted.height(), wanted.format(), wanted.samples());
        kept.add(made);
        return made;
    }

    /** Returns where a tile is painted, which is painted from now on. */
    RenderTarget paint(TileRectangle tile) {
        int right = tile.x + tile.width - 1 >> 4;
        int bottom = tile.y + tile.height - 1 >> 4;
        for (int y = tile.y >> 4; y <= bottom; y++) {
            Arrays.fill(painted, y * columns + (tile.x >> 4), y * columns + right + 1, (byte) 1);
        }
        return target;
    }

    /** Returns the target that was painted into last. */
    public RenderTarget target() {
        return target;
    }

    /** Returns how many groups the target has. */
    public int groups() {
        return groups;
    }

    /** Whether a group was painted in the phase. */
    public boolean painted(int group) {
        return painted[group] != 0;
    }
}
