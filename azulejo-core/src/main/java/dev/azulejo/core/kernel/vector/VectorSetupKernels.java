package dev.azulejo.core.kernel.vector;

import dev.azulejo.core.kernel.ScalarSetupKernels;
import dev.azulejo.core.kernel.SetupKernels;
import dev.azulejo.core.kernel.SetupRules;
import dev.azulejo.core.kernel.TransformedVertices;
import dev.azulejo.core.kernel.TrianglePlanes;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * Vector twin of {@link ScalarSetupKernels}: a triangle a lane. Corners are brought together one by
 * one, and records are written one by one, both a batch apart from the lanes.
 */
public final class VectorSetupKernels implements SetupKernels {
    private static final VectorSpecies<Integer> I = IntVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Float> F = FloatVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Double> D = DoubleVector.SPECIES_PREFERRED;

    /** Floats of as many lanes as there are doubles. */
    private static final VectorSpecies<Float> HALF =
            VectorSpecies.of(float.class, VectorShape.forBitSize(F.vectorBitSize() / 2));

    private static final int BATCH = SetupRules.BATCH;
    private static final int SHIFT = TrianglePlanes.SUBPIXEL_BITS;
    private static final int X0 = BATCH * TrianglePlanes.X0;
    private static final int Y0 = BATCH * TrianglePlanes.Y0;
    private static final int X1 = BATCH * TrianglePlanes.X1;
    private static final int Y1 = BATCH * TrianglePlanes.Y1;
    private static final int X2 = BATCH * TrianglePlanes.X2;
    private static final int Y2 = BATCH * TrianglePlanes.Y2;
    private static final int Z0 = BATCH * TrianglePlanes.Z0;
    private static final int V0 = BATCH * TrianglePlanes.V0;
    private static final int V1 = BATCH * TrianglePlanes.V1;
    private static final int V2 = BATCH * TrianglePlanes.V2;

    /** Where the slopes of depth will be, the depths of the other two vertices are first. */
    private static final int Z1 = BATCH * TrianglePlanes.DZDX;

    private static final int Z2 = BATCH * TrianglePlanes.DZDY;

    @Override
    public void setUp(
            TransformedVertices vertices,
            int[] corner,
            int[] primitive,
            int from,
            int to,
            SetupRules rules,
            int[] records,
            int at) {
        int record = at;
        for (int i = from; i < to; i += BATCH) {
            int n = Math.min(BATCH, to - i);
            load(vertices, corner, primitive, i, n, rules.lanes);
            for (int lane = 0; lane < n; lane += I.length()) {
                range(rules, lane);
                long low = slopes(rules.lanes, lane, 0);
                long high = slopes(rules.lanes, lane, 1);
                turn(rules, lane, low | high << D.length());
            }
            store(rules.lanes, n, records, record);
            record += n * TrianglePlanes.STRIDE;
        }
    }

    private static void load(
            TransformedVertices v, int[] corner, int[] primitive, int from, int n, int[] lanes) {
        int[] x = v.x;
        int[] y = v.y;
        float[] z = v.z;
        for (int i = 0; i < n; i++) {
            int first = 3 * primitive[from + i];
            int a = corner[first];
            int b = corner[first + 1];
            int c = corner[first + 2];
            lanes[X0 + i] = x[a];
            lanes[Y0 + i] = y[a];
            lanes[X1 + i] = x[b];
            lanes[Y1 + i] = y[b];
            lanes[X2 + i] = x[c];
            lanes[Y2 + i] = y[c];
            lanes[Z0 + i] = Float.floatToRawIntBits(z[a]);
            lanes[Z1 + i] = Float.floatToRawIntBits(z[b]);
            lanes[Z2 + i] = Float.floatToRawIntBits(z[c]);
            lanes[V0 + i] = a;
            lanes[V1 + i] = b;
            lanes[V2 + i] = c;
        }
    }

    /**
     * Least and largest depths. Lanes behind the last triangle hold what was there before: finite
     * or not, nobody reads it.
     */
    private static void range(SetupRules rules, int at) {
        int[] lanes = rules.lanes;
        var z0 = IntVector.fromArray(I, lanes, Z0 + at).max(rules.zLow).min(rules.zHigh);
        var z1 = IntVector.fromArray(I, lanes, Z1 + at).max(rules.zLow).min(rules.zHigh);
        var z2 = IntVector.fromArray(I, lanes, Z2 + at).max(rules.zLow).min(rules.zHigh);
        z0.min(z1).min(z2).intoArray(lanes, BATCH * TrianglePlanes.Z_MIN + at);
        z0.max(z1).max(z2).intoArray(lanes, BATCH * TrianglePlanes.Z_MAX + at);
    }

    /**
     * Turns those whose area is negative, and writes bounds.
     *
     * @param turned bits of those
     */
    private static void turn(SetupRules rules, int at, long turned) {
        int[] lanes = rules.lanes;
        var x0 = IntVector.fromArray(I, lanes, X0 + at);
        var y0 = IntVector.fromArray(I, lanes, Y0 + at);
        var x1 = IntVector.fromArray(I, lanes, X1 + at);
        var y1 = IntVector.fromArray(I, lanes, Y1 + at);
        var x2 = IntVector.fromArray(I, lanes, X2 + at);
        var y2 = IntVector.fromArray(I, lanes, Y2 + at);
        var negative = VectorMask.fromLong(I, turned);
        var v1 = IntVector.fromArray(I, lanes, V1 + at);
        var v2 = IntVector.fromArray(I, lanes, V2 + at);
        x1.blend(x2, negative).intoArray(lanes, X1 + at);
        y1.blend(y2, negative).intoArray(lanes, Y1 + at);
        v1.blend(v2, negative).intoArray(lanes, V1 + at);
        x2.blend(x1, negative).intoArray(lanes, X2 + at);
        y2.blend(y1, negative).intoArray(lanes, Y2 + at);
        v2.blend(v1, negative).intoArray(lanes, V2 + at);
        var bounds = rules.culling;
        var column0 = x0.min(x1).min(x2).add(bounds.low).lanewise(VectorOperators.ASHR, SHIFT);
        var column1 = x0.max(x1).max(x2).sub(bounds.high).lanewise(VectorOperators.ASHR, SHIFT);
        var row0 = y0.min(y1).min(y2).add(bounds.low).lanewise(VectorOperators.ASHR, SHIFT);
        var row1 = y0.max(y1).max(y2).sub(bounds.high).lanewise(VectorOperators.ASHR, SHIFT);
        var cutColumn0 = column0.max(bounds.x0);
        var cutColumn1 = column1.min(bounds.x1);
        var cutRow0 = row0.max(bounds.y0);
        var cutRow1 = row1.min(bounds.y1);
        var cut =
                cutColumn0
                        .sub(column0)
                        .or(cutColumn1.sub(column1))
                        .or(cutRow0.sub(row0))
                        .or(cutRow1.sub(row1))
                        .compare(VectorOperators.NE, 0);
        var clipped =
                column0.sub(rules.clipX0)
                        .or(column1.neg().add(rules.clipX1))
                        .or(row0.sub(rules.clipY0))
                        .or(row1.neg().add(rules.clipY1))
                        .compare(VectorOperators.LT, 0);
        var back = rules.frontSign < 0 ? negative.not() : negative;
        var ofCut =
                IntVector.broadcast(I, TrianglePlanes.CONFINED).blend(TrianglePlanes.CUT, clipped);
        var flags = IntVector.zero(I).blend(ofCut, cut);
        flags = flags.blend(flags.or(TrianglePlanes.BACK), back);
        cutColumn0
                .or(cutColumn1.lanewise(VectorOperators.LSHL, 14))
                .or(flags)
                .intoArray(lanes, BATCH * TrianglePlanes.COLUMNS + at);
        cutRow0.or(cutRow1.lanewise(VectorOperators.LSHL, 14))
                .intoArray(lanes, BATCH * TrianglePlanes.ROWS + at);
    }

    /**
     * Slopes of depth of half of the lanes, as {@link ScalarSetupKernels} has them: areas are exact
     * in doubles, since coordinates have 24 bits. They are written over depths of the same lanes.
     *
     * @param part 0 for the lower half, 1 for the upper one
     * @return bits of the triangles whose area is negative
     */
    private static long slopes(int[] lanes, int at, int part) {
        var x0 = IntVector.fromArray(I, lanes, X0 + at);
        var y0 = IntVector.fromArray(I, lanes, Y0 + at);
        var bx = IntVector.fromArray(I, lanes, X1 + at).sub(x0);
        var by = IntVector.fromArray(I, lanes, Y1 + at).sub(y0);
        var cx = IntVector.fromArray(I, lanes, X2 + at).sub(x0);
        var cy = IntVector.fromArray(I, lanes, Y2 + at).sub(y0);
        var z0 = IntVector.fromArray(I, lanes, Z0 + at).reinterpretAsFloats();
        var z1 = IntVector.fromArray(I, lanes, Z1 + at).reinterpretAsFloats();
        var z2 = IntVector.fromArray(I, lanes, Z2 + at).reinterpretAsFloats();
        var dbx = (DoubleVector) bx.convertShape(VectorOperators.I2D, D, part);
        var dby = (DoubleVector) by.convertShape(VectorOperators.I2D, D, part);
        var dcx = (DoubleVector) cx.convertShape(VectorOperators.I2D, D, part);
        var dcy = (DoubleVector) cy.convertShape(VectorOperators.I2D, D, part);
        var dz0 = (DoubleVector) z0.convertShape(VectorOperators.F2D, D, part);
        var dz1 = ((DoubleVector) z1.convertShape(VectorOperators.F2D, D, part)).sub(dz0);
        var dz2 = ((DoubleVector) z2.convertShape(VectorOperators.F2D, D, part)).sub(dz0);
        var area = dbx.mul(dcy).sub(dcx.mul(dby));
        var inverse = DoubleVector.broadcast(D, 1).div(area);
        int to = at + part * D.length();
        var dzdx = dz1.mul(dcy).sub(dz2.mul(dby)).mul(inverse);
        var dzdy = dz2.mul(dbx).sub(dz1.mul(dcx)).mul(inverse);
        ((FloatVector) dzdx.convertShape(VectorOperators.D2F, HALF, 0))
                .reinterpretAsInts()
                .intoArray(lanes, Z1 + to);
        ((FloatVector) dzdy.convertShape(VectorOperators.D2F, HALF, 0))
                .reinterpretAsInts()
                .intoArray(lanes, Z2 + to);
        return area.compare(VectorOperators.LT, 0).toLong();
    }

    private static void store(int[] lanes, int n, int[] records, int at) {
        for (int i = 0; i < n; i++) {
            int to = at + i * TrianglePlanes.STRIDE;
            for (int k = 0; k < TrianglePlanes.STRIDE; k++) {
                records[to + k] = lanes[BATCH * k + i];
            }
        }
    }
}
