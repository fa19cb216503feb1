package dev.azulejo.core.policy;

import dev.azulejo.core.options.Reuse;

/**
 * Decides for the renders into a target whether their tiles are compared. Pure: it is told how many
 * tiles could be reused.
 *
 * <p>Comparing costs 6 to 8 % of a frame and saves the reused tiles' share of the time for pixels,
 * so that it pays clearly where more than a fifth of the tiles are reused. Where two comparisons in
 * a row find fewer, it stands aside, for longer and longer, and then tries again for two renders:
 * one to write down, one to compare.
 */
public final class ReusePolicy {
    /** Renders that it stands aside, at first and at most. */
    static final int SHORT_PAUSE = 8;

    static final int LONG_PAUSE = 64;

    /** One tile in so many must be reused. */
    private static final int SHARE = 5;

    private static final int FEW_MISSES = 2;

    private int pause = SHORT_PAUSE;
    private int aside;
    private int misses;

    /**
     * Asked once a render: whether its tiles are compared.
     *
     * @param mode where it pays, or always
     * @param rendered whether there was a render before: a first one may be the only one
     */
    public boolean compares(Reuse.Mode mode, boolean rendered) {
        return mode == Reuse.Mode.ON || mode == Reuse.Mode.AUTO && rendered && active();
    }

    /** Asked once a render: whether tiles are compared where it pays. */
    public boolean active() {
        if (aside > 0) {
            aside--;
            return false;
        }
        return true;
    }

    /** Whether a share of tiles is worth the cost of finding them. */
    public static boolean pays(int tiles, int reused) {
        return (long) reused * SHARE > tiles;
    }

    /**
     * Told after a render whose tiles should have been compared with another's.
     *
     * @param tiles tiles with primitives; empty ones cost nothing
     * @param reused those that came out the same
     */
    public void observe(int tiles, int reused) {
        if (pays(tiles, reused)) {
            misses = 0;
            pause = SHORT_PAUSE;
            return;
        }
        misses++;
        if (misses >= FEW_MISSES) {
            // One more comparison decides after a pause.
            misses = FEW_MISSES - 1;
            aside = pause;
            pause = Math.min(2 * pause, LONG_PAUSE);
        }
    }
}
