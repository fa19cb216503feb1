package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.render.AmbientOcclusion;
import dev.azulejo.scene.render.Tessellation;

import picocli.CommandLine.Option;

import java.util.function.Consumer;

/** Whether ambient light is hidden by what is near. */
final class OcclusionMixin {
    @Option(
            names = "--occlusion",
            description =
                    "Dims ambient light in corners and hollows, where the model hides it from"
                            + " itself; found once, of the model at rest.")
    boolean occlusion;

    /**
     * Returns a scene with the occlusion that is wanted.
     *
     * @param mode what its triangles become when it is drawn
     * @param wish may end it
     * @param note is told if there is none
     */
    Scene apply(Scene scene, Tessellation.Mode mode, Cancellation wish, Consumer<String> note) {
        if (!occlusion) {
            return scene;
        }
        var step = SlowStep.begin("finding what hides light");
        try {
            Scene dimmed = AmbientOcclusion.in(scene, mode, wish);
            if (dimmed == scene) {
                note.accept(
                        "--occlusion: nothing hides light, or there are no lit triangles with"
                                + " normals to be dimmed (patches are not)");
            }
            return dimmed;
        } finally {
            step.done();
        }
    }
}
