package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The command that serves, as docs/serve.md says it, and what it refuses. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ServeCommandTest {
    private static final Pattern ADDRESS =
            Pattern.compile("azulejo: (http://127\\.0\\.0\\.1:\\d+/)\n");

    @TempDir Path folder;

    /**
     * Each command without a key: it says an address, where a page is, and ends when it is told to.
     */
    @Test
    void commandsDoWhatThePageSays() throws Exception {
        for (var model : List.of("duck.gltf", "goose.gltf")) {
            Files.createDirectories(folder.resolve("models"));
            Files.writeString(folder.resolve("models").resolve(model), StartTraining.model());
        }
        int count = 0;
        for (var line : Files.readAllLines(Path.of("../docs/serve.md"))) {
            if (!line.startsWith("./azulejo ") || line.contains("--tls")) {
                continue;
            }
            var words = new ArrayList<String>();
            for (var word : line.substring("./azulejo ".length()).split(" ")) {
                words.add(word.startsWith("models/") ? folder.resolve(word).toString() : word);
            }
            if (!words.contains("--port")) {
                words.addAll(List.of("--port", "0"));
            }
            var process = ClusterProcess.start(folder, words.toArray(String[]::new));
            try {
                process.awaitSaid("azulejo: http://");
                var found = ADDRESS.matcher(process.said());
                assertThat(found.find()).as(process.said()).isTrue();
                try (var http = HttpClient.newHttpClient()) {
                    var request = HttpRequest.newBuilder(URI.create(found.group(1))).build();
                    var page = http.send(request, HttpResponse.BodyHandlers.ofString());
                    assertThat(page.body()).contains("<title>Azulejo</title>");
                }
                process.signal("TERM");
                assertThat(process.end()).startsWith("143\n");
            } finally {
                process.close();
            }
            count++;
        }
        assertThat(count).isEqualTo(2);
    }

    private static void assertRefused(String why, String... arguments) {
        var all = new ArrayList<>(List.of("serve"));
        all.addAll(List.of(arguments));
        assertThat(CommandRun.run(all.toArray(String[]::new)))
                .as(why)
                .startsWith("2\n")
                .contains(why);
    }

    @Test
    void whatCannotBeServedIsRefused() throws Exception {
        assertRefused("Missing required parameter: 'SCENE'");
        assertRefused("no such file", "nowhere.glb", "--port", "0");
        assertRefused("port=65536 is not in 0..65535", "demo:teapot", "--port", "65536");
        assertRefused(
                "0.0.0.0: others could connect; a token and TLS expected",
                "demo:teapot",
                "--host",
                "0.0.0.0");
        assertRefused("sessions: 0 is not in 1..1000", "demo:teapot", "--sessions", "0");
        assertRefused("threads=0 is not in 1..256", "demo:teapot", "--threads", "0");
        assertRefused("'example.org' is no origin", "demo:teapot", "--embed-in", "example.org");
        var token = folder.resolve("token.txt");
        assertRefused(
                "cannot be read: no such file", "demo:teapot", "--token-file", token.toString());
        Files.writeString(token, "short\n");
        assertRefused("a token of 5 characters", "demo:teapot", "--token-file", token.toString());
        Files.writeString(token, "0123456789abcdef+more\n");
        assertRefused(
                "a token with other characters than letters, digits and signs of ASCII",
                "demo:teapot",
                "--token-file",
                token.toString());
        Files.writeString(token, "x".repeat(257));
        assertRefused("a token of 257 characters", "demo:teapot", "--token-file", token.toString());
        assertRefused("no PKCS #12 file", "demo:teapot", "--tls", token.toString());
        var none = folder.resolve("none.p12").toString();
        assertRefused("--tls " + none + ": no such file", "demo:teapot", "--tls", none);
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var port = Integer.toString(taken.getLocalPort());
            // Before anything is loaded
            assertRefused("cannot listen at 127.0.0.1", "nowhere.glb", "--port", port);
        }
    }
}
