package dev.azulejo.serve.session;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.report.Recording;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.Session;
import dev.azulejo.scene.render.SurfaceImage;
import dev.azulejo.scene.render.View;

import java.util.LinkedHashMap;
import java.util.List;

/**
 * Paints what states say, for one viewer. Sessions of sizes that come again are kept; those of one
 * scene and its settings render with one GPU, so that another size takes a target and no more.
 *
 * <p>Threads: one at a time.
 */
final class ScenePainter implements AutoCloseable, Budget.Keeper {
    /** Pictures of the last sizes, the surfaces among them. */
    private static final int KEPT = 5;

    /** Pixels of the shorter side of a picture that is asked what is where. */
    private static final int PICK_SIDE = 180;

    /** What is remembered of each worker for a timeline. */
    private static final int TIMELINE_ROOM = 512;

    private final SceneStore store;
    private final int threads;
    private final Kernels kernels;
    private final Budget budget;
    private volatile long keptBytes;
    private final LinkedHashMap<Key, Open> open = new LinkedHashMap<>(8, 0.75f, true);

    /** From where scenes are seen, which takes a while to find out; of the last one. */
    private Eye eye;

    private Object eyeOf;
    private int fullWidth = 16;
    private int fullHeight = 16;
    private int[] pixels = new int[0];

    /** What was painted last. */
    private Open last;

    /** Of what a session was opened with. */
    private record Key(
            String scene,
            SessionState.Look look,
            GpuSettings gpus,
            int width,
            int height,
            RenderSettings.Output output) {
        long bytes() {
            return Budget.bytes(width, height, look, gpus.gpus());
        }

        /** Whether sessions of both may render with one GPU, in turn. */
        boolean sharesGpu(Key other) {
            return output == RenderSettings.Output.COLOR
                    && other.output == output
                    && other.scene.equals(scene)
                    && other.look.variant() == look.variant()
                    && other.gpus.equals(gpus);
        }
    }

    /** What is known of a GPU that sessions render with in turn. */
    private static final class Shared {
        private Recording recording;

        /** Whether anything was rendered, or begun. */
        private boolean used;

        /** Whose frame was the last: what the GPU tells is of that one; null before the first. */
        private Open latest;
    }

    /** A session, and what is known of its scene. */
    private static final class Open {
        private final Session session;
        private final Shared gpu;

        /** Of the map of what the light sees, a side; 0 without. */
        private final int shadowTexels;

        private int played = -1;
        private SessionState surfaceOf;
        private SurfaceImage surface;

        /** What the target holds; null for nothing that is known. */
        private SessionState painted;

        /** What it took to render that. */
        private FrameReport report;

        Open(Session session, Shared gpu, int shadowTexels) {
            this.session = session;
            this.gpu = gpu;
            this.shadowTexels = shadowTexels;
        }

        /** Moves the scene to where it is. */
        private void pose(SessionState state) {
            if (played >= 0 && played != state.animation()) {
                session.rest();
            }
            played = state.animation();
            if (played >= 0) {
                session.play(played, state.seconds());
            }
        }
    }

    /**
     * What is seen at a place.
     *
     * @param depth in front of the eye, world units
     * @param node name of the node; may be empty
     * @param material name of the material; empty without
     */
    record Pick(double depth, String node, String material) {}

    /**
     * Makes a painter.
     *
     * @param threads of each device
     * @param budget that its pictures are in, until it is closed
     */
    ScenePainter(SceneStore store, int threads, Kernels kernels, Budget budget) {
        this.budget = budget;
        budget.add(this);
        this.store = store;
        this.threads = threads;
        this.kernels = kernels;
    }

    /** Sets the size of pictures at rest; all others show what those do. */
    void full(int width, int height) {
        fullWidth = width;
        fullHeight = height;
    }

    /** Returns from where a scene is seen, at its size at rest. */
    Eye eye(SessionState state) {
        var of = List.of(state.scene(), state.look().variant(), fullWidth, fullHeight);
        if (!of.equals(eyeOf)) {
            var session = open(state, fullWidth, fullHeight, RenderSettings.Output.COLOR).session;
            session.rest();
            double aspect = (double) fullWidth / fullHeight;
            // A little more than fits, since it turns
            eye = new Eye(session.bounds(), 1.12 * session.fit(35, 18, aspect), aspect);
            eyeOf = of;
        }
        return eye;
    }

    /** Returns the view of a state in a session that stands as it says. */
    private View view(SessionState state, Session in) {
        if (state.camera() >= 0) {
            in.update();
            int node = SceneStore.cameras(in.scene()).get(state.camera());
            double aspect = (double) fullWidth / fullHeight;
            return in.renderer().viewOf(node, aspect);
        }
        return eye(state).orbit(state, in.bounds());
    }

    /**
     * Paints a picture; {@link #pixels} holds it then. One that is there already is not rendered
     * again: what is told of the last one is of the one that was.
     *
     * @param timeline whether it is noted who does what when, from the next picture on
     * @param wish ends it, from any thread
     */
    void paint(SessionState state, int width, int height, boolean timeline, Cancellation wish) {
        // At rest, which the same session may be asked for
        eye(state);
        var to = open(state, width, height, RenderSettings.Output.COLOR);
        if (timeline && to.gpu.recording == null && to.gpu.used) {
            // All of it is noted, not a frame that finds everything done
            forget(to.gpu);
            to = open(state, width, height, RenderSettings.Output.COLOR);
        }
        if (to.gpu.latest != to || !state.equals(to.painted)) {
            render(to, state, timeline, wish);
        }
        last = to;
        if (pixels.length != width * height) {
            pixels = new int[width * height];
        }
        to.session.target().readPixels(pixels);
    }

    private void render(Open to, SessionState state, boolean timeline, Cancellation wish) {
        to.painted = null;
        to.pose(state);
        to.session.look(view(state, to.session));
        if (timeline && to.gpu.recording == null) {
            to.gpu.recording = to.session.gpu().record(TIMELINE_ROOM);
        }
        to.gpu.latest = null;
        to.gpu.used = true;
        to.report = to.session.render(wish);
        to.gpu.latest = to;
        to.painted = state;
    }

    /** Closes all that render with a GPU. */
    private void forget(Shared gpu) {
        var gone = open.values().stream().filter(one -> one.gpu == gpu).toList();
        open.values().removeAll(gone);
        keptBytes = sum();
        last = gone.contains(last) ? null : last;
        gone.forEach(one -> one.session.close());
    }

    /** Returns the picture that was painted last, red in bits 0..7; may be drawn over. */
    int[] pixels() {
        return pixels;
    }

    /** Returns what painted last. */
    Session session() {
        return last.session;
    }

    /** Returns what the last picture took when it was rendered. */
    FrameReport report() {
        return last.report;
    }

    /** Returns who did what when; null if nobody has noted it. */
    Recording recording() {
        return last.gpu.recording;
    }

    /** Returns the view of a state. */
    View view(SessionState state) {
        eye(state);
        var of = open(state, fullWidth, fullHeight, RenderSettings.Output.COLOR);
        of.pose(state);
        return view(state, of.session);
    }

    /** Finds what is seen at a place, 0..1 of the width and height; null for nothing. */
    Pick pick(SessionState state, double x, double y) {
        double scale = Math.min(1, (double) PICK_SIDE / Math.min(fullWidth, fullHeight));
        int columns = (int) Math.max(1, Math.round(scale * fullWidth));
        int rows = (int) Math.max(1, Math.round(scale * fullHeight));
        eye(state);
        var in = open(state, columns, rows, RenderSettings.Output.SURFACE);
        if (!state.equals(in.surfaceOf)) {
            in.pose(state);
            in.session.look(view(state, in.session));
            in.session.render();
            in.surface = SurfaceImage.of(in.session.renderer());
            in.surfaceOf = state;
        }
        int at =
                (int) Math.min(rows - 1, y * rows) * columns
                        + (int) Math.min(columns - 1, x * columns);
        int id = in.surface.ids()[at];
        if (id == 0) {
            return null;
        }
        var scene = in.session.scene();
        var seen =
                in.surface.seen().stream().filter(one -> one.id() == id).findFirst().orElseThrow();
        return new Pick(in.surface.depths()[at], nodeName(scene, seen), materialName(scene, seen));
    }

    private static String nodeName(Scene scene, SurfaceImage.Seen seen) {
        var node = scene.nodes().get(seen.node());
        return node.name().isEmpty() ? scene.meshes().get(seen.mesh()).name() : node.name();
    }

    private static String materialName(Scene scene, SurfaceImage.Seen seen) {
        return seen.material() < 0 ? "" : scene.materials().get(seen.material()).name();
    }

    private Open open(SessionState state, int width, int height, RenderSettings.Output output) {
        // Samples and GPUs are of no matter to what is where
        boolean surface = output == RenderSettings.Output.SURFACE;
        var gpus = surface ? GpuSettings.DEFAULT : state.gpus();
        var key = new Key(state.scene(), state.look(), gpus, width, height, output);
        var found = open.get(key);
        if (found == null) {
            while (open.size() >= KEPT
                    || !open.isEmpty() && !surface && keptBytes + key.bytes() > budget.most()) {
                var oldest = open.pollFirstEntry().getValue();
                last = oldest == last ? null : last;
                keptBytes = sum();
                oldest.session.close();
            }
            budget.take(this, key.bytes());
            var settings = store.settings(state, width, height).withOutput(output);
            var other = beside(key, settings);
            var session =
                    other == null
                            ? store.open(state, settings, gpus.options(threads, kernels))
                            : other.session.beside(settings);
            found =
                    new Open(
                            session,
                            other == null ? new Shared() : other.gpu,
                            settings.shadowTexels());
            open.put(key, found);
            keptBytes = sum();
        }
        return found;
    }

    /**
     * Returns one whose GPU a new one can render with, one with as large a map of what the light
     * sees if there is one; null if there is none.
     */
    private Open beside(Key key, RenderSettings settings) {
        Open found = null;
        for (var one : open.entrySet()) {
            if (one.getKey().sharesGpu(key)) {
                found = one.getValue();
                if (found.shadowTexels == settings.shadowTexels()) {
                    return found;
                }
            }
        }
        return found;
    }

    private long sum() {
        return open.keySet().stream().mapToLong(Key::bytes).sum();
    }

    @Override
    public long keptBytes() {
        return keptBytes;
    }

    @Override
    public void giveBack() {
        var gone = List.copyOf(open.values());
        open.clear();
        last = null;
        keptBytes = 0;
        gone.forEach(one -> one.session.close());
    }

    @Override
    public void close() {
        budget.remove(this);
        giveBack();
    }
}
