package dev.azulejo.serve.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.serve.message.ClientMessage;
import dev.azulejo.serve.session.SceneStore;
import dev.azulejo.serve.session.ServeLimits;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.ExecutionException;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;

/** The server with a certificate and a token, as others than this machine reach it. */
class EncryptedServerTest {
    private static final String TOKEN = "0123456789abcdef";
    private static final String PASSWORD = "changeit";

    @TempDir private static Path folder;

    private static SceneStore store;
    private static SceneServer server;
    private static HttpClient trusting;

    @BeforeAll
    static void open() throws Exception {
        var file = folder.resolve("server.p12");
        makeKey(file);
        store =
                new SceneStore(
                        List.of(new SceneStore.Served("teapot", DemoScenes.create("demo:teapot"))),
                        List.of());
        server =
                SceneServer.open(
                        new ServeOptions(
                                "0.0.0.0",
                                0,
                                TOKEN,
                                Certificate.read(file, PASSWORD),
                                List.of(),
                                2,
                                Kernels.SCALAR,
                                ServeLimits.DEFAULT),
                        store);
        trusting = HttpClient.newBuilder().sslContext(trusting(file)).build();
    }

    private static void makeKey(Path file) throws Exception {
        var made =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-keyalg",
                                "EC",
                                "-alias",
                                "server",
                                "-dname",
                                "CN=localhost",
                                "-ext",
                                "san=ip:127.0.0.1",
                                "-storetype",
                                "PKCS12",
                                "-storepass",
                                PASSWORD,
                                "-keystore",
                                file.toString())
                        .redirectErrorStream(true)
                        .start();
        var said = new String(made.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(made.waitFor()).as(said).isZero();
    }

    private static SSLContext trusting(Path file) throws Exception {
        var key = KeyStore.getInstance("PKCS12");
        try (var in = Files.newInputStream(file)) {
            key.load(in, PASSWORD.toCharArray());
        }
        var known = KeyStore.getInstance("PKCS12");
        known.load(null, null);
        known.setCertificateEntry("server", key.getCertificate("server"));
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(known);
        var context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    @AfterAll
    static void close() {
        trusting.close();
        server.close();
        store.close();
    }

    private static URI page() {
        return URI.create("https://127.0.0.1:%d/".formatted(server.port()));
    }

    private static URI stream() {
        return URI.create("wss://127.0.0.1:%d/stream".formatted(server.port()));
    }

    private static ClientMessage.Hello hello(String token) {
        return new ClientMessage.Hello(ClientMessage.NO_SESSION, 64, 48, token);
    }

    @Test
    void thePageIsEncrypted() throws Exception {
        assertThat(server.address()).isEqualTo("https://0.0.0.0:%d/".formatted(server.port()));
        var request = HttpRequest.newBuilder(page()).build();
        var answer = trusting.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("<canvas");
        assertThat(answer.sslSession().orElseThrow().getProtocol()).isEqualTo("TLSv1.3");
        try (var strict = HttpClient.newHttpClient()) {
            assertThatThrownBy(() -> strict.send(request, HttpResponse.BodyHandlers.ofString()))
                    .as("who does not know the certificate")
                    .isInstanceOf(SSLHandshakeException.class);
        }
    }

    @Test
    void thereIsNothingWithoutEncryption() throws Exception {
        try (var plain = new Socket("127.0.0.1", server.port())) {
            plain.setSoTimeout(10_000);
            var request = "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
            plain.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            String answer;
            try {
                var bytes = plain.getInputStream().readAllBytes();
                answer = new String(bytes, StandardCharsets.ISO_8859_1);
            } catch (IOException e) {
                answer = "";
            }
            assertThat(answer).doesNotContain("HTTP/1.1 200").doesNotContain("<canvas");
        }
    }

    @Test
    void whoKnowsTheTokenHasAStream() throws Exception {
        var here = "https://127.0.0.1:" + server.port();
        try (var client = TestClient.silent(trusting, stream(), here, SceneServer.PROTOCOL)) {
            client.send(hello(TOKEN));
            client.awaitExact();
            assertThat(client.width()).isEqualTo(64);
        }
        for (var wrong : List.of("", "0123456789abcdeF")) {
            try (var client = new TestClient(trusting, stream(), hello(wrong))) {
                assertThat(client.awaitEnd()).isEqualTo("another token expected");
            }
        }
        // The same place without encryption is another origin
        var plain = "http://127.0.0.1:" + server.port();
        assertThatThrownBy(() -> TestClient.silent(trusting, stream(), plain, SceneServer.PROTOCOL))
                .isInstanceOf(ExecutionException.class);
    }

    @Test
    void aKeyFileThatCannotBeUsedIsOneLine() throws Exception {
        var file = folder.resolve("server.p12");
        assertThatThrownBy(() -> Certificate.read(file, "another"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(file + ": no PKCS #12 file, or of another password: ")
                .hasMessageNotContaining("\n");
        var none = folder.resolve("none.p12");
        assertThatThrownBy(() -> Certificate.read(none, PASSWORD))
                .isInstanceOf(IllegalArgumentException.class);
        Files.writeString(none, "no key");
        assertThatThrownBy(() -> Certificate.read(none, PASSWORD))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(none + ": no PKCS #12 file");
    }
}
