package dev.azulejo.scene.render;

import java.util.Arrays;
import java.util.List;

/** Blended items in the order in which they are drawn, from far to near. */
final class BlendOrder {
    /** Moves of each item, on average, after which the order is nothing like before. */
    private static final int MOVES_EACH = 64;

    private final DrawItem[] order;

    /** Takes items, whose places say what is drawn first of those that are equally far away. */
    BlendOrder(List<DrawItem> items) {
        order = items.toArray(DrawItem[]::new);
    }

    /** The items, in order; not a copy. */
    DrawItem[] items() {
        return order;
    }

    /**
     * Sorts; returns whether the order changed. An insertion sort: the order of the last frame is
     * nearly right, and nothing is allocated.
     *
     * @param x points from what is seen to the eye, world space; likewise y and z
     * @param offset what is added to places along that
     */
    boolean sort(float x, float y, float z, float offset) {
        for (var item : order) {
            var c = item.center();
            float depth = x * c.x() + y * c.y() + z * c.z() + offset;
            // Zeros of both signs are equally far away.
            item.depth = depth + 0f;
        }
        long moves = (long) MOVES_EACH * order.length;
        boolean changed = false;
        for (int i = 1; i < order.length; i++) {
            var item = order[i];
            int at = i;
            while (at > 0 && compare(order[at - 1], item) > 0) {
                order[at] = order[at - 1];
                at--;
                changed = true;
            }
            order[at] = item;
            moves -= i - at;
            if (moves < 0) {
                Arrays.sort(order, BlendOrder::compare);
                return true;
            }
        }
        return changed;
    }

    private static int compare(DrawItem a, DrawItem b) {
        return farFirst(a.depth, a.place, b.depth, b.place);
    }

    /**
     * The order of blended items: a total one whatever their depths are, since where matrices
     * overflow there are NaN. Which frames came before does not matter then.
     *
     * @return negative if a is drawn before b, positive if after, 0 if the places are the same
     */
    static int farFirst(float depthA, int placeA, float depthB, int placeB) {
        int byDepth = Float.compare(depthA, depthB);
        return byDepth != 0 ? byDepth : Integer.compare(placeA, placeB);
    }
}
