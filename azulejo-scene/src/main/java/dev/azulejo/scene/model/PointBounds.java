package dev.azulejo.scene.model;

import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.PointBlocks;
import dev.azulejo.scene.math.Vec3;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Boxes around points that stand in many places: those that are only moved, and not turned or
 * scaled otherwise, are visited once; of those that are turned in many ways, few points are each
 * time ({@link PointBlocks}). The boxes are the same, bit for bit: a point is moved last, and
 * rounded addition keeps order, so that the farthest point stays the farthest.
 */
final class PointBounds {
    /** Ways to be turned and scaled that are remembered of the same points. */
    private static final int MOST_TURNS = 8;

    /** Box of points that are turned and scaled, and not moved. */
    private record Turned(float[] linear, Bounds bounds) {}

    private final Map<float[], List<Turned>> known = new IdentityHashMap<>();
    private final Map<float[], PointBlocks> blocks = new IdentityHashMap<>();
    private long visits;

    /** Returns how many points have been visited. */
    long visits() {
        return visits + blocks.values().stream().mapToLong(PointBlocks::visits).sum();
    }

    /** Returns what {@link Bounds#ofPoints} does; the points must not change meanwhile. */
    Bounds of(float[] xyz, Mat4 transform) {
        float[] m = transform.toArray();
        float[] linear = m.clone();
        linear[12] = linear[13] = linear[14] = 0;
        var turns = known.computeIfAbsent(xyz, points -> new ArrayList<>());
        Bounds box = null;
        for (int t = 0; t < turns.size() && box == null; t++) {
            box = Arrays.equals(turns.get(t).linear, linear) ? turns.get(t).bounds : null;
        }
        if (box == null) {
            if (turns.size() == MOST_TURNS) {
                return blocks.computeIfAbsent(xyz, PointBlocks::new).bounds(transform);
            }
            box = visit(xyz, Mat4.ofColumns(linear));
            turns.add(new Turned(linear, box));
        }
        var moved = new Bounds(moved(box.min(), m), moved(box.max(), m));
        boolean exact = moved.min().isFinite() && moved.max().isFinite();
        // Where a sum overflows, single points would have been left out.
        return box.isEmpty() ? box : exact ? moved : visit(xyz, transform);
    }

    private static Vec3 moved(Vec3 p, float[] m) {
        return new Vec3(p.x() + m[12], p.y() + m[13], p.z() + m[14]);
    }

    private Bounds visit(float[] xyz, Mat4 transform) {
        visits += xyz.length / 3;
        return Bounds.ofPoints(xyz, transform);
    }
}
