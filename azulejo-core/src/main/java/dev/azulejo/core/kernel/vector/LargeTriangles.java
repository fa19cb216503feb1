package dev.azulejo.core.kernel.vector;

import dev.azulejo.core.kernel.RasterCounts;
import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.TileSamples;
import dev.azulejo.core.kernel.TileTriangle;
import dev.azulejo.core.kernel.TrianglePlanes;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Triangles of many blocks, half of which they do not touch: the corners of a row of blocks are
 * tested at once, a block a lane, before any block is. What lies inside of all edges then needs the
 * depth test alone.
 */
final class LargeTriangles {
    private static final VectorSpecies<Float> F = FloatVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Integer> I = IntVector.SPECIES_PREFERRED;
    private static final int STEP = VectorRasterKernels.STEP;

    /** What a mask of a part of a block is where all pass. */
    private static final long ALL = (1L << STEP) - 1;

    /** Most blocks in a row of a tile. */
    private static final int ACROSS = 16;

    /** Side of a block in fixed-point units, as a shift. */
    private static final int BLOCK_BITS = 2 + TrianglePlanes.SUBPIXEL_BITS;

    private static final int[] INDEX = new int[ACROSS];

    static {
        for (int i = 0; i < ACROSS; i++) {
            INDEX[i] = i;
        }
    }

    private final SamplePattern pattern;

    LargeTriangles(SamplePattern pattern) {
        this.pattern = pattern;
    }

    /** As {@link VectorRasterKernels#visibility}: compare LESS, depth write on, no block cut. */
    void draw(TileTriangle t, TileSamples tile, int id, RasterCounts counts) {
        for (int s = 0; s < tile.samples; s++) {
            boolean anyInside = sort(t, s);
            for (int lane = 0; lane < 16; lane += STEP) {
                if (anyInside) {
                    inside(t, tile, id, counts, s, lane);
                }
                crossed(t, tile, id, counts, s, lane);
            }
        }
        counts.add((long) (t.blockX1 - t.blockX0 + 1) * (t.blockY1 - t.blockY0 + 1), 0, 0);
    }

    /**
     * Finds the blocks that lie inside of all edges at a sample, and those of the others that may
     * hold a part of the triangle; returns whether there are any of the former. An edge function is
     * least and most at corners of a block. Lanes beyond the bounds may overflow, and are masked.
     */
    private static boolean sort(TileTriangle t, int s) {
        int[] edges = t.laneEdge;
        int blocksX = t.blockX1 - t.blockX0 + 1;
        int inBounds = (1 << blocksX) - 1;
        for (int i = 0; i < blocksX; i += I.length()) {
            var block = IntVector.fromArray(I, INDEX, i);
            block.mul(4 * t.a0).intoArray(edges, i);
            block.mul(4 * t.a1).intoArray(edges, ACROSS + i);
            block.mul(4 * t.a2).intoArray(edges, 2 * ACROSS + i);
        }
        int least0 = first(t, s, 0, t.a0, t.b0) + 3 * (Math.min(0, t.a0) + Math.min(0, t.b0));
        int least1 = first(t, s, 1, t.a1, t.b1) + 3 * (Math.min(0, t.a1) + Math.min(0, t.b1));
        int least2 = first(t, s, 2, t.a2, t.b2) + 3 * (Math.min(0, t.a2) + Math.min(0, t.b2));
        int reach0 = 3 * (Math.abs(t.a0) + Math.abs(t.b0));
        int reach1 = 3 * (Math.abs(t.a1) + Math.abs(t.b1));
        int reach2 = 3 * (Math.abs(t.a2) + Math.abs(t.b2));
        int rows = t.blockY1 - t.blockY0 + 1;
        int any = 0;
        for (int row = 0; row < rows; row++) {
            int inside = 0;
            int touched = 0;
            for (int i = 0; i < blocksX; i += I.length()) {
                var e0 = IntVector.fromArray(I, edges, i).add(least0);
                var e1 = IntVector.fromArray(I, edges, ACROSS + i).add(least1);
                var e2 = IntVector.fromArray(I, edges, 2 * ACROSS + i).add(least2);
                inside |= (int) e0.or(e1).or(e2).compare(VectorOperators.GE, 0).toLong() << i;
                touched |=
                        (int)
                                        e0.add(reach0)
                                                .or(e1.add(reach1))
                                                .or(e2.add(reach2))
                                                .compare(VectorOperators.GE, 0)
                                                .toLong()
                                << i;
            }
            inside &= inBounds;
            any |= inside;
            t.insideBlocks[row] = inside;
            t.crossedBlocks[row] = touched & inBounds & ~inside;
            least0 += 4 * t.b0;
            least1 += 4 * t.b1;
            least2 += 4 * t.b2;
        }
        // They are read four rows at a time
        for (int row = rows; (row & 3) != 0; row++) {
            t.crossedBlocks[row] = 0;
        }
        return any != 0;
    }

    /** An edge function at the first pixel of the first block. */
    private static int first(TileTriangle t, int s, int edge, int a, int b) {
        return t.c[3 * s + edge] + 4 * (t.blockX0 * a + t.blockY0 * b);
    }

    /**
     * Blocks inside of all edges, which follow each other in a row. Where all pass, which is common
     * here, nothing is loaded that is not tested.
     */
    private void inside(
            TileTriangle t, TileSamples tile, int id, RasterCounts counts, int s, int lane) {
        float[] depth = tile.depth;
        int[] visible = tile.visible;
        int stride = 16 * tile.samples;
        int rowStride = stride * tile.blocksAcross;
        int at0 = t.blockY0 * rowStride + t.blockX0 * stride + 16 * s + lane;
        int rows = t.blockY1 - t.blockY0 + 1;
        var x0 = FloatVector.fromArray(F, VectorRasterKernels.LANE_FX, lane).add(left(t, s));
        var y = FloatVector.fromArray(F, VectorRasterKernels.LANE_FY, lane).add(top(t, s));
        float dzdy = t.dzdy;
        var dzdx = FloatVector.broadcast(F, t.dzdx);
        var z0 = FloatVector.broadcast(F, t.z0);
        var zMin = IntVector.broadcast(I, Float.floatToRawIntBits(t.zMin));
        var zMax = IntVector.broadcast(I, Float.floatToRawIntBits(t.zMax));
        var ids = IntVector.broadcast(I, id);
        int tested = 0;
        int passed = 0;
        for (int row = 0; row < rows; row++, at0 += rowStride) {
            int blocks = t.insideBlocks[row];
            if (blocks != 0) {
                int from = Integer.numberOfTrailingZeros(blocks);
                int to = 32 - Integer.numberOfLeadingZeros(blocks);
                tested += STEP * (to - from);
                var x = x0.add(from << BLOCK_BITS);
                var yz = y.mul(dzdy);
                int end = at0 + to * stride;
                for (int at = at0 + from * stride; at < end; at += stride) {
                    var z =
                            x.mul(dzdx)
                                    .add(z0)
                                    .add(yz)
                                    .reinterpretAsInts()
                                    .max(zMin)
                                    .min(zMax)
                                    .reinterpretAsFloats();
                    var stored = FloatVector.fromArray(F, depth, at);
                    var nearer = z.lt(stored);
                    long hits = nearer.toLong();
                    if (hits == ALL) {
                        passed += STEP;
                        z.intoArray(depth, at);
                        if (id >= 0) {
                            ids.intoArray(visible, at);
                        }
                    } else if (hits != 0) {
                        passed += Long.bitCount(hits);
                        stored.blend(z, nearer).intoArray(depth, at);
                        if (id >= 0) {
                            IntVector.fromArray(I, visible, at)
                                    .blend(ids, nearer.cast(I))
                                    .intoArray(visible, at);
                        }
                    }
                    x = x.add(VectorRasterKernels.BLOCK_FX);
                }
            }
            y = y.add(VectorRasterKernels.BLOCK_FX);
        }
        counts.add(0, tested, passed);
    }

    /**
     * Blocks that edges may cross, one after the other: there are few in each row, as many as
     * nobody can predict, so that the rows are gone through four at a time.
     */
    private void crossed(
            TileTriangle t, TileSamples tile, int id, RasterCounts counts, int s, int lane) {
        float[] depth = tile.depth;
        int[] visible = tile.visible;
        int stride = 16 * tile.samples;
        int rowStride = stride * tile.blocksAcross;
        int at0 = t.blockY0 * rowStride + t.blockX0 * stride + 16 * s + lane;
        int c0 = first(t, s, 0, t.a0, t.b0);
        int c1 = first(t, s, 1, t.a1, t.b1);
        int c2 = first(t, s, 2, t.a2, t.b2);
        int left = left(t, s);
        int top = top(t, s);
        var i = IntVector.fromArray(I, VectorRasterKernels.LANE_I, lane);
        var j = IntVector.fromArray(I, VectorRasterKernels.LANE_J, lane);
        var lane0 = i.mul(t.a0).add(j.mul(t.b0));
        var lane1 = i.mul(t.a1).add(j.mul(t.b1));
        var lane2 = i.mul(t.a2).add(j.mul(t.b2));
        var laneX = FloatVector.fromArray(F, VectorRasterKernels.LANE_FX, lane);
        var laneY = FloatVector.fromArray(F, VectorRasterKernels.LANE_FY, lane);
        var dzdx = FloatVector.broadcast(F, t.dzdx);
        var dzdy = FloatVector.broadcast(F, t.dzdy);
        var z0 = FloatVector.broadcast(F, t.z0);
        var zMin = IntVector.broadcast(I, Float.floatToRawIntBits(t.zMin));
        var zMax = IntVector.broadcast(I, Float.floatToRawIntBits(t.zMax));
        int tested = 0;
        int passed = 0;
        for (int row = 0; row <= t.blockY1 - t.blockY0; row += 4) {
            for (long blocks = fourRows(t.crossedBlocks, row); blocks != 0; blocks &= blocks - 1) {
                int block = Long.numberOfTrailingZeros(blocks);
                int blockX = block & ACROSS - 1;
                int blockY = row + (block >> 4);
                int column = 4 * blockX;
                int line = 4 * blockY;
                int at = at0 + blockY * rowStride + blockX * stride;
                var covered =
                        lane0.add(c0 + t.a0 * column + t.b0 * line)
                                .or(lane1.add(c1 + t.a1 * column + t.b1 * line))
                                .or(lane2.add(c2 + t.a2 * column + t.b2 * line))
                                .compare(VectorOperators.GE, 0);
                var yz = laneY.add(top + (blockY << BLOCK_BITS)).mul(dzdy);
                var z =
                        laneX.add(left + (blockX << BLOCK_BITS))
                                .mul(dzdx)
                                .add(z0)
                                .add(yz)
                                .reinterpretAsInts()
                                .max(zMin)
                                .min(zMax)
                                .reinterpretAsFloats();
                var stored = FloatVector.fromArray(F, depth, at);
                var nearer = z.lt(stored).and(covered.cast(F));
                tested += covered.trueCount();
                long hits = nearer.toLong();
                if (hits != 0) {
                    passed += Long.bitCount(hits);
                    stored.blend(z, nearer).intoArray(depth, at);
                    if (id >= 0) {
                        IntVector.fromArray(I, visible, at)
                                .blend(id, nearer.cast(I))
                                .intoArray(visible, at);
                    }
                }
            }
        }
        counts.add(0, tested, passed);
    }

    private static long fourRows(int[] blocks, int row) {
        return blocks[row]
                | (long) blocks[row + 1] << ACROSS
                | (long) blocks[row + 2] << 2 * ACROSS
                | (long) blocks[row + 3] << 3 * ACROSS;
    }

    /** A sample's column in the first block's first pixel from vertex 0, fixed point. */
    private int left(TileTriangle t, int s) {
        return t.originX + (t.blockX0 << BLOCK_BITS) + pattern.x(s);
    }

    /** Its row, likewise. */
    private int top(TileTriangle t, int s) {
        return t.originY + (t.blockY0 << BLOCK_BITS) + pattern.y(s);
    }
}
