package dev.azulejo.sim.model;

import java.util.Arrays;

/**
 * What of a phase is one GPU's: of each chunk, the primitives that touch its tiles; and window by
 * window, its visits to tiles.
 */
final class GpuWork {
    private final int[] own;
    private final int[] hidden;
    private final int[] entries;
    private final int[] windowOf;

    /** What is counted of the chunk that is not through. */
    private int ownNow;

    private int hiddenNow;
    private int entriesNow;

    /** Chunks of each window. */
    private int[] chunks = new int[4];

    /** First visit of each window, and behind the last one. */
    private int[] firstVisit = new int[4];

    private int windows;

    private int[] tile = new int[64];
    private int[] visitEntries = new int[64];
    private int[] covered = new int[64];
    private int[] shaded = new int[64];
    private int[] operations = new int[64];
    private int[] textureBytes = new int[64];
    private boolean[] comesBack = new boolean[64];
    private boolean[] goesOn = new boolean[64];
    private int visits;

    GpuWork(int chunkCount) {
        own = new int[chunkCount];
        hidden = new int[chunkCount];
        entries = new int[chunkCount];
        windowOf = new int[chunkCount];
    }

    /** A primitive of the chunk that is counted touches its tiles. */
    void addPrimitive() {
        ownNow++;
    }

    /** One that early Z leaves out does. */
    void addHidden() {
        hiddenNow++;
    }

    /** A primitive of the chunk that is counted is on the list of a tile. */
    void addEntry() {
        entriesNow++;
    }

    /** A chunk is through; it belongs to the window that is open. */
    void endChunk(int chunk) {
        if (windows == chunks.length) {
            chunks = Arrays.copyOf(chunks, 2 * windows);
        }
        own[chunk] = ownNow;
        hidden[chunk] = hiddenNow;
        entries[chunk] = entriesNow;
        ownNow = 0;
        hiddenNow = 0;
        entriesNow = 0;
        windowOf[chunk] = windows;
        chunks[windows]++;
    }

    void visit(int tileNumber, int entryCount, int coveredPixels) {
        if (visits == tile.length) {
            grow(2 * visits);
        }
        tile[visits] = tileNumber;
        visitEntries[visits] = entryCount;
        covered[visits] = coveredPixels;
        visits++;
    }

    private void grow(int capacity) {
        tile = Arrays.copyOf(tile, capacity);
        visitEntries = Arrays.copyOf(visitEntries, capacity);
        covered = Arrays.copyOf(covered, capacity);
        shaded = Arrays.copyOf(shaded, capacity);
        operations = Arrays.copyOf(operations, capacity);
        textureBytes = Arrays.copyOf(textureBytes, capacity);
        comesBack = Arrays.copyOf(comesBack, capacity);
        goesOn = Arrays.copyOf(goesOn, capacity);
    }

    /** The open window ends, with all visits that were added since the last one did. */
    void endWindow() {
        windows++;
        if (windows == firstVisit.length) {
            firstVisit = Arrays.copyOf(firstVisit, 2 * windows);
        }
        firstVisit[windows] = visits;
    }

    /** Sets what pixels of a visit cost. */
    void shade(int visit, int fragments, int hundredOperations, int bytesOfTextures) {
        shaded[visit] = fragments;
        operations[visit] = hundredOperations;
        textureBytes[visit] = bytesOfTextures;
    }

    /** Says of a visit whether others to the same tile come before and after it. */
    void place(int visit, boolean before, boolean after) {
        comesBack[visit] = before;
        goesOn[visit] = after;
    }

    int own(int chunk) {
        return own[chunk];
    }

    /** Returns how many more primitives would touch its tiles, if they were not hidden. */
    int hidden(int chunk) {
        return hidden[chunk];
    }

    int entries(int chunk) {
        return entries[chunk];
    }

    int window(int chunk) {
        return windowOf[chunk];
    }

    int windows() {
        return windows;
    }

    int chunksOf(int window) {
        return chunks[window];
    }

    int firstVisit(int window) {
        return firstVisit[window];
    }

    int visits() {
        return visits;
    }

    int tile(int visit) {
        return tile[visit];
    }

    int visitEntries(int visit) {
        return visitEntries[visit];
    }

    int covered(int visit) {
        return covered[visit];
    }

    int shaded(int visit) {
        return shaded[visit];
    }

    int hundredOperations(int visit) {
        return operations[visit];
    }

    int textureBytes(int visit) {
        return textureBytes[visit];
    }

    boolean comesBack(int visit) {
        return comesBack[visit];
    }

    boolean goesOn(int visit) {
        return goesOn[visit];
    }
}
