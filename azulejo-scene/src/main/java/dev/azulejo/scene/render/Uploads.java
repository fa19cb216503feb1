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
    private final Map<Primitive, MeshBuffers> buffers = new IdentityHashMap<>();
    private final Map<Mesh, Map<Primitive, Primitive>> shapes = new IdentityHashMap<>();
    private final Map<HeightField, List<Texture>> fields = new IdentityHashMap<>();
    private final SceneTextures textures;
    private boolean patches;

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
        stop.begin(cancellation);
        textures = new SceneTextures(scene, stop);
        curved = settings.tessellation().mode() == Tessellation.Mode.PN_TRIANGLES;
    }

    /** Goes on, or ends with an exception. */
    void goOn() {
        stop.check();
    }

    /** Everything is there. */
    void done() {
        stop.end();
    }

    /** Returns buffers: of a primitive that deforms, its alone. */
    MeshBuffers mesh(Mesh of, Primitive primitive, boolean deforms) {
        var shape = shape(of, primitive);
        float[] normals = shape == null ? null : shape.vertices().normals();
        var made =
                deforms
                        ? MeshBuffers.upload(primitive, normals)
                        : buffers.computeIfAbsent(primitive, p -> MeshBuffers.upload(p, normals));
        patches |= made.patches() != PatchKind.NONE;
        return made;
    }

    /** Returns the textures of all materials. */
    SceneTextures textures() {
        return textures;
    }

    /** Returns a primitive with the normals that shape PN triangles, or null. */
    Primitive shape(Mesh of, Primitive primitive) {
        return curved && Tessellation.curves(primitive)
                ? shapes.computeIfAbsent(of, SmoothNormals::of).get(primitive)
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
}
