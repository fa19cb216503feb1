package dev.azulejo.scene.gltf;

import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Image;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Variant;
import dev.azulejo.scene.model.VertexData;
import dev.azulejo.scene.model.WorldTransforms;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * What is in a scene, in numbers.
 *
 * @param asset where it came from, extensions, and what was left out
 * @param nodeCount nodes reached from the roots
 * @param meshCount meshes
 * @param primitiveCount primitives of the meshes
 * @param drawCount primitives drawn: once for each node that shows their mesh
 * @param vertexCount vertices stored
 * @param triangleCount triangles drawn
 * @param lineCount lines drawn
 * @param pointCount points drawn
 * @param patchCount patches drawn
 * @param materialCount materials
 * @param textureCount textures
 * @param imageCount different images that are used
 * @param pixelCount pixels of all images
 * @param cameraCount cameras
 * @param lightCount lights
 * @param variants names of the variants, in the order of the file
 * @param geometryBytes memory for vertices and indices
 * @param imageBytes memory for pixels
 * @param bounds box around everything drawn, world space
 * @param warnings one line each
 */
public record SceneInfo(
        AssetInfo asset,
        int nodeCount,
        int meshCount,
        int primitiveCount,
        int drawCount,
        long vertexCount,
        long triangleCount,
        long lineCount,
        long pointCount,
        long patchCount,
        int materialCount,
        int textureCount,
        int imageCount,
        long pixelCount,
        int cameraCount,
        int lightCount,
        List<String> variants,
        long geometryBytes,
        long imageBytes,
        Bounds bounds,
        List<String> warnings) {

    /** Copies the lists. */
    public SceneInfo {
        variants = List.copyOf(variants);
        warnings = List.copyOf(warnings);
    }

    /** Counts what is in a scene. */
    public static SceneInfo of(Scene scene) {
        int primitives = 0;
        long vertices = 0;
        long bytes = 0;
        Set<VertexData> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Mesh mesh : scene.meshes()) {
            for (Primitive primitive : mesh.primitives()) {
                primitives++;
                bytes += primitive.indices() == null ? 0 : 4L * primitive.indices().length;
                bytes += primitive.heights() == null ? 0 : primitive.heights().sizeBytes();
                if (seen.add(primitive.vertices())) {
                    vertices += primitive.vertices().count();
                    bytes += primitive.vertices().sizeBytes() + primitive.deformationBytes();
                }
            }
        }
        WorldTransforms transforms = scene.worldTransforms();
        int[] order = transforms.visitOrder();
        int draws = 0;
        long triangles = 0;
        long lines = 0;
        long points = 0;
        long patches = 0;
        for (int n : order) {
            int mesh = scene.nodes().get(n).mesh();
            if (mesh < 0) {
                continue;
            }
            for (Primitive primitive : scene.meshes().get(mesh).primitives()) {
                draws++;
                int count = primitive.primitiveCount();
                switch (primitive.topology().listForm()) {
                    case POINTS -> points += count;
                    case LINES -> lines += count;
                    case BICUBIC_PATCHES, HEIGHT_FIELD_PATCHES -> patches += count;
                    default -> triangles += count;
                }
            }
        }
        long pixels = 0;
        for (Image image : scene.images()) {
            pixels += image.pixels();
        }
        return new SceneInfo(
                scene.asset(),
                order.length,
                scene.meshes().size(),
                primitives,
                draws,
                vertices,
                triangles,
                lines,
                points,
                patches,
                scene.materials().size(),
                scene.textures().size(),
                scene.images().size(),
                pixels,
                scene.cameras().size(),
                scene.lights().size(),
                scene.variants().stream().map(Variant::name).toList(),
                bytes,
                4 * pixels,
                transforms.bounds(scene),
                scene.warnings());
    }
}
