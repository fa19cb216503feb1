package dev.azulejo.core.device;

import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.NeededPrimitives;
import dev.azulejo.core.link.HintMessage;
import dev.azulejo.core.link.HintTable;
import dev.azulejo.core.link.Inbox;
import dev.azulejo.core.report.Activity;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;

/**
 * What a GPU of a group makes of hints: which chunks it processes, and what of each. Asked by all
 * of its workers; worker 0 takes messages in.
 */
final class HintedPieces {
    /** Messages that are read at once. */
    private static final int MESSAGES_AT_ONCE = 64;

    private final int gpu;
    private final HintTable table;
    private final Inbox inbox;
    private final PieceLog log;
    private final PoolWatch watch;
    private final Counts[] counts;

    /**
     * Makes one.
     *
     * @param number which GPU
     * @param hints what is known of pieces
     * @param messages where hints arrive
     * @param pieces notes which chunks are processed
     * @param beside stands beside the workers
     * @param workerCounts of each worker
     */
    HintedPieces(
            int number,
            HintTable hints,
            Inbox messages,
            PieceLog pieces,
            PoolWatch beside,
            Counts[] workerCounts) {
        gpu = number;
        table = hints;
        inbox = messages;
        log = pieces;
        watch = beside;
        counts = workerCounts;
    }

    /** Takes in what has arrived, if that is this worker's to do. */
    void receive(int worker) {
        if (worker == 0) {
            int messages = inbox.poll(MESSAGES_AT_ONCE, System.nanoTime());
            watch.instant(worker, Activity.HINTS_RECEIVED, messages);
        }
    }

    /** Takes in all messages that are there. */
    void receiveAll() {
        int most = MESSAGES_AT_ONCE;
        while (inbox.poll(most, System.nanoTime()) == most) {
            // There may be more.
        }
    }

    /** Whether a chunk may touch this GPU's tiles, and which of it, as far as hints say. */
    boolean touches(int worker, ChunkOutput output, int chunk, PretestPlan plan) {
        int piece = plan.piece(chunk);
        if (!table.known(piece) && plan.isPiece(piece)) {
            // Where GPUs are more than processors, whoever is to tell may not have had one yet.
            Thread.yield();
            receive(worker);
        }
        if (!table.known(piece)) {
            counts[worker].add(Counter.PIECES_UNKNOWN, 1);
            counts[worker].add(Counter.PIECES_HINTED_LATE, plan.isPiece(piece) ? 1 : 0);
            return process(worker, chunk);
        }
        if (isOthers(worker, chunk, piece)) {
            return false;
        }
        if (table.setSize(piece) > 0) {
            int size = thin(piece, output.needed());
            counts[worker].add(Counter.PRIMITIVES_SPARED, table.setSize(piece) - size);
        }
        return process(worker, chunk);
    }

    /** Says which primitives of a chunk are needed; returns how many. */
    private int thin(int piece, NeededPrimitives needed) {
        needed.none();
        int size = table.setSize(piece);
        for (int w = 0; w < HintMessage.SET_WORDS; w++) {
            int bits = Math.clamp(size - w * Long.SIZE, 0, Long.SIZE);
            // Beyond the set its words are ones.
            needed.add(w, bits == 0 ? 0 : table.setWord(piece, w) & -1L >>> -bits);
        }
        return needed.count();
    }

    /** Whether a hint says already that a chunk is for others alone. */
    boolean spares(int worker, int chunk, PretestPlan plan) {
        int piece = plan.piece(chunk);
        if (!table.known(piece)) {
            receive(worker);
        }
        return isOthers(worker, chunk, piece);
    }

    /** Whether a chunk that was placed lies in others' regions alone, whatever hints say of it. */
    boolean liesElsewhere(int worker, int chunk, ChunkOutput output, OwnRegions regions) {
        if (output.mayTouch(regions)) {
            return false;
        }
        counts[worker].add(Counter.CLUSTERS_ELSEWHERE, 1);
        log.leaveOut(chunk);
        return true;
    }

    /** Of what nothing is known, the table says that it touches everybody. */
    private boolean isOthers(int worker, int chunk, int piece) {
        if (table.touches(piece, gpu)) {
            return false;
        }
        counts[worker].add(Counter.PIECES_SKIPPED, 1);
        log.leaveOut(chunk);
        return true;
    }

    /** A chunk is processed; returns that. */
    boolean process(int worker, int chunk) {
        counts[worker].add(Counter.PIECES_RENDERED, 1);
        log.process(chunk);
        return true;
    }
}
