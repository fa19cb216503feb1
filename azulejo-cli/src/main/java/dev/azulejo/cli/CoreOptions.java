package dev.azulejo.cli;

import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * Refusals of settings of the core in the words of the command line. The core begins with the name
 * that a setting has there; mostly that is an option's, less its dashes.
 */
final class CoreOptions {
    /** What refusals begin with, and what stands for it here; of several that fit, the first. */
    private static final SequencedMap<String, String> NAMES = new LinkedHashMap<>();

    static {
        NAMES.put("tileSize=", "--tile=");
        NAMES.put("patience=", "--gpu-patience=");
        NAMES.put("earlyZ.finest=", "--early-z: raster=");
        NAMES.put("earlyZ.", "--early-z: ");
        NAMES.put("reuse.tilePrimitives=", "--reuse: primitives=");
        NAMES.put("reuse.megabytes=", "--reuse: memory=");
        NAMES.put("reuse.partTriangles=", "--reuse: part-size=");
        NAMES.put("reuse.", "--reuse: ");
        NAMES.put("throttle.", "--throttle: ");
        NAMES.put("fine.", "--fine: ");
        NAMES.put("regions.", "--regions: ");
        NAMES.put("no GPU renders", "--gpu-weights: no GPU renders");
    }

    private CoreOptions() {}

    /** Returns what a refusal of the core means to who gave the options. */
    static UserException refused(IllegalArgumentException refusal) {
        return new UserException(text(refusal.getMessage()));
    }

    /** Returns what the core says with the option that it is about. */
    static String text(String message) {
        if (message.startsWith("weight=")) {
            // Of two lists of weights
            String option = message.contains("pretests") ? "--deal: " : "--gpu-weights: ";
            return option + message;
        }
        for (var name : NAMES.entrySet()) {
            if (message.startsWith(name.getKey())) {
                return name.getValue() + message.substring(name.getKey().length());
            }
        }
        return "--" + message;
    }
}
