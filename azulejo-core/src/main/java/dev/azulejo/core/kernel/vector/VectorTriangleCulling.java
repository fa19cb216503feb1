package dev.azulejo.core.kernel.vector;

import dev.azulejo.core.kernel.CullRules;
import dev.azulejo.core.kernel.ScalarTriangleCulling;
import dev.azulejo.core.kernel.TransformedVertices;
import dev.azulejo.core.kernel.TriangleCulling;
import dev.azulejo.core.kernel.TrianglePlanes;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Vector twin of {@link ScalarTriangleCulling}: a triangle a lane. Corners are brought together one
 * by one, a batch ahead of the lanes that read them; that costs less than gathering them.
 */
public final class VectorTriangleCulling implements TriangleCulling {
    private static final VectorSpecies<Integer> I = IntVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Double> D = DoubleVector.SPECIES_PREFERRED;
    private static final int BATCH = CullRules.BATCH;
    private static final int SHIFT = TrianglePlanes.SUBPIXEL_BITS;

    @Override
    public int remaining(
            TransformedVertices vertices,
            int[] corner,
            int from,
            int to,
            CullRules rules,
            int[] remaining) {
        rules.face = 0;
        rules.area = 0;
        rules.sample = 0;
        rules.special = 0;
        int count = 0;
        for (int p = from; p < to; p += BATCH) {
            int n = Math.min(BATCH, to - p);
            load(vertices, corner, p, n, rules.lanes);
            count = test(p, n, rules, remaining, count);
        }
        return count;
    }

    private static void load(TransformedVertices v, int[] corner, int from, int n, int[] lanes) {
        int[] x = v.x;
        int[] y = v.y;
        int[] code = v.code;
        int at = 3 * from;
        for (int i = 0; i < n; i++, at += 3) {
            int a = corner[at];
            int b = corner[at + 1];
            int c = corner[at + 2];
            lanes[i] = x[a];
            lanes[BATCH + i] = y[a];
            lanes[2 * BATCH + i] = x[b];
            lanes[3 * BATCH + i] = y[b];
            lanes[4 * BATCH + i] = x[c];
            lanes[5 * BATCH + i] = y[c];
            lanes[6 * BATCH + i] = code[a] | code[b] | code[c];
        }
    }

    /**
     * Tests the n triangles that were loaded, which are p and those after it. Areas are exact in
     * doubles: coordinates have 24 bits. Lanes that are not plain may hold anything; what they give
     * is left out.
     */
    private static int test(int p, int n, CullRules rules, int[] remaining, int found) {
        int[] lanes = rules.lanes;
        double sign = rules.culledSign;
        int low = rules.low;
        int high = rules.high;
        int reach = rules.reach;
        int count = found;
        for (int at = 0; at < n; at += I.length()) {
            var x0 = IntVector.fromArray(I, lanes, at);
            var y0 = IntVector.fromArray(I, lanes, BATCH + at);
            var x1 = IntVector.fromArray(I, lanes, 2 * BATCH + at);
            var y1 = IntVector.fromArray(I, lanes, 3 * BATCH + at);
            var x2 = IntVector.fromArray(I, lanes, 4 * BATCH + at);
            var y2 = IntVector.fromArray(I, lanes, 5 * BATCH + at);
            var code = IntVector.fromArray(I, lanes, 6 * BATCH + at);
            int used = Math.min(I.length(), n - at);
            long all = (1L << used) - 1;
            long plain = code.compare(VectorOperators.EQ, 0).toLong() & all;
            var bx = x1.sub(x0);
            var by = y1.sub(y0);
            var cx = x2.sub(x0);
            var cy = y2.sub(y0);
            long flat = 0;
            long culled = 0;
            for (int part = 0; part < 2; part++) {
                var area =
                        ((DoubleVector) bx.convertShape(VectorOperators.I2D, D, part))
                                .mul((DoubleVector) cy.convertShape(VectorOperators.I2D, D, part))
                                .sub(
                                        ((DoubleVector)
                                                        cx.convertShape(
                                                                VectorOperators.I2D, D, part))
                                                .mul(
                                                        (DoubleVector)
                                                                by.convertShape(
                                                                        VectorOperators.I2D,
                                                                        D,
                                                                        part)));
                int shift = part * D.length();
                flat |= area.compare(VectorOperators.EQ, 0).toLong() << shift;
                culled |= area.mul(sign).compare(VectorOperators.GT, 0).toLong() << shift;
            }
            flat &= plain;
            culled &= plain;
            var column0 = x0.min(x1).min(x2).add(low).lanewise(VectorOperators.ASHR, SHIFT);
            var column1 = x0.max(x1).max(x2).sub(high).lanewise(VectorOperators.ASHR, SHIFT);
            var row0 = y0.min(y1).min(y2).add(low).lanewise(VectorOperators.ASHR, SHIFT);
            var row1 = y0.max(y1).max(y2).sub(high).lanewise(VectorOperators.ASHR, SHIFT);
            var columns = column1.min(rules.x1).sub(column0.max(rules.x0));
            var rows = row1.min(rules.y1).sub(row0.max(rules.y0));
            long facing = plain & ~(flat | culled);
            long empty = columns.or(rows).compare(VectorOperators.LT, 0).toLong() & facing;
            var wide = column1.sub(column0);
            var tall = row1.sub(row0);
            long small =
                    wide.max(tall).compare(VectorOperators.LE, reach).toLong() & facing & ~empty;
            if (small != 0) {
                // Of small triangles products have 22 bits.
                var turned = bx.mul(cy).sub(cx.mul(by)).compare(VectorOperators.LT, 0);
                var b0 = bx.blend(cx, turned);
                var a0 = by.blend(cy, turned).neg();
                var b2 = cx.blend(bx, turned).neg();
                var a2 = cy.blend(by, turned);
                var a1 = a0.add(a2).neg();
                var b1 = b0.add(b2).neg();
                var left = column0.lanewise(VectorOperators.LSHL, SHIFT).sub(x0);
                var top = row0.lanewise(VectorOperators.LSHL, SHIFT).sub(y0);
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
                // Edge 1 begins at vertex 1, which is at (b0, -a0) from vertex 0.
                bias1 = bias1.sub(a1.mul(b0)).add(b1.mul(a0));
                wide = wide.lanewise(VectorOperators.LSHL, SHIFT);
                tall = tall.lanewise(VectorOperators.LSHL, SHIFT);
                var outside = IntVector.broadcast(I, -1);
                for (int k = 0; k < rules.points; k++) {
                    var x = left.add(rules.pointX[k]).add(wide.and(rules.inLastColumn[k]));
                    var y = top.add(rules.pointY[k]).add(tall.and(rules.inLastRow[k]));
                    outside =
                            outside.and(
                                    a0.mul(x)
                                            .add(b0.mul(y))
                                            .add(bias0)
                                            .or(a1.mul(x).add(b1.mul(y)).add(bias1))
                                            .or(a2.mul(x).add(b2.mul(y)).add(bias2)));
                }
                empty |= outside.compare(VectorOperators.LT, 0).toLong() & small;
            }
            rules.special += Long.bitCount(all & ~plain);
            rules.area += Long.bitCount(flat);
            rules.face += Long.bitCount(culled);
            rules.sample += Long.bitCount(empty);
            long stays = all & ~(flat | culled | empty);
            for (int i = 0; i < used; i++) {
                remaining[count] = p + at + i;
                count += (int) (stays >>> i & 1);
            }
        }
        return count;
    }
}
