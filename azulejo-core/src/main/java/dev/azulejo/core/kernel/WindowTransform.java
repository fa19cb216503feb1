package dev.azulejo.core.kernel;

/**
 * From clip space to the window: perspective division, viewport, snapping to fixed point, outcodes.
 *
 * <p>Snapping: {@code floor(window * 256 + 0.5)}, 8 sub-pixel bits. Source: Vulkan 1.3, "Coordinate
 * Transformations" and "Controlling the Viewport"; y is flipped so that row 0 is on top.
 */
public interface WindowTransform {
    /** Outside: x &lt; -w. */
    int LEFT = 1;

    /** Outside: x &gt; w. */
    int RIGHT = 2;

    /** Outside: y &lt; -w. */
    int BOTTOM = 4;

    /** Outside: y &gt; w. */
    int TOP = 8;

    /** Outside: z &lt; 0 (not with depth clamp). */
    int NEAR = 16;

    /** Outside: z &gt; w (not with depth clamp). */
    int FAR = 32;

    /** Beyond near, far or guard band: the primitive must be cut. */
    int CLIP = 64;

    /** A component is NaN or infinite. */
    int NOT_FINITE = 128;

    /** All six planes of the view volume. */
    int VOLUME = 63;

    /** Smallest w in front of the eye; what is nearer is cut. */
    float W_MIN = 0x1p-30f;

    /**
     * Most absolute depth of a vertex with depth clamp, which clamps depths of samples, not those
     * of vertices: planes through vertices stay as they are, but finite.
     */
    float Z_MAX = 0x1p60f;

    /**
     * Transforms vertices from..from+count-1; may also compute up to the next multiple of 16 lanes.
     *
     * @param view viewport constants
     * @param vertices clip positions in; window positions and outcodes out
     * @param from first vertex
     * @param count vertices
     */
    void transform(ViewportConstants view, TransformedVertices vertices, int from, int count);
}
