package dev.azulejo.serve.web;

import dev.azulejo.serve.message.ClientCodec;
import dev.azulejo.serve.message.ClientMessage;
import dev.azulejo.serve.message.MessageException;
import dev.azulejo.serve.session.Outlet;
import dev.azulejo.serve.session.TokenBucket;
import dev.azulejo.serve.session.Viewers;

import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Frame;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.StatusCode;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One connection: bytes in and out, and nothing of what they mean. Public for Jetty, which calls it
 * by handles of its own.
 */
public final class StreamEndpoint implements Session.Listener.AutoDemanding, Outlet {
    /** How soon somebody must have said hello, whatever else comes, and how long silence may be. */
    private static final Duration GREETING = Duration.ofSeconds(5);

    private static final Duration SILENCE = Duration.ofSeconds(40);

    /** Bytes that wait for a client that takes nothing in. */
    private static final long MOST_WAITING = 16 << 20;

    /** Longest reason of an end, bytes. */
    private static final int LONGEST_REASON = 120;

    private final Viewers viewers;
    private final Gate gate;
    private final TokenBucket messages;
    private final AtomicLong waiting = new AtomicLong();
    private final AtomicInteger pictures = new AtomicInteger();

    /** What has come of a message so far. */
    private final ByteBuffer message = ByteBuffer.allocate(ClientCodec.LONGEST);

    private volatile Session session;

    /** Null until it has said hello. */
    private volatile Viewers.Joined joined;

    StreamEndpoint(Viewers viewers, Gate gate) {
        this.viewers = viewers;
        this.gate = gate;
        int rate = viewers.limits().messagesPerSecond();
        messages = new TokenBucket(rate, 2.0 * rate, System.nanoTime());
    }

    @Override
    public void onWebSocketOpen(Session opened) {
        session = opened;
        opened.setIdleTimeout(GREETING);
        after(
                GREETING,
                () -> {
                    if (joined == null) {
                        end("hello expected in time");
                        after(GREETING, opened::disconnect);
                    }
                });
    }

    private static void after(Duration time, Runnable what) {
        CompletableFuture.delayedExecutor(time.toMillis(), TimeUnit.MILLISECONDS).execute(what);
    }

    /**
     * Each frame counts as a message: signs of life, which are answered, and parts of a message,
     * which may be cut into any number of empty ones. So messages are put together here.
     */
    @Override
    public void onWebSocketFrame(Frame frame, Callback callback) {
        try {
            if (frame.getType() != Frame.Type.CLOSE) {
                take(frame);
            }
        } catch (MessageException | IllegalStateException e) {
            end(e.getMessage());
        }
        callback.succeed();
    }

    private void take(Frame frame) throws MessageException {
        if (!messages.take(System.nanoTime())) {
            throw new IllegalStateException("too many messages");
        }
        switch (frame.getType()) {
            case PING -> session.sendPong(frame.getPayload(), Callback.NOOP);
            case TEXT -> throw new IllegalStateException("no texts expected");
            case BINARY, CONTINUATION -> {
                if (frame.getPayloadLength() > message.remaining()) {
                    throw new IllegalStateException(
                            "a message of more than %d bytes".formatted(message.capacity()));
                }
                if (frame.hasPayload()) {
                    message.put(frame.getPayload());
                }
                if (frame.isFin()) {
                    take(ClientCodec.decode(message.flip()));
                    message.clear();
                }
            }
            default -> {}
        }
    }

    private void take(ClientMessage message) {
        if (message instanceof ClientMessage.Hello hello) {
            if (joined != null) {
                throw new IllegalStateException("hello was said before");
            }
            if (!gate.knows(hello.token())) {
                throw new IllegalStateException("another token expected");
            }
            joined = viewers.join(hello, this);
            session.setIdleTimeout(SILENCE);
        } else if (joined == null) {
            throw new IllegalStateException("hello expected first");
        } else {
            viewers.take(joined.viewer(), message);
        }
    }

    @Override
    public void onWebSocketClose(int code, String reason, Callback callback) {
        if (joined != null) {
            viewers.leave(joined.viewer(), this);
        }
        callback.succeed();
    }

    @Override
    public void onWebSocketError(Throwable cause) {
        // What follows is the close; whoever sent nonsense hears no more about it
        if (joined != null) {
            viewers.leave(joined.viewer(), this);
        }
    }

    @Override
    public void frame(byte[] bytes) {
        if (mayWait(bytes.length)) {
            pictures.incrementAndGet();
            session.sendBinary(
                    ByteBuffer.wrap(bytes),
                    Callback.from(
                            () -> {
                                waiting.addAndGet(-bytes.length);
                                pictures.decrementAndGet();
                            },
                            failure -> session.disconnect()));
        }
    }

    @Override
    public boolean isBusy() {
        return pictures.get() > 0;
    }

    @Override
    public void text(String json) {
        if (mayWait(json.length())) {
            session.sendText(json, sent(json.length()));
        }
    }

    private boolean mayWait(long bytes) {
        if (waiting.addAndGet(bytes) > MOST_WAITING) {
            session.disconnect();
            return false;
        }
        return true;
    }

    private Callback sent(long bytes) {
        return Callback.from(() -> waiting.addAndGet(-bytes), failure -> session.disconnect());
    }

    @Override
    public void end(String reason) {
        var text = new StringBuilder(reason);
        while (text.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_REASON) {
            text.setLength(text.length() - 1);
        }
        session.close(StatusCode.POLICY_VIOLATION, text.toString(), Callback.NOOP);
    }
}
