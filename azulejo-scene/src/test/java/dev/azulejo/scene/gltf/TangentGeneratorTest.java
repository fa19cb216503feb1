package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.VertexData;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.Arrays;
import java.util.Random;

class TangentGeneratorTest {
    private static Primitive withTangents(float[] p, float[] n, float[] uv, int... indices) {
        VertexData v = new VertexData(p.length / 3, p, n, null, uv, null, null);
        var bare = new Primitive(Topology.TRIANGLES, indices, v, -1);
        return TangentGenerator.withTangents(bare, uv, memory -> {}, () -> {});
    }

    private static float[] up(int count) {
        float[] normals = new float[3 * count];
        for (int i = 2; i < normals.length; i += 3) {
            normals[i] = 1;
        }
        return normals;
    }

    private static final float[] SQUARE = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};

    /**
     * What the reference implementation of MikkTSpace gives (npm package mikktspace 1.1.1, w turned
     * for v pointing down) on a wavy 3x3 grid whose texture is mirrored in the middle; four floats
     * a corner.
     */
    private static final float[] REFERENCE = {
        0.959114f, 0.245475f, -0.140863f, 1,
        0.991694f, 0.0788449f, -0.101622f, 1,
        0.945107f, -0.238958f, -0.222869f, 1,
        0.945107f, -0.238958f, -0.222869f, 1,
        0.991694f, 0.0788449f, -0.101622f, 1,
        0.946966f, 0.309745f, -0.0855189f, 1,
        -0.945108f, 0.238958f, 0.222869f, -1,
        -0.958211f, -0.286022f, -0.00480444f, -1,
        -0.987323f, 0.0987323f, 0.124278f, -1,
        -0.987323f, 0.0987323f, 0.124278f, -1,
        -0.958211f, -0.286022f, -0.00480444f, -1,
        -0.954149f, 0.274250f, 0.119944f, -1,
        0.991694f, 0.0788449f, -0.101622f, 1,
        0.989292f, -0.108672f, -0.0974302f, 1,
        0.946966f, 0.309745f, -0.0855189f, 1,
        0.946966f, 0.309745f, -0.0855189f, 1,
        0.989292f, -0.108672f, -0.0974302f, 1,
        0.993360f, 0.0725487f, -0.0892908f, 1,
        -0.958211f, -0.286022f, -0.00480444f, -1,
        -0.973019f, -0.0286182f, 0.228945f, -1,
        -0.954149f, 0.274250f, 0.119944f, -1,
        -0.954149f, 0.274250f, 0.119944f, -1,
        -0.973019f, -0.0286182f, 0.228945f, -1,
        -0.956957f, -0.289890f, 0.0140166f, -1
    };

    @Test
    void agreesWithTheReferenceImplementation() {
        float[] p = new float[27];
        float[] n = new float[27];
        float[] uv = new float[18];
        for (int i = 0; i < 9; i++) {
            int x = i % 3;
            int y = i / 3;
            p[3 * i] = x;
            p[3 * i + 1] = i * 7 % 5 * 0.1f;
            p[3 * i + 2] = y;
            double nx = (i * 3 % 4 - 1.5) * 0.2;
            double nz = (i * 5 % 7 - 3) * 0.1;
            double length = Math.sqrt(nx * nx + 1 + nz * nz);
            n[3 * i] = (float) (nx / length);
            n[3 * i + 1] = (float) (1 / length);
            n[3 * i + 2] = (float) (nz / length);
            uv[2 * i] = Math.min(x, 2 - x) * 0.5f;
            uv[2 * i + 1] = (float) (y * 0.4 + x * 0.05);
        }
        int[] indices = new int[24];
        for (int q = 0; q < 4; q++) {
            int a = q / 2 * 3 + q % 2;
            int[] corners = {a, a + 3, a + 1, a + 1, a + 3, a + 4};
            System.arraycopy(corners, 0, indices, 6 * q, 6);
        }
        Primitive r = withTangents(p, n, uv, indices);
        for (int c = 0; c < 24; c++) {
            float[] t = tangent(r, r.indices()[c]);
            for (int k = 0; k < 4; k++) {
                assertThat(t[k])
                        .as("corner %d component %d", c, k)
                        .isCloseTo(REFERENCE[4 * c + k], within(2e-6f));
            }
        }
    }

    @Test
    void uprightSquare() {
        // v grows downwards, so the top of the picture, y = 1, has v = 0
        float[] uv = {0, 1, 1, 1, 1, 0, 0, 0};
        Primitive p = withTangents(SQUARE, up(4), uv, 0, 1, 2, 0, 2, 3);
        assertThat(p.vertices().count()).isEqualTo(4);
        for (int v = 0; v < 4; v++) {
            // tangent +x, bitangent cross(z, x) = +y = up in the picture
            assertThat(tangent(p, v)).containsExactly(1, 0, 0, 1);
        }
    }

    @Test
    void mirroredSquare() {
        float[] uv = {1, 1, 0, 1, 0, 0, 1, 0};
        Primitive p = withTangents(SQUARE, up(4), uv, 0, 1, 2, 0, 2, 3);
        for (int v = 0; v < 4; v++) {
            assertThat(tangent(p, v)).containsExactly(-1, 0, 0, -1);
        }
    }

    @Test
    void mirrorSeamSplitsVertices() {
        // two squares side by side, u running towards the seam from both sides
        float[] p = {-1, 0, 0, 0, 0, 0, 0, 1, 0, -1, 1, 0, 1, 0, 0, 1, 1, 0};
        float[] uv = {0, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0, 0};
        Primitive r = withTangents(p, up(6), uv, 0, 1, 2, 0, 2, 3, 1, 4, 5, 1, 5, 2);
        assertThat(r.vertices().count()).isEqualTo(8);
        for (int t = 0; t < 4; t++) {
            for (int k = 0; k < 3; k++) {
                float sign = t < 2 ? 1 : -1;
                assertThat(tangent(r, r.indices()[3 * t + k])).containsExactly(sign, 0, 0, sign);
            }
        }
        // the shape is what it was
        assertThat(VertexSet.gather(r.vertices().positions(), 3, r.indices(), 12))
                .isEqualTo(
                        VertexSet.gather(p, 3, new int[] {0, 1, 2, 0, 2, 3, 1, 4, 5, 1, 5, 2}, 12));
    }

    @Test
    void equalVerticesCountAsOne() {
        float[] uv = {0, 1, 1, 1, 1, 0, 0, 0};
        int[] indices = {0, 1, 2, 0, 2, 3};
        // a bend between the triangles, so that tangents differ unless they are shared
        float[] bent = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0.5f};
        Primitive shared = withTangents(bent, up(4), uv, indices);
        Primitive apart =
                withTangents(
                        VertexSet.gather(bent, 3, indices, 6),
                        up(6),
                        VertexSet.gather(uv, 2, indices, 6),
                        0,
                        1,
                        2,
                        3,
                        4,
                        5);
        for (int i = 0; i < 6; i++) {
            assertThat(tangent(apart, i)).isEqualTo(tangent(shared, indices[i]));
        }
    }

    @Test
    void anglesWeigh() {
        // at the origin: 90 degrees with u along x, then 45 degrees with u some other way
        float[] p = {0, 0, 0, 1, 0, 0, 0, 1, 0, -1, 1, 0};
        float[] uv = {0, 0, 1, 0, 0, -1, 1, -1};
        Primitive r = withTangents(p, up(4), uv, 0, 1, 2, 0, 2, 3);
        float[] t = tangent(r, 0);
        // second: u = -x, mirrored, so nothing is shared
        assertThat(r.vertices().count()).isEqualTo(6);
        assertThat(t).containsExactly(1, 0, 0, 1);

        float[] uv2 = {0, 0, 1, 0, 0, -1, -0.5f, -1.5f};
        Primitive s = withTangents(p, up(4), uv2, 0, 1, 2, 0, 2, 3);
        // second: u = x / 2 and -v = y - x / 2, so u grows at constant v along (1, 0.5)
        double half = 1 / Math.sqrt(1.25);
        double x = Math.PI / 2 + Math.PI / 4 * half;
        double y = Math.PI / 4 * half * 0.5;
        double length = Math.hypot(x, y);
        assertThat(tangent(s, 0)[0]).isCloseTo((float) (x / length), within(1e-6f));
        assertThat(tangent(s, 0)[1]).isCloseTo((float) (y / length), within(1e-6f));
    }

    @Test
    void degenerateTrianglesTakeWhatIsBesideThem() {
        float[] uv = {0, 1, 1, 1, 1, 0, 0, 0};
        Primitive p = withTangents(SQUARE, up(4), uv, 0, 1, 2, 0, 2, 2, 3, 3, 3);
        assertThat(tangent(p, 0)).containsExactly(1, 0, 0, 1);
        assertThat(tangent(p, 2)).containsExactly(1, 0, 0, 1);
        // vertex 3 has nothing to go by, but gets a tangent in its plane
        assertThat(tangent(p, 3)[2]).isZero();
        assertThat(Math.hypot(tangent(p, 3)[0], tangent(p, 3)[1])).isCloseTo(1, within(1e-6));
    }

    @Test
    void trianglesWithoutAreaInTheTextureJoinTheirNeighbours() {
        float[] uv = {0, 1, 1, 1, 1, 0, 1, 0};
        Primitive p = withTangents(SQUARE, up(4), uv, 0, 1, 2, 0, 2, 3);
        assertThat(p.vertices().count()).isEqualTo(4);
        assertThat(tangent(p, 0)).containsExactly(1, 0, 0, 1);
        assertThat(tangent(p, 2)).containsExactly(1, 0, 0, 1);
        float[] none = new float[8];
        Primitive q = withTangents(SQUARE, up(4), none, 0, 1, 2, 0, 2, 3);
        for (int v = 0; v < 4; v++) {
            assertThat(tangent(q, v)[2]).isZero();
        }
    }

    @Test
    void randomMeshesGetUnitTangentsInThePlaneAndKeepTheirShape() {
        Random random = new Random(21);
        for (int round = 0; round < 200; round++) {
            int count = 3 + random.nextInt(60);
            float[] p = new float[3 * count];
            float[] n = new float[3 * count];
            float[] uv = new float[2 * count];
            for (int i = 0; i < p.length; i++) {
                p[i] = random.nextInt(4);
                n[i] = random.nextFloat() - 0.5f;
            }
            NormalGenerator.normalize(n, 3);
            for (int i = 0; i < uv.length; i++) {
                uv[i] = random.nextInt(3);
            }
            int[] indices = random.ints(3L * random.nextInt(80), 0, count).toArray();
            Primitive r = withTangents(p, n, uv, indices);
            assertThat(VertexSet.gather(r.vertices().positions(), 3, r.indices(), indices.length))
                    .isEqualTo(VertexSet.gather(p, 3, indices, indices.length));
            float[] normals = r.vertices().normals();
            for (int v = 0; v < r.vertices().count(); v++) {
                float[] t = tangent(r, v);
                double length = Math.sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
                assertThat(length).isCloseTo(1, within(1e-5));
                assertThat(
                                t[0] * normals[3 * v]
                                        + t[1] * normals[3 * v + 1]
                                        + t[2] * normals[3 * v + 2])
                        .isCloseTo(0, within(1e-4f));
                assertThat(Math.abs(t[3])).isEqualTo(1);
            }
        }
    }

    @Test
    @Timeout(20)
    void manyTrianglesAtOneVertexTakeLinearTime() {
        int triangles = 300_000;
        float[] p = new float[3 * (2 * triangles + 1)];
        float[] uv = new float[2 * (2 * triangles + 1)];
        int[] indices = new int[3 * triangles];
        Random random = new Random(22);
        for (int i = 3; i < p.length; i++) {
            p[i] = random.nextFloat();
        }
        for (int i = 2; i < uv.length; i++) {
            uv[i] = random.nextFloat();
        }
        for (int t = 0; t < triangles; t++) {
            indices[3 * t + 1] = 2 * t + 1;
            indices[3 * t + 2] = 2 * t + 2;
        }
        Primitive r = withTangents(p, up(p.length / 3), uv, indices);
        // each triangle is a group of its own around the vertex they share
        assertThat(r.vertices().count()).isEqualTo(3 * triangles);
    }

    private static float[] tangent(Primitive p, int v) {
        return Arrays.copyOfRange(p.vertices().tangents(), 4 * v, 4 * v + 4);
    }
}
