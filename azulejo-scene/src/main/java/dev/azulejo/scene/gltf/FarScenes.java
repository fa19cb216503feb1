package dev.azulejo.scene.gltf;

import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Transform;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * Brings a scene near that its nodes put far away from the origin, measured by its own size: floats
 * there are too coarse for a camera beside it. All of it gets one parent, which moves it back; what
 * a node says is not changed, so that it may be animated. Products of transforms are sums in
 * double: what is subtracted leaves no error.
 */
final class FarScenes {
    /**
     * A scene is far if it is so many times its radius away: fewer than 8192 steps of a float lie
     * across it.
     */
    private static final double TIMES = 2048;

    /** Where no node says more, nothing is looked at. */
    private static final float LEAST = 1024;

    /** Of the parent. */
    private static final String NAME = "origin";

    private FarScenes() {}

    /**
     * Returns a scene that is near, the same one if it is near already.
     *
     * @param scene as it was read
     * @param goOn called every now and then; ends the work by an exception
     */
    static Scene near(Scene scene, Runnable goOn) {
        if (scene.nodes().stream().noneMatch(node -> isFar(node.transform()))) {
            return scene;
        }
        Bounds bounds = scene.worldTransforms().bounds(scene, scene::morphWeights, n -> true, goOn);
        Vec3 moved = place(bounds);
        if (moved == null) {
            return scene;
        }
        var back = new Transform.Trs(moved.times(-1), Quaternion.IDENTITY, Vec3.ONE);
        var nodes = new ArrayList<>(scene.nodes());
        nodes.add(new Node(NAME, back, scene.roots(), -1, -1, -1));
        var warnings = new ArrayList<>(scene.warnings());
        warnings.add(
                "lies so far away that floats are too coarse for its size: places count from (%s, %s, %s)"
                        .formatted(text(moved.x()), text(moved.y()), text(moved.z())));
        return scene.toBuilder()
                .roots(List.of(nodes.size() - 1))
                .nodes(nodes)
                .warnings(warnings)
                .build();
    }

    /**
     * Returns whole steps of a power of two near the centre of something, a few times as large as
     * it is: what stands at such a step of its own is exactly where it is in itself.
     *
     * @return null if it is not far from the origin
     */
    static Vec3 place(Bounds bounds) {
        Vec3 center = bounds.center();
        double away = center.length();
        double radius = bounds.radius();
        if (bounds.isEmpty() || !(away > TIMES * radius) || !(away < Float.MAX_VALUE)) {
            return null;
        }
        double least = Math.max(16 * radius, 16 * Math.ulp((float) away));
        double step = Math.scalb(1.0, Math.getExponent(least) + 1);
        return new Vec3(
                (float) (Math.rint(center.x() / step) * step),
                (float) (Math.rint(center.y() / step) * step),
                (float) (Math.rint(center.z() / step) * step));
    }

    /** Returns whether the first of some positions is so far that more is to be looked at. */
    static boolean isFar(float[] positions) {
        return isFar(positions[0]) || isFar(positions[1]) || isFar(positions[2]);
    }

    private static String text(float coordinate) {
        return new BigDecimal(coordinate).stripTrailingZeros().toPlainString();
    }

    private static boolean isFar(Transform transform) {
        if (transform instanceof Transform.Trs trs) {
            Vec3 to = trs.translation();
            return isFar(to.x()) || isFar(to.y()) || isFar(to.z());
        }
        var matrix = transform.toMatrix();
        return isFar(matrix.get(0, 3)) || isFar(matrix.get(1, 3)) || isFar(matrix.get(2, 3));
    }

    private static boolean isFar(float coordinate) {
        return Math.abs(coordinate) > LEAST;
    }
}
