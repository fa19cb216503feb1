package dev.azulejo.scene.render;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
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

    private static final Vec4 CLEAR = new Vec4(0, 0, 0, 0);

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
    private final BlendOrder order;

    /** The ground that is drawn as one; null if none is. */
    private final Ground ground;

    /** Its draw call, while that is looked for. */
    private DrawItem rectangle;

    /** Blended items as mirrored cameras see them; null without such. */
    private final BlendOrder mirroredOrder;

    /** What mirrored cameras see through what lets light through; null if nothing does. */
    private final Backdrop mirroredBackdrop;

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

    /** Ends early what takes long of what is asked of it. */
    private Cancellation wish;

    private Vec4 background;
    private WorldTransforms transforms;
    private Pose pose;
    private Bounds bounds;

    /** Of the pose; null until somebody asks. */
    private Silhouette silhouette;

    /** What grounds add to it. */
    private final List<GroundRim> rims = new ArrayList<>();

    private CommandBuffer commands;
    private boolean recorded;

    /** Whether what was recorded has phases of a ground. */
    private boolean groundSeen;

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
                        DrawnSizes.samples(settings));
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
        float mirror = groundMirror();
        boolean mirrors = mirror > 0;
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
                    add(n, mesh, primitive, node.isSkinned(primitive), mirrors, uploads);
                }
            }
        }
        divides = uploads.patches() || settings.explode() > 0;
        // Opaque before masked: cheap fragments first; then what lets the others be seen
        solid.sort(SceneRenderer::inTurn);
        boolean transmits = items.stream().flatMap(List::stream).anyMatch(item -> item.transmits);
        var depths = shadow == null ? null : shadow.view();
        backdrop = transmits ? new Backdrop(target, frames, depths, environmentMaps()) : null;
        surroundings = EnvironmentView.draw(settings, scene.sky());
        ground =
                rectangle == null
                        ? null
                        : new Ground(
                                rectangle,
                                rectangle.material(),
                                mirror,
                                target,
                                settings,
                                depths,
                                frameValues);
        mirroredBackdrop =
                transmits && mirrors
                        ? new Backdrop(ground.image(), ground.frames(), depths, environmentMaps())
                        : null;
        for (int i = 0; i < blended.size(); i++) {
            blended.get(i).place = i;
        }
        order = new BlendOrder(blended);
        mirroredOrder =
                mirrors
                        ? new BlendOrder(
                                blended.stream().filter(item -> item != rectangle).toList())
                        : null;
        wish = uploads.wish();
        pose(new Pose(scene), uploads::goOn);
        distance = settings.explode() > 0 ? settings.explode() * 2 * bounds().radius() : 0;
        bounds = null;
        wish = Cancellation.NEVER;
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

    /** What lets others be seen comes behind them, and within either by alpha mode. */
    private static int inTurn(DrawItem a, DrawItem b) {
        int turn = Boolean.compare(a.transmits, b.transmits);
        return turn != 0 ? turn : a.alphaMode.compareTo(b.alphaMode);
    }

    /** Makes a map for the light that casts shadows; null if none does, or nothing is lit. */
    private ShadowMap shadowMap() {
        float[] values = new float[frameValues.length];
        lights.write(scene.worldTransforms(), values);
        int light = SceneLights.strongestDirectional(values);
        return isColored() && light >= 0 ? new ShadowMap(light, settings) : null;
    }

    private boolean isColored() {
        return settings.output() == RenderSettings.Output.COLOR
                || settings.output() == RenderSettings.Output.LINEAR_COLOR;
    }

    /**
     * Returns what the scene's first ground mirrors, 0..1, or {@link Material#NO_GROUND} if there
     * is none, or none that is more than its contact shadow.
     */
    private float groundMirror() {
        for (int n : scene.worldTransforms().visitOrder()) {
            int mesh = scene.nodes().get(n).mesh();
            for (var primitive :
                    mesh < 0 ? List.<Primitive>of() : scene.meshes().get(mesh).primitives()) {
                if (isGround(primitive)) {
                    return scene.materials().get(primitive.material()).groundMirror();
                }
            }
        }
        return Material.NO_GROUND;
    }

    private boolean isGround(Primitive primitive) {
        if (!isColored() || primitive.material() < 0) {
            return false;
        }
        var material = scene.materials().get(primitive.material());
        return material.isGround()
                && (material.groundMirror() > 0 || shadow != null)
                && SceneTextures.usable(scene, material.baseColorTexture())
                && Ground.isRectangle(primitive);
    }

    private void add(
            int node,
            Mesh of,
            Primitive primitive,
            boolean skinned,
            boolean mirrors,
            Uploads uploads) {
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
        boolean grounds = rectangle == null && isGround(primitive);
        var item =
                new DrawItem(
                        node,
                        skinned,
                        new DrawItem.Shape(
                                primitive,
                                uploads.shape(of, primitive),
                                mesh,
                                uploads.heights(primitive),
                                uploads.points(primitive, mesh, deforms)),
                        new DrawItem.Look(bound, material.alphaMode(), pipeline),
                        new DrawItem.Passes(settings.views(), mirrors && !grounds, casts));
        rectangle = grounds ? item : rectangle;
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
        bounds = null;
        silhouette = null;
        Arrays.fill(joints, null);
        // The light's view too, if it ends in the middle
        lightLooks = true;
        move(solid, goOn);
        move(blended, goOn);
        lights.write(transforms, frameValues);
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
        var behind = isSurface() ? CLEAR : background;
        // Colours over it are multiplied by alpha as they come, and so is what they come over
        float a = behind.w();
        var clear = new Vec4(a * behind.x(), a * behind.y(), a * behind.z(), a);
        boolean seenThrough = backdrop != null && transmits();
        groundSeen = ground != null && ground.isSeen();
        if (groundSeen) {
            ground.recordShade(commands);
            if (ground.mirrors()) {
                recordMirrored(seenThrough);
            }
        }
        if (seenThrough) {
            beginPicture(backdrop.pass(clear), frames);
            recordSolid(false);
            recordSurroundings();
        }
        beginPicture(
                PassDescriptor.clear(target, clear.x(), clear.y(), clear.z(), clear.w()), frames);
        recordSolid(false);
        recordSurroundings();
        if (seenThrough) {
            backdrop.bind(commands);
            recordSolid(true);
            if (blended.stream().noneMatch(item -> item.visible && item.transmits)) {
                // What does not see through does not change with what is behind
                bindFrames(frames);
            }
        }
        blendedFrom = commands.commands().size();
        recordBlended();
        recorded = true;
    }

    /** Draws all but the ground as mirrored cameras see it; what is behind it all is clear. */
    private void recordMirrored(boolean seenThrough) {
        if (seenThrough) {
            beginPicture(mirroredBackdrop.pass(CLEAR), ground.frames());
            recordSolidMirrored(false);
        }
        beginPicture(ground.pass(), ground.frames());
        recordSolidMirrored(false);
        if (seenThrough) {
            mirroredBackdrop.bind(commands);
            recordSolidMirrored(true);
        }
        for (var item : mirroredOrder.items()) {
            if (item.visible) {
                commands.execute(item.mirrored);
            }
        }
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

    /** Begins a phase that paints all views, whose frames' uniforms are given. */
    private void beginPicture(PassDescriptor pass, UniformBuffer[] uniforms) {
        commands.beginPhase(pass);
        commands.setViews(settings.views());
        for (int v = 0; v < settings.views(); v++) {
            int width = settings.width();
            commands.setViewport(v, new Viewport(v * width, 0, width, settings.height(), 0, 1));
        }
        bindFrames(uniforms);
    }

    private void bindFrames(UniformBuffer[] uniforms) {
        var maps = environmentMaps();
        for (int v = 0; v < settings.views(); v++) {
            commands.setBindGroup(
                    v,
                    PbrUniforms.FRAME,
                    new BindGroup(
                            uniforms[v],
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

    private void recordSolidMirrored(boolean transmitting) {
        for (var item : solid) {
            if (item.visible && item.transmits == transmitting) {
                commands.execute(item.mirrored);
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
     * Returns the bounds of the scene as it stands now, in world space. Visits all vertices when
     * asked for the first time after something moved.
     */
    public Bounds bounds() {
        if (bounds == null) {
            bounds = transforms.bounds(scene, pose::weights, this::goOn);
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
     *       picture, and the box around these covers a twentieth of it. So thin things count.
     * </ul>
     *
     * What hides what, textures and holes in them do not matter; a ground does not count. Visits
     * what there is until it has seen enough.
     */
    public boolean showsEnough(View view) {
        var model = silhouetteItems().stream().filter(item -> !isUnderAll(item)).toList();
        return new Sight(view).isEnough(model, bounds(), this::goOn);
    }

    /** Whether it is a ground, however that is drawn. */
    private boolean isUnderAll(DrawItem item) {
        int material = item.primitive().material();
        return material >= 0 && scene.materials().get(material).isGround();
    }

    /** Returns how far the scene reaches as it stands now; see {@link Silhouette#reach}. */
    double[] reach(double[] ways) {
        if (silhouette == null) {
            var whole = new ArrayList<DrawItem>();
            rims.clear();
            for (var item : silhouetteItems()) {
                var rim = isUnderAll(item) ? GroundRim.of(scene, item) : null;
                if (rim == null) {
                    whole.add(item);
                } else {
                    rims.add(rim);
                }
            }
            silhouette = new Silhouette(whole, distance);
        }
        double[] reach = silhouette.reach(ways, this::goOn);
        rims.forEach(rim -> rim.extend(ways, reach));
        return reach;
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
        var m = view.viewFromWorld();
        boolean sorted = order.sort(m.get(2, 0), m.get(2, 1), m.get(2, 2), m.get(2, 3));
        if (ground != null) {
            recorded &= groundSeen == ground.isSeen();
            if (ground.isSeen() && ground.mirrors()) {
                ground.turn(view);
                float[] back = ground.back();
                recorded &= !mirroredOrder.sort(back[0], back[1], back[2], back[3]);
            }
        }
        if (!recorded) {
            record();
        } else if (sorted) {
            recordBlended();
        }
        return commands;
    }

    /**
     * Brings the light's view and the ground up to date, if anything moved; the camera does not
     * matter to them.
     */
    private void lookFromLight() {
        if (shadow == null && ground == null || !lightLooks) {
            return;
        }
        lightLooks = false;
        boolean bulges = settings.tessellation().mode() == Tessellation.Mode.PN_TRIANGLES;
        float reach = distance + (bulges ? BULGE * bounds().radius() : 0);
        if (ground != null) {
            ground.stand(items, reach);
        }
        if (shadow == null) {
            return;
        }
        shadow.fit(items, reach, frameValues);
        if (ground != null) {
            ground.shade(frameValues, environmentMaps());
        }
        shadow.writeFrame(settings, distance);
        for (int i = 0; i < solid.size(); i++) {
            if (solid.get(i).cast != null) {
                place(solid.get(i), shadow.clipFromWorld(), solid.get(i).lightView());
            }
        }
    }

    /** Writes what depends on a view. */
    private void write(int index, View view) {
        multiply(view.clipFromView(), view.viewFromWorld(), clipFromWorld);
        if (ground != null) {
            ground.look(index, view, clipFromWorld);
            if (ground.mirrors()) {
                writeMirrored(index, view);
            }
        }
        frameValues[PbrUniforms.CAMERA] = view.position().x();
        frameValues[PbrUniforms.CAMERA + 1] = view.position().y();
        frameValues[PbrUniforms.CAMERA + 2] = view.position().z();
        if (isSurface()) {
            writeDepth(view.clipFromView());
        }
        if (surroundings != null) {
            EnvironmentView.look(view, frameValues);
        }
        writeCamera(clipFromWorld, backdrop, index);
        frames[index].write(0, frameValues);
        for (int i = 0; i < solid.size(); i++) {
            place(solid.get(i), clipFromWorld, index);
        }
        for (int i = 0; i < blended.size(); i++) {
            place(blended.get(i), clipFromWorld, index);
        }
    }

    /** Writes what depends on a view for what its mirrored camera sees. */
    private void writeMirrored(int index, View view) {
        ground.mirror(view, clipFromWorld);
        System.arraycopy(ground.position(), 0, frameValues, PbrUniforms.CAMERA, 3);
        writeCamera(ground.clip(), mirroredBackdrop, index);
        ground.frames()[index].write(0, frameValues);
        for (int l = 0; l < items.size(); l++) {
            var list = items.get(l);
            for (int i = 0; i < list.size(); i++) {
                if (list.get(i).mirrored != null) {
                    place(list.get(i), ground.clip(), settings.views() + index);
                }
            }
        }
    }

    private void writeCamera(float[] clip, Backdrop behind, int index) {
        if (divides) {
            // What is taken apart may come into sight from beside it
            boolean keeps = keepsPatches || distance > 0;
            Divisions.write(clip, settings, distance, keeps, frameValues);
        }
        if (behind != null) {
            behind.write(clip, index, frameValues);
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

    private void recordBlended() {
        commands.truncate(blendedFrom);
        if (isSurface()) {
            // One looks through them
            return;
        }
        for (var item : order.items()) {
            if (item.visible) {
                commands.execute(item == rectangle ? ground.draw : item.draw);
            }
        }
    }
}
