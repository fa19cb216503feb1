package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import javax.imageio.ImageIO;

/** A scene's own sky, from the command line. */
class SkyTest {
    @TempDir Path folder;

    private BufferedImage picture(String... more) throws IOException {
        Path file = folder.resolve("p.png");
        var words =
                new ArrayList<>(
                        List.of("render", "demo:terrain", "-o", file.toString(), "--size=96x54"));
        words.addAll(List.of(more));
        assertThat(Main.run(words.toArray(String[]::new))).isZero();
        return ImageIO.read(file.toFile());
    }

    private static int[] pixels(BufferedImage picture) {
        return picture.getRGB(
                0, 0, picture.getWidth(), picture.getHeight(), null, 0, picture.getWidth());
    }

    @Test
    void theSameHoweverItIsMade() throws IOException {
        int[] sky = pixels(picture());
        // Blue above, and haze below it
        assertThat(sky[0] & 255).isGreaterThan((sky[0] >> 16 & 255) + 30);
        assertThat(sky[15 * 96] >> 16 & 255).isGreaterThan(sky[0] >> 16 & 255);
        assertThat(pixels(picture("--gpus=3"))).isEqualTo(sky);
        assertThat(pixels(picture("--reference"))).isEqualTo(sky);
        assertThat(pixels(picture("--threads=1", "--kernels=scalar"))).isEqualTo(sky);
    }

    @Test
    void aBackgroundThatIsGivenWins() throws IOException {
        assertThat(picture("--background=203040").getRGB(0, 0)).isEqualTo(0xFF203040);
        assertThat(picture("--background=transparent").getRGB(0, 0) >>> 24).isZero();
        Files.write(folder.resolve("room.hdr"), RadiancePicture.file());
        var lit = picture("--environment=" + folder.resolve("room.hdr"));
        var grey = picture("--background=EAEBED");
        assertThat(lit.getRGB(0, 0)).isEqualTo(grey.getRGB(0, 0));
    }

    @Test
    void modelsOfABatchHaveTheirs() throws IOException {
        int[] sky = pixels(picture());
        Path out = Files.createDirectory(folder.resolve("out"));
        assertThat(
                        Main.run(
                                "render",
                                "demo:terrain",
                                "demo:teapot",
                                "-o",
                                out.toString(),
                                "--size=96x54"))
                .isZero();
        try (var files = Files.list(out)) {
            var terrain = files.filter(f -> f.toString().contains("terrain")).toList();
            assertThat(pixels(ImageIO.read(terrain.getFirst().toFile()))).isEqualTo(sky);
        }
    }
}
