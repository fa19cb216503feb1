package dev.azulejo.scene.model;

import java.util.List;
import java.util.Objects;

/**
 * Primitives that are drawn together.
 *
 * @param name may be empty
 * @param primitives may be empty; all have equally many morph targets
 * @param weights of the morph targets at nodes that give none; one a target, or empty for all 0
 */
public record Mesh(String name, List<Primitive> primitives, List<Float> weights) {
    /**
     * Copies the lists.
     *
     * @throws IllegalArgumentException when the numbers of morph targets and weights differ
     */
    public Mesh {
        Objects.requireNonNull(name, "name");
        primitives = List.copyOf(primitives);
        weights = List.copyOf(weights);
        for (Primitive primitive : primitives) {
            int targets = primitive.morphTargets().size();
            int expected =
                    weights.isEmpty()
                            ? primitives.getFirst().morphTargets().size()
                            : weights.size();
            if (targets != expected) {
                throw new IllegalArgumentException(
                        "mesh: a primitive has %d morph targets, %d expected"
                                .formatted(targets, expected));
            }
        }
    }

    /** Makes a mesh whose morph targets, if any, have weight 0. */
    public Mesh(String name, List<Primitive> primitives) {
        this(name, primitives, List.of());
    }

    /** Returns how many morph targets each primitive has. */
    public int morphTargetCount() {
        return primitives.isEmpty() ? weights.size() : primitives.getFirst().morphTargets().size();
    }

    /** Returns the largest joint that a vertex names, or -1 where none does. Looks at all. */
    public int maxJoint() {
        int largest = -1;
        for (Primitive primitive : primitives) {
            if (primitive.influences() != null) {
                largest = Math.max(largest, primitive.influences().maxJoint());
            }
        }
        return largest;
    }
}
