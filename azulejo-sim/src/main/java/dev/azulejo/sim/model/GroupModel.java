package dev.azulejo.sim.model;

import dev.azulejo.core.policy.HintKind;
import dev.azulejo.core.policy.RegionBalancer;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.core.screen.WorkGrid;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.trace.TracePhase;
import dev.azulejo.sim.unit.Channel;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * GPUs that share frames: plays phases one after the other, each on all of them, and learns from
 * each what the renderer's policies would.
 */
final class GroupModel {
    private final Parts parts;
    private final Machine machine;
    private final List<GpuModel> gpus;
    private final Channel host;
    private final HintChooser chooser;
    private final GroupLearning learning;
    private final TargetImages images;
    private final boolean followsWork;

    /** Of the phases of a frame, the map of each: it follows the work from frame to frame. */
    private final List<RegionMap> maps = new ArrayList<>();

    GroupModel(Parts parts, Machine machine, List<GpuModel> gpus, Channel host) {
        this.parts = parts;
        this.machine = machine;
        this.gpus = gpus;
        this.host = host;
        chooser = new HintChooser(machine);
        images = new TargetImages(machine);
        learning = new GroupLearning(parts.clock(), machine, gpus);
        followsWork =
                gpus.size() > 1
                        && RegionLayout.parse(machine.text(MachineKey.LAYOUT))
                                instanceof RegionLayout.Dynamic;
    }

    /**
     * Plays a phase until everything has come to rest.
     *
     * @param number of the phase in its frame
     */
    void play(int number, TracePhase phase) {
        var groups =
                machine.is(MachineKey.SPLIT, "draws")
                        ? new DrawGroups(phase, gpus.size(), machine.count(MachineKey.COMPOSE_CUT))
                        : null;
        var map = map(number, phase);
        var work = work(machine, phase, map, groups);
        work.compare(images.render(number, phase));
        var context = new PhaseContext(parts, machine, work, gpus, host);
        var kinds = chooser.choose(number, work);
        play(context, groups, kinds);
        chooser.observe(number, work, kinds);
        learning.endPhase(work.chunks());
        if (followsWork) {
            maps.set(number, RegionBalancer.DEFAULT.next(map, costs(work), machine.shares()));
        }
    }

    /** All phases of a frame have been played: learns from it. */
    void endFrame() {
        learning.endFrame();
    }

    private RegionMap map(int number, TracePhase phase) {
        var target = phase.target();
        boolean fits =
                number < maps.size()
                        && maps.get(number).widthInPixels() == target.width()
                        && maps.get(number).heightInPixels() == target.height();
        if (!fits) {
            while (maps.size() <= number) {
                maps.add(null);
            }
            maps.set(number, Simulation.map(machine, phase));
        }
        return maps.get(number);
    }

    static PhaseWork work(Machine machine, TracePhase phase, RegionMap map, DrawGroups groups) {
        int side = Math.min(machine.count(MachineKey.TILE), map.side());
        var drops =
                switch (machine.text(MachineKey.EARLY_Z)) {
                    case "off" -> PhaseWork.Drops.NOTHING;
                    case "overlap" -> PhaseWork.Drops.AT_ONCE;
                    case "full" -> PhaseWork.Drops.UNSEEN;
                    default -> PhaseWork.Drops.HIDDEN;
                };
        int window = machine.count(MachineKey.WINDOW);
        return new PhaseWork(phase, map, new PhaseWork.Settings(side, window, drops, groups));
    }

    private void play(PhaseContext context, DrawGroups groups, HintKind[] kinds) {
        // One GPU has nobody to share with.
        switch (gpus.size() == 1 ? "duplicate" : machine.text(MachineKey.SPLIT)) {
            case "hints" -> {
                var pieces = new HintPieces(machine, context.work(), kinds);
                var board = new HintBoard(context, learning, pieces);
                begin(context, gpu -> new HintRenderer(context, gpus.get(gpu), board));
            }
            case "sequential" -> {
                var board = new ExchangeBoard(context);
                begin(context, gpu -> new SequentialRenderer(context, gpus.get(gpu), board));
                board.send();
            }
            case "draws" -> {
                var composition = new Composition(context, groups);
                for (var gpu : gpus) {
                    gpu.begin(
                            context.work(),
                            new DrawRenderer(context, gpu, groups, composition),
                            () -> composition.rendered(gpu.index()));
                }
            }
            default -> begin(context, gpu -> new WholeRenderer(context, gpus.get(gpu)));
        }
        parts.clock().run();
    }

    private void begin(PhaseContext context, IntFunction<Renderer> renderer) {
        for (var gpu : gpus) {
            gpu.begin(context.work(), renderer.apply(gpu.index()), () -> {});
        }
    }

    /** Returns what the tiles of a phase have cost, by place: cycles of a GPU of speed 1. */
    private WorkGrid costs(PhaseWork work) {
        var target = work.phase().target();
        int side = work.tileSide();
        int columns = (target.width() + side - 1) / side;
        int rows = (target.height() + side - 1) / side;
        var amounts = new long[columns * rows];
        for (var gpu : gpus) {
            gpu.addTileCosts(work, amounts);
        }
        return new WorkGrid(target.width(), target.height(), side, amounts);
    }
}
