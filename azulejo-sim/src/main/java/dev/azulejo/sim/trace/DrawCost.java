package dev.azulejo.sim.trace;

/**
 * What a draw call costs, piece by piece. Costs are operations of a lane.
 *
 * @param vertexBytes of a vertex, all attributes
 * @param positionBytes of a vertex that its position needs
 * @param indexBytes of an index: 0, 2 or 4
 * @param positionCost of a vertex's position
 * @param vertexCost of a vertex, position and varyings
 * @param fragmentCost of a fragment
 * @param textureBytes that a fragment reads
 * @param hullCost of a patch; 0 without patches
 */
public record DrawCost(
        int vertexBytes,
        int positionBytes,
        int indexBytes,
        int positionCost,
        int vertexCost,
        int fragmentCost,
        int textureBytes,
        int hullCost) {}
