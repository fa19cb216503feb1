package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;

import javax.imageio.ImageIO;

/** Ambient occlusion, from the command line. */
class OcclusionOptionTest {
    @TempDir Path folder;

    private String picture(String scene, String... more) throws IOException {
        Path report = folder.resolve("r.json");
        var words = new ArrayList<>(List.of("render", scene, "--size", "96x64"));
        words.addAll(List.of("-o", folder.resolve("p.png").toString()));
        words.addAll(List.of("--report", report.toString()));
        words.addAll(List.of(more));
        assertThat(Main.run(words.toArray(String[]::new))).isZero();
        var json = new ObjectMapper().readTree(report.toFile());
        return json.get("frames").get(0).get("sha256").asText();
    }

    @Test
    void thePictureIsAnotherOneAndTheSameHoweverItIsMade() throws IOException {
        Path file = folder.resolve("ball.gltf");
        writeBall(file);
        String ball = file.toString();
        var seen = new HashSet<String>();
        assertThat(seen.add(picture(ball))).isTrue();
        String dimmed = picture(ball, "--occlusion");
        assertThat(seen.add(dimmed)).isTrue();
        for (String option :
                List.of(
                        "--gpus=3",
                        "--reference",
                        "--kernels=scalar",
                        "--kernels=vector",
                        "--threads=1",
                        "--threads=3")) {
            assertThat(picture(ball, "--occlusion", option)).as(option).isEqualTo(dimmed);
        }
        assertThat(seen.add(picture(ball, "--occlusion", "--ground"))).isTrue();
        assertThat(seen.add(picture(ball, "--occlusion", "--tessellate=pn"))).isTrue();
        assertThat(seen.add(picture(ball, "--occlusion", "--shatter=0.2"))).isTrue();
    }

    /** What is dimmed has copies of meshes; files beside the picture say those of the model. */
    @Test
    void partsAreCalledAsInTheFile() throws IOException {
        Path file = folder.resolve("ball.gltf");
        writeBall(file);
        var into = Files.createDirectory(folder.resolve("thumbs"));
        for (String output : List.of(folder + "/p.png", into.toString())) {
            String numbers =
                    output.endsWith("png") ? folder + "/p.aov.json" : into + "/ball.aov.json";
            var ids = new ArrayList<String>();
            for (String option : List.of("--samples=4", "--occlusion")) {
                assertThat(
                                CommandRun.run(
                                        "render",
                                        file.toString(),
                                        "-o" + output,
                                        "--size=48x32",
                                        "--aov=id",
                                        option))
                        .startsWith("0\n");
                var json = new ObjectMapper().readTree(Path.of(numbers).toFile()).get("ids");
                assertThat(json.get(0).get("mesh").intValue()).isZero();
                ids.add(json.toString());
            }
            assertThat(ids.get(1)).isEqualTo(ids.get(0));
        }
    }

    /** Of patches that hide light, and of what has nothing beside it. */
    @Test
    void thatThereIsNoneIsTold() {
        String file = folder.resolve("p.png").toString();
        String told =
                CommandRun.run("render", "demo:teapot", "-o", file, "--size=32x32", "--occlusion");
        assertThat(told)
                .startsWith("0")
                .contains(
                        "--occlusion: nothing hides light, or there are no lit triangles with"
                                + " normals to be dimmed (patches are not)");
    }

    /** A ball of eight triangles, and a plate close above it; normals make the ball round. */
    private void writeBall(Path file) throws IOException {
        float[] ball = {1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
        float[] plate = {-0.3f, 1.1f, -0.3f, 0.3f, 1.1f, -0.3f, 0, 1.1f, 0.4f};
        int[] indices = {
            0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5, 6, 7, 8
        };
        var bytes = ByteBuffer.allocate(2 * 108 + 108).order(ByteOrder.LITTLE_ENDIAN);
        for (float[] values :
                List.of(ball, plate, ball, new float[] {0, -1, 0, 0, -1, 0, 0, -1, 0})) {
            for (float value : values) {
                bytes.putFloat(value);
            }
        }
        for (int index : indices) {
            bytes.putInt(index);
        }
        String text =
                """
                {"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
                "meshes":[{"primitives":[{"attributes":{"POSITION":0,"NORMAL":1},"indices":2}]}],
                "accessors":[
                {"bufferView":0,"componentType":5126,"count":9,"type":"VEC3","min":[-1,-1,-1],"max":[1,1.1,1]},
                {"bufferView":1,"componentType":5126,"count":9,"type":"VEC3"},
                {"bufferView":2,"componentType":5125,"count":27,"type":"SCALAR"}],
                "bufferViews":[{"buffer":0,"byteLength":108},
                {"buffer":0,"byteOffset":108,"byteLength":108},
                {"buffer":0,"byteOffset":216,"byteLength":108}],
                "buffers":[{"byteLength":324,"uri":"data:application/octet-stream;base64,%s"}]}
                """
                        .formatted(Base64.getEncoder().encodeToString(bytes.array()));
        Files.writeString(file, text);
    }

    /** Triangles that become curved ones: an outline is as round as without it. */
    @Test
    void outlinesOfCurvedTrianglesStay() throws IOException {
        Path ball = folder.resolve("ball.gltf");
        writeBall(ball);
        for (String other : List.of("", "demo:teapot")) {
            var plain = ball(other, "--tessellate=pn");
            var dimmed = ball(other, "--tessellate=pn", "--occlusion");
            var flat = ball(other, "--occlusion");
            assertThat(Arrays.equals(dimmed, plain)).isFalse();
            assertThat(outline(dimmed)).isEqualTo(outline(plain));
            assertThat(Arrays.equals(outline(flat), outline(plain))).isFalse();
        }
    }

    /** The pixels of the ball, drawn alone or in a batch. */
    private int[] ball(String other, String... more) throws IOException {
        Path out = folder.resolve(other.isEmpty() ? "ball.png" : "batch");
        var words = new ArrayList<>(List.of("render", folder.resolve("ball.gltf").toString()));
        if (!other.isEmpty()) {
            words.add(other);
        }
        words.addAll(List.of("-o", out.toString(), "--size=64x64", "--background=transparent"));
        words.addAll(List.of(more));
        assertThat(Main.run(words.toArray(String[]::new))).isZero();
        var image = ImageIO.read((other.isEmpty() ? out : out.resolve("ball.png")).toFile());
        return image.getRGB(0, 0, 64, 64, null, 0, 64);
    }

    private static boolean[] outline(int[] pixels) {
        boolean[] drawn = new boolean[pixels.length];
        for (int i = 0; i < drawn.length; i++) {
            drawn[i] = pixels[i] >>> 24 != 0;
        }
        return drawn;
    }

    /** Several models: each has its own. */
    @Test
    void modelsOfABatchHaveTheirs() throws IOException {
        Path file = folder.resolve("ball.gltf");
        writeBall(file);
        picture(file.toString(), "--occlusion");
        byte[] single = Files.readAllBytes(folder.resolve("p.png"));
        String out = folder.resolve("out").toString();
        int code =
                Main.run(
                        "render",
                        file.toString(),
                        "demo:teapot",
                        "-o",
                        out,
                        "--occlusion",
                        "--size=96x64");
        assertThat(code).isZero();
        assertThat(Path.of(out, "ball.png")).hasBinaryContent(single);
    }
}
