package dev.azulejo.sim.model;

import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineKey;

/** Turns amounts into cycles of a GPU that may be slower than the fastest of its group. */
final class Rates {
    private final Machine machine;
    private final long fastest;
    private final long speed;

    Rates(Machine machine, int gpu) {
        this.machine = machine;
        long most = 0;
        for (int s : machine.speeds()) {
            most = Math.max(most, s);
        }
        fastest = most;
        speed = machine.speeds()[gpu];
    }

    /** Cycles for so many at a rate, rounded up. */
    long at(MachineKey rate, long amount) {
        return slow((long) Math.ceil(amount / machine.number(rate) - 1e-9));
    }

    /** Cycles of a fixed time. */
    long of(MachineKey time) {
        return slow(machine.cycles(time));
    }

    /** Cycles here of what takes the fastest GPU so many. */
    long slow(long cycles) {
        return (cycles * fastest + speed - 1) / speed;
    }
}
