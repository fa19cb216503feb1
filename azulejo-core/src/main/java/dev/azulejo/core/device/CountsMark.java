package dev.azulejo.core.device;

import dev.azulejo.core.report.Counts;

import java.util.Arrays;

/**
 * What workers had counted when it was set: what is done in vain is counted when it is done again.
 */
final class CountsMark {
    private final Counts[] counts;
    private final Counts[] before;

    CountsMark(Counts[] workerCounts) {
        counts = workerCounts;
        before = new Counts[counts.length];
        Arrays.setAll(before, w -> new Counts());
    }

    /** Remembers what they have counted. */
    void set() {
        for (int w = 0; w < counts.length; w++) {
            before[w].clear();
            before[w].addAll(counts[w]);
        }
    }

    /** They have counted that much, and no more. */
    void goBack() {
        for (int w = 0; w < counts.length; w++) {
            counts[w].clear();
            counts[w].addAll(before[w]);
        }
    }
}
