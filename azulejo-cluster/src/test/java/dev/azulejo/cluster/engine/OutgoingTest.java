package dev.azulejo.cluster.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What is sent behind each other, and what comes of what cannot be. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OutgoingTest {
    private final List<Integer> sent = new ArrayList<>();

    /** Carries no message of length 3, and has no memory for one of 4. */
    private final Engine engine =
            new Engine() {
                @Override
                public int longest() {
                    return 2;
                }

                @Override
                public void join(EngineListener listener) {}

                @Override
                public Peer self() {
                    return new Peer("self", "self");
                }

                @Override
                public void send(Peer to, byte[] message) {
                    if (message.length == 3) {
                        throw new IllegalArgumentException("3 bytes are too many");
                    }
                    if (message.length == 4) {
                        throw new OutOfMemoryError("4 bytes");
                    }
                    sent.add(message.length);
                }

                @Override
                public void close() {}
            };

    private final LinkedBlockingQueue<Throwable> broken = new LinkedBlockingQueue<>();
    private final Outgoing outgoing = new Outgoing(engine, new Peer("id", "name"), broken::add);

    @Test
    void allIsSentInOrderBeforeItEnds() throws InterruptedException {
        outgoing.send(new byte[2]);
        outgoing.later(() -> outgoing.now(new byte[1]));
        outgoing.send(new byte[0]);
        outgoing.finish();
        outgoing.await(10_000);
        assertThat(sent).containsExactly(2, 1, 0);
        assertThat(broken).isEmpty();
    }

    @Test
    void whatCannotBeSentIsTold() throws InterruptedException {
        outgoing.send(new byte[1]);
        outgoing.send(new byte[3]);
        assertThat(broken.poll(10, TimeUnit.SECONDS)).hasMessage("3 bytes are too many");
        assertThat(outgoing.isClosed()).isTrue();
        outgoing.send(new byte[1]);
        outgoing.await(10_000);
        assertThat(sent).containsExactly(1);
    }

    @Test
    void soAreErrors() throws InterruptedException {
        outgoing.send(new byte[4]);
        assertThat(broken.poll(10, TimeUnit.SECONDS)).isInstanceOf(OutOfMemoryError.class);
        assertThat(outgoing.isClosed()).isTrue();
    }
}
