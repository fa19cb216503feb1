package dev.azulejo.sim.model;

import dev.azulejo.core.policy.BoundsNaming;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineKey;

/**
 * What the visibility phase names in which coarse bin, chunk by chunk: single primitives, after a
 * look at their positions; or, where the machine goes by bounds, parts of a chunk that lies in few
 * bins, of which nobody looks at more than their boxes.
 *
 * <p>Who goes by bounds leaves early Z to the bins: what is hidden is named like everything else,
 * and each bin finds out for itself. Only in phases with patches early Z, if it works, comes with
 * the look, at positions of all, as in azulejo's renderer.
 *
 * <p>Simplifications: a trace does not say which chunks have bounds, so that all have but those
 * made of patches, and cutting through the near plane does not matter. Bounds are no larger than
 * what is left of a chunk or a part, on the screen; where in its chunk a primitive stood that is
 * left is not known, so that they are spread evenly. Where nothing is left and not all lay outside,
 * nobody knows where it was: it is looked at, unless early Z found it hidden as a whole, by its
 * box; then it is named nowhere, and the bin or two that would have tested its box again do not.
 */
final class BinNames {
    private final PhaseWork work;
    private final BoundsNaming naming;

    BinNames(Machine machine, PhaseWork work) {
        this.work = work;
        boolean bounds = machine.is(MachineKey.BIN_VERTICES, "bounds");
        boolean culls = work.dropsHidden();
        boolean alone = work.phase().patches().count() == 0;
        if (!bounds || culls && !alone) {
            naming = BoundsNaming.NONE;
        } else {
            naming = culls ? BoundsNaming.CULLED : BoundsNaming.UNCULLED;
        }
    }

    /** Whether early Z comes bin by bin, and not with the look. */
    boolean cullsInBins() {
        return naming == BoundsNaming.CULLED;
    }

    /** Whether the look begins with the bounds of a chunk. */
    boolean asksBounds(int chunk) {
        return naming != BoundsNaming.NONE && !work.isTessellated(chunk);
    }

    /** Whether a chunk is named by its bounds alone, or nowhere. */
    boolean isByBounds(int chunk) {
        if (!asksBounds(chunk)) {
            return false;
        }
        var chunks = work.phase().chunks();
        if (chunks.kept(chunk) == 0) {
            return chunks.outside(chunk) == chunks.primitives(chunk) || work.hidden(chunk);
        }
        if (Long.bitCount(work.boxMask(chunk)) <= 1) {
            return true;
        }
        long sum = 0;
        int size = chunks.primitives(chunk);
        for (int part = 0; part * BoundsNaming.PART < size; part++) {
            sum += (long) Long.bitCount(partBins(chunk, part)) * partSize(chunk, part);
        }
        return naming.names(sum, size);
    }

    private int partSize(int chunk, int part) {
        int size = work.phase().chunks().primitives(chunk);
        return Math.min(BoundsNaming.PART, size - part * BoundsNaming.PART);
    }

    /**
     * Returns the bins in which a part of a chunk is named, where it is by its bounds: those of the
     * chunk, if it lies in one.
     *
     * @param chunk which
     * @param part which {@link BoundsNaming#PART} primitives of it
     */
    long partBins(int chunk, int part) {
        long whole = work.boxMask(chunk);
        return Long.bitCount(whole) <= 1 ? whole : work.partMask(chunk, part);
    }

    /** Whether a primitive that is left of a chunk is named, where that is looked into. */
    boolean isNamed(int chunk, int primitive) {
        return cullsInBins() || work.drawn(chunk, primitive);
    }

    /** Returns how many primitives of a chunk are named in a bin. */
    int count(int chunk, int bin) {
        if (isByBounds(chunk)) {
            int sum = 0;
            int size = work.phase().chunks().primitives(chunk);
            for (int part = 0; part * BoundsNaming.PART < size; part++) {
                boolean there = (partBins(chunk, part) >>> bin & 1) != 0;
                sum += there ? partSize(chunk, part) : 0;
            }
            return sum;
        }
        var own = work.gpu(bin);
        return own.own(chunk) + (cullsInBins() ? own.hidden(chunk) : 0);
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
     * Adds the pixels that what is named covers, bin by bin; of chunks that are named by their
     * bounds nobody knows.
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
