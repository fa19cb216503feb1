package dev.azulejo.core.report;

/**
 * What became of one coarse bin in a phase. Work is an estimate, in nanoseconds of an imagined
 * machine; times are those of one thread.
 *
 * @param bin which
 * @param chiplet who rendered it
 * @param pixels of the target in it
 * @param primitives that its visibility stream named
 * @param streamBytes that its visibility stream had when it arrived; 0 if it did not
 * @param work that was told ahead
 * @param costNs time that rendering it took, nanoseconds
 * @param positions vertices whose position was shaded in rendering it
 * @param varyings vertices whose varyings were shaded in rendering it
 */
public record BinReport(
        int bin,
        int chiplet,
        long pixels,
        long primitives,
        long streamBytes,
        long work,
        long costNs,
        long positions,
        long varyings) {}
