package dev.azulejo.cli;

import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/** One setting's row of a comparison: what its frames took and counted. */
final class Measurement {
    private final String name;
    private final Measurement first;
    private final double[] ms;
    private final double[] geometryMs;
    private final double[] megabytes;
    private final double[] parkedMegabytes;
    private final Map<Counter, Long> sums = new EnumMap<>(Counter.class);
    private long processorNs;
    private long reuseNs;
    private long savedNs;
    private long starvedNs;
    private boolean same = true;

    /**
     * Makes a row without frames.
     *
     * @param name the setting
     * @param frames how many will be added
     * @param first the row that this one is held against; null if this is the first
     */
    Measurement(String name, int frames, Measurement first) {
        this.name = name;
        this.first = first == null ? this : first;
        ms = new double[frames];
        geometryMs = new double[frames];
        megabytes = new double[frames];
        parkedMegabytes = new double[frames];
    }

    /** Adds a frame: time that passed, and time that all threads ran. */
    void add(int frame, long elapsedNs, long processor, FrameReport report) {
        ms[frame] = elapsedNs / 1e6;
        geometryMs[frame] = report.geometryNs() / 1e6;
        megabytes[frame] = report.peakGeometryBytes() / 1e6;
        parkedMegabytes[frame] = report.parkedBytes() / 1e6;
        processorNs += processor;
        reuseNs += report.reuseNs();
        savedNs += report.reuseSavedNs();
        starvedNs += report.starvedNs();
        report.counters().forEach((key, value) -> sums.merge(key, value, Long::sum));
    }

    /** A frame's bytes were not those of the first setting. */
    void differs() {
        same = false;
    }

    /** Whether every frame's bytes, warm-up included, were those of the first setting. */
    boolean same() {
        return same;
    }

    /** Returns the setting. */
    String name() {
        return name;
    }

    /** Returns the row of the first setting. */
    Measurement first() {
        return first;
    }

    /** Returns each frame's time, milliseconds; not a copy. */
    double[] ms() {
        return ms;
    }

    double medianMs() {
        return median(ms);
    }

    double bestMs() {
        return Arrays.stream(ms).min().orElse(0);
    }

    double medianGeometryMs() {
        return median(geometryMs);
    }

    /** Median of what the geometry stages took beyond those of the first setting, milliseconds. */
    double geometryTookMs() {
        double[] more = new double[ms.length];
        for (int f = 0; f < more.length; f++) {
            more[f] = geometryMs[f] - first.geometryMs[f];
        }
        return median(more);
    }

    /** Median of what the tile stages took less than those of the first setting, milliseconds. */
    double tilesSavedMs() {
        double[] less = new double[ms.length];
        for (int f = 0; f < less.length; f++) {
            less[f] = first.ms[f] - first.geometryMs[f] - (ms[f] - geometryMs[f]);
        }
        return median(less);
    }

    /** Median of the ratios of the first setting's times to this one's. */
    double speed() {
        double[] ratios = new double[ms.length];
        for (int f = 0; f < ratios.length; f++) {
            ratios[f] = first.ms[f] / ms[f];
        }
        return median(ratios);
    }

    /** Mean of a frame, of some counters added up. */
    double mean(Counter... counters) {
        long sum = 0;
        for (var counter : counters) {
            sum += sums.getOrDefault(counter, 0L);
        }
        return (double) sum / ms.length;
    }

    /** Median of the frames' peaks of geometry, megabytes. */
    double peakMegabytes() {
        return median(megabytes);
    }

    /** Median of what parked samples took of the frames' peaks, megabytes. */
    double parkedMegabytes() {
        return median(parkedMegabytes);
    }

    /** The largest peak of all frames, megabytes. */
    double largestMegabytes() {
        return Arrays.stream(megabytes).max().orElse(0);
    }

    /** Mean time of a frame that all threads of the process ran, milliseconds. */
    double processorMs() {
        return meanMs(processorNs);
    }

    /** Mean time of a frame that workers compared tiles, milliseconds. */
    double reuseMs() {
        return meanMs(reuseNs);
    }

    /** Mean time of a frame that kept tiles saved, milliseconds. */
    double savedMs() {
        return meanMs(savedNs);
    }

    /** Mean time of a frame that workers had no work, milliseconds. */
    double starvedMs() {
        return meanMs(starvedNs);
    }

    private double meanMs(long sumNs) {
        return sumNs / 1e6 / ms.length;
    }

    /** The value in the middle; of an even number, the mean of the two there. */
    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
