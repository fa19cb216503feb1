package dev.azulejo.scene.model;

import dev.azulejo.scene.math.Bounds;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * A scene: lists of things that refer to each other by index, and which nodes to start from.
 *
 * <p>Made by a {@link #builder}. The nodes form a forest: no node has two parents or is its own
 * ancestor. Whether an index is in range is checked here, so that users of a scene need not.
 *
 * @param name what to call it; may be empty
 * @param asset where it came from
 * @param roots indices of the nodes that have no parent and belong to the scene
 * @param nodes all nodes, also ones not reached from the roots
 * @param meshes all meshes
 * @param materials all materials
 * @param textures all textures
 * @param images all images, decoded
 * @param cameras all cameras
 * @param lights all lights
 * @param skins all skins
 * @param animations all animations
 * @param variants other choices of materials; none of them is chosen
 * @param sky what is seen behind it if settings ask for it; null for nothing
 * @param warnings what was in the source and is not in here, or was repaired; one line each
 */
public record Scene(
        String name,
        AssetInfo asset,
        List<Integer> roots,
        List<Node> nodes,
        List<Mesh> meshes,
        List<Material> materials,
        List<Texture> textures,
        List<Image> images,
        List<Camera> cameras,
        List<Light> lights,
        List<Skin> skins,
        List<Animation> animations,
        List<Variant> variants,
        Sky sky,
        List<String> warnings) {

    /**
     * Copies the lists and checks every reference.
     *
     * @throws IllegalArgumentException when an index is out of range or the nodes are no forest
     */
    public Scene {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(asset, "asset");
        roots = List.copyOf(roots);
        nodes = List.copyOf(nodes);
        meshes = List.copyOf(meshes);
        materials = List.copyOf(materials);
        textures = List.copyOf(textures);
        images = List.copyOf(images);
        cameras = List.copyOf(cameras);
        lights = List.copyOf(lights);
        skins = List.copyOf(skins);
        animations = List.copyOf(animations);
        variants = List.copyOf(variants);
        warnings = List.copyOf(warnings);
        checkNodes(nodes, roots, meshes.size(), cameras.size(), lights.size());
        for (Mesh mesh : meshes) {
            for (Primitive primitive : mesh.primitives()) {
                checkIndex("primitive.material", primitive.material(), materials.size());
            }
        }
        MotionCheck.check(
                roots, nodes, meshes, skins, animations, materials.size(), lights, cameras);
        for (Material material : materials) {
            for (TextureRef ref : material.textures()) {
                checkIndex("material texture", ref.texture(), textures.size());
            }
        }
        for (Variant variant : variants) {
            for (Variant.Choice choice : variant.choices()) {
                int mesh = Objects.checkIndex(choice.mesh(), meshes.size());
                Objects.checkIndex(choice.primitive(), meshes.get(mesh).primitives().size());
                checkIndex("variant material", choice.material(), materials.size());
            }
        }
        for (Texture texture : textures) {
            checkIndex("texture.image", texture.image(), images.size());
        }
    }

    /** Begins a scene with no name and without anything in it. */
    public static Builder builder(AssetInfo asset) {
        return new Builder(asset);
    }

    /** Begins a scene with all that is in this one. */
    public Builder toBuilder() {
        return new Builder(asset)
                .name(name)
                .roots(roots)
                .nodes(nodes)
                .meshes(meshes)
                .materials(materials)
                .textures(textures)
                .images(images)
                .cameras(cameras)
                .lights(lights)
                .skins(skins)
                .animations(animations)
                .variants(variants)
                .sky(sky)
                .warnings(warnings);
    }

    private static void checkNodes(
            List<Node> nodes, List<Integer> roots, int meshes, int cameras, int lights) {
        int[] parent = new int[nodes.size()];
        Arrays.fill(parent, -1);
        for (int n = 0; n < parent.length; n++) {
            Node node = nodes.get(n);
            checkIndex("node.mesh", node.mesh(), meshes);
            checkIndex("node.camera", node.camera(), cameras);
            checkIndex("node.light", node.light(), lights);
            for (int child : node.children()) {
                Objects.checkIndex(child, parent.length);
                if (parent[child] != -1) {
                    throw new IllegalArgumentException("node %d has two parents".formatted(child));
                }
                parent[child] = n;
            }
        }
        boolean[] isRoot = new boolean[parent.length];
        for (int root : roots) {
            Objects.checkIndex(root, parent.length);
            if (parent[root] != -1 || isRoot[root]) {
                throw new IllegalArgumentException(
                        "root node %d has a parent or is listed twice".formatted(root));
            }
            isRoot[root] = true;
        }
        int cyclic = firstInCycle(parent);
        if (cyclic >= 0) {
            throw new IllegalArgumentException("node %d is its own ancestor".formatted(cyclic));
        }
    }

    /**
     * Returns a node that is its own ancestor, or -1. Since a node has at most one parent, walking
     * up and marking what was walked takes linear time.
     */
    static int firstInCycle(int[] parent) {
        int[] seenFrom = new int[parent.length];
        for (int start = 0; start < parent.length; start++) {
            int n = start;
            while (n != -1 && seenFrom[n] == 0) {
                seenFrom[n] = start + 1;
                n = parent[n];
            }
            if (n != -1 && seenFrom[n] == start + 1) {
                return n;
            }
        }
        return -1;
    }

    static void checkIndex(String what, int index, int size) {
        if (index < -1 || index >= size) {
            throw new IllegalArgumentException(
                    "%s=%d is not in 0..%d".formatted(what, index, size - 1));
        }
    }

    /**
     * Returns this scene with the materials of a variant: primitives that it does not name keep
     * theirs, so that it is to be asked of the scene as it was loaded. Vertices are shared.
     *
     * @param variant one of {@link #variants}
     */
    public Scene withVariant(Variant variant) {
        List<List<Primitive>> changed = new ArrayList<>(meshes.size());
        meshes.forEach(mesh -> changed.add(new ArrayList<>(mesh.primitives())));
        for (Variant.Choice choice : variant.choices().reversed()) {
            changed.get(choice.mesh())
                    .set(
                            choice.primitive(),
                            changed.get(choice.mesh())
                                    .get(choice.primitive())
                                    .withMaterial(choice.material()));
        }
        List<Mesh> others = new ArrayList<>(meshes.size());
        for (int m = 0; m < meshes.size(); m++) {
            others.add(new Mesh(meshes.get(m).name(), changed.get(m), meshes.get(m).weights()));
        }
        return toBuilder().meshes(others).build();
    }

    /** Returns this scene with other images, as many. */
    public Scene withImages(List<Image> others) {
        return toBuilder().images(others).build();
    }

    /**
     * Returns the weights of the morph targets at a node while nothing moves: the node's own, else
     * those of its mesh, else 0; one a target. Empty where the node has no mesh or its mesh no
     * targets.
     */
    public float[] morphWeights(int node) {
        Node n = nodes.get(node);
        if (n.mesh() < 0) {
            return new float[0];
        }
        Mesh mesh = meshes.get(n.mesh());
        List<Float> given = n.weights().isEmpty() ? mesh.weights() : n.weights();
        float[] weights = new float[mesh.morphTargetCount()];
        for (int t = 0; t < given.size(); t++) {
            weights[t] = given.get(t);
        }
        return weights;
    }

    /** Returns the world transforms of all nodes as they stand in the file. */
    public WorldTransforms worldTransforms() {
        return WorldTransforms.of(this);
    }

    /**
     * Returns the box in world space around all finite vertices reached from the roots; empty where
     * there are none. Visits every vertex.
     */
    public Bounds worldBounds() {
        return worldTransforms().bounds(this);
    }

    /** Puts a scene together, part by part; what is not given is not there. */
    public static final class Builder {
        private final AssetInfo asset;
        private String name = "";
        private List<Integer> roots = List.of();
        private List<Node> nodes = List.of();
        private List<Mesh> meshes = List.of();
        private List<Material> materials = List.of();
        private List<Texture> textures = List.of();
        private List<Image> images = List.of();
        private List<Camera> cameras = List.of();
        private List<Light> lights = List.of();
        private List<Skin> skins = List.of();
        private List<Animation> animations = List.of();
        private List<Variant> variants = List.of();
        private Sky sky;
        private List<String> warnings = List.of();

        private Builder(AssetInfo asset) {
            this.asset = asset;
        }

        /** What to call it. */
        public Builder name(String value) {
            name = value;
            return this;
        }

        /** Indices of the nodes that have no parent and belong to the scene. */
        public Builder roots(List<Integer> value) {
            roots = value;
            return this;
        }

        /** All nodes. */
        public Builder nodes(List<Node> value) {
            nodes = value;
            return this;
        }

        /** All meshes. */
        public Builder meshes(List<Mesh> value) {
            meshes = value;
            return this;
        }

        /** All materials. */
        public Builder materials(List<Material> value) {
            materials = value;
            return this;
        }

        /** All textures. */
        public Builder textures(List<Texture> value) {
            textures = value;
            return this;
        }

        /** All images, decoded. */
        public Builder images(List<Image> value) {
            images = value;
            return this;
        }

        /** All cameras. */
        public Builder cameras(List<Camera> value) {
            cameras = value;
            return this;
        }

        /** All lights. */
        public Builder lights(List<Light> value) {
            lights = value;
            return this;
        }

        /** All skins. */
        public Builder skins(List<Skin> value) {
            skins = value;
            return this;
        }

        /** All animations. */
        public Builder animations(List<Animation> value) {
            animations = value;
            return this;
        }

        /** Other choices of materials. */
        public Builder variants(List<Variant> value) {
            variants = value;
            return this;
        }

        /** What is seen behind it if settings ask for it. */
        public Builder sky(Sky value) {
            sky = value;
            return this;
        }

        /** What is not in here, or was repaired. */
        public Builder warnings(List<String> value) {
            warnings = value;
            return this;
        }

        /**
         * Returns the scene.
         *
         * @throws IllegalArgumentException when an index is out of range or the nodes are no forest
         */
        public Scene build() {
            return new Scene(
                    name,
                    asset,
                    roots,
                    nodes,
                    meshes,
                    materials,
                    textures,
                    images,
                    cameras,
                    lights,
                    skins,
                    animations,
                    variants,
                    sky,
                    warnings);
        }
    }
}
