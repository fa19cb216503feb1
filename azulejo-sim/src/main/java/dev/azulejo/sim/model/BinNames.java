package dev.azulejo.sim.model;

import dev.azulejo.core.policy.BoundsNaming;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineKey;

/**
 * What the visibility phase names in which coarse bin, chunk by chunk: single primitives, after a
 * look at their positions; or, where the machine goes by bounds, the whole of a chunk that lies in
 * few bins, of which nobody looks at more than its box.
 *
 * <p>Who goes by bounds leaves early Z to the bins: what is hidden is named like everything else,
 * and each bin finds out for itself. Only in phases with patches early Z, if it works, comes with
 * the look, at positions of all, as in azulejo's renderer.
 *
 * <p>Simplifications: a trace does not say which chunks have bounds, so that all have but those
 * made of patches, and cutting through the near plane does not matter. Bounds are no larger than
 * what is left of a chunk, on the screen. Where nothing is left and not all lay outside, nobody
 * knows where it was: it is looked at, unless early Z found it hidden as a whole, by its box; then
 * it is named nowhere, and the bin or two that would have tested its box again do not.
 */
final class BinNames {
    private final PhaseWork work;
    private final int most;
    private final boolean cullsInBins;

    BinNames(Machine machine, PhaseWork work) {
        this.work = work;
        boolean bounds = machine.is(MachineKey.BIN_VERTICES, "bounds");
        boolean culls = work.dropsHidden();
        boolean alone = work.phase().patches().count() == 0;
        cullsInBins = bounds && culls && alone;
        if (!bounds || culls && !alone) {
            most = 0;
        } else {
            most = culls ? BoundsNaming.MOST_BINS_CULLED : BoundsNaming.MOST_BINS_UNCULLED;
        }
    }

    /** Whether early Z comes bin by bin, and not with the look. */
    boolean cullsInBins() {
        return cullsInBins;
    }

    /** Whether the look begins with the bounds of a chunk. */
    boolean asksBounds(int chunk) {
        return most > 0 && !work.isTessellated(chunk);
    }

    /** Whether a chunk is named as a whole, or nowhere, by its bounds alone. */
    boolean isByBounds(int chunk) {
        if (!asksBounds(chunk)) {
            return false;
        }
        var chunks = work.phase().chunks();
        return chunks.kept(chunk) == 0
                ? chunks.outside(chunk) == chunks.primitives(chunk) || work.hidden(chunk)
                : Long.bitCount(work.boxMask(chunk)) <= most;
    }

    /** Returns the bins in which a chunk is named as a whole, where it is by its bounds. */
    long wholeBins(int chunk) {
        return work.boxMask(chunk);
    }

    /** Whether a primitive that is left of a chunk is named, where that is looked into. */
    boolean isNamed(int chunk, int primitive) {
        return cullsInBins || work.drawn(chunk, primitive);
    }

    /** Returns how many primitives of a chunk are named in a bin. */
    int count(int chunk, int bin) {
        if (isByBounds(chunk)) {
            boolean there = (wholeBins(chunk) >>> bin & 1) != 0;
            return there ? work.phase().chunks().primitives(chunk) : 0;
        }
        var own = work.gpu(bin);
        return own.own(chunk) + (cullsInBins ? own.hidden(chunk) : 0);
    }

    /** Returns how many names are written of a chunk: a bit for each primitive in each bin. */
    int written(int chunk) {
        int sum = 0;
        for (int bin = 0; bin < work.map().gpus() && !isByBounds(chunk); bin++) {
            sum += count(chunk, bin);
        }
        return sum;
    }

    /**
     * Adds the pixels that what is named covers, bin by bin; of chunks that are named as a whole
     * nobody knows.
     */
    void addArea(long[] area) {
        var primitives = work.phase().primitives();
        for (int chunk = 0; chunk < work.chunks(); chunk++) {
            int first = work.phase().chunks().first(chunk);
            int end = isByBounds(chunk) ? first : first + work.phase().chunks().kept(chunk);
            for (int p = first; p < end; p++) {
                if (isNamed(chunk, p)) {
                    long bins = work.owners(p);
                    long each = primitives.pixels(p) / Long.bitCount(bins);
                    for (long rest = bins; rest != 0; rest &= rest - 1) {
                        area[Long.numberOfTrailingZeros(rest)] += each;
                    }
                }
            }
        }
    }
}
