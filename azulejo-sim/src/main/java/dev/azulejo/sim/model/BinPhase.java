package dev.azulejo.sim.model;

import java.util.Arrays;

/** A phase on its way through a package: what is known of its bins, and how far it has got. */
final class BinPhase {
    private final int frame;
    private final int number;
    private final boolean lastOfFrame;
    private final PhaseContext context;
    private final BinNames names;
    private final int[] chipletOf;
    private final long[] expected;
    private final long[] primitives;
    private final long[] area;
    private final long[] took;
    private final int[] partsLeft;
    private final boolean[] begun;

    /** Of each chiplet that looks, the lengths of its parts of the streams. */
    private final int[][] streams;

    private int painted = PhaseWork.NOBODY;
    private int looksLeft;
    private int countsLeft;
    private int binsLeft;
    private boolean dealt;

    /**
     * Makes one that nobody has looked at.
     *
     * @param frame number of its frame
     * @param number of the phase in it
     * @param lastOfFrame whether none follows in the frame
     * @param lookers chiplets that look at it
     */
    BinPhase(PhaseContext context, int frame, int number, boolean lastOfFrame, int lookers) {
        this.context = context;
        names = new BinNames(context.machine(), context.work());
        this.frame = frame;
        this.number = number;
        this.lastOfFrame = lastOfFrame;
        int bins = work().map().gpus();
        chipletOf = new int[bins];
        expected = new long[bins];
        primitives = new long[bins];
        area = new long[bins];
        took = new long[bins];
        partsLeft = new int[bins];
        begun = new boolean[lookers];
        streams = new int[lookers][];
        looksLeft = lookers;
        countsLeft = lookers;
        Arrays.fill(partsLeft, lookers);
        for (int bin = 0; bin < bins; bin++) {
            for (int chunk = 0; chunk < work().chunks(); chunk++) {
                primitives[bin] += names.count(chunk, bin);
            }
            binsLeft += hasPixels(bin) ? 1 : 0;
        }
        names.addArea(area);
    }

    PhaseContext context() {
        return context;
    }

    PhaseWork work() {
        return context.work();
    }

    BinNames names() {
        return names;
    }

    int frame() {
        return frame;
    }

    int number() {
        return number;
    }

    boolean isLastOfFrame() {
        return lastOfFrame;
    }

    int bins() {
        return chipletOf.length;
    }

    /** Whether a bin has pixels: small targets may have too few for all. */
    boolean hasPixels(int bin) {
        return work().map().pixels(bin) > 0;
    }

    /** Whether a bin is dealt, sent and rendered: not if it is painted by who looks. */
    boolean isToBeRendered(int bin) {
        return hasPixels(bin) && bin != painted;
    }

    void paint(int bin) {
        painted = bin;
    }

    int painted() {
        return painted;
    }

    /** Returns the primitives that a bin's stream names. */
    long primitives(int bin) {
        return primitives[bin];
    }

    /** Returns the pixels that they cover, as far as that is known. */
    long area(int bin) {
        return area[bin];
    }

    void expect(int bin, long work) {
        expected[bin] = work;
    }

    /** Returns the work that each bin is expected to be. */
    long[] expected() {
        return expected;
    }

    /** Returns who renders which bin. */
    int[] chipletOf() {
        return chipletOf;
    }

    /** Returns how many bins were dealt to a chiplet. */
    int binsOf(int chiplet) {
        int count = 0;
        for (int bin = 0; bin < bins(); bin++) {
            count += isToBeRendered(bin) && chipletOf[bin] == chiplet ? 1 : 0;
        }
        return count;
    }

    /** A bin took so many cycles. Returns whether it was the last one. */
    boolean rendered(int bin, long cycles) {
        took[bin] = cycles;
        return --binsLeft == 0;
    }

    long took(int bin) {
        return took[bin];
    }

    /** Whether a chiplet has begun to look. */
    boolean hasBegun(int looker) {
        return begun[looker];
    }

    void begin(int looker) {
        begun[looker] = true;
    }

    /** A chiplet has looked at its part. */
    void looked(int looker, int[] lengths) {
        streams[looker] = lengths;
        looksLeft--;
    }

    /** Whether all have looked at their parts. */
    boolean isLooked() {
        return looksLeft == 0;
    }

    /** What one of those who look has found is known to the others. Returns whether all is. */
    boolean heard() {
        return --countsLeft == 0;
    }

    boolean isDealt() {
        return dealt;
    }

    void deal() {
        dealt = true;
    }

    /** Returns the bytes of what a chiplet tells of a bin. */
    int stream(int looker, int bin) {
        return streams[looker][bin];
    }

    /** A part of a bin's stream has come. Returns whether it was the last one. */
    boolean arrived(int bin) {
        return --partsLeft[bin] == 0;
    }
}
