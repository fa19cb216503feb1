package dev.azulejo.sim.trace;

import java.util.Arrays;

/**
 * Columns of ints, as long as each other. Columns are written one after the other, since neighbours
 * in a column are alike; where they follow each other closely, as differences.
 */
final class Table {
    private final int[][] columns;

    /** A bit for each column that is written as differences. */
    private final int differences;

    private int rows;

    Table(int columnCount, int differences) {
        columns = new int[columnCount][16];
        this.differences = differences;
    }

    int rows() {
        return rows;
    }

    int get(int column, int row) {
        return columns[column][row];
    }

    void set(int column, int row, int value) {
        columns[column][row] = value;
    }

    void increase(int column, int row, int by) {
        columns[column][row] = Math.addExact(columns[column][row], by);
    }

    /** Adds a row of zeros. Returns its number. */
    int add() {
        if (rows == columns[0].length) {
            grow(2 * rows);
        }
        return rows++;
    }

    private void grow(int capacity) {
        for (int column = 0; column < columns.length; column++) {
            columns[column] = Arrays.copyOf(columns[column], capacity);
        }
    }

    void write(ByteWriter out) {
        out.number(rows);
        for (int column = 0; column < columns.length; column++) {
            int last = 0;
            for (int row = 0; row < rows; row++) {
                int value = columns[column][row];
                if (isDifference(column)) {
                    out.signed(value - last);
                    last = value;
                } else {
                    out.number(value);
                }
            }
        }
    }

    private boolean isDifference(int column) {
        return (differences >>> column & 1) != 0;
    }

    /**
     * Reads rows into an empty table.
     *
     * @param what it holds, for messages
     */
    void read(ByteReader in, String what) throws TraceException {
        read(in, what, columns.length);
    }

    /**
     * Reads rows of which only the first columns were written; what the others hold is 0.
     *
     * @param what it holds, for messages
     * @param written columns
     */
    void read(ByteReader in, String what, int written) throws TraceException {
        // Each number takes a byte at least: nothing is allocated for rows that are not there.
        int count = in.number(what);
        if (count > in.left() / written) {
            throw in.wrong("%s: %d are more than there are bytes for".formatted(what, count));
        }
        grow(Math.max(16, count));
        rows = count;
        for (int column = 0; column < written; column++) {
            int last = 0;
            for (int row = 0; row < count; row++) {
                last = isDifference(column) ? last + in.signed(what) : in.number(what);
                if (last < 0) {
                    throw in.wrong("%s: row %d is below 0".formatted(what, row));
                }
                columns[column][row] = last;
            }
        }
    }
}
