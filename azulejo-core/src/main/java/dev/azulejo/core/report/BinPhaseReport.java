package dev.azulejo.core.report;

import java.util.List;

/**
 * What a package of chiplets did in one phase of a frame.
 *
 * @param phase which, counted from the first of the frame
 * @param looker the chiplet that found out what is visible
 * @param visibilityNs time of one thread that this took, nanoseconds
 * @param bins coarse bins that have pixels, in the order of their numbers
 */
public record BinPhaseReport(int phase, int looker, long visibilityNs, List<BinReport> bins) {
    /** Copies the list. */
    public BinPhaseReport {
        bins = List.copyOf(bins);
    }
}
