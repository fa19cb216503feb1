package dev.azulejo.core.resource;

/**
 * What devices keep with resources, and change in targets: the one door in this package that users
 * leave closed. Whoever sets these things by hand gets wrong pictures.
 */
public final class DeviceAccess {
    private DeviceAccess() {}

    /**
     * Makes sure that a target has per-sample storage, laid out as {@code [pixel * samples +
     * sample]}, and tells whether it still holds what the last pass left.
     */
    public static boolean requireSampleStorage(RenderTarget target) {
        return target.requireSampleStorage();
    }

    /** Says whether a target's sample storage holds its current contents. */
    public static void samplesValid(RenderTarget target, boolean valid) {
        target.samplesValid(valid);
    }

    /** Records that a pass wrote a target. */
    public static void written(RenderTarget target) {
        target.touch();
    }

    /** Records that a pass that wrote a target is over: later phases sample what is there now. */
    public static void drawn(RenderTarget target) {
        target.show();
    }

    /**
     * Returns a number that changes when a buffer's contents do, and not when they are written with
     * what they held before.
     */
    public static long contents(UniformBuffer buffer) {
        return buffer.contents();
    }

    /**
     * Returns a buffer that stands for another one: same identity, and what that one held when it
     * was {@linkplain #copy copied} last.
     */
    public static UniformBuffer stand(UniformBuffer original) {
        return original.stand();
    }

    /** Takes over contents, and their number, from the buffer that one stands for. */
    public static void copy(UniformBuffer original, UniformBuffer stand) {
        stand.copy(original);
    }

    /**
     * Returns what is known of a run or cluster of indices, or null.
     *
     * @param length {@link IndexBuffer#RUN} or {@link IndexBuffer#CLUSTER}
     * @param index it begins at element {@code index * length}
     */
    public static VertexRun run(IndexBuffer buffer, int length, int index) {
        return buffer.run(length, index);
    }

    /** Remembers a run or cluster of indices. */
    public static void keepRun(IndexBuffer buffer, int length, int index, VertexRun run) {
        buffer.keepRun(length, index, run);
    }

    /** Returns the bounds of a whole draw call that were found last, or null. */
    public static PositionBounds drawBounds(IndexBuffer buffer) {
        return buffer.drawBounds();
    }

    /** Remembers the bounds of a whole draw call. */
    public static void keepDrawBounds(IndexBuffer buffer, PositionBounds box) {
        buffer.keepDrawBounds(box);
    }

    /** Returns the bounds of a cluster last found, of whatever vertex buffer; or null. */
    public static PositionBounds bounds(IndexBuffer buffer, int cluster) {
        return buffer.bounds(cluster);
    }

    /** Remembers the bounds of a cluster. */
    public static void keepBounds(IndexBuffer buffer, int cluster, PositionBounds box) {
        buffer.keepBounds(cluster, box);
    }

    /** Returns how many different vertices a cluster of so many elements names. */
    public static int clusterVertices(IndexBuffer buffer, int cluster, int elements) {
        return buffer.clusterVertices(cluster, elements);
    }
}
