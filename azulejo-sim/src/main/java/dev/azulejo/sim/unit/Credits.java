package dev.azulejo.sim.unit;

import java.util.ArrayDeque;

/**
 * Room in a cache or a buffer, taken before work begins and given back when it is through. Who
 * finds too little is asked again whenever room is given back. What is larger than all of the room
 * takes all of it: it goes through in parts, one after the other.
 */
public final class Credits {
    private final String name;
    private final long capacity;
    private long left;
    private long most;
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();

    /** Makes so much room, 1 and up. */
    public Credits(String name, long capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException(
                    "%s: capacity=%d is not 1 or more".formatted(name, capacity));
        }
        this.name = name;
        this.capacity = capacity;
        left = capacity;
    }

    /**
     * Takes room.
     *
     * @param wanted how much, 0 and up
     * @param whenRoom called once when it is worth trying again; kept only if there is too little
     * @return whether it was taken
     */
    public boolean take(long wanted, Runnable whenRoom) {
        long needed = Math.min(wanted, capacity);
        if (needed > left) {
            waiting.add(whenRoom);
            return false;
        }
        left -= needed;
        most = Math.max(most, capacity - left);
        return true;
    }

    /** Gives room back that was taken at once. */
    public void give(long taken) {
        left += Math.min(taken, capacity);
        for (int count = waiting.size(); count > 0; count--) {
            waiting.poll().run();
        }
    }

    /** Returns the most that was taken at a time. */
    public long most() {
        return most;
    }

    /**
     * Checks that all was given back.
     *
     * @throws IllegalStateException what does not add up
     */
    public void check() {
        if (left != capacity || !waiting.isEmpty()) {
            throw new IllegalStateException(
                    "%s: %d of %d are left, %d units wait"
                            .formatted(name, left, capacity, waiting.size()));
        }
    }
}
