package dev.azulejo.core.policy;

/**
 * What geometry and its hints cost, in nanoseconds of one worker; only what they are to each other
 * decides.
 *
 * @param vertexNs a vertex in rendering: fetched, placed, and its varyings
 * @param primitiveNs a primitive in rendering: assembled, set up, put on lists
 * @param boundsNs the bounds of a piece: eight corners placed, regions looked up
 * @param primitiveTestNs a primitive's positions against the regions
 * @param exactTestNs a primitive through the scan converter, beyond that
 * @param hintNs a hint of one piece for one GPU: written, sent, read
 */
public record HintCosts(
        double vertexNs,
        double primitiveNs,
        double boundsNs,
        double primitiveTestNs,
        double exactTestNs,
        double hintNs) {
    /**
     * Measured by {@code HintCostsMeasure} on one core of a shared two-core AVX-512 Xeon, in
     * processor time: vertices and primitives from what the city and the rooms take, of which one
     * has twice as many vertices as primitives and the other two thirds; tests likewise, of what
     * lies across borders of regions of 64 pixels; hints one by one, each followed by a look for
     * messages. A primitive's test costs more than the primitive because it sets up all that face
     * the eye and looks up each one's regions.
     */
    public static final HintCosts DEFAULT = new HintCosts(20, 13, 300, 22, 80, 90);

    /** Of what a vertex costs, the part for its position; measured likewise, 6 of 20 ns. */
    public static final double POSITION_SHARE = 0.3;

    /** Checks that nothing costs less than nothing. */
    public HintCosts {
        double least =
                Math.min(
                        Math.min(Math.min(vertexNs, primitiveNs), Math.min(boundsNs, hintNs)),
                        Math.min(primitiveTestNs, exactTestNs));
        if (!(least >= 0)) {
            throw new IllegalArgumentException("hintCosts: %s is below 0".formatted(least));
        }
    }
}
