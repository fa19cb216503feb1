package dev.azulejo.scene.demo;

import dev.azulejo.scene.model.Animation.Interpolation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** The line plot, the bar chart and small lines without axes. */
final class DashboardCharts {
    /** Hours between two high tides. */
    private static final double TIDE = 12.42;

    /** Time of day of the plot's line "now". */
    private static final double NOW = 14.53;

    private DashboardCharts() {}

    /** Output over a day, with a forecast and a marker that travels along. */
    static void plot(Board board, double x, double y, double width, double height) {
        var panel = board.panel("Output and forecast", "Thu 12 March  -  MW", x, y, width, height);
        var sheet = panel.sheet;
        double left = 64;
        double right = width - 28;
        double top = 96;
        double low = height - 48;
        double top300 = low - 300 * (low - top) / 320;
        var grid = sheet.ink(Ink.GRID);
        var labels = sheet.ink(Ink.FAINT);
        for (int mw = 0; mw <= 300; mw += 50) {
            double at = Math.rint(low - (low - top300) * mw / 300);
            grid.rect(left, at, right - left, 1);
            labels.text(Dashboard.SMALL, Integer.toString(mw), left - 14, at + 5, 1);
        }
        for (int hour = 0; hour <= 24; hour += 2) {
            double at = Math.rint(left + (right - left) * hour / 24);
            grid.rect(at, top - 8, 1, low - top + 8);
            if (hour % 4 == 0) {
                labels.text(Dashboard.SMALL, "%02d:00".formatted(hour), at, low + 22.5, 0.5);
            }
        }
        var random = new Random(1807);
        var output = new ArrayList<double[]>();
        var forecast = new ArrayList<double[]>();
        var tide = new ArrayList<double[]>();
        double wander = 0;
        int steps = 240;
        for (int k = 0; k <= steps; k++) {
            double hour = 24.0 * k / steps;
            double px = left + (right - left) * k / steps;
            wander = 0.86 * wander + 5 * random.nextGaussian();
            double expected = power(hour);
            forecast.add(new double[] {px, low - (low - top300) * expected / 300});
            double level = 150 + 92 * StrictMath.cos(2 * Math.PI * (hour - 1.2) / TIDE);
            tide.add(new double[] {px, low - (low - top300) * level / 300});
            if (hour <= NOW) {
                double real = Math.max(2, expected * 0.97 + wander * expected / 260);
                output.add(new double[] {px, low - (low - top300) * real / 300});
            }
        }
        sheet.ink(Ink.BLUE_DIM).area(output, low);
        var over = sheet.ink(Ink.EDGE);
        over.rect(left, low, right - left, 1);
        sheet.ink(Ink.VIOLET).stroke(tide, false, 1.4);
        sheet.ink(Ink.CYAN).dashes(forecast, 1.6, 7, 6);
        sheet.ink(Ink.BLUE).stroke(output, false, 2.6);
        double now = Math.rint(output.getLast()[0]);
        sheet.ink(Ink.SOFT).rect(now, top - 8, 1, low - top + 8);
        double tag = Dashboard.SMALL.width("Now 14:32") + 20;
        sheet.ink(Ink.SOFT).roundRect(now - tag / 2 + 0.5, top - 26, tag, 20, 4);
        sheet.ink(Ink.BACKDROP).text(Dashboard.SMALL, "Now 14:32", now + 0.5, top - 11.5, 0.5);
        legend(sheet, left, 74);
        var marker = new Sheet();
        marker.ink(Ink.BACKDROP).disc(0, 0, 8.5);
        marker.ink(Ink.TEXT).disc(0, 0, 7);
        marker.ink(Ink.BLUE).disc(0, 0, 4);
        travel(board, panel, marker, output);
        panel.finish();
    }

    /** Megawatts of flood and ebb at an hour of the day. */
    private static double power(double hour) {
        double flow = Math.abs(StrictMath.sin(2 * Math.PI * (hour - 1.2) / TIDE));
        double open = Math.max(0, (flow - 0.18) / 0.82);
        return 268 * Math.sqrt(open) * (0.9 + 0.1 * StrictMath.sin(hour * 0.9));
    }

    private static void legend(Sheet sheet, double left, double y) {
        String[] names = {"Output", "Forecast", "Tide level"};
        Ink[] inks = {Ink.BLUE, Ink.CYAN, Ink.VIOLET};
        double x = left;
        for (int n = 0; n < names.length; n++) {
            sheet.ink(inks[n]).roundRect(x, y - 5, 18, 3, 1.5);
            sheet.ink(Ink.SOFT).text(Dashboard.BODY, names[n], x + 26, y + 1, 0);
            x += 26 + Dashboard.BODY.width(names[n]) + 28;
        }
    }

    /** Forth and back along a part of the line. */
    private static void travel(Board board, Board.Panel panel, Sheet marker, List<double[]> line) {
        int first = 40;
        int keys = 48;
        int node = panel.live("marker", marker, line.get(first)[0], line.get(first)[1]);
        double z = board.nodes.get(node).transform().toMatrix().get(2, 3);
        double[] times = new double[2 * keys + 1];
        double[][] places = new double[2 * keys + 1][];
        for (int k = 0; k <= 2 * keys; k++) {
            times[k] = 4.0 * k / (2 * keys);
            double[] at = line.get(first + (k <= keys ? k : 2 * keys - k));
            places[k] = new double[] {at[0], -at[1], z};
        }
        board.motion.move(node, Interpolation.LINEAR, times, places);
    }

    /** Output by unit; three of the bars live. */
    static void bars(Board board, double x, double y, double width, double height) {
        var panel = board.panel("Output by unit", "MW", x, y, width, height);
        var sheet = panel.sheet;
        double left = 52;
        double right = width - 24;
        double top = 84;
        double low = height - 48;
        var grid = sheet.ink(Ink.GRID);
        var labels = sheet.ink(Ink.FAINT);
        for (int mw = 0; mw <= 30; mw += 5) {
            double at = Math.rint(low - (low - top) * mw / 30);
            grid.rect(left, at, right - left, 1);
            labels.text(Dashboard.SMALL, Integer.toString(mw), left - 14, at + 5, 1);
        }
        double[] values = {21.4, 22.8, 20.9, 23.5, 22.1, 19.6, 12.3, 21.8, 23.9, 20.2, 22.6, 16.2};
        double pitch = (right - left) / values.length;
        double bar = 20;
        var tracks = sheet.ink(Ink.TRACK);
        int[] live = {2, 5, 10};
        double[] times = {0, 0.8, 1.6, 2.4, 3.2, 4};
        double[][] factors = {
            {1, 1.04, 1.07, 1.02, 0.97, 1},
            {1, 0.94, 0.9, 0.96, 1.03, 1},
            {1, 1.03, 0.98, 0.93, 0.97, 1}
        };
        for (int n = 0; n < values.length; n++) {
            double at = Math.rint(left + pitch * (n + 0.5) - bar / 2);
            tracks.rect(at, top, bar, low - top);
            labels.text(Dashboard.SMALL, "T" + (n + 1), at + bar / 2, low + 22.5, 0.5);
        }
        for (int n = 0; n < values.length; n++) {
            double at = Math.rint(left + pitch * (n + 0.5) - bar / 2);
            double tall = (low - top) * values[n] / 30;
            int which = Arrays.binarySearch(live, n);
            if (which < 0) {
                sheet.ink(values[n] < 15 ? Ink.AMBER : Ink.BLUE).rect(at, low - tall, bar, tall);
                continue;
            }
            var drawn = new Sheet();
            drawn.ink(Ink.CYAN).rect(0, -tall, bar, tall);
            int node = panel.live("bar T" + (n + 1), drawn, at, low);
            board.motion.stretch(node, times, factors[which]);
        }
        double target = Math.rint(low - (low - top) * 24 / 30) + 0.5;
        sheet.ink(Ink.TEXT)
                .dashes(
                        List.of(new double[] {left, target}, new double[] {right, target}),
                        1,
                        6,
                        5);
        sheet.ink(Ink.EDGE).rect(left, low, right - left, 1);
        sheet.ink(Ink.SOFT).text(Dashboard.SMALL, "Rated 24 MW", right, top - 10.5, 1);
        panel.finish();
    }

    /** A small line with its area, as it went through the last hour. */
    static void spark(Sheet sheet, double x, double y, double width, double height, int seed) {
        var random = new Random(1900 + seed);
        var line = new ArrayList<double[]>();
        int steps = 24;
        double value = 0.35;
        for (int k = 0; k <= steps; k++) {
            value += 0.016 + 0.09 * random.nextGaussian();
            value = Math.clamp(value, 0.08, 0.95);
            line.add(new double[] {x + width * k / steps, y + height * (1 - value)});
        }
        sheet.ink(Ink.BLUE_DIM).area(line, y + height);
        sheet.ink(Ink.BLUE).stroke(line, false, 1.8);
        sheet.ink(Ink.TEXT).disc(line.getLast()[0], line.getLast()[1], 3);
    }
}
