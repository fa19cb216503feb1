package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.scene.model.SceneException;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;

/** Skins, morph targets and animations that do not fit: one clear line each. */
@Tag("alone")
@Timeout(60)
class HostileAnimationTest {
    @TempDir Path folder;

    private void refused(String message, Consumer<AnimatedModel> damage) {
        AnimatedModel model = new AnimatedModel();
        damage.accept(model);
        refused(model.build(), message);
    }

    private void refused(GltfBuilder builder, String message) {
        Path file = builder.write(folder);
        assertThatThrownBy(() -> GltfLoader.load(file))
                .isInstanceOf(SceneException.class)
                .hasMessage(file + ": " + message);
    }

    @ParameterizedTest
    @CsvSource({
        "NaN, 'accessors[6]: time 1 is NaN, '",
        "0.25, 'accessors[6]: time 1 is 0.25, '",
        "-1, 'accessors[6]: time 1 is -1.0, '",
        "Infinity, 'accessors[6]: time 1 is Infinity, '"
    })
    void badTimes(float time, String message) {
        refused(message + "finite, rising times expected", m -> m.times[1] = time);
    }

    @Test
    void badTimesAtTheEnds() {
        refused(
                "accessors[6]: time 2 is NaN, finite, rising times expected",
                m -> m.times[2] = Float.NaN);
        refused(
                "accessors[6]: no times, at least one expected",
                m -> {
                    m.times = new float[0];
                    m.rotations = new float[0];
                    m.morphWeights = new float[0];
                    m.translations = new float[0];
                });
    }

    @Test
    void equalTimesAtTheEndOfTheRange() {
        refused(
                "accessors[6]: time 2 is %s, finite, rising times expected"
                        .formatted(Math.nextDown(Float.MAX_VALUE)),
                m -> Arrays.fill(m.times, Math.nextDown(Float.MAX_VALUE)));
    }

    @Test
    void badValues() {
        refused(
                "accessors[7]: value 1 is NaN, a finite number expected",
                m -> m.rotations[5] = Float.NaN);
        refused(
                "accessors[8]: value 5 is Infinity, a finite number expected",
                m -> m.morphWeights[5] = Float.POSITIVE_INFINITY);
        refused(
                "accessors[7]: 2 values for 3 keyframes, 3 expected",
                m -> m.rotations = new float[8]);
        refused(
                "accessors[8]: 5 values for 3 keyframes, 6 expected",
                m -> m.morphWeights = new float[5]);
        refused(
                "accessors[9]: 3 values for 3 keyframes, 9 expected",
                m -> m.translations = new float[9]);
        refused(
                "accessors[9]: 9 values for 3 keyframes, 3 expected",
                m -> m.samplers = m.samplers.replace("CUBICSPLINE", "LINEAR"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    'input':6,'output':7} | 'input':7,'output':7} | accessors[7]: VEC4 of FLOAT cannot be times, SCALAR of FLOAT expected
                    'input':6,'output':7} | 'input':6,'output':4} | accessors[4]: VEC3 of FLOAT cannot be rotation, VEC4 expected
                    'input':6,'output':7} | 'input':6,'output':1} | accessors[1]: 4 values for 3 keyframes, 3 expected
                    'input':6,'output':8 | 'input':6,'output':7 | accessors[7]: VEC4 of FLOAT cannot be weights, SCALAR expected
                    'input':6,'output':9 | 'input':6,'output':1 | accessors[1]: VEC4 of UNSIGNED_BYTE cannot be translation, VEC3 of FLOAT expected
                    'input':6,'output':9 | 'input':6,'output':99 | animations[0].samplers[2].output: 99 is no index into accessors, of which there are 10
                    'input':6,'output':9 | 'input':-1,'output':9 | animations[0].samplers[2].input: -1 is no index into accessors, of which there are 10
                    'input':6,'output':9 | 'output':9 | animations[0].samplers[2].input: missing, an index into accessors expected
                    STEP | CUBIC | animations[0].samplers[1]: interpolation "CUBIC", STEP, LINEAR or CUBICSPLINE expected
                    """)
    void badSamplers(String good, String bad, String message) {
        refused(message, m -> m.samplers = m.samplers.replace(good, bad));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    'node':1 | 'node':3 | animations[0].channels[0].target.node: 3 is no index into nodes, of which there are 3
                    'node':1 | 'node':-1 | animations[0].channels[0].target.node: -1 is no index into nodes, of which there are 3
                    'sampler':0 | 'sampler':3 | animations[0].channels[0].sampler: 3 is no index into samplers, of which there are 3
                    'sampler':0, | | animations[0].channels[0].sampler: missing, an index into samplers expected
                    ,'path':'rotation' | | animations[0].channels[0].target.path: missing, a string expected
                    'node':2,'path':'weights' | 'node':1,'path':'weights' | animations[0].channels[1]: nodes[1] has no morph targets to be animated
                    """)
    void badChannels(String good, String bad, String message) {
        refused(message, m -> m.channels = m.channels.replace(good, bad == null ? "" : bad));
    }

    @Test
    void animatedMatrix() {
        refused(
                "animations[0].channels[0]: nodes[1] has a matrix, translation, rotation and scale"
                        + " expected where a node is animated",
                m ->
                        m.nodes =
                                m.nodes.replace(
                                        "'translation':[0,1,0]",
                                        "'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,0,1,0,1]"));
    }

    @Test
    void badJointsAndWeights() {
        refused(
                "nodes[2]: a vertex of meshes[0] names joint 2, but skins[0] has 2 joints",
                m -> m.joints[4] = 2);
        refused(
                "nodes[2]: a vertex of meshes[0] names joint 255, but skins[0] has 2 joints",
                m -> m.joints[12] = -1);
        for (float bad : new float[] {-0.25f, Float.NaN, Float.POSITIVE_INFINITY}) {
            refused(
                    "accessors[2]: weight 1 of vertex 2 is %s, a finite number of at least 0 expected"
                            .formatted(bad),
                    m -> m.weights[9] = bad);
        }
        refused(
                "accessors[2]: WEIGHTS_0 has 3 elements, 4 expected as POSITION has",
                m -> m.weights = new float[12]);
        refused(
                "accessors[1]: VEC4 of BYTE cannot be JOINTS_0, VEC4 of UNSIGNED_BYTE or"
                        + " UNSIGNED_SHORT expected",
                m -> m.jointsType = m.jointsType.replace("5121", "5120"));
        refused(
                "accessors[1]: VEC3 of UNSIGNED_BYTE cannot be JOINTS_0, VEC4 expected",
                m -> m.jointsType = m.jointsType.replace("VEC4", "VEC3"));
        refused(
                "meshes[0].primitives[0].attributes: JOINTS and WEIGHTS of the same number belong"
                        + " together",
                m -> m.attributes = "{'POSITION':0,'JOINTS_0':1}");
        refused(
                "meshes[0].primitives[0].attributes: JOINTS_0 expected beside JOINTS_1",
                m -> m.attributes = "{'POSITION':0,'JOINTS_1':1,'WEIGHTS_1':2}");
        refused(
                "accessors[0]: VEC3 of FLOAT cannot be WEIGHTS_0, VEC4 expected",
                m -> m.attributes = "{'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':0}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    [0,1] | [] | skins[0].joints: no joints, at least one expected
                    [0,1] | [0,3] | skins[0].joints[1]: 3 is no index into nodes, of which there are 3
                    [0,1] | [0,1,0] | accessors[3]: 2 inverse bind matrices for 3 joints, one each expected
                    [0,1] | 7 | skins[0].joints: an array expected, got 7
                    'inverseBindMatrices':3 | 'inverseBindMatrices':2 | accessors[2]: VEC4 of FLOAT cannot be inverse bind matrices, MAT4 of FLOAT expected
                    'inverseBindMatrices':3 | 'inverseBindMatrices':33 | skins[0].inverseBindMatrices: 33 is no index into accessors, of which there are 10
                    """)
    void badSkins(String good, String bad, String message) {
        refused(message, m -> m.skins = m.skins.replace(good, bad));
    }

    @Test
    void badSkinsAtNodes() {
        refused(
                "nodes[2].skin: 1 is no index into skins, of which there are 1",
                m -> m.nodes = m.nodes.replace("'skin':0", "'skin':1"));
        refused(
                "accessors[3]: inverse bind matrix 1 is not finite",
                m -> m.inverseBinds[16] = Float.NaN);
        AnimatedModel model = new AnimatedModel();
        refused(
                model.build().set("scenes", "[{'nodes':[2]}]"),
                "nodes[2]: node 0 is a joint of skins[0] and not in the scene");
    }

    @Test
    void badTargets() {
        refused(
                "accessors[4]: POSITION has 3 elements, 4 expected as POSITION has",
                m -> m.displacements = new float[9]);
        refused(
                "accessors[1]: VEC4 of UNSIGNED_BYTE cannot be POSITION, VEC3 expected",
                m -> m.targets = "[{'POSITION':4},{'POSITION':1}]");
        refused(
                "meshes[0].primitives[0].targets[1].POSITION: 77 is no index into accessors, of"
                        + " which there are 10",
                m -> m.targets = "[{'POSITION':4},{'POSITION':77}]");
        refused(
                "meshes[0].primitives[0].targets[1]: an object expected, got 5",
                m -> m.targets = "[{'POSITION':4},5]");
        refused(
                "meshes[0].weights: 3 weights for 2 morph targets, one each expected",
                m -> m.meshMore = ",'weights':[0,0,0]");
        refused(
                "meshes[0].weights[1]: a number expected, got \"x\"",
                m -> m.meshMore = ",'weights':[0,'x']");
        refused(
                "nodes[2].weights: 1 weights for 2 morph targets, one each expected",
                m -> m.nodes = m.nodes.replace("'skin':0", "'skin':0,'weights':[1]"));
        AnimatedModel model = new AnimatedModel();
        refused(
                model.build()
                        .set(
                                "meshes",
                                "[{'primitives':[{'attributes':{'POSITION':0},'targets':[{},{}]},{'attributes':{'POSITION':0}}]}]"),
                "meshes[0].primitives[1]: 0 morph targets, 2 expected as in the mesh's first"
                        + " primitive");
    }

    @Test
    void hugeCountsTakeNoMemory() {
        // without a buffer view all elements are 0, and take no bytes of the file
        String zeros = "{'componentType':%d,'type':'%s','count':2000000000}";
        AnimatedModel model = new AnimatedModel();
        model.samplers = model.samplers.replace("'output':7", "'output':10").replace("6", "11");
        GltfBuilder b = model.build();
        b.accessor(zeros.formatted(5126, "VEC4"));
        b.accessor(zeros.formatted(5126, "SCALAR"));
        refusedForMemory(b, "accessors[11]");
        AnimatedModel morphed = new AnimatedModel();
        morphed.targets = "[{'POSITION':4}" + ",{'POSITION':10}".repeat(5000) + "]";
        morphed.attributes = "{'POSITION':10}";
        morphed.targets = "[{}" + ",{'POSITION':10}".repeat(5000) + "]";
        morphed.meshMore = "";
        GltfBuilder many = morphed.build();
        many.accessor("{'componentType':5126,'type':'VEC3','count':1000000}");
        many.set("animations", "[]");
        refusedForMemory(many, "accessors[10]");
        AnimatedModel skinned = new AnimatedModel();
        skinned.attributes = "{'POSITION':10,'JOINTS_0':11,'WEIGHTS_0':12}";
        skinned.targets = "[]";
        skinned.meshMore = "";
        GltfBuilder joints = skinned.build();
        joints.accessor("{'componentType':5126,'type':'VEC3','count':3000000}");
        joints.accessor("{'componentType':5121,'type':'VEC4','count':3000000}");
        joints.accessor("{'componentType':5126,'type':'VEC4','count':3000000}");
        joints.set("animations", "[]");
        refusedForMemory(joints, "accessors[");
    }

    /** Each node that shows a mesh with morph targets has vertices of its own. */
    @Test
    void manyNodesThatDeformALargeMesh() {
        GltfBuilder b = new GltfBuilder();
        b.set("accessors", "[{'componentType':5126,'type':'VEC3','count':30000}]");
        b.mesh("{'attributes':{'POSITION':0},'targets':[{'POSITION':0}],'mode':0}");
        StringBuilder nodes = new StringBuilder("{'mesh':0}");
        for (int n = 1; n < 400; n++) {
            nodes.append(",{'mesh':0}");
        }
        b.set("nodes", "[" + nodes + "]");
        refusedForMemory(b, "nodes[");
    }

    private void refusedForMemory(GltfBuilder builder, String where) {
        LoadLimits limits = LoadLimits.defaults().withMaxDecodedBytes(64 << 20);
        Path file = builder.write(folder);
        assertThatThrownBy(() -> GltfLoader.load(file, limits))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining(where)
                .hasMessageContaining("more bytes of memory are needed");
    }
}
