package dev.azulejo.sim.model;

import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.unit.UnitState;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Composes the pictures of GPUs that have each rendered other draw calls over the whole screen
 * (CHOPIN): every two of them exchange the blocks of 2x2 pixels that one has touched in the other's
 * regions, whoever is ready with whoever is ready, group by group. In a group that blends pictures
 * are merged with those of neighbours in its order alone: each GPU holds a run of parts, and may
 * exchange with whose own part follows that run, or comes before it.
 *
 * <pre>
 *  GPU 0  |group 0     |0-1|0-2| |group 1 ...      groups that replace colours: in any order
 *  GPU 1  |group 0     |0-1| |1-2|group 1          groups that blend: 0-2 after 0-1 and 1-2
 *  GPU 2  |group 0         |0-2|1-2|group 1
 * </pre>
 *
 * <p>Simplification: merging what comes takes no longer than its transfer.
 */
final class Composition {
    private static final int QUAD = 4;

    private final PhaseContext context;
    private final DrawGroups groups;
    private final int gpus;
    private final long quadBytes;

    // Of each GPU: the group that it renders or composes; whether it has rendered it; whether it
    // exchanges; with whom it has; its run of parts; pixels for each other one.
    private final int[] group;
    private final boolean[] ready;
    private final boolean[] busy;
    private final boolean[][] exchanged;
    private final int[] exchanges;
    private final int[] first;
    private final int[] last;
    private final long[][] pixels;

    /** Of each tile, a stamp of who has counted it, and in which group. */
    private final int[] counted;

    private int stamp;

    /**
     * Exchanges under way: both of the pair, and how many of its two transfers have not arrived.
     */
    private final List<int[]> pairs = new ArrayList<>();

    private final int arrived;
    private final int rendered;

    Composition(PhaseContext context, DrawGroups groups) {
        this.context = context;
        this.groups = groups;
        gpus = context.gpus().size();
        quadBytes = context.machine().count(MachineKey.COMPOSE_BYTES);
        group = new int[gpus];
        ready = new boolean[gpus];
        busy = new boolean[gpus];
        exchanged = new boolean[gpus][gpus];
        exchanges = new int[gpus];
        first = new int[gpus];
        last = new int[gpus];
        pixels = new long[gpus][gpus];
        counted = new int[context.work().tiles()];
        for (int gpu = 0; gpu < gpus; gpu++) {
            first[gpu] = gpu;
            last[gpu] = gpu;
        }
        arrived = context.clock().register(this::arrive);
        rendered = context.clock().register(this::rendered);
    }

    /** Returns the group that a GPU renders, or composes. */
    int group(int gpu) {
        return group[gpu];
    }

    /** Returns what a GPU waits for that has begun all of its group. */
    UnitState waitsFor(int gpu) {
        if (!ready[gpu]) {
            return UnitState.DEPENDENCY;
        }
        return busy[gpu] ? UnitState.LINK : UnitState.SYNCHRONISATION;
    }

    /** A GPU has rendered its part of a group, and is in the middle of something. */
    void renderedSoon(int gpu) {
        context.clock().schedule(0, rendered, gpu);
    }

    /** A GPU has rendered its part of a group. */
    void rendered(int gpu) {
        ready[gpu] = true;
        countPixels(gpu);
        tell(gpu);
        pair(gpu);
    }

    private void pair(int gpu) {
        for (int other = 0; other < gpus && ready[gpu] && !busy[gpu]; other++) {
            if (other != gpu && ready[other] && !busy[other] && mayExchange(gpu, other)) {
                exchange(gpu, other);
            }
        }
    }

    private boolean mayExchange(int one, int other) {
        if (group[one] != group[other] || exchanged[one][other]) {
            return false;
        }
        int before = Math.min(one, other);
        int behind = Math.max(one, other);
        return !groups.group(group[one]).blends()
                || last[before] + 1 == behind && first[behind] - 1 == before;
    }

    private void exchange(int one, int other) {
        busy[one] = true;
        busy[other] = true;
        exchanged[one][other] = true;
        exchanged[other][one] = true;
        pairs.add(new int[] {one, other, 2});
        int number = pairs.size() - 1;
        send(one, other, number);
        send(other, one, number);
        tell(one);
        tell(other);
    }

    private void send(int from, int to, int number) {
        long quads = (pixels[from][to] + QUAD - 1) / QUAD;
        context.gpus().get(from).link().send(quads * quadBytes, arrived, number);
    }

    /** Finds out how many pixels one has touched in the others' regions. */
    private void countPixels(int gpu) {
        Arrays.fill(pixels[gpu], 0);
        stamp++;
        var work = context.work();
        var own = work.gpu(gpu);
        var of = groups.group(group[gpu]);
        if (of.from() == of.to()) {
            return;
        }
        int end = own.firstVisit(own.window(of.to() - 1) + 1);
        for (int visit = own.firstVisit(own.window(of.from())); visit < end; visit++) {
            int tile = own.tile(visit);
            if (counted[tile] != stamp) {
                counted[tile] = stamp;
                pixels[gpu][work.owner(tile)] +=
                        Math.min(own.covered(visit), work.tilePixels(tile));
            }
        }
    }

    private void arrive(int number) {
        var pair = pairs.get(number);
        if (--pair[2] > 0) {
            return;
        }
        int before = Math.min(pair[0], pair[1]);
        int behind = Math.max(pair[0], pair[1]);
        last[before] = behind;
        first[behind] = before;
        for (int i = 0; i < 2; i++) {
            busy[pair[i]] = false;
            exchanges[pair[i]]++;
            if (exchanges[pair[i]] == gpus - 1) {
                composed(pair[i]);
            } else {
                tell(pair[i]);
            }
        }
        pair(pair[0]);
        pair(pair[1]);
    }

    /** A GPU has exchanged with all others: its group is composed in its regions. */
    private void composed(int gpu) {
        var model = context.gpus().get(gpu);
        model.tally().add(ModelCounter.GROUPS_COMPOSED, 1);
        if (isLastGroup(gpu)) {
            model.rest(UnitState.SYNCHRONISATION);
            return;
        }
        ready[gpu] = false;
        group[gpu]++;
        exchanges[gpu] = 0;
        Arrays.fill(exchanged[gpu], false);
        first[gpu] = gpu;
        last[gpu] = gpu;
        model.wake();
    }

    private boolean isLastGroup(int gpu) {
        return group[gpu] + 1 == groups.count();
    }

    /** A GPU that waits knows now what for. */
    private void tell(int gpu) {
        var model = context.gpus().get(gpu);
        if (isLastGroup(gpu)) {
            model.rest(waitsFor(gpu));
        } else {
            model.wake();
        }
    }
}
