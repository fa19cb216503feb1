package dev.azulejo.core.reuse;

import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.screen.TileSet;

/**
 * What a run knows of the render before into the same target, and what can stay of it. Each stage
 * of the run sees the side that it needs: {@link DrawGate} before geometry, {@link ChunkGate}
 * behind it, {@link TileGate} at the tiles.
 *
 * <p>A render goes like this, and each step needs those before it:
 *
 * <ol>
 *   <li>{@link #begin} says what the render needs. After {@link Outcome#UNCHANGED} it is over.
 *   <li>In a partial render the draw calls that {@linkplain #changed changed} are processed and
 *       {@linkplain #note noted}; {@link #openTiles} says whether it stays partial.
 *   <li>{@link #expect} makes room for the chunks that are taken in. Each is {@linkplain #note
 *       noted} when it has been processed, and then {@linkplain #hash hashed}. {@link #windowed}
 *       says that not all could be taken in at once.
 *   <li>{@link #decide}, once for each tile; {@link #rendered} tells what those took that were.
 *   <li>{@link #end}, or {@link #abandon} if it does not come to that.
 * </ol>
 *
 * <p>Threads: what is declared here is for the submitting thread.
 */
public interface RenderGate extends DrawGate, ChunkGate, TileGate {
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

    /**
     * Told after {@link #begin} that nobody but this run writes into the target until the render
     * ends: what is known of other tiles of it stays known. Where it is not told, others may.
     *
     * @param target what is rendered into
     */
    default void alone(RenderTarget target) {}

    /** Ends a render that {@link #begin} did not find unchanged: the target holds its pixels. */
    void end(RenderTarget target);

    /**
     * Ends a render that {@link #begin} did not find unchanged, and that was ended early: nothing
     * is known of its tiles. If it was {@linkplain #alone alone}, others of the target are what
     * they were.
     */
    default void abandon(RenderTarget target) {}

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
}
