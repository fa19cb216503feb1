package dev.azulejo.core.geometry;

import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.shader.HullBatch;
import dev.azulejo.core.visibility.ClusterBox;

/**
 * Finds out which patches of a hull group can touch somebody's part of a target, from the boxes
 * that the hull stage writes. What it rules out has no sample there: the place of a box is that of
 * a {@link ClusterBox}. Owned by one thread.
 */
final class PatchBounds {
    private final ClusterBox box = new ClusterBox();
    private final float[] clipFromObject = new float[16];

    // The group under way.
    private PatchGroup group;
    private DrawState draw;
    private PatchArea area;

    /**
     * Begins a group.
     *
     * @param patches that are asked about
     * @param part of the target; null for all of it
     * @return whether anything can be said of them
     */
    boolean begin(PatchGroup patches, PatchArea part) {
        group = patches;
        if (draw != group.draw) {
            draw = group.draw;
        }
        area = part;
        if (part != null && !part.leavesOut()) {
            // Anywhere, until more is known
            group.boxAll(draw.clipX0(), draw.clipY0(), draw.clipX1(), draw.clipY1());
        }
        // Lines and points are wider than the places of their vertices.
        return part != null
                && draw.geometryStage() == null
                && draw.corners() == 3
                && draw.hullStage().linearBounds(draw.groups(), group.instance, clipFromObject);
    }

    /** Returns whether a patch can touch the part. */
    boolean touches(HullBatch batch, int lane) {
        float[][] b = batch.bounds;
        box.around(b[0][lane], b[1][lane], b[2][lane], b[3][lane], b[4][lane], b[5][lane]);
        var placement =
                box.place(
                        clipFromObject,
                        draw.viewport(),
                        draw.clipX0(),
                        draw.clipY0(),
                        draw.clipX1(),
                        draw.clipY1(),
                        false);
        if (!area.leavesOut()) {
            note(lane, placement);
            return true;
        }
        return switch (placement) {
            case OUTSIDE -> false;
            case CROSSING -> true;
            case INSIDE -> area.touches(box.x0(), box.y0(), box.x1(), box.y1());
        };
    }

    private void note(int lane, ClusterBox.Placement placement) {
        switch (placement) {
            case OUTSIDE -> group.box(lane, 0, 0, -1, -1);
            case INSIDE -> group.box(lane, box.x0(), box.y0(), box.x1(), box.y1());
            case CROSSING -> {
                // Anywhere, as it begins
            }
        }
    }
}
