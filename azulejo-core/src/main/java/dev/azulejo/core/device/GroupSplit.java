package dev.azulejo.core.device;

import dev.azulejo.core.options.Group;

/** How a group shares things out among its GPUs. */
final class GroupSplit {
    private GroupSplit() {}

    /**
     * Checks that a split is one for GPUs that render a frame together.
     *
     * @throws IllegalArgumentException if it is not
     */
    static void check(Group.Split split) {
        switch (split) {
            case OFF ->
                    throw new IllegalArgumentException(
                            "a group splits frames: split=off is one GPU");
            case FRAMES ->
                    throw new IllegalArgumentException(
                            "split=frames shares out the frames of a sequence, not a frame");
            case BINS ->
                    throw new IllegalArgumentException(
                            "split=bins is a package of chiplets, not a group");
            case REGIONS, SEQUENTIAL -> {}
        }
    }

    /** Returns how many of the threads are a GPU's: at least one. */
    static int threads(int all, int gpu, int gpus) {
        return Math.max(1, all * (gpu + 1) / gpus - all * gpu / gpus);
    }
}
