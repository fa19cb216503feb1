package dev.azulejo.scene.gltf;

import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.VertexData;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * Brings vertices near their mesh's origin that lie far away from it, measured by the mesh's size:
 * a place is subtracted from all of them, and a node below that of the mesh has it instead. That is
 * done only where no difference is rounded, so that all is there that the file's floats say, and
 * not for meshes that joints or morph targets move.
 */
final class FarMeshes {
    private FarMeshes() {}

    /**
     * Returns a scene of which no mesh is far, but those that have to be; the same one if none is.
     *
     * @param scene as it was read
     * @param room told of the bytes that new positions take, before they do
     * @param goOn called before each mesh; ends the work by an exception
     */
    static Scene near(Scene scene, LongConsumer room, Runnable goOn) {
        var meshes = new ArrayList<>(scene.meshes());
        var places = new Vec3[meshes.size()];
        boolean any = false;
        for (int m = 0; m < places.length; m++) {
            goOn.run();
            Mesh mesh = meshes.get(m);
            Vec3 place = place(mesh);
            Mesh near = place == null ? null : moved(mesh, place, room);
            if (near != null) {
                meshes.set(m, near);
                places[m] = place;
                any = true;
            }
        }
        return any ? with(scene, meshes, places) : scene;
    }

    /** Returns where a mesh lies that is far from its origin; null if it is not, or is to stay. */
    private static Vec3 place(Mesh mesh) {
        Bounds bounds = Bounds.EMPTY;
        for (Primitive primitive : mesh.primitives()) {
            float[] positions = primitive.vertices().positions();
            boolean moves = primitive.influences() != null || !primitive.morphTargets().isEmpty();
            // One vertex tells of most that they are near
            if (moves || positions.length < 3 || !FarScenes.isFar(positions)) {
                return null;
            }
            bounds = bounds.union(Bounds.ofPoints(positions, Mat4.IDENTITY));
        }
        // What has no size has nothing to lose
        return bounds.isEmpty() || bounds.radius() == 0 ? null : FarScenes.place(bounds);
    }

    /** Returns a mesh whose positions count from a place; null if floats cannot say that. */
    private static Mesh moved(Mesh mesh, Vec3 place, LongConsumer room) {
        Map<VertexData, VertexData> known = new IdentityHashMap<>();
        var primitives = new ArrayList<Primitive>();
        for (Primitive primitive : mesh.primitives()) {
            VertexData from = primitive.vertices();
            VertexData to = known.get(from);
            if (to == null) {
                room.accept(4L * from.positions().length);
                float[] positions = moved(from.positions(), place);
                if (positions == null) {
                    return null;
                }
                to =
                        new VertexData(
                                from.count(),
                                positions,
                                from.normals(),
                                from.tangents(),
                                from.texCoord0(),
                                from.texCoord1(),
                                from.color0(),
                                from.openness());
                known.put(from, to);
            }
            primitives.add(primitive.withVertices(to));
        }
        return new Mesh(mesh.name(), primitives, mesh.weights());
    }

    private static float[] moved(float[] positions, Vec3 place) {
        double[] from = {place.x(), place.y(), place.z()};
        float[] moved = new float[positions.length];
        for (int i = 0; i < moved.length; i++) {
            double difference = positions[i] - from[i % 3];
            moved[i] = (float) difference;
            if (moved[i] != difference) {
                return null;
            }
        }
        return moved;
    }

    /** Gives nodes of meshes that were moved a node below them, which moves them back. */
    private static Scene with(Scene scene, List<Mesh> meshes, Vec3[] places) {
        var nodes = new ArrayList<>(scene.nodes());
        for (int n = 0; n < scene.nodes().size(); n++) {
            Node node = nodes.get(n);
            if (node.mesh() < 0 || places[node.mesh()] == null) {
                continue;
            }
            var children = new ArrayList<>(node.children());
            children.add(nodes.size());
            nodes.set(n, node.withoutMesh().withChildren(children));
            var there = new Transform.Trs(places[node.mesh()], Quaternion.IDENTITY, Vec3.ONE);
            nodes.add(Node.ofMesh(node.name(), there, node.mesh()));
        }
        return scene.toBuilder().nodes(nodes).meshes(meshes).build();
    }
}
