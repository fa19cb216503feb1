package dev.azulejo.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;

/** Small models of which pictures are shared out. */
final class FrameModels {
    private FrameModels() {}

    /** A textured quad, a rough pane before it that lets light through, and a blended one. */
    static String panes() throws IOException {
        var quad = "\"indices\": 2, \"attributes\": {\"POSITION\": 0, \"NORMAL\": 3}";
        return StartTraining.model()
                .replace("\"nodes\": [0, 1]", "\"nodes\": [0, 1, 2, 3]")
                .replace(
                        "\"cameras\":",
                        """
                        "extensionsUsed": ["KHR_materials_transmission"],
                        "cameras":\
                        """)
                .replace(
                        "0.5, 0.5, 2, 1]}],",
                        """
                        0.5, 0.5, 2, 1]},
                        {"mesh": 1, "translation": [0.2, 0.1, 0.3], "scale": [0.6, 0.6, 1]},
                        {"mesh": 2, "translation": [0.5, 0.5, 0.5], "scale": [0.4, 0.4, 1]}],\
                        """)
                .replace(
                        "\"roughnessFactor\": 0.7}}],",
                        """
                        "roughnessFactor": 0.7}},
                        {"doubleSided": true,
                         "extensions": {"KHR_materials_transmission": {"transmissionFactor": 0.8}},
                         "pbrMetallicRoughness": {"metallicFactor": 0, "roughnessFactor": 0.4}},
                        {"doubleSided": true, "alphaMode": "BLEND",
                         "pbrMetallicRoughness": {"baseColorFactor": [0.2, 0.5, 1, 0.6]}}],\
                        """)
                .replace(
                        "\"NORMAL\": 3, \"TEXCOORD_0\": 1}}]}],",
                        """
                        "NORMAL": 3, "TEXCOORD_0": 1}}]},
                        {"primitives": [{"material": 1, %s}]},
                        {"primitives": [{"material": 2, %s}]}],\
                        """
                                .formatted(quad, quad));
    }

    /**
     * A square that stands for two seconds within the first of 4x4 tiles of a square picture, and
     * for two in the third; seen straight on, without perspective.
     */
    static String jumper() {
        var bytes = ByteBuffer.allocate(120).order(ByteOrder.LITTLE_ENDIAN);
        float[] numbers = {
            // Corners: the picture is two units wide
            -0.9f,
            0.6f,
            0,
            -0.6f,
            0.6f,
            0,
            -0.6f,
            0.9f,
            0,
            -0.9f,
            0.9f,
            0,
            // Times, and where it is then
            0,
            2,
            4,
            0,
            0,
            0,
            1,
            0,
            0,
            1,
            0,
            0
        };
        for (float number : numbers) {
            bytes.putFloat(number);
        }
        for (int index : new int[] {0, 1, 2, 0, 2, 3}) {
            bytes.putShort((short) index);
        }
        return """
        {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 1]}],
         "nodes": [{"mesh": 0}, {"camera": 0, "translation": [0, 0, 2]}],
         "cameras": [{"type": "orthographic",
           "orthographic": {"xmag": 1, "ymag": 1, "znear": 0.1, "zfar": 10}}],
         "meshes": [{"primitives": [{"indices": 1, "attributes": {"POSITION": 0}}]}],
         "animations": [{"channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}],
           "samplers": [{"input": 2, "output": 3, "interpolation": "STEP"}]}],
         "accessors": [
           {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3",
             "min": [-0.9, 0.6, 0], "max": [-0.6, 0.9, 0]},
           {"bufferView": 3, "componentType": 5123, "count": 6, "type": "SCALAR"},
           {"bufferView": 1, "componentType": 5126, "count": 3, "type": "SCALAR",
             "min": [0], "max": [4]},
           {"bufferView": 2, "componentType": 5126, "count": 3, "type": "VEC3"}],
         "bufferViews": [
           {"buffer": 0, "byteOffset": 0, "byteLength": 48},
           {"buffer": 0, "byteOffset": 48, "byteLength": 12},
           {"buffer": 0, "byteOffset": 60, "byteLength": 36},
           {"buffer": 0, "byteOffset": 96, "byteLength": 12}],
         "buffers": [{"byteLength": 120, "uri": "data:application/octet-stream;base64,%s"}]}
        """
                .formatted(Base64.getEncoder().encodeToString(bytes.array()));
    }
}
