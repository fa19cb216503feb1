package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.render.ContactShadow;

import picocli.CommandLine.Option;

import java.util.function.Consumer;

/** Whether the model stands on a ground. */
final class GroundMixin {
    @Option(
            names = "--ground",
            description =
                    "Puts the model on a ground, of which the soft shadow is seen where the model"
                            + " comes near; for a model at rest.")
    boolean ground;

    /** Refuses what does not go together. */
    void check(AnimationMixin animation) {
        if (ground && (animation.animate || animation.time != null || animation.name != null)) {
            throw new UserException(
                    "--ground: its shadow is of the model at rest; leave out --animation, --time"
                            + " and --animate");
        }
    }

    /**
     * Returns a scene with the ground that is wanted.
     *
     * @param wish may end it
     * @param note is told if there is none
     */
    Scene apply(Scene scene, Cancellation wish, Consumer<String> note) {
        if (!ground) {
            return scene;
        }
        Scene grounded = ContactShadow.under(scene, wish);
        if (grounded == scene) {
            note.accept("--ground: nothing in the scene leaves a shadow");
        }
        return grounded;
    }
}
