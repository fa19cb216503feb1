package dev.azulejo.core.timeline;

/**
 * A piece of geometry in the model.
 *
 * @param name to know it by
 * @param pretestTicks what its pretest takes, 1 and up
 * @param geometryTicks what its geometry takes on each GPU that processes it, 1 and up
 * @param pixelTicks what its pixels take on each GPU that it touches, 0 and up
 * @param touches a bit for each GPU whose regions it touches
 */
public record ModelPiece(
        String name, long pretestTicks, long geometryTicks, long pixelTicks, long touches) {
    /** Checks that work takes time. */
    public ModelPiece {
        if (pretestTicks < 1 || geometryTicks < 1 || pixelTicks < 0) {
            throw new IllegalArgumentException(
                    "piece %s: pretest=%d and geometry=%d take at least 1 tick, pixels=%d at least 0"
                            .formatted(name, pretestTicks, geometryTicks, pixelTicks));
        }
    }

    /** Returns whether it touches a GPU's regions. */
    public boolean touches(int gpu) {
        return (touches >>> gpu & 1) != 0;
    }
}
