package dev.azulejo.core.options;

import dev.azulejo.core.shader.Kernels;

import java.util.Objects;

/**
 * How a device works. None of these changes a byte of the picture. Begin with {@link #DEFAULT} and
 * change what shall be otherwise.
 *
 * @param threads workers, 1..256, the submitting thread among them
 * @param window triangles of a sorting window, 1 and up; {@link #WHOLE_FRAME} for no limit
 * @param tileSize tile side in pixels: 16, 32 or 64, or {@link #AUTO}
 * @param kernels which twin of the kernels
 * @param path the pipeline, or the plain reference
 * @param earlyZ how what is hidden is found out early
 * @param reuse how tiles that come out as before are found
 * @param throttle how much tessellated geometry may be in flight
 * @param fine how triangles come to their tiles
 * @param group how many GPUs share a frame, and how; threads are shared out among them
 */
public record DeviceOptions(
        int threads,
        int window,
        int tileSize,
        Kernels kernels,
        Path path,
        EarlyZ earlyZ,
        Reuse reuse,
        Throttle throttle,
        Fine fine,
        Group group) {
    /** A window that takes every triangle of a phase. */
    public static final int WHOLE_FRAME = Integer.MAX_VALUE;

    /**
     * Tile size by sample count: 64 for one sample, 32 for several, so that a tile fits in cache.
     */
    public static final int AUTO = 0;

    /** Which implementation renders. */
    public enum Path {
        /** Tiled, deferred, parallel. */
        PIPELINE,
        /** One thread, one triangle and one fragment at a time, in order; slow and plain. */
        REFERENCE
    }

    /** As many threads as processors, whole-frame window, automatic tiles, vector kernels. */
    public static final DeviceOptions DEFAULT =
            new DeviceOptions(
                    Math.min(256, Runtime.getRuntime().availableProcessors()),
                    WHOLE_FRAME,
                    AUTO,
                    Kernels.VECTOR,
                    Path.PIPELINE,
                    EarlyZ.AUTO,
                    Reuse.AUTO,
                    Throttle.ON,
                    Fine.LISTS,
                    Group.ONE);

    /** The plain reference path: scalar kernels, one thread, immediate mode. */
    public static final DeviceOptions REFERENCE =
            DEFAULT.withThreads(1)
                    .withWindow(1)
                    .withKernels(Kernels.SCALAR)
                    .withPath(Path.REFERENCE)
                    .withEarlyZ(EarlyZ.OFF)
                    .withReuse(Reuse.OFF)
                    .withThrottle(Throttle.cap(1));

    /** Checks the ranges. */
    public DeviceOptions {
        Ranges.check("threads", threads, 256);
        if (window < 1) {
            throw new IllegalArgumentException("window=%d must be 1 or more".formatted(window));
        }
        if (tileSize != AUTO && tileSize != 16 && tileSize != 32 && tileSize != 64) {
            throw new IllegalArgumentException(
                    "tileSize=%d is not 16, 32, 64 or 0 (automatic)".formatted(tileSize));
        }
        Objects.requireNonNull(kernels, "kernels");
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(earlyZ, "earlyZ");
        Objects.requireNonNull(reuse, "reuse");
        Objects.requireNonNull(throttle, "throttle");
        Objects.requireNonNull(fine, "fine");
        Objects.requireNonNull(group, "group");
        if (path == Path.REFERENCE && group.split() != Group.Split.OFF) {
            throw new IllegalArgumentException("the reference path is one GPU: split=off expected");
        }
        if (group.split() == Group.Split.BINS && (earlyZ.fullDepth() || !earlyZ.forward())) {
            throw new IllegalArgumentException(
                    "split=bins: the visibility phase has no depths of pixels, neither full ones"
                            + " nor any to feed backward: leave early Z's full and backward out");
        }
    }

    /** The same with another number of threads. */
    public DeviceOptions withThreads(int value) {
        return new DeviceOptions(
                value, window, tileSize, kernels, path, earlyZ, reuse, throttle, fine, group);
    }

    /** The same with another window. */
    public DeviceOptions withWindow(int value) {
        return new DeviceOptions(
                threads, value, tileSize, kernels, path, earlyZ, reuse, throttle, fine, group);
    }

    /** The same with another tile size. */
    public DeviceOptions withTileSize(int value) {
        return new DeviceOptions(
                threads, window, value, kernels, path, earlyZ, reuse, throttle, fine, group);
    }

    /** The same with other kernels. */
    public DeviceOptions withKernels(Kernels value) {
        return new DeviceOptions(
                threads, window, tileSize, value, path, earlyZ, reuse, throttle, fine, group);
    }

    /** The same on another path. */
    public DeviceOptions withPath(Path value) {
        return new DeviceOptions(
                threads, window, tileSize, kernels, value, earlyZ, reuse, throttle, fine, group);
    }

    /** The same with another early Z. */
    public DeviceOptions withEarlyZ(EarlyZ value) {
        return new DeviceOptions(
                threads, window, tileSize, kernels, path, value, reuse, throttle, fine, group);
    }

    /** The same with another reuse of tiles. */
    public DeviceOptions withReuse(Reuse value) {
        return new DeviceOptions(
                threads, window, tileSize, kernels, path, earlyZ, value, throttle, fine, group);
    }

    /** The same with another throttle. */
    public DeviceOptions withThrottle(Throttle value) {
        return new DeviceOptions(
                threads, window, tileSize, kernels, path, earlyZ, reuse, value, fine, group);
    }

    /** The same with triangles coming to their tiles in another way. */
    public DeviceOptions withFine(Fine value) {
        return new DeviceOptions(
                threads, window, tileSize, kernels, path, earlyZ, reuse, throttle, value, group);
    }

    /** The same with another group of GPUs. */
    public DeviceOptions withGroup(Group value) {
        return new DeviceOptions(
                threads, window, tileSize, kernels, path, earlyZ, reuse, throttle, fine, value);
    }

    /** Returns the most triangles that are sorted into tiles at a time: of a window or a batch. */
    public int sortedTriangles() {
        return fine.batched() ? Math.min(window, fine.primitives()) : window;
    }

    /** Returns the tile side for a target with so many samples a pixel, in pixels. */
    public int tileSizeFor(int samples) {
        return tileSize != AUTO ? tileSize : samples == 1 ? 64 : 32;
    }
}
