package dev.azulejo.serve.session;

import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.render.View;

/**
 * From where a state is seen, and how ways of the pointer change it.
 *
 * @param rest bounds of the scene at rest: parts of its radius are parts of this one's
 * @param home distance at which all of the scene is in sight
 * @param aspect width over height
 */
record Eye(Bounds rest, double home, double aspect) {
    /** Half of how high a view is, as a part of the distance; the field of view of an orbit. */
    private static final double SLOPE = StrictMath.tan(StrictMath.toRadians(35) / 2);

    /** Degrees for a way as long as the picture is high. */
    private static final double TURN = 180;

    /** What is brought to the middle is seen from this part of the distance. */
    private static final double NEARER = 0.5;

    private double radius() {
        return rest.isEmpty() ? 1 : Math.max(rest.radius(), 1e-20);
    }

    private Vec3 middle() {
        return rest.isEmpty() ? Vec3.ZERO : rest.center();
    }

    /** What is looked at. */
    private Vec3 target(SessionState state) {
        double radius = radius();
        return middle().plus(
                        new Vec3(
                                (float) (state.right() * radius),
                                (float) (state.up() * radius),
                                (float) (state.back() * radius)));
    }

    /**
     * Returns the view of an orbit.
     *
     * @param now bounds of the scene as it stands: what may be seen
     */
    View orbit(SessionState state, Bounds now) {
        var at = target(state);
        // Around what is looked at, so that all of the scene lies between the near and far planes
        var all = rest.union(now);
        var half =
                new Vec3(
                        half(all.min().x(), all.max().x(), at.x()),
                        half(all.min().y(), all.max().y(), at.y()),
                        half(all.min().z(), all.max().z(), at.z()));
        var box = all.isEmpty() ? all : new Bounds(at.minus(half), at.plus(half));
        return View.orbit(box, state.azimuth(), state.elevation(), reach(state), aspect);
    }

    private static float half(float min, float max, float middle) {
        return Math.max(Math.abs(max - middle), Math.abs(min - middle));
    }

    private double reach(SessionState state) {
        return home * state.zoom();
    }

    /** Turns the model with the pointer. */
    SessionState turn(SessionState state, double x, double y) {
        return state.seenFrom(
                state.azimuth() - TURN * x, state.elevation() + TURN * y, state.zoom());
    }

    /** Moves the model with the pointer. */
    SessionState pan(SessionState state, double x, double y) {
        double az = StrictMath.toRadians(state.azimuth());
        double el = StrictMath.toRadians(state.elevation());
        double length = 2 * SLOPE * reach(state) / radius();
        double left = -x * length;
        double up = y * length;
        return state.around(
                state.right()
                        + left * StrictMath.cos(az)
                        - up * StrictMath.sin(el) * StrictMath.sin(az),
                state.up() + up * StrictMath.cos(el),
                state.back()
                        - left * StrictMath.sin(az)
                        - up * StrictMath.sin(el) * StrictMath.cos(az));
    }

    /** Goes nearer or further. */
    SessionState zoom(SessionState state, double factor) {
        return state.seenFrom(state.azimuth(), state.elevation(), state.zoom() * factor);
    }

    /** Shows all of the scene, from the same side. */
    SessionState all(SessionState state) {
        return state.seenFrom(state.azimuth(), state.elevation(), 1).around(0, 0, 0);
    }

    /** Looks at what is seen at a place of the picture, so far in front of the eye. */
    SessionState focus(SessionState state, View view, double x, double y, double depth) {
        var m = view.viewFromWorld();
        double right = (2 * x - 1) * depth / view.clipFromView().get(0, 0);
        double up = (1 - 2 * y) * depth / view.clipFromView().get(1, 1);
        double[] at = new double[3];
        double[] eye = {view.position().x(), view.position().y(), view.position().z()};
        var middle = middle();
        double[] from = {middle.x(), middle.y(), middle.z()};
        for (int axis = 0; axis < 3; axis++) {
            double world =
                    eye[axis]
                            + right * m.get(0, axis)
                            + up * m.get(1, axis)
                            - depth * m.get(2, axis);
            at[axis] = (world - from[axis]) / radius();
        }
        return state.seenFrom(state.azimuth(), state.elevation(), NEARER * depth / home)
                .around(at[0], at[1], at[2]);
    }
}
