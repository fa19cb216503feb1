package dev.azulejo.scene.model;

import java.util.List;
import java.util.Objects;

/**
 * A node of the hierarchy.
 *
 * @param name may be empty
 * @param transform to the parent's space
 * @param children indices of nodes
 * @param mesh index of the mesh drawn here, or -1
 * @param camera index of the camera that stands here, or -1
 * @param light index of the light that stands here, or -1
 */
public record Node(
        String name, Transform transform, List<Integer> children, int mesh, int camera, int light) {

    /** Copies the list. */
    public Node {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(transform, "transform");
        children = List.copyOf(children);
    }

    /** Returns a node without children that draws a mesh. */
    public static Node ofMesh(String name, Transform transform, int mesh) {
        return new Node(name, transform, List.of(), mesh, -1, -1);
    }
}
