package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.scene.animation.Animator;
import dev.azulejo.scene.animation.MeshDeformer;
import dev.azulejo.scene.animation.Pose;
import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.Animation;
import dev.azulejo.scene.model.Animation.Interpolation;
import dev.azulejo.scene.model.Animation.Property;
import dev.azulejo.scene.model.JointInfluences;
import dev.azulejo.scene.model.MorphTarget;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.VertexData;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

class AnimationLoadingTest {
    @TempDir Path folder;

    private Scene load(AnimatedModel model) {
        return GltfLoader.load(model.build().write(folder));
    }

    private static Primitive primitive(Scene scene) {
        return scene.meshes().getFirst().primitives().getFirst();
    }

    @Test
    void everythingArrives() {
        Scene scene = load(new AnimatedModel());
        assertThat(scene.warnings()).isEmpty();
        assertThat(scene.asset().animationCount()).isEqualTo(1);
        assertThat(scene.asset().skinCount()).isEqualTo(1);
        assertThat(scene.asset().morphTargetCount()).isEqualTo(2);
        assertThat(scene.skins().getFirst().joints()).containsExactly(0, 1);
        assertThat(scene.skins().getFirst().inverseBindMatrices())
                .containsExactly(Mat4.IDENTITY, Mat4.translation(new Vec3(0, -1, 0)));
        assertThat(scene.nodes().get(2).skin()).isZero();
        Animation animation = scene.animations().getFirst();
        assertThat(animation.name()).isEqualTo("a");
        assertThat(animation.duration()).isEqualTo(2);
        assertThat(animation.channels())
                .extracting(Animation.Channel::property)
                .containsExactly(Property.ROTATION, Property.WEIGHTS, Property.TRANSLATION);
        assertThat(animation.channels())
                .extracting(c -> c.sampler().interpolation())
                .containsExactly(
                        Interpolation.LINEAR, Interpolation.STEP, Interpolation.CUBIC_SPLINE);
        assertThat(scene.morphWeights(2)).containsExactly(0.5f, 0);
        assertThat(scene.morphWeights(0)).isEmpty();
        // a strip of two triangles without normals: each corner its own vertex, with all it has
        Primitive p = primitive(scene);
        assertThat(p.vertices().count()).isEqualTo(6);
        assertThat(p.influences().perVertex()).isEqualTo(4);
        assertThat(p.influences().joints())
                .containsExactly(
                        0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, //
                        0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
        // weights of 0.25 alone become 1
        assertThat(p.influences().weights())
                .containsExactly(
                        1, 0, 0, 0, 0.5f, 0.5f, 0, 0, 1, 0, 0, 0, //
                        0.5f, 0.5f, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
        assertThat(p.morphTargets().get(1).positions())
                .containsExactly(0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0)
                .doesNotContain(Float.NaN);
        assertThat(SceneInfo.of(scene).geometryBytes())
                .isEqualTo(4L * 6 * (3 + 3) + 6L * 32 + 4L * 6 * (3 + 3));
    }

    @Test
    void sparseTargetsKeepTheirPlacesInStrips() {
        // the order of a strip's second triangle is 1, 3, 2
        Primitive p = primitive(load(new AnimatedModel()));
        assertThat(p.vertices().positions())
                .containsExactly(0, 0, 0, 0, 1, 0, 0, 2, 0, 0, 1, 0, 1, 2, 0, 0, 2, 0);
    }

    @Test
    void itMoves() {
        Scene scene = load(new AnimatedModel());
        // at rest: where the joints are, half of the first target
        assertThat(scene.worldBounds())
                .isEqualTo(new Bounds(new Vec3(10, 0, 0.5f), new Vec3(11, 2, 0.5f)));
        Pose pose = new Pose(scene);
        Animator animator = Animator.of(scene, 0);
        animator.apply(0, pose);
        assertThat(pose.worldTransforms().bounds(scene, pose::weights))
                .isEqualTo(new Bounds(new Vec3(1, 0, 0), new Vec3(2, 2, 0)));
        animator.apply(1, pose);
        // bent by a quarter, the tip longer by 1.5: 2.5 beyond the elbow along -x
        Bounds bent = pose.worldTransforms().bounds(scene, pose::weights);
        assertThat(bent.min().minus(new Vec3(2 - 2.5f, 0, 1)).length()).isLessThan(1e-6f);
        assertThat(bent.max().minus(new Vec3(2, 2, 1)).length()).isLessThan(1e-6f);
    }

    @Test
    void flatNormalsOfTargetsAreThoseOfTheDisplacedTriangles() {
        AnimatedModel model = new AnimatedModel();
        // the third vertex goes up: the first triangle is degenerate before, the second tilts
        model.displacements = new float[] {0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0};
        Primitive p = primitive(load(model));
        assertThat(p.vertices().normals()).startsWith(0, 0, 0).endsWith(0, 0, 1);
        float[] n = new float[18];
        new MeshDeformer(p).deform(new float[] {1}, null, new float[18], n, null, () -> {});
        // 0,0,0 / 0,1,0 / 0,2,1 faces +x
        assertThat(n).startsWith(1, 0, 0);
        // (0,1,0) (1,2,0) (0,2,1): cross((1,1,0), (0,1,1)) = (1,-1,1)
        float third = (float) Math.sqrt(1 / 3d);
        assertThat(new float[] {n[15], n[16], n[17]})
                .usingComparatorWithPrecision(1e-6f)
                .containsExactly(third, -third, third);
    }

    @Test
    void eightJointsAVertex() {
        AnimatedModel model = new AnimatedModel();
        model.attributes = "{'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':2,'JOINTS_1':10,'WEIGHTS_1':11}";
        GltfBuilder b = model.build();
        b.accessor(
                GltfBuilder.bytes16(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1),
                5123,
                "VEC4",
                4,
                "");
        b.accessor(
                GltfBuilder.bytes8(255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
                5121,
                "VEC4",
                4,
                "");
        JointInfluences influences = primitive(GltfLoader.load(b.write(folder))).influences();
        assertThat(influences.perVertex()).isEqualTo(8);
        // integers are fractions even if the accessor does not say so
        assertThat(influences.weights()).startsWith(0.5f, 0, 0, 0, 0.5f, 0, 0, 0, 0.5f, 0.5f);
        assertThat(influences.joints()).startsWith(0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
    }

    /** A pointer to what a node has is as good as its name; others are left out. */
    @Test
    void pointersLeadToNodes() {
        AnimatedModel plain = new AnimatedModel();
        List<Animation> expected = load(plain).animations();
        String pointer =
                "{'sampler':%d,'target':{'path':'pointer','extensions':{'KHR_animation_pointer':{'pointer':'%s'}}}}";
        AnimatedModel model = new AnimatedModel();
        model.channels =
                "["
                        + String.join(
                                ",",
                                pointer.formatted(0, "/nodes/1/rotation"),
                                pointer.formatted(1, "/nodes/2/weights"),
                                pointer.formatted(2, "/nodes/0/translation"),
                                pointer.formatted(2, "translation"),
                                pointer.formatted(2, "/materials/0/doubleSided"))
                        + "]";
        Scene scene = load(model);
        assertThat(scene.animations()).usingRecursiveComparison().isEqualTo(expected);
        assertThat(scene.warnings())
                .contains(
                        "animations of \"translation\" are not supported: left out",
                        "animations of \"/materials/0/doubleSided\" are not supported: left out");
        model.channels = "[" + pointer.formatted(0, "/nodes/7/rotation") + "]";
        assertThat(load(model).warnings())
                .contains("animations of \"/nodes/7/rotation\" are not supported: left out");
    }

    /** Samplers have a keyframe's quaternion, four weights and a spline of translations. */
    @Test
    void pointersLeadToMaterials() {
        String pointer =
                "{'sampler':%d,'target':{'path':'pointer','extensions':{'KHR_animation_pointer':{'pointer':'%s'}}}}";
        String color = "/materials/0/pbrMetallicRoughness/baseColorFactor";
        String through = "extensions/KHR_materials_transmission/transmissionFactor";
        AnimatedModel model = new AnimatedModel();
        model.channels =
                "["
                        + String.join(
                                ",",
                                pointer.formatted(0, color),
                                pointer.formatted(2, "/materials/1/emissiveFactor"),
                                pointer.formatted(0, color),
                                pointer.formatted(0, "/materials/2/alphaCutoff"),
                                pointer.formatted(0, "/materials/1/" + through))
                        + "]";
        Scene scene = GltfLoader.load(model.build().set("materials", "[{},{}]").write(folder));
        Animation animation = scene.animations().getFirst();
        assertThat(animation.channels()).isEmpty();
        assertThat(animation.duration()).isEqualTo(2);
        assertThat(animation.objectChannels())
                .extracting(c -> c.index() + " " + c.property())
                .containsExactly("0 pbrMetallicRoughness/baseColorFactor", "1 emissiveFactor");
        assertThat(animation.objectChannels().getLast().sampler().interpolation())
                .isEqualTo(Interpolation.CUBIC_SPLINE);
        assertThat(scene.warnings())
                .contains(
                        "animations[0].channels[2]:"
                            + " materials[0]/pbrMetallicRoughness/baseColorFactor is changed by an"
                            + " earlier channel too, which is left out");
        refused(
                model,
                pointer.formatted(0, "/materials/1/alphaCutoff"),
                "cannot be alphaCutoff, SCALAR expected");
        refused(
                model,
                pointer.formatted(2, "/materials/1/pbrMetallicRoughness/baseColorFactor"),
                "cannot be pbrMetallicRoughness/baseColorFactor, VEC4 expected");
    }

    private static String pointers(int sampler, String... to) {
        return Stream.of(to)
                .map(
                        path ->
                                "{'sampler':%d,'target':{'path':'pointer','extensions':{'KHR_animation_pointer':{'pointer':'%s'}}}}"
                                        .formatted(sampler, path))
                .collect(Collectors.joining(","));
    }

    /** Sampler 3 has a number for each keyframe, sampler 2 a spline of three. */
    @Test
    void pointersLeadToLightsAndCameras() {
        String lights = "/extensions/KHR_lights_punctual/lights/";
        AnimatedModel model = new AnimatedModel();
        model.samplers = model.samplers.replace("]", ",{'input':6,'output':6}]");
        model.channels =
                "["
                        + pointers(2, lights + "1/color")
                        + ","
                        + pointers(
                                3,
                                lights + "0/intensity",
                                lights + "1/spot/outerConeAngle",
                                "/cameras/0/perspective/yfov",
                                "/cameras/1/orthographic/xmag",
                                lights + "0/spot/innerConeAngle",
                                lights + "2/range",
                                "/cameras/0/orthographic/znear",
                                "/cameras/2/perspective/znear",
                                lights + "0/name",
                                lights + "0/intensity")
                        + "]";
        GltfBuilder b = model.build();
        b.set(
                "extensions",
                "{'KHR_lights_punctual':{'lights':[{'type':'point'},{'type':'spot','spot':{}}]}}");
        b.set(
                "cameras",
                "[{'type':'perspective','perspective':{'yfov':1,'znear':1}},"
                    + "{'type':'orthographic','orthographic':{'xmag':1,'ymag':1,'znear':0,'zfar':9}}]");
        Scene scene = GltfLoader.load(b.write(folder));
        Animation animation = scene.animations().getFirst();
        assertThat(animation.objectChannels())
                .extracting(c -> c.index() + " " + c.property())
                .containsExactly(
                        "1 COLOR", "0 INTENSITY", "1 OUTER_CONE_ANGLE", "0 Y_FOV", "1 X_MAG");
        assertThat(animation.objectChannels().get(1).sampler().values())
                .containsExactly(0.5f, 1, 2);
        String out = "animations of \"%s\" are not supported: left out";
        assertThat(scene.warnings())
                .contains(
                        out.formatted(lights + "0/spot/innerConeAngle"),
                        out.formatted(lights + "2/range"),
                        out.formatted("/cameras/0/orthographic/znear"),
                        out.formatted("/cameras/2/perspective/znear"),
                        out.formatted(lights + "0/name"),
                        "animations[0].channels[10]: lights[0]/intensity is changed by an earlier"
                                + " channel too, which is left out");
        refused(
                model,
                pointers(0, "/nodes/0/extensions/KHR_node_visibility/visible"),
                "cannot be extensions/KHR_node_visibility/visible, SCALAR expected");
    }

    /** Bytes, as the extension has them, are no fractions; the other samplers are not in steps. */
    @Test
    void visibilityIsInSteps() {
        String visible = "extensions/KHR_node_visibility/visible";
        AnimatedModel model = new AnimatedModel();
        model.samplers =
                "[{'input':6,'output':10,'interpolation':'STEP'},{'input':6,'output':10},"
                        + "{'input':6,'output':11,'interpolation':'CUBICSPLINE'}]";
        model.channels =
                "["
                        + pointers(0, "/nodes/0/" + visible)
                        + ","
                        + pointers(1, "/nodes/1/" + visible)
                        + ","
                        + pointers(2, "/nodes/2/" + visible)
                        + ",{'sampler':0,'target':{'node':1,'path':'%s'}}]".formatted(visible);
        model.nodes =
                model.nodes
                        .replace(
                                "'mesh':0",
                                "'mesh':0,'extensions':{'KHR_node_visibility':{'visible':false}}")
                        .replace(
                                "'translation':[0,1,0]",
                                "'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]");
        GltfBuilder b = model.build();
        b.accessor(GltfBuilder.bytes8(1, 0, 1), 5121, "SCALAR", 3, "");
        b.accessor(GltfBuilder.bytes8(9, 0, 9, 9, 1, 9, 9, 0, 9), 5121, "SCALAR", 9, "");
        Scene scene = GltfLoader.load(b.write(folder));
        var channels = scene.animations().getFirst().channels();
        assertThat(channels).extracting(Animation.Channel::node).containsExactly(0, 1, 2);
        for (var channel : channels) {
            assertThat(channel.property()).isEqualTo(Animation.Property.VISIBLE);
            assertThat(channel.sampler().interpolation()).isEqualTo(Interpolation.STEP);
        }
        assertThat(scene.nodes().get(2).mesh()).as("seen at times").isZero();
        assertThat(scene.nodes().get(2).skin()).isZero();
        assertThat(scene.nodes()).extracting(Node::visible).containsExactly(true, true, false);
        assertThat(scene.warnings())
                .contains(
                        "animations[0].channels[1]: visibility by LINEAR, which has nothing"
                                + " between: taken in steps",
                        "animations[0].channels[2]: visibility by CUBIC_SPLINE, which has nothing"
                                + " between: taken in steps",
                        "animations of \"%s\" are not supported: left out".formatted(visible));
        var pose = new Pose(scene);
        assertThat(pose.isVisible(2)).isFalse();
        var animator = Animator.of(scene, 0);
        boolean[][] seen = {{true, true, false}, {false, false, true}, {true, true, false}};
        double[] times = {0.7, 1.2, 9};
        for (int i = 0; i < times.length; i++) {
            animator.apply(times[i], pose);
            for (int n = 0; n < 3; n++) {
                assertThat(pose.isVisible(n))
                        .as("node %d at %s", n, times[i])
                        .isEqualTo(seen[i][n]);
            }
        }
    }

    private void refused(AnimatedModel model, String channel, String message) {
        model.channels = "[" + channel + "]";
        Path file = model.build().set("materials", "[{},{}]").write(folder);
        assertThatThrownBy(() -> GltfLoader.load(file))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining(message);
    }

    @Test
    void whatIsRepairedIsSaid() {
        AnimatedModel model = new AnimatedModel();
        model.weights = new float[16];
        model.times = new float[] {1, 1, 1};
        model.channels =
                """
                [{'sampler':0,'target':{'node':1,'path':'rotation'}},
                 {'sampler':2,'target':{'node':1,'path':'translation'}},
                 {'sampler':2,'target':{'node':1,'path':'translation'}},
                 {'sampler':2,'target':{'node':1,'path':'visibility'}}]\
                """;
        model.nodes = model.nodes.replace("[{'children'", "[{'skin':0,'weights':[1],'children'");
        model.targets = "[{'POSITION':4,'COLOR_0':4},{}]";
        Scene scene = load(model);
        assertThat(scene.warnings())
                .containsExactly(
                        "morph targets of COLOR_0 are not supported: left out",
                        "nodes[0]: a skin or weights without a mesh mean nothing: left out",
                        "accessors[6]: some times are equal: the later ones are moved on",
                        "animations[0].channels[2]: nodes[1].translation is moved by an earlier"
                                + " channel too, which is left out",
                        "animations of \"visibility\" are not supported: left out",
                        "accessors[2]: weights of 4 vertices are all 0: each follows its first"
                                + " joint");
        float[] times = scene.animations().getFirst().channels().getFirst().sampler().times();
        assertThat(times).containsExactly(1, Math.nextUp(1f), Math.nextUp(Math.nextUp(1f)));
        assertThat(primitive(scene).influences().joints()).startsWith(0, 0, 0, 0, 0, 0, 0, 0, 1);
        assertThat(scene.nodes().getFirst().skin()).isEqualTo(-1);
    }

    @Test
    void withoutMatricesJointsAreTakenAsTheyStand() {
        AnimatedModel model = new AnimatedModel();
        model.skins = "[{'joints':[1,0]}]";
        model.attributes = "{'POSITION':0}";
        Scene scene = load(model);
        assertThat(scene.skins().getFirst().inverseBindMatrices())
                .containsExactly(Mat4.IDENTITY, Mat4.IDENTITY);
        assertThat(scene.warnings())
                .containsExactly(
                        "meshes[0]: primitives without JOINTS_0 stand where the node is, in spite"
                                + " of its skin");
        assertThat(scene.worldBounds().min().x()).isEqualTo(500);
    }

    @Test
    void quantizedRotationsAndWeights() {
        AnimatedModel model = new AnimatedModel();
        model.samplers = "[{'input':6,'output':10},{'input':6,'output':11},{'input':6,'output':9}]";
        model.samplers =
                model.samplers.replace("'output':9", "'output':9,'interpolation':'CUBICSPLINE'");
        GltfBuilder b = model.build();
        b.accessor(
                GltfBuilder.bytes16(0, 0, 0, 32767, 0, 0, -32767, 0, 0, 0, 0, 32767),
                5122,
                "VEC4",
                3,
                ",'normalized':true");
        b.accessor(GltfBuilder.bytes8(0, 255, 51, 0, 0, 0), 5121, "SCALAR", 6, "");
        Scene scene = GltfLoader.load(b.write(folder));
        var channels = scene.animations().getFirst().channels();
        assertThat(channels.get(0).sampler().values())
                .containsExactly(0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 1);
        assertThat(channels.get(1).sampler().values()).containsExactly(0, 1, 0.2f, 0, 0, 0);
    }

    @Test
    void splitAndCompactedVerticesKeepWhatMovesThem() {
        VertexData vertices =
                VertexData.of(
                        new float[] {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0},
                        new float[] {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1});
        int[] joints = {0, 1, 2, 3, 4, 5, 6, 7};
        float[] weights = {0.5f, 0.5f, 0.25f, 0.75f, 1, 0, 0, 1};
        float[] displacements = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
        // the texture is mirrored along the edge 1-2, so that its vertices are split
        float[] uv = {0, 0, 1, 0, 0, 1, 0, 0};
        Primitive primitive =
                new Primitive(
                        Topology.TRIANGLES,
                        new int[] {0, 1, 2, 2, 1, 3},
                        vertices,
                        -1,
                        new JointInfluences(2, joints, weights),
                        List.of(new MorphTarget(displacements, null, null)));
        long[] told = new long[1];
        Primitive split =
                TangentGenerator.withTangents(primitive, uv, bytes -> told[0] = bytes, () -> {});
        assertThat(split.vertices().count()).isEqualTo(6);
        assertThat(told[0]).isGreaterThanOrEqualTo(split.deformationBytes());
        for (int corner = 0; corner < 6; corner++) {
            int before = primitive.indices()[corner];
            int after = split.indices()[corner];
            for (int i = 0; i < 2; i++) {
                assertThat(split.influences().joints()[2 * after + i])
                        .isEqualTo(joints[2 * before + i]);
                assertThat(split.influences().weights()[2 * after + i])
                        .isEqualTo(weights[2 * before + i]);
            }
            for (int i = 0; i < 3; i++) {
                assertThat(split.morphTargets().getFirst().positions()[3 * after + i])
                        .isEqualTo(displacements[3 * before + i]);
            }
        }
        VertexSet kept = VertexSet.of(primitive).gather(new int[] {3, 1}, 2);
        assertThat(kept.influences().joints()).containsExactly(6, 7, 2, 3);
        assertThat(kept.influences().weights()).containsExactly(0, 1, 0.25f, 0.75f);
        assertThat(kept.morphTargets().getFirst().positions()).containsExactly(9, 10, 11, 3, 4, 5);
        assertThat(primitive.toIndexedList().influences()).isSameAs(primitive.influences());
    }

    /** What lies before 0 is not shown, and what it leads to is. */
    @Test
    void timesBeforeZeroLeadToWhereTheyLead() {
        AnimatedModel model = new AnimatedModel();
        model.times = new float[] {-1, 1, 3};
        Scene scene = GltfLoader.load(model.build().write(folder));
        assertThat(scene.warnings())
                .contains("accessors[6]: times before 0: animations begin at 0");
        var animation = scene.animations().getFirst();
        assertThat(animation.channels().getFirst().sampler().times()).containsExactly(-1, 1, 3);
        assertThat(animation.duration()).isEqualTo(3);
    }
}
