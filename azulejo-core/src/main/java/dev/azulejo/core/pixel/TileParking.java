package dev.azulejo.core.pixel;

import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.screen.TileGrid;

/**
 * Where samples of tiles stay between the windows of a phase, in the order in which tiles hold
 * them. Workers use the places of different tiles.
 */
public final class TileParking {
    /** 8-bit colours. */
    int[] color = {};

    /** Floating-point colours. */
    float[] floatColor = {};

    float[] depth = {};

    /** Samples of a tile. */
    int tileSamples;

    /** Returns the memory that it takes, bytes. */
    public long bytes() {
        return 4L * (color.length + floatColor.length + depth.length);
    }

    /** With room for nothing. */
    public TileParking() {}

    /**
     * Makes room; what is parked is lost if the room was smaller.
     *
     * @param grid the tiles
     * @param target what they are of
     */
    public void require(TileGrid grid, RenderTarget target) {
        tileSamples = grid.tileSize() * grid.tileSize() * target.samples();
        int samples = Math.multiplyExact(grid.count(), tileSamples);
        if (depth.length < samples) {
            depth = new float[samples];
        }
        if (target.format() == TextureFormat.RGBA32_FLOAT) {
            int most = Math.multiplyExact(4, samples);
            if (floatColor.length < most) {
                floatColor = new float[most];
            }
        } else if (color.length < samples) {
            color = new int[samples];
        }
    }
}
