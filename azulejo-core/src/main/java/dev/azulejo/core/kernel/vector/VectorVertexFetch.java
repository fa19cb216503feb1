package dev.azulejo.core.kernel.vector;

import dev.azulejo.core.kernel.VertexFetch;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** Vector twin of {@link dev.azulejo.core.kernel.ScalarVertexFetch}. */
public final class VectorVertexFetch implements VertexFetch {
    private static final VectorSpecies<Float> F = FloatVector.SPECIES_PREFERRED;

    @Override
    public void gather(
            float[] data, int[] addresses, int count, int components, float[][] lanes, int slot) {
        for (int c = 0; c < components; c++) {
            float[] to = lanes[slot + c];
            for (int i = 0; i < count; i += F.length()) {
                FloatVector.fromArray(F, data, c, addresses, i).intoArray(to, i);
            }
        }
    }
}
