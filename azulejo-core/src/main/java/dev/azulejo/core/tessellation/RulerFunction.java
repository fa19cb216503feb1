package dev.azulejo.core.tessellation;

/**
 * In which order the points of half an edge come into being as its factor grows, named after the
 * ticks of a ruler: half, quarters, eighths.
 *
 * <p>Half an edge has 32 <i>places</i>, 1 to 32, counted from the corner, as many as points at the
 * highest factor. The first point stands at place 32, in the middle of the edge. Whenever the
 * points are a power of two, each in turn, from the corner inwards, gives off one halfway to the
 * point before it: places 16; 8, 24; 4, 12, 20, 28; and so on. Two edges with different factors are
 * joined by joining points of equal places, and since a point's place never changes, triangles do
 * not jump as factors grow.
 *
 * <p>Source: Direct3D 11.3 functional specification, 11.7.5 ("Which Vertices to Split").
 */
final class RulerFunction {
    /** The highest place; that of the middle of an edge. */
    static final int PLACES = 32;

    /** [place]: how many points half an edge must have for one to stand there. */
    private static final int[] RANK = ranks();

    private RulerFunction() {}

    private static int[] ranks() {
        var ranks = new int[PLACES + 1];
        int rank = 0;
        ranks[PLACES] = ++rank;
        for (int step = PLACES; step > 1; step /= 2) {
            for (int place = step / 2; place < PLACES; place += step) {
                ranks[place] = ++rank;
            }
        }
        return ranks;
    }

    /** Whether there is a point at the place if there are so many, corner not counted. */
    static boolean standsAt(int place, int points) {
        return RANK[place] <= points;
    }

    /**
     * Which of so many points, counted from 1 at the corner, gives off the next; 0, the corner, if
     * there is none.
     */
    static int nextToSplit(int points) {
        return points == 0 ? 0 : 2 * (points - Integer.highestOneBit(points)) + 1;
    }
}
