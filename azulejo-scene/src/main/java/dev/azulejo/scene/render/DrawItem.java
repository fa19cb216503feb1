package dev.azulejo.scene.render;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.FrontFace;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.Topology;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.Sampler;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.scene.animation.MeshDeformer;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.JointInfluences;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.shading.PbrUniforms;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * A primitive at a node: one draw call, and another for joins of lines. What moves it is written
 * into its buffers.
 */
final class DrawItem {
    /**
     * What is drawn.
     *
     * @param primitive what the scene has
     * @param smooth the same with the normals that shape PN triangles; null without
     * @param mesh its buffers, which are one item's alone if it deforms
     * @param heights its height field as textures; none without
     * @param points where it is; one item's alone if it deforms
     */
    record Shape(
            Primitive primitive,
            Primitive smooth,
            MeshBuffers mesh,
            List<Texture> heights,
            MeshPoints points) {}

    /**
     * With what it is drawn.
     *
     * @param bound its material
     * @param alphaMode of the material
     * @param pipeline with front faces counter-clockwise
     */
    record Look(
            MaterialBinding.Bound bound, Material.AlphaMode alphaMode, PipelineState pipeline) {}

    /**
     * In which phases it is drawn.
     *
     * @param views of a picture
     * @param mirrored whether it is also drawn as mirrored cameras see it, one a view
     * @param casts whether it is also drawn as the light sees it
     */
    record Passes(int views, boolean mirrored, boolean casts) {
        /** The light's view, behind those of cameras. */
        int light() {
            return mirrored ? 2 * views : views;
        }

        int count() {
            return light() + (casts ? 1 : 0);
        }
    }

    /** Moves the vertices of a primitive with joints or morph targets. */
    private static final class Deformation {
        final MeshDeformer deformer;
        final float[] positions;
        final float[] normals;
        final float[] tangents;
        float[] weights = {};
        float[] joints = {};
        boolean done;

        /** Moves the normals that shape PN triangles; null without. */
        final MeshDeformer shaper;

        final float[] smoothNormals;

        Deformation(Shape shape) {
            var primitive = shape.primitive();
            var smooth = shape.smooth();
            var vertices = primitive.vertices();
            shaper = smooth == null ? null : new MeshDeformer(smooth);
            smoothNormals = smooth == null ? null : new float[3 * vertices.count()];
            deformer = new MeshDeformer(primitive);
            positions = new float[3 * vertices.count()];
            normals = vertices.normals() == null ? null : new float[3 * vertices.count()];
            tangents = vertices.tangents() == null ? null : new float[4 * vertices.count()];
        }
    }

    final int node;
    final Material.AlphaMode alphaMode;
    final MeshBuffers mesh;

    /** Whether its program samples what lies behind. */
    final boolean transmits;

    /** One a view: those of the picture, those of mirrored cameras, the light's. */
    final UniformBuffer[] objects;

    /** Records the draw call. */
    CommandBuffer draw = CommandBuffer.bundle();

    /** Records the draw call of the mirrored phase; null if there is none. */
    CommandBuffer mirrored;

    /** Records what it casts a shadow with; null if it casts none. */
    CommandBuffer cast;

    /** Distance of the middle behind the view plane, negated: what blended items are sorted by. */
    float depth;

    boolean visible = true;

    /** Place among the blended items: what is equally far is drawn in this order. */
    int place;

    private final MaterialBinding.Bound bound;
    private final BindGroup[] objectGroups;
    private final Deformation deformation;
    private final boolean skinned;
    private final Passes passes;
    private final Primitive primitive;

    private final MeshPoints points;

    private final PatchOrder order;
    private PipelineState pipeline;
    private Mat4 world;
    private float[] worldValues;
    private Vec3 center;

    /**
     * Makes an item that stands nowhere yet: {@link #moveTo move} it.
     *
     * @param node the node that shows it
     * @param skinned whether joints move it
     * @param shape what is drawn
     * @param look with what
     * @param passes in which phases
     * @param other what shows the same primitive of the same node in a picture that is drawn in
     *     turn with this one's: both share what is written of the light's view, if the light sees
     *     them; null for nothing
     */
    DrawItem(int node, boolean skinned, Shape shape, Look look, Passes passes, DrawItem other) {
        primitive = shape.primitive();
        this.node = node;
        this.skinned = skinned;
        mesh = shape.mesh();
        points = shape.points();
        bound = look.bound();
        alphaMode = look.alphaMode();
        transmits = bound.transmits();
        pipeline = look.pipeline();
        var heights = shape.heights();
        this.passes = passes;
        int views = passes.count();
        boolean opaque = alphaMode != Material.AlphaMode.BLEND;
        this.order =
                opaque && PatchOrder.pays(mesh.count(), mesh.patches().controlPoints())
                        ? new PatchOrder(mesh.indexList(), mesh.patches().controlPoints())
                        : null;
        this.deformation = deforms(primitive, skinned) ? new Deformation(shape) : null;
        this.objects = new UniformBuffer[views];
        this.objectGroups = new BindGroup[views];
        for (int v = 0; v < views; v++) {
            objects[v] = new UniformBuffer(new float[PbrUniforms.OBJECT_SIZE]);
            objectGroups[v] =
                    heights.isEmpty()
                            ? BindGroup.of(objects[v])
                            : new BindGroup(
                                    objects[v],
                                    heights,
                                    Collections.nCopies(heights.size(), Sampler.TRILINEAR_REPEAT));
            if (!heights.isEmpty()) {
                var field = primitive.heights();
                objects[v].write(
                        PbrUniforms.HEIGHT_STEPS,
                        new float[] {
                            1 / field.spacingX(), 1 / field.spacingZ(), field.min(), field.max()
                        });
            }
        }
        if (passes.casts() && other != null && other.passes.casts()) {
            objects[passes.light()] = other.objects[other.passes.light()];
            objectGroups[passes.light()] = other.objectGroups[other.passes.light()];
        }
    }

    /** Says which draw call of the scene it is, from 1 on. */
    void number(int id) {
        for (var object : objects) {
            object.write(PbrUniforms.ID, new float[] {id});
        }
    }

    /** Whether a primitive's vertices move among themselves, and so need buffers of their own. */
    static boolean deforms(Primitive primitive, boolean skinned) {
        return skinned || !primitive.morphTargets().isEmpty();
    }

    boolean isSkinned() {
        return skinned;
    }

    /** Whether its transform mirrors. */
    boolean isMirrored() {
        return objects[0].data()[PbrUniforms.HANDEDNESS] < 0;
    }

    /** World from mesh, column by column. */
    float[] worldValues() {
        return worldValues;
    }

    /** Middle of the bounds in world space. */
    Vec3 center() {
        return center;
    }

    /** Where it is in the mesh's space, as it stands now. */
    MeshPoints points() {
        return points;
    }

    /** What is drawn, at rest. */
    Primitive primitive() {
        return primitive;
    }

    /** Which winding faces front now. */
    FrontFace frontFace() {
        return pipeline.frontFace();
    }

    /** Which triangles are dropped by facing. */
    CullMode cullMode() {
        return pipeline.cullMode();
    }

    /**
     * Places the item.
     *
     * @return whether it must be recorded anew: the transform now mirrors, or no longer does
     */
    boolean moveTo(Mat4 transform) {
        if (transform.equals(world)) {
            return false;
        }
        world = transform;
        worldValues = transform.toArray();
        for (int v = 0; v < passes.light(); v++) {
            writeWorld(v);
        }
        findCenter();
        return face(isMirrored());
    }

    /** Places it in the light's view, which others may have written since it was. */
    void lookFromLight() {
        writeWorld(passes.light());
    }

    private void writeWorld(int index) {
        var object = objects[index];
        object.write(PbrUniforms.WORLD_FROM_OBJECT, worldValues);
        object.write(PbrUniforms.NORMAL_MATRIX, world.normalMatrix());
        object.write(PbrUniforms.HANDEDNESS, new float[] {world.determinant3() < 0 ? -1f : 1f});
        object.write(PbrUniforms.STRETCHES, new float[] {world.keepsLengths() ? 0 : 1});
    }

    /** Says which way triangles turn; returns whether the item must be recorded anew. */
    private boolean face(boolean mirrored) {
        var face = mirrored ? FrontFace.CLOCKWISE : FrontFace.COUNTER_CLOCKWISE;
        boolean turned = pipeline.frontFace() != face;
        if (turned) {
            pipeline = pipeline.withFrontFace(face);
        }
        if (turned || draw.commands().isEmpty()) {
            record();
            return true;
        }
        return false;
    }

    private void findCenter() {
        if (alphaMode == Material.AlphaMode.BLEND) {
            center = points.box(world).center();
        }
    }

    /**
     * Moves the vertices, if that is what moves.
     *
     * @param weights of the morph targets
     * @param joints matrices of the joints, {@link JointInfluences#MATRIX_SIZE} floats each; null
     *     without
     * @param goOn called every now and then; ends the work by an exception. It is done anew the
     *     next time then
     * @return whether the item must be recorded anew: the joints now mirror, or no longer do
     */
    boolean deform(float[] weights, float[] joints, Runnable goOn) {
        var d = deformation;
        float[] matrices = joints == null ? new float[0] : joints;
        if (d == null
                || d.done
                        && Arrays.equals(d.weights, weights)
                        && Arrays.equals(d.joints, matrices)) {
            return false;
        }
        d.weights = copy(weights, d.weights);
        d.joints = copy(matrices, d.joints);
        d.done = false;
        if (d.shaper != null) {
            d.shaper.deform(weights, joints, d.positions, d.smoothNormals, null, goOn);
            mesh.writeSmoothNormals(d.smoothNormals);
        }
        d.deformer.deform(weights, joints, d.positions, d.normals, d.tangents, goOn);
        mesh.write(d.positions, d.normals, d.tangents);
        points.changed();
        findCenter();
        d.done = true;
        return joints != null && face(MeshDeformer.isMirrored(joints));
    }

    private static float[] copy(float[] from, float[] to) {
        if (from.length != to.length) {
            return from.clone();
        }
        System.arraycopy(from, 0, to, 0, from.length);
        return to;
    }

    /** The textures of its material. */
    Stream<Texture> textures() {
        return bound.group().textures().stream();
    }

    /** Which of its views the light's is. */
    int lightView() {
        return passes.light();
    }

    /** What of its material is bound. */
    BindGroup material() {
        return bound.group();
    }

    /** Writes the clip matrix of a view; the first one also says in which order patches come. */
    void view(int index, float[] clipFromObject) {
        objects[index].write(PbrUniforms.CLIP_FROM_OBJECT, clipFromObject);
        if (index == 0 && order != null) {
            order.update(clipFromObject, mesh.buffers().getFirst());
        }
    }

    private void record() {
        draw = CommandBuffer.bundle();
        bind(draw, 0);
        record(draw, pipeline, order != null ? order.indices() : mesh.indices());
        if (passes.mirrored()) {
            mirrored = CommandBuffer.bundle();
            bind(mirrored, passes.views());
            // Who looks up from the ground sees the other side of floors, and not what stands on
            // them
            boolean hides = !transmits && alphaMode != Material.AlphaMode.BLEND;
            var both = hides ? pipeline.withCullMode(CullMode.NONE) : pipeline;
            // Not in the order of the camera, which stands elsewhere
            record(mirrored, both, mesh.indices());
        }
        if (passes.casts()) {
            cast = CommandBuffer.bundle();
            // What does not discard reads nothing of its material: other paint, the same shadow
            boolean discards = alphaMode == Material.AlphaMode.MASK;
            cast.setBindGroup(PbrUniforms.MATERIAL, discards ? bound.group() : BindGroup.EMPTY);
            cast.setBindGroup(PbrUniforms.OBJECT, objectGroups[passes.light()]);
            // A map has one sample a texel: what is masked is there or not.
            // Not in the order of the camera, which would change the depths' inputs
            record(cast, pipeline.withAlphaToCoverage(false), mesh.indices());
        }
    }

    private void bind(CommandBuffer to, int firstView) {
        to.setBindGroup(PbrUniforms.MATERIAL, bound.group());
        for (int v = 0; v < passes.views(); v++) {
            to.setBindGroup(v, PbrUniforms.OBJECT, objectGroups[firstView + v]);
        }
    }

    private void record(CommandBuffer to, PipelineState with, IndexBuffer indices) {
        boolean surface = primitive.topology().isTriangles() || primitive.topology().isPatches();
        if (alphaMode == Material.AlphaMode.BLEND && with.cullMode() == CullMode.NONE && surface) {
            // Of what is closed, and round, this is from far to near
            add(to, with.withCullMode(CullMode.FRONT), indices);
            add(to, with.withCullMode(CullMode.BACK), indices);
        } else {
            add(to, with, indices);
        }
    }

    private void add(CommandBuffer to, PipelineState with, IndexBuffer indices) {
        to.setPipeline(with);
        for (int b = 0; b < mesh.buffers().size(); b++) {
            to.setVertexBuffer(b, mesh.buffers().get(b));
        }
        if (indices == null) {
            to.draw(0, mesh.count(), 0, 1);
        } else {
            to.setIndexBuffer(indices);
            to.drawIndexed(0, mesh.count(), 0, 0, 1);
        }
        if (mesh.joins() != null) {
            to.setPipeline(with.withTopology(Topology.LINE_JOIN_LIST));
            to.setIndexBuffer(mesh.joins());
            to.drawIndexed(0, mesh.joins().length(), 0, 0, 1);
        }
    }
}
