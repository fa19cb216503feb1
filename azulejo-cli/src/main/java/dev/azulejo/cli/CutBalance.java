package dev.azulejo.cli;

import dev.azulejo.core.screen.RegionMap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Where the pictures of a sequence are cut: at first into rectangles that are alike, then, from
 * what their parts have taken, so that each takes as long as the others. What a picture shows does
 * not depend on it. A cut is looked at when the median of four pictures is known, and after that of
 * eight, sixteen and so on, so that it changes seldom: whatever workers have kept of a picture is
 * of the old one.
 *
 * <p>Threads: that of the command.
 */
final class CutBalance {
    /** Pictures of the first cut that are looked at. */
    private static final int PICTURES = 4;

    /** The longest part takes so many times what they take in the mean, or nothing is changed. */
    private static final double UNEVEN = 1.1;

    /** So much longer, at least: what is short is measured badly, nanoseconds. */
    private static final long LEAST_NS = 2_000_000;

    /** Cuts are multiples of this where the picture is large, pixels: tiles are no smaller. */
    private static final int UNIT = 32;

    private RegionMap map;
    private FrameSplit split;
    private int pictures = PICTURES;

    /** What each part took, of pictures that are cut like this, nanoseconds. */
    private List<List<Long>> times;

    /**
     * Begins.
     *
     * @param split how the first pictures are cut
     * @param map who owns what of them
     */
    CutBalance(FrameSplit split, RegionMap map) {
        begin(split, map);
    }

    private void begin(FrameSplit how, RegionMap what) {
        split = how;
        map = what;
        times = new ArrayList<>();
        for (int part = 0; part < map.gpus(); part++) {
            times.add(new ArrayList<>());
        }
    }

    /** Returns how the next picture is to be cut. */
    FrameSplit split() {
        return split;
    }

    /** Returns who owns what of the next picture; the same object until that changes. */
    RegionMap map() {
        return map;
    }

    /**
     * Takes in what a part took.
     *
     * @param cut how its picture was cut; nothing is made of what was cut otherwise than the next
     * @param part number of it
     * @param elapsedNs nanoseconds
     */
    void add(FrameSplit cut, int part, long elapsedNs) {
        if (!cut.equals(split)) {
            return;
        }
        times.get(part).add(elapsedNs);
        if (isRegular() && times.stream().allMatch(each -> each.size() >= pictures)) {
            balance();
        }
    }

    /** Whether the parts are the rectangles of a grid, of which there are several. */
    private boolean isRegular() {
        return map.gpus() > 1 && split.isOfRectangles() && map.columns() * map.rows() == map.gpus();
    }

    private void balance() {
        pictures *= 2;
        var columns = new double[map.columns()];
        var rows = new double[map.rows()];
        double longest = 0;
        double sum = 0;
        for (int part = 0; part < times.size(); part++) {
            double median = median(times.get(part));
            columns[part % columns.length] += median;
            rows[part / columns.length] += median;
            longest = Math.max(longest, median);
            sum += median;
        }
        double mean = sum / times.size();
        if (longest >= UNEVEN * mean && longest - mean >= LEAST_NS) {
            var columnStarts = new int[columns.length + 1];
            Arrays.setAll(columnStarts, map::columnStart);
            var rowStarts = new int[rows.length + 1];
            Arrays.setAll(rowStarts, map::rowStart);
            int unit = Math.min(map.side(), UNIT);
            var next =
                    FrameSplit.at(even(columnStarts, columns, unit), even(rowStarts, rows, unit));
            begin(next, next.map(new Size(map.widthInPixels(), map.heightInPixels())));
        } else {
            begin(split, map);
        }
    }

    private static double median(List<Long> each) {
        return Measurement.median(each.stream().mapToDouble(Long::doubleValue).toArray());
    }

    /**
     * Returns cuts half of the way to where each strip takes as long as the others, if all of a
     * strip takes as long as the rest of it: what lies near a cut may take longer than that.
     *
     * @param starts where they begin now, and at the end where the last one ends, pixels
     * @param took what each took
     * @param unit of cuts, pixels
     */
    static int[] even(int[] starts, double[] took, int unit) {
        int count = took.length;
        double share = Arrays.stream(took).sum() / count;
        var cuts = new int[count - 1];
        int strip = 0;
        double before = 0;
        for (int i = 0; i < cuts.length; i++) {
            double wanted = share * (i + 1);
            while (strip < count - 1 && before + took[strip] < wanted) {
                before += took[strip++];
            }
            double at = took[strip] == 0 ? 0 : (wanted - before) / took[strip];
            double pixel = starts[strip] + at * (starts[strip + 1] - starts[strip]);
            int nearest = (int) Math.round((pixel + starts[i + 1]) / 2 / unit) * unit;
            int least = (i == 0 ? 0 : cuts[i - 1]) + unit;
            // A strip that is left has a unit, the last one what there is
            int most = (starts[count] - 1) / unit * unit - (count - 2 - i) * unit;
            cuts[i] = Math.clamp(nearest, least, Math.max(least, most));
        }
        return cuts;
    }
}
