package dev.azulejo.serve.session;

/**
 * How often something may happen: so many times a second in the long run, and some more at once.
 *
 * <p>Threads: one at a time. It is told the time.
 */
public final class TokenBucket {
    private final double perNs;
    private final double most;
    private double left;
    private long filledNs;

    /**
     * Makes a full one.
     *
     * @param perSecond in the long run
     * @param atOnce at most
     * @param nowNs the time
     */
    public TokenBucket(double perSecond, double atOnce, long nowNs) {
        perNs = perSecond / 1e9;
        most = atOnce;
        left = atOnce;
        filledNs = nowNs;
    }

    /** Takes one, if there is one; returns whether. */
    public boolean take(long nowNs) {
        left = Math.min(most, left + perNs * (nowNs - filledNs));
        filledNs = nowNs;
        if (left < 1) {
            return false;
        }
        left--;
        return true;
    }
}
