package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.gltf.LoadLimits;
import dev.azulejo.scene.model.PlainText;
import dev.azulejo.serve.session.SceneStore;
import dev.azulejo.serve.session.ServeLimits;
import dev.azulejo.serve.web.Certificate;
import dev.azulejo.serve.web.SceneServer;
import dev.azulejo.serve.web.ServeOptions;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;

/** {@code azulejo serve}. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Serves a page on which scenes can be turned in a browser, rendered here, until it"
                        + " is ended.")
final class ServeCommand implements Callable<Integer> {
    /** Longest file with a token that is read, bytes. */
    private static final int LONGEST_FILE = 4096;

    @Parameters(
            arity = "1..*",
            paramLabel = "SCENE",
            description = "Scenes to choose from: files, or built-in ones.")
    List<String> scenes;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "7860",
            description = "Where it listens, 0 for any that is free (default: ${DEFAULT-VALUE}).")
    int port;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description =
                    "Address where it listens (default: ${DEFAULT-VALUE}, so that programs of this"
                            + " machine alone reach it); any other needs --token-file and --tls.")
    String host;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "Who connects must know what its first line says, 16..256 characters of ASCII"
                            + " without + & %% #: the page's address with #token=… at its end.")
    Path tokenFile;

    @Option(
            names = "--tls",
            paramLabel = "FILE",
            description =
                    "Encrypts: a PKCS #12 file with a private key and its certificate, whose"
                            + " password AZULEJO_TLS_PASSWORD says (azulejo if nothing does).")
    Path tls;

    @Option(
            names = "--embed-in",
            paramLabel = "ORIGIN",
            split = ",",
            description = "Pages that may hold this one, by their origin: https://example.org.")
    List<String> embedders = List.of();

    @Option(
            names = "--environment",
            paramLabel = "FILE",
            split = ",",
            description = "Surroundings to choose from beside the studio, .hdr or .exr; up to 15.")
    List<Path> environments = List.of();

    @Mixin EnvironmentCacheMixin environmentCache;

    @Option(
            names = "--sessions",
            paramLabel = "N",
            description = "Most that look at a time, 1..1000 (default: 8).")
    Integer sessions;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Threads that render a picture, 1..256; default: one a processor.")
    Integer threads;

    @Override
    public Integer call() {
        if (scenes.size() > 256) {
            throw new UserException("%d scenes; 256 at most".formatted(scenes.size()));
        }
        if (environments.size() > 15) {
            throw new UserException(
                    "--environment: %d files; 15 at most".formatted(environments.size()));
        }
        environmentCache.check(!environments.isEmpty(), false);
        var options = options();
        try {
            SceneServer.tryToListen(options);
        } catch (IOException e) {
            throw cannotListen(options, e);
        }
        try (var store = store()) {
            serve(options, store);
        }
        return 0;
    }

    private ServeOptions options() {
        var usual = ServeLimits.DEFAULT;
        try {
            var limits =
                    sessions == null
                            ? usual
                            : new ServeLimits(
                                    sessions,
                                    usual.resumeSeconds(),
                                    usual.pixels(),
                                    usual.messagesPerSecond());
            return new ServeOptions(
                    host,
                    port,
                    tokenFile == null ? null : token(),
                    tls == null ? null : certificate(),
                    embedders,
                    threads == null ? Runtime.getRuntime().availableProcessors() : threads,
                    Kernels.VECTOR,
                    limits);
        } catch (IllegalArgumentException e) {
            throw new UserException("serve: " + e.getMessage());
        }
    }

    private Certificate certificate() {
        try {
            return Certificate.read(tls, password());
        } catch (IllegalArgumentException e) {
            throw new UserException("--tls " + e.getMessage());
        }
    }

    private static String password() {
        var password = System.getenv("AZULEJO_TLS_PASSWORD");
        return password == null ? "azulejo" : password;
    }

    private String token() {
        try (var in = Files.newInputStream(tokenFile)) {
            var text = new String(in.readNBytes(LONGEST_FILE), StandardCharsets.UTF_8);
            return text.lines().findFirst().orElse("").strip();
        } catch (IOException e) {
            throw new UserException(
                    "--token-file %s: cannot be read: %s"
                            .formatted(tokenFile, WholeFile.reason(e)));
        }
    }

    private SceneStore store() {
        // All are in memory together
        var left = LoadLimits.defaults();
        var surroundings = new ArrayList<SceneStore.Surroundings>();
        for (var file : environments) {
            var environment = environmentCache.load(file, left, Cancellation.NEVER);
            surroundings.add(new SceneStore.Surroundings(shortName(file), environment));
            left = EnvironmentMixin.left(left, environment);
        }
        var served = new ArrayList<SceneStore.Served>();
        var names = new HashSet<String>();
        for (var argument : scenes) {
            var scene = SceneFiles.load(argument, left, Cancellation.NEVER);
            served.add(new SceneStore.Served(name(argument, names), scene));
        }
        return new SceneStore(served, surroundings);
    }

    /** What clients call a scene: never where its file lies. */
    private static String name(String argument, HashSet<String> taken) {
        String name =
                SceneFiles.isBuiltIn(argument) || argument.equals(SceneFiles.STANDARD)
                        ? argument
                        : shortName(Path.of(argument));
        String unique = name;
        for (int i = 2; !taken.add(unique); i++) {
            unique = "%s (%d)".formatted(name, i);
        }
        return unique;
    }

    private static String shortName(Path file) {
        String name = PlainText.of(String.valueOf(file.getFileName()));
        return name.length() > 60 ? name.substring(0, 60) : name;
    }

    /** Serves until the process, or this thread, is ended. */
    private static void serve(ServeOptions options, SceneStore store) {
        boolean interrupted = false;
        try (var server = SceneServer.open(options, store)) {
            var leaving = new Thread(server::close, "azulejo-serve-ends");
            Runtime.getRuntime().addShutdownHook(leaving);
            System.out.printf(
                    "azulejo: %s%s%n", server.address(), options.token() == null ? "" : "#token=…");
            System.out.flush();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                // Told again when the port is free: nothing on the way there waits then
                interrupted = true;
            }
            Runtime.getRuntime().removeShutdownHook(leaving);
        } catch (IOException e) {
            throw cannotListen(options, e);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static UserException cannotListen(ServeOptions options, IOException e) {
        return new UserException(
                "--port %d: cannot listen at %s: %s"
                        .formatted(options.port(), options.host(), WholeFile.reason(e)));
    }
}
