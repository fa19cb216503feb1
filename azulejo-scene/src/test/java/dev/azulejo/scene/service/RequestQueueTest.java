package dev.azulejo.scene.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Whoever came first is next, and there is room for so many. */
@Tag("alone")
@Timeout(60)
class RequestQueueTest {
    private final List<Integer> begun = new ArrayList<>();

    private Request request(int number) {
        return new Request(
                wish -> {
                    begun.add(number);
                    return null;
                },
                new Cancellation());
    }

    private static Thread taker(RequestQueue queue) {
        return Thread.ofPlatform().daemon().start(queue::work);
    }

    @Test
    void theOldestIsNext() throws Exception {
        var queue = new RequestQueue(10, 1);
        var requests = new ArrayList<Request>();
        for (int i = 0; i < 6; i++) {
            requests.add(request(i));
            queue.put(requests.getLast());
        }
        assertThat(queue.length()).isEqualTo(6);
        assertThat(queue.remove(requests.get(2))).isTrue();
        var thread = taker(queue);
        requests.getLast().ended().await();
        assertThat(begun).containsExactly(0, 1, 3, 4, 5);
        assertThat(queue.length()).isZero();
        assertThat(queue.remove(requests.getLast())).as("it was begun with").isFalse();
        queue.close();
        thread.join();
    }

    /** Two wait behind the one that is worked on. */
    @Test
    void thereIsRoomForSoMany() throws Exception {
        var queue = new RequestQueue(2, 1);
        var inside = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        var first =
                new Request(
                        wish -> {
                            inside.countDown();
                            try {
                                goOn.await();
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                            return null;
                        },
                        new Cancellation());
        queue.put(first);
        var thread = taker(queue);
        inside.await();
        queue.put(request(1));
        var second = request(2);
        queue.put(second);
        assertThatThrownBy(() -> queue.put(request(3)))
                .isInstanceOf(RequestRefused.class)
                .hasMessage("2 requests wait already, as many as may");
        goOn.countDown();
        second.ended().await();
        var late = request(4);
        queue.put(late);
        late.ended().await();
        assertThat(begun).containsExactly(1, 2, 4);
        queue.close();
        thread.join();
    }

    /** Those that wait are told, the one that is worked on is ended, and no more are taken. */
    @Test
    void closingEndsAll() throws Exception {
        var queue = new RequestQueue(2, 1);
        var inside = new CountDownLatch(1);
        var running =
                new Request(
                        wish -> {
                            inside.countDown();
                            while (true) {
                                wish.check("rendering");
                                Thread.onSpinWait();
                            }
                        },
                        new Cancellation());
        queue.put(running);
        var thread = taker(queue);
        inside.await();
        var waiting = request(1);
        queue.put(waiting);
        queue.close();
        waiting.ended().await();
        assertThatThrownBy(waiting::result)
                .isInstanceOf(CancelledException.class)
                .hasMessage("rendering was ended: the renderer was closed");
        running.ended().await();
        assertThatThrownBy(running::result).isInstanceOf(CancelledException.class);
        thread.join();
        assertThat(begun).isEmpty();
        assertThatThrownBy(() -> queue.put(request(2)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the renderer is closed");
    }
}
