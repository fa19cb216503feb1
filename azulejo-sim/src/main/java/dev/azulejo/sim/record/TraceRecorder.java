package dev.azulejo.sim.record;

import dev.azulejo.core.report.WorkReceiver;
import dev.azulejo.core.report.WorkTeller;
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
 *   <li>Early Z finds what one thread finds that takes all chunks of an epoch from near to far;
 *       what is made of patches is not asked about.
 *   <li>A pixel counts as covered by samples: with four a pixel, four covered ones count as one
 *       wherever they lie.
 *   <li>Points that chunks of one large patch share may count in several of them.
 *   <li>Primitives of which clipping or a geometry stage leaves nothing count as outside.
 *   <li>Costs are what programs say of themselves, bytes of textures those of texels that a
 *       fragment asks for.
 * </ul>
 *
 * <p>Whoever renders is not kept by it: which triangles early Z finds, where they cover nothing,
 * the tables of a phase, and what the sink does, is a thread's of the recorder's own, phase by
 * phase in their order, while the next one is rendered; who is faster waits. {@link #close} waits
 * until all is done. What goes wrong in the sink is thrown when the next phase ends, or by {@link
 * #close}; the recorder is closed then.
 *
 * <p>Threads: one at a time hands it phases and closes it; the sink is called by the recorder's
 * own.
 */
public final class TraceRecorder implements WorkReceiver, AutoCloseable {
    private final Consumer<TracePhase> sink;
    private final ExecutorService packer =
            Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().daemon().name("azulejo-trace").factory());
    private final TileContents contents = new TileContents();

    /** The last phase: how many primitives it has, when the packer is done with it. */
    private Future<Long> packed;

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

    /**
     * Returns how many primitives were assembled in those that the sink has got, as far as is
     * known: in all when it is closed.
     */
    public long primitives() {
        return primitives;
    }

    @Override
    public void receive(WorkTeller phase) {
        if (packer.isShutdown()) {
            throw new IllegalStateException("the recorder is closed");
        }
        awaitPacked();
        int deviceFrameNow = phase.phase().frame();
        if (deviceFrameNow != deviceFrame) {
            deviceFrame = deviceFrameNow;
            frame++;
            phaseOfFrame = 0;
        } else {
            phaseOfFrame++;
        }
        phases++;
        var maker = new PhaseMaker(frame, phaseOfFrame, contents);
        packed =
                packer.submit(
                        () -> {
                            phase.tell(maker);
                            sink.accept(maker.phase());
                            return maker.assembled();
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
                    primitives += packed.get();
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
