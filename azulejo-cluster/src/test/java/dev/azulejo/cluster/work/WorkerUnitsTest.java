package dev.azulejo.cluster.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.cluster.content.ContentHash;
import dev.azulejo.cluster.message.Message;
import dev.azulejo.cluster.message.MessageCodec;
import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** What a worker does with units and jobs, told by coordinators that say what a test has them. */
class WorkerUnitsTest extends WorkerHarness {
    /** Work that says what it is given, and waits where a test wants it to. */
    private static final class Watched implements UnitWork {
        final LinkedBlockingQueue<Object> jobs = new LinkedBlockingQueue<>();
        final LinkedBlockingQueue<Object> overs = new LinkedBlockingQueue<>();
        final LinkedBlockingQueue<Integer> begun = new LinkedBlockingQueue<>();
        final CountDownLatch go = new CountDownLatch(1);
        volatile boolean waits;

        @Override
        public byte[] run(byte[] task, List<WorkFile> files, Cancellation wish) {
            begun.add((int) task[0]);
            if (waits) {
                try {
                    go.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            return task;
        }

        @Override
        public byte[] runOf(Object job, byte[] task, List<WorkFile> files, Cancellation wish) {
            jobs.add(job);
            return run(task, files, wish);
        }

        @Override
        public void over(Object job) {
            overs.add(job);
        }
    }

    private static <T> T next(LinkedBlockingQueue<T> queue) throws InterruptedException {
        T next = queue.poll(20, TimeUnit.SECONDS);
        assertThat(next).isNotNull();
        return next;
    }

    /** None longer than a message may be, and the last one says that it is. */
    @Test
    void resultsTravelInPieces() throws Exception {
        int most = MessageCodec.LONGEST_PIECE;
        int[] lengths = {0, 1, most - 1, most, most + 1, 2 * most + 1};
        var random = new Random(1);
        var results = new byte[lengths.length][];
        for (int i = 0; i < lengths.length; i++) {
            results[i] = new byte[lengths[i]];
            random.nextBytes(results[i]);
        }
        var node = worker("worker", 1, 1 << 20, (task, files, wish) -> results[task[0]]);
        var hand = new Hand(node);
        hand.offers(5);
        for (int unit = 0; unit < lengths.length; unit++) {
            hand.gives(5, unit);
            var all = new ByteArrayOutputStream();
            int pieces = Math.max(1, Math.ceilDiv(lengths[unit], most));
            for (int piece = 0; piece < pieces; piece++) {
                var result = hand.next(Message.Result.class);
                assertThat(result.unit()).isEqualTo(unit);
                assertThat(result.offset()).isEqualTo(all.size());
                assertThat(result.last()).isEqualTo(piece == pieces - 1);
                all.writeBytes(result.bytes());
            }
            assertThat(all.toByteArray()).isEqualTo(results[unit]);
        }
        hand.isIdle();
        assertThat(node.health().done()).isEqualTo(lengths.length);
    }

    /** Numbers of jobs are the coordinators' own; one that never was does not end. */
    @Test
    void jobsOfTwoCoordinatorsAreTwo() throws Exception {
        var work = new Watched();
        var node = worker("worker", 1, 1 << 20, work);
        var a = new Hand("a", node);
        var b = new Hand("b", node);
        a.offers(5);
        b.offers(5);
        for (var hand : List.of(a, b, a)) {
            hand.gives(5, 0);
            hand.next(Message.Result.class);
        }
        var first = next(work.jobs);
        var second = next(work.jobs);
        assertThat(second).isNotEqualTo(first);
        assertThat(next(work.jobs)).isEqualTo(first);
        a.say(new Message.End(6));
        a.isIdle();
        assertThat(work.overs).isEmpty();
        b.say(new Message.End(5));
        b.isIdle();
        assertThat(work.overs).containsExactly(second);
        assertThat(node.health().jobs()).isOne();
        // What is said of a job that is over is nothing
        b.say(new Message.End(5));
        b.say(new Message.Drop(5, 0));
        b.isIdle();
        assertThat(work.overs).containsExactly(second);
        a.gives(5, 1);
        assertThat(a.next(Message.Result.class).unit()).isEqualTo(1);
    }

    /** Dropped while it is under way, and given again: what ends then is the first one. */
    @Test
    void aUnitThatIsGivenAgainIsAnotherOne() throws Exception {
        var work = new Watched();
        work.waits = true;
        var node = worker("worker", 1, 1 << 20, work);
        var hand = new Hand(node);
        hand.offers(5);
        hand.gives(5, 3);
        assertThat(next(work.begun)).isEqualTo(3);
        hand.say(new Message.Drop(5, 3));
        hand.gives(5, 3);
        hand.isIdle();
        assertThat(node.health().units()).isOne();
        assertThat(node.health().busy()).isOne();
        work.go.countDown();
        assertThat(next(work.begun)).isEqualTo(3);
        assertThat(hand.next(Message.Result.class).unit()).isEqualTo(3);
        hand.isIdle();
        assertThat(node.health()).isEqualTo(new WorkerNode.Health(2, 1, 0, 0, 1, 0, 0));
    }

    /** Given twice while it waits for a thread, or is under way: it is done once. */
    @Test
    void aUnitThatIsGivenTwiceIsDoneOnce() throws Exception {
        var work = new Watched();
        work.waits = true;
        var node = worker("worker", 1, 1 << 20, work);
        var hand = new Hand(node);
        hand.offers(5);
        hand.gives(5, 0);
        assertThat(next(work.begun)).isZero();
        hand.gives(5, 1);
        hand.gives(5, 1);
        hand.gives(5, 0);
        hand.isIdle();
        assertThat(node.health().units()).isEqualTo(2);
        work.go.countDown();
        assertThat(hand.next(Message.Result.class).unit()).isZero();
        assertThat(hand.next(Message.Result.class).unit()).isEqualTo(1);
        hand.isIdle();
        assertThat(work.begun).containsExactly(1);
        assertThat(node.health().done()).isEqualTo(2);
    }

    /** Nothing is said of it, whether it ends by itself or because it was dropped. */
    @Test
    void aUnitThatIsDroppedSaysNothing() throws Exception {
        var begun = new CountDownLatch(2);
        var node =
                worker(
                        "worker",
                        2,
                        1 << 20,
                        (task, files, wish) -> {
                            begun.countDown();
                            while (!wish.isCancelled()) {
                                Thread.onSpinWait();
                            }
                            if (task[0] == 1) {
                                wish.check("a unit");
                            }
                            return task;
                        });
        var hand = new Hand(node);
        hand.offers(5);
        hand.gives(5, 0);
        hand.gives(5, 1);
        begun.await();
        hand.say(new Message.Drop(5, 0));
        hand.say(new Message.Drop(5, 1));
        while (node.health().busy() > 0) {
            Thread.onSpinWait();
        }
        hand.isIdle();
        var health = node.health();
        assertThat(health.units()).isZero();
        assertThat(health.done() + health.gaveUp()).isZero();
    }

    /** A unit that ends early by itself is given back with the reason. */
    @Test
    void whatEndsEarlyIsGivenBackWithTheReason() throws Exception {
        var node =
                worker(
                        "worker",
                        1,
                        1 << 20,
                        (task, files, wish) -> {
                            if (task[0] == 0) {
                                throw new CancelledException("painting: not done in time");
                            }
                            return null;
                        });
        var hand = new Hand(node);
        hand.offers(5);
        hand.gives(5, 0);
        assertThat(hand.next(Message.GaveUp.class).why()).isEqualTo("painting: not done in time");
        hand.gives(5, 1);
        assertThat(hand.next(Message.GaveUp.class).why()).isEqualTo("null");
        assertThat(node.health().gaveUp()).isEqualTo(2);
    }

    /** Who does not work for anybody is not made to by who was never known. */
    @Test
    void whoHasOfferedNothingIsTold() throws Exception {
        var work = new Watched();
        var node = worker("worker", 1, 1 << 20, work);
        var hand = new Hand(node);
        // Of somebody that is no coordinator: nothing is said
        hand.say(new Message.End(5));
        hand.say(new Message.Drop(5, 0));
        hand.say(new Message.Ready(5, "1.0", 1));
        hand.gives(5, 0);
        assertThat(hand.next(Message.Unknown.class).job()).isEqualTo(5);
        // From now on it is known, though not for a job: nothing but tasks are answered
        hand.say(new Message.End(5));
        hand.say(new Message.Missing(5, 1, new ContentHash("0".repeat(64)), ""));
        hand.isIdle();
        assertThat(work.begun).isEmpty();
        assertThat(work.overs).isEmpty();
    }

    /** A closed worker has ended all, and its store can be another one's. */
    @Test
    void aClosedWorkerHasLetGo() throws Exception {
        var ended = new CountDownLatch(1);
        var begun = new CountDownLatch(1);
        UnitWork waiting =
                (task, files, wish) -> {
                    begun.countDown();
                    try {
                        Thread.sleep(60_000);
                    } catch (InterruptedException e) {
                        ended.countDown();
                    }
                    return task;
                };
        var node = worker("worker", 1, 1 << 20, waiting);
        var hand = new Hand(node);
        hand.offers(5);
        hand.gives(5, 0);
        begun.await();
        node.close();
        assertThat(ended.await(20, TimeUnit.SECONDS)).as("it is interrupted").isTrue();
        var health = node.health();
        assertThat(health.jobs() + health.units()).isZero();
        hand.say(new Message.Offer(6, "1.0"));
        assertThat(hand.messages.poll(50, TimeUnit.MILLISECONDS)).isNull();
    }

    /** What comes while it closes is nothing to it any more. */
    @Test
    void whatIsOfferedWhileItClosesIsNotTaken() throws Exception {
        var hand = new AtomicReference<Hand>();
        var work =
                new UnitWork() {
                    @Override
                    public byte[] run(byte[] task, List<WorkFile> files, Cancellation wish) {
                        return task;
                    }

                    @Override
                    public void rest() {
                        // The worker's own thread is at it, and waits until this one is done
                        hand.get().say(new Message.Offer(5, "1.0"));
                        try {
                            Thread.sleep(50);
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    }
                };
        var node = worker("worker", 1, 1 << 20, work);
        hand.set(new Hand(node));
        node.close();
        Thread.sleep(50);
        assertThat(node.health().jobs()).isZero();
        assertThat(hand.get().messages).isEmpty();
    }
}
