package dev.azulejo.core.kernel.vector;

import dev.azulejo.core.kernel.ScalarVisibleKernels;
import dev.azulejo.core.kernel.TileSamples;
import dev.azulejo.core.kernel.VisibleKernels;

import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Vector twin of {@link ScalarVisibleKernels}. */
public final class VectorVisibleKernels implements VisibleKernels {
    private static final VectorSpecies<Integer> I = IntVector.SPECIES_PREFERRED;
    private static final int STEP = Math.min(16, I.length());

    @Override
    public void uniform(TileSamples tile, int[] out) {
        int[] visible = tile.visible;
        int samples = tile.samples;
        int at = 0;
        for (int block = 0; at < visible.length; block++) {
            int end = at + 16 * samples;
            int mask = 0;
            for (int lane = 0; lane < 16; lane += STEP) {
                var first = IntVector.fromArray(I, visible, at + lane);
                var difference = IntVector.zero(I);
                for (int sample = at + 16 + lane; sample < end; sample += 16) {
                    difference =
                            difference.or(
                                    IntVector.fromArray(I, visible, sample)
                                            .lanewise(VectorOperators.XOR, first));
                }
                mask |= (int) difference.compare(VectorOperators.EQ, 0).toLong() << lane;
            }
            out[block] = mask;
            at = end;
        }
    }

    @Override
    public int runs(TileSamples tile, int[] entry, int[] place) {
        int[] visible = tile.visible;
        int runs = 0;
        for (int at = 0; at < visible.length; at += 16) {
            int left = 0;
            for (int lane = 0; lane < 16; lane += STEP) {
                var shown = IntVector.fromArray(I, visible, at + lane);
                left |= (int) shown.compare(VectorOperators.GE, 0).toLong() << lane;
            }
            if (left == 0) {
                continue;
            }
            do {
                int shown = visible[at + Integer.numberOfTrailingZeros(left)];
                int mask = where(visible, at, shown);
                entry[runs] = shown;
                place[runs++] = at >> 4 << 16 | mask;
                left &= ~mask;
            } while (left != 0);
            for (int lane = 0; lane < 16; lane += STEP) {
                IntVector.broadcast(I, TileSamples.NOTHING).intoArray(visible, at + lane);
            }
        }
        return runs;
    }

    private static int where(int[] visible, int at, int shown) {
        int mask = 0;
        for (int lane = 0; lane < 16; lane += STEP) {
            var lanes = IntVector.fromArray(I, visible, at + lane);
            mask |= (int) lanes.compare(VectorOperators.EQ, shown).toLong() << lane;
        }
        return mask;
    }
}
