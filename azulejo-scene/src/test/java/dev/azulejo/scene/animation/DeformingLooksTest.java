package dev.azulejo.scene.animation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.scene.model.JointInfluences;
import dev.azulejo.scene.model.MorphTarget;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.VertexData;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** How often the deformation of vertices looks whether to go on. */
class DeformingLooksTest {
    private static final int COUNT = 2 * (MeshDeformer.STEPS + 1) + 1;

    private static Primitive primitive() {
        var vertices =
                new VertexData(
                        COUNT,
                        new float[3 * COUNT],
                        new float[3 * COUNT],
                        new float[4 * COUNT],
                        null,
                        null,
                        null);
        var target =
                new MorphTarget(new float[3 * COUNT], new float[3 * COUNT], new float[3 * COUNT]);
        return new Primitive(
                Topology.POINTS,
                null,
                vertices,
                -1,
                new JointInfluences(1, new int[COUNT], new float[COUNT]),
                List.of(target, target));
    }

    private static int looks(float[] weights, float[] joints) {
        var looks = new AtomicInteger();
        new MeshDeformer(primitive())
                .deform(
                        weights,
                        joints,
                        new float[3 * COUNT],
                        new float[3 * COUNT],
                        new float[4 * COUNT],
                        looks::incrementAndGet);
        return looks.get();
    }

    @Test
    void betweenAFewThousandVertices() {
        float[] joints = new float[JointInfluences.MATRIX_SIZE];
        assertThat(looks(null, joints)).as("joints").isEqualTo(3);
        // Three arrays each of the two targets, then normals and tangents get unit length
        assertThat(looks(new float[] {1, 2}, null)).isEqualTo(2 * 3 + 2 * 3);
        assertThat(looks(new float[] {0, 2}, joints)).isEqualTo(3 + 3);
        assertThat(looks(new float[2], null)).as("nothing moves").isZero();
        assertThat(COUNT).isLessThan(20_000);
    }
}
