package dev.azulejo.sim.model;

/**
 * Says whether another group of patches may be launched, and is told what happens to those in
 * flight. Groups have the numbers in which they are launched, from 0.
 */
interface LaunchGate {
    /** Whether the next group may be launched. */
    boolean mayLaunch();

    /** A group is launched. */
    void launch(int number);

    /** The hull stage of a group has run. */
    void complete(int number);

    /** Hands a group on that is the next in order. Returns whether its hull stage has run. */
    boolean handOn(int number);

    /** Domain work on a group begins, or goes on with a chunk of so many primitives. */
    void begun(int number, int primitives);

    /** A chunk of a group is on lists, or was left out. */
    void sorted(int number, int primitives);

    /** A group was handed on, and all of its chunks are on lists. */
    void retire(int number);

    /** All that was handed on is on lists. */
    void idle();

    /** Returns how many groups are in flight. */
    int inFlight();
}
