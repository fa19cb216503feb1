package dev.azulejo.core.shader;

import dev.azulejo.core.resource.DepthView;
import dev.azulejo.core.resource.Sampler;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.UniformBuffer;

import java.util.List;
import java.util.Objects;

/**
 * Resources that a program reads, set together: uniforms, textures with their samplers, and depths
 * that earlier phases have drawn.
 *
 * @param uniforms buffer of constants; may be empty, never null
 * @param textures textures by binding index
 * @param samplers samplers, one for each texture
 * @param depths depths by binding index; of no target that is being drawn into
 */
public record BindGroup(
        UniformBuffer uniforms,
        List<Texture> textures,
        List<Sampler> samplers,
        List<DepthView> depths) {
    /** Groups that a draw call has: frame, material, object. */
    public static final int MAX_GROUPS = 3;

    /** A group without anything in it. */
    public static final BindGroup EMPTY = new BindGroup(new UniformBuffer(), List.of(), List.of());

    /** Checks that every texture has a sampler. */
    public BindGroup {
        Objects.requireNonNull(uniforms, "uniforms");
        textures = List.copyOf(textures);
        samplers = List.copyOf(samplers);
        depths = List.copyOf(depths);
        if (textures.size() != samplers.size()) {
            throw new IllegalArgumentException(
                    "bind group: %d textures but %d samplers"
                            .formatted(textures.size(), samplers.size()));
        }
    }

    /** A group without depths. */
    public BindGroup(UniformBuffer uniforms, List<Texture> textures, List<Sampler> samplers) {
        this(uniforms, textures, samplers, List.of());
    }

    /** A group of uniforms alone. */
    public static BindGroup of(UniformBuffer uniforms) {
        return new BindGroup(uniforms, List.of(), List.of());
    }

    /** A group of uniforms and depths. */
    public static BindGroup of(UniformBuffer uniforms, DepthView depths) {
        return new BindGroup(uniforms, List.of(), List.of(), List.of(depths));
    }
}
