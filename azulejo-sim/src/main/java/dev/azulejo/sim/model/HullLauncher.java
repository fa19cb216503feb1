package dev.azulejo.sim.model;

import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.throttle.HullThrottle;
import dev.azulejo.sim.engine.EventQueue;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.trace.PatchTable;

/**
 * Launches the hull stages of a phase's groups of patches on one GPU, as far ahead of their domain
 * work as {@link HullThrottle} lets it, and tells that what happens, cycle by cycle.
 */
final class HullLauncher {
    private static final long MOST = 1L << 40;

    private final EventQueue clock;
    private final GpuModel gpu;
    private final PatchTable groups;

    /** Groups that are launched, in order, and where each stands among them. */
    private final IntList launched = new IntList();

    private final int[] place;
    private final HullThrottle throttle;
    private final int[] engine;
    private final int slots;

    /** Chunks of each group that are not on lists. */
    private final int[] chunksLeft;

    private long advancedTo;
    private int next;
    private int handedOn;
    private int read;
    private int retired;

    /**
     * Makes one.
     *
     * @param way what becomes of chunks; groups of which none is wanted are launched only by
     *     whoever wants everything: nobody else knows that nothing comes of them
     */
    HullLauncher(PhaseContext context, GpuModel gpu, ChunkCursor.Way way) {
        clock = context.clock();
        this.gpu = gpu;
        groups = context.work().phase().patches();
        var machine = context.machine();
        throttle =
                new HullThrottle(
                        options(machine),
                        machine.count(MachineKey.ENGINES),
                        Math.max(1, Math.round(machine.number(MachineKey.TESSELLATION))),
                        MOST);
        slots = machine.count(MachineKey.TESSELLATION_SLOTS) * machine.count(MachineKey.ENGINES);
        advancedTo = clock.now();
        engine = new int[groups.count()];
        place = new int[groups.count()];
        var left = new int[groups.count()];
        var wantedGroups = new boolean[groups.count()];
        var chunks = context.work().phase().chunks();
        for (int chunk = 0; chunk < chunks.count(); chunk++) {
            int group = chunks.group(chunk);
            if (group >= 0 && way.wanted().test(chunk)) {
                left[group]++;
                wantedGroups[group] = true;
            }
        }
        for (int group = 0; group < groups.count(); group++) {
            if (way.everything() || wantedGroups[group]) {
                place[group] = launched.size();
                launched.add(group);
            }
        }
        chunksLeft = new int[launched.size()];
        for (int at = 0; at < chunksLeft.length; at++) {
            chunksLeft[at] = left[launched.get(at)];
        }
    }

    private static Throttle options(Machine machine) {
        return switch (machine.text(MachineKey.THROTTLE)) {
            case "off" -> Throttle.OFF;
            case "cap" -> Throttle.cap(machine.count(MachineKey.THROTTLE_CAP));
            default -> Throttle.ON;
        };
    }

    private void advance() {
        throttle.advance(clock.now() - advancedTo);
        advancedTo = clock.now();
    }

    /** Returns a group to launch, or {@link Source#END}. */
    int next() {
        if (next == launched.size()) {
            return Source.END;
        }
        advance();
        if (throttle.inFlight() >= slots || !throttle.mayLaunch()) {
            return Source.END;
        }
        engine[next] = throttle.emptiest();
        throttle.launch(engine[next]);
        gpu.tally().add(ModelCounter.PATCH_GROUPS, 1);
        return Piece.of(Piece.HULL, launched.get(next++));
    }

    /** Returns whether domain work on a group may begin; -1 for none. */
    boolean isReady(int group) {
        return group < 0 || place[group] < handedOn;
    }

    /** The hull stage of a group has run. */
    void done(int group) {
        advance();
        throttle.complete(engine[place[group]], place[group], 0);
        while (handedOn < next && throttle.handOn(groups.estimate(launched.get(handedOn)))) {
            handedOn++;
        }
        retire();
        gpu.wake();
    }

    /** Domain work on a group begins or goes on. */
    void reads(int group) {
        if (place[group] >= read) {
            advance();
            throttle.read(place[group]);
            read = place[group] + 1;
        }
    }

    /** A chunk is on lists, or was left out. */
    void sorted(int group) {
        chunksLeft[place[group]]--;
        retire();
        gpu.wake();
    }

    private void retire() {
        advance();
        while (retired < handedOn && chunksLeft[retired] == 0) {
            throttle.retire();
            retired++;
        }
        if (retired == handedOn) {
            throttle.idle();
        }
    }

    /** Returns how many groups are in flight. */
    int inFlight() {
        return throttle.inFlight();
    }
}
