package dev.azulejo.cli;

import dev.azulejo.scene.gltf.LoadLimits;
import dev.azulejo.scene.gltf.WantedVariants;
import dev.azulejo.scene.model.PlainText;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Variant;

import picocli.CommandLine.Option;

import java.util.List;
import java.util.stream.Collectors;

/** Which of a model's choices of materials is shown. */
final class VariantMixin {
    private static final int MOST_NAMES = 20;

    @Option(
            names = "--variant",
            paramLabel = "NAME",
            description =
                    "Shows the model with the materials of a variant; info lists those there are.")
    String variant;

    /** Returns limits under which nothing is loaded that other variants need. */
    LoadLimits wanted(LoadLimits limits) {
        return limits.withVariants(
                variant == null ? WantedVariants.NONE : WantedVariants.only(List.of(variant)));
    }

    /** Returns a scene with the materials that are wanted. */
    Scene apply(Scene scene) {
        if (variant == null) {
            return scene;
        }
        for (var one : scene.variants()) {
            if (one.name().equals(variant)) {
                return scene.withVariant(one);
            }
        }
        throw new UserException(
                scene.variants().isEmpty()
                        ? "--variant: the model has no variants"
                        : "--variant: no variant \"%s\", one of %s expected"
                                .formatted(PlainText.of(variant), names(scene)));
    }

    private static String names(Scene scene) {
        var variants = scene.variants();
        return variants.stream()
                        .limit(MOST_NAMES)
                        .map(Variant::name)
                        .map(name -> "\"" + PlainText.of(name) + "\"")
                        .collect(Collectors.joining(", "))
                + (variants.size() > MOST_NAMES ? " …" : "");
    }
}
