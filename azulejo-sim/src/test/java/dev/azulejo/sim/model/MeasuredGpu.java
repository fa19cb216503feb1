package dev.azulejo.sim.model;

import dev.azulejo.sim.engine.EventQueue;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.unit.UnitState;

import java.util.ArrayList;
import java.util.List;

/**
 * A GPU of the model whose work takes as long as somebody has measured: it goes through what its
 * renderer says, but no unit of it has anything to do. A cycle is a nanosecond.
 */
final class MeasuredGpu extends GpuModel {
    /**
     * What somebody measured of one GPU in one phase.
     *
     * @param before until it began, cycles
     * @param pretest all pretests together
     * @param render the rest
     * @param idle from then until all were through
     * @param forNothing chunks that it rendered for nothing
     * @param tiles what each tile took, by place; none if another says so
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Times(long before, long pretest, long render, long idle, long forNothing, long[] tiles) {
        /** Rendering from the beginning. */
        static Times rendering(long render) {
            return new Times(0, 0, render, 0, 0, new long[0]);
        }

        /** Looking: nothing is known until it is over. */
        static Times looking(long look) {
            return new Times(look, 0, 0, 0, 0, new long[0]);
        }
    }

    /** Says how long what is about to be done took. */
    @FunctionalInterface
    interface Measured {
        Times times(int gpu, PhaseWork work, int part);
    }

    private final EventQueue clock;
    private final Measured measured;
    private final int next;
    private final int end;
    private final int othersEnd;
    private Times times;
    private Renderer renderer;
    private Runnable afterwards;
    private boolean isWaiting;
    private boolean renders;
    private boolean tests;
    private int sets;
    private int pretests;
    private long begunAt;
    private long renderedFrom;
    private long throughAt;

    MeasuredGpu(Parts parts, Machine machine, int index, Measured measured) {
        super(parts, machine, index);
        clock = parts.clock();
        this.measured = measured;
        next = clock.register(argument -> goOn());
        end = clock.register(argument -> afterwards.run());
        othersEnd = clock.register(argument -> {});
    }

    /** A machine of so many, whose cycles are nanoseconds. */
    static List<GpuModel> all(Parts parts, Machine machine, Measured measured) {
        var gpus = new ArrayList<GpuModel>();
        for (int gpu = 0; gpu < machine.count(MachineKey.GPUS); gpu++) {
            gpus.add(new MeasuredGpu(parts, machine, gpu, measured));
        }
        return gpus;
    }

    /** Returns how often it began to pretest in the phase: once a set. */
    int sets() {
        return sets;
    }

    @Override
    void begin(PhaseWork begun, Renderer told, Runnable whenThrough) {
        renderer = told;
        afterwards = whenThrough;
        times = measured.times(index(), begun, told.part());
        tally().add(ModelCounter.CHUNKS_FOR_NOTHING, times.forNothing);
        renders = false;
        tests = false;
        sets = 0;
        pretests = 0;
        begunAt = clock.now() + times.before;
        clock.schedule(times.before, next, 0);
    }

    /** All pretests begin at once; when they have taken their time, all rendering does. */
    private void goOn() {
        isWaiting = false;
        while (true) {
            int item = renderer.next();
            if (item == Source.END) {
                break;
            }
            if (item < 0) {
                isWaiting = true;
                return;
            }
            int number = Piece.number(item);
            boolean tested = tests;
            tests = Piece.kind(item) == Piece.PRETEST;
            switch (Piece.kind(item)) {
                case Piece.PRETEST -> {
                    sets += tested ? 0 : 1;
                    pretests += renderer.pretested(number) ? 1 : 0;
                }
                case Piece.CULL -> renderer.culled(number);
                case Piece.LOOK -> renderer.looked(number);
                default -> renderer.sorted(number);
            }
        }
        if (!renders) {
            renders = true;
            renderedFrom = begunAt + times.pretest;
            throughAt = renderedFrom + times.render;
            clock.schedule(throughAt - clock.now(), end, 0);
            clock.schedule(throughAt + times.idle - clock.now(), othersEnd, 0);
        }
    }

    @Override
    void wake() {
        if (isWaiting) {
            goOn();
        }
    }

    @Override
    void rest(UnitState waitsFor) {
        // Nobody asks its units what they waited for.
    }

    @Override
    long begunAt() {
        return begunAt;
    }

    @Override
    long throughAt() {
        return throughAt;
    }

    @Override
    int pretests() {
        return pretests;
    }

    @Override
    long pretestCycles() {
        return renderedFrom - begunAt;
    }

    @Override
    void addTileCosts(PhaseWork done, long[] costs) {
        for (int tile = 0; tile < times.tiles.length; tile++) {
            costs[tile] += times.tiles[tile];
        }
    }
}
