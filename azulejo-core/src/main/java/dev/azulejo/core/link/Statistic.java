package dev.azulejo.core.link;

/** What a GPU did in a frame, one number each; the order is that of messages. */
public enum Statistic {
    /** Pieces that the GPU pretested, for itself and the others. */
    PRETESTED,
    /** Pieces that it rendered. */
    RENDERED,
    /** Pieces that it left out because of a hint; those that lie elsewhere are not among them. */
    SKIPPED,
    /** Of those rendered, pieces that touched none of its regions: no hint came in time. */
    FOR_NOTHING,
    /** Time in pretests, ns. */
    PRETEST_NS,
    /** Time in rendering, ns. */
    RENDER_NS,
    /** Time without work, ns. */
    IDLE_NS,
    /** Of those rendered, pieces of which no hint had come. */
    UNKNOWN;

    /** How many there are. */
    public static final int COUNT = values().length;

    static final Statistic[] ALL = values();
}
