package dev.azulejo.core.kernel.vector;

import dev.azulejo.core.kernel.ScalarVisibleKernels;
import dev.azulejo.core.kernel.TileSamples;
import dev.azulejo.core.kernel.VisibleKernels;

import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

import java.util.Arrays;

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
    public int runs(TileSamples tile, int[] entry, int[] place, int[] rest) {
        int[] visible = tile.visible;
        int blocks = 0;
        for (int at = 0; at < visible.length; at += 16) {
            int left = 0;
            for (int lane = 0; lane < 16; lane += STEP) {
                var shown = IntVector.fromArray(I, visible, at + lane);
                left |= (int) shown.compare(VectorOperators.GE, 0).toLong() << lane;
            }
            rest[blocks] = at << 12 | left;
            blocks += -left >>> 31;
        }
        int runs = 0;
        // How many runs a block has nobody foresees: a loop over them would jump wrongly at its
        // end, so that each round takes one of each block that has any left.
        while (blocks > 0) {
            int more = 0;
            for (int i = 0; i < blocks; i++) {
                int block = rest[i];
                int at = (block & ~MASK) >>> 12;
                int shown = visible[at + Integer.numberOfTrailingZeros(block)];
                int mask = where(visible, at, shown);
                entry[runs] = shown;
                place[runs++] = block & ~MASK | mask;
                int left = block & ~mask;
                rest[more] = left;
                more += -(left & MASK) >>> 31;
            }
            blocks = more;
        }
        Arrays.fill(visible, TileSamples.NOTHING);
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
