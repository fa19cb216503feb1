package dev.azulejo.cluster.work;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.azulejo.cluster.content.ContentHash;
import dev.azulejo.cluster.content.ContentStore;
import dev.azulejo.cluster.content.FullDisk;
import dev.azulejo.cluster.content.NamedContent;
import dev.azulejo.cluster.engine.EngineListener;
import dev.azulejo.cluster.engine.MemoryNetwork;
import dev.azulejo.cluster.engine.Peer;
import dev.azulejo.cluster.message.Message;
import dev.azulejo.cluster.message.MessageCodec;
import dev.azulejo.core.cancel.Cancellation;

import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Workers and a coordinator in one process. */
class WorkerNodeTest extends WorkerHarness {
    /** Three files of a megabyte each, of which all units have two: each goes to each once. */
    @Test
    void contentTravelsOnce() throws Exception {
        var coordinator = coordinator("coordinator");
        var files = List.of(file("a", 1 << 20), file("b", 1 << 20), file("c", 1 << 20));
        worker("one", 2, 1 << 24, WorkerHarness::joined);
        worker("two", 2, 1 << 24, WorkerHarness::joined);
        while (coordinator.places() < 8) {
            Thread.sleep(1);
        }
        var tickets = new ArrayList<Ticket>();
        for (int i = 0; i < 30; i++) {
            var some = List.of(files.get(i % 3), files.get((i + 1) % 3));
            tickets.add(coordinator.submit(("unit " + i).getBytes(UTF_8), some));
        }
        for (int i = 0; i < 30; i++) {
            var a = files.get(i % 3);
            var b = files.get((i + 1) % 3);
            assertThat(text(tickets.get(i)))
                    .isEqualTo(
                            "unit %d %s=%s %s=%s"
                                    .formatted(i, a.name(), a.hash(), b.name(), b.hash()));
        }
        assertThat(coordinator.counts().contentBytes()).isEqualTo(2 * 3L << 20);
        assertThat(coordinator.counts().lost()).isZero();
    }

    /** The same content under two names is one file, which takes room once. */
    @Test
    void contentMayHaveSeveralNames() throws Exception {
        var coordinator = coordinator("coordinator");
        worker("one", 1, 1000, WorkerHarness::joined);
        var a = file("a", 1000);
        var also = a.called("also");
        assertThat(text(coordinator.submit(new byte[0], List.of(a, also))))
                .isEqualTo(" a=%s also=%s".formatted(a.hash(), a.hash()));
        assertThat(coordinator.counts().contentBytes()).isEqualTo(1000);
    }

    /**
     * Models that do not fit together are done one after the other; one that never does is told.
     */
    @Test
    void whatDoesNotFitIsGivenBack() throws Exception {
        var coordinator = coordinator("coordinator");
        worker("one", 1, 1500, WorkerHarness::joined);
        var small = coordinator.submit(new byte[0], List.of(file("a", 1000)));
        assertThat(text(small)).startsWith(" a=");
        var next = coordinator.submit(new byte[0], List.of(file("b", 1000)));
        assertThat(text(next)).startsWith(" b=");
        var large = coordinator.submit(new byte[0], List.of(file("c", 1501)));
        assertThat(text(large))
                .startsWith(
                        "given up after 3 tries with 1 worker, the last one: content cannot be"
                                + " kept: 1,501");
    }

    /** The second one is there before the first is done, and waits for its room. */
    @Test
    void whatDoesNotFitYetWaits() throws Exception {
        var coordinator = coordinator("coordinator");
        var node = new AtomicReference<WorkerNode>();
        node.set(
                worker(
                        "one",
                        2,
                        1500,
                        (task, files, cancellation) -> {
                            while (task[0] == 'x' && node.get().health().units() < 4) {
                                Thread.onSpinWait();
                            }
                            return joined(task, files, cancellation);
                        }));
        var tickets = new ArrayList<Ticket>();
        for (var task : List.of("x", "y", "z", "u")) {
            tickets.add(
                    coordinator.submit(
                            task.getBytes(UTF_8), List.of(file("a" + task, 700), file(task, 700))));
        }
        for (int i = 0; i < 4; i++) {
            assertThat(text(tickets.get(i))).startsWith("xyzu".charAt(i) + " a");
        }
        assertThat(node.get().health().gaveUp()).isZero();
        assertThat(coordinator.counts().given()).isEqualTo(4);
        assertThat(log()).isEmpty();
    }

    /**
     * Its disk is full in the middle of a file: others do what it gives back, nothing of the file
     * stays, and with room it goes on.
     */
    @Test
    void aFullDiskIsOneWorkersTrouble() throws Exception {
        var coordinator = coordinator("coordinator");
        var disk = new FullDisk(100_000);
        var place = folder.resolve("full");
        var full =
                new WorkerNode(
                        network.member("full"),
                        "1.0",
                        1,
                        disk.store(place, 1 << 24),
                        WorkerHarness::joined,
                        this::note);
        full.join();
        open.add(full);
        worker("good", 1, 1 << 24, WorkerHarness::joined);
        while (coordinator.places() < 4) {
            Thread.sleep(1);
        }
        var file = file("a", 1 << 20);
        var tickets = new ArrayList<Ticket>();
        for (int i = 0; i < 12; i++) {
            tickets.add(coordinator.submit(("unit " + i).getBytes(UTF_8), List.of(file)));
        }
        for (int i = 0; i < 12; i++) {
            assertThat(text(tickets.get(i))).isEqualTo("unit %d a=%s", i, file.hash());
        }
        assertThat(log())
                .containsExactly(
                        "worker full gave a unit back: content cannot be kept: No space left on"
                                + " device");
        assertThat(full.health().gaveUp()).isPositive();
        assertThat(full.health().done()).isZero();
        assertThat(full.health().stored()).isZero();
        assertThat(place.toFile().list()).containsExactly("worker.lock");
        assertThat(coordinator.counts().lost()).isZero();
        // A second later it is asked once more, and cannot even begin
        long gaveUp = full.health().gaveUp();
        while (full.health().gaveUp() == gaveUp) {
            assertThat(text(coordinator.submit("again".getBytes(UTF_8), List.of(file))))
                    .isEqualTo("again a=%s", file.hash());
        }
        disk.room.set(1 << 24);
        while (full.health().done() == 0) {
            assertThat(text(coordinator.submit("more".getBytes(UTF_8), List.of(file))))
                    .isEqualTo("more a=%s", file.hash());
        }
        assertThat(log()).hasSize(1);
    }

    @Test
    void contentThatChangedMeanwhileIsRefused() throws Exception {
        var coordinator = coordinator("coordinator");
        worker("one", 1, 1 << 20, WorkerHarness::joined);
        var file = file("a", 1000);
        Files.write(file.place(), new byte[1000]);
        assertThat(text(coordinator.submit(new byte[0], List.of(file))))
                .contains("its bytes are not those of its hash");
        Files.delete(file.place());
        assertThat(text(coordinator.submit(new byte[0], List.of(file))))
                .contains("content is missing: cannot be read: ");
    }

    /** Its units are cancelled, and it may come again. */
    @Test
    void aLostCoordinatorsUnitsEnd() throws Exception {
        var begun = new CountDownLatch(2);
        var ended = new CountDownLatch(2);
        UnitWork work =
                (task, files, cancellation) -> {
                    begun.countDown();
                    while (task[0] == 1 && !cancellation.isCancelled()) {
                        Thread.onSpinWait();
                    }
                    ended.countDown();
                    return task;
                };
        var member = network.member("worker");
        var node = worker(member, 2, 1 << 20, work);
        var coordinator = coordinator("coordinator");
        coordinator.submit(new byte[] {1}, List.of());
        coordinator.submit(new byte[] {1}, List.of());
        begun.await();
        assertThat(node.health().busy()).isEqualTo(2);
        assertThat(node.health().jobs()).isEqualTo(1);
        coordinator.close();
        ended.await();
        var second = coordinator("second");
        assertThat(second.submit(new byte[] {2}, List.of()).await(10_000).bytes())
                .containsExactly(2);
        assertThat(node.health())
                .isEqualTo(new WorkerNode.Health(2, 1, 0, node.health().busy(), 1, 0, 0));
    }

    /** Told once all jobs are over for a while, and not while there is one. */
    @Test
    void whoHasNoJobAnyMoreRests() throws Exception {
        var rests = new AtomicInteger();
        var overs = new LinkedBlockingQueue<Object>();
        var jobs = new LinkedBlockingQueue<Object>();
        var work =
                new UnitWork() {
                    @Override
                    public byte[] run(byte[] task, List<WorkFile> files, Cancellation wish) {
                        return task;
                    }

                    @Override
                    public byte[] runOf(
                            Object job, byte[] task, List<WorkFile> files, Cancellation wish) {
                        jobs.add(job);
                        return task;
                    }

                    @Override
                    public void over(Object job) {
                        overs.add(job);
                    }

                    @Override
                    public void rest() {
                        rests.incrementAndGet();
                    }
                };
        var node =
                new WorkerNode(
                        network.member("one"),
                        "1.0",
                        1,
                        new ContentStore(folder.resolve("one"), 1 << 20, true),
                        work,
                        this::note,
                        400,
                        System::nanoTime);
        node.join();
        var first = coordinator("first");
        var second = coordinator("second");
        assertThat(first.submit(new byte[] {1}, List.of()).await(10_000)).isNotNull();
        assertThat(second.submit(new byte[] {1}, List.of()).await(10_000)).isNotNull();
        first.close();
        assertThat(overs.poll(20, TimeUnit.SECONDS)).isEqualTo(jobs.poll());
        assertThat(second.submit(new byte[] {2}, List.of()).await(10_000)).isNotNull();
        Thread.sleep(600);
        assertThat(rests.get()).isZero();
        long begin = System.nanoTime();
        second.close();
        assertThat(overs.poll(20, TimeUnit.SECONDS)).isEqualTo(jobs.poll());
        while (rests.get() == 0) {
            Thread.onSpinWait();
        }
        assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(400_000_000);
        var third = coordinator("third");
        assertThat(third.submit(new byte[] {1}, List.of()).await(10_000)).isNotNull();
        third.close();
        // Whoever comes in time finds what was kept
        var fourth = coordinator("fourth");
        assertThat(fourth.submit(new byte[] {1}, List.of()).await(10_000)).isNotNull();
        Thread.sleep(600);
        assertThat(rests.get()).isEqualTo(1);
        node.close();
        assertThat(rests.get()).as("there never will be one").isEqualTo(2);
    }

    /** A coordinator that pauses is lost to its workers, and loses none of them itself. */
    @Test
    void aJobGoesOnAfterAPauseOfItsCoordinator() throws Exception {
        var clock = new AtomicLong();
        var boss = network.member("coordinator");
        var coordinator = new Coordinator(boss, "1.0", 1 << 24, clock::get, this::note);
        coordinator.join();
        open.add(coordinator);
        var begun = new LinkedBlockingQueue<Cancellation>();
        var member = network.member("worker");
        var paused = new AtomicInteger();
        var node =
                worker(
                        member,
                        1,
                        1 << 20,
                        (task, files, cancellation) -> {
                            begun.add(cancellation);
                            while (paused.get() == 0 && !cancellation.isCancelled()) {
                                Thread.onSpinWait();
                            }
                            cancellation.check("a unit");
                            return task;
                        });
        var first = coordinator.submit(new byte[] {1}, List.of(file("a", 300_000)));
        var second = coordinator.submit(new byte[] {2}, List.of());
        var cancellation = begun.poll(20, TimeUnit.SECONDS);
        while (node.health().units() < 2) {
            Thread.onSpinWait();
        }
        member.losesForAWhile(boss.self());
        while (!cancellation.isCancelled()) {
            Thread.onSpinWait();
        }
        paused.set(1);
        // All was given before the pause, so that nothing but the question of a review is sent
        clock.set(1_000_000_000);
        coordinator.review();
        assertThat(first.await(20_000).bytes()).containsExactly(1);
        assertThat(second.await(20_000).bytes()).containsExactly(2);
        assertThat(coordinator.counts().lost()).isZero();
    }

    /** A worker that pauses is lost, and never learns of it: half of a file stays half. */
    @Test
    void contentThatStoppedHalfWayIsAskedForAnew() throws Exception {
        var node = worker("worker", 1, 1 << 20, WorkerHarness::joined);
        var hand = new Hand(node);
        byte[] bytes = "0123456789".getBytes(UTF_8);
        var hash = new ContentHash(HexFormat.of().formatHex(sha256(bytes)));
        var work =
                new Message.Work(
                        5, 3, "x".getBytes(UTF_8), List.of(new NamedContent("n", hash, 10)));
        hand.say(new Message.Offer(5, "1.0"));
        hand.next(Message.Ready.class);
        hand.say(work);
        assertThat(hand.next(Message.Need.class)).isEqualTo(new Message.Need(5, 1, hash));
        var half = new Message.Piece(5, 1, hash, 0, false, Arrays.copyOf(bytes, 5));
        hand.say(half);
        // The unit is dropped with its content, and given again
        hand.say(new Message.Offer(5, "1.0"));
        hand.next(Message.Ready.class);
        assertThat(node.health().units()).isZero();
        hand.say(work);
        assertThat(hand.next(Message.Need.class)).isEqualTo(new Message.Need(5, 2, hash));
        hand.say(new Message.Piece(5, 2, hash, 0, false, Arrays.copyOf(bytes, 5)));
        // Given twice, it is asked for once more
        hand.say(work);
        assertThat(hand.next(Message.Need.class)).isEqualTo(new Message.Need(5, 3, hash));
        // What was on its way belongs to nothing any more
        hand.say(new Message.Piece(5, 3, hash, 0, false, Arrays.copyOf(bytes, 5)));
        hand.say(half);
        hand.say(new Message.Piece(5, 2, hash, 5, true, new byte[5]));
        hand.say(new Message.Missing(5, 2, hash, "late"));
        hand.say(new Message.Piece(5, 3, hash, 5, true, Arrays.copyOfRange(bytes, 5, 10)));
        var result = hand.next(Message.Result.class);
        assertThat(result.unit()).isEqualTo(3);
        assertThat(new String(result.bytes(), UTF_8)).isEqualTo("x n=" + hash);
        assertThat(node.health().gaveUp()).isZero();
        assertThat(log()).isEmpty();
    }

    private static byte[] sha256(byte[] bytes) throws NoSuchAlgorithmException {
        return MessageDigest.getInstance("SHA-256").digest(bytes);
    }

    @Test
    void workThatThrowsIsGivenBack() throws Exception {
        var coordinator = coordinator("coordinator");
        var tries = new AtomicInteger();
        worker(
                "one",
                1,
                1 << 20,
                (task, files, cancellation) -> {
                    return switch (tries.incrementAndGet()) {
                        case 1 -> throw new OutOfMemoryError("once");
                        case 2 -> throw new NoClassDefFoundError("twice");
                        default -> task;
                    };
                });
        assertThat(coordinator.submit(new byte[] {7}, List.of()).await(10_000).bytes())
                .containsExactly(7);
        assertThat(log())
                .containsExactly(
                        "worker one gave a unit back: java.lang.OutOfMemoryError: once",
                        "worker one gave a unit back: java.lang.NoClassDefFoundError: twice");
    }

    /** One has one job, and units for each slot; more are told or refused, and nothing is kept. */
    @Test
    void jobsAndUnitsOfACoordinatorHaveBounds() throws Exception {
        var file = file("a", 1000);
        var begun = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        UnitWork work =
                (task, files, cancellation) -> {
                    begun.countDown();
                    try {
                        go.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return task;
                };
        var node = worker("worker", 1, 1500, work);
        var hand = new Hand(node);
        for (int job = 0; job < 20; job++) {
            hand.say(new Message.Offer(job, "1.0"));
        }
        for (int job = 0; job < 16; job++) {
            assertThat(hand.next(Message.Ready.class).job()).isEqualTo(job);
        }
        hand.say(new Message.Check(16));
        assertThat(hand.next(Message.Unknown.class).job()).isEqualTo(16);
        assertThat(log())
                .containsExactly("hand has more than 16 jobs at a time: none more are taken");
        hand.say(new Message.Work(0, 0, new byte[1], List.of()));
        begun.await();
        hand.say(new Message.Work(0, 1, new byte[1], List.of(file.content())));
        var need = hand.next(Message.Need.class);
        byte[] bytes = Files.readAllBytes(file.place());
        hand.say(new Message.Piece(0, need.transfer(), file.hash(), 0, true, bytes));
        for (int unit = 2; unit < 5; unit++) {
            hand.say(new Message.Work(0, unit, new byte[1], List.of()));
        }
        assertThat(hand.next(Message.NoRoom.class)).isEqualTo(new Message.NoRoom(0, 4));
        assertThat(node.health().gaveUp()).isZero();
        // All of them wait for the one thread; dropped, they let go of what they have at once
        for (int unit = 1; unit < 4; unit++) {
            hand.say(new Message.Drop(0, unit));
        }
        var other = file("b", 1000);
        hand.say(new Message.Work(0, 5, new byte[1], List.of(other.content())));
        assertThat(hand.next(Message.Need.class).hash()).isEqualTo(other.hash());
        go.countDown();
        assertThat(hand.next(Message.Result.class).unit()).isZero();
    }

    /** Whoever offers its job anew gives all again: nothing but what is under way is kept. */
    @Test
    void whatWaitsForAThreadIsDroppedByANewOffer() throws Exception {
        var begun = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        UnitWork work =
                (task, files, cancellation) -> {
                    begun.countDown();
                    try {
                        go.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return task;
                };
        var node = worker("worker", 1, 1500, work);
        var hand = new Hand(node);
        hand.say(new Message.Offer(5, "1.0"));
        hand.next(Message.Ready.class);
        hand.say(new Message.Work(5, 0, new byte[1], List.of()));
        begun.await();
        for (int time = 0; time < 5; time++) {
            for (int unit = 1; unit < 4; unit++) {
                hand.say(new Message.Work(5, 10 * time + unit, new byte[1], List.of()));
            }
            hand.say(new Message.Offer(5, "1.0"));
            hand.next(Message.Ready.class);
            assertThat(node.health().units()).isEqualTo(1);
        }
        go.countDown();
        assertThat(hand.next(Message.Result.class).unit()).isZero();
        hand.say(new Message.Work(5, 99, new byte[1], List.of()));
        assertThat(hand.next(Message.Result.class).unit()).isEqualTo(99);
    }

    /** What comes of it cannot be sent: nothing else is, and all is asked for anew. */
    @Test
    void whoCannotBeSentToIsLost() throws Exception {
        var member = network.member("worker");
        var node = worker(member, 1, 1 << 20, WorkerHarness::joined);
        var hand = new Hand(node);
        hand.say(new Message.Offer(5, "1.0"));
        hand.next(Message.Ready.class);
        member.failsToSend.set(1);
        hand.say(new Message.Work(5, 0, new byte[1], List.of()));
        while (node.health().jobs() > 0) {
            Thread.onSpinWait();
        }
        hand.say(new Message.Check(5));
        hand.next(Message.Unknown.class);
        assertThat(log()).containsExactly("hand cannot be sent to: java.lang.Error: on purpose");
    }

    /** With members that come, go, and come again all the time, all is done and all is right. */
    @Test
    void allIsDoneWhoeverComesAndGoes() throws Exception {
        var coordinator = coordinator("coordinator");
        var random = new Random(3);
        var members = new ArrayList<MemoryNetwork.Member>();
        for (int i = 0; i < 3; i++) {
            members.add(network.member("w" + i));
            worker(members.get(i), 1 + i, 1 << 22, WorkerHarness::joined);
        }
        var files = List.of(file("a", 300_000), file("b", 200_000));
        var tickets = new ArrayList<Ticket>();
        for (int round = 0; round < 40; round++) {
            for (int i = 0; i < 10; i++) {
                int unit = round * 10 + i;
                tickets.add(
                        coordinator.submit(
                                ("unit " + unit).getBytes(UTF_8), List.of(files.get(unit % 2))));
            }
            while (coordinator.counts().lost() < round || coordinator.places() < 12) {
                Thread.onSpinWait();
            }
            var member = members.get(random.nextInt(3));
            member.cutOff();
            Thread.sleep(random.nextInt(5));
            member.letIn();
        }
        int givenUp = 0;
        for (int i = 0; i < tickets.size(); i++) {
            var file = files.get(i % 2);
            var text = text(tickets.get(i));
            if (text.startsWith("given up after 3")) {
                givenUp++;
            } else {
                assertThat(text).isEqualTo("unit %d %s=%s".formatted(i, file.name(), file.hash()));
            }
        }
        assertThat(givenUp).as("who is lost three times in a row").isLessThan(40);
        assertThat(coordinator.counts().lost()).isEqualTo(40);
    }

    /** Whatever a member sends, a worker goes on. */
    @Test
    void hostileMessagesEndNobody() throws Exception {
        var coordinator = coordinator("coordinator");
        var node = worker("worker", 1, 1 << 20, WorkerHarness::joined);
        var hostile = network.member("hostile");
        var peers = new ArrayList<Peer>();
        hostile.join(
                new EngineListener() {
                    @Override
                    public void joined(List<Peer> joined) {
                        peers.addAll(joined);
                    }

                    @Override
                    public void left(Peer peer) {}

                    @Override
                    public void received(Peer from, byte[] message) {}
                });
        while (node.health().members() < 3) {
            Thread.sleep(1);
        }
        var to = node.self();
        var hash = new ContentHash("ab".repeat(32));
        var huge = new NamedContent("../../etc/passwd", hash, 1L << 40);
        var small = new NamedContent("small", hash, 10);
        var messages =
                List.of(
                        new Message.Work(5, 0, new byte[0], List.of(huge)),
                        new Message.Offer(5, "1.0"),
                        new Message.Work(5, 0, new byte[0], List.of(huge)),
                        new Message.Work(5, 1, new byte[0], List.of(small)),
                        new Message.Piece(5, 1, hash, 1L << 39, true, new byte[10]),
                        new Message.Work(5, 1, new byte[0], List.of(small)),
                        new Message.Piece(5, 1, hash, 0, true, new byte[10]),
                        new Message.Missing(5, 1, hash, "never asked"),
                        new Message.Drop(5, 99),
                        new Message.Drop(6, 0),
                        new Message.Result(5, 0, 0, true, new byte[10]),
                        new Message.Ready(5, "1.0", 1000));
        var random = new Random(1);
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = MessageCodec.encode(messages.get(random.nextInt(messages.size())));
            if (random.nextBoolean()) {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            }
            hostile.send(to, bytes);
        }
        for (int unit = 0; unit < 100; unit++) {
            // More than a worker takes at a time
            hostile.send(
                    to,
                    MessageCodec.encode(new Message.Work(5, unit, new byte[0], List.of(small))));
        }
        assertThat(text(coordinator.submit("still there".getBytes(UTF_8), List.of())))
                .isEqualTo("still there");
        assertThat(node.health().units()).isLessThanOrEqualTo(4);
        assertThat(log()).allMatch(line -> line.lines().count() == 1);
    }

    @Test
    void aCoordinatorOfAnotherReleaseIsRefused() throws Exception {
        var node = worker("worker", 1, 1 << 20, WorkerHarness::joined);
        var other =
                new Coordinator(
                        network.member("newer"), "2.0", 1 << 20, System::nanoTime, this::note);
        other.join();
        open.add(other);
        while (log().size() < 2) {
            Thread.sleep(1);
        }
        assertThat(log())
                .containsExactlyInAnyOrder(
                        "newer is of release 2.0, this is 1.0: one release expected on all",
                        "worker worker is of release 1.0, this is 2.0: one release expected on"
                                + " all");
        assertThat(node.health().jobs()).isZero();
    }
}
