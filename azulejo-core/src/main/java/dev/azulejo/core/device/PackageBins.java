package dev.azulejo.core.device;

import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.link.Transport;
import dev.azulejo.core.options.Bins;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.policy.BinAssignment;
import dev.azulejo.core.policy.BinEstimates;
import dev.azulejo.core.policy.EarlyZDecider;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.FrameRecorder;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.reuse.HistoryGate;
import dev.azulejo.core.reuse.OpenGate;
import dev.azulejo.core.reuse.RenderGate;
import dev.azulejo.core.screen.CoarseBins;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.screen.TileSet;
import dev.azulejo.core.throttle.ThrottleTrace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * The coarse bins of a package: how targets are cut, who renders what, and what is remembered of
 * each. Two phases may be under way, one that is rendered and one that is looked at.
 *
 * <p>Threads: {@link #take} and {@link #render} by teams; the rest by the thread that submits.
 */
final class PackageBins {
    /** Sizes of targets whose bins are remembered. */
    private static final int MOST_MAPS = 16;

    /** Phases of a frame whose costs are told apart. */
    private static final int MOST_PHASES = 4;

    private final DeviceOptions options;
    private final Bins settings;
    private final int chiplets;
    private final PackageLosses losses;
    private final SampleBackup backup = new SampleBackup();

    /** What is known of the costs of bins, phase by phase; later phases share the last. */
    private final BinEstimates[] estimates = new BinEstimates[MOST_PHASES];

    /** Whose bins they are of. */
    private final RegionMap[] mapOf = new RegionMap[MOST_PHASES];

    private final CoarseBin[] bins;
    private final VisibilityLink link;
    private final BinAssignment assignment = new BinAssignment();
    private final BinPhase[] phases;
    private int nextPhase;
    private final RegionMap[] maps = new RegionMap[MOST_MAPS];
    private int nextMap;

    /** Finds out whether anything of a target has changed at all. */
    private final RenderGate whole;

    private final Counts wholeCounts = new Counts();
    private final TileGrid wholeGrid = new TileGrid();

    /** Work that chiplets have before they begin with bins. */
    private final long[] backlog;

    /** Who is to render which bin, as it was last decided. */
    private final int[] assigned;

    /** Work of the phase that chiplets have taken on, nanoseconds as they are expected. */
    private final long[] clockNs;

    PackageBins(
            DeviceOptions packageOptions,
            KernelSet kernels,
            Transport transport,
            PackageLosses chipletLosses,
            int workers) {
        options = packageOptions;
        losses = chipletLosses;
        var group = options.group();
        settings = group.bins();
        chiplets = group.gpus();
        bins = new CoarseBin[settings.count()];
        Arrays.setAll(bins, b -> new CoarseBin(options, kernels, workers));
        Arrays.setAll(estimates, p -> new BinEstimates(bins.length));
        link = new VisibilityLink(transport, chiplets);
        phases = new BinPhase[] {new BinPhase(bins.length), new BinPhase(bins.length)};
        backlog = new long[chiplets];
        assigned = new int[settings.count()];
        clockNs = new long[chiplets];
        // Tiles are compared bin by bin.
        var reuse = options.reuse().withPartial(false).withDraws(1);
        whole =
                reuse.mode() == Reuse.Mode.OFF || !reuse.unchanged()
                        ? new OpenGate()
                        : new HistoryGate(reuse, kernels.hash(), new Counts[] {wholeCounts});
    }

    /** Begins a phase. */
    BinPhase begin(Phase sealed, int frame, int number, EarlyZ earlyZ) {
        var phase = phases[nextPhase];
        nextPhase ^= 1;
        phase.begin(sealed, frame, number);
        phase.earlyZ = earlyZ;
        var vertices = settings.vertices();
        phase.byBounds = vertices == Bins.Vertices.AUTO;
        // Patches and windows come in an order of their own, for which bins do not cull.
        boolean may =
                phase.byBounds
                        && sealed.runCount() == 0
                        && options.sortedTriangles() == DeviceOptions.WHOLE_FRAME;
        boolean culls = EarlyZDecider.culls(earlyZ, sealed.anyTestable(), sealed.epochCount());
        phase.inVisibility = may ? EarlyZ.OFF : earlyZ;
        phase.inBins = may && culls ? earlyZ : EarlyZ.OFF;
        int slot = map(sealed.pass().target());
        phase.map = maps[slot];
        phase.mapNumber = slot;
        phase.looker = losses.first();
        return phase;
    }

    private int map(RenderTarget target) {
        for (int m = 0; m < MOST_MAPS; m++) {
            if (maps[m] != null
                    && maps[m].widthInPixels() == target.width()
                    && maps[m].heightInPixels() == target.height()) {
                return m;
            }
        }
        int slot = nextMap;
        nextMap = (nextMap + 1) % MOST_MAPS;
        maps[slot] = CoarseBins.cut(target.width(), target.height(), bins.length);
        return slot;
    }

    private void cut(TileGrid grid, RenderTarget target, TileSet tiles) {
        grid.set(target.width(), target.height(), options.tileSizeFor(target.samples()), tiles);
    }

    /** Whether a target holds already what a phase would paint, so that nothing is to be done. */
    boolean unchanged(BinPhase phase, Counts counts) {
        var target = phase.phase.pass().target();
        cut(wholeGrid, target, TileSet.ALL);
        wholeCounts.clear();
        boolean once = options.sortedTriangles() == DeviceOptions.WHOLE_FRAME;
        var visits = once ? RenderGate.Visits.ONCE : RenderGate.Visits.SEVERAL;
        boolean same = whole.begin(phase.phase, wholeGrid, visits) == RenderGate.Outcome.UNCHANGED;
        if (same) {
            phase.unchanged = true;
            counts.addAll(wholeCounts);
        }
        return same;
    }

    /**
     * Assigns bins by what is visible in them, and tells each chiplet what that is.
     *
     * @param phase looked at, with its streams written
     * @param pace whether the first chiplet will look at another phase while bins are rendered
     */
    void handOver(BinPhase phase, FramePace pace) {
        estimate(phase);
        Arrays.fill(backlog, 0);
        backlog[phase.looker] = pace == FramePace.AHEAD ? phase.visibilityNs : 0;
        assign(phase);
        link.send(phase);
    }

    private void assign(BinPhase phase) {
        if (settings.assignment() == Bins.Assignment.STATIC) {
            assignment.fixed(bins.length, chiplets, losses.weights(), assigned);
        } else {
            assignment.dynamic(
                    phase.work, bins.length, backlog, losses.weights(), chiplets, assigned);
        }
        for (int bin = 0; bin < bins.length; bin++) {
            if (bin == phase.painted) {
                phase.chipletOf[bin] = phase.looker;
            } else if (!phase.taken[bin]) {
                phase.chipletOf[bin] = assigned[bin];
            }
        }
    }

    private BinEstimates estimates(BinPhase phase) {
        return estimates[Math.min(phase.number, MOST_PHASES - 1)];
    }

    private void estimate(BinPhase phase) {
        int slot = Math.min(phase.number, MOST_PHASES - 1);
        if (mapOf[slot] != phase.map) {
            // Other bins: what these cost says nothing of them.
            mapOf[slot] = phase.map;
            estimates[slot].forgetBins();
        }
        for (int bin = 0; bin < bins.length; bin++) {
            boolean empty = phase.map.pixels(bin) == 0 || bin == phase.painted;
            phase.work[bin] =
                    empty
                            ? 0
                            : estimates(phase)
                                    .estimate(bin, phase.primitives[bin], phase.areas[bin]);
        }
    }

    /** Bins are about to be rendered, and the target to be written. */
    void beginRender(BinPhase phase) {
        Arrays.fill(clockNs, 0);
        if (phase.painted < 0) {
            backUp(phase);
        }
        if (!phase.gatesBegun) {
            beginGates(phase);
        }
    }

    /** Whether a chiplet renders anything. */
    boolean renders(int chiplet) {
        return losses.weights()[chiplet] > 0;
    }

    /** Finds out what is known of the tiles of all bins, before the target is written. */
    void beginGates(BinPhase phase) {
        phase.gatesBegun = true;
        for (var bin : bins) {
            // A phase that was given up may have begun them.
            bin.begun = false;
        }
        for (int bin = 0; bin < bins.length; bin++) {
            beginGate(phase, bin);
        }
    }

    private void beginGate(BinPhase phase, int number) {
        if (phase.map.pixels(number) == 0) {
            return;
        }
        var bin = bins[number];
        bin.begun = true;
        var target = phase.phase.pass().target();
        cut(bin.grid, target, phase.map.tiles(number));
        boolean once =
                options.sortedTriangles() == DeviceOptions.WHOLE_FRAME
                        && phase.phase.runCount() == 0;
        bin.gate.begin(
                phase.phase, bin.grid, once ? RenderGate.Visits.ONCE : RenderGate.Visits.SEVERAL);
    }

    /**
     * Takes the next bin that nobody has taken; -1 if there is none. The largest goes first,
     * whichever chiplet's it is: threads are everybody's, and the last ones shall end together.
     */
    synchronized int take(BinPhase phase) {
        int best = -1;
        for (int bin = 0; bin < bins.length; bin++) {
            if (!phase.taken[bin]
                    && phase.map.pixels(bin) != 0
                    && (best < 0 || phase.work[bin] > phase.work[best])) {
                best = bin;
            }
        }
        if (best >= 0) {
            phase.taken[best] = true;
            clockNs[phase.chipletOf[best]] += phase.work[best];
        }
        return best;
    }

    /** Whether a chiplet will have done what it has taken on before another one has. */
    private boolean isBehind(int chiplet, int other) {
        int[] weights = losses.weights();
        return clockNs[chiplet] * weights[other] < clockNs[other] * weights[chiplet];
    }

    /** Renders a bin that was taken; its chiplet may be lost in it. */
    void render(BinPhase phase, int bin, BinTeam team) {
        int chiplet = phase.chipletOf[bin];
        if (losses.alive(chiplet)) {
            // It may have come late; what comes later still is too late.
            link.receiveLast(chiplet, phase, bin);
            phase.renderedBy[bin] = chiplet;
            try {
                team.render(phase, bin, bins[bin], losses.hazard(chiplet));
                return;
            } catch (GpuLost e) {
                lose(phase, chiplet);
            }
        }
        giveBack(phase, bin);
    }

    private synchronized void lose(BinPhase phase, int chiplet) {
        if (losses.alive(chiplet)) {
            losses.lose(chiplet, phase.frame);
            System.arraycopy(clockNs, 0, backlog, 0, chiplets);
            assign(phase);
            for (int bin = 0; bin < bins.length; bin++) {
                if (!phase.taken[bin] && phase.map.pixels(bin) != 0) {
                    sendAgain(phase, bin);
                }
            }
        }
    }

    /** Keeps what a pass goes on with, if tiles of it may have to be painted twice. */
    void backUp(BinPhase phase) {
        backup.begin(phase.phase.pass(), losses.mayLose());
    }

    /** The chiplet that looks at a phase is lost: the first of those that are left looks anew. */
    synchronized void loseLooker(BinPhase phase) {
        losses.lose(phase.looker, phase.frame);
        phase.looker = losses.first();
        var map = phase.map;
        backup.restore(phase.phase.pass().target(), (x, y) -> map.owner(x, y) == phase.painted);
    }

    /** A bin is somebody else's now, who gets its stream as long as who has made it works. */
    private void sendAgain(BinPhase phase, int bin) {
        if (losses.alive(phase.looker)) {
            link.sendAgain(phase, bin);
        } else {
            link.forget(phase, bin);
        }
    }

    /** What a lost chiplet leaves behind is somebody else's, from the beginning. */
    private synchronized void giveBack(BinPhase phase, int bin) {
        var map = phase.map;
        backup.restore(phase.phase.pass().target(), (x, y) -> map.owner(x, y) == bin);
        phase.again[bin] = true;
        phase.chipletOf[bin] = heir();
        sendAgain(phase, bin);
        phase.taken[bin] = false;
    }

    /** The chiplet that has least behind it. */
    private int heir() {
        int best = -1;
        for (int c = 0; c < chiplets; c++) {
            if (losses.weights()[c] > 0 && (best < 0 || isBehind(c, best))) {
                best = c;
            }
        }
        if (best < 0) {
            throw new GpuLost("all %d chiplet(s) are lost".formatted(chiplets));
        }
        return best;
    }

    /** All bins are rendered: the target holds its pixels. */
    void endRender(BinPhase phase) {
        var target = phase.phase.pass().target();
        for (int bin = 0; bin < bins.length; bin++) {
            boolean begun = bins[bin].begun;
            bins[bin].begun = false;
            // The painted one was not compared.
            if (begun && bin != phase.painted && !phase.again[bin]) {
                bins[bin].gate.end(target);
            }
            if (phase.map.pixels(bin) != 0 && phase.work[bin] > 0) {
                estimates(phase).observe(bin, phase.costNs[bin]);
            }
        }
        estimates(phase).endFrame();
        whole.end(target);
    }

    /** What all bins took, nanoseconds of one thread. */
    static long renderNs(BinPhase phase) {
        long sum = 0;
        for (long ns : phase.costNs) {
            sum += ns;
        }
        return sum;
    }

    /** Adds what comparing tiles counted since it was last asked. */
    void addCounts(FrameRecorder report) {
        for (var bin : bins) {
            for (var worker : bin.counts) {
                report.add(worker);
                worker.clear();
            }
        }
    }

    /**
     * Looks into a phase that has ended: at its tiles, whichever chiplet rendered them. What was
     * processed for a bin is gone when the next one is rendered; of patches, what bounded those in
     * each team's last bin is there.
     */
    FrameInspection inspect(BinPhase phase, BinTeam[] teams) {
        var parts = new ArrayList<FrameInspection.Part>();
        if (phase.unchanged) {
            // What is known of the target may be of a later phase by now.
            var grid = new TileGrid();
            cut(grid, phase.target, TileSet.ALL);
            parts.add(part(grid, tile -> TileDecision.UNCHANGED, null));
        } else {
            for (int bin = 0; bin < bins.length; bin++) {
                if (phase.map.pixels(bin) != 0) {
                    var trace = bin < teams.length ? teams[bin].run().inspect().trace() : null;
                    parts.add(part(bins[bin].grid, bins[bin].gate::decision, trace));
                }
            }
        }
        return new FrameInspection(phase.target, parts);
    }

    private static FrameInspection.Part part(
            TileGrid grid, IntFunction<TileDecision> decisions, ThrottleTrace trace) {
        return new FrameInspection.Part(
                new ChunkOutput[0], 0, null, grid, decisions, trace, tile -> 0, tile -> 0);
    }
}
