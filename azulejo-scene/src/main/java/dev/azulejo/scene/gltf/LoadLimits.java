package dev.azulejo.scene.gltf;

import java.time.Duration;

/**
 * What a file may ask for at most, to be loaded and to be drawn. A file that asks for more is
 * refused before memory or time is taken.
 *
 * @param maxFileBytes size of one file, or of one data URI decoded
 * @param maxTotalFileBytes all files read for one scene together
 * @param maxJsonBytes size of the JSON text
 * @param maxJsonDepth nesting of arrays and objects in it
 * @param maxJsonValues objects, arrays, numbers, strings and so on in it, together
 * @param maxDecodedBytes memory for everything that is made from the files: JSON, vertices,
 *     indices, pixels, and what decoding them takes for a while; and for what is drawn from:
 *     buffers, mip chains, draw calls
 * @param maxImageSide width and height of an image, in pixels
 * @param maxImagePixels pixels of an image
 * @param maxTexels pixels of all images together; one that comes in several scans counts once for
 *     each
 * @param maxVertices vertices of one primitive
 * @param maxIndices indices of one primitive
 * @param maxNodes nodes
 * @param maxDrawnVertices vertices that are drawn in a frame, summed over all nodes: a mesh that
 *     many nodes show counts once for each
 * @param maxObjects meshes, primitives, materials, textures, images, accessors and so on, each
 * @param maxTime how long loading may take
 */
public record LoadLimits(
        long maxFileBytes,
        long maxTotalFileBytes,
        long maxJsonBytes,
        int maxJsonDepth,
        int maxJsonValues,
        long maxDecodedBytes,
        int maxImageSide,
        long maxImagePixels,
        long maxTexels,
        int maxVertices,
        int maxIndices,
        int maxNodes,
        long maxDrawnVertices,
        int maxObjects,
        Duration maxTime) {

    private static final long MIB = 1L << 20;

    /** Checks that nothing is negative. */
    public LoadLimits {
        long sizes = maxFileBytes | maxTotalFileBytes | maxJsonBytes | maxDecodedBytes;
        long images = maxImageSide | maxImagePixels | maxTexels | maxDrawnVertices;
        int counts =
                maxJsonDepth | maxJsonValues | maxVertices | maxIndices | maxNodes | maxObjects;
        // the sign bit of any shows in all
        if ((sizes | images | counts) < 0 || maxTime.isNegative()) {
            throw new IllegalArgumentException("load limits must not be negative");
        }
    }

    /**
     * Returns limits that real models of half a gigabyte pass: 2 GiB a file, images up to 16384
     * pixels a side, a billion vertices drawn, a day, and three quarters of the memory that the
     * virtual machine may use.
     */
    public static LoadLimits defaults() {
        long memory = Runtime.getRuntime().maxMemory();
        return new LoadLimits(
                2048 * MIB - 64,
                4096 * MIB,
                256 * MIB,
                200,
                16_000_000,
                memory - memory / 4,
                16384,
                128 * MIB,
                2048 * MIB,
                200_000_000,
                600_000_000,
                4_000_000,
                1_000_000_000,
                4_000_000,
                Duration.ofDays(1));
    }

    /** Returns these limits with another one for memory. */
    public LoadLimits withMaxDecodedBytes(long bytes) {
        return new LoadLimits(
                maxFileBytes,
                maxTotalFileBytes,
                maxJsonBytes,
                maxJsonDepth,
                maxJsonValues,
                bytes,
                maxImageSide,
                maxImagePixels,
                maxTexels,
                maxVertices,
                maxIndices,
                maxNodes,
                maxDrawnVertices,
                maxObjects,
                maxTime);
    }

    /** Returns these limits with others for images. */
    public LoadLimits withMaxImage(int side, long pixels) {
        return new LoadLimits(
                maxFileBytes,
                maxTotalFileBytes,
                maxJsonBytes,
                maxJsonDepth,
                maxJsonValues,
                maxDecodedBytes,
                side,
                pixels,
                maxTexels,
                maxVertices,
                maxIndices,
                maxNodes,
                maxDrawnVertices,
                maxObjects,
                maxTime);
    }

    /** Returns these limits with another one for all images together. */
    public LoadLimits withMaxTexels(long texels) {
        return new LoadLimits(
                maxFileBytes,
                maxTotalFileBytes,
                maxJsonBytes,
                maxJsonDepth,
                maxJsonValues,
                maxDecodedBytes,
                maxImageSide,
                maxImagePixels,
                texels,
                maxVertices,
                maxIndices,
                maxNodes,
                maxDrawnVertices,
                maxObjects,
                maxTime);
    }

    /** Returns these limits with others for what is drawn. */
    public LoadLimits withMaxDrawn(int nodes, long vertices) {
        return new LoadLimits(
                maxFileBytes,
                maxTotalFileBytes,
                maxJsonBytes,
                maxJsonDepth,
                maxJsonValues,
                maxDecodedBytes,
                maxImageSide,
                maxImagePixels,
                maxTexels,
                maxVertices,
                maxIndices,
                nodes,
                vertices,
                maxObjects,
                maxTime);
    }

    /** Returns these limits with another one for time. */
    public LoadLimits withMaxTime(Duration time) {
        return new LoadLimits(
                maxFileBytes,
                maxTotalFileBytes,
                maxJsonBytes,
                maxJsonDepth,
                maxJsonValues,
                maxDecodedBytes,
                maxImageSide,
                maxImagePixels,
                maxTexels,
                maxVertices,
                maxIndices,
                maxNodes,
                maxDrawnVertices,
                maxObjects,
                time);
    }
}
