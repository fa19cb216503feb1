package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.DeadlineException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All files that a command reads, and all that it writes: none of these may be one of the others,
 * nor two of them the same, by whatever name, a symbolic or a hard link among them. A command says
 * all of them and has them {@link #check checked} before it reads or renders anything, for
 * otherwise what it was given is lost when it succeeds.
 *
 * <p>Hard links are told where a system numbers its files. Devices and pipes are no files, and take
 * whatever comes. Threads: one.
 */
final class CommandFiles {
    /** A file that is read, and how messages name it. */
    private record Input(String what, Path file) {}

    /** A file that is written. */
    private record Output(String option, Path file) {
        UserException refused(String why) {
            return new UserException("%s %s: %s expected".formatted(option, file, why));
        }
    }

    private final List<Input> inputs = new ArrayList<>();

    /** Names of scenes, whose files may name others. */
    private final Set<String> scenes = new LinkedHashSet<>();

    /** What is written, by what tells a file from all others. */
    private final Map<Object, Output> outputs = new HashMap<>();

    /** Folders of these. */
    private final Set<Path> folders = new HashSet<>();

    /** Whether one of them has several names, in folders that nobody knows. */
    private boolean linked;

    /** Who writes to standard output; null if nobody does. */
    private String printed;

    /**
     * Adds a file that is read.
     *
     * @param what names it in messages: an option, or what it is
     * @param file may be null for none; what is not there is told by who reads it
     */
    CommandFiles reads(String what, Path file) {
        if (file != null && Files.isRegularFile(file)) {
            inputs.add(new Input(what, file));
        }
        return this;
    }

    /** Adds a file that discovery of a cluster reads, if places name one; they may be null. */
    CommandFiles readsPlaces(String option, String places) {
        return reads(option, places == null ? null : ClusterPlaces.file(places));
    }

    /** Adds a scene: its file, and those that this names; nothing of built-in ones. */
    CommandFiles readsScene(String name) {
        if (SceneFiles.isThere(name)) {
            scenes.add(name);
        }
        return this;
    }

    /**
     * Adds a file that is written.
     *
     * @param option names it in messages
     * @param file may be null for none
     * @throws UserException if it cannot be written, or is written by another option
     */
    CommandFiles writes(String option, Path file) {
        if (file != null) {
            WholeFile.check(option, file);
            writesOneOf(option, file);
        }
        return this;
    }

    /** As {@link #writes}, where {@code -} stands for standard output. */
    CommandFiles writesOrPrints(String option, Path file) {
        if (file == null || !StandardOutput.isNamed(file)) {
            return writes(option, file);
        }
        if (printed != null) {
            throw new UserException(
                    "%s -: %s goes to standard output; a file expected"
                            .formatted(option, printed.equals("-o") ? "the picture" : printed));
        }
        printed = option;
        return this;
    }

    /** As {@link #writes}, of many that are made in a folder: whether they can be is found then. */
    CommandFiles writesOneOf(String option, Path file) {
        if (WholeFile.writesThrough(file)) {
            return this;
        }
        var output = new Output(option, file);
        var other = outputs.putIfAbsent(key(file), output);
        if (other != null) {
            throw output.refused(
                    "is the same file as %s %s; two files".formatted(other.option, other.file));
        }
        linked |= isLinked(file);
        try {
            folders.add(WholeFile.place(file).getParent());
        } catch (IOException e) {
            // One that will be made, in which no model lies
            return this;
        }
        return this;
    }

    /**
     * Refuses what would be written over what is read.
     *
     * @param wish ends it early: a scene's file may be long
     * @throws UserException in one line
     */
    void check(Cancellation wish) {
        check(wish, null);
    }

    /**
     * As {@link #check(Cancellation)}, for scenes that may fail one by one.
     *
     * @param time that looking at one may take, after which it is left to who loads it to fail;
     *     null for as long as it likes
     */
    void check(Cancellation wish, Duration time) {
        for (var input : inputs) {
            refuse(input.file, "is the same file as %s %s".formatted(input.what, input.file));
        }
        for (var scene : scenes) {
            refuse(Path.of(scene), "is the same file as the scene " + scene);
        }
        for (var scene : scenes) {
            if (mayName(scene)) {
                var why = "is a file that %s names".formatted(scene);
                try {
                    SceneFiles.eachFile(
                            scene,
                            time == null ? wish : wish.within(time),
                            file -> refuse(file, why));
                } catch (DeadlineException e) {
                    wish.check("looking at " + scene);
                }
            }
        }
    }

    private void refuse(Path input, String why) {
        var output = outputs.isEmpty() ? null : outputs.get(key(input));
        if (output != null) {
            throw output.refused(why + "; another one");
        }
    }

    /** A model names files beside it and below, and no others: most need not be read for that. */
    private boolean mayName(String scene) {
        try {
            var folder = Path.of(scene).toAbsolutePath().getParent().toRealPath();
            return linked || folders.stream().anyMatch(at -> at.startsWith(folder));
        } catch (IOException e) {
            return linked;
        }
    }

    /** Returns what tells a file from all others, there or not. */
    private static Object key(Path file) {
        try {
            var key =
                    Files.exists(file)
                            ? Files.readAttributes(file, "fileKey").get("fileKey")
                            : null;
            return key == null ? WholeFile.place(file) : key;
        } catch (IOException e) {
            // In a folder that will be made
            return file.toAbsolutePath().normalize();
        }
    }

    private static boolean isLinked(Path file) {
        try {
            return Files.exists(file) && (int) Files.getAttribute(file, "unix:nlink") > 1;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            // A system that does not say so numbers no files either
            return false;
        }
    }
}
