package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** The command as a process of its own, as it is on each machine of a cluster. */
final class ClusterProcess {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Process process;
    private final Path said;

    /** Where it says how it is; null if it does not. */
    private final String health;

    private ClusterProcess(Path folder, List<String> before, String health, List<String> arguments)
            throws IOException {
        this.health = health;
        said = Files.createTempFile(folder, "said", ".txt");
        var command = new ArrayList<>(before);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of(
                        "--sun-misc-unsafe-memory-access=allow",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx700m",
                        "-Dstderr.encoding=UTF-8",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.azulejo.cli.Main"));
        command.addAll(arguments);
        process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile())
                        .start();
        process.getOutputStream().close();
    }

    /** Starts a command. */
    static ClusterProcess start(Path folder, String... arguments) throws IOException {
        return new ClusterProcess(folder, List.of(), null, List.of(arguments));
    }

    /** Starts a worker of one slot, and waits until it is ready. */
    static ClusterProcess worker(Path folder, String... arguments)
            throws IOException, InterruptedException {
        return workerBehind(folder, List.of(), "127.0.0.1:" + freePort(), arguments);
    }

    /** Likewise, by a command that runs a command, such as one elsewhere in the network. */
    static ClusterProcess workerBehind(
            Path folder, List<String> before, String health, String... arguments)
            throws IOException, InterruptedException {
        var all = new ArrayList<>(List.of("worker", "--threads=1", "--health=" + health));
        all.addAll(List.of(arguments));
        var worker = new ClusterProcess(folder, before, health, all);
        while (!worker.said().contains("azulejo: worker at ")) {
            assertThat(worker.process.isAlive()).as(worker.said()).isTrue();
            Thread.sleep(20);
        }
        return worker;
    }

    /** Returns a port that nobody listens at. */
    static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Returns what it has written so far. */
    String said() throws IOException {
        return Files.readString(said, StandardCharsets.UTF_8);
    }

    /** Returns where a worker listens, by which others call it. */
    String place() throws IOException {
        var found = Pattern.compile("azulejo: worker at ([0-9.:]+)").matcher(said());
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    /** Returns what a worker answers to a request. */
    String ask(String path) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://%s%s".formatted(health, path)));
        var answer = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
        return answer.statusCode() + " " + answer.body();
    }

    /** Waits until a worker answers so. */
    void await(String path, String part) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        while (!ask(path).contains(part)) {
            assertThat(System.nanoTime() - begin).as(part).isLessThan(120_000_000_000L);
            Thread.sleep(5);
        }
    }

    /** Waits until it has written something. */
    void awaitSaid(String part) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        while (!said().contains(part)) {
            assertThat(System.nanoTime() - begin).as(said()).isLessThan(60_000_000_000L);
            Thread.sleep(5);
        }
    }

    /** Sends it a signal. */
    void signal(String name) throws IOException, InterruptedException {
        var kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Waits for its end, and returns its exit code, then everything that it wrote. */
    String end() throws IOException, InterruptedException {
        assertThat(process.waitFor(240, TimeUnit.SECONDS)).as(said()).isTrue();
        return process.exitValue() + "\n" + said();
    }

    /** Kills it, if it is still there. */
    void close() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
