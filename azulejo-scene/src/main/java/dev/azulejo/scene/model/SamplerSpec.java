package dev.azulejo.scene.model;

import java.util.Objects;

/**
 * How a texture is sampled (glTF 2.0, section 3.8.4).
 *
 * @param magFilter where a texel covers more than a pixel
 * @param minFilter within a mip level where a pixel covers more than a texel
 * @param mipFilter between mip levels
 * @param wrapS beyond 0..1 in u
 * @param wrapT beyond 0..1 in v
 */
public record SamplerSpec(
        Filter magFilter, Filter minFilter, MipFilter mipFilter, Wrap wrapS, Wrap wrapT) {
    /** Trilinear and repeating: what a texture without a sampler gets. */
    public static final SamplerSpec DEFAULT =
            new SamplerSpec(
                    Filter.LINEAR, Filter.LINEAR, MipFilter.LINEAR, Wrap.REPEAT, Wrap.REPEAT);

    /** Checks that nothing is missing. */
    public SamplerSpec {
        Objects.requireNonNull(magFilter, "magFilter");
        Objects.requireNonNull(minFilter, "minFilter");
        Objects.requireNonNull(mipFilter, "mipFilter");
        Objects.requireNonNull(wrapS, "wrapS");
        Objects.requireNonNull(wrapT, "wrapT");
    }

    /** Within a level. */
    public enum Filter {
        /** The nearest texel. */
        NEAREST,
        /** Four texels, weighted. */
        LINEAR
    }

    /** Between levels. */
    public enum MipFilter {
        /** Level 0 only. */
        NONE,
        /** The nearest level. */
        NEAREST,
        /** Two levels, weighted. */
        LINEAR
    }

    /** Beyond the edge. */
    public enum Wrap {
        /** Starts again. */
        REPEAT,
        /** Runs back and forth. */
        MIRRORED_REPEAT,
        /** Keeps the edge's colour. */
        CLAMP_TO_EDGE
    }
}
