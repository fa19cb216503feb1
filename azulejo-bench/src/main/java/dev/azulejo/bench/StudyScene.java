package dev.azulejo.bench;

import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.gltf.GltfLoader;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.SceneRenderer;
import dev.azulejo.scene.render.View;
import dev.azulejo.scene.shading.Lighting;

import java.nio.file.Path;

/**
 * A scene, and where it is seen from, as {@code azulejo compare} sees the first frame of its path:
 * {@code SCENE}, from beside it, {@code SCENE@eye:X,Y,Z}, or {@code SCENE@scene:N}, a camera of its
 * own.
 */
record StudyScene(String name, Scene scene, String camera) {
    static final int WIDTH = 960;
    static final int HEIGHT = 540;

    private static final double ASPECT = (double) WIDTH / HEIGHT;

    /** As the paths of measurements have it. */
    private static final double ELEVATION = 20;

    private static final double CLOSE = 0.8;

    /** Loads what a word names. */
    static StudyScene of(String word) {
        int at = word.lastIndexOf('@');
        String file = at < 0 ? word : word.substring(0, at);
        var scene =
                file.startsWith(DemoScenes.PREFIX)
                        ? DemoScenes.create(file)
                        : GltfLoader.load(Path.of(file));
        String shortName = word.substring(word.lastIndexOf('/') + 1);
        return new StudyScene(shortName, scene, at < 0 ? "" : word.substring(at + 1));
    }

    /** Makes a renderer of pictures of {@link #WIDTH} times {@link #HEIGHT} pixels. */
    SceneRenderer renderer(int samples, int views) {
        var settings =
                RenderSettings.defaults()
                        .withSize(WIDTH, HEIGHT)
                        .withSamples(samples)
                        .withLighting(Lighting.CONSTANT)
                        .withAnisotropy(1)
                        .withBackground(new Vec4(0.2f, 0.2f, 0.2f, 1))
                        .withViews(views);
        return new SceneRenderer(scene, settings);
    }

    /** Where it is seen from. */
    View view(SceneRenderer renderer) {
        var bounds = renderer.bounds();
        if (camera.isEmpty()) {
            double reach = CLOSE * View.fit(bounds, new float[0], 45, ELEVATION, ASPECT);
            return View.orbit(bounds, 0, ELEVATION, reach, ASPECT);
        }
        String[] parts = camera.split("[:,]");
        if (parts[0].equals("scene")) {
            int node = View.findCamera(scene, parts[1]).orElseThrow();
            return renderer.viewOf(node, ASPECT);
        }
        var eye =
                new Vec3(
                        Float.parseFloat(parts[1]),
                        Float.parseFloat(parts[2]),
                        Float.parseFloat(parts[3]));
        return View.walk(bounds, eye, 0, 0, ASPECT);
    }
}
