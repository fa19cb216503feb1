package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.DeadlineException;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import javax.imageio.ImageIO;

/** Nothing is written over what a command reads, or over what else it writes. */
class CommandFilesTest {
    private static final List<String> OF_MODEL = List.of("model.gltf", "texture.png");

    /** Options that name what is read. */
    private static final Set<String> READ =
            Set.of("--environment", "--list", "--cluster-key", "--tls", "--token-file");

    /** Options that name a folder which a command has for itself. */
    private static final Set<String> FOLDERS = Set.of("--cache", "--environment-cache");

    /**
     * An option that names what is written.
     *
     * @param usual what it says otherwise
     * @param made what is written then
     */
    private record Writing(String option, String usual, String made) {
        static Writing file(String option, String usual) {
            return new Writing(option, usual, usual);
        }

        boolean isFolder() {
            return !usual.equals(made);
        }

        String extension() {
            return made.substring(made.lastIndexOf('.'));
        }
    }

    /** A command, what it reads, and what it can write. */
    private record Line(String arguments, List<String> inputs, List<Writing> outputs) {
        String command() {
            return arguments.split(" ", 2)[0];
        }
    }

    private static final List<Line> LINES =
            List.of(
                    new Line(
                            "render model.gltf --gpus=2 --reuse=off --environment=room.hdr",
                            List.of("model.gltf", "texture.png", "room.hdr"),
                            List.of(
                                    Writing.file("--output", "a.png"),
                                    Writing.file("--report", "r.json"),
                                    Writing.file("--owners", "o.png"),
                                    Writing.file("--waste", "w.png"),
                                    Writing.file("--timeline", "t.json"))),
                    new Line(
                            "render model.gltf --aov=id",
                            OF_MODEL,
                            List.of(
                                    new Writing("--output", "a.png", "a.id.png"),
                                    Writing.file("--report", "r.json"))),
                    new Line(
                            "render model.gltf --frames=3",
                            OF_MODEL,
                            List.of(
                                    new Writing("--output", "f.png", "f0002.png"),
                                    Writing.file("--report", "r.json"))),
                    new Line(
                            "render model.gltf --animate --fps=2",
                            OF_MODEL,
                            List.of(new Writing("--output", "f.png", "f0001.png"))),
                    new Line(
                            "render model.gltf --cluster=file:hosts.txt --cluster-key=key.p12",
                            List.of("model.gltf", "texture.png", "hosts.txt", "key.p12"),
                            List.of(
                                    Writing.file("--output", "a.png"),
                                    Writing.file("--report", "r.json"))),
                    new Line(
                            "render model.gltf --list=list.txt --environment=room.hdr"
                                    + " --cluster=file:hosts.txt --cluster-key=key.p12",
                            List.of(
                                    "model.gltf",
                                    "texture.png",
                                    "list.txt",
                                    "room.hdr",
                                    "hosts.txt",
                                    "key.p12"),
                            List.of(
                                    new Writing("--output", "thumbs", "thumbs/model.png"),
                                    Writing.file("--results", "r.json"))),
                    new Line("trace model.gltf", OF_MODEL, written("--output", "w.trace")),
                    new Line("bench model.gltf", OF_MODEL, written("--export", "e.bin")),
                    new Line("regions model.gltf", OF_MODEL, written("--plot", "p.svg")),
                    new Line(
                            "compare model.gltf",
                            OF_MODEL,
                            List.of(
                                    Writing.file("--report", "r.json"),
                                    new Writing("--heatmaps", "maps", "maps/dropped.png"))),
                    new Line(
                            "compare model.gltf",
                            OF_MODEL,
                            List.of(new Writing("--heatmaps", "maps", "maps/overdraw-off.png"))),
                    new Line(
                            "compare model.gltf",
                            OF_MODEL,
                            List.of(new Writing("--heatmaps", "maps", "maps/hiz-16.png"))),
                    new Line(
                            "compare model.gltf --technique=reuse",
                            OF_MODEL,
                            List.of(
                                    Writing.file("--report", "r.json"),
                                    Writing.file("--page", "p.html"),
                                    new Writing("--heatmaps", "maps", "maps/decided-off.png"))),
                    new Line(
                            "compare model.gltf --technique=windows",
                            OF_MODEL,
                            List.of(Writing.file("--page", "p.html"))),
                    new Line(
                            "compare model.gltf --technique=throttle",
                            OF_MODEL,
                            List.of(
                                    Writing.file("--report", "r.json"),
                                    Writing.file("--page", "p.html"),
                                    Writing.file("--plot", "p.svg"))),
                    new Line(
                            "simulate work.json --machine=machine.json",
                            List.of("work.json", "machine.json"),
                            List.of(
                                    Writing.file("--output", "s.json"),
                                    Writing.file("--trace-events", "e.json"))),
                    new Line(
                            "sweep work.json --machine=machine.json --vary=gpus=1,2",
                            List.of("work.json", "machine.json"),
                            written("--output", "s.json")));

    private static List<Writing> written(String option, String usual) {
        return List.of(Writing.file(option, usual));
    }

    @TempDir Path folder;

    @BeforeEach
    void writeFiles() throws IOException {
        var model = StartTraining.model().replaceFirst("data:image/png[^\"]*", "texture.png");
        write("model.gltf", model);
        Files.write(folder.resolve("room.hdr"), RadiancePicture.file());
        for (var name : List.of("hosts.txt", "key.p12", "work.json", "machine.json")) {
            write(name, "what " + name + " holds");
        }
        ImageIO.write(
                new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB),
                "png",
                folder.resolve("texture.png").toFile());
        write("list.txt", "");
        Files.createDirectory(folder.resolve("thumbs"));
        Files.createDirectory(folder.resolve("maps"));
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    /** Returns what all files hold. */
    private Map<String, String> content() throws IOException {
        var all = new TreeMap<String, String>();
        try (var files = Files.walk(folder)) {
            for (var file : files.toList()) {
                boolean holds = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
                all.put(
                        folder.relativize(file).toString(),
                        holds
                                ? new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)
                                : "");
            }
        }
        return all;
    }

    /** Runs a command in the folder, some of whose options say something else. */
    private String run(Line line, Map<String, String> said) {
        var arguments = new ArrayList<String>();
        for (var argument : line.arguments.split(" ")) {
            boolean bare = argument.matches("[a-z]+\\.[a-z0-9]+");
            arguments.add(
                    bare
                            ? folder.resolve(argument).toString()
                            : argument.replaceAll("(?<=[=:])(?=[a-z]+\\.[a-z])", folder + "/"));
        }
        for (var writing : line.outputs) {
            boolean needed = writing.option.equals("--output");
            var value = said.getOrDefault(writing.option, needed ? writing.usual : null);
            if (value != null) {
                arguments.add(writing.option + "=" + folder.resolve(value));
            }
        }
        return CommandRun.run(arguments.toArray(String[]::new));
    }

    private void refused(Line line, Map<String, String> said, String why) throws IOException {
        var before = content();
        var result = run(line, said);
        assertThat(result)
                .as("%s %s", line.arguments, said)
                .startsWith("2\nazulejo: -")
                .containsPattern(why)
                .endsWith(" expected\n");
        assertThat(result.lines()).as("%s %s", line.arguments, said).hasSize(2);
        assertThat(content()).as("%s %s", line.arguments, said).isEqualTo(before);
    }

    @Test
    void nothingIsWrittenOverWhatIsRead() throws IOException {
        for (var line : LINES) {
            for (var writing : line.outputs) {
                for (var input : line.inputs) {
                    refuseAll(line, writing, folder.resolve(input));
                }
            }
        }
    }

    private void refuseAll(Line line, Writing writing, Path input) throws IOException {
        var why = "is the same file as|is a file that";
        var name = folder.relativize(input).toString();
        var hard = folder.resolve(writing.isFolder() ? writing.made : "h" + writing.extension());
        var soft = folder.resolve(writing.isFolder() ? writing.made : "s" + writing.extension());
        if (!writing.isFolder() && !line.command().matches("simulate|sweep")) {
            refused(line, Map.of(writing.option, name), why);
        }
        // One kind for each, and both for each option: there are many
        var link =
                line.inputs.indexOf(name) % 2 == 0
                        ? Files.createLink(hard, input)
                        : Files.createSymbolicLink(soft, input);
        refused(line, said(writing, link), why);
        Files.delete(link);
    }

    private Map<String, String> said(Writing writing, Path link) {
        return Map.of(
                writing.option,
                writing.isFolder() ? writing.usual : folder.relativize(link).toString());
    }

    @Test
    void noTwoOutputsAreOneFile() throws IOException {
        for (var line : LINES) {
            for (var a : line.outputs) {
                for (var b : line.outputs) {
                    if (!a.option.equals(b.option) && !b.isFolder()) {
                        refused(
                                line,
                                Map.of(a.option, a.usual, b.option, a.made),
                                "is the same file as --?[a-z]+ .*; two files|is the same file as"
                                        + " -o");
                    }
                }
            }
        }
    }

    /** A new option that writes is held against the list above, or somebody says what it is. */
    @Test
    void everyOptionThatNamesAFileIsTried() {
        var there = new TreeSet<String>();
        Main.commands()
                .forEach(
                        (name, type) ->
                                new CommandLine(type)
                                        .getCommandSpec().options().stream()
                                                .filter(CommandFilesTest::isPath)
                                                .map(OptionSpec::longestName)
                                                .filter(option -> !READ.contains(option))
                                                .filter(option -> !FOLDERS.contains(option))
                                                .forEach(option -> there.add(name + option)));
        var tried = new TreeSet<String>();
        LINES.forEach(
                line -> line.outputs.forEach(each -> tried.add(line.command() + each.option)));
        assertThat(there).isEqualTo(tried);
    }

    private static boolean isPath(ArgSpec argument) {
        return argument.type() == Path.class
                || Arrays.asList(argument.auxiliaryTypes()).contains(Path.class);
    }

    /** Of several scenes, one that takes long to look at fails when it is loaded. */
    @Test
    void oneSceneDoesNotEndABatch() {
        var files =
                new CommandFiles()
                        .readsScene(folder.resolve("model.gltf").toString())
                        .writes("--results", folder.resolve("r.json"));
        files.check(Cancellation.NEVER, Duration.ZERO);
        assertThatThrownBy(() -> files.check(Cancellation.after(Duration.ZERO)))
                .isInstanceOf(DeadlineException.class)
                .hasMessageStartingWith("looking at ");
    }

    /** Devices take whatever comes, and what is not there is nobody's. */
    @Test
    void devicesAndFilesThatAreNotThereAreFree() {
        var nothing = Path.of("/dev/null");
        new CommandFiles()
                .reads("--list", folder.resolve("none"))
                .reads("--environment", null)
                .readsScene("demo:teapot")
                .readsScene("-")
                .writes("-o", nothing)
                .writes("--report", nothing)
                .writes("--owners", null)
                .writes("--waste", folder.resolve("none"))
                .check(Cancellation.NEVER);
    }
}
