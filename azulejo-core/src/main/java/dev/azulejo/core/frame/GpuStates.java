package dev.azulejo.core.frame;

import dev.azulejo.core.command.Command;
import dev.azulejo.core.resource.RenderTarget;

/**
 * What is set for each of several GPUs that read the same commands. Those for which the same is set
 * share a state: most often all of them, for only masks and predicates part them. Owned by the
 * reader of the commands.
 */
final class GpuStates {
    private final BoundState[] states = new BoundState[Long.SIZE];
    private final long[] gpus = new long[Long.SIZE];
    private int count;

    /** Whether states that are apart may have become the same. */
    private boolean changed;

    /** A phase begins for some GPUs: nothing is set. */
    void begin(long takePart, RenderTarget target) {
        count = 0;
        if (takePart != 0) {
            add(takePart).reset(target);
        }
    }

    private BoundState add(long mask) {
        if (states[count] == null) {
            states[count] = new BoundState();
        }
        gpus[count] = mask;
        return states[count++];
    }

    /** Sets state for some GPUs. */
    void apply(long mask, Command command) {
        for (int s = count - 1; s >= 0; s--) {
            long rest = gpus[s] & ~mask;
            if (rest != gpus[s]) {
                if (rest != 0) {
                    gpus[s] &= mask;
                    add(rest).copy(states[s]);
                }
                states[s].apply(command);
            }
        }
        changed = true;
    }

    /** Brings together those for whom the same is set; returns how many different states remain. */
    int merge() {
        for (int s = changed ? count - 1 : 0; s > 0; s--) {
            for (int other = 0; other < s; other++) {
                if (states[other].same(states[s])) {
                    gpus[other] |= gpus[s];
                    remove(s);
                    break;
                }
            }
        }
        changed = false;
        return count;
    }

    private void remove(int index) {
        var free = states[index];
        count--;
        states[index] = states[count];
        gpus[index] = gpus[count];
        states[count] = free;
    }

    /** What is set for {@link #gpus}. */
    BoundState state(int index) {
        return states[index];
    }

    /** Who shares a state. */
    long gpus(int index) {
        return gpus[index];
    }
}
