package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.VertexData;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** What is recorded anew from frame to frame: a picture is that of a session of its own. */
class FrameRecorderTest {
    private static final RenderSettings SETTINGS =
            RenderSettings.defaults()
                    .withSize(64, 64)
                    .withSamples(1)
                    .withShadows(false)
                    .withBackground(new Vec4(0.2f, 0.3f, 0.9f, 1))
                    .withOutput(RenderSettings.Output.LINEAR_COLOR);

    private static final Bounds BOX = new Bounds(new Vec3(-1, -1, -1), new Vec3(1, 1, 1));

    /** Two squares that blend, one behind the other, between flat ones that are solid. */
    private static Scene squares() {
        var meshes = new ArrayList<Mesh>();
        var nodes = new ArrayList<Node>();
        var materials = new ArrayList<Material>();
        float[][] colors = {
            {0.8f, 0.1f, 0, 0.5f}, {0.1f, 0.7f, 0, 0.5f}, {1, 1, 1, 1}, {0, 0, 0, 1}
        };
        for (int i = 0; i < 4; i++) {
            float z = new float[] {-0.3f, 0.3f, -1.2f, 1.2f}[i];
            float[] standing = {-1, -1, z, 1, -1, z, 1, 1, z, -1, 1, z};
            float[] lying = {-1, -1, z, 1, -1, z, 1, -1, 1.5f * z, -1, -1, 1.5f * z};
            float[] at = i < 2 ? standing : lying;
            var quad = new int[] {0, 1, 2, 0, 2, 3};
            var square = new Primitive(Topology.TRIANGLES, quad, VertexData.of(at, null), i);
            meshes.add(new Mesh("square", List.of(square)));
            nodes.add(Node.ofMesh("square", Transform.IDENTITY, i));
            float[] c = colors[i];
            materials.add(
                    Material.builder("square")
                            .baseColorFactor(new Vec4(c[0], c[1], c[2], c[3]))
                            .unlit(true)
                            .doubleSided(true)
                            .alphaMode(
                                    i >= 2 ? Material.AlphaMode.OPAQUE : Material.AlphaMode.BLEND)
                            .build());
        }
        return Scene.builder(AssetInfo.generated("test"))
                .roots(List.of(0, 1, 2, 3))
                .nodes(nodes)
                .meshes(meshes)
                .materials(materials)
                .build();
    }

    private static float[] picture(Session session, double azimuth, double elevation) {
        session.look(View.orbit(BOX, azimuth, elevation, 4, 1));
        session.render();
        return session.target().floatPixels().clone();
    }

    /** From behind the other one comes first; in a mirror as well, and from below there is none. */
    @Test
    void whatBlendsIsDrawnInTheOrderOfEachView() {
        for (float mirror : new float[] {-1, 0, 0.5f}) {
            var scene =
                    mirror < 0
                            ? squares()
                            : ContactShadow.under(squares(), mirror, Cancellation.NEVER);
            double[][] views = {{0, 20}, {180, 20}, {0, 20}, {0, -20}, {180, 20}, {180, 60}};
            try (var session = new Session(scene, SETTINGS)) {
                for (double[] view : views) {
                    var found = picture(session, view[0], view[1]);
                    try (var fresh = new Session(scene, SETTINGS)) {
                        assertThat(found)
                                .as("%s, %s, %s", mirror, view[0], view[1])
                                .isEqualTo(picture(fresh, view[0], view[1]));
                    }
                }
            }
        }
    }

    /** Another colour behind is seen at once; the same one records nothing anew. */
    @Test
    void anotherBackgroundIsRecorded() {
        try (var session = new Session(squares(), SETTINGS)) {
            picture(session, 0, 20);
            var recorded = session.commands(Cancellation.NEVER);
            session.background(new Vec4(0.2f, 0.3f, 0.9f, 1));
            assertThat(session.commands(Cancellation.NEVER)).isSameAs(recorded);
            session.background(new Vec4(0.7f, 0, 0, 1));
            var other = SETTINGS.withBackground(new Vec4(0.7f, 0, 0, 1));
            try (var fresh = new Session(squares(), other)) {
                assertThat(picture(session, 0, 20)).isEqualTo(picture(fresh, 0, 20));
            }
        }
    }
}
