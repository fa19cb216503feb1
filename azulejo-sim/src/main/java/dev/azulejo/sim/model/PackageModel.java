package dev.azulejo.sim.model;

import dev.azulejo.core.policy.BinAssignment;
import dev.azulejo.core.policy.PretestDealer;
import dev.azulejo.core.screen.CoarseBins;
import dev.azulejo.sim.engine.EventQueue;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.trace.TracePhase;
import dev.azulejo.sim.trace.WorkTrace;
import dev.azulejo.sim.unit.Channel;
import dev.azulejo.sim.unit.UnitState;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Chiplets of a package: in each phase the first one finds out which primitives may be seen in
 * which coarse bin, bins are dealt, each bin's stream goes to its chiplet, and all render bins, one
 * after the other, each from its stream alone.
 *
 * <pre>
 *  chiplet 0  |look at 0|bins of 0|           |look at 1|      frames one after the other
 *  chiplet 1  |         |bins of 0   |        |         |bins
 *
 *  chiplet 0  |look at 0|bins of 0|look at 1|bins of 1|        frames that overlap
 *  chiplet 1  |         |bins of 0   |      |bins of 1    |
 * </pre>
 *
 * <p>Overlapped, a chiplet looks at the next frame when its own bins of the last one are done, and
 * no more than two frames are under way. Phases of a frame follow each other either way.
 *
 * <p>Several chiplets may look, each at a part of the chunks: then they find out together what one
 * would, as GPUs share pretests. If bins are dealt by their load, they first tell each other what
 * they have found, and all wait for that; by a fixed rule nobody needs to know.
 *
 * <p>Simplification: a chiplet begins with a bin when the pixels of the one before are on their way
 * to memory.
 */
final class PackageModel {
    private final Parts parts;
    private final EventQueue clock;
    private final Machine machine;
    private final List<GpuModel> gpus;
    private final Channel host;
    private final BinDealer dealer;
    private final StreamBytes streamBytes;
    private final TargetImages images;
    private final int bins;
    private final int lookers;
    private final boolean overlaps;
    private final boolean paints;
    private final boolean dealsByLoad;
    private final int countsHeard;
    private final int streamCame;
    private final int lookEnded;
    private final int othersWait;

    /** Phases of the trace, in order, of which those before {@code looking} have been opened. */
    private final List<TracePhase> due = new ArrayList<>();

    /** Phases that were opened; null once complete. */
    private final List<BinPhase> phases = new ArrayList<>();

    /** Of each chiplet, bins whose streams have come and that it has not begun. */
    private final List<ArrayDeque<Integer>> waiting;

    private final boolean[] busy;

    /** Bins of each chiplet that were dealt and are not rendered, and what they are worth. */
    private final int[] dealtTo;

    private final long[] dealtWork;

    /** When each frame was complete, or 0. */
    private long[] completeAt = {};

    /** The phase that is looked at, or will be next. */
    private int looking;

    /** Phases that are complete. */
    private int complete;

    /** Which chiplet looks at which chunk. */
    private int[] lookerOf = {};

    private long lookBegan;

    PackageModel(Parts parts, Machine machine, List<GpuModel> gpus, Channel host) {
        this.parts = parts;
        clock = parts.clock();
        this.machine = machine;
        this.gpus = gpus;
        this.host = host;
        dealer = new BinDealer(machine);
        images = new TargetImages(machine);
        bins = machine.count(MachineKey.BINS);
        streamBytes = new StreamBytes(bins);
        lookers = Math.min(machine.count(MachineKey.LOOKERS), gpus.size());
        overlaps = machine.is(MachineKey.BIN_OVERLAP, "on");
        paints = machine.is(MachineKey.BIN_VERTICES, "full") && lookers == 1 && !overlaps;
        dealsByLoad = machine.is(MachineKey.BIN_ASSIGNMENT, "dynamic");
        waiting = gpus.stream().map(gpu -> new ArrayDeque<Integer>()).toList();
        busy = new boolean[gpus.size()];
        dealtTo = new int[gpus.size()];
        dealtWork = new long[gpus.size()];
        lookEnded = clock.register(this::looked);
        othersWait = clock.register(argument -> othersWait());
        countsHeard = clock.register(from -> heard());
        streamCame = clock.register(this::arrived);
    }

    /** Plays a trace. Returns the cycle at which each frame was complete. */
    List<Long> play(WorkTrace trace) {
        for (int frame = 0; frame < trace.frames(); frame++) {
            due.addAll(trace.frame(frame));
        }
        completeAt = new long[trace.frames()];
        wakeAll();
        clock.run();
        if (complete != due.size()) {
            throw new IllegalStateException(
                    "%d of %d phases are complete: the others wait for each other"
                            .formatted(complete, due.size()));
        }
        var frames = new ArrayList<Long>();
        long last = 0;
        for (long at : completeAt) {
            last = Math.max(last, at);
            frames.add(last);
        }
        return frames;
    }

    private void wakeAll() {
        for (int chiplet = 0; chiplet < gpus.size(); chiplet++) {
            wake(chiplet);
        }
    }

    private void wake(int chiplet) {
        if (busy[chiplet]) {
            return;
        }
        if (mayLook(chiplet)) {
            look(chiplet);
        } else if (!waiting.get(chiplet).isEmpty()) {
            render(chiplet, waiting.get(chiplet).poll());
        } else {
            gpus.get(chiplet).rest(waitsFor(chiplet));
        }
    }

    /**
     * What has not come over a link, or is not known yet; or nothing but that others are through.
     */
    private UnitState waitsFor(int chiplet) {
        if (ownBinsLeft(chiplet) > 0) {
            return UnitState.LINK;
        }
        if (looking == phases.size()) {
            return UnitState.SYNCHRONISATION;
        }
        return phases.get(looking).isLooked() ? UnitState.LINK : UnitState.DEPENDENCY;
    }

    private boolean mayLook(int chiplet) {
        if (chiplet >= lookers || looking == due.size() || hasBegun(chiplet)) {
            return false;
        }
        if (!overlaps || looking == 0 || !isFirst(looking)) {
            return complete == looking;
        }
        int frame = due.get(looking).frame();
        return ownBinsLeft(chiplet) == 0 && (frame < 2 || isComplete(frame - 2));
    }

    /** Returns how many bins of phases that have been looked at a chiplet has to render. */
    private int ownBinsLeft(int chiplet) {
        int left = dealtTo[chiplet];
        if (looking < phases.size() && phases.get(looking).isDealt()) {
            // Those of the phase that it is about to look at have not come to anybody.
            left -= phases.get(looking).binsOf(chiplet);
        }
        return left;
    }

    private boolean hasBegun(int chiplet) {
        return looking < phases.size() && phases.get(looking).hasBegun(chiplet);
    }

    private boolean isFirst(int phase) {
        return phase == 0 || due.get(phase - 1).frame() != due.get(phase).frame();
    }

    private boolean isComplete(int frame) {
        return completeAt[frame] > 0;
    }

    private void look(int chiplet) {
        var phase = looking == phases.size() ? open() : phases.get(looking);
        phase.begin(chiplet);
        busy[chiplet] = true;
        var gpu = gpus.get(chiplet);
        var renderer =
                new LookRenderer(
                        phase.context(),
                        gpu,
                        phase.names(),
                        phase.painted(),
                        share(chiplet),
                        looker -> clock.schedule(0, lookEnded, looker));
        gpu.begin(phase.work(), renderer, () -> lookThrough(chiplet, phase));
    }

    /** A phase is looked at for the first time: its commands are asked for. */
    private BinPhase open() {
        var phase = due.get(looking);
        var target = phase.target();
        var map = CoarseBins.cut(target.width(), target.height(), bins);
        var context =
                new PhaseContext(
                        parts, machine, GroupModel.work(machine, phase, map, null), gpus, host);
        int number = 0;
        while (!isFirst(looking - number)) {
            number++;
        }
        context.work().compare(images.render(number, phase));
        boolean last = looking + 1 == due.size() || isFirst(looking + 1);
        var opened = new BinPhase(context, phase.frame(), number, last, lookers);
        if (paints && phase.patches().count() == 0) {
            opened.paint(0);
        }
        phases.add(opened);
        dealChunks(opened.work().chunks());
        lookBegan = clock.now();
        // Those who wait know now what for.
        clock.schedule(0, othersWait, 0);
        return opened;
    }

    private void othersWait() {
        for (int chiplet = 0; chiplet < gpus.size(); chiplet++) {
            if (!busy[chiplet]) {
                gpus.get(chiplet).rest(waitsFor(chiplet));
            }
        }
    }

    /** Deals chunks to those who look, as pretests are dealt. */
    private void dealChunks(int chunks) {
        lookerOf = new int[chunks];
        var shares = new PretestDealer(lookers);
        shares.dealByWeights(Arrays.copyOf(machine.speeds(), lookers));
        shares.begin(chunks);
        for (int chunk = 0; chunk < chunks; chunk++) {
            shares.deal(chunk);
        }
        for (int looker = 0; looker < lookers; looker++) {
            while (shares.peek(looker) != PretestDealer.NONE) {
                lookerOf[shares.peek(looker)] = looker;
                shares.take(looker);
            }
        }
    }

    private IntPredicate share(int looker) {
        var of = lookerOf;
        return chunk -> of[chunk] == looker;
    }

    /** A chiplet knows what is visible in its part. */
    private void looked(int looker) {
        var phase = phases.get(looking);
        phase.looked(looker, streamBytes.of(phase.work(), phase.names(), share(looker)));
        if (dealsByLoad && lookers > 1) {
            long bytes = (lookers - 1L) * bins * machine.count(MachineKey.BIN_COUNTS);
            gpus.get(looker).link().send(bytes, countsHeard, looker);
            clock.schedule(0, othersWait, 0);
            return;
        }
        if (!phase.isDealt()) {
            deal(phase);
        }
        send(phase, looker);
        if (phase.isLooked()) {
            looking++;
            wakeAll();
        }
    }

    /** What one of several has found is known to the others: when all is, bins are dealt. */
    private void heard() {
        var phase = phases.get(looking);
        if (phase.heard()) {
            deal(phase);
            for (int looker = 0; looker < lookers; looker++) {
                send(phase, looker);
            }
            looking++;
            wakeAll();
        }
    }

    private void deal(BinPhase phase) {
        var backlog = dealtWork.clone();
        if (overlaps && phase.isLastOfFrame() && phase.frame() + 1 < completeAt.length) {
            for (int looker = 0; looker < lookers; looker++) {
                // The next frame takes as long to look at as this one did.
                backlog[looker] += dealer.work(clock.now() - lookBegan, looker);
            }
        }
        dealer.deal(phase, backlog);
        for (int bin = 0; bin < bins; bin++) {
            if (phase.isToBeRendered(bin)) {
                int chiplet = phase.chipletOf()[bin];
                dealtTo[chiplet]++;
                dealtWork[chiplet] += phase.expected()[bin];
            }
        }
        phase.deal();
    }

    /** Sends a chiplet's parts of all streams, what most is expected of first. */
    private void send(BinPhase phase, int looker) {
        var order =
                IntStream.range(0, bins)
                        .filter(phase::isToBeRendered)
                        .boxed()
                        .sorted(Comparator.comparing(bin -> -phase.expected()[bin]))
                        .toList();
        var gpu = gpus.get(looker);
        for (int bin : order) {
            int code = looking * BinAssignment.MOST_CHIPLETS + bin;
            int bytes = phase.stream(looker, bin);
            gpu.tally().add(ModelCounter.STREAM_BYTES, bytes);
            if (phase.chipletOf()[bin] == looker) {
                clock.schedule(0, streamCame, code);
            } else {
                gpu.link().send(bytes, streamCame, code);
            }
        }
    }

    private void arrived(int code) {
        var phase = phases.get(code / BinAssignment.MOST_CHIPLETS);
        int bin = code % BinAssignment.MOST_CHIPLETS;
        if (phase.arrived(bin)) {
            int chiplet = phase.chipletOf()[bin];
            waiting.get(chiplet).add(code);
            wake(chiplet);
        }
    }

    private void render(int chiplet, int code) {
        busy[chiplet] = true;
        var phase = phases.get(code / BinAssignment.MOST_CHIPLETS);
        int bin = code % BinAssignment.MOST_CHIPLETS;
        var gpu = gpus.get(chiplet);
        var renderer = new BinRenderer(phase.context(), gpu, phase.names(), bin);
        gpu.begin(phase.work(), renderer, () -> rendered(chiplet, phase, bin));
    }

    private void rendered(int chiplet, BinPhase phase, int bin) {
        dealtTo[chiplet]--;
        dealtWork[chiplet] -= phase.expected()[bin];
        through(chiplet, phase, bin);
    }

    /** A chiplet is through with its part, and with the bin that it painted meanwhile. */
    private void lookThrough(int chiplet, BinPhase phase) {
        if (phase.painted() != PhaseWork.NOBODY) {
            through(chiplet, phase, phase.painted());
            return;
        }
        busy[chiplet] = false;
        wakeAll();
    }

    private void through(int chiplet, BinPhase phase, int bin) {
        var gpu = gpus.get(chiplet);
        gpu.tally().add(ModelCounter.BINS, 1);
        if (phase.rendered(bin, gpu.throughAt() - gpu.begunAt())) {
            dealer.learn(phase);
            complete++;
            phases.set(phases.indexOf(phase), null);
            if (phase.isLastOfFrame()) {
                completeAt[phase.frame()] = clock.now();
            }
        }
        busy[chiplet] = false;
        wakeAll();
    }
}
