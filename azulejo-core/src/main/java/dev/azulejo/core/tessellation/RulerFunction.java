package dev.azulejo.core.tessellation;

/**
 * In which order the points of half an edge come into being as its factor grows, named after the
 * ticks of a ruler: half, quarters, eighths.
 *
 * <p>Half an edge has 32 <i>places</i>, 0 to 31, counted from the corner, as many as points at the
 * highest factor; the corner itself has none. The first point has all places and stands at the
 * first of them. Whenever the points are a power of two, each in turn, from the corner inwards,
 * gives the second half of its places to a new one: 16; 8, 24; 4, 12, 20, 28; and so on. Two edges
 * with different factors are joined by joining points with those to whose places theirs belong, and
 * since a point's place never changes, triangles do not jump as factors grow.
 *
 * <p>A place is not where a point lies; {@link EdgeDivision} tells that.
 *
 * <p>Source: Direct3D 11.3 functional specification, 11.7.5 ("Which Vertices to Split") and
 * 11.7.6.2 ("Triangulating Picture Frame Sides").
 */
final class RulerFunction {
    /** Of half an edge. */
    static final int PLACES = 32;

    /** [points]: bit i if one of so many stands at place i. */
    private static final int[] STANDING = standing();

    private RulerFunction() {}

    private static int[] standing() {
        var standing = new int[PLACES + 1];
        int points = 0;
        standing[++points] = 1;
        for (int step = PLACES; step > 1; step /= 2) {
            for (int place = step / 2; place < PLACES; place += step) {
                standing[points + 1] = standing[points] | 1 << place;
                points++;
            }
        }
        return standing;
    }

    /** Where so many points stand, corner not counted: bit i for the i-th place. */
    static int standing(int points) {
        return STANDING[points];
    }

    /**
     * Which of so many points, counted from 1 at the corner, gives off the next; 0, the corner, if
     * there is none.
     */
    static int nextToSplit(int points) {
        return points == 0 ? 0 : 2 * (points - Integer.highestOneBit(points)) + 1;
    }
}
