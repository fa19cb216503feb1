package dev.azulejo.serve.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.serve.message.ClientCodec;
import dev.azulejo.serve.message.ClientMessage;
import dev.azulejo.serve.message.Setting;
import dev.azulejo.serve.session.SceneStore;
import dev.azulejo.serve.session.ServeLimits;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** The server by its sockets: who gets in, what comes of it, and what does not hurt it. */
class SceneServerTest {
    private static final ServeLimits LIMITS = new ServeLimits(3, 60, 1920 * 1080, 300);

    private static SceneStore store;
    private final HttpClient http = HttpClient.newHttpClient();
    private SceneServer server;

    @BeforeAll
    static void load() {
        store =
                new SceneStore(
                        List.of(
                                new SceneStore.Served("teapot", DemoScenes.create("demo:teapot")),
                                new SceneStore.Served(
                                        "objects", DemoScenes.create("demo:objects"))),
                        List.of());
    }

    @AfterAll
    static void unload() {
        store.close();
    }

    private static ServeOptions options(String token, List<String> embedders) {
        return new ServeOptions("127.0.0.1", 0, token, null, embedders, 2, Kernels.SCALAR, LIMITS);
    }

    @BeforeEach
    void open() throws IOException {
        server = SceneServer.open(options(null, List.of()), store);
    }

    @AfterEach
    void close() {
        server.close();
        http.close();
    }

    private URI stream() {
        return URI.create("ws://127.0.0.1:%d/stream".formatted(server.port()));
    }

    private TestClient join(int width, int height) throws Exception {
        return new TestClient(http, stream(), TestClient.hello(width, height));
    }

    private HttpResponse<String> get(String path) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(server.address()).resolve(path)).build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void thePageIsThereWithItsRules() throws Exception {
        for (var path :
                List.of(
                        "/",
                        "/page.css",
                        "/page.js",
                        "/stream.js",
                        "/protocol.js",
                        "/charts.js",
                        "/embed.js",
                        "/icon.svg")) {
            var answer = get(path);
            assertThat(answer.statusCode()).as(path).isEqualTo(200);
            assertThat(answer.body()).isNotBlank();
            assertThat(answer.headers().firstValue("Content-Security-Policy"))
                    .hasValue(
                            "default-src 'none'; script-src 'self'; style-src 'self'; img-src"
                                    + " 'self' blob:; connect-src 'self'; base-uri 'none';"
                                    + " form-action 'none'; frame-ancestors 'self'");
            assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
            assertThat(answer.headers().firstValue("Server")).isEmpty();
        }
        // No script and no style within the page: the rules would not let them run
        assertThat(get("/").body()).doesNotContain("<style", "style=", "onclick", "javascript:");
        assertThat(get("/health").body()).startsWith("{\"status\":\"up\",\"sessions\":0,");
    }

    /** No address leads to a file. */
    @Test
    void nothingElseIsThere() throws Exception {
        for (var path :
                List.of(
                        "/index.html",
                        "/../pom.xml",
                        "/%2e%2e/%2e%2e/etc/passwd",
                        "/page.js/../../x",
                        "//etc/passwd",
                        "/stream",
                        "/SceneServer.class")) {
            var line =
                    raw(
                            "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
                                    .formatted(path));
            assertThat(line).as(path).matches("HTTP/1.1 (400|404|426) .*");
        }
        assertThat(raw("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n"))
                .startsWith("HTTP/1.1 405 ");
        // A stranger's name that was made to lead here
        assertThat(raw("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n")).startsWith("HTTP/1.1 421 ");
        assertThat(raw("GET / HTTP/1.1\r\nHost: localhost:1\r\n\r\n")).startsWith("HTTP/1.1 200 ");
        assertThat(raw("nonsense\r\n\r\n")).startsWith("HTTP/1.1 400 ");
    }

    /** Returns the first line of an answer. */
    private String raw(String request) throws IOException {
        try (var socket = new Socket("127.0.0.1", server.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            var answer = new byte[12_000];
            int read = socket.getInputStream().read(answer);
            return new String(answer, 0, Math.max(0, read), StandardCharsets.ISO_8859_1)
                    .lines()
                    .findFirst()
                    .orElse("");
        }
    }

    @Test
    void pagesOfOthersGetNoStream() throws Exception {
        String here = "http://127.0.0.1:" + server.port();
        try (var own = TestClient.silent(http, stream(), here, SceneServer.PROTOCOL)) {
            own.send(TestClient.hello(64, 48));
            own.awaitExact();
        }
        for (var origin :
                List.of(
                        "https://evil.example",
                        "null",
                        here + "1",
                        "http://127.0.0.1",
                        here.replace("http:", "https:"))) {
            assertThatThrownBy(
                            () -> TestClient.silent(http, stream(), origin, SceneServer.PROTOCOL))
                    .as(origin)
                    .isInstanceOf(ExecutionException.class);
        }
        assertThatThrownBy(() -> TestClient.silent(http, stream(), here, "azulejo.99"))
                .isInstanceOf(ExecutionException.class);
    }

    @Test
    void whoKnowsTheTokenGetsIn() throws Exception {
        server.close();
        server = SceneServer.open(options("0123456789abcdef", List.of("https://a.example")), store);
        var policy = get("/").headers().firstValue("Content-Security-Policy").orElseThrow();
        assertThat(policy).endsWith("frame-ancestors 'self' https://a.example");
        for (var token : List.of("", "0123456789abcdeF", "0123456789abcdef0")) {
            var hello = new ClientMessage.Hello(ClientMessage.NO_SESSION, 64, 48, token);
            try (var client = new TestClient(http, stream(), hello)) {
                assertThat(client.awaitEnd()).isEqualTo("another token expected");
                assertThat(client.endCode()).isEqualTo(1008);
            }
        }
        assertThat(server.sessions()).isZero();
        var hello = new ClientMessage.Hello(ClientMessage.NO_SESSION, 64, 48, "0123456789abcdef");
        try (var client = new TestClient(http, stream(), hello)) {
            client.awaitExact();
        }
    }

    @Test
    void othersNeedATokenAndEncryption() {
        assertThatThrownBy(
                        () ->
                                new ServeOptions(
                                        "0.0.0.0",
                                        0,
                                        null,
                                        null,
                                        List.of(),
                                        1,
                                        Kernels.SCALAR,
                                        LIMITS))
                .hasMessage("0.0.0.0: others could connect; a token and TLS expected");
        assertThatThrownBy(
                        () ->
                                new ServeOptions(
                                        "0.0.0.0",
                                        0,
                                        "0123456789abcdef",
                                        null,
                                        List.of(),
                                        1,
                                        Kernels.SCALAR,
                                        LIMITS))
                .hasMessageContaining("a token and TLS expected");
        assertThatThrownBy(() -> options("short", List.of()))
                .hasMessage("a token of 5 characters; 16..256 expected");
        for (var wrong :
                List.of("*", "https://a.example/", "a.example", "https://a b", "ftp://a")) {
            assertThatThrownBy(() -> options(null, List.of(wrong)))
                    .hasMessageContaining("is no origin");
        }
    }

    /** After a connection is lost, the session goes on where it was, in one picture. */
    @Test
    void aLostConnectionComesBack() throws Exception {
        byte[] session;
        int[] before;
        try (var client = join(96, 64)) {
            client.drag(0.3f, 0.1f);
            client.awaitExact();
            before = client.pixels();
            session = client.session();
            client.abort();
        }
        try (var client =
                new TestClient(http, stream(), new ClientMessage.Hello(session, 96, 64, ""))) {
            client.await(
                    "an exact picture",
                    () -> client.last() != null && (client.last().flags() & 4) != 0);
            assertThat(client.pixels()).isEqualTo(before);
            assertThat(client.session()).isEqualTo(session);
        }
        assertThat(server.sessions()).isEqualTo(1);
    }

    @Test
    void sessionsAreBounded() throws Exception {
        try (var a = join(64, 48);
                var b = join(64, 48);
                var c = join(64, 48)) {
            a.awaitExact();
            b.awaitExact();
            c.awaitExact();
            assertThat(server.sessions()).isEqualTo(3);
            try (var d = join(64, 48)) {
                assertThat(d.awaitEnd()).isEqualTo("all 3 sessions are taken");
            }
            assertThat(get("/health").body()).contains("\"sessions\":3");
            // Who has gone might come back, but not at the cost of who is there
            byte[] gone = b.session();
            b.abort();
            for (int i = 0; i < 600 && !joins(gone); i++) {
                Thread.sleep(50);
            }
            assertThat(server.sessions()).isEqualTo(3);
            a.drag(0.1f, 0);
            a.awaitExact();
        }
    }

    /** Whether a newcomer gets in, in place of a session that has been left. */
    private boolean joins(byte[] gone) throws Exception {
        try (var client = join(64, 48)) {
            client.await("an answer", () -> client.last() != null || client.endReason() != null);
            return client.last() != null && !Arrays.equals(gone, client.session());
        }
    }

    /** Nonsense ends a connection with the reason, and hurts nobody else. */
    @Test
    void nonsenseEndsAConnection() throws Exception {
        try (var good = join(64, 48)) {
            good.awaitExact();
            assertEnds("hello expected first", ClientCodec.encode(new ClientMessage.Alive()));
            assertEnds("kind 77 is unknown", new byte[] {1, 77});
            assertEnds("cut off", new byte[] {1});
            assertEnds("version 9 of the messages, 1 expected", new byte[] {9, 1});
            try (var client = TestClient.silent(http, stream(), null, SceneServer.PROTOCOL)) {
                client.raw(new byte[3000]);
                assertThat(client.awaitEnd())
                        .isEqualTo("a message of more than " + ClientCodec.LONGEST + " bytes");
            }
            try (var client = TestClient.silent(http, stream(), null, SceneServer.PROTOCOL)) {
                client.text("x");
                assertThat(client.awaitEnd()).isEqualTo("no texts expected");
            }
            try (var client = join(64, 48)) {
                client.awaitExact();
                client.send(TestClient.hello(64, 48));
                assertThat(client.awaitEnd()).isEqualTo("hello was said before");
            }
            try (var client = join(64, 48)) {
                client.awaitExact();
                // 600 at once are borne; the end may come while others are on their way
                int sent = 0;
                while (sent < 5_000 && client.mayStillSend(new ClientMessage.Alive())) {
                    sent++;
                }
                assertThat(sent).isGreaterThanOrEqualTo(590);
                assertThat(client.awaitEnd()).matches("too many messages|java.io.IOException: .*");
            }
            good.drag(0.1f, 0);
            good.awaitExact();
        }
    }

    private void assertEnds(String why, byte[] message) throws Exception {
        try (var client = TestClient.silent(http, stream(), null, SceneServer.PROTOCOL)) {
            client.raw(message);
            assertThat(client.awaitEnd()).isEqualTo(why);
        }
    }

    /** Whoever says nothing is sent away. */
    @Test
    void whoDoesNotGreetIsSentAway() throws Exception {
        try (var client = TestClient.silent(http, stream(), null, SceneServer.PROTOCOL)) {
            long start = System.nanoTime();
            client.awaitEnd();
            assertThat(System.nanoTime() - start).isBetween(3_000_000_000L, 30_000_000_000L);
        }
        assertThat(server.sessions()).isZero();
    }

    /** Signs of life are no greeting, and as many as there may be messages. */
    @Test
    void pingsHoldNothingOpen() throws Exception {
        try (var client = TestClient.silent(http, stream(), null, SceneServer.PROTOCOL)) {
            long start = System.nanoTime();
            while (!client.hasEnded() && System.nanoTime() - start < 20_000_000_000L) {
                client.ping();
                Thread.sleep(500);
            }
            assertThat(client.awaitEnd()).isEqualTo("hello expected in time");
            assertThat(client.pongs()).isBetween(2, 20);
        }
        try (var client = join(64, 48)) {
            client.awaitExact();
            try {
                for (int i = 0; i < 700; i++) {
                    client.ping();
                }
            } catch (CompletionException e) {
                // Ended meanwhile
            }
            // Who still sends may find the line cut before the reason is read
            assertThat(client.awaitEnd()).matches("too many messages|java.io.IOException: .*");
        }
    }

    /** A message that never ends, in parts of nothing: each counts. */
    @Test
    void partsOfMessagesCount() throws Exception {
        try (var client = join(64, 48)) {
            client.awaitExact();
            int sent = 0;
            while (sent < 5000 && client.mayStillSendNothing()) {
                sent++;
            }
            assertThat(client.awaitEnd()).matches("too many messages|java.io.IOException: .*");
        }
    }

    /** Nothing, or half a request, a byte now and then: neither holds a place for long. */
    @Test
    void halfRequestsHoldNothingOpen() throws Exception {
        try (var silent = new Socket("127.0.0.1", server.port());
                var slow = new Socket("127.0.0.1", server.port());
                var sound = new Socket("127.0.0.1", server.port())) {
            long start = System.nanoTime();
            var request = "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
            sound.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            silent.setSoTimeout(30_000);
            var out = slow.getOutputStream();
            out.write(
                    "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ".getBytes(StandardCharsets.US_ASCII));
            boolean open = true;
            while (open && System.nanoTime() - start < 40_000_000_000L) {
                Thread.sleep(300);
                try {
                    out.write('x');
                } catch (IOException e) {
                    open = false;
                }
            }
            assertThat(open).isFalse();
            assertThat(silent.getInputStream().read()).isEqualTo(-1);
            // One with an answer, and nothing more to say, is left to the time that idleness has
            sound.setSoTimeout(30_000);
            var answer = new byte[12_000];
            assertThat(sound.getInputStream().read(answer)).isPositive();
            assertThat(System.nanoTime() - start).isGreaterThan(4_000_000_000L);
        }
    }

    /** Random settings in any order, some of them nonsense: the picture is that of the state. */
    @Test
    void anySettingsLeaveARunningSession() throws Exception {
        var random = new Random(Long.getLong("azulejo.seed", 24));
        try (var client = join(64, 48)) {
            client.awaitExact();
            for (int i = 0; i < 120; i++) {
                var what = Setting.values()[random.nextInt(Setting.values().length)];
                int range = what.most() - what.least() + 1;
                int value = what.least() + random.nextInt(Math.min(range, 12));
                client.send(new ClientMessage.Set(0, what, value));
                if (i % 10 == 9) {
                    Thread.sleep(60);
                }
            }
            client.send(new ClientMessage.Set(0, Setting.PLAYING, 0));
            client.drag(0.1f, 0.1f);
            client.awaitExact();
        }
        try (var client = join(64, 48)) {
            client.awaitExact();
        }
    }
}
