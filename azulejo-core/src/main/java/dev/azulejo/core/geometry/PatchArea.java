package dev.azulejo.core.geometry;

/** The part of a target that somebody renders. Asked by all workers at once. */
@FunctionalInterface
public interface PatchArea {
    /**
     * Returns whether any pixel of a rectangle belongs to it.
     *
     * @param x0 first column of pixels
     * @param y0 first row
     * @param x1 last column
     * @param y1 last row
     */
    boolean touches(int x0, int y0, int x1, int y1);

    /**
     * Returns whether patches that cannot touch it are left out. If not, all are tessellated, and
     * it is noted where they lie.
     */
    default boolean leavesOut() {
        return true;
    }
}
