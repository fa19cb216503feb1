package dev.azulejo.core.device;

import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.Pretester;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.link.HintDetail;
import dev.azulejo.core.link.HintMessage;
import dev.azulejo.core.link.HintTable;
import dev.azulejo.core.link.Outbox;
import dev.azulejo.core.link.Transport;
import dev.azulejo.core.policy.HintKind;
import dev.azulejo.core.policy.PretestDealer;
import dev.azulejo.core.report.Activity;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A GPU's share of the pretests: takes the pieces that were dealt to it, finds out whom each
 * touches, keeps that and tells the others. Shared by the GPU's workers.
 */
final class MemberPretest {
    /** Most pieces that a worker takes at once. */
    private static final int PIECES_AT_ONCE = 16;

    /** Pieces whose hints make a message. */
    private static final int PIECES_A_MESSAGE = 64;

    private final PoolWatch watch;
    private final int gpu;
    private final HintTable table;
    private final Outbox[] outboxes;
    private final Pretester[] pretesters;
    private final Counts[] counts;

    /** Says who pretests which piece; set up before each phase. */
    private final PretestDealer dealer;

    /** Lets pieces change hands; null if they do not. */
    private final PieceTrade trade;

    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger pretested = new AtomicInteger();

    /** What had been sent when the last frame ended. */
    private long sentBefore;

    private long bytesBefore;

    // The phase under way.
    private Phase phase;
    private PretestPlan plan;
    private int atOnce;

    MemberPretest(
            PoolWatch beside,
            HintTable hints,
            Transport transport,
            PretestDealer pretestDealer,
            PieceTrade pieceTrade,
            HintDetail detail,
            KernelSet kernels,
            Counts[] workerCounts) {
        watch = beside;
        gpu = watch.gpu();
        table = hints;
        dealer = pretestDealer;
        trade = pieceTrade;
        counts = workerCounts;
        int threads = workerCounts.length;
        outboxes = new Outbox[threads];
        pretesters = new Pretester[threads];
        for (int w = 0; w < threads; w++) {
            int gpus = dealer.gpus();
            outboxes[w] = new Outbox(transport, gpus, gpu, detail, PIECES_A_MESSAGE);
            pretesters[w] = new Pretester(kernels, counts[w]);
        }
    }

    /**
     * Begins to write messages of a phase: who makes no hints tells statistics.
     *
     * @param shared what all know of it
     */
    void address(GroupPhase shared) {
        for (var outbox : outboxes) {
            outbox.begin(shared.frame, shared.number, shared.mapNumber);
        }
    }

    /**
     * Begins to test for a phase that messages are addressed of.
     *
     * @param shared what all know of it
     */
    void begin(GroupPhase shared) {
        phase = shared.phase;
        plan = shared.plan;
        atOnce = Math.min(PIECES_AT_ONCE, shared.ahead);
        next.set(0);
        pretested.set(0);
        int samples = phase.pass().target().samples();
        for (var pretester : pretesters) {
            pretester.begin(shared.map, samples);
        }
        if (trade != null) {
            trade.begin(shared);
        }
    }

    /** Pretests pieces of this GPU's share, from where its workers are, up to a chunk. */
    void run(int worker, int end) {
        long before = outboxes[worker].messages();
        if (trade != null) {
            trade(worker, end);
        } else {
            take(worker, end);
        }
        logSent(worker, before);
    }

    /** A worker has sent something, since it had sent so many messages. */
    void logSent(int worker, long before) {
        watch.instant(worker, Activity.HINTS_SENT, outboxes[worker].messages() - before);
    }

    private void take(int worker, int end) {
        int chunks = phase.chunkCount();
        int to = Math.min(end, chunks);
        int from = next.get();
        while (from < to) {
            int until = Math.min(from + atOnce, chunks);
            if (next.compareAndSet(from, until)) {
                for (int piece = from; piece < until; piece++) {
                    if (dealer.dealer(piece) == gpu) {
                        test(worker, piece);
                    }
                }
            }
            from = next.get();
        }
        outboxes[worker].flush();
    }

    /** As long as there is anything that this GPU should do by now. */
    private void trade(int worker, int end) {
        int taken = 0;
        int piece = trade.take(worker, end);
        while (piece != PretestDealer.NONE) {
            // Somebody who had been waiting may have done it by now.
            if (!table.known(piece)) {
                if (dealer.dealer(piece) != gpu) {
                    counts[worker].add(Counter.PIECES_HANDED_OVER, 1);
                }
                test(worker, piece);
            }
            trade.ended();
            if (++taken % PIECES_AT_ONCE == 0) {
                tellProgress(worker);
            }
            piece = trade.take(worker, end);
        }
        if (taken > 0) {
            tellProgress(worker);
        }
    }

    private void tellProgress(int worker) {
        outboxes[worker].progress(HintMessage.Kind.ALIVE, pretested.get(), 0);
    }

    private void test(int worker, int piece) {
        watch.step(worker, GroupFaults.Work.PRETEST);
        var pretester = pretesters[worker];
        ChunkWork work = phase.chunk(piece);
        HintKind kind = plan.kind(work);
        long owners = pretester.owners(work, kind);
        int end = plan.end(piece);
        for (int c = piece + 1; c < end; c++) {
            owners |= pretester.owners(phase.chunk(c), kind);
        }
        owners &= work.draw().gpus();
        counts[worker].add(Counter.PIECES_PRETESTED, 1);
        pretested.incrementAndGet();
        if (pretester.setSize() > 0) {
            table.put(piece, owners, pretester.sets(), pretester.setSize());
            outboxes[worker].hint(piece, owners, pretester.sets(), pretester.setSize());
        } else {
            table.put(piece, owners);
            outboxes[worker].hint(piece, owners);
        }
    }

    /** What a worker tests pieces with. */
    Pretester pretester(int worker) {
        return pretesters[worker];
    }

    /** Where the submitting thread puts what is told others, while no worker is at work. */
    Outbox outbox() {
        return outboxes[0];
    }

    /** Another GPU is lost: it is told nothing any more. */
    void leave(int other) {
        for (var outbox : outboxes) {
            outbox.leave(other);
        }
    }

    /** What was sent since messages were counted does not count. */
    void forgetMessages() {
        sentBefore = 0;
        bytesBefore = 0;
        for (var outbox : outboxes) {
            sentBefore += outbox.messages();
            bytesBefore += outbox.bytes();
        }
    }

    /** Counts what was sent since it was asked last. */
    void countMessages() {
        long sent = 0;
        long bytes = 0;
        for (var outbox : outboxes) {
            sent += outbox.messages();
            bytes += outbox.bytes();
        }
        counts[0].add(Counter.MESSAGES, sent - sentBefore);
        counts[0].add(Counter.MESSAGE_BYTES, bytes - bytesBefore);
        sentBefore = sent;
        bytesBefore = bytes;
    }
}
