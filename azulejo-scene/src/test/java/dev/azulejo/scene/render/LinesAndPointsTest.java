package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.VertexData;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

/**
 * Lines and points of a model in the picture. World coordinates are pixels: x to the right, y down
 * from the upper left corner.
 */
class LinesAndPointsTest {
    private static final int SIDE = 64;

    /** A box of pixels, and depths from -1 to 1. */
    private static final View PIXELS =
            new View(
                    Vec3.ZERO,
                    Mat4.IDENTITY,
                    Mat4.ofColumns(
                            2f / SIDE,
                            0,
                            0,
                            0,
                            0,
                            -2f / SIDE,
                            0,
                            0,
                            0,
                            0,
                            0.5f,
                            0,
                            -1,
                            1,
                            0.5f,
                            1));

    private static final RenderSettings SETTINGS =
            RenderSettings.defaults()
                    .withSize(SIDE, SIDE)
                    .withSamples(1)
                    .withBackground(new Vec4(0, 0, 0, 1))
                    .withOutput(RenderSettings.Output.LINEAR_COLOR);

    private static Scene scene(Topology topology, float... positions) {
        var vertices =
                new VertexData(positions.length / 3, positions, null, null, null, null, null);
        var white =
                Material.metallicRoughness("white", new Vec4(1, 1, 1, 1), 0, 1).toBuilder()
                        .unlit(true)
                        .build();
        var primitive = new Primitive(topology, null, vertices, 0);
        return Scene.builder(AssetInfo.generated("test"))
                .roots(List.of(0))
                .nodes(List.of(Node.ofMesh("node", Transform.IDENTITY, 0)))
                .meshes(List.of(new Mesh("mesh", List.of(primitive))))
                .materials(List.of(white))
                .build();
    }

    private static float[] paint(
            Scene scene, View view, RenderSettings settings, DeviceOptions options) {
        try (var session = new Session(scene, settings, options)) {
            session.look(view);
            session.render();
            return session.target().floatPixels().clone();
        }
    }

    /** How much of each pixel is covered: what is unlit and white leaves its share. */
    private static float[] covered(Scene scene, View view, RenderSettings settings) {
        float[] colors = paint(scene, view, settings, DeviceOptions.DEFAULT);
        float[] covered = new float[colors.length / 4];
        float most = 0;
        for (int p = 0; p < covered.length; p++) {
            covered[p] = colors[4 * p];
            most = Math.max(most, covered[p]);
        }
        // The tone curve is the same wherever white covers all of a pixel
        for (int p = 0; p < covered.length && settings.samples() == 1; p++) {
            covered[p] = covered[p] == 0 ? 0 : covered[p] / most;
        }
        return covered;
    }

    private static double sum(float[] covered) {
        double sum = 0;
        for (float c : covered) {
            sum += c;
        }
        return sum;
    }

    /** By hand: so many rows of ten pixels. */
    @Test
    void aLineOfTenPixelsIsAsWideAsItShallBe() {
        var line = scene(Topology.LINES, 20, 30.5f, 0, 30, 30.5f, 0);
        assertThat(sum(covered(line, PIXELS, SETTINGS.withLineWidth(3)))).isEqualTo(30);
        assertThat(sum(covered(line, PIXELS, SETTINGS.withLineWidth(1)))).isEqualTo(10);
        assertThat(sum(covered(line, PIXELS, SETTINGS.withLineWidth(7)))).isEqualTo(70);
        // By itself a pixel in a small picture
        assertThat(sum(covered(line, PIXELS, SETTINGS))).isEqualTo(10);
        float[] three = covered(line, PIXELS, SETTINGS.withLineWidth(3));
        for (int p = 0; p < three.length; p++) {
            int x = p % SIDE;
            int y = p / SIDE;
            boolean in = x >= 20 && x < 30 && y >= 29 && y < 32;
            assertThat(three[p]).isEqualTo(in ? 1 : 0);
        }
    }

    /** All kinds of lines, as the file says them: so many sides of a square. */
    @Test
    void stripsAndLoopsHaveTheirSides() {
        float[] square = {10, 10, 0, 40, 10, 0, 40, 40, 0, 10, 40, 0};
        var settings = SETTINGS.withLineWidth(1);
        // Each side 30 pixels, of which corners are shared or left out
        assertThat(sum(covered(scene(Topology.LINES, square), PIXELS, settings))).isEqualTo(60);
        assertThat(sum(covered(scene(Topology.LINE_STRIP, square), PIXELS, settings)))
                .isCloseTo(90, within(2.0));
        assertThat(sum(covered(scene(Topology.LINE_LOOP, square), PIXELS, settings)))
                .isCloseTo(120, within(3.0));
    }

    /**
     * By hand: of 3 pixels all nine around; of 2.5 a cross; below 1.5 a square of one. In a circle
     * of radius 10 around a place of a square grid lie 305 of its places, and 12 on it, which the
     * polygon leaves out.
     */
    @Test
    void pointsAreRound() {
        var point = scene(Topology.POINTS, 20.5f, 30.5f, 0);
        assertThat(sum(covered(point, PIXELS, SETTINGS.withPointSize(3)))).isEqualTo(9);
        assertThat(sum(covered(point, PIXELS, SETTINGS.withPointSize(2.5f)))).isEqualTo(5);
        assertThat(sum(covered(point, PIXELS, SETTINGS.withPointSize(1)))).isEqualTo(1);
        assertThat(sum(covered(point, PIXELS, SETTINGS.withPointSize(20)))).isEqualTo(305);
        // A square would have 400
        float[] large = covered(point, PIXELS, SETTINGS.withPointSize(20));
        assertThat(large[22 * SIDE + 12]).isZero();
        assertThat(large[30 * SIDE + 11]).isEqualTo(1);
    }

    /** A point is somewhere, wherever it lies between pixels and samples. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4, 8, 16})
    void noPointIsLost(int samples) {
        var settings = SETTINGS.withSamples(samples);
        for (float size : new float[] {1, 1.25f, 1.5f, 2}) {
            for (int place = 0; place < 16; place++) {
                float x = 20 + place % 4 / 4f;
                float y = 30 + place / 4 / 4f;
                var point = scene(Topology.POINTS, x, y, 0);
                assertThat(sum(covered(point, PIXELS, settings.withPointSize(size))))
                        .as("size %s at %s, %s", size, x, y)
                        .isPositive();
            }
        }
    }

    /**
     * A line that is as thin as can be covers something in every column that it goes through, or
     * every row if it is steep, at any angle.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 4, 8, 16})
    void hairLinesDoNotBreak(int samples) {
        var settings = SETTINGS.withSamples(samples).withLineWidth(0.25f);
        for (int degrees = 0; degrees < 180; degrees += 3) {
            double dx = Math.cos(Math.toRadians(degrees));
            double dy = Math.sin(Math.toRadians(degrees));
            float x = 32 + degrees % 7 / 7f;
            float y = 32 + degrees % 11 / 11f;
            float[] ends = {
                (float) (x - 90 * dx), (float) (y - 90 * dy), 0,
                (float) (x + 90 * dx), (float) (y + 90 * dy), 0
            };
            float[] covered = covered(scene(Topology.LINES, ends), PIXELS, settings);
            boolean flat = Math.abs(dx) >= Math.abs(dy);
            for (int i = 8; i < SIDE - 8; i++) {
                double other = flat ? y + (i - x) * dy / dx : x + (i - y) * dx / dy;
                boolean any = other < 2 || other > SIDE - 2;
                for (int j = 0; j < SIDE; j++) {
                    any |= covered[flat ? j * SIDE + i : i * SIDE + j] > 0;
                }
                assertThat(any).as("%d degrees, %d", degrees, i).isTrue();
            }
        }
    }

    /** Thin lines are pale: half a pixel's width leaves half of the light. */
    @Test
    void thinLinesCoverTheirArea() {
        for (int degrees = 2; degrees < 180; degrees += 8) {
            float dx = (float) Math.cos(Math.toRadians(degrees)) * 25;
            float dy = (float) Math.sin(Math.toRadians(degrees)) * 25;
            var line = scene(Topology.LINES, 32 - dx, 32 - dy, 0, 32 + dx, 32 + dy, 0);
            double one = sum(covered(line, PIXELS, SETTINGS.withSamples(16).withLineWidth(1)));
            double half = sum(covered(line, PIXELS, SETTINGS.withSamples(16).withLineWidth(0.5f)));
            assertThat(half / one).as("%d degrees", degrees).isCloseTo(0.5, within(0.04));
        }
    }

    /**
     * A line from behind the eye to far ahead, a unit below it: from the lower side of the picture
     * to the horizon in its middle, as wide everywhere.
     */
    @Test
    void linesFromBehindTheEyeAreAsWideEverywhere() {
        var line = scene(Topology.LINES, 0, -1, 30, 0, -1, -1e5f);
        float near = 0.1f;
        var perspective =
                new View(
                        Vec3.ZERO,
                        Mat4.IDENTITY,
                        Mat4.ofColumns(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -near, 0));
        for (int samples : new int[] {1, 4, 8, 16}) {
            var settings = SETTINGS.withSamples(samples).withLineWidth(4);
            float[] covered = covered(line, perspective, settings);
            float white = covered[50 * SIDE + 32];
            for (int p = 0; p < covered.length; p++) {
                boolean in = p / SIDE >= 33 && Math.abs(p % SIDE + 0.5 - 32) < 2;
                boolean horizon = p / SIDE == 32;
                assertThat(horizon || covered[p] == (in ? white : 0)).as("pixel %d", p).isTrue();
            }
            assertThat(white).isPositive();
        }
    }

    /** Sizes by themselves grow with the picture, and not below what is seen in a thumbnail. */
    @Test
    void sizesFollowTheHeight() {
        int[] heights = {48, 240, 480, 720, 1080, 2160};
        float[] lines = {1, 1, 1, 1.5f, 2.25f, 4.5f};
        float[] points = {2, 2, 2, 3, 4.5f, 9};
        for (int i = 0; i < heights.length; i++) {
            var settings = SETTINGS.withSize(100, heights[i]);
            assertThat(DrawnSizes.lineWidth(settings, 4)).isEqualTo(lines[i]);
            assertThat(DrawnSizes.pointSize(settings)).isEqualTo(points[i]);
        }
        assertThat(DrawnSizes.lineWidth(SETTINGS.withLineWidth(9), 1)).isEqualTo(9);
        assertThat(DrawnSizes.lineWidth(SETTINGS.withLineWidth(0.5f), 1)).isEqualTo(1);
        assertThat(DrawnSizes.lineWidth(SETTINGS.withLineWidth(0.5f), 4)).isEqualTo(0.57f);
        assertThat(DrawnSizes.lineWidth(SETTINGS.withLineWidth(0.5f), 8)).isEqualTo(0.5f);
        assertThat(DrawnSizes.lineWidth(SETTINGS.withSize(9, 8192 * 8), 4)).isEqualTo(64);
    }

    @Test
    void everyWayHasTheSameBytes() {
        float[] zigzag = new float[3 * 300];
        for (int v = 0; v < 300; v++) {
            zigzag[3 * v] = v * 37 % 71 - 3;
            zigzag[3 * v + 1] = v * 53 % 67 - 2;
            zigzag[3 * v + 2] = v % 9 / 10f - 0.4f;
        }
        for (var topology : new Topology[] {Topology.POINTS, Topology.LINE_LOOP}) {
            for (int samples : new int[] {4, 16}) {
                var scene = scene(topology, zigzag);
                var settings = SETTINGS.withSamples(samples).withLineWidth(2.5f).withPointSize(5);
                float[] expected = paint(scene, PIXELS, settings, DeviceOptions.REFERENCE);
                for (var options :
                        List.of(
                                DeviceOptions.DEFAULT.withKernels(Kernels.SCALAR),
                                DeviceOptions.DEFAULT.withKernels(Kernels.VECTOR),
                                DeviceOptions.DEFAULT.withThreads(2).withTileSize(16).withWindow(1),
                                DeviceOptions.DEFAULT.withEarlyZ(EarlyZ.ON),
                                DeviceOptions.DEFAULT.withGroup(Group.of(3)))) {
                    assertThat(paint(scene, PIXELS, settings, options)).isEqualTo(expected);
                }
            }
        }
    }
}
