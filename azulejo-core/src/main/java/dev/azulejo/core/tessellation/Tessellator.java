package dev.azulejo.core.tessellation;

/**
 * The fixed-function tessellator of Direct3D 11 and OpenGL 4: from the tessellation factors of a
 * patch, the points of its domain at which it is evaluated and the primitives between them.
 *
 * <p>What comes out depends on mode and factors alone. The points of an edge depend on that edge's
 * factor alone and lie symmetrically, so that neighbouring patches that agree on the factor of a
 * shared edge have the same points there, whichever way either runs along it. Coordinates are
 * computed in fixed point with 16 bits of fraction. Where fractional partitioning has just begun to
 * part two points they may have equal coordinates, and the triangles between them no area, or be
 * turned round by up to 16/65536.
 *
 * <p>Sources: Direct3D 11.3 functional specification, chapter 11; OpenGL 4.6 core profile, 11.2.2.
 * Where those leave a choice, points and triangles are those of Mesa's llvmpipe.
 *
 * <p>Allocates nothing after construction. For one thread at a time.
 */
public final class Tessellator {
    private final EdgeDivision[] edges = divisions(4);
    private final EdgeDivision[] inside = divisions(2);
    private final int[] insideFactors = new int[2];
    private final QuadTessellator quads;
    private final TriangleTessellator triangles;

    /** With scratch memory of its own. */
    public Tessellator() {
        var strip = new StripStitcher();
        quads = new QuadTessellator(strip);
        triangles = new TriangleTessellator(strip);
    }

    private static EdgeDivision[] divisions(int count) {
        var divisions = new EdgeDivision[count];
        for (int i = 0; i < count; i++) {
            divisions[i] = new EdgeDivision();
        }
        return divisions;
    }

    /**
     * Tessellates a patch.
     *
     * @param mode domain, partitioning and topology
     * @param edgeFactors as the domain tells; any values: beyond the range of the partitioning they
     *     are clamped; one that is 0, negative or not a number drops the patch
     * @param insideFactors as the domain tells; any values: below the range, or not a number, they
     *     count as its lowest
     * @param out gets points and primitives; none if the patch is dropped
     * @return whether the patch was kept
     * @throws IllegalArgumentException if there are fewer factors than the domain takes
     */
    public boolean tessellate(
            TessellationMode mode,
            float[] edgeFactors,
            float[] insideFactors,
            TessellatedPatch out) {
        var domain = mode.domain();
        check(domain, "edge", domain.edgeFactors(), edgeFactors.length);
        check(domain, "inside", domain.insideFactors(), insideFactors.length);
        out.clear(mode.topology());
        if (FactorRules.drop(edgeFactors, domain.edgeFactors())) {
            return false;
        }
        if (domain == TessellationDomain.ISOLINE) {
            isolines(mode.partitioning(), edgeFactors, out);
        } else if (divide(mode, edgeFactors, insideFactors)) {
            if (domain == TessellationDomain.QUAD) {
                quads.tessellate(edges, inside[0], inside[1], out);
            } else {
                triangles.tessellate(edges, inside[0], out);
            }
        } else if (domain == TessellationDomain.QUAD) {
            QuadTessellator.whole(out);
        } else {
            TriangleTessellator.whole(out);
        }
        out.finish();
        return true;
    }

    private static void check(TessellationDomain domain, String which, int needed, int given) {
        if (given < needed) {
            throw new IllegalArgumentException(
                    given
                            + " "
                            + which
                            + " factors, but the domain "
                            + domain
                            + " takes "
                            + needed);
        }
    }

    /** Divides edges and inside; false if nothing is divided at all. */
    private boolean divide(TessellationMode mode, float[] edgeFactors, float[] newInsideFactors) {
        var partitioning = mode.partitioning();
        boolean divided = false;
        for (int i = 0; i < mode.domain().edgeFactors(); i++) {
            int factor = FactorRules.clamp(edgeFactors[i], partitioning);
            divided |= factor > TessellatedPatch.ONE;
            edges[i].divide(factor, FactorRules.odd(factor, partitioning));
        }
        for (int i = 0; i < mode.domain().insideFactors(); i++) {
            insideFactors[i] = FactorRules.clamp(newInsideFactors[i], partitioning);
            divided |= insideFactors[i] > TessellatedPatch.ONE;
        }
        for (int i = 0; divided && i < mode.domain().insideFactors(); i++) {
            int factor = FactorRules.aboveOne(insideFactors[i], partitioning);
            inside[i].divide(factor, FactorRules.odd(factor, partitioning));
        }
        return divided;
    }

    private void isolines(
            TessellationPartitioning partitioning, float[] factors, TessellatedPatch out) {
        var lines = edges[0];
        var line = edges[1];
        int density = FactorRules.clamp(factors[0], TessellationPartitioning.INTEGER);
        lines.divide(density, FactorRules.odd(density, TessellationPartitioning.INTEGER));
        int detail = FactorRules.clamp(factors[1], partitioning);
        line.divide(detail, FactorRules.odd(detail, partitioning));
        for (int j = 0; j < lines.segments; j++) {
            int previous = out.addPoint(line.points[0], lines.points[j]);
            for (int i = 1; i <= line.segments; i++) {
                int point = out.addPoint(line.points[i], lines.points[j]);
                out.addLine(previous, point);
                previous = point;
            }
        }
    }
}
