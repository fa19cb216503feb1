package dev.azulejo.scene.render;

import dev.azulejo.scene.math.Bounds;

import java.util.Arrays;

/**
 * Finds from how far away all of a scene is in the picture: every vertex of it, in one pose or in
 * several, from one side or from several. Of all distances that do, it is the least, but for a
 * margin of 6 % of the picture's half width and height.
 *
 * <pre>{@code
 * var framing = new Framing(35, 18, aspect, 1);
 * framing.add(session.renderer());
 * session.look(View.orbit(framing.bounds(), 35, 18, framing.reach(), aspect));
 * }</pre>
 *
 * <p>Threads: one at a time.
 */
public final class Framing {
    /** Directions of each side. */
    private static final int WAYS = 4;

    private final double[] ways;
    private final double[] reach;
    private Bounds bounds = Bounds.EMPTY;

    /**
     * Begins with an empty scene.
     *
     * @param azimuth degrees, of the first side; as for {@link View#orbit}
     * @param elevation degrees; as for {@link View#orbit}
     * @param aspect width over height of the picture
     * @param sides from how many sides, equally far apart all around, one looks; 1 and up
     */
    public Framing(double azimuth, double elevation, double aspect, int sides) {
        ways = new double[3 * WAYS * sides];
        for (int i = 0; i < sides; i++) {
            double[] side = View.ways(azimuth + 360.0 * i / sides, elevation, aspect);
            System.arraycopy(side, 0, ways, i * side.length, side.length);
        }
        reach = new double[WAYS * sides];
        Arrays.fill(reach, Double.NEGATIVE_INFINITY);
    }

    /** Takes in what a renderer shows, where it stands now; it may move afterwards. */
    public void add(SceneRenderer renderer) {
        bounds = bounds.union(renderer.bounds());
        double[] more = renderer.reach(ways);
        for (int k = 0; k < reach.length; k++) {
            reach[k] = Math.max(reach[k], more[k]);
        }
    }

    /** Returns the bounds of all that was added. */
    public Bounds bounds() {
        return bounds;
    }

    /**
     * Returns the distance from the middle of the bounds at which all that was added is just in
     * sight from every side; infinite if it is too far apart to be told in numbers.
     */
    public double reach() {
        return View.fit(bounds, ways, reach);
    }
}
