package dev.azulejo.serve.session;

import dev.azulejo.core.shader.Kernels;
import dev.azulejo.serve.message.ClientMessage;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Everybody who looks, and the thread that paints for them in turn, a picture each: with all
 * threads of the machine, so that it is there soon.
 *
 * <p>Threads: any.
 */
public final class Viewers implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Viewers.class.getName());

    /** How long nobody looks whether anything is due that nobody has told of. */
    private static final long LOOK_NS = 100_000_000L;

    private final SceneStore store;
    private final Budget budget;
    private final int threads;
    private final Kernels kernels;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Viewer> viewers = new LinkedHashMap<>();
    private final FairTurns turns = new FairTurns();
    private final ExecutorService helpers;
    private final Thread loop;
    private boolean closed;
    private long served;

    /** A viewer, and what the client calls the session. */
    public record Joined(Viewer viewer, String id) {}

    /**
     * Opens a place to look from.
     *
     * @param store what there is to look at; stays open
     * @param threads of each device
     * @param kernels which twins run
     */
    public Viewers(
            SceneStore store, ServeLimits limits, int threads, Kernels kernels, Clock clock) {
        this.store = store;
        budget = new Budget(limits);
        this.threads = threads;
        this.kernels = kernels;
        this.clock = clock;
        helpers =
                Executors.newFixedThreadPool(
                        1, Thread.ofPlatform().daemon().name("azulejo-serve-encode").factory());
        loop = Thread.ofPlatform().daemon().name("azulejo-serve-paint").start(this::paint);
    }

    /** Returns the limits. */
    public ServeLimits limits() {
        return budget.limits();
    }

    /** Returns how many sessions there are. */
    public synchronized int size() {
        return viewers.size();
    }

    /** Whether anybody is painted for: false once the thread that does has ended. */
    public boolean isUp() {
        return loop.isAlive();
    }

    /** Returns how many pictures have been painted. */
    public synchronized long served() {
        return served;
    }

    /**
     * Somebody joins: goes on with a session, or begins one. If there are as many as there may be,
     * the one that nobody is connected to for longest ends.
     *
     * @throws IllegalStateException if there are too many; says so
     */
    public Joined join(ClientMessage.Hello hello, Outlet outlet) {
        Joined joined;
        synchronized (this) {
            forget();
            String wanted = HexFormat.of().formatHex(hello.session());
            var found = viewers.get(wanted);
            if (found == null) {
                if (!closed && viewers.size() >= limits().sessions()) {
                    makeRoom();
                }
                if (closed || viewers.size() >= limits().sessions()) {
                    throw new IllegalStateException(
                            "all %d sessions are taken".formatted(limits().sessions()));
                }
                var id = new byte[ClientMessage.Hello.SESSION_BYTES];
                random.nextBytes(id);
                wanted = HexFormat.of().formatHex(id);
                found = new Viewer(store, threads, kernels, helpers, budget, clock.nowNs());
                viewers.put(wanted, found);
            }
            joined = new Joined(found, wanted);
        }
        joined.viewer.join(outlet, joined.id, hello.width(), hello.height(), clock.nowNs());
        wake();
        return joined;
    }

    /** Somebody says something. */
    public void take(Viewer viewer, ClientMessage message) {
        viewer.take(message, clock.nowNs());
        wake();
    }

    /** A connection has ended. */
    public void leave(Viewer viewer, Outlet outlet) {
        viewer.leave(outlet, clock.nowNs());
    }

    private synchronized void wake() {
        notifyAll();
    }

    /** Ends sessions that nobody has come back to. */
    private void forget() {
        long now = clock.nowNs();
        long most = limits().resumeSeconds() * 1_000_000_000L;
        viewers.values()
                .removeIf(
                        viewer -> {
                            long left = viewer.leftNs();
                            boolean ends = left != Viewer.NEVER && now - left > most;
                            if (ends) {
                                ended.add(viewer);
                            }
                            return ends;
                        });
    }

    /** Ends the session that has been left for the longest, if any has been. */
    private void makeRoom() {
        String longest = null;
        for (var one : viewers.entrySet()) {
            long left = one.getValue().leftNs();
            if (left != Viewer.NEVER
                    && (longest == null || left - viewers.get(longest).leftNs() < 0)) {
                longest = one.getKey();
            }
        }
        if (longest != null) {
            ended.add(viewers.remove(longest));
        }
    }

    /** Sessions to be closed by the thread that paints. */
    private final List<Viewer> ended = new ArrayList<>();

    private void paint() {
        while (true) {
            Viewer next;
            List<Viewer> over;
            synchronized (this) {
                if (closed) {
                    return;
                }
                forget();
                over = List.copyOf(ended);
                ended.clear();
                next = over.isEmpty() ? next() : null;
            }
            over.forEach(Viewers::end);
            if (next == null) {
                continue;
            }
            long start = clock.nowNs();
            try {
                next.paint(clock);
            } catch (Throwable e) {
                // Whatever it was, it was this one's: all others go on
                LOG.log(System.Logger.Level.ERROR, "a session ends", e);
                var ends = next;
                synchronized (this) {
                    viewers.values().removeIf(one -> one == ends);
                }
                end(ends);
            }
            synchronized (this) {
                served++;
                long end = clock.nowNs();
                turns.used(next.share(), end - start, end);
            }
        }
    }

    /** Ends a session; what goes wrong with that is of no matter to others. */
    private static void end(Viewer viewer) {
        try {
            viewer.close();
        } catch (Throwable e) {
            LOG.log(System.Logger.Level.ERROR, "a session does not end", e);
        }
    }

    /** Returns whose turn it is, after waiting a while if it is nobody's: null then. */
    private Viewer next() {
        long now = clock.nowNs();
        long soonest = now + LOOK_NS;
        var due = new ArrayList<Viewer>();
        var others = new ArrayList<FairTurns.Share>();
        for (var viewer : viewers.values()) {
            long when = viewer.dueNs(now);
            if (when <= now) {
                due.add(viewer);
            } else {
                turns.rests(viewer.share(), now);
                others.add(viewer.share());
                soonest = Math.min(soonest, when);
            }
        }
        if (!due.isEmpty()) {
            var first = due.get(turns.next(due.stream().map(Viewer::share).toList(), others));
            long heldNs = turns.heldUntilNs(first.share(), others);
            if (heldNs <= now) {
                tellOfOthers(first, now);
                return first;
            }
            soonest = Math.min(soonest, heldNs);
        }
        try {
            long waitNs = soonest - now;
            wait(waitNs / 1_000_000, (int) (waitNs % 1_000_000));
        } catch (InterruptedException e) {
            // Nobody interrupts it but who wants it to end
            closed = true;
        }
        return null;
    }

    /**
     * Tells somebody who is to be painted for how many others move, and the step in the middle of
     * those that have found one: a few with slow lines say nothing of the machine.
     */
    private void tellOfOthers(Viewer viewer, long now) {
        int others = 0;
        var steps = new ArrayList<Integer>();
        for (var other : viewers.values()) {
            if (other == viewer || !other.moves(now)) {
                continue;
            }
            others++;
            int step = other.step();
            if (step != Viewer.NO_STEP) {
                steps.add(step);
            }
        }
        steps.sort(null);
        int common = steps.isEmpty() ? 0 : steps.get((steps.size() - 1) / 2);
        viewer.among(others, common, now);
    }

    /** Sends everybody away and ends all threads. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        boolean interrupted = false;
        while (loop.isAlive()) {
            try {
                loop.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        synchronized (this) {
            viewers.values().forEach(Viewers::end);
            viewers.clear();
            ended.forEach(Viewers::end);
            ended.clear();
        }
        helpers.shutdown();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
