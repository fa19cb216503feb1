package dev.azulejo.core.kernel.vector;

import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.kernel.CandidateBlocks;
import dev.azulejo.core.kernel.RasterCounts;
import dev.azulejo.core.kernel.RasterKernels;
import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.ScalarRasterKernels;
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
    private static final int STEP = Math.min(16, F.length());

    /** Pixel offsets of the lanes of a block, in pixels. */
    private static final int[] LANE_I = new int[16];

    private static final int[] LANE_J = new int[16];

    /** The same in fixed-point units, as floats: exact. */
    private static final float[] LANE_FX = new float[16];

    private static final float[] LANE_FY = new float[16];

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

    /** Kernels for a number of samples a pixel. */
    public VectorRasterKernels(SamplePattern pattern) {
        this.pattern = pattern;
        this.scalar = new ScalarRasterKernels(pattern);
    }

    @Override
    public void visibility(TileTriangle t, TileSamples tile, int id, RasterCounts counts) {
        if (t.compare == CompareFunction.LESS && t.depthWrite && !t.cut) {
            nearest(t, tile, id, counts);
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

    /** The common case: compare LESS, depth write on, bounds not cut. */
    private void nearest(TileTriangle t, TileSamples tile, int id, RasterCounts counts) {
        int samples = tile.samples;
        int[] c = t.c;
        int[] laneEdge = laneEdges(t);
        float[] depth = tile.depth;
        int[] visible = tile.visible;
        int a0 = t.a0;
        int a1 = t.a1;
        int a2 = t.a2;
        int b0 = t.b0;
        int b1 = t.b1;
        int b2 = t.b2;
        int most0 = Math.max(0, 3 * a0) + Math.max(0, 3 * b0);
        int most1 = Math.max(0, 3 * a1) + Math.max(0, 3 * b1);
        int most2 = Math.max(0, 3 * a2) + Math.max(0, 3 * b2);
        float z0 = t.z0;
        float dzdx = t.dzdx;
        float dzdy = t.dzdy;
        float zMin = t.zMin;
        float zMax = t.zMax;
        int tested = 0;
        int passed = 0;
        for (int blockY = t.blockY0; blockY <= t.blockY1; blockY++) {
            int row0 = b0 * 4 * blockY;
            int row1 = b1 * 4 * blockY;
            int row2 = b2 * 4 * blockY;
            int fyRow = t.originY + (blockY << 2 + TrianglePlanes.SUBPIXEL_BITS);
            for (int blockX = t.blockX0; blockX <= t.blockX1; blockX++) {
                int column = 4 * blockX;
                int base0 = row0 + a0 * column;
                int base1 = row1 + a1 * column;
                int base2 = row2 + a2 * column;
                int fxColumn = t.originX + (column << TrianglePlanes.SUBPIXEL_BITS);
                int at = (blockY * tile.blocksAcross + blockX) * samples * 16;
                for (int s = 0; s < samples; s++, at += 16) {
                    int e0 = base0 + c[3 * s];
                    int e1 = base1 + c[3 * s + 1];
                    int e2 = base2 + c[3 * s + 2];
                    if ((e0 + most0 | e1 + most1 | e2 + most2) < 0) {
                        continue;
                    }
                    float fx = fxColumn + pattern.x(s);
                    float fy = fyRow + pattern.y(s);
                    for (int lane = 0; lane < 16; lane += STEP) {
                        var edges =
                                IntVector.fromArray(I, laneEdge, lane)
                                        .add(e0)
                                        .or(IntVector.fromArray(I, laneEdge, 16 + lane).add(e1))
                                        .or(IntVector.fromArray(I, laneEdge, 32 + lane).add(e2));
                        var covered = edges.compare(VectorOperators.GE, 0);
                        var x = FloatVector.fromArray(F, LANE_FX, lane).add(fx);
                        var y = FloatVector.fromArray(F, LANE_FY, lane).add(fy);
                        var z = x.mul(dzdx).add(z0).add(y.mul(dzdy)).max(zMin).min(zMax);
                        var stored = FloatVector.fromArray(F, depth, at + lane);
                        var nearer = z.lt(stored).and(covered.cast(F));
                        tested += covered.trueCount();
                        long hits = nearer.toLong();
                        if (hits != 0) {
                            passed += Long.bitCount(hits);
                            stored.blend(z, nearer).intoArray(depth, at + lane);
                            IntVector.fromArray(I, visible, at + lane)
                                    .blend(id, nearer.cast(I))
                                    .intoArray(visible, at + lane);
                        }
                    }
                }
            }
        }
        counts.blocks += (long) (t.blockX1 - t.blockX0 + 1) * (t.blockY1 - t.blockY0 + 1);
        counts.tested += tested;
        counts.passed += passed;
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
                        var z = x.mul(t.dzdx).add(t.z0).add(y.mul(t.dzdy)).max(t.zMin).min(t.zMax);
                        var stored = FloatVector.fromArray(F, depth, at + lane);
                        var pass =
                                z.mul(sign)
                                        .lt(stored.mul(sign))
                                        .or(z.eq(stored).and(equalPasses))
                                        .and(covered);
                        tested += covered.trueCount();
                        passed += pass.trueCount();
                        stored.blend(z, pass.and(writes)).intoArray(depth, at + lane);
                        IntVector.fromArray(I, visible, at + lane)
                                .blend(id, pass.cast(I))
                                .intoArray(visible, at + lane);
                    }
                }
            }
        }
        counts.blocks += (long) (t.blockX1 - t.blockX0 + 1) * (t.blockY1 - t.blockY0 + 1);
        counts.tested += tested;
        counts.passed += passed;
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
                        var z = x.mul(t.dzdx).add(t.z0).add(y.mul(t.dzdy)).max(t.zMin).min(t.zMax);
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
        counts.blocks += (long) (t.blockX1 - t.blockX0 + 1) * (t.blockY1 - t.blockY0 + 1);
        counts.tested += tested;
        counts.passed += passed;
    }
}
