package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.Animation;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;

import org.junit.jupiter.api.Test;

import java.util.List;

/** Nodes that show a mesh many times (EXT_mesh_gpu_instancing) or not at all (visibility). */
class InstancesTest {
    private static Scene load(GltfBuilder b, LoadLimits limits) {
        return GltfLoader.load(b.glb(), "many", limits, 2, Cancellation.NEVER);
    }

    private static Scene load(GltfBuilder b) {
        return load(b, LoadLimits.defaults());
    }

    private static GltfBuilder instances(GltfBuilder b, String attributes) {
        return b.set(
                "nodes",
                "[{'name':'field','mesh':0,'translation':[0,0,5],'extensions':{'EXT_mesh_gpu_instancing':{'attributes':{%s}}}}]"
                        .formatted(attributes));
    }

    /** A triangle from (0, 0, 0) to (1, 1, 0), three times. */
    private static GltfBuilder three() {
        GltfBuilder b = GltfBuilder.triangle();
        int t = b.floats("VEC3", 0, 0, 0, 10, 0, 0, 0, 20, 0);
        byte[] turned = GltfBuilder.bytes8(0, 0, 0, 127, 0, 0, 127, 0, 0, 0, 90, 90);
        int r = b.accessor(turned, 5120, "VEC4", 3, ",'normalized':true");
        int s = b.floats("VEC3", 1, 1, 1, 2, 2, 2, 1, 1, 1);
        return instances(b, "'TRANSLATION':%d,'ROTATION':%d,'SCALE':%d".formatted(t, r, s));
    }

    private static void isBox(Bounds box, double... expected) {
        double[] found = {
            box.min().x(), box.min().y(), box.min().z(), box.max().x(), box.max().y(), box.max().z()
        };
        assertThat(found).containsExactly(expected, within(1e-4));
    }

    @Test
    void eachInstanceIsANodeWithAPlaceOfItsOwn() {
        Scene scene = load(three());
        assertThat(scene.nodes()).hasSize(4);
        assertThat(scene.nodes().getFirst().mesh()).isEqualTo(-1);
        assertThat(scene.nodes().getFirst().children()).containsExactly(1, 2, 3);
        assertThat(scene.nodes()).extracting(Node::name).containsOnly("field");
        var world = scene.worldTransforms();
        assertThat(world.get(2).transformPoint(Vec3.ZERO)).isEqualTo(new Vec3(10, 0, 5));
        // Half a turn and twice as large; a quarter of a turn
        Vec3 corner = world.get(2).transformPoint(new Vec3(1, 0, 0));
        assertThat(corner.x()).isCloseTo(8, within(1e-4f));
        corner = world.get(3).transformPoint(new Vec3(1, 0, 0));
        assertThat(corner.y()).isCloseTo(21, within(1e-4f));
        isBox(scene.worldBounds(), -1, -2, 5, 10, 21, 5);
        assertThat(scene.warnings()).isEmpty();
        SceneInfo info = SceneInfo.of(scene);
        assertThat(info.drawCount()).isEqualTo(3);
        assertThat(info.triangleCount()).isEqualTo(3);
        assertThat(info.vertexCount()).isEqualTo(3);
    }

    /** Exporters write zeros where nothing turns. */
    @Test
    void rotationsOfNoLengthTurnNothing() {
        GltfBuilder b = GltfBuilder.triangle();
        int r = b.floats("VEC4", 0, 0, 0, 0);
        Scene scene = load(instances(b, "'ROTATION':" + r));
        assertThat(scene.worldTransforms().get(1).transformPoint(new Vec3(1, 2, 3)))
                .isEqualTo(new Vec3(1, 2, 8));
    }

    /** What hangs on joints stands where they are. */
    @Test
    void skinsAreDrawnOnce() {
        GltfBuilder b = GltfBuilder.triangle();
        int t = b.floats("VEC3", 0, 0, 0, 10, 0, 0);
        b.set(
                "nodes",
                "[{'mesh':0,'skin':0,'extensions':{'EXT_mesh_gpu_instancing':{'attributes':{'TRANSLATION':%d}}}},{}]"
                        .formatted(t));
        b.set("skins", "[{'joints':[1]}]").set("scenes", "[{'nodes':[0,1]}]");
        Scene scene = load(b);
        assertThat(scene.nodes()).hasSize(2);
        assertThat(scene.nodes().getFirst().mesh()).isZero();
        assertThat(scene.warnings())
                .contains("nodes[0]: instances without places of their own: drawn once");
    }

    @Test
    void limitsCountInstances() {
        load(three(), LoadLimits.defaults().withMaxNodes(4).withMaxDrawnVertices(9));
        assertThatThrownBy(() -> load(three(), LoadLimits.defaults().withMaxNodes(3)))
                .isInstanceOf(SceneException.class)
                .hasMessage(
                        "many: nodes[0].extensions.EXT_mesh_gpu_instancing: 1 nodes and 3 instances"
                                + " are too many, at most 3 in all expected");
        assertThatThrownBy(() -> load(three(), LoadLimits.defaults().withMaxDrawnVertices(8)))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining("9 vertices are drawn up to here");
        // Ten million of them in a hundred bytes
        GltfBuilder many = GltfBuilder.triangle();
        int t = many.accessor("{'componentType':5126,'type':'VEC3','count':3000000}");
        instances(many, "'TRANSLATION':" + t);
        var little = LoadLimits.defaults().withMaxDecodedBytes(1 << 28);
        assertThatThrownBy(() -> load(many, little))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining("more bytes of memory are needed");
    }

    private static void refused(String why, String attributes, GltfBuilder b) {
        assertThatThrownBy(() -> load(instances(b, attributes)))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining(why);
    }

    @Test
    void nonsenseIsRefused() {
        GltfBuilder b = GltfBuilder.triangle();
        int two = b.floats("VEC3", 0, 0, 0, 1, 1, 1);
        int one = b.floats("VEC3", 1, 1, 1);
        int infinite = b.floats("VEC3", 1, Float.POSITIVE_INFINITY, 1);
        refused(
                "SCALE of 1 instances, 2 expected as of those before",
                "'TRANSLATION':%d,'SCALE':%d".formatted(two, one),
                b);
        refused(
                "VEC3 of FLOAT cannot be ROTATION of instances, VEC4 of FLOAT, BYTE or SHORT"
                        + " expected",
                "'ROTATION':" + one,
                b);
        refused("value 0 is Infinity", "'SCALE':" + infinite, b);
        refused("77 is no index into accessors", "'SCALE':77", b);
        GltfBuilder without = GltfBuilder.triangle();
        without.set("nodes", "[{'mesh':0,'extensions':{'EXT_mesh_gpu_instancing':{}}}]");
        assertThatThrownBy(() -> load(without)).hasMessageContaining("attributes: missing");
    }

    @Test
    void instancesWithoutPlacesAreDrawnOnce() {
        GltfBuilder b = GltfBuilder.triangle();
        Scene scene = load(instances(b, "'_ID':0"));
        assertThat(scene.nodes()).hasSize(1);
        assertThat(scene.nodes().getFirst().mesh()).isZero();
        assertThat(scene.warnings()).singleElement().asString().endsWith("drawn once");
    }

    /** A triangle that changes its shape, at two places or hidden. */
    private static GltfBuilder morphing() {
        GltfBuilder b = new GltfBuilder();
        int positions = b.floats("VEC3", 0, 0, 0, 1, 0, 0, 0, 1, 0);
        int target = b.floats("VEC3", 0, 0, 0, 0, 0, 0, 0, 1, 0);
        b.mesh(
                "{'attributes':{'POSITION':%d},'targets':[{'POSITION':%d}]}"
                        .formatted(positions, target));
        int times = b.floats("SCALAR", 0, 1);
        int weights = b.floats("SCALAR", 0, 1);
        return b.set(
                "animations",
                "[{'channels':[{'sampler':0,'target':{'node':0,'path':'weights'}}],'samplers':[{'input':%d,'output':%d}]}]"
                        .formatted(times, weights));
    }

    @Test
    void whatMovesTheMeshMovesAllInstances() {
        GltfBuilder b = morphing();
        int t = b.floats("VEC3", 0, 0, 0, 5, 0, 0);
        Scene scene = load(instances(b, "'TRANSLATION':" + t));
        assertThat(scene.animations().getFirst().channels())
                .extracting(Animation.Channel::node)
                .containsExactly(1, 2);
        b.set(
                "animations",
                "[{'channels':[{'sampler':0,'target':{'node':1,'path':'weights'}}],'samplers':[{'input':2,'output':3}]}]");
        // Those that are added have no numbers for a file
        assertThatThrownBy(() -> load(b)).hasMessageContaining("1 is no index into nodes");
    }

    @Test
    void whatIsInvisibleIsHiddenWithAllBelowIt() {
        GltfBuilder b = morphing();
        b.set("extensionsRequired", "['KHR_node_visibility']");
        b.set("cameras", "[{'type':'perspective','perspective':{'yfov':1,'znear':1}}]");
        String lights = "{'KHR_lights_punctual':{'lights':[{'type':'point'}]}}";
        b.set("extensions", lights);
        b.set(
                "nodes",
                "[{'mesh':0},{'children':[0,2],'extensions':{'KHR_node_visibility':{'visible':false}}},"
                    + "{'children':[3],'camera':0},{'mesh':0,'extensions':{'KHR_lights_punctual':{'light':0},"
                    + "'KHR_node_visibility':{'visible':true}}},"
                    + "{'mesh':0,'extensions':{'KHR_node_visibility':{}}}]");
        b.set("scenes", "[{'nodes':[1,4]}]");
        Scene scene = load(b);
        assertThat(scene.nodes()).extracting(Node::mesh).containsExactly(-1, -1, -1, -1, 0);
        assertThat(scene.nodes()).extracting(Node::light).containsOnly(-1);
        assertThat(scene.nodes().get(2).camera()).isZero();
        assertThat(scene.animations().getFirst().channels()).isEmpty();
        assertThat(scene.warnings()).isEmpty();
        b.set("nodes", "[{'mesh':0,'extensions':{'KHR_node_visibility':{'visible':1}}}]");
        b.set("scenes", "[{'nodes':[0]}]");
        assertThatThrownBy(() -> load(b)).hasMessageContaining("visible: true or false expected");
    }

    @Test
    void instancesOfWhatIsInvisibleAreHiddenToo() {
        GltfBuilder b = three();
        b.set(
                "nodes",
                "[{'mesh':0,'extensions':{'KHR_node_visibility':{'visible':false},"
                        + "'EXT_mesh_gpu_instancing':{'attributes':{'TRANSLATION':1}}}}]");
        Scene scene = load(b);
        assertThat(scene.nodes()).extracting(Node::mesh).isEqualTo(List.of(-1, -1, -1, -1));
        assertThat(scene.worldBounds().isEmpty()).isTrue();
    }
}
