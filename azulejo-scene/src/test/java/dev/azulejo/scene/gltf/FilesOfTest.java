package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.DeadlineException;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Which other files a model names, found out by a {@link UriScan} without loading it. */
@Tag("alone")
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

    private static List<Path> filesOf(Path file, LoadLimits limits) {
        var files = new ArrayList<Path>();
        GltfLoader.eachFile(file, limits, Cancellation.NEVER, files::add);
        return files;
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
        assertThat(filesOf(file, LoadLimits.defaults())).containsExactlyInAnyOrder(expected());
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
        assertThat(filesOf(file, LoadLimits.defaults())).containsExactlyInAnyOrder(expected());
    }

    /** Encodings of JSON, marked or not, as the loader takes them. */
    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE"})
    void ofTextInAnyEncoding(String name) throws IOException {
        files();
        for (var mark : new String[] {"", "\ufeff"}) {
            byte[] text = (mark + MODEL).getBytes(Charset.forName(name));
            var file = Files.write(folder.resolve("m.gltf"), text);
            assertThat(filesOf(file, LoadLimits.defaults()))
                    .as(mark)
                    .containsExactlyInAnyOrder(expected());
        }
    }

    /** Names are what they mean, however they are written, and only of buffers and images. */
    @Test
    void ofOddText() throws IOException {
        var text =
                """
                {"extras": {"images": [{"uri": "a"}], "x": "}]{\\\""}, "textures": [{"uri": "b"}],
                 "images": [{"extras": {"uri": "c"}, "name": "uri", "uri": "d\\u002e\\u0070ng"},
                   {"extras": ["uri", {"uri": "e"}], "\\u0075ri": "f\\/g", "uri": 7},
                   {"uri": ["h"]}, {"uri": "DATA:,i"}, ["uri", "j"], "uri", "k", {"uri": "%s"}],
                 "\\u0062uffers":[{"name":"uri","uri":"l"}], "buffers": {"uri": "m"}}
                {"images": [{"uri": "n"}]}
                """
                        .formatted("o".repeat(1 << 17));
        var file = Files.writeString(folder.resolve("m.gltf"), text);
        var real = folder.toRealPath();
        assertThat(filesOf(file, LoadLimits.defaults()))
                .containsExactly(real.resolve("d.png"), real.resolve("f/g"), real.resolve("l"));
    }

    /** Whatever it would take to load a file, to look at it takes next to nothing. */
    @Test
    void ofLongText() throws IOException {
        var file = folder.resolve("m.gltf");
        var part = "{\"uri\":\"data:," + "x".repeat(1 << 20) + "\"},";
        try (var out = Files.newBufferedWriter(file)) {
            out.write("{\"buffers\":[");
            for (int i = 0; i < 64; i++) {
                out.write(part);
            }
            out.write("{\"uri\":\"last\"}]}");
        }
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        assertThat(filesOf(file, LoadLimits.defaults()))
                .containsExactly(folder.toRealPath().resolve("last"));
        // A name of the longest kind at a time, of 64 that are longer
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(40 << 20);
        var over = Cancellation.after(Duration.ZERO);
        assertThatThrownBy(() -> GltfLoader.eachFile(file, LoadLimits.defaults(), over, any -> {}))
                .isInstanceOf(DeadlineException.class)
                .hasMessageStartingWith("looking at ");
        // What can be no model is not even gone through
        Files.writeString(file, "x" + MODEL);
        assertThat(filesOf(file, LoadLimits.defaults())).isEmpty();
        Files.writeString(file, "[" + MODEL + "]");
        assertThat(filesOf(file, LoadLimits.defaults())).isEmpty();
    }

    @Test
    void ofWhatCannotBeUsed() throws IOException {
        var limits = LoadLimits.defaults();
        var file = folder.resolve("m.gltf");
        assertThat(filesOf(file, limits)).as("it is not there").isEmpty();
        Files.writeString(file, "{\"images\": [{\"uri\": ");
        assertThat(filesOf(file, limits)).isEmpty();
        Files.writeString(file, MODEL);
        assertThat(filesOf(file, limits.withMaxJsonBytes(9))).isEmpty();
    }
}
