package dev.azulejo.sim.model;

import dev.azulejo.core.policy.HandOver;
import dev.azulejo.core.policy.PretestDealer;
import dev.azulejo.sim.engine.EventQueue;
import dev.azulejo.sim.machine.MachineKey;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Who pretests which piece of a phase, when, and when the others hear of it. The decisions are
 * those of the renderer's own policies. Every GPU deals for itself as all do; here one dealer
 * stands for all of them, and what they tell each other about how far they are is known at once.
 */
final class HintBoard {
    /** In a hint's place: nobody has sent one. */
    private static final long NEVER = Long.MAX_VALUE;

    /** Chunks whose pieces are pretested before they are rendered. */
    private record ChunkSet(int from, int to) {}

    private final PhaseContext context;
    private final EventQueue clock;
    private final PretestDealer dealer;
    private final HandOver handOver;
    private final int setSize;
    private final boolean handsOver;
    private final HintPieces pieces;
    private final double loss;
    private final double cycleNs;
    private final int chunks;

    /** Of each piece, chunks that are not pretested. */
    private final int[] left;

    private final long[] testedAt;
    private final long[] knownAt;
    private final int[] tester;
    private final List<ChunkSet> sets = new ArrayList<>();

    /**
     * Makes one.
     *
     * @param learning knows who pretests how much, and how far ahead
     * @param pieces that hints are made of
     */
    HintBoard(PhaseContext context, GroupLearning learning, HintPieces pieces) {
        this.context = context;
        dealer = learning.dealer();
        clock = context.clock();
        var machine = context.machine();
        int gpus = machine.count(MachineKey.GPUS);
        handOver = new HandOver(gpus);
        handsOver = machine.is(MachineKey.DEAL, "handover");
        this.pieces = pieces;
        loss = machine.number(MachineKey.HINT_LOSS);
        cycleNs = 1e9 / machine.number(MachineKey.CLOCK);
        chunks = context.work().chunks();
        testedAt = new long[chunks];
        knownAt = new long[chunks];
        tester = new int[chunks];
        left = new int[chunks];
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
            if (pieces.isTested(chunk) && pieces.piece(chunk) == chunk) {
                dealer.deal(chunk);
                left[chunk] = pieces.end(chunk) - chunk;
            }
        }
        handOver.begin(dealer, ns(clock.now()));
    }

    /** Returns what hints are about. */
    HintPieces pieces() {
        return pieces;
    }

    /** Returns the chunk behind a set's last one. */
    int end(int set) {
        return sets.get(set).to;
    }

    /** Returns a piece of a set for a GPU to pretest, or {@link PretestDealer#NONE}. */
    int take(int gpu, int set) {
        if (handsOver) {
            handOver.correct(dealer, ns(clock.now()));
        }
        int piece = dealer.peek(gpu);
        if (piece == PretestDealer.NONE || piece >= end(set)) {
            return PretestDealer.NONE;
        }
        dealer.take(gpu);
        tester[piece] = gpu;
        handOver.began(gpu, ns(clock.now()));
        return piece;
    }

    /**
     * A GPU has pretested a chunk: with the last one of a piece it knows, and tells the others.
     *
     * @return whether it was the last one
     */
    boolean tested(GpuModel gpu, int chunk) {
        gpu.tally().add(ModelCounter.CHUNKS_PRETESTED, 1);
        int piece = pieces.piece(chunk);
        if (--left[piece] > 0) {
            return false;
        }
        handOver.ended(gpu.index(), ns(clock.now()));
        testedAt[piece] = clock.now();
        int others = context.gpus().size() - 1;
        if (others > 0) {
            gpu.tally().add(ModelCounter.HINTS_SENT, others);
            knownAt[piece] = gpu.link().tell(pieces.bytes(piece) * others);
        }
        return true;
    }

    /** Returns whether a chunk may touch a GPU's regions, by what it has heard. */
    boolean mayTouch(GpuModel gpu, int chunk) {
        if (!pieces.isTested(chunk)) {
            return true;
        }
        int piece = pieces.piece(chunk);
        return !isKnown(gpu, piece) || (pieces.mask(piece) >>> gpu.index() & 1) != 0;
    }

    private boolean isKnown(GpuModel gpu, int piece) {
        long now = clock.now();
        return testedAt[piece] <= now && tester[piece] == gpu.index()
                || knownAt[piece] <= now && !isLost(gpu.index(), piece);
    }

    /**
     * A chunk's turn to be rendered has come: counts what is not known of it, and takes what is
     * needed of it, where that is known primitive by primitive.
     */
    void turn(GpuModel gpu, int chunk) {
        if (!pieces.isTested(chunk)) {
            return;
        }
        int piece = pieces.piece(chunk);
        if (isKnown(gpu, piece)) {
            if (pieces.isEach(chunk)) {
                gpu.costs().thin(chunk, pieces.isExact(chunk));
            }
        } else if (knownAt[piece] > clock.now()) {
            gpu.tally().add(ModelCounter.HINTS_LATE, 1);
        } else if (piece == chunk) {
            gpu.tally().add(ModelCounter.HINTS_LOST, 1);
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
