package dev.azulejo.servers.common;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What rounds have measured, by name: medians come out. */
final class Samples {
    private final Map<String, List<Double>> values = new LinkedHashMap<>();

    void add(String name, double value) {
        values.computeIfAbsent(name, any -> new ArrayList<>()).add(value);
    }

    double median(String name) {
        return quantile(values.get(name), 0.5);
    }

    /** Returns what so great a part of values does not exceed. */
    static double quantile(List<Double> values, double part) {
        var sorted = values.stream().sorted().toList();
        return sorted.get(
                (int) Math.min(sorted.size() - 1L, Math.round(part * sorted.size() - 0.5)));
    }
}
