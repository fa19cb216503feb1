package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Image;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.VertexData;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.IntStream;

class ContactShadowTest {
    /** A level square of two units a side around the origin. */
    private static Primitive square(int material, Topology topology) {
        float[] xyz = {-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1};
        return new Primitive(
                topology,
                topology == Topology.POINTS ? new int[] {0, 1, 2, 3} : new int[] {0, 1, 2, 0, 2, 3},
                VertexData.of(xyz, null),
                material);
    }

    /** Far from the origin floats are coarse, and what is rounded twice does not meet itself. */
    @Test
    void farFromTheOriginItIsWhereTheModelIs() {
        var node =
                Node.ofMesh(
                        "",
                        new Transform.Trs(
                                new Vec3(5e5f, 0, 5e6f), Quaternion.IDENTITY, new Vec3(5, 5, 5)),
                        0);
        float[] xyz = {-1, 0, -1.048f, 1, 0, -1.048f, 1, 0, 0.952f, -1, 0, 0.952f};
        var floor =
                new Primitive(
                        Topology.TRIANGLES,
                        new int[] {0, 1, 2, 0, 2, 3},
                        VertexData.of(xyz, null),
                        -1);
        var scene =
                Scene.builder(AssetInfo.generated("test"))
                        .meshes(List.of(new Mesh("", List.of(floor))))
                        .nodes(List.of(node))
                        .roots(List.of(0))
                        .build();
        var ground = ContactShadow.under(scene).meshes().getLast().primitives().getFirst();
        float[] at = ground.vertices().positions();
        var bounds = scene.worldBounds();
        // As far beyond the model on each side, to the float
        assertThat(bounds.min().x() - at[0]).isEqualTo(at[6] - bounds.max().x(), within(0.1f));
        assertThat(bounds.min().z() - at[2]).isEqualTo(at[8] - bounds.max().z(), within(1f));
    }

    private static Scene squares(Material.AlphaMode mode, Topology topology, float... heights) {
        var nodes =
                IntStream.range(0, heights.length)
                        .mapToObj(
                                i ->
                                        Node.ofMesh(
                                                "",
                                                new Transform.Trs(
                                                        new Vec3(3 * i, heights[i], 0),
                                                        Quaternion.IDENTITY,
                                                        Vec3.ONE),
                                                0))
                        .toList();
        return Scene.builder(AssetInfo.generated("test"))
                .meshes(List.of(new Mesh("", List.of(square(0, topology)))))
                .materials(
                        List.of(
                                Material.builder("m")
                                        .baseColorFactor(Vec4.ONE)
                                        .alphaMode(mode)
                                        .unlit(true)
                                        .build()))
                .nodes(nodes)
                .roots(IntStream.range(0, heights.length).boxed().toList())
                .build();
    }

    private static int alpha(Image image, double x, double z, Scene scene) {
        float[] corners = scene.meshes().getLast().primitives().getFirst().vertices().positions();
        int u = (int) ((x - corners[0]) / (corners[6] - corners[0]) * image.width());
        int v = (int) ((z - corners[2]) / (corners[5] - corners[2]) * image.height());
        return image.texels()[v * image.width() + u] >>> 24;
    }

    /** One lies on the ground, one hangs at a fifth of the longer side, one higher than two. */
    @Test
    void whatIsNearerIsDarker() {
        Scene scene = squares(Material.AlphaMode.OPAQUE, Topology.TRIANGLES, 0, 1.6f, 3.3f);
        Scene grounded = ContactShadow.under(scene);
        Image shadow = grounded.images().getLast();
        // Eight units are 200 texels: a blur reaches less than a unit, and inside is what was there
        assertThat(alpha(shadow, 0, 0, grounded)).isBetween(178, 179);
        assertThat(alpha(shadow, 3, 0, grounded)).isBetween(44, 45);
        // Nothing is left of the third but that it is above clear ground, which is cut away
        assertThat(grounded.worldBounds().max().x()).isEqualTo(7);
        float[] corners =
                grounded.meshes().getLast().primitives().getFirst().vertices().positions();
        assertThat(corners[6]).isBetween(4.5f, 4.95f);
        assertThat(alpha(shadow, -1, 0, grounded)).isBetween(75, 105);
        assertThat(alpha(shadow, 0, 1, grounded)).isBetween(75, 105);
        for (int u = 0; u < shadow.width(); u++) {
            assertThat(shadow.texels()[u]).isZero();
            assertThat(shadow.texels()[shadow.texels().length - 1 - u]).isZero();
        }
    }

    @Test
    void theSceneIsAllThatItWasAndAGround() {
        Scene scene = squares(Material.AlphaMode.MASK, Topology.TRIANGLES, 2, 3);
        Scene grounded = ContactShadow.under(scene);
        assertThat(grounded.nodes()).hasSize(3).startsWith(scene.nodes().get(0));
        assertThat(grounded.roots()).containsExactly(0, 1, 2);
        assertThat(grounded.meshes().getFirst()).isSameAs(scene.meshes().getFirst());
        var bounds = grounded.worldBounds();
        assertThat(bounds.min().y()).isBetween(1.99f, 1.9999f);
        assertThat(bounds.max().y()).isEqualTo(3);
        assertThat(bounds.min().x()).isBetween(-1.8f, -1.1f);
        assertThat(bounds.max().x()).isBetween(4.1f, 4.8f);
        assertThat(grounded.materials().getLast().unlit()).isTrue();
    }

    @Test
    void whatLeavesNoShadowGetsNoGround() {
        for (var topology : List.of(Topology.POINTS, Topology.TRIANGLES)) {
            var mode =
                    topology == Topology.POINTS
                            ? Material.AlphaMode.OPAQUE
                            : Material.AlphaMode.BLEND;
            Scene scene = squares(mode, topology, 0, 1);
            assertThat(ContactShadow.under(scene)).isSameAs(scene);
        }
        Scene empty = squares(Material.AlphaMode.OPAQUE, Topology.TRIANGLES);
        assertThat(ContactShadow.under(empty)).isSameAs(empty);
    }

    /** Its 32 patches stand on the ground: there is a ring of shadow. */
    @Test
    void patchesLeaveShadows() {
        Scene grounded = ContactShadow.under(DemoScenes.create("demo:teapot"));
        assertThat(grounded.nodes().getLast().name()).isEqualTo("ground");
        int darkest = 0;
        for (int texel : grounded.images().getLast().texels()) {
            assertThat(texel & 0xFFFFFF).isZero();
            darkest = Math.max(darkest, texel >>> 24);
        }
        assertThat(darkest).isGreaterThan(150);
    }

    /** Behind the model the background is darker with a ground, from above and not from below. */
    @Test
    void theGroundIsSeenFromAbove() {
        Scene scene = squares(Material.AlphaMode.OPAQUE, Topology.TRIANGLES, 0, 0);
        Scene grounded = ContactShadow.under(scene);
        for (double elevation : new double[] {60, -60}) {
            int dark = 0;
            var settings = RenderSettings.defaults().withSize(96, 96).withSamples(1);
            try (var session = new Session(grounded, settings)) {
                session.look(View.orbit(session.bounds(), 0, elevation, 4, 1));
                session.render();
                for (int rgba : session.target().pixels()) {
                    int red = rgba & 255;
                    dark += red < 215 ? 1 : 0;
                }
            }
            if (elevation > 0) {
                assertThat(dark).isPositive();
            } else {
                assertThat(dark).isZero();
            }
        }
    }

    @Test
    void itEndsWhenItShall() {
        var wish = new Cancellation();
        wish.cancel();
        Scene scene = squares(Material.AlphaMode.OPAQUE, Topology.TRIANGLES, 0);
        assertThatThrownBy(() -> ContactShadow.under(scene, wish))
                .isInstanceOf(CancelledException.class);
    }
}
