import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;

/**
 * Lays out what a distribution holds: a runtime of the JDK that this runs on, cut down to the
 * modules that are needed, our jars beside it, launchers, licences, and start-up caches where they
 * can be recorded.
 *
 * <pre>
 *  azulejo-VERSION/  azulejo, azulejo.cmd
 *                    lib/       jars; classpath: their names, in order; *.aot; compiler.directives
 *                    runtime/   what jlink makes
 *                    LICENSE, NOTICE, THIRD-PARTY.md, README.md, bom.json
 * </pre>
 *
 * <p>Arguments: the root of the project; the folder with lib/ and bom.json; the image's folder,
 * which is made anew; the time that files get.
 */
public final class Distribution {
    /** A module, and what for. */
    private enum Needed {
        BASE("java.base"),
        /** Pictures, read and written. */
        DESKTOP("java.desktop"),
        /** What the library says of itself goes to a log. */
        LOGGING("java.logging"),
        /** Reports look at the collector and the threads. */
        MANAGEMENT("java.management"),
        VECTORS("jdk.incubator.vector"),
        /** How a worker of a cluster is. */
        HTTP("jdk.httpserver"),
        /** Names in the certificate of a server. */
        NAMING("java.naming"),
        /** Flight recordings of a renderer. */
        RECORDER("jdk.jfr"),
        /** A thread's processor time, in reports. */
        PROCESSOR_TIME("jdk.management"),
        /** sun.misc, of which libraries make use. */
        UNSUPPORTED("jdk.unsupported");

        private final String module;

        Needed(String module) {
            this.module = module;
        }
    }

    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private Distribution() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        var root = Path.of(arguments[0]).toAbsolutePath().normalize();
        var made = Path.of(arguments[1]).toAbsolutePath();
        var image = Path.of(arguments[2]).toAbsolutePath();
        var time = FileTime.from(Instant.parse(arguments[3]));
        delete(image.getParent());
        Files.createDirectories(image.resolve("lib"));
        link(image.resolve("runtime"));
        var jars = jars(made, image.resolve("lib"));
        copy(root.resolve("azulejo"), image);
        copy(root.resolve("azulejo.cmd"), image);
        copy(root.resolve("config/compiler.directives"), image.resolve("lib"));
        copy(root.resolve("LICENSE"), image);
        copy(root.resolve("config/jar/META-INF/NOTICE"), image);
        copy(root.resolve("config/dist/THIRD-PARTY.md"), image);
        copy(root.resolve("config/dist/README.md"), image);
        copy(made.resolve("bom.json"), image);
        try (var files = Files.walk(image)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                // Before caches are recorded, which remember how old a jar is
                Files.setLastModifiedTime(file, time);
            }
        }
        record(image, jars, made.resolve("training"));
    }

    private static void link(Path runtime) {
        var modules = new ArrayList<String>();
        for (var needed : Needed.values()) {
            modules.add(needed.module);
        }
        var jlink =
                ToolProvider.findFirst("jlink")
                        .orElseThrow(() -> new IllegalStateException("this JDK has no jlink"));
        int code =
                jlink.run(
                        System.out,
                        System.err,
                        "--add-modules",
                        String.join(",", modules),
                        "--strip-java-debug-attributes",
                        "--no-header-files",
                        "--no-man-pages",
                        "--generate-cds-archive",
                        "--output",
                        runtime.toString());
        if (code != 0) {
            throw new IllegalStateException("jlink ended with " + code);
        }
    }

    /**
     * Copies the jars, with their classes brought up to date for start-up caches, and writes down
     * their order.
     */
    private static List<Path> jars(Path made, Path lib) throws IOException, InterruptedException {
        List<Path> found;
        try (var files = Files.list(made.resolve("lib"))) {
            found = files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
        }
        var command = new ArrayList<>(List.of(JAVA, "-cp", classPath(found)));
        command.add("dev.azulejo.cli.ModernJars");
        command.add(made.resolve("modern").toString());
        found.forEach(jar -> command.add(jar.toString()));
        var jars = new ArrayList<Path>();
        for (var jar : run(command).strip().split(File.pathSeparator)) {
            copy(Path.of(jar), lib);
            jars.add(lib.resolve(Path.of(jar).getFileName()));
        }
        var names = jars.stream().map(jar -> jar.getFileName().toString()).toList();
        Files.writeString(lib.resolve("classpath"), String.join("\n", names) + "\n");
        return jars;
    }

    /** Records what the script azulejo records when it builds, on the runtime that will use it. */
    private static void record(Path image, List<Path> jars, Path folder)
            throws IOException, InterruptedException {
        var java = image.resolve("runtime").resolve("bin").resolve("java").toString();
        for (boolean vectors : new boolean[] {false, true}) {
            var command =
                    new ArrayList<>(
                            List.of(
                                    java,
                                    "--sun-misc-unsafe-memory-access=allow",
                                    "-Djava.awt.headless=true",
                                    "-XX:-UsePerfData",
                                    "-XX:+UseCondCardMark",
                                    "-XX:-DontCompileHugeMethods",
                                    "-XX:+UseSerialGC",
                                    "-XX:+UnlockDiagnosticVMOptions",
                                    "-XX:-AOTRecordTraining"));
            if (vectors) {
                command.add("--add-modules=jdk.incubator.vector");
            }
            var cache = image.resolve("lib").resolve(vectors ? "azulejo.aot" : "still.aot");
            command.add("-XX:AOTCacheOutput=" + cache);
            command.addAll(List.of("-cp", classPath(jars)));
            command.addAll(List.of("dev.azulejo.cli.StartTraining", folder.toString()));
            if (vectors) {
                command.add("--kernels=vector");
            }
            run(command);
        }
    }

    private static String classPath(List<Path> jars) {
        return jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    /** Runs a command and returns what it prints; what it says beside that is shown. */
    private static String run(List<String> command) throws IOException, InterruptedException {
        var process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        process.getOutputStream().close();
        String said;
        try (var out = process.inputReader()) {
            said = String.join("\n", out.readAllLines());
        }
        int code = process.waitFor();
        if (code != 0) {
            throw new IllegalStateException(command + " ended with " + code + ": " + said);
        }
        return said;
    }

    private static void copy(Path file, Path folder) throws IOException {
        Files.copy(
                file,
                folder.resolve(file.getFileName()),
                StandardCopyOption.COPY_ATTRIBUTES,
                StandardCopyOption.REPLACE_EXISTING);
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (var files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(Distribution::deleteOne);
        }
    }

    private static void deleteOne(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
