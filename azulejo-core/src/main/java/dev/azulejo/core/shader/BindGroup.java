package dev.azulejo.core.shader;

import dev.azulejo.core.resource.Sampler;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.UniformBuffer;

import java.util.List;
import java.util.Objects;

/**
 * Resources that a program reads, set together: uniforms, and textures with their samplers.
 *
 * @param uniforms buffer of constants; may be empty, never null
 * @param textures textures by binding index
 * @param samplers samplers, one for each texture
 */
public record BindGroup(UniformBuffer uniforms, List<Texture> textures, List<Sampler> samplers) {
    /** Groups that a draw call has: frame, material, object. */
    public static final int MAX_GROUPS = 3;

    /** A group without anything in it. */
    public static final BindGroup EMPTY = new BindGroup(new UniformBuffer(), List.of(), List.of());

    /** Checks that every texture has a sampler. */
    public BindGroup {
        Objects.requireNonNull(uniforms, "uniforms");
        textures = List.copyOf(textures);
        samplers = List.copyOf(samplers);
        if (textures.size() != samplers.size()) {
            throw new IllegalArgumentException(
                    "bind group: %d textures but %d samplers"
                            .formatted(textures.size(), samplers.size()));
        }
    }

    /** A group of uniforms alone. */
    public static BindGroup of(UniformBuffer uniforms) {
        return new BindGroup(uniforms, List.of(), List.of());
    }
}
