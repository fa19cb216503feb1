package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.StopSign;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.render.ConnectedParts;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.Tessellation;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

import java.util.Optional;
import java.util.function.Consumer;

/** Options on patches: what becomes patches, how finely they are divided; and exploding. */
final class TessellationMixin {
    private static final String EXPLODE = "--explode";
    private static final String SHATTER = "--shatter";

    /** As it is written on the command line. */
    static final class ModeNames implements ITypeConverter<Tessellation.Mode> {
        @Override
        public Tessellation.Mode convert(String text) {
            return switch (text) {
                case "off" -> Tessellation.Mode.OFF;
                case "pn" -> Tessellation.Mode.PN_TRIANGLES;
                default ->
                        throw new TypeConversionException("'%s' is not pn or off".formatted(text));
            };
        }
    }

    @Option(
            names = "--tessellate",
            paramLabel = "MODE",
            defaultValue = "off",
            converter = ModeNames.class,
            description =
                    "pn draws triangles with normals as curved PN triangles, unless all are flat;"
                        + " off (default) draws them as they are. Bezier patches and height fields"
                        + " are always tessellated.")
    Tessellation.Mode mode;

    @Option(
            names = "--edge-pixels",
            paramLabel = "N",
            description =
                    "Length in pixels of the edges that patches are divided into, 0.25..1024"
                            + " (default: 8).")
    Float edgePixels;

    @Option(
            names = EXPLODE,
            paramLabel = "AMOUNT",
            description =
                    "Takes a model apart: each part of it, whatever its triangles connect, lies so"
                            + " many times further from the middle, 0..10, such as 0.5.")
    Float explode;

    @Option(
            names = SHATTER,
            paramLabel = "AMOUNT",
            description =
                    "Moves each triangle along its normal, by a part of the scene's size, 0..10,"
                            + " such as 0.05.")
    Float shatter;

    /** Whether anything but the default is asked for. */
    boolean given() {
        return mode != Tessellation.Mode.OFF
                || edgePixels != null
                || explode != null
                || shatter != null;
    }

    /** Adds what the options say to the settings for a scene. */
    RenderSettings apply(RenderSettings settings, Scene scene) {
        check(scene);
        return settings.withTessellation(
                        edgePixels == null
                                ? new Tessellation(mode, Tessellation.DEFAULT.edgePixels())
                                : new Tessellation(mode, edgePixels))
                .withShatter(shatter == null ? 0 : shatter);
    }

    /** Refuses values that are wrong whatever the scene. */
    void check() {
        if (edgePixels != null
                && !(edgePixels >= Tessellation.LEAST_EDGE_PIXELS
                        && edgePixels <= Tessellation.MOST_EDGE_PIXELS)) {
            throw new UserException("--edge-pixels=%s is not in 0.25..1024".formatted(edgePixels));
        }
        check(EXPLODE, explode);
        check(SHATTER, shatter);
    }

    private static void check(String name, Float amount) {
        if (amount != null && !(amount >= 0 && amount <= 10)) {
            throw new UserException("%s=%s is not in 0..10".formatted(name, amount));
        }
    }

    /**
     * Takes a scene apart if that is asked for.
     *
     * @param note is told if nothing moves
     */
    Scene apart(Scene scene, Cancellation wish, Consumer<String> note) {
        check();
        if (explode == null || explode == 0) {
            return scene;
        }
        var stop = new StopSign("taking the model apart");
        stop.begin(wish);
        var apart = ConnectedParts.apart(scene, explode, stop::check);
        if (apart == scene) {
            note.accept(EXPLODE + ": the model is one part, nothing moves (--shatter: triangles)");
        }
        return apart;
    }

    /** Whether anything of a scene is tessellated. */
    boolean tessellates(Scene scene) {
        return mode != Tessellation.Mode.OFF
                || scene.meshes().stream()
                        .flatMap(mesh -> mesh.primitives().stream())
                        .anyMatch(primitive -> primitive.topology().isPatches());
    }

    /** Says what would have no effect on a scene. */
    Optional<String> idle(Scene scene, Cancellation wish) {
        if (mode == Tessellation.Mode.OFF) {
            return Optional.empty();
        }
        var stop = new StopSign("looking for what is curved");
        stop.begin(wish);
        if (Tessellation.curves(scene, stop::check)) {
            return Optional.empty();
        }
        boolean flat =
                scene.meshes().stream()
                        .flatMap(mesh -> mesh.primitives().stream())
                        .anyMatch(Tessellation::canCurve);
        return Optional.of(
                flat
                        ? "--tessellate: all triangles are flat: pn does nothing"
                        : "--tessellate: no triangle has normals for pn to curve it by");
    }

    /** Refuses what would have no effect on a scene. */
    void refuseIdle(Scene scene) {
        idle(scene, Cancellation.NEVER)
                .ifPresent(
                        text -> {
                            throw new UserException(text);
                        });
    }

    private void check(Scene scene) {
        check();
        if (edgePixels != null && !tessellates(scene)) {
            throw new UserException(
                    "--edge-pixels: nothing is tessellated; add --tessellate pn, or take a scene"
                            + " with patches such as demo:teapot");
        }
    }
}
