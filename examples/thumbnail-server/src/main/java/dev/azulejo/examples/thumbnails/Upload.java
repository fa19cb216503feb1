package dev.azulejo.examples.thumbnails;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * A model on its way in. Its size must be known from the beginning, so that room is taken before
 * the first byte comes, and it must be here in time however slowly it drips.
 *
 * <p>Threads: those of the request's event loop; {@link #release} any.
 */
final class Upload {
    /** Why a model is not taken. */
    record Refusal(int status, String why) {}

    /** Room for models, all together. */
    static final class Room {
        private final long capacity;
        private final AtomicLong held = new AtomicLong();

        Room(long capacity) {
            this.capacity = capacity;
        }

        long held() {
            return held.get();
        }

        private boolean take(long bytes) {
            if (held.addAndGet(bytes) <= capacity) {
                return true;
            }
            held.addAndGet(-bytes);
            return false;
        }
    }

    private final Room room;
    private final byte[] model;
    private int size;
    private boolean released;

    private Upload(Room room, int length) {
        this.room = room;
        model = new byte[length];
    }

    /**
     * Begins to take a model in.
     *
     * @param whole is told when it is there
     * @param refuse is told why it will not be
     */
    static void receive(
            HttpServerRequest request,
            Vertx vertx,
            ServerOptions options,
            Room room,
            Consumer<Upload> whole,
            Consumer<Refusal> refuse) {
        long length = length(request.getHeader("Content-Length"));
        if (length < 0) {
            refuse.accept(new Refusal(411, "the size of the model is expected beforehand"));
        } else if (length > options.maxUploadBytes()) {
            refuse.accept(
                    new Refusal(413, "at most %,d bytes".formatted(options.maxUploadBytes())));
        } else if (!room.take(length)) {
            refuse.accept(new Refusal(503, "too many models at once: try again later"));
        } else {
            var upload = new Upload(room, (int) length);
            long timer =
                    vertx.setTimer(
                            options.deadline().toMillis(), id -> request.connection().close());
            request.handler(upload::add);
            request.exceptionHandler(
                    e -> {
                        vertx.cancelTimer(timer);
                        upload.release();
                    });
            request.endHandler(
                    end -> {
                        vertx.cancelTimer(timer);
                        whole.accept(upload);
                    });
            if ("100-continue".equalsIgnoreCase(request.getHeader("Expect"))) {
                request.response().writeContinue();
            }
        }
    }

    private static long length(String header) {
        return header != null && header.matches("\\d{1,18}") ? Long.parseLong(header) : -1;
    }

    private void add(Buffer part) {
        // HTTP lets no more come than was announced
        part.getBytes(0, part.length(), model, size);
        size += part.length();
    }

    /** Returns what has come, once it is whole. */
    byte[] model() {
        return model;
    }

    /** Gives the room back; again does nothing. */
    synchronized void release() {
        if (!released) {
            released = true;
            room.held.addAndGet(-model.length);
        }
    }
}
