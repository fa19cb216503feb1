package dev.azulejo.core.shader;

import dev.azulejo.core.tessellation.TessellationMode;

/**
 * The hull stage (Direct3D; OpenGL: tessellation control): from the control points of patches,
 * their tessellation factors and what the domain stage needs to know of them.
 *
 * <p>In a program with a hull stage, the vertex stage makes control points: its {@link
 * VertexStage#varyings} writes the {@link #controlPointFloats()} floats of each, and {@link
 * VertexStage#positions} is not called.
 */
public interface HullStage {
    /** Most floats of a control point. */
    int MAX_CONTROL_POINT_FLOATS = ShaderProgram.MAX_VARYINGS;

    /** Most floats that a patch hands on. */
    int MAX_PATCH_FLOATS = 512;

    /** Returns how patches are divided. */
    TessellationMode mode();

    /** Returns how many floats make a control point, 1..{@value #MAX_CONTROL_POINT_FLOATS}. */
    int controlPointFloats();

    /** Returns how many floats a patch hands to the domain stage, 0..{@value #MAX_PATCH_FLOATS}. */
    int patchFloats();

    /**
     * Says whether {@link #hull} writes {@link HullBatch#bounds} where they are asked for: where
     * the places lie that the domain stage multiplies with a matrix. GPUs that share a picture then
     * leave out patches that cannot touch their part of it, before they are tessellated.
     *
     * <p>A stage that returns true promises that each clip coordinate which the domain stage writes
     * differs from the exact product of the matrix and (x, y, z, 1), for some (x, y, z) in the box,
     * by at most 2<sup>-20</sup> times the sum of the absolute values of its four terms, where x, y
     * and z are the largest of the box.
     *
     * @param groups bound groups
     * @param instance instance index
     * @param clipFromObject written: 16 floats, column-major
     */
    default boolean linearBounds(BindGroup[] groups, int instance, float[] clipFromObject) {
        return false;
    }

    /**
     * Writes edge and inside factors, as many as the domain takes, and the patch's floats: all of
     * them, for what is there already is of other patches. Lanes 0..count-1 count; a stage may
     * compute all lanes, where inputs hold leftovers (any float).
     */
    void hull(HullBatch batch);
}
