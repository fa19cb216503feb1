package dev.azulejo.scene.render;

import static dev.azulejo.scene.render.AmbientOcclusionTest.scene;
import static dev.azulejo.scene.render.FacetBall.PLAIN;
import static dev.azulejo.scene.render.FacetBall.PN;
import static dev.azulejo.scene.render.FacetBall.ball;
import static dev.azulejo.scene.render.FacetBall.curves;
import static dev.azulejo.scene.render.FacetBall.facets;
import static dev.azulejo.scene.render.FacetBall.picture;
import static dev.azulejo.scene.render.FacetBall.stays;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.scene.model.JointInfluences;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.MorphTarget;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.VertexData;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;

/** PN triangles leave flat triangles alone: of meshes without normals, and of hard edges. */
class FlatTrianglesTest {
    private static final Runnable ON = () -> {};

    private static Primitive primitive(float[] corners, float[] normals, boolean flat) {
        return new Primitive(
                Topology.TRIANGLES,
                null,
                VertexData.of(corners, normals),
                -1,
                null,
                List.of(),
                null,
                flat);
    }

    private static Primitive hard(float[] corners) {
        return primitive(corners, facets(corners), false);
    }

    /** The ball as what it stands for. */
    private static Primitive smooth(float[] corners, double middle) {
        float[] normals = corners.clone();
        for (int i = 0; i < normals.length; i += 3) {
            normals[i] -= (float) middle;
        }
        return primitive(corners, normals, false);
    }

    private static float[] shape(Primitive of, Primitive... primitives) {
        var shape =
                SmoothNormals.of(new Mesh("", List.of(primitives), List.of()), () -> {}).get(of);
        return shape == null ? null : shape.vertices().normals();
    }

    /** A cube of eight places, each side with its normal. */
    @Test
    void hardEdgesStayAsTheyAre() {
        float[] cube = new float[9 * 12];
        int o = 0;
        for (int axis = 0; axis < 3; axis++) {
            for (int side = -1; side <= 1; side += 2) {
                int[][] quad = {{-1, -1}, {side, -side}, {1, 1}, {-1, -1}, {1, 1}, {-side, side}};
                for (int[] corner : quad) {
                    cube[o + axis] = side;
                    cube[o + (axis + 1) % 3] = corner[0];
                    cube[o + (axis + 2) % 3] = corner[1];
                    o += 3;
                }
            }
        }
        stays(scene(hard(cube)));
        stays(scene(hard(ball(0))));
        // With a floor that shadows fall on, whose map is fitted to how far things bulge
        stays(scene(hard(ball(0)), hard(new float[] {-9, -1.5f, -9, -9, -1.5f, 9, 9, -1.5f, 9})));
        // Inside out it is as flat
        float[] inwards = facets(ball(0));
        for (int i = 0; i < inwards.length; i++) {
            inwards[i] = -inwards[i];
        }
        assertThat(Tessellation.curves(scene(primitive(ball(0), inwards, false)), ON)).isFalse();
    }

    /** Each of two primitives as if the other were not there. */
    @Test
    void theRestOfAMeshIsCurved() {
        var facets = hard(ball(-2));
        var round = smooth(ball(2), 2);
        curves(scene(facets, round));
        assertThat(shape(facets, facets, round)).isNull();
        assertThat(shape(round, facets, round)).isEqualTo(shape(round, round)).isNotNull();
    }

    /** Facets of a primitive that is curved elsewhere begin straight at each of their corners. */
    @Test
    void theRestOfAPrimitiveIsCurved() {
        float[] two = joined(ball(-2), ball(2));
        float[] round = smooth(ball(2), 2).vertices().normals();
        var mixed = primitive(two, joined(facets(ball(-2)), round), false);
        curves(scene(mixed));
        float[] shape = shape(mixed, mixed);
        assertThat(Arrays.copyOf(shape, two.length / 2)).containsOnly(0);
        var alone = smooth(ball(2), 2);
        assertThat(Arrays.copyOfRange(shape, two.length / 2, two.length))
                .isEqualTo(shape(alone, alone));
    }

    private static float[] joined(float[] a, float[] b) {
        float[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }

    /** A lid is flat, and its rim bends with the side of the can: in whatever primitives. */
    @Test
    void whatTouchesACurvedPrimitiveIsDividedWithIt() {
        var lid = hard(new float[] {0, 0, 0, 0, 0, 1, 1, 0, 0});
        var far = hard(new float[] {0, 0, 0, -1, 0, 0, -1, 0, -1});
        float[] normals = {1, 0, 0, 0.8f, 0, 0.6f, 1, 0, 0};
        var side = primitive(new float[] {0, 0, 1, 1, 0, 0, 1, -1, 0}, normals, false);
        for (var order :
                List.of(
                        List.of(lid, far, side),
                        List.of(side, far, lid),
                        List.of(far, side, lid))) {
            var shapes = SmoothNormals.of(new Mesh("", order, List.of()), () -> {});
            // The farther one holds together with the lid, whose edges are divided
            assertThat(shapes).as("%s", order).containsOnlyKeys(lid, far, side);
        }
        var apart = hard(new float[] {5, 0, 0, 5, 0, 1, 6, 0, 0});
        var shapes = SmoothNormals.of(new Mesh("", List.of(lid, apart, side), List.of()), () -> {});
        assertThat(shapes).containsOnlyKeys(lid, side);
    }

    /** A flag at rest is flat; a box that a joint turns stays one. */
    @Test
    void whatIsFlatAtRestAloneIsCurved() {
        float[] flag = {0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 1};
        var target = new MorphTarget(new float[18], new float[18], null);
        assertThat(Tessellation.curves(scene(moved(hard(flag), target)), ON)).isTrue();
        assertThat(Tessellation.curves(scene(skinned(hard(flag))), ON)).isTrue();
        assertThat(Tessellation.curves(scene(hard(flag)), ON)).isFalse();
        assertThat(Tessellation.curves(scene(skinned(hard(ball(0)))), ON)).isFalse();
        assertThat(Tessellation.curves(scene(skinned(primitive(flag, facets(flag), true))), ON))
                .isFalse();
    }

    private static Primitive moved(Primitive from, MorphTarget target) {
        return new Primitive(from.topology(), null, from.vertices(), -1, null, List.of(target));
    }

    private static Primitive skinned(Primitive from) {
        int count = from.vertices().count();
        float[] weights = new float[count];
        Arrays.fill(weights, 1);
        return new Primitive(
                from.topology(),
                null,
                from.vertices(),
                -1,
                new JointInfluences(1, new int[count], weights),
                List.of(),
                null,
                from.flat());
    }

    /** One normal that is not the triangle's, several, and none are not flat. */
    @Test
    void normalsOfSomethingElseCurve() {
        float[] corners = {0, 0, 0, 1, 0, 0, 0, 1, 0};
        assertThat(flat(corners, 0, 0, 1, 0, 0, 1, 0, 0, 1)).isTrue();
        // A corner of a facet that is not quite a plane
        assertThat(flat(corners, 0, 0.1f, 1, 0, 0.1f, 1, 0, 0.1f, 1)).isTrue();
        assertThat(flat(corners, 0, 0.3f, 1, 0, 0.3f, 1, 0, 0.3f, 1)).isFalse();
        for (int corner = 0; corner < 3; corner++) {
            float[] one = {0, 0, 1, 0, 0, 1, 0, 0, 1};
            one[3 * corner] = 0.01f;
            assertThat(flat(corners, one)).as("%d", corner).isFalse();
            one[3 * corner] = 0.0001f;
            assertThat(flat(corners, one)).as("%d", corner).isTrue();
        }
        assertThat(flat(corners, new float[9])).isFalse();
        assertThat(flat(new float[9], 1, 0, 0, 0, 1, 0, 0, 0, 1)).isTrue();
        corners[4] = Float.NaN;
        assertThat(flat(corners, 1, 0, 0, 0, 1, 0, 0, 0, 1)).isTrue();
    }

    private static boolean flat(float[] corners, float... normals) {
        return FlatTriangles.all(primitive(corners, normals, false), () -> {});
    }

    /** Occlusion divides long edges of what stays as it is, as without PN triangles. */
    @Test
    void occlusionIsThatOfTheFlatScene() {
        var scene = scene(hard(ball(0)), hard(new float[] {-9, -1, -9, -9, -1, 9, 9, -1, 9}));
        var plain = AmbientOcclusion.in(scene, Tessellation.Mode.OFF, Cancellation.NEVER);
        var asked = AmbientOcclusion.in(scene, Tessellation.Mode.PN_TRIANGLES, Cancellation.NEVER);
        assertThat(picture(asked, PN)).isEqualTo(picture(plain, PLAIN));
    }
}
