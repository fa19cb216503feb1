package dev.azulejo.core.shader;

/**
 * A vertex stage and a fragment stage that belong together, with an identity.
 *
 * <p>A program is immutable and may be used by many threads at once: stages keep what they need
 * between calls in the batch they are given, never in fields.
 */
public interface ShaderProgram {
    /** Most varyings that a program may have. */
    int MAX_VARYINGS = 32;

    /**
     * Returns a name for people, and the program's identity: programs of one name compute the same.
     * Who names two alike that do not gets pixels of one where the other's belong, since reuse of
     * tiles and draw calls compares names.
     */
    String name();

    /**
     * Returns how many floats the vertex stage hands to the fragment stage, 0..{@value
     * #MAX_VARYINGS}.
     */
    int varyingCount();

    /**
     * Returns how many of the first varyings also need their screen-space derivatives (texture
     * coordinates come first), 0..varyingCount.
     */
    default int gradientCount() {
        return 0;
    }

    /**
     * Returns whether the fragment stage can discard; then {@link FragmentStage#keep} runs before
     * depth is written.
     */
    default boolean discards() {
        return false;
    }

    /** Returns how many of the first varyings {@link FragmentStage#keep} reads. */
    default int keepVaryingCount() {
        return varyingCount();
    }

    /** Returns the vertex stage, scalar or vector. */
    VertexStage vertexStage(Kernels kernels);

    /** Returns the fragment stage, scalar or vector. */
    FragmentStage fragmentStage(Kernels kernels);
}
