package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

import javax.imageio.ImageIO;

/** {@code --line-width}, {@code --point-size} and {@code --samples 16} in a picture. */
class ThinOptionsTest {
    @TempDir Path folder;

    /** Two lines that cross, or their ends. */
    private Path model(int mode) throws IOException {
        float[] at = {-1, -1, 0, 1, 1, 0, -1, 1, 0, 1, -1, 0};
        var bytes = ByteBuffer.allocate(4 * at.length).order(ByteOrder.LITTLE_ENDIAN);
        for (float value : at) {
            bytes.putFloat(value);
        }
        String json =
                """
                {"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
                "meshes":[{"primitives":[{"attributes":{"POSITION":0},"mode":%d}]}],
                "accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3",
                "min":[-1,-1,0],"max":[1,1,0]}],"bufferViews":[{"buffer":0,"byteLength":48}],
                "buffers":[{"byteLength":48,"uri":"data:application/octet-stream;base64,%s"}]}
                """
                        .formatted(mode, Base64.getEncoder().encodeToString(bytes.array()));
        return Files.writeString(folder.resolve("m" + mode + ".gltf"), json);
    }

    /** Pixels that are not background. */
    private int drawn(Path model, String... options) throws IOException {
        Path picture = folder.resolve("p.png");
        String[] all = new String[options.length + 6];
        String[] first = {
            "render", model.toString(), "--size=100x100", "--samples=1", "-o", picture.toString()
        };
        System.arraycopy(first, 0, all, 0, 6);
        System.arraycopy(options, 0, all, 6, options.length);
        assertThat(CommandRun.run(all)).startsWith("0");
        var image = ImageIO.read(new ByteArrayInputStream(Files.readAllBytes(picture)));
        int count = 0;
        for (int p = 0; p < 100 * 100; p++) {
            count += image.getRGB(p % 100, p / 100) == image.getRGB(0, 0) ? 0 : 1;
        }
        return count;
    }

    @Test
    void widerLinesTakeMorePixels() throws IOException {
        var lines = model(1);
        int one = drawn(lines, "--line-width=1");
        assertThat(drawn(lines)).isEqualTo(one);
        assertThat(drawn(lines, "--line-width=4") / (double) one).isBetween(3.5, 4.1);
    }

    /** Four discs, which do not meet. */
    @Test
    void largerPointsTakeMorePixels() throws IOException {
        var points = model(0);
        double area = 4 * Math.PI * 25;
        assertThat(drawn(points, "--point-size=10") / area).isBetween(0.9, 1.1);
        assertThat(drawn(points)).isEqualTo(drawn(points, "--point-size=2")).isPositive();
    }

    @Test
    void whatHasNoEffectIsSaid() throws IOException {
        Path picture = folder.resolve("p.png");
        String[] options = {
            "render",
            model(0).toString(),
            "--size=16x16",
            "--line-width=2",
            "--point-size=2",
            "--samples=16",
            "-o",
            picture.toString()
        };
        assertThat(CommandRun.run(options))
                .startsWith("0")
                .contains("--line-width: the scene has no lines")
                .doesNotContain("--point-size: the scene");
        options[1] = model(3).toString();
        assertThat(CommandRun.run(options))
                .startsWith("0")
                .contains("--point-size: the scene has no points")
                .doesNotContain("--line-width: the scene");
        // Of several models, with what became of each
        Path results = folder.resolve("results.jsonl");
        options[7] = Files.createDirectory(folder.resolve("out")).toString();
        options[5] = "--results=" + results;
        assertThat(CommandRun.run(options)).startsWith("0");
        assertThat(results).content().contains("--point-size: the scene has no points");
    }
}
