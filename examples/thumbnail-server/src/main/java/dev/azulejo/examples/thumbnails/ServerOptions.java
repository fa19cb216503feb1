package dev.azulejo.examples.thumbnails;

import dev.azulejo.scene.service.RendererOptions;

import java.time.Duration;
import java.util.Objects;

/**
 * What the server allows.
 *
 * @param host the address that it listens at
 * @param port the port; 0 for any that is free
 * @param maxUploadBytes size of a model
 * @param maxHeldBytes models that are being sent or rendered, all together
 * @param maxSide width and height of a picture, pixels
 * @param deadline how long a model may take to be sent, and then a picture to be made
 * @param warmUp pictures that are made before the first request is taken
 * @param renderer how the renderer works
 */
public record ServerOptions(
        String host,
        int port,
        int maxUploadBytes,
        long maxHeldBytes,
        int maxSide,
        Duration deadline,
        int warmUp,
        RendererOptions renderer) {
    private static final int MIB = 1 << 20;

    /** Checks the ranges. */
    public ServerOptions {
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(renderer, "renderer");
        if (maxUploadBytes < 1 || maxHeldBytes < maxUploadBytes || maxSide < 1 || warmUp < 0) {
            throw new IllegalArgumentException("options: out of range");
        }
        if (deadline.isNegative() || deadline.isZero()) {
            throw new IllegalArgumentException("deadline: more than nothing expected");
        }
    }

    /**
     * Returns options for strangers: models of 32 MiB, an eighth of the memory for what they send,
     * pictures of up to 1024 pixels a side, ten seconds, and 100 who may wait.
     */
    public static ServerOptions defaults() {
        long memory = Runtime.getRuntime().maxMemory();
        return new ServerOptions(
                "127.0.0.1",
                8080,
                32 * MIB,
                Math.max(32 * MIB, memory / 8),
                1024,
                Duration.ofSeconds(10),
                300,
                RendererOptions.defaults().withQueueCapacity(100));
    }

    /** The same at another address: 0.0.0.0 for all of the machine's. */
    public ServerOptions withHost(String value) {
        return new ServerOptions(
                value, port, maxUploadBytes, maxHeldBytes, maxSide, deadline, warmUp, renderer);
    }

    /** The same at another port. */
    public ServerOptions withPort(int value) {
        return new ServerOptions(
                host, value, maxUploadBytes, maxHeldBytes, maxSide, deadline, warmUp, renderer);
    }

    /** The same with another bound of an upload. */
    public ServerOptions withMaxUploadBytes(int value) {
        return new ServerOptions(
                host, port, value, maxHeldBytes, maxSide, deadline, warmUp, renderer);
    }

    /** The same with another bound of all uploads. */
    public ServerOptions withMaxHeldBytes(long value) {
        return new ServerOptions(
                host, port, maxUploadBytes, value, maxSide, deadline, warmUp, renderer);
    }

    /** The same with another deadline. */
    public ServerOptions withDeadline(Duration value) {
        return new ServerOptions(
                host, port, maxUploadBytes, maxHeldBytes, maxSide, value, warmUp, renderer);
    }

    /** The same with another number of pictures ahead. */
    public ServerOptions withWarmUp(int value) {
        return new ServerOptions(
                host, port, maxUploadBytes, maxHeldBytes, maxSide, deadline, value, renderer);
    }

    /** The same with another renderer. */
    public ServerOptions withRenderer(RendererOptions value) {
        return new ServerOptions(
                host, port, maxUploadBytes, maxHeldBytes, maxSide, deadline, warmUp, value);
    }
}
