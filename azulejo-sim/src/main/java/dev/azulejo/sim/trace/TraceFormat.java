package dev.azulejo.sim.trace;

/**
 * A work trace as bytes.
 *
 * <pre>
 *  "AZWT"  version, 1 byte
 *  section: kind, 1 byte | bytes, number | bytes deflated, number | CRC-32 of the bytes, 4 bytes, low first | deflated
 *    1 header  scene, recorder                                          once, first
 *    2 phase   see TracePhase                                           once a phase
 *    0 end     how many phases                                          once, last; nothing comes after it
 *
 *  number: 7 bits a byte, low first, the highest bit says that more follow; at most 5 bytes
 *  text: number of bytes, UTF-8
 * </pre>
 */
final class TraceFormat {
    static final byte[] MAGIC = {'A', 'Z', 'W', 'T'};

    /**
     * Written; earlier ones are read: the first has no single patches and no contents of tiles, the
     * second does not say in which squares of its box a primitive covers something, nor whether it
     * is seen, or found hidden late.
     */
    static final int VERSION = 3;

    static final int END = 0;
    static final int HEADER = 1;
    static final int PHASE = 2;

    private TraceFormat() {}
}
