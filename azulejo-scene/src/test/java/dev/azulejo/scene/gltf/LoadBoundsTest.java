package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.cancel.DeadlineException;
import dev.azulejo.scene.image.ImageDecoder;
import dev.azulejo.scene.image.ManyScans;
import dev.azulejo.scene.image.PngWriter;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** What loading may take, that it can be ended, and that nothing of it outlives the call. */
@Tag("alone")
@Timeout(120)
class LoadBoundsTest {
    private static final LoadLimits DEFAULTS = LoadLimits.defaults();

    /** JSON of other lengths. */
    private static final Offset<Long> NEARLY = Offset.offset(4000L);

    @TempDir Path folder;

    private static void refused(Path file, LoadLimits limits, String message) {
        assertThatThrownBy(() -> GltfLoader.load(file, limits))
                .isInstanceOf(SceneException.class)
                .hasMessage(file + ": " + message);
        assertNoThreads();
    }

    private static void assertNoThreads() {
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("scene-loader-"));
    }

    private static Scene load(Path file, Cancellation cancellation) {
        return GltfLoader.load(file, DEFAULTS, 2, cancellation);
    }

    private Path text(String json) {
        return GltfBuilder.write(
                folder, "t.gltf", json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    /** An image that takes long beside a mesh that is refused at once. */
    private Path slowImageAndBadMesh() {
        GltfBuilder b = new GltfBuilder();
        int view = b.view(ManyScans.jpeg(2000, 100), "");
        int positions = b.floats("VEC3", 0, 0, 0, 1, 0, 0, 0, 1, 0);
        int indices = b.shorts(0, 1, 7);
        return b.mesh("{'attributes':{'POSITION':%d},'indices':%d}".formatted(positions, indices))
                .set("images", "[{'bufferView':%d}]".formatted(view))
                .set("textures", "[{'source':0}]")
                .set("materials", "[{'emissiveTexture':{'index':0}}]")
                .write(folder);
    }

    // What outlives a load

    @Test
    void ofARefusedFileNothingGoesOn() {
        Path file = slowImageAndBadMesh();
        assertThatThrownBy(() -> GltfLoader.load(file, DEFAULTS, 2))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining("index 2 is 7, but there are 3 vertices");
        assertNoThreads();
    }

    @Test
    void aDecoderComesBackWithEachScan() throws Exception {
        byte[] jpeg = ManyScans.jpeg(1000, 100);
        assertThat(ImageDecoder.header(jpeg).scans()).isEqualTo(100);
        var asked = new AtomicInteger();
        assertThat(ImageDecoder.decode(jpeg, asked::incrementAndGet)).hasSize(1000 * 1000);
        assertThat(asked.get()).as("questions while 100 scans are decoded").isGreaterThan(80);
        int half = asked.get() / 2;
        asked.set(0);
        var ended = new CancelledException("ended");
        assertThatThrownBy(
                        () ->
                                ImageDecoder.decode(
                                        jpeg,
                                        () -> {
                                            if (asked.incrementAndGet() >= half) {
                                                throw ended;
                                            }
                                        }))
                .isSameAs(ended);
        // In the reader, which may ask for more once, and to find out why it has ended.
        assertThat(asked.get()).isBetween(half, half + 2);
    }

    /** With all its input there, a reader is at its pixels; a PNG at its rows. */
    @Test
    void decodersAreEndedAtTheirPixels() throws Exception {
        assertEndedAtTheLastQuestion(PngWriter.rgba(3, 300, new int[900]), true);
        // Who waits for the platform's threads asks by the clock
        assertEndedAtTheLastQuestion(ManyScans.jpeg(300, 0), false);
    }

    private static void assertEndedAtTheLastQuestion(byte[] image, boolean ofCaller)
            throws Exception {
        var caller = Thread.currentThread();
        var asked = new AtomicInteger();
        Runnable count =
                () -> {
                    if (ofCaller == (Thread.currentThread() == caller)) {
                        asked.incrementAndGet();
                    }
                };
        ImageDecoder.decode(image, count);
        int all = asked.get();
        assertThat(all).isPositive();
        asked.set(0);
        var ended = new CancelledException("ended");
        assertThatThrownBy(
                        () ->
                                ImageDecoder.decode(
                                        image,
                                        () -> {
                                            count.run();
                                            if (asked.get() == all) {
                                                throw ended;
                                            }
                                        }))
                .isSameAs(ended);
    }

    @Test
    void usualImagesHaveOneScan() throws Exception {
        assertThat(ImageDecoder.header(PngWriter.rgba(3, 3, new int[9])).scans()).isOne();
    }

    // Limits

    @Test
    void pixelsCountOnceForEachScan() {
        GltfBuilder b = GltfBuilder.triangle();
        int view = b.view(ManyScans.jpeg(100, 20), "");
        int other = b.view(PngWriter.rgba(10, 10, new int[100]), "");
        Path file =
                b.set("images", "[{'bufferView':%d},{'bufferView':%d}]".formatted(other, view))
                        .set("textures", "[{'source':0},{'source':1}]")
                        .set(
                                "materials",
                                "[{'emissiveTexture':{'index':0}},{'emissiveTexture':{'index':1}}]")
                        .write(folder);
        refused(
                file,
                DEFAULTS.withMaxTexels(200_099),
                "images[1]: 200,100 pixels are to be decoded up to here, those of 20 scan(s) of"
                        + " this image among them; at most 200,099 in all expected");
        assertThat(GltfLoader.load(file, DEFAULTS.withMaxTexels(200_100)).images()).hasSize(2);
    }

    /** Two meshes of three vertices each, one with six indices, shown by five nodes. */
    @Test
    void drawnVerticesCountOnceForEachNode() {
        GltfBuilder b = new GltfBuilder();
        int positions = b.floats("VEC3", 0, 0, 0, 1, 0, 0, 0, 1, 0);
        int indices = b.shorts(0, 1, 2, 2, 1, 0);
        String plain = "{'primitives':[{'attributes':{'POSITION':%d}}]}".formatted(positions);
        String indexed =
                "{'primitives':[{'attributes':{'POSITION':%d},'indices':%d}]}"
                        .formatted(positions, indices);
        Path file =
                b.set("meshes", "[" + plain + "," + indexed + "]")
                        .set("nodes", "[{'mesh':0},{'mesh':1},{},{'mesh':1},{'mesh':0}]")
                        .write(folder);
        refused(
                file,
                DEFAULTS.withMaxNodes(5).withMaxDrawnVertices(17),
                "nodes[4]: 18 vertices are drawn up to here, node by node; at most 17 in all"
                        + " expected");
        refused(
                file,
                DEFAULTS.withMaxNodes(4).withMaxDrawnVertices(18),
                "nodes: 5 are too many, at most 4 expected");
        assertThat(GltfLoader.load(file, DEFAULTS.withMaxNodes(5).withMaxDrawnVertices(18)).nodes())
                .hasSize(5);
    }

    /**
     * Lines are drawn with joins, three vertices each, one a line at most: a strip of 5 vertices
     * has 4, a loop 5, a list 2. They are another draw call, and have indices.
     */
    @Test
    void joinsOfLinesCount() {
        int[] drawn = {5 + 3 * 2, 5 + 3 * 5, 5 + 3 * 4};
        for (int mode = 1; mode <= 3; mode++) {
            var b = new GltfBuilder();
            int positions = b.floats("VEC3", 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 2, 2, 0);
            Path file =
                    b.set(
                                    "meshes",
                                    "[{'primitives':[{'attributes':{'POSITION':%d},'mode':%d}]}]"
                                            .formatted(positions, mode))
                            .set("nodes", "[{'mesh':0},{'mesh':0}]")
                            .write(folder);
            int all = 2 * drawn[mode - 1];
            refused(
                    file,
                    DEFAULTS.withMaxDrawnVertices(all - 1),
                    "nodes[1]: %d vertices are drawn up to here, node by node; at most %d in all expected"
                            .formatted(all, all - 1));
            assertThat(GltfLoader.load(file, DEFAULTS.withMaxDrawnVertices(all)).nodes())
                    .hasSize(2);
        }
    }

    /** Four thousand nodes that show points are as many draw calls; of lines twice as many. */
    @Test
    void joinsOfLinesAreDrawCalls() {
        var limits = DEFAULTS.withMaxDecodedBytes(20L << 20);
        for (int mode = 0; mode <= 1; mode++) {
            var b = new GltfBuilder();
            int positions = b.floats("VEC3", 0, 0, 0, 1, 0, 0);
            Path file =
                    b.set(
                                    "meshes",
                                    "[{'primitives':[{'attributes':{'POSITION':%d},'mode':%d}]}]"
                                            .formatted(positions, mode))
                            .set("nodes", "[{'mesh':0}" + ",{'mesh':0}".repeat(3999) + "]")
                            .write(folder);
            if (mode == 0) {
                assertThat(GltfLoader.load(file, limits).nodes()).hasSize(4000);
            } else {
                assertThatThrownBy(() -> GltfLoader.load(file, limits))
                        .isInstanceOf(SceneException.class)
                        .hasMessageStartingWith(file + ": nodes[");
            }
        }
    }

    /** The same vertices, as points and as a loop: what joins may take is asked for before. */
    @Test
    void joinsOfLinesCountAsMemory() {
        String json =
                "{'asset':{'version':'2.0'},'accessors':[{'componentType':5126,'type':'VEC3',"
                        + "'count':2000000}],'meshes':[{'primitives':[{'attributes':"
                        + "{'POSITION':0},'mode':%d}]}],'nodes':[{'mesh':0}]}";
        var limits = DEFAULTS.withMaxDecodedBytes(120L << 20);
        assertThat(GltfLoader.load(text(json.formatted(0)), limits).nodes()).hasSize(1);
        Path loop = text(json.formatted(2));
        assertThatThrownBy(() -> GltfLoader.load(loop, limits))
                .isInstanceOf(SceneException.class)
                .hasMessageStartingWith(loop + ": meshes[0]: ");
        // 24 bytes a line and 32 a vertex more
        assertThat(GltfLoader.load(loop, DEFAULTS.withMaxDecodedBytes(232L << 20)).nodes())
                .hasSize(1);
    }

    /** Vertices that are zero by definition: a file of a few bytes asks for any number of them. */
    @Test
    void whatIsDrawnFromCountsAsMemory() {
        Path file =
                text(
                        "{'asset':{'version':'2.0'},'accessors':[{'componentType':5126,"
                                + "'type':'VEC3','count':9000000}],'meshes':[{'primitives':"
                                + "[{'attributes':{'POSITION':0}}]}],'nodes':[{'mesh':0}]}");
        assertThatThrownBy(() -> GltfLoader.load(file, DEFAULTS.withMaxDecodedBytes(384L << 20), 2))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining("more bytes of memory are needed, and loading may take");
    }

    @Test
    void drawCallsCountAsMemory() {
        String nodes = "{'mesh':0},".repeat(100_000);
        GltfBuilder b = GltfBuilder.triangle();
        Path file =
                b.set("nodes", "[" + nodes + "{}]").set("scenes", "[{'nodes':[0]}]").write(folder);
        assertThatThrownBy(() -> GltfLoader.load(file, DEFAULTS.withMaxDecodedBytes(200L << 20)))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining("model.glb: nodes[")
                .hasMessageContaining("3,000 more bytes of memory are needed");
        assertThat(GltfLoader.load(file, DEFAULTS.withMaxDecodedBytes(600L << 20)).nodes())
                .hasSize(100_001);
    }

    /** An image that is drawn with has its mip levels behind it: a third more. */
    @Test
    void texturesOfFinishesCountAsMemory() {
        long image = 16L * 128 * 128 / 3;
        long none = leastMemory("'name':'of one colour'");
        assertThat(leastMemory("'emissiveTexture':{'index':0}") - none).isCloseTo(image, NEARLY);
        String specular = "'extensions':{'KHR_materials_specular':{%s}}";
        String coat = "'extensions':{'KHR_materials_clearcoat':{'clearcoatFactor':1,%s}}";
        String leaf =
                "'extensions':{'KHR_materials_diffuse_transmission':{'diffuseTransmissionFactor':1";
        String sheen = "'extensions':{'KHR_materials_sheen':{'sheenRoughnessFactor':1";
        String through = "'extensions':{'KHR_materials_transmission':{'transmissionFactor':1";
        for (String finish :
                List.of(
                        specular.formatted("'specularTexture':{'index':0}"),
                        specular.formatted("'specularColorTexture':{'index':0}"),
                        coat.formatted("'clearcoatTexture':{'index':0}"),
                        coat.formatted("'clearcoatRoughnessTexture':{'index':0}"),
                        coat.formatted("'clearcoatNormalTexture':{'index':0}"),
                        through + ",'transmissionTexture':{'index':0}}}",
                        leaf + ",'diffuseTransmissionTexture':{'index':0}}}",
                        leaf + ",'diffuseTransmissionColorTexture':{'index':0}}}",
                        sheen + ",'sheenColorTexture':{'index':0}}}",
                        sheen + ",'sheenRoughnessTexture':{'index':0}}}",
                        "'extensions':{'KHR_materials_iridescence':{'iridescenceTexture':{'index':0}}}",
                        through + "},'KHR_materials_volume':{'thicknessTexture':{'index':0}}}")) {
            assertThat(leastMemory(finish) - none).as(finish).isCloseTo(image, NEARLY);
        }
    }

    private static long leastMemory(String material) {
        GltfBuilder b = GltfBuilder.triangle();
        int view = b.view(PngWriter.rgba(128, 128, new int[128 * 128]), "");
        b.set("images", "[{'bufferView':%d,'mimeType':'image/png'}]".formatted(view));
        b.set("textures", "[{'source':0}]");
        b.set("materials", "[{" + material + "}]");
        return LeastMemory.of(b.glb());
    }

    @Test
    void jsonCountsAsMemory() {
        Path file = text("{'asset':{'version':'2.0'},'x':[" + "{},".repeat(500_000) + "{}]}");
        assertThatThrownBy(() -> GltfLoader.load(file, DEFAULTS.withMaxDecodedBytes(32L << 20)))
                .isInstanceOf(SceneException.class)
                .hasMessageMatching(
                        ".*: JSON: line 1: [0-9,]+ values up to here do not fit into the"
                                + " 33,554,432 bytes of memory that loading may take .*");
        GltfLoader.load(file, DEFAULTS.withMaxDecodedBytes(128L << 20));
    }

    /** What is counted for JSON is not far from what it takes, whichever values it has. */
    @Test
    void jsonTakesWhatIsCountedForIt() {
        for (String value :
                new String[] {"{}", "[]", "{'a':1}", "'text'", "17", "{'a':{'b':[1]}}"}) {
            byte[] bytes =
                    ("{'asset':{'version':'2.0'},'x':[" + (value + ",").repeat(100_000) + "0]}")
                            .replace('\'', '"')
                            .getBytes(StandardCharsets.UTF_8);
            var threads =
                    (com.sun.management.ThreadMXBean)
                            java.lang.management.ManagementFactory.getThreadMXBean();
            var stop = new dev.azulejo.core.cancel.StopSign("test");
            var budget = new Budget(1L << 40, stop);
            long before = threads.getCurrentThreadAllocatedBytes();
            JsonTree.read(Bytes.of(bytes), DEFAULTS, budget, "file");
            long taken = threads.getCurrentThreadAllocatedBytes() - before;
            budget.giveBack(0);
            assertThat(budget.used())
                    .as("bytes counted for %s, which took %,d", value, taken)
                    .isGreaterThan(taken / 2)
                    .isLessThan(2 * taken);
        }
    }

    // Files and their text

    @Test
    void aLinkThatLeadsOutIsNotFollowed() throws IOException {
        Path inside = Files.createDirectory(folder.resolve("inside"));
        Path secret = Files.write(folder.resolve("secret.bin"), new byte[36]);
        Files.write(inside.resolve("own.bin"), new byte[36]);
        Path file = Files.writeString(inside.resolve("m.gltf"), triangle("link.bin"));
        Files.createSymbolicLink(inside.resolve("link.bin"), secret);
        refused(
                file,
                DEFAULTS,
                "buffers[0]: \"link.bin\": a symbolic link leads out of the file's folder, which is"
                        + " not followed");
        Files.delete(inside.resolve("link.bin"));
        Files.createSymbolicLink(inside.resolve("link.bin"), Path.of("own.bin"));
        assertThat(GltfLoader.load(file).meshes()).hasSize(1);
        // The folder itself may be reached by a link.
        Path other = Files.createSymbolicLink(folder.resolve("other"), inside);
        assertThat(GltfLoader.load(other.resolve("m.gltf")).meshes()).hasSize(1);
    }

    private static String triangle(String uri) {
        return GltfBuilder.triangle().json(uri);
    }

    @Test
    void aFileCannotForgeALine() {
        Path file =
                text(
                        "{'asset':{'version':'2.0'},'extensionsUsed':['A\\u001b[2J\\n"
                                + "azulejo: warning: B'],'nodes':[{'mesh':'\\u0007'}]}");
        refused(file, DEFAULTS, "nodes[0].mesh: an index into meshes expected, got \"\uFFFD\"");
        Path other =
                text(
                        "{'asset':{'version':'2.0'},'extensionsUsed':"
                                + "['A\\u001b[2J\\nazulejo: warning: B']}");
        assertThat(GltfLoader.load(other).warnings())
                .containsExactly("A\uFFFD[2J\uFFFDazulejo: warning: B is not supported: left out");
    }

    /** Each part by itself, and nothing else with it. */
    @Test
    void eachLimitHasAMethodOfItsOwn() throws ReflectiveOperationException {
        for (var part : LoadLimits.class.getRecordComponents()) {
            String name = part.getName();
            var method =
                    LoadLimits.class.getMethod(
                            "with" + Character.toUpperCase(name.charAt(0)) + name.substring(1),
                            part.getType());
            Object value =
                    Map.of(
                                    Duration.class,
                                    Duration.ofSeconds(7),
                                    WantedVariants.class,
                                    WantedVariants.NONE,
                                    int.class,
                                    7,
                                    long.class,
                                    7L)
                            .get(part.getType());
            var limits = method.invoke(DEFAULTS, value);
            for (var other : LoadLimits.class.getRecordComponents()) {
                assertThat(other.getAccessor().invoke(limits))
                        .as("%s after %s", other.getName(), method.getName())
                        .isEqualTo(
                                other.getName().equals(name)
                                        ? value
                                        : other.getAccessor().invoke(DEFAULTS));
            }
        }
        assertThat(LoadLimits.class.getDeclaredMethods())
                .filteredOn(method -> method.getName().matches("with[A-Z].*"))
                .hasSameSizeAs(LoadLimits.class.getRecordComponents());
    }

    /** No array holds it, whatever the limits say. The file is sparse. */
    @Test
    void aFileOfMoreThanTwoGibibytesIsRefusedInOneLine() throws IOException {
        Path file = folder.resolve("large.glb");
        long size = (1L << 32) + 20;
        try (var channel =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.SPARSE)) {
            channel.write(ByteBuffer.wrap(new byte[1]), size - 1);
        }
        var endless =
                DEFAULTS.withMaxFileBytes(Long.MAX_VALUE)
                        .withMaxTotalFileBytes(Long.MAX_VALUE)
                        .withMaxDecodedBytes(Long.MAX_VALUE);
        for (var limits : List.of(DEFAULTS, endless)) {
            assertThatThrownBy(() -> GltfLoader.load(file, limits))
                    .isInstanceOf(SceneException.class)
                    .hasMessageStartingWith(
                            file + ": 4,294,967,316 bytes are too many; at most 2,147,483,584 in a")
                    .hasMessageNotContaining("\n");
        }
    }

    // Ending it

    @Test
    void anInterruptedThreadLoadsNothing() {
        Path file = GltfBuilder.triangle().write(folder);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> GltfLoader.load(file))
                .isExactlyInstanceOf(CancelledException.class)
                .hasMessage("loading %s was interrupted", file);
        assertThat(Thread.interrupted()).isTrue();
        assertNoThreads();
        GltfLoader.load(file);
    }

    /** Also between a look and a read, which must not look like a file that cannot be read. */
    @Test
    void anInterruptionEndsItAnywhere() {
        Path file = GltfBuilder.triangle().write(folder);
        var caller = Thread.currentThread();
        int ended = 0;
        for (boolean all = false; !all; ended++) {
            int last = ended;
            var looks = new AtomicInteger();
            var interrupts =
                    Cancellation.when(
                            () -> {
                                if (looks.getAndIncrement() == last) {
                                    caller.interrupt();
                                }
                                return false;
                            });
            try {
                load(file, interrupts);
                all = true;
            } catch (CancelledException e) {
                assertThat(e).hasMessage("loading %s was interrupted", file);
            }
            // The last look of all may find it too late
            assertThat(Thread.interrupted()).isEqualTo(looks.get() > last);
        }
        assertThat(ended).isGreaterThan(5);
        assertNoThreads();
    }

    @Test
    void timeIsLimited() {
        Path file = GltfBuilder.triangle().write(folder);
        assertThatThrownBy(() -> GltfLoader.load(file, DEFAULTS.withMaxTime(Duration.ZERO)))
                .isInstanceOf(DeadlineException.class)
                .hasMessage("loading %s: not done within 0 s, its deadline", file);
        var wish = new Cancellation();
        load(file, wish);
        wish.cancel();
        assertThatThrownBy(() -> load(file, wish))
                .isExactlyInstanceOf(CancelledException.class)
                .hasMessage("loading %s was cancelled", file);
    }

    /** Wherever it is ended, it is ended: with that exception, and no thread is left. */
    @Test
    void itEndsAnywhere() {
        Path file = new AnimatedModel().build().write(folder);
        var looks = new AtomicLong();
        load(file, Cancellation.when(() -> looks.incrementAndGet() < 0));
        assertThat(looks.get()).as("places to end it").isGreaterThan(20);
        for (long at = 0; at < looks.get(); at++) {
            var left = new AtomicLong(at);
            assertThatThrownBy(
                            () -> load(file, Cancellation.when(() -> left.getAndDecrement() <= 0)))
                    .as("after %d of %d looks", at, looks.get())
                    .isExactlyInstanceOf(CancelledException.class);
            assertNoThreads();
        }
    }

    /**
     * Two more looks where 32,769 triangles get normals and not one, and one where they are copied.
     */
    @Test
    void loadingEndsAmongNormals() {
        assertThat(looksOfLoading(32_769) - looksOfLoading(1)).isEqualTo(3);
    }

    private int looksOfLoading(int triangles) {
        var b = new GltfBuilder();
        int positions = b.floats("VEC3", new float[9 * triangles]);
        Path file = b.mesh("{'attributes':{'POSITION':%d}}".formatted(positions)).write(folder);
        var looks = new AtomicInteger();
        load(file, Cancellation.when(() -> looks.incrementAndGet() < 0));
        return looks.get();
    }
}
