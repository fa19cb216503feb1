package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;

/** --variant on a model that has two. */
class VariantOptionTest {
    /** One large triangle: x, y, z of three corners, as 36 bytes. */
    private static final String POSITIONS =
            "data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA";

    @TempDir Path folder;
    private String model;

    @BeforeEach
    void write() throws IOException {
        String json =
                """
                {'asset':{'version':'2.0'},'nodes':[{'mesh':0}],'scenes':[{'nodes':[0]}],
                'buffers':[{'byteLength':36,'uri':'%s'}],'bufferViews':[{'buffer':0,'byteLength':36}],
                'accessors':[{'bufferView':0,'componentType':5126,'type':'VEC3','count':3}],
                'materials':[{},{'pbrMetallicRoughness':{'baseColorFactor':[1,0,0,1]},'extensions':{'KHR_materials_unlit':{}}}],
                'meshes':[{'primitives':[{'material':0,'attributes':{'POSITION':0},
                'extensions':{'KHR_materials_variants':{'mappings':[{'material':1,'variants':[1]}]}}}]}],
                'extensions':{'KHR_materials_variants':{'variants':[{'name':'plain'},{'name':'bright red'}]}}}
                """
                        .formatted(POSITIONS)
                        .replace('\'', '"');
        model = Files.writeString(folder.resolve("m.gltf"), json).toString();
    }

    private int render(String output, String... more) {
        String[] first = {
            "render", model, "--size", "32x32", "-o", folder.resolve(output).toString()
        };
        String[] all = Arrays.copyOf(first, first.length + more.length);
        System.arraycopy(more, 0, all, first.length, more.length);
        return Main.run(all);
    }

    private byte[] bytes(String name) throws IOException {
        return Files.readAllBytes(folder.resolve(name));
    }

    @Test
    void aVariantIsDrawn() throws IOException {
        assertThat(render("a.rgba")).isZero();
        assertThat(render("b.rgba", "--variant", "plain")).isZero();
        assertThat(render("c.rgba", "--variant", "bright red")).isZero();
        assertThat(bytes("b.rgba")).isEqualTo(bytes("a.rgba"));
        byte[] red = bytes("c.rgba");
        int at = 4 * (20 * 32 + 14);
        assertThat(new int[] {red[at] & 255, red[at + 1], red[at + 2]}).containsExactly(255, 0, 0);
    }

    /** Whoever looks for the name knows the option; the same of two models in a batch. */
    @Test
    void everyCommandThatLoadsAModelHasIt() throws IOException {
        var err = new ByteArrayOutputStream();
        var before = System.err;
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        String other = Files.copy(Path.of(model), folder.resolve("n.gltf")).toString();
        String to = Files.createDirectory(folder.resolve("out")).toString();
        String[] quick = {"--size", "32x32", "--frames", "1"};
        try {
            String work = folder.resolve("t.work").toString();
            assertThat(run(quick, "trace", model, "-o", work, "--variant", "blue")).isEqualTo(2);
            assertThat(run(quick, "bench", model, "--warmup", "0", "--variant", "blue"))
                    .isEqualTo(2);
            assertThat(run(new String[] {"--size", "32x32"}, "render", model, other, "-o", to))
                    .isZero();
            byte[] plain = bytes("out/m.png");
            assertThat(
                            run(
                                    new String[] {"--size", "32x32"},
                                    "render",
                                    model,
                                    other,
                                    "-o",
                                    to,
                                    "--variant",
                                    "bright red"))
                    .isZero();
            assertThat(bytes("out/m.png")).isNotEqualTo(plain).isEqualTo(bytes("out/n.png"));
        } finally {
            System.setErr(before);
        }
        assertThat(err.toString(StandardCharsets.UTF_8).split("no variant \"blue\"", -1))
                .hasSize(3);
    }

    /** A texture that cannot be read is told of where it would be seen, by each command. */
    @Test
    void texturesOfOtherVariantsAreNotLoaded() throws IOException {
        var with =
                Files.readString(Path.of(model))
                        .replace(
                                "\"baseColorFactor\":[1,0,0,1]",
                                "\"baseColorTexture\":{\"index\":0}")
                        .replace(
                                "\"materials\"",
                                "\"textures\":[{\"source\":0}],\"images\":[{\"uri\":\"red.png\"}],\"materials\"");
        Files.writeString(Path.of(model), with);
        String other = Files.copy(Path.of(model), folder.resolve("n.gltf")).toString();
        String to = Files.createDirectory(folder.resolve("out")).toString();
        String work = folder.resolve("t.work").toString();
        String results = folder.resolve("results.jsonl").toString();
        String[][] commands = {
            {"render", model, "-o", folder.resolve("a.png").toString(), "--size", "32x32"},
            {"render", model, other, "-o", to, "--size", "32x32", "--results", results},
            {"trace", model, "-o", work, "--size", "32x32", "--frames", "1"}
        };
        for (var command : commands) {
            assertThat(told(new String[] {}, command)).doesNotContain("red.png");
            assertThat(told(new String[] {"--variant", "plain"}, command))
                    .doesNotContain("red.png");
            assertThat(told(new String[] {"--variant", "bright red"}, command))
                    .containsPattern("red.png.*: no such file: drawn white");
        }
    }

    /** Returns what a command says on standard error and in its results. */
    private String told(String[] options, String... command) throws IOException {
        var results = folder.resolve("results.jsonl");
        Files.deleteIfExists(results);
        var err = new ByteArrayOutputStream();
        var before = System.err;
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        try {
            assertThat(run(options, command)).isZero();
        } finally {
            System.setErr(before);
        }
        return err.toString(StandardCharsets.UTF_8)
                + (Files.exists(results) ? Files.readString(results) : "");
    }

    private static int run(String[] options, String... command) {
        String[] all = Arrays.copyOf(command, command.length + options.length);
        System.arraycopy(options, 0, all, command.length, options.length);
        return Main.run(all);
    }

    /** A list in an error is a line, not a page. */
    @Test
    void longListsOfNamesAreCut() throws IOException {
        String named = Files.readString(Path.of(model));
        String more =
                "{\"name\":\"%d\"},".repeat(25).formatted(IntStream.range(0, 25).boxed().toArray());
        named = named.replace("{\"name\":\"plain\"}", more + "{\"name\":\"plain\"}");
        Files.writeString(Path.of(model), named.replace("\"variants\":[1]", "\"variants\":[26]"));
        var err = new ByteArrayOutputStream();
        var before = System.err;
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        try {
            assertThat(render("d.png", "--variant", "blue")).isEqualTo(2);
        } finally {
            System.setErr(before);
        }
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("\"18\", \"19\" … expected")
                .doesNotContain("\"20\"");
    }

    @Test
    void namesAreListedAndOthersRefused() {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var outBefore = System.out;
        var errBefore = System.err;
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        try {
            assertThat(Main.run("info", model)).isZero();
            assertThat(render("d.png", "--variant", "blue")).isEqualTo(2);
            assertThat(Main.run("render", "demo:teapot", "-o", "x.png", "--variant", "blue"))
                    .isEqualTo(2);
        } finally {
            System.setOut(outBefore);
            System.setErr(errBefore);
        }
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("variant    \"plain\"", "variant    \"bright red\"");
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains(
                        "azulejo: --variant: no variant \"blue\", one of \"plain\", \"bright red\""
                                + " expected",
                        "azulejo: --variant: the model has no variants");
        assertThat(folder.resolve("d.png")).doesNotExist();
    }
}
