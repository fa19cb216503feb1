package dev.azulejo.scene.render;

import dev.azulejo.scene.math.Bounds;

import java.util.Arrays;

/**
 * Finds from where all of a scene is in the picture: every vertex of it, in one pose or in several,
 * from one side or from several. Of all such places {@link #view} takes the nearest, but for a
 * margin of 6 % of the picture's half width and height, where the scene is in the middle.
 *
 * <pre>{@code
 * var framing = new Framing(35, 18, aspect, 1);
 * framing.add(session.renderer());
 * session.look(framing.view(0, 1));
 * }</pre>
 *
 * <p>Threads: one at a time.
 */
public final class Framing {
    private final double azimuth;
    private final double elevation;
    private final double aspect;
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
        this.azimuth = azimuth;
        this.elevation = elevation;
        this.aspect = aspect;
        ways = new double[3 * View.WAYS * sides];
        for (int i = 0; i < sides; i++) {
            double[] side = View.ways(azimuth + 360.0 * i / sides, elevation, aspect);
            System.arraycopy(side, 0, ways, i * side.length, side.length);
        }
        reach = new double[View.WAYS * sides];
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
     * Returns a view of all that was added, in the middle of the picture. From several sides it is
     * the middle of all their pictures one over the other, so that a turntable turns about the
     * middle of the bounds.
     *
     * @param turn degrees from the first side
     * @param times how many times as far away as needs be, above 0: farther straight back, nearer
     *     straight towards the middle of the bounds
     * @throws dev.azulejo.scene.model.SceneException if the scene is too large to be looked at from
     *     there
     */
    public View view(double turn, double times) {
        double[] place = View.middle(bounds, ways, reach, aspect);
        for (int i = 0; i < 3; i++) {
            place[i] *= i == 2 ? times : Math.min(times, 1);
        }
        return View.orbit(bounds, azimuth + turn, elevation, place, aspect);
    }

    /**
     * Returns the distance from the middle of the bounds at which all that was added is just in
     * sight from every side; infinite if it is too far apart to be told in numbers.
     */
    public double reach() {
        return View.fit(bounds, ways, reach);
    }
}
