import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Says whether a version of Azulejo is slower than another one: warm frames and start to PNG, each
 * round a process of both, and what their paired ratios are. {@code versions.sh} starts it.
 *
 * <p>Warm frames of both are measured at the same time, so that what a machine's neighbours do to
 * it is done to both. Where each can have processors of its own they run side by side, and change
 * sides every round. Otherwise one of them works and the other is stopped, and they change over
 * each second; a version that measures itself to decide something is misled then, now and then, by
 * a frame that was stopped.
 */
final class VersionCompare {
    /** How long one of two works before the other does: many frames, so that few are cut. */
    private static final long TURN_MS = 1000;

    private static final List<String> DEMOS =
            List.of(
                    "demo:city",
                    "demo:city+depth",
                    "demo:sphere",
                    "demo:objects",
                    "demo:teapot",
                    "demo:terrain",
                    "demo:city@eye:0.75,0.5,0.75",
                    "demo:rooms@eye:-0.35,1.6,-0.3",
                    "demo:temple@eye:15.2,1.7,23.6",
                    "demo:shop@eye:0.9,1.55,5.6",
                    "demo:suite@eye:-2.1,1.55,4.7",
                    "demo:dashboard@scene+animate",
                    "demo:viewer@scene+animate",
                    "demo:objects@still+animate");

    private static final String USAGE =
            """
            usage: bench/versions.sh OLD NEW [SCENE[@CAMERA][+animate][+depth] ...]
              OLD, NEW  folders of two checkouts; built where needed
              SCENE     a .gltf or .glb file, a demo: scene, or demos for all of bench/README.md (the default)
            ROUNDS=9 THREADS=2 SIZE=1920x1080 FRAMES=60 WARMUP=12 (seconds) can be set. With THREADS of at most
            half of the processors both versions run at once, each on processors of its own: the sharpest way on
            a machine that does other things. WAY=after: one process after the other, each with all processors, for a
            machine that does nothing else.
            MEASURE=both: frames and start take one table alone. PICTURE="--samples 1": options of `azulejo render`.\
            """;

    private static final Pattern CAMERA = Pattern.compile("(.+)@((?:orbit|still|scene|eye)[^@]*)");
    private static final Pattern MEDIAN = Pattern.compile("\"median_ms\": ([0-9.]+)");

    private static final String THREADS = set("THREADS", "2");
    private static final String SIZE = set("SIZE", "1920x1080");
    private static final String FRAMES = set("FRAMES", "60");
    private static final String WARMUP = set("WARMUP", "12");
    private static final String MEASURE = set("MEASURE", "both");
    private static final String PICTURE = set("PICTURE", "");
    private static final String WAY = set("WAY", "");

    private final Path old;
    private final Path newer;
    private final Path scratch;
    private final int rounds;
    private final List<Process> running = new CopyOnWriteArrayList<>();

    /** Something is missing, wrong or fails; the message says what. */
    private static final class Refusal extends RuntimeException {
        private static final long serialVersionUID = 1;

        Refusal(String message) {
            super(message);
        }
    }

    /**
     * What is drawn.
     *
     * @param label as it was asked for
     * @param scene file or demo
     * @param options of {@code azulejo bench}
     */
    private record Subject(String label, String scene, List<String> options) {}

    /** What a round takes, in the unit of its table: the older version, the newer one. */
    private interface Measure {
        double[] of(Subject subject, boolean oldFirst) throws IOException, InterruptedException;
    }

    private VersionCompare(Path old, Path newer, int rounds) throws IOException {
        this.old = old;
        this.newer = newer;
        this.rounds = rounds;
        this.scratch = Files.createTempDirectory("azulejo-versions");
        Runtime.getRuntime().addShutdownHook(new Thread(this::cleanUp));
    }

    /** Arguments: folder of the older version, of the newer one, scenes. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int code;
        try {
            code = run(List.of(arguments));
        } catch (Refusal refusal) {
            System.err.println(refusal.getMessage());
            code = 2;
        }
        System.exit(code);
    }

    private static int run(List<String> arguments) throws IOException, InterruptedException {
        if (arguments.contains("--help") || arguments.contains("-h")) {
            System.out.println(USAGE);
            return 0;
        }
        if (arguments.size() < 2 || arguments.stream().anyMatch(a -> a.startsWith("-"))) {
            throw new Refusal(USAGE);
        }
        var old = checkout(arguments.get(0));
        var newer = checkout(arguments.get(1));
        var rounds = set("ROUNDS", "9");
        if (!rounds.matches("[1-9][0-9]{0,3}")) {
            throw new Refusal("versions: ROUNDS=%s is not a number of 1..9999".formatted(rounds));
        }
        if (!List.of("", "after").contains(WAY)) {
            throw new Refusal("versions: WAY=%s is neither empty nor after".formatted(WAY));
        }
        if (!List.of("both", "frames", "start").contains(MEASURE)) {
            throw new Refusal(
                    "versions: MEASURE=%s is not both, frames or start".formatted(MEASURE));
        }
        var subjects = subjects(arguments.subList(2, arguments.size()));
        return new VersionCompare(old, newer, Integer.parseInt(rounds)).compare(subjects);
    }

    private static String set(String name, String normally) {
        var value = System.getenv(name);
        return value == null || value.isEmpty() ? normally : value;
    }

    private static Path checkout(String argument) throws IOException {
        var folder = Path.of(argument);
        if (!Files.isDirectory(folder)) {
            throw new Refusal("versions: %s: no such folder".formatted(argument));
        }
        if (!Files.isExecutable(folder.resolve("azulejo"))
                || !Files.isRegularFile(folder.resolve("azulejo-cli/pom.xml"))) {
            throw new Refusal(
                    "versions: %s: not a checkout of Azulejo: no ./azulejo and azulejo-cli/pom.xml"
                            .formatted(argument));
        }
        return folder.toRealPath();
    }

    private static List<Subject> subjects(List<String> arguments) {
        var labels = new ArrayList<String>();
        for (var argument : arguments.isEmpty() ? List.of("demos") : arguments) {
            labels.addAll(argument.equals("demos") ? DEMOS : List.of(argument));
        }
        return labels.stream().distinct().map(VersionCompare::subject).toList();
    }

    private static Subject subject(String label) {
        var options = new ArrayList<String>();
        var scene = label;
        for (boolean more = true; more; ) {
            more = false;
            for (var mark : Map.of("+animate", "--animate", "+depth", "--depth-only").entrySet()) {
                if (scene.endsWith(mark.getKey())) {
                    scene = scene.substring(0, scene.length() - mark.getKey().length());
                    options.add(mark.getValue());
                    more = true;
                }
            }
        }
        var camera = CAMERA.matcher(scene);
        if (camera.matches()) {
            scene = camera.group(1);
            options.addAll(List.of("--camera", camera.group(2)));
        }
        if (!scene.startsWith("demo:") && !Files.isRegularFile(Path.of(scene))) {
            throw new Refusal("versions: %s: no such file".formatted(scene));
        }
        return new Subject(label.replaceFirst("^(?!demo:).*/(?=[^@]*\\.gl)", ""), scene, options);
    }

    private int compare(List<Subject> asked) throws IOException, InterruptedException {
        var subjects = new ArrayList<>(asked);
        for (var version : old.equals(newer) ? List.of(old) : List.of(old, newer)) {
            // Builds, and finds out what would fail before anything is measured
            var help = output(version, ProcessBuilder.Redirect.INHERIT, List.of("--help"));
            for (var subject : asked) {
                if (subject.scene().startsWith("demo:") && !help.contains(subject.scene())) {
                    System.out.printf("%s is not in %s: left out%n", subject.label(), version);
                    subjects.remove(subject);
                }
            }
            for (var subject : subjects) {
                if (!MEASURE.equals("start")) {
                    median(subject, version, output(version, errors(), bench(subject, "1", "0")));
                }
            }
        }
        System.out.printf("old: %s%nnew: %s%n%n", named(old), named(newer));
        boolean slower = false;
        if (!MEASURE.equals("start")) {
            System.out.printf(
                    "Milliseconds a frame, warm: %s, %s threads, %s frames after %s s, %d rounds,"
                            + " %s%n%n",
                    SIZE,
                    THREADS,
                    FRAMES,
                    WARMUP,
                    rounds,
                    oneAfterTheOther()
                            ? "one after the other"
                            : sideBySide() ? "side by side" : "in turns");
            slower = table(subjects, this::frames);
        }
        if (!MEASURE.equals("frames")) {
            System.out.printf(
                    "%nSeconds from start to PNG: azulejo render %s, %s threads, %d rounds%n%n",
                    PICTURE, THREADS, rounds);
            slower |= table(stills(subjects), this::pictures);
        }
        return slower ? 1 : 0;
    }

    /** Each scene once, without options of the camera and the like. */
    private static List<Subject> stills(List<Subject> subjects) {
        var scenes = new TreeMap<String, Subject>();
        for (var subject : subjects) {
            scenes.put(
                    subject.scene(),
                    new Subject(
                            subject.label().replaceFirst("[@+].*", ""),
                            subject.scene(),
                            List.of()));
        }
        return List.copyOf(scenes.values());
    }

    /** Prints a table; returns whether a row says slower. */
    private boolean table(List<Subject> subjects, Measure measure)
            throws IOException, InterruptedException {
        System.out.println(
                "| scene | old | new | new / old | quartiles | least – most | quickest | verdict"
                        + " |");
        System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- |");
        boolean slower = false;
        for (var subject : subjects) {
            double[] before = new double[rounds];
            double[] after = new double[rounds];
            double[] ratios = new double[rounds];
            for (int r = 0; r < rounds; r++) {
                // Who comes first takes turns: a machine that warms up favours nobody
                double[] both = measure.of(subject, r % 2 == 0);
                before[r] = both[0];
                after[r] = both[1];
                ratios[r] = after[r] / before[r];
            }
            var pairs = new PairedRatios(ratios);
            slower |= pairs.slower() == PairedRatios.Verdict.YES;
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %.3f | %.3f | %s | %.3f | %s |%n",
                    subject.label(),
                    PairedRatios.quantile(before, 0.5),
                    PairedRatios.quantile(after, 0.5),
                    pairs.cells(),
                    // What others do on the machine only ever adds
                    PairedRatios.quantile(after, 0) / PairedRatios.quantile(before, 0),
                    pairs.slower());
        }
        return slower;
    }

    private static List<String> bench(Subject subject, String frames, String warmup) {
        var arguments = new ArrayList<>(List.of("bench", subject.scene(), "--json"));
        arguments.addAll(List.of("--size", SIZE, "--threads", THREADS));
        arguments.addAll(List.of("--frames", frames, "--warmup", warmup));
        arguments.addAll(subject.options());
        return arguments;
    }

    private static double median(Subject subject, Path version, String text) {
        var median = MEDIAN.matcher(text);
        if (!median.find()) {
            throw new Refusal(
                    "versions: %s: bench --json %s printed no median_ms: %s"
                            .formatted(version, subject.label(), text.strip()));
        }
        // Three decimals may be none: no division by zero
        return Math.max(0.001, Double.parseDouble(median.group(1)));
    }

    /** Returns the milliseconds of a warm frame of both versions. */
    private double[] frames(Subject subject, boolean oldFirst)
            throws IOException, InterruptedException {
        return oneAfterTheOther()
                ? framesAfter(subject, oldFirst)
                : framesAtOnce(subject, oldFirst);
    }

    private static boolean oneAfterTheOther() {
        return WAY.equals("after");
    }

    private double[] framesAfter(Subject subject, boolean oldFirst)
            throws IOException, InterruptedException {
        var arguments = bench(subject, FRAMES, WARMUP);
        double[] medians = new double[2];
        for (int turn = 0; turn < 2; turn++) {
            int v = oldFirst ? turn : 1 - turn;
            var version = v == 0 ? old : newer;
            medians[v] = median(subject, version, output(version, errors(), arguments));
        }
        return medians;
    }

    private double[] framesAtOnce(Subject subject, boolean oldFirst)
            throws IOException, InterruptedException {
        boolean sides = sideBySide();
        // Half of the time each is stopped, and the clock of its warm-up goes on
        double warmup = Double.parseDouble(WARMUP) * (sides ? 1 : 2);
        var arguments = bench(subject, FRAMES, Double.toString(warmup));
        Path[] versions = {old, newer};
        var processes = new Process[2];
        var outputs = new Path[2];
        for (int v = 0; v < 2; v++) {
            outputs[v] = scratch.resolve("output" + v);
            var prefix = sides ? pinned(v == 0 == oldFirst) : List.<String>of();
            processes[v] = start(prefix, versions[v], errors(), outputs[v], arguments);
            if (!sides) {
                signal("STOP", processes[v]);
            }
        }
        if (!sides) {
            takeTurns(processes, oldFirst ? 0 : 1);
        }
        double[] medians = new double[2];
        for (int v = 0; v < 2; v++) {
            end(processes[v], versions[v], errors(), arguments);
            medians[v] = median(subject, versions[v], Files.readString(outputs[v]));
        }
        return medians;
    }

    /** Whether there are processors enough for both, and a command that divides them. */
    private static boolean sideBySide() {
        boolean enough =
                THREADS.matches("[1-9][0-9]{0,3}")
                        && 2 * Integer.parseInt(THREADS)
                                <= Runtime.getRuntime().availableProcessors();
        return enough
                && Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "taskset")));
    }

    /** Start of a command that runs on the first or on the other half of the processors. */
    private static List<String> pinned(boolean first) {
        int threads = Integer.parseInt(THREADS);
        int from = first ? 0 : threads;
        return List.of("taskset", "-c", from + "-" + (from + threads - 1));
    }

    private static void takeTurns(Process[] processes, int first)
            throws IOException, InterruptedException {
        int turn = first;
        while (processes[0].isAlive() || processes[1].isAlive()) {
            if (processes[turn].isAlive()) {
                signal("CONT", processes[turn]);
                if (!processes[turn].waitFor(TURN_MS, TimeUnit.MILLISECONDS)) {
                    signal("STOP", processes[turn]);
                }
            }
            turn = 1 - turn;
        }
    }

    private static void signal(String name, Process process)
            throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    private double[] pictures(Subject subject, boolean oldFirst)
            throws IOException, InterruptedException {
        double first = picture(oldFirst ? old : newer, subject);
        double second = picture(oldFirst ? newer : old, subject);
        return oldFirst ? new double[] {first, second} : new double[] {second, first};
    }

    /** Returns the seconds of a process that draws one picture into a file. */
    private double picture(Path version, Subject subject) throws IOException, InterruptedException {
        var file = scratch.resolve("picture.png").toString();
        long start = System.nanoTime();
        var arguments =
                new ArrayList<>(
                        List.of("render", subject.scene(), "-o", file, "--threads", THREADS));
        if (!PICTURE.isBlank()) {
            arguments.addAll(List.of(PICTURE.strip().split("\\s+")));
        }
        output(version, errors(), arguments);
        return (System.nanoTime() - start) / 1e9;
    }

    private ProcessBuilder.Redirect errors() {
        return ProcessBuilder.Redirect.to(scratch.resolve("errors").toFile());
    }

    /** Runs a version and returns what it printed. */
    private String output(Path version, ProcessBuilder.Redirect errors, List<String> arguments)
            throws IOException, InterruptedException {
        var file = scratch.resolve("output0");
        end(start(List.of(), version, errors, file, arguments), version, errors, arguments);
        return Files.readString(file);
    }

    private Process start(
            List<String> prefix,
            Path version,
            ProcessBuilder.Redirect errors,
            Path output,
            List<String> arguments)
            throws IOException {
        var command = new ArrayList<>(prefix);
        command.addAll(command(version, arguments));
        var process =
                new ProcessBuilder(command)
                        .redirectError(errors)
                        .redirectOutput(output.toFile())
                        .start();
        running.add(process);
        process.getOutputStream().close();
        return process;
    }

    private static List<String> command(Path version, List<String> arguments) {
        var command = new ArrayList<>(List.of(version.resolve("azulejo").toString()));
        command.addAll(arguments);
        return command;
    }

    private void end(
            Process process, Path version, ProcessBuilder.Redirect errors, List<String> arguments)
            throws IOException, InterruptedException {
        int code = process.waitFor();
        running.remove(process);
        if (code != 0) {
            var file = errors.file();
            throw new Refusal(
                    "versions: exit code %d of: %s%n%s"
                            .formatted(
                                    code,
                                    String.join(" ", command(version, arguments)),
                                    file == null ? "" : Files.readString(file.toPath()).strip()));
        }
    }

    /** The folder, and its commit where there is one. */
    private static String named(Path version) throws InterruptedException {
        try {
            var git =
                    new ProcessBuilder(
                                    "git",
                                    "-C",
                                    version.toString(),
                                    "describe",
                                    "--always",
                                    "--dirty")
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            var commit = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return git.waitFor() == 0 ? version + " (" + commit.strip() + ")" : version.toString();
        } catch (IOException e) {
            // No git: the folder says enough
            return version.toString();
        }
    }

    /** Also when interrupted: ends what runs, and removes what it wrote. */
    private void cleanUp() {
        for (var process : running) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            process.onExit().join();
        }
        for (var name : List.of("picture.png", "errors", "output0", "output1", "")) {
            try {
                Files.deleteIfExists(scratch.resolve(name));
            } catch (IOException e) {
                System.err.println("versions: " + e);
            }
        }
    }
}
