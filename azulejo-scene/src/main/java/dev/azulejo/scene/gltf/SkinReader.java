package dev.azulejo.scene.gltf;

import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Skin;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Reads skins, and checks them against the nodes that use them. */
final class SkinReader {
    private final JsonView root;
    private final Accessors accessors;
    private final LoadLimits limits;
    private final Budget budget;
    private final Warnings warnings;
    private final JsonView skins;

    SkinReader(
            JsonView root,
            Accessors accessors,
            LoadLimits limits,
            Budget budget,
            Warnings warnings) {
        this.root = root;
        this.accessors = accessors;
        this.limits = limits;
        this.budget = budget;
        this.warnings = warnings;
        skins = root.array("skins");
        skins.checkSize(limits.maxObjects());
    }

    /** Returns how many skins there are. */
    int count() {
        return skins.size();
    }

    List<Skin> skins() {
        int nodeCount = root.array("nodes").size();
        List<Skin> list = new ArrayList<>(skins.size());
        for (int s = 0; s < skins.size(); s++) {
            list.add(skin(skins.at(s), nodeCount));
        }
        return list;
    }

    private Skin skin(JsonView json, int nodeCount) {
        JsonView array = json.array("joints");
        array.checkSize(limits.maxNodes());
        if (array.size() == 0) {
            throw array.fail("no joints, at least one expected");
        }
        List<Integer> joints = new ArrayList<>(array.size());
        for (int j = 0; j < array.size(); j++) {
            joints.add(array.at(j).asIndex(nodeCount, "nodes"));
        }
        int accessor = json.index("inverseBindMatrices", accessors.size(), "accessors");
        List<Mat4> matrices =
                accessor < 0
                        // glTF 2.0, section 3.7.3.1: already applied to the mesh
                        ? Collections.nCopies(joints.size(), Mat4.IDENTITY)
                        : matrices(accessor, joints.size());
        return new Skin(json.string("name", ""), joints, matrices);
    }

    private List<Mat4> matrices(int accessor, int count) {
        JsonView where = accessors.where(accessor);
        if (!accessors.type(accessor).equals("MAT4")
                || accessors.componentType(accessor) != ComponentType.FLOAT) {
            throw where.fail(
                    "%s of %s cannot be inverse bind matrices, MAT4 of FLOAT expected"
                            .formatted(
                                    accessors.type(accessor), accessors.componentType(accessor)));
        }
        if (accessors.count(accessor) < count) {
            throw where.fail(
                    "%,d inverse bind matrices for %,d joints, one each expected"
                            .formatted(accessors.count(accessor), count));
        }
        float[] values = accessors.floats(accessor, 16, 0, false);
        budget.take(100L * count, where);
        List<Mat4> matrices = new ArrayList<>(count);
        for (int j = 0; j < count; j++) {
            Mat4 matrix = Mat4.ofColumns(Arrays.copyOfRange(values, 16 * j, 16 * j + 16));
            if (!matrix.isFinite()) {
                throw where.fail("inverse bind matrix %d is not finite".formatted(j));
            }
            matrices.add(matrix);
        }
        return matrices;
    }

    /** Checks that skins fit the meshes at whose nodes they are, and are in the scene with them. */
    void check(List<Skin> list, List<Integer> roots, List<Node> nodes, List<Mesh> meshes) {
        if (list.isEmpty()) {
            return;
        }
        JsonView nodesJson = root.array("nodes");
        boolean[] isReached = reached(roots, nodes);
        boolean[] isChecked = new boolean[list.size()];
        int[] maxJoint = new int[meshes.size()];
        Arrays.fill(maxJoint, Integer.MIN_VALUE);
        for (int n = 0; n < nodes.size(); n++) {
            Node node = nodes.get(n);
            int s = node.skin();
            if (s < 0) {
                continue;
            }
            if (isReached[n] && !isChecked[s]) {
                isChecked[s] = true;
                for (int joint : list.get(s).joints()) {
                    if (!isReached[joint]) {
                        throw nodesJson
                                .at(n)
                                .fail(
                                        "node %d is a joint of skins[%d] and not in the scene"
                                                .formatted(joint, s));
                    }
                }
            }
            int m = node.mesh();
            if (maxJoint[m] == Integer.MIN_VALUE) {
                maxJoint[m] = meshes.get(m).maxJoint();
                warnOfRigidPrimitives(m, meshes.get(m));
            }
            if (maxJoint[m] >= list.get(s).joints().size()) {
                throw nodesJson
                        .at(n)
                        .fail(
                                "a vertex of meshes[%d] names joint %d, but skins[%d] has %d joints"
                                        .formatted(m, maxJoint[m], s, list.get(s).joints().size()));
            }
        }
    }

    private void warnOfRigidPrimitives(int index, Mesh mesh) {
        for (Primitive primitive : mesh.primitives()) {
            if (primitive.influences() == null) {
                warnings.add(
                        "meshes[%d]: primitives without JOINTS_0 stand where the node is, in spite of its skin"
                                .formatted(index));
            }
        }
    }

    private static boolean[] reached(List<Integer> roots, List<Node> nodes) {
        boolean[] isReached = new boolean[nodes.size()];
        int[] stack = new int[nodes.size()];
        int depth = 0;
        for (int root : roots) {
            isReached[root] = true;
            stack[depth++] = root;
        }
        while (depth > 0) {
            for (int child : nodes.get(stack[--depth]).children()) {
                isReached[child] = true;
                stack[depth++] = child;
            }
        }
        return isReached;
    }
}
