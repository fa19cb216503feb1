package dev.azulejo.scene.gltf;

import dev.azulejo.scene.model.JointInfluences;
import dev.azulejo.scene.model.MorphTarget;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.model.VertexData;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Reads vertices: attributes, joints with their weights, and morph targets. Checks them at once as
 * far as that goes without data; what several primitives refer to is decoded once and shared.
 */
final class VertexReader {
    /** Attributes of vertices that are read, beside texture coordinates. */
    private static final Set<String> READ =
            Set.of(
                    "POSITION",
                    "NORMAL",
                    "TANGENT",
                    "COLOR_0",
                    "JOINTS_0",
                    "WEIGHTS_0",
                    "JOINTS_1",
                    "WEIGHTS_1");

    /** Attributes of morph targets that are read. */
    private static final Set<String> DISPLACED = Set.of("POSITION", "NORMAL", "TANGENT");

    private final Accessors accessors;
    private final LoadLimits limits;
    private final Budget budget;
    private final Warnings warnings;
    private final Map<List<Object>, Shared> known = new HashMap<>();
    private int morphTargets;

    /** Accessors of a morph target; -1 for none. */
    private record Displacements(int position, int normal, int tangent) {}

    /** Accessors of the attributes; -1 for none. */
    private record Attributes(
            int position,
            int normal,
            int tangent,
            int texCoord0,
            int texCoord1,
            int color0,
            int joints0,
            int weights0,
            int joints1,
            int weights1,
            List<Displacements> targets) {
        /**
         * Equal where all are; unlike a record's own methods, a list's are not linked at the start.
         */
        List<Object> key() {
            return List.of(
                    position, normal, tangent, texCoord0, texCoord1, color0, joints0, weights0,
                    joints1, weights1, targets);
        }
    }

    VertexReader(Accessors accessors, LoadLimits limits, Budget budget, Warnings warnings) {
        this.accessors = accessors;
        this.limits = limits;
        this.budget = budget;
        this.warnings = warnings;
    }

    /** Returns how many morph targets the primitives have, all together. */
    int morphTargets() {
        return morphTargets;
    }

    /**
     * Returns the vertices of a primitive, or null where it has no positions.
     *
     * @param sets which texture coordinates they get
     */
    Shared read(JsonView primitive, TexCoordSets sets) {
        JsonView attributes = primitive.requireObject("attributes");
        JsonView targets = primitive.array("targets");
        morphTargets += targets.size();
        if (morphTargets > limits.maxObjects()) {
            throw targets.fail("more than %,d morph targets in all".formatted(limits.maxObjects()));
        }
        int position = attribute(attributes, "POSITION", "VEC3", "VEC3");
        if (position < 0) {
            return null;
        }
        int count = accessors.count(position);
        if (count > limits.maxVertices()) {
            throw accessors
                    .where(position)
                    .fail(
                            "%,d vertices are too many, at most %,d expected"
                                    .formatted(count, limits.maxVertices()));
        }
        int normal = attribute(attributes, "NORMAL", "VEC3", "VEC3");
        // without normals, tangents mean nothing (glTF 2.0, section 3.7.2.1)
        int tangent = attribute(attributes, "TANGENT", "VEC4", "VEC4");
        tangent = normal < 0 ? -1 : tangent;
        String first = "TEXCOORD_" + sets.set(0);
        String second = "TEXCOORD_" + sets.set(1);
        int secondSet = attribute(attributes, second, "VEC2", "VEC2");
        // Sets begin with 0, but what lies by the other one can be drawn
        int firstSet =
                attributes.has(first) ? attribute(attributes, first, "VEC2", "VEC2") : secondSet;
        Attributes all =
                new Attributes(
                        position,
                        normal,
                        tangent,
                        firstSet,
                        secondSet,
                        attribute(attributes, "COLOR_0", "VEC3", "VEC4"),
                        joints(attributes, 0),
                        weights(attributes, 0),
                        joints(attributes, 1),
                        weights(attributes, 1),
                        targets(targets, count, normal >= 0, tangent >= 0));
        checkCounts(
                attributes,
                name -> READ.contains(name) || name.equals(first) || name.equals(second),
                count);
        checkSets(attributes, all);
        Shared shared = known.computeIfAbsent(all.key(), _ -> new Shared(all));
        shared.users++;
        return shared;
    }

    /** Checks attributes that are read: of others, which do nothing, only that they are there. */
    private void checkCounts(JsonView attributes, Predicate<String> read, int count) {
        for (String name : attributes.names()) {
            int accessor = attributes.requireIndex(name, accessors.size(), "accessors");
            if (read.test(name) && accessors.count(accessor) != count) {
                throw accessors
                        .where(accessor)
                        .fail(
                                "%s has %,d elements, %,d expected as POSITION has"
                                        .formatted(
                                                JsonView.abbreviate(name),
                                                accessors.count(accessor),
                                                count));
            }
        }
    }

    private void checkSets(JsonView attributes, Attributes a) {
        if (a.joints0 < 0 != a.weights0 < 0 || a.joints1 < 0 != a.weights1 < 0) {
            throw attributes.fail("JOINTS and WEIGHTS of the same number belong together");
        }
        if (a.joints0 < 0 && a.joints1 >= 0) {
            throw attributes.fail("JOINTS_0 expected beside JOINTS_1");
        }
        if (attributes.has("JOINTS_2")) {
            warnings.add(attributes.path() + ": only eight joints a vertex are used");
        }
    }

    private int attribute(JsonView attributes, String name, String type, String otherType) {
        int accessor = attributes.index(name, accessors.size(), "accessors");
        if (accessor >= 0) {
            String found = accessors.type(accessor);
            if (!found.equals(type) && !found.equals(otherType)
                    || accessors.componentType(accessor) == ComponentType.UNSIGNED_INT) {
                throw unfit(accessor, name, otherType);
            }
        }
        return accessor;
    }

    private int joints(JsonView attributes, int set) {
        String name = "JOINTS_" + set;
        int accessor = attribute(attributes, name, "VEC4", "VEC4");
        if (accessor >= 0 && !accessors.componentType(accessor).isIndex()) {
            throw unfit(accessor, name, "VEC4 of UNSIGNED_BYTE or UNSIGNED_SHORT");
        }
        return accessor;
    }

    private int weights(JsonView attributes, int set) {
        String name = "WEIGHTS_" + set;
        int accessor = attribute(attributes, name, "VEC4", "VEC4");
        if (accessor >= 0) {
            ComponentType type = accessors.componentType(accessor);
            if (type != ComponentType.FLOAT && !type.isIndex()) {
                throw unfit(accessor, name, "VEC4 of FLOAT, UNSIGNED_BYTE or UNSIGNED_SHORT");
            }
        }
        return accessor;
    }

    private SceneException unfit(int accessor, String name, String expected) {
        return accessors
                .where(accessor)
                .fail(
                        "%s of %s cannot be %s, %s expected"
                                .formatted(
                                        accessors.type(accessor),
                                        accessors.componentType(accessor),
                                        name,
                                        expected));
    }

    private List<Displacements> targets(
            JsonView targets, int count, boolean hasNormals, boolean hasTangents) {
        List<Displacements> list = new ArrayList<>(targets.size());
        for (int t = 0; t < targets.size(); t++) {
            JsonView target = targets.at(t);
            checkCounts(target, DISPLACED::contains, count);
            int position = attribute(target, "POSITION", "VEC3", "VEC3");
            int normal = attribute(target, "NORMAL", "VEC3", "VEC3");
            int tangent = attribute(target, "TANGENT", "VEC3", "VEC3");
            for (String name : target.names()) {
                if (!name.equals("POSITION") && !name.equals("NORMAL") && !name.equals("TANGENT")) {
                    warnings.add(
                            "morph targets of %s are not supported: left out"
                                    .formatted(JsonView.abbreviate(name)));
                }
            }
            // what the primitive does not have is made from its displaced positions, or not at all
            list.add(
                    new Displacements(
                            position, hasNormals ? normal : -1, hasTangents ? tangent : -1));
        }
        return List.copyOf(list);
    }

    /** Vertices as the file has them, decoded when first asked for. */
    final class Shared {
        private final Attributes attributes;
        private VertexSet decoded;
        private int users;
        private int unweighted;

        Shared(Attributes attributes) {
            this.attributes = attributes;
        }

        /** Returns how many primitives use them. */
        int users() {
            return users;
        }

        /** Returns how many vertices there are. */
        int count() {
            return accessors.count(attributes.position);
        }

        int morphTargets() {
            return attributes.targets.size();
        }

        /** Warns of what was repaired. To be called when all primitives have been decoded. */
        void addWarnings() {
            if (unweighted > 0) {
                warnings.add(
                        "%s: weights of %,d vertices are all 0: each follows its first joint"
                                .formatted(
                                        accessors.where(attributes.weights0).path(), unweighted));
            }
        }

        synchronized VertexSet get() {
            if (decoded == null) {
                decoded = new VertexSet(attributes(), influences(), targets());
            }
            return decoded;
        }

        private VertexData attributes() {
            float[] normals = floats(attributes.normal, 3, 0, false);
            float[] tangents = floats(attributes.tangent, 4, 0, false);
            if (normals != null) {
                NormalGenerator.normalize(normals, 3);
            }
            if (tangents != null) {
                NormalGenerator.normalize(tangents, 4);
                TangentGenerator.repair(tangents, normals);
                for (int i = 3; i < tangents.length; i += 4) {
                    tangents[i] = tangents[i] < 0 ? -1 : 1;
                }
            }
            return new VertexData(
                    accessors.count(attributes.position),
                    floats(attributes.position, 3, 0, false),
                    normals,
                    tangents,
                    floats(attributes.texCoord0, 2, 0, false),
                    floats(attributes.texCoord1, 2, 0, false),
                    // colours are fractions, whether the accessor says so or not
                    floats(attributes.color0, 4, 1, true));
        }

        private List<MorphTarget> targets() {
            List<MorphTarget> targets = new ArrayList<>(attributes.targets.size());
            for (Displacements target : attributes.targets) {
                targets.add(
                        new MorphTarget(
                                floats(target.position, 3, 0, false),
                                floats(target.normal, 3, 0, false),
                                floats(target.tangent, 3, 0, false)));
            }
            return targets;
        }

        private JointInfluences influences() {
            if (attributes.joints0 < 0) {
                return null;
            }
            int[] joints = accessors.integers(attributes.joints0);
            float[] weights = weights(attributes.weights0);
            int perVertex = 4;
            if (attributes.joints1 >= 0) {
                int[] joints1 = accessors.integers(attributes.joints1);
                float[] weights1 = weights(attributes.weights1);
                long bytes = 4L * joints.length + 4L * weights.length;
                if (isAnyPositive(weights1)) {
                    budget.take(2 * bytes, accessors.where(attributes.joints1));
                    if (joints.length > Integer.MAX_VALUE / 2 - 8) {
                        throw accessors.where(attributes.joints1).fail("too many elements");
                    }
                    joints = interleave(joints, joints1);
                    weights = interleave(weights, weights1);
                    perVertex = 8;
                    budget.giveBack(bytes);
                }
                budget.giveBack(bytes);
            }
            unweighted = normalize(joints, weights, perVertex);
            return new JointInfluences(perVertex, joints, weights);
        }

        /** Decodes weights; integers are fractions, whether the accessor says so or not. */
        private float[] weights(int accessor) {
            float[] weights = accessors.floats(accessor, 4, 0, true);
            for (int i = 0; i < weights.length; i++) {
                if (!(weights[i] >= 0 && weights[i] < Float.POSITIVE_INFINITY)) {
                    throw accessors
                            .where(accessor)
                            .fail(
                                    "weight %d of vertex %d is %s, a finite number of at least 0 expected"
                                            .formatted(i % 4, i / 4, weights[i]));
                }
            }
            return weights;
        }

        private float[] floats(int accessor, int width, float fill, boolean normalizeIntegers) {
            return accessor < 0 ? null : accessors.floats(accessor, width, fill, normalizeIntegers);
        }
    }

    private static boolean isAnyPositive(float[] weights) {
        for (float weight : weights) {
            if (weight > 0) {
                return true;
            }
        }
        return false;
    }

    private static int[] interleave(int[] first, int[] second) {
        int[] both = new int[2 * first.length];
        for (int i = 0; i < first.length; i += 4) {
            System.arraycopy(first, i, both, 2 * i, 4);
            System.arraycopy(second, i, both, 2 * i + 4, 4);
        }
        return both;
    }

    private static float[] interleave(float[] first, float[] second) {
        float[] both = new float[2 * first.length];
        for (int i = 0; i < first.length; i += 4) {
            System.arraycopy(first, i, both, 2 * i, 4);
            System.arraycopy(second, i, both, 2 * i + 4, 4);
        }
        return both;
    }

    /**
     * Makes the weights of each vertex add up to 1, in place. The specification has them so; files
     * round them, or give more joints than fit. Where all are 0, which it does not allow for, the
     * vertex follows its first joint. Joints of weight 0 become 0: some files leave anything there.
     *
     * @return at how many vertices all weights were 0
     */
    private static int normalize(int[] joints, float[] weights, int perVertex) {
        int unweighted = 0;
        for (int v = 0; v < weights.length; v += perVertex) {
            double sum = 0;
            for (int i = v; i < v + perVertex; i++) {
                sum += weights[i];
            }
            if (sum == 0) {
                unweighted++;
                weights[v] = 1;
                sum = 1;
            }
            for (int i = v; i < v + perVertex; i++) {
                weights[i] = (float) (weights[i] / sum);
                if (weights[i] == 0) {
                    joints[i] = 0;
                }
            }
        }
        return unweighted;
    }
}
