package dev.azulejo.core.timeline;

import dev.azulejo.core.policy.HandOver;
import dev.azulejo.core.policy.PretestBalance;
import dev.azulejo.core.policy.PretestDealer;
import dev.azulejo.core.policy.SetSizing;

import java.util.Arrays;
import java.util.List;

/**
 * Plays a frame on several GPUs, in ticks: who pretests and renders which piece, and when. The
 * decisions are those of {@code policy}; time and work are made up. It is deterministic: of the
 * GPUs that could go on, the one goes on whose time is earliest, and among those the first.
 *
 * <p>A hint is known to everybody some ticks after its pretest has ended. A GPU that comes to a
 * piece before that processes its geometry; if nothing of it lies in its regions, that was for
 * nothing. A piece that is known not to touch it takes no time. GPUs wait for nothing and nobody.
 */
public final class CooperationModel {
    /** How pretests and rendering take turns. */
    public enum Order {
        /** No pretests. */
        WITHOUT_PRETEST,
        /** All pretests, then all rendering. */
        SECTIONS,
        /** Pretests of a set, rendering of the set, pretests of the next. */
        SETS
    }

    /** What becomes of pretests that a slow GPU has not begun. */
    public enum Correction {
        /** They stay with it. */
        NONE,
        /** It hands them over to those that are ahead. */
        HAND_OVER
    }

    private final int gpus;
    private final List<ModelPiece> pieces;
    private final int[] slowness;
    private final PretestDealer dealer;
    private final HandOver handOver;
    private final PretestBalance balance;
    private Order order = Order.SECTIONS;
    private Correction correction = Correction.NONE;
    private long hintTicks;

    /** Makes a model of GPUs that are as fast as each other, and deal evenly. */
    public CooperationModel(int gpus, List<ModelPiece> pieces) {
        this.gpus = gpus;
        this.pieces = List.copyOf(pieces);
        slowness = new int[gpus];
        Arrays.fill(slowness, 1);
        dealer = new PretestDealer(gpus);
        handOver = new HandOver(gpus);
        balance = new PretestBalance(gpus);
    }

    /** From now on pretests and rendering take turns like this; at first they are sections. */
    public CooperationModel order(Order wanted) {
        order = wanted;
        return this;
    }

    /** From now on shares of the pretests are as weights. */
    public CooperationModel weights(int... weights) {
        dealer.dealByWeights(weights);
        return this;
    }

    /** From now on everything takes a GPU so many times as long; at first once. */
    public CooperationModel slowness(int gpu, int factor) {
        slowness[gpu] = factor;
        return this;
    }

    /** From now on a hint takes so long to reach the others, ticks; at first none. */
    public CooperationModel hintTicks(long ticks) {
        hintTicks = ticks;
        return this;
    }

    /** From now on this becomes of pretests that are late; at first nothing does. */
    public CooperationModel correction(Correction wanted) {
        correction = wanted;
        return this;
    }

    /** Plays a frame. */
    public Timeline play() {
        return new ModelFrame(this).play();
    }

    /**
     * Learns from a frame how to deal the next one.
     *
     * @return the weights of the GPUs from now on; empty if all stays as it is
     */
    public int[] learn(Timeline frame) {
        for (int gpu = 0; gpu < gpus; gpu++) {
            balance.observe(
                    gpu,
                    frame.count(gpu, Span.Kind.PRETEST),
                    frame.ticks(gpu, Span.Kind.PRETEST),
                    frame.ticks(gpu, Span.Kind.RENDER) + frame.ticks(gpu, Span.Kind.FOR_NOTHING),
                    frame.idle(gpu));
        }
        var weights = new int[gpus];
        if (!balance.next(weights)) {
            return new int[0];
        }
        dealer.dealByWeights(weights);
        return weights;
    }

    int gpus() {
        return gpus;
    }

    List<ModelPiece> pieces() {
        return pieces;
    }

    long slowness(int gpu) {
        return slowness[gpu];
    }

    Order order() {
        return order;
    }

    long hintTicks() {
        return hintTicks;
    }

    Correction correction() {
        return correction;
    }

    PretestDealer dealer() {
        return dealer;
    }

    HandOver handOver() {
        return handOver;
    }

    SetSizing newSizing() {
        return new SetSizing(gpus);
    }
}
