package dev.azulejo.bench.looks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.render.View;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

import javax.imageio.ImageIO;

/** What becomes of pictures that both have made. */
class LooksPageTest {
    private static void picture(Path file, int left, int right) throws IOException {
        var image = new BufferedImage(32, 32, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < 32 * 32; i++) {
            image.setRGB(i % 32, i / 32, i % 32 < 16 ? left : right);
        }
        ImageIO.write(image, "png", file.toFile());
    }

    @Test
    void theMostDifferentComeFirst(@TempDir Path out) throws IOException {
        Files.writeString(
                out.resolve("jobs.json"),
                """
                [{"name": "same", "chart": true},
                 {"name": "near", "chart": false, "warnings": ["one <b>", "two"]},
                 {"name": "refused", "chart": false, "refused": "too large"},
                 {"name": "far", "chart": false},
                 {"name": "half", "chart": false},
                 {"name": "missing", "chart": false}]
                """);
        for (var name : new String[] {"same", "near", "far"}) {
            picture(out.resolve(name + ".azulejo.png"), 0x808080, 0x4060A0);
        }
        picture(out.resolve("same.three.png"), 0x808080, 0x4060A0);
        picture(out.resolve("near.three.png"), 0x808080, 0x4464A4);
        picture(out.resolve("far.three.png"), 0x808080, 0xFFFFFF);
        // Half of it is there in one alone
        picture(out.resolve("half.azulejo.png"), 0x808080, 0x808080);
        picture(out.resolve("half.three.png"), 0x808080, 0xA08080);
        LooksPage.main(new String[] {out.toString()});
        var page = Files.readString(out.resolve("index.html"));
        assertThat(page)
                .containsSubsequence(
                        "<b>refused</b>",
                        "refused: too large",
                        "<b>missing</b>",
                        "three.js has no picture",
                        "<b>far</b>",
                        "<b>half</b>",
                        "<b>near</b>",
                        "2 warnings, first: one &lt;b&gt;",
                        "<b>same</b> mean 0.000, where something is drawn 0.000");
        var half =
                Pattern.compile("<b>half</b> mean (\\S+), where something is drawn (\\S+) ")
                        .matcher(page);
        assertThat(half.find()).isTrue();
        double mean = Double.parseDouble(half.group(1));
        // Not quite twice: the difference is seen a little beyond
        assertThat(Double.parseDouble(half.group(2))).isBetween(1.5 * mean, 2.01 * mean);
        var flip = ImageIO.read(out.resolve("far.flip.png").toFile());
        assertThat(flip.getRGB(2, 16) & 0xFFFFFF).isZero();
        assertThat(flip.getRGB(29, 16) & 255).as("white hot").isPositive();
        assertThat(out.resolve("refused.flip.png")).doesNotExist();
    }

    /** What lies on the nearest plane has depth -1 there, and 0 here; on the furthest 1. */
    @Test
    void depthsAreTold() {
        var bounds = new Bounds(new Vec3(-1, -1, -1), new Vec3(1, 1, 1));
        var view = View.orbit(bounds, 0, 0, 6, 1);
        float[] ours = view.clipFromView().toArray();
        float[] web = LooksPictures.webClip(view.clipFromView());
        double near = ours[14] / ours[10];
        double far = ours[14] / (ours[10] + 1);
        assertThat(far).isGreaterThan(near).isPositive();
        assertThat(depth(web, near)).isCloseTo(-1, within(1e-4));
        assertThat(depth(web, far)).isCloseTo(1, within(1e-4));
        for (int i = 0; i < 16; i++) {
            if (i % 4 != 2) {
                assertThat(web[i]).isEqualTo(ours[i]);
            }
        }
    }

    private static double depth(float[] clip, double distance) {
        return (clip[10] * -distance + clip[14]) / (clip[11] * -distance + clip[15]);
    }
}
