package dev.azulejo.scene.service;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Models of one triangle. */
final class SmallModels {
    private SmallModels() {}

    /** Returns a triangle whose colour follows from a number below 100. */
    static byte[] triangle(int number) {
        var bytes = ByteBuffer.allocate(36).order(ByteOrder.LITTLE_ENDIAN);
        for (float value : new float[] {0, 0, 0, 1, 0, 0, 0.2f, 1, 0.3f}) {
            bytes.putFloat(value);
        }
        var data = Base64.getEncoder().encodeToString(bytes.array());
        return text("data:application/octet-stream;base64," + data, number);
    }

    /** Returns a triangle that is not lit and lets light through: of 0.93, 0.53, 0.05 and 0.4. */
    static byte[] glass() {
        return new String(triangle(0), StandardCharsets.UTF_8)
                .replace("[0.00, 0.5, 0.9, 1]", "[0.93, 0.53, 0.05, 0.4]")
                .replace(
                        "\"doubleSided\": true,",
                        "\"doubleSided\": true, \"alphaMode\": \"BLEND\","
                                + " \"extensions\": {\"KHR_materials_unlit\": {}},")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Returns a triangle with a camera in front of it, so far away. */
    static byte[] photographed(int distance) {
        return new String(triangle(5), StandardCharsets.UTF_8)
                .replace("\"nodes\": [0]", "\"nodes\": [0, 1]")
                .replace(
                        "{\"mesh\": 0}]",
                        "{\"mesh\": 0}, {\"camera\": 0, \"translation\": [0.5, 0.5, %d]}]"
                                .formatted(distance))
                .replace(
                        "\"materials\"",
                        "\"cameras\": [{\"type\": \"perspective\", \"perspective\":"
                                + " {\"yfov\": 0.5, \"znear\": 0.1}}], \"materials\"")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Returns a triangle whose vertices lie in a file. */
    static byte[] text(String uri, int number) {
        return """
        {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
         "nodes": [{"mesh": 0}],
         "meshes": [{"primitives": [{"material": 0, "attributes": {"POSITION": 0}}]}],
         "materials": [{"doubleSided": true,
           "pbrMetallicRoughness": {"baseColorFactor": [0.%02d, 0.5, 0.9, 1]}}],
         "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
           "min": [0, 0, 0], "max": [1, 1, 0.3]}],
         "bufferViews": [{"buffer": 0, "byteLength": 36}],
         "buffers": [{"byteLength": 36, "uri": "%s"}]}
        """
                .formatted(number, uri)
                .getBytes(StandardCharsets.UTF_8);
    }
}
