package dev.azulejo.sim.model;

import dev.azulejo.sim.unit.UnitState;

import java.util.BitSet;

/**
 * How far the cull pipeline of a GPU has got in a phase, ahead of its replay pipeline. It goes
 * through chunks in submission order, and waits for commands and for room for records; replay waits
 * for the record of each chunk that is culled at all.
 *
 * <p>Simplification: what it finds hidden is what the recorded run found when it came to it, which
 * was from near to far over an epoch, however little ahead this one is. What took another look when
 * all of the epoch was known is not found.
 */
final class CullAhead {
    private final PhaseContext context;
    private final GpuModel gpu;
    private final ChunkCursor.Hints hints;
    private final CullUnits units;

    /** Chunks whose record is there. */
    private final BitSet known = new BitSet();

    /** Chunks whose record takes room. */
    private final BitSet kept = new BitSet();

    private int next;
    private int end;
    private int underWay;

    CullAhead(PhaseContext context, GpuModel gpu, CullUnits units, ChunkCursor.Hints hints) {
        this.context = context;
        this.gpu = gpu;
        this.units = units;
        this.hints = hints;
    }

    /** Replay may go on with all chunks before one; so may the cull pipeline. */
    void until(int chunk) {
        if (chunk > end) {
            end = chunk;
            units.commands().wake();
        }
    }

    /** Returns what the cull pipeline does next, as {@link Source} asks. */
    int next() {
        while (next < end) {
            int waits = context.commands(next, gpu);
            if (waits != Source.END) {
                return waits;
            }
            if (context.work().isTested(next) && hints.mayTouch(next)) {
                if (!units.take(next)) {
                    return Source.wait(UnitState.QUEUE_FULL);
                }
                kept.set(next);
                underWay++;
                return Piece.of(Piece.CULL, next++);
            }
            next++;
        }
        return Source.END;
    }

    /** Whether replay need not wait for what is found out about a chunk. */
    boolean knows(int chunk) {
        return known.get(chunk) || !context.work().isTested(chunk);
    }

    /** It is known what of a chunk is hidden. */
    void culled(int chunk) {
        known.set(chunk);
        underWay--;
        gpu.wake();
    }

    /** Replay needs the record of a chunk no longer: told once of each. */
    void replayed(int chunk) {
        if (kept.get(chunk)) {
            units.give(chunk);
        }
    }

    /** Whether nothing is on its way through the cull pipeline. */
    boolean isIdle() {
        return underWay == 0;
    }
}
