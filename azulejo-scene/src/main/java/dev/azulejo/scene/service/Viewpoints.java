package dev.azulejo.scene.service;

import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.render.Framing;
import dev.azulejo.scene.render.Session;
import dev.azulejo.scene.render.View;

import java.util.List;

/**
 * Makes views of viewpoints, once the scene is known.
 *
 * @param view from where the picture is taken
 * @param warnings what there is to warn of; one line each
 */
record Viewpoints(View view, List<String> warnings) {
    private static final Viewpoint.Orbit DEFAULT = new Viewpoint.Orbit(35, 18, 1);

    private static final String FORGOTTEN =
            "the file's first camera shows little of the scene: seen as if it had none"
                    + " (Viewpoint.camera(\"0\") insists)";

    private static final String SMALL =
            "the file's first camera shows the scene small (Viewpoint.orbit frames it)";

    private static final String CUT_OFF =
            "the file's first camera cuts the scene off (Viewpoint.orbit frames it)";

    private static final String NOTHING =
            "the scene shows nothing: no node has a mesh, or no vertex a place; the picture is"
                    + " empty";

    static Viewpoints of(Viewpoint viewpoint, Session session, double aspect) {
        var found = find(viewpoint, session, aspect);
        session.update();
        return session.renderer().showsNothing()
                ? new Viewpoints(found.view, List.of(NOTHING))
                : found;
    }

    private static Viewpoints find(Viewpoint viewpoint, Session session, double aspect) {
        return switch (viewpoint) {
            case Viewpoint.OfFile file -> ofFile(session, aspect);
            case Viewpoint.OfCamera camera -> {
                var found = View.findCamera(session.scene(), camera.nameOrIndex());
                if (found.isEmpty()) {
                    throw new SceneException(
                            "%s: the scene has no camera '%s'"
                                    .formatted(
                                            session.scene().asset().source(),
                                            camera.nameOrIndex()));
                }
                yield new Viewpoints(node(session, found.getAsInt(), aspect), List.of());
            }
            case Viewpoint.Orbit orbit -> new Viewpoints(orbit(orbit, session, aspect), List.of());
        };
    }

    private static Viewpoints ofFile(Session session, double aspect) {
        var first = View.findCamera(session.scene(), "0");
        if (first.isEmpty()) {
            return new Viewpoints(orbit(DEFAULT, session, aspect), List.of());
        }
        View view;
        try {
            view = node(session, first.getAsInt(), aspect);
        } catch (SceneException e) {
            // Nobody could look through it
            return forgotten(session, aspect);
        }
        return switch (session.renderer().coverage(view)) {
            case LITTLE -> forgotten(session, aspect);
            case SMALL -> new Viewpoints(view, List.of(SMALL));
            case CUT_OFF -> new Viewpoints(view, List.of(CUT_OFF));
            case WHOLE -> new Viewpoints(view, List.of());
        };
    }

    private static Viewpoints forgotten(Session session, double aspect) {
        return new Viewpoints(orbit(DEFAULT, session, aspect), List.of(FORGOTTEN));
    }

    private static View node(Session session, int node, double aspect) {
        session.update();
        return session.renderer().viewOf(node, aspect);
    }

    private static View orbit(Viewpoint.Orbit orbit, Session session, double aspect) {
        session.update();
        var framing = new Framing(orbit.azimuth(), orbit.elevation(), aspect, 1);
        framing.add(session.renderer());
        return framing.view(0, orbit.distance());
    }
}
