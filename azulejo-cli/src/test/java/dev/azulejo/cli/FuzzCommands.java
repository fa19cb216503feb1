package dev.azulejo.cli;

import dev.azulejo.testkit.FuzzTarget;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * Runs command lines, an argument a line, in a folder of its own: whatever an option that names a
 * file says, a file in that folder is meant. What takes long is interrupted, and must end then.
 */
final class FuzzCommands implements FuzzTarget {
    /** Options that name a file or a folder; a test holds them against those that there are. */
    static final Set<String> FILES =
            Set.of(
                    "-o",
                    "--output",
                    "--cache",
                    "--cluster-key",
                    "--environment",
                    "--environment-cache",
                    "--list",
                    "--results",
                    "--report",
                    "--export",
                    "--heatmaps",
                    "--page",
                    "--plot",
                    "--owners",
                    "--waste",
                    "--timeline",
                    "--trace-events",
                    "--tls",
                    "--token-file");

    /** Those of them that are read. */
    private static final Set<String> READ =
            Set.of("--cluster-key", "--environment", "--list", "--tls", "--token-file");

    /** Files that are there before a command, whose names {@link CommandMutator} knows. */
    static final List<String> GIVEN = List.of("MODEL", "BROKEN", "ROOM", "TRACE", "list.txt");

    /** Time until a command is interrupted, and until it has to have ended then. */
    private static final long PATIENCE_MS = 2000;

    private static final long LATEST_MS = 20_000;

    private static final Pattern SIZE = Pattern.compile("(\\d{2,4})x(\\d{2,4})");

    private final byte[] model = StartTraining.model().getBytes(StandardCharsets.UTF_8);
    private final Path folder;

    FuzzCommands() throws IOException {
        folder = Files.createTempDirectory("azulejo-fuzz");
    }

    @Override
    public void close() {
        try {
            clear();
            Files.delete(folder);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void clear() throws IOException {
        try (var all = Files.walk(folder)) {
            for (var file : all.sorted((a, b) -> b.compareTo(a)).toList()) {
                if (!file.equals(folder)) {
                    Files.delete(file);
                }
            }
        }
    }

    @Override
    public String read(byte[] input, RandomGenerator random) throws Exception {
        var text = new String(input, StandardCharsets.UTF_8);
        var arguments = contained(text.lines().toList());
        clear();
        Files.write(folder.resolve("MODEL"), model);
        Files.write(folder.resolve("BROKEN"), Arrays.copyOf(model, model.length / 2));
        Files.write(folder.resolve("ROOM"), RadiancePicture.file());
        Files.writeString(folder.resolve("list.txt"), folder.resolve("MODEL") + "\n");
        Files.createDirectory(folder.resolve("thumbs"));
        if (arguments.contains(folder.resolve("TRACE").toString())) {
            run(List.of("trace", path("MODEL"), "-o", path("TRACE"), "--size=16x12"));
        }
        var before = read(arguments);
        String end = run(arguments);
        for (var file : before.entrySet()) {
            if (!file.getValue().equals(content(file.getKey()))) {
                throw new AssertionError("what was read was written over: " + file.getKey());
            }
        }
        try (var files = Files.walk(folder)) {
            var half = files.filter(file -> file.toString().endsWith(".part")).findAny();
            if (half.isPresent()) {
                throw new AssertionError("left behind: " + half.get());
            }
        }
        return end;
    }

    /** Returns what files hold that a command line names to be read, as far as that is certain. */
    private Map<Path, String> read(List<String> arguments) throws IOException {
        var named = new HashSet<String>();
        for (int i = 1; i < arguments.size(); i++) {
            var argument = arguments.get(i);
            int equals = argument.indexOf('=');
            if (!argument.startsWith("-") || argument.equals("-")) {
                named.add(argument);
            } else if (equals < 0 && i + 1 < arguments.size()) {
                // Perhaps its value, and perhaps not
                i++;
                named.add(READ.contains(argument) ? arguments.get(i) : "");
            } else if (equals > 0 && READ.contains(argument.substring(0, equals))) {
                named.add(argument.substring(equals + 1));
            }
        }
        if (named.contains(path("list.txt"))) {
            named.add(path("MODEL"));
        }
        var held = new HashMap<Path, String>();
        for (var name : GIVEN) {
            if (named.contains(path(name)) && Files.exists(folder.resolve(name))) {
                held.put(folder.resolve(name), content(folder.resolve(name)));
            }
        }
        return held;
    }

    private static String content(Path file) throws IOException {
        return Files.exists(file)
                ? new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)
                : "nothing";
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }

    /** Keeps files in the folder, pictures small and what measures times short. */
    private List<String> contained(List<String> lines) {
        var arguments = new ArrayList<String>();
        boolean isFile = false;
        for (var line : lines) {
            int equals = line.indexOf('=');
            String option = equals < 0 ? line : line.substring(0, equals);
            if (isFile) {
                arguments.add(file(line));
                isFile = false;
            } else if (FILES.contains(option)) {
                isFile = equals < 0;
                arguments.add(isFile ? line : option + "=" + file(line.substring(equals + 1)));
            } else if (line.matches("-[^-].*")) {
                // Short options, of which one may take the rest
                int output = line.indexOf('o');
                arguments.add(
                        output < 0
                                ? line
                                : line.substring(0, output + 1) + file(line.substring(output + 1)));
            } else if (line.startsWith("@")) {
                arguments.add("@" + path("list.txt"));
            } else if (line.matches("MODEL|BROKEN|TRACE|ROOM")) {
                arguments.add(path(line));
            } else {
                arguments.add(small(line));
            }
        }
        var command = arguments.isEmpty() ? "" : arguments.getFirst();
        if (command.matches("bench|compare")) {
            addUnlessGiven("--warmup", "0", arguments);
        }
        if (command.matches("render|bench|compare|regions|trace")) {
            addUnlessGiven("--size", "64x48", arguments);
        }
        return arguments;
    }

    private static void addUnlessGiven(String option, String value, List<String> arguments) {
        if (arguments.stream().noneMatch(argument -> argument.startsWith(option))) {
            arguments.add(option + "=" + value);
        }
    }

    /** A name in the folder, whatever was said. */
    private String file(String said) {
        if (said.equals("-")) {
            return said;
        }
        var name = said.replaceAll("[^A-Za-z0-9._-]", "");
        var some = name.substring(0, Math.min(name.length(), 300));
        return path(some.matches("\\.*") ? "x" : some);
    }

    private static String small(String argument) {
        return SIZE.matcher(argument)
                .replaceAll(
                        size -> {
                            long pixels =
                                    Long.parseLong(size.group(1)) * Long.parseLong(size.group(2));
                            return pixels > 1 << 16 ? "64x48" : size.group();
                        });
    }

    /** Runs a command, and says in a few words how it ended. */
    private String run(List<String> arguments) throws InterruptedException {
        var out = System.out;
        var error = System.err;
        var in = System.in;
        var told = new ByteArrayOutputStream();
        System.setIn(new ByteArrayInputStream(model));
        System.setOut(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
        var code = new AtomicInteger(-1);
        boolean late = false;
        try {
            var command =
                    Thread.ofPlatform()
                            .daemon()
                            .name("command")
                            .start(() -> code.set(Main.run(arguments.toArray(String[]::new))));
            command.join(PATIENCE_MS);
            if (command.isAlive()) {
                late = true;
                command.interrupt();
                command.join(LATEST_MS);
            }
            if (command.isAlive()) {
                var at = Arrays.toString(command.getStackTrace());
                throw new AssertionError("goes on after it was interrupted, at " + at);
            }
        } finally {
            System.setIn(in);
            System.setOut(out);
            System.setErr(error);
        }
        var lines = told.toString(StandardCharsets.UTF_8).lines().toList();
        return late ? "interrupted" : judge(code.get(), lines);
    }

    /** What the command says at its end. */
    private static String judge(int code, List<String> lines) {
        for (var line : lines) {
            if (line.contains("internal error") || line.contains("Exception")) {
                throw new AssertionError(line);
            }
            if (line.chars().anyMatch(c -> c < ' ' && c != '\t')) {
                throw new AssertionError("control characters in: " + line);
            }
        }
        if (code < 0 || code > 2) {
            throw new AssertionError("exit code " + code);
        }
        String last = lines.isEmpty() ? "" : lines.getLast();
        if (code != 0 && !last.startsWith("azulejo: ")) {
            throw new AssertionError("exit code %d, and '%s'".formatted(code, last));
        }
        return code
                + ": "
                + last.replaceAll("'[^']*'|\"[^\"]*\"|/\\S+", "x").replaceAll("\\d+", "0");
    }
}
