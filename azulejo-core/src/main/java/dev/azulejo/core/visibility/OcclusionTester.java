package dev.azulejo.core.visibility;

import dev.azulejo.core.kernel.BlockMask;
import dev.azulejo.core.kernel.DepthRange;
import dev.azulejo.core.kernel.OccluderKernels;
import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.TileTriangle;
import dev.azulejo.core.kernel.TrianglePlanes;

/**
 * Tests triangles that have been set up against a {@link HierarchicalZ}, and enters them there.
 * Owned by one thread; the structure is shared.
 *
 * <p>A triangle's depth over a group of pixels lies between its values at two corners of the group:
 * each rounded operation of the depth plane rises or falls with its operands, so that what is
 * computed at the corner bounds what the rasteriser computes at every sample.
 */
public final class OcclusionTester {
    /**
     * Triangles whose bounds are shorter than this, in pixels, are tested by their bounds alone.
     */
    private static final int SMALL = 16;

    private static final int OUTSIDE = 0;
    private static final int CROSSING = 1;
    private static final int INSIDE = 2;

    private final TileTriangle t = new TileTriangle();
    private HierarchicalZ structure;
    private SamplePattern pattern;

    /** Edge values at the root's first pixel: at the sample farthest inside, and farthest out. */
    private final int[] most = new int[3];

    private final int[] least = new int[3];

    private final HizCounts counts = new HizCounts();
    private final PixelPlane plane = new PixelPlane();
    private final OccluderQueue queue;
    private final SmallOccluder small;
    private final PartialPixels partial = new PartialPixels(counts, plane);

    /** Whether the structure has answered for any place of the triangle that is looked at. */
    private boolean answered;

    /** Makes a tester. */
    public OcclusionTester(OccluderKernels kernels) {
        queue = new OccluderQueue(kernels, counts);
        small = new SmallOccluder(counts, plane, queue);
    }

    /** Sets what is tested against. */
    public void begin(HierarchicalZ hierarchicalZ, SamplePattern samples) {
        structure = hierarchicalZ;
        pattern = samples;
        plane.begin(samples);
        queue.begin(hierarchicalZ, samples);
        small.begin(hierarchicalZ, samples);
    }

    /** What this tester asked and wrote; to be added to by who asks the structure itself. */
    public HizCounts counts() {
        return counts;
    }

    /**
     * Returns whether everything in a rectangle of pixels between two depths is hidden.
     *
     * @param x0 first column; likewise the rest, inclusive
     * @param y0 first row
     * @param x1 last column
     * @param y1 last row
     * @param low smallest depth
     * @param high largest depth
     */
    public boolean hidden(int x0, int y0, int x1, int y1, float low, float high) {
        int key = structure.nearKey(structure.reversed ? high : low);
        counts.query();
        return x1 - x0 < SMALL && y1 - y0 < SMALL
                ? structure.hiddenNearby(x0, y0, x1, y1, key, counts)
                : structure.hidden(x0, y0, x1, y1, key, counts);
    }

    /**
     * Returns whether the bounds of a triangle are hidden, likewise.
     *
     * @param r array of {@link TrianglePlanes} records
     * @param at first int of the record
     */
    public boolean boundsHidden(int[] r, int at) {
        int columns = r[at + TrianglePlanes.COLUMNS];
        int rows = r[at + TrianglePlanes.ROWS];
        return hidden(
                TrianglePlanes.first(columns),
                TrianglePlanes.first(rows),
                TrianglePlanes.last(columns),
                TrianglePlanes.last(rows),
                Float.intBitsToFloat(r[at + TrianglePlanes.Z_MIN]),
                Float.intBitsToFloat(r[at + TrianglePlanes.Z_MAX]));
    }

    /**
     * Looks whether a triangle is hidden in every pixel that it touches: as sharp as the structure
     * allows, for the test after the window. Sample by sample where the structure tells them apart;
     * elsewhere a triangle of several samples may be thought to touch pixels beside its own.
     *
     * @param r array of {@link TrianglePlanes} records
     * @param at first int of the record
     */
    public Visibility find(int[] r, int at) {
        answered = false;
        int columns = r[at + TrianglePlanes.COLUMNS];
        int rows = r[at + TrianglePlanes.ROWS];
        int nearest = nearest(r, at);
        for (int rootY = TrianglePlanes.first(rows) >> HizLayout.ROOT_BITS;
                rootY <= TrianglePlanes.last(rows) >> HizLayout.ROOT_BITS;
                rootY++) {
            for (int rootX = TrianglePlanes.first(columns) >> HizLayout.ROOT_BITS;
                    rootX <= TrianglePlanes.last(columns) >> HizLayout.ROOT_BITS;
                    rootX++) {
                int root = rootY * structure.columns + rootX;
                counts.query();
                counts.readGroup();
                if (nearest > structure.roots[root]) {
                    answered = true;
                } else if (t.set(
                                r,
                                at,
                                rootX << HizLayout.ROOT_BITS,
                                rootY << HizLayout.ROOT_BITS,
                                HizLayout.ROOT,
                                pattern)
                        && !hiddenInRoot(r, at, root, nearest)) {
                    return Visibility.POSSIBLE;
                }
            }
        }
        return answered ? Visibility.HIDDEN : Visibility.NO_SAMPLE;
    }

    private boolean hiddenInRoot(int[] r, int at, int root, int nearest) {
        edges();
        DepthEnd end = structure.nearEnd();
        for (int y = t.blockY0; y <= t.blockY1; y++) {
            for (int x = t.blockX0; x <= t.blockX1; x++) {
                int group =
                        HizLayout.part(root, x >> HizLayout.SIDE_BITS, y >> HizLayout.SIDE_BITS);
                counts.readGroup();
                if (nearest > structure.groups[group]) {
                    answered = true;
                    x |= HizLayout.SIDE - 1;
                    continue;
                }
                int index = HizLayout.part(group, x & HizLayout.SIDE - 1, y & HizLayout.SIDE - 1);
                long block = structure.blocks[index];
                counts.query();
                counts.readBlock();
                if (nearest > (int) (block >>> HizLayout.FAR_AT)) {
                    answered = true;
                    continue;
                }
                int left = HizLayout.BLOCK * x;
                int top = HizLayout.BLOCK * y;
                int touched = pixels(left, top, most, 0);
                if (touched != 0) {
                    int near = keyOver(left, top, touched, end);
                    if (structure.hiddenInBlock(index, block, touched, near, counts)) {
                        answered = true;
                    } else if (!hiddenInPixels(r, at, index, left, top, touched, block)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /**
     * Whether a triangle is hidden in some pixels of a block, each by itself, or at all samples
     * that it covers in those where it is not.
     */
    private boolean hiddenInPixels(
            int[] r, int at, int index, int x, int y, int touched, long block) {
        if (structure.pixelDepths == null) {
            return false;
        }
        plane.set(r, at, structure.columnOf(index), structure.rowOf(index), structure.nearEnd());
        counts.readPixels(Integer.bitCount(touched));
        // What covers all of a block, or of a group, has not told the pixels.
        int known =
                Math.min(
                        (int) (block >>> HizLayout.FAR_AT),
                        structure.groups[index >> HizLayout.PART_BITS]);
        int open = touched;
        for (int left = touched; left != 0; left &= left - 1) {
            int pixel = Integer.numberOfTrailingZeros(left);
            int near = plane.nearKey(structure, pixel);
            if (near > known || structure.pixelDepths.hides(index, pixel, near)) {
                open &= ~(1 << pixel);
            }
        }
        answered |= open != touched;
        if (open == 0) {
            return true;
        }
        if (!PartialPixels.matter(structure, pattern)) {
            return false;
        }
        takeSamples(x, y);
        int covered = partial.covered(open, pattern.count());
        answered |= covered != 0;
        return partial.hidden(structure, index, covered, pattern.count(), known);
    }

    private int nearest(int[] r, int at) {
        int z = structure.reversed ? TrianglePlanes.Z_MAX : TrianglePlanes.Z_MIN;
        return structure.nearKey(Float.intBitsToFloat(r[at + z]));
    }

    /**
     * Enters a triangle that is not hidden by its bounds, and tests a larger one by itself.
     *
     * @param r array of {@link TrianglePlanes} records
     * @param at first int of the record
     * @param use whether to test, else it counts as visible; and whether it hides what lies behind
     *     it
     * @return false only if none of its samples can be visible
     */
    public boolean enter(int[] r, int at, OcclusionUse use) {
        int columns = r[at + TrianglePlanes.COLUMNS];
        int rows = r[at + TrianglePlanes.ROWS];
        if ((columns & (TrianglePlanes.CUT | TrianglePlanes.CONFINED)) == 0
                && TrianglePlanes.last(columns) - TrianglePlanes.first(columns) < SMALL
                && TrianglePlanes.last(rows) - TrianglePlanes.first(rows) < SMALL) {
            if (use.occludes()) {
                small.enter(r, at);
            }
            return true;
        }
        return visible(r, at, use);
    }

    /**
     * Tests a triangle, and enters what it surely covers where it is not hidden.
     *
     * @param r array of {@link TrianglePlanes} records
     * @param at first int of the record
     * @param use whether to test, else it counts as visible; and whether it hides what lies behind
     *     it
     * @return false only if none of its samples can be visible
     */
    private boolean visible(int[] r, int at, OcclusionUse use) {
        int columns = r[at + TrianglePlanes.COLUMNS];
        int rows = r[at + TrianglePlanes.ROWS];
        int rootX0 = TrianglePlanes.first(columns) >> HizLayout.ROOT_BITS;
        int rootX1 = TrianglePlanes.last(columns) >> HizLayout.ROOT_BITS;
        int rootY0 = TrianglePlanes.first(rows) >> HizLayout.ROOT_BITS;
        int rootY1 = TrianglePlanes.last(rows) >> HizLayout.ROOT_BITS;
        int nearest = nearest(r, at);
        boolean visible = false;
        for (int rootY = rootY0; rootY <= rootY1; rootY++) {
            for (int rootX = rootX0; rootX <= rootX1; rootX++) {
                int root = rootY * structure.columns + rootX;
                counts.query();
                counts.readGroup();
                if (use.tests() && nearest > structure.roots[root]
                        || !t.set(
                                r,
                                at,
                                rootX << HizLayout.ROOT_BITS,
                                rootY << HizLayout.ROOT_BITS,
                                HizLayout.ROOT,
                                pattern)) {
                    continue;
                }
                visible |= inRoot(r, at, root, nearest, use);
                if (visible && !use.occludes()) {
                    return true;
                }
            }
        }
        queue.flush();
        return visible || !use.tests();
    }

    /** Enters what still waits: small triangles are entered together. */
    public void flush() {
        queue.flush();
    }

    private boolean inRoot(int[] r, int at, int root, int nearest, OcclusionUse use) {
        boolean test = use.tests();
        edges();
        boolean visible = false;
        for (int groupY = t.blockY0 >> HizLayout.SIDE_BITS;
                groupY <= t.blockY1 >> HizLayout.SIDE_BITS;
                groupY++) {
            for (int groupX = t.blockX0 >> HizLayout.SIDE_BITS;
                    groupX <= t.blockX1 >> HizLayout.SIDE_BITS;
                    groupX++) {
                int group = HizLayout.part(root, groupX, groupY);
                counts.query();
                counts.readGroup();
                int farthest = structure.groups[group];
                if (test && nearest > farthest) {
                    continue;
                }
                int left = HizLayout.GROUP * groupX;
                int top = HizLayout.GROUP * groupY;
                int side = relation(left, top, HizLayout.GROUP - 1);
                if (side == OUTSIDE
                        || test && groupKey(groupX, groupY, structure.nearEnd()) > farthest) {
                    continue;
                }
                visible = true;
                if (!use.occludes()) {
                    return true;
                }
                enterGroup(r, at, group, groupX, groupY, side == INSIDE && !t.cut);
            }
        }
        return visible;
    }

    /** Enters what the triangle covers of a 16x16 group. */
    private void enterGroup(int[] r, int at, int group, int groupX, int groupY, boolean whole) {
        if (whole) {
            int far = groupKey(groupX, groupY, structure.farEnd());
            structure.occludeGroup(group, far, counts);
            return;
        }
        if (structure.pixelDepths == null) {
            queueGroup(r, at, group, groupX, groupY);
            return;
        }
        boolean bySample = PartialPixels.matter(structure, pattern);
        int blockX1 = Math.min(t.blockX1, HizLayout.SIDE * groupX + HizLayout.SIDE - 1);
        int blockY1 = Math.min(t.blockY1, HizLayout.SIDE * groupY + HizLayout.SIDE - 1);
        for (int y = Math.max(t.blockY0, HizLayout.SIDE * groupY); y <= blockY1; y++) {
            for (int x = Math.max(t.blockX0, HizLayout.SIDE * groupX); x <= blockX1; x++) {
                int left = HizLayout.BLOCK * x;
                int top = HizLayout.BLOCK * y;
                int covered = pixels(left, top, least, 0);
                int index = HizLayout.part(group, x & HizLayout.SIDE - 1, y & HizLayout.SIDE - 1);
                if (bySample && covered != HierarchicalZ.ALL) {
                    if (pixels(left, top, most, 0) != 0) {
                        enterSamples(r, at, index, left, top);
                    }
                    continue;
                }
                if (covered == 0) {
                    continue;
                }
                if (covered == HierarchicalZ.ALL) {
                    int blockFar = keyOver(left, top, covered, structure.farEnd());
                    structure.occlude(index, covered, blockFar, counts);
                } else {
                    enterPixels(r, at, index, covered);
                }
            }
        }
    }

    /** Likewise, by layers: the queue's kernels find out what that is. */
    private void queueGroup(int[] r, int at, int group, int groupX, int groupY) {
        var blocks = queue.blocks();
        blocks.slopes(t.a0, t.b0, t.a1, t.b1, t.a2, t.b2);
        blocks.depths(r, at);
        int blockX1 = Math.min(t.blockX1, HizLayout.SIDE * groupX + HizLayout.SIDE - 1);
        int blockY1 = Math.min(t.blockY1, HizLayout.SIDE * groupY + HizLayout.SIDE - 1);
        for (int y = Math.max(t.blockY0, HizLayout.SIDE * groupY); y <= blockY1; y++) {
            for (int x = Math.max(t.blockX0, HizLayout.SIDE * groupX); x <= blockX1; x++) {
                int left = HizLayout.BLOCK * x;
                int top = HizLayout.BLOCK * y;
                queue.makeRoom();
                blocks.add(
                        HizLayout.part(group, x & HizLayout.SIDE - 1, y & HizLayout.SIDE - 1),
                        least[0] + t.a0 * left + t.b0 * top,
                        least[1] + t.a1 * left + t.b1 * top,
                        least[2] + t.a2 * left + t.b2 * top,
                        t.originX + (left << TrianglePlanes.SUBPIXEL_BITS),
                        t.originY + (top << TrianglePlanes.SUBPIXEL_BITS),
                        within(left, top));
            }
        }
    }

    /** Finds which samples of a block's pixels the triangle covers. */
    private void takeSamples(int x, int y) {
        for (int s = 0; s < pattern.count(); s++) {
            partial.inside[s] = pixels(x, y, t.c, 3 * s);
        }
    }

    /** Enters what a triangle covers of a block, sample by sample. */
    private void enterSamples(int[] r, int at, int index, int x, int y) {
        takeSamples(x, y);
        int column = structure.columnOf(index);
        int row = structure.rowOf(index);
        partial.enter(structure, r, at, index, column, row, pattern.count());
    }

    /** Enters what a triangle covers of a block, pixel by pixel. */
    private void enterPixels(int[] r, int at, int index, int covered) {
        plane.set(r, at, structure.columnOf(index), structure.rowOf(index), structure.farEnd());
        structure.occlude(index, covered, plane.farKeys(structure, covered), counts);
    }

    private int groupKey(int groupX, int groupY, DepthEnd end) {
        int left = HizLayout.GROUP * groupX;
        return key(left, HizLayout.GROUP * groupY, HizLayout.GROUP - 1, end);
    }

    /** Key of the plane's largest or smallest depth over a square: far or near. */
    private int key(int x, int y, int reach, DepthEnd end) {
        return key(x, y, x + reach, y + reach, end);
    }

    /** Likewise over some pixels of a block. */
    private int keyOver(int x, int y, int mask, DepthEnd end) {
        return key(
                x + BlockMask.firstColumn(mask),
                y + BlockMask.firstRow(mask),
                x + BlockMask.lastColumn(mask),
                y + BlockMask.lastRow(mask),
                end);
    }

    private int key(int x0, int y0, int x1, int y1, DepthEnd end) {
        int fx0 = t.originX + (x0 << TrianglePlanes.SUBPIXEL_BITS) + pattern.first();
        int fy0 = t.originY + (y0 << TrianglePlanes.SUBPIXEL_BITS) + pattern.first();
        int fx1 = t.originX + (x1 << TrianglePlanes.SUBPIXEL_BITS) + pattern.last();
        int fy1 = t.originY + (y1 << TrianglePlanes.SUBPIXEL_BITS) + pattern.last();
        float z = extreme(fx0, fy0, fx1, fy1, end);
        return end == structure.nearEnd() ? structure.nearKey(z) : structure.farKey(z);
    }

    /** How a square of pixels lies to the triangle, at all of their samples. */
    private int relation(int x, int y, int reach) {
        int relation0 = relation(t.a0, t.b0, 0, x, y, reach);
        int relation1 = relation(t.a1, t.b1, 1, x, y, reach);
        int relation2 = relation(t.a2, t.b2, 2, x, y, reach);
        return Math.min(relation0, Math.min(relation1, relation2));
    }

    private int relation(int a, int b, int edge, int x, int y, int reach) {
        int at = a * x + b * y;
        if (most[edge] + at + reach * (Math.max(a, 0) + Math.max(b, 0)) < 0) {
            return OUTSIDE;
        }
        boolean inside = least[edge] + at + reach * (Math.min(a, 0) + Math.min(b, 0)) >= 0;
        return inside ? INSIDE : CROSSING;
    }

    /**
     * Pixels of a block inside the triangle, edges taken at one sample, or at their farthest or
     * nearest.
     *
     * @param edges values at the root's first pixel
     * @param from the first edge's
     */
    private int pixels(int x, int y, int[] edges, int from) {
        return within(x, y)
                & BlockMask.inside(t.a0, t.b0, edges[from] + t.a0 * x + t.b0 * y)
                & BlockMask.inside(t.a1, t.b1, edges[from + 1] + t.a1 * x + t.b1 * y)
                & BlockMask.inside(t.a2, t.b2, edges[from + 2] + t.a2 * x + t.b2 * y);
    }

    /** Pixels of a block that count. */
    private int within(int x, int y) {
        return t.cut
                ? BlockMask.of(t.pixelX0 - x, t.pixelY0 - y, t.pixelX1 - x, t.pixelY1 - y)
                : HierarchicalZ.ALL;
    }

    private void edges() {
        int samples = pattern.count();
        for (int e = 0; e < 3; e++) {
            int high = t.c[e];
            int low = high;
            for (int s = 1; s < samples; s++) {
                high = Math.max(high, t.c[3 * s + e]);
                low = Math.min(low, t.c[3 * s + e]);
            }
            most[e] = high;
            least[e] = low;
        }
    }

    /** The plane's largest or smallest depth over a rectangle, in the rasteriser's arithmetic. */
    private float extreme(int fx0, int fy0, int fx1, int fy1, DepthEnd end) {
        boolean most = end == DepthEnd.MOST;
        float fx = t.dzdx > 0 == most ? fx1 : fx0;
        float fy = t.dzdy > 0 == most ? fy1 : fy0;
        float z = (t.z0 + t.dzdx * fx) + t.dzdy * fy;
        return DepthRange.holdBetween(z, t.zMin, t.zMax);
    }
}
