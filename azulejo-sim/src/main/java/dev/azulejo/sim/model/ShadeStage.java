package dev.azulejo.sim.model;

import dev.azulejo.sim.engine.EventQueue;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.unit.Account;
import dev.azulejo.sim.unit.ItemQueue;
import dev.azulejo.sim.unit.Sink;
import dev.azulejo.sim.unit.UnitState;

import java.util.ArrayDeque;

/**
 * Has the fragments of several tiles shaded at a time: their thread groups on the compute units of
 * an engine, and what their textures read from memory. A tile is through when both are. To hand out
 * takes no time, as in {@link VertexStage}.
 */
final class ShadeStage {
    private static final int KIND = 0;

    /** Of a tile, what is not through. */
    private static final byte GROUPS = 1;

    private static final byte TEXTURES = 2;

    private final EventQueue clock;
    private final ItemQueue in;
    private final Sink out;
    private final Account account;
    private final GpuParts shared;
    private final int most;
    private final int threads;
    private final long lanes;
    private final long latency;
    private final double misses;
    private final int groupsDone;
    private final int arrived;
    private final int texturesCame;
    private final ArrayDeque<Integer> through = new ArrayDeque<>();
    private final Runnable retry = this::handOn;
    private byte[] missing = {};
    private GpuWork work;
    private int underWay;
    private int waitForTextures;
    private boolean stuck;

    ShadeStage(Parts parts, String name, Machine machine, GpuParts shared, ItemQueue in, Sink out) {
        clock = parts.clock();
        account = parts.account(name);
        this.in = in;
        this.out = out;
        this.shared = shared;
        most = machine.count(MachineKey.TILES_UNDER_WAY);
        threads = machine.count(MachineKey.GROUP_THREADS);
        lanes = machine.count(MachineKey.LANES);
        latency = shared.rates().of(MachineKey.GROUP_LATENCY);
        misses = 1 - machine.number(MachineKey.TEXTURE_HITS);
        arrived = clock.register(visit -> partDone(visit, GROUPS));
        groupsDone = clock.register(visit -> clock.schedule(latency, arrivedNumber(), visit));
        texturesCame =
                clock.register(
                        visit -> {
                            waitForTextures--;
                            partDone(visit, TEXTURES);
                        });
        in.onItem(this::start);
    }

    private int arrivedNumber() {
        return arrived;
    }

    void begin(GpuWork begun) {
        work = begun;
        missing = new byte[begun.visits()];
    }

    private void start() {
        while (underWay < most && !in.isEmpty()) {
            submit(in.take());
        }
        account.enter(state());
    }

    private UnitState state() {
        if (stuck) {
            return UnitState.QUEUE_FULL;
        }
        if (underWay == 0) {
            return UnitState.INPUT;
        }
        return waitForTextures == underWay ? shared.textures().waitsFor() : UnitState.DEPENDENCY;
    }

    private void submit(int visit) {
        underWay++;
        int fragments = work.shaded(visit);
        long operations = 100L * work.hundredOperations(visit);
        shared.tally().add(ModelCounter.FRAGMENTS, fragments);
        shared.tally().add(ModelCounter.HUNDRED_OPERATIONS, work.hundredOperations(visit));
        missing[visit] = GROUPS | TEXTURES;
        long bytes = Math.round(work.textureBytes(visit) * misses);
        shared.tally().add(ModelCounter.CACHE_BYTES, work.textureBytes(visit) - bytes);
        if (bytes == 0) {
            missing[visit] = GROUPS;
        } else {
            waitForTextures++;
            shared.textures().read(bytes, texturesCame, visit);
        }
        if (operations == 0) {
            clock.schedule(0, arrived, visit);
            return;
        }
        int groups = Math.max(1, (fragments + threads - 1) / threads);
        long cycles = shared.rates().slow((operations + groups * lanes - 1) / (groups * lanes));
        shared.idlest().submit(KIND, groups, cycles, groupsDone, visit);
    }

    private void partDone(int visit, byte part) {
        missing[visit] &= (byte) ~part;
        if (missing[visit] == 0) {
            through.add(visit);
        }
        if (stuck) {
            return;
        }
        handOn();
    }

    private void handOn() {
        stuck = false;
        while (!through.isEmpty() && !stuck) {
            if (out.accept(through.peek(), retry)) {
                through.poll();
                underWay--;
            } else {
                stuck = true;
            }
        }
        start();
    }
}
