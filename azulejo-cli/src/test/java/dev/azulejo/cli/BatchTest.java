package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Many models with one command. */
class BatchTest {
    private static final String SMALL = "--size=24x16";

    @TempDir Path folder;

    /** Writes a model; numbers make pictures differ. */
    private Path model(String name, int number) throws IOException {
        var file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        var text =
                StartTraining.model()
                        .replace(
                                "\"emissiveFactor\": [0.1, 0.1, 0.1]",
                                "\"emissiveFactor\": [0.1, 0.%02d, 0.1]".formatted(4 * number));
        return Files.writeString(file, text);
    }

    private List<Path> models(int count) throws IOException {
        var models = new ArrayList<Path>();
        for (int i = 0; i < count; i++) {
            models.add(model("models/m%02d.gltf".formatted(i), i));
        }
        return models;
    }

    private Path thumbs() {
        return folder.resolve("thumbs");
    }

    private Path results() {
        return folder.resolve("results.jsonl");
    }

    /** Renders a batch into the folder of thumbnails; returns exit code and output. */
    private String batch(List<Path> models, String... options) {
        var line = new ArrayList<String>();
        line.add("render");
        models.forEach(model -> line.add(model.toString()));
        line.addAll(List.of("-o", thumbs().toString(), "--results", results().toString()));
        line.addAll(List.of(options));
        return CommandRun.run(line.toArray(String[]::new));
    }

    private List<JsonNode> lines() throws IOException {
        var json = new ObjectMapper();
        var lines = new ArrayList<JsonNode>();
        for (var line : Files.readAllLines(results())) {
            lines.add(json.readTree(line));
        }
        return lines;
    }

    private List<String> statuses() throws IOException {
        return lines().stream().map(line -> line.get("status").asText()).toList();
    }

    private static List<String> names(Path of) throws IOException {
        try (var files = Files.list(of)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private byte[] alone(Path model, String... options) throws IOException {
        var file = folder.resolve("alone.png");
        var line = new ArrayList<>(List.of("render", model.toString(), "-o", file.toString()));
        line.addAll(List.of(options));
        assertThat(CommandRun.run(line.toArray(String[]::new))).isEqualTo("0\n");
        return Files.readAllBytes(file);
    }

    @Test
    void twoBrokenOnesOfTwentyStopNobody() throws IOException {
        var models = models(20);
        Files.writeString(models.get(3), "{");
        Files.delete(models.get(11));
        var text = batch(models, SMALL, "--threads=3");
        assertThat(text).startsWith("1\n").contains("m03.gltf", "m11.gltf: no such file");
        assertThat(text).endsWith("azulejo: models: 18 rendered, 0 there already, 2 failed\n");
        assertThat(text.lines()).hasSize(4);
        var lines = lines();
        assertThat(lines).hasSize(20);
        for (int i = 0; i < 20; i++) {
            var line = lines.get(i);
            var picture = thumbs().resolve("m%02d.png".formatted(i));
            boolean broken = i == 3 || i == 11;
            assertThat(line.get("model").asText()).isEqualTo(models.get(i).toString());
            assertThat(line.get("status").asText()).isEqualTo(broken ? "failed" : "rendered");
            assertThat(line.has("error")).isEqualTo(broken);
            assertThat(line.get("pictures").get(0).asText()).isEqualTo(picture.toString());
            assertThat(Files.exists(picture)).isEqualTo(!broken);
        }
        assertThat(names(thumbs())).hasSize(18);
        for (int i : new int[] {0, 7, 19}) {
            assertThat(thumbs().resolve("m%02d.png".formatted(i)))
                    .hasBinaryContent(alone(models.get(i), SMALL));
        }
        assertThat(alone(models.get(7), SMALL)).isNotEqualTo(alone(models.get(8), SMALL));
    }

    /** Of what has no effect on one model, and may have on others, its line warns. */
    @Test
    void settingsWithoutEffectAreWarnedOf() throws IOException {
        var text = batch(models(2), SMALL, "--throttle=cap=2");
        assertThat(text).startsWith("0\n");
        assertThat(lines().getFirst().get("warnings").get(0).asText())
                .startsWith("--throttle: nothing is tessellated");
        assertThat(batch(models(2), SMALL)).startsWith("0\n");
        assertThat(lines().getFirst().get("warnings")).isEmpty();
    }

    @Test
    void severalSizesAndViewsAreThoseOfPicturesMadeAlone() throws IOException {
        var models = models(2);
        var cameras = List.of("orbit:35,18", "orbit:80,5,1.5", "0");
        var sizes = List.of("24x16", "16x32");
        var views = "--views=" + String.join("/", cameras);
        assertThat(batch(models, "--sizes=24x16,16x32", views)).startsWith("0\n");
        assertThat(names(thumbs())).hasSize(12);
        for (int m = 0; m < 2; m++) {
            for (var size : sizes) {
                for (int view = 0; view < 3; view++) {
                    var name = "m%02d-%s-%d.png".formatted(m, size, view + 1);
                    var camera = "--camera=" + cameras.get(view);
                    assertThat(thumbs().resolve(name))
                            .hasBinaryContent(alone(models.get(m), "--size=" + size, camera));
                }
            }
        }
        assertThat(lines().getFirst().get("pictures")).hasSize(6);
    }

    @Test
    void camerasThatShowLittleCountIfSomebodyInsists() throws IOException {
        var far = folder.resolve("far.gltf");
        // Its camera is so far away that the model is a dot
        var text =
                Files.readString(model("far-not.gltf", 1))
                        .replace("0.5, 0.5, 2, 1]", "0.5, 0.5, 90, 1]");
        Files.writeString(far, text);
        var alone = folder.resolve("a.png");
        var note = "0\nazulejo: note: --camera: the file's first camera shows little";
        var told = CommandRun.run("render", far.toString(), "-o", alone.toString(), SMALL);
        assertThat(told).startsWith(note);
        assertThat(told.lines()).hasSize(2);
        assertThat(alone).hasBinaryContent(alone(far, SMALL, "--camera=orbit:35,18"));
        assertThat(Files.readAllBytes(alone)).isNotEqualTo(alone(far, SMALL, "--camera=0"));
        assertThat(batch(List.of(far, model("b.gltf", 2)), "--sizes=24x16,16x24"))
                .startsWith("0\n");
        assertThat(lines().getFirst().get("warnings")).hasSize(1);
        assertThat(lines().getFirst().get("warnings").get(0).asText())
                .startsWith("the file's first camera shows little");
        assertThat(thumbs().resolve("far-24x16.png"))
                .hasBinaryContent(alone(far, SMALL, "--camera=orbit:35,18"));
        // A turntable goes around the model whatever its cameras see
        var turn = folder.resolve("turn.png");
        assertThat(
                        CommandRun.run(
                                "render",
                                far.toString(),
                                "-o",
                                turn.toString(),
                                SMALL,
                                "--frames=2"))
                .isEqualTo("0\n");
    }

    /**
     * The square of side 1 is 0.3 of the width of a square picture from 2 away, 4 degrees aside.
     */
    @Test
    void whatOneMayHaveAgainstAFilesCameraIsTold() throws IOException {
        var text = Files.readString(model("near-not.gltf", 1));
        for (var flaw : List.of("small", "cuts")) {
            var place = flaw.equals("small") ? "0.5, 0.5, 3.6, 1]" : "0.9, 0.5, 1.2, 1]";
            var file = folder.resolve(flaw + ".gltf");
            Files.writeString(file, text.replace("0.5, 0.5, 2, 1]", place));
            var alone = folder.resolve(flaw + ".png");
            var told = CommandRun.run("render", file.toString(), "-o", alone.toString(), SMALL);
            var says = flaw.equals("small") ? "shows the scene small" : "cuts the scene off";
            assertThat(told)
                    .startsWith("0\nazulejo: note: --camera: the file's first camera " + says);
            assertThat(told.lines()).hasSize(2);
            assertThat(alone).hasBinaryContent(alone(file, SMALL, "--camera=0"));
            assertThat(batch(List.of(file, model("b.gltf", 2)), "--sizes=24x16")).startsWith("0\n");
            assertThat(lines().getFirst().get("warnings").get(0).asText())
                    .startsWith("the file's first camera " + says);
            var insists = List.of("--camera=0", "--camera=orbit:35,18", "--frames=2");
            for (var option : insists) {
                var other = folder.resolve("other.png");
                assertThat(
                                CommandRun.run(
                                        "render",
                                        file.toString(),
                                        "-o",
                                        other.toString(),
                                        SMALL,
                                        option))
                        .isEqualTo("0\n");
            }
        }
        // No picture shows a landscape whole
        var land = folder.resolve("land.png").toString();
        assertThat(CommandRun.run("render", "demo:terrain", "-o", land, SMALL)).isEqualTo("0\n");
    }

    /** It is hidden until a second has passed, so that at first there is nothing to see. */
    @Test
    void whatComesLaterIsNothingYet() throws IOException {
        var text =
                Files.readString(model("later-not.gltf", 1))
                        .replace(
                                "{\"mesh\": 0,",
                                "{\"extensions\": {\"KHR_node_visibility\": {\"visible\": false}},"
                                        + " \"mesh\": 0,")
                        .replace(
                                "{\"node\": 0, \"path\": \"scale\"}",
                                "{\"path\": \"pointer\", \"extensions\":"
                                        + " {\"KHR_animation_pointer\": {\"pointer\":"
                                        + " \"/nodes/0/extensions/KHR_node_visibility/visible\"}}}")
                        .replace(
                                "\"output\": 5, \"interpolation\": \"LINEAR\"",
                                "\"output\": 4, \"interpolation\": \"STEP\"");
        var later = folder.resolve("later.gltf");
        Files.writeString(later, text);
        var png = folder.resolve("later.png").toString();
        var nothing = "0\nazulejo: note: the scene shows nothing";
        assertThat(CommandRun.run("render", later.toString(), "-o", png, SMALL))
                .contains("the scene shows nothing");
        assertThat(CommandRun.run("render", later.toString(), "-o", png, SMALL, "--camera=0"))
                .startsWith(nothing);
        for (var option : List.of("--time=1", "--time=1.5")) {
            assertThat(CommandRun.run("render", later.toString(), "-o", png, SMALL, option))
                    .isEqualTo("0\n");
            assertThat(Path.of(png)).hasBinaryContent(alone(model("m.gltf", 1), SMALL));
        }
        assertThat(
                        CommandRun.run(
                                "render",
                                later.toString(),
                                "-o",
                                folder.resolve("later.gif").toString(),
                                SMALL,
                                "--animate",
                                "--frames=3",
                                "--fps=2"))
                .isEqualTo("0\n");
    }

    /** Its matrix would have numbers beyond floats. */
    @Test
    void camerasThatNobodyCanLookThroughCountIfSomebodyInsists() throws IOException {
        var text =
                Files.readString(model("blind-not.gltf", 1))
                        .replaceAll(
                                "\"perspective\",\\s+\"perspective\": \\{\"yfov\": 0.8",
                                "\"orthographic\", \"orthographic\": {\"xmag\": 1e-45, \"ymag\":"
                                        + " 1e-45");
        var blind = folder.resolve("blind.gltf");
        Files.writeString(blind, text);
        var png = folder.resolve("blind.png");
        assertThat(CommandRun.run("render", blind.toString(), "-o", png.toString(), SMALL))
                .startsWith("0\nazulejo: note: --camera: the file's first camera shows little");
        assertThat(png).hasBinaryContent(alone(model("m.gltf", 1), SMALL, "--camera=orbit:35,18"));
        assertThat(
                        CommandRun.run(
                                "render",
                                blind.toString(),
                                "-o",
                                png.toString(),
                                SMALL,
                                "--camera=0"))
                .startsWith("2\nazulejo: ")
                .contains("nodes[1], a camera");
    }

    @Test
    void shardsAreEverythingOnce() throws IOException {
        var models = models(7);
        var made = new ArrayList<String>();
        for (int shard = 1; shard <= 3; shard++) {
            assertThat(batch(models, SMALL, "--shard=%d/3".formatted(shard))).startsWith("0\n");
            lines().forEach(line -> made.add(line.get("model").asText()));
            assertThat(lines()).hasSize(shard == 1 ? 3 : 2);
        }
        assertThat(made)
                .containsExactlyInAnyOrderElementsOf(models.stream().map(Path::toString).toList());
        assertThat(names(thumbs())).hasSize(7);
        assertThat(batch(models.subList(0, 2), SMALL, "--shard=3/3")).startsWith("0\n");
        assertThat(lines()).isEmpty();
    }

    /** Pictures that are missing or older than their model are made, and no others. */
    @Test
    void aBatchIsResumed() throws IOException {
        var models = models(4);
        batch(models, "--sizes=24x16,16x16");
        var old = FileTime.from(Instant.now().minusSeconds(1000));
        var older = FileTime.from(Instant.now().minusSeconds(2000));
        for (int i = 0; i < 4; i++) {
            Files.setLastModifiedTime(models.get(i), older);
            for (var size : List.of("24x16", "16x16")) {
                var picture = thumbs().resolve("m%02d-%s.png".formatted(i, size));
                Files.setLastModifiedTime(picture, old);
            }
        }
        Files.delete(thumbs().resolve("m01-16x16.png"));
        Files.setLastModifiedTime(models.get(2), FileTime.from(Instant.now()));
        var text = batch(models, "--sizes=24x16,16x16", "--resume");
        assertThat(text).startsWith("0\n").contains("2 rendered, 2 there already, 0 failed");
        assertThat(statuses()).containsExactly("skipped", "rendered", "rendered", "skipped");
        var kept = new ArrayList<String>();
        for (var name : names(thumbs())) {
            if (Files.getLastModifiedTime(thumbs().resolve(name)).compareTo(old) <= 0) {
                kept.add(name);
            }
        }
        assertThat(names(thumbs())).hasSize(8);
        assertThat(kept)
                .containsExactly(
                        "m00-16x16.png",
                        "m00-24x16.png",
                        "m01-24x16.png",
                        "m03-16x16.png",
                        "m03-24x16.png");
    }

    @Test
    void modelsOfOneNameDoNotCollide() throws IOException {
        var models =
                List.of(model("a/duck.gltf", 1), model("b/duck.gltf", 2), model("c/x.gltf", 3));
        assertThat(batch(models, SMALL)).startsWith("0\n");
        assertThat(names(thumbs())).hasSize(3).contains("x.png").doesNotContain("duck.png");
        for (int i = 0; i < 3; i++) {
            var picture = Path.of(lines().get(i).get("pictures").get(0).asText());
            assertThat(picture).hasBinaryContent(alone(models.get(i), SMALL));
        }
    }

    @Test
    void aListComesFromAFileOrStandardInput() throws IOException {
        var models = models(3);
        var list = models.get(1) + "\r\n\n" + models.get(2) + "\n" + models.get(1) + "\n";
        var file = Files.writeString(folder.resolve("list.txt"), list);
        assertThat(batch(models.subList(0, 1), SMALL, "--list=" + file)).startsWith("0\n");
        assertThat(names(thumbs())).containsExactly("m00.png", "m01.png", "m02.png");
        var before = System.in;
        System.setIn(new ByteArrayInputStream(list.getBytes(StandardCharsets.UTF_8)));
        try {
            assertThat(batch(List.of(), SMALL, "--list=-")).startsWith("0\n");
        } finally {
            System.setIn(before);
        }
        assertThat(lines()).hasSize(2);
    }

    @Test
    void aModelThatTakesTooLongFailsAlone() throws IOException {
        var text = batch(models(2), SMALL, "--timeout=0");
        assertThat(text).startsWith("1\n").contains("not done within 0 s");
        assertThat(names(thumbs())).isEmpty();
        assertThat(statuses()).containsExactly("failed", "failed");
    }

    // What must not be written over

    /** A model with a texture beside it, and another one whose name is the texture's. */
    private Path textured(String name, String texture) throws IOException {
        var file = model(name, 1);
        var text = Files.readString(file);
        var end = "}],\n \"accessors\"";
        assertThat(text).contains(end);
        // One more image than there are, which no material uses
        var more = "}, {\"uri\": \"%s\"}],\n \"accessors\"".formatted(texture);
        return Files.writeString(file, text.replace(end, more));
    }

    @Test
    void noPictureTakesThePlaceOfWhatModelsNeed() throws IOException {
        var goose = textured("models/goose.gltf", "textures/../duck%2Epng");
        var duck = model("models/duck.gltf", 2);
        var texture = Files.writeString(folder.resolve("models/duck.png"), "a texture");
        var list = Files.writeString(folder.resolve("models/list.png"), goose + "\n" + duck);
        var into = goose.getParent().toString();
        for (var shard : List.of("1/1", "2/2")) {
            refused(
                    "duck.png: is a file that " + goose + " names",
                    CommandRun.run(
                            "render",
                            goose.toString(),
                            duck.toString(),
                            "-o",
                            into,
                            SMALL,
                            "--shard=" + shard));
        }
        // The goose's own picture, where it goes by another name
        refused(
                "duck.png: is a file that " + goose + " names",
                CommandRun.run("render", goose.toString(), "-o", texture.toString(), SMALL));
        refused(
                "duck.png: is a file that " + goose + " names",
                CommandRun.run(
                        "render",
                        goose.toString(),
                        "-o",
                        thumbs() + ".png",
                        SMALL,
                        "--report=" + texture));
        refused(
                "duck.png: is a file that " + goose + " names",
                CommandRun.run(
                        "render",
                        goose.toString(),
                        duck.toString(),
                        "-o",
                        thumbs().toString(),
                        SMALL,
                        "--results=" + texture));
        // Models may be called anything: this one's picture would be the other one's file.
        var swan = Files.copy(duck, folder.resolve("models/swan-24x16.png"));
        var other = model("other/swan.gltf", 3);
        refused(
                "swan-24x16.png: is the same file as the scene " + swan,
                CommandRun.run(
                        "render",
                        other.toString(),
                        swan.toString(),
                        "-o",
                        into,
                        "--sizes=24x16,9x9",
                        "--shard=1/2",
                        "--list=" + list));
        // And the list
        var named = model("other/list.gltf", 3);
        refused(
                "list.png: is the same file as --list",
                CommandRun.run("render", named.toString(), "-o", into, SMALL, "--list=" + list));
        refused(
                "--results " + list + ": is the same file as --list",
                CommandRun.run(
                        "render",
                        "-o",
                        thumbs().toString(),
                        SMALL,
                        "--list=" + list,
                        "--results=" + list));
        assertThat(texture).hasContent("a texture");
        assertThat(list).hasContent(goose + "\n" + duck);
        assertThat(swan).hasSameBinaryContentAs(duck);
        assertThat(thumbs()).doesNotExist();
        assertThat(names(goose.getParent()))
                .containsExactly(
                        "duck.gltf", "duck.png", "goose.gltf", "list.png", "swan-24x16.png");
    }

    @Test
    void whereNothingIsInTheWayPicturesGoBesideModels() throws IOException {
        var goose = textured("models/goose.gltf", "none.png");
        var into = goose.getParent().toString();
        for (int round = 0; round < 2; round++) {
            assertThat(CommandRun.run("render", goose.toString(), "-o", into, SMALL))
                    .startsWith("0\n");
        }
        assertThat(names(goose.getParent())).containsExactly("goose.gltf", "goose.png");
    }

    @Test
    void aFileIsNoFolder() throws IOException {
        var models = models(2);
        var jpeg = folder.resolve("x.jpg");
        refused(
                "x.jpg: a folder expected",
                CommandRun.run(
                        "render",
                        models.get(0).toString(),
                        models.get(1).toString(),
                        "-o",
                        jpeg.toString(),
                        SMALL));
        assertThat(jpeg).doesNotExist();
        // What a folder is called says nothing about what goes into it.
        Files.createDirectory(jpeg);
        assertThat(CommandRun.run("render", models.get(0).toString(), "-o", jpeg.toString(), SMALL))
                .startsWith("0\n");
        assertThat(names(jpeg)).containsExactly("m00.png");
    }

    @Test
    void aByteOrderMarkIsNoPartOfAName() throws IOException {
        var models = models(2);
        var file = folder.resolve("list.txt");
        Files.writeString(file, "\uFEFF" + models.get(0) + "\r\n" + models.get(1) + "\r\n");
        assertThat(batch(List.of(), SMALL, "--list=" + file)).startsWith("0\n");
        assertThat(names(thumbs())).containsExactly("m00.png", "m01.png");
    }

    /** It was killed in the middle of a line: the next run writes all lines anew. */
    @Test
    void resultsAreWholeAfterARunThatWasKilled() throws IOException {
        var models = models(3);
        batch(models.subList(0, 2), SMALL);
        for (int m = 0; m < 2; m++) {
            Files.setLastModifiedTime(
                    models.get(m), FileTime.from(Instant.now().minusSeconds(1000)));
        }
        var text = Files.readString(results());
        Files.writeString(results(), text.substring(0, text.length() - 9));
        assertThat(batch(models, SMALL, "--resume")).startsWith("0\n");
        assertThat(statuses()).containsExactly("skipped", "skipped", "rendered");
    }

    /** A power cut may leave a name and its length, and not the bytes. */
    @Test
    void whatAPowerCutLeftIsRenderedAgain() throws IOException {
        var models = models(8);
        assertThat(batch(models, SMALL, "--aov=depth")).startsWith("0\n");
        var old = FileTime.from(Instant.now().minusSeconds(1000));
        for (var model : models) {
            Files.setLastModifiedTime(model, old);
        }
        Map<String, byte[]> whole = new TreeMap<>();
        for (var name : names(thumbs())) {
            whole.put(name, Files.readAllBytes(thumbs().resolve(name)));
        }
        damage("m00.png", bytes -> new byte[0]);
        damage("m01.png", bytes -> new byte[bytes.length]);
        damage("m02.png", bytes -> Arrays.copyOf(bytes, bytes.length - 1));
        damage("m03.png", bytes -> Arrays.copyOf(bytes, bytes.length + 1));
        // The middle is in the only chunk of pixels
        damage("m04.png", bytes -> changed(bytes, bytes.length / 2));
        damage("m05.depth.png", bytes -> Arrays.copyOf(Arrays.copyOf(bytes, 40), bytes.length));
        damage("m06.aov.json", bytes -> Arrays.copyOf(bytes, bytes.length / 2));
        var text = batch(models, SMALL, "--aov=depth", "--resume");
        assertThat(text).startsWith("0\n").contains("7 rendered, 1 there already, 0 failed");
        assertThat(statuses().getLast()).isEqualTo("skipped");
        assertThat(names(thumbs())).containsExactlyElementsOf(whole.keySet());
        for (var name : whole.keySet()) {
            assertThat(thumbs().resolve(name)).hasBinaryContent(whole.get(name));
        }
        // A chunk of a length that is below 0
        damage("m07.png", bytes -> negative(bytes));
        assertThat(batch(models, SMALL, "--aov=depth", "--resume")).contains("1 rendered");
    }

    private static byte[] changed(byte[] bytes, int at) {
        bytes[at] ^= 0x55;
        return bytes;
    }

    private static byte[] negative(byte[] bytes) {
        bytes[8] = (byte) 0x80;
        return bytes;
    }

    private void damage(String name, UnaryOperator<byte[]> how) throws IOException {
        var file = thumbs().resolve(name);
        Files.write(file, how.apply(Files.readAllBytes(file)));
    }

    /** They are one where the file system does not tell them apart, as macOS does not. */
    @Test
    void namesThatFileSystemsTakeForOneDoNotCollide() {
        var names = BatchNames.of(List.of("a/\u00e9.glb", "a/e\u0301.glb", "a/E\u0301.glb"));
        assertThat(names).doesNotHaveDuplicates().allMatch(name -> name.contains("-"));
    }

    /** Of one scene: one line, as of a model of a batch, and no file. */
    @Test
    void aSceneThatTakesTooLongIsGivenUp() throws IOException {
        var picture = folder.resolve("a.png");
        for (var scene : List.of("demo:teapot", model("m.gltf", 1).toString())) {
            var text =
                    CommandRun.run(
                            "render", scene, "-o", picture.toString(), SMALL, "--deadline=0");
            assertThat(text).startsWith("1\nazulejo: ").contains("not done within 0 s");
            assertThat(text.lines()).hasSize(2);
            assertThat(picture).doesNotExist();
            assertThat(
                            CommandRun.run(
                                    "render",
                                    scene,
                                    "-o",
                                    folder + "/b.png",
                                    SMALL,
                                    "--deadline=600",
                                    "--frames=2"))
                    .isEqualTo("0\n");
        }
        refused(
                "--deadline=-1.0 is not in",
                CommandRun.run("render", "demo:teapot", "-o", picture.toString(), "--deadline=-1"));
        refused("--deadline: for one scene only", batch(models(2), "--deadline=3"));
    }

    @Test
    void oneModelGoesIntoAFolderThatIsThere() throws IOException {
        Files.createDirectories(thumbs());
        assertThat(batch(models(1), SMALL, "--format=jpeg")).startsWith("0\n");
        assertThat(names(thumbs())).containsExactly("m00.jpg");
    }

    @Test
    void wrongUseRendersNothing() throws IOException {
        var models = models(2);
        refused("I in 1..N", batch(models, SMALL, "--shard=0/3"));
        refused("I in 1..N", batch(models, SMALL, "--shard=4/3"));
        refused("--timeout", batch(models, SMALL, "--timeout=-1"));
        refused("--frames", batch(models, SMALL, "--frames=3"));
        refused("--turntable", batch(models, SMALL, "--turntable"));
        refused("--report", batch(models, SMALL, "--report=" + folder.resolve("r.json")));
        var one = ": for one scene only, not for several";
        refused("azulejo: --gpus" + one, batch(models, SMALL, "--gpus=2"));
        refused("azulejo: --bins" + one, batch(models, SMALL, "--bins=4"));
        refused(
                "azulejo: --split, --visibility" + one,
                batch(models, SMALL, "--visibility=full", "--split=bins"));
        refused("orbit:AZ,EL", batch(models, SMALL, "--views=orbit:1,2/orbit:x"));
        refused("one of them", batch(models, SMALL, "--views=orbit:1,2", "--camera=0"));
        refused("--sizes and --size: one of them", batch(models, SMALL, "--sizes=32x32"));
        refused("RRGGBB", batch(models, SMALL, "--background=blue"));
        refused("alone", batch(List.of(models.get(0), Path.of("-")), SMALL));
        refused(
                "same file",
                CommandRun.run(
                        "render",
                        models.get(0).toString(),
                        models.get(1).toString(),
                        "-o",
                        thumbs().toString(),
                        "--results",
                        models.get(1).toString()));
        assertThat(models.get(1)).isNotEmptyFile();
        var png = folder.resolve("a.png").toString();
        refused(
                "several models",
                CommandRun.run("render", models.get(0).toString(), "-o", png, "--shard=1/2"));
        refused("'SCENE'", CommandRun.run("render", "-o", png));
        var empty = Files.writeString(folder.resolve("empty.txt"), "\n");
        refused("no model", batch(List.of(), SMALL, "--list=" + empty));
        assertThat(thumbs()).doesNotExist();
    }

    private static void refused(String expected, String text) {
        assertThat(text).startsWith("2\nazulejo: ").contains(expected);
        assertThat(text.lines()).hasSize(2);
    }
}
