package dev.azulejo.scene.demo;

import java.util.ArrayList;
import java.util.List;

/** A map of the estuary with the barrage across it. */
final class DashboardMap {
    private static final double LEFT = 16;
    private static final double TOP = 66;

    private DashboardMap() {}

    static void add(Board board, double x, double y, double width, double height) {
        var panel = board.panel("Estuary", "Ebb  -  1.9 m/s", x, y, width, height);
        var sheet = panel.sheet;
        double w = width - 2 * LEFT;
        double h = height - TOP - LEFT;
        sheet.ink(Ink.WATER).rect(LEFT, TOP, w, h);
        var north = shore(w, 0.30, 0.055, 0.4);
        var south = shore(w, 0.80, 0.05, 2.1);
        // Deep water between the shores
        var deep = sheet.ink(Ink.DEEP);
        var channel = new ArrayList<double[]>();
        for (int i = 0; i < north.size(); i++) {
            double[] a = north.get(i);
            double[] b = south.get(i);
            channel.add(
                    new double[] {a[0], a[1] + (b[1] - a[1]) * 0.27, a[1] + (b[1] - a[1]) * 0.7});
        }
        for (int i = 1; i < channel.size(); i++) {
            double[] a = channel.get(i - 1);
            double[] b = channel.get(i);
            deep.polygon(a[0], a[1], b[0], b[1], b[0], b[2], a[0], a[2]);
        }
        sheet.ink(Ink.LAND).area(north, TOP).area(south, TOP + h);
        graticule(sheet, w, h);
        sheet.ink(Ink.COAST).stroke(north, false, 1.6).stroke(south, false, 1.6);
        roads(sheet, w, h);
        barrage(sheet, north, south);
        legend(sheet, w, h);
        sheet.ink(Ink.PANEL).cornersOutside(LEFT - 1, TOP - 1, w + 2, h + 2, 8);
        panel.finish();
    }

    /** A winding line from the left to the right. */
    private static List<double[]> shore(double w, double at, double swing, double phase) {
        var line = new ArrayList<double[]>();
        double h = 334;
        int steps = 96;
        for (int k = 0; k <= steps; k++) {
            double t = (double) k / steps;
            double bend =
                    StrictMath.sin(5.2 * t + phase)
                            + 0.45 * StrictMath.sin(13 * t + 2.3 * phase)
                            + 0.2 * StrictMath.sin(31 * t + phase);
            line.add(new double[] {LEFT + w * t, TOP + h * (at + swing * bend)});
        }
        return line;
    }

    private static void graticule(Sheet sheet, double w, double h) {
        var lines = sheet.ink(Ink.EDGE);
        for (int k = 1; k < 4; k++) {
            lines.rect(LEFT + Math.rint(w * k / 4), TOP, 1, h);
        }
        for (int k = 1; k < 3; k++) {
            lines.rect(LEFT, TOP + Math.rint(h * k / 3), w, 1);
        }
    }

    private static void roads(Sheet sheet, double w, double h) {
        var road = new ArrayList<double[]>();
        var rail = new ArrayList<double[]>();
        for (int k = 0; k <= 60; k++) {
            double t = k / 60.0;
            road.add(
                    new double[] {
                        LEFT + w * t, TOP + h * (0.12 + 0.03 * StrictMath.sin(4.6 * t + 0.2))
                    });
            rail.add(
                    new double[] {
                        LEFT + w * t, TOP + h * (0.94 + 0.02 * StrictMath.sin(5 * t + 2))
                    });
        }
        sheet.ink(Ink.FAINT).stroke(road, false, 2).dashes(rail, 1.4, 8, 5);
        sheet.ink(Ink.SOFT)
                .text(Dashboard.SMALL, "Lisboa", LEFT + w * 0.70, TOP + h * 0.085, 0)
                .text(Dashboard.SMALL, "Almada", LEFT + w * 0.12, TOP + h * 0.90, 0);
    }

    private static void barrage(Sheet sheet, List<double[]> north, List<double[]> south) {
        double[] a = north.get(46);
        double[] b = south.get(54);
        sheet.ink(Ink.BACKDROP).line(a[0], a[1] - 4, b[0], b[1] + 4, 13);
        sheet.ink(Ink.SOFT).line(a[0], a[1] - 4, b[0], b[1] + 4, 9);
        for (int unit = 1; unit <= 12; unit++) {
            double t = (unit + 0.5) / 14;
            double px = a[0] + (b[0] - a[0]) * t;
            double py = a[1] + (b[1] - a[1]) * t;
            sheet.ink(Ink.BACKDROP).disc(px, py, 5.5);
            sheet.ink(unit == 7 ? Ink.AMBER : Ink.GREEN).disc(px, py, 3.8);
        }
        double t = 7.5 / 14;
        double px = a[0] + (b[0] - a[0]) * t;
        double py = a[1] + (b[1] - a[1]) * t;
        sheet.ink(Ink.AMBER).line(px + 8, py, px + 34, py, 1.2);
        double tag = Dashboard.SMALL.width("T7") + 16;
        sheet.ink(Ink.AMBER_DIM).roundRect(px + 34, py - 10, tag, 20, 4);
        sheet.ink(Ink.AMBER).text(Dashboard.SMALL, "T7", px + 42, py + 4.5, 0);
        // Which way the water runs
        var flow = sheet.ink(Ink.CYAN);
        double[][] arrows = {{110, 0.42}, {150, 0.6}, {440, 0.44}, {480, 0.62}};
        for (double[] arrow : arrows) {
            double ax = LEFT + arrow[0];
            double ay = TOP + 334 * arrow[1];
            flow.line(ax, ay, ax + 32, ay, 1.6);
            flow.polygon(ax - 9, ay, ax + 1, ay - 4.5, ax + 1, ay + 4.5);
        }
    }

    private static void legend(Sheet sheet, double w, double h) {
        double x = LEFT + w - 128;
        double y = TOP + h - 22;
        sheet.ink(Ink.TEXT).rect(x, y, 96, 2).rect(x, y - 5, 2, 7).rect(x + 94, y - 5, 2, 7);
        sheet.ink(Ink.TEXT).text(Dashboard.SMALL, "2 km", x + 48, y - 6.5, 0.5);
        double cx = LEFT + 34;
        double cy = TOP + 36;
        sheet.ink(Ink.BAR).disc(cx, cy, 21);
        sheet.ink(Ink.COAST).ring(cx, cy, 20.5, 1.2);
        sheet.ink(Ink.TEXT).polygon(cx - 5, cy + 4, cx, cy - 10, cx + 5, cy + 4);
        sheet.ink(Ink.SOFT).text(new TextStyle(7, 1.1, 0), "N", cx, cy + 15.5, 0.5);
    }
}
