package dev.azulejo.cli;

import dev.azulejo.cluster.message.CodecException;

/**
 * The five filters of PNG (W3C Recommendation, third edition, 9): each byte of a row as its
 * difference from what its neighbours let expect, so that smooth rows become small numbers.
 */
final class RowFilter {
    /** How many there are; none of them, which is number 0, included. */
    static final int COUNT = 5;

    private static final int SUB = 1;
    private static final int UP = 2;
    private static final int AVERAGE = 3;

    private RowFilter() {}

    /**
     * Filters a row by the one that makes its numbers smallest; returns which.
     *
     * @param row bytes of the row
     * @param above of the row above; zero where there is none
     * @param length bytes of both
     * @param pixel bytes of a pixel
     * @param to receives the row, filtered
     * @param at where it begins there
     */
    static int best(byte[] row, byte[] above, int length, int pixel, byte[] to, int at) {
        int best = 0;
        long least = Long.MAX_VALUE;
        for (int filter = 0; filter < COUNT; filter++) {
            long sum = 0;
            for (int i = 0; i < length && sum < least; i++) {
                sum += Math.abs((byte) (row[i] - expected(filter, row, above, i, pixel)));
            }
            if (sum < least) {
                least = sum;
                best = filter;
            }
        }
        for (int i = 0; i < length; i++) {
            to[at + i] = (byte) (row[i] - expected(best, row, above, i, pixel));
        }
        return best;
    }

    /**
     * Turns a filtered row into what it was.
     *
     * @param filter which one
     * @param row filtered, and what it was afterwards
     * @param above of the row above, what it was; zero where there is none
     * @param length bytes of both
     * @param pixel bytes of a pixel
     */
    static void undo(int filter, byte[] row, byte[] above, int length, int pixel) {
        if (filter >= COUNT) {
            throw new CodecException("a row with filter %d".formatted(filter));
        }
        for (int i = 0; i < length; i++) {
            row[i] = (byte) (row[i] + expected(filter, row, above, i, pixel));
        }
    }

    private static int expected(int filter, byte[] row, byte[] above, int i, int pixel) {
        int left = i < pixel ? 0 : row[i - pixel] & 0xff;
        int up = above[i] & 0xff;
        return switch (filter) {
            case 0 -> 0;
            case SUB -> left;
            case UP -> up;
            case AVERAGE -> left + up >> 1;
            default -> paeth(left, up, i < pixel ? 0 : above[i - pixel] & 0xff);
        };
    }

    private static int paeth(int left, int up, int corner) {
        int sum = left + up - corner;
        int byLeft = Math.abs(sum - left);
        int byUp = Math.abs(sum - up);
        int byCorner = Math.abs(sum - corner);
        if (byLeft <= byUp && byLeft <= byCorner) {
            return left;
        }
        return byUp <= byCorner ? up : corner;
    }
}
