package dev.azulejo.core.device;

import dev.azulejo.core.reuse.DrawGate;

import java.util.function.IntPredicate;

/** Which draw calls are taken in, by number; made once, since a frame allocates nothing. */
final class WantedDraws {
    /** All of them. */
    final IntPredicate all = draw -> true;

    /** Those that are not what they were in the last render. */
    final IntPredicate changed = this::isChanged;

    /** Those that touch the same tiles as changed ones, which are processed already. */
    final IntPredicate rest = this::isRest;

    /** Both. */
    final IntPredicate needed = this::isNeeded;

    private DrawGate gate;

    /** Asks somebody from now on. */
    void ask(DrawGate drawGate) {
        if (gate != drawGate) {
            gate = drawGate;
        }
    }

    private boolean isChanged(int draw) {
        return gate.changed(draw);
    }

    private boolean isRest(int draw) {
        return gate.needed(draw) && !gate.changed(draw);
    }

    private boolean isNeeded(int draw) {
        return gate.needed(draw) || gate.changed(draw);
    }
}
