package dev.azulejo.core.device;

import dev.azulejo.core.report.BinPhaseReport;
import dev.azulejo.core.report.BinReport;
import dev.azulejo.core.screen.RegionMap;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What became of the bins of a frame's phases: phases are used again while frames overlap, and this
 * stays until its frame's turn comes again. Allocates nothing once warm.
 */
final class BinLog {
    /** One phase. */
    private static final class Entry {
        private int number;
        private int looker;
        private long visibilityNs;
        private RegionMap map;
        private final int[] chiplets;
        private final long[] primitives;
        private final long[] bytes;
        private final long[] work;
        private final long[] costNs;
        private final long[] positions;
        private final long[] varyings;

        Entry(int bins) {
            chiplets = new int[bins];
            primitives = new long[bins];
            bytes = new long[bins];
            work = new long[bins];
            costNs = new long[bins];
            positions = new long[bins];
            varyings = new long[bins];
        }

        void set(BinPhase phase) {
            number = phase.number;
            looker = phase.looker;
            visibilityNs = phase.visibilityNs;
            map = phase.map;
            int bins = chiplets.length;
            System.arraycopy(phase.renderedBy, 0, chiplets, 0, bins);
            System.arraycopy(phase.primitives, 0, primitives, 0, bins);
            System.arraycopy(phase.work, 0, work, 0, bins);
            System.arraycopy(phase.costNs, 0, costNs, 0, bins);
            System.arraycopy(phase.positions, 0, positions, 0, bins);
            System.arraycopy(phase.varyings, 0, varyings, 0, bins);
            for (int bin = 0; bin < bins; bin++) {
                bytes[bin] = phase.lengths[bin];
            }
        }

        BinPhaseReport report() {
            var bins = new ArrayList<BinReport>();
            for (int bin = 0; bin < chiplets.length; bin++) {
                if (map.pixels(bin) != 0) {
                    bins.add(
                            new BinReport(
                                    bin,
                                    chiplets[bin],
                                    map.pixels(bin),
                                    primitives[bin],
                                    bytes[bin],
                                    work[bin],
                                    costNs[bin],
                                    positions[bin],
                                    varyings[bin]));
                }
            }
            return new BinPhaseReport(number, looker, visibilityNs, bins);
        }
    }

    private final List<Entry> entries = new ArrayList<>();
    private int count;

    /** A frame begins. */
    void begin() {
        count = 0;
    }

    /** The bins of a phase have been rendered. */
    void add(BinPhase phase) {
        if (count == entries.size()) {
            entries.add(new Entry(phase.costNs.length));
        }
        entries.get(count++).set(phase);
    }

    /** Returns what was done, phase by phase. */
    List<BinPhaseReport> reports() {
        return entries.subList(0, count).stream().map(Entry::report).toList();
    }

    /** Returns where the bins of the last phase are; nothing if none was rendered. */
    Optional<RegionMap> map() {
        return count == 0 ? Optional.empty() : Optional.of(entries.get(count - 1).map);
    }
}
