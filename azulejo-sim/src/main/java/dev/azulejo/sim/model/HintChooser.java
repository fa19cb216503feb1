package dev.azulejo.sim.model;

import dev.azulejo.core.policy.HintCosts;
import dev.azulejo.core.policy.HintHistory;
import dev.azulejo.core.policy.HintKind;
import dev.azulejo.core.policy.HintPolicy;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.trace.PixelGrid;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Says of each draw call which hints are made: as the machine says, or as the renderer's {@link
 * HintPolicy} decides, which is told what things cost on this machine and what hints said before.
 * Draw calls are the same as in the frame before if they have the same place and as many
 * primitives.
 *
 * <p>Simplification: what is on the screen of a draw call is the box around what was kept of it.
 */
final class HintChooser {
    /** Of a draw call, by its place: phase and number. */
    private record Place(int phase, int draw) {}

    /** What is known of it. */
    private record Known(long primitives, HintHistory history) {}

    /** What there is of it. */
    private static final class Extent {
        long vertices;
        long primitives;
        int chunks;
        boolean patches;

        /** Squares of pixels in the boxes of its primitives. */
        long squares;

        int left = Integer.MAX_VALUE;
        int top = Integer.MAX_VALUE;
        int right = -1;
        int bottom = -1;
    }

    private final Machine machine;
    private final int gpus;
    private final EnumSet<HintKind> allowed;
    private final boolean learns;
    private final double cycleNs;
    private final Map<Place, Known> known = new HashMap<>();

    HintChooser(Machine machine) {
        this.machine = machine;
        gpus = machine.count(MachineKey.GPUS);
        allowed = allowed(machine);
        learns = allowed.size() > 1;
        cycleNs = 1e9 / machine.number(MachineKey.CLOCK);
    }

    private static EnumSet<HintKind> allowed(Machine machine) {
        var kinds = EnumSet.noneOf(HintKind.class);
        for (var kind : HintKind.values()) {
            if (isAllowed(kind, machine)) {
                kinds.add(kind);
            }
        }
        return kinds;
    }

    private static boolean isAllowed(HintKind kind, Machine machine) {
        boolean any = machine.is(MachineKey.PRETEST, "auto");
        boolean test =
                switch (kind.test()) {
                    case NONE -> false;
                    case BOUNDS -> any || machine.is(MachineKey.PRETEST, "bounds");
                    case PRIMITIVES -> any || machine.is(MachineKey.PRETEST, "primitives");
                    case EXACT -> any || machine.is(MachineKey.PRETEST, "exact");
                };
        var pieces =
                switch (kind.granularity()) {
                    case DRAW -> "draws";
                    case CHUNK -> "chunks";
                    case PRIMITIVE -> "primitives";
                };
        boolean size =
                machine.is(MachineKey.PIECES, "auto") || machine.is(MachineKey.PIECES, pieces);
        return kind == HintKind.NONE ? any : test && size;
    }

    /** Chooses for all draw calls of a phase. */
    HintKind[] choose(int number, PhaseWork work) {
        var kinds = new HintKind[work.phase().draws().count()];
        if (!learns) {
            Arrays.fill(kinds, allowed.iterator().next());
            return kinds;
        }
        var extents = extents(work, kinds.length);
        for (int draw = 0; draw < kinds.length; draw++) {
            kinds[draw] = choose(new Place(number, draw), work, extents[draw]);
        }
        return kinds;
    }

    private HintKind choose(Place place, PhaseWork work, Extent extent) {
        if (extent.patches || extent.chunks == 0) {
            return HintKind.NONE;
        }
        var before = known.get(place);
        if (before == null || before.primitives != extent.primitives) {
            before = new Known(extent.primitives, new HintHistory());
            known.put(place, before);
        }
        int unit = PixelGrid.UNIT;
        var draws = work.phase().draws();
        double share =
                (double) draws.positionCost(place.draw) / Math.max(1, draws.vertexCost(place.draw));
        var looksInto =
                machine.is(MachineKey.LOOK, "several")
                        ? HintPolicy.LooksInto.SEVERAL_BY_BOUNDS
                        : HintPolicy.LooksInto.ALL;
        var costs = costs(work, place.draw, extent);
        double columnPitch = Math.max(1, work.map().columnPitch());
        double rowPitch = Math.max(1, work.map().rowPitch());
        return new HintPolicy(gpus, columnPitch, rowPitch, costs, allowed, looksInto)
                .choose(
                        extent.vertices,
                        extent.primitives,
                        extent.chunks,
                        unit * (double) Math.max(0, extent.right - extent.left + 1),
                        unit * (double) Math.max(0, extent.bottom - extent.top + 1),
                        share,
                        before.history);
    }

    private HintCosts costs(PhaseWork work, int draw, Extent extent) {
        var draws = work.phase().draws();
        double lanes =
                machine.number(MachineKey.ENGINES)
                        * machine.number(MachineKey.UNITS)
                        * machine.number(MachineKey.LANES);
        double vertex =
                Math.max(
                        draws.vertexCost(draw) / lanes,
                        draws.vertexBytes(draw) / machine.number(MachineKey.MEMORY_BANDWIDTH));
        double squares = (double) extent.squares / Math.max(1, extent.primitives);
        return new HintCosts(
                cycleNs * vertex,
                cycleNs / machine.number(MachineKey.PRIMITIVES),
                cycleNs * machine.number(MachineKey.BOUNDS),
                cycleNs / machine.number(MachineKey.PRETESTS),
                cycleNs * squares / machine.number(MachineKey.SCANS),
                cycleNs
                        * machine.number(MachineKey.HINT_BYTES)
                        / machine.number(MachineKey.LINK_BANDWIDTH));
    }

    private static Extent[] extents(PhaseWork work, int draws) {
        var extents = new Extent[draws];
        Arrays.setAll(extents, draw -> new Extent());
        var chunks = work.phase().chunks();
        for (int chunk = 0; chunk < chunks.count(); chunk++) {
            var extent = extents[chunks.draw(chunk)];
            extent.chunks++;
            extent.vertices += chunks.vertices(chunk);
            extent.primitives += chunks.primitives(chunk);
            extent.patches |= chunks.group(chunk) >= 0;
            grow(extent, work, chunk);
        }
        return extents;
    }

    private static void grow(Extent extent, PhaseWork work, int chunk) {
        var primitives = work.phase().primitives();
        int first = work.phase().chunks().first(chunk);
        for (int p = first; p < first + work.phase().chunks().kept(chunk); p++) {
            int across = primitives.right(p) - primitives.left(p) + 1;
            extent.squares += (long) across * (primitives.bottom(p) - primitives.top(p) + 1);
            extent.left = Math.min(extent.left, primitives.left(p));
            extent.top = Math.min(extent.top, primitives.top(p));
            extent.right = Math.max(extent.right, primitives.right(p));
            extent.bottom = Math.max(extent.bottom, primitives.bottom(p));
        }
    }

    /** Told what hints were made of a phase: learns what they said. */
    void observe(int number, PhaseWork work, HintKind[] kinds) {
        if (!learns) {
            return;
        }
        var pieces = new HintPieces(machine, work, kinds);
        for (int draw = 0; draw < kinds.length; draw++) {
            var said = pieces.said(draw);
            if (kinds[draw] != HintKind.NONE && said.pieces() > 0) {
                var history = known.get(new Place(number, draw)).history;
                history.observe(kinds[draw], gpus, said.pieces(), said.touched());
                if (kinds[draw].test() == HintKind.Test.PRIMITIVES) {
                    history.rendered(pieces.rendered(draw), pieces.forNothing(draw));
                }
            }
        }
    }
}
