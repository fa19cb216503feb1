package dev.azulejo.sim.model;

import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.trace.ChunkTable;
import dev.azulejo.sim.trace.TracePhase;

/**
 * Launches the hull stages of a phase's groups of patches on one GPU, as far ahead of their domain
 * work as a {@link LaunchGate} lets it, and tells that what happens.
 *
 * <p>How many control points a group makes is known when it is launched. So it can be told whether
 * they have room in the buffer between the stages, which no latency tells: where all wait for
 * memory, latencies grow with what is in flight, and limits in latencies let in the more. A machine
 * may have groups wait for that room as long as memory has more to do than one access takes; where
 * it has less, what finds no room costs nothing. One group is always let in.
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

    /** Room for what hull stages make, bytes; without bound where nobody waits for it. */
    private final long room;

    /** Cycles that memory may have left to do before that room counts. */
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
        boolean waits =
                machine.is(MachineKey.THROTTLE_ROOM, "on")
                        && !machine.is(MachineKey.THROTTLE, "off")
                        && !machine.is(MachineKey.THROTTLE, "cap");
        room = waits ? machine.count(MachineKey.TESSELLATION_BUFFER) : Long.MAX_VALUE;
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
                || !hasRoom()
                || !gate.mayLaunch()) {
            return Source.END;
        }
        gate.launch(next);
        bytesInFlight += bytes(next);
        gpu.tally().add(ModelCounter.PATCH_GROUPS, 1);
        return Piece.of(Piece.HULL, launched.get(next++));
    }

    private boolean hasRoom() {
        return gate.inFlight() == 0
                || bytesInFlight + bytes(next) <= room
                || gpu.memory().backlog() <= backlog;
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
            gate.retire(retired);
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
