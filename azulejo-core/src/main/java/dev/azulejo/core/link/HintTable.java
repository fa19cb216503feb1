package dev.azulejo.core.link;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * What one GPU knows of the pieces of the phase under way: which GPUs' regions each may touch, and
 * what of it survives for this GPU, as far as it has been told. What it was not told it answers so
 * that everything is rendered.
 *
 * <p>Threads: {@link #begin} and {@link #accept} belong to one thread, the GPU's receiver. Workers
 * read, and {@link #put} what they have pretested themselves, at any time without locks. Between
 * {@code begin} and what happened before it, and what workers do after it, there must be a
 * hand-over that orders memory, as there is where workers are sent to work.
 *
 * <p>Why no reader ever misses a GPU: each piece has a stamp. A writer claims the piece by a
 * compare-and-set of the stamp, writes all that is known of it, and publishes with a release store
 * of the stamp. Only one writer of a phase wins the claim, and nothing is written after
 * publication: the first hint of a piece stands, since every hint is true. A reader loads the stamp
 * with acquire: if it is published for this phase, the whole mask, both halves of the long, and the
 * sets were written before and are no longer written; if not, the piece is unknown, and the mask is
 * not looked at. A mask that is half there is never seen; without the stamp, the half that is
 * missing could say that a GPU is not touched.
 *
 * <p>Stamps count phases, so that beginning one takes no time; messages that are late, doubled, in
 * another order or lost change only how much is known when. Memory: 12 bytes a piece, 72 more with
 * sets; it grows to the largest phase.
 */
public final class HintTable {
    private static final VarHandle STAMPS = MethodHandles.arrayElementVarHandle(int[].class);

    /** Phases until stamps come again: two stamps a phase, and 0 is none. */
    private static final int LAST_GENERATION = Integer.MAX_VALUE >> 1;

    private final int gpus;
    private final int gpu;
    private final HintDetail detail;

    private boolean begun;
    private int frame;
    private int phase;
    private int map;
    private int pieces;

    /** Which phase this is, from 1. */
    private int generation;

    /** Of each piece, twice the generation that claimed it, and 1 more when it is published. */
    private int[] stamps = {};

    private long[] masks = {};

    /** Of each piece, primitives that survive, summed up over all GPUs; -1 without sets. */
    private int[] totals = {};

    /** Of each piece, how many primitives its set is of; 0 without. */
    private int[] setSizes = {};

    /** Of each piece, 8 longs. */
    private long[] sets = {};

    /**
     * Makes a table that knows nothing.
     *
     * @param gpus GPUs of the group, 1 to 64
     * @param gpu whose table it is
     * @param detail what is kept of a piece
     */
    public HintTable(int gpus, int gpu, HintDetail detail) {
        HintMessage.checkGpu(gpu, gpus);
        this.gpus = gpus;
        this.gpu = gpu;
        this.detail = detail;
    }

    /**
     * Forgets everything: a phase begins. A number never comes again as long as messages of its
     * time may be on their way, so that phases must begin in order; frames count around.
     *
     * @param newFrame number of the frame
     * @param newPhase number of the phase in it, 16 bits
     * @param newMap number of the region map, 16 bits
     * @param newPieces pieces that the phase has
     */
    public void begin(int newFrame, int newPhase, int newMap, int newPieces) {
        HintMessage.checkNumber("phase", newPhase);
        HintMessage.checkNumber("map", newMap);
        if (newPieces < 0) {
            throw new IllegalArgumentException("pieces=%d is below 0".formatted(newPieces));
        }
        if (begun && order(newFrame, newPhase) <= 0) {
            throw new IllegalArgumentException(
                    "frame=%d, phase=%d does not come after frame=%d, phase=%d"
                            .formatted(newFrame, newPhase, frame, phase));
        }
        if (newPieces > stamps.length) {
            grow(newPieces);
        }
        if (generation++ == LAST_GENERATION) {
            Arrays.fill(stamps, 0);
            generation = 1;
        }
        begun = true;
        frame = newFrame;
        phase = newPhase;
        map = newMap;
        pieces = newPieces;
    }

    /** What was known is forgotten anyway: nothing is copied. */
    private void grow(int needed) {
        int capacity = Math.max(needed, stamps.length + (stamps.length >> 1));
        stamps = new int[capacity];
        masks = new long[capacity];
        if (keepsSets()) {
            totals = new int[capacity];
            setSizes = new int[capacity];
            sets = new long[HintMessage.SET_WORDS * capacity];
        }
    }

    /** Below 0 if a phase comes before the one under way, 0 if it is that, above 0 if after. */
    private int order(int otherFrame, int otherPhase) {
        int frames = otherFrame - frame;
        return frames != 0 ? frames : otherPhase - phase;
    }

    /**
     * Takes what a message says. One that is refused leaves the table as it was.
     *
     * @param message one that was found to be whole
     * @return what became of it
     */
    public Receipt accept(MessageReader message) {
        if (message.kind() != HintMessage.Kind.HINTS) {
            return Receipt.OTHER_KIND;
        }
        if (message.gpus() != gpus || message.sender() == gpu) {
            return Receipt.MISFIT;
        }
        int order = begun ? order(message.frame(), message.phase()) : 1;
        if (order != 0) {
            return order < 0 ? Receipt.STALE : Receipt.EARLY;
        }
        if (message.map() != map) {
            return Receipt.OTHER_MAP;
        }
        if (message.lastPiece() >= pieces) {
            return Receipt.MISFIT;
        }
        return take(message) ? Receipt.ACCEPTED : Receipt.DUPLICATE;
    }

    /** Returns whether anything was new. */
    private boolean take(MessageReader message) {
        boolean anythingNew = false;
        message.rewind();
        while (message.next()) {
            int piece = message.piece();
            if (!claim(piece)) {
                continue;
            }
            anythingNew = true;
            masks[piece] = message.mask();
            if (keepsSets()) {
                setSizes[piece] = message.setSize();
                for (int w = 0; w < HintMessage.SET_WORDS; w++) {
                    sets[HintMessage.SET_WORDS * piece + w] = message.setWord(gpu, w);
                }
                totals[piece] = total(message);
            }
            publish(piece);
        }
        return anythingNew;
    }

    private static int total(MessageReader message) {
        if (message.setSize() == 0) {
            return -1;
        }
        int sum = 0;
        for (long rest = message.mask(); rest != 0; rest &= rest - 1) {
            int other = Long.numberOfTrailingZeros(rest);
            for (int w = 0; w < HintMessage.SET_WORDS; w++) {
                sum += Long.bitCount(message.setWord(other, w));
            }
        }
        return sum;
    }

    /** Whoever gets a piece may write what is known of it, once. */
    boolean claim(int piece) {
        int claimed = generation << 1;
        int stamp = (int) STAMPS.getOpaque(stamps, piece);
        return stamp >>> 1 != generation && STAMPS.compareAndSet(stamps, piece, stamp, claimed);
    }

    private void publish(int piece) {
        STAMPS.setRelease(stamps, piece, generation << 1 | 1);
    }

    /**
     * Keeps what this GPU has found out itself. May be called by any of its workers.
     *
     * @param piece which, below the phase's number of pieces
     * @param mask the GPUs whose regions it may touch
     * @return whether it was new
     */
    public boolean put(int piece, long mask) {
        return put(piece, mask, null, 0);
    }

    /**
     * Keeps the exact sets that this GPU has found out itself. May be called by any of its workers.
     *
     * @param piece which, below the phase's number of pieces
     * @param mask the GPUs whose regions it may touch
     * @param all 8 longs for each GPU of the group, a bit a primitive that survives for it; null
     *     without
     * @param setSize how many primitives they are of, up to 512; 0 without
     * @return whether it was new
     */
    public boolean put(int piece, long mask, long[] all, int setSize) {
        if (!claimOwn(piece)) {
            return false;
        }
        masks[piece] = mask;
        int total = setSize == 0 ? -1 : total(all, mask);
        keep(piece, all, HintMessage.SET_WORDS * gpu, setSize, total);
        publish(piece);
        return true;
    }

    private boolean claimOwn(int piece) {
        if (piece < 0 || piece >= pieces) {
            throw new IllegalArgumentException(
                    "piece=%d is not in 0..%d".formatted(piece, pieces - 1));
        }
        return claim(piece);
    }

    /**
     * Returns how many primitives some GPUs need, summed up.
     *
     * @param all 8 longs for each GPU of the group, a bit a primitive
     * @param mask the GPUs
     */
    public static int total(long[] all, long mask) {
        int sum = 0;
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            int from = HintMessage.SET_WORDS * Long.numberOfTrailingZeros(rest);
            for (int w = from; w < from + HintMessage.SET_WORDS && w < all.length; w++) {
                sum += Long.bitCount(all[w]);
            }
        }
        return sum;
    }

    private void keep(int piece, long[] words, int from, int setSize, int total) {
        if (!keepsSets()) {
            return;
        }
        setSizes[piece] = setSize;
        totals[piece] = total;
        if (setSize > 0) {
            int at = HintMessage.SET_WORDS * piece;
            System.arraycopy(words, from, sets, at, HintMessage.SET_WORDS);
        }
    }

    /** Returns whether anything is known of a piece. */
    public boolean known(int piece) {
        return piece >= 0
                && piece < pieces
                && (int) STAMPS.getAcquire(stamps, piece) == (generation << 1 | 1);
    }

    /** Returns the GPUs whose regions a piece may touch: all of them while it is unknown. */
    public long mask(int piece) {
        return known(piece) ? masks[piece] : HintMessage.all(gpus);
    }

    /** Returns whether a piece may touch a GPU's regions: true while it is unknown. */
    public boolean touches(int piece, int other) {
        return !known(piece) || (masks[piece] >>> other & 1) != 0;
    }

    /** Returns how many primitives of a piece survive, summed up over all GPUs; -1 without sets. */
    public int survivors(int piece) {
        return keepsSets() && known(piece) ? totals[piece] : -1;
    }

    /** Returns whether it keeps exact sets. */
    public boolean keepsSets() {
        return detail == HintDetail.SETS;
    }

    /**
     * Returns how many primitives of a piece this GPU needs that its exact set leaves out; 0
     * without sets, and if it is not named at all.
     *
     * @param piece which
     * @param all 8 longs for each GPU of the group, a bit a primitive that it needs
     */
    public int leftOut(int piece, long[] all) {
        if (setSize(piece) == 0 || !touches(piece, gpu)) {
            return 0;
        }
        int sum = 0;
        for (int w = 0; w < HintMessage.SET_WORDS; w++) {
            sum += Long.bitCount(all[HintMessage.SET_WORDS * gpu + w] & ~setWord(piece, w));
        }
        return sum;
    }

    /** Returns how many primitives the exact set of a piece is of; 0 if there is none. */
    public int setSize(int piece) {
        return keepsSets() && known(piece) ? setSizes[piece] : 0;
    }

    /** Returns 64 bits of a piece's exact set, from 64 times a word on; ones where unknown. */
    public long setWord(int piece, int word) {
        int bits = setSize(piece) - (word << 6);
        if (bits <= 0) {
            return -1L;
        }
        long told = HintMessage.all(Math.min(bits, Long.SIZE));
        return sets[HintMessage.SET_WORDS * piece + word] | ~told;
    }
}
