package dev.azulejo.servers.common;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** A server's process. */
final class Started implements AutoCloseable {
    /** How it logs. */
    private static final String ONE_LINE =
            "-Djava.util.logging.SimpleFormatter.format=%4$s %3$s %5$s%n";

    private final Process process;
    private final int port;

    private Started(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Starts one, and returns when it listens.
     *
     * @param said takes in what it says of itself, warnings of the virtual machine for one
     */
    static Started start(Candidate candidate, Path home, Set<String> said) throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", ONE_LINE));
        command.addAll(candidate.program(home));
        var process = new ProcessBuilder(command).start();
        Thread.ofVirtual().start(() -> listen(process.errorReader(StandardCharsets.UTF_8), said));
        var lines = process.inputReader(StandardCharsets.UTF_8);
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("port ")) {
                Thread.ofVirtual().start(() -> listen(lines, said));
                return new Started(process, Integer.parseInt(line.substring("port ".length())));
            }
            said.add(line);
        }
        throw new IOException(candidate.title() + " does not start: " + said);
    }

    private static void listen(BufferedReader lines, Set<String> said) {
        try (lines) {
            lines.lines().forEach(said::add);
        } catch (IOException | UncheckedIOException e) {
            // It was ended meanwhile
        }
    }

    int port() {
        return port;
    }

    /** Returns the processor time that it has taken, all threads. */
    long cpuNanos() {
        return ProcessClock.nanos(process.pid());
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
