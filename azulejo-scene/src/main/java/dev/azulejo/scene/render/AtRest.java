package dev.azulejo.scene.render;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.PatchMesh;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.WorldTransforms;

/** What a scene shows when nothing has moved, part by part. */
final class AtRest {
    /** Takes parts. */
    interface Parts {
        /**
         * Takes one.
         *
         * @param node which node shows it
         * @param primitive what it shows
         * @param positions of the vertices, morphed and skinned
         * @param place from these to world space
         */
        void take(int node, Primitive primitive, float[] positions, Mat4 place);
    }

    /** Takes parts without their vertices. */
    interface Places {
        /**
         * Takes one.
         *
         * @param node which node shows it
         * @param primitive what it shows
         * @param place from the mesh's space to world space
         */
        void take(int node, Primitive primitive, Mat4 place);
    }

    /** Steps of a patch: what lies between them is flat. */
    private static final int STEPS = 8;

    /**
     * Triangles of a part.
     *
     * @param points x y z of vertices, in the space of the part's positions
     * @param indices three a triangle; none of points and lines
     */
    @SuppressWarnings("ArrayRecordComponent") // handed over, and never compared
    record Triangles(float[] points, int[] indices) {}

    private AtRest() {}

    /**
     * Goes through all primitives at all nodes that are seen, those of a node in their order.
     *
     * @param wish may end it
     * @param what names the work, for messages
     */
    static void visit(Scene scene, Cancellation wish, String what, Parts parts) {
        var world = scene.worldTransforms();
        visitPlaces(
                scene,
                world,
                wish,
                what,
                (n, primitive, place) -> {
                    float[] positions = primitive.morphedPositions(scene.morphWeights(n));
                    Node node = scene.nodes().get(n);
                    if (!node.isSkinned(primitive)) {
                        parts.take(n, primitive, positions, place);
                        return;
                    }
                    float[] moved = new float[positions.length];
                    primitive
                            .influences()
                            .movePositions(
                                    positions,
                                    world.jointMatrices(scene.skins().get(node.skin())),
                                    moved);
                    parts.take(n, primitive, moved, Mat4.IDENTITY);
                });
    }

    /**
     * As {@link #visit}, where nobody asks where vertices are: none is morphed or skinned.
     *
     * @param wish may end it
     * @param what names the work, for messages
     */
    static void visitPlaces(Scene scene, Cancellation wish, String what, Places places) {
        visitPlaces(scene, scene.worldTransforms(), wish, what, places);
    }

    private static void visitPlaces(
            Scene scene, WorldTransforms world, Cancellation wish, String what, Places places) {
        boolean[] seen = seen(scene, world);
        for (int n : world.visitOrder()) {
            Node node = scene.nodes().get(n);
            if (node.mesh() < 0 || !seen[n]) {
                continue;
            }
            for (Primitive primitive : scene.meshes().get(node.mesh()).primitives()) {
                wish.check(what);
                places.take(n, primitive, world.get(n));
            }
        }
    }

    /**
     * Returns the box around what is seen of the scene; as {@link Scene#worldBounds} for all of it.
     *
     * @param wish may end it
     * @param what names the work, for messages
     */
    static Bounds bounds(Scene scene, Cancellation wish, String what) {
        var world = scene.worldTransforms();
        boolean[] seen = seen(scene, world);
        return world.bounds(scene, scene::morphWeights, n -> seen[n], () -> wish.check(what));
    }

    /** Returns which nodes are seen. */
    static boolean[] seen(Scene scene, WorldTransforms world) {
        return world.withParents(scene, n -> scene.nodes().get(n).visible());
    }

    /** Returns how many triangles patches are in pieces. */
    static long pieces(Primitive patches) {
        return 2L * STEPS * STEPS * patches.primitiveCount();
    }

    /** Returns the triangles of a part, those of patches in pieces. */
    static Triangles triangles(Primitive primitive, float[] positions) {
        Primitive list = primitive.toIndexedList();
        float[] points = positions;
        if (list.topology().isPatches()) {
            list = PatchMesh.triangles(list, STEPS);
            points = list.vertices().positions();
        }
        return new Triangles(
                points, list.topology() == Topology.TRIANGLES ? list.indices() : new int[0]);
    }
}
