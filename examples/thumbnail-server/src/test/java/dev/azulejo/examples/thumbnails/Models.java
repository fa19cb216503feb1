package dev.azulejo.examples.thumbnails;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** Models that clients send. */
final class Models {
    private Models() {}

    /**
     * A sphere as a .gltf file with everything in it.
     *
     * @param segments quads around it, and half as many from pole to pole
     * @param colour 0..999, so that there are many models that differ
     * @param copies nodes that show it
     */
    static byte[] sphere(int segments, int colour, int copies) {
        int rows = segments / 2;
        int vertices = (segments + 1) * (rows + 1);
        int indices = 6 * segments * rows;
        var bytes = ByteBuffer.allocate(12 * vertices + 4 * indices).order(ByteOrder.LITTLE_ENDIAN);
        for (int y = 0; y <= rows; y++) {
            double down = Math.PI * y / rows;
            for (int x = 0; x <= segments; x++) {
                double round = 2 * Math.PI * x / segments;
                bytes.putFloat((float) (Math.sin(down) * Math.cos(round)));
                bytes.putFloat((float) Math.cos(down));
                bytes.putFloat((float) (Math.sin(down) * Math.sin(round)));
            }
        }
        for (int y = 0; y < rows; y++) {
            for (int x = 0; x < segments; x++) {
                int a = y * (segments + 1) + x;
                int below = a + segments + 1;
                for (int index : new int[] {a, a + 1, below, below, a + 1, below + 1}) {
                    bytes.putInt(index);
                }
            }
        }
        var nodes = new StringBuilder();
        var scene = new StringBuilder();
        for (int i = 0; i < copies; i++) {
            String comma = i == 0 ? "" : ", ";
            nodes.append(comma)
                    .append("{\"mesh\": 0, \"translation\": [%d, 0, 0]}".formatted(2 * i));
            scene.append(comma).append(i);
        }
        return """
        {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [%s]}],
         "nodes": [%s],
         "meshes": [{"primitives": [{"material": 0, "indices": 1,
           "attributes": {"POSITION": 0, "NORMAL": 0}}]}],
         "materials": [{"pbrMetallicRoughness": {"baseColorFactor": [0.%03d, 0.5, 0.9, 1],
           "metallicFactor": 0.1}}],
         "accessors": [
           {"bufferView": 0, "componentType": 5126, "count": %d, "type": "VEC3",
            "min": [-1, -1, -1], "max": [1, 1, 1]},
           {"bufferView": 1, "componentType": 5125, "count": %d, "type": "SCALAR"}],
         "bufferViews": [{"buffer": 0, "byteLength": %d},
           {"buffer": 0, "byteOffset": %d, "byteLength": %d}],
         "buffers": [{"byteLength": %d, "uri": "data:application/octet-stream;base64,%s"}]}
        """
                .formatted(
                        scene,
                        nodes,
                        colour,
                        vertices,
                        indices,
                        12 * vertices,
                        12 * vertices,
                        4 * indices,
                        bytes.capacity(),
                        Base64.getEncoder().encodeToString(bytes.array()))
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Takes a processor for many seconds: thirty million triangles. */
    static byte[] slow() {
        return sphere(700, 1, 60);
    }

    /** Models that cannot be used, or ask for far too much. */
    static List<byte[]> hostile() {
        byte[] whole = sphere(8, 1, 1);
        byte[] half = new String(whole, StandardCharsets.UTF_8).substring(0, 900).getBytes();
        return List.of(
                new byte[0],
                half,
                text("{\"a\": ".repeat(100_000)),
                text("{},".repeat(500_000)),
                // Two thousand million vertices of which no file holds any
                text(
                        """
                        {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
                         "nodes": [{"mesh": 0}],
                         "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
                         "accessors": [{"componentType": 5126, "count": 2000000000, "type": "VEC3",
                           "min": [0, 0, 0], "max": [1, 1, 1]}]}
                        """),
                // A node below itself
                text(
                        """
                        {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
                         "nodes": [{"children": [1]}, {"children": [0]}]}
                        """),
                // A file of the server's
                text(
                        """
                        {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
                         "nodes": [{"mesh": 0}],
                         "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
                         "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3,
                           "type": "VEC3"}],
                         "bufferViews": [{"buffer": 0, "byteLength": 36}],
                         "buffers": [{"byteLength": 36, "uri": "../../../etc/passwd"}]}
                        """));
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
