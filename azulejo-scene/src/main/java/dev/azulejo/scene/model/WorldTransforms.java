package dev.azulejo.scene.model;

import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Mat4;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * Where every node of a scene stands in the world: the product of the local transforms from the
 * root down.
 */
public final class WorldTransforms {
    private static final float[] NONE = {};

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

    /**
     * Computes what moves the vertices of skinned meshes from the mesh's space to world space: each
     * joint's transform after its inverse bind matrix (glTF 2.0, section 3.7.3.3; the transform of
     * the node that shows the mesh does not count). Products are accumulated in double and rounded
     * once.
     *
     * @param skin whose joints are all in the scene
     * @param matrices receives {@link JointInfluences#MATRIX_SIZE} floats a joint: three rows of
     *     four
     * @throws IllegalArgumentException when a joint is not in the scene
     */
    public void jointMatrices(Skin skin, float[] matrices) {
        int out = 0;
        for (int j = 0; j < skin.joints().size(); j++) {
            Mat4 joint = get(skin.joints().get(j));
            Mat4 inverseBind = skin.inverseBindMatrices().get(j);
            for (int row = 0; row < 3; row++) {
                for (int column = 0; column < 4; column++) {
                    double sum = 0;
                    for (int k = 0; k < 4; k++) {
                        sum += (double) joint.get(row, k) * inverseBind.get(k, column);
                    }
                    matrices[out++] = (float) sum;
                }
            }
        }
    }

    /** Returns the matrices of a skin's joints in a new array. */
    public float[] jointMatrices(Skin skin) {
        float[] matrices = new float[JointInfluences.MATRIX_SIZE * skin.joints().size()];
        jointMatrices(skin, matrices);
        return matrices;
    }

    /**
     * Returns of which nodes something is true, of them and of all above them; of nodes that are
     * not in the scene it is not.
     *
     * @param scene gives the hierarchy
     * @param own whether it is true of a node by itself
     */
    public boolean[] withParents(Scene scene, IntPredicate own) {
        boolean[] whole = new boolean[world.length];
        for (int root : scene.roots()) {
            whole[root] = true;
        }
        // Parents come before their children
        for (int n : order) {
            whole[n] &= own.test(n);
            for (int child : scene.nodes().get(n).children()) {
                whole[child] = whole[n];
            }
        }
        return whole;
    }

    /**
     * Returns the box in world space around all finite vertices of the scene's meshes, with the
     * morph targets' weights that nodes and meshes give.
     */
    public Bounds bounds(Scene scene) {
        return bounds(scene, scene::morphWeights);
    }

    /**
     * Returns the box in world space around all finite vertices of the scene's meshes: skinned ones
     * where their joints have moved them, others where their nodes are.
     *
     * @param scene gives the meshes
     * @param morphWeights weights of the morph targets at a node with a mesh, by the node's index;
     *     empty for all 0
     */
    public Bounds bounds(Scene scene, IntFunction<float[]> morphWeights) {
        return bounds(scene, morphWeights, n -> true, () -> {});
    }

    /**
     * Returns the same as {@link #bounds(Scene, IntFunction)} of some nodes, unless it is ended
     * before.
     *
     * @param counts whether a node's mesh counts, by the node's index
     * @param goOn called every now and then; ends the work by an exception
     */
    public Bounds bounds(
            Scene scene, IntFunction<float[]> morphWeights, IntPredicate counts, Runnable goOn) {
        float[][] matrices = new float[scene.skins().size()][];
        var boxes = new PointBounds();
        Bounds bounds = Bounds.EMPTY;
        for (int n : order) {
            Node node = scene.nodes().get(n);
            if (node.mesh() < 0 || !counts.test(n)) {
                continue;
            }
            Mesh mesh = scene.meshes().get(node.mesh());
            float[] weights = mesh.morphTargetCount() == 0 ? NONE : morphWeights.apply(n);
            for (Primitive primitive : mesh.primitives()) {
                goOn.run();
                float[] positions = primitive.morphedPositions(weights);
                Mat4 transform = world[n];
                if (node.isSkinned(primitive)) {
                    if (matrices[node.skin()] == null) {
                        matrices[node.skin()] = jointMatrices(scene.skins().get(node.skin()));
                    }
                    float[] moved = new float[positions.length];
                    primitive.influences().movePositions(positions, matrices[node.skin()], moved);
                    positions = moved;
                    transform = Mat4.IDENTITY;
                }
                // Only those of the primitive itself come again.
                boolean shared = positions == primitive.vertices().positions();
                float[] points = primitive.boundingPoints(positions);
                bounds =
                        bounds.union(
                                shared && points == positions
                                        ? boxes.of(points, transform)
                                        : Bounds.ofPoints(points, transform));
            }
        }
        return bounds;
    }
}
