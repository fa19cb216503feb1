package dev.azulejo.core.kernel.vector;

import dev.azulejo.core.kernel.TransformedVertices;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.kernel.ViewportConstants;
import dev.azulejo.core.kernel.WindowTransform;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Vector twin of {@link dev.azulejo.core.kernel.ScalarWindowTransform}. */
public final class VectorWindowTransform implements WindowTransform {
    private static final VectorSpecies<Float> F = FloatVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Integer> I = IntVector.SPECIES_PREFERRED;

    @Override
    public void transform(ViewportConstants view, TransformedVertices v, int from, int count) {
        int nearBits = view.depthClamp ? 0 : NEAR | CLIP;
        int farBits = view.depthClamp ? 0 : FAR | CLIP;
        float guardX = view.guardX;
        float guardY = view.guardY;
        float scaleX = view.scaleX;
        float offsetX = view.offsetX;
        float scaleY = view.scaleY;
        float offsetY = view.offsetY;
        float scaleZ = view.scaleZ;
        float offsetZ = view.offsetZ;
        float zLow = view.depthClamp ? -Z_MAX : view.zLow;
        float zHigh = view.depthClamp ? Z_MAX : view.zHigh;
        for (int i = from; i < from + count; i += F.length()) {
            var cx = FloatVector.fromArray(F, v.clipX, i);
            var cy = FloatVector.fromArray(F, v.clipY, i);
            var cz = FloatVector.fromArray(F, v.clipZ, i);
            var cw = FloatVector.fromArray(F, v.clipW, i);
            var minusW = cw.neg();
            var code = IntVector.zero(I);
            code = code.blend(code.or(LEFT), cx.lt(minusW).cast(I));
            code = code.blend(code.or(RIGHT), cw.lt(cx).cast(I));
            code = code.blend(code.or(BOTTOM), cy.lt(minusW).cast(I));
            code = code.blend(code.or(TOP), cw.lt(cy).cast(I));
            code = code.blend(code.or(nearBits), cz.lt(0).cast(I));
            code = code.blend(code.or(farBits), cw.lt(cz).cast(I));
            var beyond =
                    cw.mul(guardX).lt(cx.abs()).or(cw.mul(guardY).lt(cy.abs())).or(cw.lt(W_MIN));
            code = code.blend(code.or(CLIP), beyond.cast(I));
            // x - x is 0 for every finite x and NaN otherwise
            var zero = cx.sub(cx).add(cy.sub(cy)).add(cz.sub(cz).add(cw.sub(cw)));
            code = code.blend(code.or(NOT_FINITE), zero.compare(VectorOperators.NE, 0).cast(I));
            code.intoArray(v.code, i);

            var q = FloatVector.broadcast(F, 1).div(cw);
            q.intoArray(v.inverseW, i);
            var sx = cx.mul(q).mul(scaleX).add(offsetX).mul(TrianglePlanes.SUBPIXEL_ONE).add(0.5f);
            var tx = (IntVector) sx.convertShape(VectorOperators.F2I, I, 0);
            var dx = sx.lt((FloatVector) tx.convertShape(VectorOperators.I2F, F, 0));
            tx.blend(tx.sub(1), dx.cast(I)).intoArray(v.x, i);
            var sy = cy.mul(q).mul(scaleY).add(offsetY).mul(TrianglePlanes.SUBPIXEL_ONE).add(0.5f);
            var ty = (IntVector) sy.convertShape(VectorOperators.F2I, I, 0);
            var dy = sy.lt((FloatVector) ty.convertShape(VectorOperators.I2F, F, 0));
            ty.blend(ty.sub(1), dy.cast(I)).intoArray(v.y, i);
            var sz = cz.mul(q).mul(scaleZ).add(offsetZ);
            var atLow = FloatVector.broadcast(F, zLow);
            var atHigh = FloatVector.broadcast(F, zHigh);
            var raised = atLow.blend(sz, atLow.lt(sz));
            atHigh.blend(raised, raised.lt(atHigh)).intoArray(v.z, i);
        }
    }
}
