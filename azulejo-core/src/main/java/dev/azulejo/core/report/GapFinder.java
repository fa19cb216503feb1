package dev.azulejo.core.report;

/**
 * Finds the squares of 16x16 pixels in a triangle's bounds in which it covers no sample, by the
 * corners that a {@link WorkListener} was told: when it likes, once the phase has been told.
 *
 * <p>Threads: one at a time.
 */
public interface GapFinder {
    /** Ints of a triangle: columns and rows of its three corners, then its bounds. */
    int INTS = 10;

    /** Told squares without a sample. */
    @FunctionalInterface
    interface Gaps {
        /**
         * The triangle covers no sample in a square that its bounds touch.
         *
         * @param column of squares
         * @param row of squares
         */
        void gap(int column, int row);
    }

    /**
     * Finds them, each once, in no order.
     *
     * @param triangles array
     * @param at first of {@value #INTS} ints: corners as in {@link WorkListener#corners}, then
     *     first column, first row, last column and last row of the bounds, in pixels, as in {@link
     *     WorkListener#triangle}
     * @param to told
     */
    void find(int[] triangles, int at, Gaps to);
}
