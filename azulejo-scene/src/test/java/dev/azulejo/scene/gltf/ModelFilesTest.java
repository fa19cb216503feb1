package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Models whose files lie elsewhere than they say. */
class ModelFilesTest {
    private static final LoadLimits LIMITS = LoadLimits.defaults();

    @TempDir Path folder;

    private static String model(String uri) {
        return """
        {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
         "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
         "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
           "min": [0, 0, 0], "max": [1, 1, 0]}],
         "bufferViews": [{"buffer": 0, "byteLength": 36}],
         "buffers": [{"byteLength": 36, "uri": "%s"}]}
        """
                .formatted(uri);
    }

    private Path write(String uri) throws IOException {
        Files.createDirectories(folder.resolve("models/sub"));
        var data = ByteBuffer.allocate(36).order(ByteOrder.LITTLE_ENDIAN);
        for (float f : new float[] {0, 0, 0, 1, 0, 0, 0, 1, 0}) {
            data.putFloat(f);
        }
        Files.write(folder.resolve("models/sub/a b.bin"), data.array());
        Files.write(folder.resolve("secret.bin"), data.array());
        return Files.writeString(folder.resolve("models/m.gltf"), model(uri));
    }

    private static Scene load(ModelFiles files) {
        return GltfLoader.load(files, LIMITS, 1, Cancellation.NEVER);
    }

    @Test
    void filesAreReadWhereTheyLie() throws IOException {
        var file = write("./sub/../sub/a%20b.bin");
        var collected = GltfLoader.collect(file, "models/m.gltf", LIMITS, Cancellation.NEVER);
        assertThat(collected.main()).isEqualTo(file);
        assertThat(collected.others())
                .containsOnlyKeys("sub/a b.bin")
                .containsValue(folder.resolve("models/sub/a b.bin").toRealPath());
        // All of them elsewhere, and called by numbers
        var main = Files.move(file, folder.resolve("1"));
        var buffer = Files.move(folder.resolve("models/sub/a b.bin"), folder.resolve("2"));
        var scene = load(new ModelFiles("a name", main, Map.of("sub/a b.bin", buffer)));
        assertThat(scene.meshes()).hasSize(1);
        assertThat(scene.asset().source()).isEqualTo("a name");
    }

    /** Nothing is looked for beside the main file, wherever it may lie, nor anywhere else. */
    @Test
    void nothingElseIsOpened() throws IOException {
        for (var uri : new String[] {"sub/a%20b.bin", "secret.bin", "../secret.bin"}) {
            var files = new ModelFiles("models/m.gltf", write(uri), Map.of("other", folder));
            var label = "models/m.gltf: buffers[0]: \"" + uri + "\"";
            assertThatThrownBy(() -> load(files))
                    .isInstanceOf(SceneException.class)
                    .hasMessage(
                            uri.startsWith("..")
                                    ? label
                                            + ": leads out of the file's folder, which is not"
                                            + " followed"
                                    : label + ": no such file beside m.gltf");
        }
        var absolute = folder.resolve("secret.bin").toString();
        var files = new ModelFiles("m", write(absolute.replace("\\", "/")), Map.of());
        assertThatThrownBy(() -> load(files)).isInstanceOf(SceneException.class);
    }

    /** What is wrong with a model is said in the same words, wherever its files lie. */
    @Test
    void messagesAreThoseOfAFileThatLiesWhereItSays() throws IOException {
        for (var uri :
                new String[] {
                    "none.bin",
                    "../secret.bin",
                    "/secret.bin",
                    "http://a/b",
                    "",
                    ".",
                    "a%00b",
                    "sub"
                }) {
            var file = write(uri);
            assertThatThrownBy(
                            () ->
                                    load(
                                            GltfLoader.collect(
                                                    file,
                                                    file.toString(),
                                                    LIMITS,
                                                    Cancellation.NEVER)))
                    .as(uri)
                    .isInstanceOf(SceneException.class)
                    .hasMessage(messageOf(file));
        }
        var broken = Files.writeString(folder.resolve("b.gltf"), "{");
        assertThatThrownBy(
                        () ->
                                load(
                                        GltfLoader.collect(
                                                broken,
                                                broken.toString(),
                                                LIMITS,
                                                Cancellation.NEVER)))
                .hasMessage(messageOf(broken));
    }

    private static String messageOf(Path file) {
        try {
            GltfLoader.load(file, LIMITS, 1);
            throw new AssertionError("loaded");
        } catch (SceneException e) {
            return e.getMessage();
        }
    }
}
