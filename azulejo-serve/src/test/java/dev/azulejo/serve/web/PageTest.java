package dev.azulejo.serve.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.net.httpserver.HttpServer;

import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.serve.session.SceneStore;
import dev.azulejo.serve.session.ServeLimits;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The page in a headless Chromium: hands and keys come to the server, and its pictures, byte by
 * byte, to the screen. Skipped where there is no Chromium: {@code -Dazulejo.chromium} says where it
 * is.
 */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PageTest {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 520;

    private static SceneStore store;
    private static Browser browser;
    private SceneServer server;

    @BeforeAll
    static void start() throws Exception {
        assumeThat(Browser.find()).as("Chromium").isNotNull();
        store =
                new SceneStore(
                        List.of(
                                new SceneStore.Served("teapot", DemoScenes.create("demo:teapot")),
                                new SceneStore.Served(
                                        "objects", DemoScenes.create("demo:objects"))),
                        List.of());
        browser = new Browser();
    }

    @AfterAll
    static void stop() throws Exception {
        if (browser != null) {
            browser.close();
            store.close();
        }
    }

    @BeforeEach
    void open() throws Exception {
        server = open(List.of());
    }

    private static SceneServer open(List<String> embedders) throws Exception {
        return SceneServer.open(
                new ServeOptions(
                        "127.0.0.1",
                        0,
                        null,
                        null,
                        embedders,
                        2,
                        Kernels.SCALAR,
                        ServeLimits.DEFAULT),
                store);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private static final String EXACT =
            "document.documentElement.dataset.exact === 'yes' && azulejo.stream.sentAt.size === 0";

    private static final String AS_WIDE_AS_ASKED =
            "Math.abs(azulejo.stream.canvas.width / azulejo.stream.canvas.height"
                    + " - azulejo.stream.width / azulejo.stream.height) < 0.02";

    private Browser.Page visit(String address) throws Exception {
        var page = browser.open(address, WIDTH, HEIGHT);
        page.await("globalThis.azulejo && " + EXACT);
        return page;
    }

    /** What a client without a browser is shown of the same session, of the same size. */
    private static int[] direct(SceneServer from, Browser.Page page, String state)
            throws Exception {
        int width = page.evaluate("document.getElementById('picture').width").asInt();
        int height = page.evaluate("document.getElementById('picture').height").asInt();
        try (var http = HttpClient.newHttpClient();
                var client =
                        new TestClient(
                                http,
                                java.net.URI.create(
                                        "ws://127.0.0.1:%d/stream".formatted(from.port())),
                                TestClient.hello(width, height))) {
            client.awaitText("welcome");
            client.send(
                    new dev.azulejo.serve.message.ClientMessage.Import(
                            java.util.Base64.getUrlDecoder().decode(state)));
            client.drag(0, 0);
            client.awaitExact();
            return client.pixels();
        }
    }

    private static String export(Browser.Page page) throws Exception {
        page.evaluate("document.getElementById('moved').value = ''");
        page.evaluate("document.getElementById('export').click()");
        page.await("document.getElementById('moved').value !== ''");
        return page.evaluate("document.getElementById('moved').value").asText();
    }

    /** Turning by mouse, wheel, keys and a finger changes the picture, which ends up exact. */
    @Test
    void handsTurnTheModel() throws Exception {
        var page = visit(server.address());
        int[] before = page.pixels();
        assertThat(Arrays.stream(before).distinct().count()).isGreaterThan(100);
        page.mouse("mousePressed", 200, 200, 1);
        for (int i = 1; i <= 10; i++) {
            page.mouse("mouseMoved", 200 + 10 * i, 200 + 2 * i, 1);
        }
        page.mouse("mouseReleased", 300, 220, 1);
        // Off the picture, where nothing is lit
        page.mouse("mouseMoved", WIDTH - 5, 5, 0);
        page.await(EXACT);
        int[] turned = page.pixels();
        assertThat(turned).isNotEqualTo(before);
        assertThat(turned).as("as the server has it").isEqualTo(direct(server, page, export(page)));
        page.wheel(200, 200, -300);
        page.mouse("mouseMoved", WIDTH - 5, 5, 0);
        Thread.sleep(100);
        page.await(EXACT);
        assertThat(page.pixels()).isNotEqualTo(turned);
        page.evaluate("document.getElementById('picture').focus()");
        int[] near = page.pixels();
        page.key("ArrowLeft");
        Thread.sleep(100);
        page.await(EXACT);
        assertThat(page.pixels()).isNotEqualTo(near);
        page.key("Home");
        Thread.sleep(100);
        page.await(EXACT);
        int[] all = page.pixels();
        page.touch("touchStart", 200, 200);
        page.touch("touchMove", 260, 200);
        page.touch("touchEnd");
        Thread.sleep(100);
        page.await(EXACT);
        assertThat(page.pixels()).isNotEqualTo(all);
        assertThat(browser.complaints()).isEmpty();
    }

    /** GPUs, and who painted what: another way, the same bytes. */
    @Test
    void techniquesChangeNoByte() throws Exception {
        var page = visit(server.address());
        int[] alone = page.pixels();
        page.evaluate("document.getElementById('watchOwners').click()");
        page.evaluate("document.getElementById('watchTimeline').click()");
        page.evaluate(
                "{ const f = document.getElementById('gpus'); f.value = '4'; f.dispatchEvent(new"
                        + " Event('change')); }");
        page.await("!document.getElementById('gpuTable').hidden");
        page.await("document.getElementById('legend').textContent.includes('GPU 3')");
        page.await("document.getElementById('timelineText').textContent.includes('ms')");
        page.await(EXACT);
        assertThat(page.pixels()).isEqualTo(alone);
        assertThat(page.evaluate("document.getElementById('gpuRows').rows.length").asInt())
                .isEqualTo(4);
        assertThat(page.evaluate("document.getElementById('regions').disabled").asBoolean())
                .isFalse();
    }

    /** The session, with its GPUs, goes on at another server by an address. */
    @Test
    void aSessionMovesToAnotherServer() throws Exception {
        var page = visit(server.address());
        page.evaluate(
                "{ const f = document.getElementById('gpus'); f.value = '3'; f.dispatchEvent(new"
                        + " Event('change')); }");
        page.evaluate("document.getElementById('picture').focus()");
        page.key("ArrowRight");
        page.key("ArrowDown");
        page.await("document.getElementById('gpus').value === '3'");
        Thread.sleep(100);
        page.await(EXACT);
        var state = export(page);
        try (var other = open(List.of())) {
            var there = visit(other.address() + "#state=" + state);
            there.await("document.getElementById('gpus').value === '3'");
            there.await(EXACT);
            Thread.sleep(300);
            there.await(EXACT);
            assertThat(there.pixels()).isEqualTo(page.pixels());
        }
    }

    /** Waits until nothing more comes: an input may not have been heard yet. */
    private static int[] settled(Browser.Page page) throws Exception {
        page.await(EXACT);
        int[] before = page.pixels();
        for (int i = 0; i < 20; i++) {
            Thread.sleep(500);
            page.await(EXACT);
            int[] now = page.pixels();
            if (Arrays.equals(now, before)) {
                return now;
            }
            before = now;
        }
        throw new AssertionError("the picture does not come to rest");
    }

    /** A line that is cut comes back by itself; two pages do not see each other's turning. */
    @Test
    void connectionsComeBack() throws Exception {
        try (var line = new SlowLine(server.port(), Long.MAX_VALUE)) {
            var page = visit("http://127.0.0.1:%d/".formatted(line.port()));
            var other = visit(server.address());
            int[] untouched = other.pixels();
            page.front();
            page.evaluate("document.getElementById('picture').focus()");
            page.key("ArrowRight");
            int[] turned = settled(page);
            assertThat(turned).isNotEqualTo(untouched);
            var session = page.evaluate("azulejo.stream.session").asText();
            line.cut();
            page.await("document.getElementById('connection').textContent.includes('lost')");
            page.await("document.getElementById('connection').textContent === 'connected'");
            assertThat(page.evaluate("azulejo.stream.session").asText()).isEqualTo(session);
            assertThat(settled(page)).isEqualTo(turned);
            assertThat(other.pixels()).isEqualTo(untouched);
            assertThat(server.sessions()).isEqualTo(2);
        }
    }

    /** A page that is loaded again goes on where it was, and takes no second session. */
    @Test
    void whoLoadsAgainGoesOn() throws Exception {
        var page = visit(server.address());
        page.evaluate("document.getElementById('picture').focus()");
        page.key("ArrowRight");
        int[] turned = settled(page);
        var session = page.evaluate("azulejo.stream.session").asText();
        page.evaluate("globalThis.before = true; location.reload()");
        page.await(
                "!globalThis.before && globalThis.azulejo"
                        + " && document.getElementById('connection').textContent === 'connected'"
                        + " && "
                        + EXACT);
        assertThat(page.evaluate("azulejo.stream.session").asText()).isEqualTo(session);
        assertThat(settled(page)).isEqualTo(turned);
        assertThat(server.sessions()).isEqualTo(1);
        // Nor does the pointer cost more than its tiles, what is told among it
        double before = page.evaluate("azulejo.stream.bytes").asDouble();
        long start = System.nanoTime();
        for (int i = 0; i < 40; i++) {
            page.mouse("mouseMoved", 180 + 2 * i, 200, 0);
            Thread.sleep(25);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        double bytes = page.evaluate("azulejo.stream.bytes").asDouble() - before;
        assertThat(bytes / seconds).isBetween(100.0, 30_000.0);
    }

    /** At 200 KB a second pictures get worse, not later, and at rest every byte arrives. */
    @Test
    void aSlowLineIsEnough() throws Exception {
        try (var line = new SlowLine(server.port(), 200_000)) {
            var page = visit("http://127.0.0.1:%d/".formatted(line.port()));
            page.mouse("mousePressed", 200, 200, 1);
            for (int i = 1; i <= 60; i++) {
                page.mouse("mouseMoved", 200 + 4 * i, 200, 1);
                Thread.sleep(40);
            }
            page.mouse("mouseReleased", 440, 200, 1);
            page.await("azulejo.latencies.length >= 15");
            double late = page.evaluate("Math.max(...azulejo.latencies.slice(-15))").asDouble();
            assertThat(late).as("the last ones").isBetween(1.0, 2_000.0);
            // Held still at full size as they were first they would not have come
            assertThat(page.evaluate("azulejo.stream.canvas.width").asInt())
                    .as("of pictures that move")
                    .isLessThan(page.evaluate("azulejo.stream.width").asInt());
            page.mouse("mouseMoved", WIDTH - 5, 5, 0);
            page.await(EXACT);
            assertThat(page.pixels()).isEqualTo(direct(server, page, export(page)));
        }
    }

    /** What a screen reader finds: each thing with a name. */
    @Test
    void everythingHasAName() throws Exception {
        var page = visit(server.address());
        var names = page.readOut();
        assertThat(names)
                .contains("heading: Azulejo")
                .contains("application: The scene, rendered by the server")
                .contains("combobox: Scene", "combobox: GPUs", "combobox: Early Z")
                .contains("slider: Light", "checkbox: Shadows", "button: Show all")
                .contains("status: ");
        assertThat(names)
                .noneMatch(
                        name -> name.matches("(button|combobox|checkbox|slider|textbox|link): *"));
        // All of it by the keyboard: nothing takes itself out of the order but the settings' region
        assertThat(page.evaluate("document.querySelectorAll('[tabindex=\"-1\"]').length").asInt())
                .isEqualTo(1);
        assertThat(
                        page.evaluate(
                                        """
                                        (() => {
                                          const light = c => { const v = c.match(/\\d+/g).slice(0, 3).map(x => { x /= 255;
                                            return x <= .03928 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4; });
                                            return .2126 * v[0] + .7152 * v[1] + .0722 * v[2]; };
                                          let worst = 21;
                                          for (const e of document.querySelectorAll("label, th, td, summary, p, button, h1")) {
                                            let b = e; while (b && /rgba\\(0, 0, 0, 0\\)/.test(getComputedStyle(b).backgroundColor)) b = b.parentElement;
                                            const x = light(getComputedStyle(e).color), y = light(getComputedStyle(b ?? document.body).backgroundColor);
                                            if (e.getClientRects().length && e.textContent.trim()) worst = Math.min(worst, (Math.max(x, y) + .05) / (Math.min(x, y) + .05));
                                          }
                                          return worst;
                                        })()\
                                        """)
                                .asDouble())
                .as("the least contrast of any text")
                .isGreaterThan(4.5);
    }

    /** Starts a server of somebody else, whose pages are made of their paths. */
    private static void serve(HttpServer host, UnaryOperator<String> body) {
        host.createContext(
                "/",
                exchange -> {
                    var text =
                            "<!DOCTYPE html><title>x</title>"
                                    + body.apply(exchange.getRequestURI().getPath());
                    var bytes = text.getBytes(StandardCharsets.UTF_8);
                    exchange.getResponseHeaders().add("Content-Type", "text/html");
                    exchange.sendResponseHeaders(200, bytes.length);
                    exchange.getResponseBody().write(bytes);
                    exchange.close();
                });
        host.start();
    }

    /** A page of somebody else holds it by one line, if it may. */
    @Test
    void otherPagesEmbedIt() throws Exception {
        var host = HttpServer.create(new java.net.InetSocketAddress("127.0.0.1", 0), 0);
        String origin = "http://127.0.0.1:" + host.getAddress().getPort();
        try (var open = open(List.of(origin))) {
            serve(
                    host,
                    path ->
                            "<script src=\"%sembed.js\" data-scene=\"1\"></script>"
                                    .formatted(
                                            path.equals("/may")
                                                    ? open.address()
                                                    : server.address()));
            var page = browser.open(origin + "/may", WIDTH, HEIGHT);
            page.await("document.querySelector('iframe')?.title === 'A 3D scene'");
            for (int i = 0; i < 600 && open.sessions() == 0; i++) {
                Thread.sleep(50);
            }
            assertThat(open.sessions()).isEqualTo(1);
            browser.open(origin + "/not", WIDTH, HEIGHT)
                    .await("document.querySelector('iframe')?.title === 'A 3D scene'");
            Thread.sleep(1_000);
            assertThat(server.sessions()).as("its rules do not let that page").isZero();
        } finally {
            host.stop(0);
        }
    }

    /** Each frame of a page is a session of its own, also when all are loaded again. */
    @Test
    void framesOfAPageAreSessionsOfTheirOwn() throws Exception {
        var host = HttpServer.create(new java.net.InetSocketAddress("127.0.0.1", 0), 0);
        String origin = "http://127.0.0.1:" + host.getAddress().getPort();
        try (var open = open(List.of(origin))) {
            serve(
                    host,
                    path ->
                            "<script src=\"%sembed.js\"></script>"
                                    .formatted(open.address())
                                    .repeat(2));
            var page = browser.open(origin + "/", WIDTH, HEIGHT);
            assertThat(sessions(open, 2)).isEqualTo(2);
            page.evaluate("location.reload()");
            // Those of before have been left, and stay for a minute
            assertThat(sessions(open, 4)).isEqualTo(4);
        } finally {
            host.stop(0);
        }
    }

    /** Returns how many sessions there are, as soon as there are so many, or after a while. */
    private static int sessions(SceneServer open, int wanted) throws InterruptedException {
        for (int i = 0; i < 200 && open.sessions() < wanted; i++) {
            Thread.sleep(50);
        }
        return open.sessions();
    }

    /** A page whose address names a scene goes on where it was when it is loaded again. */
    @Test
    void whoLoadsAScenesAddressAgainGoesOn() throws Exception {
        var page = visit(server.address() + "?scene=1");
        page.evaluate("document.getElementById('picture').focus()");
        page.key("ArrowLeft");
        settled(page);
        var turned = export(page);
        page.evaluate("globalThis.before = true; location.reload()");
        page.await("!globalThis.before && globalThis.azulejo && " + EXACT);
        assertThat(export(page)).isEqualTo(turned);
    }

    /** Pictures of the page, for people: with -Dazulejo.shots=FOLDER. */
    @Test
    void shots() throws Exception {
        var folder = System.getProperty("azulejo.shots");
        assumeThat(folder).as("azulejo.shots").isNotNull();
        var page = visit(server.address());
        page.resize(1280, 800, 1, false);
        page.evaluate("document.getElementById('watchOwners').click()");
        page.evaluate("document.getElementById('watchTimeline').click()");
        page.evaluate(
                "{ const f = document.getElementById('gpus'); f.value = '4'; f.dispatchEvent(new"
                        + " Event('change')); }");
        page.await("document.getElementById('legend').textContent.includes('GPU 3')");
        Thread.sleep(500);
        page.await(EXACT);
        Files.write(Path.of(folder, "desktop.png"), page.screenshot());
        page.evaluate(
                "{ const f = document.getElementById('scene'); f.value = '1'; f.dispatchEvent(new"
                        + " Event('change')); document.querySelectorAll('details')[0].open ="
                        + " false; }");
        page.evaluate("document.getElementById('watchTimeline').click()");
        page.resize(1100, 560, 1, false);
        page.await(AS_WIDE_AS_ASKED);
        page.evaluate("document.getElementById('picture').focus()");
        page.key("ArrowRight");
        page.key("+");
        page.evaluate("document.activeElement.blur()");
        Thread.sleep(1_000);
        page.await(EXACT);
        Files.write(Path.of(folder, "serve.png"), page.screenshot());
        page.evaluate("document.getElementById('settings').scrollTop = 100000");
        Files.write(Path.of(folder, "bottom.png"), page.screenshot());
        page.evaluate("document.getElementById('settings').scrollTop = 0");
        page.resize(390, 844, 2, true);
        page.await(AS_WIDE_AS_ASKED);
        page.await(EXACT);
        Files.write(Path.of(folder, "phone.png"), page.screenshot());
    }
}
