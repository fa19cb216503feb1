package dev.azulejo.serve.web;

import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.serve.session.SceneStore;
import dev.azulejo.serve.session.ServeLimits;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server in a process of its own. */
final class ServeProcess implements AutoCloseable {
    private final Process process;
    private final int port;

    private ServeProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    static ServeProcess start() throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var process =
                new ProcessBuilder(
                                java,
                                "-cp",
                                System.getProperty("java.class.path"),
                                ServeProcess.class.getName())
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        var out =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        var line = out.readLine();
        if (line == null) {
            process.destroyForcibly();
            throw new IOException("the server does not start");
        }
        return new ServeProcess(process, Integer.parseInt(line));
    }

    int port() {
        return port;
    }

    /** Says the port, and serves until nobody reads from it. */
    public static void main(String[] arguments) throws Exception {
        var scenes =
                List.of(
                        new SceneStore.Served("objects", DemoScenes.create("demo:objects")),
                        new SceneStore.Served("teapot", DemoScenes.create("demo:teapot")));
        var options =
                new ServeOptions(
                        "127.0.0.1",
                        0,
                        null,
                        null,
                        List.of(),
                        2,
                        Kernels.SCALAR,
                        ServeLimits.DEFAULT);
        try (var store = new SceneStore(scenes, List.of());
                var server = SceneServer.open(options, store)) {
            System.out.println(server.port());
            System.out.flush();
            while (System.in.read() >= 0) {
                Thread.onSpinWait();
            }
        }
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
