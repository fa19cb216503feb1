package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** --explode, --shatter, --camera file and what a batch says of warnings. */
class TakenApartTest {
    @TempDir Path folder;
    private String two;
    private String one;

    /** Two large triangles side by side with a gap between them; or one; seen from +z. */
    @BeforeEach
    void write() throws IOException {
        two = model("two.gltf", 0, 0, 0, 4, 0, 0, 0, 4, 0, 10, 0, 0, 10, 4, 0, 6, 0, 0);
        one = model("one.gltf", 0, 0, 0, 4, 0, 0, 0, 4, 0);
    }

    private String model(String name, float... positions) throws IOException {
        var bytes = ByteBuffer.allocate(4 * positions.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(positions);
        String json =
                """
                {'asset':{'version':'2.0'},'scenes':[{'nodes':[0,1]}],
                'nodes':[{'mesh':0},{'camera':0,'translation':[5,2,20]}],
                'cameras':[{'name':'front','type':'orthographic','orthographic':{'xmag':10,'ymag':10,'znear':1,'zfar':50}}],
                'buffers':[{'byteLength':%1$d,'uri':'data:;base64,%2$s'}],'bufferViews':[{'buffer':0,'byteLength':%1$d}],
                'accessors':[{'bufferView':0,'componentType':5126,'type':'VEC3','count':%3$d}],
                'materials':[{'extensions':{'KHR_materials_unlit':{}}}],
                'meshes':[{'primitives':[{'material':0,'attributes':{'POSITION':0}}]}]}
                """
                        .formatted(
                                4 * positions.length,
                                Base64.getEncoder().encodeToString(bytes.array()),
                                positions.length / 3)
                        .replace('\'', '"');
        return Files.writeString(folder.resolve(name), json).toString();
    }

    /** Runs a command and returns what it says on standard error. */
    private static String run(int code, Object... arguments) {
        var all = new ArrayList<String>();
        for (var argument : arguments) {
            all.add(argument.toString());
        }
        var err = new ByteArrayOutputStream();
        var before = System.err;
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        try {
            assertThat(Main.run(all.toArray(String[]::new))).as("%s", err).isEqualTo(code);
        } finally {
            System.setErr(before);
        }
        return err.toString(StandardCharsets.UTF_8);
    }

    /** Columns of a picture of 40 x 40, two pixels a unit, in which the model is seen. */
    private List<Integer> columns(String... options) throws IOException {
        var file = folder.resolve("a.rgba");
        var all =
                new ArrayList<Object>(
                        List.of("render", two, "-o", file, "--size", "40x40", "--samples", "1"));
        all.addAll(List.of("--camera", "0", "--background", "transparent"));
        all.addAll(List.of(options));
        assertThat(run(0, all.toArray())).isEmpty();
        byte[] pixels = Files.readAllBytes(file);
        var seen = new ArrayList<Integer>();
        for (int x = 0; x < 40; x++) {
            boolean any = false;
            for (int y = 0; y < 40; y++) {
                any |= pixels[4 * (40 * y + x) + 3] != 0;
            }
            if (any) {
                seen.add(x);
            }
        }
        return seen;
    }

    /** The model's middle, 5, is in the middle; parts lie 3 from it, and with 1 twice as far. */
    @Test
    void partsLieFurtherFromTheMiddle() throws IOException {
        assertThat(columns())
                .containsExactly(10, 11, 12, 13, 14, 15, 16, 22, 23, 24, 25, 26, 27, 28, 29);
        assertThat(columns("--explode", "0"))
                .containsExactly(10, 11, 12, 13, 14, 15, 16, 22, 23, 24, 25, 26, 27, 28, 29);
        assertThat(columns("--explode", "1"))
                .containsExactly(4, 5, 6, 7, 8, 9, 10, 28, 29, 30, 31, 32, 33, 34, 35);
        // Along z, and a little smaller, so that nothing is elsewhere in the picture
        assertThat(columns("--shatter", "1"))
                .containsExactly(10, 11, 12, 13, 14, 15, 16, 23, 24, 25, 26, 27, 28, 29);
    }

    /** Each command that has the option does so, and says where nothing moves. */
    @Test
    void whatIsOnePartIsTold() {
        String told = "azulejo: note: --explode: the model is one part, nothing moves (--shatter";
        var png = folder.resolve("a.png");
        var work = folder.resolve("t.work");
        Object[] small = {"--size", "16x16", "--explode", "0.5"};
        assertThat(run(0, with(small, "render", one, "-o", png))).startsWith(told);
        assertThat(run(0, with(small, "trace", one, "-o", work, "--frames", "1"))).startsWith(told);
        assertThat(run(0, with(small, "bench", one, "--frames", "1", "--warmup", "0")))
                .startsWith(told);
        assertThat(run(0, with(small, "render", two, "-o", png, "--camera", "0"))).isEmpty();
    }

    private static Object[] with(Object[] options, Object... command) {
        var all = new ArrayList<>(List.of(command));
        all.addAll(List.of(options));
        return all.toArray();
    }

    @Test
    void aBatchSaysHowManyModelsItHasWarningsOf() throws IOException {
        var to = Files.createDirectory(folder.resolve("out"));
        Object[] all = {
            "render",
            one,
            two,
            "-o",
            to,
            "--size",
            "16x16",
            "--camera",
            "orbit:0,0",
            "--explode",
            "0.5"
        };
        assertThat(run(0, all))
                .isEqualTo(
                        """
                        azulejo: models: 2 rendered, 0 there already, 0 failed
                        azulejo: warnings: 1 model, --results FILE tells them
                        """);
        var lines = folder.resolve("results.jsonl");
        assertThat(run(0, with(new Object[] {"--results", lines}, all)))
                .endsWith("azulejo: warnings: 1 model, in the lines of --results\n");
        assertThat(Files.readString(lines)).containsOnlyOnce("the model is one part");
        assertThat(run(0, "render", one, two, "-o", to, "--size", "16x16", "--camera", "orbit:0,0"))
                .isEqualTo("azulejo: models: 2 rendered, 0 there already, 0 failed\n");
    }

    /** The file's first camera has another name, by which the options call it. */
    @Test
    void theFilesCameraIsCalledSo() throws IOException {
        var a = folder.resolve("a.png");
        var b = folder.resolve("b.png");
        run(0, "render", two, "-o", a, "--size", "16x16", "--camera", "front");
        run(0, "render", two, "-o", b, "--size", "16x16", "--camera", "file");
        assertThat(b).hasSameBinaryContentAs(a);
        run(0, "render", two, "-o", b, "--size", "16x16", "--camera", "orbit:0,90");
        assertThat(Files.readAllBytes(b)).isNotEqualTo(Files.readAllBytes(a));
        assertThat(run(2, "render", "demo:cube", "-o", b, "--camera", "file")).isNotEmpty();
        assertThat(run(2, "render", "demo:sphere", "-o", b, "--camera", "file"))
                .startsWith("azulejo: --camera=file: the scene has no such camera; it has 0");
    }
}
