package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.Animation;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Camera;
import dev.azulejo.scene.model.Image;
import dev.azulejo.scene.model.Light;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.SamplerSpec;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Skin;
import dev.azulejo.scene.model.Sky;
import dev.azulejo.scene.model.Texture;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.Variant;
import dev.azulejo.scene.model.VertexData;
import dev.azulejo.scene.render.ContactShadow;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.Session;
import dev.azulejo.scene.render.View;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

/** Small models far from the origin. */
class FarScenesTest {
    /** A tetrahedron of 2 and a triangle beside it, below a node at a place. */
    private static Scene at(String place, String turned) {
        var builder = new GltfBuilder();
        int solid =
                builder.floats(
                        "VEC3", 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 2,
                        0, 0, 0, 2, 2, 0, 0, 0, 0, 2, 0, 2, 0);
        builder.mesh("{'attributes':{'POSITION':" + solid + "}}")
                .set(
                        "nodes",
                        ("[{'children':[1,2],%s},{'mesh':0,'translation':[%s]},"
                                        + "{'mesh':0,'translation':[%s],'scale':[0.5,0.5,0.5]}]")
                                .formatted(turned, place, place));
        return GltfLoader.load(builder.glb(), "test", LoadLimits.defaults(), 1, Cancellation.NEVER);
    }

    private static final String LEVEL = "'rotation':[0,0,0,1]";

    private static int[] picture(Scene scene) {
        var settings = RenderSettings.defaults().withSize(96, 96).withShadows(true);
        try (var session = new Session(ContactShadow.under(scene), settings)) {
            session.look(View.orbit(session.bounds(), 35, 18, 3, 1));
            session.render();
            return session.target().pixels().clone();
        }
    }

    /** At whole steps of a power of two it is the picture of the model at the origin. */
    @ParameterizedTest
    @ValueSource(strings = {"8388608,-8388608,4194304", "131072,0,0", "0,0,-1e12"})
    void farModelsLookLikeNearOnes(String place) {
        Scene far = at(place.replace("1e12", "1099511627776"), LEVEL);
        assertThat(picture(far)).isEqualTo(picture(at("0,0,0", LEVEL)));
        assertThat(far.nodes()).hasSize(4);
        assertThat(far.warnings()).hasSize(1);
    }

    /** Nor does it matter on which node a place is, nor whether that is turned. */
    @Test
    void turnedOnesStandAtTheOriginToo() {
        Scene far = at("1e7,3e6,-2e7", "'rotation':[0.5,0.5,0.5,0.5]");
        var bounds = far.worldBounds();
        assertThat(bounds.radius()).isEqualTo(1.7320508f, within(1e-5f));
        assertThat(bounds.center().length()).isLessThan(64);
    }

    /** What floats can tell from its own size stays where it is, to the last byte. */
    @ParameterizedTest
    @CsvSource({"3500,3", "900000,4"})
    void nearOnesStay(int place, int nodes) {
        Scene scene = at(place + ",0,0", LEVEL);
        assertThat(scene.nodes()).hasSize(nodes);
        assertThat(scene.warnings()).hasSize(nodes - 3);
        if (nodes == 3) {
            assertThat(scene.roots()).containsExactly(0);
        } else {
            assertThat(scene.warnings().getFirst())
                    .isEqualTo(
                            "lies so far away that floats are too coarse for its size:"
                                    + " places count from (900000, 0, 0)");
        }
    }

    /** Two solids whose vertices themselves are somewhere, and a node that turns one. */
    private static Scene baked(float x, float y, float from, String more) {
        float[] solid = {
            0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 2, 2, 0,
            0, 0, 0, 2, 0, 2, 0.1f
        };
        float[] there = solid.clone();
        for (int i = 0; i < there.length; i += 3) {
            // As the file's floats have it
            there[i] = (there[i] + x) - from * x;
            there[i + 1] = (there[i + 1] + y) - from * y;
        }
        var builder = new GltfBuilder();
        int positions = builder.floats("VEC3", there);
        builder.mesh("{'attributes':{'POSITION':%d}%s}".formatted(positions, more))
                .set("nodes", "[{'mesh':0,'name':'solid'},{'mesh':0,'scale':[1,1,0.5]}]")
                .set("scenes", "[{'nodes':[0,1]}]");
        return GltfLoader.load(builder.glb(), "test", LoadLimits.defaults(), 1, Cancellation.NEVER);
    }

    /** What floats are left of a model is what is drawn, be it where it may. */
    @ParameterizedTest
    @CsvSource({"1048576,0", "0,-4194304", "1e6,2e7"})
    void farVerticesLookAsTheirFloatsAllow(float x, float y) {
        Scene far = baked(x, y, 0, "");
        Scene near = baked(x, y, 1, "");
        assertThat(picture(far)).isEqualTo(picture(near));
        var child = far.nodes().get(2);
        assertThat(child.name()).isEqualTo("solid");
        assertThat(far.nodes().getFirst().children()).containsExactly(2);
        assertThat(far.nodes().getFirst().mesh()).isEqualTo(-1);
        assertThat(child.transform().toMatrix().get(0, 3)).isEqualTo(x);
    }

    /** What morph targets move stays as it was, and so does what a difference would round. */
    @Test
    void verticesThatHaveToStayDo() {
        String target = ",'targets':[{'POSITION':0}]";
        for (Scene scene :
                new Scene[] {baked(1048576, 0, 0, target), baked(512, 0, 0, ""), rounded()}) {
            assertThat(scene.nodes().getFirst().mesh()).isZero();
        }
    }

    /** One that would count from y=32, from where floats cannot tell what 14.2 is exactly. */
    private static Scene rounded() {
        var builder = new GltfBuilder();
        float x = 1048576;
        builder.mesh(
                "{'attributes':{'POSITION':%d}}"
                        .formatted(builder.floats("VEC3", x, 14.2f, 0, x, 18, 0, x, 18, 0.125f)));
        return GltfLoader.load(builder.glb(), "test", LoadLimits.defaults(), 1, Cancellation.NEVER);
    }

    /** All else is what was read: cameras, lights, what moves and what is chosen from. */
    @Test
    void allElseIsKept() throws ReflectiveOperationException {
        float[] corners = {0, 0, 0, 2, 0, 0, 0, 2, 1};
        var triangle =
                new Primitive(
                        Topology.TRIANGLES, new int[] {0, 1, 2}, VertexData.of(corners, null), 0);
        var to = new Transform.Trs(new Vec3(1e6f, 0, 0), Quaternion.IDENTITY, Vec3.ONE);
        var up = new Vec3(0, 1, 0);
        var sampler =
                new Animation.Sampler(new float[1], new float[3], 3, Animation.Interpolation.STEP);
        var moves = new Animation.Channel(0, Animation.Property.SCALE, sampler);
        var sun = Light.Kind.DIRECTIONAL;
        Scene scene =
                Scene.builder(AssetInfo.generated("test"))
                        .name("far")
                        .roots(List.of(0))
                        .nodes(List.of(Node.ofMesh("node", to, 0)))
                        .meshes(List.of(new Mesh("mesh", List.of(triangle))))
                        .materials(List.of(Material.DEFAULT))
                        .textures(List.of(new Texture("texture", 0, SamplerSpec.DEFAULT)))
                        .images(List.of(new Image("image", 1, 1, new int[] {-1}, true)))
                        .cameras(List.of(new Camera.Perspective("camera", 1, 1, 1, 2)))
                        .lights(List.of(new Light("sun", sun, up, 1, Float.MAX_VALUE, 0, 1)))
                        .skins(List.of(new Skin("skin", List.of(0), List.of(Mat4.IDENTITY))))
                        .animations(List.of(new Animation("moves", List.of(moves))))
                        .variants(List.of(new Variant("one", List.of())))
                        .sky(new Sky(up, up, up, up, up))
                        .warnings(List.of("said before"))
                        .build();
        Scene near = FarScenes.near(scene, () -> {});
        for (var part : Scene.class.getRecordComponents()) {
            Object before = part.getAccessor().invoke(scene);
            Object after = part.getAccessor().invoke(near);
            switch (part.getName()) {
                case "roots" -> assertThat(after).isEqualTo(List.of(1));
                case "nodes", "warnings" -> {
                    assertThat((List<?>) after).hasSize(2);
                    assertThat(((List<?>) after).getFirst())
                            .isSameAs(((List<?>) before).getFirst());
                }
                default -> assertThat(after).as(part.getName()).isSameAs(before);
            }
        }
    }
}
