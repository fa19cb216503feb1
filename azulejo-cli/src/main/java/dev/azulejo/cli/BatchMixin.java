package dev.azulejo.cli;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** Options of {@code render} for many models at a time. */
final class BatchMixin {
    /** A list cannot be longer: some hundred thousand names. */
    private static final int MOST_LIST_BYTES = 1 << 24;

    @Option(
            names = "--list",
            paramLabel = "FILE",
            description =
                    "Models to render beside those named here, a line each; - for standard input."
                            + " Pictures go into the folder that -o names.")
    Path list;

    @Option(
            names = "--sizes",
            paramLabel = "WxH",
            split = ",",
            converter = Size.Converter.class,
            description = "Several sizes of each model, after commas, instead of --size.")
    List<Size> sizes;

    @Option(
            names = "--views",
            paramLabel = "CAMERA",
            split = "/",
            description =
                    "Several views of each model, after slashes, instead of --camera: as in"
                            + " orbit:35,18/orbit:215,18.")
    List<String> views;

    @Option(
            names = "--results",
            paramLabel = "FILE",
            description =
                    "Writes a line of JSON for each model, in their order: what became of it; -"
                            + " for standard output.")
    Path results;

    @Option(
            names = "--resume",
            description =
                    "Leaves out pictures that are there and newer than their model; of one scene"
                            + " those that a run before has made of the same options and files.")
    boolean resume;

    @Option(
            names = "--shard",
            paramLabel = "I/N",
            description = "Renders the I-th of N parts of the models, 1/N to N/N.")
    String shard;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "Gives a model up after so long, 0 and up; default: never.")
    Double timeout;

    /** Whether any of the options was given that one scene has no use for. */
    boolean given() {
        return list != null
                || sizes != null
                || views != null
                || results != null
                || shard != null
                || timeout != null;
    }

    /** Returns how long a model may take; null for as long as it likes. */
    Duration time() {
        return time("--timeout", timeout);
    }

    /** Returns a time that an option says, in seconds; null if it says none. */
    static Duration time(String option, Double seconds) {
        if (seconds == null) {
            return null;
        }
        if (!(seconds >= 0 && seconds <= 1e9)) {
            throw new UserException("%s=%s is not in 0..1000000000".formatted(option, seconds));
        }
        return Duration.ofNanos((long) (seconds * 1e9));
    }

    /** Returns the models named, and those of the list, each once. */
    List<String> models(List<String> named) {
        var models = new ArrayList<>(named);
        if (list != null) {
            models.addAll(readList());
        }
        var seen = new HashSet<String>();
        models.removeIf(model -> !seen.add(place(model)));
        if (models.isEmpty()) {
            throw new UserException("--list %s: there is no model in it".formatted(list));
        }
        if (seen.contains(SceneFiles.STANDARD)) {
            throw new UserException("-: a model from standard input is rendered alone");
        }
        return models;
    }

    private List<String> readList() {
        try (var in = StandardOutput.isNamed(list) ? System.in : Files.newInputStream(list)) {
            return lines(in, list);
        } catch (MalformedInputException e) {
            throw new UserException("--list %s: is not UTF-8".formatted(list));
        } catch (IOException e) {
            throw new UserException(
                    "--list %s: cannot be read: %s".formatted(list, WholeFile.reason(e)));
        }
    }

    private static List<String> lines(InputStream in, Path list) throws IOException {
        byte[] bytes = in.readNBytes(MOST_LIST_BYTES + 1);
        if (bytes.length > MOST_LIST_BYTES) {
            throw new UserException(
                    "--list %s: at most %,d bytes expected".formatted(list, MOST_LIST_BYTES));
        }
        var text = StandardCharsets.UTF_8.newDecoder();
        var content = text.decode(ByteBuffer.wrap(bytes)).toString();
        // Some editors mark UTF-8 with a byte order mark, which is no part of the first name.
        var unmarked = content.startsWith("\uFEFF") ? content.substring(1) : content;
        return unmarked.lines().filter(line -> !line.isBlank()).toList();
    }

    /** What tells whether two names are of one file, as far as can be said without looking. */
    private static String place(String model) {
        if (SceneFiles.isBuiltIn(model) || model.equals(SceneFiles.STANDARD)) {
            return model;
        }
        try {
            return Path.of(model).toAbsolutePath().normalize().toString();
        } catch (InvalidPathException e) {
            return model;
        }
    }

    /**
     * Returns the part of all models that --shard names: every N-th, so that all parts are alike.
     */
    <T> List<T> part(List<T> all) {
        if (shard == null) {
            return all;
        }
        int slash = shard.indexOf('/');
        if (!shard.matches("\\d{1,6}/\\d{1,6}")) {
            throw wrongShard();
        }
        int number = Integer.parseInt(shard.substring(0, slash));
        int count = Integer.parseInt(shard.substring(slash + 1));
        if (number < 1 || number > count) {
            throw wrongShard();
        }
        var part = new ArrayList<T>();
        for (int i = number - 1; i < all.size(); i += count) {
            part.add(all.get(i));
        }
        return part;
    }

    private UserException wrongShard() {
        return new UserException(
                "--shard=%s: expected I/N with I in 1..N, such as 1/4".formatted(shard));
    }
}
