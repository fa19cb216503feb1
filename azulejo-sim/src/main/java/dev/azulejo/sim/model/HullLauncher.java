package dev.azulejo.sim.model;

import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.trace.ChunkTable;
import dev.azulejo.sim.trace.TracePhase;

/**
 * Launches the hull stages of a phase's groups of patches on one GPU, as far ahead of their domain
 * work as a {@link LaunchGate} lets it, and tells that what happens. Memory is late where it has
 * more to do than one access takes.
 */
final class HullLauncher {
    private final GpuModel gpu;
    private final ChunkTable chunks;
    private final PatchShare patches;

    /** Groups that are launched, in order, and where each stands among them. */
    private final IntList launched = new IntList();

    private final int[] place;
    private final LaunchGate gate;
    private final int slots;
    private final TracePhase phase;

    /** Cycles that memory may have left to do before it is late. */
    private final long backlog;

    /** What they make of the groups in flight. */
    private long bytesInFlight;

    /** Chunks of each group that are not on lists. */
    private final int[] chunksLeft;

    private int next;
    private int handedOn;
    private int retired;

    /**
     * Makes one.
     *
     * @param way what becomes of chunks; groups of which none is wanted are launched only by
     *     whoever wants everything: nobody else knows that nothing comes of them
     */
    HullLauncher(PhaseContext context, GpuModel gpu, ChunkCursor.Way way) {
        this.gpu = gpu;
        phase = context.work().phase();
        patches = way.patches();
        var machine = context.machine().of(gpu.index());
        slots = machine.count(MachineKey.TESSELLATION_SLOTS) * machine.count(MachineKey.ENGINES);
        chunks = phase.chunks();
        backlog = machine.cycles(MachineKey.MEMORY_LATENCY);
        int count = phase.patches().count();
        place = new int[count];
        var left = new int[count];
        for (int chunk = 0; chunk < chunks.count(); chunk++) {
            int group = chunks.group(chunk);
            if (group >= 0 && way.wanted().test(chunk)) {
                left[group]++;
            }
        }
        for (int group = 0; group < count; group++) {
            if (way.everything() || left[group] > 0) {
                place[group] = launched.size();
                launched.add(group);
            }
        }
        chunksLeft = new int[launched.size()];
        for (int at = 0; at < chunksLeft.length; at++) {
            chunksLeft[at] = left[launched.get(at)];
        }
        gate =
                count > 0 && machine.is(MachineKey.THROTTLE, "policy")
                        ? new PolicyGate(context, gpu, launched, patches)
                        : new ThrottleGate(context.clock(), machine, launched, patches);
    }

    /** Returns a group to launch, or {@link Source#END}. */
    int next() {
        if (next == launched.size()
                || gate.inFlight() >= slots
                || !gate.mayLaunch(bytes(next), gpu.memory().backlog() > backlog)) {
            return Source.END;
        }
        gate.launch(next, bytes(next));
        bytesInFlight += bytes(next);
        gpu.tally().add(ModelCounter.PATCH_GROUPS, 1);
        return Piece.of(Piece.HULL, launched.get(next++));
    }

    private long bytes(int number) {
        return ChunkCosts.hullBytes(phase, launched.get(number));
    }

    /** Returns whether domain work on a group may begin; -1 for none. */
    boolean isReady(int group) {
        return group < 0 || place[group] < handedOn;
    }

    /** The hull stage of a group has run. */
    void done(int group) {
        gate.complete(place[group]);
        while (handedOn < next && gate.handOn(handedOn)) {
            handedOn++;
        }
        retire();
        gpu.wake();
    }

    /** Domain work on a chunk that is made of patches begins. */
    void begins(int chunk) {
        gate.begun(place[chunks.group(chunk)], patches.chunkPrimitives(chunk));
    }

    /** A chunk that is made of patches is on lists, or was left out. */
    void sorted(int chunk) {
        int at = place[chunks.group(chunk)];
        chunksLeft[at]--;
        gate.sorted(at, patches.chunkPrimitives(chunk));
        retire();
        gpu.wake();
    }

    private void retire() {
        while (retired < handedOn && chunksLeft[retired] == 0) {
            gate.retire(retired, bytes(retired));
            bytesInFlight -= bytes(retired);
            retired++;
        }
        if (retired == handedOn) {
            gate.idle();
        }
    }

    /** Returns what hull stages make of the groups in flight, bytes. */
    long bytesInFlight() {
        return bytesInFlight;
    }
}
