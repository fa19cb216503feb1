package dev.azulejo.core.geometry;

import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.visibility.ClusterBox;
import dev.azulejo.core.visibility.HierarchicalZ;
import dev.azulejo.core.visibility.HizCounts;

/** Where a cluster can appear on the screen, and how near. */
final class ChunkBox {
    /** Pixel columns where it can appear, as {@code TrianglePlanes.range}; if {@link #placed}. */
    int columns;

    /** Pixel rows, likewise. */
    int rows;

    /**
     * Key of the nearest depth it can have; 0 if unknown, {@link HierarchicalZ#UNKNOWN} if it
     * appears nowhere.
     */
    int key;

    /** Whether columns, rows and key are known. */
    boolean placed;

    /** Forgets all. */
    void forget() {
        placed = false;
    }

    /** It can be anywhere. */
    void anywhere() {
        key = 0;
    }

    /** It can be nowhere. */
    void nowhere() {
        key = HierarchicalZ.UNKNOWN;
    }

    /** It lies inside a box. */
    void inside(ClusterBox box, HierarchicalZ structure) {
        placed = true;
        columns = TrianglePlanes.range(box.x0(), box.x1());
        rows = TrianglePlanes.range(box.y0(), box.y1());
        int nearest = structure == null ? 0 : structure.nearKey(box.nearest());
        key = Math.min(nearest, HierarchicalZ.UNKNOWN - 1);
    }

    /** Whether it can appear in a part of the target. */
    boolean touches(PatchArea area) {
        return area.touches(
                TrianglePlanes.first(columns),
                TrianglePlanes.first(rows),
                TrianglePlanes.last(columns),
                TrianglePlanes.last(rows));
    }

    /** Whether all of it is hidden, as far as a structure knows. */
    boolean hidden(HierarchicalZ structure, HizCounts counts) {
        return structure.hidden(
                TrianglePlanes.first(columns),
                TrianglePlanes.first(rows),
                TrianglePlanes.last(columns),
                TrianglePlanes.last(rows),
                key,
                counts);
    }
}
