package dev.azulejo.scene.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.cancel.DeadlineException;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.gltf.GltfLoader;
import dev.azulejo.scene.gltf.LoadLimits;
import dev.azulejo.scene.image.PictureFormat;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.Session;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import javax.imageio.ImageIO;

/** One renderer for many requests. */
@Tag("alone")
@Timeout(300)
class RendererTest {
    private static final RenderRequest REQUEST =
            RenderRequest.of(40, 30).withViewpoint(Viewpoint.orbit(20, 30));

    private static final RendererOptions OPTIONS =
            RendererOptions.defaults().withThreads(2).withKernels(Kernels.SCALAR);

    @TempDir Path folder;

    /** The same picture made without a renderer, with other threads. */
    private static int[] plain(byte[] model) {
        var scene = GltfLoader.load(model, "m", LoadLimits.defaults(), 2, Cancellation.NEVER);
        var device = DeviceOptions.DEFAULT.withThreads(3).withKernels(Kernels.SCALAR);
        try (var session = new Session(scene, REQUEST.settings(), device)) {
            session.look(session.frame(20, 30, 40.0 / 30));
            session.render();
            return session.target().pixels().clone();
        }
    }

    /** Work that goes on until somebody wishes that it ends. */
    private static Request.Work endless(CountDownLatch begun) {
        return wish -> {
            begun.countDown();
            while (!wish.isCancelled()) {
                Thread.onSpinWait();
            }
            wish.check("an endless request");
            return null;
        };
    }

    /** Asks for endless work on another thread, and returns when it has begun. */
    private static Future<Throwable> begin(
            ExecutorService callers, Renderer renderer, Cancellation wish)
            throws InterruptedException {
        var begun = new CountDownLatch(1);
        Future<Throwable> outcome =
                callers.submit(() -> thrown(() -> renderer.submit(REQUEST, wish, endless(begun))));
        begun.await();
        return outcome;
    }

    private static Throwable thrown(Runnable work) {
        try {
            work.run();
            return null;
        } catch (RuntimeException e) {
            return e;
        }
    }

    /** What a request is by itself: a still, with shadows. */
    @Test
    void aRequestIsAStill() {
        assertThat(RenderRequest.of(40, 30).settings())
                .isEqualTo(RenderSettings.defaults().withSize(40, 30).withShadows(true));
        assertThat(RenderSettings.defaults().shadows()).isFalse();
    }

    @Test
    void sixteenAtOnceGetTheBytesOfOne() throws Exception {
        var models = new ArrayList<byte[]>();
        var expected = new ArrayList<int[]>();
        for (int i = 0; i < 4; i++) {
            models.add(SmallModels.triangle(10 + 20 * i));
            expected.add(plain(models.get(i)));
        }
        assertThat(expected.get(0)).isNotEqualTo(expected.get(1));
        var threads = ManagementFactory.getThreadMXBean();
        try (var renderer = Renderer.open(OPTIONS);
                var callers = Executors.newFixedThreadPool(16)) {
            long before = threads.getTotalStartedThreadCount();
            var pictures = new ArrayList<Future<Picture>>();
            for (int i = 0; i < 64; i++) {
                byte[] model = models.get(i % 4);
                pictures.add(callers.submit(() -> renderer.render(model, REQUEST)));
            }
            for (int i = 0; i < 64; i++) {
                assertThat(pictures.get(i).get().pixels()).isEqualTo(expected.get(i % 4));
            }
            var counts = renderer.counts();
            assertThat(counts.frames()).isEqualTo(64);
            assertThat(counts.cacheMisses()).isEqualTo(4);
            assertThat(counts.cacheHits()).isEqualTo(60);
            assertThat(counts.waiting()).isZero();
            // The callers, one for each of the four loads, and a few of the platform's own
            assertThat(threads.getTotalStartedThreadCount() - before).isBetween(20L, 28L);
        }
    }

    @Test
    void theCacheCountsAndGivesWayAtItsBound() {
        byte[][] models = new byte[3][];
        for (int i = 0; i < 3; i++) {
            models[i] = SmallModels.triangle(20 + i);
        }
        var scene =
                GltfLoader.load(models[0], "model", LoadLimits.defaults(), 1, Cancellation.NEVER);
        long size = SceneSize.bytes(scene);
        try (var renderer = Renderer.open(OPTIONS.withCacheBytes(3 * size - 1))) {
            // Two fit. 0 and 1 are loaded, 0 is asked for again, 2 takes the place of 1.
            for (int model : new int[] {0, 1, 0, 2, 0, 1}) {
                renderer.render(models[model], REQUEST);
            }
            var counts = renderer.counts();
            assertThat(counts.cacheMisses()).isEqualTo(4);
            assertThat(counts.cacheHits()).isEqualTo(2);
            assertThat(counts.evictions()).isEqualTo(2);
            assertThat(counts.cachedBytes()).isEqualTo(2 * size);
            // 1 took the place of 2.
            assertThat(renderer.render(models[0], REQUEST).isFromCache()).isTrue();
            assertThat(renderer.render(models[1], REQUEST).isFromCache()).isTrue();
            assertThat(renderer.render(models[2], REQUEST).isFromCache()).isFalse();
        }
        try (var renderer = Renderer.open(OPTIONS.withCacheBytes(size - 1))) {
            renderer.render(models[0], REQUEST);
            assertThat(renderer.render(models[0], REQUEST).isFromCache()).isFalse();
            assertThat(renderer.counts().cachedBytes()).isZero();
        }
    }

    /** Content counts, not names; and where a model has files beside it, nothing is kept. */
    @Test
    void filesAreKnownByTheirContent() throws IOException {
        byte[] model = SmallModels.triangle(33);
        var first = Files.write(folder.resolve("a.gltf"), model);
        var second = Files.write(folder.resolve("b.gltf"), model);
        var beside = Files.write(folder.resolve("c.gltf"), SmallModels.text("c.bin", 33));
        Files.write(folder.resolve("c.bin"), new byte[36]);
        try (var renderer = Renderer.open(OPTIONS)) {
            assertThat(renderer.render(first, REQUEST).isFromCache()).isFalse();
            assertThat(renderer.render(second, REQUEST).isFromCache()).isTrue();
            assertThat(renderer.render(model, REQUEST).isFromCache()).isTrue();
            Files.write(second, SmallModels.triangle(34));
            assertThat(renderer.render(second, REQUEST).isFromCache()).isFalse();
            renderer.render(beside, REQUEST);
            assertThat(renderer.render(beside, REQUEST).isFromCache()).isFalse();
            assertThatThrownBy(() -> renderer.render(SmallModels.text("c.bin", 33), REQUEST))
                    .isInstanceOf(SceneException.class)
                    .hasMessageContaining("no folder");
            assertThatThrownBy(() -> renderer.render(folder.resolve("none.glb"), REQUEST))
                    .isInstanceOf(SceneException.class)
                    .hasMessageContaining("no such file");
            assertThat(renderer.counts().failures()).isEqualTo(2);
        }
    }

    /** Where there is no memory for what lies around a session it is told as of a session. */
    @Test
    void whatDoesNotFitIsToldInOneLine() {
        try (var renderer = Renderer.open(OPTIONS)) {
            assertThatThrownBy(
                            () ->
                                    renderer.submit(
                                            REQUEST,
                                            Cancellation.NEVER,
                                            wish -> {
                                                throw new OutOfMemoryError("Java heap space");
                                            }))
                    .isInstanceOf(SceneException.class)
                    .hasMessage(
                            "the request does not fit into memory (a larger Java heap, -Xmx, may"
                                    + " help)");
            assertThat(renderer.counts().failures()).isOne();
            assertThat(renderer.render(SmallModels.triangle(33), REQUEST).width()).isPositive();
        }
    }

    /** What a file says of one that is not there is no more known by its own bytes. */
    @Test
    void whoseFilesAreNotThereIsNotKept() throws IOException {
        var text = new String(SmallModels.triangle(35), StandardCharsets.UTF_8);
        byte[] model =
                text.replace(
                                "\"baseColorFactor\"",
                                "\"baseColorTexture\": {\"index\": 0}, \"baseColorFactor\"")
                        .replace(
                                "\"accessors\"",
                                "\"textures\": [{\"source\": 0}], \"images\": [{\"uri\":"
                                        + " \"c.png\"}], \"accessors\"")
                        .getBytes(StandardCharsets.UTF_8);
        var file = Files.write(folder.resolve("d.gltf"), model);
        try (var renderer = Renderer.open(OPTIONS)) {
            var white = renderer.render(file, REQUEST);
            assertThat(white.warnings()).anyMatch(warning -> warning.contains("no such file"));
            int[] black = {0xff000000};
            try (var out = Files.newOutputStream(folder.resolve("c.png"))) {
                PictureFormat.PNG.encode(black, 1, 1, 1, out);
            }
            var painted = renderer.render(file, REQUEST);
            assertThat(painted.isFromCache()).isFalse();
            assertThat(painted.warnings()).noneMatch(warning -> warning.contains("no such file"));
        }
    }

    /** The lock is held: nobody can be taken off the list, so nobody may be told either. */
    @Test
    void whoIsAnsweredHasMadeRoom() throws InterruptedException {
        var queue = new RequestQueue(0, 1);
        var begun = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        var first = new Request(wish -> pause(begun, goOn), new Cancellation());
        queue.put(first);
        var worker = new Thread(queue::work);
        worker.start();
        begun.await();
        synchronized (queue) {
            goOn.countDown();
            assertThat(first.ended().await(200, TimeUnit.MILLISECONDS)).isFalse();
        }
        first.ended().await();
        // There is room for one, and there it is.
        for (int i = 0; i < 1000; i++) {
            var next = new Request(wish -> null, new Cancellation());
            queue.put(next);
            next.ended().await();
        }
        queue.close();
        worker.join();
    }

    private static Picture pause(CountDownLatch begun, CountDownLatch goOn) {
        begun.countDown();
        try {
            goOn.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return null;
    }

    /** However many threads there are, together they may take as much. */
    @Test
    void whatLoadingMayTakeIsDividedAmongTheThreads() {
        long each = OPTIONS.limits().maxDecodedBytes();
        for (int threads : new int[] {1, 3, 7, 256}) {
            long share = OPTIONS.withThreads(threads).limits().maxDecodedBytes();
            assertThat(share * threads).isBetween(2 * each - threads, 2 * each);
        }
        var endless = OPTIONS.withLimits(LoadLimits.defaults().withMaxDecodedBytes(Long.MAX_VALUE));
        assertThat(endless.withThreads(1).limits().maxDecodedBytes()).isEqualTo(Long.MAX_VALUE);
        assertThat(endless.withThreads(4).limits().maxDecodedBytes())
                .isBetween(Long.MAX_VALUE / 2 - 4, Long.MAX_VALUE / 2 + 4);
        assertThatThrownBy(() -> OPTIONS.withThreads(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("threads=0");
    }

    @Test
    void aCancelledRequestDisturbsNobody() throws Exception {
        byte[] model = SmallModels.triangle(45);
        int[] expected = plain(model);
        var wish = new Cancellation();
        try (var renderer = Renderer.open(OPTIONS);
                var callers = Executors.newFixedThreadPool(9)) {
            var ended = begin(callers, renderer, wish);
            var others = new ArrayList<Future<Picture>>();
            for (int i = 0; i < 8; i++) {
                others.add(callers.submit(() -> renderer.render(model, REQUEST)));
            }
            others.getFirst().get();
            wish.cancel();
            assertThat(ended.get()).isInstanceOf(CancelledException.class);
            for (var other : others) {
                assertThat(other.get().pixels()).isEqualTo(expected);
            }
            var counts = renderer.counts();
            assertThat(counts.cancellations()).isEqualTo(1);
            assertThat(counts.frames()).isEqualTo(8);
        }
    }

    /** The time that limits leave is for all of a request's work, and not for waiting. */
    @Test
    @Timeout(60)
    void limitsOfTimeAreForDrawingToo() throws Exception {
        long mostMs = 300;
        var limits = LoadLimits.defaults().withMaxTime(Duration.ofMillis(mostMs));
        try (var renderer = Renderer.open(OPTIONS.withThreads(1).withLimits(limits));
                var callers = Executors.newCachedThreadPool()) {
            Request.Work endless =
                    wish -> {
                        while (true) {
                            wish.check("drawing");
                            Thread.onSpinWait();
                        }
                    };
            assertThatThrownBy(() -> renderer.submit(REQUEST, Cancellation.NEVER, endless))
                    .isInstanceOf(DeadlineException.class)
                    .hasMessage("drawing: not done within 0.3 s, its deadline");
            var begun = new CountDownLatch(1);
            var longer =
                    callers.submit(
                            () ->
                                    renderer.submit(
                                            REQUEST,
                                            Cancellation.NEVER,
                                            wish -> {
                                                begun.countDown();
                                                try {
                                                    Thread.sleep(2 * mostMs);
                                                } catch (InterruptedException e) {
                                                    throw new AssertionError(e);
                                                }
                                                return null;
                                            }));
            begun.await();
            // It waits for longer than its work may take
            renderer.submit(
                    REQUEST,
                    Cancellation.NEVER,
                    wish -> {
                        wish.check("drawing");
                        return null;
                    });
            assertThat(longer.get()).isNull();
        }
    }

    @Test
    void whatWaitsHasDeadlinesAndIsRefusedWhereThereIsNoRoom() throws Exception {
        byte[] model = SmallModels.triangle(46);
        var wish = new Cancellation();
        try (var renderer = Renderer.open(OPTIONS.withThreads(1).withQueueCapacity(1));
                var callers = Executors.newCachedThreadPool()) {
            var ended = begin(callers, renderer, wish);
            // It waits, and its time is over before its turn comes.
            assertThatThrownBy(() -> renderer.render(model, REQUEST.withDeadline(Duration.ZERO)))
                    .isInstanceOf(DeadlineException.class)
                    .hasMessageContaining("waiting to be rendered");
            var waiting = callers.submit(() -> renderer.render(model, REQUEST));
            while (renderer.counts().waiting() == 0) {
                Thread.onSpinWait();
            }
            assertThatThrownBy(() -> renderer.render(model, REQUEST))
                    .isInstanceOf(RequestRefused.class);
            assertThat(ended.isDone()).isFalse();
            wish.cancel();
            assertThat(ended.get()).isInstanceOf(CancelledException.class);
            assertThat(waiting.get().pixels()).isEqualTo(plain(model));
            var counts = renderer.counts();
            assertThat(counts.refusals()).isEqualTo(1);
            assertThat(counts.cancellations()).isEqualTo(2);
            assertThat(counts.frames()).isEqualTo(1);
        }
    }

    @Test
    void closeEndsAll() throws Exception {
        var renderer = Renderer.open(OPTIONS.withThreads(1));
        try (var callers = Executors.newCachedThreadPool()) {
            var running = begin(callers, renderer, Cancellation.NEVER);
            var waiting =
                    callers.submit(
                            () -> thrown(() -> renderer.render(SmallModels.triangle(1), REQUEST)));
            while (renderer.counts().waiting() == 0) {
                Thread.onSpinWait();
            }
            renderer.close();
            assertThat(running.get()).isInstanceOf(CancelledException.class);
            assertThat(waiting.get())
                    .isInstanceOf(CancelledException.class)
                    .hasMessageContaining("closed");
            assertThatThrownBy(() -> renderer.render(SmallModels.triangle(1), REQUEST))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(Thread.getAllStackTraces().keySet())
                    .noneMatch(thread -> thread.getName().startsWith("azulejo-renderer-"));
            renderer.close();
        }
    }

    @Test
    void whoIsInterruptedGetsAwayAndStaysInterrupted() throws Exception {
        try (var renderer = Renderer.open(OPTIONS.withThreads(1))) {
            var begun = new CountDownLatch(1);
            var outcome = new AtomicReference<Throwable>();
            var caller =
                    new Thread(
                            () -> {
                                var work = endless(begun);
                                var end =
                                        thrown(
                                                () ->
                                                        renderer.submit(
                                                                REQUEST, Cancellation.NEVER, work));
                                outcome.set(Thread.currentThread().isInterrupted() ? end : null);
                            });
            caller.start();
            begun.await();
            caller.interrupt();
            caller.join();
            assertThat(outcome.get()).isInstanceOf(CancelledException.class);
            assertThat(renderer.render(SmallModels.triangle(2), REQUEST).width()).isEqualTo(40);
        }
    }

    /** If a load is ended, somebody else who waits for the same scene loads it. */
    @Test
    void aLoadThatIsEndedIsTakenUpByAnother() throws Exception {
        var cache = new SceneCache(1 << 20);
        byte[] model = SmallModels.triangle(3);
        var begun = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        try (var callers = Executors.newFixedThreadPool(2)) {
            var first =
                    callers.submit(
                            () ->
                                    thrown(
                                            () ->
                                                    cache.get(
                                                            "k",
                                                            () -> {
                                                                begun.countDown();
                                                                await(go);
                                                                throw new CancelledException("x");
                                                            },
                                                            scene -> true,
                                                            Cancellation.NEVER)));
            begun.await();
            var second =
                    callers.submit(
                            () ->
                                    cache.get(
                                            "k",
                                            () ->
                                                    GltfLoader.load(
                                                            model,
                                                            "m",
                                                            LoadLimits.defaults(),
                                                            1,
                                                            Cancellation.NEVER),
                                            scene -> true,
                                            Cancellation.NEVER));
            go.countDown();
            assertThat(first.get()).isInstanceOf(CancelledException.class);
            assertThat(second.get().hit()).isFalse();
            assertThat(cache.misses()).isEqualTo(2);
            assertThat(cache.hits()).isZero();
        }
    }

    /** Who asks for a scene that is being loaded waits for it. */
    @Test
    void aSceneIsLoadedOnceForAllWhoAskAtOnce() throws Exception {
        var cache = new SceneCache(1 << 20);
        var begun = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        Supplier<Scene> load =
                () -> {
                    begun.countDown();
                    await(go);
                    byte[] model = SmallModels.triangle(3);
                    return GltfLoader.load(
                            model, "m", LoadLimits.defaults(), 1, Cancellation.NEVER);
                };
        var first = new Thread(() -> cache.get("k", load, scene -> true, Cancellation.NEVER));
        first.start();
        begun.await();
        var second = new Thread(() -> cache.get("k", load, scene -> true, Cancellation.NEVER));
        second.start();
        // It waits for the first, or, if it were wrong, for the latch.
        while (second.getState() != Thread.State.TIMED_WAITING
                && second.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        go.countDown();
        first.join();
        second.join();
        assertThat(cache.misses()).isEqualTo(1);
        assertThat(cache.hits()).isEqualTo(1);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void allFormatsAreOnePicture() throws IOException {
        try (var renderer = Renderer.open(OPTIONS)) {
            assertThat(renderer.kernels()).isEqualTo(Kernels.SCALAR);
            var picture = renderer.render(SmallModels.triangle(77), REQUEST);
            assertThat(picture.kernels()).isEqualTo(Kernels.SCALAR);
            var image = picture.toBufferedImage();
            byte[] raw = picture.encode(PictureFormat.RGBA);
            var png = picture.encode(PictureFormat.PNG);
            var read = ImageIO.read(new ByteArrayInputStream(png));
            int[] pixels = picture.pixels();
            assertThat(raw).hasSize(40 * 30 * 4);
            for (int i = 0; i < 40 * 30; i++) {
                int rgba =
                        raw[4 * i] & 255
                                | (raw[4 * i + 1] & 255) << 8
                                | (raw[4 * i + 2] & 255) << 16
                                | (raw[4 * i + 3] & 255) << 24;
                assertThat(rgba).isEqualTo(pixels[i]);
                assertThat(image.getRGB(i % 40, i / 40)).isEqualTo(read.getRGB(i % 40, i / 40));
            }
            assertThat(image.getRGB(0, 0) >>> 16 & 255).isEqualTo(raw[0] & 255);
            var jpeg = picture.encode(PictureFormat.JPEG);
            assertThat(ImageIO.read(new ByteArrayInputStream(jpeg)).getWidth()).isEqualTo(40);
        }
    }

    @Test
    void viewpointsFollowTheFile() {
        try (var renderer = Renderer.open(OPTIONS)) {
            byte[] model = SmallModels.triangle(5);
            var file = renderer.render(model, REQUEST.withViewpoint(Viewpoint.ofFile()));
            var orbit = renderer.render(model, REQUEST.withViewpoint(Viewpoint.orbit(35, 18)));
            assertThat(file.pixels())
                    .isEqualTo(orbit.pixels())
                    .isNotEqualTo(renderer.render(model, REQUEST).pixels());
            var camera = REQUEST.withViewpoint(Viewpoint.camera("left"));
            assertThatThrownBy(() -> renderer.render(model, camera))
                    .isInstanceOf(SceneException.class)
                    .hasMessageContaining("no camera 'left'");
        }
    }

    @Test
    void theFilesCameraCountsIfItShowsEnough() {
        try (var renderer = Renderer.open(OPTIONS)) {
            var file = REQUEST.withViewpoint(Viewpoint.ofFile());
            var first = REQUEST.withViewpoint(Viewpoint.camera("0"));
            byte[] good = SmallModels.photographed(4);
            assertThat(renderer.render(good, file).pixels())
                    .isEqualTo(renderer.render(good, first).pixels());
            assertThat(renderer.render(good, file).warnings()).isEmpty();
            byte[] far = SmallModels.photographed(400);
            var seen = renderer.render(far, file);
            assertThat(seen.pixels())
                    .isEqualTo(
                            renderer.render(far, REQUEST.withViewpoint(Viewpoint.orbit(35, 18)))
                                    .pixels())
                    .isNotEqualTo(renderer.render(far, first).pixels());
            assertThat(seen.warnings()).singleElement().asString().contains("first camera");
            assertThat(renderer.render(far, first).warnings()).isEmpty();
            // Its box is 1 / (6 * 2 tan 0.25) of the picture's height, 0.08 of it all
            byte[] small = SmallModels.photographed(6);
            var shown = renderer.render(small, file);
            assertThat(shown.pixels()).isEqualTo(renderer.render(small, first).pixels());
            assertThat(shown.warnings()).singleElement().asString().contains("scene small");
        }
    }

    /** A near plane where all depths are 1 is put to where they are not. */
    @Test
    void camerasThatNobodyCanLookThroughDoNotCount() {
        try (var renderer = Renderer.open(OPTIONS)) {
            var file = REQUEST.withViewpoint(Viewpoint.ofFile());
            byte[] good = SmallModels.photographed(4);
            byte[] near = near(good, "1e-30");
            assertThat(renderer.render(near, file).pixels())
                    .isEqualTo(renderer.render(good, file).pixels());
            byte[] blind = near(good, "1e-30, \"zfar\": 1.1e-30");
            var seen = renderer.render(blind, file);
            assertThat(seen.warnings()).singleElement().asString().contains("shows little");
            var orbit = REQUEST.withViewpoint(Viewpoint.orbit(35, 18));
            assertThat(seen.pixels()).isEqualTo(renderer.render(good, orbit).pixels());
            byte[] none = near(good, "1e-45, \"zfar\": 1e-44");
            assertThat(renderer.render(none, file).pixels()).isEqualTo(seen.pixels());
            // Its matrix would have numbers beyond floats
            String far = "\"orthographic\", \"orthographic\": {\"xmag\": 1e-45, \"ymag\": 1e-45";
            byte[] wide =
                    new String(good, StandardCharsets.UTF_8)
                            .replace("\"perspective\", \"perspective\": {\"yfov\": 0.5", far)
                            .replace("\"znear\": 0.1", "\"znear\": 0.1, \"zfar\": 9")
                            .getBytes(StandardCharsets.UTF_8);
            assertThat(renderer.render(wide, file).pixels()).isEqualTo(seen.pixels());
            var first = REQUEST.withViewpoint(Viewpoint.camera("0"));
            assertThatThrownBy(() -> renderer.render(wide, first))
                    .isInstanceOf(SceneException.class)
                    .hasMessageContaining("nodes[1], a camera");
        }
    }

    private static byte[] near(byte[] model, String planes) {
        return new String(model, StandardCharsets.UTF_8)
                .replace("\"znear\": 0.1", "\"znear\": " + planes)
                .getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void warmingUpRendersAndKeepsNothing() {
        try (var renderer = Renderer.open(OPTIONS)) {
            renderer.warmUp(3);
            var counts = renderer.counts();
            assertThat(counts.frames()).isEqualTo(3);
            assertThat(counts.cacheMisses()).isZero();
            assertThat(counts.cachedBytes()).isZero();
        }
    }

    @Test
    void theFlightRecorderIsToldOfEverything() throws IOException {
        var file = folder.resolve("events.jfr");
        byte[] broken = "{".getBytes(StandardCharsets.UTF_8);
        try (var recording = new Recording();
                var renderer = Renderer.open(OPTIONS)) {
            for (var name : List.of("Frame", "Queue", "Cache", "Refusal")) {
                recording.enable("dev.azulejo." + name).withoutThreshold();
            }
            recording.start();
            renderer.render(SmallModels.triangle(8), REQUEST);
            renderer.render(SmallModels.triangle(8), REQUEST);
            assertThatThrownBy(() -> renderer.render(broken, REQUEST))
                    .isInstanceOf(SceneException.class);
            recording.stop();
            recording.dump(file);
        }
        var frames = 0;
        var queued = 0;
        var refused = new ArrayList<String>();
        var cached = new ArrayList<String>();
        for (var event : RecordingFile.readAllEvents(file)) {
            switch (event.getEventType().getName()) {
                case "dev.azulejo.Frame" -> {
                    frames++;
                    assertThat(event.getInt("width")).isEqualTo(40);
                    assertThat(event.getString("kernels")).isEqualTo("SCALAR");
                }
                case "dev.azulejo.Queue" -> queued++;
                case "dev.azulejo.Cache" -> cached.add(event.getString("outcome"));
                case "dev.azulejo.Refusal" -> refused.add(event.getString("reason"));
                default -> {}
            }
        }
        assertThat(frames).isEqualTo(2);
        assertThat(queued).isEqualTo(3);
        assertThat(cached).containsExactlyInAnyOrder("miss", "hit");
        assertThat(refused).hasSize(1).first().asString().startsWith("model: ");
    }
}
