package dev.azulejo.scene.service;

import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.render.Session;
import dev.azulejo.scene.render.View;

/** Makes views of viewpoints, once the scene is known. */
final class Viewpoints {
    private static final Viewpoint.Orbit DEFAULT = new Viewpoint.Orbit(35, 18, 1);

    private Viewpoints() {}

    static View view(Viewpoint viewpoint, Session session, double aspect) {
        return switch (viewpoint) {
            case Viewpoint.OfFile file -> {
                var first = View.findCamera(session.scene(), "0");
                yield first.isPresent()
                        ? node(session, first.getAsInt(), aspect)
                        : orbit(DEFAULT, session, aspect);
            }
            case Viewpoint.OfCamera camera -> {
                var found = View.findCamera(session.scene(), camera.nameOrIndex());
                if (found.isEmpty()) {
                    throw new SceneException(
                            "%s: the scene has no camera '%s'"
                                    .formatted(
                                            session.scene().asset().source(),
                                            camera.nameOrIndex()));
                }
                yield node(session, found.getAsInt(), aspect);
            }
            case Viewpoint.Orbit orbit -> orbit(orbit, session, aspect);
        };
    }

    private static View node(Session session, int node, double aspect) {
        return View.ofNode(session.scene(), node, aspect);
    }

    private static View orbit(Viewpoint.Orbit orbit, Session session, double aspect) {
        var bounds = session.bounds();
        float[] points = session.renderer().silhouettePoints();
        double fit = View.fit(bounds, points, orbit.azimuth(), orbit.elevation(), aspect);
        return View.orbit(
                bounds, orbit.azimuth(), orbit.elevation(), fit * orbit.distance(), aspect);
    }
}
