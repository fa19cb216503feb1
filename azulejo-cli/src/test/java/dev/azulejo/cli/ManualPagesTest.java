package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DynamicTest;
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

/** Every command of docs/batches.md does what it says. */
class BatchesPageTest {
    private static final List<String> MODELS = List.of("broken.gltf", "duck.gltf", "goose.gltf");

    @TempDir Path folder;

    @TestFactory
    Stream<DynamicTest> commandsRun() throws IOException {
        var commands = new ArrayList<String>();
        boolean inside = false;
        for (var line : Files.readAllLines(Path.of("../docs/batches.md"))) {
            if (line.startsWith("```")) {
                inside = line.equals("```sh");
            } else if (inside) {
                commands.add(line);
            }
        }
        assertThat(commands).hasSize(10).allMatch(line -> line.contains("./azulejo render "));
        return commands.stream().map(line -> DynamicTest.dynamicTest(line, () -> run(line)));
    }

    private void run(String line) throws IOException {
        for (var model : MODELS) {
            var file = folder.resolve("models").resolve(model);
            Files.createDirectories(file.getParent());
            Files.writeString(file, model.startsWith("broken") ? "{" : StartTraining.model());
        }
        int at = line.indexOf("./azulejo ");
        var input = input(line.substring(0, at));
        var arguments = new ArrayList<String>();
        for (var word : line.substring(at + "./azulejo ".length()).split(" ")) {
            if (word.equals("models/*.gltf")) {
                MODELS.forEach(
                        model -> arguments.add(folder.resolve("models/" + model).toString()));
            } else {
                boolean file = word.matches("(models|thumbs)/.*|.*\\.jsonl");
                arguments.add(file ? folder.resolve(word).toString() : word);
            }
        }
        var before = System.in;
        System.setIn(new ByteArrayInputStream(input));
        try {
            // The broken one is meant to fail, and nothing else is.
            boolean broken = line.contains("broken") || line.contains("*.gltf");
            assertThat(CommandRun.run(arguments.toArray(String[]::new)))
                    .as(line)
                    .startsWith(broken ? "1\n" : "0\n")
                    .doesNotContain("duck.gltf:", "goose.gltf:");
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
}
