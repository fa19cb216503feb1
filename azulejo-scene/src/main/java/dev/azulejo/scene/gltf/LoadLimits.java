package dev.azulejo.scene.gltf;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * What a file may ask for at most, to be loaded and to be drawn. A file that asks for more is
 * refused before memory or time is taken.
 *
 * @param maxFileBytes size of one file, or of one data URI decoded; whatever it says, no file may
 *     have more than {@value #LARGEST_FILE} bytes, for what an array may hold
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
 *     many nodes show counts once for each; for each line three more, of a join to another
 * @param maxTextureSide longer side of a texture, in pixels, at least 1: a larger image is not
 *     refused, but the first level of its mip chain that is small enough takes its place; an image
 *     that is used as colour and as data stays as it is
 * @param variants which choices of materials are going to be shown: what only others need is not
 *     loaded
 * @param maxObjects meshes, primitives, materials, textures, images, accessors and so on, each
 * @param maxTime how long loading may take; of a {@link dev.azulejo.scene.service.Renderer}'s
 *     request, loading and drawing together, from where its turn has come
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
        int maxTextureSide,
        WantedVariants variants,
        int maxObjects,
        Duration maxTime) {

    /** No file may be larger, in bytes: 2 GiB, less what an array cannot hold. */
    public static final int LARGEST_FILE = Integer.MAX_VALUE - 63;

    private static final long MIB = 1L << 20;

    /** Checks that nothing is negative, and that textures may have texels. */
    public LoadLimits {
        long sizes = maxFileBytes | maxTotalFileBytes | maxJsonBytes | maxDecodedBytes;
        long images = maxImageSide | maxImagePixels | maxTexels | maxDrawnVertices;
        int counts =
                maxJsonDepth | maxJsonValues | maxVertices | maxIndices | maxNodes | maxObjects;
        // the sign bit of any shows in all
        if ((sizes | images | counts) < 0 || maxTime.isNegative()) {
            throw new IllegalArgumentException("load limits must not be negative");
        }
        Objects.requireNonNull(variants, "variants");
        if (maxTextureSide < 1) {
            throw new IllegalArgumentException(
                    "maxTextureSide=%d is not 1 or more".formatted(maxTextureSide));
        }
    }

    /**
     * Returns limits that real models of half a gigabyte pass: 2 GiB a file, images up to 16384
     * pixels a side that stay as they are, a billion vertices drawn, any variant, a day, and three
     * quarters of the memory that the virtual machine may use.
     */
    public static LoadLimits defaults() {
        long memory = Runtime.getRuntime().maxMemory();
        return new LoadLimits(
                LARGEST_FILE,
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
                Integer.MAX_VALUE,
                WantedVariants.ALL,
                4_000_000,
                Duration.ofDays(1));
    }

    /** Returns these limits with another one for the size of a file. */
    public LoadLimits withMaxFileBytes(long bytes) {
        return with(parts -> parts.maxFileBytes = bytes);
    }

    /** Returns these limits with another one for all files together. */
    public LoadLimits withMaxTotalFileBytes(long bytes) {
        return with(parts -> parts.maxTotalFileBytes = bytes);
    }

    /** Returns these limits with another one for the size of the JSON text. */
    public LoadLimits withMaxJsonBytes(long bytes) {
        return with(parts -> parts.maxJsonBytes = bytes);
    }

    /** Returns these limits with another one for nesting in the JSON text. */
    public LoadLimits withMaxJsonDepth(int depth) {
        return with(parts -> parts.maxJsonDepth = depth);
    }

    /** Returns these limits with another one for values in the JSON text. */
    public LoadLimits withMaxJsonValues(int values) {
        return with(parts -> parts.maxJsonValues = values);
    }

    /** Returns these limits with another one for memory. */
    public LoadLimits withMaxDecodedBytes(long bytes) {
        return with(parts -> parts.maxDecodedBytes = bytes);
    }

    /** Returns these limits with another one for width and height of an image. */
    public LoadLimits withMaxImageSide(int pixels) {
        return with(parts -> parts.maxImageSide = pixels);
    }

    /** Returns these limits with another one for pixels of an image. */
    public LoadLimits withMaxImagePixels(long pixels) {
        return with(parts -> parts.maxImagePixels = pixels);
    }

    /** Returns these limits with another one for all images together. */
    public LoadLimits withMaxTexels(long texels) {
        return with(parts -> parts.maxTexels = texels);
    }

    /** Returns these limits with another one for vertices of a primitive. */
    public LoadLimits withMaxVertices(int vertices) {
        return with(parts -> parts.maxVertices = vertices);
    }

    /** Returns these limits with another one for indices of a primitive. */
    public LoadLimits withMaxIndices(int indices) {
        return with(parts -> parts.maxIndices = indices);
    }

    /** Returns these limits with another one for nodes. */
    public LoadLimits withMaxNodes(int nodes) {
        return with(parts -> parts.maxNodes = nodes);
    }

    /** Returns these limits with another one for vertices that are drawn. */
    public LoadLimits withMaxDrawnVertices(long vertices) {
        return with(parts -> parts.maxDrawnVertices = vertices);
    }

    /** Returns these limits with another one for the longer side of a texture. */
    public LoadLimits withMaxTextureSide(int pixels) {
        return with(parts -> parts.maxTextureSide = pixels);
    }

    /** Returns these limits for other choices of materials. */
    public LoadLimits withVariants(WantedVariants wanted) {
        return with(parts -> parts.variants = wanted);
    }

    /** Returns these limits with another one for everything else, each. */
    public LoadLimits withMaxObjects(int objects) {
        return with(parts -> parts.maxObjects = objects);
    }

    /** Returns these limits with another one for time. */
    public LoadLimits withMaxTime(Duration time) {
        return with(parts -> parts.maxTime = time);
    }

    private LoadLimits with(Consumer<Parts> change) {
        var parts = new Parts(this);
        change.accept(parts);
        return parts.build();
    }

    /** The same parts, to be changed one by one. */
    private static final class Parts {
        long maxFileBytes;
        long maxTotalFileBytes;
        long maxJsonBytes;
        int maxJsonDepth;
        int maxJsonValues;
        long maxDecodedBytes;
        int maxImageSide;
        long maxImagePixels;
        long maxTexels;
        int maxVertices;
        int maxIndices;
        int maxNodes;
        long maxDrawnVertices;
        int maxTextureSide;
        WantedVariants variants;
        int maxObjects;
        Duration maxTime;

        Parts(LoadLimits from) {
            maxFileBytes = from.maxFileBytes;
            maxTotalFileBytes = from.maxTotalFileBytes;
            maxJsonBytes = from.maxJsonBytes;
            maxJsonDepth = from.maxJsonDepth;
            maxJsonValues = from.maxJsonValues;
            maxDecodedBytes = from.maxDecodedBytes;
            maxImageSide = from.maxImageSide;
            maxImagePixels = from.maxImagePixels;
            maxTexels = from.maxTexels;
            maxVertices = from.maxVertices;
            maxIndices = from.maxIndices;
            maxNodes = from.maxNodes;
            maxDrawnVertices = from.maxDrawnVertices;
            maxTextureSide = from.maxTextureSide;
            variants = from.variants;
            maxObjects = from.maxObjects;
            maxTime = from.maxTime;
        }

        LoadLimits build() {
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
                    maxTextureSide,
                    variants,
                    maxObjects,
                    maxTime);
        }
    }
}
