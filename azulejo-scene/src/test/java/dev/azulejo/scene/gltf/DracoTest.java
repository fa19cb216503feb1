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
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.model.Topology;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Geometry that Draco has compressed. */
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
                100);
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
        var loader = new GuardedLoader(DracoTest.class.getClassLoader());
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
        assertThat(decoder.apply(new Object[] {data, goOn, 1L << 30})).hasSize(4);
        Runnable never =
                () -> {
                    throw new IllegalStateException("enough");
                };
        assertThatThrownBy(
                        () -> {
                            while (true) {
                                decoder.apply(new Object[] {data, never, 1L << 30});
                            }
                        })
                .hasMessage("enough");
        assertThatThrownBy(() -> decoder.apply(new Object[] {data, goOn, 1000L}))
                .hasMessage("arrays take more memory than expected");
    }
}
