package dev.azulejo.core.report;

/**
 * What became of one coarse bin in a phase. Times, and work that was expected, are those of one
 * thread of this machine.
 *
 * @param bin which
 * @param chiplet who rendered it
 * @param pixels of the target in it
 * @param primitives that its visibility stream named
 * @param streamBytes that its visibility stream had when it arrived; 0 if it did not
 * @param work how long it was expected to take, nanoseconds
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
