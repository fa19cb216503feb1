package dev.azulejo.scene.render;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.cancel.StopSign;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.device.Device;
import dev.azulejo.core.device.FrameInspection;
import dev.azulejo.core.device.Gpu;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.report.WorkReceiver;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.animation.Animator;
import dev.azulejo.scene.animation.Pose;
import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.model.Transform;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A scene that lives and changes, and the device that draws it: move nodes, play animations, hide,
 * paint, look from elsewhere, and {@link #render}. Only what changed is drawn again; every picture
 * has the bytes of one drawn from nothing.
 *
 * <pre>{@code
 * try (var session = new Session(scene, RenderSettings.defaults())) {
 *     session.play(0, 1.25);
 *     session.look(session.frame(35, 18, aspect));
 *     session.render();
 *     int[] rgba = session.target().pixels();
 * }
 * }</pre>
 *
 * <p>Threads: one at a time.
 */
public final class Session implements AutoCloseable {
    /** Closes the devices of sessions that nobody closed, and nobody can reach any more. */
    private static final Cleaner CLEANER = Cleaner.create();

    private final Scene scene;
    private final SceneRenderer renderer;
    private final Uploads uploads;
    private final Gpu device;

    /** Of the GPU that it may close; null if somebody else does. */
    private final Users users;

    /** Stops the device's workers, if nobody else renders with it: now, or when it is forgotten. */
    private final Cleaner.Cleanable closing;

    private volatile boolean closed;

    /** A GPU, and how many sessions render with it that are not closed: the last one closes it. */
    private static final class Users {
        private final Gpu gpu;
        private final AtomicInteger count = new AtomicInteger(1);

        /** Whether a thread renders with one of them. */
        private final AtomicBoolean rendering = new AtomicBoolean();

        Users(Gpu gpu) {
            this.gpu = gpu;
        }

        /** Adds one, unless there is none any more. */
        void join() {
            if (count.getAndUpdate(now -> now == 0 ? 0 : now + 1) == 0) {
                throw new IllegalStateException("beside: the session is closed");
            }
        }

        void leave() {
            if (count.decrementAndGet() == 0) {
                gpu.close();
            }
        }
    }

    /** Whether a thread renders: what it records, and the scene's pose, are no other thread's. */
    private final AtomicBoolean rendering;

    private final StopSign stop = new StopSign("rendering");

    private final Pose pose;
    private final Animator[] animators;
    private List<View> views;

    /**
     * Checks what the draw calls of a scene would take in a session, which grows with its views and
     * what else each of them is drawn for, and the pictures that its ground needs, which grow with
     * the size of a picture, before anything is made for them. A session that is opened is held to
     * three quarters of the Java heap, less what an environment takes; who opens several at a time
     * may divide that.
     *
     * @param bytes that they may take
     * @throws SceneException if they would take more, in one line
     */
    public static void checkMemory(Scene scene, RenderSettings settings, long bytes) {
        FrameMemory.check(scene, settings, bytes);
    }

    /** Opens a session with default options. */
    public Session(Scene scene, RenderSettings settings) {
        this(scene, settings, DeviceOptions.DEFAULT);
    }

    /** Opens a session: uploads the scene, which stands at rest, and starts a device's workers. */
    public Session(Scene scene, RenderSettings settings, DeviceOptions options) {
        this(scene, settings, options, upload(scene, settings, Cancellation.NEVER));
    }

    /**
     * Opens a session as {@link #Session(Scene, RenderSettings, DeviceOptions)} does, unless
     * somebody wishes that this ends early: uploading a large scene takes a while.
     *
     * @param cancellation ends it, from any thread
     * @throws CancelledException if it was ended early, as well as if the calling thread is
     *     interrupted; nothing is left of it
     */
    public Session(
            Scene scene,
            RenderSettings settings,
            DeviceOptions options,
            Cancellation cancellation) {
        this(scene, settings, options, upload(scene, settings, cancellation));
    }

    private static Uploads upload(Scene scene, RenderSettings settings, Cancellation wish) {
        try {
            return new Uploads(scene, settings, wish);
        } catch (OutOfMemoryError e) {
            throw tooLarge(scene, e);
        }
    }

    private static SceneException tooLarge(Scene scene, OutOfMemoryError e) {
        return new SceneException(
                "%s: does not fit into memory when it is drawn (a larger Java heap, -Xmx, a smaller picture or fewer samples may help)"
                        .formatted(scene.asset().source()),
                e);
    }

    /** Opens a session with a device of its own, beside others of the same scene and settings. */
    Session(Scene scene, RenderSettings settings, DeviceOptions options, Uploads uploads) {
        this(scene, settings, Gpu.open(options), uploads);
    }

    /**
     * Opens a session whose device hands on what work there is in its frames, as {@link
     * Device#recordingWork} says.
     */
    public static Session recordingWork(
            Scene scene, RenderSettings settings, DeviceOptions options, WorkReceiver receiver) {
        var uploads = new Uploads(scene, settings);
        return new Session(scene, settings, Device.recordingWork(options, receiver), uploads);
    }

    /**
     * Opens another session of the same scene, which stands at rest there, with what this one has
     * uploaded: textures, and buffers of what does not deform, are in memory once. What happens in
     * one is not seen in the other, and either may be closed first.
     *
     * <p>Threads: as if this session rendered; who has opened one may use both at the same time.
     *
     * @param settings of the other one
     * @param options of its device
     * @throws IllegalArgumentException if one of them divides patches in another mode than the
     *     other: that takes other buffers
     */
    public Session beside(RenderSettings settings, DeviceOptions options) {
        checkBeside(settings);
        return new Session(scene, settings, options, uploads);
    }

    /**
     * Opens another session of the same scene as {@link #beside(RenderSettings, DeviceOptions)}
     * does, which also renders with this one's GPU, as for a picture of another size: neither its
     * threads nor its memory are there twice, and what the light sees, if it is drawn in the same
     * size ({@link RenderSettings#shadowTexels}), is not drawn anew for the other: that is, what is
     * neither masked nor moved by joints or morph targets. The last of them that is closed closes
     * the GPU; one that is closed before ends nothing.
     *
     * <p>Threads: they render in turn. What a frame did, and what {@link #inspect} shows, is of the
     * last frame of either.
     *
     * @param settings of the other one
     * @throws IllegalArgumentException if one of them divides patches in another mode than the
     *     other
     * @throws IllegalStateException if this one is closed, or somebody else closes its GPU
     */
    public Session beside(RenderSettings settings) {
        checkBeside(settings);
        if (closed || users == null) {
            throw new IllegalStateException(
                    closed
                            ? "beside: the session is closed"
                            : "beside: the session's GPU is somebody else's");
        }
        try {
            users.join();
            return new Session(scene, settings, device, users, uploads, renderer);
        } finally {
            // Else it may be taken for forgotten before there is another one
            Reference.reachabilityFence(this);
        }
    }

    private void checkBeside(RenderSettings settings) {
        var mode = renderer.settings().tessellation().mode();
        if (settings.tessellation().mode() != mode) {
            throw new IllegalArgumentException(
                    "beside: tessellation=%s expected, as here, not %s"
                            .formatted(mode, settings.tessellation().mode()));
        }
    }

    /** Opens a session on a device that others render with, too, and that somebody else closes. */
    static Session on(Gpu shared, Scene scene, RenderSettings settings, Uploads uploads) {
        return new Session(scene, settings, shared, null, uploads, null);
    }

    /** Opens a session on a device that it closes. */
    private Session(Scene scene, RenderSettings settings, Gpu own, Uploads uploads) {
        this(scene, settings, own, new Users(own), uploads, null);
    }

    /**
     * Opens a session.
     *
     * @param users of the device; null if somebody else closes it
     * @param other what renders with that device in turn with this one; null for nothing
     */
    private Session(
            Scene scene,
            RenderSettings settings,
            Gpu gpu,
            Users users,
            Uploads uploads,
            SceneRenderer other) {
        Runnable leave = users == null ? () -> {} : users::leave;
        boolean made = false;
        try {
            this.scene = scene;
            this.uploads = uploads;
            this.renderer = renderer(scene, settings, uploads, other);
            uploads.done();
            this.pose = new Pose(scene);
            this.animators = new Animator[scene.animations().size()];
            this.device = gpu;
            this.users = users;
            this.rendering = users == null ? new AtomicBoolean() : users.rendering;
            this.closing = CLEANER.register(this, leave);
            made = true;
        } finally {
            if (!made) {
                leave.run();
            }
        }
    }

    private static SceneRenderer renderer(
            Scene scene, RenderSettings settings, Uploads uploads, SceneRenderer other) {
        FrameMemory.check(scene, settings, FrameMemory.most(settings));
        try {
            return new SceneRenderer(scene, settings, uploads, other);
        } catch (OutOfMemoryError e) {
            throw tooLarge(scene, e);
        }
    }

    /** Returns the scene. */
    public Scene scene() {
        return scene;
    }

    /** Returns the renderer. */
    public SceneRenderer renderer() {
        return renderer;
    }

    /**
     * Sets where to look from.
     *
     * @throws IllegalArgumentException if the settings ask for more than one view
     */
    public void look(View view) {
        look(List.of(view));
    }

    /**
     * Sets where to look from, a view of the picture each.
     *
     * @throws IllegalArgumentException if there are fewer or more views than the settings ask for
     */
    public void look(List<View> newViews) {
        renderer.requireViews(newViews.size());
        views = List.copyOf(newViews);
    }

    /**
     * Moves a node, with everything below it.
     *
     * @param node index of the node
     * @param transform to its parent's space
     * @throws IndexOutOfBoundsException if there is no such node
     */
    public void move(int node, Transform transform) {
        pose.setTransform(Objects.checkIndex(node, scene.nodes().size()), transform);
    }

    /**
     * Moves what an animation moves to where it is at a time. Several may be played, one after the
     * other: what two move, the later one decides.
     *
     * @param animation index of the animation
     * @param seconds since its start; before the start and after the end it stands still
     * @throws IndexOutOfBoundsException if there is no such animation
     */
    public void play(int animation, double seconds) {
        if (Double.isNaN(seconds)) {
            throw new IllegalArgumentException("play: NaN seconds, a time expected");
        }
        if (animators[Objects.checkIndex(animation, animators.length)] == null) {
            animators[animation] = Animator.of(scene, animation);
        }
        animators[animation].apply(seconds, pose);
    }

    /** Moves everything back to rest. */
    public void rest() {
        pose.reset();
    }

    /**
     * Shows a node with everything below it, or hides it.
     *
     * @throws IndexOutOfBoundsException if there is no such node
     */
    public void show(int node, boolean visible) {
        renderer.show(node, visible);
    }

    /**
     * Gives a material another base colour factor, linear; its alpha mode stays.
     *
     * @throws IndexOutOfBoundsException if there is no such material
     */
    public void paint(int material, Vec4 baseColor) {
        renderer.paint(material, baseColor);
    }

    /** Sets the colour behind the scene, linear. */
    public void background(Vec4 color) {
        renderer.background(color);
    }

    /** Returns the bounds of the scene as it stands now, in world space. */
    public Bounds bounds() {
        update();
        return renderer.bounds();
    }

    /**
     * Returns a view of all of the scene as it stands now, in the middle of the picture; as {@link
     * Framing} has it.
     *
     * @param azimuth degrees; as for {@link View#orbit}
     * @param elevation degrees; as for {@link View#orbit}
     * @param aspect width over height of the picture
     */
    public View frame(double azimuth, double elevation, double aspect) {
        update();
        var framing = new Framing(azimuth, elevation, aspect, 1);
        framing.add(renderer);
        return framing.view(0, 1);
    }

    /**
     * Returns the distance from the middle of the bounds at which all of the scene as it stands now
     * is just in sight; as {@link SceneRenderer#fit}.
     */
    public double fit(double azimuth, double elevation, double aspect) {
        update();
        return renderer.fit(azimuth, elevation, aspect);
    }

    /**
     * Brings the renderer up to date with what was moved and played. {@link #render} does so too;
     * it matters to who asks the renderer where nodes stand.
     */
    public void update() {
        update(renderer::goOn);
    }

    /** Does as {@link #update()} does; if it is ended, it is done anew the next time. */
    private void update(Runnable goOn) {
        if (pose.hasChanged()) {
            renderer.pose(pose, goOn);
            pose.clearChanges();
        }
    }

    /**
     * Says what ends early what is asked of the session from now on, but for pictures: {@link
     * #bounds}, {@link #fit}, {@link #update}; as {@link SceneRenderer#within}.
     *
     * @param cancellation ends it, from any thread
     */
    public void within(Cancellation cancellation) {
        renderer.within(cancellation);
    }

    /**
     * Renders the scene as it stands now.
     *
     * @return what the frame did; overwritten by the next one
     * @throws IllegalStateException if no view was set, or the session is closed
     */
    public FrameReport render() {
        return render(Cancellation.NEVER);
    }

    /**
     * Renders the scene as it stands now, unless somebody wishes that this ends early. The session
     * is as good as before then, and its next picture is what it would have been; the one it holds
     * is undefined until then.
     *
     * @param cancellation ends it, from any thread
     * @return what the frame did; overwritten by the next one
     * @throws CancelledException if it was ended early: as was wished, because the calling thread
     *     was interrupted, or because the session was closed
     * @throws IllegalStateException if no view was set, the session is closed, or another call is
     *     under way
     * @throws SceneException if there is too little memory to draw it
     */
    public FrameReport render(Cancellation cancellation) {
        if (!rendering.compareAndSet(false, true)) {
            throw new IllegalStateException(
                    "render: another call is under way; let them take turns, or give each a session"
                            + " of its own");
        }
        try {
            return device.submit(commands(cancellation), cancellation);
        } catch (OutOfMemoryError e) {
            throw tooLarge(scene, e);
        } finally {
            rendering.set(false);
            // Else it may be taken for forgotten while its device is at work, which would end that.
            Reference.reachabilityFence(this);
        }
    }

    /** Returns what to submit to render the scene as it stands now, unless it is ended before. */
    CommandBuffer commands(Cancellation cancellation) {
        if (closed) {
            throw new IllegalStateException("render: the session is closed");
        }
        if (views == null) {
            throw new IllegalStateException("render: no view set; call look first");
        }
        stop.begin(cancellation);
        try {
            update(stop::check);
            return renderer.commands(views);
        } finally {
            stop.end();
        }
    }

    /**
     * Renders from the next frame on only what somebody owns of the picture; the rest of {@link
     * #target} keeps what it has. Whatever is painted on the way there, such as what the light
     * sees, and what lies behind surfaces that let light through, is painted as a whole, so that
     * the part has the bytes that it has in the whole picture.
     *
     * @param map who owns what of the picture, all views side by side; the same object for each
     *     part, else nothing is reused from frame to frame
     * @param owner whose part it is
     * @throws IllegalArgumentException if the map is of a picture of another size, or has no such
     *     owner
     * @throws IllegalStateException if the session's GPU is not a {@link Device}, or one that
     *     paints whole pictures alone
     */
    public void paintOnly(RegionMap map, int owner) {
        if (!(device instanceof Device alone)) {
            throw new IllegalStateException(
                    "paintOnly: several GPUs share the picture already; one expected");
        }
        alone.paintOnly(renderer.target(), map, owner);
    }

    /** Looks into what the last frame left behind; valid until the next one. */
    public FrameInspection inspect() {
        return device.inspect();
    }

    /** Returns the GPU that draws: a device, or a group that looks like one. */
    public Gpu gpu() {
        return device;
    }

    /** Returns what the pictures are painted into. */
    public RenderTarget target() {
        return renderer.target();
    }

    /** Returns the kernels that run: scalar ones if vector ones were wanted and are not there. */
    public Kernels kernels() {
        return device.kernels();
    }

    /**
     * Stops the device's workers, if nobody else renders with it, and what they are at. A session
     * that is forgotten without this is closed some time after.
     */
    @Override
    public void close() {
        closed = true;
        closing.clean();
    }
}
