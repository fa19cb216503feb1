package dev.azulejo.serve.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.model.Variant;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.serve.message.ClientMessage;
import dev.azulejo.serve.message.Setting;
import dev.azulejo.serve.picture.ClientPicture;
import dev.azulejo.serve.picture.FrameEncoder;
import dev.azulejo.serve.picture.TileKind;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** What somebody who looks is sent, and when: without a socket, and with a clock of our own. */
class ViewerTest {
    private static final long MS = 1_000_000;
    private static final int WIDTH = 160;
    private static final int HEIGHT = 96;

    private static final HookedStore STORE =
            new HookedStore(
                    List.of(
                            new SceneStore.Served("teapot", DemoScenes.create("demo:teapot")),
                            new SceneStore.Served("objects", DemoScenes.create("demo:objects")),
                            new SceneStore.Served("painted", painted())),
                    List.of());

    /** A teapot that may be of another material. */
    private static Scene painted() {
        var teapot = DemoScenes.create("demo:teapot");
        var choices = new ArrayList<Variant.Choice>();
        for (int mesh = 0; mesh < teapot.meshes().size(); mesh++) {
            for (int p = 0; p < teapot.meshes().get(mesh).primitives().size(); p++) {
                choices.add(new Variant.Choice(mesh, p, -1));
            }
        }
        return teapot.toBuilder().variants(List.of(new Variant("plain", choices))).build();
    }

    /** A store that something happens to once when a session is opened. */
    private static final class HookedStore extends SceneStore {
        private Runnable opened;

        /** Samples a pixel of what was opened last. */
        private int samples;

        HookedStore(List<Served> scenes, List<Surroundings> surroundings) {
            super(scenes, surroundings);
        }

        @Override
        RenderSettings settings(SessionState state, int width, int height) {
            var settings = super.settings(state, width, height);
            samples = settings.samples();
            var now = opened;
            opened = null;
            if (now != null) {
                now.run();
            }
            return settings;
        }
    }

    private final ExecutorService helpers = Executors.newSingleThreadExecutor();
    private final Client client = new Client();
    private final ClientMessage.Resize size = new ClientMessage.Resize(WIDTH, HEIGHT);
    private Viewer viewer;
    private long nowNs = 1_000_000 * MS;

    /** A client that shows what it gets. */
    private static final class Client implements Outlet {
        private final ClientPicture picture = new ClientPicture();
        private final List<ClientPicture.Shown> frames = new ArrayList<>();
        private final List<Integer> bytes = new ArrayList<>();
        private final List<String> texts = new ArrayList<>();
        private boolean busy;
        private String end;

        @Override
        public void frame(byte[] frame) {
            frames.add(picture.show(frame));
            bytes.add(frame.length);
        }

        @Override
        public boolean isBusy() {
            return busy;
        }

        @Override
        public void text(String json) {
            texts.add(json);
        }

        @Override
        public void end(String reason) {
            end = reason;
        }

        private ClientPicture.Shown last() {
            return frames.getLast();
        }
    }

    @BeforeEach
    void join() {
        viewer = newViewer();
        viewer.join(client, "id", WIDTH, HEIGHT, nowNs);
    }

    private Viewer newViewer() {
        return newViewer(1920 * 1080, 512L << 20);
    }

    private Viewer newViewer(long pixels, long bytes) {
        var limits = new ServeLimits(8, 60, pixels, 300, bytes, bytes);
        return new Viewer(STORE, 1, Kernels.SCALAR, helpers, new Budget(limits), nowNs);
    }

    @AfterEach
    void end() {
        viewer.close();
        helpers.shutdown();
    }

    /** Paints what is due, one picture at most; returns whether there was one. */
    private boolean paint() {
        if (viewer.dueNs(nowNs) > nowNs) {
            return false;
        }
        viewer.paint(() -> nowNs);
        return true;
    }

    private void shown() {
        viewer.take(new ClientMessage.Shown(client.last().number(), 1000), nowNs);
    }

    /** Has the animated scene play for so many pictures, a tenth of a second each. */
    private void play(int pictures) {
        viewer.take(new ClientMessage.Set(1, Setting.SCENE, 1), nowNs);
        viewer.take(new ClientMessage.Set(2, Setting.ANIMATION, 0), nowNs);
        for (int i = 0; i < pictures; i++) {
            nowNs += 100 * MS;
            assertThat(paint()).isTrue();
            shown();
        }
    }

    /** Goes on until nothing is due any more. */
    private void rest() {
        for (int i = 0; i < 400; i++) {
            nowNs += 50 * MS;
            if (paint()) {
                shown();
            } else if (i > 10 && viewer.dueNs(nowNs) == Viewer.NEVER) {
                return;
            }
        }
        throw new AssertionError("it never rests");
    }

    private static ClientMessage drag(int input, float x) {
        return new ClientMessage.Drag(input, false, x, 0);
    }

    @Test
    void atRestTheClientHasEveryByte() {
        assertThat(client.texts.getFirst()).contains("\"type\":\"welcome\"", "\"session\":\"id\"");
        assertThat(paint()).isTrue();
        assertThat(client.last().flags() & FrameEncoder.WHOLE).isNotZero();
        assertThat(client.last().tiles(TileKind.JPEG)).isPositive();
        shown();
        rest();
        assertThat(client.last().flags() & FrameEncoder.EXACT).isNotZero();
        assertThat(client.picture.pixels()).isEqualTo(direct(viewer.state()));
        int frames = client.frames.size();
        nowNs += 10_000 * MS;
        assertThat(paint()).as("nothing is sent at rest").isFalse();
        assertThat(client.frames).hasSize(frames);
    }

    /** The picture of a state, painted without a viewer. */
    private static int[] direct(SessionState state) {
        try (var painter =
                new ScenePainter(STORE, 1, Kernels.SCALAR, new Budget(ServeLimits.DEFAULT))) {
            painter.full(WIDTH, HEIGHT);
            painter.paint(state, WIDTH, HEIGHT, false, Cancellation.NEVER);
            int[] pixels = painter.pixels().clone();
            for (int i = 0; i < pixels.length; i++) {
                pixels[i] &= 0xffffff;
            }
            return pixels;
        }
    }

    /** Two may be on their way: what comes meanwhile becomes one picture, of the last of it. */
    @Test
    void whatWouldBeLateIsNotRendered() {
        rest();
        int before = client.frames.size();
        for (int input = 1; input <= 100; input++) {
            viewer.take(drag(input, 0.001f), nowNs);
            nowNs += 20 * MS;
            paint();
        }
        assertThat(client.frames).hasSize(before + Viewer.UNDER_WAY);
        assertThat(client.last().input()).isEqualTo(2);
        shown();
        nowNs += 100 * MS;
        assertThat(paint()).isTrue();
        assertThat(client.last().input()).isEqualTo(100);
        // A hundred ways of a thousandth of the height: 18 degrees
        assertThat(viewer.state().azimuth())
                .isCloseTo(35 - 18, org.assertj.core.data.Offset.offset(0.01));
    }

    /** Between two pictures there are 16 ms at least; late ones make it smaller and rarer. */
    @Test
    void whatIsLateIsSmallerAndRarer() {
        rest();
        assertThat(viewer.step()).as("nothing is found").isEqualTo(Viewer.NO_STEP);
        for (int input = 1; input <= 12; input++) {
            viewer.take(drag(input, 0.01f), nowNs);
            nowNs += 25 * MS;
            assertThat(paint()).isTrue();
            if (input == 4) {
                assertThat(STORE.samples).isEqualTo(4);
            } else if (input == 7) {
                // Large still, with one sample a pixel
                assertThat(STORE.samples).isEqualTo(1);
                assertThat(client.picture.width()).isEqualTo(WIDTH);
                assertThat(client.texts.getLast()).contains("\"step\":1,");
                assertThat(viewer.step()).isEqualTo(1);
            }
            // Shown a tenth of a second after; the way there and back was 0 ms at best
            nowNs += 100 * MS;
            shown();
        }
        viewer.take(drag(13, 0.01f), nowNs);
        nowNs += 100 * MS;
        assertThat(paint()).isTrue();
        assertThat(client.picture.width()).isLessThan(WIDTH);
        assertThat(client.picture.height()).isLessThan(HEIGHT);
        shown();
        rest();
        assertThat(client.picture.width()).as("full size at rest").isEqualTo(WIDTH);
        assertThat(client.picture.pixels()).isEqualTo(direct(viewer.state()));
    }

    /** Who goes on turning gets large pictures again when there is time, not at rest alone. */
    @Test
    void whatIsInTimeGrowsAgain() {
        rest();
        boolean small = false;
        for (int input = 1; input <= 2000; input++) {
            viewer.take(drag(input, 0.001f), nowNs);
            nowNs += 10 * MS;
            if (paint()) {
                boolean late = input < 200;
                nowNs += late ? 100 * MS : 5 * MS;
                shown();
                small |= client.picture.width() < WIDTH / 2;
            }
        }
        assertThat(small).as("it was small").isTrue();
        assertThat(client.picture.width()).isEqualTo(WIDTH);
    }

    /** What the page says of the server's part ends when all is encoded. */
    @Test
    void encodingIsPartOfTheServersTime() {
        var slow =
                new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
                    @Override
                    public void execute(Runnable task) {
                        nowNs += 40 * MS;
                        super.execute(task);
                    }
                };
        var budget = new Budget(ServeLimits.DEFAULT);
        try (slow;
                var large = new Viewer(STORE, 1, Kernels.SCALAR, slow, budget, nowNs)) {
            var outlet = new Client();
            large.join(outlet, "id", 640, 480, nowNs);
            large.paint(() -> nowNs);
            large.take(drag(1, 0.1f), nowNs);
            large.paint(() -> nowNs);
            assertThat(outlet.last().serverMicros()).isEqualTo(40_000);
        }
    }

    /** Who comes back after a lost connection gets a whole picture, of where things stood. */
    @Test
    void whoComesBackGoesOn() {
        viewer.take(drag(1, 0.5f), nowNs);
        rest();
        var state = viewer.state();
        viewer.leave(client, nowNs);
        assertThat(viewer.leftNs()).isEqualTo(nowNs);
        assertThat(viewer.dueNs(nowNs)).isEqualTo(Viewer.NEVER);
        var again = new Client();
        viewer.join(again, "id", WIDTH, HEIGHT, nowNs + MS);
        assertThat(viewer.leftNs()).isEqualTo(Viewer.NEVER);
        nowNs += 50 * MS;
        viewer.paint(() -> nowNs);
        assertThat(again.last().flags() & FrameEncoder.WHOLE).isNotZero();
        assertThat(viewer.state()).isEqualTo(state);
        // A second window of the same session takes it over
        var other = new Client();
        viewer.join(other, "id", WIDTH, HEIGHT, nowNs);
        assertThat(again.end).isEqualTo("the session goes on elsewhere");
        // What the first one says of its end is of no matter
        viewer.leave(again, nowNs);
        assertThat(viewer.leftNs()).isEqualTo(Viewer.NEVER);
    }

    /** Pictures that were on their way when a connection was lost are not waited for. */
    @Test
    void whoComesBackWaitsForNothingOfBefore() {
        rest();
        for (int input = 1; input <= Viewer.UNDER_WAY; input++) {
            viewer.take(drag(input, 0.1f), nowNs);
            nowNs += 50 * MS;
            assertThat(paint()).isTrue();
        }
        viewer.take(drag(3, 0.1f), nowNs);
        nowNs += 50 * MS;
        assertThat(paint()).isFalse();
        viewer.leave(client, nowNs);
        var again = new Client();
        viewer.join(again, "id", WIDTH, HEIGHT, nowNs);
        assertThat(paint()).isTrue();
        assertThat(again.frames).hasSize(1);
    }

    /** An animation that nobody looked at goes on from about where it was. */
    @Test
    void absenceIsNotPlayedThrough() {
        play(3);
        double before = viewer.state().seconds();
        viewer.leave(client, nowNs);
        nowNs += 30_000 * MS;
        viewer.join(new Client(), "id", WIDTH, HEIGHT, nowNs);
        assertThat(paint()).isTrue();
        assertThat(viewer.state().seconds())
                .isCloseTo(before + 0.5, org.assertj.core.data.Offset.offset(0.01));
    }

    /** Tiles around the pointer alone, and those that it has left come from the copy. */
    @Test
    void thePointerCostsLittle() {
        rest();
        int before = client.frames.size();
        int texts = client.texts.size();
        for (int i = 0; i < 20; i++) {
            viewer.take(new ClientMessage.Pointer(i + 1, true, 0.44f + i * 0.0065f, 0.58f), nowNs);
            nowNs += 50 * MS;
            assertThat(paint()).isTrue();
            shown();
            var shown = client.last();
            assertThat(shown.tiles(TileKind.JPEG) + shown.tiles(TileKind.PNG))
                    .as("at step %d", i)
                    .isBetween(1, 6);
        }
        assertThat(client.frames).hasSize(before + 20);
        // A second of it, the texts among it: what it is over is told when it changes
        var told = client.texts.subList(texts, client.texts.size());
        assertThat(told).hasSizeBetween(1, 4).allMatch(text -> text.contains("\"type\":\"over\""));
        int bytes = client.bytes.subList(before, before + 20).stream().mapToInt(b -> b).sum();
        bytes += told.stream().mapToInt(String::length).sum();
        assertThat(bytes).isLessThan(30_000);
        // The same place by another number is nothing new
        viewer.take(new ClientMessage.Pointer(50, true, 0.44f + 19 * 0.0065f, 0.58f), nowNs);
        assertThat(viewer.dueNs(nowNs + 1_000 * MS)).isEqualTo(Viewer.NEVER);
        assertThat(
                        client.frames.stream()
                                .skip(before + 1)
                                .mapToInt(f -> f.tiles(TileKind.KEPT))
                                .sum())
                .isPositive();
        // Gone: nothing but what the client keeps
        viewer.take(new ClientMessage.Pointer(99, false, 0, 0), nowNs);
        nowNs += 50 * MS;
        assertThat(paint()).isTrue();
        assertThat(client.last().tiles()).containsOnlyKeys(TileKind.KEPT);
        assertThat(client.picture.pixels()).isEqualTo(direct(viewer.state()));
    }

    @Test
    void aDoubleClickBringsThingsToTheMiddle() {
        rest();
        var before = viewer.state();
        viewer.take(new ClientMessage.Focus(1, 0.5f, 0.5f), nowNs);
        rest();
        assertThat(viewer.state().zoom()).isLessThan(before.zoom());
        viewer.take(new ClientMessage.Focus(2, 0, 0), nowNs);
        rest();
        assertThat(viewer.state()).as("beside everything: all").isEqualTo(before);
    }

    /** What is set while it is found out what was clicked at stays. */
    @Test
    void whatComesWhileItFocusesIsNotForgotten() {
        rest();
        STORE.opened = () -> viewer.take(new ClientMessage.Set(2, Setting.EXPOSURE, 50), nowNs);
        viewer.take(new ClientMessage.Focus(1, 0.5f, 0.5f), nowNs);
        rest();
        assertThat(STORE.opened).isNull();
        assertThat(viewer.state().look().exposure()).isEqualTo(50);
        assertThat(client.picture.pixels()).isEqualTo(direct(viewer.state()));
    }

    /** Settings of GPUs change no byte; a setting that is not there changes nothing at all. */
    @Test
    void settingsAreTaken() {
        rest();
        int[] alone = client.picture.pixels();
        viewer.take(new ClientMessage.Set(1, Setting.GPUS, 4), nowNs);
        viewer.take(new ClientMessage.Set(2, Setting.REUSE, 0), nowNs);
        rest();
        assertThat(viewer.state().gpus().gpus()).isEqualTo(4);
        assertThat(client.texts.getLast()).contains("\"gpu\":3");
        assertThat(client.picture.pixels()).isEqualTo(alone);
        viewer.take(new ClientMessage.Set(3, Setting.SPLIT, 3), nowNs);
        rest();
        assertThat(client.picture.pixels()).isEqualTo(alone);
        var state = viewer.state();
        viewer.take(new ClientMessage.Set(4, Setting.CAMERA, 17), nowNs);
        assertThat(viewer.state()).isEqualTo(state);
        assertThat(client.texts).anyMatch(text -> text.contains("camera 17: there are 0 of them"));
        viewer.take(new ClientMessage.Set(5, Setting.SCENE, 1), nowNs);
        rest();
        assertThat(viewer.state().scene()).isEqualTo("objects");
        assertThat(viewer.state().gpus()).isEqualTo(state.gpus());
        assertThat(client.picture.pixels()).isEqualTo(direct(viewer.state()));
    }

    /** An animation goes on by itself, and stops where it is told to. */
    @Test
    void animationsPlay() {
        play(10);
        assertThat(viewer.state().seconds())
                .isCloseTo(0.9, org.assertj.core.data.Offset.offset(0.01));
        viewer.take(new ClientMessage.Set(3, Setting.PLAYING, 0), nowNs);
        rest();
        assertThat(client.picture.pixels()).isEqualTo(direct(viewer.state()));
    }

    /** Nothing is painted for a page in the background, and its animation stands still. */
    @Test
    void whatNobodySeesIsNotPainted() {
        play(3);
        double before = viewer.state().seconds();
        assertThat(viewer.moves(nowNs)).isTrue();
        viewer.take(new ClientMessage.Sight(false), nowNs);
        // Nor does it take a share from those who are seen
        assertThat(viewer.moves(nowNs)).isFalse();
        viewer.take(drag(3, 0.1f), nowNs);
        nowNs += 30_000 * MS;
        assertThat(viewer.dueNs(nowNs)).isEqualTo(Viewer.NEVER);
        viewer.take(new ClientMessage.Sight(true), nowNs);
        assertThat(viewer.moves(nowNs)).isTrue();
        assertThat(paint()).isTrue();
        assertThat(viewer.state().seconds()).isEqualTo(before);
        assertThat(client.last().input()).isEqualTo(3);
        nowNs += 100 * MS;
        shown();
        assertThat(paint()).isTrue();
        assertThat(viewer.state().seconds())
                .isCloseTo(before + 0.1, org.assertj.core.data.Offset.offset(0.01));
    }

    /** A picture that was on its way when the page went is not late because nobody said so. */
    @Test
    void backgroundsAreNotLate() {
        rest();
        viewer.take(drag(1, 0.1f), nowNs);
        nowNs += 100 * MS;
        assertThat(paint()).isTrue();
        int width = client.picture.width();
        viewer.take(new ClientMessage.Sight(false), nowNs);
        nowNs += 3_000 * MS;
        assertThat(viewer.dueNs(nowNs)).isEqualTo(Viewer.NEVER);
        viewer.take(new ClientMessage.Sight(true), nowNs);
        shown();
        viewer.take(drag(2, 0.1f), nowNs);
        nowNs += 100 * MS;
        assertThat(paint()).isTrue();
        assertThat(client.picture.width()).isEqualTo(width);
    }

    /** Whoever comes back is there to look, until something else is said. */
    @Test
    void whoComesBackSees() {
        viewer.take(new ClientMessage.Sight(false), nowNs);
        assertThat(viewer.dueNs(nowNs)).isEqualTo(Viewer.NEVER);
        viewer.join(client, "id", WIDTH, HEIGHT, nowNs);
        assertThat(paint()).isTrue();
    }

    @Test
    void aSessionGoesOnElsewhere() {
        viewer.take(drag(1, 0.25f), nowNs);
        viewer.take(new ClientMessage.Set(2, Setting.GPUS, 3), nowNs);
        rest();
        viewer.take(new ClientMessage.Export(), nowNs);
        var text = client.texts.getLast().replaceFirst(".*\"state\":\"([^\"]*)\".*", "$1");
        var bytes = java.util.Base64.getUrlDecoder().decode(text);
        var elsewhere = new Client();
        try (var other = newViewer()) {
            other.join(elsewhere, "other", WIDTH, HEIGHT, nowNs);
            other.take(new ClientMessage.Import(bytes), nowNs);
            assertThat(other.state()).isEqualTo(viewer.state());
            other.take(new ClientMessage.Import(new byte[] {1, 2}), nowNs);
            assertThat(other.state()).isEqualTo(viewer.state());
            assertThat(elsewhere.texts.getLast()).contains("refused", "a session of 2 bytes");
        }
    }

    @Test
    void whatIsTooLargeIsMadeSmaller() {
        try (var small = newViewer(10_000, 512L << 20)) {
            var outlet = new Client();
            small.join(outlet, "id", 8192, 8192, nowNs);
            nowNs += 50 * MS;
            small.paint(() -> nowNs);
            assertThat(outlet.picture.width()).isEqualTo(100);
            assertThat(outlet.picture.height()).isEqualTo(100);
        }
        viewer.take(size, nowNs);
    }

    /** As long as a picture has not gone out there is no other, whatever comes. */
    @Test
    void nothingIsPaintedForAFullLine() {
        rest();
        int before = client.frames.size();
        client.busy = true;
        for (int input = 1; input <= 1000; input++) {
            viewer.take(drag(input, 0.001f), nowNs);
            nowNs += 20 * MS;
            assertThat(paint()).isFalse();
        }
        client.busy = false;
        nowNs += 5 * MS;
        assertThat(paint()).isTrue();
        assertThat(client.frames).hasSize(before + 1);
        assertThat(client.last().input()).isEqualTo(1000);
    }

    /**
     * Through a line of 1000 bytes a second, whose first pictures take several seconds, come less
     * and worse ones, and soon all in less time, whether the line says that it is full or not.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSlowLineGetsLessNotLater(boolean saysSo) {
        rest();
        long freeNs = nowNs;
        var arriving = new ArrayDeque<long[]>();
        var waysNs = new ArrayList<Long>();
        for (int input = 1; input <= 9000; input++) {
            viewer.take(drag(input, 0.01f), nowNs);
            nowNs += 10 * MS;
            while (!arriving.isEmpty() && arriving.peek()[1] <= nowNs) {
                var arrived = arriving.poll();
                viewer.take(new ClientMessage.Shown((int) arrived[0], 1000), nowNs);
            }
            client.busy = saysSo && freeNs > nowNs;
            if (paint()) {
                freeNs = Math.max(freeNs, nowNs) + client.bytes.getLast() * 1_000_000L;
                arriving.add(new long[] {client.last().number(), freeNs});
                waysNs.add(freeNs - nowNs);
            }
        }
        int count = waysNs.size();
        assertThat(count).isGreaterThan(10);
        long first = waysNs.subList(0, 2).stream().mapToLong(way -> way).max().orElseThrow();
        long last = waysNs.subList(count - 6, count).stream().mapToLong(w -> w).max().orElseThrow();
        assertThat(first).as("it was late").isGreaterThan(1_000 * MS);
        assertThat(last).as("it is less").isLessThan(first * 2 / 3);
        assertThat(client.picture.width()).isEqualTo(Math.round(WIDTH * 0.35));
    }

    /** A picture that is not shown for a second counts as one that is much too late. */
    @Test
    void whatIsNotShownForASecondCounts() {
        rest();
        viewer.take(drag(1, 0.1f), nowNs);
        nowNs += 50 * MS;
        assertThat(paint()).isTrue();
        nowNs += 6_000 * MS;
        viewer.dueNs(nowNs);
        viewer.take(drag(2, 0.1f), nowNs);
        nowNs += 100 * MS;
        assertThat(paint()).isTrue();
        // A second without an answer: fewer bytes, which one sample a pixel would not be
        assertThat(client.picture.width()).isEqualTo(Math.round(WIDTH * 0.84));
        assertThat(client.texts.getLast()).contains("\"step\":2", "\"steps\":6", "\"quality\":70");
    }

    /**
     * What is told at rest is of the frame that was rendered, not of those that sharpen it: all
     * fragments are counted, and no render finds that nothing changed.
     */
    @Test
    void whatIsToldIsOfWhatWasRendered() {
        viewer.take(new ClientMessage.Watch(true, true), nowNs);
        rest();
        String text =
                client.texts.reversed().stream()
                        .filter(one -> one.contains("\"type\":\"frame\""))
                        .findFirst()
                        .orElseThrow();
        assertThat(text).contains("\"exact\":true");
        assertThat(counter(text, Counter.RENDERS_UNCHANGED)).isZero();
        assertThat(counter(text, Counter.TILES_RENDERED)).isPositive();
        assertThat(counter(text, Counter.FRAGMENTS_SHADED)).isGreaterThan(1000);
        assertThat(text).contains("\"timeline\"", "\"runs\"");
    }

    private static long counter(String text, Counter counter) {
        return Long.parseLong(
                text.replaceFirst(
                        ".*\"name\":\"%s\",\"value\":(\\d+).*".formatted(counter.text()), "$1"));
    }

    /** Nobody knows what of a picture that failed the client has: it gets all of the next one. */
    @Test
    void afterAFailureAllIsSentAgain() {
        rest();
        STORE.opened =
                () -> {
                    throw new IllegalStateException("for a test");
                };
        viewer.take(new ClientMessage.Set(1, Setting.SHADOWS, 0), nowNs);
        nowNs += 50 * MS;
        int before = client.frames.size();
        assertThat(paint()).isTrue();
        assertThat(client.frames).hasSize(before);
        assertThat(client.texts).anyMatch(text -> text.contains("could not be painted"));
        rest();
        assertThat(client.frames.get(before).flags() & FrameEncoder.WHOLE).isNotZero();
        assertThat(viewer.state().look().shadows()).isTrue();
        assertThat(client.picture.pixels()).isEqualTo(direct(viewer.state()));
    }

    /** More than a session's memory is refused before anything is done, and the rest goes on. */
    @Test
    void whatTakesTooMuchIsRefused() {
        // 160x96 with 4 samples take 36 bytes a pixel and 4 MB a GPU
        var look = SessionState.Look.DEFAULT;
        assertThat(Budget.bytes(WIDTH, HEIGHT, look, 1))
                .as("and a map of 512 texels a side")
                .isEqualTo(552_960 + (4 << 20) + (1 << 20));
        assertThat(Budget.bytes(1280, 720, look, 2))
                .as("and a map of 2048 texels a side")
                .isEqualTo(2 * (1280 * 720 * 36 + (4 << 20)) + (16 << 20));
        try (var small = newViewer(1920 * 1080, 11 << 20)) {
            var outlet = new Client();
            small.join(outlet, "id", WIDTH, HEIGHT, nowNs);
            small.take(new ClientMessage.Set(1, Setting.GPUS, 2), nowNs);
            assertThat(small.state().gpus().gpus()).isEqualTo(2);
            small.take(new ClientMessage.Set(2, Setting.GPUS, 3), nowNs);
            assertThat(small.state().gpus().gpus()).isEqualTo(2);
            assertThat(outlet.texts)
                    .anyMatch(
                            text -> text.contains("14 MB for a picture of 160x96 with 4 samples"));
            small.take(new ClientMessage.Set(3, Setting.SAMPLES, 16), nowNs);
            assertThat(small.state().look().samples()).isEqualTo(4);
            var much = SessionState.of("teapot").with(new GpuSettings(16, 0, 0, 0, 32, 2, 2, 1));
            small.take(new ClientMessage.Import(StateCodec.encode(much)), nowNs);
            assertThat(small.state().gpus().gpus()).isEqualTo(2);
            // A larger window goes before GPUs
            small.take(new ClientMessage.Resize(320, 192), nowNs);
            assertThat(small.state().gpus()).isEqualTo(GpuSettings.DEFAULT);
            small.paint(() -> nowNs);
            assertThat(outlet.picture.width()).isEqualTo(320);
        }
    }

    /** Sizes of one scene take turns on one GPU; what is told is of the one that is shown. */
    @Test
    void sizesShareAGpu() {
        var state = SessionState.of("teapot");
        try (var painter =
                new ScenePainter(STORE, 1, Kernels.SCALAR, new Budget(ServeLimits.DEFAULT))) {
            painter.full(WIDTH, HEIGHT);
            var turned = painter.eye(state).turn(state, 0.2, 0);
            painter.paint(state, WIDTH, HEIGHT, false, Cancellation.NEVER);
            var gpu = painter.session().gpu();
            painter.paint(turned, WIDTH / 2, HEIGHT / 2, false, Cancellation.NEVER);
            assertThat(painter.session().gpu()).isSameAs(gpu);
            assertThat(painter.report().get(Counter.RENDERS_UNCHANGED)).as("the map").isOne();
            // As it was, but the GPU tells of another one by now
            painter.paint(state, WIDTH, HEIGHT, false, Cancellation.NEVER);
            assertThat(painter.report().get(Counter.RENDERS_UNCHANGED)).isEqualTo(2);
            int side = gpu.inspect().tileSize();
            assertThat(gpu.inspect().tiles())
                    .hasSize(Math.ceilDiv(WIDTH, side) * Math.ceilDiv(HEIGHT, side));
            int[] first = painter.pixels().clone();
            // All of a frame is noted, the map too
            painter.paint(state, WIDTH, HEIGHT, true, Cancellation.NEVER);
            var recording = painter.recording();
            assertThat(painter.report().get(Counter.RENDERS_UNCHANGED)).isZero();
            assertThat(painter.pixels()).isEqualTo(first);
            assertThat(painter.session().gpu()).isNotSameAs(gpu);
            var noted = painter.session().gpu();
            painter.paint(turned, WIDTH / 2, HEIGHT / 2, true, Cancellation.NEVER);
            assertThat(painter.session().gpu()).isSameAs(noted);
            assertThat(painter.recording()).as("noted once").isNotNull().isSameAs(recording);
            // Where something else is drawn, or otherwise, another one is
            var two = state.with(new GpuSettings(2, 0, 0, 0, 32, 2, 2, 1));
            painter.paint(two, WIDTH, HEIGHT, false, Cancellation.NEVER);
            assertThat(painter.session().gpu()).isNotSameAs(noted);
            assertThat(painter.pixels()).isEqualTo(first);
            var as = SessionState.of("painted");
            painter.paint(as, WIDTH, HEIGHT, false, Cancellation.NEVER);
            int[] usual = painter.pixels().clone();
            var look = as.look();
            var plain =
                    as.with(
                            new SessionState.Look(
                                    0,
                                    look.environment(),
                                    look.exposure(),
                                    look.samples(),
                                    look.shadows()));
            painter.paint(plain, WIDTH, HEIGHT, false, Cancellation.NEVER);
            assertThat(painter.pixels()).as("other materials").isNotEqualTo(usual);
        }
    }

    /** Of several sizes one with as large a map of what the light sees is found, old or not. */
    @Test
    void sizesShareTheMapOfTheirSize() {
        var state = SessionState.of("teapot");
        try (var painter =
                new ScenePainter(STORE, 1, Kernels.SCALAR, new Budget(ServeLimits.DEFAULT))) {
            painter.full(600, 40);
            var eye = painter.eye(state);
            // Maps of 2048, 512, 2048 and 2048 texels a side; the smaller one is the eldest
            for (int width : new int[] {600, 200, 600, 550}) {
                state = eye.turn(state, 0.1, 0);
                painter.paint(state, width, width / 15, false, Cancellation.NEVER);
            }
            assertThat(painter.report().get(Counter.RENDERS_UNCHANGED)).as("the map").isOne();
        }
    }

    /** What does not fit makes room, also if it is told as what is wrong with a scene. */
    @Test
    void whatDoesNotFitGivesBackWhatIsKept() {
        rest();
        viewer.take(drag(1, 0.1f), nowNs);
        long[] kept = new long[1];
        STORE.opened =
                () -> {
                    kept[0] = viewer.keptBytes();
                    throw new SceneException("too large", new OutOfMemoryError("made up"));
                };
        viewer.take(new ClientMessage.Resize(WIDTH + 32, HEIGHT), nowNs);
        nowNs += 100 * MS;
        assertThat(paint()).isTrue();
        assertThat(kept[0]).isPositive();
        assertThat(viewer.keptBytes()).isZero();
        assertThat(client.texts).anyMatch(text -> text.contains("too large"));
    }

    /** All together keep no more than they may: who has kept most gives it back. */
    @Test
    void allTogetherKeepNoMoreThanTheyMay() {
        long one = Budget.bytes(WIDTH, HEIGHT, SessionState.Look.DEFAULT, 1);
        var limits = new ServeLimits(8, 60, 1920 * 1080, 300, 3 * one, 3 * one);
        var budget = new Budget(limits);
        try (var a = new ScenePainter(STORE, 1, Kernels.SCALAR, budget);
                var b = new ScenePainter(STORE, 1, Kernels.SCALAR, budget)) {
            var state = viewer.state();
            for (var painter : List.of(a, b)) {
                painter.full(WIDTH, HEIGHT);
                for (int width = WIDTH; width > WIDTH - 6; width--) {
                    painter.paint(state, width, HEIGHT, false, Cancellation.NEVER);
                    assertThat(painter.keptBytes()).isBetween(one, 3 * one);
                    assertThat(budget.keptBytes()).isLessThanOrEqualTo(3 * one);
                }
            }
            assertThat(a.keptBytes()).as("it was given back").isZero();
            a.paint(state, WIDTH, HEIGHT, false, Cancellation.NEVER);
            assertThat(budget.keptBytes()).isLessThanOrEqualTo(3 * one);
        }
        assertThat(budget.keptBytes()).isZero();
    }

    /** Moves until pictures are smaller, and so that the one at rest has to be opened. */
    private void moveUntilSmaller() {
        rest();
        for (int input = 1; input <= 12; input++) {
            viewer.take(drag(input, 0.01f), nowNs);
            nowNs += 25 * MS;
            assertThat(paint()).isTrue();
            nowNs += 100 * MS;
            shown();
        }
        viewer.take(new ClientMessage.Set(13, Setting.SHADOWS, 0), nowNs);
        nowNs += 100 * MS;
        assertThat(paint()).isTrue();
        shown();
        assertThat(client.picture.width()).isLessThan(WIDTH);
    }

    /** A picture at rest ends at once if something moves, and what moves is painted next. */
    @Test
    void whatMovesEndsAPictureAtRest() {
        moveUntilSmaller();
        int before = client.frames.size();
        STORE.opened = () -> viewer.take(drag(14, 0.1f), nowNs);
        nowNs += 200 * MS;
        assertThat(paint()).isTrue();
        assertThat(STORE.opened).isNull();
        assertThat(client.frames).as("nothing was sent").hasSize(before);
        nowNs += 50 * MS;
        assertThat(paint()).isTrue();
        assertThat(client.last().input()).isEqualTo(14);
        shown();
        rest();
        assertThat(client.picture.pixels()).isEqualTo(direct(viewer.state()));
    }

    /**
     * A picture at rest that nobody sees any more is not painted to its end, but when it is seen.
     */
    @Test
    void whatNobodySeesAnyMoreEndsAPictureAtRest() {
        moveUntilSmaller();
        int before = client.frames.size();
        STORE.opened = () -> viewer.take(new ClientMessage.Sight(false), nowNs);
        nowNs += 200 * MS;
        assertThat(paint()).isTrue();
        assertThat(STORE.opened).isNull();
        assertThat(client.frames).as("nothing was sent").hasSize(before);
        nowNs += 1_000 * MS;
        assertThat(paint()).isFalse();
        viewer.take(new ClientMessage.Sight(true), nowNs);
        rest();
        assertThat(client.picture.pixels()).isEqualTo(direct(viewer.state()));
    }

    /** A picture that nobody says to have shown is not waited for without end. */
    @Test
    void lostPicturesAreForgotten() {
        for (int i = 0; i < 2; i++) {
            nowNs += 50 * MS;
            viewer.take(drag(i, 0.1f), nowNs);
            assertThat(paint()).isTrue();
        }
        viewer.take(drag(3, 0.1f), nowNs);
        nowNs += 4_000 * MS;
        assertThat(paint()).isFalse();
        nowNs += 2_000 * MS;
        assertThat(paint()).isTrue();
    }
}
