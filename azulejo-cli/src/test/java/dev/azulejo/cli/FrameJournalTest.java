package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sequences that end in the middle, since a folder stands where a picture is to go, and are gone on
 * with; journals that are torn, damaged, somebody else's or none.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FrameJournalTest {
    private static final String[] SMALL = {
        "--size=24x16",
        "--samples=1",
        "--frames=5",
        "--kernels=scalar",
        "--shadows=off",
        "--camera=orbit:35,18"
    };

    @TempDir Path folder;

    private Path model;
    private Path output;
    private Path journal;

    @BeforeEach
    void model() throws IOException {
        // Its buffer beside it
        var embedded = FrameModels.jumper();
        var start = "data:application/octet-stream;base64,";
        int at = embedded.indexOf(start) + start.length();
        var coded = embedded.substring(at, embedded.indexOf('"', at));
        Files.write(folder.resolve("jumper.bin"), Base64.getDecoder().decode(coded));
        model =
                Files.writeString(
                        folder.resolve("jumper.gltf"),
                        embedded.replace(start + coded, "jumper.bin"));
        output = Files.createDirectory(folder.resolve("out")).resolve("a.png");
        journal = output.resolveSibling("a.png.journal");
    }

    private String render(String... more) {
        return render(model.toString(), output, more);
    }

    private static String render(String scene, Path output, String... more) {
        var arguments = new ArrayList<>(List.of("render", scene, "-o", output.toString()));
        arguments.addAll(List.of(SMALL));
        // What is said twice holds as it is said last
        for (var option : more) {
            arguments.removeIf(
                    said ->
                            said.startsWith(option.replaceFirst("=.*", "="))
                                    && option.contains("="));
            arguments.add(option);
        }
        return CommandRun.run(arguments.toArray(String[]::new));
    }

    private Path picture(int frame) {
        return output.resolveSibling("a000%d.png".formatted(frame));
    }

    /** Renders the first pictures, so many, and leaves the place of the next one free. */
    private void begin(int pictures, String... more) throws IOException {
        Files.deleteIfExists(picture(pictures));
        var stands = Files.createDirectory(picture(pictures));
        assertThat(render(more)).startsWith("2\n").endsWith(stands + ": is a folder\n");
        Files.delete(stands);
        assertThat(Files.readAllLines(journal)).hasSize(1 + pictures);
    }

    private static Map<String, byte[]> files(Path output) throws IOException {
        var files = new TreeMap<String, byte[]>();
        try (var all = Files.list(output.getParent())) {
            for (var file : all.toList()) {
                files.put(file.getFileName().toString(), Files.readAllBytes(file));
            }
        }
        files.remove("a.png.journal");
        return files;
    }

    /** All files, but for the journal, are those of a run that nobody ended. */
    private void assertSame(String... more) throws IOException {
        var whole = Files.createTempDirectory(folder, "whole").resolve("a.png");
        assertThat(render(model.toString(), whole, more)).startsWith("0\n");
        var expected = files(whole);
        var found = files(output);
        assertThat(found.keySet()).isEqualTo(expected.keySet());
        found.forEach((name, bytes) -> assertThat(bytes).as(name).isEqualTo(expected.get(name)));
    }

    private static String there(int there, int left) {
        return "azulejo: note: --resume: %d of %d pictures are there, %d are rendered\n"
                .formatted(there, there + left, left);
    }

    private String anew(String why) {
        return "azulejo: note: --resume: %s %s: all pictures are rendered anew\n"
                .formatted(journal, why);
    }

    private String other() {
        return anew("is of other options, another scene or another release");
    }

    /** Which pictures a run says that it rendered. */
    private List<Integer> rendered(Path report) throws IOException {
        var frames = new ArrayList<Integer>();
        for (var frame : new ObjectMapper().readTree(report.toFile()).get("frames")) {
            frames.add(frame.get("frame").asInt());
            assertThat(frame.get("sha256").asText()).hasSize(64);
        }
        return frames;
    }

    @Test
    void whatIsThereIsNotRenderedAgain() throws IOException {
        begin(3);
        var before = Files.getLastModifiedTime(picture(2));
        var first = Files.readAttributes(picture(2), "*").get("fileKey");
        var report = folder.resolve("r.json");
        assertThat(render("--resume", "--report=" + report)).startsWith("0\n" + there(3, 2));
        assertThat(rendered(report)).containsExactly(3, 4);
        assertThat(Files.getLastModifiedTime(picture(2))).isEqualTo(before);
        assertThat(Files.readAttributes(picture(2), "*").get("fileKey")).isEqualTo(first);
        assertSame();
        // It can be said any number of times: nothing is done, nor loaded
        assertThat(render("--resume")).isEqualTo("0\n" + there(5, 0));
        assertThat(render("--resume", "--report=" + report)).startsWith("0\n" + there(5, 0));
        assertThat(rendered(report)).isEmpty();
        // Gaps are filled
        Files.delete(picture(1));
        Files.delete(picture(3));
        assertThat(render("--resume", "--report=" + report)).startsWith("0\n" + there(3, 2));
        assertThat(rendered(report)).containsExactly(1, 3);
        assertSame();
    }

    /** A folder has the pictures and nothing else, if nobody asks for more. */
    @Test
    void aRunThatCompletesLeavesNoJournal() throws IOException {
        assertThat(render()).isEqualTo("0\n");
        assertThat(journal).doesNotExist();
        assertThat(files(output)).hasSize(5);
        assertThat(render("--resume"))
                .isEqualTo(
                        "0\nazulejo: note: --resume: there is no %s: all pictures are rendered\n",
                        journal);
        assertThat(Files.readAllLines(journal)).hasSize(6);
        // Nor does one that was begun by another run stay
        assertThat(render()).isEqualTo("0\n");
        assertThat(journal).doesNotExist();
        assertThat(render("--frames=1")).isEqualTo("0\n");
        assertThat(files(output)).hasSize(6);
        assertThat(render("--frames=1", "--resume")).startsWith("0\n");
        assertThat(render("--frames=1", "--resume")).isEqualTo("0\n" + there(1, 0));
    }

    /** A run that is not gone on with begins the journal anew, before it is done. */
    @Test
    void withoutResumeAllIsRenderedAnew() throws IOException {
        begin(3);
        begin(1);
        assertThat(render("--resume")).startsWith("0\n" + there(1, 4));
        assertSame();
    }

    @Test
    void whatDecidesPixelsIsCompared() throws IOException {
        begin(3);
        // Techniques change no byte, nor does what holds anyway if it is said
        assertThat(render("--resume", "--reuse=off", "--early-z=off", "--threads=1", "--tile=16"))
                .startsWith("0\n" + there(3, 2));
        assertThat(render("--resume", "--exposure=1", "--bits=8", "--format=PNG"))
                .isEqualTo("0\n" + there(5, 0));
        for (var option :
                List.of("--size=16x24", "--samples=4", "--exposure=2", "--bits=16", "--frames=4")) {
            assertThat(render("--resume", option)).as(option).isEqualTo("0\n" + other());
            assertSame4or5(option);
        }
        assertThat(render("--resume", "--ground")).startsWith("0\n" + other());
        assertThat(render("--resume", "--ground=false")).startsWith("0\n" + other());
        assertThat(render("--resume")).isEqualTo("0\n" + there(5, 0));
    }

    /** Of fewer pictures those beyond stay, as without going on. */
    private void assertSame4or5(String option) throws IOException {
        if (option.equals("--frames=4")) {
            Files.delete(picture(4));
        }
        assertSame(option);
    }

    @Test
    void filesOfTheSceneAreCompared() throws IOException {
        begin(2);
        // As it was, at another time
        Files.writeString(model, Files.readString(model));
        assertThat(render("--resume")).startsWith("0\n" + there(2, 3));
        Files.writeString(model, Files.readString(model).replace("\"xmag\": 1,", "\"xmag\": 1.5,"));
        assertThat(render("--resume")).isEqualTo("0\n" + other());
        assertSame();
        var beside = folder.resolve("jumper.bin");
        byte[] bytes = Files.readAllBytes(beside);
        bytes[3] ^= 1;
        Files.write(beside, bytes);
        assertThat(render("--resume")).isEqualTo("0\n" + other());
        assertSame();
        var room = Files.write(folder.resolve("room.hdr"), RadiancePicture.file());
        var option = "--environment=" + room;
        assertThat(render("--resume", option)).startsWith("0\n" + other());
        assertThat(render("--resume", option)).isEqualTo("0\n" + there(5, 0));
        byte[] light = RadiancePicture.file();
        light[light.length - 1] ^= 1;
        Files.write(room, light);
        assertThat(render("--resume", option)).startsWith("0\n" + other());
        var moved = Files.move(room, folder.resolve("other.hdr"));
        assertThat(render("--resume", "--environment=" + moved)).isEqualTo("0\n" + there(5, 0));
    }

    /** Whoever changed a picture gets it as it was: also if it is as long as before. */
    @Test
    void whatIsNotAsItWasIsRenderedAgain() throws IOException {
        begin(4, "--aov=depth,id");
        byte[] bytes = Files.readAllBytes(picture(0));
        bytes[bytes.length - 20] ^= 1;
        Files.write(picture(0), bytes);
        Files.delete(output.resolveSibling("a0002.aov.json"));
        assertThat(render("--resume", "--aov=depth,id")).startsWith("0\n" + there(2, 3));
        assertSame("--aov=depth,id");
        Files.writeString(picture(3), "a larger one".repeat(1_000));
        assertThat(render("--resume", "--aov=depth,id")).startsWith("0\n" + there(4, 1));
        assertSame("--aov=depth,id");
        assertThat(render("--resume", "--aov=depth")).isEqualTo("0\n" + other());
    }

    /** Names that are there, and bytes that never came to the disk: of pictures, and of lines. */
    @Test
    void whatIsLostWhenAMachineGoesDownIsRenderedAgain() throws IOException {
        begin(4, "--aov=depth");
        loseEnd(picture(0), 1);
        loseEnd(output.resolveSibling("a0001.depth.png"), 16);
        try (var file = new RandomAccessFile(picture(2).toFile(), "rw")) {
            file.setLength(file.length() / 2);
        }
        try (var file = new RandomAccessFile(picture(3).toFile(), "rw")) {
            file.setLength(0);
        }
        assertThat(render("--resume", "--aov=depth")).isEqualTo("0\n");
        assertSame("--aov=depth");
        assertThat(render("--resume", "--aov=depth")).isEqualTo("0\n" + there(5, 0));
        // A tenth of the journal is its last line
        loseEnd(journal, (int) Files.size(journal) / 10);
        assertThat(render("--resume", "--aov=depth")).isEqualTo("0\n" + there(4, 1));
        assertThat(render("--resume", "--aov=depth")).isEqualTo("0\n" + there(5, 0));
        loseEnd(journal, (int) Files.size(journal));
        assertThat(render("--resume", "--aov=depth"))
                .isEqualTo("0\n" + anew("is damaged, or no journal"));
        assertSame("--aov=depth");
    }

    /** A file is as long as it was, and ends with zeros. */
    private static void loseEnd(Path path, int bytes) throws IOException {
        try (var file = new RandomAccessFile(path.toFile(), "rw")) {
            file.seek(file.length() - bytes);
            file.write(new byte[bytes]);
        }
    }

    /** How many pictures there are only the scene says. */
    @Test
    void animationsAreGoneOnWith() throws IOException {
        var stands = Files.createDirectory(picture(2));
        String[] plays = {
            "render", model.toString(), "-o", output.toString(), "--animate", "--fps=1"
        };
        var line = new ArrayList<>(List.of(plays));
        line.addAll(List.of("--size=24x16", "--samples=1", "--kernels=scalar"));
        assertThat(CommandRun.run(line.toArray(String[]::new))).startsWith("2\n");
        Files.delete(stands);
        line.add("--resume");
        assertThat(CommandRun.run(line.toArray(String[]::new))).startsWith("0\n" + there(2, 2));
        assertThat(CommandRun.run(line.toArray(String[]::new))).startsWith("0\n" + there(4, 0));
        assertThat(files(output)).hasSize(4);
    }

    @Test
    void aTornLineIsAPictureThatIsNotThere() throws IOException {
        begin(3);
        var text = Files.readString(journal);
        var last = text.substring(0, text.length() - 1);
        Files.writeString(journal, last);
        assertThat(render("--resume")).startsWith("0\n" + there(2, 3));
        assertThat(Files.readAllLines(journal)).hasSize(6);
        // Half of a line, with what another run adds behind it
        Files.writeString(journal, last.substring(0, last.length() - 70));
        assertThat(render("--resume")).startsWith("0\n" + there(2, 3));
        assertThat(render("--resume")).isEqualTo("0\n" + there(5, 0));
        assertSame();
    }

    @Test
    void damagedJournalsAreToldInOneLine() throws IOException {
        begin(3);
        var whole = Files.readString(journal);
        var lines = new ArrayList<>(whole.lines().toList());
        lines.set(2, "1 12:abc");
        lines.add("5 " + lines.get(1).substring(2));
        lines.add("");
        lines.add("999999999999999999999 " + lines.get(1).substring(2));
        Files.writeString(journal, String.join("\n", lines) + "\n");
        assertThat(render("--resume"))
                .startsWith(
                        "0\nazulejo: note: --resume: %s: 4 damaged lines are passed over\n"
                                        .formatted(journal)
                                + there(2, 3));
        // What is gone on with is written without them
        assertThat(render("--resume")).isEqualTo("0\n" + there(5, 0));
        var none = anew("is damaged, or no journal");
        var head = whole.substring(0, whole.indexOf('\n'));
        var wrong =
                Map.of(
                        "",
                        none,
                        "\n\n\n",
                        none,
                        head,
                        none,
                        head.replace(" 5", " 999999") + "\n",
                        none,
                        head.replace("azulejo-journal 1 ", "azulejo-journal 2 ") + "\n",
                        other(),
                        head.replace("azulejo", "Azulejo") + "\n",
                        none);
        for (var text : wrong.keySet()) {
            Files.writeString(journal, text);
            assertThat(render("--resume")).as(text).isEqualTo("0\n" + wrong.get(text));
            assertThat(render("--resume")).isEqualTo("0\n" + there(5, 0));
        }
        byte[] bytes = whole.getBytes(StandardCharsets.ISO_8859_1);
        for (int at = 0; at < bytes.length; at += 37) {
            byte[] damaged = bytes.clone();
            damaged[at] = (byte) 0xff;
            Files.write(journal, damaged);
            assertThat(render("--resume"))
                    .startsWith("0\nazulejo: note: --resume: ")
                    .doesNotContain("internal error");
        }
        assertSame();
    }

    /** Nothing is taken from a file that is larger than a journal can be. */
    @Test
    void aHugeJournalIsNotRead() throws IOException {
        begin(3);
        try (var file = new RandomAccessFile(journal.toFile(), "rw")) {
            file.setLength(1L << 40);
        }
        assertThat(render("--resume"))
                .isEqualTo("0\n" + anew("has more than %,d bytes".formatted(1 << 26)));
        assertThat(Files.size(journal)).isLessThan(1_000);
        assertSame();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void whatStandsInTheWayIsToldInOneLine() throws Exception {
        Files.createDirectory(journal);
        for (var option : new String[] {"--resume", "--deadline=100"}) {
            assertThat(render(option)).isEqualTo("2\nazulejo: journal %s: is a folder\n", journal);
        }
        Files.delete(journal);
        assertThat(new ProcessBuilder("mkfifo", journal.toString()).start().waitFor()).isZero();
        assertThat(render("--resume"))
                .isEqualTo(
                        "2\nazulejo: journal %s: is a device or a pipe; a file expected\n",
                        journal);
        Files.delete(journal);
        Files.createSymbolicLink(journal, model);
        byte[] before = Files.readAllBytes(model);
        assertThat(render())
                .isEqualTo(
                        "2\nazulejo: journal %s: is the same file as the scene %s; another one"
                                + " expected\n",
                        journal, model);
        assertThat(Files.readAllBytes(model)).isEqualTo(before);
        Files.delete(journal);
        Files.createSymbolicLink(journal, folder.resolve("elsewhere"));
        assertThat(render("--resume")).startsWith("0\n");
        assertThat(Files.readAllLines(folder.resolve("elsewhere"))).hasSize(6);
        assertThat(render("--resume")).isEqualTo("0\n" + there(5, 0));
    }

    @Test
    void whatCannotBeGoneOnWithIsRefused() throws Exception {
        var scene = model.toString();
        assertThat(render(scene, folder.resolve("a.gif"), "--resume"))
                .isEqualTo(
                        "2\nazulejo: --resume: -o %s is there when all of it is, so that there is"
                                + " nothing to go on with; pictures of their own expected, as -o"
                                + " name.png\n",
                        folder.resolve("a.gif"));
        assertThat(render(scene, Path.of("-"), "--resume", "--frames=1"))
                .isEqualTo("2\nazulejo: --resume: nothing of -o - stays; a file expected\n");
        assertThat(render("-", output, "--resume"))
                .isEqualTo(
                        "2\nazulejo: --resume: scene and environment must be in files, to tell"
                                + " whether they are the same\n");
        assertThat(render("--resume", "--owners=" + folder.resolve("o.png"), "--gpus=2"))
                .startsWith("2\nazulejo: --resume: not with --owners, ")
                .hasLineCount(2);
        for (var name : List.of("none.glb", folder.toString(), "a\0b")) {
            var said = render(name, output);
            assertThat(said).startsWith("2\nazulejo: ").hasLineCount(2);
            assertThat(render(name, output, "--resume")).isEqualTo(said);
        }
        // What is wrong with a model is told by who loads it
        var broken = Files.writeString(folder.resolve("broken.gltf"), "{").toString();
        var said = render(broken, output);
        assertThat(said).startsWith("2\nazulejo: ").hasLineCount(2);
        assertThat(render(broken, output, "--resume")).endsWith(said.substring(2));
        assertThat(files(output)).isEmpty();
        assertThat(journal).doesNotExist();
    }

    /** What a pipe holds can be read once, so that nothing is summed of it. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aSceneFromAPipeKeepsNoJournal() throws Exception {
        var pipe = folder.resolve("pipe.gltf");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        assertThat(render(pipe.toString(), output, "--resume"))
                .startsWith("2\nazulejo: --resume: scene and environment must be in files");
    }
}
