package dev.azulejo.scene.model;

import java.util.List;
import java.util.Objects;

/**
 * Primitives that are drawn together.
 *
 * @param name may be empty
 * @param primitives may be empty
 */
public record Mesh(String name, List<Primitive> primitives) {
    /** Copies the list. */
    public Mesh {
        Objects.requireNonNull(name, "name");
        primitives = List.copyOf(primitives);
    }
}
