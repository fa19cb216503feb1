package dev.azulejo.serve.web;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A headless Chromium, told what to do by its DevTools protocol. */
final class Browser implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path folder;
    private final Process process;
    private final HttpClient http = HttpClient.newHttpClient();
    private final WebSocket socket;
    private final AtomicInteger last = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> asked = new ConcurrentHashMap<>();

    /** Complaints of pages: exceptions, and what rules did not let run. */
    private final List<String> complaints = new ArrayList<>();

    /** Where a browser may lie. */
    private static final List<String> PLACES =
            List.of(
                    System.getProperty("azulejo.chromium", "/usr/bin/chromium"),
                    "/usr/bin/chromium-browser",
                    "/usr/bin/google-chrome");

    /** Returns where there is one; null if there is none. */
    static String find() {
        return PLACES.stream()
                .filter(place -> Files.isExecutable(Path.of(place)))
                .findFirst()
                .orElse(null);
    }

    Browser() throws Exception {
        folder = Files.createTempDirectory("azulejo-browser-");
        process =
                new ProcessBuilder(
                                find(),
                                "--headless=new",
                                "--no-sandbox",
                                "--disable-gpu",
                                "--no-first-run",
                                "--disable-extensions",
                                "--disable-background-networking",
                                "--disable-component-update",
                                "--disable-sync",
                                "--remote-debugging-port=0",
                                "--user-data-dir=" + folder,
                                "about:blank")
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        var port = folder.resolve("DevToolsActivePort");
        List<String> lines = List.of();
        for (int i = 0; i < 600 && lines.size() < 2; i++) {
            Thread.sleep(50);
            lines = Files.exists(port) ? Files.readAllLines(port) : List.of();
        }
        if (lines.size() < 2) {
            process.destroyForcibly();
            throw new IOException("the browser does not start");
        }
        var at = URI.create("ws://127.0.0.1:%s%s".formatted(lines.get(0), lines.get(1)));
        socket = http.newWebSocketBuilder().buildAsync(at, new Answers()).get(20, TimeUnit.SECONDS);
    }

    private final class Answers implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean ends) {
            text.append(data);
            if (ends) {
                take(text.toString());
                text.setLength(0);
            }
            from.request(1);
            return null;
        }

        private void take(String message) {
            try {
                var node = JSON.readTree(message);
                if (node.has("id")) {
                    asked.remove(node.get("id").asInt()).complete(node);
                } else {
                    String method = node.path("method").asText();
                    boolean bad =
                            method.equals("Runtime.exceptionThrown")
                                    || method.equals("Log.entryAdded")
                                            && node.at("/params/entry/level")
                                                    .asText()
                                                    .equals("error")
                                            // Servers of other tests that have ended
                                            && !node.at("/params/entry/source")
                                                    .asText()
                                                    .equals("network");
                    if (bad) {
                        synchronized (complaints) {
                            complaints.add(node.get("params").toString());
                        }
                    }
                }
            } catch (IOException e) {
                throw new IllegalStateException(message, e);
            }
        }
    }

    private JsonNode ask(String session, String method, ObjectNode parameters) throws Exception {
        int id = last.incrementAndGet();
        var answer = new CompletableFuture<JsonNode>();
        asked.put(id, answer);
        var message = JSON.createObjectNode().put("id", id).put("method", method);
        message.set("params", parameters);
        if (session != null) {
            message.put("sessionId", session);
        }
        synchronized (socket) {
            socket.sendText(message.toString(), true).join();
        }
        var node = answer.get(60, TimeUnit.SECONDS);
        if (node.has("error")) {
            throw new IllegalStateException(method + ": " + node.get("error"));
        }
        return node.get("result");
    }

    private static ObjectNode object() {
        return JSON.createObjectNode();
    }

    /** Returns what pages have complained about. */
    List<String> complaints() {
        synchronized (complaints) {
            return List.copyOf(complaints);
        }
    }

    /** Opens a page of a size. */
    Page open(String address, int width, int height) throws Exception {
        var target = ask(null, "Target.createTarget", object().put("url", "about:blank"));
        var attached =
                ask(
                        null,
                        "Target.attachToTarget",
                        object().put("targetId", target.get("targetId").asText())
                                .put("flatten", true));
        var page = new Page(attached.get("sessionId").asText());
        page.ask("Page.enable", object());
        page.ask("Runtime.enable", object());
        page.ask("Log.enable", object());
        page.resize(width, height, 1, false);
        page.ask("Page.navigate", object().put("url", address));
        return page;
    }

    /** One page. */
    final class Page {
        private final String session;

        Page(String session) {
            this.session = session;
        }

        private JsonNode ask(String method, ObjectNode parameters) throws Exception {
            return Browser.this.ask(session, method, parameters);
        }

        /** Pages behind others draw nothing, and so send nothing. */
        void front() throws Exception {
            ask("Page.bringToFront", object());
        }

        void resize(int width, int height, double scale, boolean phone) throws Exception {
            ask(
                    "Emulation.setDeviceMetricsOverride",
                    object().put("width", width)
                            .put("height", height)
                            .put("deviceScaleFactor", scale)
                            .put("mobile", phone));
            ask("Emulation.setTouchEmulationEnabled", object().put("enabled", phone));
        }

        /** Says what its reader wishes: less motion, or a dark page. */
        void wishFor(String feature, String value) throws Exception {
            var parameters = object();
            parameters.putArray("features").addObject().put("name", feature).put("value", value);
            ask("Emulation.setEmulatedMedia", parameters);
        }

        /** Evaluates an expression; waits for it if it is a promise. */
        JsonNode evaluate(String expression) throws Exception {
            var answer =
                    ask(
                            "Runtime.evaluate",
                            object().put("expression", expression)
                                    .put("returnByValue", true)
                                    .put("awaitPromise", true));
            if (answer.has("exceptionDetails")) {
                throw new IllegalStateException(answer.get("exceptionDetails").toString());
            }
            return answer.get("result").path("value");
        }

        /** Waits until an expression is true. */
        void await(String expression) throws Exception {
            long end = System.nanoTime() + 30_000_000_000L;
            while (!evaluate("Boolean(%s)".formatted(expression)).asBoolean()) {
                if (System.nanoTime() > end) {
                    throw new AssertionError(expression + ": not in time");
                }
                Thread.sleep(30);
            }
        }

        void mouse(String type, double x, double y, int clicks) throws Exception {
            mouse(type, x, y, clicks, 0);
        }

        /** With keys held: 8 for Shift. */
        void mouse(String type, double x, double y, int clicks, int keys) throws Exception {
            boolean held = !type.equals("mouseMoved") || clicks > 0;
            ask(
                    "Input.dispatchMouseEvent",
                    object().put("type", type)
                            .put("x", x)
                            .put("y", y)
                            .put("button", held ? "left" : "none")
                            .put("buttons", held && !type.equals("mouseReleased") ? 1 : 0)
                            .put("modifiers", keys)
                            .put("clickCount", clicks));
        }

        void wheel(double x, double y, double down) throws Exception {
            ask(
                    "Input.dispatchMouseEvent",
                    object().put("type", "mouseWheel")
                            .put("x", x)
                            .put("y", y)
                            .put("deltaX", 0)
                            .put("deltaY", down));
        }

        void touch(String type, double... places) throws Exception {
            touch(object().put("type", type), places);
        }

        /** At a time, in seconds: a busy machine makes no slow fingers. */
        void touchAt(double seconds, String type, double... places) throws Exception {
            touch(object().put("type", type).put("timestamp", seconds), places);
        }

        private void touch(ObjectNode parameters, double... places) throws Exception {
            var points = parameters.putArray("touchPoints");
            for (int i = 0; i < places.length; i += 2) {
                points.addObject().put("x", places[i]).put("y", places[i + 1]).put("id", i / 2);
            }
            ask("Input.dispatchTouchEvent", parameters);
        }

        void key(String key) throws Exception {
            key(key, 0);
        }

        /** With keys held: 8 for Shift. */
        void key(String key, int keys) throws Exception {
            for (var type : List.of("keyDown", "keyUp")) {
                ask(
                        "Input.dispatchKeyEvent",
                        object().put("type", type).put("key", key).put("modifiers", keys));
            }
        }

        /** Returns the names of what a screen reader finds, with their roles. */
        List<String> readOut() throws Exception {
            ask("Accessibility.enable", object());
            var names = new ArrayList<String>();
            for (var node : ask("Accessibility.getFullAXTree", object()).get("nodes")) {
                if (!node.path("ignored").asBoolean()) {
                    names.add(
                            node.at("/role/value").asText()
                                    + ": "
                                    + node.at("/name/value").asText());
                }
            }
            return names;
        }

        byte[] screenshot() throws Exception {
            var answer = ask("Page.captureScreenshot", object().put("format", "png"));
            return Base64.getDecoder().decode(answer.get("data").asText());
        }

        /** Returns the picture that the page shows, red in bits 0..7, without alpha. */
        int[] pixels() throws Exception {
            var text =
                    evaluate(
                            """
                            (() => {
                              const c = document.getElementById("picture");
                              const d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data;
                              let s = "";
                              for (let i = 0; i < d.length; i += 4) s += String.fromCharCode(d[i], d[i + 1], d[i + 2]);
                              return btoa(s);
                            })()\
                            """);
            byte[] bytes = Base64.getDecoder().decode(text.asText());
            int[] pixels = new int[bytes.length / 3];
            for (int i = 0; i < pixels.length; i++) {
                pixels[i] =
                        bytes[3 * i] & 0xff
                                | (bytes[3 * i + 1] & 0xff) << 8
                                | (bytes[3 * i + 2] & 0xff) << 16;
            }
            return pixels;
        }
    }

    @Override
    public void close() throws IOException {
        socket.abort();
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        http.close();
        deleteFolder();
    }

    /** Processes of the browser that end with it may still write there, and delete. */
    private void deleteFolder() {
        for (int i = 0; i < 100 && Files.exists(folder); i++) {
            try (var files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
                Thread.sleep(20);
            } catch (IOException | UncheckedIOException e) {
                // Something went while it was listed: again
                continue;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
