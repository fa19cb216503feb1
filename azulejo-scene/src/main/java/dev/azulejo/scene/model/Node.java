package dev.azulejo.scene.model;

import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;

/**
 * A node of the hierarchy.
 *
 * @param name may be empty
 * @param transform to the parent's space
 * @param children indices of nodes
 * @param mesh index of the mesh drawn here, or -1
 * @param camera index of the camera that stands here, or -1
 * @param light index of the light that stands here, or -1
 * @param skin index of the skin that moves the mesh's vertices, or -1. With a skin the mesh stands
 *     where its joints are, not where this node is (glTF 2.0, section 3.7.3.3)
 * @param weights of the mesh's morph targets; one a target, or empty for those of the mesh
 * @param visible whether it is seen at rest, with all below it; what is not shines no light either
 */
public record Node(
        String name,
        Transform transform,
        List<Integer> children,
        int mesh,
        int camera,
        int light,
        int skin,
        List<Float> weights,
        boolean visible) {

    /** Copies the lists. */
    public Node {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(transform, "transform");
        children = List.copyOf(children);
        weights = List.copyOf(weights);
    }

    /** Makes a node that is seen. */
    public Node(
            String name,
            Transform transform,
            List<Integer> children,
            int mesh,
            int camera,
            int light,
            int skin,
            List<Float> weights) {
        this(name, transform, children, mesh, camera, light, skin, weights, true);
    }

    /** Makes a node without skin whose morph targets, if any, have the mesh's weights. */
    public Node(
            String name,
            Transform transform,
            List<Integer> children,
            int mesh,
            int camera,
            int light) {
        this(name, transform, children, mesh, camera, light, -1, List.of());
    }

    /** Returns a node without children that draws a mesh. */
    public static Node ofMesh(String name, Transform transform, int mesh) {
        return new Node(name, transform, List.of(), mesh, -1, -1);
    }

    /** Returns this node without some of its children. */
    public Node without(IntPredicate left) {
        var others = children.stream().filter(child -> !left.test(child)).toList();
        return withChildren(others);
    }

    /** Returns this node with other children. */
    public Node withChildren(List<Integer> others) {
        return new Node(name, transform, others, mesh, camera, light, skin, weights, visible);
    }

    /** Returns this node with another mesh, of as many morph targets. */
    public Node withMesh(int other) {
        return new Node(name, transform, children, other, camera, light, skin, weights, visible);
    }

    /** Returns this node, seen at rest or not. */
    public Node withVisible(boolean seen) {
        return new Node(name, transform, children, mesh, camera, light, skin, weights, seen);
    }

    /** Returns this node without mesh, skin and weights. */
    public Node withoutMesh() {
        return new Node(name, transform, children, -1, camera, light, -1, List.of(), visible);
    }

    /**
     * Returns whether a primitive of this node's mesh stands where joints are: the node has a skin
     * and the primitive says which joints move it.
     */
    public boolean isSkinned(Primitive primitive) {
        return skin >= 0 && primitive.influences() != null;
    }
}
