package dev.azulejo.core.sampling.vector;

import dev.azulejo.core.resource.DepthView;
import dev.azulejo.core.sampling.SamplingConstants;
import dev.azulejo.core.shader.DepthComparison;
import dev.azulejo.core.shader.FragmentBatch;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

import java.util.Arrays;

/**
 * Vector twin of {@link dev.azulejo.core.sampling.ScalarDepthComparison}: texel by texel of the
 * filter, each over all lanes.
 */
public final class VectorDepthComparison implements DepthComparison {
    private static final VectorSpecies<Float> F = FloatVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Integer> I = IntVector.SPECIES_PREFERRED;

    // Float scratch: weights of a column or row, by whether it is the filter's first or last.
    private static final int ONE = FragmentBatch.SAMPLING;
    private static final int LEFT = ONE + 1;
    private static final int RIGHT = LEFT + 1;
    private static final int TOP = RIGHT + 1;
    private static final int BOTTOM = TOP + 1;

    // Integer scratch.
    private static final int COLUMN = 0;
    private static final int ROW = COLUMN + 1;
    private static final int INDEX = ROW + 1;

    @Override
    public void compare(
            DepthView view,
            int side,
            int count,
            float[] u,
            float[] v,
            float[] depth,
            float[] stopped,
            FragmentBatch batch) {
        float[][] s = batch.scratch;
        int[][] n = batch.intScratch;
        int padded = count + 15 & ~15;
        Arrays.fill(s[ONE], 0, padded, 1);
        Arrays.fill(stopped, 0, padded, 0);
        axis(view.width(), side, count, u, n[COLUMN], s[LEFT], s[RIGHT]);
        axis(view.height(), side, count, v, n[ROW], s[TOP], s[BOTTOM]);
        for (int j = 0; j <= side; j++) {
            float[] down = j == 0 ? s[TOP] : j == side ? s[BOTTOM] : s[ONE];
            for (int k = 0; k <= side; k++) {
                float[] across = k == 0 ? s[LEFT] : k == side ? s[RIGHT] : s[ONE];
                index(view, k, j, count, batch);
                texel(view.depths(), n[INDEX], count, depth, across, down, stopped);
            }
        }
        scale(1f / (side * side), count, stopped);
    }

    /** Along one axis: the first texel, and the weights of the first and of the last. */
    private static void axis(
            int size,
            int side,
            int count,
            float[] coordinate,
            int[] texel,
            float[] first,
            float[] last) {
        var zero = FloatVector.zero(F);
        var one = FloatVector.broadcast(F, 1);
        for (int i = 0; i < count; i += F.length()) {
            var raw = FloatVector.fromArray(F, coordinate, i);
            var inside = zero.blend(raw, raw.abs().lt(SamplingConstants.MOST_COORDINATE));
            inside = inside.blend(zero, inside.compare(VectorOperators.LE, zero));
            inside = inside.blend(one, inside.compare(VectorOperators.GE, one));
            var x = inside.mul(size).sub(0.5f * side);
            var truncated = (IntVector) x.convertShape(VectorOperators.F2I, I, 0);
            var whole = (FloatVector) truncated.convertShape(VectorOperators.I2F, F, 0);
            var below = x.lt(whole);
            var fraction = x.sub(whole.blend(whole.sub(1), below));
            truncated.blend(truncated.sub(1), below.cast(I)).intoArray(texel, i);
            one.sub(fraction).intoArray(first, i);
            fraction.intoArray(last, i);
        }
    }

    private static void index(DepthView view, int column, int row, int count, FragmentBatch batch) {
        int[] columns = batch.intScratch[COLUMN];
        int[] rows = batch.intScratch[ROW];
        int[] index = batch.intScratch[INDEX];
        int width = view.width();
        int lastRow = view.height() - 1;
        for (int i = 0; i < count; i += I.length()) {
            var x = IntVector.fromArray(I, columns, i).add(column).max(0).min(width - 1);
            var y = IntVector.fromArray(I, rows, i).add(row).max(0).min(lastRow);
            y.mul(width).add(x).intoArray(index, i);
        }
    }

    private static void texel(
            float[] depths,
            int[] index,
            int count,
            float[] depth,
            float[] across,
            float[] down,
            float[] sum) {
        var zero = FloatVector.zero(F);
        var one = FloatVector.broadcast(F, 1);
        for (int i = 0; i < count; i += F.length()) {
            var stored = FloatVector.fromArray(F, depths, 0, index, i);
            var own = FloatVector.fromArray(F, depth, i);
            own = own.blend(one, own.compare(VectorOperators.GE, one));
            var passes = own.compare(VectorOperators.LE, stored);
            FloatVector.fromArray(F, across, i)
                    .mul(FloatVector.fromArray(F, down, i))
                    .blend(zero, passes)
                    .add(FloatVector.fromArray(F, sum, i))
                    .intoArray(sum, i);
        }
    }

    private static void scale(float share, int count, float[] sum) {
        for (int i = 0; i < count; i += F.length()) {
            var all = FloatVector.fromArray(F, sum, i).mul(share);
            all.blend(1, all.compare(VectorOperators.GE, 1)).intoArray(sum, i);
        }
    }
}
