package dev.azulejo.scene.render;

import dev.azulejo.core.command.BlendComponent;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.command.FrontFace;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.Topology;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.command.Viewport;
import dev.azulejo.core.device.Device;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.Light;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.VertexData;
import dev.azulejo.scene.shading.Lighting;
import dev.azulejo.scene.shading.PbrUniforms;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Renders a scene from any view, or from several at once, side by side. Uploads once; a frame
 * writes matrices and submits.
 *
 * <p>Threads: one at a time.
 */
public final class SceneRenderer {
    /** One draw call. */
    private static final class Item {
        final PipelineState pipeline;
        final MaterialBinding.Bound bound;
        final Geometry geometry;
        final Mat4 world;
        final float[] worldValues;

        /** One a view. */
        final UniformBuffer[] objects;

        final BindGroup[] objectGroups;
        final Material.AlphaMode alphaMode;
        final Vec3 center;
        final CommandBuffer draw = CommandBuffer.bundle();
        float depth;

        Item(
                PipelineState pipeline,
                MaterialBinding.Bound bound,
                Geometry geometry,
                Mat4 world,
                Material.AlphaMode alphaMode,
                Vec3 center,
                int views) {
            this.pipeline = pipeline;
            this.bound = bound;
            this.geometry = geometry;
            this.world = world;
            this.alphaMode = alphaMode;
            this.center = center;
            this.worldValues = world.toArray();
            this.objects = new UniformBuffer[views];
            this.objectGroups = new BindGroup[views];
            for (int v = 0; v < views; v++) {
                var object = new UniformBuffer(new float[PbrUniforms.OBJECT_SIZE]);
                objects[v] = object;
                objectGroups[v] = BindGroup.of(object);
                object.write(PbrUniforms.WORLD_FROM_OBJECT, worldValues);
                object.write(PbrUniforms.NORMAL_MATRIX, world.normalMatrix());
                object.write(
                        PbrUniforms.HANDEDNESS, new float[] {world.determinant3() < 0 ? -1 : 1});
            }
            recordDraw(this);
        }
    }

    /** Buffers of a primitive, shared by all nodes that show it. */
    private record Geometry(
            List<VertexBuffer> buffers,
            List<VertexAttribute> attributes,
            IndexBuffer indices,
            int count,
            Topology topology) {}

    private static final BlendState NO_COLOR =
            new BlendState(BlendComponent.REPLACE, BlendComponent.REPLACE, 0);

    private static final int POINTS_PER_DRAW = 1000;

    private final RenderSettings settings;
    private final RenderTarget target;

    /** One a view. */
    private final UniformBuffer[] frames;

    private final float[] frameValues = new float[PbrUniforms.FRAME_SIZE];
    private final float[] clipFromWorld = new float[16];
    private final float[] clipFromObject = new float[16];
    private final List<Item> solid = new ArrayList<>();
    private final List<Item> blended = new ArrayList<>();
    private Item[] order = new Item[0];
    private final CommandBuffer commands = new CommandBuffer();

    /** Where the blended draws begin. */
    private final int blendedFrom;

    private final Bounds bounds;

    /** Uploads a scene. */
    public SceneRenderer(Scene scene, RenderSettings settings) {
        this.settings = settings;
        this.target =
                new RenderTarget(
                        settings.views() * settings.width(),
                        settings.height(),
                        TextureFormat.RGBA8_SRGB,
                        settings.samples());
        var transforms = scene.worldTransforms();
        this.bounds = transforms.bounds(scene);
        var materials = new MaterialBinding(scene, settings.lighting(), settings.anisotropy());
        Map<Primitive, Geometry> geometries = new IdentityHashMap<>();
        for (int n : transforms.visitOrder()) {
            var node = scene.nodes().get(n);
            if (node.mesh() < 0) {
                continue;
            }
            for (var primitive : scene.meshes().get(node.mesh()).primitives()) {
                if (primitive.elementCount() == 0) {
                    continue;
                }
                var geometry = geometries.computeIfAbsent(primitive, SceneRenderer::upload);
                add(scene, primitive, geometry, materials, transforms.get(n));
            }
        }
        // Opaque before masked: cheap fragments first
        solid.sort((a, b) -> a.alphaMode.compareTo(b.alphaMode));
        order = blended.toArray(Item[]::new);
        lights(scene);
        var background = settings.background();
        commands.beginPhase(
                PassDescriptor.clear(
                        target, background.x(), background.y(), background.z(), background.w()));
        this.frames = new UniformBuffer[settings.views()];
        commands.setViews(settings.views());
        for (int v = 0; v < settings.views(); v++) {
            int width = settings.width();
            frames[v] = new UniformBuffer(new float[PbrUniforms.FRAME_SIZE]);
            commands.setBindGroup(v, 0, BindGroup.of(frames[v]));
            commands.setViewport(v, new Viewport(v * width, 0, width, settings.height(), 0, 1));
        }
        for (var item : solid) {
            commands.execute(item.draw);
        }
        blendedFrom = commands.commands().size();
        recordBlended();
    }

    private void add(
            Scene scene,
            Primitive primitive,
            Geometry geometry,
            MaterialBinding materials,
            Mat4 world) {
        var material =
                primitive.material() < 0
                        ? Material.DEFAULT
                        : scene.materials().get(primitive.material());
        var bound = materials.bind(primitive.material(), primitive.vertices());
        boolean blends = material.alphaMode() == Material.AlphaMode.BLEND;
        var pipeline =
                new PipelineState(
                        bound.program(),
                        geometry.attributes(),
                        geometry.topology(),
                        material.doubleSided() ? CullMode.NONE : CullMode.BACK,
                        world.determinant3() < 0
                                ? FrontFace.CLOCKWISE
                                : FrontFace.COUNTER_CLOCKWISE,
                        blends ? DepthState.LESS_READ_ONLY : DepthState.LESS,
                        settings.depthOnly()
                                ? NO_COLOR
                                : blends ? BlendState.ALPHA : BlendState.OPAQUE,
                        Math.max(1, settings.height() / 400f),
                        Math.max(1, settings.height() / 800f));
        var center = Bounds.ofPoints(primitive.vertices().positions(), world).center();
        var item =
                new Item(
                        pipeline,
                        bound,
                        geometry,
                        world,
                        material.alphaMode(),
                        center,
                        settings.views());
        (blends ? blended : solid).add(item);
    }

    private static Geometry upload(Primitive primitive) {
        var list = primitive.toIndexedList();
        VertexData v = list.vertices();
        var buffers = new ArrayList<VertexBuffer>();
        var attributes = new ArrayList<VertexAttribute>();
        attribute(buffers, attributes, 0, v.positions(), 3);
        attribute(buffers, attributes, 1, v.normals(), 3);
        attribute(buffers, attributes, 2, v.tangents(), 4);
        attribute(buffers, attributes, 3, v.texCoord0(), 2);
        attribute(buffers, attributes, 4, v.texCoord1(), 2);
        attribute(buffers, attributes, 5, v.color0(), 4);
        var topology =
                switch (list.topology()) {
                    case POINTS -> Topology.POINT_LIST;
                    case LINES, LINE_LOOP, LINE_STRIP -> Topology.LINE_LIST;
                    case TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN -> Topology.TRIANGLE_LIST;
                };
        int[] indices = list.indices();
        return new Geometry(
                buffers,
                attributes,
                indices == null ? null : new IndexBuffer(indices),
                indices == null ? v.count() : indices.length,
                topology);
    }

    private static void attribute(
            List<VertexBuffer> buffers,
            List<VertexAttribute> attributes,
            int slot,
            float[] values,
            int components) {
        if (values != null) {
            attributes.add(VertexAttribute.packed(slot, buffers.size(), components));
            buffers.add(new VertexBuffer(values));
        }
    }

    private void lights(Scene scene) {
        float[] f = frameValues;
        f[PbrUniforms.EXPOSURE] = settings.lighting() == Lighting.STUDIO ? Studio.EXPOSURE : 1;
        int count = 0;
        if (settings.lighting() == Lighting.STUDIO) {
            Studio.environment(f);
        } else {
            f[PbrUniforms.AMBIENT] = 0.25f;
            f[PbrUniforms.AMBIENT + 1] = 0.25f;
            f[PbrUniforms.AMBIENT + 2] = 0.25f;
        }
        var transforms = scene.worldTransforms();
        for (int n : transforms.visitOrder()) {
            int light = scene.nodes().get(n).light();
            boolean wanted = settings.lighting() == Lighting.STUDIO;
            if (light >= 0 && wanted && count < PbrUniforms.MAX_LIGHTS) {
                int at = PbrUniforms.LIGHTS + count++ * PbrUniforms.LIGHT_STRIDE;
                punctual(scene.lights().get(light), transforms.get(n), f, at);
            }
        }
        if (count == 0) {
            Studio.keyLight(f, PbrUniforms.LIGHTS);
            count = 1;
        }
        f[PbrUniforms.LIGHT_COUNT] = count;
    }

    private static void punctual(Light light, Mat4 world, float[] f, int at) {
        var back = world.transformDirection(new Vec3(0, 0, 1));
        float length = Math.max(back.length(), 1e-20f);
        boolean directional = light.kind() == Light.Kind.DIRECTIONAL;
        f[at] = directional ? back.x() / length : world.get(0, 3);
        f[at + 1] = directional ? back.y() / length : world.get(1, 3);
        f[at + 2] = directional ? back.z() / length : world.get(2, 3);
        f[at + 3] = directional ? 0 : 1;
        f[at + 4] = light.color().x() * light.intensity();
        f[at + 5] = light.color().y() * light.intensity();
        f[at + 6] = light.color().z() * light.intensity();
        f[at + 7] = 1 / (light.range() * light.range());
        f[at + 12] = 1;
        if (light.kind() == Light.Kind.SPOT) {
            double inner = StrictMath.cos(light.innerConeAngle());
            double outer = StrictMath.cos(light.outerConeAngle());
            double scale = 1 / Math.max(0.001, inner - outer);
            f[at + 8] = -back.x() / length;
            f[at + 9] = -back.y() / length;
            f[at + 10] = -back.z() / length;
            f[at + 11] = (float) scale;
            f[at + 12] = (float) (-outer * scale);
        }
    }

    /** Returns the bounds of what is shown, in world space. */
    public Bounds bounds() {
        return bounds;
    }

    /**
     * Returns some of the scene's vertices in world space, x, y, z each: enough of every primitive
     * to frame the scene closely.
     */
    public float[] silhouettePoints() {
        var points = new float[3 * drawCount() * POINTS_PER_DRAW];
        int count = 0;
        for (var items : List.of(solid, blended)) {
            for (var item : items) {
                float[] p = item.geometry.buffers().getFirst().data();
                int vertices = p.length / 3;
                int step = Math.max(1, vertices / POINTS_PER_DRAW + 1);
                for (int v = 0; v < vertices; v += step) {
                    var world =
                            item.world.transformPoint(
                                    new Vec3(p[3 * v], p[3 * v + 1], p[3 * v + 2]));
                    if (world.isFinite()) {
                        points[count++] = world.x();
                        points[count++] = world.y();
                        points[count++] = world.z();
                    }
                }
            }
        }
        return Arrays.copyOf(points, count);
    }

    /** Returns what the pictures are painted into. */
    public RenderTarget target() {
        return target;
    }

    /**
     * Returns what lights the scene under {@link Lighting#CONSTANT}: direction towards the light,
     * its colour, the ambient colour and the background, three floats each.
     */
    public float[] benchLighting() {
        float[] f = frameValues;
        int light = PbrUniforms.LIGHTS;
        var background = settings.background();
        return new float[] {
            f[light],
            f[light + 1],
            f[light + 2],
            f[light + 4],
            f[light + 5],
            f[light + 6],
            f[PbrUniforms.AMBIENT],
            f[PbrUniforms.AMBIENT + 1],
            f[PbrUniforms.AMBIENT + 2],
            background.x(),
            background.y(),
            background.z()
        };
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
    public FrameReport render(Device device, View view) {
        requireViews(1);
        write(0, view);
        return submit(device, view);
    }

    /**
     * Renders a frame with all its views, from the left to the right. Blended surfaces are drawn in
     * the order of their distances from the first one, which the eyes of a stereo pair share.
     *
     * @throws IllegalArgumentException if there are fewer or more views than the settings ask for
     */
    public FrameReport render(Device device, List<View> views) {
        requireViews(views.size());
        for (int v = 0; v < views.size(); v++) {
            write(v, views.get(v));
        }
        return submit(device, views.getFirst());
    }

    private void requireViews(int count) {
        if (count != frames.length) {
            throw new IllegalArgumentException(
                    "%d views given, but settings.views=%d".formatted(count, frames.length));
        }
    }

    private FrameReport submit(Device device, View view) {
        if (sortBlended(view)) {
            recordBlended();
        }
        return device.submit(commands);
    }

    /** Writes what depends on a view. */
    private void write(int index, View view) {
        frameValues[PbrUniforms.CAMERA] = view.position().x();
        frameValues[PbrUniforms.CAMERA + 1] = view.position().y();
        frameValues[PbrUniforms.CAMERA + 2] = view.position().z();
        frames[index].write(0, frameValues);
        multiply(view.clipFromView(), view.viewFromWorld(), clipFromWorld);
        for (int i = 0; i < solid.size(); i++) {
            place(solid.get(i), index);
        }
        for (int i = 0; i < blended.size(); i++) {
            place(blended.get(i), index);
        }
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
    private void place(Item item, int view) {
        for (int column = 0; column < 16; column += 4) {
            for (int row = 0; row < 4; row++) {
                double sum = 0;
                for (int k = 0; k < 4; k++) {
                    sum += (double) clipFromWorld[4 * k + row] * item.worldValues[column + k];
                }
                clipFromObject[column + row] = (float) sum;
            }
        }
        item.objects[view].write(PbrUniforms.CLIP_FROM_OBJECT, clipFromObject);
    }

    /**
     * Sorts blended items from far to near; returns whether the order changed. An insertion sort:
     * the order of the last frame is nearly right, and nothing is allocated.
     */
    private boolean sortBlended(View view) {
        var m = view.viewFromWorld();
        for (var item : order) {
            var c = item.center;
            item.depth =
                    m.get(2, 0) * c.x() + m.get(2, 1) * c.y() + m.get(2, 2) * c.z() + m.get(2, 3);
        }
        boolean changed = false;
        for (int i = 1; i < order.length; i++) {
            var item = order[i];
            int at = i;
            while (at > 0 && order[at - 1].depth > item.depth) {
                order[at] = order[at - 1];
                at--;
                changed = true;
            }
            order[at] = item;
        }
        return changed;
    }

    private void recordBlended() {
        commands.truncate(blendedFrom);
        for (var item : order) {
            commands.execute(item.draw);
        }
    }

    private static void recordDraw(Item item) {
        var buffer = item.draw;
        buffer.setPipeline(item.pipeline);
        buffer.setBindGroup(1, item.bound.group());
        for (int v = 0; v < item.objectGroups.length; v++) {
            buffer.setBindGroup(v, 2, item.objectGroups[v]);
        }
        for (int b = 0; b < item.geometry.buffers().size(); b++) {
            buffer.setVertexBuffer(b, item.geometry.buffers().get(b));
        }
        if (item.geometry.indices() == null) {
            buffer.draw(0, item.geometry.count(), 0, 1);
        } else {
            buffer.setIndexBuffer(item.geometry.indices());
            buffer.drawIndexed(0, item.geometry.count(), 0, 0, 1);
        }
    }
}
