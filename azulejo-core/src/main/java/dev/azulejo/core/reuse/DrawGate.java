package dev.azulejo.core.reuse;

/**
 * Says which draw calls a partial render processes: first those that {@linkplain #changed changed},
 * which show what tiles are touched; then, if that {@linkplain #openTiles leaves enough} as it is,
 * those that are {@linkplain #needed needed} in the same tiles.
 *
 * <p>Threads: the questions by anybody, {@link #openTiles} by the submitting thread, between them.
 */
public interface DrawGate {
    /** Whether a draw call is not one of the last render; in a partial render. */
    boolean changed(int draw);

    /** Whether a draw call must be processed, in a partial render that stays partial. */
    boolean needed(int draw);

    /**
     * Goes on with a partial render when the changed draw calls have been processed and {@linkplain
     * ChunkGate#note noted}.
     *
     * @return whether it stays partial; else everything is to be drawn, and noted anew
     */
    boolean openTiles();
}
