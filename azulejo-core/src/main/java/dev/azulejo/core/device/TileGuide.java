package dev.azulejo.core.device;

import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.pixel.OwnPixels;
import dev.azulejo.core.pixel.PixelLog;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.reuse.TileGate;

/**
 * Stands beside the tiles of a run: is told of windows and visits, and says where pixels go. By all
 * workers at once, but for windows.
 */
interface TileGuide {
    /**
     * Told of each worker that begins with tiles: there is time for what has to be done beside
     * them. Worker 0 always does.
     */
    default void beginTiles(int worker) {}

    /** Told of each tile of the run before a worker visits it. */
    default void visits(int worker, int tile) {}

    /**
     * Returns whether a tile keeps its pixels.
     *
     * @param worker who has found out
     * @param tile which tile
     * @param decision what was decided
     * @param gate who has decided
     */
    default boolean keeps(int worker, int tile, TileDecision decision, TileGate gate) {
        return decision.kept();
    }

    /**
     * Told of each window before its tiles are rendered, by the submitting thread, when all of its
     * chunks have come through.
     *
     * @param chunks of the window
     * @param chunkCount how many
     * @param gate who is going to decide about tiles
     */
    default void beginWindow(ChunkOutput[] chunks, int chunkCount, TileGate gate) {}

    /** Told of each window when its tiles have been rendered, likewise. */
    default void endWindow(ChunkOutput[] chunks, int chunkCount) {}

    /** Returns where tiles are painted; null for the target of the pass. */
    default OwnPixels paintsInto() {
        return null;
    }

    /** Returns where a worker notes what it does with pixels; null for nowhere. */
    default PixelLog pixels(int worker) {
        return null;
    }
}
