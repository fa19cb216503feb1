package dev.azulejo.core.report;

/**
 * What a draw call costs, piece by piece. Costs are operations of a lane, as its program says.
 *
 * @param vertexBytes of a vertex, all attributes that its stages read
 * @param positionBytes of a vertex that its position needs
 * @param indexBytes of an index; 0 without an index buffer
 * @param positionCost of a vertex's position; of patches, of a domain point's
 * @param vertexCost of a vertex or domain point, position and varyings
 * @param hullCost of a patch; 0 without patches
 * @param fragmentCost of a fragment
 * @param textureBytes that a fragment reads
 * @param blends whether colours are merged in order
 * @param tested whether early Z may leave out what is hidden
 */
public record WorkDraw(
        int vertexBytes,
        int positionBytes,
        int indexBytes,
        int positionCost,
        int vertexCost,
        int hullCost,
        int fragmentCost,
        int textureBytes,
        boolean blends,
        boolean tested) {}
