package dev.azulejo.scene.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;

import dev.azulejo.scene.model.SceneException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;

/** Models on file systems as other machines have them: other separators, roots, upper case. */
class OtherFileSystemsTest {
    private static byte[] vertices() {
        var bytes = ByteBuffer.allocate(36).order(ByteOrder.LITTLE_ENDIAN);
        for (float value : new float[] {0, 0, 0, 1, 0, 0, 0.2f, 1, 0.3f}) {
            bytes.putFloat(value);
        }
        return bytes.array();
    }

    private static Path model(FileSystem system, String folder, String uri) throws IOException {
        var home = Files.createDirectories(system.getPath(folder));
        Files.createDirectories(home.resolve("parts"));
        Files.write(home.resolve("parts").resolve("data 1.bin"), vertices());
        return Files.write(home.resolve("Model.gltf"), SmallModels.text(uri, 50));
    }

    private static int[] render(Path model) {
        try (var renderer = Renderer.open(RendererOptions.defaults().withThreads(1))) {
            return renderer.render(model, RenderRequest.of(32, 32)).pixels();
        }
    }

    @Test
    void theSameModelGivesTheSamePictureEverywhere() throws IOException {
        int[] expected;
        try (var renderer = Renderer.open(RendererOptions.defaults().withThreads(1))) {
            expected = renderer.render(SmallModels.triangle(50), RenderRequest.of(32, 32)).pixels();
        }
        try (var unix = Jimfs.newFileSystem(Configuration.unix());
                var mac = Jimfs.newFileSystem(Configuration.osX());
                var windows = Jimfs.newFileSystem(Configuration.windows())) {
            String uri = "parts/data%201.bin";
            assertThat(render(model(unix, "/things/models", uri))).isEqualTo(expected);
            assertThat(render(model(mac, "/things/models", uri))).isEqualTo(expected);
            assertThat(render(model(windows, "C:\\things\\models", uri))).isEqualTo(expected);
            // A disk where case does not count has the file by this name, too
            assertThat(render(model(windows, "C:\\other", "Parts/DATA%201.bin")))
                    .isEqualTo(expected);
        }
    }

    /** What leads out of the model's folder in words of Windows. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "../secret.bin",
                "..%5Csecret.bin",
                "parts/..%5C..%5Csecret.bin",
                "%5Cthings%5Csecret.bin",
                "C:%5Cthings%5Csecret.bin",
                "%5C%5Chost%5Cshare%5Csecret.bin",
                "C%3Asecret.bin",
                "file:///C:/things/secret.bin"
            })
    void nothingLeadsOutOnWindows(String uri) throws IOException {
        try (var windows = Jimfs.newFileSystem(Configuration.windows())) {
            var model = model(windows, "C:\\things\\models", uri);
            Files.write(windows.getPath("C:\\things\\secret.bin"), vertices());
            assertThatThrownBy(() -> render(model))
                    .isInstanceOf(SceneException.class)
                    .hasMessageMatching(
                            "(?s).*(leads out of|relative path|path relative|not a path).*");
        }
    }

    /** Messages name files as their system does, on one line. */
    @Test
    void whatIsMissingIsNamed() throws IOException {
        try (var windows = Jimfs.newFileSystem(Configuration.windows())) {
            var model = model(windows, "C:\\things\\models", "parts/none.bin");
            assertThatThrownBy(() -> render(model))
                    .isInstanceOf(SceneException.class)
                    .hasMessageContaining("parts/none.bin")
                    .hasMessageContaining("no such file")
                    .hasMessageNotContaining("\n");
        }
    }
}
