package dev.azulejo.cli;

import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.SceneRenderer;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

import java.util.Optional;

/** Whether the key light casts shadows. */
final class ShadowMixin {
    /** Whether. */
    enum Mode {
        OFF,
        ON
    }

    /** As it is written on the command line. */
    static final class ModeNames implements ITypeConverter<Mode> {
        @Override
        public Mode convert(String text) {
            return switch (text) {
                case "on" -> Mode.ON;
                case "off" -> Mode.OFF;
                default ->
                        throw new TypeConversionException("'%s' is not on or off".formatted(text));
            };
        }
    }

    @Option(
            names = "--shadows",
            paramLabel = "MODE",
            converter = ModeNames.class,
            description =
                    "on: the key light casts shadows, which is the studio's or, in a file with"
                            + " lights, its strongest directional one; or off. Default: on in"
                            + " render, off in commands that measure.")
    Mode mode;

    /** Whether shadows are asked for. */
    boolean wanted() {
        return mode == Mode.ON;
    }

    /** Adds what the option says to the settings of frames that are measured. */
    RenderSettings apply(RenderSettings settings) {
        return settings.withShadows(wanted());
    }

    /** Adds what the option says to the settings of pictures that are looked at. */
    RenderSettings applyToPictures(RenderSettings settings) {
        return settings.withShadows(mode != Mode.OFF);
    }

    /** Says so if shadows are asked for and there is no light that can cast them. */
    Optional<String> idle(SceneRenderer renderer) {
        return wanted() && !renderer.castsShadows()
                ? Optional.of(
                        "--shadows: none of the scene's lights is a directional one, so nothing"
                                + " casts a shadow")
                : Optional.empty();
    }

    /** Says so on standard error, likewise. */
    void note(SceneRenderer renderer) {
        idle(renderer).ifPresent(RenderCommand::note);
    }
}
