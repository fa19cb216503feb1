package dev.azulejo.serve.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.serve.session.SceneStore;
import dev.azulejo.serve.session.ServeLimits;
import dev.azulejo.serve.session.Viewers;

import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.junit.jupiter.api.Test;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What waits for a client that takes nothing in, without a socket: its buffers are as they are. */
class StreamEndpointTest {
    private static final int MB = 1 << 20;

    private final List<String> calls = Collections.synchronizedList(new ArrayList<>());
    private final List<Callback> sending = new ArrayList<>();

    /** A session that notes what it is told, and sends nothing. */
    private Session session() {
        return (Session)
                Proxy.newProxyInstance(
                        Session.class.getClassLoader(),
                        new Class<?>[] {Session.class},
                        (proxy, method, arguments) -> {
                            calls.add(method.getName());
                            if (method.getName().startsWith("send")) {
                                sending.add((Callback) arguments[1]);
                            }
                            return null;
                        });
    }

    @Test
    void whoTakesNothingInIsCutOff() {
        var options =
                new ServeOptions(
                        "127.0.0.1",
                        0,
                        null,
                        null,
                        List.of(),
                        1,
                        Kernels.SCALAR,
                        ServeLimits.DEFAULT);
        var scene = new SceneStore.Served("teapot", DemoScenes.create("demo:teapot"));
        try (var store = new SceneStore(List.of(scene), List.of());
                var viewers =
                        new Viewers(store, options.limits(), 1, Kernels.SCALAR, System::nanoTime)) {
            var endpoint = new StreamEndpoint(viewers, new Gate(options));
            endpoint.onWebSocketOpen(session());
            assertThat(endpoint.isBusy()).isFalse();
            for (int i = 0; i < 16; i++) {
                endpoint.frame(new byte[MB]);
            }
            assertThat(endpoint.isBusy()).isTrue();
            assertThat(calls).doesNotContain("disconnect");
            // What has been taken in waits no more
            sending.getFirst().succeed();
            endpoint.text("x".repeat(MB));
            assertThat(calls).doesNotContain("disconnect");
            assertThat(sending).hasSize(17);
            endpoint.text("x");
            assertThat(calls).contains("disconnect");
            assertThat(sending).as("nothing more is sent").hasSize(17);
        }
    }
}
