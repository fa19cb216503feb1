package dev.azulejo.cluster.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.cluster.content.FullDisk;
import dev.azulejo.cluster.message.Message;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What a worker asks for, keeps and lets go, with room for 1,500 bytes and two threads. Units 0 and
 * 8 are under way until a test ends them.
 */
class WorkerContentTest extends WorkerHarness {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private final AtomicInteger runs = new AtomicInteger();
    private WorkerNode node;
    private Hand hand;

    @BeforeEach
    void begin() throws Exception {
        node =
                worker(
                        "worker",
                        2,
                        1500,
                        (task, files, wish) -> {
                            begun.countDown();
                            runs.incrementAndGet();
                            try {
                                if (task[0] == 0 || task[0] == 8) {
                                    go.await();
                                }
                                // So that one that is begun twice is so at the same time
                                Thread.sleep(20);
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                            return task;
                        });
        hand = new Hand(node);
        hand.offers(5);
    }

    /** Unit 0 keeps so many bytes. */
    private void isUnderWay(int size) throws Exception {
        var file = file("kept", size);
        hand.gives(5, 0, file);
        hand.sends(hand.next(Message.Need.class), file);
        begun.await();
    }

    private void isDone(int unit) throws InterruptedException {
        assertThat(hand.next(Message.Result.class).unit()).isEqualTo(unit);
    }

    private Message.Need isAskedFor(WorkFile file) throws InterruptedException {
        var need = hand.next(Message.Need.class);
        assertThat(need.hash()).isEqualTo(file.hash());
        return need;
    }

    /** One of two files fits: its room is another unit's as long as the second does not. */
    @Test
    void whatWaitsForRoomTakesNone() throws Exception {
        isUnderWay(500);
        hand.gives(5, 1, file("b", 600), file("c", 600));
        hand.isIdle();
        assertThat(node.health().units()).isEqualTo(2);
        var other = file("d", 1000);
        hand.gives(5, 2, other);
        hand.sends(isAskedFor(other), other);
        isDone(2);
    }

    /** The same of what is here already. */
    @Test
    void whatWaitsForRoomKeepsNothing() throws Exception {
        var b = file("b", 600);
        hand.gives(5, 9, b);
        hand.sends(isAskedFor(b), b);
        isDone(9);
        isUnderWay(500);
        hand.gives(5, 1, b, file("c", 600));
        hand.isIdle();
        var other = file("d", 1000);
        hand.gives(5, 2, other);
        hand.sends(isAskedFor(other), other);
        isDone(2);
        assertThat(node.health().gaveUp()).isZero();
    }

    /** Once there is room it is a unit as any: what it waits for may be asked for anew. */
    @Test
    void whatHasRoomAtLastIsAskedForAnewAsWell() throws Exception {
        isUnderWay(1000);
        var b = file("b", 900);
        hand.gives(5, 1, b);
        hand.isIdle();
        // Without room nothing is asked for, also if it is given twice
        hand.gives(5, 1, b);
        hand.isIdle();
        go.countDown();
        isDone(0);
        var first = isAskedFor(b);
        hand.gives(5, 1, b);
        var second = isAskedFor(b);
        assertThat(second.transfer()).isGreaterThan(first.transfer());
        hand.sends(first, b);
        hand.sends(second, b);
        isDone(1);
        hand.isIdle();
        assertThat(node.health().done()).isEqualTo(2);
        assertThat(runs.get()).as("each is done once").isEqualTo(2);
    }

    /** Dropped, it is not asked for when there is room. */
    @Test
    void whatIsDroppedWaitsForNoRoom() throws Exception {
        isUnderWay(1000);
        hand.gives(5, 1, file("b", 900));
        hand.gives(5, 2, file("c", 800));
        hand.isIdle();
        hand.say(new Message.Drop(5, 1));
        go.countDown();
        isDone(0);
        var c = file("c", 800);
        hand.sends(isAskedFor(c), c);
        isDone(2);
        hand.isIdle();
        assertThat(node.health().units()).isZero();
    }

    /** Given twice, one that is under way keeps what it has, and is not begun again. */
    @Test
    void whatIsUnderWayIsNotGatheredAnew() throws Exception {
        isUnderWay(1000);
        var b = file("b", 400);
        hand.gives(5, 1, b);
        isAskedFor(b);
        hand.gives(5, 1, b);
        hand.sends(isAskedFor(b), b);
        isDone(1);
        // What unit 0 is done with stays: there is no room for as much
        hand.gives(5, 2, file("c", 900));
        hand.isIdle();
        assertThat(node.health().units()).isEqualTo(2);
        go.countDown();
        isDone(0);
        isAskedFor(file("c", 900));
    }

    /** It has all it needs: what others of its coordinator wait for is on its way. */
    @Test
    void whatIsUnderWayAsksForNothingAnew() throws Exception {
        isUnderWay(500);
        var b = file("b", 400);
        hand.gives(5, 1, b);
        var need = isAskedFor(b);
        hand.gives(5, 0, file("kept", 500));
        hand.isIdle();
        hand.sends(need, b);
        isDone(1);
    }

    /** Offered anew, a job has nothing here of what waits for a thread. */
    @Test
    void whatANewOfferDropsKeepsNothing() throws Exception {
        isUnderWay(500);
        hand.gives(5, 8);
        var b = file("b", 600);
        hand.gives(5, 1, b);
        hand.sends(isAskedFor(b), b);
        hand.isIdle();
        assertThat(node.health().units()).isEqualTo(3);
        hand.offers(5);
        assertThat(node.health().units()).isEqualTo(2);
        var c = file("c", 1000);
        hand.gives(5, 2, c);
        isAskedFor(c);
    }

    /** What one asked for in vain is room for another one. */
    @Test
    void whatIsMissingIsRoom() throws Exception {
        var b = file("b", 1000);
        hand.gives(5, 1, b);
        var need = isAskedFor(b);
        var c = file("c", 1000);
        hand.gives(5, 2, c);
        hand.isIdle();
        hand.say(new Message.Missing(5, need.transfer(), b.hash(), "gone"));
        assertThat(hand.next(Message.GaveUp.class))
                .isEqualTo(new Message.GaveUp(5, 1, "content is missing: gone"));
        hand.sends(isAskedFor(c), c);
        isDone(2);
    }

    /** Likewise what a job had asked for that is over, or whose coordinator is lost. */
    @Test
    void whatALostCoordinatorWasAskedForIsRoom() throws Exception {
        var other = new Hand("other", node);
        other.offers(7);
        var b = file("b", 1000);
        other.gives(7, 1, b);
        assertThat(other.next(Message.Need.class).hash()).isEqualTo(b.hash());
        var c = file("c", 1000);
        hand.gives(5, 2, c);
        hand.isIdle();
        other.member.cutOff();
        hand.sends(isAskedFor(c), c);
        isDone(2);
        assertThat(node.health().jobs()).isOne();
    }

    /**
     * Somebody has emptied the cache, or cut short what lies there: it is asked for as at first.
     */
    @Test
    void whatIsNotWhatItWasIsAskedForAnew() throws Exception {
        var b = file("b", 600);
        hand.gives(5, 1, b);
        hand.sends(isAskedFor(b), b);
        isDone(1);
        var kept = folder.resolve("worker").resolve(b.hash().hex());
        Files.write(kept, new byte[5]);
        hand.gives(5, 2, b);
        hand.sends(isAskedFor(b), b);
        isDone(2);
        Files.delete(kept);
        Files.delete(kept.resolveSibling("worker.lock"));
        Files.delete(kept.getParent());
        hand.gives(5, 3, b);
        hand.sends(isAskedFor(b), b);
        isDone(3);
        assertThat(kept).hasBinaryContent(Files.readAllBytes(b.place()));
        hand.gives(5, 4, b);
        isDone(4);
        assertThat(node.health().gaveUp()).isZero();
    }

    /** What has come and is not needed any more is room as soon as it is there. */
    @Test
    void whatHasComeForNobodyIsRoom() throws Exception {
        var b = file("b", 1000);
        hand.gives(5, 1, b);
        var need = isAskedFor(b);
        hand.say(new Message.Drop(5, 1));
        var c = file("c", 1000);
        hand.gives(5, 2, c);
        hand.isIdle();
        assertThat(node.health().units()).isOne();
        hand.sends(need, b);
        hand.sends(isAskedFor(c), c);
        isDone(2);
    }

    /** Two coordinators may ask for the same file; each gets it from whoever it asked. */
    @Test
    void eachCoordinatorIsAskedForItsOwn() throws Exception {
        var other = new Hand("other", node);
        other.offers(7);
        var b = file("b", 600);
        hand.gives(5, 1, b);
        other.gives(7, 1, b);
        var need = isAskedFor(b);
        var second = other.next(Message.Need.class);
        assertThat(second.transfer()).isNotEqualTo(need.transfer());
        // With the number of the other one it is nobody's
        other.say(new Message.Missing(7, need.transfer(), b.hash(), "gone"));
        other.isIdle();
        other.sends(second, b);
        assertThat(other.next(Message.Result.class).unit()).isEqualTo(1);
        hand.sends(need, b);
        isDone(1);
        assertThat(node.health().gaveUp()).isZero();
    }

    /** A disk may be full though the bound allows more: with nothing to wait for, it is told. */
    @Test
    void aFullDiskThatNothingWillEmptyIsTold() throws Exception {
        var disk = new FullDisk(1 << 20);
        var member = network.member("full");
        var full =
                new WorkerNode(
                        member,
                        "1.0",
                        1,
                        disk.store(folder.resolve("full"), 1 << 20),
                        (task, files, wish) -> task,
                        this::note);
        full.join();
        open.add(full);
        var boss = new Hand("boss", full);
        boss.offers(7);
        var a = file("a", 1000);
        boss.gives(7, 0, a);
        boss.sends(boss.next(Message.Need.class), a);
        assertThat(boss.next(Message.Result.class).unit()).isZero();
        disk.room.set(0);
        boss.gives(7, 1, file("b", 1000));
        assertThat(boss.next(Message.GaveUp.class).why())
                .isEqualTo("content cannot be kept: No space left on device");
    }

    /** Nothing of a unit that was refused stays with its coordinator. */
    @Test
    void whatNeverFitsIsToldAtOnce() throws IOException, InterruptedException {
        hand.gives(5, 1, file("b", 800), file("c", 701));
        assertThat(hand.next(Message.GaveUp.class).why())
                .isEqualTo("content cannot be kept: 1,501 bytes do not fit into 1,500");
        hand.isIdle();
        assertThat(hand.messages.poll(20, TimeUnit.MILLISECONDS)).isNull();
        assertThat(node.health().units()).isZero();
        var exact = file("d", 1500);
        hand.gives(5, 2, exact);
        hand.sends(isAskedFor(exact), exact);
        isDone(2);
    }
}
