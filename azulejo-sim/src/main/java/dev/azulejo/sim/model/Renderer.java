package dev.azulejo.sim.model;

/**
 * What the command processor of one GPU does in one phase, in which order, and what it waits for.
 * Kinds of groups differ in nothing else.
 */
abstract class Renderer {
    private final GpuModel gpu;
    private final PhaseWork work;
    private final int part;

    /** One that renders what is its GPU's. */
    Renderer(GpuModel gpu, PhaseWork work) {
        this(gpu, work, gpu.index());
    }

    /** One that renders a part of the phase: a number of its map, or {@link PhaseWork#NOBODY}. */
    Renderer(GpuModel gpu, PhaseWork work, int part) {
        this.gpu = gpu;
        this.work = work;
        this.part = part;
    }

    final GpuModel gpu() {
        return gpu;
    }

    final PhaseWork work() {
        return work;
    }

    final int part() {
        return part;
    }

    /** Whether a chunk goes on the lists of its part, or is at least left out in its turn. */
    boolean wants(int chunk) {
        return true;
    }

    /** Returns the next piece, {@link Source#END}, or what stands for a wait. */
    abstract int next();

    /** Returns what a cull pipeline does next, if the GPU has one, as {@link #next} does. */
    int nextCulled() {
        return Source.END;
    }

    /** It is known what of a chunk is hidden. */
    void culled(int chunk) {}

    /** Primitives of a chunk are set up, or it was left out. */
    void replayed(int chunk) {}

    /** So many windows are drawn. */
    void retired(int windows) {}

    /** Returns whether all is done that is not a chunk on lists. */
    boolean isThrough() {
        return true;
    }

    /** A chunk is on the lists of tiles, or was left out. */
    void sorted(int chunk) {}

    /** A chunk has been pretested. Returns whether all of its piece has. */
    boolean pretested(int chunk) {
        return true;
    }

    /** It is known in which coarse bins the primitives of a chunk may be seen. */
    void looked(int chunk) {}

    /** The hull stage of a group has run. */
    void hullDone(int group) {}

    /** Domain work on a chunk that is made of patches begins. */
    void domainBegins(int chunk) {}

    /** Returns what hull stages make of the groups in flight, bytes. */
    long hullBytesInFlight() {
        return 0;
    }
}
