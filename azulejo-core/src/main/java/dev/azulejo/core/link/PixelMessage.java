package dev.azulejo.core.link;

/**
 * The bytes by which pixels come from the GPU that painted them to the one that shows them. All
 * numbers are little endian and unsigned; the header begins as that of a {@link HintMessage} does,
 * and its kinds are none of theirs, so that neither passes for the other.
 *
 * <pre>
 *  at  bytes  header
 *   0    2    magic, 'A' 'z'
 *   2    1    version, 1
 *   3    1    kind: 7 a question what was painted, 8 painted, 9 wanted, 10 pixels
 *   4    1    GPU that sends, 0 to 63
 *   5    1    0
 *   6    2    phase of the frame
 *   8    4    frame
 *  12    4    of the question 0; of painted and wanted the groups of the target; of pixels which
 *             group: squares of 16x16 pixels, numbered row by row from the upper left
 *  16    4    length of the whole message, from magic to check
 *
 *  20         payload
 *             painted, wanted: a bit for each group, counted from the lowest of the first byte;
 *             bits beyond the last group are 0
 *             pixels: of each pixel of the group that lies in the target, row by row: 4 bytes red,
 *             green, blue, alpha, or 4 floats; if the pass keeps its samples, then the same for all
 *             samples of all pixels, and after these their depths, a float each. A target of depths
 *             alone has these alone.
 *
 *  end   4    check: CRC-32C of everything before
 * </pre>
 *
 * <p>Who shows the frame asks each GPU what it painted, and then for what it misses, as often as it
 * takes; whoever is asked answers. So each message may be lost, late, doubled or damaged, and none
 * waits for room: no more is asked for at a time than finds room.
 */
public final class PixelMessage {
    /** Side of the groups of pixels that messages carry. */
    public static final int SIDE = 16;

    /** Bytes of the header. */
    public static final int HEADER_BYTES = 20;

    /** Bytes of the check at the end. */
    public static final int CHECK_BYTES = 4;

    static final int ZERO_AT = 5;
    static final int PHASE_AT = 6;
    static final int FRAME_AT = 8;
    static final int NUMBER_AT = 12;
    static final int LENGTH_AT = 16;
    private static final int FIRST_KIND = 7;

    private PixelMessage() {}

    /** What a message is. */
    public enum Kind {
        /** A question: what was painted? */
        QUESTION,
        /** Which groups were painted. */
        PAINTED,
        /** Which groups shall be sent. */
        WANTED,
        /** The pixels of a group. */
        PIXELS;

        private static final Kind[] ALL = values();

        int code() {
            return FIRST_KIND + ordinal();
        }

        /** Returns the kind of a code; null if there is none. */
        static Kind of(int code) {
            int index = code - FIRST_KIND;
            return index < 0 || index >= ALL.length ? null : ALL[index];
        }
    }

    /** Returns the groups beside each other in so many pixels. */
    public static int groups(int pixels) {
        return (pixels + SIDE - 1) / SIDE;
    }
}
