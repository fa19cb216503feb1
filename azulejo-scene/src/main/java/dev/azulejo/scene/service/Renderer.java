package dev.azulejo.scene.service;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.shader.KernelProvider;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.gltf.GltfLoader;
import dev.azulejo.scene.gltf.LoadLimits;
import dev.azulejo.scene.gltf.WantedVariants;
import dev.azulejo.scene.image.StraightAlpha;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.render.Session;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Makes pictures of models, for a process that has many to make: one renderer, a fixed number of
 * threads that all requests share, and a cache of scenes.
 *
 * <pre>{@code
 * try (var renderer = Renderer.open(RendererOptions.defaults())) {
 *     var request = RenderRequest.of(512, 512).withDeadline(Duration.ofSeconds(5));
 *     byte[] png = renderer.render(Path.of("model.glb"), request).encode(PictureFormat.PNG);
 * }
 * }</pre>
 *
 * <p>A model is hostile until it has been rendered: whatever it holds, the outcome is a picture, a
 * {@link SceneException}, or a {@link CancelledException}, and other requests do not notice.
 *
 * <p>Threads: any.
 */
public final class Renderer implements AutoCloseable {
    /** How often a caller looks whether what waits shall be taken back, milliseconds. */
    private static final long LOOK_MS = 10;

    /** Bytes that are read, or hashed, between two looks whether to go on. */
    private static final int AT_ONCE = 1 << 22;

    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    private final RendererOptions options;
    private final DeviceOptions device;
    private final SceneCache cache;
    private final RequestQueue queue;
    private final List<Thread> threads = new ArrayList<>();
    private final LongAdder frames = new LongAdder();
    private final LongAdder refusals = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder cancellations = new LongAdder();

    private Renderer(RendererOptions options) {
        this.options = options;
        device = DeviceOptions.DEFAULT.withThreads(1).withKernels(options.kernels());
        cache = new SceneCache(options.cacheBytes());
        queue = new RequestQueue(options.queueCapacity(), options.threads());
        for (int i = 0; i < options.threads(); i++) {
            threads.add(
                    Thread.ofPlatform().daemon().name("azulejo-renderer-" + i).start(queue::work));
        }
    }

    /** Opens a renderer: starts its threads. */
    public static Renderer open(RendererOptions options) {
        return new Renderer(options);
    }

    /**
     * Renders a file.
     *
     * @throws SceneException if it cannot be used
     * @throws RequestRefused if too many requests wait
     * @throws CancelledException if it was ended early: by its deadline, because the calling thread
     *     was interrupted, or because the renderer was closed; nothing of it goes on then
     */
    public Picture render(Path file, RenderRequest request) {
        return render(file, request, Cancellation.NEVER);
    }

    /**
     * Renders a file, unless somebody wishes that this ends early.
     *
     * @param cancellation ends it, from any thread
     * @throws SceneException if it cannot be used
     * @throws RequestRefused if too many requests wait
     * @throws CancelledException if it was ended early
     */
    public Picture render(Path file, RenderRequest request, Cancellation cancellation) {
        return submit(request, cancellation, wish -> picture(request, scene(file, wish), wish));
    }

    /**
     * Renders a model that lies in no folder, so that it must hold everything that belongs to it.
     *
     * @param model what a .gltf or .glb file holds; must not change until this returns
     * @throws SceneException if it cannot be used
     * @throws RequestRefused if too many requests wait
     * @throws CancelledException if it was ended early
     */
    public Picture render(byte[] model, RenderRequest request) {
        return render(model, request, Cancellation.NEVER);
    }

    /**
     * Renders a model that lies in no folder, unless somebody wishes that this ends early.
     *
     * @param model what a .gltf or .glb file holds; must not change until this returns
     * @param cancellation ends it, from any thread
     * @throws SceneException if it cannot be used
     * @throws RequestRefused if too many requests wait
     * @throws CancelledException if it was ended early
     */
    public Picture render(byte[] model, RenderRequest request, Cancellation cancellation) {
        return submit(request, cancellation, wish -> picture(request, scene(model, wish), wish));
    }

    /**
     * Renders a built-in scene over and over, so that later requests find code compiled. Returns
     * when that is done.
     *
     * @param pictures how many, 0 and up; some hundreds are enough for vector kernels
     */
    public void warmUp(int pictures) {
        var found = new SceneCache.Found(DemoScenes.create(DemoScenes.PREFIX + "objects"), false);
        var request = RenderRequest.of(128, 128);
        for (int i = 0; i < pictures; i++) {
            submit(request, Cancellation.NEVER, wish -> picture(request, found, wish));
        }
    }

    /** Has work done for a request, and waits for it. */
    Picture submit(RenderRequest request, Cancellation cancellation, Request.Work work) {
        var wish = cancellation.within(request.deadline().orElse(FOR_EVER));
        // Waiting for a turn is not the model's doing
        var time = options.limits().maxTime();
        var taken = new Request(end -> work.run(end.within(time)), wish);
        try {
            queue.put(taken);
            await(taken);
            return taken.result();
        } catch (OutOfMemoryError e) {
            // Of what lies before and behind a session, which says so of itself
            var tooLarge =
                    new SceneException(
                            "the request does not fit into memory (a larger Java heap, -Xmx, may"
                                    + " help)",
                            e);
            count(tooLarge);
            throw tooLarge;
        } catch (RuntimeException | Error e) {
            count(e);
            throw e;
        }
    }

    private void count(Throwable e) {
        switch (e) {
            case RequestRefused refused -> refusals.increment();
            case CancelledException ended -> cancellations.increment();
            default -> failures.increment();
        }
        var event = new Events.Refusal();
        event.reason = String.valueOf(e.getMessage());
        event.commit();
    }

    /** Waits until a request has ended, or is taken back before it has begun. */
    private void await(Request request) {
        var wish = request.cancellation();
        boolean interrupted = false;
        boolean ended = false;
        while (!ended) {
            try {
                ended = request.ended().await(LOOK_MS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
                wish.cancel();
            }
            if (!ended && wish.isCancelled() && queue.remove(request)) {
                request.drop(waited(wish));
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Why a request that has not begun has ended. */
    private static RuntimeException waited(Cancellation wish) {
        try {
            wish.check("waiting to be rendered");
        } catch (CancelledException e) {
            return e;
        }
        throw new IllegalStateException("a wish cannot be taken back");
    }

    /** Pictures show a model's own materials, so that textures of others are not needed. */
    private LoadLimits limits() {
        return options.limits().withVariants(WantedVariants.NONE);
    }

    private SceneCache.Found scene(byte[] model, Cancellation wish) {
        return find(model, () -> GltfLoader.load(model, "model", limits(), 1, wish), wish);
    }

    private SceneCache.Found scene(Path file, Cancellation wish) {
        byte[] content = options.cacheBytes() == 0 ? null : read(file, wish);
        if (content == null) {
            var scene = GltfLoader.load(file, limits(), 1, wish);
            return new SceneCache.Found(scene, false);
        }
        return find(content, () -> GltfLoader.load(file, content, limits(), 1, wish), wish);
    }

    /** Looks for a scene by its content; what other files belong to is not kept. */
    private SceneCache.Found find(byte[] content, Supplier<Scene> load, Cancellation wish) {
        return options.cacheBytes() == 0
                ? new SceneCache.Found(load.get(), false)
                : cache.get(hash(content, wish), load, scene -> !scene.asset().namesFiles(), wish);
    }

    /** Reads a file, or returns null where the loader had better say what is wrong with it. */
    private byte[] read(Path file, Cancellation wish) {
        try {
            long size = Files.isRegularFile(file) ? Files.size(file) : Long.MAX_VALUE;
            var limits = options.limits();
            long most = Math.min(limits.maxFileBytes(), limits.maxDecodedBytes());
            if (size > Math.min(most, LoadLimits.LARGEST_FILE)) {
                return null;
            }
            byte[] content = new byte[(int) size];
            int done = 0;
            try (InputStream in = Files.newInputStream(file)) {
                for (int n = 1; n > 0; done += n) {
                    wish.check("loading " + file);
                    n = in.readNBytes(content, done, Math.min(content.length - done, AT_ONCE));
                }
            }
            return done < content.length ? Arrays.copyOf(content, done) : content;
        } catch (IOException e) {
            return null;
        }
    }

    private static String hash(byte[] content, Cancellation wish) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            for (int at = 0, n; at < content.length; at += n) {
                wish.check("loading a model");
                n = Math.min(content.length - at, AT_ONCE);
                digest.update(content, at, n);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every platform has SHA-256", e);
        }
    }

    private Picture picture(RenderRequest request, SceneCache.Found found, Cancellation wish) {
        var event = new Events.Frame();
        event.begin();
        var settings = request.settings();
        Session.checkMemory(found.scene(), settings, options.limits().maxDecodedBytes());
        try (var session = new Session(found.scene(), settings, device, wish)) {
            session.within(wish);
            double aspect = (double) settings.width() / settings.height();
            var seen = Viewpoints.of(request.viewpoint(), session, aspect);
            session.look(seen.view());
            session.render(wish);
            frames.increment();
            event.width = settings.width();
            event.height = settings.height();
            event.samples = settings.samples();
            event.kernels = session.kernels().name();
            event.commit();
            return new Picture(
                    StraightAlpha.of(session.target().pixels()),
                    settings.width(),
                    settings.height(),
                    session.kernels(),
                    found.hit(),
                    Stream.concat(found.scene().warnings().stream(), seen.warnings().stream())
                            .toList());
        }
    }

    /** Returns the kernels that run: scalar ones if vector ones were wanted and are not there. */
    public Kernels kernels() {
        return KernelProvider.running(options.kernels());
    }

    /** Returns the options. */
    public RendererOptions options() {
        return options;
    }

    /** Returns what has happened so far. */
    public RendererCounts counts() {
        return new RendererCounts(
                frames.sum(),
                cache.hits(),
                cache.misses(),
                cache.evictions(),
                refusals.sum(),
                failures.sum(),
                cancellations.sum(),
                queue.length(),
                cache.bytes());
    }

    /**
     * Ends what is under way and what waits, each with a {@link CancelledException}, and all
     * threads; they have ended when this returns. Again does nothing.
     */
    @Override
    public void close() {
        queue.close();
        boolean interrupted = false;
        for (var thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        cache.clear();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
