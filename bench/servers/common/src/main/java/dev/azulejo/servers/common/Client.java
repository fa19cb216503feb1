package dev.azulejo.servers.common;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/** One session that asks, and waits for the answer. */
final class Client implements WebSocket.Listener, AutoCloseable {
    /** What is kept of an answer: figures are no longer. */
    private static final int KEPT = 40;

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final SynchronousQueue<byte[]> answers = new SynchronousQueue<>();
    private final ByteBuffer answer = ByteBuffer.allocate(KEPT);
    private final WebSocket socket;
    private long number;

    Client(int port) {
        socket =
                HTTP.newWebSocketBuilder()
                        .buildAsync(URI.create("ws://127.0.0.1:" + port + "/stream"), this)
                        .join();
    }

    @Override
    public CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean isLast) {
        int kept = Math.min(answer.remaining(), data.remaining());
        answer.put(data.slice(data.position(), kept));
        if (isLast) {
            var whole = answer.array().clone();
            answer.clear();
            try {
                answers.offer(whole, 1, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        from.request(1);
        return null;
    }

    /** Sends an input and waits until all of its answer is there. */
    byte[] ask(int bytes) throws InterruptedException {
        socket.sendBinary(new Input(++number, bytes, false).encode(), true).join();
        var whole = answers.poll(20, TimeUnit.SECONDS);
        if (whole == null || ByteBuffer.wrap(whole).getLong() != number) {
            throw new IllegalStateException("no answer to input " + number);
        }
        return whole;
    }

    Figures figures(boolean cleared) throws InterruptedException {
        return Figures.decode(ask(cleared ? Input.FIGURES_CLEARED : Input.FIGURES));
    }

    @Override
    public void close() {
        socket.abort();
    }
}
