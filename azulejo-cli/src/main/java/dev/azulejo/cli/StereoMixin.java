package dev.azulejo.cli;

import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.scene.render.SceneRenderer;
import dev.azulejo.scene.render.View;

import picocli.CommandLine.Option;

import java.util.List;

/** The --stereo option: one picture with two views, for the left and the right eye. */
final class StereoMixin {
    /** The nearest plane of convergence that is easy on the eyes, in eye distances. */
    private static final double COMFORT = 30;

    private double eyeDistance;
    private double convergence;

    @Option(
            names = "--stereo",
            paramLabel = "DISTANCE[,PLANE]",
            description =
                    "Renders a side-by-side pair, left eye left, each of the given size; distance"
                            + " between the eyes and of the plane that both see at the same place,"
                            + " in the scene's units. Default of PLANE: the middle of the scene, or"
                            + " 30 eye distances if that is farther.")
    void set(String text) {
        String[] parts = text.split(",", -1);
        try {
            if (parts.length > 2) {
                throw new NumberFormatException();
            }
            eyeDistance = Double.parseDouble(parts[0]);
            convergence = parts.length == 2 ? Double.parseDouble(parts[1]) : 0;
        } catch (NumberFormatException e) {
            throw wrong(text);
        }
        boolean plane = parts.length == 1 || convergence >= eyeDistance && convergence <= 1e9;
        if (!(eyeDistance >= 1e-9 && eyeDistance <= 1e6) || !plane) {
            throw wrong(text);
        }
    }

    private static UserException wrong(String text) {
        return new UserException(
                "--stereo=%s: expected DISTANCE or DISTANCE,PLANE with DISTANCE within 1e-9..1e6 and PLANE within DISTANCE..1e9"
                        .formatted(text));
    }

    /** Whether the option was given. */
    boolean given() {
        return eyeDistance > 0;
    }

    /** Views of a picture, each of a size. */
    int views(Size size) {
        if (given() && 2 * size.width() > RenderTarget.MAX_SIDE) {
            throw new UserException(
                    "--stereo: a pair of %dx%d is wider than %d pixels"
                            .formatted(size.width(), size.height(), RenderTarget.MAX_SIDE));
        }
        return given() ? 2 : 1;
    }

    /** What the eyes see of a view. */
    List<View> of(View view, SceneRenderer renderer) {
        if (!given()) {
            return List.of(view);
        }
        double plane = convergence;
        if (plane == 0) {
            var bounds = renderer.bounds();
            double middle = bounds.isEmpty() ? 0 : view.depthOf(bounds.center());
            plane = middle > COMFORT * eyeDistance ? middle : COMFORT * eyeDistance;
        }
        try {
            return view.stereo(eyeDistance, plane);
        } catch (IllegalArgumentException e) {
            throw new UserException("--stereo: " + e.getMessage());
        }
    }
}
