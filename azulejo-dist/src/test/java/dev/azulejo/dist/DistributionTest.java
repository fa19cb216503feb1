package dev.azulejo.dist;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.spi.ToolProvider;

import javax.imageio.ImageIO;

/**
 * What is handed out is unpacked and started: the archive where there is no Java at all, the one
 * jar without a flag.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DistributionTest {
    private static final Path ARCHIVE = Path.of(System.getProperty("azulejo.archive"));

    private static final Path JAR = Path.of(System.getProperty("azulejo.jar"));

    private static final boolean WINDOWS = ARCHIVE.toString().endsWith(".zip");

    /** What the launcher asks of a machine; there is no Java among it. */
    private static final List<String> TOOLS = List.of("bash", "env", "dirname", "readlink", "cat");

    @TempDir static Path folder;

    private Path home;
    private Path path;

    private record Run(int code, String out, String err) {}

    @BeforeAll
    void unpack() throws IOException, InterruptedException {
        var to = Files.createDirectory(folder.resolve("a place with spaces"));
        // Windows has it as well, and its tar reads zip
        var tar = run(List.of("tar", "-xf", ARCHIVE.toString(), "-C", to.toString()), Map.of());
        assertThat(tar.code).as(tar.err).isZero();
        try (var folders = Files.list(to)) {
            home = folders.findFirst().orElseThrow();
        }
        path = Files.createDirectory(folder.resolve("path"));
        if (!WINDOWS) {
            for (var tool : TOOLS) {
                Files.createSymbolicLink(path.resolve(tool), find(tool));
            }
        }
    }

    /** Else what clears away after the test says that they lead elsewhere. */
    @AfterAll
    void removeLinks() throws IOException {
        for (var tool : TOOLS) {
            Files.deleteIfExists(path.resolve(tool));
        }
    }

    private static Path find(String tool) {
        return Arrays.stream(System.getenv("PATH").split(System.getProperty("path.separator")))
                .map(place -> Path.of(place, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }

    private Run run(List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        var out = Files.createTempFile(folder, "out", "");
        var err = Files.createTempFile(folder, "err", "");
        var builder =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile());
        builder.environment().remove("AZULEJO_JAVA_OPTS");
        builder.environment().remove("JDK_JAVA_OPTIONS");
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().putAll(environment);
        var process = builder.start();
        process.getOutputStream().close();
        int code = process.waitFor();
        return new Run(code, Files.readString(out), Files.readString(err));
    }

    /** Starts the archive's command where no Java can be found. */
    private Run azulejo(String... arguments) throws IOException, InterruptedException {
        return azulejo(Map.of(), arguments);
    }

    private Run azulejo(Map<String, String> also, String... arguments)
            throws IOException, InterruptedException {
        return run(command(arguments), environment(also));
    }

    private List<String> command(String... arguments) {
        var command = new ArrayList<String>();
        command.add(home.resolve(WINDOWS ? "azulejo.cmd" : "azulejo").toString());
        command.addAll(List.of(arguments));
        return command;
    }

    private Map<String, String> environment(Map<String, String> also) {
        var environment = new HashMap<>(also);
        environment.put("JAVA_HOME", "");
        if (!WINDOWS) {
            environment.putAll(Map.of("PATH", path.toString(), "HOME", "/none"));
        }
        return environment;
    }

    /** One that goes on until it is ended. */
    private record Server(Process process, Path said) implements AutoCloseable {
        /** Waits until it says something, and returns the rest of that line. */
        String await(String begin) throws IOException, InterruptedException {
            for (int i = 0; i < 1_200; i++) {
                var text = Files.readString(said);
                int at = text.indexOf(begin);
                int end = at < 0 ? -1 : text.indexOf('\n', at);
                if (end >= 0) {
                    return text.substring(at + begin.length(), end).strip();
                }
                assertThat(process.isAlive()).as(text).isTrue();
                Thread.sleep(50);
            }
            throw new AssertionError(Files.readString(said));
        }

        @Override
        public void close() throws IOException {
            // The launcher has become the virtual machine, but on Windows
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
            assertThat(Files.readString(said)).doesNotContain("WARNING", "Exception");
        }
    }

    private Server server(String... arguments) throws IOException {
        var said = Files.createTempFile(folder, "said", "");
        var builder =
                new ProcessBuilder(command(arguments))
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile());
        builder.environment().remove("AZULEJO_JAVA_OPTS");
        builder.environment().putAll(environment(Map.of()));
        return new Server(builder.start(), said);
    }

    private Run jar(String... arguments) throws IOException, InterruptedException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var command = new ArrayList<>(List.of(java, "-jar", JAR.toString()));
        command.addAll(List.of(arguments));
        return run(command, Map.of());
    }

    private static void assertShowsSomething(Path picture) throws IOException {
        var image = ImageIO.read(picture.toFile());
        assertThat(image.getWidth()).isEqualTo(1280);
        assertThat(image.getHeight()).isEqualTo(720);
        var colours = new HashSet<Integer>();
        for (int y = 0; y < 720; y++) {
            for (int x = 0; x < 1280; x++) {
                colours.add(image.getRGB(x, y));
            }
        }
        assertThat(colours).hasSizeGreaterThan(1000);
    }

    @Test
    void bothRenderTheTeapotAndTheSameBytes() throws IOException, InterruptedException {
        long begin = System.nanoTime();
        var archive = azulejo("render", "demo:teapot", "-o", "archive.png");
        long between = System.nanoTime();
        var jar = jar("render", "demo:teapot", "-o", "jar.png");
        long end = System.nanoTime();
        assertThat(archive.code).as(archive.err).isZero();
        assertThat(jar.code).as(jar.err).isZero();
        assertThat(archive.out + archive.err).doesNotContainIgnoringCase("warning");
        assertThat(jar.out + jar.err).doesNotContainIgnoringCase("warning");
        assertShowsSomething(folder.resolve("archive.png"));
        assertThat(folder.resolve("jar.png")).hasSameBinaryContentAs(folder.resolve("archive.png"));
        System.out.printf(
                "%s: %.1f MB, unpacked %.1f MB, teapot after %.2f s; %s: %.1f MB, %.2f s%n",
                ARCHIVE.getFileName(),
                Files.size(ARCHIVE) / 1e6,
                bytes(home) / 1e6,
                (between - begin) / 1e9,
                JAR.getFileName(),
                Files.size(JAR) / 1e6,
                (end - between) / 1e9);
    }

    private static long bytes(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            long sum = 0;
            for (var file : files.filter(Files::isRegularFile).toList()) {
                sum += Files.size(file);
            }
            return sum;
        }
    }

    /** One command of each kind: together they need every module and library that is there. */
    @Test
    void commandsFindWhatTheyNeed() throws IOException, InterruptedException {
        for (var arguments :
                List.of(
                        "--version",
                        "info demo:teapot",
                        "render demo:objects -o a.jpg --size 64x64 --report a.json",
                        "render demo:objects -o b.png --size 64x64 --kernels vector",
                        "render demo:objects -o turn.png --size 64x64 --frames 3",
                        "bench demo:objects --size 64x64 --frames 3",
                        "compare demo:objects --technique reuse --size 64x64 --frames 2 --page"
                                + " c.html",
                        "figures",
                        "machines",
                        "trace demo:objects -o d.trace --size 64x64",
                        "simulate d.trace --machine group-4 -o e.html")) {
            var run = azulejo(arguments.split(" "));
            assertThat(run.code).as(arguments + ": " + run.err).isZero();
            assertThat(run.err).as(arguments).doesNotContain("WARNING", "Exception", "Scalar");
        }
        assertThat(azulejo("--version").out)
                .matches("azulejo [0-9]+\\.[0-9]+\\.[0-9]+(-SNAPSHOT)?\n");
        assertThat(folder.resolve("a.jpg")).isNotEmptyFile();
        assertThat(folder.resolve("turn0002.png")).isNotEmptyFile();
        assertThat(folder.resolve("c.html")).isNotEmptyFile();
        assertThat(folder.resolve("e.html")).isNotEmptyFile();
    }

    /** The libraries that speak HTTP and WebSocket, and those between machines, are there, too. */
    @Test
    @Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void serversFindWhatTheyNeed() throws Exception {
        try (var serve = server("serve", "demo:teapot", "--port", "0");
                var http = HttpClient.newHttpClient()) {
            var address = "http" + serve.await("azulejo: http");
            var page = HttpRequest.newBuilder(URI.create(address)).build();
            var said = http.send(page, HttpResponse.BodyHandlers.ofString());
            assertThat(said.statusCode()).isEqualTo(200);
            assertThat(said.body()).contains("<canvas");
            var opened = new CompletableFuture<String>();
            var listener =
                    new WebSocket.Listener() {
                        @Override
                        public CompletionStage<?> onText(
                                WebSocket socket, CharSequence data, boolean last) {
                            opened.complete(data.toString());
                            return null;
                        }
                    };
            // Version 1, hello, no session, 64x64
            var hello = new byte[22];
            hello[0] = 1;
            hello[1] = 1;
            hello[19] = 64;
            hello[21] = 64;
            var socket =
                    http.newWebSocketBuilder()
                            .subprotocols("azulejo.1")
                            .buildAsync(
                                    URI.create(address.replace("http:", "ws:") + "stream"),
                                    listener)
                            .get(30, TimeUnit.SECONDS);
            socket.sendBinary(ByteBuffer.wrap(hello), true).get(30, TimeUnit.SECONDS);
            assertThat(opened.get(30, TimeUnit.SECONDS)).contains("welcome");
            // The client waits for it
            socket.abort();
        }
        int port;
        try (var free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        var place = "127.0.0.1:" + port;
        try (var worker = server("worker", "--listen", place)) {
            worker.await("azulejo: worker at");
            var render = "render demo:objects demo:teapot -o out --size 64x64 --cluster " + place;
            Files.createDirectory(folder.resolve("out"));
            var run = azulejo(render.split(" "));
            assertThat(run.code).as(run.err).isZero();
            assertThat(run.err).contains("cluster: 1 workers, 0 lost").doesNotContain("WARNING");
            assertThat(folder.resolve("out/demo-teapot.png")).isNotEmptyFile();
        }
    }

    /**
     * The caches that make a start quick fit jars and runtime after all have been moved: our
     * classes come out of them.
     */
    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "its launcher uses no caches")
    void startUpCachesFit() throws IOException, InterruptedException {
        var must = Map.of("AZULEJO_JAVA_OPTS", "-XX:AOTMode=on -Xlog:class+load");
        for (var kernels : List.of("auto", "vector")) {
            var flags = azulejo("--java-flags", "render", "a.glb", "--kernels=" + kernels);
            assertThat(flags.out.contains("jdk.incubator.vector"))
                    .isEqualTo(kernels.equals("vector"));
            var run =
                    azulejo(must, "render", "demo:objects", "-o", "c.png", "--kernels=" + kernels);
            assertThat(run.code).as(kernels + ": " + run.err).isZero();
            assertThat(run.out)
                    .contains("dev.azulejo.cli.Main source: shared objects file")
                    .contains("picocli.CommandLine source: shared objects file");
        }
    }

    /** What goes wrong is said as anywhere else. */
    @Test
    void mistakesAreTold() throws IOException, InterruptedException {
        var archive = azulejo("render", "none.glb", "-o", "a.png");
        assertThat(archive.code).isEqualTo(2);
        assertThat(archive.err).startsWith("azulejo: none.glb: no such file").hasLineCount(1);
        var jar = jar("render", "none.glb", "-o", "a.png");
        assertThat(jar.code).isEqualTo(2);
        assertThat(jar.err).isEqualTo(archive.err);
    }

    /** A manifest cannot name the module of the vectors: the jar does without, and says so. */
    @Test
    void theJarSaysWhichKernelsRun() throws IOException, InterruptedException {
        var run = jar("bench", "demo:objects", "--size", "64x64", "--frames", "2");
        assertThat(run.code).as(run.err).isZero();
        assertThat(run.err).contains("Scalar kernels run", "--add-modules jdk.incubator.vector");
    }

    @Test
    void theJarHoldsOneProgram() throws IOException {
        try (var jar = new JarFile(JAR.toFile())) {
            var attributes = jar.getManifest().getMainAttributes();
            assertThat(attributes.getValue("Main-Class")).isEqualTo("dev.azulejo.cli.Main");
            assertThat(attributes.getValue("Multi-Release")).isEqualTo("true");
            assertThat(attributes.getValue("Build-Jdk-Spec")).isNull();
            assertThat(jar.stream().map(Object::toString))
                    .contains(
                            "META-INF/LICENSE",
                            "META-INF/NOTICE",
                            "META-INF/THIRD-PARTY.md",
                            "META-INF/FastDoubleParser-LICENSE",
                            "META-INF/services/com.fasterxml.jackson.core.JsonFactory")
                    .doesNotContain("module-info.class")
                    .noneMatch(name -> name.endsWith(".SF") || name.endsWith(".RSA"));
        }
    }

    private List<Path> jars() throws IOException {
        try (var files = Files.list(home.resolve("lib"))) {
            return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
        }
    }

    @Test
    void everyLibraryIsListedWithItsLicence() throws IOException {
        var licences = Files.readString(home.resolve("THIRD-PARTY.md")).replaceAll("\\s+", " ");
        var materials = Files.readString(home.resolve("bom.json"));
        assertThat(materials).contains("\"bomFormat\" : \"CycloneDX\"", "SHA-256");
        var order = Files.readAllLines(home.resolve("lib/classpath"));
        assertThat(order).hasSameSizeAs(jars());
        assertThat(home.resolve("lib/compiler.directives")).isNotEmptyFile();
        for (var jar : jars()) {
            String file = jar.getFileName().toString();
            assertThat(order).contains(file);
            String name = file.replaceFirst("-\\d.*", "");
            assertThat(materials).as(name).contains("\"name\" : \"%s\"".formatted(name));
            if (!name.startsWith("azulejo-")) {
                assertThat(licences).as(name).contains(name);
            }
            // Listed as published, and told to be another in here
            if (!licences.contains("unchanged but for %s in".formatted(name))) {
                assertThat(materials).as(name).contains(sha256(jar));
            }
        }
        assertThat(home.resolve("LICENSE")).isNotEmptyFile();
        assertThat(home.resolve("runtime/legal/java.base")).isNotEmptyDirectory();
    }

    private static String sha256(Path file) throws IOException {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void ourJarsAreModulesUnderTheirLicence() throws IOException, InterruptedException {
        int ours = 0;
        for (var file : jars()) {
            String name = file.getFileName().toString();
            if (name.startsWith("azulejo-")) {
                ours++;
                try (var jar = new JarFile(file.toFile())) {
                    assertThat(jar.getEntry("META-INF/LICENSE")).as(name).isNotNull();
                    assertThat(jar.getEntry("META-INF/NOTICE")).as(name).isNotNull();
                    assertThat(
                                    jar.getManifest()
                                            .getMainAttributes()
                                            .getValue("Automatic-Module-Name"))
                            .isEqualTo("dev.azulejo." + name.split("-")[1]);
                }
            }
        }
        assertThat(ours).as("core, scene, sim, cluster, serve, cli").isEqualTo(6);
        var java = home.resolve(WINDOWS ? "runtime/bin/java.exe" : "runtime/bin/java");
        for (var arguments :
                List.of("render demo:objects -o modules.png --kernels=vector", "machines")) {
            var command =
                    new ArrayList<>(List.of(java.toString(), "-p", home.resolve("lib").toString()));
            command.add("--add-modules=ALL-MODULE-PATH,jdk.incubator.vector");
            command.addAll(List.of("-m", "dev.azulejo.cli/dev.azulejo.cli.Main"));
            command.addAll(List.of(arguments.split(" ")));
            var run = run(command, Map.of());
            assertThat(run.code).as(run.err).isZero();
        }
        assertThat(folder.resolve("modules.png")).isNotEmptyFile();
    }

    /** The runtime has the modules that our own code names. */
    @Test
    void theRuntimeHasWhatOurCodeNames() throws IOException, InterruptedException {
        var jdeps = ToolProvider.findFirst("jdeps").orElseThrow();
        var said = new StringWriter();
        var arguments =
                new ArrayList<>(
                        List.of("--print-module-deps", "--ignore-missing-deps", "--no-recursive"));
        arguments.addAll(List.of("--multi-release", "25"));
        jars().stream()
                .filter(jar -> jar.getFileName().toString().startsWith("azulejo-"))
                .map(Path::toString)
                .forEach(arguments::add);
        var out = new PrintWriter(said, true);
        assertThat(jdeps.run(out, out, arguments.toArray(String[]::new))).as("" + said).isZero();
        var named = List.of(said.toString().strip().split(","));
        assertThat(named).contains("java.base", "java.desktop", "jdk.incubator.vector", "jdk.jfr");
        var java = home.resolve(WINDOWS ? "runtime/bin/java.exe" : "runtime/bin/java");
        var modules = run(List.of(java.toString(), "--list-modules"), Map.of());
        assertThat(modules.out.lines().map(line -> line.replaceFirst("@.*", "")))
                .containsAll(named)
                .doesNotContain("jdk.compiler", "java.sql");
    }
}
