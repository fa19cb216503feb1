package dev.azulejo.scene.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.model.SceneException;

import org.junit.jupiter.api.Test;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import javax.imageio.ImageIO;

/**
 * Small files that ask for much, one after the other in a virtual machine with little memory: each
 * is drawn, or refused in one line before its memory is asked for, and a good one is drawn at last.
 */
class SmallHeapTest {
    private static final int MANY = 100_000;

    /** What a program in a small heap says of each. */
    static final class Program {
        private Program() {}

        /** Renders all. */
        public static void main(String[] arguments) throws IOException {
            var options =
                    RendererOptions.defaults()
                            .withThreads(1)
                            .withKernels(Kernels.SCALAR)
                            .withCacheBytes(0);
            try (var renderer = Renderer.open(options)) {
                for (var model : models().entrySet()) {
                    System.out.println(model.getKey() + ": " + said(renderer, model.getValue()));
                }
            }
        }

        private static String said(Renderer renderer, byte[] model) {
            try {
                return renderer.render(model, RenderRequest.of(64, 48)).width() + " pixels wide";
            } catch (SceneException e) {
                return "refused " + e.getMessage();
            }
        }

        private static Map<String, byte[]> models() throws IOException {
            var models = new LinkedHashMap<String, byte[]>();
            var accessor = "{\"componentType\": 5126, \"count\": %d, \"type\": \"VEC3\"}";
            models.put("accessor", gltf("{\"mesh\": 0}", accessor.formatted(9_000_000), ""));
            models.put(
                    "nodes",
                    gltf(
                            String.join(",", Collections.nCopies(MANY, "{\"mesh\": 0}")),
                            accessor.formatted(3),
                            ""));
            models.put("picture", gltf("{\"mesh\": 0}", accessor.formatted(3), picture()));
            models.put(
                    "json",
                    gltf(
                            "{\"mesh\": 0}",
                            accessor.formatted(3),
                            ", \"extras\": ["
                                    + String.join(",", Collections.nCopies(40 * MANY, "{}"))
                                    + "]"));
            models.put("good", SmallModels.triangle(1));
            return models;
        }

        private static String picture() throws IOException {
            var plain = new BufferedImage(4000, 4000, BufferedImage.TYPE_BYTE_GRAY);
            var jpeg = new ByteArrayOutputStream();
            ImageIO.write(plain, "jpeg", jpeg);
            return """
            , "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
             "textures": [{"source": 0}], "images": [{"uri": "data:image/jpeg;base64,%s"}]\
            """
                    .formatted(Base64.getEncoder().encodeToString(jpeg.toByteArray()));
        }

        private static byte[] gltf(String nodes, String accessor, String more) {
            String material = more.contains("materials") ? ", \"material\": 0" : "";
            return """
            {"asset": {"version": "2.0"}, "scene": 0,
             "scenes": [{"nodes": [%s]}], "nodes": [%s],
             "meshes": [{"primitives": [{"attributes": {"POSITION": 0}%s}]}],
             "accessors": [%s]%s}
            """
                    .formatted(roots(nodes), nodes, material, accessor, more)
                    .getBytes(StandardCharsets.UTF_8);
        }

        private static String roots(String nodes) {
            var roots = new StringBuilder("0");
            long count = nodes.chars().filter(c -> c == '{').count();
            for (int i = 1; i < count; i++) {
                roots.append(',').append(i);
            }
            return roots.toString();
        }
    }

    @Test
    void whatIsTooMuchIsRefusedBeforeItIsTried() throws Exception {
        String said =
                ChildProgram.run(
                        Program.class, "-XX:+UseSerialGC", "-Xmx128m", "-Djava.awt.headless=true");
        assertThat(said.lines().filter(line -> line.contains(": ")))
                .as(said)
                .hasSize(5)
                .noneMatch(line -> line.contains("does not fit into memory"))
                .last()
                .isEqualTo("good: 64 pixels wide");
        assertThat(said)
                .as("checked before it is tried")
                .contains("accessor: refused ", "nodes: refused ", "json: refused ")
                .doesNotContain("OutOfMemory", "\tat ");
    }
}
