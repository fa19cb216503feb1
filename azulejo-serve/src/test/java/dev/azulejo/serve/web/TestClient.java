package dev.azulejo.serve.web;

import dev.azulejo.serve.message.ClientCodec;
import dev.azulejo.serve.message.ClientMessage;
import dev.azulejo.serve.picture.ClientPicture;
import dev.azulejo.serve.picture.FrameEncoder;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A client without a browser: shows what comes, and says so. */
final class TestClient implements WebSocket.Listener, AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ClientPicture picture = new ClientPicture();
    private final ByteArrayOutputStream part = new ByteArrayOutputStream();
    private final StringBuilder words = new StringBuilder();
    private final List<String> texts = new ArrayList<>();
    private final Object sending = new Object();
    private final WebSocket socket;
    private ClientPicture.Shown last;
    private int frames;
    private int pongs;
    private long bytes;
    private int input;
    private int endCode;
    private String endReason;

    /** Says when each input was sent, by its number. */
    private final long[] sentNs = new long[100_000];

    /** From each input that was answered to the picture that showed it. */
    private final List<Long> latenciesNs = new ArrayList<>();

    private int answered;

    TestClient(HttpClient client, URI at, ClientMessage.Hello hello) throws Exception {
        this(open(client, at, null, SceneServer.PROTOCOL), hello);
    }

    private record Opened(WebSocket socket, Relay relay) {}

    /** Stands in until there is something to relay to. */
    private static final class Relay implements WebSocket.Listener {
        private final CompletableFuture<WebSocket.Listener> to = new CompletableFuture<>();

        @Override
        public void onOpen(WebSocket socket) {}

        @Override
        public CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
            return to.join().onBinary(socket, data, last);
        }

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            return to.join().onText(socket, data, last);
        }

        @Override
        public CompletionStage<?> onPong(WebSocket socket, ByteBuffer payload) {
            return to.join().onPong(socket, payload);
        }

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            return to.join().onClose(socket, code, reason);
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            to.join().onError(socket, error);
        }
    }

    private TestClient(Opened opened, ClientMessage.Hello hello) {
        socket = opened.socket;
        opened.relay.to.complete(this);
        if (hello != null) {
            send(hello);
        }
        socket.request(Long.MAX_VALUE);
    }

    private static Opened open(HttpClient client, URI at, String origin, String protocol)
            throws Exception {
        var relay = new Relay();
        var builder = client.newWebSocketBuilder().subprotocols(protocol);
        if (origin != null) {
            builder.header("Origin", origin);
        }
        var socket = builder.buildAsync(at, relay).get(20, TimeUnit.SECONDS);
        return new Opened(socket, relay);
    }

    /** Connects and says nothing. */
    static TestClient silent(HttpClient client, URI at, String origin, String protocol)
            throws Exception {
        return new TestClient(open(client, at, origin, protocol), null);
    }

    static ClientMessage.Hello hello(int width, int height) {
        return new ClientMessage.Hello(ClientMessage.NO_SESSION, width, height, "");
    }

    void send(ClientMessage message) {
        raw(ClientCodec.encode(message));
    }

    void raw(byte[] message) {
        // One at a time: what is shown is said by another thread than the test's
        synchronized (sending) {
            try {
                socket.sendBinary(ByteBuffer.wrap(message), true).join();
            } catch (CompletionException e) {
                throw new AssertionError("the connection has ended: " + endReason, e);
            }
        }
    }

    /** Sends something to who may have ended the connection; returns whether it was still open. */
    boolean mayStillSend(ClientMessage message) {
        synchronized (sending) {
            try {
                socket.sendBinary(ByteBuffer.wrap(ClientCodec.encode(message)), true).join();
                return true;
            } catch (CompletionException e) {
                return false;
            }
        }
    }

    /** Begins a message, and goes on with it without ever saying anything. */
    boolean mayStillSendNothing() {
        synchronized (sending) {
            try {
                socket.sendBinary(ByteBuffer.allocate(0), false).join();
                return true;
            } catch (CompletionException e) {
                return false;
            }
        }
    }

    void text(String text) {
        socket.sendText(text, true).join();
    }

    void ping() {
        socket.sendPing(ByteBuffer.allocate(4)).join();
    }

    @Override
    public synchronized CompletionStage<?> onPong(WebSocket from, ByteBuffer payload) {
        pongs++;
        notifyAll();
        return null;
    }

    /** Returns how many pings were answered. */
    synchronized int pongs() {
        return pongs;
    }

    synchronized boolean hasEnded() {
        return endReason != null;
    }

    /** Turns the model; the picture that shows it is timed. */
    synchronized void drag(float x, float y) {
        sentNs[++input] = System.nanoTime();
        send(new ClientMessage.Drag(input, false, x, y));
    }

    synchronized void point(float x, float y) {
        sentNs[++input] = System.nanoTime();
        send(new ClientMessage.Pointer(input, true, x, y));
    }

    @Override
    public CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean ends) {
        var piece = new byte[data.remaining()];
        data.get(piece);
        part.writeBytes(piece);
        if (ends) {
            shown(part.toByteArray());
            part.reset();
        }
        return null;
    }

    private synchronized void shown(byte[] message) {
        long start = System.nanoTime();
        last = picture.show(message);
        long end = System.nanoTime();
        frames++;
        bytes += message.length;
        while (answered < Math.min(input, last.input())) {
            answered++;
            latenciesNs.add(end - sentNs[answered]);
        }
        send(new ClientMessage.Shown(last.number(), (int) ((end - start) / 1000)));
        notifyAll();
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean ends) {
        words.append(data);
        if (ends) {
            synchronized (this) {
                texts.add(words.toString());
                notifyAll();
            }
            words.setLength(0);
        }
        return null;
    }

    @Override
    public synchronized CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        endCode = code;
        endReason = reason;
        notifyAll();
        return null;
    }

    @Override
    public synchronized void onError(WebSocket from, Throwable error) {
        if (endReason == null) {
            endReason = String.valueOf(error);
        }
        notifyAll();
    }

    /** Waits until something holds. */
    synchronized void await(String what, BooleanSupplier holds) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!holds.getAsBoolean()) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                throw new AssertionError(what + ": not in time; " + endReason);
            }
            wait(Math.min(100, left / 1_000_000 + 1));
        }
    }

    /** Waits until the picture is exact and shows the last input. */
    void awaitExact() throws InterruptedException {
        await(
                "an exact picture",
                () ->
                        last != null
                                && (last.flags() & FrameEncoder.EXACT) != 0
                                && last.input() == input);
    }

    String awaitText(String part) throws InterruptedException {
        await("a text with " + part, () -> texts.stream().anyMatch(text -> text.contains(part)));
        synchronized (this) {
            return texts.stream().filter(text -> text.contains(part)).findFirst().orElseThrow();
        }
    }

    /** Waits until the server ends the connection; returns why. */
    String awaitEnd() throws InterruptedException {
        await("an end", () -> endReason != null);
        return endReason;
    }

    synchronized String endReason() {
        return endReason;
    }

    synchronized int endCode() {
        return endCode;
    }

    byte[] session() throws InterruptedException {
        var text = awaitText("\"welcome\"");
        return HexFormat.of().parseHex(text.replaceFirst(".*\"session\":\"([^\"]*)\".*", "$1"));
    }

    synchronized int[] pixels() {
        return picture.pixels();
    }

    synchronized int width() {
        return picture.width();
    }

    synchronized int frames() {
        return frames;
    }

    synchronized long bytes() {
        return bytes;
    }

    synchronized ClientPicture.Shown last() {
        return last;
    }

    synchronized List<Long> takeLatencies() {
        var copy = List.copyOf(latenciesNs);
        latenciesNs.clear();
        return copy;
    }

    /** Drops the connection without a word. */
    void abort() {
        socket.abort();
    }

    @Override
    public void close() {
        socket.abort();
    }
}
