package dev.azulejo.core.kernel.vector;

import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.kernel.CandidateBlocks;
import dev.azulejo.core.kernel.DepthRange;
import dev.azulejo.core.kernel.RasterCounts;
import dev.azulejo.core.kernel.RasterKernels;
import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.ScalarRasterKernels;
import dev.azulejo.core.kernel.SmallTriangles;
import dev.azulejo.core.kernel.TileSamples;
import dev.azulejo.core.kernel.TileTriangle;
import dev.azulejo.core.kernel.TrianglePlanes;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Vector twin of {@link ScalarRasterKernels}: a 4x4 block of one sample is 16 lanes, in one, two or
 * four vectors.
 */
public final class VectorRasterKernels implements RasterKernels {
    private static final VectorSpecies<Float> F = FloatVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Integer> I = IntVector.SPECIES_PREFERRED;
    static final int STEP = Math.min(16, F.length());

    /** Pixel offsets of the lanes of a block, in pixels. */
    static final int[] LANE_I = new int[16];

    static final int[] LANE_J = new int[16];

    /** The same in fixed-point units, as floats: exact. */
    static final float[] LANE_FX = new float[16];

    static final float[] LANE_FY = new float[16];

    /** Blocks up to which {@link #few} is faster where pixels have several samples, measured. */
    private static final int FEW = 16;

    /** Blocks from which on {@link LargeTriangles} are faster, measured. */
    private static final int LARGE = 12;

    /** Side of a block in fixed-point units. */
    static final float BLOCK_FX = 4 << TrianglePlanes.SUBPIXEL_BITS;

    static {
        for (int lane = 0; lane < 16; lane++) {
            LANE_I[lane] = lane & 3;
            LANE_J[lane] = lane >> 2;
            LANE_FX[lane] = (lane & 3) << TrianglePlanes.SUBPIXEL_BITS;
            LANE_FY[lane] = lane >> 2 << TrianglePlanes.SUBPIXEL_BITS;
        }
    }

    private final SamplePattern pattern;
    private final ScalarRasterKernels scalar;
    private final LargeTriangles large;

    /** Kernels for a number of samples a pixel. */
    public VectorRasterKernels(SamplePattern pattern) {
        this.pattern = pattern;
        this.scalar = new ScalarRasterKernels(pattern);
        this.large = new LargeTriangles(pattern);
    }

    @Override
    public void visibility(TileTriangle t, TileSamples tile, int id, RasterCounts counts) {
        if (t.compare == CompareFunction.LESS && t.depthWrite && !t.cutsBlocks()) {
            int blocks = (t.blockX1 - t.blockX0 + 1) * (t.blockY1 - t.blockY0 + 1);
            if (blocks <= (tile.samples == 1 ? 1 : FEW)) {
                few(t, tile, id, counts);
            } else if (blocks >= LARGE) {
                large.draw(t, tile, id, counts);
            } else {
                nearest(t, tile, id, counts);
            }
        } else if (ordered(t.compare)) {
            general(t, tile, id, counts);
        } else {
            scalar.visibility(t, tile, id, counts);
        }
    }

    private static boolean ordered(CompareFunction compare) {
        return compare.passesLess() != compare.passesGreater();
    }

    /** Edge offsets of the 16 pixels of a block. */
    private static int[] laneEdges(TileTriangle t) {
        int[] to = t.laneEdge;
        for (int lane = 0; lane < 16; lane += STEP) {
            var i = IntVector.fromArray(I, LANE_I, lane);
            var j = IntVector.fromArray(I, LANE_J, lane);
            i.mul(t.a0).add(j.mul(t.b0)).intoArray(to, lane);
            i.mul(t.a1).add(j.mul(t.b1)).intoArray(to, 16 + lane);
            i.mul(t.a2).add(j.mul(t.b2)).intoArray(to, 32 + lane);
        }
        return to;
    }

    /**
     * The common case: compare LESS, depth write on, no block cut. Each part of a block that fits a
     * vector sweeps over all blocks by itself, so that everything stays in registers and advances
     * by addition. Offsets are integers below 24 bits: floats hold them exactly, however summed.
     */
    private void nearest(TileTriangle t, TileSamples tile, int id, RasterCounts counts) {
        float[] depth = tile.depth;
        int[] visible = tile.visible;
        int samples = tile.samples;
        int blockX0 = t.blockX0;
        int blocksX = t.blockX1 - blockX0 + 1;
        int blockY0 = t.blockY0;
        int blocksY = t.blockY1 - blockY0 + 1;
        int stride = 16 * samples;
        int rowStride = stride * tile.blocksAcross;
        int rowLength = stride * blocksX;
        int first = blockY0 * rowStride + blockX0 * stride;
        int across0 = 4 * t.a0;
        int across1 = 4 * t.a1;
        int across2 = 4 * t.a2;
        int down0 = 4 * t.b0;
        int down1 = 4 * t.b1;
        int down2 = 4 * t.b2;
        float dzdy = t.dzdy;
        var dzdx = FloatVector.broadcast(F, t.dzdx);
        var z0 = FloatVector.broadcast(F, t.z0);
        var zMin = IntVector.broadcast(I, Float.floatToRawIntBits(t.zMin));
        var zMax = IntVector.broadcast(I, Float.floatToRawIntBits(t.zMax));
        int tested = 0;
        int passed = 0;
        for (int part = 0; part < stride; part += STEP) {
            int s = part >> 4;
            int lane = part & 15;
            int fx = t.originX + (blockX0 << 2 + TrianglePlanes.SUBPIXEL_BITS) + pattern.x(s);
            int fy = t.originY + (blockY0 << 2 + TrianglePlanes.SUBPIXEL_BITS) + pattern.y(s);
            var i = IntVector.fromArray(I, LANE_I, lane).add(4 * blockX0);
            var j = IntVector.fromArray(I, LANE_J, lane).add(4 * blockY0);
            var row0 = i.mul(t.a0).add(j.mul(t.b0)).add(t.c[3 * s]);
            var row1 = i.mul(t.a1).add(j.mul(t.b1)).add(t.c[3 * s + 1]);
            var row2 = i.mul(t.a2).add(j.mul(t.b2)).add(t.c[3 * s + 2]);
            var rowX = FloatVector.fromArray(F, LANE_FX, lane).add(fx);
            var y = FloatVector.fromArray(F, LANE_FY, lane).add(fy);
            int row = first + part;
            for (int last = row + blocksY * rowStride; row < last; row += rowStride) {
                var e0 = row0;
                var e1 = row1;
                var e2 = row2;
                var x = rowX;
                var yz = y.mul(dzdy);
                for (int at = row, end = row + rowLength; at < end; at += stride) {
                    var covered = e0.or(e1).or(e2).compare(VectorOperators.GE, 0);
                    var z =
                            x.mul(dzdx)
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
                    e0 = e0.add(across0);
                    e1 = e1.add(across1);
                    e2 = e2.add(across2);
                    x = x.add(BLOCK_FX);
                }
                row0 = row0.add(down0);
                row1 = row1.add(down1);
                row2 = row2.add(down2);
                y = y.add(BLOCK_FX);
            }
        }
        counts.add((long) blocksX * blocksY, tested, passed);
    }

    /**
     * As {@link #nearest} for triangles that touch few blocks, most of a fine mesh: slopes are
     * multiplied out once for all samples, and there is no branch on what is visible, which is as
     * good as random here.
     */
    private void few(TileTriangle t, TileSamples tile, int id, RasterCounts counts) {
        float[] depth = tile.depth;
        int[] visible = tile.visible;
        int[] c = t.c;
        int samples = tile.samples;
        int stride = 16 * samples;
        var dzdx = FloatVector.broadcast(F, t.dzdx);
        var dzdy = FloatVector.broadcast(F, t.dzdy);
        var z0 = FloatVector.broadcast(F, t.z0);
        var zMin = IntVector.broadcast(I, Float.floatToRawIntBits(t.zMin));
        var zMax = IntVector.broadcast(I, Float.floatToRawIntBits(t.zMax));
        int tested = 0;
        int passed = 0;
        for (int lane = 0; lane < 16; lane += STEP) {
            var i = IntVector.fromArray(I, LANE_I, lane);
            var j = IntVector.fromArray(I, LANE_J, lane);
            var lane0 = i.mul(t.a0).add(j.mul(t.b0));
            var lane1 = i.mul(t.a1).add(j.mul(t.b1));
            var lane2 = i.mul(t.a2).add(j.mul(t.b2));
            var laneX = FloatVector.fromArray(F, LANE_FX, lane);
            var laneY = FloatVector.fromArray(F, LANE_FY, lane);
            for (int blockY = t.blockY0; blockY <= t.blockY1; blockY++) {
                for (int blockX = t.blockX0; blockX <= t.blockX1; blockX++) {
                    int at = (blockY * tile.blocksAcross + blockX) * stride + lane;
                    int block0 = blockX * t.a0 + blockY * t.b0 << 2;
                    int block1 = blockX * t.a1 + blockY * t.b1 << 2;
                    int block2 = blockX * t.a2 + blockY * t.b2 << 2;
                    int x = t.originX + (blockX << 2 + TrianglePlanes.SUBPIXEL_BITS);
                    int y = t.originY + (blockY << 2 + TrianglePlanes.SUBPIXEL_BITS);
                    for (int s = 0; s < samples; s++, at += 16) {
                        var covered =
                                lane0.add(block0 + c[3 * s])
                                        .or(lane1.add(block1 + c[3 * s + 1]))
                                        .or(lane2.add(block2 + c[3 * s + 2]))
                                        .compare(VectorOperators.GE, 0);
                        var yz = laneY.add(y + pattern.y(s)).mul(dzdy);
                        var z =
                                laneX.add(x + pattern.x(s))
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
                        passed += nearer.trueCount();
                        stored.blend(z, nearer).intoArray(depth, at);
                        if (id >= 0) {
                            IntVector.fromArray(I, visible, at)
                                    .blend(id, nearer.cast(I))
                                    .intoArray(visible, at);
                        }
                    }
                }
            }
        }
        counts.add(
                (long) (t.blockX1 - t.blockX0 + 1) * (t.blockY1 - t.blockY0 + 1), tested, passed);
    }

    /**
     * Coverage in lanes, a triangle each; what is left, a pixel or two a triangle, goes one by one,
     * since triangles may lie on each other.
     */
    @Override
    public void small(SmallTriangles triangles, TileSamples tile, RasterCounts counts) {
        cover(triangles);
        int[] r = triangles.records;
        int[] corner = triangles.corner;
        float[] depth = tile.depth;
        int[] visible = tile.visible;
        int across = tile.blocksAcross;
        int blocks = 0;
        int tested = 0;
        int passed = 0;
        for (int i = 0; i < triangles.count; i++) {
            int id = triangles.firstId + i * triangles.idStep;
            int left = triangles.covered[i];
            if (left == 0) {
                // Rare, and whether any block of it counts is said there
                var t = triangles.single(i, pattern);
                if (t != null) {
                    visibility(t, tile, id, counts);
                }
                continue;
            }
            int at = triangles.at[i];
            int column = triangles.column[i];
            int row = triangles.row[i];
            float z0 = Float.intBitsToFloat(r[at + TrianglePlanes.Z0]);
            float dzdx = Float.intBitsToFloat(r[at + TrianglePlanes.DZDX]);
            float dzdy = Float.intBitsToFloat(r[at + TrianglePlanes.DZDY]);
            int zMin = r[at + TrianglePlanes.Z_MIN];
            int zMax = r[at + TrianglePlanes.Z_MAX];
            int x0 = TrianglePlanes.SUBPIXEL_HALF - corner[i];
            int y0 = TrianglePlanes.SUBPIXEL_HALF - corner[SmallTriangles.MOST + i];
            blocks += triangles.blocks[i];
            tested += Integer.bitCount(left);
            do {
                int k = Integer.numberOfTrailingZeros(left);
                int x = column + (k & 3);
                int y = row + (k >> 2);
                int to = ((y >> 2) * across + (x >> 2) << 4) + ((y & 3) << 2) + (x & 3);
                float fx = x0 + ((k & 3) << TrianglePlanes.SUBPIXEL_BITS);
                float fy = y0 + (k >> 2 << TrianglePlanes.SUBPIXEL_BITS);
                float z = DepthRange.hold((z0 + dzdx * fx) + dzdy * fy, zMin, zMax);
                if (z < depth[to]) {
                    depth[to] = z;
                    if (id >= 0) {
                        visible[to] = id;
                    }
                    passed++;
                }
                left &= left - 1;
            } while (left != 0);
        }
        counts.add(blocks, tested, passed);
    }

    /** Finds the pixels that small triangles cover; products have 22 bits. */
    private static void cover(SmallTriangles triangles) {
        int[] corner = triangles.corner;
        int most = SmallTriangles.MOST;
        // Mostly all bounds have 2x2 pixels at most, in a fine mesh.
        boolean few = triangles.reach <= 1;
        int bits = few ? 8 : 16;
        int inBounds = few ? 0x33 : 0xffff;
        for (int i = 0; i < triangles.count; i += I.length()) {
            var x0 = IntVector.fromArray(I, corner, i);
            var y0 = IntVector.fromArray(I, corner, most + i);
            var x1 = IntVector.fromArray(I, corner, 2 * most + i);
            var y1 = IntVector.fromArray(I, corner, 3 * most + i);
            var x2 = IntVector.fromArray(I, corner, 4 * most + i);
            var y2 = IntVector.fromArray(I, corner, 5 * most + i);
            var a0 = y0.sub(y1);
            var b0 = x1.sub(x0);
            var a1 = y1.sub(y2);
            var b1 = x2.sub(x1);
            var a2 = y2.sub(y0);
            var b2 = x0.sub(x2);
            // TileTriangle.bias
            var bias0 =
                    a0.add(a0)
                            .add(b0.neg().lanewise(VectorOperators.LSHR, 31))
                            .sub(1)
                            .lanewise(VectorOperators.ASHR, 31);
            var bias1 =
                    a1.add(a1)
                            .add(b1.neg().lanewise(VectorOperators.LSHR, 31))
                            .sub(1)
                            .lanewise(VectorOperators.ASHR, 31);
            var bias2 =
                    a2.add(a2)
                            .add(b2.neg().lanewise(VectorOperators.LSHR, 31))
                            .sub(1)
                            .lanewise(VectorOperators.ASHR, 31);
            x0 = x0.neg().add(TrianglePlanes.SUBPIXEL_HALF);
            y0 = y0.neg().add(TrianglePlanes.SUBPIXEL_HALF);
            var e0 = a0.mul(x0).add(b0.mul(y0)).add(bias0);
            var e1 = a1.mul(x0.sub(b0)).add(b1.mul(y0.add(a0))).add(bias1);
            var e2 = a2.mul(x0).add(b2.mul(y0)).add(bias2);
            a0 = a0.lanewise(VectorOperators.LSHL, TrianglePlanes.SUBPIXEL_BITS);
            a1 = a1.lanewise(VectorOperators.LSHL, TrianglePlanes.SUBPIXEL_BITS);
            a2 = a2.lanewise(VectorOperators.LSHL, TrianglePlanes.SUBPIXEL_BITS);
            b0 = b0.lanewise(VectorOperators.LSHL, TrianglePlanes.SUBPIXEL_BITS);
            b1 = b1.lanewise(VectorOperators.LSHL, TrianglePlanes.SUBPIXEL_BITS);
            b2 = b2.lanewise(VectorOperators.LSHL, TrianglePlanes.SUBPIXEL_BITS);
            // Where an edge function is negative its sign is a bit of what is outside.
            var outside = IntVector.zero(I);
            for (int bit = 0; bit < bits; bit += 4) {
                outside =
                        outside.or(
                                e0.or(e1)
                                        .or(e2)
                                        .lanewise(VectorOperators.LSHR, 31)
                                        .lanewise(VectorOperators.LSHL, bit));
                var f0 = e0.add(a0);
                var f1 = e1.add(a1);
                var f2 = e2.add(a2);
                outside =
                        outside.or(
                                f0.or(f1)
                                        .or(f2)
                                        .lanewise(VectorOperators.LSHR, 31)
                                        .lanewise(VectorOperators.LSHL, bit + 1));
                if (few) {
                    e0 = e0.add(b0);
                    e1 = e1.add(b1);
                    e2 = e2.add(b2);
                    continue;
                }
                f0 = f0.add(a0);
                f1 = f1.add(a1);
                f2 = f2.add(a2);
                outside =
                        outside.or(
                                f0.or(f1)
                                        .or(f2)
                                        .lanewise(VectorOperators.LSHR, 31)
                                        .lanewise(VectorOperators.LSHL, bit + 2));
                f0 = f0.add(a0);
                f1 = f1.add(a1);
                f2 = f2.add(a2);
                outside =
                        outside.or(
                                f0.or(f1)
                                        .or(f2)
                                        .lanewise(VectorOperators.LSHR, 31)
                                        .lanewise(VectorOperators.LSHL, bit + 3));
                e0 = e0.add(b0);
                e1 = e1.add(b1);
                e2 = e2.add(b2);
            }
            outside.lanewise(VectorOperators.XOR, inBounds).intoArray(triangles.covered, i);
        }
    }

    /**
     * Any compare function that orders depths (less, less-equal and their mirrors), any write
     * state, cut bounds. Greater is less with both signs turned.
     */
    private void general(TileTriangle t, TileSamples tile, int id, RasterCounts counts) {
        int samples = tile.samples;
        int[] c = t.c;
        int[] laneEdge = laneEdges(t);
        float[] depth = tile.depth;
        int[] visible = tile.visible;
        float sign = t.compare.passesLess() ? 1 : -1;
        int zMin = Float.floatToRawIntBits(t.zMin);
        int zMax = Float.floatToRawIntBits(t.zMax);
        var equalPasses = F.maskAll(t.compare.passesEqual());
        var writes = F.maskAll(t.depthWrite);
        int most0 = Math.max(0, 3 * t.a0) + Math.max(0, 3 * t.b0);
        int most1 = Math.max(0, 3 * t.a1) + Math.max(0, 3 * t.b1);
        int most2 = Math.max(0, 3 * t.a2) + Math.max(0, 3 * t.b2);
        int tested = 0;
        int passed = 0;
        for (int blockY = t.blockY0; blockY <= t.blockY1; blockY++) {
            for (int blockX = t.blockX0; blockX <= t.blockX1; blockX++) {
                int column = 4 * blockX;
                int row = 4 * blockY;
                int at = (blockY * tile.blocksAcross + blockX) * samples * 16;
                for (int s = 0; s < samples; s++, at += 16) {
                    int e0 = t.b0 * row + t.a0 * column + c[3 * s];
                    int e1 = t.b1 * row + t.a1 * column + c[3 * s + 1];
                    int e2 = t.b2 * row + t.a2 * column + c[3 * s + 2];
                    if ((e0 + most0 | e1 + most1 | e2 + most2) < 0) {
                        continue;
                    }
                    float fx = t.originX + (column << TrianglePlanes.SUBPIXEL_BITS) + pattern.x(s);
                    float fy = t.originY + (row << TrianglePlanes.SUBPIXEL_BITS) + pattern.y(s);
                    for (int lane = 0; lane < 16; lane += STEP) {
                        var edges =
                                IntVector.fromArray(I, laneEdge, lane)
                                        .add(e0)
                                        .or(IntVector.fromArray(I, laneEdge, 16 + lane).add(e1))
                                        .or(IntVector.fromArray(I, laneEdge, 32 + lane).add(e2));
                        var i = IntVector.fromArray(I, LANE_I, lane).add(column);
                        var j = IntVector.fromArray(I, LANE_J, lane).add(row);
                        edges =
                                edges.or(i.sub(t.pixelX0))
                                        .or(i.neg().add(t.pixelX1))
                                        .or(j.sub(t.pixelY0))
                                        .or(j.neg().add(t.pixelY1));
                        var covered = edges.compare(VectorOperators.GE, 0).cast(F);
                        var x = FloatVector.fromArray(F, LANE_FX, lane).add(fx);
                        var y = FloatVector.fromArray(F, LANE_FY, lane).add(fy);
                        var z =
                                x.mul(t.dzdx)
                                        .add(t.z0)
                                        .add(y.mul(t.dzdy))
                                        .reinterpretAsInts()
                                        .max(zMin)
                                        .min(zMax)
                                        .reinterpretAsFloats();
                        var stored = FloatVector.fromArray(F, depth, at + lane);
                        var pass =
                                z.mul(sign)
                                        .lt(stored.mul(sign))
                                        .or(z.eq(stored).and(equalPasses))
                                        .and(covered);
                        tested += covered.trueCount();
                        passed += pass.trueCount();
                        stored.blend(z, pass.and(writes)).intoArray(depth, at + lane);
                        if (id >= 0) {
                            IntVector.fromArray(I, visible, at + lane)
                                    .blend(id, pass.cast(I))
                                    .intoArray(visible, at + lane);
                        }
                    }
                }
            }
        }
        counts.add(
                (long) (t.blockX1 - t.blockX0 + 1) * (t.blockY1 - t.blockY0 + 1), tested, passed);
    }

    @Override
    public void candidates(
            TileTriangle t, TileSamples tile, CandidateBlocks out, RasterCounts counts) {
        if (!ordered(t.compare)) {
            scalar.candidates(t, tile, out, counts);
            return;
        }
        int samples = tile.samples;
        int[] c = t.c;
        int[] laneEdge = laneEdges(t);
        float[] depth = tile.depth;
        float sign = t.compare.passesLess() ? 1 : -1;
        int zMin = Float.floatToRawIntBits(t.zMin);
        int zMax = Float.floatToRawIntBits(t.zMax);
        VectorMask<Float> equalPasses = F.maskAll(t.compare.passesEqual());
        int most0 = Math.max(0, 3 * t.a0) + Math.max(0, 3 * t.b0);
        int most1 = Math.max(0, 3 * t.a1) + Math.max(0, 3 * t.b1);
        int most2 = Math.max(0, 3 * t.a2) + Math.max(0, 3 * t.b2);
        int tested = 0;
        int passed = 0;
        int count = 0;
        for (int blockY = t.blockY0; blockY <= t.blockY1; blockY++) {
            for (int blockX = t.blockX0; blockX <= t.blockX1; blockX++) {
                int column = 4 * blockX;
                int row = 4 * blockY;
                int block = blockY * tile.blocksAcross + blockX;
                int at = block * samples * 16;
                int to = count * samples * 16;
                int any = 0;
                for (int s = 0; s < samples; s++, at += 16, to += 16) {
                    int e0 = t.b0 * row + t.a0 * column + c[3 * s];
                    int e1 = t.b1 * row + t.a1 * column + c[3 * s + 1];
                    int e2 = t.b2 * row + t.a2 * column + c[3 * s + 2];
                    if ((e0 + most0 | e1 + most1 | e2 + most2) < 0) {
                        out.mask[count * samples + s] = 0;
                        continue;
                    }
                    float fx = t.originX + (column << TrianglePlanes.SUBPIXEL_BITS) + pattern.x(s);
                    float fy = t.originY + (row << TrianglePlanes.SUBPIXEL_BITS) + pattern.y(s);
                    int mask = 0;
                    for (int lane = 0; lane < 16; lane += STEP) {
                        var edges =
                                IntVector.fromArray(I, laneEdge, lane)
                                        .add(e0)
                                        .or(IntVector.fromArray(I, laneEdge, 16 + lane).add(e1))
                                        .or(IntVector.fromArray(I, laneEdge, 32 + lane).add(e2));
                        var i = IntVector.fromArray(I, LANE_I, lane).add(column);
                        var j = IntVector.fromArray(I, LANE_J, lane).add(row);
                        edges =
                                edges.or(i.sub(t.pixelX0))
                                        .or(i.neg().add(t.pixelX1))
                                        .or(j.sub(t.pixelY0))
                                        .or(j.neg().add(t.pixelY1));
                        var covered = edges.compare(VectorOperators.GE, 0).cast(F);
                        var x = FloatVector.fromArray(F, LANE_FX, lane).add(fx);
                        var y = FloatVector.fromArray(F, LANE_FY, lane).add(fy);
                        var z =
                                x.mul(t.dzdx)
                                        .add(t.z0)
                                        .add(y.mul(t.dzdy))
                                        .reinterpretAsInts()
                                        .max(zMin)
                                        .min(zMax)
                                        .reinterpretAsFloats();
                        var stored = FloatVector.fromArray(F, depth, at + lane);
                        var pass =
                                z.mul(sign)
                                        .lt(stored.mul(sign))
                                        .or(z.eq(stored).and(equalPasses))
                                        .and(covered);
                        tested += covered.trueCount();
                        z.intoArray(out.depth, to + lane);
                        mask |= (int) pass.toLong() << lane;
                    }
                    passed += Integer.bitCount(mask);
                    out.mask[count * samples + s] = mask;
                    any |= mask;
                }
                if (any != 0) {
                    out.block[count++] = block;
                }
            }
        }
        out.count = count;
        counts.add(
                (long) (t.blockX1 - t.blockX0 + 1) * (t.blockY1 - t.blockY0 + 1), tested, passed);
    }
}
