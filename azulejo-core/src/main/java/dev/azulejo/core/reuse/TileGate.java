package dev.azulejo.core.reuse;

import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.screen.TileSet;
import dev.azulejo.core.tiling.TileList;

/**
 * Says of a tile whether it is rendered, or keeps the pixels that it has.
 *
 * <p>A render goes like this, and each step needs those before it:
 *
 * <ol>
 *   <li>{@link #begin} says what the render needs. After {@link Outcome#UNCHANGED} it is over.
 *   <li>In a partial render the draw calls that {@linkplain #changed changed} are processed and
 *       {@linkplain #note noted}; {@link #openTiles} says whether it stays partial.
 *   <li>{@link #expect} makes room for the chunks that are taken in. Each is then {@linkplain #note
 *       noted} and {@linkplain #hash hashed} when it has been processed. {@link #windowed} says
 *       that not all could be taken in at once.
 *   <li>{@link #decide}, once for each tile; {@link #rendered} tells what those took that were.
 *   <li>{@link #end}.
 * </ol>
 *
 * <p>Threads: {@link #note}, {@link #hash}, {@link #decide} and {@link #rendered} by workers, each
 * with its own number, each chunk and each tile by one of them; the questions by anybody; the rest
 * by the submitting thread.
 */
public interface TileGate {
    /** What a render is found to need. */
    enum Outcome {
        /** Nothing has changed: the target holds its pixels already. */
        UNCHANGED,
        /** Most draw calls have not changed: those that have come first. */
        PARTIAL,
        /** Everything is to be drawn. */
        WHOLE
    }

    /** How often a tile is visited. */
    enum Visits {
        /** Once, with everything on its list. */
        ONCE,
        /** Window by window. */
        SEVERAL
    }

    /**
     * Begins a render.
     *
     * @param phase what is rendered
     * @param grid the tiles, and whose they are
     * @param visits how often each is visited
     */
    Outcome begin(Phase phase, TileGrid grid, Visits visits);

    /** Whether a draw call is not one of the last render; in a partial render. */
    boolean changed(int draw);

    /** Whether a draw call must be processed, in a partial render that stays partial. */
    boolean needed(int draw);

    /** Notes the tiles that a processed chunk touches, if that is wanted. */
    void note(ChunkOutput chunk);

    /**
     * Goes on with a partial render when the changed draw calls have been processed and noted.
     *
     * @return whether it stays partial; else everything is to be drawn, and noted anew
     */
    boolean openTiles();

    /**
     * Makes room for chunks.
     *
     * @param chunks the chunks, begun
     * @param count how many
     * @param culls whether early Z or hints may drop triangles of them
     */
    void expect(ChunkOutput[] chunks, int count, boolean culls);

    /** Returns whether chunks are hashed: tiles are compared. */
    boolean hashes();

    /** Hashes a chunk's triangles, or takes over what is known of them, if that is wanted. */
    void hash(int worker, ChunkOutput chunk, int index);

    /**
     * Tiles are visited several times after all, because not all geometry could be taken in at
     * once: they cannot be compared, neither now nor with this render.
     */
    void windowed();

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

    /** Told how long a tile with something on it took to render. */
    void rendered(int worker, long nanoseconds);

    /** Ends a render that {@link #begin} did not find unchanged: the target holds its pixels. */
    void end(RenderTarget target);

    /**
     * Ends a render that {@link #begin} found unchanged, while others wrote their tiles of the
     * target: its pixels here are still what they were.
     */
    void stay(RenderTarget target);

    /**
     * Tiles change their owners, between two renders: what is known of those that stay here is
     * kept, those that come are rendered whatever is known of them.
     *
     * @param from whose tiles there were until now
     * @param to whose tiles there are from now on
     */
    void move(TileSet from, TileSet to);

    /** Returns whether comparing tiles paid in the last render. */
    boolean pays();

    /**
     * Returns the time for hashing and comparing in the last render, nanoseconds: of all workers,
     * and of the submitting thread for draw calls. To note what draw calls touch is not in it.
     */
    long testingNs();

    /** Returns the time that tiles would have taken which kept their pixels: an estimate. */
    long savedNs();

    /** Returns what became of a tile in the last render. */
    TileDecision decision(int tile);
}
