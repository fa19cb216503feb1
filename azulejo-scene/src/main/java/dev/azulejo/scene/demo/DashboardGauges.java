package dev.azulejo.scene.demo;

import dev.azulejo.scene.model.Animation.Interpolation;

/** Three round gauges; needles start at the lower left and sweep 270 degrees. */
final class DashboardGauges {
    private static final double SWEEP = 270;
    private static final double RADIUS = 118;

    private static final TextStyle NUMERAL = new TextStyle(11, 1.4, 0.4);
    private static final TextStyle READING = new TextStyle(16, 1.9, 0.4);

    /**
     * A dial.
     *
     * @param name what it shows
     * @param unit of the values
     * @param low first value
     * @param high last value
     * @param amber where care is due
     * @param red where it is too much
     * @param set value wanted
     * @param value shown at rest
     */
    private record Dial(
            String name,
            String unit,
            double low,
            double high,
            double amber,
            double red,
            double set,
            double value) {
        /** Degrees from the top, counter-clockwise. */
        double degrees(double of) {
            return SWEEP / 2 - SWEEP * (of - low) / (high - low);
        }

        /** Radians on the page, clockwise from the right. */
        double page(double of) {
            return StrictMath.toRadians(-90 - degrees(of));
        }
    }

    private DashboardGauges() {}

    static void add(Board board, double x, double y, double width, double height) {
        var panel = board.panel("Turbine hall", "Units 1 - 12", x, y, width, height);
        var speed = new Dial("Mean rotor speed", "rpm", 0, 100, 80, 92, 72, 71.5);
        var load = new Dial("Generator load", "%", 0, 120, 95, 108, 84, 82);
        var oil = new Dial("Oil temperature", "°C", 20, 100, 70, 85, 55, 58);
        double third = width / 3;
        int first = dial(panel, speed, third / 2 + 8, 212);
        int second = dial(panel, load, third * 1.5, 212);
        dial(panel, oil, third * 2.5 - 8, 212);
        panel.sheet.ink(Ink.GRID).rect(Math.rint(third) + 4, 74, 1, height - 98);
        panel.sheet.ink(Ink.GRID).rect(Math.rint(2 * third) - 4, 74, 1, height - 98);
        panel.finish();
        double[] times = {0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4};
        double[] speeds = {71.5, 73, 74.5, 73.5, 72, 70, 68.5, 70, 71.5};
        double[] loads = {82, 84, 83, 85.5, 88, 86, 86.5, 83, 82};
        board.motion.turn(first, 2, Interpolation.CUBIC_SPLINE, times, degrees(speed, speeds));
        board.motion.turn(second, 2, Interpolation.LINEAR, times, degrees(load, loads));
    }

    private static double[] degrees(Dial dial, double[] values) {
        double[] degrees = new double[values.length];
        for (int k = 0; k < values.length; k++) {
            degrees[k] = dial.degrees(values[k]);
        }
        return degrees;
    }

    /** Returns the node of the needle. */
    private static int dial(Board.Panel panel, Dial dial, double cx, double cy) {
        var sheet = panel.sheet;
        sheet.ink(Ink.EDGE).disc(cx, cy, RADIUS + 13);
        sheet.ink(Ink.WELL).disc(cx, cy, RADIUS + 12);
        sheet.ink(Ink.BACKDROP).disc(cx, cy, RADIUS + 5);
        sheet.ink(Ink.GREEN).arc(cx, cy, RADIUS - 2, dial.page(dial.low), dial.page(dial.amber), 4);
        sheet.ink(Ink.AMBER).arc(cx, cy, RADIUS - 2, dial.page(dial.amber), dial.page(dial.red), 4);
        sheet.ink(Ink.RED).arc(cx, cy, RADIUS - 2, dial.page(dial.red), dial.page(dial.high), 4);
        var minor = sheet.ink(Ink.FAINT);
        int steps = 10;
        for (int tick = 0; tick <= 5 * steps; tick++) {
            double at = dial.low + (dial.high - dial.low) * tick / (5 * steps);
            if (tick % 5 != 0) {
                tick(minor, cx, cy, dial.page(at), RADIUS - 14, RADIUS - 8, 1.2);
            }
        }
        var major = sheet.ink(Ink.TEXT);
        for (int tick = 0; tick <= steps; tick++) {
            double at = dial.low + (dial.high - dial.low) * tick / steps;
            double angle = dial.page(at);
            tick(major, cx, cy, angle, RADIUS - 20, RADIUS - 8, 2.2);
            if (tick % 2 == 0) {
                double r = RADIUS - 36;
                major.text(
                        NUMERAL,
                        Long.toString(Math.round(at)),
                        cx + r * StrictMath.cos(angle),
                        cy + r * StrictMath.sin(angle) + 5.5,
                        0.5);
            }
        }
        setPoint(sheet, dial, cx, cy);
        sheet.ink(Ink.SOFT).text(UNITS, dial.unit, cx, cy + 54, 0.5);
        sheet.ink(Ink.TEXT)
                .text(READING, "Set %d".formatted(Math.round(dial.set)), cx, cy + 92, 0.5);
        sheet.ink(Ink.SOFT).text(Dashboard.HEADING, dial.name, cx, cy + 160, 0.5);
        var needle = new Sheet();
        needle.ink(Ink.TEXT).polygon(-3.5, 24, 3.5, 24, 1.2, -RADIUS + 22, -1.2, -RADIUS + 22);
        needle.ink(Ink.EDGE).disc(0, 0, 12);
        needle.ink(Ink.BLUE).disc(0, 0, 9);
        needle.ink(Ink.BACKDROP).disc(0, 0, 3.5);
        return panel.turned("needle " + dial.name, needle, cx, cy, dial.degrees(dial.value));
    }

    private static final TextStyle UNITS = new TextStyle(12, 1.5, 0.4);

    private static void tick(
            Shapes2D ink, double cx, double cy, double angle, double from, double to, double w) {
        double c = StrictMath.cos(angle);
        double s = StrictMath.sin(angle);
        ink.line(cx + from * c, cy + from * s, cx + to * c, cy + to * s, w);
    }

    /** A small triangle outside the scale. */
    private static void setPoint(Sheet sheet, Dial dial, double cx, double cy) {
        double angle = dial.page(dial.set);
        double tip = RADIUS + 1;
        double back = RADIUS + 11;
        double spread = 0.045;
        sheet.ink(Ink.CYAN)
                .polygon(
                        cx + tip * StrictMath.cos(angle),
                        cy + tip * StrictMath.sin(angle),
                        cx + back * StrictMath.cos(angle + spread),
                        cy + back * StrictMath.sin(angle + spread),
                        cx + back * StrictMath.cos(angle - spread),
                        cy + back * StrictMath.sin(angle - spread));
    }
}
