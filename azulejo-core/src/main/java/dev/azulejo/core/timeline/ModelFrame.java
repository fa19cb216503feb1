package dev.azulejo.core.timeline;

import dev.azulejo.core.policy.HandOver;
import dev.azulejo.core.policy.PretestDealer;
import dev.azulejo.core.policy.SetSizing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A frame while it is played. A section is a set that has everything in it; without pretests there
 * is one in which none is dealt.
 */
final class ModelFrame {
    /** What sizing takes a tick for, nanoseconds. */
    private static final long TICK_NS = 10_000;

    private final CooperationModel model;
    private final List<ModelPiece> pieces;
    private final PretestDealer dealer;
    private final HandOver handOver;
    private final SetSizing sizing;
    private final List<Span> spans = new ArrayList<>();

    /** When the pretest of each piece ends, and who does it. */
    private final long[] testedAt;

    private final int[] tester;

    private final long[] clock;

    /** Piece that each GPU is pretesting until its clock, or none. */
    private final int[] testing;

    /** Piece that each GPU looks at next in rendering. */
    private final int[] position;

    /** Set that each GPU is at. */
    private final int[] set;

    /** When each GPU began with its set. */
    private final long[] setFrom;

    private final List<ModelSet> sets = new ArrayList<>();

    ModelFrame(CooperationModel model) {
        this.model = model;
        pieces = model.pieces();
        dealer = model.dealer();
        handOver = model.handOver();
        sizing = model.newSizing();
        testedAt = new long[pieces.size()];
        tester = new int[pieces.size()];
        Arrays.fill(tester, PretestDealer.NONE);
        clock = new long[model.gpus()];
        testing = new int[model.gpus()];
        Arrays.fill(testing, PretestDealer.NONE);
        position = new int[model.gpus()];
        set = new int[model.gpus()];
        setFrom = new long[model.gpus()];
    }

    Timeline play() {
        dealer.begin(pieces.size());
        handOver.beginFrame();
        openSet(0, 0);
        for (int gpu = next(); gpu >= 0; gpu = next()) {
            step(gpu);
        }
        return new Timeline(model.gpus(), spans);
    }

    /** Returns whose time is earliest of those that have not rendered everything, or -1. */
    private int next() {
        int first = -1;
        for (int gpu = 0; gpu < model.gpus(); gpu++) {
            boolean done = set[gpu] == sets.size();
            if (!done && (first < 0 || clock[gpu] < clock[first])) {
                first = gpu;
            }
        }
        return first;
    }

    private void step(int gpu) {
        if (testing[gpu] >= 0) {
            endPretest(gpu);
        }
        if (!beginPretest(gpu) && !render(gpu)) {
            endSet(gpu);
        }
    }

    private void openSet(int from, long now) {
        int rest = pieces.size() - from;
        int size = model.order() == CooperationModel.Order.SETS ? sizing.next(rest) : rest;
        sets.add(new ModelSet(from, from + size));
        if (model.order() != CooperationModel.Order.WITHOUT_PRETEST) {
            dealer.deal(from, from + size);
            handOver.begin(dealer, now);
        }
    }

    private boolean beginPretest(int gpu) {
        if (model.correction() == CooperationModel.Correction.HAND_OVER) {
            handOver.correct(dealer, clock[gpu]);
        }
        int piece = dealer.peek(gpu);
        if (piece < 0 || piece >= sets.get(set[gpu]).to()) {
            return false;
        }
        dealer.take(gpu);
        handOver.began(gpu, clock[gpu]);
        work(gpu, piece, Span.Kind.PRETEST, pieces.get(piece).pretestTicks());
        testing[gpu] = piece;
        tester[piece] = gpu;
        testedAt[piece] = clock[gpu];
        return true;
    }

    private void endPretest(int gpu) {
        handOver.ended(gpu, clock[gpu]);
        testing[gpu] = PretestDealer.NONE;
    }

    private boolean isKnown(int piece, int gpu) {
        if (tester[piece] < 0) {
            return false;
        }
        long travels = tester[piece] == gpu ? 0 : model.hintTicks();
        return testedAt[piece] + travels <= clock[gpu];
    }

    /** Renders the next piece of the set that is not known to be of no concern. */
    private boolean render(int gpu) {
        var current = sets.get(set[gpu]);
        while (position[gpu] < current.to()) {
            int at = position[gpu]++;
            var piece = pieces.get(at);
            boolean known = isKnown(at, gpu);
            if (!known && model.order() != CooperationModel.Order.WITHOUT_PRETEST) {
                current.late(at);
            }
            if (piece.touches(gpu)) {
                long ticks = piece.geometryTicks() + piece.pixelTicks();
                work(gpu, at, Span.Kind.RENDER, ticks);
                return true;
            }
            if (!known) {
                work(gpu, at, Span.Kind.FOR_NOTHING, piece.geometryTicks());
                return true;
            }
        }
        return false;
    }

    private void work(int gpu, int piece, Span.Kind kind, long ticks) {
        long from = clock[gpu];
        clock[gpu] += ticks * model.slowness(gpu);
        spans.add(new Span(gpu, pieces.get(piece).name(), kind, from, clock[gpu]));
    }

    private void endSet(int gpu) {
        var done = sets.get(set[gpu]);
        done.ended(clock[gpu] - setFrom[gpu]);
        if (done.gpus() == model.gpus() && done.to() > done.from()) {
            sizing.observe(
                    done.to() - done.from(),
                    done.slowest() * TICK_NS,
                    done.fastest() * TICK_NS,
                    done.lateCount());
        }
        set[gpu]++;
        setFrom[gpu] = clock[gpu];
        if (set[gpu] == sets.size() && done.to() < pieces.size()) {
            openSet(done.to(), clock[gpu]);
        }
    }
}
