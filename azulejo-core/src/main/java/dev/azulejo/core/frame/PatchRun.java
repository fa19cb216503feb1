package dev.azulejo.core.frame;

/**
 * The patches of a draw call, in one view and instance. Reused from phase to phase; read-only once
 * its phase is sealed.
 */
public final class PatchRun {
    private DrawState draw;
    private int instance;
    private int patches;
    private int before;

    PatchRun() {}

    void begin(DrawState state, int drawInstance, int count, int chunksBefore) {
        if (draw != state) {
            draw = state;
        }
        instance = drawInstance;
        patches = count;
        before = chunksBefore;
    }

    /** Draw call that the patches belong to. */
    public DrawState draw() {
        return draw;
    }

    /** Instance index. */
    public int instance() {
        return instance;
    }

    /** How many patches. */
    public int patches() {
        return patches;
    }

    /** Chunks that come before in submission order. */
    public int before() {
        return before;
    }
}
