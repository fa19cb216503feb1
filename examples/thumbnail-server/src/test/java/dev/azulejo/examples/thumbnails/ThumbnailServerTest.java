package dev.azulejo.examples.thumbnails;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.scene.service.RendererOptions;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

import javax.imageio.ImageIO;

/** Real requests to a real server. */
class ThumbnailServerTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private ThumbnailServer server;

    private static ServerOptions options() {
        return ServerOptions.defaults()
                .withPort(0)
                .withDeadline(LONG)
                .withWarmUp(2)
                .withRenderer(RendererOptions.defaults().withThreads(2).withQueueCapacity(100));
    }

    @AfterEach
    void stop() {
        client.shutdownNow();
        if (server != null) {
            server.close();
        }
    }

    private URI uri(String rest) {
        return URI.create("http://127.0.0.1:%d%s".formatted(server.port(), rest));
    }

    private HttpRequest post(String query, byte[] model) {
        return HttpRequest.newBuilder(uri("/thumbnail" + query))
                .POST(HttpRequest.BodyPublishers.ofByteArray(model))
                .timeout(LONG)
                .build();
    }

    private HttpResponse<byte[]> send(HttpRequest request)
            throws IOException, InterruptedException {
        return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
    }

    private CompletableFuture<HttpResponse<byte[]>> sendAsync(HttpRequest request) {
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
    }

    private static String line(HttpResponse<byte[]> answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    private static void await(String what, BooleanSupplier holds) throws InterruptedException {
        long end = System.nanoTime() + LONG.toNanos();
        while (!holds.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(end);
            Thread.sleep(5);
        }
    }

    private static int colours(BufferedImage image) {
        var colours = new HashSet<Integer>();
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                colours.add(image.getRGB(x, y));
            }
        }
        return colours.size();
    }

    @Test
    void twentyAtOnceGetTheirPictures() throws IOException {
        server = ThumbnailServer.start(options());
        var answers = new ArrayList<CompletableFuture<HttpResponse<byte[]>>>();
        for (int i = 0; i < 20; i++) {
            var query = "?size=%dx96&format=%s".formatted(100 + i, i % 2 == 0 ? "png" : "jpg");
            answers.add(sendAsync(post(query, Models.sphere(24 + i, 40 * i, 1))));
        }
        for (int i = 0; i < 20; i++) {
            var answer = answers.get(i).join();
            assertThat(answer.statusCode()).as(line(answer)).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type"))
                    .contains(i % 2 == 0 ? "image/png" : "image/jpeg");
            var image = ImageIO.read(new ByteArrayInputStream(answer.body()));
            assertThat(image.getWidth()).isEqualTo(100 + i);
            assertThat(image.getHeight()).isEqualTo(96);
            assertThat(colours(image)).isGreaterThan(100);
        }
        assertThat(server.counts().frames()).isEqualTo(20 + 2);
        assertThat(server.heldBytes()).isZero();
    }

    /** The same model again is not loaded again, and gives the same bytes. */
    @Test
    void whatIsKnownIsNotLoadedAgain() throws IOException, InterruptedException {
        server = ThumbnailServer.start(options());
        var model = Models.sphere(40, 3, 2);
        var first = send(post("?azimuth=10&elevation=5", model));
        var second = send(post("?azimuth=10&elevation=5", model));
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(server.counts().cacheMisses()).isOne();
        assertThat(server.counts().cacheHits()).isOne();
        var other = send(post("?azimuth=100&elevation=50", Models.sphere(40, 4, 2)));
        assertThat(other.body()).isNotEqualTo(first.body());
    }

    @Test
    void hostileModelsGetOneLineAndDisturbNobody() throws IOException, InterruptedException {
        server = ThumbnailServer.start(options());
        var good = post("?size=64x64", Models.sphere(16, 7, 1));
        byte[] picture = send(good).body();
        for (var model : Models.hostile()) {
            var beside = sendAsync(good);
            var answer = send(post("", model));
            assertThat(answer.statusCode()).as(line(answer)).isEqualTo(422);
            assertThat(line(answer)).hasSizeBetween(10, 1000).doesNotContainPattern("\\R");
            assertThat(beside.join().body()).isEqualTo(picture);
        }
        assertThat(server.counts().failures()).isEqualTo(Models.hostile().size());
        assertThat(server.heldBytes()).isZero();
    }

    /** The picture would take many seconds; nobody waits for it any more. */
    @Test
    void aClientThatHangsUpCancelsItsRender() throws IOException, InterruptedException {
        server =
                ThumbnailServer.start(
                        options().withRenderer(RendererOptions.defaults().withThreads(1)));
        long frames = server.counts().frames();
        var slow = sendAsync(post("?size=1024x1024", Models.slow()));
        await("the scene is there", () -> server.counts().cacheMisses() == 1);
        assertThat(slow.cancel(true)).isTrue();
        await("the render has ended", () -> server.rendering() == 0);
        assertThat(server.counts().cancellations()).isOne();
        assertThat(server.counts().frames()).isEqualTo(frames);
        assertThat(server.heldBytes()).isZero();
        // The only thread is free again
        assertThat(send(post("?size=64x64", Models.sphere(16, 7, 1))).statusCode()).isEqualTo(200);
    }

    /** So does one whose connection breaks, told by a socket that closes. */
    @Test
    void aConnectionThatClosesCancelsItsRender() throws IOException, InterruptedException {
        server =
                ThumbnailServer.start(
                        options().withRenderer(RendererOptions.defaults().withThreads(1)));
        byte[] model = Models.slow();
        try (var socket = new Socket("127.0.0.1", server.port())) {
            var out = socket.getOutputStream();
            out.write(
                    """
                    POST /thumbnail?size=512x512 HTTP/1.1\r
                    Host: test\r
                    Content-Length: %d\r
                    \r
                    """
                            .formatted(model.length)
                            .getBytes(StandardCharsets.US_ASCII));
            out.write(model);
            out.flush();
            await("it is taken", () -> server.rendering() == 1);
        }
        await("the work has ended", () -> server.rendering() == 0);
        assertThat(server.counts().cancellations()).isOne();
    }

    @Test
    void aDeadlineEndsWhatTakesTooLong() throws IOException, InterruptedException {
        server = ThumbnailServer.start(options().withDeadline(Duration.ofMillis(1)));
        // Sent in no time, and never rendered within a millisecond
        var answer = send(post("?size=1024x1024", Models.sphere(60, 1, 50)));
        assertThat(answer.statusCode()).as(line(answer)).isEqualTo(504);
        assertThat(line(answer)).contains("0.001 s, its deadline");
    }

    @Test
    void whoDripsIsCutOff() throws IOException, InterruptedException {
        server = ThumbnailServer.start(options().withDeadline(Duration.ofSeconds(1)));
        try (var socket = new Socket("127.0.0.1", server.port())) {
            socket.setSoTimeout((int) LONG.toMillis());
            var out = socket.getOutputStream();
            out.write(
                    "POST /thumbnail HTTP/1.1\r\nHost: test\r\nContent-Length: 1000\r\n\r\n{"
                            .getBytes(StandardCharsets.US_ASCII));
            out.flush();
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        await("its room is given back", () -> server.heldBytes() == 0);
        assertThat(server.counts().frames()).isEqualTo(2);
    }

    @Test
    void tooManyAreToldToComeAgain() throws IOException, InterruptedException {
        server =
                ThumbnailServer.start(
                        options()
                                .withRenderer(
                                        RendererOptions.defaults()
                                                .withThreads(1)
                                                .withQueueCapacity(0)));
        var slow = sendAsync(post("", Models.slow()));
        await("the only thread is busy", () -> server.counts().cacheMisses() == 1);
        var answer = send(post("", Models.sphere(16, 7, 1)));
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).contains("1");
        assertThat(server.counts().refusals()).isOne();
        slow.cancel(true);
        await("it is free", () -> server.rendering() == 0);
    }

    @Test
    void roomForModelsIsBounded() throws IOException, InterruptedException {
        server =
                ThumbnailServer.start(
                        options().withMaxUploadBytes(100_000).withMaxHeldBytes(150_000));
        var tooLarge =
                HttpRequest.newBuilder(uri("/thumbnail"))
                        .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[100_001]))
                        .expectContinue(true)
                        .build();
        assertThat(send(tooLarge).statusCode()).isEqualTo(413);
        try (var socket = new Socket("127.0.0.1", server.port())) {
            var out = socket.getOutputStream();
            out.write(
                    "POST /thumbnail HTTP/1.1\r\nHost: test\r\nContent-Length: 100000\r\n\r\n{"
                            .getBytes(StandardCharsets.US_ASCII));
            out.flush();
            await("its room is taken", () -> server.heldBytes() == 100_000);
            var second =
                    HttpRequest.newBuilder(uri("/thumbnail"))
                            .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[60_000]))
                            .expectContinue(true)
                            .build();
            assertThat(send(second).statusCode()).isEqualTo(503);
        }
        await("it has gone", () -> server.heldBytes() == 0);
        var chunked =
                HttpRequest.newBuilder(uri("/thumbnail"))
                        .POST(
                                HttpRequest.BodyPublishers.ofInputStream(
                                        () -> new ByteArrayInputStream(new byte[10])))
                        .build();
        assertThat(send(chunked).statusCode()).isEqualTo(411);
    }

    @Test
    void questionsThatMakeNoSenseAreRefused() throws IOException, InterruptedException {
        server = ThumbnailServer.start(options());
        var model = Models.sphere(8, 1, 1);
        for (var query :
                new String[] {
                    "?size=0x1",
                    "?size=1025x1",
                    "?size=1e9x1",
                    "?size=-1x5",
                    "?size=",
                    "?format=exe",
                    "?azimuth=x",
                    "?azimuth=NaN",
                    "?elevation=91"
                }) {
            var answer = send(post(query, model));
            assertThat(answer.statusCode()).as(query + ": " + line(answer)).isEqualTo(400);
            assertThat(line(answer)).as(query).contains("expected").doesNotContainPattern("\\R");
        }
        assertThat(send(HttpRequest.newBuilder(uri("/x")).build()).statusCode()).isEqualTo(404);
        var status = send(HttpRequest.newBuilder(uri("/status")).build());
        assertThat(line(status)).contains("\"frames\": 2,").contains("\"heldBytes\": 0,");
        var page = send(HttpRequest.newBuilder(uri("/")).build());
        assertThat(line(page)).contains("<title>Thumbnails</title>");
    }
}
