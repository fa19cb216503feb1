package dev.azulejo.core.kernel.vector;

import dev.azulejo.core.kernel.BlockCoverage;
import dev.azulejo.core.kernel.ScalarBlockCoverage;

import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Vector twin of {@link ScalarBlockCoverage}. */
public final class VectorBlockCoverage implements BlockCoverage {
    private static final VectorSpecies<Integer> I = IntVector.SPECIES_PREFERRED;
    private static final int STEP = Math.min(16, I.length());
    private static final int[] LANE_I = new int[16];
    private static final int[] LANE_J = new int[16];

    static {
        for (int lane = 0; lane < 16; lane++) {
            LANE_I[lane] = lane >> 2;
            LANE_J[lane] = lane & 3;
        }
    }

    @Override
    public int inside(int a0, int a1, int a2, int b0, int b1, int b2, int e0, int e1, int e2) {
        int mask = 0;
        for (int lane = 0; lane < 16; lane += STEP) {
            var i = IntVector.fromArray(I, LANE_I, lane);
            var j = IntVector.fromArray(I, LANE_J, lane);
            var any =
                    i.mul(a0)
                            .add(j.mul(b0))
                            .add(e0)
                            .or(i.mul(a1).add(j.mul(b1)).add(e1))
                            .or(i.mul(a2).add(j.mul(b2)).add(e2));
            mask |= (int) any.compare(VectorOperators.GE, 0).toLong() << lane;
        }
        return mask;
    }
}
