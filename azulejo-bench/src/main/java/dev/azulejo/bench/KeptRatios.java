package dev.azulejo.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Ratios of speed, several of each name, and what they are held against: how many times as fast
 * something is as what it is compared with, in runs right after each other, so that what a machine
 * does to both is not in it.
 *
 * <p>As text, a line a ratio: {@code name,ratio}; lines that begin with # say where they were
 * measured.
 */
final class KeptRatios {
    /** What may be lost before it counts, as a part. */
    static final double LIMIT = 0.05;

    /** What a comparison says of a name. */
    enum Verdict {
        /** Its median is at most {@link #LIMIT} below the median that it is held against. */
        KEPT("kept"),
        /** It is lower, but a quarter of the ratios, or more, is not. */
        OPEN("within the spread"),
        /** It is lower, and so are three quarters of the ratios, or more. */
        SLOWER("SLOWER"),
        /** Nothing is known to hold it against. */
        NEW("new"),
        /** It was not measured. */
        MISSING("MISSING");

        private final String text;

        Verdict(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private final Map<String, List<Double>> ratios = new LinkedHashMap<>();

    /** Begins without any. */
    KeptRatios() {}

    /**
     * Reads lines.
     *
     * @throws IllegalArgumentException where a line has no name or no ratio above 0
     */
    static KeptRatios of(List<String> lines) {
        var read = new KeptRatios();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            int comma = line.lastIndexOf(',');
            double ratio = Double.NaN;
            try {
                ratio = comma < 0 ? Double.NaN : Double.parseDouble(line.substring(comma + 1));
            } catch (NumberFormatException e) {
                // Said below
                ratio = Double.NaN;
            }
            if (comma < 1 || !(ratio > 0) || ratio == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException(
                        "line %d: name,ratio with a ratio above 0 expected, not '%s'"
                                .formatted(i + 1, line));
            }
            read.add(line.substring(0, comma), ratio);
        }
        return read;
    }

    /** Adds a ratio. */
    void add(String name, double ratio) {
        ratios.computeIfAbsent(name, n -> new ArrayList<>()).add(ratio);
    }

    /** Returns a line for each name: its median. */
    List<String> medians() {
        var lines = new ArrayList<String>();
        ratios.forEach(
                (name, of) -> lines.add(String.format(Locale.ROOT, "%s,%.3f", name, at(of, 0.5))));
        return lines;
    }

    /** Returns what is said of a name, with these as the ones before. */
    Verdict verdict(String name, KeptRatios now) {
        var before = ratios.get(name);
        var after = now.ratios.get(name);
        if (after == null) {
            return Verdict.MISSING;
        }
        if (before == null) {
            return Verdict.NEW;
        }
        double least = (1 - LIMIT) * at(before, 0.5);
        if (at(after, 0.5) >= least) {
            return Verdict.KEPT;
        }
        return at(after, 0.75) >= least ? Verdict.OPEN : Verdict.SLOWER;
    }

    /**
     * Returns a Markdown table of all names, with these as the ones before.
     *
     * @param now what was measured
     */
    List<String> table(KeptRatios now) {
        var names = new LinkedHashMap<>(ratios);
        now.ratios.forEach(names::putIfAbsent);
        var lines = new ArrayList<String>();
        lines.add("| | before | now | quartiles | |");
        lines.add("| --- | --- | --- | --- | --- |");
        for (String name : names.keySet()) {
            var before = ratios.get(name);
            var after = now.ratios.get(name);
            lines.add(
                    "| %s | %s | %s | %s | %s |"
                            .formatted(
                                    name,
                                    before == null ? "" : text(at(before, 0.5)),
                                    after == null ? "" : text(at(after, 0.5)),
                                    after == null
                                            ? ""
                                            : text(at(after, 0.25)) + " – " + text(at(after, 0.75)),
                                    verdict(name, now)));
        }
        return lines;
    }

    /** Whether nothing is slower or was left out. */
    boolean keptBy(KeptRatios now) {
        return ratios.keySet().stream()
                .map(name -> verdict(name, now))
                .noneMatch(v -> v == Verdict.SLOWER || v == Verdict.MISSING);
    }

    private static String text(double ratio) {
        return String.format(Locale.ROOT, "%.2f", ratio);
    }

    /** The value that a part of all lies below, on a straight line between neighbours. */
    private static double at(List<Double> values, double part) {
        double[] sorted = values.stream().mapToDouble(v -> v).toArray();
        Arrays.sort(sorted);
        double place = part * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }
}
