package dev.azulejo.cli;

import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.render.SceneRenderer;
import dev.azulejo.scene.render.View;

/**
 * The camera of measurements: an orbit of 60 frames around the scene, a full turn of 60 frames on
 * the spot, or the orbit's first frame for ever.
 */
final class CameraPath {
    /** Frames after which the path repeats: the same for every renderer. */
    static final int LENGTH = 60;

    /** What --camera takes. */
    static final String DESCRIPTION =
            "orbit (default), orbit:EL, still: at rest, scene: the scene's own first camera, or"
                    + " eye:X,Y,Z[,EL]: turning on the spot, looking up by EL degrees.";

    private static final double ELEVATION = 20;

    /** Nearer than what frames the bounding box, so that scenes fill the picture. */
    private static final double CLOSE = 0.8;

    private final Vec3 eye;
    private final double elevation;
    private final double aspect;
    private final Kind kind;
    private Bounds bounds;

    /** Where a path leads. */
    private enum Kind {
        ORBIT,
        STILL,
        SCENE
    }

    private CameraPath(Vec3 eye, double elevation, double aspect, Kind kind) {
        this.kind = kind;
        this.eye = eye;
        this.elevation = elevation;
        this.aspect = aspect;
    }

    /** Reads the option; null is the orbit. */
    static CameraPath parse(String text, Size size) {
        double aspect = (double) size.width() / size.height();
        if (text == null || text.equals("orbit")) {
            return new CameraPath(null, ELEVATION, aspect, Kind.ORBIT);
        }
        if (text.equals("still")) {
            return new CameraPath(null, ELEVATION, aspect, Kind.STILL);
        }
        if (text.equals("scene")) {
            return new CameraPath(null, ELEVATION, aspect, Kind.SCENE);
        }
        boolean eye = text.startsWith("eye:");
        if (!eye && !text.startsWith("orbit:")) {
            throw wrong(text);
        }
        String[] parts = text.substring(text.indexOf(':') + 1).split(",", -1);
        if (eye ? parts.length < 3 || parts.length > 4 : parts.length != 1) {
            throw wrong(text);
        }
        float[] values = new float[4];
        try {
            for (int i = 0; i < parts.length; i++) {
                values[i] = Float.parseFloat(parts[i]);
            }
        } catch (NumberFormatException e) {
            throw wrong(text);
        }
        double up = values[eye ? 3 : 0];
        var place = new Vec3(values[0], values[1], values[2]);
        if (!(Math.abs(up) <= 90) || !place.isFinite()) {
            throw wrong(text);
        }
        return new CameraPath(eye ? place : null, up, aspect, Kind.ORBIT);
    }

    private static UserException wrong(String text) {
        return new UserException(
                "--camera=%s: expected orbit, orbit:EL, still, scene or eye:X,Y,Z[,EL] with EL within -90..90"
                        .formatted(text));
    }

    /** Says what to look at: before the first view. */
    void frame(Bounds newBounds) {
        bounds = newBounds;
    }

    /** Returns the view of a frame. */
    View view(SceneRenderer renderer, int frame) {
        if (kind == Kind.SCENE) {
            int node =
                    View.findCamera(renderer.scene(), "0")
                            .orElseThrow(
                                    () ->
                                            new UserException(
                                                    "--camera=scene: the scene has no camera"));
            return renderer.viewOf(node, aspect);
        }
        double azimuth = kind == Kind.STILL ? 0 : 360.0 * (frame % LENGTH) / LENGTH;
        if (eye != null) {
            // The option counts upwards
            return View.walk(bounds, eye, azimuth, -elevation, aspect);
        }
        double reach = CLOSE * View.fit(bounds, new float[0], 45, elevation, aspect);
        return View.orbit(bounds, azimuth, elevation, reach, aspect);
    }
}
