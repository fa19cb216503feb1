package dev.azulejo.core.frame;

import java.util.ArrayList;
import java.util.List;

/** Phases that are used again and again. Owned by the thread that submits. */
public final class PhasePool {
    private final List<Phase> phases = new ArrayList<>();

    private long frame;

    /** Makes a pool without phases. */
    public PhasePool() {}

    /** A frame begins: the phases that are acquired from now on belong to it. */
    public void beginFrame() {
        frame++;
    }

    /** Returns a phase that nobody holds, empty and open, held for the caller. */
    public Phase acquire() {
        Phase free = null;
        for (int p = 0; free == null && p < phases.size(); p++) {
            free = phases.get(p).isHeld() ? null : phases.get(p);
        }
        if (free == null) {
            free = new Phase();
            phases.add(free);
        }
        free.begin(frame);
        free.hold();
        return free;
    }

    /** Returns how many phases there are, held or not. */
    public int size() {
        return phases.size();
    }
}
