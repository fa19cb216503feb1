package dev.azulejo.core.resource;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Something that outlives a command: has an identity, and a version that each write increments.
 *
 * <p>Threads: resources are written by one thread while no submit that uses them is running; a
 * phase copies what uniforms hold when it is read.
 */
public abstract sealed class Resource
        permits VertexBuffer, IndexBuffer, UniformBuffer, Texture, RenderTarget {
    private static final AtomicLong IDENTITIES = new AtomicLong();

    private final long id;
    private long version;

    /** Makes one with an identity of its own. */
    protected Resource() {
        id = IDENTITIES.incrementAndGet();
    }

    /** Makes one that stands for another: a copy of what it held at some time. */
    protected Resource(Resource original) {
        id = original.id;
    }

    /** Returns a number that no other resource of this process has, but for copies of this one. */
    public final long id() {
        return id;
    }

    /** Returns how often the contents were written since creation. */
    public final long version() {
        return version;
    }

    /** Records that the contents changed. */
    protected final void touch() {
        version++;
    }

    static void checkRange(String what, long offset, long count, long limit) {
        if (offset < 0 || count < 0 || offset + count > limit) {
            throw new IllegalArgumentException(
                    "%s: offset=%d + count=%d extends beyond length=%d"
                            .formatted(what, offset, count, limit));
        }
    }
}
