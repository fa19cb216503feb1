package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import javax.imageio.ImageIO;

/** Models from standard input, pictures to standard output, and their formats. */
class StandardStreamsTest {
    private static final String SIZE = "--size=40x30";

    @TempDir Path folder;

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    /** Runs the command with a standard input; what it writes is collected as it is. */
    private int run(byte[] input, String... arguments) {
        var in = System.in;
        var out = System.out;
        written.reset();
        System.setIn(new ByteArrayInputStream(input));
        System.setOut(new PrintStream(written, true, StandardCharsets.UTF_8));
        try {
            return Main.run(arguments);
        } finally {
            System.setIn(in);
            System.setOut(out);
        }
    }

    private static byte[] model() throws IOException {
        return StartTraining.model().getBytes(StandardCharsets.UTF_8);
    }

    private byte[] file(String name, String... more) throws IOException {
        var model = Files.write(folder.resolve("model.gltf"), model());
        var file = folder.resolve(name);
        var line = new String[4 + more.length];
        line[0] = "render";
        line[1] = model.toString();
        line[2] = "-o" + file;
        line[3] = SIZE;
        System.arraycopy(more, 0, line, 4, more.length);
        assertThat(run(new byte[0], line)).isZero();
        assertThat(written.size()).isZero();
        return Files.readAllBytes(file);
    }

    @Test
    void aModelFromStandardInputIsTheSameAsFromAFile() throws IOException {
        assertThat(run(model(), "render", "-", "-o", "-", SIZE)).isZero();
        assertThat(written.toByteArray()).isEqualTo(file("a.png"));
        assertThat(run(model(), "info", "-")).isZero();
    }

    @Test
    void rawPixelsAreThoseOfThePng() throws IOException {
        assertThat(run(model(), "render", "-", "-o-", SIZE, "--format=rgba")).isZero();
        byte[] raw = written.toByteArray();
        assertThat(raw).hasSize(40 * 30 * 4).isEqualTo(file("a.rgba"));
        var image = ImageIO.read(new ByteArrayInputStream(file("a.png")));
        for (int i = 0; i < 40 * 30; i++) {
            int argb =
                    (raw[4 * i + 3] & 255) << 24
                            | (raw[4 * i] & 255) << 16
                            | (raw[4 * i + 1] & 255) << 8
                            | raw[4 * i + 2] & 255;
            assertThat(image.getRGB(i % 40, i / 40)).isEqualTo(argb);
        }
    }

    @Test
    void jpegIsNearThePng() throws IOException {
        byte[] jpeg = file("a.jpeg");
        assertThat(jpeg).startsWith(0xff, 0xd8, 0xff).isEqualTo(file("b.bin", "--format=jpeg"));
        var image = ImageIO.read(new ByteArrayInputStream(jpeg));
        var exact = ImageIO.read(new ByteArrayInputStream(file("a.png")));
        assertThat(image.getWidth()).isEqualTo(40);
        long sum = 0;
        for (int i = 0; i < 40 * 30; i++) {
            for (int shift = 0; shift < 24; shift += 8) {
                int a = image.getRGB(i % 40, i / 40) >>> shift & 255;
                int b = exact.getRGB(i % 40, i / 40) >>> shift & 255;
                sum += Math.abs(a - b);
            }
        }
        // A swapped or shifted picture is off by tens of levels.
        assertThat(sum / (40.0 * 30 * 3)).isLessThan(8);
    }

    /** Where the shell stands no file of that name is left behind either. */
    @Test
    void aReportGoesToStandardOutput() throws IOException {
        var file = folder.resolve("r.json");
        file("a.png", "--report=" + file);
        var model = folder.resolve("model.gltf").toString();
        var picture = folder.resolve("b.png");
        assertThat(run(new byte[0], "render", model, "-o" + picture, SIZE, "--report", "-"))
                .isZero();
        var mapper = new ObjectMapper();
        var told = mapper.readTree(written.toByteArray());
        assertThat(told.at("/frames/0/sha256").asText())
                .hasSize(64)
                .isEqualTo(mapper.readTree(file.toFile()).at("/frames/0/sha256").asText());
        assertThat(picture).hasSameBinaryContentAs(folder.resolve("a.png"));
        assertThat(Path.of("-")).doesNotExist();
    }

    /** One stream holds one thing, and only what says so goes there. */
    @Test
    void whatDoesNotGoToStandardOutputIsRefused() throws IOException {
        assertThat(run(model(), "render", "-", "-o-", SIZE, "--report=-")).isEqualTo(2);
        for (var option : new String[] {"--owners", "--waste", "--timeline"}) {
            assertThat(run(model(), "render", "-", "-oa.png", SIZE, "--gpus=2", option, "-"))
                    .as(option)
                    .isEqualTo(2);
        }
        assertThat(run(model(), "trace", "-", "-o-", SIZE)).isEqualTo(2);
        assertThat(run(model(), "bench", "-", "--export=-")).isEqualTo(2);
        assertThat(written.size()).isZero();
        assertThat(Path.of("-")).doesNotExist();
        assertThat(Path.of("a.png")).doesNotExist();
    }

    @Test
    void whatCannotBeIsRefused() throws IOException {
        assertThat(run(model(), "render", "-", "-o-", "--frames=2")).isEqualTo(2);
        assertThat(run(new byte[0], "render", "-", "-o-")).isEqualTo(2);
        var transparent = "--background=transparent";
        assertThat(run(model(), "render", "-", "-oa.jpg", transparent)).isEqualTo(2);
        // Nothing lies beside standard input.
        var beside = StartTraining.model().replaceFirst("data:image/png[^\"]*", "a.png");
        assertThat(run(beside.getBytes(StandardCharsets.UTF_8), "render", "-", "-o-")).isEqualTo(2);
        assertThat(written.size()).isZero();
    }
}
