package dev.azulejo.cli;

import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.render.SceneRenderer;
import dev.azulejo.scene.render.View;

/** The --camera option: a camera of the file by name or index, or orbit:AZ,EL[,DIST]. */
final class CameraOption {
    private static final double AZIMUTH = 35;
    private static final double ELEVATION = 18;

    private final double azimuth;
    private final double elevation;
    private final double distance;
    private final int node;
    private double reach;
    private Framing framing;

    private CameraOption(double azimuth, double elevation, double distance, int node) {
        this.azimuth = azimuth;
        this.elevation = elevation;
        this.distance = distance;
        this.node = node;
    }

    /** Reads the option; null means the file's first camera, or an orbit if it has none. */
    static CameraOption parse(String text, Scene scene) {
        if (text == null) {
            int first = View.findCamera(scene, "0").orElse(-1);
            return new CameraOption(AZIMUTH, ELEVATION, 1, first);
        }
        if (!text.startsWith("orbit:")) {
            int node =
                    View.findCamera(scene, text)
                            .orElseThrow(
                                    () ->
                                            new UserException(
                                                    "--camera=%s: the scene has no such camera; it has %d, or use orbit:AZ,EL[,DIST]"
                                                            .formatted(text, cameras(scene))));
            return new CameraOption(AZIMUTH, ELEVATION, 1, node);
        }
        String[] parts = text.substring("orbit:".length()).split(",", -1);
        double[] values = {AZIMUTH, ELEVATION, 1};
        try {
            if (parts.length < 2 || parts.length > 3) {
                throw new NumberFormatException();
            }
            for (int i = 0; i < parts.length; i++) {
                values[i] = Double.parseDouble(parts[i]);
            }
        } catch (NumberFormatException e) {
            throw new UserException(
                    "--camera=%s: expected orbit:AZ,EL[,DIST] with numbers, such as orbit:35,18"
                            .formatted(text));
        }
        if (!(Math.abs(values[0]) <= 36000
                && Math.abs(values[1]) <= 90
                && values[2] >= 0.01
                && values[2] <= 1000)) {
            throw new UserException(
                    "--camera=%s: AZ within -36000..36000, EL within -90..90, DIST within 0.01..1000"
                            .formatted(text));
        }
        return new CameraOption(values[0], values[1], values[2], -1);
    }

    private static int cameras(Scene scene) {
        int count = 0;
        for (int n = 0; n < scene.nodes().size(); n++) {
            count += scene.nodes().get(n).camera() >= 0 ? 1 : 0;
        }
        return count;
    }

    /** Finds the distance for a sequence of views: one that fits every frame. */
    void frame(Framing newFraming, int turns, double aspect) {
        framing = newFraming;
        int looks = Math.min(turns, 24);
        for (int i = 0; i < looks; i++) {
            double turn = 360.0 * i / looks;
            double fit =
                    View.fit(framing.bounds(), framing.points(), azimuth + turn, elevation, aspect);
            reach = Math.max(reach, fit * distance);
        }
    }

    /**
     * Returns the view of a frame.
     *
     * @param renderer where nodes stand
     * @param turns whether this is a turntable, which goes around the scene whatever its cameras
     *     see
     * @param turn degrees from the first view
     * @param aspect width over height
     */
    View view(SceneRenderer renderer, boolean turns, double turn, double aspect) {
        return node >= 0 && !turns
                ? View.ofNode(renderer.scene(), renderer.transforms(), node, aspect)
                : View.orbit(framing.bounds(), azimuth + turn, elevation, reach, aspect);
    }
}
