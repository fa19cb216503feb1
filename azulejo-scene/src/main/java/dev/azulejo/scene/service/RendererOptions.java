package dev.azulejo.scene.service;

import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.gltf.LoadLimits;

import java.util.Objects;

/**
 * How a {@link Renderer} works. None of these changes a byte of a picture.
 *
 * @param threads requests that are worked on at a time, 1..256, a thread each; while a model is
 *     loaded there is another one for it
 * @param kernels which twin of the kernels; scalar ones run where vector ones are not there
 * @param cacheBytes memory for scenes that are kept, 0 and up; 0 keeps none
 * @param queueCapacity requests that may wait, 0 and up; more are refused
 * @param limits what each model may ask for
 */
public record RendererOptions(
        int threads, Kernels kernels, long cacheBytes, int queueCapacity, LoadLimits limits) {
    private static final int MOST_THREADS = 256;

    /** Checks the ranges. */
    public RendererOptions {
        if (threads < 1 || threads > MOST_THREADS) {
            throw new IllegalArgumentException(
                    "threads=%d is not in 1..%d".formatted(threads, MOST_THREADS));
        }
        Objects.requireNonNull(kernels, "kernels");
        Objects.requireNonNull(limits, "limits");
        if (cacheBytes < 0 || queueCapacity < 0) {
            throw new IllegalArgumentException(
                    "cacheBytes=%d, queueCapacity=%d: 0 and up expected"
                            .formatted(cacheBytes, queueCapacity));
        }
    }

    /**
     * As many threads as processors, vector kernels, an eighth of the memory that the virtual
     * machine may use for the cache, 1000 requests that wait, and default limits, but for memory:
     * half of all, divided among the threads.
     */
    public static RendererOptions defaults() {
        long memory = Runtime.getRuntime().maxMemory();
        int threads = Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());
        return new RendererOptions(
                threads,
                Kernels.VECTOR,
                memory / 8,
                1000,
                LoadLimits.defaults().withMaxDecodedBytes(memory / 2 / threads));
    }

    /**
     * The same with another number of threads. What all of them together may take for loading stays
     * as it is: {@link LoadLimits#maxDecodedBytes} is divided anew. Set other limits after this.
     */
    public RendererOptions withThreads(int value) {
        if (value < 1) {
            return new RendererOptions(value, kernels, cacheBytes, queueCapacity, limits);
        }
        long each = limits.maxDecodedBytes();
        // Without overflow: limits of nearly all that a long can say are no limits.
        long share = each / value > Long.MAX_VALUE / threads ? Long.MAX_VALUE : share(each, value);
        var divided = limits.withMaxDecodedBytes(share);
        return new RendererOptions(value, kernels, cacheBytes, queueCapacity, divided);
    }

    private long share(long each, int others) {
        return each / others * threads + each % others * threads / others;
    }

    /** The same with other kernels. */
    public RendererOptions withKernels(Kernels value) {
        return new RendererOptions(threads, value, cacheBytes, queueCapacity, limits);
    }

    /** The same with another size of the cache. */
    public RendererOptions withCacheBytes(long value) {
        return new RendererOptions(threads, kernels, value, queueCapacity, limits);
    }

    /** The same with another number of requests that may wait. */
    public RendererOptions withQueueCapacity(int value) {
        return new RendererOptions(threads, kernels, cacheBytes, value, limits);
    }

    /** The same with other limits. */
    public RendererOptions withLimits(LoadLimits value) {
        return new RendererOptions(threads, kernels, cacheBytes, queueCapacity, value);
    }
}
