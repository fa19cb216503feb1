package dev.azulejo.scene.animation;

import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.Camera;
import dev.azulejo.scene.model.Light;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.MaterialProperty;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.WorldTransforms;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;

/**
 * Where everything of a scene is at a moment: a local transform and morph weights for each node,
 * and what materials are like. To be kept and changed from frame to frame.
 *
 * <p>It knows what has changed since {@link #clearChanges}; a value that is set to what it was is
 * no change. Threads: one at a time.
 */
public final class Pose {
    private static final float[] NONE = {};

    private final Scene scene;
    private final Transform[] transforms;

    /** Of the transforms; null where not asked for yet. */
    private final Mat4[] matrices;

    /** Null where not asked for yet, which is at rest. */
    private final float[][] weights;

    private final boolean[] visible;

    private final Material[] materials;
    private final Light[] lights;
    private final Camera[] cameras;

    private final BitSet changed = new BitSet();
    private final BitSet changedWeights = new BitSet();
    private final BitSet changedMaterials = new BitSet();

    /** Whether lights, cameras or what is seen changed. */
    private boolean changedElse;

    /** Makes the pose in which a scene stands at rest, with nothing changed. */
    public Pose(Scene scene) {
        this.scene = scene;
        int count = scene.nodes().size();
        transforms = new Transform[count];
        matrices = new Mat4[count];
        weights = new float[count][];
        visible = new boolean[count];
        materials = scene.materials().toArray(Material[]::new);
        lights = scene.lights().toArray(Light[]::new);
        cameras = scene.cameras().toArray(Camera[]::new);
        for (int n = 0; n < count; n++) {
            transforms[n] = scene.nodes().get(n).transform();
            visible[n] = scene.nodes().get(n).visible();
        }
    }

    /** Returns the scene that this is a pose of. */
    public Scene scene() {
        return scene;
    }

    /** Returns a node's transform to its parent's space. */
    public Transform transform(int node) {
        return transforms[node];
    }

    /** Returns a node's transform to its parent's space as a matrix. */
    public Mat4 local(int node) {
        Mat4 matrix = matrices[node];
        if (matrix == null) {
            matrix = transforms[node].toMatrix();
            matrices[node] = matrix;
        }
        return matrix;
    }

    /** Returns where all nodes of the scene are in the world in this pose. */
    public WorldTransforms worldTransforms() {
        return WorldTransforms.of(scene, this::local);
    }

    /**
     * Returns the weights of a node's morph targets, one a target; empty where its mesh has none.
     * The array belongs to the pose: not to be written to, and it changes with the pose.
     */
    public float[] weights(int node) {
        float[] found = weights[node];
        if (found == null) {
            found = scene.morphWeights(node);
            weights[node] = found.length == 0 ? NONE : found;
        }
        return weights[node];
    }

    /** Gives a node another transform to its parent's space. */
    public void setTransform(int node, Transform transform) {
        Objects.requireNonNull(transform, "transform");
        if (!transform.equals(transforms[node])) {
            transforms[node] = transform;
            matrices[node] = null;
            changed.set(node);
        }
    }

    /**
     * Gives a node another translation and leaves its rotation and scale.
     *
     * @throws IllegalStateException when the node has a matrix, which has no such parts
     */
    public void setTranslation(int node, float x, float y, float z) {
        Transform.Trs now = trs(node);
        setTransform(node, new Transform.Trs(new Vec3(x, y, z), now.rotation(), now.scale()));
    }

    /**
     * Gives a node another rotation and leaves its translation and scale.
     *
     * @throws IllegalStateException when the node has a matrix, which has no such parts
     */
    public void setRotation(int node, float x, float y, float z, float w) {
        Transform.Trs now = trs(node);
        setTransform(
                node,
                new Transform.Trs(now.translation(), new Quaternion(x, y, z, w), now.scale()));
    }

    /**
     * Gives a node another scale and leaves its translation and rotation.
     *
     * @throws IllegalStateException when the node has a matrix, which has no such parts
     */
    public void setScale(int node, float x, float y, float z) {
        Transform.Trs now = trs(node);
        setTransform(node, new Transform.Trs(now.translation(), now.rotation(), new Vec3(x, y, z)));
    }

    private Transform.Trs trs(int node) {
        if (transforms[node] instanceof Transform.Trs trs) {
            return trs;
        }
        throw new IllegalStateException("node %d has a matrix".formatted(node));
    }

    /**
     * Gives a node's morph targets other weights, which are copied.
     *
     * @throws IllegalArgumentException when they are not one a target
     */
    public void setWeights(int node, float[] values) {
        float[] now = weights(node);
        if (values.length != now.length) {
            throw new IllegalArgumentException(
                    "%d weights for %d morph targets of node %d"
                            .formatted(values.length, now.length, node));
        }
        if (!Arrays.equals(values, now)) {
            System.arraycopy(values, 0, now, 0, now.length);
            changedWeights.set(node);
        }
    }

    /** Returns what a material is like. */
    public Material material(int material) {
        return materials[material];
    }

    /**
     * Gives a material other factors, or lays its textures otherwise: another {@link
     * MaterialProperty} than it has at rest. Which textures there are and what alpha means stay.
     */
    public void setMaterial(int material, Material value) {
        Objects.requireNonNull(value, "material");
        if (!value.equals(materials[material])) {
            materials[material] = value;
            changedMaterials.set(material);
        }
    }

    /** Returns whether a node is to be seen, if all above it are. */
    public boolean isVisible(int node) {
        return visible[node];
    }

    /** Says whether a node is to be seen, and to shine, with all below it. */
    public void setVisible(int node, boolean seen) {
        changedElse |= visible[node] != seen;
        visible[node] = seen;
    }

    /** Returns what a light is like. */
    public Light light(int light) {
        return lights[light];
    }

    /**
     * Makes a light another one.
     *
     * @throws IllegalArgumentException if it is of another kind
     */
    public void setLight(int light, Light value) {
        if (value.kind() != lights[light].kind()) {
            throw new IllegalArgumentException(
                    "light %d: %s, %s expected"
                            .formatted(light, value.kind(), lights[light].kind()));
        }
        changedElse |= !value.equals(lights[light]);
        lights[light] = value;
    }

    /** Returns what a camera is like. */
    public Camera camera(int camera) {
        return cameras[camera];
    }

    /** Makes a camera another one. */
    public void setCamera(int camera, Camera value) {
        Objects.requireNonNull(value, "camera");
        changedElse |= !value.equals(cameras[camera]);
        cameras[camera] = value;
    }

    /** Goes back to rest. What was not at rest counts as changed. */
    public void reset() {
        for (int n = 0; n < transforms.length; n++) {
            setTransform(n, scene.nodes().get(n).transform());
            if (weights[n] != null && weights[n].length > 0) {
                setWeights(n, scene.morphWeights(n));
            }
            setVisible(n, scene.nodes().get(n).visible());
        }
        for (int m = 0; m < materials.length; m++) {
            setMaterial(m, scene.materials().get(m));
        }
        for (int l = 0; l < lights.length; l++) {
            setLight(l, scene.lights().get(l));
        }
        for (int c = 0; c < cameras.length; c++) {
            setCamera(c, scene.cameras().get(c));
        }
    }

    /** Returns whether anything changed since {@link #clearChanges}. */
    public boolean hasChanged() {
        return changedElse
                || !changed.isEmpty()
                || !changedWeights.isEmpty()
                || !changedMaterials.isEmpty();
    }

    /**
     * Returns whether a node's own transform changed since {@link #clearChanges}; its place in the
     * world changes with its ancestors' too.
     */
    public boolean hasTransformChanged(int node) {
        return changed.get(node);
    }

    /**
     * Returns whether the weights of a node's morph targets changed since {@link #clearChanges}.
     */
    public boolean haveWeightsChanged(int node) {
        return changedWeights.get(node);
    }

    /** Returns whether a material changed since {@link #clearChanges}. */
    public boolean hasMaterialChanged(int material) {
        return changedMaterials.get(material);
    }

    /** Forgets what has changed so far. */
    public void clearChanges() {
        changed.clear();
        changedWeights.clear();
        changedMaterials.clear();
        changedElse = false;
    }
}
