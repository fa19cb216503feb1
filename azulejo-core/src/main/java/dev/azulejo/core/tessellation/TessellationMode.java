package dev.azulejo.core.tessellation;

import java.util.Objects;

/**
 * What a hull shader declares of the tessellator.
 *
 * @param domain what is divided
 * @param partitioning how its edges are divided
 * @param topology what comes out; lines of isolines alone, triangles of the other domains alone,
 *     points of each
 */
public record TessellationMode(
        TessellationDomain domain,
        TessellationPartitioning partitioning,
        TessellationTopology topology) {
    /**
     * @throws IllegalArgumentException if the domain does not have the topology
     */
    public TessellationMode {
        Objects.requireNonNull(domain, "domain");
        Objects.requireNonNull(partitioning, "partitioning");
        Objects.requireNonNull(topology, "topology");
        boolean isolines = domain == TessellationDomain.ISOLINE;
        boolean lines = topology == TessellationTopology.LINES;
        if (topology != TessellationTopology.POINTS && isolines != lines) {
            throw new IllegalArgumentException(
                    topology
                            + " of the domain "
                            + domain
                            + ": isolines become points or lines, quads and triangles points or"
                            + " triangles");
        }
    }
}
