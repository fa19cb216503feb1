package dev.azulejo.sim.unit;

/** What a unit does in a cycle: it works, or it waits, and then for something that has a name. */
public enum UnitState {
    /** It works on an item. */
    BUSY("busy"),
    /**
     * It is done with an item that it cannot hand on: the queue or the storage behind it is full.
     */
    QUEUE_FULL("queue full"),
    /** It has asked its memory for something that has not come. */
    DATA("data"),
    /**
     * What it needs is on its way over a link, or waits for one: from another GPU, its memory or
     * the host.
     */
    LINK("link"),
    /** Something must happen first in another unit: an order, a turn, a result. */
    DEPENDENCY("dependency"),
    /** All units of all GPUs wait for the last one. */
    SYNCHRONISATION("synchronisation"),
    /** Nothing has come, but something will: units before it are at work. */
    INPUT("input"),
    /** Nothing comes any more. */
    NOTHING("nothing to do");

    private final String words;

    UnitState(String words) {
        this.words = words;
    }

    /** Returns how reports call it. */
    public String words() {
        return words;
    }
}
