package dev.azulejo.core.device;

import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.link.HintMessage;
import dev.azulejo.core.link.HintTable;
import dev.azulejo.core.policy.HintKind;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Primitive distribution with sequential exchange, a published way for several GPUs to spare each
 * other geometry, kept to be compared with: each GPU maps a contiguous run of primitives to the
 * owners of the regions that their rectangles touch, all at the same time; then they send what they
 * found, one after the other, so that the order of primitives is known to everybody; and then each
 * renders those of its own. What is sent are sets of primitives, as hints have them. What is lost
 * is processed by all. Shared by the GPU's workers.
 */
final class SequentialExchange {
    private static final int UNMAPPED = -1;

    private final int gpu;
    private final int gpus;
    private final PoolWatch watch;
    private final HintTable table;
    private final MemberPretest pretest;
    private final Counts[] counts;

    /**
     * Takes in what others have sent: whoever waits does so at each turn, so that there is room.
     */
    private final Runnable receive;

    private final WorkerPool.Task mapTask = this::map;
    private final AtomicInteger next = new AtomicInteger();

    // Of each piece of the share.
    private long[] masks = {};
    private int[] sizes = {};
    private long[] sets = {};

    private final long[] set;

    // The phase under way.
    private Phase phase;
    private PretestPlan plan;
    private ExchangeTurn turn;

    /** How many of those that take part come before this GPU, and how many there are. */
    private int place;

    private int places;
    private int first;
    private int end;

    SequentialExchange(
            int groupGpus,
            PoolWatch beside,
            HintTable hints,
            MemberPretest memberPretest,
            Counts[] workerCounts,
            Runnable receiver) {
        gpus = groupGpus;
        watch = beside;
        gpu = watch.gpu();
        table = hints;
        pretest = memberPretest;
        counts = workerCounts;
        receive = receiver;
        set = new long[gpus * HintMessage.SET_WORDS];
    }

    /** Maps, by all workers. */
    WorkerPool.Task mapTask() {
        return mapTask;
    }

    /** Begins a phase: nothing is mapped. */
    void begin(GroupPhase shared) {
        phase = shared.phase;
        plan = shared.plan;
        turn = shared.turn;
        place = Long.bitCount(~shared.lost & (1L << gpu) - 1);
        places = gpus - Long.bitCount(shared.lost);
        first = shared.shares.first(place);
        end = shared.shares.end(place);
        int pieces = end - first;
        if (masks.length < pieces) {
            masks = new long[2 * pieces];
            sizes = new int[2 * pieces];
            sets = new long[2 * pieces * set.length];
        }
        Arrays.fill(sizes, 0, pieces, UNMAPPED);
        next.set(first);
    }

    /** Maps primitives of this GPU's run, as long as there are any. */
    private void map(int worker) {
        var pretester = pretest.pretester(worker);
        for (int c = next.getAndIncrement(); c < end; c = next.getAndIncrement()) {
            var work = phase.chunk(c);
            HintKind kind = plan.kind(work);
            if (kind == HintKind.NONE) {
                continue;
            }
            watch.step(worker, GroupFaults.Work.PRETEST);
            long owners = pretester.owners(work, kind) & work.draw().gpus();
            int at = c - first;
            masks[at] = owners;
            if (pretester.setSize() > 0) {
                System.arraycopy(pretester.sets(), 0, sets, at * set.length, set.length);
            }
            sizes[at] = pretester.setSize();
            counts[worker].add(Counter.PIECES_PRETESTED, 1);
        }
    }

    /** Sends what was mapped when those before have sent, and waits for those behind. */
    void send() {
        counts[0].add(Counter.EXCHANGE_STEPS, place);
        long before = pretest.outbox().messages();
        await(place);
        try {
            for (int at = 0; at < end - first; at++) {
                if (sizes[at] != UNMAPPED) {
                    send(at);
                }
            }
            pretest.outbox().flush();
        } finally {
            turn.pass();
        }
        pretest.logSent(0, before);
        await(places);
    }

    /** Waits until so many GPUs have sent, and takes in what they send. */
    private void await(int count) {
        for (int sent = 0; sent < count; ) {
            sent = turn.awaitMore(sent);
            receive.run();
        }
    }

    /** This GPU is lost, before it has sent or after: nobody waits for it. */
    void leave() {
        turn.leave(place);
    }

    private void send(int at) {
        System.arraycopy(sets, at * set.length, set, 0, set.length);
        table.put(first + at, masks[at], set, sizes[at]);
        pretest.outbox().hint(first + at, masks[at], set, sizes[at]);
        int primitives = phase.chunk(first + at).primitives();
        for (long left = masks[at] & ~(1L << gpu); left != 0; left &= left - 1) {
            int other = Long.numberOfTrailingZeros(left);
            counts[0].add(Counter.PRIMITIVES_SENT, sizes[at] == 0 ? primitives : bits(other));
        }
    }

    private int bits(int other) {
        int sum = 0;
        int from = other * HintMessage.SET_WORDS;
        for (int w = from; w < from + HintMessage.SET_WORDS; w++) {
            sum += Long.bitCount(set[w]);
        }
        return sum;
    }
}
