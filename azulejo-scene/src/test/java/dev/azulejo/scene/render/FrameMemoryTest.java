package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.resource.Texture;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.environment.Environment;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Finish;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.Transmission;
import dev.azulejo.scene.model.VertexData;
import dev.azulejo.scene.service.RenderRequest;
import dev.azulejo.scene.service.Renderer;
import dev.azulejo.scene.service.RendererOptions;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What draw calls take is known before they are made: by views, mirror images and shadows. */
class FrameMemoryTest {
    private static final RenderSettings PLAIN =
            RenderSettings.defaults().withSize(4, 2).withShadows(false);

    /** Where the key light's shadow falls in a small picture: 256x256 texels, and their levels. */
    private static final long SHADE = 4 * (65_536 + 87_381) + 24;

    /** One triangle at so many nodes, and another mesh without anything to draw. */
    private static Scene scene(int nodes, Material material) {
        var vertices = VertexData.of(new float[9], null);
        var triangle = new Primitive(Topology.TRIANGLES, null, vertices, 0, null, List.of());
        var nothing =
                new Primitive(
                        Topology.TRIANGLES,
                        null,
                        VertexData.of(new float[0], null),
                        0,
                        null,
                        List.of());
        var node = new Node("", Transform.IDENTITY, List.of(), 0, -1, -1, -1, List.of());
        return Scene.builder(AssetInfo.generated("many"))
                .materials(List.of(material))
                .meshes(List.of(new Mesh("", List.of(triangle, nothing, triangle), List.of())))
                .nodes(Collections.nCopies(nodes, node))
                .roots(IntStream.range(0, nodes).boxed().toList())
                .build();
    }

    @Test
    void eachPictureOfADrawCallCounts() {
        var scene = scene(10, Material.DEFAULT);
        assertThat(FrameMemory.bytes(scene, PLAIN)).isEqualTo(20 * (1200 + 2200));
        var shadows = PLAIN.withShadows(true);
        assertThat(FrameMemory.bytes(scene, shadows)).isEqualTo(20 * (1200 + 2200 + 1500));
        assertThat(FrameMemory.bytes(scene, shadows.withViews(2)))
                .isEqualTo(20 * (1200 + 2 * 2200 + 1500));
        var mirror = Material.DEFAULT.toBuilder().groundMirror(0.1f).build();
        assertThat(FrameMemory.bytes(scene(10, mirror), shadows.withViews(2)))
                .isEqualTo(20 * (1200 + 4 * 2200 + 1500) + 252 + SHADE);
        var dull = Material.DEFAULT.toBuilder().groundMirror(0).build();
        assertThat(FrameMemory.bytes(scene(10, dull), PLAIN)).isEqualTo(20 * (1200 + 2200));
        // What is no picture in colours has neither
        assertThat(
                        FrameMemory.bytes(
                                scene(10, mirror),
                                shadows.withOutput(RenderSettings.Output.SURFACE)))
                .isEqualTo(20 * (1200 + 2200));
    }

    @Test
    void whatIsTooMuchIsRefusedBeforeItIsMade() {
        var scene = scene(10, Material.DEFAULT);
        assertThatCode(() -> Session.checkMemory(scene, PLAIN, 68_000)).doesNotThrowAnyException();
        assertThatThrownBy(() -> Session.checkMemory(scene, PLAIN, 67_999))
                .isInstanceOf(SceneException.class)
                .hasMessageStartingWith("many: 68,000 more bytes of memory are needed to draw ")
                .hasMessageContaining("drawing may take 67,999 (");
        int most = (int) (FrameMemory.most() / (2 * (1200 + 2200)));
        assertThatThrownBy(() -> new Session(scene(most + 1, Material.DEFAULT), PLAIN))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining("drawing may take %,d (".formatted(FrameMemory.most()));
        assertThatCode(() -> new Session(DemoScenes.create("demo:teapot"), PLAIN).close())
                .doesNotThrowAnyException();
    }

    /**
     * A picture of 4x2 that is mirrored has 8 pixels, a texture of 8 + 2 + 1 texels, and room for
     * the values of a level of two texels, and half of those: 4 * (8 + 11) + 16 * 3 bytes.
     */
    @Test
    void eachPictureOfAGroundCounts() {
        var mirror = Material.DEFAULT.toBuilder().groundMirror(0.1f).build();
        var scene = scene(10, mirror);
        assertThat(FrameMemory.groundBytes(scene(10, Material.DEFAULT), PLAIN)).isZero();
        assertThat(FrameMemory.groundBytes(scene, PLAIN)).isEqualTo(124);
        // 16 pixels, 16 + 4 + 2 + 1 texels, a level of four
        assertThat(FrameMemory.groundBytes(scene, PLAIN.withViews(2))).isEqualTo(252);
        var linear = PLAIN.withOutput(RenderSettings.Output.LINEAR_COLOR);
        assertThat(FrameMemory.groundBytes(scene, linear)).isEqualTo(16 * (8 + 11) + 48);
        var shadows = PLAIN.withShadows(true);
        assertThat(FrameMemory.groundBytes(scene, shadows)).isEqualTo(124 + SHADE);
        var dull = scene(10, Material.DEFAULT.toBuilder().groundMirror(0).build());
        assertThat(FrameMemory.groundBytes(dull, PLAIN)).isZero();
        assertThat(FrameMemory.groundBytes(dull, shadows)).isEqualTo(SHADE);
        var clear = Finish.NONE.withTransmission(Transmission.thin(0.5f));
        var glass = scene(10, mirror.toBuilder().finish(clear).build());
        assertThat(FrameMemory.groundBytes(glass, PLAIN)).isEqualTo(2 * 124);
        // What is no picture in colours has no ground
        var surface = shadows.withOutput(RenderSettings.Output.SURFACE);
        assertThat(FrameMemory.groundBytes(scene, surface)).isZero();
    }

    /** Its targets are what is reckoned, but for the room that makes their levels. */
    @Test
    void aGroundHasThePicturesThatAreReckoned() {
        var scene = ContactShadow.under(DemoScenes.create("demo:teapot"));
        var settings = RenderSettings.defaults().withSize(64, 32).withShadows(true);
        long picture = 4 * (64 * 32 + Texture.chainTexels(64, 32));
        long shade = 4 * (256 * 256 + Texture.chainTexels(256, 256));
        assertThat(FrameMemory.groundBytes(scene, settings))
                .isBetween(picture + shade, picture + shade + 200);
        assertThat(new ShadowMap(0, settings, null).view().width()).isEqualTo(2 * 256);
    }

    @Test
    void aGroundThatIsTooMuchIsRefusedBeforeItIsMade() {
        var mirror = scene(10, Material.DEFAULT.toBuilder().groundMirror(0.1f).build());
        long all = 20 * (1200 + 2 * 2200) + 124;
        assertThatCode(() -> Session.checkMemory(mirror, PLAIN, all)).doesNotThrowAnyException();
        assertThatThrownBy(() -> Session.checkMemory(mirror, PLAIN, all - 1))
                .isInstanceOf(SceneException.class)
                .hasMessage(
                        "many: 112,124 more bytes of memory are needed to draw it, 124 of them for"
                                + " the shadow and the mirror image on its ground, and drawing may"
                                + " take 112,123 (a larger Java heap, -Xmx, raises that; a smaller"
                                + " picture needs less)");
    }

    /** An environment is in memory before draw calls are. */
    @Test
    void anEnvironmentLeavesLess() {
        var environment = Environment.of(4, 2, new float[4 * 2 * 3]);
        // Nine maps of 64x64 texels and a border, of four floats each, and eight texels of 32 bits
        assertThat(environment.bytes()).isEqualTo(9 * 66 * 66 * 16 + 8 * 4).isEqualTo(627_296);
        assertThat(FrameMemory.most(PLAIN)).isEqualTo(FrameMemory.most());
        assertThat(FrameMemory.most(PLAIN.withEnvironment(environment)))
                .isEqualTo(FrameMemory.most() - 627_296);
        var much = scene((int) (FrameMemory.most() / (2 * (1200 + 2200))) + 1, Material.DEFAULT);
        assertThatThrownBy(() -> new Session(much, PLAIN.withEnvironment(environment)))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining(
                        "drawing may take %,d (".formatted(FrameMemory.most() - 627_296));
    }

    /** 250 draw calls are loaded within a megabyte, and with shadows not drawn within it. */
    @Test
    void requestsAreHeldToTheirLimits() {
        var nodes =
                Collections.nCopies(250, "{\"mesh\": 0}").stream().collect(Collectors.joining(","));
        var roots =
                IntStream.range(0, 250).mapToObj(String::valueOf).collect(Collectors.joining(","));
        var model =
                """
                {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [%s]}],
                 "nodes": [%s],
                 "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
                 "accessors": [{"componentType": 5126, "count": 3, "type": "VEC3"}]}
                """
                        .formatted(roots, nodes)
                        .getBytes(StandardCharsets.UTF_8);
        var options = RendererOptions.defaults().withThreads(1);
        options = options.withLimits(options.limits().withMaxDecodedBytes(1_000_000));
        var request = RenderRequest.of(32, 24);
        try (var renderer = Renderer.open(options)) {
            var plain = request.withSettings(request.settings().withShadows(false));
            assertThat(renderer.render(model, plain).width()).isEqualTo(32);
            var shadows = request.withSettings(request.settings().withShadows(true));
            assertThatThrownBy(() -> renderer.render(model, shadows))
                    .isInstanceOf(SceneException.class)
                    .hasMessageContaining("1,225,000 more bytes of memory are needed to draw");
        }
    }
}
