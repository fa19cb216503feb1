package dev.azulejo.sim.model;

/**
 * What the command processor of one GPU does in one phase, in which order, and what it waits for.
 * Kinds of groups differ in nothing else.
 */
abstract class Renderer {
    private final GpuModel gpu;
    private final PhaseWork work;

    Renderer(GpuModel gpu, PhaseWork work) {
        this.gpu = gpu;
        this.work = work;
    }

    final GpuModel gpu() {
        return gpu;
    }

    final PhaseWork work() {
        return work;
    }

    /** Returns the next piece, {@link Source#END}, or what stands for a wait. */
    abstract int next();

    /** Returns whether all is done that is not a chunk on lists. */
    boolean isThrough() {
        return true;
    }

    /** A chunk is on the lists of tiles, or was left out. */
    void sorted(int chunk) {}

    /** A chunk has been pretested. */
    void pretested(int chunk) {}

    /** The hull stage of a group has run. */
    void hullDone(int group) {}

    /** Domain work on a group begins, or goes on. */
    void domainBegins(int group) {}

    /** Returns how many groups of patches are in flight. */
    int hullsInFlight() {
        return 0;
    }
}
