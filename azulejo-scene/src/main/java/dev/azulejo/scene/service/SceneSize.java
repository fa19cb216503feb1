package dev.azulejo.scene.service;

import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.VertexData;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** How much memory a scene takes: its arrays, and an estimate of its objects. */
final class SceneSize {
    /** A node, material, accessor and so on; and a scene without anything. */
    private static final long OBJECT_BYTES = 256;

    private SceneSize() {}

    static long bytes(Scene scene) {
        long objects = 1L + scene.nodes().size() + scene.materials().size() + scene.skins().size();
        long bytes = 0;
        for (var image : scene.images()) {
            bytes += 4L * image.texels().length;
        }
        Set<VertexData> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (var mesh : scene.meshes()) {
            for (var primitive : mesh.primitives()) {
                objects++;
                bytes += primitive.indices() == null ? 0 : 4L * primitive.indices().length;
                bytes += primitive.heights() == null ? 0 : primitive.heights().sizeBytes();
                if (seen.add(primitive.vertices())) {
                    bytes += primitive.vertices().sizeBytes() + primitive.deformationBytes();
                }
            }
        }
        for (var animation : scene.animations()) {
            for (var channel : animation.channels()) {
                var sampler = channel.sampler();
                bytes += 4L * (sampler.times().length + sampler.values().length);
                objects++;
            }
        }
        return bytes + OBJECT_BYTES * objects;
    }
}
