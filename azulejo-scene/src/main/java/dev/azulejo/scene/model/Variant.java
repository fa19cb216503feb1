package dev.azulejo.scene.model;

import java.util.List;
import java.util.Objects;

/**
 * Another choice of materials for the same geometry, such as a shoe in another colour
 * (KHR_materials_variants).
 *
 * @param name what to ask for it by; may be empty
 * @param choices what is different; of two for the same primitive the first counts
 */
public record Variant(String name, List<Choice> choices) {
    /** Copies the list. */
    public Variant {
        Objects.requireNonNull(name, "name");
        choices = List.copyOf(choices);
    }

    /**
     * A primitive's other material.
     *
     * @param mesh index of the mesh
     * @param primitive index in the mesh
     * @param material index of the material
     */
    public record Choice(int mesh, int primitive, int material) {}
}
