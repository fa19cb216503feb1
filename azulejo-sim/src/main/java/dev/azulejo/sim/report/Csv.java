package dev.azulejo.sim.report;

/** Cells of comma-separated values. */
final class Csv {
    private Csv() {}

    /** Returns a text as a cell: quoted where it has to be. */
    static String cell(String text) {
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
