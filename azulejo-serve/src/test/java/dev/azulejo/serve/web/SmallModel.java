package dev.azulejo.serve.web;

import dev.azulejo.scene.gltf.GltfLoader;
import dev.azulejo.scene.model.Scene;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

/** A square with all that can be chosen of a model: a camera, an animation, and two variants. */
final class SmallModel {
    private SmallModel() {}

    /** Writes and loads it. */
    static Scene load(Path folder) throws IOException {
        var bytes =
                ByteBuffer.allocate(12 * 4 + 6 * 2 + 2 * 4 + 8 * 4).order(ByteOrder.LITTLE_ENDIAN);
        for (float x : new float[] {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0}) {
            bytes.putFloat(x);
        }
        for (int corner : new int[] {0, 1, 2, 0, 2, 3}) {
            bytes.putShort((short) corner);
        }
        // From where it stands to a quarter of a turn about the way it looks
        for (float x : new float[] {0, 4, 0, 0, 0, 1, 0, 0, 0.70710677f, 0.70710677f}) {
            bytes.putFloat(x);
        }
        var file = folder.resolve("small.gltf");
        Files.writeString(
                file,
                """
                {"asset": {"version": "2.0"},
                 "extensionsUsed": ["KHR_materials_variants"],
                 "extensions": {"KHR_materials_variants": {"variants": [{"name": "red"}, {"name": "blue"}]}},
                 "scene": 0, "scenes": [{"nodes": [0, 1]}],
                 "nodes": [{"mesh": 0, "name": "square"}, {"camera": 0, "name": "from near", "translation": [0, 0, 1.5]}],
                 "cameras": [{"type": "perspective", "perspective": {"yfov": 0.8, "znear": 0.1, "zfar": 10}}],
                 "materials": [
                   {"pbrMetallicRoughness": {"baseColorFactor": [0.8, 0.02, 0.02, 1], "metallicFactor": 0}},
                   {"pbrMetallicRoughness": {"baseColorFactor": [0.02, 0.02, 0.8, 1], "metallicFactor": 0}}],
                 "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 0,
                   "extensions": {"KHR_materials_variants": {"mappings": [
                     {"material": 0, "variants": [0]}, {"material": 1, "variants": [1]}]}}}]}],
                 "animations": [{"name": "turning", "channels": [{"sampler": 0, "target": {"node": 0, "path": "rotation"}}],
                   "samplers": [{"input": 2, "output": 3}]}],
                 "accessors": [
                   {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "min": [-1, -1, 0], "max": [1, 1, 0]},
                   {"bufferView": 1, "componentType": 5123, "count": 6, "type": "SCALAR"},
                   {"bufferView": 2, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [4]},
                   {"bufferView": 3, "componentType": 5126, "count": 2, "type": "VEC4"}],
                 "bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 12},
                   {"buffer": 0, "byteOffset": 60, "byteLength": 8}, {"buffer": 0, "byteOffset": 68, "byteLength": 32}],
                 "buffers": [{"byteLength": 100, "uri": "data:application/octet-stream;base64,%s"}]}
                """
                        .formatted(Base64.getEncoder().encodeToString(bytes.array())));
        return GltfLoader.load(file);
    }
}
