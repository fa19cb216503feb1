package dev.azulejo.sim.record;

import dev.azulejo.core.report.GapFinder;
import dev.azulejo.sim.trace.PhaseBuilder;
import dev.azulejo.sim.trace.PixelGrid;

import java.util.Arrays;

/**
 * Corners of the triangles of a phase of which it is not known in which squares they cover a
 * sample. That is found out when the phase has ended, not while its tiles are rendered.
 */
final class CornerList {
    /** Ints of a row: number of the primitive in the phase, its corners, its bounds. */
    private static final int ROW = 1 + GapFinder.INTS;

    private GapFinder finder;
    private int[] rows = new int[64 * ROW];
    private int count;

    // Of the last triangle.
    private int left;
    private int top;
    private int right;
    private int bottom;

    /** A phase has begun, whose gaps somebody finds; one before it may have been given up. */
    void begin(GapFinder gapFinder) {
        finder = gapFinder;
        count = 0;
    }

    /** Notes the bounds of the triangle that was told last, pixels. */
    void bounds(int x0, int y0, int x1, int y1) {
        left = x0;
        top = y0;
        right = x1;
        bottom = y1;
    }

    /** Returns whether they touch one square alone: then pixels tell whether it is covered. */
    boolean inOneSquare() {
        return (left ^ right) < PixelGrid.UNIT && (top ^ bottom) < PixelGrid.UNIT;
    }

    /** Adds the triangle that was told last, by its number and corners. */
    void add(int primitive, int x0, int y0, int x1, int y1, int x2, int y2) {
        int at = count++ * ROW;
        if (at + ROW > rows.length) {
            rows = Arrays.copyOf(rows, 2 * rows.length);
        }
        rows[at] = primitive;
        rows[at + 1] = x0;
        rows[at + 2] = y0;
        rows[at + 3] = x1;
        rows[at + 4] = y1;
        rows[at + 5] = x2;
        rows[at + 6] = y2;
        rows[at + 7] = left;
        rows[at + 8] = top;
        rows[at + 9] = right;
        rows[at + 10] = bottom;
    }

    /** Tells a phase that has ended where its triangles cover nothing, and is empty then. */
    void findGaps(PhaseBuilder phase) {
        for (int row = 0; row < count; row++) {
            int primitive = rows[row * ROW];
            finder.find(rows, row * ROW + 1, (x, y) -> phase.gap(primitive, x, y));
        }
        count = 0;
    }
}
