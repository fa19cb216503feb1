package dev.azulejo.core.pixel;

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
     * @param tiles how many tiles
     * @param samplesOfTile pixels times samples a pixel
     * @param floats whether colours are floating-point numbers
     */
    public void require(int tiles, int samplesOfTile, boolean floats) {
        tileSamples = samplesOfTile;
        int samples = Math.multiplyExact(tiles, samplesOfTile);
        if (depth.length < samples) {
            depth = new float[samples];
        }
        if (floats) {
            int most = Math.multiplyExact(4, samples);
            if (floatColor.length < most) {
                floatColor = new float[most];
            }
        } else if (color.length < samples) {
            color = new int[samples];
        }
    }
}
