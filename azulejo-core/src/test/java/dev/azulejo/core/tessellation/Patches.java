package dev.azulejo.core.tessellation;

import static dev.azulejo.core.tessellation.TessellationTopology.LINES;
import static dev.azulejo.core.tessellation.TessellationTopology.TRIANGLES_COUNTER_CLOCKWISE;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

/** Patches with all that tests ask of them. */
final class Patches {
    /** 1 in fixed point. */
    static final int ONE = 1 << 16;

    /**
     * How far a point may lie before the one that it has just been parted from: the middle of an
     * edge is exact, but points beside it are multiples of a rounded reciprocal, up to 32 of them
     * with half a step each.
     */
    static final int MOST_BACKWARDS = 16;

    /** One a thread: test classes run beside each other, and a tessellator is for one at a time. */
    private static final ThreadLocal<Tessellator> TESSELLATOR =
            ThreadLocal.withInitial(Tessellator::new);

    private Patches() {}

    /** The mode with the domain's primitives. */
    static TessellationMode mode(TessellationDomain domain, TessellationPartitioning partitioning) {
        boolean lines = domain == TessellationDomain.ISOLINE;
        return new TessellationMode(
                domain, partitioning, lines ? LINES : TRIANGLES_COUNTER_CLOCKWISE);
    }

    static TessellatedPatch patch(TessellationMode mode, float[] edges, float... inside) {
        var patch = new TessellatedPatch();
        TESSELLATOR.get().tessellate(mode, edges, inside, patch);
        return patch;
    }

    /** All factors the same. */
    static TessellatedPatch patch(TessellationMode mode, float factor) {
        return patch(mode, all(factor), factor, factor);
    }

    static float[] all(float factor) {
        var factors = new float[4];
        Arrays.fill(factors, factor);
        return factors;
    }

    /** Where one edge is divided, in fixed point: that of a single isoline. */
    static int[] edge(TessellationPartitioning partitioning, float factor) {
        var patch = patch(mode(TessellationDomain.ISOLINE, partitioning), new float[] {1, factor});
        return IntStream.range(0, patch.pointCount()).map(i -> fixed(patch.u[i])).toArray();
    }

    static int fixed(float coordinate) {
        return (int) (coordinate * ONE);
    }

    /** Factors of all sorts: small and large ones, whole ones, ones near those, and equal ones. */
    static float[] random(Random random, int count) {
        var factors = new float[count];
        int limit = random.nextBoolean() ? 65 : 10;
        int sort = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            factors[i] =
                    switch (sort) {
                        case 0 -> random.nextFloat(0.5f, limit);
                        case 1 -> random.nextInt(1, limit);
                        case 2 -> random.nextInt(1, limit) + random.nextInt(-9, 10) * 0x1p-16f;
                        default -> i == 0 ? random.nextFloat(0.5f, limit) : factors[0];
                    };
        }
        return factors;
    }

    /** Whether no factor is so little above one of equal segments that points may coincide. */
    static boolean parted(TessellationPartitioning partitioning, float[] factors) {
        boolean whole =
                partitioning == TessellationPartitioning.INTEGER
                        || partitioning == TessellationPartitioning.POWER_OF_TWO;
        boolean parted = true;
        for (float factor : factors) {
            float above = factor - (float) Math.floor(factor);
            parted &= whole || (factor >= 1.5 && (above == 0 || above > 0.05));
        }
        return parted;
    }
}
