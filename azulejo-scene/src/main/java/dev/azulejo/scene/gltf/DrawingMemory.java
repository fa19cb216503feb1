package dev.azulejo.scene.gltf;

import dev.azulejo.scene.model.Image;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Texture;
import dev.azulejo.scene.model.TextureRef;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.VertexData;

import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Accounts for what drawing a scene will take beside the scene itself, so that a file that cannot
 * be drawn is refused while it is loaded, and not when somebody has gone on with it.
 */
final class DrawingMemory {
    /** What a draw call takes: its state and uniforms, and what becomes of it in a frame. */
    static final long DRAW_BYTES = 3000;

    private final JsonView root;
    private final Budget budget;

    DrawingMemory(JsonView root, Budget budget) {
        this.root = root;
        this.budget = budget;
    }

    /** Accounts for the buffers that are drawn from. */
    void takeForBuffers(List<Mesh> meshes) {
        Set<VertexData> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int m = 0; m < meshes.size(); m++) {
            for (Primitive primitive : meshes.get(m).primitives()) {
                VertexData vertices = primitive.vertices();
                long bytes = seen.add(vertices) ? vertices.sizeBytes() : 0;
                // indices, and those of lists that are made of strips and fans
                long indices = 8L * primitive.elementCount() + joinBytes(primitive);
                budget.take(bytes + indices, root.array("meshes").at(m));
            }
        }
    }

    /**
     * What joins of lines take: indices of the vertices around each, and what finding them takes
     * for a while. How wide lines are drawn is not known yet.
     */
    private static long joinBytes(Primitive primitive) {
        boolean lines = primitive.topology().listForm() == Topology.LINES;
        return lines ? 24L * primitive.primitiveCount() + 32L * primitive.elementCount() : 0;
    }

    /**
     * Accounts for the vertices that nodes have for themselves because joints or morph targets move
     * them: once as buffers and once while they are moved.
     */
    void takeForDeformation(List<Node> nodes, List<Mesh> meshes) {
        for (int n = 0; n < nodes.size(); n++) {
            Node node = nodes.get(n);
            if (node.mesh() < 0) {
                continue;
            }
            for (Primitive primitive : meshes.get(node.mesh()).primitives()) {
                if (node.isSkinned(primitive) || !primitive.morphTargets().isEmpty()) {
                    long indices = 4L * primitive.elementCount() + joinBytes(primitive);
                    long bytes = 2 * primitive.vertices().sizeBytes() + indices;
                    budget.take(bytes, root.array("nodes").atOrSelf(n));
                }
            }
        }
    }

    /**
     * Accounts for textures with their mip chains: an image as colour and as data makes two. Room
     * that an image has for its own is accounted for already.
     */
    void takeForTextures(List<Material> materials, List<Texture> textures, List<Image> images) {
        Set<Integer> seen = new HashSet<>();
        for (Material material : materials) {
            material.colorTextures()
                    .forEach(reference -> take(reference, 1, textures, images, seen));
            material.dataTextures()
                    .forEach(reference -> take(reference, 0, textures, images, seen));
        }
    }

    private void take(
            TextureRef reference,
            int color,
            List<Texture> textures,
            List<Image> images,
            Set<Integer> seen) {
        int image = textures.get(reference.texture()).image();
        if (image >= 0 && seen.add(2 * image + color)) {
            Image of = images.get(image);
            boolean other = seen.contains(2 * image + 1 - color);
            if (!of.hasRoom() || other) {
                long bytes = 4L * ((long) of.pixels() + Image.room(of.width(), of.height()));
                budget.take(bytes, root.array("textures").atOrSelf(reference.texture()));
            }
        }
    }
}
