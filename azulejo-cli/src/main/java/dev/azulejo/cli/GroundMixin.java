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
                    "Puts the model on a ground, of which shadows are seen, soft where the model"
                            + " comes near, and a mirror image; for a model at rest.")
    boolean ground;

    @Option(
            names = "--ground-mirror",
            paramLabel = "AMOUNT",
            description =
                    "How much that ground mirrors looked at from straight above, 0 (nothing) to 1;"
                            + " default: 0.06. Towards grazing angles up to ten times as much.")
    Float mirror;

    /** Refuses numbers that are none of its. */
    void check() {
        if (mirror != null && !(mirror >= 0 && mirror <= 1)) {
            throw new UserException("--ground-mirror=%s is not in 0..1".formatted(mirror));
        }
        if (mirror != null && !ground) {
            throw new UserException("--ground-mirror: only with --ground");
        }
    }

    /** Refuses what does not go together. */
    void check(AnimationMixin animation) {
        if (ground && (animation.animate || animation.time != null || animation.name != null)) {
            throw new UserException(
                    "--ground: its shadow is of the model at rest; leave out --animation, --time"
                            + " and --animate");
        }
    }

    /** What a ground mirrors. */
    private float mirror() {
        return mirror == null ? ContactShadow.MIRROR : mirror;
    }

    /** What it mirrors, for reports; null without a ground. */
    Float mirrors() {
        return ground ? mirror() : null;
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
        Scene grounded = ContactShadow.under(scene, mirror(), wish);
        if (grounded == scene) {
            note.accept("--ground: nothing in the scene leaves a shadow");
        }
        return grounded;
    }
}
