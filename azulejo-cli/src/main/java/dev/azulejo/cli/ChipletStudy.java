package dev.azulejo.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.azulejo.core.device.Gpu;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.report.BinPhaseReport;
import dev.azulejo.core.report.BinReport;
import dev.azulejo.core.timeline.BinImbalance;
import dev.azulejo.core.timeline.ChipletSchedule;
import dev.azulejo.core.timeline.FrameOrder;

import java.util.List;
import java.util.Locale;

/**
 * What a package of chiplets did in a sequence of frames, and what it would do if each chiplet had
 * threads of its own: from measured times of one thread.
 */
final class ChipletStudy {
    private final int chiplets;
    private final ChipletSchedule apart;
    private final ChipletSchedule overlapped;
    private final BinImbalance imbalance;
    private long positions;
    private long varyings;
    private long streamBytes;
    private long visibilityNs;
    private long renderNs;

    ChipletStudy(Group group) {
        int[] weights = group.weights().stream().mapToInt(Integer::intValue).toArray();
        chiplets = weights.length;
        apart = new ChipletSchedule(FrameOrder.APART, weights);
        overlapped = new ChipletSchedule(FrameOrder.OVERLAPPED, weights);
        imbalance = new BinImbalance(weights);
    }

    /** A frame was finished, and no other one after it. */
    void add(Gpu gpu) {
        add(gpu.bins());
    }

    /** What became of the bins of a frame; frames come one after the other. */
    void add(List<BinPhaseReport> frame) {
        frame.forEach(this::add);
        apart.endFrame();
        overlapped.endFrame();
    }

    private void add(BinPhaseReport phase) {
        int bins = phase.bins().size();
        long[] costs = phase.bins().stream().mapToLong(BinReport::costNs).toArray();
        int[] by = phase.bins().stream().mapToInt(BinReport::chiplet).toArray();
        apart.phase(phase.looker(), phase.visibilityNs(), costs, by, bins);
        overlapped.phase(phase.looker(), phase.visibilityNs(), costs, by, bins);
        imbalance.phase(costs, by, bins);
        visibilityNs += phase.visibilityNs();
        for (var bin : phase.bins()) {
            positions += bin.positions();
            varyings += bin.varyings();
            streamBytes += bin.streamBytes();
            renderNs += bin.costNs();
        }
    }

    private double mean(long sum) {
        return (double) sum / Math.max(1, apart.frames());
    }

    /** Mean of a frame: vertices whose position was shaded in rendering. */
    double positions() {
        return mean(positions);
    }

    /** Mean of a frame: vertices whose varyings were shaded in rendering. */
    double varyings() {
        return mean(varyings);
    }

    /** Mean of a frame: bytes of the visibility streams of all bins. */
    double streamBytes() {
        return mean(streamBytes);
    }

    /** Of the time of one thread, the part that visibility phases took. */
    double visibilityShare() {
        return (double) visibilityNs / Math.max(1, visibilityNs + renderNs);
    }

    /** How the assignment compares. */
    BinImbalance imbalance() {
        return imbalance;
    }

    /** Frames one after the other, or overlapped. */
    ChipletSchedule schedule(FrameOrder order) {
        return order == FrameOrder.OVERLAPPED ? overlapped : apart;
    }

    /** Writes all of it. */
    void put(ObjectNode node) {
        node.put("positions_per_frame", positions());
        node.put("varyings_per_frame", varyings());
        node.put("visibility_bytes_per_frame", streamBytes());
        node.put("visibility_share", visibilityShare());
        var times = node.putObject("imbalance");
        times.put("assigned", imbalance.assigned());
        times.put("static", imbalance.fixed());
        times.put("dynamic_by_measured_costs", imbalance.dynamic());
        put(node.putObject("one_after_the_other"), apart);
        put(node.putObject("overlapped"), overlapped);
    }

    private void put(ObjectNode node, ChipletSchedule schedule) {
        node.put("frames", schedule.frames());
        node.put("elapsed_ms", schedule.elapsedNs() / 1e6);
        node.put("ms_per_frame", schedule.elapsedNs() / 1e6 / Math.max(1, schedule.frames()));
        node.put("latency_ms", schedule.latencyNs() / 1e6);
        node.put("idle_share", schedule.idleShare());
        var all = node.putArray("chiplets");
        for (int chiplet = 0; chiplet < chiplets; chiplet++) {
            var one = all.addObject();
            one.put("visibility_ms", schedule.visibilityNs(chiplet) / 1e6);
            one.put("render_ms", schedule.renderNs(chiplet) / 1e6);
            one.put("idle_ms", schedule.idleNs(chiplet) / 1e6);
        }
    }

    /** A line for people. */
    String note() {
        return String.format(
                Locale.ROOT,
                "chiplets with threads of their own: idle %.1f %% (overlapped %.1f %%), %.2f ms a"
                        + " frame (%.2f), latency %.2f ms (%.2f); imbalance %.3f (static %.3f,"
                        + " dealt by measured costs %.3f)",
                100 * apart.idleShare(),
                100 * overlapped.idleShare(),
                perFrameMs(apart),
                perFrameMs(overlapped),
                apart.latencyNs() / 1e6,
                overlapped.latencyNs() / 1e6,
                imbalance.assigned(),
                imbalance.fixed(),
                imbalance.dynamic());
    }

    private static double perFrameMs(ChipletSchedule schedule) {
        return schedule.elapsedNs() / 1e6 / Math.max(1, schedule.frames());
    }
}
