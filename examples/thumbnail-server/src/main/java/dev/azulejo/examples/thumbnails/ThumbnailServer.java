package dev.azulejo.examples.thumbnails;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.cancel.DeadlineException;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.service.Renderer;
import dev.azulejo.scene.service.RendererCounts;
import dev.azulejo.scene.service.RequestRefused;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Pictures of models over HTTP.
 *
 * <pre>
 *  POST /thumbnail?size=256x256&amp;format=png    a .glb, or a .gltf with everything in it
 *  GET  /status                               totals, as JSON
 *  GET  /                                     a page to try it with
 * </pre>
 *
 * <p>Answers: 200 and a picture; 400, 404, 411, 413 for what was asked wrongly; 422 and one line
 * for a model that cannot be used; 503 if there are too many; 504 if it took too long.
 *
 * <p>The server is one whose connections are always read, so that a client that hangs up is noticed
 * while its picture is being made.
 */
public final class ThumbnailServer implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("thumbnails");

    private final ServerOptions options;
    private final Renderer renderer;
    private final Vertx vertx;
    private final HttpServer server;
    private final String page = resource("index.html");
    private final Upload.Room room;
    private final AtomicInteger rendering = new AtomicInteger();

    /** A thread for each request that waits for its picture; the renderer has those that work. */
    private final ExecutorService waiting = Executors.newVirtualThreadPerTaskExecutor();

    private ThumbnailServer(ServerOptions options) {
        this.options = options;
        room = new Upload.Room(options.maxHeldBytes());
        renderer = Renderer.open(options.renderer());
        renderer.warmUp(options.warmUp());
        vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
        // Nobody may say nothing for longer than a picture can take
        int idle = (int) Math.max(1, 2 * options.deadline().toSeconds());
        server =
                vertx.createHttpServer(
                                new HttpServerOptions()
                                        .setHost(options.host())
                                        .setPort(options.port())
                                        .setIdleTimeout(idle)
                                        .setIdleTimeoutUnit(TimeUnit.SECONDS))
                        .requestHandler(this::handle);
    }

    /** Starts a server; it listens when this returns. */
    public static ThumbnailServer start(ServerOptions options) {
        var server = new ThumbnailServer(options);
        try {
            server.server.listen().toCompletionStage().toCompletableFuture().join();
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
        return server;
    }

    /** Starts one from the command line: {@code [--host=HOST] [--port=PORT]}. */
    public static void main(String[] arguments) {
        var options = ServerOptions.defaults();
        for (var argument : arguments) {
            if (argument.matches("--port=\\d{1,5}")) {
                options = options.withPort(Integer.parseInt(argument.substring(7)));
            } else if (argument.matches("--host=.+")) {
                options = options.withHost(argument.substring(7));
            } else {
                System.err.println("expected: [--host=HOST] [--port=PORT]");
                System.exit(2);
            }
        }
        var server = start(options);
        Runtime.getRuntime().addShutdownHook(new Thread(server::close));
        System.out.printf("listening on http://%s:%d/%n", options.host(), server.port());
    }

    /** Returns the port. */
    public int port() {
        return server.actualPort();
    }

    /** Returns what the renderer has done so far. */
    public RendererCounts counts() {
        return renderer.counts();
    }

    /** Returns how many pictures are being made, or wait to be. */
    public int rendering() {
        return rendering.get();
    }

    /** Returns the bytes of models that are held. */
    public long heldBytes() {
        return room.held();
    }

    private void handle(HttpServerRequest request) {
        switch (request.method().name() + " " + request.path()) {
            case "POST /thumbnail" -> receive(request);
            case "GET /status" -> send(request.response(), 200, "application/json", status());
            case "GET /" -> send(request.response(), 200, "text/html; charset=utf-8", page);
            default -> refuse(request, new Upload.Refusal(404, "nothing here"));
        }
    }

    private void receive(HttpServerRequest request) {
        try {
            var wanted = Wanted.of(request.params(), options);
            Upload.receive(
                    request,
                    vertx,
                    options,
                    room,
                    upload -> render(request.response(), upload, wanted),
                    refusal -> refuse(request, refusal));
        } catch (IllegalArgumentException e) {
            refuse(request, new Upload.Refusal(400, e.getMessage()));
        }
    }

    private void render(HttpServerResponse response, Upload upload, Wanted wanted) {
        var gone = new Cancellation();
        response.closeHandler(closed -> gone.cancel());
        rendering.incrementAndGet();
        var loop = vertx.getOrCreateContext();
        waiting.execute(
                () -> {
                    try {
                        var answer = answer(upload.model(), wanted, gone);
                        loop.runOnContext(ignored -> answer.send(response));
                    } finally {
                        upload.release();
                        rendering.decrementAndGet();
                    }
                });
    }

    /** What is sent back, whatever came of a model. */
    private record Answer(int status, String type, byte[] body) {
        Answer(int status, String line) {
            this(status, "text/plain; charset=utf-8", line.getBytes(StandardCharsets.UTF_8));
        }

        void send(HttpServerResponse response) {
            if (response.closed()) {
                return;
            }
            if (status == 503) {
                response.putHeader("Retry-After", "1");
            }
            ThumbnailServer.send(response, status, type, Buffer.buffer(body));
        }
    }

    private Answer answer(byte[] model, Wanted wanted, Cancellation gone) {
        try {
            var picture = renderer.render(model, wanted.request(), gone);
            return new Answer(200, wanted.mediaType(), picture.encode(wanted.format()));
        } catch (SceneException e) {
            return new Answer(422, e.getMessage());
        } catch (RequestRefused e) {
            return new Answer(503, "too many requests at once: try again later");
        } catch (DeadlineException e) {
            return new Answer(504, e.getMessage());
        } catch (CancelledException e) {
            return new Answer(503, "ended early");
        } catch (RuntimeException | OutOfMemoryError e) {
            LOG.log(System.Logger.Level.ERROR, "a request failed", e);
            return new Answer(500, "internal error");
        }
    }

    /** Says no to what may still be on its way; it is not read. */
    private void refuse(HttpServerRequest request, Upload.Refusal refusal) {
        var response = request.response();
        if (request.version() == HttpVersion.HTTP_1_1) {
            response.putHeader("Connection", "close");
        }
        send(response, refusal.status(), "text/plain; charset=utf-8", refusal.why());
    }

    private static void send(HttpServerResponse response, int status, String type, String body) {
        send(response, status, type, Buffer.buffer(body));
    }

    private static void send(HttpServerResponse response, int status, String type, Buffer body) {
        response.setStatusCode(status)
                .putHeader("Content-Type", type)
                .putHeader("X-Content-Type-Options", "nosniff")
                .putHeader("Cache-Control", "no-store")
                .end(body);
    }

    private String status() {
        var counts = renderer.counts();
        return String.format(
                Locale.ROOT,
                """
                {"frames": %d, "cacheHits": %d, "cacheMisses": %d, "evictions": %d,
                 "refusals": %d, "failures": %d, "cancellations": %d, "waiting": %d,
                 "rendering": %d, "cachedBytes": %d, "heldBytes": %d, "kernels": "%s"}
                """,
                counts.frames(),
                counts.cacheHits(),
                counts.cacheMisses(),
                counts.evictions(),
                counts.refusals(),
                counts.failures(),
                counts.cancellations(),
                counts.waiting(),
                rendering.get(),
                counts.cachedBytes(),
                room.held(),
                renderer.kernels());
    }

    private static String resource(String name) {
        try (InputStream in = ThumbnailServer.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Ends everything: those who wait are answered as far as they still can be. */
    @Override
    public void close() {
        renderer.close();
        waiting.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
