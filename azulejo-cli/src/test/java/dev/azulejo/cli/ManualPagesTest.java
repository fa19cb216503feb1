package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Every command of the manual does what it says. */
class ManualPagesTest {
    private static final List<String> MODELS = List.of("broken.gltf", "duck.gltf", "goose.gltf");

    private static final Path DOCS = Path.of("../docs");

    @TempDir Path folder;

    private Stream<DynamicTest> commands(String page, int count) throws IOException {
        var commands = new ArrayList<String>();
        boolean inside = false;
        for (var line : Files.readAllLines(DOCS.resolve(page))) {
            if (line.startsWith("```")) {
                inside = line.equals("```sh");
            } else if (inside) {
                commands.add(line);
            }
        }
        assertThat(commands).hasSize(count).allMatch(line -> line.contains("./azulejo "));
        return commands.stream().map(line -> DynamicTest.dynamicTest(line, () -> run(line)));
    }

    @TestFactory
    Stream<DynamicTest> batches() throws IOException {
        return commands("batches.md", 10);
    }

    @TestFactory
    Stream<DynamicTest> rendering() throws IOException {
        return commands("rendering.md", 29);
    }

    @TestFactory
    Stream<DynamicTest> looks() throws IOException {
        return commands("looks.md", 15);
    }

    @TestFactory
    Stream<DynamicTest> gallery() throws IOException {
        return commands("gallery.md", 16);
    }

    /** Each is there, shown above its command, and of a size that a page may load. */
    @Test
    void theGalleryShowsWhatItsCommandsMake() throws IOException {
        var lines = Files.readAllLines(DOCS.resolve("gallery.md"));
        var shown = new ArrayList<String>();
        var made = new ArrayList<String>();
        for (var line : lines) {
            if (line.startsWith("![")) {
                shown.add(line.replaceAll(".*\\(gallery/|\\)$", ""));
            } else if (line.startsWith("./azulejo ")) {
                made.add(line.replaceAll(".* -o ([^ ]+) .*", "$1"));
            }
        }
        assertThat(made).isEqualTo(shown).doesNotHaveDuplicates();
        try (var files = Files.list(DOCS.resolve("gallery"))) {
            assertThat(files)
                    .allSatisfy(file -> assertThat(Files.size(file)).isBetween(1000L, 120_000L))
                    .extracting(file -> file.getFileName().toString())
                    .containsExactlyInAnyOrderElementsOf(made);
        }
    }

    @TestFactory
    Stream<DynamicTest> limits() throws IOException {
        return commands("limits.md", 2);
    }

    @TestFactory
    Stream<DynamicTest> reports() throws IOException {
        return commands("reports.md", 11);
    }

    @TestFactory
    Stream<DynamicTest> machines() throws IOException {
        return commands("machines.md", 2);
    }

    private void run(String line) throws IOException {
        for (var model : MODELS) {
            var file = folder.resolve("models").resolve(model);
            Files.createDirectories(file.getParent());
            Files.writeString(file, model.startsWith("broken") ? "{" : StartTraining.model());
        }
        Files.write(folder.resolve("room.hdr"), RadiancePicture.file());
        Files.writeString(folder.resolve("small.txt"), "--size 160x90 --samples 1");
        int at = line.indexOf("./azulejo ");
        var input = input(line.substring(0, at));
        var arguments = new ArrayList<String>();
        for (var word : line.substring(at + "./azulejo ".length()).split(" ")) {
            if (word.equals("models/*.gltf")) {
                MODELS.forEach(
                        model -> arguments.add(folder.resolve("models/" + model).toString()));
            } else {
                var name = word.startsWith("@") ? word.substring(1) : word;
                boolean file = name.matches("(models|thumbs|cache)/.*|[a-z]+\\.[a-z][a-z0-9]+");
                arguments.add(file ? word.replace(name, folder.resolve(name).toString()) : word);
            }
        }
        var before = System.in;
        System.setIn(new ByteArrayInputStream(input));
        try {
            // The broken one is meant to fail, and nothing else is.
            boolean broken = line.contains("broken") || line.contains("*.gltf");
            var said = CommandRun.run(arguments.toArray(String[]::new));
            if (line.contains(".mp4") && said.contains("needs ffmpeg")) {
                assertThat(said).startsWith("2\n");
                return;
            }
            assertThat(said)
                    .as(line)
                    .startsWith(broken ? "1\n" : "0\n")
                    .doesNotContainPattern("azulejo: .*(duck|goose)\\.gltf:");
        } finally {
            System.setIn(before);
        }
    }

    /** What stands before the command gives it. */
    private byte[] input(String producer) throws IOException {
        if (producer.startsWith("cat ")) {
            return Files.readAllBytes(folder.resolve(producer.split(" ")[1]));
        }
        var list = new StringBuilder();
        if (producer.startsWith("find ")) {
            MODELS.forEach(model -> list.append(folder.resolve("models/" + model)).append('\n'));
        }
        return list.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void theReadmeLeadsToEveryPage() throws IOException {
        var readme = Files.readString(DOCS.resolveSibling("README.md"));
        try (var pages = Files.list(DOCS)) {
            assertThat(pages.filter(page -> page.toString().endsWith(".md")))
                    .isNotEmpty()
                    .allSatisfy(page -> assertThat(readme).contains("(docs/" + page.getFileName()));
        }
    }

    /** Each command of the overview is told in whole sentences. */
    @Test
    void theOverviewIsNotCutOff() {
        var overview = CommandRun.run("--help");
        var commands = overview.substring(overview.indexOf("Commands:")).split("\n\n")[0];
        var told = commands.split("\n  (?=[a-z])");
        assertThat(told).hasSizeGreaterThan(10);
        for (int i = 1; i < told.length; i++) {
            assertThat(told[i].strip()).endsWith(".");
        }
    }
}
