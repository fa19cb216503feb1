package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.scene.gltf.LoadLimits;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** Commands are read one at a time, and all where none is named. */
class CommandsTest {
    private static final List<String> NAMES =
            List.of(
                    "render",
                    "info",
                    "bench",
                    "compare",
                    "figures",
                    "regions",
                    "trace",
                    "machines",
                    "simulate",
                    "sweep",
                    "worker",
                    "serve");

    @TempDir Path folder;

    @Test
    void theHelpNamesAllAndEachHasOneOfItsOwn() {
        String help = CommandRun.run("--help");
        assertThat(help).startsWith("0\n").contains("  generate-completion ");
        for (var name : NAMES) {
            assertThat(help).contains("\n  " + name + " ");
            var said = Pattern.compile("(?s)\n  " + name + " +(.*?)\n(?=  [a-z]|\n)").matcher(help);
            assertThat(said.find()).as(name).isTrue();
            assertThat(said.group(1)).as("not cut off").endsWith(".");
            assertThat(CommandRun.run(name, "--help"))
                    .startsWith("0\n")
                    .contains("azulejo " + name);
        }
        assertThat(CommandRun.run()).isEqualTo(help);
        String completion = CommandRun.run("generate-completion");
        assertThat(completion).contains(NAMES).contains("--edge-pixels");
    }

    /** What an option's own method throws is told as it is. */
    @Test
    void aWrongValueIsToldInOneLine() {
        assertThat(CommandRun.run("render", "demo:teapot", "-oa.png", "--stereo=x"))
                .startsWith("2\nazulejo: --stereo=x: expected DISTANCE");
    }

    /** What start-up caches are recorded from. */
    @Test
    void theTrainingSceneIsRendered() throws Exception {
        var model = Files.writeString(folder.resolve("a.gltf"), StartTraining.model());
        var picture = folder.resolve("a.png");
        String size = "--size=64x36";
        assertThat(CommandRun.run("render", model.toString(), "-o", picture.toString(), size))
                .isEqualTo("0\n");
        assertThat(picture).isNotEmptyFile();
        assertThat(CommandRun.run("info", model.toString()))
                .contains("2 (2 textures)")
                .contains("cameras    1")
                .contains("1 channels");
    }

    /** As files are loaded: whoever has had enough does not wait for a built-in scene either. */
    @Test
    void makingABuiltInSceneCanBeEnded() {
        var looks = new AtomicInteger();
        // The first look is before anything is made
        var wish = Cancellation.when(() -> looks.incrementAndGet() > 1);
        assertThatThrownBy(() -> SceneFiles.load("demo:teapot", LoadLimits.defaults(), 1, wish))
                .isInstanceOf(CancelledException.class)
                .hasMessage("making demo:teapot was cancelled");
    }
}
