package dev.azulejo.core.shader;

/**
 * Stages that belong together, with an identity: a vertex stage and a fragment stage, between them,
 * if patches are drawn, a hull and a domain stage, and a geometry stage if there is one.
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

    /** Returns how many floats of a vertex reach the fragment stage, 0..{@value #MAX_VARYINGS}. */
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

    /**
     * Returns whether the fragment stage has {@link FragmentStage#cover}, which a pipeline whose
     * alpha becomes coverage asks in place of {@link FragmentStage#keep}.
     */
    default boolean writesCoverage() {
        return false;
    }

    /**
     * Returns how many of the first varyings {@link FragmentStage#keep} and {@link
     * FragmentStage#cover} read.
     */
    default int keepVaryingCount() {
        return varyingCount();
    }

    /**
     * Returns of how many of the first varyings {@link FragmentStage#cover} reads derivatives,
     * 0..keepVaryingCount; it may need those of more than {@link #gradientCount} says, since it
     * wants to know how alpha changes.
     */
    default int coverGradientCount() {
        return Math.min(gradientCount(), keepVaryingCount());
    }

    /** Returns the vertex stage, scalar or vector. */
    VertexStage vertexStage(Kernels kernels);

    /**
     * Returns the hull stage, scalar or vector; null if the program draws no patches. The domain
     * stage must be there too.
     */
    default HullStage hullStage(Kernels kernels) {
        return null;
    }

    /** Returns the domain stage, scalar or vector; null if the program draws no patches. */
    default DomainStage domainStage(Kernels kernels) {
        return null;
    }

    /** Returns the geometry stage, scalar or vector; null if there is none. */
    default GeometryStage geometryStage(Kernels kernels) {
        return null;
    }

    /** Returns the fragment stage, scalar or vector. */
    FragmentStage fragmentStage(Kernels kernels);

    /**
     * Returns what its stages cost, for timing models: nothing that is drawn depends on it. An
     * estimate, unless a program knows better.
     *
     * @param controlPoints of a patch; 0 without patches
     * @param groups bound groups
     */
    default StageCosts costs(int controlPoints, BindGroup[] groups) {
        return StageCosts.estimate(this, controlPoints, groups);
    }
}
