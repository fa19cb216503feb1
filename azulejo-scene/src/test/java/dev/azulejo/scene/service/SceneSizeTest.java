package dev.azulejo.scene.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.Animation;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Image;
import dev.azulejo.scene.model.JointInfluences;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.MorphTarget;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Skin;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.VertexData;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What a scene in the cache is charged with: whatever it holds. */
class SceneSizeTest {
    private static final int MANY = 30_000;

    private static final long EMPTY = SceneSize.bytes(builder().build());

    private static Scene.Builder builder() {
        return Scene.builder(AssetInfo.generated("s"));
    }

    private static VertexData vertices() {
        int n = MANY;
        return new VertexData(
                n,
                new float[3 * n],
                new float[3 * n],
                new float[4 * n],
                new float[2 * n],
                new float[2 * n],
                new float[4 * n]);
    }

    private static Primitive primitive(VertexData vertices, JointInfluences joints) {
        var target = new MorphTarget(new float[3 * MANY], new float[3 * MANY], null);
        return new Primitive(
                Topology.TRIANGLES, new int[3 * MANY], vertices, -1, joints, List.of(target));
    }

    /** Asserts the size, but for the objects around the arrays. */
    private static void charged(Scene.Builder scene, long bytes) {
        assertThat(SceneSize.bytes(scene.build()) - EMPTY).isBetween(bytes, bytes + 2000);
    }

    @Test
    void arraysOfMeshesCountAndSharedOnesOnce() {
        var vertices = vertices();
        var joints = new JointInfluences(4, new int[4 * MANY], new float[4 * MANY]);
        long shared = 4L * 18 * MANY;
        long own = 4L * (3 + 6) * MANY;
        var first = primitive(vertices, joints);
        charged(builder().meshes(List.of(mesh(first))), shared + own + 8L * 4 * MANY);
        // The same vertices with influences of their own
        var others = new JointInfluences(4, new int[4 * MANY], new float[4 * MANY]);
        var second = primitive(vertices, others);
        charged(
                builder().meshes(List.of(mesh(first, second, first))),
                shared + 2 * own + 2 * 8L * 4 * MANY);
    }

    private static Mesh mesh(Primitive... primitives) {
        return new Mesh("", List.of(primitives), List.of(0.5f));
    }

    private static Node node(String name) {
        return new Node(name, Transform.IDENTITY, List.of(), -1, -1, -1, -1, List.of());
    }

    @Test
    void picturesNamesAndWhatMovesCount() {
        charged(builder().images(List.of(new Image("", 300, 100, new int[MANY], true))), 4L * MANY);
        String name = "n".repeat(MANY);
        charged(builder().name(name), 2L * MANY);
        charged(builder().warnings(List.of(name)), 2L * MANY);
        charged(builder().nodes(List.of(node(name))), 2L * MANY);
        float[] times = new float[MANY];
        for (int k = 0; k < MANY; k++) {
            times[k] = k;
        }
        var step = Animation.Interpolation.STEP;
        var sampler = new Animation.Sampler(times, new float[3 * MANY], 3, step);
        var moves = new Animation.Channel(0, Animation.Property.TRANSLATION, sampler);
        charged(
                builder()
                        .nodes(List.of(node("")))
                        .roots(List.of(0))
                        .animations(List.of(new Animation("", List.of(moves)))),
                4L * 4 * MANY);
        // Matrices that skins hold: sixteen numbers each
        int joints = 1000;
        var bind = new ArrayList<Mat4>();
        for (int j = 0; j < joints; j++) {
            bind.add(Mat4.trs(new Vec3(j, 0, 0), Quaternion.IDENTITY, Vec3.ONE));
        }
        var skin = new Skin("", Collections.nCopies(joints, 0), bind);
        var skinned = builder().nodes(List.of(node(""))).roots(List.of(0)).skins(List.of(skin));
        assertThat(SceneSize.bytes(skinned.build()) - EMPTY).isGreaterThan(joints * 16 * 4L);
    }
}
