package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.scene.environment.Environment;
import dev.azulejo.scene.gltf.LoadLimits;
import dev.azulejo.scene.gltf.WantedVariants;
import dev.azulejo.scene.render.RenderSettings;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;

import javax.imageio.ImageIO;

/** Light from a picture, from the command line. */
class EnvironmentOptionTest {
    @TempDir Path folder;

    private Path room;
    private String environment;

    @BeforeEach
    void writePicture() throws IOException {
        room = Files.write(folder.resolve("room.hdr"), RadiancePicture.file());
        environment = "--environment=" + room;
    }

    private JsonNode report(String... words) throws IOException {
        Path report = folder.resolve("r.json");
        var arguments = new ArrayList<>(List.of("render", "demo:objects", "--size", "96x64"));
        arguments.addAll(List.of("-o", folder.resolve("p.png").toString()));
        arguments.addAll(List.of("--report", report.toString()));
        arguments.addAll(List.of(words));
        assertThat(Main.run(arguments.toArray(String[]::new))).isZero();
        return new ObjectMapper().readTree(report.toFile());
    }

    private String pixels(String... words) throws IOException {
        return report(words).get("frames").get(0).get("sha256").asText();
    }

    /** Each option changes the picture, and nothing else does. */
    @Test
    void everyOptionCounts() throws IOException {
        var seen = new HashSet<String>();
        assertThat(seen.add(pixels())).isTrue();
        assertThat(seen.add(pixels("--exposure=1"))).isFalse();
        assertThat(seen.add(pixels("--exposure=1.5"))).isTrue();
        String lit = pixels(environment);
        assertThat(seen.add(lit)).isTrue();
        assertThat(seen.add(pixels(environment, "--environment-rotation=90"))).isTrue();
        assertThat(pixels(environment, "--environment-rotation=0")).isEqualTo(lit);
        assertThat(seen.add(pixels(environment, "--exposure=2"))).isTrue();
        String sharp = pixels(environment, "--background=environment");
        assertThat(seen.add(sharp)).isTrue();
        assertThat(pixels(environment, "--background=environment:0")).isEqualTo(sharp);
        assertThat(seen.add(pixels(environment, "--background=environment:0.4"))).isTrue();
        assertThat(seen.add(pixels(environment, "--background=102030"))).isTrue();
        String blurred = "--background=environment:0.4";
        String turned = "--environment-rotation=-30";
        String all = pixels(environment, turned, blurred);
        assertThat(pixels(environment, turned, blurred, "--gpus=3")).isEqualTo(all);
        assertThat(pixels(environment, turned, blurred, "--reference")).isEqualTo(all);
        assertThat(pixels(environment, turned, blurred, "--kernels=vector")).isEqualTo(all);
    }

    @Test
    void theReportTellsOfIt() throws IOException {
        var settings =
                report(environment, "--environment-rotation=30", "--background=environment:0.5")
                        .get("settings");
        assertThat(settings.get("lighting").asText()).isEqualTo("environment");
        var picture = settings.get("picture");
        assertThat(picture.get("environment").asText()).isEqualTo(room.toString());
        assertThat(picture.get("environment_rotation").asDouble()).isEqualTo(30);
        assertThat(picture.get("environment_blur").asDouble()).isEqualTo(0.5);
        assertThat(report().at("/settings/picture/environment").isNull()).isTrue();
    }

    /**
     * The second picture is made of what the first one has left; a third without it is the same.
     */
    @Test
    void whatItIsMadeIntoIsKept() throws IOException {
        Path folder = this.folder.resolve("kept");
        String cache = "--environment-cache=" + folder;
        String first = pixels(environment, "--background=environment", cache);
        Path kept;
        try (var files = Files.list(folder)) {
            kept = files.toList().getFirst();
        }
        // Nine maps of 66x66 texels of 16 bytes, 16x8 texels of 4, a header and a sum
        assertThat(kept).hasSize(9 * 66 * 66 * 16 + 16 * 8 * 4 + 16 + 4);
        var longAgo = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));
        Files.setLastModifiedTime(kept, longAgo);
        assertThat(pixels(environment, "--background=environment", cache)).isEqualTo(first);
        assertThat(Files.getLastModifiedTime(kept)).isGreaterThan(longAgo);
        assertThat(pixels(environment, "--background=environment")).isEqualTo(first);
    }

    @Test
    void aFolderThatNothingIsKeptInIsRefused() throws IOException {
        refused("there is no environment to keep", "--environment-cache=" + folder);
        refused(
                "not with --cluster",
                environment,
                "--environment-cache=" + folder,
                "--cluster=127.0.0.1:1");
        // What cannot be kept is told, and the picture is there all the same
        var before = System.err;
        var told = new ByteArrayOutputStream();
        System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
        try {
            String picture = pixels(environment, "--environment-cache=" + room);
            assertThat(pixels(environment)).isEqualTo(picture);
        } finally {
            System.setErr(before);
        }
        assertThat(told.toString(StandardCharsets.UTF_8))
                .contains(
                        "azulejo: warning: --environment-cache %s: is no folder; %s is not kept"
                                .formatted(room, room));
    }

    /** The picture's middle lies along +x: on the right for who looks along -z. */
    @Test
    void theMiddleOfThePictureIsOnTheRight() throws IOException {
        report(environment, "--background=environment", "--camera=orbit:-90,0");
        var towards = ImageIO.read(folder.resolve("p.png").toFile());
        int middle = towards.getRGB(48, 4);
        report(environment, "--background=environment", "--camera=orbit:90,0");
        var away = ImageIO.read(folder.resolve("p.png").toFile());
        assertThat(greenBesideRed(middle)).isLessThan(greenBesideRed(away.getRGB(48, 4)) - 50);
    }

    private static int greenBesideRed(int rgb) {
        return (rgb >> 8 & 0xff) - (rgb >> 16 & 0xff);
    }

    @Test
    void manyModelsHaveOneEnvironment() throws IOException {
        var models = new ArrayList<String>();
        for (var name : List.of("a.gltf", "b.gltf")) {
            models.add(Files.writeString(folder.resolve(name), StartTraining.model()).toString());
        }
        var words = new ArrayList<>(List.of("render", models.get(0), models.get(1), environment));
        words.addAll(List.of("--background=environment", "--size=32x32"));
        words.addAll(List.of("-o", folder.resolve("out").toString()));
        assertThat(Main.run(words.toArray(String[]::new))).isZero();
        assertThat(folder.resolve("out/a.png")).exists();
        assertThat(folder.resolve("out/b.png")).hasSameBinaryContentAs(folder.resolve("out/a.png"));
    }

    private void refused(String expected, String... words) throws IOException {
        var arguments = new ArrayList<>(List.of("render", "demo:teapot", "--size", "32x32"));
        if (Arrays.stream(words).noneMatch("-o"::equals)) {
            arguments.addAll(List.of("-o", folder.resolve("refused.png").toString()));
        }
        arguments.addAll(List.of(words));
        var error = new ByteArrayOutputStream();
        var before = System.err;
        System.setErr(new PrintStream(error, true, StandardCharsets.UTF_8));
        try {
            assertThat(Main.run(arguments.toArray(String[]::new))).isEqualTo(2);
        } finally {
            System.setErr(before);
        }
        assertThat(error.toString(StandardCharsets.UTF_8).lines()).hasSize(1);
        assertThat(error.toString(StandardCharsets.UTF_8))
                .startsWith("azulejo: ")
                .contains(expected);
        assertThat(folder.resolve("refused.png")).doesNotExist();
    }

    @Test
    void whatIsWrongIsOneLine() throws IOException {
        refused("--environment FILE.hdr expected", "--environment-rotation=10");
        refused("--environment FILE.hdr expected", "--background=environment");
        refused("--environment FILE.hdr expected", "--background=environment:0.5");
        for (var wrong : List.of("1.5", "-1", "NaN", "", "soft")) {
            refused("environment:BLUR expected", environment, "--background=environment:" + wrong);
        }
        for (var wrong : List.of("361", "NaN", "-1e9")) {
            refused("is not in -360..360", environment, "--environment-rotation=" + wrong);
        }
        for (var wrong : List.of("0", "-1", "NaN", "1e9")) {
            refused("is not in 0.001..1000", "--exposure=" + wrong);
        }
        refused("no such file", "--environment=" + folder.resolve("none.hdr"));
        refused("is no file", "--environment=" + folder);
        var other = Files.writeString(folder.resolve("sky.exr"), "not a picture");
        refused("is no OpenEXR picture (.exr)", "--environment=" + other);
        var broken = folder.resolve("broken.hdr");
        Files.writeString(broken, "#?RADIANCE\n\n-Y 400 +X 800\n");
        refused("is cut off, 400 rows of at least 4 bytes expected", "--environment=" + broken);
        Files.writeString(broken, "#?RADIANCE\n\n-Y 400000 +X 800000\n");
        refused("are too many", "--environment=" + broken);
        Files.writeString(broken, "not a picture\n");
        refused("is no Radiance picture", "--environment=" + broken);
    }

    @Test
    void nothingIsWrittenOverThePicture() throws IOException {
        byte[] before = Files.readAllBytes(room);
        refused("is the same file as --environment", environment, "--format=png", "-o", "" + room);
        refused("is the same file as --environment", environment, "--report=" + room);
        assertThat(Files.readAllBytes(room)).isEqualTo(before);
    }

    /**
     * Its nine maps of 66x66 texels, of four floats each, and its own texels of 32 bits are in
     * memory beside the model.
     */
    @Test
    void modelsMayTakeWhatItLeaves() {
        var all = LoadLimits.defaults();
        long maps = 9 * 66 * 66 * 16 + 16 * 8 * 4;
        var command = new RenderCommand();
        new CommandLine(command).parseArgs("demo:teapot", "-o=x.png", environment);
        assertThat(command.limits(Cancellation.NEVER).maxDecodedBytes())
                .isEqualTo(all.maxDecodedBytes() - maps);
        var read = command.environment.load(all, Cancellation.NEVER);
        assertThat(read.bytes()).isEqualTo(maps);
        // It is read once
        assertThat(
                        command.environment
                                .apply(RenderSettings.defaults(), null, Cancellation.NEVER)
                                .environment())
                .isSameAs(read);
        assertThat(EnvironmentMixin.left(all.withMaxDecodedBytes(maps + 5), read).maxDecodedBytes())
                .isEqualTo(5);
        assertThat(EnvironmentMixin.left(all.withMaxDecodedBytes(5), read).maxDecodedBytes())
                .isZero();
        assertThat(EnvironmentMixin.left(all, (Environment) null)).isSameAs(all);
        var without = new RenderCommand();
        new CommandLine(without).parseArgs("demo:teapot", "-o=x.png");
        // But that no variant is asked for
        assertThat(without.limits(Cancellation.NEVER))
                .isEqualTo(all.withVariants(WantedVariants.NONE));
    }

    /** A batch that cannot begin leaves no folder. */
    @Test
    void aBatchWithoutItsEnvironmentLeavesNothing() {
        String out = folder.resolve("out").toString();
        int code =
                Main.run(
                        "render",
                        "demo:teapot",
                        "demo:objects",
                        "-o",
                        out,
                        "--environment",
                        folder.resolve("none.hdr").toString());
        assertThat(code).isEqualTo(2);
        assertThat(Path.of(out)).doesNotExist();
    }
}
