package dev.azulejo.core.device;

import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.link.ObjectTable;
import dev.azulejo.core.link.Outbox;

import java.util.Arrays;

/**
 * What a GPU of a group did of each chunk of a phase, and of each draw call, which it tells; and
 * what it has heard of that from others.
 *
 * <p>Threads: workers note what they do, each chunk one of them; the rest by the thread that
 * submits.
 */
final class PieceLog {
    /** What was done of a chunk: nothing was asked for, ... */
    private static final byte NOTHING = 0;

    /** ... it was processed, ... */
    private static final byte PROCESSED = 1;

    /** ... left out because of a hint, or since it lies elsewhere, ... */
    private static final byte LEFT_OUT = 2;

    /** ... or processed though nothing of it lies here. */
    private static final byte FOR_NOTHING = 3;

    private final int gpu;
    private final ObjectTable objects;

    /** Of each chunk, what was done of it here. */
    private byte[] done = new byte[0];

    /** Of each draw call, three numbers for the table of objects. */
    private int[] values = new int[0];

    private GroupPhase shared;
    private Phase phase;

    PieceLog(int number, int gpus) {
        gpu = number;
        objects = new ObjectTable(gpus);
    }

    /** A phase begins: nothing is done. */
    void begin(GroupPhase groupPhase) {
        shared = groupPhase;
        phase = shared.phase;
        int chunks = phase.chunkCount();
        if (done.length < chunks) {
            done = new byte[Math.max(64, 2 * chunks)];
        }
        Arrays.fill(done, 0, chunks, NOTHING);
    }

    /** A chunk is processed. */
    void process(int chunk) {
        done[chunk] = PROCESSED;
    }

    /** A chunk is left out because of a hint, or since it lies elsewhere. */
    void leaveOut(int chunk) {
        done[chunk] = LEFT_OUT;
    }

    /** A chunk that was processed turned out to be of no use. */
    void forNothing(int chunk) {
        done[chunk] = FOR_NOTHING;
    }

    /** Whether a chunk was processed, and not for nothing as far as is known. */
    boolean processed(int chunk) {
        return done[chunk] == PROCESSED;
    }

    /**
     * Tells a GPU what this one did of each draw call of the last phase.
     *
     * @param to which
     * @param outbox where messages go
     */
    void tell(int to, Outbox outbox) {
        outbox.objects(to, count(), values);
    }

    /** Notes what a GPU did of each draw call of the last phase, as if it had told. */
    void note(PieceLog other) {
        int draws = other.count();
        for (int draw = 0; draw < draws; draw++) {
            int at = ObjectTable.VALUES * draw;
            objects.put(
                    draw,
                    other.gpu,
                    other.values[at + ObjectTable.RENDERED],
                    other.values[at + ObjectTable.LEFT_OUT],
                    other.values[at + ObjectTable.FOR_NOTHING]);
        }
    }

    /** Who rendered what of the last phase, as far as is known here. */
    ObjectTable objects() {
        return objects;
    }

    /** Forgets who rendered what, to be told about the last phase. */
    void beginObjects() {
        objects.begin(shared.frame, shared.number, phase.drawCount());
    }

    /** Whether it is known here what a GPU did, from the first draw call to the last. */
    boolean knows(int other) {
        for (int draw = 0; draw < phase.drawCount(); draw++) {
            if (objects.rendered(draw, other) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Adds up what was done of draw calls; returns how many there are. */
    private int count() {
        int draws = phase.drawCount();
        if (values.length < ObjectTable.VALUES * draws) {
            values = new int[2 * ObjectTable.VALUES * draws];
        }
        Arrays.fill(values, 0, ObjectTable.VALUES * draws, 0);
        for (int c = 0; c < phase.chunkCount(); c++) {
            int at = ObjectTable.VALUES * phase.chunk(c).draw().number();
            values[at + ObjectTable.RENDERED] +=
                    done[c] == PROCESSED || done[c] == FOR_NOTHING ? 1 : 0;
            values[at + ObjectTable.LEFT_OUT] += done[c] == LEFT_OUT ? 1 : 0;
            values[at + ObjectTable.FOR_NOTHING] += done[c] == FOR_NOTHING ? 1 : 0;
        }
        return draws;
    }
}
