package dev.azulejo.sim.model;

import dev.azulejo.core.policy.HandOver;
import dev.azulejo.core.policy.HintKind;
import dev.azulejo.core.policy.PretestDealer;
import dev.azulejo.sim.engine.EventQueue;
import dev.azulejo.sim.machine.MachineKey;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Who pretests which chunk of a phase, when, and when the others hear of it. The decisions are
 * those of the renderer's own policies. Every GPU deals for itself as all do; here one dealer
 * stands for all of them, and what they tell each other about how far they are is known at once.
 */
final class HintBoard {
    /** In a hint's place: nobody has sent one. */
    private static final long NEVER = Long.MAX_VALUE;

    /** Chunks that are pretested before they are rendered. */
    private record ChunkSet(int from, int to) {}

    private final PhaseContext context;
    private final EventQueue clock;
    private final PretestDealer dealer;
    private final HandOver handOver;
    private final int setSize;
    private final boolean handsOver;
    private final HintKind[] kinds;
    private final double loss;
    private final double cycleNs;
    private final long hintBytes;
    private final int chunks;
    private final long[] testedAt;
    private final long[] knownAt;
    private final int[] tester;
    private final List<ChunkSet> sets = new ArrayList<>();

    /**
     * Makes one.
     *
     * @param learning knows who pretests how much, and how far ahead
     * @param kinds of hints, by draw call
     */
    HintBoard(PhaseContext context, GroupLearning learning, HintKind[] kinds) {
        this.context = context;
        dealer = learning.dealer();
        clock = context.clock();
        var machine = context.machine();
        int gpus = machine.count(MachineKey.GPUS);
        handOver = new HandOver(gpus);
        handsOver = machine.is(MachineKey.DEAL, "handover");
        this.kinds = kinds;
        loss = machine.number(MachineKey.HINT_LOSS);
        hintBytes = machine.count(MachineKey.HINT_BYTES);
        cycleNs = 1e9 / machine.number(MachineKey.CLOCK);
        chunks = context.work().chunks();
        testedAt = new long[chunks];
        knownAt = new long[chunks];
        tester = new int[chunks];
        Arrays.fill(testedAt, NEVER);
        Arrays.fill(knownAt, NEVER);
        setSize = learning.setSize(chunks);
        dealer.begin(chunks);
        handOver.beginFrame();
        openSet(0);
    }

    private long ns(long cycles) {
        return Math.round(cycles * cycleNs);
    }

    private void openSet(int from) {
        var set = new ChunkSet(from, Math.min(chunks, from + setSize));
        sets.add(set);
        for (int chunk = set.from; chunk < set.to; chunk++) {
            if (isTested(chunk)) {
                dealer.deal(chunk);
            }
        }
        handOver.begin(dealer, ns(clock.now()));
    }

    /** Patches are not pretested before they are made, nor what is not worth a hint. */
    private boolean isTested(int chunk) {
        var chunks = context.work().phase().chunks();
        return chunks.group(chunk) < 0 && kinds[chunks.draw(chunk)] != HintKind.NONE;
    }

    /** Whether hints of a draw call are made from bounds alone. */
    boolean byBounds(int draw) {
        return kinds[draw] == HintKind.BOUNDS_CHUNK;
    }

    /** Returns the chunk behind a set's last one. */
    int end(int set) {
        return sets.get(set).to;
    }

    /** Returns a chunk of a set for a GPU to pretest, or {@link PretestDealer#NONE}. */
    int take(int gpu, int set) {
        if (handsOver) {
            handOver.correct(dealer, ns(clock.now()));
        }
        int chunk = dealer.peek(gpu);
        if (chunk == PretestDealer.NONE || chunk >= end(set)) {
            return PretestDealer.NONE;
        }
        dealer.take(gpu);
        tester[chunk] = gpu;
        handOver.began(gpu, ns(clock.now()));
        return chunk;
    }

    /** A GPU has pretested a chunk: it knows, and tells the others. */
    void tested(GpuModel gpu, int chunk) {
        gpu.tally().add(ModelCounter.CHUNKS_PRETESTED, 1);
        handOver.ended(gpu.index(), ns(clock.now()));
        testedAt[chunk] = clock.now();
        int others = context.gpus().size() - 1;
        if (others > 0) {
            knownAt[chunk] = gpu.link().send(hintBytes * others);
        }
    }

    /** Returns whether a chunk may touch a GPU's regions, by what it has heard. */
    boolean mayTouch(GpuModel gpu, int chunk) {
        return !isTested(chunk) || !isKnown(gpu, chunk) || (mask(chunk) >>> gpu.index() & 1) != 0;
    }

    private long mask(int chunk) {
        return byBounds(context.work().phase().chunks().draw(chunk))
                ? context.work().boxMask(chunk)
                : context.work().mask(chunk);
    }

    private boolean isKnown(GpuModel gpu, int chunk) {
        long now = clock.now();
        return testedAt[chunk] <= now && tester[chunk] == gpu.index()
                || knownAt[chunk] <= now && !isLost(gpu.index(), chunk);
    }

    /** A chunk's turn to be rendered has come: counts what is not known of it. */
    void turn(GpuModel gpu, int chunk) {
        if (!isTested(chunk) || isKnown(gpu, chunk)) {
            return;
        }
        if (knownAt[chunk] <= clock.now()) {
            gpu.tally().add(ModelCounter.HINTS_LOST, 1);
        } else {
            gpu.tally().add(ModelCounter.HINTS_LATE, 1);
        }
    }

    /** The same hints are lost whenever the same trace is played, others in each frame. */
    private boolean isLost(int gpu, int chunk) {
        long frame = context.work().phase().frame();
        long mixed = ((frame << 32) + chunk * 64L + gpu + 1) * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 31) * 0xBF58476D1CE4E5B9L;
        return ((mixed ^ mixed >>> 29) >>> 11) * 0x1p-53 < loss;
    }

    /** A GPU is through with a set. Returns whether there is another. */
    boolean endSet(int set) {
        int end = sets.get(set).to;
        if (set + 1 == sets.size() && end < chunks) {
            openSet(end);
        }
        return set + 1 < sets.size();
    }
}
