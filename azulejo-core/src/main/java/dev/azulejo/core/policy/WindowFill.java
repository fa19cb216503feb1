package dev.azulejo.core.policy;

/**
 * How many chunks to process before it is looked at whether a sorting window is full. Pure: it is
 * told what has come so far.
 */
public final class WindowFill {
    /**
     * Chunks a worker of a round at most, if a window needs no more: fewer would not be worth
     * waking workers.
     */
    static final int CHUNKS_A_WORKER = 4;

    private WindowFill() {}

    /**
     * Returns how many chunks are likely to fill a window: one a worker at least, and no more than
     * may be held.
     *
     * @param missing triangles that the window still takes
     * @param window triangles of a window
     * @param triangles that have come of the phase so far
     * @param chunks that they came of
     * @param workers that share the round
     * @param mostOfChunk most triangles that can come of a chunk's own primitives
     */
    public static int chunks(
            long missing, int window, long triangles, int chunks, int workers, int mostOfChunk) {
        long most = Math.max(CHUNKS_A_WORKER * workers, window / mostOfChunk);
        double each = Math.max(1, (double) triangles / Math.max(1, chunks));
        return (int) Math.clamp((long) (missing / each) + 1, workers, most);
    }
}
