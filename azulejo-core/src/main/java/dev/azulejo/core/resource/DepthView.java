package dev.azulejo.core.resource;

/**
 * The depths of a target, to be read by programs: what a phase has drawn, phases after it read. Row
 * 0 is the top row, as in textures and targets.
 *
 * <p>Between two phases everybody waits until all pixels are written, so that there is nothing to
 * be said about when. Draw calls that read what their own phase draws into are refused.
 */
public final class DepthView {
    private final RenderTarget target;

    /**
     * Makes a view.
     *
     * @param target what is read, of {@link TextureFormat#DEPTH32_FLOAT}
     */
    public DepthView(RenderTarget target) {
        if (target.format() != TextureFormat.DEPTH32_FLOAT) {
            throw new IllegalArgumentException(
                    "depth view: the target's format is %s, not DEPTH32_FLOAT"
                            .formatted(target.format()));
        }
        this.target = target;
    }

    /** Returns what is read; its version tells whether it was drawn into since. */
    public RenderTarget target() {
        return target;
    }

    /** Returns the width in texels. */
    public int width() {
        return target.width();
    }

    /** Returns the height in texels. */
    public int height() {
        return target.height();
    }

    /** Returns the depths, row by row from the top, the storage itself: treat it as read-only. */
    public float[] depths() {
        return target.sampleDepth();
    }
}
