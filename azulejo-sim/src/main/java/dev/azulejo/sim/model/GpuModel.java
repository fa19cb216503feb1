package dev.azulejo.sim.model;

import dev.azulejo.core.policy.LaunchPolicy;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.unit.Channel;
import dev.azulejo.sim.unit.ComputeUnits;
import dev.azulejo.sim.unit.UnitState;

import java.util.ArrayList;
import java.util.List;

/**
 * One GPU: geometry units, tile units, shader engines, memory and a link. It carries out one phase
 * at a time, as a {@link Renderer} tells it, and says when it is through.
 *
 * <p>Not final so that tests can put in its place one whose work takes as long as somebody
 * measured.
 */
class GpuModel {
    /** Fragments before hull stages before vertices: few patches keep many vertices waiting. */
    private static final int KINDS = 3;

    private final Parts parts;
    private final int index;
    private final GpuParts shared;
    private final Channel link;
    private final GeometryUnits geometry;
    private final TileUnits tiles;
    private final LaunchPolicy launches;
    private final int through;
    private Renderer renderer;
    private PhaseWork work;
    private int chunksLeft;
    private boolean told = true;
    private Runnable whenThrough = () -> {};

    /** When the phase began, and was through; until when it pretested, and how many pieces. */
    private long begunAt;

    private long pretestedAt;
    private int pretests;

    private long throughAt;

    GpuModel(Parts parts, Machine all, int index) {
        var machine = all.of(index);
        this.parts = parts;
        this.index = index;
        String name = "Gpu[%d]".formatted(index);
        var engines = new ArrayList<ComputeUnits>();
        for (int engine = 0; engine < machine.count(MachineKey.ENGINES); engine++) {
            engines.add(
                    parts.units(
                            "%s.Engine[%d]".formatted(name, engine),
                            machine.count(MachineKey.UNITS),
                            KINDS));
        }
        var rates = new Rates(machine, index);
        var memory =
                parts.channel(
                        name + ".Memory",
                        machine.number(MachineKey.MEMORY_BANDWIDTH),
                        machine.cycles(MachineKey.MEMORY_LATENCY));
        shared =
                new GpuParts(
                        rates,
                        new Tally(),
                        engines,
                        memory,
                        new SceneMemory(parts.clock(), machine, index, memory),
                        new SceneMemory(parts.clock(), machine, index, memory),
                        parts.credits(
                                name + ".Positions", machine.count(MachineKey.POSITION_CACHE)),
                        parts.credits(
                                name + ".Parameters", machine.count(MachineKey.PARAMETER_CACHE)));
        link =
                parts.channel(
                        name + ".Link",
                        machine.number(MachineKey.LINK_BANDWIDTH),
                        machine.cycles(MachineKey.LINK_LATENCY));
        launches = PolicyGate.policy(machine);
        geometry = new GeometryUnits(parts, name, machine, shared);
        tiles = new TileUnits(parts, name, machine, shared);
        through = parts.clock().register(argument -> tellThrough());
    }

    /** What scenes consist of lies in the memories of several GPUs, this one among them. */
    final void spread(List<GpuModel> gpus) {
        shared.vertices().spread(gpus);
        shared.textures().spread(gpus);
    }

    final int index() {
        return index;
    }

    final Channel link() {
        return link;
    }

    final Channel memory() {
        return shared.memory();
    }

    final Tally tally() {
        return shared.tally();
    }

    /** Returns what azulejo's renderer would launch groups of patches by. */
    LaunchPolicy launches() {
        return launches;
    }

    final ChunkCosts costs() {
        return geometry.costs();
    }

    /** Returns its cull pipeline; null if it has none beside the other. */
    final CullUnits cull() {
        return geometry.cull();
    }

    long begunAt() {
        return begunAt;
    }

    long throughAt() {
        return throughAt;
    }

    /** Returns how many pieces it has pretested in the phase. */
    int pretests() {
        return pretests;
    }

    /** Returns how long it took until the last of them, cycles. */
    long pretestCycles() {
        return pretestedAt - begunAt;
    }

    /** Adds what its tiles cost in a phase, by place: as if it had speed 1. */
    void addTileCosts(PhaseWork done, long[] costs) {
        var own = done.gpu(index);
        for (int visit = 0; visit < own.visits(); visit++) {
            costs[own.tile(visit)] += 1 + own.hundredOperations(visit);
        }
    }

    /** Begins a phase. */
    void begin(PhaseWork begun, Renderer told, Runnable afterwards) {
        renderer = told;
        work = begun;
        whenThrough = afterwards;
        this.told = false;
        begunAt = parts.clock().now();
        pretestedAt = begunAt;
        pretests = 0;
        chunksLeft = begun.chunks();
        geometry.begin(begun, renderer.part(), new Results());
        tiles.begin(begun, renderer.part(), this::windowRetired);
        leaveOut();
        if (cull() != null) {
            cull().begin(renderer, this::checkThrough);
        }
        geometry.commands().run(renderer::next);
        checkThrough();
    }

    /** What is none of the renderer's never comes, and is not waited for. */
    private void leaveOut() {
        for (int chunk = 0; chunk < work.chunks(); chunk++) {
            if (!renderer.wants(chunk)) {
                chunksLeft--;
                if (renderer.part() != PhaseWork.NOBODY) {
                    tiles.chunkSorted(chunk);
                }
            }
        }
    }

    /** What the command processor waits for may have come. */
    void wake() {
        if (!told) {
            geometry.commands().wake();
            if (cull() != null) {
                cull().commands().wake();
            }
        }
    }

    /** It has nothing to do, and waits for something: to be said while no phase is under way. */
    void rest(UnitState waitsFor) {
        geometry.commands().account().enter(waitsFor);
        if (cull() != null) {
            cull().commands().account().enter(waitsFor);
        }
        tiles.source().account().enter(waitsFor);
    }

    private void windowRetired() {
        geometry.askAgain();
        renderer.retired(tiles.retired());
        checkThrough();
    }

    private void checkThrough() {
        if (!told && chunksLeft == 0 && tiles.isDone() && renderer.isThrough()) {
            told = true;
            // By way of the clock: who calls is in the middle of something.
            parts.clock().schedule(0, through, 0);
        }
    }

    private void lookedAt(int chunk) {
        shared.tally().add(ModelCounter.CHUNKS_LOOKED, 1);
        renderer.looked(chunk);
        checkThrough();
    }

    private void tellThrough() {
        throughAt = parts.clock().now();
        rest(UnitState.SYNCHRONISATION);
        whenThrough.run();
    }

    /** What comes of geometry goes to the tiles, or to the renderer. */
    private final class Results implements GeometryUnits.Results {
        @Override
        public void sorted(int chunk) {
            chunksLeft--;
            renderer.sorted(chunk);
            tiles.chunkSorted(chunk);
            checkThrough();
        }

        @Override
        public void pretested(int chunk) {
            pretestedAt = parts.clock().now();
            pretests += renderer.pretested(chunk) ? 1 : 0;
            checkThrough();
        }

        @Override
        public void culled(int chunk) {
            renderer.culled(chunk);
            checkThrough();
        }

        @Override
        public void looked(int chunk) {
            lookedAt(chunk);
        }

        @Override
        public void hullDone(int group) {
            renderer.hullDone(group);
        }

        @Override
        public void begun(int chunk) {
            if (work.isTessellated(chunk)) {
                renderer.domainBegins(chunk);
            }
        }

        @Override
        public void replayed(int chunk) {
            renderer.replayed(chunk);
        }

        @Override
        public long hullBytesInFlight() {
            return renderer.hullBytesInFlight();
        }

        @Override
        public boolean hasStorage(int chunk) {
            return tiles.hasStorage(chunk);
        }
    }
}
