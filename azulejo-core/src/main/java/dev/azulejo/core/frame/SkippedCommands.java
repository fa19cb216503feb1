package dev.azulejo.core.frame;

import java.util.Arrays;

/** Which GPUs pass over commands because of a predicate. Owned by the reader of the commands. */
final class SkippedCommands {
    /** Of each GPU, the first command that it does not skip. */
    private final int[] end = new int[Long.SIZE];

    private long gpus;

    /** Nobody skips. */
    void begin() {
        gpus = 0;
        Arrays.fill(end, 0);
    }

    /** Some GPUs skip what comes before a position. */
    void skip(long mask, int before) {
        gpus |= mask;
        for (long left = mask; left != 0; left &= left - 1) {
            end[Long.numberOfTrailingZeros(left)] = before;
        }
    }

    /** Returns who skips the command at a position; positions only rise. */
    long at(int position) {
        for (long left = gpus; left != 0; left &= left - 1) {
            int gpu = Long.numberOfTrailingZeros(left);
            if (end[gpu] <= position) {
                gpus &= ~(1L << gpu);
            }
        }
        return gpus;
    }
}
