package dev.azulejo.core.reuse;

import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.tiling.TileList;

/**
 * Says of a tile whether it is rendered, or keeps the pixels that it has: {@link #decide}, once for
 * each tile, at its only visit or its last one.
 *
 * <p>Threads: {@link #decide}, {@link #rendered}, {@link #testBytes} and {@link #signature} by
 * workers, each with its own number, each tile by one of them; the questions by anybody.
 */
public interface TileGate {
    /** Whether a tile keeps its pixels whatever is on its list; in a partial render. */
    boolean closed(int tile);

    /**
     * Decides about a tile, at its only visit or its last one.
     *
     * @param worker who asks
     * @param tile which tile
     * @param list what is on it, merged here if it must be looked at
     * @param chunks the geometry
     */
    TileDecision decide(int worker, int tile, TileList list, ChunkOutput[] chunks);

    /** Returns the bytes that a worker has read and written to compare tiles in the render. */
    default long testBytes(int worker) {
        return 0;
    }

    /**
     * Returns what a tile that has been decided about is made of, condensed: the same as in another
     * render if the tile would be found the same; 0 if that is not known.
     *
     * @param worker who decided
     * @param tile which tile
     */
    default long signature(int worker, int tile) {
        return 0;
    }

    /** Told how long a tile with something on it took to render. */
    void rendered(int worker, long nanoseconds);

    /** Returns what became of a tile in the last render. */
    TileDecision decision(int tile);
}
