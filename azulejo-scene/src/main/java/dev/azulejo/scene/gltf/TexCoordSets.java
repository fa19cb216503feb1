package dev.azulejo.scene.gltf;

/**
 * Which two of a file's sets of texture coordinates vertices get, of any number. Sets 0 and 1 stand
 * in their own places where these are free; any other takes what place there is, the second one
 * first, since a set 0 is always there.
 */
final class TexCoordSets {
    private static final int NONE = -1;

    private final int[] taken = {NONE, NONE};

    /**
     * Finds a place for a set.
     *
     * @param set 0 and up
     * @return 0 or 1, or -1 if both are taken by others
     */
    int place(int set) {
        int own = Math.min(set, 1);
        for (int place : new int[] {own, 1 - own}) {
            if (taken[place] == set) {
                return place;
            }
        }
        for (int place : new int[] {own, 1 - own}) {
            if (taken[place] == NONE) {
                taken[place] = set;
                return place;
            }
        }
        return NONE;
    }

    /** Returns which set stands in a place, 0 or 1. */
    int set(int place) {
        // Its own is in no other place while this one is free
        return taken[place] == NONE ? place : taken[place];
    }

    /** Returns whether a texture lies by the set in a place, 0 or 1. */
    boolean isNeeded(int place) {
        return taken[place] != NONE;
    }

    /**
     * Takes in what somebody else needs of the same vertices.
     *
     * @return whether that could be done: no place is needed for two sets
     */
    boolean join(TexCoordSets other) {
        boolean fits = true;
        for (int place = 0; place < 2; place++) {
            int set = other.taken[place];
            if (set != NONE && taken[place] == NONE) {
                taken[place] = set;
            }
            fits &= set == NONE || taken[place] == set;
        }
        return fits;
    }
}
