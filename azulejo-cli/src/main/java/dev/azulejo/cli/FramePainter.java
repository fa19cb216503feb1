package dev.azulejo.cli;

import dev.azulejo.cluster.message.CodecException;
import dev.azulejo.cluster.work.WorkFile;
import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.scene.model.SceneException;

import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Renders parts of pictures for others. What it has prepared for a sequence it keeps for the next
 * part as long as its job goes on, and for a while after that: two of jobs that are over.
 *
 * <p>Threads: any; parts of one sequence are rendered one after the other, by all threads of a
 * device.
 */
final class FramePainter {
    /** Sequences that are kept of jobs that are over; those not used longest go first. */
    private static final int KEPT = 2;

    /** Sequences that are kept at all, if no more are being worked at. */
    static final int MOST = 16;

    /** A sequence, by what it is made of: other content is another one. */
    private record Key(FrameTask.Sequence sequence, List<String> content) {}

    /** A sequence that is worked at, or was. */
    private static final class Kept {
        /** Held by who prepares it, or renders. */
        final ReentrantLock lock = new ReentrantLock(true);

        /** Ends what prepares it: not who waits for a part, since the next part needs it too. */
        final Cancellation end = new Cancellation();

        /** Whose it is, of those jobs that are not over; under the lock of the painter. */
        final Set<Object> jobs = new HashSet<>();

        /** Jobs that were told what there is to be told of it. */
        final Set<Object> told = ConcurrentHashMap.newKeySet();

        /** How often it was prepared since that was told; held by who renders. */
        int prepared;

        /** How many are at it, or wait; under the lock of the painter. */
        int users;

        /** Null before it is prepared. */
        volatile FrameScene scene;

        /** Whether nobody is going to ask for it, as far as is known. */
        boolean isOver() {
            return users == 0 && jobs.isEmpty();
        }

        void close() {
            end.cancel();
            var prepared = scene;
            if (prepared != null) {
                prepared.close();
            }
        }
    }

    private final int threads;
    private final Map<Key, Kept> sequences = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * Makes one.
     *
     * @param threads of a device
     */
    FramePainter(int threads) {
        this.threads = threads;
    }

    /**
     * Does a task.
     *
     * @param job whose task it is
     * @param bytes of a {@link FrameTask}
     * @param files what it is to be done with
     * @param cancellation ends it early
     * @return bytes of a {@link FrameOutcome}, also of what is wrong with the scene
     * @throws RuntimeException if something else went wrong, which need not elsewhere
     */
    byte[] run(Object job, byte[] bytes, List<WorkFile> files, Cancellation cancellation) {
        try {
            return render(job, FrameTask.of(bytes), files, cancellation).toBytes();
        } catch (CodecException e) {
            return FrameOutcome.failed(List.of(), "not a task: " + e.getMessage()).toBytes();
        } catch (CancelledException e) {
            throw e;
        } catch (UserException | SceneException e) {
            if (!ClusterContent.isOfScene(e, files)) {
                throw e;
            }
            return FrameOutcome.failed(List.of(), BatchRun.reason(e)).toBytes();
        }
    }

    private FrameOutcome render(
            Object job, FrameTask task, List<WorkFile> files, Cancellation cancellation) {
        FrameScene.Rendered rendered;
        int prepared;
        boolean isTold;
        boolean isSound = false;
        var content = ClusterContent.of(files);
        var kept = use(job, new Key(task.sequence(), content.hashes()));
        kept.lock.lock();
        try {
            cancellation.check("rendering");
            if (kept.scene == null) {
                kept.scene = prepare(task.sequence(), content, kept.end);
                kept.prepared++;
            }
            // Also if nobody wants the part any more it is as well to have been prepared
            cancellation.check("rendering");
            rendered = kept.scene.render(task, cancellation);
            prepared = kept.prepared;
            kept.prepared = 0;
            // Once is enough: each line would come with each part of each picture
            isTold = !kept.told.add(job);
            isSound = true;
        } catch (CancelledException | UserException | SceneException e) {
            isSound = true;
            throw e;
        } finally {
            if (!isSound && kept.scene != null) {
                // Whatever it was may have left it half changed
                kept.scene.close();
                kept.scene = null;
            }
            kept.lock.unlock();
            giveBack(kept);
        }
        // Others render meanwhile
        var outcome = rendered.pack().withPrepared(prepared);
        return isTold ? outcome.withNothingTold() : outcome;
    }

    private FrameScene prepare(
            FrameTask.Sequence sequence, ClusterContent content, Cancellation end) {
        var command = TaskOptions.readSequence(sequence.options(), content.environment());
        return FrameScene.open(
                command,
                wish -> content.load(sequence.model(), command.limits(wish), threads, wish),
                threads,
                end);
    }

    private synchronized Kept use(Object job, Key key) {
        var kept = sequences.computeIfAbsent(key, sequence -> new Kept());
        kept.users++;
        kept.jobs.add(job);
        letGo();
        return kept;
    }

    /** Lets go what is too much: first of jobs that are over, then what was not used longest. */
    private void letGo() {
        int over = (int) sequences.values().stream().filter(Kept::isOver).count();
        var all = sequences.values().iterator();
        while (over > KEPT && all.hasNext()) {
            if (letGo(all, all.next(), true)) {
                over--;
            }
        }
        for (boolean isOver : new boolean[] {true, false}) {
            all = sequences.values().iterator();
            while (sequences.size() > MOST && all.hasNext()) {
                letGo(all, all.next(), isOver);
            }
        }
    }

    private static boolean letGo(Iterator<Kept> all, Kept kept, boolean isOver) {
        boolean goes = kept.users == 0 && kept.isOver() == isOver;
        if (goes) {
            all.remove();
            kept.close();
        }
        return goes;
    }

    /** A job is over: what is its own goes before what is not. */
    synchronized void over(Object job) {
        for (var kept : sequences.values()) {
            kept.jobs.remove(job);
            kept.told.remove(job);
        }
        letGo();
    }

    private synchronized void giveBack(Kept kept) {
        kept.users--;
        if (kept.end.isCancelled() && kept.users == 0) {
            // It was prepared while it was let go
            kept.close();
        }
    }

    /** Lets everything go: there is no work any more. */
    synchronized void rest() {
        sequences.values().forEach(Kept::close);
        sequences.clear();
    }
}
