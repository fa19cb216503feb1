package dev.azulejo.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.report.Starvation;
import dev.azulejo.core.report.ThrottleSample;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a JSON report says of patches in flight: a frame's most, what workers waited for, and the
 * throttle over time; and which of its settings had no effect on any frame.
 */
final class ThrottleReport {
    private final Throttle throttle;
    private final Map<Counter, Long> sums = new EnumMap<>(Counter.class);
    private final boolean alone;
    private final int usualEngines;
    private long mostLaunches;

    /** Nothing yet. */
    ThrottleReport(DeviceOptions options) {
        throttle = options.throttle();
        // Each GPU of a group has a share of the threads, and engines after that
        alone = options.group().gpus() == 1;
        usualEngines = Throttle.ON.enginesFor(options.threads());
    }

    /** Adds a frame. */
    void frame(FrameReport report) {
        report.counters().forEach((counter, value) -> sums.merge(counter, value, Long::sum));
        mostLaunches = Math.max(mostLaunches, report.get(Counter.HULL_LAUNCHES));
    }

    /** Writes a frame's part, if patches were launched in it. */
    static void write(ObjectNode frame, FrameReport report, List<ThrottleSample> samples) {
        if (report.get(Counter.HULL_LAUNCHES) == 0) {
            return;
        }
        var node = frame.putObject("throttle");
        node.put("most_in_flight", report.mostGroupsInFlight());
        var starved = node.putObject("starved_ms");
        for (var what : Starvation.values()) {
            starved.put(what.name().toLowerCase(Locale.ROOT), report.starvedNs(what) / 1e6);
        }
        series(node.putObject("series"), samples);
    }

    /** Of the last phase with patches, one array a quantity; null for no limit. */
    private static void series(ObjectNode node, List<ThrottleSample> samples) {
        ArrayNode ms = node.putArray("ms");
        ArrayNode inFlight = node.putArray("in_flight");
        ArrayNode limit = node.putArray("limit_per_engine");
        ArrayNode total = node.putArray("total");
        ArrayNode error = node.putArray("error");
        ArrayNode latency = node.putArray("latency");
        for (var sample : samples) {
            ms.add(sample.ns() / 1e6);
            inFlight.add(sample.inFlight());
            boolean free = sample.limit() == ThrottleSample.UNLIMITED;
            limit.add(free ? null : Integer.valueOf(sample.limit()));
            total.add(sample.total());
            error.add(sample.error());
            latency.add(sample.latency());
        }
    }

    private boolean none(Counter counter) {
        return sums.getOrDefault(counter, 0L) == 0;
    }

    /**
     * Settings other than the defaults that made no difference, each with the reason. What was
     * loosened may have let in something that would have been refused, and nothing tells.
     */
    List<String> withoutEffect() {
        List<String> all = new ArrayList<>();
        if (throttle.equals(Throttle.ON)) {
            return all;
        }
        if (none(Counter.HULL_LAUNCHES)) {
            all.add("no frame had patches to launch");
            return all;
        }
        boolean bounds = throttle.mode() != Throttle.Mode.OFF;
        if (bounds && mostLaunches == 1 && throttle.patches() == Throttle.ON.patches()) {
            all.add("no frame had more than one group of patches to launch");
            return all;
        }
        boolean refused = !none(Counter.LAUNCHES_OVER_LIMIT);
        if (throttle.mode() == Throttle.Mode.CAP && !refused) {
            all.add("cap: no engine ever had so many groups");
        }
        engines(all, refused);
        if (throttle.mode() == Throttle.Mode.ON) {
            limits(all, refused);
            floor(all, refused);
            if (throttle.ceiling() < Throttle.ON.ceiling()
                    && !refused
                    && none(Counter.LAUNCHES_OVER_CEILING)) {
                all.add("ceiling: it refused nothing");
            }
        }
        return all;
    }

    /** Limits hold for each engine, so that fewer let fewer groups in. */
    private void engines(List<String> all, boolean refused) {
        int engines = throttle.engines();
        if (!alone) {
            return;
        }
        if (engines == usualEngines) {
            all.add("engines: there are as many without being asked for");
        } else if (engines != Throttle.AUTO && engines < usualEngines && !refused) {
            all.add("engines: limits refused nothing, however few there were");
        }
    }

    private void floor(List<String> all, boolean refused) {
        if (throttle.floor() > Throttle.ON.floor() && none(Counter.LAUNCHES_BELOW_FLOOR)) {
            all.add("floor: limits refused nothing below it");
        }
        if (throttle.floor() < Throttle.ON.floor() && !refused) {
            all.add("floor: limits refused nothing above it");
        }
    }

    private void limits(List<String> all, boolean refused) {
        var limits = throttle.limits();
        var usual = Throttle.Limits.DEFAULT;
        if (limits.equals(usual)) {
            return;
        }
        boolean tighter =
                limits.strong() <= usual.strong()
                        && limits.medium() <= usual.medium()
                        && limits.weak() <= usual.weak()
                        && limits.strongLimit() <= usual.strongLimit()
                        && limits.mediumLimit() <= usual.mediumLimit()
                        && limits.weakLimit() <= usual.weakLimit();
        if (!refused && tighter) {
            all.add("thresholds and limits: " + whyNothing());
        }
        if (limits.strong() == limits.medium() || limits.medium() == limits.weak()) {
            all.add("limits: of equal thresholds the first alone holds");
        }
    }

    private String whyNothing() {
        if (!none(Counter.LAUNCHES_BELOW_FLOOR)) {
            return "what they refused was below the floor";
        }
        return none(Counter.LAUNCHES_PASSED_OVER)
                ? "they refused nothing"
                : "what they refused fits under the ceiling as a whole";
    }
}
