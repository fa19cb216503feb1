package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.command.PointShape;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Image;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.MorphTarget;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.SamplerSpec;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Texture;
import dev.azulejo.scene.model.TextureRef;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.VertexData;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
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
        var white =
                Material.metallicRoughness("white", new Vec4(1, 1, 1, 1), 0, 1).toBuilder()
                        .unlit(true)
                        .build();
        return scene(topology, List.of(white), positions);
    }

    private static Scene scene(Topology topology, List<Material> materials, float... positions) {
        return scene(topology, materials, List.of(), positions);
    }

    private static Scene scene(
            Topology topology,
            List<Material> materials,
            List<MorphTarget> targets,
            float... positions) {
        var vertices =
                new VertexData(positions.length / 3, positions, null, null, null, null, null);
        var primitive = new Primitive(topology, null, vertices, 0, null, targets);
        return Scene.builder(AssetInfo.generated("test"))
                .roots(List.of(0))
                .nodes(List.of(Node.ofMesh("node", Transform.IDENTITY, 0)))
                .meshes(List.of(new Mesh("mesh", List.of(primitive))))
                .materials(materials)
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

    /** Without normals nothing is lit; what glows does (glTF 2.0, section 3.9.6). */
    @ParameterizedTest
    @EnumSource(names = {"SCALAR", "VECTOR"})
    void whatGlowsDoesSoWithoutNormals(Kernels kernels) {
        var dark = new Vec4(0.25f, 0, 0, 1);
        var glows =
                Material.metallicRoughness("glows", dark, 0, 1).toBuilder()
                        .emissiveFactor(new Vec3(0.125f, 0.5f, 0))
                        .emissiveStrength(0.5f);
        var options = DeviceOptions.DEFAULT.withKernels(kernels);
        float half = SIDE / 2f;
        for (boolean unlit : new boolean[] {false, true}) {
            var material = List.of(glows.unlit(unlit).build());
            for (var shape : List.of(Topology.LINES, Topology.POINTS)) {
                float[] seen =
                        paint(
                                scene(
                                        shape, material, 0, half, 0, SIDE, half, 0, half, half, 0,
                                        half, half, 0),
                                PIXELS,
                                SETTINGS.withLineWidth(8).withPointSize(8),
                                options);
                int middle = 4 * (SIDE * (SIDE / 2) + SIDE / 2);
                assertThat(seen[middle]).isEqualTo(unlit ? 0.25f : 0.3125f);
                assertThat(seen[middle + 1]).isEqualTo(unlit ? 0 : 0.25f);
            }
        }
    }

    /** Of two textures, or one, each finds its own. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void texturesGlowWithoutNormals(boolean based) {
        float half = SIDE / 2f;
        float[] line = {0, half, 0, SIDE, half, 0};
        float[] uv = {0.5f, 0.5f, 0.5f, 0.5f};
        var vertices = new VertexData(2, line, null, null, uv, null, null);
        var material =
                Material.metallicRoughness("glows", new Vec4(0.25f, 0, 0.125f, 1), 0, 1).toBuilder()
                        .baseColorTexture(based ? TextureRef.of(0) : null)
                        .emissiveTexture(TextureRef.of(1))
                        .emissiveFactor(new Vec3(0.5f, 0.5f, 0.5f))
                        .build();
        var primitive = new Primitive(Topology.LINES, null, vertices, 0, null, List.of());
        var scene =
                Scene.builder(AssetInfo.generated("test"))
                        .roots(List.of(0))
                        .nodes(List.of(Node.ofMesh("node", Transform.IDENTITY, 0)))
                        .meshes(List.of(new Mesh("mesh", List.of(primitive))))
                        .materials(List.of(material))
                        .images(
                                List.of(
                                        new Image("", 1, 1, new int[] {0xff0000ff}, false),
                                        new Image("", 1, 1, new int[] {0xff00ff00}, false)))
                        .textures(
                                List.of(
                                        new Texture("", 0, SamplerSpec.DEFAULT),
                                        new Texture("", 1, SamplerSpec.DEFAULT)))
                        .build();
        float[] seen = paint(scene, PIXELS, SETTINGS.withLineWidth(8), DeviceOptions.DEFAULT);
        int middle = 4 * (SIDE * (SIDE / 2) + SIDE / 2);
        assertThat(seen[middle]).isCloseTo(0.25f, within(1e-4f));
        assertThat(seen[middle + 1]).isCloseTo(0.5f, within(1e-4f));
        assertThat(seen[middle + 2]).isEqualTo(based ? 0 : 0.125f);
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

    /**
     * A circle of short lines: no pixel of its ring is missing, with one sample, whatever the
     * number of its corners, also where it is listed line by line.
     */
    @Test
    void aRingOfLinesHasNoHoles() {
        for (int corners : new int[] {3, 5, 8, 13, 40, 200, 3000}) {
            for (float width : new float[] {1.5f, 3, 8, 20}) {
                float[] circle = new float[3 * corners];
                for (int i = 0; i < corners; i++) {
                    double angle = 2 * Math.PI * i / corners + 0.1;
                    circle[3 * i] = (float) (32.2 + 20 * Math.cos(angle));
                    circle[3 * i + 1] = (float) (31.7 + 20 * Math.sin(angle));
                }
                float[] lines = new float[6 * corners];
                for (int i = 0; i < lines.length; i++) {
                    // Line k goes from corner k to the next
                    lines[i] = circle[(i - 3 * (i / 6)) % circle.length];
                }
                var settings = SETTINGS.withLineWidth(width);
                float[] loop = covered(scene(Topology.LINE_LOOP, circle), PIXELS, settings);
                float[] list = covered(scene(Topology.LINES, lines), PIXELS, settings);
                assertThat(list).isEqualTo(loop);
                for (int p = 0; p < loop.length; p++) {
                    double away = distance(circle, p % SIDE + 0.5, p / SIDE + 0.5);
                    if (Math.abs(away - width / 2) > 0.08) {
                        assertThat(loop[p])
                                .as("%d corners, %s wide, pixel %d", corners, width, p)
                                .isEqualTo(away < width / 2 ? 1 : 0);
                    }
                }
            }
        }
    }

    /** How far a place is from a closed path. */
    private static double distance(float[] path, double x, double y) {
        double least = Double.MAX_VALUE;
        for (int i = 0; i < path.length; i += 3) {
            int j = (i + 3) % path.length;
            double dx = path[j] - path[i];
            double dy = path[j + 1] - path[i + 1];
            double t = ((x - path[i]) * dx + (y - path[i + 1]) * dy) / (dx * dx + dy * dy);
            double s = Math.clamp(t, 0, 1);
            least = Math.min(least, Math.hypot(x - path[i] - s * dx, y - path[i + 1] - s * dy));
        }
        return least;
    }

    /** Ends are square, and turns round, at places that are named twice as well. */
    @Test
    void endsStaySquare() {
        float[] path = {10, 30, 0, 10, 30, 0, 40, 30, 0, 40, 30, 0, 40, 50, 0, 40, 50, 0};
        float[] covered =
                covered(scene(Topology.LINE_STRIP, path), PIXELS, SETTINGS.withLineWidth(8));
        for (int p = 0; p < covered.length; p++) {
            double x = p % SIDE + 0.5;
            double y = p / SIDE + 0.5;
            boolean in =
                    x > 10 && x < 40 && Math.abs(y - 30) < 4
                            || y > 30 && y < 50 && Math.abs(x - 40) < 4
                            || Math.hypot(x - 40, y - 30) < 3.95;
            assertThat(covered[p]).as("pixel %d", p).isEqualTo(in ? 1 : 0);
        }
    }

    /**
     * Lines up to a pixel wide have no joins: neither draw calls nor memory. Nor has a triangle.
     */
    @Test
    void onlyWideLinesHaveJoins() {
        float[] square = {10, 10, 0, 40, 10, 0, 40, 40, 0, 10, 40, 0};
        for (var topology : Topology.values()) {
            if (topology.isPatches()) {
                continue;
            }
            var scene = scene(topology, square);
            var thin = new SceneRenderer(scene, SETTINGS.withLineWidth(1));
            var wide = new SceneRenderer(scene, SETTINGS.withLineWidth(1.01f));
            int joins =
                    switch (topology) {
                        case LINE_STRIP -> 2;
                        case LINE_LOOP -> 4;
                        default -> 0;
                    };
            assertThat(thin.drawCount()).isOne();
            assertThat(thin.meshes().getFirst().joins()).isNull();
            assertThat(wide.drawCount()).isEqualTo(joins == 0 ? 1 : 2);
            assertThat(wide.geometryBytes() - thin.geometryBytes()).isEqualTo(12L * joins);
        }
        // Vertices on one place may part where they move: lines meet in the same one alone
        float[] split = {10, 10, 0, 40, 10, 0, 40, 10, 0, 40, 40, 0};
        var still = scene(Topology.LINES, split);
        var moving =
                scene(
                        Topology.LINES,
                        still.materials(),
                        List.of(new MorphTarget(new float[12], null, null)),
                        split);
        var wider = SETTINGS.withLineWidth(3);
        assertThat(new SceneRenderer(still, wider).drawCount()).isEqualTo(2);
        assertThat(new SceneRenderer(moving, wider).drawCount()).isOne();
        // Of 720 rows lines are wide by themselves
        var loop = scene(Topology.LINE_LOOP, square);
        assertThat(new SceneRenderer(loop, SETTINGS.withSize(8, 480)).drawCount()).isOne();
        assertThat(new SceneRenderer(loop, SETTINGS.withSize(8, 720)).drawCount()).isEqualTo(2);
    }

    /**
     * By hand: a square, 2 pixels wide, has four lines of two triangles and four quarters of a disc
     * of a pixel's radius, which holds one pixel's middle.
     */
    @Test
    void joinsAreCounted() {
        float[] square = {10, 10, 0, 40, 10, 0, 40, 40, 0, 10, 40, 0};
        try (var session =
                new Session(
                        scene(Topology.LINE_LOOP, square),
                        SETTINGS.withLineWidth(2),
                        DeviceOptions.DEFAULT.withThreads(1).withEarlyZ(EarlyZ.OFF))) {
            session.look(PIXELS);
            var counts = session.render();
            assertThat(counts.get(Counter.CHUNKS)).isEqualTo(2);
            assertThat(counts.get(Counter.PRIMITIVES_NO_SAMPLE)).isZero();
            // 60 pixels a line, and one a join
            assertThat(counts.get(Counter.SAMPLES_TESTED)).isEqualTo(4 * 60 + 4);
            assertThat(counts.get(Counter.VERTEX_POSITIONS)).isEqualTo(4 + 4);
        }
    }

    /**
     * Two lines, each from behind the eye, that meet in sight: as wide as they are there, round
     * between them, and nothing where they meet behind the eye.
     */
    @Test
    void cornersOfLinesFromBehindTheEyeAreRound() {
        float near = 0.1f;
        var perspective =
                new View(
                        Vec3.ZERO,
                        Mat4.IDENTITY,
                        Mat4.ofColumns(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -near, 0));
        // Meets at depth 2 in the middle; the other corner is behind the eye
        float[] path = {-1, -1, 3, 0, 0, -2, 1, -1, 3};
        var settings = SETTINGS.withLineWidth(12);
        float[] strip = covered(scene(Topology.LINE_STRIP, path), perspective, settings);
        float[] loop = covered(scene(Topology.LINE_LOOP, path), perspective, settings);
        assertThat(loop).isEqualTo(strip);
        // Seen parts run from the middle to the lower left and right, at 45 degrees
        for (int p = 0; p < strip.length; p++) {
            double x = Math.abs(p % SIDE + 0.5 - 32);
            double y = p / SIDE + 0.5 - 32;
            double across = Math.abs(x - y) / Math.sqrt(2);
            double away = x + y > 0 ? across : Math.hypot(x, y);
            if (Math.abs(away - 6) > 0.08) {
                assertThat(strip[p]).as("pixel %d", p).isEqualTo(away < 6 ? 1 : 0);
            }
        }
    }

    /** What shines through is as dark at the outer side of a corner as along its lines. */
    @Test
    void joinsDarkenNothing() {
        float[] corner = {10, 20, 0, 40, 20, 0, 40, 50, 0};
        var glass =
                Material.metallicRoughness("glass", new Vec4(1, 1, 1, 0.5f), 0, 1).toBuilder()
                        .unlit(true)
                        .alphaMode(Material.AlphaMode.BLEND)
                        .build();
        var scene = scene(Topology.LINE_STRIP, List.of(glass), corner);
        float[] covered = covered(scene, PIXELS, SETTINGS.withLineWidth(10));
        float once = covered[20 * SIDE + 20];
        assertThat(once).isBetween(0.3f, 0.9f);
        for (int p = 0; p < covered.length; p++) {
            double x = p % SIDE + 0.5;
            double y = p / SIDE + 0.5;
            boolean one = x > 10 && x < 40 && Math.abs(y - 20) < 5;
            boolean two = y > 20 && y < 50 && Math.abs(x - 40) < 5;
            boolean join = x > 40 && y < 20 && Math.hypot(x - 40, y - 20) < 4.95;
            float expected = one && two ? 1 : one || two || join ? once : 0;
            assertThat(covered[p]).as("pixel %d", p).isEqualTo(expected);
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

    /** Points of thumbnails, of two pixels, are discs already. */
    @Test
    void pointsAreDiscsFromOneAndAHalf() {
        assertThat(DrawnSizes.pointShape(1)).isEqualTo(PointShape.SQUARE);
        assertThat(DrawnSizes.pointShape(Math.nextDown(1.5f))).isEqualTo(PointShape.SQUARE);
        assertThat(DrawnSizes.pointShape(1.5f)).isEqualTo(PointShape.DISC);
        assertThat(DrawnSizes.pointShape(2)).isEqualTo(PointShape.DISC);
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
