package dev.azulejo.core.shader;

import dev.azulejo.core.resource.Filter;
import dev.azulejo.core.resource.MipFilter;
import dev.azulejo.core.resource.TextureFormat;

/**
 * What one run of each stage of a program costs, for timing models: nothing that is drawn depends
 * on it. Costs are operations of a lane: an addition, a multiplication, a comparison, a root each
 * count as one.
 *
 * @param position of a vertex, or with patches of a domain point
 * @param vertex position and varyings
 * @param hull of a patch
 * @param fragment of a fragment, interpolation included; filtering of textures is not: texture
 *     units do it
 * @param textureBytes that a fragment reads of textures, before any cache
 */
public record StageCosts(int position, int vertex, int hull, int fragment, int textureBytes) {
    /** A matrix times a position. */
    public static final int TRANSFORM = 24;

    /** Weights of a fragment in its triangle. */
    public static final int WEIGHTS = 20;

    /** Two multiplications and two additions a varying. */
    public static final int VARYING = 4;

    /** Along two axes, two multiplications and two additions each. */
    public static final int GRADIENT = 8;

    /** Checks for nonsense. */
    public StageCosts {
        if (position < 0 || vertex < position || hull < 0 || fragment < 0 || textureBytes < 0) {
            throw new IllegalArgumentException(
                    "costs: position=%d, vertex=%d, hull=%d, fragment=%d, textureBytes=%d"
                                    .formatted(position, vertex, hull, fragment, textureBytes)
                            + " must not be negative, and a vertex costs no less than its"
                            + " position");
        }
    }

    /** Returns what interpolating a program's varyings costs a fragment. */
    public static int interpolation(ShaderProgram program) {
        return WEIGHTS + VARYING * program.varyingCount() + GRADIENT * program.gradientCount();
    }

    /**
     * Returns what can be said without knowing stages: a row of a matrix for each varying, as much
     * for what a fragment does with it, each bound texture read once; and of a patch a matrix for
     * each of its control points.
     */
    static StageCosts estimate(ShaderProgram program, int controlPoints, BindGroup[] groups) {
        int varyings = program.varyingCount();
        int row = TRANSFORM / 4;
        int bytes = 0;
        for (var group : groups) {
            bytes += textureBytes(group);
        }
        return new StageCosts(
                TRANSFORM,
                TRANSFORM + row * varyings,
                TRANSFORM * controlPoints,
                interpolation(program) + row * varyings,
                bytes);
    }

    /**
     * Returns the bytes of texels that a fragment reads if it reads each texture of a group once:
     * four texels where filters are linear, of two levels where levels are blended. Samples along
     * the longer axis of a footprint are not counted.
     */
    public static int textureBytes(BindGroup group) {
        int bytes = 0;
        for (int t = 0; t < group.textures().size(); t++) {
            var sampler = group.samplers().get(t);
            int texels = sampler.minFilter() == Filter.LINEAR ? 4 : 1;
            int levels = sampler.mipFilter() == MipFilter.LINEAR ? 2 : 1;
            boolean floats = group.textures().get(t).format() == TextureFormat.RGBA32_FLOAT;
            bytes += texels * levels * (floats ? 16 : 4);
        }
        return bytes;
    }
}
