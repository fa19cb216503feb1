package dev.azulejo.core.visibility;

import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;

/**
 * What one thread asks of a {@link HierarchicalZ} and writes to it. A node is the word of a group
 * of 64x64 or 16x16 pixels or of a block; layers and depths of pixels are parts of their block.
 */
public final class HizCounts {
    private static final int INT = 4;
    private static final int LONG = 8;

    private long queries;
    private long groups;
    private long blocks;
    private long layers;
    private long pixels;
    private long siblingBytes;
    private long changed;
    private long bytesWritten;

    /** Makes counts of nothing. */
    public HizCounts() {}

    /** A question is put to the structure. */
    public void query() {
        queries++;
    }

    /** Questions put since the last {@link #addTo}. */
    public long queries() {
        return queries;
    }

    /** The word of a 64x64 or 16x16 group is read. */
    public void readGroup() {
        groups++;
    }

    void readBlock() {
        blocks++;
    }

    void readLayer() {
        layers++;
    }

    void readPixels(int count) {
        pixels += count;
    }

    /** Parts of a node are read to find its key anew. */
    void readParts(int bytes) {
        siblingBytes += bytes;
    }

    /** A block or a whole group has learnt something. */
    public void change() {
        changed++;
    }

    void writeInt() {
        bytesWritten += INT;
    }

    void writeLong() {
        bytesWritten += LONG;
    }

    /** Adds all to a worker's counters, and begins anew. */
    public void addTo(Counts counts) {
        counts.add(Counter.HIZ_READS, queries);
        counts.add(Counter.HIZ_NODES, groups + blocks);
        counts.add(
                Counter.HIZ_BYTES_READ,
                INT * (groups + pixels) + LONG * (blocks + layers) + siblingBytes);
        counts.add(Counter.HIZ_WRITES, changed);
        counts.add(Counter.HIZ_BYTES_WRITTEN, bytesWritten);
        queries = 0;
        groups = 0;
        blocks = 0;
        layers = 0;
        pixels = 0;
        siblingBytes = 0;
        changed = 0;
        bytesWritten = 0;
    }
}
