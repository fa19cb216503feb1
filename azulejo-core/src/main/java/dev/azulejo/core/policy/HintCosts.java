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
    /** Estimates, to go by where nothing was measured. */
    public static final HintCosts DEFAULT = new HintCosts(30, 60, 150, 10, 80, 25);

    /** Of what a vertex costs, about the part for its position. */
    public static final double POSITION_SHARE = 0.4;

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
