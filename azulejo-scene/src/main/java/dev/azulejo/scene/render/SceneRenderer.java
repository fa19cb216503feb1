package dev.azulejo.scene.render;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.device.Gpu;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.scene.animation.Pose;
import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.Camera;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.model.WorldTransforms;
import dev.azulejo.scene.shading.Lighting;
import dev.azulejo.scene.shading.PbrUniforms;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Renders a scene from any view, or from several at once, side by side. Uploads once; a frame
 * writes what moved and submits. Between frames the scene may change: {@link #pose}, {@link #show},
 * {@link #paint}, {@link #background}. {@link Session} puts it together with a device.
 *
 * <p>Threads: one at a time.
 */
public final class SceneRenderer {
    /** How far PN triangles may bulge from their corners, as a part of the scene's radius. */
    private static final float BULGE = 0.05f;

    /** A near plane may be too near for the scene if it is nearer than this. */
    private static final float TINY = 1e-3f;

    /** Least distance of a near plane, as a part of that of what is farthest. */
    private static final double LEAST_NEAR = 1e-6;

    private final Scene scene;
    private final RenderSettings settings;

    /** Whether anything is drawn as PN triangles. */
    private final boolean bulges;

    private final RenderTarget target;
    private final MaterialBinding materials;

    /** What they look like now. */
    private final Material[] looks;

    /** What the key light sees; null if nothing casts shadows. */
    private final ShadowMap shadow;

    private final FrameRecorder recorder;
    private final ViewUniforms uniforms;

    /** Whether something that the light sees has moved since it looked. */
    private boolean lightLooks;

    /** One a view. */
    private final UniformBuffer[] frames;

    /** What lights the scene; package-private for tests. */
    final SceneLights lights;

    private final float[] frameValues;
    private final List<DrawItem> solid;
    private final List<DrawItem> blended;
    private final List<List<DrawItem>> items;

    /** The ground that is drawn as one; null if none is. */
    private final Ground ground;

    /** What each draw call shows, in the order of their numbers. */
    private final List<SurfaceImage.Part> parts;

    /** Matrices of each skin's joints. */
    private final float[][] joints;

    private final boolean[] hidden;

    /** Which nodes the pose lets see, with all above them. */
    private boolean[] seen;

    /** For tests: whether patches out of sight are drawn all the same. */
    boolean keepsPatches;

    /** How far triangles are moved, world units. */
    private float distance;

    /** Ends early what takes long of what is asked of it. */
    private Cancellation wish;

    private WorldTransforms transforms;
    private Pose pose;
    private final SceneReach reach;

    /** Uploads a scene, at rest. */
    public SceneRenderer(Scene scene, RenderSettings settings) {
        this(scene, settings, new Uploads(scene, settings), null);
    }

    /**
     * Uses what another renderer of the same scene with the same settings has uploaded.
     *
     * @param other one that draws in turn with this one, on the same GPU; null for none
     */
    SceneRenderer(Scene scene, RenderSettings settings, Uploads uploads, SceneRenderer other) {
        this.scene = scene;
        this.settings = settings;
        this.target =
                new RenderTarget(
                        settings.views() * settings.width(),
                        settings.height(),
                        format(settings),
                        DrawnSizes.samples(settings));
        this.lights = new SceneLights(scene, settings);
        this.frameValues = new float[lights.frameSize()];
        this.frames = new UniformBuffer[settings.views()];
        for (int v = 0; v < settings.views(); v++) {
            frames[v] = new UniformBuffer(frameValues);
        }
        this.shadow = settings.shadows() ? shadowMap(other == null ? null : other.shadow) : null;
        this.materials =
                new MaterialBinding(
                        scene,
                        uploads.textures(),
                        settings.lighting(),
                        settings.anisotropy(),
                        shadow != null,
                        settings.output());
        this.looks = scene.materials().toArray(Material[]::new);
        boolean shares = other != null && ShadowMap.share(shadow, other.shadow);
        var made =
                new SceneItems(
                        scene,
                        settings,
                        target,
                        materials,
                        shadow != null,
                        uploads,
                        shares ? other.solid : List.of());
        solid = made.solid;
        blended = made.blended;
        items = List.of(solid, blended);
        parts = made.parts;
        var rectangle = made.rectangle();
        boolean mirrors = made.mirror > 0;
        this.joints = new float[scene.skins().size()][];
        this.hidden = new boolean[scene.nodes().size()];
        this.seen = scene.worldTransforms().withParents(scene, n -> true);
        boolean transmits = items.stream().flatMap(List::stream).anyMatch(item -> item.transmits);
        var depths = shadow == null ? null : shadow.view();
        var backdrop =
                transmits
                        ? new Backdrop(target, frames, depths, EnvironmentView.maps(settings))
                        : null;
        var surroundings = EnvironmentView.draw(settings, scene.sky());
        ground =
                rectangle == null
                        ? null
                        : new Ground(
                                rectangle,
                                rectangle.material(),
                                made.mirror,
                                target,
                                settings,
                                depths,
                                frameValues);
        var mirroredBackdrop =
                transmits && mirrors
                        ? new Backdrop(
                                ground.image(),
                                ground.frames(),
                                depths,
                                EnvironmentView.maps(settings))
                        : null;
        var behind = new FrameRecorder.Behind(backdrop, mirroredBackdrop, surroundings);
        var drawn = new FrameRecorder.Items(solid, blended, rectangle);
        recorder = new FrameRecorder(settings, target, frames, shadow, ground, drawn, behind);
        bulges = uploads.bulges();
        boolean divides = uploads.patches() || settings.shatter() > 0;
        uniforms = new ViewUniforms(settings, frameValues, frames, items, ground, behind, divides);
        reach = new SceneReach(scene, items, this::goOn);
        wish = uploads.wish();
        pose(new Pose(scene), uploads::goOn);
        distance = settings.shatter() > 0 ? settings.shatter() * 2 * bounds().radius() : 0;
        reach.spread(distance);
        wish = Cancellation.NEVER;
    }

    /** Returns what pixels are, of the picture and of those that it needs beside itself. */
    static TextureFormat format(RenderSettings settings) {
        boolean colors = settings.output() != RenderSettings.Output.SURFACE;
        boolean floats = !colors || settings.output() == RenderSettings.Output.LINEAR_COLOR;
        return floats ? TextureFormat.RGBA32_FLOAT : TextureFormat.RGBA8_SRGB;
    }

    /**
     * Says what ends early what is asked from now on: {@link #pose}, {@link #bounds}, {@link #fit}
     * and {@link #showsEnough}, which take long where there are very many vertices. Of these, what
     * was ended throws a {@link CancelledException}, and is as good as before when it is asked
     * again. Frames have wishes of their own.
     *
     * @param cancellation ends it, from any thread
     */
    public void within(Cancellation cancellation) {
        wish = Objects.requireNonNull(cancellation, "cancellation");
    }

    /** Makes a map for the light that casts shadows; null if none does, or nothing is lit. */
    private ShadowMap shadowMap(ShadowMap other) {
        int light = lights.strongestDirectional();
        return settings.output().isColored() && light >= 0
                ? new ShadowMap(light, settings, other)
                : null;
    }

    /**
     * Moves everything to a pose: nodes, joints, morph targets and lights. What stands where it
     * stood costs a comparison.
     *
     * @param newPose a pose of this renderer's scene
     */
    public void pose(Pose newPose) {
        pose(newPose, this::goOn);
    }

    /**
     * Moves everything as {@link #pose(Pose)} does, unless it is ended before: then it is to be
     * called again before anything is drawn.
     *
     * @param goOn called every now and then; ends the work by an exception
     */
    void pose(Pose newPose, Runnable goOn) {
        if (newPose.scene() != scene) {
            throw new IllegalArgumentException("pose: of another scene");
        }
        pose = newPose;
        transforms = newPose.worldTransforms();
        see(newPose);
        reach.moved(newPose, transforms, seen);
        Arrays.fill(joints, null);
        // The light's view too, if it ends in the middle
        lightLooks = true;
        move(solid, goOn);
        move(blended, goOn);
        for (int m = 0; m < looks.length; m++) {
            var look = newPose.material(m);
            if (look != looks[m]) {
                looks[m] = look;
                materials.change(m, look);
            }
        }
        lights.write(newPose, transforms, seen, frameValues);
    }

    /** Finds out what a pose lets see. */
    private void see(Pose newPose) {
        boolean[] now = transforms.withParents(scene, newPose::isVisible);
        if (!Arrays.equals(now, seen)) {
            seen = now;
            showItems();
        }
    }

    /** Shows what is neither hidden nor unseen in the pose. */
    private void showItems() {
        boolean[] shown = transforms.withParents(scene, n -> !hidden[n]);
        for (var list : items) {
            for (var item : list) {
                item.visible = shown[item.node] && seen[item.node];
            }
        }
        recorder.forget();
        lightLooks = true;
    }

    /** The buffers of all items, in order. */
    List<MeshBuffers> meshes() {
        return items.stream().flatMap(List::stream).map(item -> item.mesh).toList();
    }

    /** For tests: where the points of all draw calls are, in order. */
    List<MeshPoints> points() {
        return items.stream().flatMap(List::stream).map(DrawItem::points).toList();
    }

    /** For tests: the textures of all draw calls, in order. */
    List<Texture> textures() {
        return items.stream().flatMap(List::stream).flatMap(DrawItem::textures).toList();
    }

    private void move(List<DrawItem> items, Runnable goOn) {
        for (var item : items) {
            goOn.run();
            float[] matrices = null;
            if (item.isSkinned()) {
                int skin = scene.nodes().get(item.node).skin();
                if (joints[skin] == null) {
                    joints[skin] = transforms.jointMatrices(scene.skins().get(skin));
                }
                matrices = joints[skin];
            }
            boolean placed =
                    item.moveTo(item.isSkinned() ? Mat4.IDENTITY : transforms.get(item.node));
            boolean turned = item.deform(pose.weights(item.node), matrices, goOn);
            if (placed || turned) {
                recorder.forget();
            }
        }
    }

    /**
     * Shows a node with everything below it, or hides it.
     *
     * @throws IndexOutOfBoundsException if there is no such node
     */
    public void show(int node, boolean visible) {
        Objects.checkIndex(node, hidden.length);
        if (hidden[node] == visible) {
            hidden[node] = !visible;
            showItems();
        }
    }

    /**
     * Gives a material another base colour factor, linear; its alpha mode stays.
     *
     * @throws IndexOutOfBoundsException if there is no such material
     */
    public void paint(int material, Vec4 baseColor) {
        Objects.checkIndex(material, scene.materials().size());
        RenderSettings.checkColor("base colour", baseColor);
        materials.paint(material, baseColor);
    }

    /**
     * Sets the colour behind the scene, linear. An environment hides it, unless the settings leave
     * it {@link RenderSettings#UNSEEN}.
     */
    public void background(Vec4 color) {
        RenderSettings.checkColor("background", color);
        recorder.background(color);
    }

    /** Whether it draws what is seen in place of colours. */
    boolean isSurface() {
        return settings.output() == RenderSettings.Output.SURFACE;
    }

    /** Returns what each draw call shows, in the order of their numbers, from 1 on. */
    List<SurfaceImage.Part> parts() {
        return parts;
    }

    /** Returns what it was made with. */
    RenderSettings settings() {
        return settings;
    }

    /** Returns the scene. */
    public Scene scene() {
        return scene;
    }

    /** Returns where the nodes stand now. */
    public WorldTransforms transforms() {
        return transforms;
    }

    /**
     * Returns what a camera of the scene shows, as it is and where it stands now. A near plane so
     * near that all depths would be 1 is put to where they are not.
     *
     * @param node a node with a camera
     * @param aspect width over height of the picture
     * @throws SceneException if the camera's numbers are too large, or too small, to see anything
     */
    public View viewOf(int node, double aspect) {
        var camera = pose.camera(scene.nodes().get(node).camera());
        float nearest = 0;
        if (camera instanceof Camera.Perspective && camera.zNear() < TINY) {
            var at = transforms.get(node);
            var eye = new Vec3(at.get(0, 3), at.get(1, 3), at.get(2, 3));
            double far = bounds().center().minus(eye).length() + bounds().radius();
            nearest = (float) (LEAST_NEAR * far);
        }
        return View.ofNode(pose, transforms, node, aspect, nearest);
    }

    /**
     * Returns the bounds of the scene as it stands now, in world space; of what the pose lets see,
     * if there is any. Visits all vertices when asked for the first time after something moved.
     */
    public Bounds bounds() {
        return reach.bounds();
    }

    /** Returns whether there is nothing to see of the scene as it stands now, from nowhere. */
    public boolean showsNothing() {
        return reach.isEmpty();
    }

    /**
     * Returns the distance from the middle of the bounds at which the scene as it stands now is
     * just in sight: all of its vertices, with a small margin. {@link Framing} finds it for several
     * poses and sides.
     *
     * @param azimuth degrees; as for {@link View#orbit}
     * @param elevation degrees; as for {@link View#orbit}
     * @param aspect width over height
     */
    public double fit(double azimuth, double elevation, double aspect) {
        var framing = new Framing(azimuth, elevation, aspect, 1);
        framing.add(this);
        return framing.reach();
    }

    /**
     * Returns whether a view shows enough of the scene as it stands now to be worth a picture.
     * Files have cameras that were forgotten somewhere; this tells them from those that somebody
     * has set. Enough is
     *
     * <ul>
     *   <li>from wherever: where an eighth of the picture shows fronts of surfaces (or their backs,
     *       where those are drawn). A camera in a room sees its walls; one inside of a closed body
     *       does not see that from behind. Lines and points count where they are;
     *   <li>from outside of the scene's bounds, also: if a tenth of all vertices are within the
     *       picture, and the box around these covers a twentieth of it. So thin things count.
     * </ul>
     *
     * What hides what, textures and holes in them do not matter; a ground does not count. Visits
     * what there is until it has seen enough.
     */
    public boolean showsEnough(View view) {
        return reach.showsEnough(view);
    }

    /**
     * Returns how a view shows the scene as it stands now: whether it {@link #showsEnough}, and if
     * it does, whether that is small or cut off. A ground does not count. Visits all vertices.
     */
    public Coverage coverage(View view) {
        return reach.coverage(view);
    }

    /** Returns how far the scene reaches as it stands now; see {@link Silhouette#reach}. */
    double[] reach(double[] ways) {
        return reach.along(ways);
    }

    /** Goes on, or does not, as {@link #within} says. */
    void goOn() {
        if (wish != Cancellation.NEVER) {
            if (Thread.currentThread().isInterrupted()) {
                throw new CancelledException("preparing to render was interrupted");
            }
            wish.check("preparing to render");
        }
    }

    /** Returns what the pictures are painted into. */
    public RenderTarget target() {
        return target;
    }

    /** Returns whether a light casts shadows: they are wanted, and there is one that can. */
    public boolean castsShadows() {
        return shadow != null;
    }

    /** Returns what lights the scene under {@link Lighting#CONSTANT}, and what is behind it. */
    public ConstantLighting constantLighting() {
        var background = settings.background();
        return new ConstantLighting(
                frameVector(PbrUniforms.LIGHTS),
                frameVector(PbrUniforms.LIGHTS + 4),
                frameVector(PbrUniforms.AMBIENT),
                new Vec3(background.x(), background.y(), background.z()));
    }

    private Vec3 frameVector(int at) {
        return new Vec3(frameValues[at], frameValues[at + 1], frameValues[at + 2]);
    }

    /**
     * Returns how many bytes of indices and vertices the draw calls of a frame have: of each that
     * is shown, each index and each attribute of each vertex once.
     */
    public long geometryBytes() {
        return items.stream()
                .flatMap(List::stream)
                .filter(item -> item.visible)
                .mapToLong(item -> item.mesh.bytes())
                .sum();
    }

    /** Returns how many draw calls a frame has. Joins of lines are one more. */
    public int drawCount() {
        int joins = 0;
        for (var mesh : meshes()) {
            joins += mesh.joins() == null ? 0 : 1;
        }
        return solid.size() + blended.size() + joins;
    }

    /**
     * Renders a frame with one view.
     *
     * @throws IllegalArgumentException if the settings ask for more
     */
    public FrameReport render(Gpu device, View view) {
        requireViews(1);
        lookFromLight();
        uniforms.write(0, view, distance, keepsPatches);
        return device.submit(recorder.commands(view));
    }

    /**
     * Renders a frame with all its views, from the left to the right. Blended surfaces are drawn in
     * the order of their distances from the first one, which the eyes of a stereo pair share.
     *
     * @throws IllegalArgumentException if there are fewer or more views than the settings ask for
     */
    public FrameReport render(Gpu device, List<View> views) {
        return device.submit(commands(views));
    }

    /** Writes what depends on the views, and returns what to submit. */
    CommandBuffer commands(List<View> views) {
        requireViews(views.size());
        lookFromLight();
        for (int v = 0; v < views.size(); v++) {
            uniforms.write(v, views.get(v), distance, keepsPatches);
        }
        return recorder.commands(views.getFirst());
    }

    void requireViews(int count) {
        if (count != frames.length) {
            throw new IllegalArgumentException(
                    "%d views given, but settings.views=%d".formatted(count, frames.length));
        }
    }

    /**
     * Brings the light's view and the ground up to date, if anything moved; the camera does not
     * matter to them.
     */
    private void lookFromLight() {
        if (!lightLooks && (shadow == null || shadow.isWritten())) {
            return;
        }
        lightLooks = false;
        float beside = distance + (bulges ? BULGE * bounds().radius() : 0);
        if (ground != null) {
            ground.stand(items, beside);
        }
        if (shadow == null) {
            return;
        }
        shadow.fit(items, beside, frameValues);
        if (ground != null) {
            ground.shade(frameValues, EnvironmentView.maps(settings));
        }
        shadow.writeFrame(settings, distance);
        for (int i = 0; i < solid.size(); i++) {
            if (solid.get(i).cast != null) {
                solid.get(i).lookFromLight();
                uniforms.place(solid.get(i), shadow.clipFromWorld(), solid.get(i).lightView());
            }
        }
    }
}
