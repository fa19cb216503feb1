package dev.azulejo.core.device;

import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.frame.PatchRun;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.PatchGroup;

import java.util.function.IntPredicate;

/**
 * Where taking in a phase stands: groups of patches and ordinary chunks, in submission order.
 * Nothing else of a stream reads the phase. Owned by whoever holds the stream's lock.
 */
final class SubmissionCursor {
    /** What comes next. */
    enum Next {
        GROUP,
        CHUNK,
        END
    }

    private final RunState state;
    private final int patches;
    private IntPredicate wanted;
    private int run;

    /** The next patch of the run. */
    private int patch;

    private int chunk;

    /**
     * Makes one that stands nowhere.
     *
     * @param runState holds the phase
     * @param groupPatches most patches of a group where no geometry stage makes more of them
     */
    SubmissionCursor(RunState runState, int groupPatches) {
        state = runState;
        patches = groupPatches;
    }

    /** Goes to the beginning; draw calls are taken in whose numbers are wanted. */
    void begin(IntPredicate draws) {
        wanted = draws;
        run = 0;
        patch = 0;
        chunk = 0;
    }

    /** Returns an ordinary chunk by its number in the phase. */
    ChunkOutput chunk(int number) {
        return state.outputs()[number];
    }

    /** Returns the primitives that go into an ordinary chunk. */
    int primitives(int number) {
        return state.phase().chunk(number).primitives();
    }

    /** Goes to what is wanted next. */
    Next next() {
        while (true) {
            if (atRun()) {
                int patchCount = run().patches();
                if (takes(run().draw())) {
                    patch = state.nextPatch(run, patch, patchCount);
                    if (patch < patchCount) {
                        return Next.GROUP;
                    }
                }
                patch = 0;
                run++;
            } else if (chunk < state.outputCount()) {
                if (takes(chunk(chunk).draw())) {
                    return Next.CHUNK;
                }
                chunk++;
            } else {
                return Next.END;
            }
        }
    }

    private boolean takes(DrawState draw) {
        return wanted.test(draw.number()) && state.draws(draw);
    }

    private PatchRun run() {
        return state.phase().run(run);
    }

    private boolean atRun() {
        return run < state.phase().runCount() && run().before() == chunk;
    }

    /** Takes the chunk that is next; returns its number in the phase. */
    int takeChunk() {
        return chunk++;
    }

    /** Takes the group that is next. */
    void takeGroup(PatchGroup group) {
        var from = run();
        // Fewer where a geometry stage makes more of them.
        int most = Math.max(1, patches / PatchGroup.amplification(from.draw()));
        int count = Math.min(most, state.patchesEnd(run, patch, from.patches()) - patch);
        group.begin(from.draw(), from.instance(), patch, count);
        group.ofRun(run);
        patch += count;
        if (patch == from.patches()) {
            patch = 0;
            run++;
        }
    }
}
