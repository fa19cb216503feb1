package dev.azulejo.core.resource;

import java.util.Objects;

/**
 * How a texture is read.
 *
 * @param magFilter filter when a texel covers more than a pixel
 * @param minFilter filter within a level when a pixel covers more than a texel
 * @param mipFilter choice of levels when minifying
 * @param addressU address mode of the horizontal coordinate
 * @param addressV address mode of the vertical coordinate
 * @param maxAnisotropy most samples along the longer axis of a pixel's footprint, 1 (isotropic) to
 *     16; above 1 all three filters must be linear
 */
public record Sampler(
        Filter magFilter,
        Filter minFilter,
        MipFilter mipFilter,
        AddressMode addressU,
        AddressMode addressV,
        int maxAnisotropy) {

    /** Trilinear, repeating, isotropic. */
    public static final Sampler TRILINEAR_REPEAT =
            new Sampler(
                    Filter.LINEAR,
                    Filter.LINEAR,
                    MipFilter.LINEAR,
                    AddressMode.REPEAT,
                    AddressMode.REPEAT,
                    1);

    /** Checks the combination. */
    public Sampler {
        Objects.requireNonNull(magFilter, "magFilter");
        Objects.requireNonNull(minFilter, "minFilter");
        Objects.requireNonNull(mipFilter, "mipFilter");
        Objects.requireNonNull(addressU, "addressU");
        Objects.requireNonNull(addressV, "addressV");
        if (maxAnisotropy < 1 || maxAnisotropy > 16) {
            throw new IllegalArgumentException(
                    "sampler.maxAnisotropy=%d is not in 1..16".formatted(maxAnisotropy));
        }
        if (maxAnisotropy > 1
                && (magFilter != Filter.LINEAR
                        || minFilter != Filter.LINEAR
                        || mipFilter != MipFilter.LINEAR)) {
            throw new IllegalArgumentException(
                    "sampler.maxAnisotropy=%d needs magFilter, minFilter and mipFilter LINEAR"
                            .formatted(maxAnisotropy));
        }
    }
}
