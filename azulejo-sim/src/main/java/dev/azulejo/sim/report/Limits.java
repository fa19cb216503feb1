package dev.azulejo.sim.report;

import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.model.ModelCounter;
import dev.azulejo.sim.model.SimulationResult;
import dev.azulejo.sim.unit.UnitState;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Says in words what limits a frame. Time is cut into slices; in each, whatever is busy for the
 * largest part of it, on any GPU, is what limits, if that is half of it or more. What is left is
 * time in which everybody waits: for answers of memory, for each other, for the end.
 */
public final class Limits {
    /** Below this share, half of 63, nobody can be said to be what limits. */
    static final int ENOUGH = 32;

    /** Slices in which nobody is busy enough. */
    static final String WAITING = "waiting";

    private static final double WORTH_SAYING = 0.05;

    private final SimulationResult result;
    private final Map<String, Double> shares;
    private final Map<UnitState, Double> waits;

    private Limits(
            SimulationResult result, Map<String, Double> shares, Map<UnitState, Double> waits) {
        this.result = result;
        this.shares = shares;
        this.waits = waits;
    }

    /** Finds out from what was seen and what came of it. */
    public static Limits of(Timeline timeline, SimulationResult result) {
        var cycles = new LinkedHashMap<String, Double>();
        var waits = new LinkedHashMap<UnitState, Double>();
        for (int slice = 0; slice < timeline.slices(); slice++) {
            double length = Math.min(timeline.width(), timeline.end() - slice * timeline.width());
            var most = busiest(timeline.rows(), slice);
            String kind = WAITING;
            if (most != null && most.busy(slice) >= ENOUGH) {
                kind = most.name().kind();
            } else {
                waits.merge(waits(timeline.rows(), slice), length, Double::sum);
            }
            cycles.merge(kind, length, Double::sum);
        }
        double all = Math.max(1, timeline.end());
        cycles.replaceAll((kind, sum) -> sum / all);
        waits.replaceAll((state, sum) -> sum / all);
        return new Limits(result, byShare(cycles), byShare(waits));
    }

    /**
     * Returns the row that is busy for the largest part of a slice, in 63rds; of several the first
     * one. The page's script does likewise.
     */
    static Timeline.Row busiest(List<Timeline.Row> rows, int slice) {
        Timeline.Row most = null;
        int most63 = 0;
        for (var row : rows) {
            int busy = row.busy(slice);
            if (busy > most63) {
                most = row;
                most63 = busy;
            }
        }
        return most;
    }

    /** Returns what most units wait for that know what for. */
    private static UnitState waits(List<Timeline.Row> rows, int slice) {
        var sums = new double[UnitState.values().length];
        for (var row : rows) {
            for (var state : UnitState.values()) {
                sums[state.ordinal()] += row.share(state, slice);
            }
        }
        var most = UnitState.DATA;
        for (var state : UnitState.values()) {
            boolean named =
                    state != UnitState.BUSY
                            && state != UnitState.INPUT
                            && state != UnitState.NOTHING;
            if (named && sums[state.ordinal()] > sums[most.ordinal()]) {
                most = state;
            }
        }
        return most;
    }

    private static <K> Map<K, Double> byShare(Map<K, Double> shares) {
        var sorted = new LinkedHashMap<K, Double>();
        shares.entrySet().stream()
                .sorted(Map.Entry.<K, Double>comparingByValue().reversed())
                .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
        return sorted;
    }

    /** Returns the share of the time that each kind of unit limits, largest first; sums to one. */
    public Map<String, Double> shares() {
        return Collections.unmodifiableMap(shares);
    }

    /** Returns the kind that limits most of the time. */
    public String first() {
        return shares.isEmpty() ? WAITING : shares.keySet().iterator().next();
    }

    /** Returns what is to be said, a sentence each, the most important first. */
    public List<String> sentences() {
        var said = new ArrayList<String>();
        said.add(length());
        said.add(limit());
        for (var entry : shares.entrySet()) {
            if (!entry.getKey().equals(first()) && entry.getValue() >= WORTH_SAYING) {
                said.add(alsoLimits(entry.getKey(), entry.getValue()));
            }
        }
        imbalance(said);
        geometry(said);
        hints(said);
        return said;
    }

    private String length() {
        long frames = result.frames().size();
        double perFrame = result.milliseconds() / Math.max(1, frames);
        String of = frames == 1 ? "One frame takes" : "%d frames take".formatted(frames);
        String each = frames > 1 ? ", %s ms a frame".formatted(number(perFrame)) : "";
        return "%s %s cycles, %s ms%s."
                .formatted(of, count(result.cycles()), number(result.milliseconds()), each);
    }

    private String limit() {
        double share = shares.getOrDefault(first(), 0.0);
        if (first().equals(WAITING)) {
            return "No unit is busy for half of the time in %s of it: the frame waits, mostly for %s."
                    .formatted(percent(share), waitedFor());
        }
        String where = result.gpus().size() > 1 ? " of one GPU or another" : "";
        return "What limits it is %s%s: in %s of the time nothing is busier."
                .formatted(UnitName.words(first()), where, percent(share));
    }

    private String alsoLimits(String kind, double share) {
        return kind.equals(WAITING)
                ? "In %s of the time no unit is busy for half of it: everybody waits, mostly for %s."
                        .formatted(percent(share), waitedFor())
                : "In %s of the time it is %s.".formatted(percent(share), UnitName.words(kind));
    }

    private String waitedFor() {
        var most = waits.isEmpty() ? UnitState.DATA : waits.keySet().iterator().next();
        return switch (most) {
            case DATA -> "answers of memory";
            case LINK -> "what is on its way over links";
            case DEPENDENCY -> "what must happen first in another unit";
            case SYNCHRONISATION -> "the last GPU";
            default -> most.words();
        };
    }

    /** How long GPUs wait for the last one. */
    private void imbalance(List<String> said) {
        int gpus = result.gpus().size();
        if (gpus == 1) {
            return;
        }
        double sum = 0;
        for (int gpu = 0; gpu < gpus; gpu++) {
            var commands = result.unit("Gpu[%d].Commands".formatted(gpu));
            var tiles = result.unit("Gpu[%d].Tiles".formatted(gpu));
            sum +=
                    Math.min(
                            commands.cycles(UnitState.SYNCHRONISATION),
                            tiles.cycles(UnitState.SYNCHRONISATION));
        }
        double share = sum / gpus / Math.max(1, result.cycles());
        said.add(
                "A GPU waits for the last one of %d during %s of the time."
                        .formatted(gpus, percent(share)));
    }

    private void geometry(List<String> said) {
        long nothing = result.count(ModelCounter.CHUNKS_FOR_NOTHING);
        long rendered = result.count(ModelCounter.CHUNKS_RENDERED);
        if (nothing > 0 && nothing >= WORTH_SAYING * rendered) {
            said.add(
                    "%s of the geometry that GPUs process touches none of their regions."
                            .formatted(percent((double) nothing / rendered)));
        }
        if (result.count(ModelCounter.SPILLED) > 0) {
            said.add(
                    "%s bytes of hull stages' results found no room on the chip."
                            .formatted(count(result.count(ModelCounter.SPILLED))));
        }
    }

    private void hints(List<String> said) {
        boolean hints = result.gpus().size() > 1 && result.machine().is(MachineKey.SPLIT, "hints");
        if (hints) {
            said.add(
                    "%s hints were sent; the turn of %s chunks came before their hint did, and %s hints never came."
                            .formatted(
                                    count(result.count(ModelCounter.HINTS_SENT)),
                                    count(result.count(ModelCounter.HINTS_LATE)),
                                    count(result.count(ModelCounter.HINTS_LOST))));
        }
    }

    static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    static String percent(double share) {
        return String.format(
                Locale.ROOT, share > 0 && share < 0.095 ? "%.1f %%" : "%.0f %%", 100 * share);
    }

    static String number(double value) {
        return String.format(
                Locale.ROOT,
                Math.abs(value) >= 100 ? "%,.0f" : Math.abs(value) >= 1 ? "%.2f" : "%.4f",
                value);
    }
}
