package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.openize.drako.AttributeType;
import com.openize.drako.Draco;
import com.openize.drako.DracoCompressionLevel;
import com.openize.drako.DracoEncodeOptions;
import com.openize.drako.DracoMesh;
import com.openize.drako.PointAttribute;
import com.openize.drako.Vector3;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.DeadlineException;
import dev.azulejo.scene.guard.GuardedLoader;
import dev.azulejo.scene.guard.LoopGuard;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.model.Topology;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Geometry that Draco has compressed. */
@Tag("alone")
class DracoTest {
    private static final int SIDE = 9;
    private static final int VERTICES = SIDE * SIDE;
    private static final int FACES = 2 * (SIDE - 1) * (SIDE - 1);

    /** A sheet whose corners all differ: x and y tell which, z is x² + y. */
    private static byte[] sheet(DracoCompressionLevel level) throws Exception {
        var points = new Vector3[VERTICES];
        for (int v = 0; v < VERTICES; v++) {
            points[v] = point(v % SIDE, v / SIDE);
        }
        var mesh = new DracoMesh();
        mesh.setNumPoints(VERTICES);
        mesh.addAttribute(PointAttribute.wrap(AttributeType.POSITION, points));
        for (int y = 0; y + 1 < SIDE; y++) {
            for (int x = 0; x + 1 < SIDE; x++) {
                int v = y * SIDE + x;
                mesh.addFace(new int[] {v, v + 1, v + SIDE});
                mesh.addFace(new int[] {v + 1, v + SIDE + 1, v + SIDE});
            }
        }
        var options = new DracoEncodeOptions();
        options.setCompressionLevel(level);
        options.setPositionBits(16);
        return Draco.encode(mesh, options);
    }

    private static Vector3 point(int x, int y) {
        return new Vector3(x, y, x * x + y);
    }

    /** A file whose accessors hold nothing but what is compressed. */
    private static GltfBuilder file(byte[] compressed, int indices, int vertices, int id) {
        var b = new GltfBuilder();
        int position =
                b.accessor("{'componentType':5126,'type':'VEC3','count':%d}".formatted(vertices));
        int index =
                b.accessor("{'componentType':5123,'type':'SCALAR','count':%d}".formatted(indices));
        b.set("extensionsUsed", "['KHR_draco_mesh_compression']");
        b.set("extensionsRequired", "['KHR_draco_mesh_compression']");
        return b.mesh(
                """
                {'attributes':{'POSITION':%d},'indices':%d,'extensions':{'KHR_draco_mesh_compression':
                 {'bufferView':%d,'attributes':{'POSITION':%d}}}}
                """
                        .formatted(position, index, b.view(compressed, ""), id));
    }

    private static Scene load(GltfBuilder builder) {
        return GltfLoader.load(
                builder.glb(), "sheet.glb", LoadLimits.defaults(), 2, Cancellation.NEVER);
    }

    private static void refused(GltfBuilder builder, String message) {
        assertThatThrownBy(() -> load(builder))
                .isInstanceOf(SceneException.class)
                .hasMessage(
                        "sheet.glb: meshes[0].primitives[0].extensions.KHR_draco_mesh_compression: "
                                + message);
    }

    /** Both ways to compress connectivity, and all ways to compress numbers. */
    @ParameterizedTest
    @EnumSource(DracoCompressionLevel.class)
    void everyFaceIsWhereItWas(DracoCompressionLevel level) throws Exception {
        var scene = load(file(sheet(level), 3 * FACES, VERTICES, 0));
        assertThat(scene.warnings()).isEmpty();
        var primitive = scene.meshes().getFirst().primitives().getFirst();
        assertThat(primitive.topology()).isEqualTo(Topology.TRIANGLES);
        var found = new TreeSet<String>();
        for (int c = 0; c < 3 * FACES; c += 3) {
            found.add(corners(primitive, c));
        }
        var expected = new TreeSet<String>();
        for (int y = 0; y + 1 < SIDE; y++) {
            for (int x = 0; x + 1 < SIDE; x++) {
                expected.add(names(new int[] {x, y, x + 1, y, x, y + 1}));
                expected.add(names(new int[] {x + 1, y, x + 1, y + 1, x, y + 1}));
            }
        }
        assertThat(found).isEqualTo(expected);
    }

    /** Names a triangle by the corners of the sheet that it has, in turn, the least first. */
    private static String corners(Primitive primitive, int first) {
        int[] at = new int[6];
        float[] p = primitive.vertices().positions();
        for (int c = 0; c < 3; c++) {
            // Flat normals have been made: every corner has a vertex of its own
            int v = 3 * (first + c);
            int x = Math.round(p[v]);
            int y = Math.round(p[v + 1]);
            at[2 * c] = x;
            at[2 * c + 1] = y;
            assertThat(p[v]).isCloseTo(x, within(0.01f));
            assertThat(p[v + 1]).isCloseTo(y, within(0.01f));
            assertThat(p[v + 2]).isCloseTo(point(x, y).z, within(0.01f));
        }
        return names(at);
    }

    private static String names(int[] at) {
        String least = null;
        for (int turn = 0; turn < 3; turn++) {
            var name = new StringBuilder();
            for (int i = 0; i < 6; i++) {
                name.append(at[(2 * turn + i) % 6]).append(' ');
            }
            if (least == null || least.compareTo(name.toString()) > 0) {
                least = name.toString();
            }
        }
        return least;
    }

    @Test
    void whatDoesNotFitIsRefused() throws Exception {
        byte[] data = sheet(DracoCompressionLevel.STANDARD);
        refused(
                file(data, 3 * FACES - 3, VERTICES, 0),
                "128 compressed faces for 381 indices, three each expected");
        refused(
                file(data, 3 * FACES, VERTICES - 1, 0),
                "128 compressed faces and 81 vertices, 384 indices and 80 vertices expected");
        refused(file(data, 3 * FACES, VERTICES, 7), "there is no compressed attribute 7");
        refused(
                file(new byte[40], 3 * FACES, VERTICES, 0),
                "the compressed geometry does not begin with DRACO");
        byte[] old = data.clone();
        old[6] = 1;
        refused(file(old, 3 * FACES, VERTICES, 0), "Draco 2.1, 2.2 expected");
        byte[] cloud = data.clone();
        cloud[7] = 0;
        refused(
                file(cloud, 3 * FACES, VERTICES, 0),
                "a compressed cloud of points, a mesh expected");
        var lines = file(data, 3 * FACES, VERTICES, 0);
        lines.set(
                "meshes",
                """
                [{'primitives':[{'attributes':{'POSITION':0},'extensions':
                 {'KHR_draco_mesh_compression':{'bufferView':0,'attributes':{'POSITION':0}}}}]}]
                """);
        refused(lines, "compressed geometry needs indices and POSITION beside it");
    }

    /** A header that claims a billion faces costs nothing. */
    @Test
    void claimsAreCheckedBeforeMemoryIsTaken() throws Exception {
        byte[] data = sheet(DracoCompressionLevel.NO_COMPRESSION);
        assertThat(data[8]).as("sequential").isZero();
        byte[] claim = new byte[data.length + 3];
        System.arraycopy(data, 0, claim, 0, 11);
        // 2^30 faces, then as many vertices
        byte[] many = {(byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80, 4};
        System.arraycopy(many, 0, claim, 11, 5);
        System.arraycopy(data, 13, claim, 16, data.length - 13);
        refused(
                file(claim, 3 * FACES, VERTICES, 0),
                "1,073,741,824 compressed faces for 384 indices, three each expected");
    }

    /**
     * Whatever is damaged, it is a scene or one line, and soon. Some damage has the library go
     * round for ever: it is told to stop.
     */
    @Test
    void damageIsOneLine() throws Exception {
        var random = new Random(Long.getLong("azulejo.seed", 1));
        int rounds = Integer.getInteger("azulejo.fuzz", 400);
        var levels = DracoCompressionLevel.values();
        var limits =
                LoadLimits.defaults()
                        .withMaxTime(Duration.ofSeconds(1))
                        .withMaxDecodedBytes(64 << 20);
        int refused = 0;
        for (int round = 0; round < rounds; round++) {
            byte[] data = sheet(levels[round % levels.length]);
            if (round % 5 == 0) {
                data = Arrays.copyOf(data, random.nextInt(data.length));
            }
            for (int i = random.nextInt(4); i >= 0 && data.length > 0; i--) {
                data[random.nextInt(data.length)] = (byte) random.nextInt();
            }
            byte[] glb = file(data, 3 * FACES, VERTICES, 0).glb();
            long start = System.nanoTime();
            try {
                GltfLoader.load(glb, "sheet.glb", limits, 2, Cancellation.NEVER);
            } catch (SceneException e) {
                refused++;
                assertThat(e.getMessage()).startsWith("sheet.glb: ").doesNotContain("\n");
            } catch (DeadlineException e) {
                refused++;
            }
            assertThat(System.nanoTime() - start).as("round %d", round).isLessThan(20_000_000_000L);
        }
        assertThat(refused).isBetween(rounds / 4, rounds);
    }

    /** Found by damaging at random: with this byte drako follows corners round a ring for ever. */
    private static byte[] endless() throws Exception {
        byte[] data = sheet(DracoCompressionLevel.OPTIMAL);
        data[37] = (byte) 0xf9;
        return data;
    }

    /** It ends by itself, and when loading is to end before that. */
    @Test
    void whatHasNoEndIsEnded() throws Exception {
        var builder = file(endless(), 3 * FACES, VERTICES, 0);
        assertThatThrownBy(() -> load(builder))
                .isInstanceOf(SceneException.class)
                .hasRootCauseMessage("it takes longer than expected");
        refused(builder, "the compressed geometry is damaged");
        byte[] glb = builder.glb();
        var soon = LoadLimits.defaults().withMaxTime(Duration.ofMillis(20));
        assertThatThrownBy(() -> GltfLoader.load(glb, "x.glb", soon, 1, Cancellation.NEVER))
                .isInstanceOf(DeadlineException.class);
    }

    /** How many jumps the library takes for what is not damaged: far fewer than it may. */
    @Test
    void whatIsWholeIsFarFromTheBound() throws Exception {
        byte[] data = sheet(DracoCompressionLevel.STANDARD);
        var loader = new GuardedLoader("com.openize.drako.", DracoAdapter.class);
        var adapter = loader.loadClass(DracoAdapter.class.getName()).getDeclaredConstructor();
        adapter.setAccessible(true);
        @SuppressWarnings("unchecked")
        var decoder = (Function<Object[], Object[]>) adapter.newInstance();
        var looks = new AtomicInteger();
        Runnable goOn = looks::incrementAndGet;
        for (int i = 0; i < 100; i++) {
            assertThat(decoder.apply(new Object[] {data, goOn, 1L << 30, 1L << 40})).hasSize(4);
        }
        // 2^14 jumps each; 3 * 128 corners and 3 * 81 components a time
        double jumps = looks.get() * 16_384.0 / 100;
        assertThat(jumps / (3 * FACES + 3 * VERTICES)).isBetween(1.0, 2_000.0);
    }

    /** A stream with notes before the geometry: of one attribute, and nested. */
    @Test
    void metadataIsPassedOver() throws Exception {
        byte[] data = sheet(DracoCompressionLevel.STANDARD);
        byte[] notes = {
            1,
            0,
            1,
            1,
            'a',
            2,
            'x',
            'y',
            0, // attribute 0: a = xy
            0,
            1,
            3,
            'o',
            'f',
            'f',
            1,
            1,
            'b',
            1,
            'z',
            0 // the file: off { b = z }
        };
        var with = ByteBuffer.allocate(data.length + notes.length);
        with.put(data, 0, 11).put(notes).put(data, 11, data.length - 11);
        with.array()[10] |= (byte) 0x80;
        var header = DracoHeader.read(with.array(), null);
        assertThat(header.faces()).isEqualTo(FACES);
        assertThat(header).isEqualTo(DracoHeader.read(data, null));
        var scene = load(file(with.array(), 3 * FACES, VERTICES, 0));
        assertThat(scene.meshes().getFirst().primitives().getFirst().primitiveCount())
                .isEqualTo(FACES);
        byte[] deep = new byte[200];
        System.arraycopy(with.array(), 0, deep, 0, 11);
        for (int i = 12; i + 3 < deep.length; i += 3) {
            deep[i + 1] = 1; // nothing, then one nested note without a name
        }
        refused(
                file(deep, 3 * FACES, VERTICES, 0),
                "metadata of the compressed geometry is nested too deeply");
    }

    @Test
    void headersThatContradictThemselvesAreRefused() throws Exception {
        byte[] data = sheet(DracoCompressionLevel.STANDARD);
        assertThat(data[8]).as("edgebreaker").isOne();
        // traversal, 81 vertices, 128 faces in two bytes, attributes, 128 symbols in two, splits
        assertThat(Arrays.copyOfRange(data, 12, 19))
                .containsExactly(81, (byte) 128, 1, 0, (byte) 128, 1, 7);
        byte[] symbols = data.clone();
        symbols[17] = 2;
        refused(
                file(symbols, 3 * FACES, VERTICES, 0),
                "128 compressed faces of 256 symbols and 7 splits do not fit");
        byte[] splits = data.clone();
        splits[18] = (byte) 0x81;
        splits[19] = 1;
        refused(
                file(splits, 3 * FACES, VERTICES, 0),
                "128 compressed faces of 128 symbols and 129 splits do not fit");
        byte[] vertices = new byte[data.length + 1];
        System.arraycopy(data, 0, vertices, 0, 12);
        vertices[12] = (byte) 0x81;
        vertices[13] = 3;
        System.arraycopy(data, 13, vertices, 14, data.length - 13);
        refused(
                file(vertices, 3 * FACES, VERTICES, 0),
                "385 compressed vertices, at most 81 expected");
        byte[] traversal = data.clone();
        traversal[11] = 3;
        refused(file(traversal, 3 * FACES, VERTICES, 0), "Draco's traversal 3 is not known");
        byte[] method = data.clone();
        method[8] = 2;
        refused(file(method, 3 * FACES, VERTICES, 0), "Draco's method 2 is not known");
    }

    /** 96 bytes a corner, 24 a component: known before anything is decoded, and taken once. */
    @Test
    void memoryIsTakenBeforehandAndOnce() throws Exception {
        byte[] data = sheet(DracoCompressionLevel.STANDARD);
        long bytes = 96L * 3 * FACES + 24L * 3 * VERTICES;
        var b = file(data, 3 * FACES, VERTICES, 0);
        assertThatThrownBy(
                        () ->
                                GltfLoader.load(
                                        b.glb(),
                                        "sheet.glb",
                                        LoadLimits.defaults().withMaxDecodedBytes(bytes - 1),
                                        1,
                                        Cancellation.NEVER))
                .hasMessageContaining(
                        "KHR_draco_mesh_compression: %,d more bytes of memory".formatted(bytes));
        // Two primitives of one stream, with accessors of their own
        var one = b.json(null);
        String primitive = one.substring(one.indexOf("{\"attributes\""), one.indexOf("]}]"));
        b.set("meshes", ("[{'primitives':[" + primitive + "," + primitive + "]}]"));
        var twice = load(b).meshes().getFirst().primitives();
        assertThat(twice).hasSize(2);
        assertThat(twice.get(1).vertices().positions())
                .isEqualTo(twice.get(0).vertices().positions());
        long enough = least(file(data, 3 * FACES, VERTICES, 0).glb());
        assertThat(least(b.glb()) - enough).as("a second primitive").isLessThan(bytes);
    }

    /** The least memory with which a file loads, within 256 bytes. */
    private static long least(byte[] glb) {
        long low = 0;
        long high = 1 << 20;
        while (high - low > 256) {
            long middle = (low + high) / 2;
            try {
                var limits = LoadLimits.defaults().withMaxDecodedBytes(middle);
                GltfLoader.load(glb, "sheet.glb", limits, 1, Cancellation.NEVER);
                high = middle;
            } catch (SceneException e) {
                low = middle;
            }
        }
        return high;
    }

    @Test
    void oneStreamHasOneSize() throws Exception {
        var b = file(sheet(DracoCompressionLevel.STANDARD), 3 * FACES, VERTICES, 0);
        int other = b.accessor("{'componentType':5123,'type':'SCALAR','count':381}");
        var one = b.json(null);
        String primitive = one.substring(one.indexOf("{\"attributes\""), one.indexOf("]}]"));
        String second = primitive.replace("\"indices\":1", "\"indices\":" + other);
        b.set("meshes", "[{'primitives':[" + primitive + "," + second + "]}]");
        assertThatThrownBy(() -> load(b))
                .hasMessageContaining(
                        "primitives[1].extensions.KHR_draco_mesh_compression: bufferViews[0] holds"
                                + " the geometry of a primitive with other counts already");
    }

    /** A strip is told as triangles. */
    @Test
    void stripsAreListsOnceDecoded() throws Exception {
        var b = file(sheet(DracoCompressionLevel.STANDARD), 3 * FACES, VERTICES, 0);
        var one = b.json(null);
        String primitive = one.substring(one.indexOf("{\"attributes\""), one.indexOf("]}]"));
        b.set("meshes", "[{'primitives':[{'mode':5," + primitive.substring(1) + "]}]");
        var strip = load(b).meshes().getFirst().primitives().getFirst();
        assertThat(strip.topology()).isEqualTo(Topology.TRIANGLES);
        assertThat(strip.primitiveCount()).isEqualTo(FACES);
    }

    /** A loop without an end ends when loading is to end, and gives back its thread. */
    @Test
    void loopsWithoutAnEndAreEnded() throws Exception {
        var calls = new AtomicInteger();
        LoopGuard.begin(
                () -> {
                    if (calls.incrementAndGet() == 3) {
                        throw new IllegalStateException("enough");
                    }
                },
                100,
                1L << 40);
        try {
            assertThatThrownBy(
                            () -> {
                                while (true) {
                                    LoopGuard.jump();
                                }
                            })
                    .isInstanceOf(LoopGuard.Stopped.class)
                    .hasRootCauseMessage("enough");
            LoopGuard.array(10);
            assertThatThrownBy(() -> LoopGuard.array(3))
                    .hasRootCauseMessage("arrays take more memory than expected");
        } finally {
            LoopGuard.end();
        }
        // Nobody is guarded any more
        LoopGuard.array(1 << 30);
    }

    /** The library is the guarded one: it calls the guard, with every array and jump. */
    @Test
    void theLibraryIsGuarded() throws Exception {
        var loader = new GuardedLoader("com.openize.drako.", DracoAdapter.class);
        for (String name : List.of("Draco", "MeshEdgeBreakerDecoderImpl", "RAnsSymbolDecoder")) {
            var type = loader.loadClass("com.openize.drako." + name);
            assertThat(type.getClassLoader()).as(name).isSameAs(loader);
        }
        byte[] data = sheet(DracoCompressionLevel.STANDARD);
        var adapter = loader.loadClass(DracoAdapter.class.getName()).getDeclaredConstructor();
        adapter.setAccessible(true);
        @SuppressWarnings("unchecked")
        var decoder = (Function<Object[], Object[]>) adapter.newInstance();
        Runnable goOn = () -> {};
        assertThat(decoder.apply(new Object[] {data, goOn, 1L << 30, 1L << 40})).hasSize(4);
        Runnable never =
                () -> {
                    throw new IllegalStateException("enough");
                };
        assertThatThrownBy(
                        () -> {
                            while (true) {
                                decoder.apply(new Object[] {data, never, 1L << 30, 1L << 40});
                            }
                        })
                .hasMessage("enough");
        assertThatThrownBy(() -> decoder.apply(new Object[] {data, goOn, 1000L, 1L << 40}))
                .hasMessage("arrays take more memory than expected");
        // The thread is not guarded any more
        loader.loadClass(LoopGuard.class.getName())
                .getMethod("array", int.class)
                .invoke(null, 1 << 30);
    }
}
