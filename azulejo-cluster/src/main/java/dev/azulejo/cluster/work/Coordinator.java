package dev.azulejo.cluster.work;

import dev.azulejo.cluster.engine.Engine;
import dev.azulejo.cluster.engine.EngineListener;
import dev.azulejo.cluster.engine.Peer;
import dev.azulejo.cluster.message.CodecException;
import dev.azulejo.cluster.message.Message;
import dev.azulejo.cluster.message.MessageCodec;
import dev.azulejo.cluster.message.OtherVersionException;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Gives the units of a job to the workers of a cluster. Each worker has up to two units for each of
 * its slots: one to do, and one to do next. Those of a worker that is lost are given to others;
 * when no unit is left, an idle worker gets one that another has not begun, or has had for longer
 * than units take. The first result counts. Units may have places: who has done one is given the
 * next one there, as long as it has room for it.
 *
 * <p>Takes in what members say, under one lock: {@link Membership} knows who they are, {@link
 * Schedule} who gets what, and {@link ContentSender} sends what units are done with.
 *
 * <p>Threads: any.
 */
public final class Coordinator implements AutoCloseable {
    /** Units of a worker for each slot. */
    public static final int WINDOW = 2;

    /** A place of units that anybody does as well as anybody else. */
    public static final int ANYWHERE = Unit.ANYWHERE;

    /** Lines that are told once each; after that no more of these. */
    static final int MOST_TOLD = 1_000;

    private static final long REVIEW_MILLIS = 100;

    private final Engine engine;
    private final String release;
    private final long largestResult;
    private final int mostSlots;
    private final SteadyClock clock;
    private final Consumer<String> log;
    private final long job = new SecureRandom().nextLong();
    private final Membership members;
    private final Schedule schedule;
    private final ContentSender contents = new ContentSender(this, job);
    private final Set<String> told = new HashSet<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private int handedIn;
    private long resultBytes;

    /**
     * Makes one; {@link #join} begins.
     *
     * @param engine not joined yet
     * @param release of this program; workers of another one get nothing
     * @param largestResult more of a unit is refused, bytes
     * @param clock nanoseconds, from any beginning; a leap of it counts as a second at most
     * @param log told what happens, in lines
     */
    public Coordinator(
            Engine engine,
            String release,
            long largestResult,
            LongSupplier clock,
            Consumer<String> log) {
        this(engine, release, largestResult, Integer.MAX_VALUE, clock, log);
    }

    /**
     * Makes one whose units take all of a worker each.
     *
     * @param engine not joined yet
     * @param release of this program; workers of another one get nothing
     * @param largestResult more of a unit is refused, bytes
     * @param mostSlots no worker counts as having more, however many it says, 1 and up
     * @param clock nanoseconds, from any beginning; a leap of it counts as a second at most
     * @param log told what happens, in lines
     */
    public Coordinator(
            Engine engine,
            String release,
            long largestResult,
            int mostSlots,
            LongSupplier clock,
            Consumer<String> log) {
        this.engine = engine;
        this.release = release;
        this.largestResult = largestResult;
        this.mostSlots = mostSlots;
        this.clock = new SteadyClock(clock);
        this.log = log;
        members = new Membership(this.clock);
        schedule = new Schedule(members, this.clock);
    }

    /** Joins the cluster, and offers work to everybody there. */
    public void join() {
        enter();
        Thread.ofVirtual().name("azulejo-review").start(this::reviewAgainAndAgain);
    }

    /** Joins the cluster, as {@link #join} does, but for {@link #review}. */
    void enter() {
        members.begin();
        engine.join(new Listener());
    }

    private void reviewAgainAndAgain() {
        try {
            while (!closed.await(REVIEW_MILLIS, TimeUnit.MILLISECONDS)) {
                review();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Looks whether there is somebody idle for what takes long, and offers work again to who has
     * not answered: while members come together a message may go astray. Who has units is asked
     * whether it knows of them: after a pause of ours a worker may have dropped the job, and we be
     * told nothing.
     */
    synchronized void review() {
        long now = clock.getAsLong();
        for (var worker : members.all()) {
            if (worker.isToBeAsked(now)) {
                worker.ask(now);
            }
        }
        schedule.give();
    }

    /** Returns for how long there has been no worker, nanoseconds; 0 if there is one. */
    public synchronized long nanosWithoutWorkers() {
        return members.nanosWithoutWorkers();
    }

    /**
     * Whether all members that are known have said how many units they do, or that they do none.
     */
    public synchronized boolean haveAllAnswered() {
        return members.haveAllAnswered();
    }

    /** Returns how many units would be under way if all workers had all that they take. */
    public synchronized int places() {
        return members.places();
    }

    /** Returns what was counted so far. */
    public synchronized ClusterCounts counts() {
        return new ClusterCounts(
                members.seen(),
                members.lost(),
                handedIn,
                schedule.given(),
                schedule.again(),
                schedule.twice(),
                contents.sentBytes(),
                resultBytes);
    }

    /**
     * Hands in a unit.
     *
     * @param task what is to be done; at most {@link MessageCodec#LONGEST_TASK} bytes
     * @param files what it is to be done with; at most {@link MessageCodec#MOST_FILES}, whose names
     *     have at most {@link MessageCodec#LONGEST_NAME} bytes in UTF-8
     * @return says what comes of it; has failed already if it is more than a worker takes
     */
    public synchronized Ticket submit(byte[] task, List<WorkFile> files) {
        var ticket = handIn(unit(task, files, Unit.ANYWHERE));
        schedule.give();
        return ticket;
    }

    /**
     * Hands in units that are done best by who has done the one before at the same place: each
     * waits for that worker as long as it has room for a unit, and then goes to whoever has nothing
     * to do. All are there before the first is given.
     *
     * @param tasks what is to be done, in this order
     * @param files what all are to be done with
     * @param places of each any number from 0 on, or {@link #ANYWHERE}
     * @return of each as of {@link #submit}
     */
    public synchronized List<Ticket> submitAll(
            List<byte[]> tasks, List<WorkFile> files, int[] places) {
        var tickets = new ArrayList<Ticket>();
        for (int i = 0; i < places.length; i++) {
            tickets.add(handIn(unit(tasks.get(i), files, places[i])));
        }
        schedule.give();
        return tickets;
    }

    /**
     * Hands in a unit again, because what came of it is of no use: whoever did it, or lost it, gets
     * it only if nobody else is there, and is not asked first for what comes next at its place.
     *
     * @param refused what was handed in, and is done
     * @param task what is to be done
     * @param files what it is to be done with
     * @param place of it
     * @return of it as of {@link #submit}
     */
    public synchronized Ticket submitAgain(
            Ticket refused, byte[] task, List<WorkFile> files, int place) {
        var unit = unit(task, files, place);
        schedule.avoid(unit, refused.avoided());
        var ticket = handIn(unit);
        schedule.give();
        return ticket;
    }

    private Unit unit(byte[] task, List<WorkFile> files, int place) {
        return new Unit(job, handedIn++, task, files, place, this::takeBack);
    }

    private Ticket handIn(Unit unit) {
        var why = unit.whyNot(engine.longest());
        if (why != null) {
            unit.ticket.complete(new UnitResult(null, why));
            return unit.ticket;
        }
        schedule.add(unit);
        contents.add(unit.files);
        return unit.ticket;
    }

    private synchronized void takeBack(Unit unit) {
        if (schedule.unit(unit.number) != null) {
            schedule.end(unit, new UnitResult(null, "not wanted any more"));
            schedule.give();
        }
    }

    private final class Listener implements EngineListener {
        @Override
        public void joined(List<Peer> peers) {
            // At once, so that nobody sees all answered while some are not asked
            synchronized (Coordinator.this) {
                if (closed.getCount() > 0) {
                    peers.forEach(Coordinator.this::offer);
                }
            }
        }

        @Override
        public void left(Peer peer) {
            synchronized (Coordinator.this) {
                var worker = members.of(peer);
                if (worker != null) {
                    members.remove(worker);
                    Coordinator.this.left(worker);
                }
            }
        }

        @Override
        public void received(Peer from, byte[] message) {
            try {
                var read = MessageCodec.decode(message);
                synchronized (Coordinator.this) {
                    // Of one that has left there may be messages, but nobody would say again that
                    // it has
                    var worker = members.of(from);
                    if (worker == null) {
                        return;
                    }
                    if (read instanceof Message.Offer offer) {
                        // Of another coordinator, which need not wait for us
                        worker.send(new Message.Refusal(offer.job(), release));
                    } else if (read.job() == job) {
                        Coordinator.this.received(worker, read);
                    }
                }
            } catch (OtherVersionException e) {
                tellOnce(from + " " + e.getMessage());
            } catch (CodecException e) {
                tellOnce(from + " sent what is no message: " + e.getMessage());
            }
        }
    }

    /** Offers work to a member that is new. */
    private void offer(Peer peer) {
        if (members.of(peer) == null) {
            var worker = new Worker(engine, peer, job, release, this::broken);
            members.add(worker);
            schedule.isBack(peer);
            worker.ask(clock.getAsLong());
        }
    }

    /** A worker has dropped the job, without any fault of its units: it gets all anew. */
    private void forgotten(Worker worker) {
        if (!worker.isReady()) {
            // Said of each unit that was on its way
            return;
        }
        members.stops(worker);
        tellOnce(
                "worker %s had dropped the job, as if this member were lost; what it had is given again"
                        .formatted(worker.peer));
        for (var unit : worker.units().reversed()) {
            schedule.putBack(unit, worker);
        }
        worker.results.forgetAll();
        worker.ask(clock.getAsLong());
        schedule.give();
    }

    /** A worker has not taken a unit, which is no loss: it has more than it is thought to have. */
    private void noRoom(Worker worker, int number) {
        var unit = worker.unit(number);
        if (unit == null) {
            return;
        }
        worker.isFull(clock.getAsLong());
        schedule.putBack(unit, worker);
        schedule.give();
    }

    /**
     * A worker has given a unit back. It has nothing to do now, and would be first to get the next
     * one: whatever it lacks it may lack for that as well, and content would travel in vain.
     */
    private void gaveUp(Worker worker, Message.GaveUp message) {
        var unit = worker.unit(message.unit());
        if (unit == null) {
            return;
        }
        tellOnce("worker %s gave a unit back: %s".formatted(worker.peer, message.why()));
        worker.rest(clock.getAsLong());
        schedule.lose(unit, worker, message.why());
        schedule.give();
    }

    /** Something could not be sent: what comes behind it would make no sense. */
    private synchronized void broken(Worker worker, Throwable why) {
        if (members.remove(worker)) {
            log.accept("worker %s cannot be sent to: %s".formatted(worker.peer, why));
            left(worker);
        }
    }

    private void left(Worker worker) {
        worker.outgoing.close();
        if (!worker.isReady()) {
            return;
        }
        members.isLost();
        var units = worker.units();
        log.accept(
                "worker %s is lost; it had %d units, which others get"
                        .formatted(worker.peer, units.size()));
        // The first one it had is the first one to be done
        units.reversed().forEach(unit -> schedule.loseWith(worker, unit));
        schedule.give();
    }

    private synchronized void tellOnce(String line) {
        if (told.size() < MOST_TOLD && told.add(line)) {
            log.accept(line);
        }
    }

    private void received(Worker worker, Message message) {
        switch (message) {
            case Message.Ready ready -> ready(worker, ready);
            case Message.Refusal refusal -> refused(worker, refusal.release());
            case Message.Need need -> contents.need(worker, need);
            case Message.Result result -> add(worker, result);
            case Message.GaveUp gaveUp -> gaveUp(worker, gaveUp);
            case Message.NoRoom noRoom -> noRoom(worker, noRoom.unit());
            case Message.Unknown unknown -> forgotten(worker);
            case Message.Check m -> {}
            case Message.Offer m -> {}
            case Message.Work m -> {}
            case Message.Piece m -> {}
            case Message.Missing m -> {}
            case Message.Drop m -> {}
            case Message.End m -> {}
        }
    }

    private void refused(Worker worker, String theirs) {
        worker.refuse();
        if (!theirs.equals(release)) {
            tellOtherRelease(worker, theirs);
        }
    }

    private void tellOtherRelease(Worker worker, String theirs) {
        tellOnce(
                "worker %s is of release %s, this is %s: one release expected on all"
                        .formatted(worker.peer, theirs, release));
    }

    private void ready(Worker worker, Message.Ready ready) {
        if (!ready.release().equals(release)) {
            tellOtherRelease(worker, ready.release());
        } else if (!worker.isReady()) {
            members.begins(worker, Math.min(ready.slots(), mostSlots));
            schedule.give();
        }
    }

    /**
     * Takes in a piece of a result, also from a worker that was thought to be lost while it had the
     * unit: as long as nobody else was faster it is as good as any.
     */
    private void add(Worker worker, Message.Result piece) {
        var unit = schedule.unit(piece.unit());
        if (unit == null || !unit.givenTo.contains(worker.peer)) {
            return;
        }
        byte[] all;
        try {
            if (!worker.results.add(piece, largestResult)) {
                refuse(unit, worker, "a result that does not fit");
                return;
            }
            if (!piece.last()) {
                return;
            }
            // It may not fit into memory twice: until here nothing has changed
            all = worker.results.of(unit.number);
        } catch (OutOfMemoryError e) {
            refuse(unit, worker, "a result that there is no memory for");
            return;
        }
        resultBytes += all.length;
        worker.hasDone();
        schedule.isDone(unit, worker, all);
        schedule.give();
    }

    private void refuse(Unit unit, Worker worker, String what) {
        worker.results.forget(unit.number);
        if (unit.holders.contains(worker)) {
            log.accept("worker %s sent %s".formatted(worker.peer, what));
            schedule.lose(unit, worker, what);
            schedule.give();
        }
    }

    /** Ends the job, and leaves the cluster. What is under way comes to nothing. */
    @Override
    public void close() {
        List<Worker> left;
        List<Unit> open;
        synchronized (this) {
            closed.countDown();
            open = schedule.open();
            left = members.clear();
        }
        open.forEach(this::takeBack);
        for (var worker : left) {
            worker.send(new Message.End(job));
            worker.outgoing.finish();
        }
        try {
            for (var worker : left) {
                worker.outgoing.await(REVIEW_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        left.forEach(worker -> worker.outgoing.close());
        engine.close();
    }
}
