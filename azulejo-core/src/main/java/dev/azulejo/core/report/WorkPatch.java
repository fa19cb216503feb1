package dev.azulejo.core.report;

/**
 * What there is to do for one patch of a hull group.
 *
 * @param edge0 tessellation factor of its first edge, as the hull stage wrote it
 * @param edge1 of its second
 * @param edge2 of its third
 * @param edge3 of its fourth
 * @param inside0 first factor of its inside
 * @param inside1 second factor of its inside
 * @param estimate primitives by inside factors alone; 0 for a patch that is dropped
 * @param points domain points; 0 for a patch that is dropped
 * @param primitives that the tessellator makes of it
 * @param x0 first column of pixels of a box around it, as far as is known before it is tessellated
 * @param y0 first row
 * @param x1 last column; below the first if it shows nowhere
 * @param y1 last row
 */
public record WorkPatch(
        float edge0,
        float edge1,
        float edge2,
        float edge3,
        float inside0,
        float inside1,
        long estimate,
        int points,
        int primitives,
        int x0,
        int y0,
        int x1,
        int y1) {}
