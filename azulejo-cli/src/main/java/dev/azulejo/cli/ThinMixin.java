package dev.azulejo.cli;

import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.render.RenderSettings;

import picocli.CommandLine.Option;

import java.util.function.Consumer;

/** How thick lines and points are drawn. */
final class ThinMixin {
    @Option(
            names = "--line-width",
            paramLabel = "PIXELS",
            description =
                    "Width of a model's lines, 0.25..64; default: a 480th of the picture's height,"
                            + " 1 at least. Thinner ones than 1 get paler, as far as --samples"
                            + " tells.")
    Float lineWidth;

    @Option(
            names = "--point-size",
            paramLabel = "PIXELS",
            description =
                    "Diameter of a model's points, 1..1024; default: a 240th of the picture's"
                            + " height, 2 at least.")
    Float pointSize;

    /** Refuses values that are wrong whatever the scene. */
    void check() {
        if (lineWidth != null && !(lineWidth >= 0.25f && lineWidth <= 64)) {
            throw new UserException("--line-width=%s is not in 0.25..64".formatted(lineWidth));
        }
        if (pointSize != null && !(pointSize >= 1 && pointSize <= 1024)) {
            throw new UserException("--point-size=%s is not in 1..1024".formatted(pointSize));
        }
    }

    /** Adds what the options say to the settings. */
    RenderSettings apply(RenderSettings settings) {
        return settings.withLineWidth(lineWidth == null ? RenderSettings.AUTOMATIC : lineWidth)
                .withPointSize(pointSize == null ? RenderSettings.AUTOMATIC : pointSize);
    }

    /** Says what has no effect on a scene. */
    void idle(Scene scene, Consumer<String> note) {
        if (lineWidth != null && !holds(scene, Topology.LINES)) {
            note.accept("--line-width: the scene has no lines");
        }
        if (pointSize != null && !holds(scene, Topology.POINTS)) {
            note.accept("--point-size: the scene has no points");
        }
    }

    private static boolean holds(Scene scene, Topology topology) {
        return scene.meshes().stream()
                .flatMap(mesh -> mesh.primitives().stream())
                .anyMatch(primitive -> primitive.topology().listForm() == topology);
    }
}
