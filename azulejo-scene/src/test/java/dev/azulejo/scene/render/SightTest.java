package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Camera;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.VertexData;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Random;

/** Which cameras show enough of a scene. */
class SightTest {
    private static final Camera WIDE = new Camera.Perspective("", 0.8f, 1, 0.1f, 1000);

    /** Two triangles a side; outside of the box is the front. */
    private static final int[] SIDES = {
        0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1,
        3, 5, 3, 7, 5
    };

    private static final int[] EDGES = {
        0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7
    };

    private static Primitive box(Topology topology, float size, int... indices) {
        float[] xyz = new float[24];
        for (int i = 0; i < 24; i++) {
            xyz[i] = (i / 3 >> i % 3 & 1) == 0 ? -size : size;
        }
        return new Primitive(
                topology, indices, new VertexData(8, xyz, null, null, null, null, null), -1);
    }

    private static int[] insideOut(int... triangles) {
        int[] turned = triangles.clone();
        for (int i = 0; i < turned.length; i += 3) {
            turned[i] = triangles[i + 1];
            turned[i + 1] = triangles[i];
        }
        return turned;
    }

    /** Whether a camera at a place, which looks to -z after it was turned, shows enough. */
    private static boolean shows(Camera camera, Vec3 eye, Quaternion turn, Primitive... shapes) {
        var coverage = coverage(camera, eye, turn, shapes);
        return coverage != Coverage.LITTLE;
    }

    private static Coverage coverage(
            Camera camera, Vec3 eye, Quaternion turn, Primitive... shapes) {
        var place = new Transform.Trs(eye, turn, Vec3.ONE);
        var scene =
                Scene.builder(AssetInfo.generated("box"))
                        .cameras(List.of(camera))
                        .meshes(List.of(new Mesh("", List.of(shapes))))
                        .materials(List.of(Material.DEFAULT))
                        .nodes(
                                List.of(
                                        Node.ofMesh("", Transform.IDENTITY, 0),
                                        new Node("", place, List.of(), -1, 0, -1)))
                        .roots(List.of(0, 1))
                        .build();
        var renderer = new SceneRenderer(scene, RenderSettings.defaults().withSize(16, 16));
        var view = renderer.viewOf(1, 1);
        var coverage = renderer.coverage(view);
        assertThat(renderer.showsEnough(view)).isEqualTo(coverage != Coverage.LITTLE);
        return coverage;
    }

    private static Coverage coverage(double x, double z, Primitive... shapes) {
        return coverage(WIDE, new Vec3((float) x, 0, (float) z), Quaternion.IDENTITY, shapes);
    }

    private static boolean shows(double x, double y, double z, Primitive... shapes) {
        var eye = new Vec3((float) x, (float) y, (float) z);
        return shows(WIDE, eye, Quaternion.IDENTITY, shapes);
    }

    private static Quaternion aboutY(double degrees) {
        double half = Math.toRadians(degrees) / 2;
        return new Quaternion(0, (float) Math.sin(half), 0, (float) Math.cos(half));
    }

    private static final Primitive CUBE = box(Topology.TRIANGLES, 1, SIDES);

    /** Points beside the picture. */
    private static Primitive dust(int count) {
        float[] xyz = new float[3 * count];
        for (int i = 0; i < count; i++) {
            xyz[3 * i] = 100;
        }
        var vertices = new VertexData(count, xyz, null, null, null, null, null);
        return new Primitive(Topology.POINTS, null, vertices, -1);
    }

    @Test
    void aModelInTheMiddleIsEnough() {
        assertThat(shows(0, 0, 5, CUBE)).isTrue();
        // Less than an eighth of the picture is surface, but all is there, in 1/18 of it:
        // 1 / (10 tan 0.4) of its sides
        assertThat(shows(0, 0, 11, CUBE)).isTrue();
    }

    @Test
    void aTinyModelIsNot() {
        // In 1/22 of the picture: 1 / (11 tan 0.4) of its sides
        assertThat(shows(0, 0, 12, CUBE)).isFalse();
        assertThat(shows(0, 0, 40, CUBE)).isFalse();
        assertThat(shows(0, 0, 300, CUBE)).isFalse();
    }

    /**
     * The sides of the box around the cube are 1 / (10 tan 0.4) of the picture's from 11 away, and
     * 1 / (6 tan 0.4), 0.155 of the picture, from 7: more than a seventh, which is 0.143. From 7.3
     * it is 0.141. From (1.8, 0, 5) half of the corners are beside the picture: 2.8 to the left,
     * where it ends at 4 tan 0.4 = 1.69 and 6 tan 0.4 = 2.54.
     */
    @Test
    void howAModelIsShownIsTold() {
        assertThat(coverage(0, 5, CUBE)).isEqualTo(Coverage.WHOLE);
        assertThat(coverage(0, 7, CUBE)).isEqualTo(Coverage.WHOLE);
        assertThat(coverage(0, 7.3, CUBE)).isEqualTo(Coverage.SMALL);
        assertThat(coverage(0, 11, CUBE)).isEqualTo(Coverage.SMALL);
        assertThat(coverage(0, 12, CUBE)).isEqualTo(Coverage.LITTLE);
        assertThat(coverage(1.8, 5, CUBE)).isEqualTo(Coverage.CUT_OFF);
        assertThat(coverage(0, 3, CUBE)).as("too near").isEqualTo(Coverage.CUT_OFF);
        // 16 of 17 and 8 of 9 vertices: dust is beside the picture
        assertThat(coverage(0, 5, CUBE, CUBE, dust(1))).isEqualTo(Coverage.WHOLE);
        assertThat(coverage(0, 5, CUBE, dust(1))).isEqualTo(Coverage.CUT_OFF);
        var room = box(Topology.TRIANGLES, 3, insideOut(SIDES));
        assertThat(coverage(0, 2, room)).as("from within").isEqualTo(Coverage.WHOLE);
    }

    @Test
    void lookingAwayIsNot() {
        assertThat(shows(WIDE, new Vec3(0, 0, 5), aboutY(180), CUBE)).isFalse();
        assertThat(shows(WIDE, new Vec3(0, 0, 5), aboutY(60), CUBE)).isFalse();
        assertThat(shows(0, 0, -5, CUBE)).isFalse();
    }

    @Test
    void whatLiesBehindTheFarPlaneIsNot() {
        var near = new Camera.Perspective("", 0.8f, 1, 0.1f, 3);
        assertThat(shows(near, new Vec3(0, 0, 5), Quaternion.IDENTITY, CUBE)).isFalse();
        // In front of the near plane
        var far = new Camera.Perspective("", 0.8f, 1, 30, 100);
        assertThat(shows(far, new Vec3(0, 0, 5), Quaternion.IDENTITY, CUBE)).isFalse();
    }

    @Test
    void aRoomIsEnoughFromWithin() {
        var room = box(Topology.TRIANGLES, 3, insideOut(SIDES));
        assertThat(shows(0, 0, 2, room)).isTrue();
        assertThat(shows(WIDE, new Vec3(0, 1, 0), aboutY(130), room)).isTrue();
    }

    @Test
    void aBodyIsNotFromWithin() {
        assertThat(shows(0, 0, 0.2, CUBE)).isFalse();
        // All of its edges are seen, but none of its fronts
        var wide = new Camera.Perspective("", 2.8f, 1, 0.01f, 100);
        assertThat(shows(wide, new Vec3(0, 0, 0.99f), Quaternion.IDENTITY, CUBE)).isFalse();
    }

    @Test
    void aRoomIsNotThroughItsOpenSide() {
        // Walls behind the camera only: sides 4 5 6 7 is at +z
        var wall = box(Topology.TRIANGLES, 3, insideOut(4, 5, 6, 5, 7, 6));
        assertThat(shows(0, 0, 0, wall, box(Topology.POINTS, 3, 0))).isFalse();
        assertThat(shows(WIDE, Vec3.ZERO, aboutY(180), wall, box(Topology.POINTS, 3, 0))).isTrue();
    }

    @Test
    void aGroundThatReachesBehindTheEyeIsEnough() {
        // None of its corners is in the picture
        var ground = box(Topology.TRIANGLES, 50, 2, 6, 3, 3, 6, 7);
        assertThat(shows(0, 52, 0, ground)).isTrue();
        // From below, and with nothing but sky in sight
        assertThat(shows(0, 48, 0, ground)).isFalse();
    }

    @Test
    void aCornerOfTheModelIsNot() {
        // A vertex of eight, and next to nothing of the surface, at the edge of the picture
        assertThat(shows(-3.6, 3.6, 6, CUBE)).isFalse();
        // All of a part that has 8 of 58 vertices is, of 8 of 208 is not
        assertThat(shows(0, 0, 11, CUBE, dust(50))).isTrue();
        assertThat(shows(0, 0, 11, CUBE, dust(200))).isFalse();
    }

    @Test
    void linesAndPointsCount() {
        assertThat(shows(0, 0, 5, box(Topology.LINES, 1, EDGES))).isTrue();
        assertThat(shows(0, 0, 300, box(Topology.LINES, 1, EDGES))).isFalse();
    }

    @Test
    void aCloudOfPointsIsEnoughFromWithin() {
        float[] xyz = new float[3 * 20_000];
        var random = new Random(1);
        for (int i = 0; i < xyz.length; i++) {
            xyz[i] = (float) random.nextGaussian();
        }
        var cloud =
                new Primitive(
                        Topology.POINTS,
                        null,
                        new VertexData(20_000, xyz, null, null, null, null, null),
                        -1);
        assertThat(shows(0, 0, 0, cloud)).isTrue();
    }

    @Test
    void orthographicCamerasCountAsWell() {
        var fitting = new Camera.Orthographic("", 1.5f, 1.5f, 0, 100);
        var huge = new Camera.Orthographic("", 150, 150, 0, 100);
        assertThat(shows(fitting, new Vec3(0, 0, 5), Quaternion.IDENTITY, CUBE)).isTrue();
        assertThat(shows(huge, new Vec3(0, 0, 5), Quaternion.IDENTITY, CUBE)).isFalse();
        assertThat(shows(fitting, new Vec3(0, 0, -5), Quaternion.IDENTITY, CUBE)).isFalse();
    }

    /** A ground adds to what is seen, but nobody has set a camera to see it. */
    @Test
    void aGroundDoesNotCount() {
        var scene =
                Scene.builder(AssetInfo.generated("box"))
                        .meshes(List.of(new Mesh("", List.of(box(Topology.TRIANGLES, 1, SIDES)))))
                        .nodes(List.of(Node.ofMesh("", Transform.IDENTITY, 0)))
                        .roots(List.of(0))
                        .build();
        for (boolean shadows : new boolean[] {false, true}) {
            var settings = RenderSettings.defaults().withSize(16, 16).withShadows(shadows);
            var alone = new SceneRenderer(scene, settings);
            for (float mirror : new float[] {0, 0.1f}) {
                var under = ContactShadow.under(scene, mirror, Cancellation.NEVER);
                var grounded = new SceneRenderer(under, settings);
                int enough = 0;
                for (int distance = 4; distance < 40; distance++) {
                    var view = View.orbit(alone.bounds(), 20, 30, distance, 1);
                    boolean shows = alone.showsEnough(view);
                    assertThat(grounded.showsEnough(view)).as("%d", distance).isEqualTo(shows);
                    enough += shows ? 1 : 0;
                }
                assertThat(enough).isBetween(3, 30);
            }
        }
    }
}
