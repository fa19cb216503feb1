package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.scene.animation.Pose;
import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Camera;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.model.Transform;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

/** Where cameras stand, which way they look, and what they see. */
class ViewTest {
    private static final Bounds BOX = new Bounds(new Vec3(0, 0, 0), new Vec3(2, 4, 6));
    private static final Vec3 MIDDLE = new Vec3(1, 2, 3);

    /** Tangent of half the field of view of 35 degrees. */
    private static final double TAN = 0.315298788878984;

    /** The direction of the look, world space. */
    private static Vec3 look(View view) {
        var m = view.viewFromWorld();
        return new Vec3(-m.get(2, 0), -m.get(2, 1), -m.get(2, 2));
    }

    private static Vec3 right(View view) {
        var m = view.viewFromWorld();
        return new Vec3(m.get(0, 0), m.get(0, 1), m.get(0, 2));
    }

    private static void assertClose(Vec3 actual, double x, double y, double z) {
        assertThat((double) actual.x()).as("x of %s", actual).isCloseTo(x, within(1e-5));
        assertThat((double) actual.y()).as("y of %s", actual).isCloseTo(y, within(1e-5));
        assertThat((double) actual.z()).as("z of %s", actual).isCloseTo(z, within(1e-5));
    }

    /** Normalized device coordinates x, y and depth. */
    private static double[] project(View view, Vec3 point) {
        var clip = view.clipFromView().times(view.viewFromWorld());
        double[] p = {point.x(), point.y(), point.z(), 1};
        double[] c = new double[4];
        for (int r = 0; r < 4; r++) {
            for (int k = 0; k < 4; k++) {
                c[r] += clip.get(r, k) * p[k];
            }
        }
        return new double[] {c[0] / c[3], c[1] / c[3], c[2] / c[3]};
    }

    @ParameterizedTest
    @CsvSource({
        // azimuth, elevation, from which side, what is to the right
        "0, 0, 0, 0, 1, 1, 0, 0",
        "90, 0, 1, 0, 0, 0, 0, -1",
        "180, 0, 0, 0, -1, -1, 0, 0",
        "270, 0, -1, 0, 0, 0, 0, 1",
        "0, 90, 0, 1, 0, 1, 0, 0",
        "0, -90, 0, -1, 0, 1, 0, 0",
        "90, 30, 0.8660254, 0.5, 0, 0, 0, -1"
    })
    void anglesSayFromWhichSideOneLooks(
            double azimuth,
            double elevation,
            double x,
            double y,
            double z,
            double rightX,
            double rightY,
            double rightZ) {
        var orbit = View.orbit(BOX, azimuth, elevation, 10, 1);
        assertClose(orbit.position().minus(MIDDLE), 10 * x, 10 * y, 10 * z);
        assertClose(look(orbit), -x, -y, -z);
        assertClose(right(orbit), rightX, rightY, rightZ);
        var eye = new Vec3(5, -1, 2);
        var walk = View.walk(BOX, eye, azimuth, elevation, 1);
        assertThat(walk.position()).isEqualTo(eye);
        assertClose(look(walk), -x, -y, -z);
        assertClose(right(walk), rightX, rightY, rightZ);
    }

    @Test
    void inTheMiddleOfThePictureIsTheMiddleOfTheBox() {
        for (double azimuth = -200; azimuth < 400; azimuth += 37) {
            var view = View.orbit(BOX, azimuth, azimuth / 5, 20, 1.5);
            double[] seen = project(view, MIDDLE);
            assertThat(seen[0]).isCloseTo(0, within(1e-6));
            assertThat(seen[1]).isCloseTo(0, within(1e-6));
            assertThat(view.depthOf(MIDDLE)).isCloseTo(20, within(1e-4));
        }
    }

    @Test
    void theSmallerSideSeesTheFieldOfView() {
        for (double aspect : new double[] {2, 0.5}) {
            var view = View.walk(BOX, Vec3.ZERO, 0, 0, aspect);
            double x = aspect > 1 ? aspect * TAN : TAN;
            double y = aspect > 1 ? TAN : TAN / aspect;
            double[] corner = project(view, new Vec3((float) (3 * x), (float) (3 * y), -3));
            assertThat(corner[0]).isCloseTo(1, within(1e-5));
            assertThat(corner[1]).isCloseTo(1, within(1e-5));
        }
    }

    @Test
    void depthGoesFromTheNearPlaneToTheFarPlane() {
        // Radius: half the diagonal of 2, 4, 6
        double radius = Math.sqrt(14);
        var orbit = View.orbit(BOX, 0, 0, 100, 1);
        float near = (float) (MIDDLE.z() + 1.02 * radius);
        float far = (float) (MIDDLE.z() - 1.02 * radius);
        assertThat(project(orbit, new Vec3(1, 2, near))[2]).isCloseTo(0, within(1e-4));
        assertThat(project(orbit, new Vec3(1, 2, far))[2]).isCloseTo(1, within(1e-4));
        // From the middle, everything is within a radius
        var walk = View.walk(BOX, MIDDLE, 0, 0, 1);
        assertThat(project(walk, new Vec3(1, 2, (float) (3 - radius)))[2])
                .isCloseTo(1, within(1e-4));
        assertThat(project(walk, new Vec3(1, 2, (float) (3 - radius / 20_000)))[2])
                .isCloseTo(0, within(1e-2));
    }

    @Test
    void whatFitsIsJustInSight() {
        // Seen along -z a point at the front reaches farthest: distance + 1.06 times half / slope
        float[] points = {0, 2, 6, 2, 2, 6};
        double reach = View.fit(BOX, points, 0, 0, 1);
        assertThat(reach).isCloseTo(3 + 1.06 / TAN, within(1e-6));
        assertThat(project(View.orbit(BOX, 0, 0, reach, 1), new Vec3(2, 2, 6))[0])
                .isCloseTo(1 / 1.06, within(1e-5));
        // Without points, the corners: half the height of 4 decides
        assertThat(View.fit(BOX, new float[0], 0, 0, 1)).isCloseTo(3 + 2.12 / TAN, within(1e-6));
        // From the side, half the depth of 6 does, from above as well
        assertThat(View.fit(BOX, new float[0], 90, 0, 1)).isCloseTo(1 + 3.18 / TAN, within(1e-6));
        assertThat(View.fit(BOX, new float[0], 0, 90, 1)).isCloseTo(2 + 3.18 / TAN, within(1e-6));
        // Twice as wide a picture has room for it; the height of 4 decides again
        assertThat(View.fit(BOX, new float[0], 90, 0, 2)).isCloseTo(1 + 2.12 / TAN, within(1e-6));
    }

    @Test
    void emptyBoundsShowThePlaceOfTheUnitCube() {
        var view = View.orbit(Bounds.EMPTY, 0, 0, 10, 1);
        assertThat(view.position()).isEqualTo(new Vec3(0, 0, 10));
        assertThat(View.fit(Bounds.EMPTY, new float[0], 0, 0, 1))
                .isCloseTo(1 + 1.06 / TAN, within(1e-6));
    }

    /** A node whose camera is turned by 90 degrees about y, scaled, and moved. */
    private static Scene scene(Camera camera) {
        float half = (float) Math.sqrt(0.5);
        var place =
                new Transform.Trs(
                        new Vec3(1, 2, 3), new Quaternion(0, half, 0, half), new Vec3(5, 5, 5));
        return Scene.builder(AssetInfo.generated("test"))
                .roots(List.of(0))
                .nodes(
                        List.of(
                                new Node("plain", Transform.IDENTITY, List.of(1, 2), -1, -1, -1),
                                new Node("first", Transform.IDENTITY, List.of(), -1, 0, -1),
                                new Node("second", place, List.of(), -1, 1, -1),
                                new Node("elsewhere", place, List.of(), -1, 1, -1)))
                .cameras(List.of(new Camera.Perspective("wide", 1, 0, 1, 2), camera))
                .build();
    }

    @Test
    void camerasOfTheSceneStandAtTheirNodesAndDoNotScale() {
        var scene = scene(new Camera.Perspective("", (float) (Math.PI / 2), 0, 1, 9));
        var view = View.ofNode(scene, 2, 2);
        assertThat(view.position()).isEqualTo(new Vec3(1, 2, 3));
        assertClose(look(view), -1, 0, 0);
        assertThat(view.depthOf(new Vec3(-3, 2, 3))).isCloseTo(4, within(1e-5));
        // 4 ahead, half the height is 4 and half the width 8
        double[] corner = project(view, new Vec3(-3, 6, -5));
        assertThat(corner[0]).isCloseTo(1, within(1e-5));
        assertThat(corner[1]).isCloseTo(1, within(1e-5));
        assertThat(project(view, new Vec3(0, 2, 3))[2]).isCloseTo(0, within(1e-5));
        assertThat(project(view, new Vec3(-8, 2, 3))[2]).isCloseTo(1, within(1e-5));
    }

    @Test
    void orthographicCamerasSeeAllDepthsAtOneSize() {
        var scene = scene(new Camera.Orthographic("", 4, 2, 1, 5));
        var view = View.ofNode(scene, 2, 2);
        for (int ahead : new int[] {1, 3, 5}) {
            double[] seen = project(view, new Vec3(1 - ahead, 3, 1));
            assertThat(seen[0]).isCloseTo(0.5, within(1e-5));
            assertThat(seen[1]).isCloseTo(0.5, within(1e-5));
            assertThat(seen[2]).isCloseTo((ahead - 1) / 4.0, within(1e-5));
        }
    }

    /**
     * A box of 4 by 2 in front of the camera is what a camera of the shape 2 shows; where a picture
     * of another shape has its corner says how much there is to see beside it.
     */
    @ParameterizedTest
    @CsvSource({
        "2, 1, 1", // its own shape
        "4, 0.5, 1", // wider: more to the left and to the right
        "1, 1, 0.5", // narrower: more above and below
        "0.5, 1, 0.25"
    })
    void whatACameraShowsIsInPicturesOfAnyShape(double aspect, double x, double y) {
        var corner = new Vec3(1 - 2, 2 + 2, 3 - 4);
        var perspective = new Camera.Perspective("", (float) (Math.PI / 2), 2, 1, 9);
        var flat = new Camera.Orthographic("", 4, 2, 1, 9);
        var flipped = new Camera.Orthographic("", -4, 2, 1, 9);
        assertShown(perspective, corner, aspect, x, y);
        assertShown(flat, corner, aspect, x, y);
        assertShown(flipped, corner, aspect, -x, y);
    }

    /** Without a shape of its own a camera keeps its height. */
    @Test
    void aCameraWithoutAShapeKeepsItsHeight() {
        var camera = new Camera.Perspective("", (float) (Math.PI / 2), 0, 1, 9);
        assertShown(camera, new Vec3(-1, 4, 2), 0.5, 1, 1);
        assertShown(camera, new Vec3(-1, 4, 1), 1, 1, 1);
    }

    /** Numbers of a damaged file: one could not look through a projection that has vanished. */
    @Test
    void noShapeLeavesNothingToLookThrough() {
        var camera = new Camera.Perspective("", 3.1415925f, Float.MAX_VALUE, 1, 9);
        var clip = View.ofNode(scene(camera), 2, 1).clipFromView();
        assertThat(clip.get(0, 0)).isPositive();
        assertThat(clip.get(1, 1)).isPositive();
    }

    private static void assertShown(Camera camera, Vec3 point, double aspect, double x, double y) {
        double[] seen = project(View.ofNode(scene(camera), 2, aspect), point);
        assertThat(seen[0]).as("%s at %s", camera, aspect).isCloseTo(x, within(1e-5));
        assertThat(seen[1]).as("%s at %s", camera, aspect).isCloseTo(y, within(1e-5));
    }

    @Test
    void camerasAreFoundByNumberAndByName() {
        var scene = scene(new Camera.Perspective("narrow", 0.1f, 0, 1, 2));
        assertThat(View.findCamera(scene, "0")).hasValue(1);
        assertThat(View.findCamera(scene, "1")).hasValue(2);
        assertThat(View.findCamera(scene, "second")).as("the node's name").hasValue(2);
        assertThat(View.findCamera(scene, "wide")).as("the camera's name").hasValue(1);
        assertThat(View.findCamera(scene, "plain")).as("no camera").isEmpty();
        assertThat(View.findCamera(scene, "elsewhere")).as("not in the scene").isEmpty();
        assertThat(View.findCamera(scene, "2")).isEmpty();
    }

    @Test
    void aMovedCameraIsSeenFromWhereItIs() {
        var scene = scene(new Camera.Perspective("", 1, 0, 1, 2));
        var pose = new Pose(scene);
        pose.setTransform(0, new Transform.Trs(new Vec3(0, 4, -7), Quaternion.IDENTITY, Vec3.ONE));
        var view = View.ofNode(pose, pose.worldTransforms(), 1, 1);
        assertThat(view.position()).isEqualTo(new Vec3(0, 4, -7));
        assertClose(look(view), 0, 0, -1);
        assertClose(View.ofNode(scene, 1, 1).position(), 0, 0, 0);
    }

    /** Numbers of scenes that were found by damaging files. */
    @Test
    void scenesOfAnySizeAreSeenOrRefused() {
        var tiny = new Bounds(Vec3.ZERO, new Vec3(1e-38f, 1e-40f, 0));
        assertThat(View.orbit(tiny, 9, 9, 3, 1.5).position().isFinite()).isTrue();
        var far = new Bounds(new Vec3(0, 0, 2e29f), new Vec3(1, 2, 2e29f));
        assertThat(View.orbit(far, 9, 9, 1e29, 1.5).position().isFinite()).isTrue();
        var huge = new Bounds(new Vec3(-3e38f, -3e38f, -3e38f), new Vec3(3e38f, 3e38f, 3e38f));
        double reach = View.fit(huge, new float[0], 9, 9, 1.5);
        assertThatThrownBy(() -> View.orbit(huge, 9, 9, reach, 1.5))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining("too large or too small");
        assertThatThrownBy(() -> View.orbit(tiny, 9, 9, Double.NaN, 1.5))
                .isInstanceOf(IllegalArgumentException.class);
        var camera = new Camera.Perspective("", 1e-44f, 0, 1e-45f, 3e38f);
        var scene =
                Scene.builder(AssetInfo.generated("test"))
                        .roots(List.of(0))
                        .cameras(List.of(camera))
                        .nodes(List.of(new Node("", Transform.IDENTITY, List.of(), -1, 0, -1)))
                        .build();
        assertThatThrownBy(() -> View.ofNode(scene, 0, 1))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining("nodes[0], a camera");
    }
}
