package dev.azulejo.cli;

import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.render.Framing;
import dev.azulejo.scene.render.SceneRenderer;
import dev.azulejo.scene.render.Session;
import dev.azulejo.scene.render.View;

import java.util.Optional;

/**
 * The --camera option: a camera of the file by name or index, file for its first one,
 * orbit:AZ,EL[,DIST], or a place to stand, stand:X,Y,Z,AZ[,EL].
 */
final class CameraOption {
    private static final double AZIMUTH = 35;
    private static final double ELEVATION = 18;

    /** From how many sides a turntable is looked at to frame it. */
    private static final int SIDES = 24;

    /** The file's first camera, unless one is called so. */
    private static final String FIRST = "file";

    private static final String FORGOTTEN =
            "the file's first camera shows little of the scene, so that it is seen from"
                    + " orbit:35,18 as if there were none; --camera=0 insists";

    private static final String SMALL =
            "the file's first camera shows the scene small; --camera=orbit:35,18 frames it,"
                    + " --camera=0 insists";

    private static final String CUT_OFF =
            "the file's first camera cuts the scene off; --camera=orbit:35,18 frames it,"
                    + " --camera=0 insists";

    private static final String NOTHING =
            "the scene shows nothing: no node has a mesh, or no vertex a place; the picture is"
                    + " empty";

    private final double azimuth;
    private final double elevation;
    private final double distance;

    /** Whether somebody wants what it is, and not only nobody wants anything else. */
    private final boolean insists;

    /** Of a camera of the file, or -1. */
    private int node;

    private Framing framing;

    /** Where somebody stands; null without. */
    private Vec3 eye;

    /** Of the scene in all frames, so that depths stay where nothing moves. */
    private Bounds reach = Bounds.EMPTY;

    private CameraOption(
            double azimuth, double elevation, double distance, int node, boolean insists) {
        this.azimuth = azimuth;
        this.elevation = elevation;
        this.distance = distance;
        this.node = node;
        this.insists = insists;
    }

    /**
     * Reads the option; null means the file's first camera, or an orbit if it has none that shows
     * enough.
     */
    static CameraOption parse(String text, Scene scene) {
        if (text == null) {
            int first = View.findCamera(scene, "0").orElse(-1);
            return new CameraOption(AZIMUTH, ELEVATION, 1, first, false);
        }
        if (text.startsWith("stand:")) {
            return standing(text);
        }
        if (!text.startsWith("orbit:")) {
            var found = View.findCamera(scene, text);
            if (found.isEmpty() && text.equals(FIRST)) {
                found = View.findCamera(scene, "0");
            }
            int node =
                    found.orElseThrow(
                            () ->
                                    new UserException(
                                            "--camera=%s: the scene has no such camera; it has %d, or use orbit:AZ,EL[,DIST] or stand:X,Y,Z,AZ[,EL]"
                                                    .formatted(text, cameras(scene))));
            return new CameraOption(AZIMUTH, ELEVATION, 1, node, true);
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
        return new CameraOption(values[0], values[1], values[2], -1, true);
    }

    /** Whether it is said in numbers, and not by a camera of the file. */
    static boolean isPlace(String text) {
        return text.startsWith("orbit:") || text.startsWith("stand:");
    }

    private static CameraOption standing(String text) {
        String[] parts = text.substring("stand:".length()).split(",", -1);
        double[] values = new double[5];
        try {
            if (parts.length < 4 || parts.length > 5) {
                throw new NumberFormatException();
            }
            for (int i = 0; i < parts.length; i++) {
                values[i] = Double.parseDouble(parts[i]);
            }
        } catch (NumberFormatException e) {
            throw new UserException(
                    "--camera=%s: expected stand:X,Y,Z,AZ[,EL] with numbers, such as stand:0,1.6,0,90"
                            .formatted(text));
        }
        var place = new Vec3((float) values[0], (float) values[1], (float) values[2]);
        if (!(place.isFinite() && Math.abs(values[3]) <= 36000 && Math.abs(values[4]) <= 90)) {
            throw new UserException(
                    "--camera=%s: X, Y, Z finite, AZ within -36000..36000, EL within -90..90"
                            .formatted(text));
        }
        // The option counts upwards
        var option = new CameraOption(values[3], -values[4], 1, -1, true);
        option.eye = place;
        return option;
    }

    private static int cameras(Scene scene) {
        int count = 0;
        for (int n = 0; n < scene.nodes().size(); n++) {
            count += scene.nodes().get(n).camera() >= 0 ? 1 : 0;
        }
        return count;
    }

    /**
     * Finds the place for a sequence of views: one that shows all of the scene in every frame,
     * unless a camera of the file is what is seen from.
     *
     * @param session the scene, which is left as it is in the first frame
     * @param animation when the frames are
     * @param frames how many there are
     * @param turns whether this is a turntable
     * @param aspect width over height
     * @return what there is to tell whoever gave no option
     */
    Optional<String> frame(
            Session session, AnimationMixin animation, int frames, boolean turns, double aspect) {
        boolean asks = node >= 0 && !turns && !insists;
        boolean forgotten = asks && !isMeant(session, animation, frames, aspect);
        if (forgotten) {
            node = -1;
        }
        if (eye != null) {
            animation.lookThrough(
                    session, frames, () -> reach = reach.union(session.renderer().bounds()));
        } else if (turns || node < 0) {
            int sides = turns ? Math.min(frames, SIDES) : 1;
            framing = new Framing(azimuth, elevation, aspect, sides);
            animation.lookThrough(session, frames, () -> framing.add(session.renderer()));
        }
        if (forgotten) {
            return Optional.of(FORGOTTEN);
        }
        return asks && frames == 1 ? flaw(session.renderer(), aspect) : Optional.empty();
    }

    /** Returns what one might have against the view of the file's camera. */
    private Optional<String> flaw(SceneRenderer renderer, double aspect) {
        return switch (renderer.coverage(ofFile(renderer, aspect))) {
            case SMALL -> Optional.of(SMALL);
            case CUT_OFF -> Optional.of(CUT_OFF);
            case LITTLE, WHOLE -> Optional.empty();
        };
    }

    /**
     * Returns what is to be told of a scene that shows nothing, wherever a camera stands.
     *
     * @param session the scene, which is left as it is in the first frame
     * @param animation when the frames are
     * @param frames how many there are: what is not there in the first may come
     */
    static Optional<String> nothing(Session session, AnimationMixin animation, int frames) {
        animation.play(session, 0);
        session.update();
        boolean empty =
                frames == 1
                        ? session.renderer().showsNothing()
                        : session.renderer().bounds().isEmpty();
        return empty ? Optional.of(NOTHING) : Optional.empty();
    }

    /** Says on standard error what {@link #frame} has to tell. */
    static void note(String text) {
        System.err.println("azulejo: note: --camera: " + text);
    }

    /** Whether the camera shows enough at some time. */
    private boolean isMeant(Session session, AnimationMixin animation, int frames, double aspect) {
        boolean[] enough = {false};
        animation.lookThrough(
                session,
                frames,
                () -> {
                    enough[0] = enough[0] || showsEnough(session.renderer(), aspect);
                });
        return enough[0];
    }

    private boolean showsEnough(SceneRenderer renderer, double aspect) {
        try {
            return renderer.showsEnough(ofFile(renderer, aspect));
        } catch (SceneException e) {
            // Nobody could look through it
            return false;
        }
    }

    private View ofFile(SceneRenderer renderer, double aspect) {
        return renderer.viewOf(node, aspect);
    }

    /**
     * Returns the view of a frame.
     *
     * @param renderer where nodes stand
     * @param turns whether this is a turntable, which goes around the scene whatever its cameras
     *     see, or around on the spot where somebody stands
     * @param turn degrees from the first view
     * @param aspect width over height
     */
    View view(SceneRenderer renderer, boolean turns, double turn, double aspect) {
        if (eye != null) {
            try {
                // Not all frames were looked at
                var all = reach.union(renderer.bounds());
                return View.walk(all, eye, azimuth + turn, elevation, aspect);
            } catch (IllegalArgumentException e) {
                throw new UserException(
                        "--camera: from %s the scene is too far away to be seen".formatted(eye));
            }
        }
        return node >= 0 && !turns ? ofFile(renderer, aspect) : framing.view(turn, distance);
    }
}
