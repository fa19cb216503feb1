package dev.azulejo.sim.model;

import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.throttle.HullThrottle;
import dev.azulejo.core.throttle.LaunchRoom;
import dev.azulejo.sim.engine.EventQueue;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineKey;

/**
 * As the published throttle says, cycle by cycle, and as there is room; or none, or a fixed number.
 */
final class ThrottleGate implements LaunchGate {
    private static final long MOST = 1L << 40;

    private final EventQueue clock;
    private final HullThrottle throttle;
    private final LaunchRoom room;
    private final PatchShare patches;
    private final IntList launched;
    private final int[] engine;
    private long advancedTo;
    private int read;

    /**
     * Makes one.
     *
     * @param machine of the GPU
     * @param launched groups in the order in which they are launched
     * @param patches that are tessellated
     */
    ThrottleGate(EventQueue clock, Machine machine, IntList launched, PatchShare patches) {
        this.clock = clock;
        this.patches = patches;
        this.launched = launched;
        throttle =
                new HullThrottle(
                        options(machine),
                        machine.count(MachineKey.ENGINES),
                        Math.max(1, Math.round(machine.number(MachineKey.TESSELLATION))),
                        MOST);
        room = new LaunchRoom(LaunchGate.room(machine));
        advancedTo = clock.now();
        engine = new int[launched.size()];
    }

    private static Throttle options(Machine machine) {
        return switch (machine.text(MachineKey.THROTTLE)) {
            case "off" -> Throttle.OFF;
            case "cap" -> Throttle.cap(machine.count(MachineKey.THROTTLE_CAP));
            default -> Throttle.ON.withLimits(machine.throttleLimits());
        };
    }

    private void advance() {
        throttle.advance(clock.now() - advancedTo);
        advancedTo = clock.now();
    }

    @Override
    public boolean mayLaunch(long bytes, boolean late) {
        advance();
        return room.mayLaunch(bytes, late) && throttle.mayLaunch();
    }

    @Override
    public void launch(int number, long bytes) {
        room.take(bytes);
        engine[number] = throttle.emptiest();
        throttle.launch(engine[number]);
    }

    @Override
    public void complete(int number) {
        advance();
        throttle.complete(engine[number], number, 0);
    }

    @Override
    public boolean handOn(int number) {
        return throttle.handOn(patches.estimate(launched.get(number)));
    }

    @Override
    public void begun(int number, int primitives) {
        if (number >= read) {
            advance();
            throttle.read(number);
            read = number + 1;
        }
    }

    @Override
    public void sorted(int number, int primitives) {
        advance();
    }

    @Override
    public void retire(int number, long bytes) {
        room.leave(bytes);
        throttle.retire();
    }

    @Override
    public void idle() {
        throttle.idle();
    }

    @Override
    public int inFlight() {
        return throttle.inFlight();
    }
}
