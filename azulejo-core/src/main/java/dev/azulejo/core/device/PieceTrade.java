package dev.azulejo.core.device;

import dev.azulejo.core.link.StatusBoard;
import dev.azulejo.core.policy.HandOver;
import dev.azulejo.core.policy.PretestDealer;

/**
 * Lets pieces change hands within a frame, as one GPU sees it: who has been dealt what all know,
 * how far the others are it hears now and then, and when its own queue is empty it takes over
 * pieces of whoever is late, those last that their owner would come to first. Nobody is asked, and
 * nobody agrees: two GPUs may test the same piece, or none, which costs work and nothing else.
 *
 * <p>Shared by the GPU's workers.
 */
final class PieceTrade {
    private final int gpu;
    private final PretestDealer queues;
    private final HandOver handOver;
    private final StatusBoard board;
    private final Runnable receive;

    private GroupPhase shared;

    /**
     * Makes one.
     *
     * @param number which GPU
     * @param gpus of the group
     * @param statusBoard what is heard of the others
     * @param receiver takes in messages; called by worker 0 alone
     */
    PieceTrade(int number, int gpus, StatusBoard statusBoard, Runnable receiver) {
        gpu = number;
        queues = new PretestDealer(gpus);
        handOver = new HandOver(gpus);
        board = statusBoard;
        receive = receiver;
        handOver.beginFrame();
    }

    /** From the next phase on pieces are dealt by weights. */
    synchronized void deal(int[] weights) {
        queues.dealByWeights(weights);
    }

    /** Begins a phase: deals as everybody does. */
    synchronized void begin(GroupPhase groupPhase) {
        shared = groupPhase;
        int chunks = shared.phase.chunkCount();
        queues.begin(chunks);
        for (int c = 0; c < chunks; c++) {
            if (shared.plan.isPiece(c)) {
                queues.deal(c);
            }
        }
        handOver.beginFrame();
        handOver.begin(queues, System.nanoTime());
    }

    /**
     * Takes the next piece that this GPU should test, or {@link PretestDealer#NONE}.
     *
     * @param worker who is going to test it
     * @param end only pieces before it
     */
    int take(int worker, int end) {
        if (worker == 0) {
            receive.run();
        }
        return take(end);
    }

    private synchronized int take(int end) {
        if (queues.peek(gpu) == PretestDealer.NONE) {
            long now = System.nanoTime();
            hear(now);
            handOver.correct(queues, now);
        }
        int piece = queues.peek(gpu);
        if (piece == PretestDealer.NONE || piece >= end) {
            return PretestDealer.NONE;
        }
        queues.take(gpu);
        handOver.began(gpu, System.nanoTime());
        return piece;
    }

    /** A piece that was taken is done with. */
    synchronized void ended() {
        handOver.ended(gpu, System.nanoTime());
    }

    /** How far the others are. */
    private void hear(long now) {
        for (int other = 0; other < queues.gpus(); other++) {
            if (other == gpu || !board.hasBegun(other, shared.frame, shared.number)) {
                continue;
            }
            while (queues.taken(other) < board.pretested(other)
                    && queues.take(other) != PretestDealer.NONE) {
                handOver.ended(other, now);
            }
        }
    }
}
