package dev.azulejo.bench;

import dev.azulejo.core.options.EarlyZ;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How many triangles a second a pass of depth alone draws, at 1920x1080 by one thread, in sizes and
 * numbers of the fill-rate test of Masked Occlusion Culling: {@code measure EARLY_Z WINDOW SECONDS
 * PASSES [SIDE...]} prints a line a size, of the pass of median processor time of so many after so
 * many seconds, {@code table THEIRS OURS} makes a Markdown table of what both have printed. {@code
 * bench/moc.sh} puts them together.
 */
public final class FillMeasure {
    private static final int WIDTH = 1920;
    private static final int HEIGHT = 1080;
    private static final long SEED = 1;

    /** Of one thread that never waits, processor time is what a pass takes on an idle machine. */
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Triangles of each size. */
    private static final Map<Integer, Integer> COUNTS = new LinkedHashMap<>();

    static {
        int[] sides = {10, 25, 50, 75, 100, 250, 500};
        int[] thousands = {4096, 4096, 4096, 2048, 1024, 512, 256};
        for (int s = 0; s < sides.length; s++) {
            COUNTS.put(sides[s], thousands[s] * 1024);
        }
    }

    private FillMeasure() {}

    /** Measures, or makes a table. */
    public static void main(String[] arguments) {
        try {
            if (arguments.length >= 5 && arguments[0].equals("measure")) {
                measure(arguments);
            } else if (arguments.length == 3 && arguments[0].equals("table")) {
                new FillRates(lines(arguments[1]), lines(arguments[2]))
                        .table()
                        .forEach(System.out::println);
            } else {
                throw new IllegalArgumentException(
                        "measure EARLY_Z WINDOW SECONDS PASSES [SIDE...] or table THEIRS OURS"
                                + " expected");
            }
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        }
    }

    private static List<String> lines(String file) {
        try {
            return Files.readAllLines(Path.of(file));
        } catch (IOException e) {
            throw new IllegalArgumentException(file + ": lines of text expected", e);
        }
    }

    private static void measure(String[] arguments) {
        var settings = new LinkedHashMap<String, EarlyZ>();
        for (String name : arguments[1].split(",")) {
            settings.put(
                    name,
                    switch (name) {
                        case "off" -> EarlyZ.OFF;
                        case "on" -> EarlyZ.ON;
                        default ->
                                throw new IllegalArgumentException(
                                        "early Z '%s': off or on expected".formatted(name));
                    });
        }
        int window =
                arguments[2].equals("whole")
                        ? Integer.MAX_VALUE
                        : number("window", arguments[2], Integer.MAX_VALUE);
        int seconds = number("seconds", arguments[3], 3600);
        int passes = number("passes", arguments[4], 10_000);
        var sides = new ArrayList<Integer>();
        for (int a = 5; a < arguments.length; a++) {
            int side = number("side", arguments[a], HEIGHT);
            if (!COUNTS.containsKey(side)) {
                throw new IllegalArgumentException(
                        "side %d: one of %s expected".formatted(side, COUNTS.keySet()));
            }
            sides.add(side);
        }
        for (int side : sides.isEmpty() ? COUNTS.keySet() : sides) {
            var triangles = FillTriangles.create(COUNTS.get(side), side, WIDTH, HEIGHT, SEED);
            settings.forEach(
                    (name, earlyZ) -> {
                        try (var pass = new DepthFill(triangles, WIDTH, HEIGHT, earlyZ, window)) {
                            System.out.println(measure(pass, name, seconds, passes).line());
                        }
                    });
        }
    }

    private static FillRates.Ours measure(DepthFill pass, String name, int seconds, int passes) {
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        do {
            pass.check();
        } while (System.nanoTime() < end);
        var measured = new FillRates.Ours[passes];
        for (int p = 0; p < passes; p++) {
            long start = THREADS.getCurrentThreadCpuTime();
            var report = pass.draw();
            double ms = (THREADS.getCurrentThreadCpuTime() - start) / 1e6;
            measured[p] =
                    new FillRates.Ours(
                            name,
                            pass.triangles().side(),
                            pass.triangles().count(),
                            ms,
                            report.geometryNs() / 1e6,
                            report.tilesNs() / 1e6);
        }
        Arrays.sort(measured, Comparator.comparingDouble(FillRates.Ours::ms));
        return measured[passes / 2];
    }

    private static int number(String what, String text, int most) {
        try {
            int value = Integer.parseInt(text);
            if (value >= 1 && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Said below
        }
        throw new IllegalArgumentException(
                "%s '%s': a number in 1..%d expected".formatted(what, text, most));
    }
}
