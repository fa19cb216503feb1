package dev.azulejo.sim.record;

import dev.azulejo.core.report.GapFinder;
import dev.azulejo.core.report.HiddenFinder;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.report.WorkDraw;
import dev.azulejo.core.report.WorkListener;
import dev.azulejo.core.report.WorkPatch;
import dev.azulejo.core.report.WorkPhase;
import dev.azulejo.sim.trace.TracePhase;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Makes phases of a work trace of what a recording device tells. The same frames give the same
 * phases, whatever threads and kernels they are rendered with.
 *
 * <p>Simplifications, beside those that tables of the trace speak of:
 *
 * <ul>
 *   <li>Fragments are those that the renderer shades: of opaque triangles only what is visible at
 *       the end of a tile. A machine that shades in order would shade more.
 *   <li>What the fragment stage needs to decide about discarding is not counted apart.
 *   <li>Early Z finds what one thread finds that takes all chunks of an epoch from near to far; in
 *       phases with patches it is not asked.
 *   <li>A pixel counts as covered by samples: with four a pixel, four covered ones count as one
 *       wherever they lie.
 *   <li>Points that chunks of one large patch share may count in several of them.
 *   <li>Primitives of which clipping or a geometry stage leaves nothing count as outside.
 *   <li>Costs are what programs say of themselves, bytes of textures those of texels that a
 *       fragment asks for.
 * </ul>
 *
 * <p>Whoever renders only notes what it is told. What becomes of the notes, which triangles early Z
 * finds, where they cover nothing, the tables of a phase, and what the sink does, is a thread's of
 * the recorder's own, phase by phase in their order, with one phase noted meanwhile; who is faster
 * waits. {@link #close} waits until all is done. What goes wrong in the sink is thrown when the
 * next phase ends, or by {@link #close}; the recorder is closed then.
 *
 * <p>Threads: one at a time tells it and closes it; the sink is called by the recorder's own.
 */
public final class TraceRecorder implements WorkListener, AutoCloseable {
    private final Consumer<TracePhase> sink;
    private final ExecutorService packer =
            Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().daemon().name("azulejo-trace").factory());
    private final TileContents contents = new TileContents();

    /** Of the phase under way. */
    private WorkNotes notes = new WorkNotes();

    /** Of the phase before, until the packer is done with them. */
    private WorkNotes others = new WorkNotes();

    private Future<?> packed;

    /** Of the device's frames the last that had a phase; numbers in the trace leave none out. */
    private int deviceFrame = -1;

    private int frame = -1;

    /** Of the phase under way, in its frame. */
    private int phaseOfFrame;

    private long phases;
    private long primitives;

    /**
     * Makes a recorder.
     *
     * @param phaseSink gets each phase when it has ended
     */
    public TraceRecorder(Consumer<TracePhase> phaseSink) {
        sink = phaseSink;
    }

    /** Returns how many frames had a phase. */
    public int frames() {
        return frame + 1;
    }

    /** Returns how many phases have ended. */
    public long phases() {
        return phases;
    }

    /** Returns how many primitives were assembled in them. */
    public long primitives() {
        return primitives;
    }

    @Override
    public void beginPhase(WorkPhase phase) {
        if (packer.isShutdown()) {
            throw new IllegalStateException("the recorder is closed");
        }
        if (phase.frame() != deviceFrame) {
            deviceFrame = phase.frame();
            frame++;
            phaseOfFrame = 0;
        } else {
            phaseOfFrame++;
        }
        notes.beginPhase(phase);
    }

    @Override
    public void draw(WorkDraw draw) {
        notes.draw(draw);
    }

    @Override
    public void hullGroup(int patches, int controlPoints, int estimate, int made) {
        notes.hullGroup(patches, controlPoints, estimate, made);
    }

    @Override
    public void patch(WorkPatch patch) {
        notes.patch(patch);
    }

    @Override
    public void chunk(
            int count,
            int vertices,
            int used,
            int outside,
            int facingAway,
            int empty,
            int group,
            boolean hidden) {
        notes.chunk(count, vertices, used, outside, facingAway, empty, group, hidden);
        primitives += count;
    }

    @Override
    public void triangle(int x0, int y0, int x1, int y1, int covered, int found) {
        notes.triangle(x0, y0, x1, y1, covered, found);
    }

    @Override
    public void triangles(int[] facts, int from, int count) {
        notes.triangles(facts, from, count);
    }

    @Override
    public boolean wantsCorners() {
        return true;
    }

    @Override
    public void gapFinder(GapFinder finder) {
        notes.gapFinder(finder);
    }

    @Override
    public boolean findsHiddenLater() {
        return notes.findsHiddenLater();
    }

    @Override
    public void hiddenFinder(HiddenFinder finder) {
        notes.hiddenFinder(finder);
    }

    @Override
    public void corners(int triangle, int x0, int y0, int x1, int y1, int x2, int y2) {
        notes.corners(triangle, x0, y0, x1, y1, x2, y2);
    }

    @Override
    public void allCorners(int[] places, int from, int count) {
        notes.allCorners(places, from, count);
    }

    @Override
    public void square(int column, int row, int shaded, long operations, long textureBytes) {
        notes.square(column, row, shaded, operations, textureBytes);
    }

    @Override
    public void tile(int column, int row, TileDecision decision, int bytes, long signature) {
        notes.tile(column, row, decision, bytes, signature);
    }

    @Override
    public void endPhase() {
        awaitPacked();
        phases++;
        var noted = notes;
        notes = others;
        others = noted;
        var maker = new PhaseMaker(frame, phaseOfFrame, contents);
        packed =
                packer.submit(
                        () -> {
                            noted.tellAgain(maker);
                            sink.accept(maker.phase());
                        });
    }

    /**
     * Waits until the sink has got all phases. What is told afterwards is refused.
     *
     * @throws RuntimeException what the sink threw, if nobody has got it yet
     */
    @Override
    public void close() {
        packer.shutdown();
        awaitPacked();
    }

    /** Waits for the packer, and throws what it threw. */
    private void awaitPacked() {
        boolean interrupted = false;
        try {
            while (packed != null) {
                try {
                    packed.get();
                    packed = null;
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    packer.shutdown();
                    packed = null;
                    throw failure(e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static RuntimeException failure(Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException known ? known : new IllegalStateException(cause);
    }
}
