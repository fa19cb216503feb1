package dev.azulejo.scene.demo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A font of strokes: lines on a grid, with round corners where the data says so.
 *
 * <p>The grid: baseline at 0, capitals 12 high, small letters 8.6, descenders to -3.6. A line of
 * {@link #DATA} is a character and its strokes, separated by semicolons; a stroke is a list of
 * points {@code x,y}. A tilde before a point rounds the corner there, an {@code o} before a stroke
 * closes it.
 */
final class StrokeFont {
    /** Height of capitals on the grid. */
    static final double CAPITAL = 12;

    /** Between the strokes of neighbouring characters. */
    private static final double GAP = 3.3;

    private static final double SPACE = 2.6;

    /** All digits are as wide, so that columns of numbers line up. */
    private static final double DIGIT = 7.6;

    /** Largest radius of a round corner. */
    private static final double ROUND = 4.2;

    private static final String DATA =
            """
            A 0,0 4.1,12 8.2,0; 1.37,4 6.83,4
            B 0,0 0,12 ~7.3,12 ~7.3,6.3 0,6.3; 0,6.3 ~7.9,6.3 ~7.9,0 0,0
            C 8,9.2 ~8,12 ~0,12 ~0,0 ~8,0 8,2.8
            D o 0,0 0,12 ~8.2,12 ~8.2,0
            E 6.8,12 0,12 0,0 6.8,0; 0,6.2 5.8,6.2
            F 6.8,12 0,12 0,0; 0,6 5.8,6
            G 8,9.4 ~8,12 ~0,12 ~0,0 ~8.2,0 8.2,5.6 4.8,5.6
            H 0,0 0,12; 8,0 8,12; 0,6.2 8,6.2
            I 0,0 0,12
            J 5.4,12 ~5.4,0 ~0,0 0,2.8
            K 0,0 0,12; 7.4,12 0,4.6; 2.6,7.2 7.9,0
            L 0,12 0,0 6.4,0
            M 0,0 0,12 4.8,4.4 9.6,12 9.6,0
            N 0,0 0,12 8,0 8,12
            O o ~0,0 ~0,12 ~8.4,12 ~8.4,0
            P 0,0 0,12 ~8,12 ~8,5.4 0,5.4
            Q o ~0,0 ~0,12 ~8.4,12 ~8.4,0; 5.2,3.2 8.8,-0.9
            R 0,0 0,12 ~8,12 ~8,5.6 0,5.6; 4.2,5.6 8.1,0
            S 7.6,9.6 ~7.6,12 ~0.3,12 ~0.3,6.2 ~7.9,6.2 ~7.9,0 ~0,0 0,2.4
            T 0,12 8,12; 4,12 4,0
            U 0,12 ~0,0 ~8,0 8,12
            V 0,12 4.1,0 8.2,12
            W 0,12 2.9,0 5.8,10.4 8.7,0 11.6,12
            X 0,12 8,0; 8,12 0,0
            Y 0,12 4,5.6 8,12; 4,5.6 4,0
            Z 0.2,12 7.6,12 0,0 7.8,0
            a 0.7,8.6 ~6,8.6 6,0; 6,5 ~0,5 ~0,0 ~6,0 6,2.6
            b 0,12 0,0; o ~0,0 ~0,8.6 ~6.4,8.6 ~6.4,0
            c 5.9,6.8 ~5.9,8.6 ~0,8.6 ~0,0 ~5.9,0 5.9,1.8
            d 6.4,12 6.4,0; o ~0,0 ~0,8.6 ~6.4,8.6 ~6.4,0
            e 0,4.3 6.3,4.3 ~6.3,8.6 ~0,8.6 ~0,0 ~6,0 6,1.6
            f 4.4,12 ~1.6,12 1.6,0; 0,8.6 4.2,8.6
            g 6.4,8.6 ~6.4,-3.6 0.8,-3.6; o ~0,0 ~0,8.6 ~6.4,8.6 ~6.4,0
            h 0,12 0,0; 0,4 ~0,8.6 ~6.2,8.6 6.2,0
            i 0,8.6 0,0; 0,11.9
            j 1.8,8.6 ~1.8,-3.6 0,-3.6; 1.8,11.9
            k 0,12 0,0; 5.6,8.6 0,3.2; 2,5.2 6,0
            l 0,12 ~0,0 2.2,0
            m 0,8.6 0,0; 0,4 ~0,8.6 ~5,8.6 5,0; 5,4 ~5,8.6 ~10,8.6 10,0
            n 0,8.6 0,0; 0,4 ~0,8.6 ~6.2,8.6 6.2,0
            o o ~0,0 ~0,8.6 ~6.5,8.6 ~6.5,0
            p 0,8.6 0,-3.6; o ~0,0 ~0,8.6 ~6.4,8.6 ~6.4,0
            q 6.4,8.6 6.4,-3.6; o ~0,0 ~0,8.6 ~6.4,8.6 ~6.4,0
            r 0,8.6 0,0; 0,4.4 ~0,8.6 3.8,8.6
            s 5.5,7 ~5.5,8.6 ~0.2,8.6 ~0.2,4.4 ~5.7,4.4 ~5.7,0 ~0,0 0,1.6
            t 1.6,11.6 ~1.6,0 4.4,0; 0,8.6 4.2,8.6
            u 6.2,8.6 6.2,0; 0,8.6 ~0,0 ~6.2,0 6.2,4.6
            v 0,8.6 3.2,0 6.4,8.6
            w 0,8.6 2.4,0 4.8,7.4 7.2,0 9.6,8.6
            x 0,8.6 6,0; 6,8.6 0,0
            y 0,8.6 3.3,0; 6.6,8.6 ~2,-3.6 0.2,-3.6
            z 0.1,8.6 5.7,8.6 0,0 5.8,0
            0 o ~0,0 ~0,12 ~7.6,12 ~7.6,0
            1 1.1,9.4 4.4,12 4.4,0
            2 0.2,9.2 ~0.2,12 ~7.4,12 ~7.4,7 0,0 7.6,0
            3 0.3,9.6 ~0.3,12 ~7.2,12 ~7.2,6.4 3,6.4; 3,6.4 ~7.6,6.4 ~7.6,0 ~0,0 0,2.4
            4 5.7,0 5.7,12 0,3.2 7.8,3.2
            5 7,12 0.9,12 0.5,7.2 ~7.6,7.2 ~7.6,0 ~0,0 0,2.2
            6 6.9,10.2 ~6.9,12 ~0,12 0,4; o ~0,0 ~0,7.2 ~7.6,7.2 ~7.6,0
            7 0,12 7.4,12 2.6,0
            8 o ~0.4,6.4 ~0.4,12 ~7.2,12 ~7.2,6.4; o ~0,0 ~0,6.4 ~7.6,6.4 ~7.6,0
            9 0.7,1.8 ~0.7,0 ~7.6,0 7.6,8; o ~0,4.8 ~0,12 ~7.6,12 ~7.6,4.8
            . 0.3,0
            , 0.9,0.3 0,-2.2
            : 0.3,0.8; 0.3,7.4
            ; 0.9,0.3 0,-2.2; 0.9,7.4
            ' 0,12 0,9
            ! 0,12 0,3.6; 0,0
            ? 0,9.4 ~0,12 ~6.8,12 ~6.8,6.6 ~3.4,6.6 3.4,3.4; 3.4,0
            / 0,-1.6 4.8,13
            - 0,5 4.4,5
            + 0,5.4 7,5.4; 3.5,1.9 3.5,8.9
            = 0,3.8 7,3.8; 0,7 7,7
            < 6,9.4 0,5.4 6,1.4
            > 0,9.4 6,5.4 0,1.4
            ( 2.6,13.4 ~0,11 ~0,0.4 2.6,-2
            ) 0,13.4 ~2.6,11 ~2.6,0.4 0,-2
            % o ~0,7.4 ~0,12 ~3.8,12 ~3.8,7.4; o ~6.2,0 ~6.2,4.6 ~10,4.6 ~10,0; 8.2,12 1.8,0
            ° o ~0,8.4 ~0,12 ~3.6,12 ~3.6,8.4
            ³ 0,12 3.6,12 1.8,9.7 ~3.9,9.7 ~3.9,6.6 0,6.6
            """;

    private static final Map<Character, Glyph> GLYPHS = parse();

    /** A line with corners; {@code round} says which of them are round. */
    private record Stroke(double[][] points, boolean[] round, boolean closed) {}

    private record Glyph(double width, List<Stroke> strokes) {}

    /**
     * A stroke to draw, on the grid, y upwards.
     *
     * @param points x, y of each
     * @param closed whether the last is joined to the first
     */
    record Line(List<double[]> points, boolean closed) {}

    private StrokeFont() {}

    private static Map<Character, Glyph> parse() {
        var glyphs = new HashMap<Character, Glyph>();
        glyphs.put(' ', new Glyph(SPACE, List.of()));
        for (String line : DATA.strip().split("\n", -1)) {
            char character = line.charAt(0);
            var strokes = new ArrayList<Stroke>();
            double width = 0;
            for (String text : line.substring(2).split("; ", -1)) {
                var stroke = stroke(text);
                strokes.add(stroke);
                for (double[] point : stroke.points) {
                    width = Math.max(width, point[0]);
                }
            }
            boolean digit = character >= '0' && character <= '9';
            glyphs.put(character, new Glyph(digit ? DIGIT : width, strokes));
        }
        return glyphs;
    }

    private static Stroke stroke(String text) {
        boolean closed = text.startsWith("o ");
        String[] words = (closed ? text.substring(2) : text).split(" ", -1);
        double[][] points = new double[words.length][];
        boolean[] round = new boolean[words.length];
        for (int i = 0; i < words.length; i++) {
            round[i] = words[i].startsWith("~");
            String[] parts = words[i].substring(round[i] ? 1 : 0).split(",", -1);
            points[i] = new double[] {Double.parseDouble(parts[0]), Double.parseDouble(parts[1])};
        }
        return new Stroke(points, round, closed);
    }

    /** Returns all characters of the font. */
    static String characters() {
        var all = new StringBuilder();
        GLYPHS.keySet().stream().sorted().forEach(all::append);
        return all.toString();
    }

    /**
     * Returns how far the next character stands to the right, on the grid.
     *
     * @throws IllegalArgumentException if the font has no such character
     */
    static double advance(char character) {
        return glyph(character).width + GAP;
    }

    /** Returns the width of a text on the grid, without the gap after it. */
    static double width(String text, double tracking) {
        double width = 0;
        for (int i = 0; i < text.length(); i++) {
            width += advance(text.charAt(i)) + tracking;
        }
        return text.isEmpty() ? 0 : width - GAP - tracking;
    }

    /**
     * Returns the strokes of a character.
     *
     * @param detail steps that a quarter of a circle takes
     * @throws IllegalArgumentException if the font has no such character
     */
    static List<Line> lines(char character, int detail) {
        var lines = new ArrayList<Line>();
        for (var stroke : glyph(character).strokes) {
            lines.add(new Line(rounded(stroke, detail), stroke.closed));
        }
        return lines;
    }

    private static Glyph glyph(char character) {
        var glyph = GLYPHS.get(character);
        if (glyph == null) {
            throw new IllegalArgumentException(
                    "the stroke font has no '%c' (U+%04X); it has %s"
                            .formatted(character, (int) character, characters()));
        }
        return glyph;
    }

    private static List<double[]> rounded(Stroke stroke, int detail) {
        var out = new ArrayList<double[]>();
        int n = stroke.points.length;
        for (int i = 0; i < n; i++) {
            boolean end = !stroke.closed && (i == 0 || i == n - 1);
            if (end || !stroke.round[i]) {
                out.add(stroke.points[i]);
            } else {
                corner(stroke, i, detail, out);
            }
        }
        return out;
    }

    /** Replaces a corner by an arc that touches both its sides. */
    private static void corner(Stroke stroke, int at, int detail, List<double[]> out) {
        int n = stroke.points.length;
        int before = (at + n - 1) % n;
        int after = (at + 1) % n;
        double[] p = stroke.points[at];
        double[] in = towards(stroke.points[before], p);
        double[] on = towards(p, stroke.points[after]);
        // Two round corners share the side between them
        double cut = Math.min(in[2] * share(stroke, before), on[2] * share(stroke, after));
        cut = Math.min(cut, ROUND);
        double turn = Math.abs(StrictMath.atan2(in[0] * on[1] - in[1] * on[0], dot(in, on)));
        double radius = cut / StrictMath.tan(turn / 2);
        double handle = 4.0 / 3 * StrictMath.tan(turn / 4) * radius;
        double[] a = {p[0] - cut * in[0], p[1] - cut * in[1]};
        double[] d = {p[0] + cut * on[0], p[1] + cut * on[1]};
        double[] b = {a[0] + handle * in[0], a[1] + handle * in[1]};
        double[] c = {d[0] - handle * on[0], d[1] - handle * on[1]};
        int steps = Math.max(2, (int) Math.ceil(detail * turn / (Math.PI / 2)));
        for (int k = 0; k <= steps; k++) {
            double t = (double) k / steps;
            double s = 1 - t;
            double wa = s * s * s;
            double wb = 3 * s * s * t;
            double wc = 3 * s * t * t;
            double wd = t * t * t;
            out.add(
                    new double[] {
                        wa * a[0] + wb * b[0] + wc * c[0] + wd * d[0],
                        wa * a[1] + wb * b[1] + wc * c[1] + wd * d[1]
                    });
        }
    }

    private static double share(Stroke stroke, int neighbour) {
        boolean end = !stroke.closed && (neighbour == 0 || neighbour == stroke.points.length - 1);
        return !end && stroke.round[neighbour] ? 0.5 : 1;
    }

    /** Direction from one point to another, and the distance. */
    private static double[] towards(double[] from, double[] to) {
        double dx = to[0] - from[0];
        double dy = to[1] - from[1];
        double length = Math.sqrt(dx * dx + dy * dy);
        return new double[] {dx / length, dy / length, length};
    }

    private static double dot(double[] a, double[] b) {
        return a[0] * b[0] + a[1] * b[1];
    }
}
