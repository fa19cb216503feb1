package dev.azulejo.core.tessellation;

/**
 * How many points and primitives the {@link Tessellator} makes of a patch, without making them.
 *
 * <p>A frame between an edge of n parts and the side of m parts within it has n + m triangles, a
 * grid of n by m parts has 2 n m, a triangle with rings of n, n - 2, ... parts a side has 1.5 n n,
 * rounded down.
 *
 * <p>For one thread at a time.
 */
public final class TessellationCount {
    private int points;
    private int primitives;

    /** With nothing counted. */
    public TessellationCount() {}

    /** Returns the points of the patch counted last. */
    public int points() {
        return points;
    }

    /** Returns the primitives of the patch counted last, of the topology asked for. */
    public int primitives() {
        return primitives;
    }

    /**
     * Counts.
     *
     * @param mode domain, partitioning and topology
     * @param edgeFactors as for {@link Tessellator#tessellate}
     * @param insideFactors likewise
     * @return whether the patch is kept; if not, both counts are 0
     */
    public boolean count(TessellationMode mode, float[] edgeFactors, float[] insideFactors) {
        points = 0;
        primitives = 0;
        var domain = mode.domain();
        if (FactorRules.drop(edgeFactors, domain.edgeFactors())) {
            return false;
        }
        var partitioning = mode.partitioning();
        if (domain == TessellationDomain.ISOLINE) {
            int lines = segments(edgeFactors[0], TessellationPartitioning.INTEGER);
            int parts = segments(edgeFactors[1], partitioning);
            points = lines * (parts + 1);
            primitives = lines * parts;
        } else {
            countSurface(mode, edgeFactors, insideFactors);
        }
        if (mode.topology() == TessellationTopology.POINTS) {
            primitives = points;
        }
        return true;
    }

    private void countSurface(TessellationMode mode, float[] edgeFactors, float[] insideFactors) {
        var domain = mode.domain();
        var partitioning = mode.partitioning();
        int sides = domain.edgeFactors();
        int frame = 0;
        boolean divided = false;
        for (int i = 0; i < sides; i++) {
            int factor = FactorRules.clamp(edgeFactors[i], partitioning);
            divided |= factor > TessellatedPatch.ONE;
            frame += EdgeDivision.segments(factor, FactorRules.odd(factor, partitioning));
        }
        for (int i = 0; i < domain.insideFactors(); i++) {
            divided |= FactorRules.clamp(insideFactors[i], partitioning) > TessellatedPatch.ONE;
        }
        if (!divided) {
            points = sides;
            primitives = sides - 2;
            return;
        }
        int n = inside(insideFactors[0], partitioning);
        if (domain == TessellationDomain.QUAD) {
            int m = inside(insideFactors[1], partitioning);
            points = frame + (n - 1) * (m - 1);
            primitives = frame + 2 * (n - 2) + 2 * (m - 2) + 2 * (n - 2) * (m - 2);
            return;
        }
        points = frame;
        for (int parts = n - 2; parts > 0; parts -= 2) {
            points += 3 * parts;
        }
        points += n % 2 == 0 ? 1 : 0;
        primitives = frame + 3 * (n - 2) + 3 * (n - 2) * (n - 2) / 2;
    }

    private static int segments(float factor, TessellationPartitioning partitioning) {
        int clamped = FactorRules.clamp(factor, partitioning);
        return EdgeDivision.segments(clamped, FactorRules.odd(clamped, partitioning));
    }

    private static int inside(float factor, TessellationPartitioning partitioning) {
        int clamped = FactorRules.aboveOne(FactorRules.clamp(factor, partitioning), partitioning);
        return EdgeDivision.segments(clamped, FactorRules.odd(clamped, partitioning));
    }
}
