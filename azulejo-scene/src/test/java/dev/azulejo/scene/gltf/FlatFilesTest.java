package dev.azulejo.scene.gltf;

import static dev.azulejo.scene.render.FacetBall.ball;
import static dev.azulejo.scene.render.FacetBall.curves;
import static dev.azulejo.scene.render.FacetBall.facets;
import static dev.azulejo.scene.render.FacetBall.stays;

import static org.assertj.core.api.Assertions.assertThat;

import com.openize.drako.AttributeType;
import com.openize.drako.Draco;
import com.openize.drako.DracoEncodeOptions;
import com.openize.drako.DracoMesh;
import com.openize.drako.PointAttribute;
import com.openize.drako.Vector3;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.scene.model.FlatNormals;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** PN triangles leave files of facets alone, with normals and without. */
@Tag("alone")
class FlatFilesTest {
    private static Scene load(GltfBuilder builder) {
        return GltfLoader.load(builder.glb(), "test", LoadLimits.defaults(), 1, Cancellation.NEVER);
    }

    private static Primitive primitive(Scene scene) {
        return scene.meshes().getFirst().primitives().getFirst();
    }

    /** What a file without normals gets. */
    @Test
    void meshesWithoutNormalsStayAsTheyAre() {
        var builder = new GltfBuilder();
        builder.mesh("{'attributes':{'POSITION':%d}}".formatted(builder.floats("VEC3", ball(0))));
        var scene = load(builder);
        assertThat(primitive(scene).flat()).isTrue();
        stays(scene);
        builder = new GltfBuilder();
        int position = builder.floats("VEC3", ball(0));
        builder.mesh("{'attributes':{'POSITION':%d,'NORMAL':%d}}".formatted(position, position));
        curves(load(builder));
    }

    /** Normals and positions as compression rounds them: a tenth of a degree off, and alike. */
    @Test
    void whatDracoHasRoundedStaysAsItIs() throws Exception {
        var scene = load(draco(ball(0), facets(ball(0))));
        var primitive = primitive(scene);
        assertThat(primitive.flat()).isFalse();
        float[] own = new float[primitive.vertices().normals().length];
        FlatNormals.of(gathered(primitive), own, () -> {});
        assertThat(primitive.vertices().normals()).isNotEqualTo(own);
        stays(scene);
        curves(load(draco(ball(0), ball(0))));
    }

    private static float[] gathered(Primitive primitive) {
        int[] indices = primitive.toIndexedList().indices();
        float[] positions = new float[3 * indices.length];
        for (int i = 0; i < positions.length; i++) {
            positions[i] = primitive.vertices().positions()[3 * indices[i / 3] + i % 3];
        }
        return positions;
    }

    private static GltfBuilder draco(float[] corners, float[] normals) throws Exception {
        int count = corners.length / 3;
        var mesh = new DracoMesh();
        mesh.setNumPoints(count);
        mesh.addAttribute(PointAttribute.wrap(AttributeType.POSITION, vectors(corners)));
        mesh.addAttribute(PointAttribute.wrap(AttributeType.NORMAL, vectors(normals)));
        for (int v = 0; v < count; v += 3) {
            mesh.addFace(new int[] {v, v + 1, v + 2});
        }
        var builder = new GltfBuilder();
        String claim = "{'componentType':%d,'type':'%s','count':" + count + "}";
        int position = builder.accessor(claim.formatted(5126, "VEC3"));
        int normal = builder.accessor(claim.formatted(5126, "VEC3"));
        int indices = builder.accessor(claim.formatted(5125, "SCALAR"));
        builder.set("extensionsUsed", "['KHR_draco_mesh_compression']");
        builder.set("extensionsRequired", "['KHR_draco_mesh_compression']");
        builder.mesh(
                """
                {'attributes':{'POSITION':%d,'NORMAL':%d},'indices':%d,
                'extensions':{'KHR_draco_mesh_compression':{'bufferView':%d,
                'attributes':{'POSITION':0,'NORMAL':1}}}}
                """
                        .formatted(
                                position,
                                normal,
                                indices,
                                builder.view(Draco.encode(mesh, new DracoEncodeOptions()), "")));
        return builder;
    }

    private static Vector3[] vectors(float[] values) {
        var vectors = new Vector3[values.length / 3];
        for (int v = 0; v < vectors.length; v++) {
            vectors[v] = new Vector3(values[3 * v], values[3 * v + 1], values[3 * v + 2]);
        }
        return vectors;
    }
}
