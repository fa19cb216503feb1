package dev.azulejo.core.timeline;

/**
 * What a GPU did with a piece of geometry, and when.
 *
 * @param gpu from 0
 * @param piece by name
 * @param kind what it did
 * @param from when it began, ticks from the beginning of the frame
 * @param to when it was done, after {@code from}
 */
public record Span(int gpu, String piece, Kind kind, long from, long to) {
    /** Kinds of work. */
    public enum Kind {
        /** Found out whose regions the piece touches. */
        PRETEST,
        /** Rendered it, into regions of its own. */
        RENDER,
        /** Processed geometry of which nothing lies in its regions: no hint came in time. */
        FOR_NOTHING,
        /** Found out, first of all chiplets, what is visible in each coarse bin. */
        VISIBILITY
    }

    /** Returns how long it took, ticks. */
    public long ticks() {
        return to - from;
    }
}
