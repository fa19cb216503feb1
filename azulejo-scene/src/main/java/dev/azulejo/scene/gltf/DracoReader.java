package dev.azulejo.scene.gltf;

import java.util.HashMap;
import java.util.Map;

/**
 * Reads KHR_draco_mesh_compression: what primitives' accessors hold comes from compressed data
 * then. What several primitives share is decoded once. Used by one thread, before tasks begin.
 */
final class DracoReader {
    static final String NAME = "KHR_draco_mesh_compression";

    private final Accessors accessors;
    private final BufferViews views;
    private final Budget budget;
    private final Map<Integer, DracoGeometry> known = new HashMap<>();

    DracoReader(Accessors accessors, BufferViews views, Budget budget) {
        this.accessors = accessors;
        this.views = views;
        this.budget = budget;
    }

    /**
     * Provides the accessors of a primitive with what the compressed data holds. Attributes that
     * are not in it are read as in any other file.
     *
     * @param primitive has the extension
     * @param indices its accessor of indices, -1 for none
     */
    void read(JsonView primitive, int indices) {
        JsonView extension = primitive.extension(NAME);
        int view = extension.requireIndex("bufferView", views.size(), "bufferViews");
        JsonView attributes = primitive.requireObject("attributes");
        int position = attributes.index("POSITION", accessors.size(), "accessors");
        if (indices < 0 || position < 0) {
            throw extension.fail("compressed geometry needs indices and POSITION beside it");
        }
        int corners = accessors.count(indices);
        int vertices = accessors.count(position);
        DracoGeometry geometry = known.get(view);
        if (geometry == null) {
            geometry = new DracoGeometry(extension, views, view, corners, vertices, budget);
            known.put(view, geometry);
        } else if (!geometry.has(corners, vertices)) {
            throw extension.fail(
                    "bufferViews[%d] holds the geometry of a primitive with other counts already"
                            .formatted(view));
        }
        provide(geometry, indices, attributes, extension.requireObject("attributes"));
    }

    private void provide(
            DracoGeometry geometry, int indices, JsonView attributes, JsonView compressed) {
        ComponentType indexType = accessors.componentType(indices);
        if (indexType.isIndex()) {
            // Others are refused where indices are read
            accessors.provide(indices, () -> geometry.indices(indexType));
        }
        for (String name : compressed.names()) {
            int accessor = attributes.index(name, accessors.size(), "accessors");
            int id = (int) compressed.requireInteger(name, 0, 0xFFFF);
            if (accessor < 0) {
                continue;
            }
            int width = accessors.components(accessor);
            ComponentType type = accessors.componentType(accessor);
            geometry.expect(width);
            accessors.provide(accessor, () -> geometry.attribute(id, width, type));
        }
    }
}
