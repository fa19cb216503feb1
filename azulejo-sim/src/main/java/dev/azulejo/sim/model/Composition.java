package dev.azulejo.sim.model;

import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.unit.UnitState;

import java.util.ArrayList;
import java.util.List;

/**
 * Composes the pictures of GPUs that have each rendered other draw calls over the whole screen
 * (CHOPIN): every two of them exchange the blocks of 2x2 pixels that one has touched in the other's
 * regions, whoever is ready with whoever is ready.
 *
 * <p>Simplification: merging what comes takes no longer than its transfer.
 */
final class Composition {
    private static final int QUAD = 4;

    private final PhaseContext context;
    private final int gpus;
    private final long quadBytes;
    private final boolean[] ready;
    private final boolean[] busy;
    private final boolean[] exchanged;

    /**
     * Exchanges under way: both of the pair, and how many of its two transfers have not arrived.
     */
    private final List<int[]> pairs = new ArrayList<>();

    private final int arrived;

    Composition(PhaseContext context) {
        this.context = context;
        gpus = context.gpus().size();
        quadBytes = context.machine().count(MachineKey.COMPOSE_BYTES);
        ready = new boolean[gpus];
        busy = new boolean[gpus];
        exchanged = new boolean[gpus * gpus];
        arrived = context.clock().register(this::arrive);
    }

    /** A GPU has rendered its draw calls. */
    void rendered(int gpu) {
        ready[gpu] = true;
        pair(gpu);
    }

    private void pair(int gpu) {
        for (int other = 0; other < gpus && ready[gpu] && !busy[gpu]; other++) {
            if (other != gpu && ready[other] && !busy[other] && !exchanged[gpu * gpus + other]) {
                exchange(gpu, other);
            }
        }
    }

    private void exchange(int one, int other) {
        busy[one] = true;
        busy[other] = true;
        exchanged[one * gpus + other] = true;
        exchanged[other * gpus + one] = true;
        pairs.add(new int[] {one, other, 2});
        int number = pairs.size() - 1;
        send(one, other, number);
        send(other, one, number);
        context.gpus().get(one).rest(UnitState.LINK);
        context.gpus().get(other).rest(UnitState.LINK);
    }

    private void send(int from, int to, int number) {
        context.gpus().get(from).link().send(quads(from, to) * quadBytes, arrived, number);
    }

    /** Returns how many blocks one has touched in the other's regions. */
    private long quads(int from, int to) {
        var work = context.work();
        var own = work.gpu(from);
        long pixels = 0;
        for (int visit = 0; visit < own.visits(); visit++) {
            int tile = own.tile(visit);
            if (work.owner(tile) == to && !own.comesBack(visit)) {
                pixels += Math.min(own.covered(visit), work.tilePixels(tile));
            }
        }
        return (pixels + QUAD - 1) / QUAD;
    }

    private void arrive(int number) {
        var pair = pairs.get(number);
        if (--pair[2] > 0) {
            return;
        }
        for (int i = 0; i < 2; i++) {
            busy[pair[i]] = false;
            context.gpus().get(pair[i]).rest(UnitState.SYNCHRONISATION);
        }
        pair(pair[0]);
        pair(pair[1]);
    }
}
