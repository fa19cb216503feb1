package dev.azulejo.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;

/**
 * What two fill-rate tests measured in rounds, ours and that of Masked Occlusion Culling, and how
 * they compare: each round by its own ratio, so that what a machine's neighbours do to both is not
 * in it.
 */
final class FillRates {
    /** A line of theirs; what it draws is on it twice, as a time and as a rate. */
    private static final Pattern THEIRS =
            Pattern.compile(
                    "Tri: *(\\d+)x *(\\d+) - Time: *(\\d+\\.\\d+) ms, MTris/s: *(\\d+\\.\\d+) .*");

    /** Half of the last digit of their times and rates. */
    private static final double DIGIT = 0.005;

    /**
     * What we measured of one size in one round.
     *
     * @param setting how: a row of the table each
     * @param side length of the triangles' legs in pixels
     * @param count triangles of a pass
     * @param ms processor time of a pass in milliseconds
     * @param geometryMs time that passed in its geometry stages
     * @param tilesMs time that passed in its tile stages
     */
    record Ours(String setting, int side, int count, double ms, double geometryMs, double tilesMs) {
        private static final int PARTS = 6;

        /** Reads what {@link #line} has written. */
        static Ours parse(String line) {
            String[] parts = line.split(",", -1);
            try {
                if (parts.length == PARTS) {
                    return new Ours(
                            parts[0],
                            Integer.parseInt(parts[1]),
                            Integer.parseInt(parts[2]),
                            positive(parts[3]),
                            positive(parts[4]),
                            positive(parts[5]));
                }
            } catch (NumberFormatException e) {
                // Said below
            }
            throw new IllegalArgumentException(
                    "'%s': setting,side,count,ms,geometry,tiles expected".formatted(line));
        }

        /** A line of text. */
        String line() {
            return String.format(
                    Locale.ROOT,
                    "%s,%d,%d,%.4f,%.4f,%.4f",
                    setting,
                    side,
                    count,
                    ms,
                    geometryMs,
                    tilesMs);
        }

        /** Millions of triangles a second. */
        double rate() {
            return count / (1000 * ms);
        }
    }

    private static double positive(String text) {
        double value = Double.parseDouble(text);
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw new NumberFormatException(text);
        }
        return value;
    }

    /**
     * A size with a setting: rounds in order.
     *
     * @param first of our rounds: what it is of
     * @param theirs millions of triangles a second
     * @param ours likewise
     * @param ratios ours / theirs of each round
     * @param geometry share of the geometry stages in ours, in per cent, of the median round
     */
    record Row(Ours first, double[] theirs, double[] ours, double[] ratios, double geometry) {
        /** Cells of a table. */
        String line() {
            return String.format(
                    Locale.ROOT,
                    "| %dx%d | %d | %s | %.2f | %.2f | %.1f %% | %.1f – %.1f %% | %.0f : %.0f |",
                    first.side,
                    first.side,
                    first.count,
                    first.setting,
                    median(theirs),
                    median(ours),
                    100 * median(ratios),
                    100 * Arrays.stream(ratios).min().orElseThrow(),
                    100 * Arrays.stream(ratios).max().orElseThrow(),
                    geometry,
                    100 - geometry);
        }
    }

    private final Map<Integer, List<double[]>> theirs = new LinkedHashMap<>();
    private final Map<String, List<Ours>> ours = new LinkedHashMap<>();

    /**
     * Takes what both have printed, round after round.
     *
     * @param theirLines lines of their test; of those that are no measurements nothing is taken
     * @param ourLines {@link Ours#line} each
     */
    FillRates(List<String> theirLines, List<String> ourLines) {
        for (String line : theirLines) {
            var found = THEIRS.matcher(line);
            if (found.matches() && found.group(1).equals(found.group(2))) {
                double[] measured = {positive(found.group(3)), positive(found.group(4))};
                theirs.computeIfAbsent(Integer.valueOf(found.group(1)), s -> new ArrayList<>())
                        .add(measured);
            }
        }
        for (String line : ourLines) {
            var parsed = Ours.parse(line);
            ours.computeIfAbsent(parsed.setting + ' ' + parsed.side, s -> new ArrayList<>())
                    .add(parsed);
        }
    }

    /**
     * Returns a row for each size and setting of ours, in the order of the first round.
     *
     * @throws IllegalArgumentException if there are not as many rounds of theirs, or if they are of
     *     another number of triangles
     */
    List<Row> rows() {
        var rows = new ArrayList<Row>();
        for (var rounds : ours.values()) {
            var first = rounds.getFirst();
            var measured = theirs.getOrDefault(first.side, List.of());
            if (measured.size() != rounds.size()) {
                throw new IllegalArgumentException(
                        "triangles of %d pixels: %d rounds of theirs, %d of ours: as many expected"
                                .formatted(first.side, measured.size(), rounds.size()));
            }
            double[] rates = new double[rounds.size()];
            double[] ratios = new double[rounds.size()];
            for (int r = 0; r < rates.length; r++) {
                rates[r] = theirRate(measured.get(r), first);
                ratios[r] = rounds.get(r).rate() / rates[r];
            }
            rows.add(
                    new Row(
                            first,
                            rates,
                            values(rounds, Ours::rate),
                            ratios,
                            median(
                                    values(
                                            rounds,
                                            o ->
                                                    100
                                                            * o.geometryMs
                                                            / (o.geometryMs + o.tilesMs)))));
        }
        return rows;
    }

    /** Their rate has two digits, their time more: so it is made of the time. */
    private static double theirRate(double[] measured, Ours of) {
        double rate = of.count / (1000 * measured[0]);
        double room = DIGIT + rate * DIGIT / measured[0];
        if (Math.abs(rate - measured[1]) > 1.01 * room) {
            throw new IllegalArgumentException(
                    "triangles of %d pixels: theirs are %.0f, %d expected"
                            .formatted(of.side, measured[0] * measured[1] * 1000, of.count));
        }
        return rate;
    }

    /** Returns the table, in Markdown. */
    List<String> table() {
        var lines = new ArrayList<String>();
        lines.add(
                "| triangles, pixels | number | early Z | Masked Occlusion Culling, M/s"
                        + " | Azulejo, M/s | of it | least – most | geometry : tiles, % |");
        lines.add("| --- | --- | --- | --- | --- | --- | --- | --- |");
        rows().forEach(row -> lines.add(row.line()));
        return lines;
    }

    private static double[] values(List<Ours> rounds, ToDoubleFunction<Ours> of) {
        return rounds.stream().mapToDouble(of).toArray();
    }

    /** The middle one, or the mean of two. */
    static double median(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
