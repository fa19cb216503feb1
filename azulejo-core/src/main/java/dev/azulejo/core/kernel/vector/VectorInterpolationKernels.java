package dev.azulejo.core.kernel.vector;

import dev.azulejo.core.kernel.InterpolationKernels;
import dev.azulejo.core.kernel.InterpolationTriangle;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.shader.FragmentBatch;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Vector twin of {@link dev.azulejo.core.kernel.ScalarInterpolationKernels}. */
public final class VectorInterpolationKernels implements InterpolationKernels {
    private static final VectorSpecies<Float> F = FloatVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Integer> I = IntVector.SPECIES_PREFERRED;

    @Override
    public void locate(
            int[] pixel,
            int first,
            int count,
            int tileX,
            int tileY,
            int blockShift,
            FragmentBatch batch) {
        int blockMask = (1 << blockShift) - 1;
        for (int i = 0; i < count; i += I.length()) {
            var p = IntVector.fromArray(I, pixel, first + i);
            var block = p.lanewise(VectorOperators.ASHR, 4);
            block.and(blockMask)
                    .lanewise(VectorOperators.LSHL, 2)
                    .add(p.and(3))
                    .add(tileX)
                    .intoArray(batch.pixelX, i);
            block.lanewise(VectorOperators.ASHR, blockShift)
                    .lanewise(VectorOperators.LSHL, 2)
                    .add(p.lanewise(VectorOperators.ASHR, 2).and(3))
                    .add(tileY)
                    .intoArray(batch.pixelY, i);
        }
    }

    @Override
    public void interpolate(
            InterpolationTriangle t,
            FragmentBatch batch,
            int from,
            int to,
            int varyings,
            int gradients) {
        float[] data = t.data;
        int v0 = t.v0 + 1;
        int v1 = t.v1 + 1;
        int v2 = t.v2 + 1;
        float q0 = data[t.v0];
        float q1 = data[t.v1];
        float q2 = data[t.v2];
        float a1 = t.a1;
        float b1 = t.b1;
        float a2 = t.a2;
        float b2 = t.b2;
        float dWdx = (a1 * (q1 - q0) + a2 * (q2 - q0)) * TrianglePlanes.SUBPIXEL_ONE;
        float dWdy = (b1 * (q1 - q0) + b2 * (q2 - q0)) * TrianglePlanes.SUBPIXEL_ONE;
        float a1q = a1 * q1 * TrianglePlanes.SUBPIXEL_ONE;
        float b1q = b1 * q1 * TrianglePlanes.SUBPIXEL_ONE;
        float a2q = a2 * q2 * TrianglePlanes.SUBPIXEL_ONE;
        float b2q = b2 * q2 * TrianglePlanes.SUBPIXEL_ONE;
        int biasX = TrianglePlanes.SUBPIXEL_HALF - t.x0;
        int biasY = TrianglePlanes.SUBPIXEL_HALF - t.y0;
        float[][] varying = batch.varying;
        for (int i = from; i < to; i += F.length()) {
            var dx =
                    (FloatVector)
                            IntVector.fromArray(I, batch.pixelX, i)
                                    .lanewise(VectorOperators.LSHL, TrianglePlanes.SUBPIXEL_BITS)
                                    .add(biasX)
                                    .convertShape(VectorOperators.I2F, F, 0);
            var dy =
                    (FloatVector)
                            IntVector.fromArray(I, batch.pixelY, i)
                                    .lanewise(VectorOperators.LSHL, TrianglePlanes.SUBPIXEL_BITS)
                                    .add(biasY)
                                    .convertShape(VectorOperators.I2F, F, 0);
            var zero = FloatVector.zero(F);
            var one = FloatVector.broadcast(F, 1);
            var l1 = dx.mul(a1).add(dy.mul(b1));
            l1 = l1.blend(zero, l1.compare(VectorOperators.LE, zero));
            l1 = l1.blend(one, l1.compare(VectorOperators.GE, one));
            var rest = one.sub(l1);
            var l2 = dx.mul(a2).add(dy.mul(b2));
            l2 = l2.blend(zero, l2.compare(VectorOperators.LE, zero));
            l2 = l2.blend(rest, l2.compare(VectorOperators.GE, rest));
            var l0 = rest.sub(l2);
            var r = one.div(l0.mul(q0).add(l1.mul(q1)).add(l2.mul(q2)));
            var p1 = l1.mul(q1).mul(r);
            var p2 = l2.mul(q2).mul(r);
            for (int k = gradients; k < varyings; k++) {
                float f0 = data[v0 + k];
                p1.mul(data[v1 + k] - f0)
                        .add(f0)
                        .add(p2.mul(data[v2 + k] - f0))
                        .intoArray(varying[k], i);
            }
            if (gradients != 0) {
                var p1dx = FloatVector.broadcast(F, a1q).sub(p1.mul(dWdx)).mul(r);
                var p2dx = FloatVector.broadcast(F, a2q).sub(p2.mul(dWdx)).mul(r);
                var p1dy = FloatVector.broadcast(F, b1q).sub(p1.mul(dWdy)).mul(r);
                var p2dy = FloatVector.broadcast(F, b2q).sub(p2.mul(dWdy)).mul(r);
                for (int k = 0; k < gradients; k++) {
                    float f0 = data[v0 + k];
                    float d1 = data[v1 + k] - f0;
                    float d2 = data[v2 + k] - f0;
                    p1.mul(d1).add(f0).add(p2.mul(d2)).intoArray(varying[k], i);
                    p1dx.mul(d1).add(p2dx.mul(d2)).intoArray(batch.ddx[k], i);
                    p1dy.mul(d1).add(p2dy.mul(d2)).intoArray(batch.ddy[k], i);
                }
            }
            FloatVector.broadcast(F, t.facing).intoArray(batch.facing, i);
            IntVector.broadcast(I, t.instance).intoArray(batch.instance, i);
        }
    }
}
