package dev.azulejo.scene.gltf;

import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.Camera;
import dev.azulejo.scene.model.Light;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Transform;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;

/** Reads nodes, which of them the scene begins with, cameras and lights. */
final class NodeReader {
    static final String LIGHTS = "KHR_lights_punctual";
    private static final String VISIBILITY = "KHR_node_visibility";

    /** What a node takes, with where it stands. */
    private static final long NODE_BYTES = 400;

    private final JsonView root;
    private final LoadLimits limits;
    private final Budget budget;
    private final Warnings warnings;
    private final JsonView nodes;
    private final InstanceReader instances;
    private int[] parents = new int[0];

    /** Of nodes that show their mesh as instances: the nodes that stand for these. */
    private final Map<Integer, List<Integer>> instanced = new HashMap<>();

    /** Nodes as they have been read; what {@link #roots} mends is mended here. */
    private List<Node> read = List.of();

    NodeReader(
            JsonView root,
            Accessors accessors,
            LoadLimits limits,
            Budget budget,
            Warnings warnings) {
        this.instances = new InstanceReader(accessors);
        this.root = root;
        this.limits = limits;
        this.budget = budget;
        this.warnings = warnings;
        nodes = root.array("nodes");
        nodes.checkSize(limits.maxNodes());
    }

    /**
     * Reads the nodes.
     *
     * @param morphTargets how many morph targets a mesh has, by its index
     */
    List<Node> nodes(
            int meshCount,
            int cameraCount,
            int lightCount,
            int skinCount,
            IntUnaryOperator morphTargets) {
        List<Node> list = new ArrayList<>(nodes.size());
        parents = new int[nodes.size()];
        Arrays.fill(parents, -1);
        for (int n = 0; n < nodes.size(); n++) {
            JsonView json = nodes.at(n);
            budget.take(NODE_BYTES, json);
            JsonView light = json.extension(LIGHTS);
            int mesh = json.index("mesh", meshCount, "meshes");
            int skin = json.index("skin", skinCount, "skins");
            if (mesh < 0 && (skin >= 0 || json.array("weights").size() > 0)) {
                warnings.add(
                        json.path() + ": a skin or weights without a mesh mean nothing: left out");
            }
            list.add(
                    new Node(
                            json.string("name", ""),
                            transform(json),
                            children(json, n),
                            mesh,
                            json.index("camera", cameraCount, "cameras"),
                            light == null ? -1 : light.requireIndex("light", lightCount, "lights"),
                            mesh < 0 ? -1 : skin,
                            mesh < 0
                                    ? List.of()
                                    : MeshReader.weights(json, morphTargets.applyAsInt(mesh))));
        }
        checkForCycles();
        read = list;
        for (int n = 0; n < parents.length; n++) {
            addInstances(n);
        }
        return list;
    }

    /**
     * Adds a node for each instance, behind those of the file: a child without children that shows
     * what the node would show.
     */
    private void addInstances(int index) {
        JsonView json = nodes.at(index);
        JsonView extension = json.extension(InstanceReader.NAME);
        Node node = read.get(index);
        if (extension == null || node.mesh() < 0) {
            return;
        }
        int count = instances.count(extension);
        if (count < 0 || node.skin() >= 0) {
            // With a skin it stands where the joints are
            warnings.add(json.path() + ": instances without places of their own: drawn once");
            return;
        }
        if ((long) read.size() + count > limits.maxNodes()) {
            throw extension.fail(
                    "%,d nodes and %,d instances are too many, at most %,d in all expected"
                            .formatted(read.size(), count, limits.maxNodes()));
        }
        budget.take(NODE_BYTES * count, extension);
        List<Integer> all = new ArrayList<>(node.children());
        List<Integer> added = new ArrayList<>(count);
        for (Transform transform : instances.transforms(extension, count)) {
            added.add(read.size());
            read.add(
                    new Node(
                            node.name(),
                            transform,
                            List.of(),
                            node.mesh(),
                            -1,
                            -1,
                            -1,
                            node.weights()));
        }
        all.addAll(added);
        instanced.put(index, added);
        read.set(index, node.withoutMesh().withChildren(all));
    }

    /** Returns the nodes that show a node's mesh: itself, or those that stand for instances. */
    List<Integer> showing(int node) {
        return instanced.getOrDefault(node, List.of(node));
    }

    /**
     * Takes meshes and lights from the nodes that are not visible (KHR_node_visibility), and from
     * those below them. Those that animations show and hide keep them.
     *
     * @param animated nodes that animations show and hide
     * @return the nodes that have lost something
     */
    BitSet hideInvisible(BitSet animated) {
        var hidden = new BitSet();
        for (int n = 0; n < parents.length; n++) {
            JsonView visibility = nodes.at(n).extension(VISIBILITY);
            if (visibility != null && !visibility.bool("visible", true)) {
                if (animated.get(n)) {
                    read.set(n, read.get(n).withVisible(false));
                } else {
                    hide(n, hidden);
                }
            }
        }
        for (int n = hidden.nextSetBit(0); n >= 0; n = hidden.nextSetBit(n + 1)) {
            Node node = read.get(n);
            read.set(
                    n,
                    new Node(
                            node.name(), node.transform(), node.children(), -1, node.camera(), -1));
        }
        return hidden;
    }

    /** Warns if more lights are to shine than do. After {@link #hideInvisible}. */
    void checkLights(List<Integer> roots) {
        int count = 0;
        var open = new ArrayDeque<>(roots);
        while (!open.isEmpty()) {
            var node = read.get(open.pop());
            count += node.light() >= 0 ? 1 : 0;
            node.children().forEach(open::push);
        }
        if (count > Light.MOST) {
            warnings.add(
                    "%,d lights in the scene, %,d at most: the first ones shine"
                            .formatted(count, Light.MOST));
        }
    }

    /** Marks a node and all below it, each once. */
    private void hide(int node, BitSet hidden) {
        var open = new ArrayDeque<Integer>();
        open.push(node);
        while (!open.isEmpty()) {
            int n = open.pop();
            if (!hidden.get(n)) {
                hidden.set(n);
                read.get(n).children().forEach(open::push);
            }
        }
    }

    private List<Integer> children(JsonView node, int index) {
        JsonView array = node.array("children");
        if (array.size() == 0) {
            return List.of();
        }
        List<Integer> children = new ArrayList<>(array.size());
        for (int c = 0; c < array.size(); c++) {
            int child = array.at(c).asIndex(parents.length, "nodes");
            if (parents[child] >= 0) {
                throw array.at(c)
                        .fail(
                                "node %d is a child of node %d already, one parent expected"
                                        .formatted(child, parents[child]));
            }
            parents[child] = index;
            children.add(child);
        }
        return children;
    }

    /** With one parent at most, walking up and marking finds every cycle in linear time. */
    private void checkForCycles() {
        int[] walk = new int[parents.length];
        for (int start = 0; start < parents.length; start++) {
            int n = start;
            while (n >= 0 && walk[n] == 0) {
                walk[n] = start + 1;
                n = parents[n];
            }
            if (n >= 0 && walk[n] == start + 1) {
                throw nodes.at(n).fail("is its own ancestor");
            }
        }
    }

    private static Transform transform(JsonView json) {
        float[] matrix = json.floats("matrix", 16);
        if (matrix != null) {
            return new Transform.Matrix(Mat4.ofColumns(matrix));
        }
        float[] t = json.floats("translation", 3);
        float[] r = json.floats("rotation", 4);
        float[] s = json.floats("scale", 3);
        if (t == null && r == null && s == null) {
            return Transform.IDENTITY;
        }
        return new Transform.Trs(
                t == null ? Vec3.ZERO : new Vec3(t[0], t[1], t[2]),
                r == null ? Quaternion.IDENTITY : new Quaternion(r[0], r[1], r[2], r[3]),
                s == null ? Vec3.ONE : new Vec3(s[0], s[1], s[2]));
    }

    /** Returns the scene to show, or null where the file names none. */
    JsonView scene() {
        JsonView scenes = root.array("scenes");
        scenes.checkSize(limits.maxObjects());
        int chosen = root.index("scene", scenes.size(), "scenes");
        if (scenes.size() > 1) {
            warnings.add(
                    "%d scenes in the file: only scenes[%d] is shown"
                            .formatted(scenes.size(), Math.max(0, chosen)));
        }
        return scenes.size() == 0 ? null : scenes.at(Math.max(0, chosen));
    }

    /** Returns the nodes a scene begins with; without a scene, all that have no parent. */
    List<Integer> roots(JsonView scene) {
        List<Integer> roots = new ArrayList<>();
        if (scene == null) {
            for (int n = 0; n < parents.length; n++) {
                if (parents[n] < 0) {
                    roots.add(n);
                }
            }
            return roots;
        }
        JsonView array = scene.array("nodes");
        boolean[] seen = new boolean[parents.length];
        for (int i = 0; i < array.size(); i++) {
            int n = array.at(i).asIndex(parents.length, "nodes");
            if (seen[n]) {
                warnings.add(
                        "%s: node %d is listed twice: drawn once".formatted(array.at(i).path(), n));
                continue;
            }
            seen[n] = true;
            roots.add(n);
        }
        settleChildren(roots, seen, array);
        return roots;
    }

    /**
     * Settles what is made of roots with a parent, which the specification does not allow: one is
     * drawn with its parent, if that is drawn, and otherwise taken from it.
     */
    private void settleChildren(List<Integer> roots, boolean[] isRoot, JsonView where) {
        int[] drawn = new int[parents.length];
        var taken = new BitSet();
        var without = new TreeSet<Integer>();
        for (int root : roots) {
            if (parents[root] < 0) {
                continue;
            }
            boolean withIt = isBelowRoot(root, isRoot, drawn);
            if (!withIt) {
                taken.set(root);
                without.add(parents[root]);
            }
            warnings.add(
                    "%s: node %d is a child of node %d: %s"
                            .formatted(
                                    where.path(),
                                    root,
                                    parents[root],
                                    withIt ? "drawn once, with it" : "taken from it"));
        }
        roots.removeIf(root -> parents[root] >= 0 && !taken.get(root));
        for (int parent : without) {
            read.set(parent, read.get(parent).without(taken::get));
        }
    }

    /**
     * Returns whether a node's parent, or one above it, is a root.
     *
     * @param known of each node 1 for yes, -1 for no, 0 where nobody has asked; is added to
     */
    private boolean isBelowRoot(int node, boolean[] isRoot, int[] known) {
        int n = node;
        while (known[n] == 0 && parents[n] >= 0 && !isRoot[parents[n]]) {
            n = parents[n];
        }
        int answer = known[n] != 0 ? known[n] : parents[n] >= 0 ? 1 : -1;
        for (int m = node; m != n; m = parents[m]) {
            known[m] = answer;
        }
        known[n] = answer;
        return answer > 0;
    }

    List<Camera> cameras() {
        JsonView list = root.array("cameras");
        list.checkSize(limits.maxObjects());
        List<Camera> cameras = new ArrayList<>(list.size());
        for (int c = 0; c < list.size(); c++) {
            cameras.add(camera(list.at(c)));
        }
        return cameras;
    }

    private static Camera camera(JsonView json) {
        String name = json.string("name", "");
        String type = json.requireString("type");
        try {
            switch (type) {
                case "perspective" -> {
                    JsonView p = json.requireObject("perspective");
                    return new Camera.Perspective(
                            name,
                            p.number("yfov", 0),
                            p.number("aspectRatio", 0),
                            p.number("znear", 0),
                            p.has("zfar") ? p.number("zfar", 0) : Float.POSITIVE_INFINITY);
                }
                case "orthographic" -> {
                    JsonView o = json.requireObject("orthographic");
                    return new Camera.Orthographic(
                            name,
                            o.number("xmag", 0),
                            o.number("ymag", 0),
                            o.number("znear", -1),
                            o.number("zfar", -1));
                }
                default ->
                        throw json.fail(
                                "type \"%s\", perspective or orthographic expected"
                                        .formatted(JsonView.abbreviate(type)));
            }
        } catch (IllegalArgumentException e) {
            throw json.fail(e.getMessage(), e);
        }
    }

    List<Light> lights() {
        JsonView extension = root.extension(LIGHTS);
        if (extension == null) {
            return List.of();
        }
        JsonView list = extension.array("lights");
        list.checkSize(limits.maxObjects());
        List<Light> lights = new ArrayList<>(list.size());
        for (int l = 0; l < list.size(); l++) {
            lights.add(light(list.at(l)));
        }
        return lights;
    }

    private static Light light(JsonView json) {
        String type = json.requireString("type");
        Light.Kind kind =
                switch (type) {
                    case "directional" -> Light.Kind.DIRECTIONAL;
                    case "point" -> Light.Kind.POINT;
                    case "spot" -> Light.Kind.SPOT;
                    default ->
                            throw json.fail(
                                    "type \"%s\", directional, point or spot expected"
                                            .formatted(JsonView.abbreviate(type)));
                };
        float[] color = json.floats("color", 3);
        float inner = 0;
        float outer = 0;
        if (kind == Light.Kind.SPOT) {
            JsonView spot = json.requireObject("spot");
            inner = spot.number("innerConeAngle", 0);
            outer = spot.number("outerConeAngle", (float) (Math.PI / 4));
        }
        try {
            return new Light(
                    json.string("name", ""),
                    kind,
                    color == null ? Vec3.ONE : new Vec3(color[0], color[1], color[2]),
                    json.number("intensity", 1),
                    json.has("range") ? json.number("range", 0) : Float.POSITIVE_INFINITY,
                    inner,
                    outer);
        } catch (IllegalArgumentException e) {
            throw json.fail(e.getMessage(), e);
        }
    }
}
