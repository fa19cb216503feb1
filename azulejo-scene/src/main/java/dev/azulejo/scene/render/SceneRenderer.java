package dev.azulejo.scene.render;

import dev.azulejo.core.command.BlendComponent;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.Viewport;
import dev.azulejo.core.device.Gpu;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.scene.animation.Pose;
import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.model.WorldTransforms;
import dev.azulejo.scene.shading.Lighting;
import dev.azulejo.scene.shading.PbrUniforms;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
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
    private static final BlendState NO_COLOR =
            new BlendState(BlendComponent.REPLACE, BlendComponent.REPLACE, 0);

    /** Moves of each blended item, on average, after which the order is nothing like before. */
    private static final int MOVES_EACH = 64;

    /** How far PN triangles may bulge from their corners, as a part of the scene's radius. */
    private static final float BULGE = 0.05f;

    private final Scene scene;
    private final RenderSettings settings;
    private final RenderTarget target;
    private final MaterialBinding materials;

    /** What the key light sees; null if nothing casts shadows. */
    private final ShadowMap shadow;

    /** What is seen through surfaces that let light through; null if there are none. */
    private final Backdrop backdrop;

    /** Draws the environment behind the scene; null if it is not seen. */
    private final CommandBuffer surroundings;

    /** Whether something that the light sees has moved since it looked. */
    private boolean lightLooks;

    /** One a view. */
    private final UniformBuffer[] frames;

    /** What lights the scene; package-private for tests. */
    final SceneLights lights;

    private final float[] frameValues;
    private final float[] clipFromWorld = new float[16];
    private final float[] clipFromObject = new float[16];
    private final List<DrawItem> solid = new ArrayList<>();
    private final List<DrawItem> blended = new ArrayList<>();
    private final List<List<DrawItem>> items = List.of(solid, blended);
    private final DrawItem[] order;

    /** What each draw call shows, in the order of their numbers. */
    private final List<SurfaceImage.Part> parts = new ArrayList<>();

    /** Matrices of each skin's joints. */
    private final float[][] joints;

    private final boolean[] hidden;

    /** Whether a hull or a geometry stage reads the frame's uniforms. */
    private final boolean divides;

    /** For tests: whether patches out of sight are drawn all the same. */
    boolean keepsPatches;

    /** How far triangles are moved, world units. */
    private float distance;

    private Vec4 background;
    private WorldTransforms transforms;
    private Pose pose;
    private Bounds bounds;

    /** Of the pose; null until somebody asks. */
    private Silhouette silhouette;

    private CommandBuffer commands;
    private boolean recorded;

    /** Where the blended draws begin. */
    private int blendedFrom;

    /** Uploads a scene, at rest. */
    public SceneRenderer(Scene scene, RenderSettings settings) {
        this(scene, settings, new Uploads(scene, settings));
    }

    /** Uses what another renderer of the same scene with the same settings has uploaded. */
    SceneRenderer(Scene scene, RenderSettings settings, Uploads uploads) {
        this.scene = scene;
        this.settings = settings;
        this.background = settings.background();
        boolean colors = settings.output() != RenderSettings.Output.SURFACE;
        boolean floats = !colors || settings.output() == RenderSettings.Output.LINEAR_COLOR;
        this.target =
                new RenderTarget(
                        settings.views() * settings.width(),
                        settings.height(),
                        floats ? TextureFormat.RGBA32_FLOAT : TextureFormat.RGBA8_SRGB,
                        colors ? settings.samples() : 1);
        this.lights = new SceneLights(scene, settings);
        this.frameValues = new float[lights.frameSize()];
        this.frames = new UniformBuffer[settings.views()];
        for (int v = 0; v < settings.views(); v++) {
            frames[v] = new UniformBuffer(frameValues);
        }
        this.shadow = settings.shadows() ? shadowMap() : null;
        this.materials =
                new MaterialBinding(
                        scene,
                        uploads.textures(),
                        settings.lighting(),
                        settings.anisotropy(),
                        shadow != null,
                        settings.output());
        this.joints = new float[scene.skins().size()][];
        this.hidden = new boolean[scene.nodes().size()];
        for (int n : scene.worldTransforms().visitOrder()) {
            var node = scene.nodes().get(n);
            if (node.mesh() < 0) {
                continue;
            }
            var mesh = scene.meshes().get(node.mesh());
            for (var primitive : mesh.primitives()) {
                if (primitive.elementCount() != 0) {
                    uploads.goOn();
                    add(n, mesh, primitive, node.isSkinned(primitive), uploads);
                }
            }
        }
        divides = uploads.patches() || settings.explode() > 0;
        // Opaque before masked: cheap fragments first; then what lets the others be seen
        solid.sort(
                Comparator.comparing((DrawItem item) -> item.transmits)
                        .thenComparing(item -> item.alphaMode));
        boolean transmits = items.stream().flatMap(List::stream).anyMatch(item -> item.transmits);
        var depths = shadow == null ? null : shadow.view();
        backdrop = transmits ? new Backdrop(target, frames, depths, environmentMaps()) : null;
        surroundings = EnvironmentView.draw(settings, scene.sky());
        order = blended.toArray(DrawItem[]::new);
        for (int i = 0; i < order.length; i++) {
            order[i].place = i;
        }
        pose(new Pose(scene));
        distance = settings.explode() > 0 ? settings.explode() * 2 * bounds().radius() : 0;
        bounds = null;
    }

    /** Makes a map for the light that casts shadows; null if none does, or nothing is lit. */
    private ShadowMap shadowMap() {
        float[] values = new float[frameValues.length];
        lights.write(scene.worldTransforms(), values);
        int light = SceneLights.strongestDirectional(values);
        boolean lit =
                settings.output() == RenderSettings.Output.COLOR
                        || settings.output() == RenderSettings.Output.LINEAR_COLOR;
        return lit && light >= 0 ? new ShadowMap(light) : null;
    }

    private void add(int node, Mesh of, Primitive primitive, boolean skinned, Uploads uploads) {
        boolean deforms = DrawItem.deforms(primitive, skinned);
        var mesh = uploads.mesh(of, primitive, deforms);
        var material =
                primitive.material() < 0
                        ? Material.DEFAULT
                        : scene.materials().get(primitive.material());
        boolean surface = primitive.topology().isTriangles() || primitive.topology().isPatches();
        boolean explodes = settings.explode() > 0 && surface;
        var bound =
                materials.bind(
                        primitive.material(), primitive.vertices(), mesh.patches(), explodes);
        boolean blends = material.alphaMode() == Material.AlphaMode.BLEND;
        float pointSize = DrawnSizes.pointSize(settings);
        var pipeline =
                PipelineState.builder(bound.program())
                        .attributes(mesh.attributes())
                        .topology(mesh.topology())
                        // What is taken apart shows its back
                        .cullMode(
                                material.doubleSided() || explodes ? CullMode.NONE : CullMode.BACK)
                        .depth(blends ? DepthState.LESS_READ_ONLY : DepthState.LESS)
                        .blend(
                                settings.output() == RenderSettings.Output.DEPTH_ONLY
                                        ? NO_COLOR
                                        : blends ? BlendState.ALPHA : BlendState.OPAQUE)
                        .pointShape(DrawnSizes.pointShape(pointSize))
                        .sizes(pointSize, DrawnSizes.lineWidth(settings, target.samples()))
                        .patchControlPoints(mesh.patches().controlPoints())
                        .alphaToCoverage(bound.program().writesCoverage() && target.samples() > 1)
                        .build();
        boolean casts = shadow != null && !blends && surface && !bound.transmits();
        var item =
                new DrawItem(
                        node,
                        skinned,
                        new DrawItem.Shape(
                                primitive,
                                uploads.shape(of, primitive),
                                mesh,
                                uploads.heights(primitive)),
                        new DrawItem.Look(bound, material.alphaMode(), pipeline),
                        settings.views() + (casts ? 1 : 0),
                        casts);
        if (isSurface()) {
            number(item, new SurfaceImage.Part(node, of, primitive));
        }
        (blends ? blended : solid).add(item);
    }

    /**
     * Moves everything to a pose: nodes, joints, morph targets and lights. What stands where it
     * stood costs a comparison.
     *
     * @param newPose a pose of this renderer's scene
     */
    public void pose(Pose newPose) {
        pose(newPose, () -> {});
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
        bounds = null;
        silhouette = null;
        Arrays.fill(joints, null);
        // The light's view too, if it ends in the middle
        lightLooks = true;
        move(solid, goOn);
        move(blended, goOn);
        lights.write(transforms, frameValues);
    }

    /** For tests: the buffers of all draw calls, in order. */
    List<MeshBuffers> meshes() {
        return items.stream().flatMap(List::stream).map(item -> item.mesh).toList();
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
            recorded &= !placed;
            boolean turned = item.deform(pose.weights(item.node), matrices, goOn);
            recorded &= !turned;
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
            boolean[] shown = new boolean[hidden.length];
            boolean[] below = new boolean[hidden.length];
            // Parents come before their children.
            for (int n : transforms.visitOrder()) {
                shown[n] = !hidden[n] && !below[n];
                for (int child : scene.nodes().get(n).children()) {
                    below[child] = !shown[n];
                }
            }
            for (var items : List.of(solid, blended)) {
                for (var item : items) {
                    item.visible = shown[item.node];
                }
            }
            recorded = false;
            lightLooks = true;
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
        recorded &= color.equals(background);
        background = color;
    }

    private void record() {
        commands = new CommandBuffer();
        if (shadow != null) {
            shadow.begin(commands);
            for (var item : solid) {
                if (item.visible && item.cast != null) {
                    commands.execute(item.cast);
                }
            }
        }
        // Where nothing is seen, nothing but zeros says so
        var behind = isSurface() ? new Vec4(0, 0, 0, 0) : background;
        // Colours over it are multiplied by alpha as they come, and so is what they come over
        float a = behind.w();
        var clear = new Vec4(a * behind.x(), a * behind.y(), a * behind.z(), a);
        boolean seenThrough = backdrop != null && transmits();
        if (seenThrough) {
            beginPicture(backdrop.pass(clear));
            recordSolid(false);
            recordSurroundings();
        }
        beginPicture(PassDescriptor.clear(target, clear.x(), clear.y(), clear.z(), clear.w()));
        recordSolid(false);
        recordSurroundings();
        if (seenThrough) {
            backdrop.bind(commands);
            recordSolid(true);
            if (Arrays.stream(order).noneMatch(item -> item.visible && item.transmits)) {
                // What does not see through does not change with what is behind
                bindFrames();
            }
        }
        blendedFrom = commands.commands().size();
        recordBlended();
        recorded = true;
    }

    private void recordSurroundings() {
        if (surroundings != null) {
            commands.execute(surroundings);
        }
    }

    private Texture environmentMaps() {
        var environment = settings.environment();
        return environment == null ? null : environment.maps();
    }

    /** Whether anything that is shown lets light through. */
    private boolean transmits() {
        for (var items : List.of(solid, blended)) {
            for (var item : items) {
                if (item.visible && item.transmits) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Begins a phase that paints all views. */
    private void beginPicture(PassDescriptor pass) {
        commands.beginPhase(pass);
        commands.setViews(settings.views());
        for (int v = 0; v < settings.views(); v++) {
            int width = settings.width();
            commands.setViewport(v, new Viewport(v * width, 0, width, settings.height(), 0, 1));
        }
        bindFrames();
    }

    private void bindFrames() {
        var maps = environmentMaps();
        for (int v = 0; v < settings.views(); v++) {
            commands.setBindGroup(
                    v,
                    PbrUniforms.FRAME,
                    new BindGroup(
                            frames[v],
                            maps == null ? List.of() : List.of(maps),
                            maps == null ? List.of() : List.of(EnvironmentView.SAMPLER),
                            shadow == null ? List.of() : List.of(shadow.view())));
        }
    }

    private void recordSolid(boolean transmitting) {
        for (var item : solid) {
            if (item.visible && item.transmits == transmitting) {
                commands.execute(item.draw);
            }
        }
    }

    private void number(DrawItem item, SurfaceImage.Part part) {
        if (parts.size() == SurfaceImage.MOST_PARTS) {
            throw new SceneException(
                    "%s: has more than %,d parts, which cannot be told apart"
                            .formatted(scene.asset().source(), SurfaceImage.MOST_PARTS));
        }
        parts.add(part);
        item.number(parts.size());
    }

    /** Whether it draws what is seen in place of colours. */
    boolean isSurface() {
        return settings.output() == RenderSettings.Output.SURFACE;
    }

    /** Returns what each draw call shows, in the order of their numbers, from 1 on. */
    List<SurfaceImage.Part> parts() {
        return parts;
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
     * Returns the bounds of the scene as it stands now, in world space. Visits all vertices when
     * asked for the first time after something moved.
     */
    public Bounds bounds() {
        if (bounds == null) {
            bounds = transforms.bounds(scene, pose::weights);
            if (distance > 0 && !bounds.isEmpty()) {
                var reach = Vec3.ONE.times(distance);
                bounds = new Bounds(bounds.min().minus(reach), bounds.max().plus(reach));
            }
        }
        return bounds;
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
     *       picture, and the box around these covers a fiftieth of it. So thin things count.
     * </ul>
     *
     * What hides what, textures and holes in them do not matter. Visits what there is until it has
     * seen enough.
     */
    public boolean showsEnough(View view) {
        return new Sight(view).isEnough(silhouetteItems(), bounds());
    }

    /** Returns how far the scene reaches as it stands now. */
    Silhouette silhouette() {
        if (silhouette == null) {
            silhouette = new Silhouette(silhouetteItems(), distance);
        }
        return silhouette;
    }

    private List<DrawItem> silhouetteItems() {
        return items.stream().flatMap(List::stream).toList();
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

    /** Returns how many draw calls a frame has. */
    public int drawCount() {
        return solid.size() + blended.size();
    }

    /**
     * Renders a frame with one view.
     *
     * @throws IllegalArgumentException if the settings ask for more
     */
    public FrameReport render(Gpu device, View view) {
        requireViews(1);
        lookFromLight();
        write(0, view);
        return device.submit(commands(view));
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
            write(v, views.get(v));
        }
        return commands(views.getFirst());
    }

    void requireViews(int count) {
        if (count != frames.length) {
            throw new IllegalArgumentException(
                    "%d views given, but settings.views=%d".formatted(count, frames.length));
        }
    }

    private CommandBuffer commands(View view) {
        boolean sorted = sortBlended(view);
        if (!recorded) {
            record();
        } else if (sorted) {
            recordBlended();
        }
        return commands;
    }

    /** Brings the light's view up to date, if anything moved; the camera does not matter to it. */
    private void lookFromLight() {
        if (shadow == null || !lightLooks) {
            return;
        }
        lightLooks = false;
        boolean bulges = settings.tessellation().mode() == Tessellation.Mode.PN_TRIANGLES;
        shadow.fit(items, distance + (bulges ? BULGE * bounds().radius() : 0), frameValues);
        shadow.writeFrame(settings, distance);
        for (int i = 0; i < solid.size(); i++) {
            if (solid.get(i).cast != null) {
                place(solid.get(i), shadow.clipFromWorld(), settings.views());
            }
        }
    }

    /** Writes what depends on a view. */
    private void write(int index, View view) {
        frameValues[PbrUniforms.CAMERA] = view.position().x();
        frameValues[PbrUniforms.CAMERA + 1] = view.position().y();
        frameValues[PbrUniforms.CAMERA + 2] = view.position().z();
        multiply(view.clipFromView(), view.viewFromWorld(), clipFromWorld);
        if (isSurface()) {
            writeDepth(view.clipFromView());
        }
        if (surroundings != null) {
            EnvironmentView.look(view, frameValues);
        }
        if (divides) {
            // What is taken apart may come into sight from beside it
            boolean keeps = keepsPatches || distance > 0;
            Divisions.write(clipFromWorld, settings, distance, keeps, frameValues);
        }
        if (backdrop != null) {
            backdrop.write(clipFromWorld, index, frameValues);
        }
        frames[index].write(0, frameValues);
        for (int i = 0; i < solid.size(); i++) {
            place(solid.get(i), clipFromWorld, index);
        }
        for (int i = 0; i < blended.size(); i++) {
            place(blended.get(i), clipFromWorld, index);
        }
    }

    /** Writes how depths follow from clip coordinates. */
    private void writeDepth(Mat4 clipFromView) {
        boolean perspective = clipFromView.get(3, 2) != 0;
        // Orthographic: clip z is a linear function of the depth, and clip w is 1
        float perDepth = -clipFromView.get(2, 2);
        frameValues[PbrUniforms.DEPTH] = perspective ? 0 : 1 / perDepth;
        frameValues[PbrUniforms.DEPTH + 1] = perspective ? 1 : -clipFromView.get(2, 3) / perDepth;
    }

    private static void multiply(Mat4 a, Mat4 b, float[] product) {
        for (int column = 0; column < 4; column++) {
            for (int row = 0; row < 4; row++) {
                double sum = 0;
                for (int k = 0; k < 4; k++) {
                    sum += (double) a.get(row, k) * b.get(k, column);
                }
                product[4 * column + row] = (float) sum;
            }
        }
    }

    /** Writes the item's clip matrix; what does not depend on the view was written once. */
    private void place(DrawItem item, float[] clipFromWorld, int view) {
        for (int column = 0; column < 16; column += 4) {
            for (int row = 0; row < 4; row++) {
                double sum = 0;
                for (int k = 0; k < 4; k++) {
                    sum += (double) clipFromWorld[4 * k + row] * item.worldValues()[column + k];
                }
                clipFromObject[column + row] = (float) sum;
            }
        }
        item.view(view, clipFromObject);
    }

    /**
     * Sorts blended items from far to near; returns whether the order changed. An insertion sort:
     * the order of the last frame is nearly right, and nothing is allocated.
     */
    private boolean sortBlended(View view) {
        var m = view.viewFromWorld();
        for (var item : order) {
            var c = item.center();
            float depth =
                    m.get(2, 0) * c.x() + m.get(2, 1) * c.y() + m.get(2, 2) * c.z() + m.get(2, 3);
            // Zeros of both signs are equally far away.
            item.depth = depth + 0f;
        }
        long moves = (long) MOVES_EACH * order.length;
        boolean changed = false;
        for (int i = 1; i < order.length; i++) {
            var item = order[i];
            int at = i;
            while (at > 0 && compare(order[at - 1], item) > 0) {
                order[at] = order[at - 1];
                at--;
                changed = true;
            }
            order[at] = item;
            moves -= i - at;
            if (moves < 0) {
                Arrays.sort(order, SceneRenderer::compare);
                return true;
            }
        }
        return changed;
    }

    private static int compare(DrawItem a, DrawItem b) {
        return farFirst(a.depth, a.place, b.depth, b.place);
    }

    /**
     * The order of blended items: a total one whatever their depths are, since where matrices
     * overflow there are NaN. Which frames came before does not matter then.
     *
     * @return negative if a is drawn before b, positive if after, 0 if the places are the same
     */
    static int farFirst(float depthA, int placeA, float depthB, int placeB) {
        int byDepth = Float.compare(depthA, depthB);
        return byDepth != 0 ? byDepth : Integer.compare(placeA, placeB);
    }

    private void recordBlended() {
        commands.truncate(blendedFrom);
        if (isSurface()) {
            // One looks through them
            return;
        }
        for (var item : order) {
            if (item.visible) {
                commands.execute(item.draw);
            }
        }
    }
}
