package dev.azulejo.scene.render;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.StopSign;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.scene.model.HeightField;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.shading.HeightTextures;
import dev.azulejo.scene.shading.PatchKind;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * What draw calls share, made once: textures, height fields, and buffers of what does not deform.
 * Several renderers of one scene may share it; nobody writes it once it is there.
 *
 * <p>Threads: renderers that share it are made one after the other.
 */
final class Uploads {
    private final boolean curved;

    /** Whether lines are so wide that corners want joins. */
    private final boolean joins;

    private final Map<Primitive, MeshBuffers> buffers = new IdentityHashMap<>();
    private final Map<MeshBuffers, MeshPoints> points = new IdentityHashMap<>();
    private final Map<Mesh, Map<Primitive, Primitive>> shapes = new IdentityHashMap<>();
    private final Map<HeightField, List<Texture>> fields = new IdentityHashMap<>();
    private final SceneTextures textures;
    private boolean patches;
    private boolean bulges;

    /** What ends it early; nothing does once all is there. */
    private Cancellation wish;

    private final StopSign stop = new StopSign("preparing to render");

    /** Makes textures. */
    Uploads(Scene scene, RenderSettings settings) {
        this(scene, settings, Cancellation.NEVER);
    }

    /**
     * Makes textures, unless somebody wishes that this ends early. That is heard until {@link
     * #done}.
     */
    Uploads(Scene scene, RenderSettings settings, Cancellation cancellation) {
        wish = cancellation;
        stop.begin(cancellation);
        textures = new SceneTextures(scene, stop);
        joins = DrawnSizes.joins(settings);
        curved = settings.tessellation().mode() == Tessellation.Mode.PN_TRIANGLES;
    }

    /** Goes on, or ends with an exception. */
    void goOn() {
        stop.check();
    }

    /** Returns what ends it early, until {@link #done}. */
    Cancellation wish() {
        return wish;
    }

    /** Everything is there. */
    void done() {
        wish = Cancellation.NEVER;
        stop.end();
    }

    /** Returns buffers: of a primitive that deforms, its alone. */
    MeshBuffers mesh(Mesh of, Primitive primitive, boolean deforms) {
        var shape = shape(of, primitive);
        float[] normals = shape == null ? null : shape.vertices().normals();
        var made =
                deforms
                        ? upload(primitive, normals, true)
                        : buffers.computeIfAbsent(primitive, p -> upload(p, normals, false));
        patches |= made.patches() != PatchKind.NONE;
        bulges |= made.patches() == PatchKind.PN_TRIANGLES;
        return made;
    }

    /** Returns where the points of a primitive are, whose buffers {@link #mesh} has returned. */
    MeshPoints points(Primitive primitive, MeshBuffers mesh, boolean deforms) {
        return deforms
                ? new MeshPoints(primitive, mesh, true)
                : points.computeIfAbsent(mesh, m -> new MeshPoints(primitive, m, false));
    }

    private MeshBuffers upload(Primitive primitive, float[] normals, boolean deforms) {
        return joins
                ? MeshBuffers.upload(
                        primitive, normals, lines -> JoinIndices.of(lines, deforms, this::goOn))
                : MeshBuffers.upload(primitive, normals);
    }

    /** Returns the textures of all materials. */
    SceneTextures textures() {
        return textures;
    }

    /** Returns a primitive with the normals that shape PN triangles; null if it is none. */
    Primitive shape(Mesh of, Primitive primitive) {
        return curved && Tessellation.canCurve(primitive)
                ? shapes.computeIfAbsent(of, mesh -> SmoothNormals.of(mesh, this::goOn))
                        .get(primitive)
                : null;
    }

    /** Returns the textures of a primitive's height field; none if it has none. */
    List<Texture> heights(Primitive primitive) {
        return primitive.heights() == null
                ? List.of()
                : fields.computeIfAbsent(primitive.heights(), Uploads::upload);
    }

    private static List<Texture> upload(HeightField field) {
        return HeightTextures.of(field.columns(), field.rows(), field.points());
    }

    /** Returns whether any draw call so far has patches. */
    boolean patches() {
        return patches;
    }

    /** Returns whether any draw call so far has PN triangles. */
    boolean bulges() {
        return bulges;
    }
}
