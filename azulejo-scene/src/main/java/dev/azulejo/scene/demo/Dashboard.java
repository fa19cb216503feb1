package dev.azulejo.scene.demo;

import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Camera;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Transform;

import java.util.ArrayList;
import java.util.List;

/**
 * The control room of a tidal power station: a flat picture of 1920 x 1080 units, all opaque and
 * unlit, seen by an orthographic camera. Most of it stands still; needles, bars, digits, a lamp and
 * a marker move.
 */
final class Dashboard {
    static final TextStyle TITLE = new TextStyle(18, 2.2, 0.4);
    static final TextStyle HEADING = new TextStyle(12, 1.7, 0.4);
    static final TextStyle BODY = new TextStyle(10, 1.35, 0.5);
    static final TextStyle SMALL = new TextStyle(9, 1.2, 0.6);
    static final TextStyle NUMBER = new TextStyle(34, 3, 0.6);
    static final TextStyle UNIT = new TextStyle(14, 1.6, 0.4);

    private static final int WIDTH = 1920;
    private static final int HEIGHT = 1080;
    private static final double MARGIN = 24;
    private static final double GUTTER = 16;

    /** Seconds between two values of the live number. */
    private static final double BEAT = 0.5;

    private final Board board = new Board();

    private Dashboard() {}

    static Scene create() {
        var dashboard = new Dashboard();
        dashboard.backdrop();
        dashboard.title();
        dashboard.cards();
        double top = 228;
        DashboardGauges.add(dashboard.board, MARGIN, top, 896, 396);
        DashboardCharts.plot(dashboard.board, MARGIN + 896 + GUTTER, top, 960, 396);
        double low = top + 396 + GUTTER;
        DashboardCharts.bars(dashboard.board, MARGIN, low, 520, 416);
        DashboardTable.add(dashboard.board, MARGIN + 520 + GUTTER, low, 680, 416);
        DashboardMap.add(dashboard.board, MARGIN + 520 + 680 + 2 * GUTTER, low, 640, 416);
        return dashboard.scene();
    }

    private Scene scene() {
        var eye = new Vec3(WIDTH / 2f, -HEIGHT / 2f, 50);
        board.nodes.add(
                new Node(
                        "camera",
                        new Transform.Trs(eye, Quaternion.IDENTITY, Vec3.ONE),
                        List.of(),
                        -1,
                        0,
                        -1));
        board.roots.add(board.nodes.size() - 1);
        return Scene.builder(AssetInfo.generated(DemoScenes.PREFIX + "dashboard"))
                .name("dashboard")
                .roots(board.roots)
                .nodes(board.nodes)
                .meshes(board.meshes)
                .materials(Ink.materials())
                .cameras(List.of(new Camera.Orthographic("page", WIDTH / 2f, HEIGHT / 2f, 1, 60)))
                .animations(List.of(board.motion.build("live")))
                .build();
    }

    private void backdrop() {
        var page = board.plain("backdrop", 0, 0, WIDTH, HEIGHT);
        page.sheet.ink(Ink.BACKDROP).rect(0, 0, WIDTH, HEIGHT);
        page.finish();
    }

    private void title() {
        var bar = board.plain("title", 0, 0, WIDTH, 72);
        var sheet = bar.sheet;
        sheet.ink(Ink.BAR).rect(0, 0, WIDTH, 71);
        sheet.ink(Ink.EDGE).rect(0, 71, WIDTH, 1);
        tile(sheet, MARGIN, 14, 44);
        sheet.ink(Ink.TEXT).text(TITLE, "Tejo Tidal Station", 86, 36.5, 0);
        sheet.ink(Ink.FAINT).text(BODY, "Control room  -  38.69° N  9.18° W", 86, 56.5, 0);
        String[] tabs = {"Overview", "Turbines", "Grid", "Weather", "Log book"};
        double x = 520;
        for (int t = 0; t < tabs.length; t++) {
            double width = HEADING.width(tabs[t]);
            sheet.ink(t == 0 ? Ink.TEXT : Ink.SOFT).text(HEADING, tabs[t], x, 41.5, 0);
            if (t == 0) {
                sheet.ink(Ink.BLUE).rect(x - 4, 68, width + 8, 3);
            }
            x += width + 44;
        }
        chip(sheet, 1560, 24, "Grid connected", Ink.GREEN, Ink.GREEN_DIM);
        sheet.ink(Ink.EDGE).rect(1738, 18, 1, 36);
        sheet.ink(Ink.TEXT).text(new TextStyle(24, 2.4, 0.6), "14:32", WIDTH - MARGIN, 40.5, 1);
        sheet.ink(Ink.FAINT).text(BODY, "Thu 12 March 2026", WIDTH - MARGIN, 58.5, 1);
        bar.finish();
    }

    /** A painted tile: the motif of which four make a flower. */
    private static void tile(Sheet sheet, double x, double y, double side) {
        sheet.ink(Ink.TILE).roundRect(x, y, side, side, 5);
        double r = side * 0.34;
        var glaze = sheet.ink(Ink.GLAZE);
        double quarter = Math.PI / 2;
        double in = 2;
        glaze.pie(x + in, y + in, r, 0, quarter);
        glaze.pie(x + side - in, y + in, r, quarter, 2 * quarter);
        glaze.pie(x + side - in, y + side - in, r, 2 * quarter, 3 * quarter);
        glaze.pie(x + in, y + side - in, r, 3 * quarter, 4 * quarter);
        double cx = x + side / 2;
        double cy = y + side / 2;
        double d = side * 0.27;
        glaze.polygon(cx, cy - d, cx + d, cy, cx, cy + d, cx - d, cy);
        sheet.ink(Ink.TILE).disc(cx, cy, side * 0.1);
        double dot = side * 0.14;
        var white = sheet.ink(Ink.TILE);
        white.pie(x + in, y + in, dot, 0, quarter);
        white.pie(x + side - in, y + in, dot, quarter, 2 * quarter);
        white.pie(x + side - in, y + side - in, dot, 2 * quarter, 3 * quarter);
        white.pie(x + in, y + side - in, dot, 3 * quarter, 4 * quarter);
    }

    /** A lamp and a word on a rounded ground; returns its width. */
    static double chip(Sheet sheet, double x, double y, String text, Ink ink, Ink ground) {
        double width = BODY.width(text) + 40;
        sheet.ink(ground).roundRect(x, y, width, 24, 12);
        sheet.ink(ink).disc(x + 14, y + 12, 4).text(BODY, text, x + 26, y + 17, 0);
        return width;
    }

    private void cards() {
        double width = (WIDTH - 2 * MARGIN - 4 * GUTTER) / 5;
        String[] label = {"Output", "Head", "Flow", "Grid frequency", "Availability"};
        String[] value = {null, "4.82", "5,120", "50.02", "98.6"};
        String[] unit = {"MW", "m", "m³/s", "Hz", "%"};
        String[] change = {"+3.1 %", "+0.24 m", "+1.8 %", "-0.01 Hz", "+0.2 %"};
        Ink[] ink = {Ink.GREEN, Ink.GREEN, Ink.GREEN, Ink.AMBER, Ink.GREEN};
        Ink[] ground = {Ink.GREEN_DIM, Ink.GREEN_DIM, Ink.GREEN_DIM, Ink.AMBER_DIM, Ink.GREEN_DIM};
        for (int c = 0; c < label.length; c++) {
            var card = board.panel(label[c], MARGIN + c * (width + GUTTER), 92, width, 120);
            var sheet = card.sheet;
            sheet.ink(Ink.SOFT).text(HEADING, label[c], 22, 34.5, 0);
            double chipWidth = BODY.width(change[c]) + 24;
            double chipLeft = width - 20 - chipWidth;
            sheet.ink(ground[c]).roundRect(chipLeft, 17, chipWidth, 24, 12);
            sheet.ink(ink[c]).text(BODY, change[c], chipLeft + 12, 34, 0);
            double after = value[c] == null ? number(card, 22, 96) : 22;
            if (value[c] != null) {
                sheet.ink(Ink.TEXT).text(NUMBER, value[c], 22, 96, 0);
                after += NUMBER.advance(value[c]);
            }
            sheet.ink(Ink.SOFT).text(UNIT, unit[c], after + 2, 96.5, 0);
            DashboardCharts.spark(sheet, width - 140, 60, 120, 38, c);
            card.finish();
        }
    }

    /** The live number: ten nodes a digit, of which one is shown. Returns where it ends. */
    private double number(Board.Panel card, double x, double baseline) {
        int[] tenths = {2473, 2476, 2479, 2482, 2484, 2481, 2478, 2475};
        var digits = new ArrayList<Integer>();
        for (int d = 0; d < 10; d++) {
            var sheet = new Sheet();
            sheet.ink(Ink.TEXT).text(NUMBER, Integer.toString(d), 0, 0, 0);
            board.meshes.add(sheet.build("digit " + d));
            digits.add(board.meshes.size() - 1);
        }
        double units = x + NUMBER.advance("24");
        double point = units + NUMBER.advance("7");
        double fraction = point + NUMBER.advance(".");
        card.sheet.ink(Ink.TEXT).text(NUMBER, "24", x, baseline, 0);
        card.sheet.ink(Ink.TEXT).text(NUMBER, ".", point, baseline, 0);
        digit(card, "units", digits, units, baseline, tenths, 10);
        digit(card, "tenths", digits, fraction, baseline, tenths, 1);
        return fraction + NUMBER.advance("3");
    }

    private void digit(
            Board.Panel card,
            String place,
            List<Integer> meshes,
            double x,
            double baseline,
            int[] values,
            int divisor) {
        // One of them is seen at a time: they may share their place
        double z = 1;
        for (int d = 0; d < 10; d++) {
            boolean[] shown = new boolean[values.length];
            for (int k = 0; k < values.length; k++) {
                shown[k] = values[k] / divisor % 10 == d;
            }
            int node =
                    card.place(
                            "output %s %d".formatted(place, d),
                            meshes.get(d),
                            x,
                            baseline,
                            z,
                            shown[0]);
            board.motion.shown(node, BEAT, shown);
        }
    }
}
