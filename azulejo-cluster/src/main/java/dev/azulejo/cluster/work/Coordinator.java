package dev.azulejo.cluster.work;

import dev.azulejo.cluster.content.ContentHash;
import dev.azulejo.cluster.engine.Engine;
import dev.azulejo.cluster.engine.EngineListener;
import dev.azulejo.cluster.engine.Outgoing;
import dev.azulejo.cluster.engine.Peer;
import dev.azulejo.cluster.message.CodecException;
import dev.azulejo.cluster.message.Message;
import dev.azulejo.cluster.message.MessageCodec;
import dev.azulejo.cluster.message.OtherVersionException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
 * <p>Threads: any.
 */
public final class Coordinator implements AutoCloseable {
    /** Units of a worker for each slot. */
    public static final int WINDOW = 2;

    /**
     * A unit that was lost with so many workers is not given again: it may be what ends them. Nor
     * is one that was lost so often, if nobody is left that it was not lost with.
     */
    static final int MOST_LOSSES = 3;

    /** The place of a unit that may be done anywhere. */
    private static final int ANYWHERE = -1;

    /** Lines that are told once each; after that no more of these. */
    static final int MOST_TOLD = 1_000;

    private static final long REVIEW_MILLIS = 100;

    private static final long ASK_NS = 1_000_000_000;

    /** Who has done a unit, or is going to. */
    private record Keeper(Peer peer, int unit) {}

    private final class Unit {
        final int number;
        final byte[] task;
        final List<WorkFile> files;
        final int place;
        final Ticket ticket = new Ticket(() -> takeBack(this));
        final Set<Worker> holders = new HashSet<>();

        /** Who has lost it or given it back; gets it again only if nobody else is there. */
        final Set<Peer> lostWith = new HashSet<>();

        /** Who has it or had it: nobody else has a result of it. */
        final Set<Peer> givenTo = new HashSet<>();

        long given;
        int losses;

        /** How often nobody had it and somebody got it. */
        int times;

        Unit(int number, byte[] task, List<WorkFile> files, int place) {
            this.number = number;
            this.task = task;
            this.files = files;
            this.place = place;
        }

        Message.Work work() {
            return new Message.Work(
                    job, number, task, files.stream().map(WorkFile::content).toList());
        }
    }

    private final class Worker {
        final Peer peer;
        final Outgoing outgoing;
        int slots;
        boolean seenBefore;

        /** Whether it has said that it does nothing for us. */
        boolean refuses;

        long asked;

        /** Until when it is given nothing, because it has said that it has no room. */
        long fullUntil;

        boolean isFull;

        /** Until when others are given units first, because it has given one back. */
        long restUntil;

        boolean rests;
        final Map<Integer, Unit> units = new LinkedHashMap<>();
        final Map<Integer, ByteArrayOutputStream> results = new HashMap<>();

        /** Content that it has asked for and not got yet, and the number of the transfer. */
        final Map<ContentHash, Integer> wanted = new HashMap<>();

        Worker(Peer peer) {
            this.peer = peer;
            outgoing = new Outgoing(engine, peer, e -> broken(this, e));
        }

        /** Offers work, or asks whether it still knows of it. */
        void ask() {
            asked = clock.getAsLong();
            send(slots == 0 ? new Message.Offer(job, release) : new Message.Check(job));
        }

        void send(Message message) {
            outgoing.send(MessageCodec.encode(message));
        }

        /** Whether a unit waits until another one is done there. */
        boolean waits(Unit unit) {
            return new ArrayList<>(units.values()).indexOf(unit) >= slots;
        }
    }

    private final Engine engine;
    private final String release;
    private final long largestResult;
    private final int mostSlots;
    private final SteadyClock clock;
    private final Consumer<String> log;
    private final long job = new SecureRandom().nextLong();
    private final Map<Peer, Worker> workers = new LinkedHashMap<>();
    private final Map<Integer, Unit> units = new LinkedHashMap<>();
    private final Deque<Unit> queue = new ArrayDeque<>();
    private final Map<ContentHash, WorkFile> contents = new HashMap<>();

    /** Of each place, who was given its last unit, or was the first to do it. */
    private final Map<Integer, Keeper> keepers = new HashMap<>();

    private final Set<String> told = new HashSet<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private int nextUnit;
    private long doneNanos;
    private int done;
    private int seen;
    private int lost;
    private int given;
    private int again;
    private int twice;
    private long contentBytes;
    private long resultBytes;

    /** When the last worker went, or when it began; workers there are, if {@link #hasWorker}. */
    private long alone;

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
    }

    /** Joins the cluster, and offers work to everybody there. */
    public void join() {
        alone = clock.getAsLong();
        engine.join(new Listener());
        Thread.ofVirtual().name("azulejo-review").start(this::reviewAgainAndAgain);
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
        for (var worker : workers.values()) {
            boolean open = worker.slots == 0 && !worker.refuses;
            if ((open || !worker.units.isEmpty()) && now - worker.asked >= ASK_NS) {
                worker.ask();
            }
        }
        give();
    }

    /** Whether a worker is ready. */
    private boolean hasWorker() {
        return workers.values().stream().anyMatch(worker -> worker.slots > 0);
    }

    /** Returns for how long there has been no worker, nanoseconds; 0 if there is one. */
    public synchronized long nanosWithoutWorkers() {
        return hasWorker() ? 0 : clock.getAsLong() - alone;
    }

    /**
     * Whether all members that are known have said how many units they do, or that they do none.
     */
    public synchronized boolean haveAllAnswered() {
        return workers.values().stream().allMatch(worker -> worker.slots > 0 || worker.refuses);
    }

    /** Returns how many units would be under way if all workers had all that they take. */
    public synchronized int places() {
        return workers.values().stream().mapToInt(worker -> WINDOW * worker.slots).sum();
    }

    /** Returns what was counted so far. */
    public synchronized ClusterCounts counts() {
        return new ClusterCounts(
                seen, lost, nextUnit, given, again, twice, contentBytes, resultBytes);
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
        var ticket = queue(task, files, ANYWHERE);
        give();
        return ticket;
    }

    /**
     * Hands in units that are done best by who has done the one before at the same place: each
     * waits for that worker as long as it has room for a unit, and then goes to whoever has nothing
     * to do. All are there before the first is given.
     *
     * @param tasks what is to be done, in this order
     * @param files what all are to be done with
     * @param places of each any number from 0 on
     * @return of each as of {@link #submit}
     */
    public synchronized List<Ticket> submitAll(
            List<byte[]> tasks, List<WorkFile> files, int[] places) {
        var tickets = new ArrayList<Ticket>();
        for (int i = 0; i < places.length; i++) {
            tickets.add(queue(tasks.get(i), files, places[i]));
        }
        give();
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
        var last = keepers.get(place);
        if (last != null && refused.avoided().contains(last.peer)) {
            keepers.remove(place);
        }
        var unit = new Unit(nextUnit++, task, List.copyOf(files), place);
        unit.lostWith.addAll(refused.avoided());
        var ticket = queue(unit);
        give();
        return ticket;
    }

    private Ticket queue(byte[] task, List<WorkFile> files, int place) {
        return queue(new Unit(nextUnit++, task, List.copyOf(files), place));
    }

    private Ticket queue(Unit unit) {
        var why = whyNot(unit);
        if (why != null) {
            unit.ticket.complete(new UnitResult(null, why));
            return unit.ticket;
        }
        units.put(unit.number, unit);
        unit.files.forEach(file -> contents.putIfAbsent(file.hash(), file));
        queue.add(unit);
        return unit.ticket;
    }

    /** Returns why no worker would take a unit, in one line; null if one would. */
    private String whyNot(Unit unit) {
        if (unit.task.length > MessageCodec.LONGEST_TASK
                || unit.files.size() > MessageCodec.MOST_FILES) {
            return "%,d bytes and %d files are too many for a worker, %,d and %d at most"
                    .formatted(
                            unit.task.length,
                            unit.files.size(),
                            MessageCodec.LONGEST_TASK,
                            MessageCodec.MOST_FILES);
        }
        for (var file : unit.files) {
            int length = file.name().getBytes(StandardCharsets.UTF_8).length;
            if (length > MessageCodec.LONGEST_NAME) {
                return "a name of %,d bytes is too long for a worker, %,d at most: %s..."
                        .formatted(
                                length,
                                MessageCodec.LONGEST_NAME,
                                file.name().substring(0, 40).replaceAll("\\p{Cntrl}", "?"));
            }
            if (file.length() > MessageCodec.LARGEST_CONTENT) {
                return "%s of %,d bytes is too large for a worker, %,d at most"
                        .formatted(file.name(), file.length(), MessageCodec.LARGEST_CONTENT);
            }
        }
        int length = MessageCodec.encode(unit.work()).length;
        return length <= engine.longest()
                ? null
                : "a message of %,d bytes is too long for this cluster, %,d at most"
                        .formatted(length, engine.longest());
    }

    private synchronized void takeBack(Unit unit) {
        if (units.containsKey(unit.number)) {
            complete(unit, new UnitResult(null, "not wanted any more"));
            give();
        }
    }

    /** Gives units as long as there is a worker with room for one. */
    private void give() {
        boolean more = true;
        while (more) {
            more = false;
            // In turn, so that all have one before somebody has two
            for (var worker : leastBusyFirst()) {
                var unit = hasRoom(worker) ? next(worker) : null;
                if (unit != null) {
                    give(unit, worker);
                    more = true;
                    break;
                }
            }
        }
    }

    private List<Worker> leastBusyFirst() {
        var list = new ArrayList<>(workers.values());
        list.removeIf(worker -> worker.slots == 0);
        list.sort(
                (a, b) ->
                        Long.compare(
                                (long) a.units.size() * b.slots, (long) b.units.size() * a.slots));
        return list;
    }

    private Unit next(Worker worker) {
        var waiting = queue.iterator();
        while (waiting.hasNext()) {
            var unit = waiting.next();
            var keeper = keeper(unit);
            if (mayHave(worker, unit) && (keeper == null || keeper == worker)) {
                waiting.remove();
                return unit;
            }
        }
        if (worker.units.isEmpty()) {
            for (var unit : queue) {
                // Somebody else would do it sooner, and is not going to begin soon
                if (mayHave(worker, unit) && !hasRoom(keeper(unit))) {
                    queue.remove(unit);
                    return unit;
                }
            }
        }
        if (worker.units.size() >= worker.slots || done == 0) {
            return null;
        }
        long late = clock.getAsLong() - 2 * doneNanos / done;
        for (var unit : units.values()) {
            if (unit.holders.size() == 1 && !unit.holders.contains(worker)) {
                var holder = unit.holders.iterator().next();
                boolean isLong = holder.waits(unit) || unit.given < late;
                if (isLong && !unit.lostWith.contains(worker.peer)) {
                    return unit;
                }
            }
        }
        return null;
    }

    private boolean hasRoom(Worker worker) {
        long now = clock.getAsLong();
        worker.isFull &= now - worker.fullUntil < 0;
        worker.rests &= now - worker.restUntil < 0;
        return !worker.isFull
                && !(worker.rests && isAnother(worker))
                && worker.units.size() < WINDOW * worker.slots;
    }

    /** Whether somebody else is ready. */
    private boolean isAnother(Worker one) {
        return workers.values().stream().anyMatch(worker -> worker != one && worker.slots > 0);
    }

    private boolean mayHave(Worker worker, Unit unit) {
        return !unit.lostWith.contains(worker.peer) || !isForOthers(unit);
    }

    /** Returns the worker that has done what came before a unit; null if there is none. */
    private Worker keeper(Unit unit) {
        var last = keepers.get(unit.place);
        boolean none = last == null || unit.lostWith.contains(last.peer);
        var worker = none ? null : workers.get(last.peer);
        return worker == null || worker.slots == 0 ? null : worker;
    }

    /** Takes down who has what comes next at a place. */
    private void keep(Unit unit, Worker worker) {
        var last = keepers.get(unit.place);
        // What is done now may be older than what somebody else has been given
        if (unit.place != ANYWHERE && (last == null || last.unit <= unit.number)) {
            keepers.put(unit.place, new Keeper(worker.peer, unit.number));
        }
    }

    /** Whether there is a worker that has not lost a unit. */
    private boolean isForOthers(Unit unit) {
        return workers.values().stream()
                .anyMatch(worker -> worker.slots > 0 && !unit.lostWith.contains(worker.peer));
    }

    private void give(Unit unit, Worker worker) {
        if (unit.holders.isEmpty()) {
            unit.given = clock.getAsLong();
            again += unit.times++ > 0 ? 1 : 0;
            keep(unit, worker);
        } else {
            twice++;
        }
        given++;
        unit.holders.add(worker);
        unit.givenTo.add(worker.peer);
        worker.units.put(unit.number, unit);
        worker.send(unit.work());
    }

    private void complete(Unit unit, UnitResult result) {
        forget(unit);
        unit.ticket.complete(result);
    }

    /** Takes a unit from everybody who has it. */
    private void forget(Unit unit) {
        units.remove(unit.number);
        queue.remove(unit);
        for (var worker : workers.values()) {
            worker.results.remove(unit.number);
        }
        for (var holder : unit.holders) {
            holder.units.remove(unit.number);
            holder.send(new Message.Drop(job, unit.number));
        }
        unit.holders.clear();
    }

    /** A worker does not do a unit any more. */
    private void lose(Unit unit, Worker worker, String why) {
        takeFrom(worker, unit);
        unit.losses++;
        unit.lostWith.add(worker.peer);
        if (!unit.holders.isEmpty()) {
            return;
        }
        int with = unit.lostWith.size();
        if (with >= MOST_LOSSES || unit.losses >= MOST_LOSSES && !isForOthers(unit)) {
            complete(
                    unit,
                    new UnitResult(
                            null,
                            "given up after %d tries with %d %s, the last %s: %s"
                                    .formatted(
                                            unit.losses,
                                            with,
                                            with == 1 ? "worker" : "workers",
                                            worker.peer,
                                            why)));
        } else {
            queue.addFirst(unit);
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
                var worker = workers.remove(peer);
                if (worker != null) {
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
                    var worker = workers.get(from);
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
        if (!workers.containsKey(peer)) {
            var worker = new Worker(peer);
            workers.put(peer, worker);
            worker.ask();
        }
    }

    /** A worker has dropped the job, without any fault of its units: it gets all anew. */
    private void forgotten(Worker worker) {
        if (worker.slots == 0) {
            // Said of each unit that was on its way
            return;
        }
        worker.slots = 0;
        if (!hasWorker()) {
            alone = clock.getAsLong();
        }
        tellOnce(
                "worker %s had dropped the job, as if this member were lost; what it had is given again"
                        .formatted(worker.peer));
        for (var unit : List.copyOf(worker.units.values()).reversed()) {
            takeFrom(worker, unit);
            if (unit.holders.isEmpty()) {
                queue.addFirst(unit);
            }
        }
        worker.results.clear();
        worker.ask();
        give();
    }

    /** A worker has not taken a unit, which is no loss: it has more than it is thought to have. */
    private void noRoom(Worker worker, int number) {
        var unit = worker.units.get(number);
        if (unit == null) {
            return;
        }
        worker.isFull = true;
        worker.fullUntil = clock.getAsLong() + ASK_NS;
        takeFrom(worker, unit);
        if (unit.holders.isEmpty()) {
            queue.addFirst(unit);
        }
        give();
    }

    /**
     * A worker has given a unit back. It has nothing to do now, and would be first to get the next
     * one: whatever it lacks it may lack for that as well, and content would travel in vain.
     */
    private void gaveUp(Worker worker, Message.GaveUp message) {
        var unit = worker.units.get(message.unit());
        if (unit == null) {
            return;
        }
        tellOnce("worker %s gave a unit back: %s".formatted(worker.peer, message.why()));
        worker.rests = true;
        worker.restUntil = clock.getAsLong() + ASK_NS;
        lose(unit, worker, message.why());
        give();
    }

    private void takeFrom(Worker worker, Unit unit) {
        unit.holders.remove(worker);
        worker.units.remove(unit.number);
        worker.results.remove(unit.number);
    }

    /** Something could not be sent: what comes behind it would make no sense. */
    private synchronized void broken(Worker worker, Throwable why) {
        if (workers.remove(worker.peer, worker)) {
            log.accept("worker %s cannot be sent to: %s".formatted(worker.peer, why));
            left(worker);
        }
    }

    private void left(Worker worker) {
        worker.outgoing.close();
        if (worker.slots == 0) {
            return;
        }
        lost++;
        if (!hasWorker()) {
            alone = clock.getAsLong();
        }
        var units = List.copyOf(worker.units.values());
        log.accept(
                "worker %s is lost; it had %d units, which others get"
                        .formatted(worker.peer, units.size()));
        // The first one it had is the first one to be done
        units.reversed().forEach(unit -> lose(unit, worker, "lost"));
        give();
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
            case Message.Need need -> need(worker, need);
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
        worker.refuses = true;
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
        } else if (worker.slots == 0) {
            worker.slots = Math.min(ready.slots(), mostSlots);
            seen += worker.seenBefore ? 0 : 1;
            worker.seenBefore = true;
            give();
        }
    }

    /** Of several requests for the same content the last one counts; what it has is sent once. */
    private void need(Worker worker, Message.Need need) {
        int most = MessageCodec.MOST_FILES * WINDOW * Math.max(1, worker.slots);
        if (worker.wanted.size() >= most && !worker.wanted.containsKey(need.hash())) {
            // More than all of its units can need
            return;
        }
        if (worker.wanted.put(need.hash(), need.transfer()) == null) {
            worker.outgoing.later(() -> sendWanted(worker, need.hash()));
        }
    }

    private void sendWanted(Worker worker, ContentHash hash) {
        boolean more = true;
        while (more) {
            WorkFile file;
            int transfer;
            synchronized (this) {
                file = contents.get(hash);
                transfer = worker.wanted.get(hash);
            }
            if (file == null) {
                sendMissing(worker, hash, transfer, "no unit has it");
            } else {
                sendPieces(worker, file, transfer);
            }
            synchronized (this) {
                more = !worker.wanted.remove(hash, transfer) && !worker.outgoing.isClosed();
            }
        }
    }

    private void sendPieces(Worker worker, WorkFile file, int transfer) {
        try (InputStream in = Files.newInputStream(file.place())) {
            long offset = 0;
            boolean last = false;
            while (!last && isWanted(worker, file.hash(), transfer)) {
                byte[] bytes = in.readNBytes(MessageCodec.LONGEST_PIECE);
                last = offset + bytes.length >= file.length() || bytes.length == 0;
                worker.outgoing.now(
                        MessageCodec.encode(
                                new Message.Piece(
                                        job, transfer, file.hash(), offset, last, bytes)));
                offset += bytes.length;
                count(bytes.length);
            }
        } catch (IOException e) {
            sendMissing(worker, file.hash(), transfer, "cannot be read: " + e);
        }
    }

    private void sendMissing(Worker worker, ContentHash hash, int transfer, String why) {
        worker.outgoing.now(MessageCodec.encode(new Message.Missing(job, transfer, hash, why)));
    }

    private synchronized boolean isWanted(Worker worker, ContentHash hash, int transfer) {
        return !worker.outgoing.isClosed() && worker.wanted.get(hash) == transfer;
    }

    private synchronized void count(int bytes) {
        contentBytes += bytes;
    }

    /**
     * Takes in a piece of a result, also from a worker that was thought to be lost while it had the
     * unit: as long as nobody else was faster it is as good as any.
     */
    private void add(Worker worker, Message.Result piece) {
        var unit = units.get(piece.unit());
        if (unit == null || !unit.givenTo.contains(worker.peer)) {
            return;
        }
        byte[] all;
        try {
            var result =
                    worker.results.computeIfAbsent(
                            piece.unit(), one -> new ByteArrayOutputStream());
            if (result.size() != piece.offset()
                    || result.size() + (long) piece.bytes().length > largestResult) {
                refuse(unit, worker, "a result that does not fit");
                return;
            }
            result.writeBytes(piece.bytes());
            if (!piece.last()) {
                return;
            }
            // It may not fit into memory twice: until here nothing has changed
            all = result.toByteArray();
        } catch (OutOfMemoryError e) {
            refuse(unit, worker, "a result that there is no memory for");
            return;
        }
        resultBytes += all.length;
        worker.isFull = false;
        worker.rests = false;
        keep(unit, worker);
        done++;
        doneNanos += clock.getAsLong() - unit.given;
        worker.units.remove(unit.number);
        unit.holders.remove(worker);
        unit.lostWith.add(worker.peer);
        unit.ticket.avoid(Set.copyOf(unit.lostWith));
        complete(unit, new UnitResult(all, null));
        give();
    }

    private void refuse(Unit unit, Worker worker, String what) {
        worker.results.remove(unit.number);
        if (unit.holders.contains(worker)) {
            log.accept("worker %s sent %s".formatted(worker.peer, what));
            lose(unit, worker, what);
            give();
        }
    }

    /** Ends the job, and leaves the cluster. What is under way comes to nothing. */
    @Override
    public void close() {
        List<Worker> left;
        List<Unit> open;
        synchronized (this) {
            closed.countDown();
            open = List.copyOf(units.values());
            left = List.copyOf(workers.values());
            workers.clear();
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
