package dev.azulejo.core.device;

import dev.azulejo.core.policy.ChipletSpeeds;
import dev.azulejo.core.report.ChipletReport;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.FrameRecorder;
import dev.azulejo.core.report.FrameReport;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A frame on its way through a package of chiplets, and what everybody did in it. */
final class PackageFrame {
    private final FrameRecorder report = new FrameRecorder();
    private final Counts counts = new Counts();
    private final BinLog log = new BinLog();
    private final int chiplets;
    private final ChipletSpeeds speeds;
    private final int[] bins;
    private final long[] pixels;
    private final long[] visibilityNs;
    private final long[] renderNs;
    private final long[] idleNs;
    private final long[] phaseNs;
    private final long[] positions;
    private final long[] varyings;
    private long startNs;
    private int number;
    private boolean renders;

    /**
     * Makes one.
     *
     * @param chipletSpeeds of all chiplets
     */
    PackageFrame(ChipletSpeeds chipletSpeeds) {
        speeds = chipletSpeeds;
        chiplets = speeds.chiplets();
        bins = new int[chiplets];
        pixels = new long[chiplets];
        visibilityNs = new long[chiplets];
        renderNs = new long[chiplets];
        idleNs = new long[chiplets];
        phaseNs = new long[chiplets];
        positions = new long[chiplets];
        varyings = new long[chiplets];
    }

    /** Begins a frame, from 1. */
    void begin(int frame) {
        number = frame;
        startNs = System.nanoTime();
        report.begin();
        counts.clear();
        log.begin();
        renders = false;
        Arrays.fill(bins, 0);
        Arrays.fill(pixels, 0);
        Arrays.fill(visibilityNs, 0);
        Arrays.fill(renderNs, 0);
        Arrays.fill(idleNs, 0);
        Arrays.fill(positions, 0);
        Arrays.fill(varyings, 0);
    }

    /** What the submitting thread counts. */
    Counts counts() {
        return counts;
    }

    /** What times of a visibility phase are added to. */
    FrameRecorder recorder() {
        return report;
    }

    /** What the frame did, once it has ended. */
    FrameReport report() {
        return report.report();
    }

    /** What became of its bins. */
    BinLog log() {
        return log;
    }

    /** When it began. */
    long startNs() {
        return startNs;
    }

    /** The first chiplet has found out what is visible in a phase. */
    void looked(VisibilityStage stage, BinPhase phase, long wallNs) {
        for (var worker : stage.counts()) {
            report.add(worker);
        }
        report.addGeometry(stage.peakBytes(), 0);
        if (phase.painted < 0) {
            report.addTimes(wallNs, 0);
        }
        visibilityNs[phase.looker] += phase.visibilityNs;
    }

    /** Bins of this frame are about to be rendered. */
    void beginRender(BinTeam[] teams, PackageLosses losses) {
        if (!renders) {
            renders = true;
            losses.beginRender(number);
            for (var team : teams) {
                team.beginFrame();
            }
        }
    }

    /** The bins of a phase have been rendered. */
    void endRender(BinPhase phase) {
        log.add(phase);
        Arrays.fill(phaseNs, 0);
        for (int bin = 0; bin < phase.costNs.length; bin++) {
            if (phase.map.pixels(bin) == 0) {
                continue;
            }
            int by = phase.renderedBy[bin];
            bins[by]++;
            pixels[by] += phase.map.pixels(bin);
            phaseNs[by] += phase.costNs[bin];
            positions[by] += phase.positions[bin];
            varyings[by] += phase.varyings[bin];
        }
        long longest = 0;
        for (int chiplet = 0; chiplet < chiplets; chiplet++) {
            longest = Math.max(longest, speeds.time(phaseNs[chiplet], chiplet));
        }
        long looks = speeds.time(phase.visibilityNs, phase.looker);
        for (int chiplet = 0; chiplet < chiplets; chiplet++) {
            renderNs[chiplet] += phaseNs[chiplet];
            idleNs[chiplet] += longest - speeds.time(phaseNs[chiplet], chiplet);
            idleNs[chiplet] += chiplet == phase.looker ? 0 : looks;
        }
    }

    /** Everything of the frame is done. */
    void end(BinTeam[] teams, PackageBins packageBins) {
        report.add(counts);
        if (renders) {
            for (var team : teams) {
                report.addBeside(team.endFrame().report());
            }
            packageBins.addCounts(report);
        }
        report.end(System.nanoTime() - startNs);
    }

    /**
     * What each chiplet did in the frame.
     *
     * @param lostInFrame in which frame each was lost, from 1; who was lost later worked in this
     *     one
     */
    List<ChipletReport> chiplets(int[] lostInFrame) {
        var all = new ArrayList<ChipletReport>();
        for (int c = 0; c < chiplets; c++) {
            int lost = lostInFrame[c] <= number ? lostInFrame[c] : 0;
            all.add(
                    new ChipletReport(
                            c,
                            bins[c],
                            pixels[c],
                            visibilityNs[c],
                            renderNs[c],
                            idleNs[c],
                            positions[c],
                            varyings[c],
                            lost));
        }
        return all;
    }
}
