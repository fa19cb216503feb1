package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Which other files a model names, found out without loading it. */
class FilesOfTest {
    private static final String MODEL =
            """
            {"asset": {"version": "2.0"},
             "buffers": [{"byteLength": 4, "uri": "a%20b.bin"}, {"byteLength": 4, "uri": "data:,abcd"}],
             "images": [{"uri": "sub/../c.png"}, {"uri": "../out.png"}, {"bufferView": 0},
               {"uri": "http://example.org/d.png"}, {"uri": "sub/none.png"}]}
            """;

    @TempDir Path folder;

    private Path[] expected() throws IOException {
        var real = folder.toRealPath();
        return new Path[] {
            real.resolve("a b.bin"), real.resolve("c.png"), real.resolve("sub/none.png")
        };
    }

    private void files() throws IOException {
        Files.createDirectory(folder.resolve("sub"));
        Files.createFile(folder.resolve("a b.bin"));
        Files.createFile(folder.resolve("c.png"));
    }

    @Test
    void ofText() throws IOException {
        files();
        var file = Files.writeString(folder.resolve("m.gltf"), MODEL);
        assertThat(GltfLoader.filesOf(file, LoadLimits.defaults()))
                .containsExactlyInAnyOrder(expected());
    }

    /** What follows the JSON is not read, nor does it matter whether it is there. */
    @Test
    void ofABinaryOne() throws IOException {
        files();
        byte[] json = MODEL.getBytes(StandardCharsets.UTF_8);
        var data = ByteBuffer.allocate(20 + json.length).order(ByteOrder.LITTLE_ENDIAN);
        data.putInt(0x46546C67).putInt(2).putInt(1 << 30).putInt(json.length).putInt(0x4E4F534A);
        data.put(json);
        var file = Files.write(folder.resolve("m.glb"), data.array());
        assertThat(GltfLoader.filesOf(file, LoadLimits.defaults()))
                .containsExactlyInAnyOrder(expected());
    }

    @Test
    void ofWhatCannotBeUsed() throws IOException {
        var limits = LoadLimits.defaults();
        var file = folder.resolve("m.gltf");
        assertThat(GltfLoader.filesOf(file, limits)).as("it is not there").isEmpty();
        Files.writeString(file, "{\"images\": [{\"uri\": ");
        assertThat(GltfLoader.filesOf(file, limits)).isEmpty();
        Files.writeString(file, MODEL);
        assertThat(GltfLoader.filesOf(file, limits.withMaxJsonBytes(9))).isEmpty();
    }
}
