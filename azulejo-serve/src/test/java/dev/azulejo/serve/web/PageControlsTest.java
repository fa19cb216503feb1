package dev.azulejo.serve.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.environment.Environment;
import dev.azulejo.serve.session.SceneStore;
import dev.azulejo.serve.session.ServeLimits;
import dev.azulejo.serve.session.SessionState;
import dev.azulejo.serve.session.StateCodec;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * Every hand, key and control of the page in a headless Chromium, by what it does to the session,
 * to the picture and to what is told. Skipped where there is no Chromium.
 */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PageControlsTest {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 520;
    private static final int SHIFT = 8;

    @TempDir static Path folder;

    private static SceneStore store;
    private static Browser browser;
    private SceneServer server;
    private Browser.Page page;

    @BeforeAll
    static void start() throws Exception {
        assumeThat(Browser.find()).as("Chromium").isNotNull();
        float[] red = new float[3 * 8 * 4];
        for (int i = 0; i < red.length; i += 3) {
            red[i] = 1;
        }
        store =
                new SceneStore(
                        List.of(
                                new SceneStore.Served("teapot", DemoScenes.create("demo:teapot")),
                                new SceneStore.Served("model", SmallModel.load(folder)),
                                new SceneStore.Served(
                                        "objects", DemoScenes.create("demo:objects"))),
                        List.of(new SceneStore.Surroundings("dusk", Environment.of(8, 4, red))));
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
        server =
                SceneServer.open(
                        new ServeOptions(
                                "127.0.0.1",
                                0,
                                null,
                                null,
                                List.of(),
                                2,
                                Kernels.SCALAR,
                                ServeLimits.DEFAULT),
                        store);
        page = browser.open(server.address(), WIDTH, HEIGHT);
        page.await("globalThis.azulejo && " + EXACT);
    }

    @AfterEach
    void close() {
        assertThat(browser.complaints()).isEmpty();
        server.close();
    }

    private static final String EXACT =
            "document.documentElement.dataset.exact === 'yes' && azulejo.stream.sentAt.size === 0";

    /** Waits until nothing more comes: an input may not have been heard yet. */
    private int[] settled() throws Exception {
        page.await(EXACT);
        int[] before = page.pixels();
        for (int i = 0; i < 40; i++) {
            Thread.sleep(300);
            page.await(EXACT);
            int[] now = page.pixels();
            if (Arrays.equals(now, before)) {
                return now;
            }
            before = now;
        }
        throw new AssertionError("the picture does not come to rest");
    }

    /** Where the session stands, as it would be exported. */
    private SessionState state() throws Exception {
        page.evaluate("document.getElementById('moved').value = ''");
        page.evaluate("document.getElementById('export').click()");
        page.await("document.getElementById('moved').value !== ''");
        var text = page.evaluate("document.getElementById('moved').value").asText();
        return StateCodec.decode(Base64.getUrlDecoder().decode(text));
    }

    private void choose(String control, String text) throws Exception {
        var found =
                page.evaluate(
                        """
                        (() => { const f = document.getElementById("%s");
                          const o = [...f.options].find(one => one.textContent === "%s");
                          if (!o) return false;
                          f.value = o.value; f.dispatchEvent(new Event("change")); return true; })()\
                        """
                                .formatted(control, text));
        assertThat(found.asBoolean()).as("%s of %s", text, control).isTrue();
    }

    private String text(String element) throws Exception {
        return page.evaluate("document.getElementById('%s').textContent".formatted(element))
                .asText();
    }

    private double number(String expression) throws Exception {
        return page.evaluate(expression).asDouble();
    }

    private double middle(String side) throws Exception {
        return number(
                "(r => r.left%s)(document.getElementById('picture').getBoundingClientRect())"
                        .formatted(
                                side.equals("x")
                                        ? " + r.width / 2"
                                        : " * 0 + r.top + r.height / 2"));
    }

    @Test
    void doubleClicksAndTapsLookCloser() throws Exception {
        var all = state();
        double x = middle("x");
        double y = middle("y");
        for (int click = 1; click <= 2; click++) {
            page.mouse("mousePressed", x, y, click);
            page.mouse("mouseReleased", x, y, click);
        }
        settled();
        var clicked = state();
        assertThat(clicked.zoom()).isLessThan(0.9 * all.zoom());
        assertThat(clicked.azimuth()).isEqualTo(all.azimuth());
        page.evaluate("document.getElementById('picture').focus()");
        page.key("Home");
        settled();
        assertThat(state()).isEqualTo(all);
        // A tap alone is none, nor are two that lie far apart in time or place
        double now = System.currentTimeMillis() / 1e3;
        tap(now, x, y);
        tap(now + 1, x, y);
        tap(now + 1.2, x + 60, y);
        settled();
        assertThat(state()).isEqualTo(all);
        // Once, though a browser makes a double click of two taps, too
        tap(now + 10, x, y);
        tap(now + 10.1, x, y);
        settled();
        var tapped = state();
        assertThat(tapped.zoom()).isCloseTo(clicked.zoom(), Offset.offset(0.02));
        assertThat(tapped.right()).isCloseTo(clicked.right(), Offset.offset(0.02));
        page.key("Home");
        settled();
        page.key("Enter");
        settled();
        assertThat(state().zoom())
                .as("by the keyboard")
                .isCloseTo(clicked.zoom(), Offset.offset(0.02));
    }

    private void tap(double seconds, double x, double y) throws Exception {
        page.touchAt(seconds, "touchStart", x, y);
        page.touchAt(seconds + 0.05, "touchEnd");
    }

    @Test
    void fingersShiftWheelAndKeysMoveAndZoom() throws Exception {
        var all = state();
        double x = middle("x");
        double y = middle("y");
        // Twice as far apart: twice as near, and neither turned nor moved
        page.touch("touchStart", x - 40, y, x + 40, y);
        page.touch("touchMove", x - 80, y, x + 80, y);
        page.touch("touchEnd");
        settled();
        var pinched = state();
        assertThat(pinched.zoom()).isCloseTo(all.zoom() / 2, Offset.offset(1e-3));
        assertThat(pinched.azimuth()).isEqualTo(all.azimuth());
        assertThat(pinched.right()).isCloseTo(all.right(), Offset.offset(1e-3));
        page.evaluate("document.getElementById('picture').focus()");
        page.key("Home");
        settled();
        // Two fingers that go the same way
        page.touch("touchStart", x - 40, y, x + 40, y);
        page.touch("touchMove", x, y, x + 80, y);
        page.touch("touchEnd");
        settled();
        var moved = state();
        assertThat(moved.zoom()).isCloseTo(all.zoom(), Offset.offset(1e-3));
        assertThat(place(moved)).isNotCloseTo(place(all), Offset.offset(0.01));
        page.key("Home");
        settled();
        page.mouse("mousePressed", x, y, 1, SHIFT);
        page.mouse("mouseMoved", x + 40, y, 1, SHIFT);
        page.mouse("mouseReleased", x + 40, y, 1, SHIFT);
        settled();
        var shifted = state();
        assertThat(shifted.azimuth()).isEqualTo(all.azimuth());
        assertThat(place(shifted)).isCloseTo(place(moved), Offset.offset(0.01));
        page.key("Home");
        settled();
        page.key("ArrowRight", SHIFT);
        settled();
        assertThat(state().azimuth()).isEqualTo(all.azimuth());
        assertThat(place(state())).isNotCloseTo(place(all), Offset.offset(0.01));
        page.key("Home");
        settled();
        page.key("+");
        settled();
        assertThat(state().zoom()).isCloseTo(0.9 * all.zoom(), Offset.offset(1e-3));
        page.key("-");
        page.wheel(x, y, 100);
        settled();
        assertThat(state().zoom()).isCloseTo(all.zoom() * Math.exp(0.15), Offset.offset(0.01));
        page.key("Home");
        page.key("ArrowLeft");
        settled();
        assertThat(state().azimuth()).isNotEqualTo(all.azimuth());
    }

    /** How far it was moved to the side, as it is turned at first. */
    private static double place(SessionState state) {
        return state.right() - state.back();
    }

    /** Cameras, variants, surroundings and light, each by what is seen. */
    @Test
    void whatAModelHasIsChosen() throws Exception {
        choose("scene", "model");
        page.await("!document.getElementById('variant').disabled");
        int[] own = settled();
        assertThat(reds(own)).isPositive();
        choose("variant", "blue");
        int[] blue = settled();
        assertThat(blues(blue)).isEqualTo(reds(own));
        assertThat(reds(blue)).isZero();
        choose("variant", "red");
        assertThat(settled()).isEqualTo(own);
        choose("camera", "from near");
        int[] near = settled();
        assertThat(reds(near)).isGreaterThan(reds(own));
        choose("camera", "turn it yourself");
        assertThat(settled()).isEqualTo(own);
        choose("environment", "dusk");
        int[] dusk = settled();
        assertThat(dusk[0] >> 8 & 0xff).as("green of what is behind it").isLessThan(60);
        assertThat(own[0] >> 8 & 0xff).isGreaterThan(150);
        choose("environment", "studio");
        assertThat(settled()).isEqualTo(own);
        page.evaluate(
                "{ const f = document.getElementById('exposure'); f.value = 50;"
                        + " f.dispatchEvent(new Event('input')); }");
        assertThat(Arrays.stream(settled()).mapToLong(p -> p & 0xff).sum())
                .isLessThan(Arrays.stream(own).mapToLong(p -> p & 0xff).sum());
        assertThat(state().look().exposure()).isEqualTo(50);
        page.evaluate("document.getElementById('shadows').click()");
        choose("samples", "1");
        settled();
        assertThat(state().look().shadows()).isFalse();
        assertThat(state().look().samples()).isEqualTo(1);
        assertThat(text("message")).isEmpty();
    }

    private static long reds(int[] pixels) {
        return Arrays.stream(pixels).filter(p -> (p & 0xff) > 3 * (p >> 16 & 0xff)).count();
    }

    private static long blues(int[] pixels) {
        return Arrays.stream(pixels).filter(p -> (p >> 16 & 0xff) > 3 * (p & 0xff)).count();
    }

    @Test
    void animationsPlayAndPause() throws Exception {
        choose("scene", "model");
        page.await("!document.getElementById('animation').disabled");
        int[] still = settled();
        assertThat(page.evaluate("document.getElementById('playing').disabled").asBoolean())
                .isTrue();
        choose("animation", "turning");
        page.await("document.getElementById('playing').textContent === 'Pause'");
        assertThat(page.evaluate("document.getElementById('playing').disabled").asBoolean())
                .isFalse();
        assertThat(page.evaluate("document.getElementById('playing').ariaPressed").isNull())
                .as("its name says what it will do, not also that it is pressed")
                .isTrue();
        int before = (int) number("document.documentElement.dataset.frame");
        page.await("document.documentElement.dataset.frame > " + (before + 5));
        page.evaluate("document.getElementById('picture').focus()");
        page.key(" ");
        page.await("document.getElementById('playing').textContent === 'Play'");
        int[] paused = settled();
        assertThat(paused).isNotEqualTo(still);
        assertThat(state().seconds()).isPositive();
        choose("animation", "none");
        assertThat(settled()).isEqualTo(still);
        assertThat(page.evaluate("document.getElementById('playing').disabled").asBoolean())
                .isTrue();
    }

    /** A page in the background gets no pictures of an animation, and goes on when it is seen. */
    @Test
    void aPageInTheBackgroundIsSentNothing() throws Exception {
        choose("scene", "model");
        page.await("!document.getElementById('animation').disabled");
        choose("animation", "turning");
        page.await("document.getElementById('playing').textContent === 'Pause'");
        var frame = "document.documentElement.dataset.frame";
        int before = (int) number(frame);
        page.await(frame + " > " + (before + 5));
        page.evaluate(seen(false));
        // What was on its way still comes
        Thread.sleep(1_000);
        int hidden = (int) number(frame);
        Thread.sleep(1_000);
        assertThat((int) number(frame)).isEqualTo(hidden);
        // Also if the connection was lost meanwhile
        page.evaluate("azulejo.stream.socket.close()");
        Thread.sleep(1_000);
        page.await("azulejo.stream.connected");
        Thread.sleep(1_000);
        assertThat((int) number(frame)).isBetween(hidden, hidden + 2);
        page.evaluate(seen(true));
        page.await(frame + " > " + (hidden + 8));
    }

    /** Headless, each page counts as seen: so it is told otherwise. */
    private static String seen(boolean is) {
        return """
        Object.defineProperty(document, "hidden", { value: %s, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));\
        """
                .formatted(!is);
    }

    /** Who wishes for less motion sees an animation stand until it is told to play. */
    @Test
    void lessMotionIsRespected() throws Exception {
        String fade = "getComputedStyle(document.getElementById('all')).transitionDuration";
        assertThat(page.evaluate(fade).asText()).isEqualTo("0.12s");
        page.wishFor("prefers-reduced-motion", "reduce");
        page.await(fade + " === '0s'");
        choose("scene", "model");
        page.await("!document.getElementById('animation').disabled");
        settled();
        choose("animation", "turning");
        page.await("!document.getElementById('playing').disabled");
        settled();
        assertThat(text("playing")).isEqualTo("Play");
        assertThat(state().animation()).isZero();
        assertThat(state().playing()).isFalse();
        page.evaluate("document.getElementById('playing').click()");
        page.await("document.getElementById('playing').textContent === 'Pause'");
    }

    /** Waits until a counter of the last frame is 0, or is not. */
    private void awaitCounter(String name, boolean counts) throws Exception {
        page.await(
                """
                (() => { const r = [...document.querySelectorAll("#counters tr")].find(one => one.cells[0].textContent === "%s");
                  return r && (Number(r.cells[1].textContent.replaceAll(",", "")) > 0) === %s && (r.className === "zero") !== %s; })()\
                """
                        .formatted(name, counts, counts));
    }

    /** Each technique is switched where it is, with counters that tell it and the same bytes. */
    @Test
    void techniquesAreSwitchedWithTheirCounters() throws Exception {
        choose("scene", "objects");
        page.await("document.getElementById('animation').options.length > 1");
        int[] alone = settled();
        choose("earlyZ", "off");
        awaitCounter("clusters placed", false);
        assertThat(settled()).isEqualTo(alone);
        choose("earlyZ", "on");
        awaitCounter("clusters placed", true);
        assertThat(settled()).isEqualTo(alone);
        choose("gpus", "4");
        awaitCounter("pieces rendered", true);
        awaitCounter("coarse bins rendered from visibility streams", false);
        assertThat(settled()).isEqualTo(alone);
        choose("split", "bins");
        awaitCounter("coarse bins rendered from visibility streams", true);
        assertThat(settled()).isEqualTo(alone);
        assertThat(page.evaluate("document.getElementById('regions').disabled").asBoolean())
                .isTrue();
        choose("split", "duplicate");
        choose("reuse", "tiles");
        awaitCounter("coarse bins rendered from visibility streams", false);
        assertThat(settled()).isEqualTo(alone);
        assertThat(state().gpus().gpus()).isEqualTo(4);
        assertThat(state().gpus().reuse()).isEqualTo(1);
        // Patches, whose throttle launches fewer hull groups at a time
        choose("scene", "teapot");
        awaitCounter("patches", true);
        int[] teapot = settled();
        choose("throttle", "off");
        page.await("document.getElementById('throttle').value === '0'");
        assertThat(settled()).isEqualTo(teapot);
        assertThat(state().gpus().throttle()).isZero();
    }

    /** What a span holds inside is not its own time: all of a row's times add up to its length. */
    @Test
    void nestedSpansAreCountedOnce() throws Exception {
        var times =
                page.evaluate(
                        """
                        import('/charts.js').then(c => [...c.ownTimes([
                          { what: 0, from: 0, to: 100 }, { what: 1, from: 10, to: 90 },
                          { what: 2, from: 10, to: 40 }, { what: 2, from: 40, to: 60 },
                          { what: 3, from: 45, to: 50 }])].join(';'))\
                        """);
        assertThat(times.asText()).isEqualTo("0,20;1,30;2,45;3,5");
    }

    /** Who painted which tile is drawn over the picture, a timeline under it, when asked for. */
    @Test
    void ownersAndTimelineAreDrawn() throws Exception {
        String colors =
                """
                (id => { const c = document.getElementById(id);
                  const d = new Uint32Array(c.getContext("2d").getImageData(0, 0, c.width, c.height).data.buffer);
                  return new Set([...d].filter(x => x !== 0)).size; })\
                """;
        assertThat(page.evaluate("document.getElementById('legend').hidden").asBoolean()).isTrue();
        choose("gpus", "3");
        page.evaluate("document.getElementById('watchOwners').click()");
        page.evaluate("document.getElementById('watchTimeline').click()");
        page.await("document.getElementById('legend').textContent.includes('GPU 2')");
        settled();
        assertThat(number(colors + "('owners')")).as("a colour a GPU").isBetween(3.0, 9.0);
        assertThat(number(colors + "('timeline')")).isGreaterThan(3);
        // All parts of the picture are somebody's
        var legend = text("legend");
        int all = 0;
        for (int gpu = 0; gpu < 3; gpu++) {
            all += Integer.parseInt(legend.replaceFirst(".*GPU " + gpu + ": (\\d+) %.*", "$1"));
        }
        assertThat(all).isBetween(98, 102);
        assertThat(text("timelineText")).contains("The last frame took");
        page.evaluate("document.getElementById('watchOwners').click()");
        page.evaluate("document.getElementById('watchTimeline').click()");
        assertThat(number("document.getElementById('owners').getClientRects().length")).isZero();
        assertThat(number("document.getElementById('timeline').getClientRects().length")).isZero();
    }

    /** The contrast of two colours of which each is something CSS can say. */
    private static final String CONTRAST =
            """
            ((a, b) => {
              const c = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
              const light = color => {
                c.fillStyle = color;
                c.fillRect(0, 0, 1, 1);
                const v = [...c.getImageData(0, 0, 1, 1).data].map(x => x / 255).map(x => x <= .04045 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4);
                return .2126 * v[0] + .7152 * v[1] + .0722 * v[2];
              };
              const [x, y] = [light(a), light(b)];
              return (Math.max(x, y) + .05) / (Math.min(x, y) + .05);
            })\
            """;

    /** The colours of GPUs and of what they do are told from light paper and from dark. */
    @Test
    void colorsStandOut() throws Exception {
        var least =
                """
                import('/charts.js').then(c => Math.min(...Array.from({ length: 64 }, (_, i) =>
                  Math.min(...["#fff", "#1a232d"].map(paper => %s(c.color(i), paper))))))\
                """
                        .formatted(CONTRAST);
        assertThat(number(least)).isGreaterThan(3);
        choose("gpus", "3");
        page.evaluate("document.getElementById('watchOwners').click()");
        page.evaluate("document.getElementById('watchTimeline').click()");
        page.await("document.getElementById('timelineText').textContent.includes('waiting')");
        for (var scheme : List.of("light", "dark")) {
            page.wishFor("prefers-color-scheme", scheme);
            assertThat(
                            number(
                                    """
                                    Math.min(...[...document.querySelectorAll(".key")].map(k => %s(getComputedStyle(k).backgroundColor,
                                      getComputedStyle(document.getElementById("settings")).backgroundColor)))\
                                    """
                                            .formatted(CONTRAST)))
                    .as(scheme)
                    .isGreaterThan(3);
        }
        // Sentences, whose colours stay with their words
        assertThat(text("legend"))
                .matches(
                        "Of the picture: GPU 0: \\d+ %, GPU 1: \\d+ %, GPU 2: \\d+ %; dotted tiles"
                                + " kept their pixels \\(\\d+ %\\)\\.");
        assertThat(text("timelineText"))
                .matches("The last frame took .* ms\\. Most of the workers' time: .* ms, .* ms\\.");
        assertThat(
                        number(
                                "Math.max(...[...document.querySelectorAll('.meaning')].map(m =>"
                                        + " m.getClientRects().length))"))
                .isEqualTo(1);
    }

    /** What has the focus is seen: on a light picture and a dark one, and never behind it. */
    @Test
    void theFocusIsSeen() throws Exception {
        page.wishFor("prefers-color-scheme", "dark");
        page.evaluate("document.getElementById('scene').focus()");
        page.key("Tab");
        assertThat(page.evaluate("document.activeElement.id").asText()).isEqualTo("picture");
        var ring =
                """
                (s => [s.borderTopColor, s.boxShadow.match(/rgb\\([^)]*\\)/)[0]])(getComputedStyle(document.getElementById("stage"), "::after"))\
                """;
        for (var under : List.of("#000", "#777", "#fff")) {
            assertThat(
                            number(
                                    "Math.max(...%s.map(c => %s(c, '%s')))"
                                            .formatted(ring, CONTRAST, under)))
                    .as(under)
                    .isGreaterThan(3);
        }
        page.resize(390, 844, 1, true);
        page.await("azulejo.stream.width === 390");
        page.evaluate("scrollTo(0, 1e6); document.getElementById('watchTimeline').focus()");
        for (int i = 0; i < 14; i++) {
            page.key("Tab", SHIFT);
            Thread.sleep(50);
            assertThat(
                            page.evaluate(
                                            """
                                            (e => e.id === "picture" || !document.getElementById("settings").contains(e)
                                              || e.getBoundingClientRect().top >= document.getElementById("stage").getBoundingClientRect().bottom)(document.activeElement)\
                                            """)
                                    .asBoolean())
                    .as(page.evaluate("document.activeElement.outerHTML").asText())
                    .isTrue();
        }
    }

    /** The way to the settings leaves the address, and the token in it, alone. */
    @Test
    void theSettingsAreReachedAtOnce() throws Exception {
        page.evaluate("history.replaceState(null, '', '#token=x')");
        page.evaluate("document.querySelector('.skip').click()");
        assertThat(page.evaluate("document.activeElement.id").asText()).isEqualTo("settings");
        assertThat(page.evaluate("location.hash").asText()).isEqualTo("#token=x");
    }

    /**
     * Without settings the picture has all of its frame, however narrow, and nothing leads to them.
     */
    @Test
    void withoutSettingsThePictureIsAllThereIs() throws Exception {
        var bare = browser.open(server.address() + "?bare", 390, 300);
        bare.await("globalThis.azulejo && " + EXACT);
        assertThat(bare.evaluate("document.getElementById('stage').clientHeight").asInt())
                .isEqualTo(300);
        assertThat(bare.evaluate("azulejo.stream.height").asInt()).isEqualTo(300);
        bare.key("Tab");
        assertThat(bare.evaluate("document.activeElement.id").asText()).isEqualTo("picture");
    }

    /** Without a connection nothing is set, and that is said. */
    @Test
    void whatIsNotHeardIsNotShown() throws Exception {
        settled();
        server.close();
        page.await("!azulejo.stream.connected");
        page.evaluate("document.getElementById('shadows').click()");
        assertThat(page.evaluate("document.getElementById('shadows').checked").asBoolean())
                .isTrue();
        assertThat(text("message")).isEqualTo("not connected: nothing was changed");
        page.evaluate("document.getElementById('export').click()");
        assertThat(text("message")).isEqualTo("not connected: nothing was exported");
    }

    /** On a phone nothing lies beside the screen, and what settings change stays in sight. */
    @Test
    void aPhoneShowsAllOfIt() throws Exception {
        var keys = "document.getElementById('keys').innerText";
        assertThat(page.evaluate(keys).asText()).startsWith("Drag turns").contains("Keys: ");
        page.resize(390, 844, 2, true);
        page.await("azulejo.stream.width === 780");
        page.await(EXACT);
        assertThat(page.evaluate(keys).asText())
                .as("it has neither mouse nor keys")
                .isEqualTo("A finger turns, two move, pinching zooms, a double tap looks closer.");
        assertThat(number("document.querySelector('header').clientHeight"))
                .as("one line, and a finger's height")
                .isBetween(44.0, 66.0);
        assertThat(number("document.documentElement.scrollWidth")).isEqualTo(390);
        String least =
                """
                (() => { let least = 1e9;
                  for (const e of document.querySelectorAll("%s")) {
                    if (e.getClientRects().length) least = Math.min(least, %s);
                  }
                  return least; })()\
                """;
        assertThat(
                        number(
                                least.formatted(
                                        "label, th, td, summary, p, button, select, h1",
                                        "parseFloat(getComputedStyle(e).fontSize)")))
                .as("the smallest letters, pixels")
                .isGreaterThanOrEqualTo(13);
        assertThat(
                        number(
                                least.formatted(
                                        "select, button, summary, .check",
                                        "e.getBoundingClientRect().height")))
                .as("the smallest thing for a finger, pixels")
                .isGreaterThanOrEqualTo(44);
        page.evaluate("document.getElementById('watchOwners').scrollIntoView({ block: 'end' })");
        Thread.sleep(200);
        assertThat(number("document.getElementById('stage').getBoundingClientRect().top"))
                .isBetween(-1.0, 1.0);
        assertThat(number("document.getElementById('watchOwners').getBoundingClientRect().top"))
                .isGreaterThan(number("document.getElementById('stage').clientHeight"));
    }

    /** The light that follows the pointer, and what it is over. */
    @Test
    void thePointerIsOverSomething() throws Exception {
        int[] before = settled();
        page.mouse("mouseMoved", middle("x"), middle("y"), 0);
        page.await("document.getElementById('over').textContent !== ''");
        // What is under the light is not exact; told again where it is, nothing is waited for
        page.mouse("mouseMoved", middle("x"), middle("y"), 0);
        Thread.sleep(300);
        page.await("azulejo.stream.sentAt.size === 0");
        int[] lit = page.pixels();
        long changed = 0;
        for (int i = 0; i < lit.length; i++) {
            changed += lit[i] != before[i] ? 1 : 0;
        }
        assertThat(changed).isBetween(20L, 2_000L);
        page.mouse("mouseMoved", WIDTH - 5, 5, 0);
        page.await("document.getElementById('over').textContent === ''");
        assertThat(settled()).isEqualTo(before);
    }
}
