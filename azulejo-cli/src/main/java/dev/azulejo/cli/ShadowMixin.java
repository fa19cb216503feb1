package dev.azulejo.cli;

import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.SceneRenderer;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

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
            defaultValue = "off",
            converter = ModeNames.class,
            description =
                    "on: the key light casts shadows, which is the studio's or, in a file with"
                            + " lights, its strongest directional one; off (default).")
    Mode mode;

    /** Whether shadows are wanted. */
    boolean wanted() {
        return mode == Mode.ON;
    }

    /** Adds what the option says to the settings. */
    RenderSettings apply(RenderSettings settings) {
        return settings.withShadows(wanted());
    }

    /** Says so if shadows are wanted and there is no light that can cast them. */
    void note(SceneRenderer renderer) {
        if (wanted() && !renderer.castsShadows()) {
            System.err.println(
                    "azulejo: note: --shadows: none of the scene's lights is a directional one, so"
                            + " nothing casts a shadow");
        }
    }
}
