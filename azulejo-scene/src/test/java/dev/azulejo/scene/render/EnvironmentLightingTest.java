package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.environment.Environment;
import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Finish;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.TextureRef;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.Transmission;
import dev.azulejo.scene.model.UvTransform;
import dev.azulejo.scene.model.VertexData;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Pictures in the light of an environment, against what can be told without one. */
class EnvironmentLightingTest {
    private static final int SIDE = 48;

    /** Half of what the picture shows, world units: a sphere of radius 1 fills most of it. */
    private static final double HALF = 1.1;

    /** Below where tones are compressed: there the mapper takes 0.04 away, and no more. */
    private static final float EXPOSURE = 0.5f;

    private static final float OFFSET = 0.04f;

    private static final RenderSettings LINEAR =
            RenderSettings.defaults()
                    .withSize(SIDE, SIDE)
                    .withSamples(1)
                    .withExposure(EXPOSURE)
                    .withOutput(RenderSettings.Output.LINEAR_COLOR);

    private static final Bounds BOX = new Bounds(new Vec3(-1, -1, -1), new Vec3(1, 1, 1));

    private static final Environment WHITE = constant();

    /** Red, green and blue say how far along x, y and z a direction points. */
    private static final Environment SMOOTH = smooth();

    private static Environment constant() {
        float[] rgb = new float[3 * 16 * 8];
        Arrays.fill(rgb, 1);
        return Environment.of(16, 8, rgb);
    }

    private static Material.Builder surface(float metallic, float roughness) {
        return Material.metallicRoughness("white", new Vec4(1, 1, 1, 1), metallic, roughness)
                .toBuilder();
    }

    /** A sphere with normals and tangents around the origin. */
    private static Scene sphere(Material... materials) {
        int steps = 64;
        int columns = 2 * steps + 1;
        float[] p = new float[3 * (steps + 1) * columns];
        float[] t = new float[4 * (steps + 1) * columns];
        var indices = new ArrayList<Integer>();
        for (int row = 0; row <= steps; row++) {
            double polar = Math.PI * row / steps;
            for (int column = 0; column < columns; column++) {
                double angle = Math.PI * column / steps;
                int v = row * columns + column;
                p[3 * v] = (float) (Math.sin(polar) * Math.sin(angle));
                p[3 * v + 1] = (float) Math.cos(polar);
                p[3 * v + 2] = (float) (Math.sin(polar) * Math.cos(angle));
                t[4 * v] = (float) Math.cos(angle);
                t[4 * v + 2] = (float) -Math.sin(angle);
                t[4 * v + 3] = 1;
                if (row < steps && column + 1 < columns) {
                    int below = v + columns;
                    indices.addAll(List.of(v, below, v + 1, v + 1, below, below + 1));
                }
            }
        }
        var vertices = new VertexData(p.length / 3, p, p, t, null, null, null);
        int[] list = indices.stream().mapToInt(Integer::intValue).toArray();
        var meshes = new ArrayList<Mesh>();
        var nodes = new ArrayList<Node>();
        var roots = new ArrayList<Integer>();
        for (int k = 0; k < materials.length; k++) {
            var primitive = new Primitive(Topology.TRIANGLES, list, vertices, k);
            meshes.add(new Mesh("sphere", List.of(primitive)));
            var where = new Vec3(0.7f * (k % 3), 0.6f * (k / 3), -0.8f * (k % 2));
            float size = materials.length == 1 ? 1 : 0.4f;
            var scale = new Vec3(size, size, size);
            nodes.add(
                    Node.ofMesh("sphere", new Transform.Trs(where, Quaternion.IDENTITY, scale), k));
            roots.add(k);
        }
        return Scene.builder(AssetInfo.generated("test"))
                .name("spheres")
                .roots(roots)
                .nodes(nodes)
                .meshes(meshes)
                .materials(List.of(materials))
                .build();
    }

    private static float[] picture(Scene scene, RenderSettings settings, View view, Kernels kind) {
        var options = DeviceOptions.DEFAULT.withKernels(kind).withThreads(2);
        try (var session = new Session(scene, settings, options)) {
            session.look(view);
            session.render();
            return session.target().floatPixels().clone();
        }
    }

    /** Radiance of a channel, 0 where there is next to none. */
    private static double radiance(float[] pixels, int column, int row, int channel) {
        return (pixels[4 * (row * SIDE + column) + channel] + OFFSET) / EXPOSURE;
    }

    private static double[] axis(View view, int row) {
        Mat4 m = view.viewFromWorld();
        return new double[] {m.get(row, 0), m.get(row, 1), m.get(row, 2)};
    }

    /** The normal of the sphere in a pixel, or null beside it or near its edge. */
    private static double[] normal(View view, int column, int row, double inside) {
        double x = ((column + 0.5) / SIDE * 2 - 1) * HALF;
        double y = (1 - (row + 0.5) / SIDE * 2) * HALF;
        if (x * x + y * y > inside * inside) {
            return null;
        }
        double z = Math.sqrt(1 - x * x - y * y);
        double[] right = axis(view, 0);
        double[] up = axis(view, 1);
        double[] back = axis(view, 2);
        var n = new double[3];
        for (int k = 0; k < 3; k++) {
            n[k] = x * right[k] + y * up[k] + z * back[k];
        }
        return n;
    }

    private static double dot(double[] a, double[] b) {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }

    /** In white surroundings all of it comes back from what is white, whatever it is made of. */
    @ParameterizedTest
    @EnumSource
    void whiteIsWhite(Kernels kind) {
        var view = ShadowScenes.parallel(30, 20, HALF);
        var materials = new ArrayList<Material>();
        for (float roughness : new float[] {0, 0.2f, 0.4f, 0.7f, 1}) {
            materials.add(surface(1, roughness).build());
            materials.add(surface(0, roughness).build());
        }
        var coat = new Finish(null, null, 1, null, 0.3f, null, null);
        var sheen = Finish.NONE.withSheen(new Finish.Sheen(Vec3.ONE, null, 0.5f, null));
        var brushed = Finish.NONE.withAnisotropy(new Finish.Anisotropy(0.9f, 0.4f, null));
        materials.add(surface(1, 0.5f).finish(coat).build());
        materials.add(surface(0, 0.5f).finish(sheen).build());
        materials.add(surface(1, 0.2f).finish(brushed).build());
        for (var material : materials) {
            float[] pixels = picture(sphere(material), LINEAR.withEnvironment(WHITE), view, kind);
            // A sheen's own fit is right within 0.016
            double exact = material.finish() == sheen ? 0.025 : 0.01;
            int seen = 0;
            for (int i = 0; i < SIDE * SIDE; i++) {
                if (normal(view, i % SIDE, i / SIDE, 0.97) != null) {
                    assertThat(radiance(pixels, i % SIDE, i / SIDE, seen++ % 3))
                            .as("%s, pixel %d", material, i)
                            .isCloseTo(1, within(exact));
                }
            }
            assertThat(seen).isGreaterThan(1000);
        }
    }

    /** Normals of zeros are allowed: what has them is lit somehow, by numbers. */
    @ParameterizedTest
    @EnumSource
    void normalsOfZerosAreLit(Kernels kind) {
        var view = ShadowScenes.parallel(30, 20, 1.5);
        var scene = everything();
        var meshes = new ArrayList<Mesh>();
        for (var mesh : scene.meshes()) {
            var primitive = mesh.primitives().getFirst();
            var vertices = primitive.vertices();
            float[] none = new float[3 * vertices.count()];
            float[] tangents = vertices.tangents();
            vertices =
                    new VertexData(
                            vertices.count(),
                            vertices.positions(),
                            none,
                            tangents,
                            null,
                            null,
                            null);
            meshes.add(
                    new Mesh(
                            mesh.name(),
                            List.of(
                                    new Primitive(
                                            Topology.TRIANGLES,
                                            primitive.indices(),
                                            vertices,
                                            primitive.material()))));
        }
        var flat =
                Scene.builder(AssetInfo.generated("test"))
                        .name("flat")
                        .roots(scene.roots())
                        .nodes(scene.nodes())
                        .meshes(meshes)
                        .materials(scene.materials())
                        .build();
        var settings = LINEAR.withEnvironment(SMOOTH);
        float[] pixels = picture(flat, settings, view, kind);
        for (int i = 0; i < pixels.length; i++) {
            assertThat(pixels[i]).as("float %d", i).isFinite();
        }
        assertThat(pixels).isNotEqualTo(picture(sphere(), settings, view, kind));
    }

    /** Dark, with one texel that shines. */
    private static Environment sun(int width, int column, int row) {
        float[] rgb = new float[3 * width * width / 2];
        Arrays.fill(rgb, 0.2f);
        Arrays.fill(rgb, 3 * (row * width + column), 3 * (row * width + column) + 3, 4000);
        return Environment.of(width, width / 2, rgb);
    }

    /** Where a texel lies, as three.js has it, turned by its environmentRotation.y. */
    private static double[] direction(int width, int column, int row, double rotation) {
        double azimuth = ((column + 0.5) / width - 0.5) * 2 * Math.PI;
        double latitude = (0.5 - (row + 0.5) / (width / 2)) * Math.PI;
        double x = Math.cos(latitude) * Math.cos(azimuth);
        double z = Math.cos(latitude) * Math.sin(azimuth);
        double turn = Math.toRadians(rotation);
        return new double[] {
            Math.cos(turn) * x + Math.sin(turn) * z,
            Math.sin(latitude),
            Math.cos(turn) * z - Math.sin(turn) * x
        };
    }

    /** A quarter from the left is -z, the middle +x, three quarters +z; the top is up. */
    @ParameterizedTest
    @CsvSource({
        "128, 40, 0",
        "192, 40, 0",
        "64, 40, 0",
        "0, 64, 0",
        "255, 64, 0",
        "30, 100, 0",
        "128, 40, 90",
        "128, 40, -90",
        "200, 50, 37.5"
    })
    void aBrightTexelLightsFromWhereItIs(int column, int row, float rotation) {
        int width = 256;
        var settings =
                LINEAR.withEnvironment(sun(width, column, row))
                        .withEnvironmentRotation(rotation)
                        .withExposure(1);
        double[] sun = direction(width, column, row, rotation);
        double azimuth = Math.toDegrees(Math.atan2(sun[0], sun[2]));
        // From beside it, so that what is mirrored is not in the middle
        var view = ShadowScenes.parallel(azimuth + 25, 10, HALF);
        double[] half = axis(view, 2);
        double length = 0;
        for (int k = 0; k < 3; k++) {
            half[k] += sun[k];
            length += half[k] * half[k];
        }
        for (int k = 0; k < 3; k++) {
            half[k] /= Math.sqrt(length);
        }
        var metal = sphere(surface(1, 0.25f).build());
        assertThat(dot(brightest(metal, settings, view), half)).isGreaterThan(Math.cos(0.07));
        var matt = sphere(surface(0, 1).specularFactor(0).build());
        assertThat(dot(brightest(matt, settings, view), sun)).isGreaterThan(Math.cos(0.12));
    }

    /** The normal where a sphere is brightest. */
    private static double[] brightest(Scene scene, RenderSettings settings, View view) {
        float[] pixels = picture(scene, settings, view, Kernels.VECTOR);
        double most = 0;
        var sum = new double[3];
        for (int pass = 0; pass < 2; pass++) {
            for (int i = 0; i < SIDE * SIDE; i++) {
                double[] n = normal(view, i % SIDE, i / SIDE, 0.99);
                double light = pixels[4 * i];
                if (n != null && pass == 0) {
                    most = Math.max(most, light);
                } else if (n != null && light > 0.97 * most) {
                    for (int k = 0; k < 3; k++) {
                        sum[k] += n[k];
                    }
                }
            }
        }
        double length = Math.sqrt(dot(sum, sum));
        return new double[] {sum[0] / length, sum[1] / length, sum[2] / length};
    }

    /** Behind the scene is what lies in the direction in which one looks. */
    @ParameterizedTest
    @CsvSource({"0, 0, 0", "0, 0, 40", "77, 35, 0", "180, -60, 0", "270, 88, 10", "90, -88, 0"})
    void whatIsBehindLiesWhereOneLooks(double azimuth, double elevation, float rotation) {
        showsWhatIsBehind(sphere(), azimuth, elevation, rotation);
    }

    /** A pane of glass that bends and mirrors nothing is not seen before it. */
    @ParameterizedTest
    @CsvSource({"0, 0, 0", "0, 0, 40", "30, 35, 0"})
    void clearGlassShowsWhatIsBehind(double azimuth, double elevation, float rotation) {
        var clear = Panes.glass(1, Transmission.thin(1)).specularFactor(0).build();
        var pane = new Panes().add(-1, -1, 1, 1, 0, clear).scene();
        showsWhatIsBehind(pane, azimuth, elevation, rotation);
    }

    private static void showsWhatIsBehind(
            Scene scene, double azimuth, double elevation, float rotation) {
        var settings =
                LINEAR.withEnvironment(SMOOTH)
                        .withEnvironmentRotation(rotation)
                        .withEnvironmentBlur(0);
        var view = View.orbit(BOX, azimuth, elevation, 5, 1);
        double slope = 1 / view.clipFromView().get(0, 0);
        double turn = Math.toRadians(rotation);
        float[] pixels = picture(scene, settings, view, Kernels.VECTOR);
        for (int i = 0; i < SIDE * SIDE; i++) {
            double x = ((i % SIDE + 0.5) / SIDE * 2 - 1) * slope;
            double y = (1 - (i / SIDE + 0.5) / SIDE * 2) * slope;
            var d = new double[3];
            for (int k = 0; k < 3; k++) {
                d[k] = x * axis(view, 0)[k] + y * axis(view, 1)[k] - axis(view, 2)[k];
            }
            double length = Math.sqrt(dot(d, d));
            double[] there = {
                Math.cos(turn) * d[0] - Math.sin(turn) * d[2],
                d[1],
                Math.sin(turn) * d[0] + Math.cos(turn) * d[2]
            };
            for (int k = 0; k < 3; k++) {
                assertThat(radiance(pixels, i % SIDE, i / SIDE, k))
                        .as("pixel %d, axis %d", i, k)
                        .isCloseTo(0.8 + 0.4 * there[k] / length, within(0.005));
            }
        }
    }

    /**
     * A window at a distance of 1, not in the middle: from its left and top to right and bottom.
     */
    @ParameterizedTest
    @CsvSource({"-0.2, 0.6, -0.5, 0.1", "-0.9, -0.1, 0.3, 0.4"})
    void aShiftedLensLooksBesideTheMiddle(float left, float right, float bottom, float top) {
        var middle = View.orbit(BOX, 30, 20, 5, 1);
        float[] clip = middle.clipFromView().toArray();
        clip[0] = 2 / (right - left);
        clip[5] = 2 / (top - bottom);
        clip[8] = (right + left) / (right - left);
        clip[9] = (top + bottom) / (top - bottom);
        var view = new View(middle.position(), middle.viewFromWorld(), Mat4.ofColumns(clip));
        var settings = LINEAR.withEnvironment(SMOOTH).withEnvironmentBlur(0);
        float[] pixels = picture(sphere(), settings, view, Kernels.VECTOR);
        for (int i = 0; i < SIDE * SIDE; i++) {
            double x = left + (right - left) * (i % SIDE + 0.5) / SIDE;
            double y = top - (top - bottom) * (i / SIDE + 0.5) / SIDE;
            double length = Math.sqrt(x * x + y * y + 1);
            for (int k = 0; k < 3; k++) {
                double d = x * axis(view, 0)[k] + y * axis(view, 1)[k] - axis(view, 2)[k];
                assertThat(radiance(pixels, i % SIDE, i / SIDE, k))
                        .as("pixel %d, axis %d", i, k)
                        .isCloseTo(0.8 + 0.4 * d / length, within(0.005));
            }
        }
    }

    private static Environment smooth() {
        int width = 512;
        float[] rgb = new float[3 * width * width / 2];
        for (int i = 0; i < rgb.length; i++) {
            double[] d = direction(width, i / 3 % width, i / 3 / width, 0);
            rgb[i] = (float) (0.8 + 0.4 * d[i % 3]);
        }
        return Environment.of(width, width / 2, rgb);
    }

    /** Seams and poles do not show, in mirrors of any roughness and behind the scene. */
    @ParameterizedTest
    @CsvSource({"0, 0", "270, 0", "90, 0", "0, 90", "0, -90", "45, -35"})
    void nothingShowsWhereMapsEnd(double azimuth, double elevation) {
        for (float roughness : new float[] {0, 0.3f, 1}) {
            var settings = LINEAR.withEnvironment(SMOOTH).withEnvironmentBlur(roughness);
            var wide = View.walk(BOX, new Vec3(0, 0, 9), azimuth, elevation, 1);
            noSteps(picture(sphere(), settings, wide, Kernels.VECTOR), 0.03, false);
            var view = ShadowScenes.parallel(azimuth, elevation, HALF);
            var metal = sphere(surface(1, roughness).build());
            noSteps(picture(metal, settings, view, Kernels.VECTOR), 0.12, true);
        }
    }

    private static void noSteps(float[] pixels, double most, boolean onSphere) {
        var view = ShadowScenes.parallel(0, 0, HALF);
        for (int row = 0; row < SIDE; row++) {
            for (int column = 1; column < SIDE; column++) {
                boolean all =
                        !onSphere
                                || normal(view, column, row, 0.8) != null
                                        && normal(view, column - 1, row, 0.8) != null;
                for (int c = 0; all && c < 3; c++) {
                    double step =
                            radiance(pixels, column, row, c) - radiance(pixels, column - 1, row, c);
                    assertThat(Math.abs(step)).as("%d, %d", column, row).isLessThan(most);
                }
            }
        }
    }

    /**
     * What is enlarged has straight edges: of texels of 5.6 degrees, in a picture of 38 in all,
     * each pixel is what lies between the middles of the rows next to the horizon, and of columns.
     */
    @ParameterizedTest
    @CsvSource({"0, 0, 0", "100, 7, 0", "-60, -9, 25", "200, 0, 90"})
    void edgesOfWhatIsEnlargedAreStraight(double azimuth, double elevation, float rotation) {
        int width = 64;
        float[] rgb = new float[3 * width * width / 2];
        for (int i = 0; i < rgb.length; i++) {
            boolean ground = i / 3 / width >= width / 4;
            boolean tower = i / 3 % width % 8 < 4;
            rgb[i] = ground ? 0.25f : tower ? 0.5f : 1.25f;
        }
        var settings =
                LINEAR.withEnvironment(Environment.of(width, width / 2, rgb))
                        .withEnvironmentRotation(rotation)
                        .withEnvironmentBlur(0);
        var view = View.orbit(BOX, azimuth, elevation, 5, 1);
        double slope = 1 / view.clipFromView().get(0, 0);
        double turn = Math.toRadians(rotation);
        float[] pixels =
                picture(
                        Scene.builder(AssetInfo.generated("empty")).build(),
                        settings,
                        view,
                        Kernels.VECTOR);
        for (int i = 0; i < SIDE * SIDE; i++) {
            double x = ((i % SIDE + 0.5) / SIDE * 2 - 1) * slope;
            double y = (1 - (i / SIDE + 0.5) / SIDE * 2) * slope;
            var d = new double[3];
            for (int k = 0; k < 3; k++) {
                d[k] = x * axis(view, 0)[k] + y * axis(view, 1)[k] - axis(view, 2)[k];
            }
            double along = Math.cos(turn) * d[0] - Math.sin(turn) * d[2];
            double across = Math.sin(turn) * d[0] + Math.cos(turn) * d[2];
            double latitude = Math.atan2(d[1], Math.hypot(along, across));
            double column = (Math.atan2(across, along) / (2 * Math.PI) + 0.5) * width - 0.5;
            double above = Math.clamp(latitude * width / (2 * Math.PI) + 0.5, 0, 1);
            double sky = sky(Math.floor(column), width);
            sky += (sky(Math.floor(column) + 1, width) - sky) * (column - Math.floor(column));
            assertThat(radiance(pixels, i % SIDE, i / SIDE, i % 3))
                    .as("pixel %d", i)
                    .isCloseTo(0.25 + (sky - 0.25) * above, within(0.002));
        }
    }

    private static double sky(double column, int width) {
        return Math.floorMod((int) column, width) % 8 < 4 ? 0.5 : 1.25;
    }

    /** A little blur is a mean of the picture and the second map: of white ones, white. */
    @ParameterizedTest
    @CsvSource({"0", "0.046", "0.05", "0.059", "0.07"})
    void aLittleBlurIsAMean(float blur) {
        var settings = LINEAR.withEnvironment(WHITE).withEnvironmentBlur(blur);
        var view = View.orbit(BOX, 30, 20, 5, 1);
        var empty = Scene.builder(AssetInfo.generated("empty")).build();
        float[] pixels = picture(empty, settings, view, Kernels.VECTOR);
        for (int i = 0; i < SIDE * SIDE; i++) {
            assertThat(radiance(pixels, i % SIDE, i / SIDE, i % 3)).isCloseTo(1, within(1e-4));
        }
    }

    /** Stripes that are finer than pixels are grey: the maps are looked at, which have averages. */
    @Test
    void whatIsFinerThanPixelsIsAveraged() {
        int width = 1024;
        float[] rgb = new float[3 * width * width / 2];
        for (int i = 0; i < rgb.length; i++) {
            rgb[i] = i / 3 % 2 == 0 ? 0.2f : 1.2f;
        }
        var settings =
                LINEAR.withEnvironment(Environment.of(width, width / 2, rgb))
                        .withEnvironmentBlur(0);
        var view = View.orbit(BOX, 0, 0, 5, 1);
        float[] pixels =
                picture(
                        Scene.builder(AssetInfo.generated("empty")).build(),
                        settings,
                        view,
                        Kernels.VECTOR);
        double most = 0;
        double squares = 0;
        for (int i = 0; i < SIDE * SIDE; i++) {
            double off = radiance(pixels, i % SIDE, i / SIDE, 1) - 0.7;
            most = Math.max(most, Math.abs(off));
            squares += off * off;
        }
        // Of stripes 0.5 off; looked at one by one they are off by 0.49, and 0.27 in the mean
        assertThat(most).isLessThan(0.33);
        assertThat(Math.sqrt(squares / (SIDE * SIDE))).isLessThan(0.15);
    }

    /** A rougher mirror shows what is around it blurred: towards its mean. */
    @Test
    void blurGrowsWithRoughness() {
        int width = 64;
        float[] rgb = new float[3 * width * width / 2];
        for (int i = 0; i < rgb.length; i++) {
            int column = i / 3 % width;
            rgb[i] = column / 8 % 2 == 0 ? 0.2f : 1.2f;
        }
        var environment = Environment.of(width, width / 2, rgb);
        var view = View.orbit(BOX, 45, 0, 5, 1);
        double before = Double.MAX_VALUE;
        for (float blur : new float[] {0, 0.2f, 0.4f, 0.7f, 1}) {
            var settings = LINEAR.withEnvironment(environment).withEnvironmentBlur(blur);
            float[] pixels = picture(sphere(), settings, view, Kernels.VECTOR);
            double least = Double.MAX_VALUE;
            double most = 0;
            for (int column = 0; column < SIDE; column++) {
                least = Math.min(least, radiance(pixels, column, SIDE / 2, 0));
                most = Math.max(most, radiance(pixels, column, SIDE / 2, 0));
            }
            assertThat(most - least).as("blur %s", blur).isLessThan(0.97 * before);
            before = most - least;
        }
        assertThat(before).isLessThan(0.1);
    }

    /** Twice the exposure is twice the light, of all lightings. */
    @Test
    void exposureIsAFactor() {
        var view = ShadowScenes.parallel(30, 20, HALF);
        var grey = sphere(surface(0, 0.9f).baseColorFactor(new Vec4(0.3f, 0.3f, 0.3f, 1)).build());
        var once = picture(grey, LINEAR.withEnvironment(WHITE), view, Kernels.VECTOR);
        var settings = LINEAR.withEnvironment(WHITE).withExposure(2 * EXPOSURE);
        var twice = picture(grey, settings, view, Kernels.VECTOR);
        var studio = LINEAR.withExposure(0.5f);
        var dim = picture(grey, studio, view, Kernels.VECTOR);
        var bright = picture(grey, studio.withExposure(1), view, Kernels.VECTOR);
        for (int i = 0; i < SIDE * SIDE; i++) {
            double[] n = normal(view, i % SIDE, i / SIDE, 0.9);
            if (n != null) {
                assertThat(twice[4 * i] + OFFSET)
                        .isCloseTo(2 * (once[4 * i] + OFFSET), within(1e-3f));
                if (dim[4 * i] > OFFSET && bright[4 * i] < 0.7f) {
                    assertThat(bright[4 * i] + OFFSET)
                            .isCloseTo(2 * (dim[4 * i] + OFFSET), within(1e-3f));
                }
            }
        }
    }

    private static final Finish COAT = new Finish(null, null, 1, null, 0.3f, null, null);

    /** What lies in a corner gets as much less of white surroundings, whatever it is made of. */
    @ParameterizedTest
    @EnumSource
    void cornersAreDarkerByTheirOcclusion(Kernels kind) {
        var sheen = Finish.NONE.withSheen(new Finish.Sheen(Vec3.ONE, null, 0.5f, null));
        var leaf = Finish.NONE.withDiffuse(new Finish.Diffuse(0.7f, null, Vec3.ONE, null));
        var brushed = Finish.NONE.withAnisotropy(new Finish.Anisotropy(0.9f, 0.4f, null));
        for (var finish : List.of(Finish.NONE, COAT, sheen, leaf, brushed)) {
            for (float metallic : new float[] {0, 1}) {
                for (float strength : new float[] {1, 0.5f}) {
                    var occlusion = new TextureRef(0, 0, strength, UvTransform.IDENTITY);
                    var material = surface(metallic, 0.6f).finish(finish);
                    float[] pixels = pane(material.occlusionTexture(occlusion).build(), kind);
                    double left = 1 - strength * (1 - 128 / 255.0);
                    for (int c = 0; c < 3; c++) {
                        assertThat(radiance(pixels, SIDE / 2, SIDE / 2, c))
                                .as("%s, metallic %s, strength %s", finish, metallic, strength)
                                .isCloseTo(left, within(0.025 * left));
                    }
                }
            }
        }
    }

    /** The picture of a pane that fills it, whose texture is a linear 128 / 255. */
    private static float[] pane(Material material, Kernels kind) {
        var scene = new Panes().texture(0xff808080).add(-3, -3, 3, 3, 0, material).scene();
        return picture(scene, LINEAR.withEnvironment(WHITE), Panes.VIEW, kind);
    }

    /**
     * Of light that is a cosine around an axis, two thirds of that are received; so a leaf that
     * lets all of it through shows 0.8 - 0.4 * 2 / 3 of its normal, whichever side is seen.
     */
    @ParameterizedTest
    @CsvSource({
        "0, 0, 1, 0",
        "0.6, 0, 0.8, 0",
        "0, 0.6, 0.8, 0",
        "0, -0.6, 0.8, 0",
        "0, 0.6, 0.8, 90"
    })
    void aLeafShowsWhatArrivesOnItsOtherSide(double x, double y, double z, float rotation) {
        var finish = Finish.NONE.withDiffuse(new Finish.Diffuse(1, null, Vec3.ONE, null));
        var leaf = surface(0, 1).specularFactor(0).doubleSided(true).finish(finish).build();
        var settings = LINEAR.withEnvironment(SMOOTH).withEnvironmentRotation(rotation);
        for (int side = -1; side <= 1; side += 2) {
            // From behind its normals point away, and are turned round
            var scene = new Panes().normal(x, y, z).add(-3, -3, 3, 3, 0, leaf).scene();
            var view = side > 0 ? Panes.VIEW : View.orbit(BOX, 180, 0, 4, 1);
            float[] pixels = picture(scene, settings, view, Kernels.VECTOR);
            double turn = Math.toRadians(rotation);
            double[] n = {
                Math.cos(turn) * x - Math.sin(turn) * z, y, Math.sin(turn) * x + Math.cos(turn) * z
            };
            for (int k = 0; k < 3; k++) {
                assertThat(radiance(pixels, SIDE / 2, SIDE / 2, k))
                        .as("side %d, axis %d", side, k)
                        .isCloseTo(0.8 - side * 0.4 * 2 / 3 * n[k], within(0.01));
            }
        }
    }

    /**
     * Fibres on black scatter what arrives from around the normal, whatever part of it: of 0.8 +
     * 0.4 of a cosine, 0.8 and two thirds of 0.4 of the normal.
     */
    @Test
    void fibresShowWhatASurfaceReceives() {
        var finish = Finish.NONE.withSheen(new Finish.Sheen(Vec3.ONE, null, 1, null));
        var cloth = surface(0, 0.1f).baseColorFactor(new Vec4(0, 0, 0, 1)).specularFactor(0);
        var settings = LINEAR.withEnvironment(SMOOTH).withExposure(2);
        for (double[] n : new double[][] {{0.6, 0, 0.8}, {0, 0.6, 0.8}, {0, -0.6, 0.8}}) {
            var panes = new Panes().normal(n[0], n[1], n[2]);
            var scene = panes.add(-3, -3, 3, 3, 0, cloth.finish(finish).build()).scene();
            float[] pixels = picture(scene, settings, Panes.VIEW, Kernels.VECTOR);
            int at = 4 * (SIDE / 2 * SIDE + SIDE / 2);
            double share = (pixels[at] + OFFSET) / (0.8 + 0.4 * 2 / 3 * n[0]);
            assertThat(share).isBetween(0.1, 1.0);
            for (int k = 1; k < 3; k++) {
                assertThat((pixels[at + k] + OFFSET) / share)
                        .as("normal %s, axis %d", Arrays.toString(n), k)
                        .isCloseTo(0.8 + 0.4 * 2 / 3 * n[k], within(0.015));
            }
        }
    }

    /** Spheres of all finishes, glass among them, and a coat on what is blended. */
    private static Scene everything() {
        var coat = new Finish(null, null, 1, null, 0.1f, null, null);
        var sheen = Finish.NONE.withSheen(new Finish.Sheen(Vec3.ONE, null, 0.5f, null));
        var brushed = Finish.NONE.withAnisotropy(new Finish.Anisotropy(0.9f, 0.4f, null));
        var film =
                Finish.NONE.withIridescence(new Finish.Iridescence(1, null, 1.4f, 100, 400, null));
        var leaf = Finish.NONE.withDiffuse(new Finish.Diffuse(0.7f, null, Vec3.ONE, null));
        var glass = Finish.NONE.withTransmission(Transmission.thin(1));
        return sphere(
                surface(1, 0.2f).build(),
                surface(0, 0.6f).finish(coat).build(),
                surface(0, 0.8f).finish(sheen).build(),
                surface(1, 0.3f).finish(brushed).build(),
                surface(1, 0.1f).finish(film).build(),
                surface(0, 0.7f).finish(leaf).build(),
                surface(0, 0.1f).finish(glass).build(),
                surface(0, 0.4f)
                        .finish(coat)
                        .baseColorFactor(new Vec4(0.2f, 0.9f, 0.4f, 0.5f))
                        .alphaMode(Material.AlphaMode.BLEND)
                        .build());
    }

    private static Environment noise() {
        var random = new Random(9);
        float[] rgb = new float[3 * 64 * 32];
        for (int i = 0; i < rgb.length; i++) {
            rgb[i] = (float) Math.pow(random.nextDouble(), 6) * 5;
        }
        return Environment.of(64, 32, rgb);
    }

    /** However a picture is made, and whatever frames came before, its bytes are the same. */
    @Test
    @Tag("kernels")
    void nobodyChangesAByte() {
        var settings =
                RenderSettings.defaults()
                        .withSize(96, 64)
                        .withEnvironment(noise())
                        .withEnvironmentRotation(20)
                        .withEnvironmentBlur(0.15f);
        nobodyChangesAByte(everything(), settings, 0);
    }

    /** Nor of two views side by side of what a light of the file shines on, with its shadows. */
    @Test
    @Tag("kernels")
    void nobodyChangesAByteOfShadowsInStereo() {
        var lit =
                new ShadowScenes(40, 35, 3)
                        .sphere(0.5, new Vec3(0, 0.6f, 0), 16)
                        .slab(-1.5, -1.5, 1.5, 1.5, 0)
                        .blended(-0.8, 0.2, 0.8, 0.9, 0.4)
                        .scene();
        var settings =
                RenderSettings.defaults()
                        .withSize(96, 64)
                        .withViews(2)
                        .withShadows(true)
                        .withEnvironment(noise())
                        .withEnvironmentBlur(0.15f);
        try (var session = new Session(lit, settings)) {
            assertThat(session.renderer().castsShadows()).isTrue();
        }
        nobodyChangesAByte(lit, settings, 1);
    }

    private static void nobodyChangesAByte(Scene scene, RenderSettings settings, int moved) {
        var one = DeviceOptions.DEFAULT.withThreads(1).withReuse(Reuse.OFF);
        var ways =
                List.of(
                        one.withKernels(Kernels.SCALAR),
                        DeviceOptions.REFERENCE,
                        one.withThreads(3).withReuse(Reuse.TILES),
                        one.withThreads(2).withReuse(Reuse.BLOCKS),
                        one.withEarlyZ(EarlyZ.ON),
                        one.withEarlyZ(EarlyZ.OFF).withTileSize(16),
                        one.withWindow(300).withThreads(2),
                        one.withGroup(Group.of(3)).withThreads(3),
                        one.withGroup(Group.of(2).withSplit(Group.Split.BINS)).withThreads(2));
        var truth = frames(scene, settings, moved, one.withKernels(Kernels.VECTOR));
        for (var options : ways) {
            var found = frames(scene, settings, moved, options);
            for (int frame = 0; frame < truth.size(); frame++) {
                assertThat(found.get(frame))
                        .as("frame %d, %s", frame, options)
                        .isEqualTo(truth.get(frame));
            }
        }
        assertThat(truth.get(0)).isEqualTo(truth.get(1)).isNotEqualTo(truth.get(2));
    }

    /** Twice the same view, another one, and a thing that has moved. */
    private static List<int[]> frames(
            Scene scene, RenderSettings settings, int node, DeviceOptions options) {
        var frames = new ArrayList<int[]>();
        try (var session = new Session(scene, settings, options)) {
            for (int frame = 0; frame < 5; frame++) {
                var views = new ArrayList<View>();
                for (int view = 0; view < settings.views(); view++) {
                    double azimuth = (frame < 2 ? 30 : 50) + 3 * view;
                    views.add(View.orbit(session.bounds(), azimuth, 15, 4, 1.5));
                }
                session.look(views);
                if (frame > 2) {
                    var moved = new Vec3(0.1f * frame, 0.1f, 0);
                    var size = new Vec3(0.4f, 0.4f, 0.4f);
                    session.move(node, new Transform.Trs(moved, Quaternion.IDENTITY, size));
                }
                session.render();
                frames.add(session.target().pixels().clone());
            }
        }
        return frames;
    }

    /** Without lights of its own a scene has the environment's alone, and nothing casts shadows. */
    @Test
    void thereIsNoKeyLight() {
        var dark = Environment.of(2, 1, new float[6]);
        var settings = LINEAR.withEnvironment(dark).withExposure(1).withShadows(true);
        var view = ShadowScenes.parallel(0, 0, HALF);
        var scene = sphere(surface(0, 0.5f).build());
        float[] pixels = picture(scene, settings, view, Kernels.VECTOR);
        assertThat(pixels[4 * (SIDE / 2 * SIDE + SIDE / 2)]).isZero();
        try (var session = new Session(scene, settings)) {
            assertThat(session.renderer().castsShadows()).isFalse();
        }
        var lit = new ShadowScenes(0, 30, 3).sphere(1, Vec3.ZERO, 20).scene();
        pixels = picture(lit, settings, view, Kernels.VECTOR);
        assertThat(pixels[4 * (SIDE / 2 * SIDE + SIDE / 2)]).isGreaterThan(0.2f);
    }
}
