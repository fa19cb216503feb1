package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

/** Files whose triangles are all flat: --tessellate pn changes nothing, and says so once. */
class FlatPnOptionTest {
    private static final String NOTE = "--tessellate: all triangles are flat: pn does nothing";

    @TempDir Path folder;

    /** A pyramid without normals. */
    private String pyramid(String name) throws IOException {
        float[] places = {-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1, 0, 0.2f, 0};
        int[] sides = {0, 4, 1, 1, 4, 2, 2, 4, 3, 3, 4, 0, 0, 1, 2, 0, 2, 3};
        var bytes = ByteBuffer.allocate(60 + 72).order(ByteOrder.LITTLE_ENDIAN);
        for (float value : places) {
            bytes.putFloat(value);
        }
        for (int index : sides) {
            bytes.putInt(index);
        }
        String text =
                """
                {"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
                "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],
                "accessors":[
                {"bufferView":0,"componentType":5126,"count":5,"type":"VEC3","min":[-1,0,-1],"max":[1,0.2,1]},
                {"bufferView":1,"componentType":5125,"count":18,"type":"SCALAR"}],
                "bufferViews":[{"buffer":0,"byteLength":60},
                {"buffer":0,"byteOffset":60,"byteLength":72}],
                "buffers":[{"byteLength":132,"uri":"data:application/octet-stream;base64,%s"}]}
                """
                        .formatted(Base64.getEncoder().encodeToString(bytes.array()));
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static int times(String text) {
        return text.split(NOTE, -1).length - 1;
    }

    @Test
    void picturesAreTheSameAndALineSaysSo() throws IOException {
        String file = pyramid("a.gltf");
        String plain = folder.resolve("plain.png").toString();
        Path curved = folder.resolve("curved.png");
        // The ground stands clear of what bulges: here nothing does
        var told =
                CommandRun.run(
                        "render", file, "-o", plain, "--size=96x64", "--occlusion", "--ground");
        assertThat(times(told)).isZero();
        told =
                CommandRun.run(
                        "render",
                        file,
                        "-o",
                        curved.toString(),
                        "--size=96x64",
                        "--occlusion",
                        "--ground",
                        "--tessellate=pn");
        assertThat(told).startsWith("0\n");
        assertThat(times(told)).isEqualTo(1);
        assertThat(curved).hasBinaryContent(Files.readAllBytes(Path.of(plain)));
        told =
                CommandRun.run(
                        "render",
                        file,
                        "-o",
                        folder.resolve("turn.png").toString(),
                        "--size=48x32",
                        "--frames=3",
                        "--tessellate=pn");
        assertThat(times(told)).isEqualTo(1);
    }

    @Test
    void aBatchSaysItOfEachModel() throws IOException {
        Path results = folder.resolve("results.jsonl");
        var told =
                CommandRun.run(
                        "render",
                        pyramid("a.gltf"),
                        "demo:objects",
                        "-o",
                        Files.createDirectory(folder.resolve("out")).toString(),
                        "--size=48x32",
                        "--results=" + results,
                        "--tessellate=pn");
        assertThat(told).startsWith("0\n");
        var lines = Files.readAllLines(results);
        assertThat(lines).hasSize(2);
        assertThat(times(String.join("", lines))).isEqualTo(1);
    }

    /** What measures it has nothing to measure. */
    @Test
    void traceAndBenchRefuse() throws IOException {
        String file = pyramid("a.gltf");
        var told = CommandRun.run("bench", file, "--tessellate=pn", "--size=48x32");
        assertThat(told).doesNotStartWith("0\n").contains(NOTE);
        String trace = folder.resolve("a.trace").toString();
        told = CommandRun.run("trace", file, "-o", trace, "--tessellate=pn", "--size=48x32");
        assertThat(told).doesNotStartWith("0\n").contains(NOTE);
    }
}
