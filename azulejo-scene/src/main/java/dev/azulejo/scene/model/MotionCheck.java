package dev.azulejo.scene.model;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Whether skins, morph targets and animations of a scene fit its nodes and meshes. */
final class MotionCheck {
    private final List<Node> nodes;
    private final List<Mesh> meshes;
    private final List<Skin> skins;

    private MotionCheck(List<Node> nodes, List<Mesh> meshes, List<Skin> skins) {
        this.nodes = nodes;
        this.meshes = meshes;
        this.skins = skins;
    }

    /**
     * Checks everything. The nodes are a forest and their meshes exist.
     *
     * @throws IllegalArgumentException when something does not fit
     */
    static void check(
            List<Integer> roots,
            List<Node> nodes,
            List<Mesh> meshes,
            List<Skin> skins,
            List<Animation> animations,
            int materials,
            List<Light> lights,
            List<Camera> cameras) {
        MotionCheck check = new MotionCheck(nodes, meshes, skins);
        check.morphWeights();
        check.skins(roots);
        for (Animation animation : animations) {
            animation.channels().forEach(check::channel);
            for (var channel : animation.objectChannels()) {
                boolean fits =
                        switch (channel.property()) {
                            case MaterialProperty p ->
                                    Objects.checkIndex(channel.index(), materials) >= 0;
                            case LightProperty p -> p.isOf(lights.get(channel.index()));
                            case CameraProperty p -> p.isOf(cameras.get(channel.index()));
                        };
                if (!fits) {
                    throw new IllegalArgumentException(
                            "animation: %s of %d, which has none"
                                    .formatted(channel.property().path(), channel.index()));
                }
            }
        }
    }

    private void morphWeights() {
        for (Node node : nodes) {
            int targets = node.mesh() < 0 ? 0 : meshes.get(node.mesh()).morphTargetCount();
            if (!node.weights().isEmpty() && node.weights().size() != targets) {
                throw new IllegalArgumentException(
                        "node.weights: %d of them for %d morph targets"
                                .formatted(node.weights().size(), targets));
            }
        }
    }

    private void skins(List<Integer> roots) {
        for (Skin skin : skins) {
            for (int joint : skin.joints()) {
                Objects.checkIndex(joint, nodes.size());
            }
        }
        boolean[] isReached = null;
        boolean[] isChecked = new boolean[skins.size()];
        int[] largest = new int[meshes.size()];
        Arrays.fill(largest, -2);
        for (int n = 0; n < nodes.size(); n++) {
            Node node = nodes.get(n);
            Scene.checkIndex("node.skin", node.skin(), skins.size());
            if (node.skin() < 0) {
                continue;
            }
            Skin skin = skins.get(node.skin());
            if (isReached == null) {
                isReached = reached(roots, nodes);
            }
            // what is not shown needs no joints
            if (isReached[n] && !isChecked[node.skin()]) {
                isChecked[node.skin()] = true;
                for (int joint : skin.joints()) {
                    if (!isReached[joint]) {
                        throw new IllegalArgumentException(
                                "node %d is a joint of skin %d and not in the scene"
                                        .formatted(joint, node.skin()));
                    }
                }
            }
            if (node.mesh() >= 0) {
                if (largest[node.mesh()] == -2) {
                    largest[node.mesh()] = meshes.get(node.mesh()).maxJoint();
                }
                if (largest[node.mesh()] >= skin.joints().size()) {
                    throw new IllegalArgumentException(
                            "a vertex names joint %d, but skin %d has %d joints"
                                    .formatted(
                                            largest[node.mesh()],
                                            node.skin(),
                                            skin.joints().size()));
                }
            }
        }
    }

    /** Returns which nodes are reached from the roots. */
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

    private void channel(Animation.Channel channel) {
        Node node = nodes.get(Objects.checkIndex(channel.node(), nodes.size()));
        if (channel.property() == Animation.Property.WEIGHTS) {
            int targets = node.mesh() < 0 ? 0 : meshes.get(node.mesh()).morphTargetCount();
            if (channel.sampler().components() != targets) {
                throw new IllegalArgumentException(
                        "animation: %d weights for node %d, whose mesh has %d morph targets"
                                .formatted(
                                        channel.sampler().components(), channel.node(), targets));
            }
        } else if (channel.property() != Animation.Property.VISIBLE
                && node.transform() instanceof Transform.Matrix) {
            throw new IllegalArgumentException(
                    "animation: %s of node %d, which has a matrix"
                            .formatted(channel.property(), channel.node()));
        }
    }
}
