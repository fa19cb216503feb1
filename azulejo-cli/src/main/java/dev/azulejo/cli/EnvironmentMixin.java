package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.scene.environment.Environment;
import dev.azulejo.scene.gltf.LoadLimits;
import dev.azulejo.scene.render.RenderSettings;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.nio.file.Path;

/** Surroundings from a file, and how bright their light and all other is. */
final class EnvironmentMixin {
    /** What stands for the environment as a background; after a colon, how blurred. */
    private static final String SEEN = "environment";

    @Option(
            names = "--environment",
            paramLabel = "FILE",
            description =
                    "Lights the scene by an equirectangular picture, .hdr or .exr, twice as wide as"
                            + " high, in place of the studio and its key light.")
    Path file;

    @Option(
            names = "--environment-rotation",
            paramLabel = "DEGREES",
            description =
                    "Turns it about the vertical axis, counter-clockwise from above, -360..360;"
                            + " default: 0, where the picture's middle lies along +x.")
    Double rotation;

    @Option(
            names = "--exposure",
            paramLabel = "FACTOR",
            defaultValue = "1",
            description =
                    "Factor on all light before tone mapping, 0.001..1000 (default:"
                            + " ${DEFAULT-VALUE}).")
    double exposure;

    @Mixin EnvironmentCacheMixin cache;

    /** What the file holds; null before it is read, or if there is none. */
    private Environment surroundings;

    /**
     * Refuses what is wrong whatever the file holds.
     *
     * @param elsewhere whether workers of a cluster load it
     */
    void check(String background, boolean elsewhere) {
        if (!(exposure >= 0.001 && exposure <= 1000)) {
            throw new UserException("--exposure=%s is not in 0.001..1000".formatted(exposure));
        }
        if (rotation != null && !(rotation >= -360 && rotation <= 360)) {
            throw new UserException(
                    "--environment-rotation=%s is not in -360..360".formatted(rotation));
        }
        cache.check(file != null, elsewhere);
        float blur = blur(background);
        if (file == null && (rotation != null || blur != RenderSettings.UNSEEN)) {
            String option = rotation != null ? "--environment-rotation" : "--background";
            throw new UserException(option + ": there is none; --environment FILE.hdr expected");
        }
    }

    /** Whether a background is the environment, well said or not. */
    static boolean isSeen(String background) {
        return background != null && (background.equals(SEEN) || background.startsWith(SEEN + ":"));
    }

    /** Returns how blurred the environment is seen, or that it is not. */
    private static float blur(String background) {
        if (!isSeen(background)) {
            return RenderSettings.UNSEEN;
        }
        if (background.equals(SEEN)) {
            return 0;
        }
        try {
            float blur = Float.parseFloat(background.substring(SEEN.length() + 1));
            if (blur >= 0 && blur <= 1) {
                return blur;
            }
        } catch (NumberFormatException e) {
            // The same is wrong with it.
        }
        throw new UserException(
                "--background=%s: environment:BLUR expected, of 0 (sharp) to 1"
                        .formatted(background));
    }

    /**
     * Returns the surroundings, read once; null if none are wanted.
     *
     * @param limits what the file may ask for, if it has not been read
     */
    Environment load(LoadLimits limits, Cancellation wish) {
        if (file == null || surroundings != null) {
            return surroundings;
        }
        surroundings = cache.load(file, limits, wish);
        return surroundings;
    }

    /**
     * Reads the file, if it has not been read, and returns what is left for models: they are in
     * memory together.
     */
    LoadLimits left(LoadLimits limits, Cancellation wish) {
        return left(limits, load(limits, wish));
    }

    /** Returns what surroundings that are there leave; null are none. */
    static LoadLimits left(LoadLimits limits, Environment surroundings) {
        return surroundings == null
                ? limits
                : limits.withMaxDecodedBytes(
                        Math.max(0, limits.maxDecodedBytes() - surroundings.bytes()));
    }

    /** Adds what the options say to the settings; reads the file, if it has not been read. */
    RenderSettings apply(RenderSettings settings, String background, Cancellation wish) {
        var exposed = settings.withExposure((float) exposure);
        if (file == null) {
            return exposed;
        }
        return exposed.withEnvironment(load(LoadLimits.defaults(), wish))
                .withEnvironmentRotation(rotation == null ? 0 : rotation.floatValue())
                .withEnvironmentBlur(blur(background));
    }
}
