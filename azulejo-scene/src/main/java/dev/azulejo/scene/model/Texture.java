package dev.azulejo.scene.model;

import java.util.Objects;

/**
 * An image and how it is sampled.
 *
 * @param name may be empty
 * @param image index of the image, or -1 where it is in a format that cannot be read: white
 * @param sampler how it is sampled
 */
public record Texture(String name, int image, SamplerSpec sampler) {
    /** Checks that nothing is missing. */
    public Texture {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(sampler, "sampler");
    }
}
