package dev.azulejo.core.policy;

/**
 * Decides for the renders into a target whether draw calls are compared before their geometry runs,
 * whether the tiles that they touch are noted, and whether only what changed is rendered. Pure: it
 * is told what was found.
 *
 * <p>Where everything changes all the time, as in a turntable, only the first draw calls are looked
 * at, until one of them is found at rest; the others get a look now and then. Notes begin when most
 * of a render is that of the last one and comparing has paid or may pay, so that a turntable never
 * pays for them.
 */
public final class PartialPolicy {
    /** What to do with a render. */
    public enum Decision {
        /** Everything is rendered, and nothing is noted. */
        WHOLE,
        /**
         * Everything is rendered, and the tiles that draw calls touch are noted for the next one.
         */
        NOTE,
        /** Only what changed draw calls touch is rendered. */
        PARTIAL
    }

    /** When it works. */
    public enum When {
        /** Wherever it can. */
        ALWAYS,
        /** Where it has paid or may pay. */
        WHERE_IT_PAYS
    }

    /** Draw calls that are looked at where everything changes. */
    static final int FEW = 16;

    /** Renders after which all are looked at. */
    static final int LOOK = 32;

    /** A render more than one in so many of whose primitives changed is rendered as a whole. */
    static final int CHANGED_SHARE = 2;

    private final When when;
    private final ReusePolicy share = new ReusePolicy();

    /** Whether no draw call was the same when they were last looked at. */
    private boolean changing;

    private int sinceComplete;

    /** Makes one for a target. */
    public PartialPolicy(When works) {
        when = works;
    }

    /** Returns how many draw calls of a render to look at, the first ones. */
    public int look(int drawCount) {
        return changing && when != When.ALWAYS ? Math.min(FEW, drawCount) : drawCount;
    }

    /**
     * Told that only the first draw calls could be compared.
     *
     * @param anySame whether any of them was at rest
     * @return whether the others shall be looked at as well, for the next render to compare
     */
    public boolean lookAtRest(boolean anySame) {
        sinceComplete++;
        if (anySame || sinceComplete >= LOOK) {
            changing = false;
            return true;
        }
        return false;
    }

    /** Told that all draw calls were compared, and whether any was the same. */
    public void compared(boolean anySame) {
        changing = !anySame;
        sinceComplete = 0;
    }

    /** Whether the draw calls that did not change have at least half of the primitives. */
    public static boolean mostSame(long primitives, long changed) {
        return CHANGED_SHARE * changed <= primitives;
    }

    /**
     * Decides about a render whose draw calls have all been compared.
     *
     * @param most whether most of it is that of the last one
     * @param noted whether it is known which tiles the last one's draw calls touched
     * @param holds whether the target holds what the last one left, and the pass is the same
     * @param tiles tiles of the target
     */
    public Decision decide(boolean most, boolean noted, boolean holds, int tiles) {
        boolean notes = when == When.ALWAYS || most && share.active();
        if (!notes) {
            return Decision.WHOLE;
        }
        if (noted && !holds && when != When.ALWAYS) {
            // Where somebody else keeps writing into the target, it never pays.
            share.observe(tiles, 0);
        }
        return most && noted && holds ? Decision.PARTIAL : Decision.NOTE;
    }

    /** Returns what to do where draw calls cannot be compared: there is nothing to compare with. */
    public Decision withoutComparing() {
        return when == When.ALWAYS ? Decision.NOTE : Decision.WHOLE;
    }

    /**
     * Told how many tiles no changed draw call touches.
     *
     * @param tiles tiles of the target
     * @param left those that can keep their pixels
     * @return whether only the others shall be rendered
     */
    public boolean goesOn(int tiles, int left) {
        if (when == When.ALWAYS) {
            return true;
        }
        share.observe(tiles, left);
        return ReusePolicy.pays(tiles, left);
    }
}
