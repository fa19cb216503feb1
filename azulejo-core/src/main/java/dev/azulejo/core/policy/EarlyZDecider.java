package dev.azulejo.core.policy;

import dev.azulejo.core.options.EarlyZ;

/**
 * Decides for each phase of a frame whether early Z works in it: remembers, phase by phase, whether
 * it paid. Pure: it is told how long phases took.
 */
public final class EarlyZDecider {
    /** Phases of a frame that are remembered apart; later ones share the last. */
    static final int MOST_PHASES = 16;

    /** With more epochs than this early Z stands aside, unless it must work. */
    static final int MANY_EPOCHS = 64;

    private final EarlyZ options;
    private final EarlyZPolicy[] policies = new EarlyZPolicy[MOST_PHASES];

    /**
     * Phases in which comparing tiles pays. A trial of early Z would change what is on their lists,
     * and with it every tile.
     */
    private final boolean[] reusing = new boolean[MOST_PHASES];

    /** Makes one that knows nothing yet. */
    public EarlyZDecider(EarlyZ wanted) {
        options = wanted;
        for (int p = 0; p < MOST_PHASES; p++) {
            policies[p] = new EarlyZPolicy();
        }
    }

    private static int at(int phase) {
        return Math.min(phase, MOST_PHASES - 1);
    }

    /**
     * Decides about a phase before it is cut into chunks.
     *
     * @param phase number of the phase in its frame
     * @param primitives primitives of the phase
     * @return how early Z works in it, {@link EarlyZ#OFF} if it stands aside
     */
    public EarlyZ decide(int phase, long primitives) {
        return switch (options.mode()) {
            case OFF -> EarlyZ.OFF;
            case ON -> options;
            case AUTO ->
                    policies[at(phase)].decide(primitives, reusing[at(phase)])
                            ? options
                            : EarlyZ.OFF;
        };
    }

    /** Returns whether early Z could work but stands aside in a phase it was decided so about. */
    public boolean standsAside(EarlyZ decided) {
        return options.mode() == EarlyZ.Mode.AUTO && decided.mode() == EarlyZ.Mode.OFF;
    }

    /**
     * Whether the geometry of a phase is culled.
     *
     * @param decided what {@link #decide} said
     * @param anyTestable whether any draw call can be tested
     * @param epochs occlusion epochs
     */
    public static boolean culls(EarlyZ decided, boolean anyTestable, int epochs) {
        return switch (decided.mode()) {
            case OFF -> false;
            case ON -> true;
            case AUTO -> anyTestable && epochs < MANY_EPOCHS;
        };
    }

    /**
     * Told how long a phase took as a whole.
     *
     * @param phase its number
     * @param nanoseconds duration
     */
    public void observe(int phase, long nanoseconds) {
        if (options.mode() == EarlyZ.Mode.AUTO) {
            policies[at(phase)].observe(nanoseconds);
        }
    }

    /**
     * Told how long a phase took as a whole, when the one of the next frame may have been decided
     * about.
     *
     * @param phase its number
     * @param decided what was decided about it
     * @param nanoseconds duration
     */
    public void observe(int phase, EarlyZ decided, long nanoseconds) {
        if (options.mode() == EarlyZ.Mode.AUTO) {
            policies[at(phase)].observe(decided.mode() != EarlyZ.Mode.OFF, nanoseconds);
        }
    }

    /** Told whether comparing tiles paid in a phase. */
    public void observeReuse(int phase, boolean pays) {
        reusing[at(phase)] = pays;
    }
}
