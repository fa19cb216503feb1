package dev.azulejo.core.timeline;

import java.util.ArrayList;
import java.util.List;

/**
 * A small screen of regions that four GPUs own interleaved, A-B over C-D, and objects that lie in
 * some of them.
 */
final class ScreenPattern {
    static final int COLUMNS = 4;
    static final int ROWS = 4;

    /** Columns and rows that repeat. */
    private static final int PERIOD = 2;

    private static final int CELL = 8;

    /** A region, by its place. */
    record Cell(int column, int row) {}

    private ScreenPattern() {}

    /** Returns who owns a region. */
    static int owner(Cell cell) {
        return cell.row() % PERIOD * PERIOD + cell.column() % PERIOD;
    }

    /** Returns a bit for each GPU that owns one of the regions. */
    static long owners(List<Cell> cells) {
        long owners = 0;
        for (var cell : cells) {
            owners |= 1L << owner(cell);
        }
        return owners;
    }

    /** Draws the screen: each region with its owner and the objects in it. */
    static List<String> draw(List<List<Cell>> objects) {
        var lines = new ArrayList<String>();
        for (int row = 0; row < ROWS; row++) {
            var line = new StringBuilder();
            for (int column = 0; column < COLUMNS; column++) {
                var cell = new Cell(column, row);
                var text = new StringBuilder(Timeline.name(owner(cell)));
                for (int object = 0; object < objects.size(); object++) {
                    if (objects.get(object).contains(cell)) {
                        text.append(' ').append(object);
                    }
                }
                line.append(text).append(" ".repeat(CELL - text.length()));
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }
}
