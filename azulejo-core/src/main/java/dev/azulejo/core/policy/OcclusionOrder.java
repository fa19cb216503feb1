package dev.azulejo.core.policy;

import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.command.DepthState;

/**
 * Decides which draw calls of a phase may be tested, which may hide others, and in which order they
 * must be looked at. It is told of one draw call after the other.
 *
 * <p>A sample of triangle T may be dropped because of a sample of O strictly nearer
 *
 * <ul>
 *   <li>if O was submitted <i>before</i> T and stored depth has only come nearer since: T fails its
 *       test;
 *   <li>if O was submitted <i>after</i> T and nothing between them can stop O and show T: O, or
 *       something opaque and nearer still, replaces whatever colour T left.
 * </ul>
 *
 * <p>What can stop O and yet show T is a draw call that stores depth without replacing colour: one
 * that blends, or writes no colour, or only some channels. So the draw calls of a phase are cut
 * into <i>epochs</i>. Inside an epoch order does not matter; a triangle is tested only against
 * occluders of its own and of earlier epochs. Draw calls that store depth and let farther samples
 * pass end what is known: the structure starts anew after them.
 */
public final class OcclusionOrder {
    /** What is known of stored depth when an epoch begins. */
    public enum Known {
        /** What was known before. */
        SAME,
        /** The clear depth, or nothing if the pass does not clear. */
        CLEAR,
        /** Nothing. */
        NOTHING
    }

    private enum Kind {
        NONE,
        /** Replaces colour where it stores depth. */
        REPLACING,
        /** Stores depth alone. */
        DEPTH_ONLY,
        /** Stores depth and mixes colour. Order within matters, so nothing in it may occlude. */
        MIXING,
        /** Stores depth that may be farther. */
        BREAKING
    }

    private Kind kind;
    private boolean directed;
    private boolean reversed;
    private boolean afterBreak;
    private boolean broken;
    private boolean begins;
    private Known known;
    private boolean testable;
    private boolean occludes;

    /** Forgets everything: a phase begins. */
    public void begin() {
        kind = Kind.NONE;
        directed = false;
        reversed = false;
        afterBreak = false;
        broken = false;
    }

    /**
     * Takes the next draw call.
     *
     * @param depth depth state
     * @param discards whether fragments can discard
     * @param mixes whether colour is blended or written in part
     * @param colorless whether no colour is written
     */
    public void add(DepthState depth, boolean discards, boolean mixes, boolean colorless) {
        var compare = depth.compare();
        boolean less = compare.passesLess();
        boolean greater = compare.passesGreater();
        boolean stores = depth.write() && (less || greater);
        known = Known.SAME;
        Kind next =
                stores && less && greater
                        ? Kind.BREAKING
                        : stores && colorless
                                ? Kind.DEPTH_ONLY
                                : stores && mixes ? Kind.MIXING : Kind.REPLACING;
        begins = next != kind;
        kind = next;
        if (kind == Kind.BREAKING) {
            afterBreak = true;
            broken = true;
        } else {
            if (afterBreak) {
                afterBreak = false;
                known = Known.NOTHING;
            }
            if (less != greater && !directed) {
                directed = true;
                reversed = greater;
                known = broken ? Known.NOTHING : Known.CLEAR;
            } else if (less != greater && stores && reversed != greater) {
                reversed = greater;
                known = Known.NOTHING;
                begins = true;
            }
        }
        testable =
                kind != Kind.BREAKING
                        && directed
                        && (compare == CompareFunction.EQUAL
                                || less != greater && greater == reversed);
        occludes = testable && stores && !discards && kind != Kind.MIXING;
    }

    /** Returns whether the draw call is the first of its epoch. */
    public boolean begins() {
        return begins;
    }

    /** Returns what is known of stored depth when the draw call's epoch begins. */
    public Known known() {
        return known;
    }

    /** Returns whether larger depths are nearer, as far as known. */
    public boolean reversed() {
        return reversed;
    }

    /** Returns whether the draw call's triangles fail wherever something is strictly nearer. */
    public boolean testable() {
        return testable;
    }

    /** Returns whether what the draw call covers hides what is strictly behind. */
    public boolean occludes() {
        return occludes;
    }
}
