package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

import javax.imageio.ImageIO;

/** --max-texture on a model with a chequered texture. */
class TextureOptionTest {
    private static final int SIDE = 64;

    /** One large triangle: x, y, z of three corners, then u, v. */
    private static final String CORNERS =
            "data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAIA/";

    @TempDir Path folder;
    private String model;

    @BeforeEach
    void write() throws IOException {
        var image = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                image.setRGB(x, y, (x / 8 + y / 8) % 2 == 0 ? 0xFF8000 : 0x0040FF);
            }
        }
        ImageIO.write(image, "png", folder.resolve("chequered.png").toFile());
        String json =
                """
                {'asset':{'version':'2.0'},'nodes':[{'mesh':0}],'scenes':[{'nodes':[0]}],
                'buffers':[{'byteLength':60,'uri':'%s'}],
                'bufferViews':[{'buffer':0,'byteLength':36},{'buffer':0,'byteOffset':36,'byteLength':24}],
                'accessors':[{'bufferView':0,'componentType':5126,'type':'VEC3','count':3},
                {'bufferView':1,'componentType':5126,'type':'VEC2','count':3}],
                'images':[{'uri':'chequered.png'}],'textures':[{'source':0}],
                'materials':[{'pbrMetallicRoughness':{'baseColorTexture':{'index':0}}}],
                'meshes':[{'primitives':[{'material':0,'attributes':{'POSITION':0,'TEXCOORD_0':1}}]}]}
                """
                        .formatted(CORNERS)
                        .replace('\'', '"');
        model = Files.writeString(folder.resolve("m.gltf"), json).toString();
    }

    private int render(String scene, String output, String... more) {
        String[] first = {
            "render", scene, "--size", "64x64", "-o", folder.resolve(output).toString()
        };
        String[] all = Arrays.copyOf(first, first.length + more.length);
        System.arraycopy(more, 0, all, first.length, more.length);
        return Main.run(all);
    }

    private byte[] bytes(String name) throws IOException {
        return Files.readAllBytes(folder.resolve(name));
    }

    @Test
    void texturesAreSmallerAndOnlyThose() throws IOException {
        assertThat(render(model, "a.png")).isZero();
        assertThat(render(model, "b.png", "--max-texture", "64")).isZero();
        assertThat(render(model, "c.png", "--max-texture", "8")).isZero();
        assertThat(bytes("b.png")).isEqualTo(bytes("a.png"));
        assertThat(bytes("c.png")).isNotEqualTo(bytes("a.png"));
    }

    @Test
    void aBatchDrawsTheSame() throws IOException {
        assertThat(render(model, "one.png", "--max-texture", "8")).isZero();
        Files.createDirectory(folder.resolve("out"));
        assertThat(render(model, "out", "--max-texture", "8")).isZero();
        assertThat(bytes("out/m.png")).isEqualTo(bytes("one.png"));
    }

    @Test
    void builtInScenesHaveItToo() throws IOException {
        assertThat(render("demo:objects", "a.png")).isZero();
        assertThat(render("demo:objects", "b.png", "--max-texture", "1")).isZero();
        assertThat(bytes("b.png")).isNotEqualTo(bytes("a.png"));
    }

    @Test
    void whatNoTextureCanHaveIsRefused() {
        for (var wrong : new String[] {"0", "-1", "16385"}) {
            var err = new ByteArrayOutputStream();
            var before = System.err;
            System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
            try {
                assertThat(render(model, "a.png", "--max-texture=" + wrong)).isEqualTo(2);
            } finally {
                System.setErr(before);
            }
            assertThat(err.toString(StandardCharsets.UTF_8))
                    .contains("--max-texture=" + wrong + " is not in 1..16384");
            assertThat(folder.resolve("a.png")).doesNotExist();
        }
    }
}
