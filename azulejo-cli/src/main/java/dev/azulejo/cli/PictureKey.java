package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.scene.gltf.GltfLoader;
import dev.azulejo.scene.gltf.LoadLimits;

import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Comparator;

/**
 * One number for everything that decides the bytes of a scene's pictures: the release, what is in
 * the scene's files and in that of its surroundings, the options of pictures and their format. What
 * files are called, where pictures go and by whom they are rendered is not in it, nor are
 * techniques, which change no byte.
 *
 * <p>Threads: one.
 */
final class PictureKey {
    private final MessageDigest digest = Sha256.digest();
    private final Cancellation wish;

    private PictureKey(Cancellation wish) {
        this.wish = wish;
    }

    /** Whether what a command reads can be read twice: standard input and pipes cannot. */
    static boolean isPossible(RenderCommand command, String scene) {
        var surroundings = command.environment.file;
        return (SceneFiles.isBuiltIn(scene) || SceneFiles.isThere(scene))
                && (surroundings == null || Files.isRegularFile(surroundings));
    }

    /**
     * Returns that of a command.
     *
     * @param command what pictures are like
     * @param scene what is in them
     * @param wish ends it early: files may be long
     * @return 64 digits
     * @throws UserException if a file cannot be read
     */
    static String of(RenderCommand command, String scene, Cancellation wish) {
        var step = SlowStep.begin("reading " + scene);
        try {
            var key = new PictureKey(wish);
            key.add("release", Release.NAME);
            key.addScene(scene);
            if (command.environment.file != null) {
                key.addFile("environment", command.environment.file);
            }
            key.add("format", command.format().name());
            key.addOptions(command);
            return Sha256.hex(key.digest);
        } finally {
            step.done();
        }
    }

    /** Adds a text and what it is; lengths keep two texts from meaning what one does. */
    private void add(String what, String text) {
        for (var part : new String[] {what, text}) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
            digest.update(bytes);
        }
    }

    private void addScene(String scene) {
        if (SceneFiles.isBuiltIn(scene)) {
            add("built-in", scene);
            return;
        }
        var place = SceneFiles.path(scene);
        addFile("scene", place);
        GltfLoader.collect(place, scene, LoadLimits.defaults(), wish)
                .others()
                .forEach((name, file) -> addFile("beside " + name, file));
    }

    private void addFile(String what, Path file) {
        var sum = Sha256.digest();
        byte[] buffer = new byte[1 << 16];
        try (var in = Files.newInputStream(file)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                wish.check("reading " + file);
                sum.update(buffer, 0, n);
            }
        } catch (IOException e) {
            throw new UserException("%s: cannot be read: %s".formatted(file, WholeFile.reason(e)));
        }
        add(what, Sha256.hex(sum));
    }

    /** Adds what was said, or what holds if nothing is, of each option that decides a byte. */
    private void addOptions(RenderCommand command) {
        var parsed = command.spec.commandLine().getParseResult();
        command.spec.options().stream()
                .filter(option -> TaskOptions.decidesBytes(option.longestName()))
                .sorted(Comparator.comparing(OptionSpec::longestName))
                .forEach(option -> add(option.longestName(), value(option, parsed)));
    }

    private static String value(OptionSpec option, ParseResult parsed) {
        if (option.arity().max() == 0) {
            return String.valueOf(option.<Object>getValue());
        }
        return parsed.hasMatchedOption(option)
                ? String.join(",", option.originalStringValues())
                : String.valueOf(option.defaultValue());
    }
}
