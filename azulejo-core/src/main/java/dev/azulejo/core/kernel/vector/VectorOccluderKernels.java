package dev.azulejo.core.kernel.vector;

import dev.azulejo.core.kernel.DepthKeys;
import dev.azulejo.core.kernel.OccluderBlocks;
import dev.azulejo.core.kernel.OccluderKernels;
import dev.azulejo.core.kernel.ScalarOccluderKernels;
import dev.azulejo.core.kernel.TrianglePlanes;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Vector twin of {@link ScalarOccluderKernels}: a block a lane. */
public final class VectorOccluderKernels implements OccluderKernels {
    private static final VectorSpecies<Integer> I = IntVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Float> F = FloatVector.SPECIES_PREFERRED;
    private static final int SHIFT = TrianglePlanes.SUBPIXEL_BITS;

    @Override
    public void cover(OccluderBlocks blocks) {
        int[] lanes = blocks.lanes;
        int count = blocks.count;
        boolean reversed = blocks.reversed;
        // Lanes behind the last hold what was there before
        for (int at = 0; at < count; at += I.length()) {
            var a0 = IntVector.fromArray(I, lanes, OccluderBlocks.A0 + at);
            var b0 = IntVector.fromArray(I, lanes, OccluderBlocks.B0 + at);
            var a1 = IntVector.fromArray(I, lanes, OccluderBlocks.A1 + at);
            var b1 = IntVector.fromArray(I, lanes, OccluderBlocks.B1 + at);
            var a2 = IntVector.fromArray(I, lanes, OccluderBlocks.A2 + at);
            var b2 = IntVector.fromArray(I, lanes, OccluderBlocks.B2 + at);
            // From the last pixel to the first, so that the first is the lowest bit
            var e0 = IntVector.fromArray(I, lanes, OccluderBlocks.E0 + at).add(a0.add(b0).mul(3));
            var e1 = IntVector.fromArray(I, lanes, OccluderBlocks.E1 + at).add(a1.add(b1).mul(3));
            var e2 = IntVector.fromArray(I, lanes, OccluderBlocks.E2 + at).add(a2.add(b2).mul(3));
            var outside = IntVector.zero(I);
            for (int column = 0; column < 4; column++) {
                var v0 = e0;
                var v1 = e1;
                var v2 = e2;
                for (int row = 0; row < 4; row++) {
                    var sign = v0.or(v1).or(v2).lanewise(VectorOperators.LSHR, 31);
                    outside = outside.lanewise(VectorOperators.LSHL, 1).or(sign);
                    v0 = v0.sub(b0);
                    v1 = v1.sub(b1);
                    v2 = v2.sub(b2);
                }
                e0 = e0.sub(a0);
                e1 = e1.sub(a1);
                e2 = e2.sub(a2);
            }
            var covered =
                    IntVector.fromArray(I, lanes, OccluderBlocks.WITHIN + at).and(outside.not());
            covered.intoArray(lanes, OccluderBlocks.COVERED + at);

            // Which columns and rows have a pixel, four bits each
            var inColumn = covered.or(covered.lanewise(VectorOperators.LSHR, 1));
            inColumn = inColumn.or(inColumn.lanewise(VectorOperators.LSHR, 2)).and(0x1111);
            inColumn = inColumn.or(inColumn.lanewise(VectorOperators.LSHR, 3));
            inColumn = inColumn.or(inColumn.lanewise(VectorOperators.LSHR, 6)).and(0xf);
            var inRow = covered.or(covered.lanewise(VectorOperators.LSHR, 8));
            inRow = inRow.or(inRow.lanewise(VectorOperators.LSHR, 4)).and(0xf);
            var lastColumn =
                    inColumn.lanewise(VectorOperators.LSHR, 1)
                            .min(1)
                            .add(inColumn.lanewise(VectorOperators.LSHR, 2).min(1))
                            .add(inColumn.lanewise(VectorOperators.LSHR, 3));
            var lastRow =
                    inRow.lanewise(VectorOperators.LSHR, 1)
                            .min(1)
                            .add(inRow.lanewise(VectorOperators.LSHR, 2).min(1))
                            .add(inRow.lanewise(VectorOperators.LSHR, 3));
            // Less than three by how many of the first are without one
            var firstColumn =
                    inColumn.and(1).add(inColumn.and(3).min(1)).add(inColumn.and(7).min(1));
            var firstRow = inRow.and(1).add(inRow.and(3).min(1)).add(inRow.and(7).min(1));

            var dzdx =
                    IntVector.fromArray(I, lanes, OccluderBlocks.DZDX + at).reinterpretAsFloats();
            var dzdy =
                    IntVector.fromArray(I, lanes, OccluderBlocks.DZDY + at).reinterpretAsFloats();
            var right = dzdx.compare(VectorOperators.GT, 0).cast(I);
            var down = dzdy.compare(VectorOperators.GT, 0).cast(I);
            if (reversed) {
                right = right.not();
                down = down.not();
            }
            var x =
                    firstColumn
                            .neg()
                            .add(3)
                            .blend(lastColumn, right)
                            .lanewise(VectorOperators.LSHL, SHIFT)
                            .add(
                                    IntVector.broadcast(I, blocks.firstSample)
                                            .blend(blocks.lastSample, right))
                            .add(IntVector.fromArray(I, lanes, OccluderBlocks.X + at));
            var y =
                    firstRow.neg()
                            .add(3)
                            .blend(lastRow, down)
                            .lanewise(VectorOperators.LSHL, SHIFT)
                            .add(
                                    IntVector.broadcast(I, blocks.firstSample)
                                            .blend(blocks.lastSample, down))
                            .add(IntVector.fromArray(I, lanes, OccluderBlocks.Y + at));
            var z0 = IntVector.fromArray(I, lanes, OccluderBlocks.Z0 + at).reinterpretAsFloats();
            var low = IntVector.fromArray(I, lanes, OccluderBlocks.Z_MIN + at);
            var high = IntVector.fromArray(I, lanes, OccluderBlocks.Z_MAX + at);
            var z =
                    z0.add(dzdx.mul((FloatVector) x.convertShape(VectorOperators.I2F, F, 0)))
                            .add(dzdy.mul((FloatVector) y.convertShape(VectorOperators.I2F, F, 0)))
                            .reinterpretAsInts()
                            .max(low)
                            .min(high)
                            .reinterpretAsFloats()
                            .mul(DepthKeys.SCALE);
            var key = ((IntVector) z.convertShape(VectorOperators.F2I, I, 0)).min(DepthKeys.SCALE);
            if (reversed) {
                key = key.neg().add(DepthKeys.SCALE);
            } else {
                var whole = (FloatVector) key.convertShape(VectorOperators.I2F, F, 0);
                key = key.add(1, z.compare(VectorOperators.GT, whole).cast(I));
            }
            key.max(0).min(DepthKeys.UNKNOWN).intoArray(lanes, OccluderBlocks.KEY + at);
        }
    }
}
