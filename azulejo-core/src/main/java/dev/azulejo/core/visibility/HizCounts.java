package dev.azulejo.core.visibility;

import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.OwnLongs;

/**
 * What one thread asks of a {@link HierarchicalZ} and writes to it. A node is the word of a group
 * of 64x64 or 16x16 pixels or of a block; layers and depths of pixels are parts of their block.
 */
public final class HizCounts {
    private static final int INT = 4;
    private static final int LONG = 8;

    private static final int QUERIES = 0;
    private static final int GROUPS = 1;
    private static final int BLOCKS = 2;
    private static final int LAYERS = 3;
    private static final int PIXELS = 4;
    private static final int SIBLING_BYTES = 5;
    private static final int CHANGED = 6;
    private static final int BYTES_WRITTEN = 7;
    private static final int ALL = 8;

    private final OwnLongs sums = new OwnLongs(ALL);

    /** Makes counts of nothing. */
    public HizCounts() {}

    /** A question is put to the structure. */
    public void query() {
        sums.add(QUERIES, 1);
    }

    /** The word of a 64x64 or 16x16 group is read. */
    public void readGroup() {
        sums.add(GROUPS, 1);
    }

    void readBlock() {
        sums.add(BLOCKS, 1);
    }

    void readLayer() {
        sums.add(LAYERS, 1);
    }

    void readPixels(int count) {
        sums.add(PIXELS, count);
    }

    /** Parts of a node are read to find its key anew. */
    void readParts(int bytes) {
        sums.add(SIBLING_BYTES, bytes);
    }

    /** A block or a whole group has learnt something. */
    public void change() {
        sums.add(CHANGED, 1);
    }

    void writeInt() {
        sums.add(BYTES_WRITTEN, INT);
    }

    void writeLong() {
        sums.add(BYTES_WRITTEN, LONG);
    }

    /** Adds all to a worker's counters, and begins anew. */
    public void addTo(Counts counts) {
        long groups = sums.get(GROUPS);
        long blocks = sums.get(BLOCKS);
        counts.add(Counter.HIZ_READS, sums.get(QUERIES));
        counts.add(Counter.HIZ_NODES, groups + blocks);
        counts.add(
                Counter.HIZ_BYTES_READ,
                INT * (groups + sums.get(PIXELS))
                        + LONG * (blocks + sums.get(LAYERS))
                        + sums.get(SIBLING_BYTES));
        counts.add(Counter.HIZ_WRITES, sums.get(CHANGED));
        counts.add(Counter.HIZ_BYTES_WRITTEN, sums.get(BYTES_WRITTEN));
        sums.clear();
    }
}
