package dev.azulejo.cli;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

import javax.imageio.ImageIO;

/**
 * What a start-up cache is recorded from: the virtual machine notes which classes are loaded and
 * linked here, so that later starts find them ready. A built-in scene, and a file with all that
 * files usually have: textures of both formats, indices, a camera, an animation.
 *
 * <p>Arguments: a folder to write into, then options for {@code render}. The launcher runs this
 * when it builds.
 */
final class StartTraining {
    private StartTraining() {}

    /** Renders, and exits with 0 if all went well. */
    public static void main(String[] arguments) throws IOException {
        var folder = Files.createDirectories(Path.of(arguments[0]));
        var model = folder.resolve("training.gltf");
        Files.writeString(model, model());
        int code = 0;
        for (var scene : new String[] {"demo:teapot", model.toString()}) {
            var line = new String[arguments.length + 5];
            line[0] = "render";
            line[1] = scene;
            line[2] = "-o";
            line[3] = folder.resolve("training.png").toString();
            line[4] = "--size=640x360";
            line[5] = "--threads=2";
            System.arraycopy(arguments, 1, line, 6, arguments.length - 1);
            code |= Main.run(line);
        }
        code |= Main.run("info", model.toString());
        System.exit(code);
    }

    /** A textured quad in glTF, with everything in one file. */
    static String model() throws IOException {
        return """
        {"asset": {"version": "2.0"}, "scene": 0,
         "scenes": [{"name": "training", "nodes": [0, 1]}],
         "nodes": [{"mesh": 0, "rotation": [0, 0, 0, 1]},
           {"camera": 0, "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.5, 0.5, 2, 1]}],
         "cameras": [{"type": "perspective",
           "perspective": {"yfov": 0.8, "znear": 0.1, "zfar": 10}}],
         "meshes": [{"primitives": [{"material": 0, "indices": 2, "mode": 4,
           "attributes": {"POSITION": 0, "NORMAL": 3, "TEXCOORD_0": 1}}]}],
         "materials": [{"name": "quad", "alphaMode": "MASK", "alphaCutoff": 0.5,
           "doubleSided": true, "emissiveFactor": [0.1, 0.1, 0.1],
           "normalTexture": {"index": 1, "scale": 0.5},
           "pbrMetallicRoughness": {"baseColorFactor": [1, 0.9, 0.8, 1],
             "baseColorTexture": {"index": 0}, "metallicRoughnessTexture": {"index": 1},
             "metallicFactor": 0.2, "roughnessFactor": 0.7}}],
         "textures": [{"source": 0, "sampler": 0}, {"source": 1}],
         "samplers": [{"magFilter": 9729, "minFilter": 9987}],
         "images": [{"uri": "data:image/jpeg;base64,%s"}, {"uri": "data:image/png;base64,%s"}],
         "accessors": [
           {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3",
             "min": [0, 0, 0], "max": [1, 1, 0]},
           {"bufferView": 1, "componentType": 5126, "count": 4, "type": "VEC2"},
           {"bufferView": 2, "componentType": 5123, "count": 6, "type": "SCALAR"},
           {"bufferView": 3, "componentType": 5126, "count": 4, "type": "VEC3"},
           {"bufferView": 4, "componentType": 5126, "count": 2, "type": "SCALAR",
             "min": [0], "max": [1]},
           {"bufferView": 5, "componentType": 5126, "count": 2, "type": "VEC3"}],
         "animations": [{"channels": [{"sampler": 0, "target": {"node": 0, "path": "scale"}}],
           "samplers": [{"input": 4, "output": 5, "interpolation": "LINEAR"}]}],
         "bufferViews": [
           {"buffer": 0, "byteOffset": 0, "byteLength": 48},
           {"buffer": 0, "byteOffset": 48, "byteLength": 32},
           {"buffer": 0, "byteOffset": 80, "byteLength": 12},
           {"buffer": 0, "byteOffset": 92, "byteLength": 48},
           {"buffer": 0, "byteOffset": 140, "byteLength": 8},
           {"buffer": 0, "byteOffset": 148, "byteLength": 24}],
         "buffers": [{"byteLength": 172, "uri": "data:application/octet-stream;base64,%s"}]}
        """
                .formatted(base64(picture("jpg")), base64(picture("png")), base64(geometry()));
    }

    private static byte[] geometry() {
        var bytes = ByteBuffer.allocate(172).order(ByteOrder.LITTLE_ENDIAN);
        float[][] floats = {
            {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0},
            {0, 1, 1, 1, 1, 0, 0, 0},
            {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1},
            {0, 1},
            {1, 1, 1, 1.5f, 1.5f, 1.5f}
        };
        for (int i = 0; i < floats.length; i++) {
            if (i == 2) {
                for (short index : new short[] {0, 1, 2, 0, 2, 3}) {
                    bytes.putShort(index);
                }
            }
            for (float value : floats[i]) {
                bytes.putFloat(value);
            }
        }
        return bytes.array();
    }

    private static byte[] picture(String format) throws IOException {
        var image = new BufferedImage(16, 16, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < 256; i++) {
            image.setRGB(i % 16, i / 16, 0x8080ff + i * 0x30201);
        }
        var bytes = new ByteArrayOutputStream();
        ImageIO.write(image, format, bytes);
        return bytes.toByteArray();
    }

    private static String base64(byte[] bytes) {
        return new String(Base64.getEncoder().encode(bytes), StandardCharsets.US_ASCII);
    }
}
