package dev.azulejo.scene.demo;

/** A table of the units, a lamp each; one of the lamps blinks. */
final class DashboardTable {
    private static final double ROW = 34;

    private static final String[] HEAD = {"Unit", "Speed", "Power", "Oil", "Vibration", "Load"};

    /** Right edges of the columns of numbers. */
    private static final double[] RIGHT = {0, 182, 268, 344, 440};

    private static final double LOAD_LEFT = 466;
    private static final double LOAD_WIDTH = 84;

    private static final String[][] ROWS = {
        {"T1", "71.8 rpm", "21.4 MW", "57 °C", "1.2 mm/s", "89", "Running"},
        {"T2", "72.4 rpm", "22.8 MW", "58 °C", "1.1 mm/s", "95", "Running"},
        {"T3", "71.2 rpm", "20.9 MW", "56 °C", "1.4 mm/s", "87", "Running"},
        {"T4", "72.9 rpm", "23.5 MW", "59 °C", "1.0 mm/s", "98", "Running"},
        {"T5", "72.0 rpm", "22.1 MW", "58 °C", "1.3 mm/s", "92", "Running"},
        {"T6", "70.6 rpm", "19.6 MW", "61 °C", "1.6 mm/s", "82", "Running"},
        {"T7", "58.3 rpm", "12.3 MW", "74 °C", "3.8 mm/s", "51", "Check oil"},
        {"T8", "71.9 rpm", "21.8 MW", "57 °C", "1.2 mm/s", "91", "Running"},
        {"T9", "73.1 rpm", "23.9 MW", "60 °C", "1.1 mm/s", "99", "Running"}
    };

    private DashboardTable() {}

    static void add(Board board, double x, double y, double width, double height) {
        var panel = board.panel("Units", "Page 1 of 2", x, y, width, height);
        var sheet = panel.sheet;
        double top = 62;
        var head = sheet.ink(Ink.FAINT);
        head.text(Dashboard.SMALL, HEAD[0], 48, top + 18.5, 0);
        for (int c = 1; c < RIGHT.length; c++) {
            head.text(Dashboard.SMALL, HEAD[c], RIGHT[c], top + 18.5, 1);
        }
        head.text(Dashboard.SMALL, HEAD[5], LOAD_LEFT, top + 18.5, 0);
        head.text(Dashboard.SMALL, "State", width - 20, top + 18.5, 1);
        top += 32;
        var stripes = sheet.ink(Ink.WELL);
        for (int r = 0; r < ROWS.length; r += 2) {
            stripes.roundRect(12, top + r * ROW, width - 24, ROW, 5);
        }
        var loads = sheet.ink(Ink.EDGE);
        for (int r = 0; r < ROWS.length; r++) {
            loads.roundRect(LOAD_LEFT, top + r * ROW + ROW / 2 - 3, LOAD_WIDTH, 6, 3);
        }
        for (int r = 0; r < ROWS.length; r++) {
            row(board, panel, ROWS[r], top + r * ROW, width);
        }
        panel.finish();
    }

    private static void row(
            Board board, Board.Panel panel, String[] cells, double top, double width) {
        var sheet = panel.sheet;
        boolean alarm = !cells[6].equals("Running");
        double middle = top + ROW / 2;
        double baseline = middle + 5;
        var ink = alarm ? Ink.AMBER : Ink.GREEN;
        sheet.ink(alarm ? Ink.AMBER_DIM : Ink.GREEN_DIM).disc(30, middle, 7.5);
        sheet.ink(Ink.TEXT).text(Dashboard.BODY, cells[0], 48, baseline, 0);
        for (int c = 1; c < RIGHT.length; c++) {
            boolean high = alarm && c >= 3;
            sheet.ink(high ? Ink.AMBER : Ink.SOFT)
                    .text(Dashboard.BODY, cells[c], RIGHT[c], baseline, 1);
        }
        double load = Double.parseDouble(cells[5]) / 100;
        sheet.ink(alarm ? Ink.AMBER : Ink.BLUE)
                .roundRect(LOAD_LEFT, middle - 3, LOAD_WIDTH * load, 6, 3);
        sheet.ink(ink).text(Dashboard.BODY, cells[6], width - 20, baseline, 1);
        if (alarm) {
            var lamp = new Sheet();
            lamp.ink(Ink.AMBER).disc(0, 0, 5);
            int node = panel.live("lamp " + cells[0], lamp, 30, middle);
            board.motion.shown(node, 0.5, true, false, true, false, true, false, true, false);
        } else {
            sheet.ink(ink).disc(30, middle, 4);
        }
    }
}
