package dev.azulejo.cli;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Options of {@code render} that say what a picture is like, and go to the workers of a cluster as
 * they were given; there they are read as they are here. None of them names a file.
 */
final class TaskOptions {
    /** Those that go. */
    static final Set<String> TRAVEL =
            Set.of(
                    "--animation",
                    "--aov",
                    "--background",
                    "--bits",
                    "--early-z",
                    "--edge-pixels",
                    "--environment-rotation",
                    "--explode",
                    "--shatter",
                    "--exposure",
                    "--fine",
                    "--format",
                    "--ground",
                    "--ground-mirror",
                    "--kernels",
                    "--line-width",
                    "--max-texture",
                    "--occlusion",
                    "--point-size",
                    "--reference",
                    "--reuse",
                    "--samples",
                    "--shadows",
                    "--stereo",
                    "--tessellate",
                    "--throttle",
                    "--tile",
                    "--time",
                    "--variant",
                    "--window");

    /** Those that go as well where there is one picture, or a sequence of one scene. */
    static final Set<String> OF_SEQUENCES =
            Set.of("--animate", "--camera", "--fps", "--frames", "--size", "--turntable");

    /** Those of techniques: they change no byte of a picture, so that any may be used for it. */
    static final Set<String> TECHNIQUES =
            Set.of(
                    "--early-z",
                    "--fine",
                    "--kernels",
                    "--reference",
                    "--reuse",
                    "--throttle",
                    "--tile",
                    "--window");

    private TaskOptions() {}

    /** Whether an option decides the bytes of pictures of one scene; a format has its own name. */
    static boolean decidesBytes(String name) {
        return ofSequences().contains(name)
                && !TECHNIQUES.contains(name)
                && !name.equals("--format");
    }

    /** Returns those that were given, each as {@code --name=value} or {@code --name}. */
    static List<String> given(ParseResult parsed) {
        return given(parsed, TRAVEL);
    }

    /** Returns those that were given of one scene, likewise. */
    static List<String> givenOfSequence(ParseResult parsed) {
        return given(parsed, ofSequences());
    }

    private static Set<String> ofSequences() {
        var all = new HashSet<>(TRAVEL);
        all.addAll(OF_SEQUENCES);
        return all;
    }

    private static List<String> given(ParseResult parsed, Set<String> travel) {
        var options = new ArrayList<String>();
        for (var option : parsed.matchedOptions()) {
            String name = option.longestName();
            if (!travel.contains(name)) {
                continue;
            }
            var values = option.originalStringValues();
            if (option.arity().max() == 0) {
                // A flag may be given as one that does not hold
                options.add(Boolean.FALSE.equals(option.getValue()) ? name + "=false" : name);
            } else if (values.isEmpty()) {
                options.add(name);
            } else {
                values.forEach(value -> options.add(value.isEmpty() ? name : name + "=" + value));
            }
        }
        return options;
    }

    /**
     * Reads options that somebody else has given.
     *
     * @param options as {@link #given} returns them, or anything
     * @param environment a picture of surroundings that is here, or null
     * @throws UserException if they are none, in one line
     */
    static RenderCommand read(List<String> options, Path environment) {
        return read(options, environment, TRAVEL);
    }

    /** Reads options that somebody else has given of one scene, likewise. */
    static RenderCommand readSequence(List<String> options, Path environment) {
        return read(options, environment, ofSequences());
    }

    private static RenderCommand read(List<String> options, Path environment, Set<String> travel) {
        var arguments = new ArrayList<String>();
        // What is painted goes into memory: a folder makes it a batch
        arguments.addAll(List.of("-o", "."));
        for (var option : options) {
            int end = option.indexOf('=');
            if (!travel.contains(end < 0 ? option : option.substring(0, end))) {
                throw new UserException("not an option of a picture: " + option);
            }
            arguments.add(option);
        }
        if (environment != null) {
            arguments.add("--environment=" + environment);
        }
        var command = new RenderCommand();
        try {
            new CommandLine(command)
                    .setCaseInsensitiveEnumValuesAllowed(true)
                    .setExpandAtFiles(false)
                    .parseArgs(arguments.toArray(String[]::new));
        } catch (ParameterException e) {
            throw new UserException(e.getMessage());
        }
        command.checkNumbers();
        return command;
    }
}
