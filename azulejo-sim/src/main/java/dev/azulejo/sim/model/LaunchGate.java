package dev.azulejo.sim.model;

import dev.azulejo.core.throttle.LaunchRoom;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineKey;

/**
 * Says whether another group of patches may be launched, and is told what happens to those in
 * flight. Groups have the numbers in which they are launched, from 0.
 */
interface LaunchGate {
    /**
     * Returns the room on a GPU for what hull stages make, bytes: that of the buffer before the
     * domain stage, or none that anybody waits for.
     */
    static long room(Machine machine) {
        boolean throttled =
                !machine.is(MachineKey.THROTTLE, "off") && !machine.is(MachineKey.THROTTLE, "cap");
        return throttled && machine.is(MachineKey.THROTTLE_ROOM, "on")
                ? machine.count(MachineKey.TESSELLATION_BUFFER)
                : LaunchRoom.UNBOUNDED;
    }

    /**
     * Whether the next group may be launched.
     *
     * @param bytes that its hull stage will make
     * @param late whether memory keeps others waiting
     */
    boolean mayLaunch(long bytes, boolean late);

    /** A group is launched whose hull stage will make so many bytes. */
    void launch(int number, long bytes);

    /** The hull stage of a group has run. */
    void complete(int number);

    /** Hands a group on that is the next in order. Returns whether its hull stage has run. */
    boolean handOn(int number);

    /** Domain work on a group begins, or goes on with a chunk of so many primitives. */
    void begun(int number, int primitives);

    /** A chunk of a group is on lists, or was left out. */
    void sorted(int number, int primitives);

    /** A group was handed on, and all of its chunks are on lists: its bytes are not needed. */
    void retire(int number, long bytes);

    /** All that was handed on is on lists. */
    void idle();

    /** Returns how many groups are in flight. */
    int inFlight();
}
