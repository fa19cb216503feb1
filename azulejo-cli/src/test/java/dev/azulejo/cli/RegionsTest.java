package dev.azulejo.cli;

import static dev.azulejo.cli.CommandRun.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

import java.nio.file.Files;
import java.nio.file.Path;

import javax.xml.parsers.DocumentBuilderFactory;

/** How maps share out the work of a scene, from the command line. */
class RegionsTest {
    @TempDir Path folder;

    private static double cell(String text, String layout, int column) {
        return text.lines()
                .filter(line -> line.startsWith(layout + " "))
                .map(line -> line.split(" +")[column])
                .mapToDouble(Double::parseDouble)
                .findFirst()
                .orElseThrow();
    }

    /**
     * The teapot in the middle: strips share it out badly, small squares well, for more geometry.
     */
    @Test
    void coarseMapsAreUnevenAndFineOnesTouchEverybody() throws Exception {
        var plot = folder.resolve("plot.svg");
        var text = run("regions", "demo:teapot", "--gpus=4", "--size=512x512", "--plot=" + plot);
        assertThat(text).startsWith("0\ndemo:teapot, 512x512, 4 GPUs\n");
        int work = 3;
        int geometry = 4;
        assertThat(cell(text, "strips", work)).isGreaterThan(cell(text, "interleaved:64", work));
        assertThat(cell(text, "interleaved:16", work)).isBetween(1.0, 1.1);
        assertThat(cell(text, "strips", geometry))
                .isGreaterThanOrEqualTo(1)
                .isLessThan(cell(text, "interleaved:16", geometry));
        assertThat(cell(text, "interleaved:16", geometry)).isLessThanOrEqualTo(4);
        Document svg =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(plot.toFile());
        assertThat(svg.getElementsByTagName("path").getLength()).isGreaterThanOrEqualTo(3);
        assertThat(Files.readString(plot)).contains("interleaved:16").doesNotContain("NaN");
    }

    @Test
    void oneLayoutSaysWhatEachGpuHas() {
        assertThat(run("regions", "demo:teapot", "--gpus=3", "--size=96x96", "--regions=strips"))
                .startsWith("0\ndemo:teapot, 96x96, 3 GPUs\nGPU ")
                .contains("  2        3072 ")
                .contains("max/mean  1.000 ");
    }

    @Test
    void whatCannotBeIsOneLine() {
        assertThat(run("regions", "demo:teapot", "--gpus=1"))
                .isEqualTo("2\nazulejo: --gpus=1 is not in 2..64\n");
        assertThat(run("regions", "demo:teapot", "--regions=squares")).startsWith("2\nazulejo: --");
        assertThat(run("regions", "demo:teapot", "--regions=strips,dynamic"))
                .isEqualTo(
                        "2\n"
                            + "azulejo: --regions=dynamic: it follows what tiles took in frames"
                            + " before, and there are none: name the layout that it begins with\n");
        assertThat(run("regions", "demo:nothing")).startsWith("2\nazulejo: ");
        assertThat(run("regions", "demo:teapot", "--plot=" + folder.resolve("no/such.svg")))
                .startsWith("2\nazulejo: --plot");
    }
}
