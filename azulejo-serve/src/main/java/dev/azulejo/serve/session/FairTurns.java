package dev.azulejo.serve.session;

import java.util.List;

/**
 * Whose turn it is: of those who want one, whoever has had the least time. Who has wanted nothing
 * for a while has saved nothing up: it begins where the one with the least stands. Waiting for a
 * picture to be shown, between two turns, is no such while. And nobody is held off for long for one
 * turn that took very long, as the first one does: what somebody is ahead by is bounded.
 *
 * <p>Threads: one at a time.
 */
final class FairTurns {
    /** So long nobody wants anything for that it saves nothing up. */
    static final long REST_NS = 200_000_000L;

    /** Who is so much further than somebody who is about to come waits a while for it. */
    private static final double AHEAD_NS = 50e6;

    /** That while, after the last turn. */
    static final long PATIENCE_NS = 20_000_000L;

    /** So long everybody else together has turns, at most, after one that took long. */
    static final double MOST_AHEAD_NS = 1e9;

    private static final long NEVER = Long.MAX_VALUE;
    private static final long NOT_HELD = Long.MIN_VALUE;

    /** What somebody has had. */
    static final class Share {
        private double usedNs;
        private boolean wanted;
        private long restsNs = NEVER;

        double usedNs() {
            return usedNs;
        }
    }

    /** The least of those who wanted a turn at the last one. */
    private double levelNs;

    /** How many take turns at present, of those who want one and those between two. */
    private int active = 1;

    /** When the last turn ended. */
    private long endNs = -PATIENCE_NS;

    /**
     * Returns whose turn it is, by its place among those who want one.
     *
     * @param wanting who wants one, at least one
     * @param others who want none now
     */
    int next(List<Share> wanting, List<Share> others) {
        active = wanting.size();
        for (var other : others) {
            active += other.wanted ? 1 : 0;
        }
        int first = 0;
        for (int i = 0; i < wanting.size(); i++) {
            var share = wanting.get(i);
            share.restsNs = NEVER;
            if (!share.wanted) {
                share.wanted = true;
                share.usedNs = Math.max(share.usedNs, levelNs);
            }
            if (share.usedNs < wanting.get(first).usedNs) {
                first = i;
            }
        }
        levelNs = Math.max(levelNs, wanting.get(first).usedNs);
        return first;
    }

    /**
     * Returns until when it is better that nobody begins, since somebody who has had much less and
     * is between two turns may come: the past if it is not.
     *
     * @param first whose turn it is of those who want one
     * @param others who want none now
     */
    long heldUntilNs(Share first, List<Share> others) {
        for (var other : others) {
            if (other.wanted && first.usedNs - other.usedNs > AHEAD_NS) {
                return endNs + PATIENCE_NS;
            }
        }
        return NOT_HELD;
    }

    /**
     * Somebody has had a turn.
     *
     * @param nowNs when that ended
     */
    void used(Share share, long ns, long nowNs) {
        share.usedNs = Math.min(share.usedNs + ns, levelNs + MOST_AHEAD_NS / active);
        endNs = nowNs;
    }

    /**
     * Somebody wants none now.
     *
     * @param nowNs the time
     */
    void rests(Share share, long nowNs) {
        if (share.restsNs == NEVER) {
            share.restsNs = nowNs;
        }
        if (nowNs - share.restsNs >= REST_NS) {
            share.wanted = false;
        }
    }
}
