package dev.azulejo.serve.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.serve.message.ClientMessage;
import dev.azulejo.serve.message.Setting;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.net.URI;
import java.net.http.HttpClient;
import java.util.Base64;

/** A session with its GPUs is exported by one process and goes on in another, byte by byte. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MovedSessionTest {
    private static TestClient join(HttpClient http, ServeProcess at) throws Exception {
        var uri = URI.create("ws://127.0.0.1:%d/stream".formatted(at.port()));
        var client = new TestClient(http, uri, TestClient.hello(320, 180));
        client.awaitText("welcome");
        return client;
    }

    private static String export(TestClient client) throws InterruptedException {
        client.send(new ClientMessage.Export());
        return client.awaitText("\"exported\"").replaceFirst(".*\"state\":\"([^\"]*)\".*", "$1");
    }

    @Test
    void itGoesOnInAnotherProcess() throws Exception {
        String state;
        int[] here;
        try (var second = ServeProcess.start();
                var http = HttpClient.newHttpClient()) {
            try (var first = ServeProcess.start();
                    var client = join(http, first)) {
                client.send(new ClientMessage.Set(0, Setting.SCENE, 1));
                client.send(new ClientMessage.Set(0, Setting.GPUS, 4));
                client.send(new ClientMessage.Set(0, Setting.REGIONS, 3));
                client.send(new ClientMessage.Set(0, Setting.PRETEST, 4));
                client.send(new ClientMessage.Set(0, Setting.SAMPLES, 8));
                client.drag(0.4f, -0.1f);
                client.awaitExact();
                here = client.pixels();
                state = export(client);
            }
            // The first one is gone for good
            try (var client = join(http, second)) {
                client.send(new ClientMessage.Import(Base64.getUrlDecoder().decode(state)));
                client.drag(0, 0);
                client.awaitText("\"gpu\":3");
                client.awaitExact();
                assertThat(client.pixels()).isEqualTo(here);
                assertThat(export(client)).isEqualTo(state);
                // And it goes on: turned further, it is another picture
                client.drag(0.1f, 0);
                client.awaitExact();
                assertThat(client.pixels()).isNotEqualTo(here);
            }
        }
    }
}
