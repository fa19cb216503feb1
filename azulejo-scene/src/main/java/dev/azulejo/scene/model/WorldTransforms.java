package dev.azulejo.scene.model;

import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Mat4;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Where every node of a scene stands in the world: the product of the local transforms from the
 * root down.
 */
public final class WorldTransforms {
    private final Mat4[] world;
    private final int[] order;

    private WorldTransforms(Mat4[] world, int[] order) {
        this.world = world;
        this.order = order;
    }

    /** Computes the transforms of a scene as it stands. */
    public static WorldTransforms of(Scene scene) {
        return of(scene, n -> scene.nodes().get(n).transform().toMatrix());
    }

    /**
     * Computes the transforms of a scene with other local transforms than its own, as when nodes
     * move.
     *
     * @param scene gives the hierarchy
     * @param local local transform of a node, by index
     */
    public static WorldTransforms of(Scene scene, IntFunction<Mat4> local) {
        List<Node> nodes = scene.nodes();
        Mat4[] world = new Mat4[nodes.size()];
        int[] order = new int[nodes.size()];
        int[] stack = new int[nodes.size() + 1];
        int visited = 0;
        // an explicit stack: a chain of 100,000 nodes must not overflow the thread's
        for (int root : scene.roots()) {
            int depth = 0;
            world[root] = local.apply(root);
            stack[depth++] = root;
            while (depth > 0) {
                int n = stack[--depth];
                order[visited++] = n;
                List<Integer> children = nodes.get(n).children();
                for (int c = children.size() - 1; c >= 0; c--) {
                    int child = children.get(c);
                    world[child] = world[n].times(local.apply(child));
                    stack[depth++] = child;
                }
            }
        }
        return new WorldTransforms(world, Arrays.copyOf(order, visited));
    }

    /** Returns the nodes reached from the roots, parents before children, in file order. */
    public int[] visitOrder() {
        return order.clone();
    }

    /** Returns whether a node is reached from the scene's roots and so has a place in the world. */
    public boolean isInScene(int node) {
        return world[node] != null;
    }

    /**
     * Returns a node's transform to world space.
     *
     * @throws IllegalArgumentException when the node is not reached from the roots
     */
    public Mat4 get(int node) {
        Mat4 matrix = world[node];
        if (matrix == null) {
            throw new IllegalArgumentException("node %d is not in the scene".formatted(node));
        }
        return matrix;
    }

    /** Returns the box in world space around all finite vertices of the scene's meshes. */
    public Bounds bounds(Scene scene) {
        Bounds bounds = Bounds.EMPTY;
        for (int n : order) {
            int mesh = scene.nodes().get(n).mesh();
            if (mesh >= 0) {
                for (Primitive primitive : scene.meshes().get(mesh).primitives()) {
                    bounds =
                            bounds.union(
                                    Bounds.ofPoints(primitive.vertices().positions(), world[n]));
                }
            }
        }
        return bounds;
    }
}
