package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;

import javax.imageio.ImageIO;

/** What may be written beside or in place of a PNG of 8 bits. */
class OutputsTest {
    private static final String SIZE = "--size=40x30";

    @TempDir Path folder;

    private Path model;

    @BeforeEach
    void writeModel() throws IOException {
        model = Files.writeString(folder.resolve("model.gltf"), StartTraining.model());
    }

    private String render(String output, String... more) {
        return CommandRun.run(arguments(model.toString(), output, more));
    }

    private String[] arguments(String scene, String output, String... more) {
        var line = new String[4 + more.length];
        line[0] = "render";
        line[1] = scene;
        line[2] = "-o" + folder.resolve(output);
        line[3] = SIZE;
        System.arraycopy(more, 0, line, 4, more.length);
        return line;
    }

    private BufferedImage picture(String name) throws IOException {
        return ImageIO.read(folder.resolve(name).toFile());
    }

    private JsonNode json(String name) throws IOException {
        return new ObjectMapper().readTree(folder.resolve(name).toFile());
    }

    @Test
    void sixteenBitsAreTheSamePictureMoreFinely() throws IOException {
        for (var background : new String[] {"--background=ff8000", "--background=transparent"}) {
            assertThat(render("a.png", background)).isEqualTo("0\n");
            var report = "--report=" + folder.resolve("r.json");
            assertThat(render("b.png", background, "--bits=16", report)).isEqualTo("0\n");
            var coarse = picture("a.png").getRaster();
            var fine = picture("b.png").getRaster();
            assertThat(fine.getSampleModel().getSampleSize(0)).isEqualTo(16);
            assertThat(fine.getNumBands()).isEqualTo(coarse.getNumBands());
            boolean finer = false;
            for (int i = 0; i < 40 * 30; i++) {
                boolean whole = fine.getNumBands() < 4;
                int alpha = whole ? 255 : coarse.getSample(i % 40, i / 40, 3);
                for (int band = 0; band < fine.getNumBands(); band++) {
                    int sample = fine.getSample(i % 40, i / 40, band);
                    int code = coarse.getSample(i % 40, i / 40, band);
                    // A colour's code is as coarse as what there is of it
                    double coarseness = band == 3 ? 1 : 255.0 / Math.max(1, alpha);
                    assertThat(Math.abs(sample / 257.0 - code)).isLessThan(1.6 * coarseness);
                    finer |= sample % 257 != 0;
                }
            }
            assertThat(finer).isTrue();
            assertThat(json("r.json").at("/frames/0/sha256").asText()).hasSize(64);
        }
    }

    @Test
    void whatIsSeenLiesBesideThePicture() throws IOException {
        assertThat(render("a.png")).isEqualTo("0\n");
        assertThat(render("b.png", "--aov=depth,normal,id")).isEqualTo("0\n");
        assertThat(folder.resolve("b.png")).hasSameBinaryContentAs(folder.resolve("a.png"));
        var numbers = json("b.aov.json");
        // The quad fills most of the picture, two units before the camera.
        assertThat(numbers.at("/depth/near").floatValue()).isEqualTo(2);
        assertThat(numbers.at("/depth/far").floatValue()).isEqualTo(2);
        assertThat(numbers.get("ids")).hasSize(1);
        var id = numbers.at("/ids/0");
        assertThat(id.get("node").intValue()).isZero();
        assertThat(id.get("material_name").asText()).isEqualTo("quad");
        int color = Integer.parseInt(id.get("color").asText().substring(1), 16);
        var ids = picture("b.id.png");
        var depth = picture("b.depth.png").getRaster();
        var normal = picture("b.normal.png").getRaster();
        assertThat(depth.getNumBands()).isEqualTo(1);
        assertThat(depth.getSampleModel().getSampleSize(0)).isEqualTo(16);
        assertThat(normal.getSampleModel().getSampleSize(0)).isEqualTo(16);
        int pixels = 0;
        for (int i = 0; i < 40 * 30; i++) {
            int x = i % 40;
            int y = i / 40;
            boolean seen = (ids.getRGB(x, y) & 0xffffff) == color;
            assertThat(ids.getRGB(x, y) & 0xffffff).isIn(0, color);
            assertThat(depth.getSample(x, y, 0)).isEqualTo(seen ? 1 : 0);
            int[] facing = normal.getPixel(x, y, (int[]) null);
            assertThat(facing[0] + facing[1] + facing[2] > 0).isEqualTo(seen);
            pixels += seen ? 1 : 0;
        }
        assertThat(pixels).isPositive().isEqualTo(id.get("pixels").intValue());
    }

    @Test
    void onlyWhatIsWantedIsWritten() {
        assertThat(render("n.png", "--aov=normal")).isEqualTo("0\n");
        assertThat(folder.resolve("n.normal.png")).exists();
        assertThat(folder.resolve("n.depth.png")).doesNotExist();
        assertThat(folder.resolve("n.aov.json")).doesNotExist();
    }

    @Test
    void eachFrameHasItsOwn() throws IOException {
        assertThat(render("t.png", "--aov=depth", "--frames=4")).isEqualTo("0\n");
        // A quarter of a turn shows the quad from its edge, and half a turn from behind.
        assertThat(json("t0002.aov.json").at("/depth/near").floatValue())
                .isNotEqualTo(json("t0001.aov.json").at("/depth/near").floatValue());
        for (int frame = 0; frame < 4; frame++) {
            assertThat(folder.resolve("t000%d.depth.png".formatted(frame))).exists();
        }
        assertThat(render("u.png", "--aov=depth", "--animate", "--frames=2", "--fps=1"))
                .isEqualTo("0\n");
        // The quad grows by half in a second, in a plane.
        assertThat(json("u0000.aov.json").at("/depth/near").floatValue()).isEqualTo(2);
    }

    @Test
    void aBatchHasThemTooAndGoesOn() throws IOException {
        var thumbs = Files.createDirectory(folder.resolve("thumbs"));
        assertThat(render("thumbs", "--aov=id", "--resume")).startsWith("0\n");
        var made = thumbs.resolve("model.id.png");
        assertThat(made).exists();
        assertThat(thumbs.resolve("model.aov.json")).exists();
        var picture = thumbs.resolve("model.png");
        var then = FileTime.from(Instant.now().plusSeconds(100));
        for (var file : new Path[] {picture, made, thumbs.resolve("model.aov.json")}) {
            Files.setLastModifiedTime(file, then);
        }
        Files.delete(thumbs.resolve("model.aov.json"));
        assertThat(render("thumbs", "--aov=id", "--resume")).startsWith("0\n");
        assertThat(thumbs.resolve("model.aov.json")).exists();
        // A model whose picture would be called like one of these
        var other = folder.resolve("model.id.gltf");
        Files.writeString(other, StartTraining.model());
        var line = arguments(model.toString(), "thumbs", other.toString(), "--aov=id");
        assertThat(CommandRun.run(line)).startsWith("2\n").contains("is the same file as");
        line[2] = "-o" + folder.resolve("new");
        assertThat(CommandRun.run(line)).startsWith("2\n").contains("is the same file as");
        assertThat(folder.resolve("new")).doesNotExist();
        assertThat(render("thumbs", "--bits=16")).startsWith("0\n");
        assertThat(ImageIO.read(picture.toFile()).getSampleModel().getSampleSize(0)).isEqualTo(16);
    }

    /** Names in a file can neither move the cursor nor pass for a line of ours. */
    @Test
    void infoCleansWhatAFileSays() throws IOException {
        var forged = "a\\u001b[2J\\nazulejo: warning: b\\u202e";
        var json =
                StartTraining.model()
                        .replace("\"name\": \"quad\"", "\"name\": \"" + forged + "\"")
                        .replaceFirst(
                                "\"version\": *\"2.0\"",
                                "\"version\": \"2.0\", \"generator\": \""
                                        + forged.replace("\\", "\\\\")
                                        + "\"");
        Files.writeString(model, json);
        var told = CommandRun.run("info", model.toString());
        assertThat(told).startsWith("0\n").contains("generator", "a�[2J", "azulejo: warning: b");
        assertThat(told.lines()).noneMatch(line -> line.startsWith("azulejo: "));
        assertThat(told.chars().filter(c -> c < ' ' && c != '\n' || c == 0x202e)).isEmpty();
    }

    @Test
    void whatCannotBeIsRefused() throws IOException {
        assertThat(render("a.webp")).startsWith("2\n").contains("WebP is not written");
        assertThat(render("a.png", "--bits=12")).startsWith("2\n").contains("is not 8 or 16");
        for (var name : new String[] {"a.jpg", "a.rgba", "a.gif", "a.apng", "a.mp4"}) {
            assertThat(render(name, "--bits=16")).startsWith("2\n").contains("PNG alone");
        }
        assertThat(render("a.gif", "--aov=id")).startsWith("2\n").contains("--aov");
        assertThat(render("a.png", "--aov=colour")).startsWith("2\n").contains("--aov");
        assertThat(CommandRun.run("render", model.toString(), "-o-", "--aov=id"))
                .startsWith("2\n")
                .contains("--aov");
        // A device, beside which nothing belongs
        var device = Files.createSymbolicLink(folder.resolve("null.png"), Path.of("/dev/null"));
        assertThat(render("null.png", "--aov=depth,id"))
                .isEqualTo(
                        "2\nazulejo: --aov: pictures beside a picture, so that -o must be one, or a"
                                + " folder\n");
        assertThat(render("null.png", "--frames=3"))
                .isEqualTo(
                        "2\nazulejo: -o %s: is a device or a pipe; one picture expected, not 3\n"
                                .formatted(device));
        assertThat(render("null.png")).isEqualTo("0\n");
        Files.delete(device);
        // A texture that would be overwritten
        var json = StartTraining.model().replaceFirst("data:image/png[^\"]*", "x.id.png");
        Files.writeString(model, json);
        var texture = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB);
        ImageIO.write(texture, "png", folder.resolve("x.id.png").toFile());
        assertThat(render("x.png", "--aov=id")).startsWith("2\n").contains("names");
        try (var files = Files.list(folder)) {
            assertThat(files).hasSize(2);
        }
    }
}
