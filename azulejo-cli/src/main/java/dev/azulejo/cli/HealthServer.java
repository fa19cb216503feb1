package dev.azulejo.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.azulejo.cluster.engine.HostPort;
import dev.azulejo.cluster.work.WorkerNode;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Says by HTTP how a worker is: {@code /health} in JSON, {@code /metrics} as Prometheus reads it.
 */
final class HealthServer implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /** Begins to answer. */
    HealthServer(HostPort place, WorkerNode node, int slots) {
        try {
            server = HttpServer.create(new InetSocketAddress(place.host(), place.port()), 16);
        } catch (IOException e) {
            throw new UserException(
                    "--health %s: cannot listen there: %s".formatted(place, WholeFile.reason(e)));
        }
        server.setExecutor(threads);
        server.createContext(
                "/health", exchange -> answer(exchange, "/health", health(node.health(), slots)));
        server.createContext(
                "/metrics",
                exchange -> answer(exchange, "/metrics", metrics(node.health(), slots)));
        server.start();
    }

    private static void answer(HttpExchange exchange, String path, String text) throws IOException {
        try (exchange) {
            if (!exchange.getRequestURI().getPath().equals(path)) {
                exchange.sendResponseHeaders(404, -1);
            } else if (!exchange.getRequestMethod().equals("GET")) {
                exchange.sendResponseHeaders(405, -1);
            } else {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                var type =
                        path.equals("/health") ? "application/json" : "text/plain; version=0.0.4";
                exchange.getResponseHeaders().add("Content-Type", type);
                exchange.sendResponseHeaders(200, bytes.length);
                exchange.getResponseBody().write(bytes);
            }
        }
    }

    private static String health(WorkerNode.Health health, int slots) {
        return "{\"status\":\"up\",\"release\":\"%s\",\"members\":%d,\"slots\":%d,\"busy\":%d}\n"
                .formatted(Release.NAME, health.members(), slots, health.busy());
    }

    private static String metrics(WorkerNode.Health health, int slots) {
        return line("gauge", "members", health.members())
                + line("gauge", "jobs", health.jobs())
                + line("gauge", "slots", slots)
                + line("gauge", "units", health.units())
                + line("gauge", "busy", health.busy())
                + line("counter", "done_total", health.done())
                + line("counter", "gave_up_total", health.gaveUp())
                + line("gauge", "stored_bytes", health.stored());
    }

    private static String line(String kind, String name, long value) {
        return "# TYPE azulejo_worker_%s %s\nazulejo_worker_%s %d\n"
                .formatted(name, kind, name, value);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
