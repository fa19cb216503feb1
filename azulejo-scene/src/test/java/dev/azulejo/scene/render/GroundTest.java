package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.command.Command;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.environment.Environment;
import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Light;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.Transmission;
import dev.azulejo.scene.model.VertexData;
import dev.azulejo.scene.shading.Lighting;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** What is seen on a ground: shadows and mirror images where they are by hand. */
class GroundTest {
    private static final int SIDE = 128;

    /** A blur reaches no farther in pictures of this size, pixels. */
    private static final int BLUR = 15;

    private static final Vec4 BEHIND = new Vec4(0.2f, 0.3f, 0.9f, 1);

    private static final RenderSettings SETTINGS =
            RenderSettings.defaults()
                    .withSize(SIDE, SIDE)
                    .withSamples(1)
                    .withBackground(BEHIND)
                    .withOutput(RenderSettings.Output.LINEAR_COLOR);

    private static final Bounds BOX = new Bounds(new Vec3(-1, -1, -1), new Vec3(1, 1, 1));
    private static final float[] RED = {0.8f, 0.1f, 0.05f};
    private static final float[] GREEN = {0.1f, 0.6f, 0.2f};

    private static float[] picture(Scene scene, RenderSettings settings, View view) {
        return picture(scene, settings, view, DeviceOptions.DEFAULT);
    }

    private static float[] picture(
            Scene scene, RenderSettings settings, View view, DeviceOptions options) {
        try (var session = new Session(scene, settings, options)) {
            session.look(view);
            session.render();
            return session.target().floatPixels().clone();
        }
    }

    private static Scene grounded(Scene scene, float mirror) {
        return ContactShadow.under(scene, mirror, Cancellation.NEVER);
    }

    private static Material paint(float[] color) {
        return Panes.paint(color[0], color[1], color[2]);
    }

    /** Boxes, each a colour whatever light falls on it. */
    private static Scene boxes(double[][] boxes) {
        var meshes = new ArrayList<Mesh>();
        var nodes = new ArrayList<Node>();
        for (double[] box : boxes) {
            float[] p = new float[24];
            for (int v = 0; v < 8; v++) {
                for (int k = 0; k < 3; k++) {
                    p[3 * v + k] = (float) box[(v >> k & 1) == 0 ? k : 3 + k];
                }
            }
            int[] faces = {
                0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2,
                4, 6, 1, 3, 5, 3, 7, 5
            };
            var vertices = VertexData.of(p, null);
            var solid = new Primitive(Topology.TRIANGLES, faces, vertices, nodes.size());
            nodes.add(Node.ofMesh("box", Transform.IDENTITY, meshes.size()));
            meshes.add(new Mesh("box", List.of(solid)));
        }
        return Scene.builder(AssetInfo.generated("test"))
                .roots(IntStream.range(0, boxes.length).boxed().toList())
                .nodes(nodes)
                .meshes(meshes)
                .materials(List.of(paint(RED), paint(GREEN)))
                .build();
    }

    /** A red box stands on the ground, and a green one floats behind it, to the right. */
    private static Scene twoBoxes() {
        return boxes(
                new double[][] {{-1.6, 0, -0.3, -0.1, 1.4, 0.3}, {0.1, 0.2, -0.9, 1.5, 1.6, -0.4}});
    }

    /** The same upside down, mirrored by hand at the ground: 1/10,000 of 3.1 below. */
    private static Scene upsideDown() {
        double twice = -2 * 3.1e-4;
        return boxes(
                new double[][] {
                    {-1.6, twice - 1.4, -0.3, -0.1, twice, 0.3},
                    {0.1, twice - 1.6, -0.9, 1.5, twice - 0.2, -0.4}
                });
    }

    private static View view(String name) {
        return switch (name) {
            case "low" -> View.orbit(BOX, 20, 8, 6, 1);
            case "middle" -> View.orbit(BOX, 15, 30, 5.5, 1);
            case "high" -> View.orbit(BOX, 10, 50, 5.5, 1);
            case "eye" -> View.orbit(BOX, 10, 25, 6, 1).stereo(0.8, 4).get(1);
            case "parallel" -> ShadowScenes.parallel(15, 35, 1.9);
            // What rays that are parallel show does not depend on where they begin
            case "within" -> {
                var view = ShadowScenes.parallel(15, 35, 1.9);
                yield new View(Vec3.ZERO, view.viewFromWorld(), view.clipFromView());
            }
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static boolean is(float[] pixels, int at, float... color) {
        boolean same = true;
        for (int c = 0; c < 3; c++) {
            same &= Math.abs(pixels[4 * at + c] - color[c]) < 1e-5f;
        }
        return same;
    }

    /** Whether all pixels around one have a colour. */
    private static boolean isAround(float[] pixels, int x, int y, int reach, float... color) {
        boolean same = true;
        for (int py = Math.max(y - reach, 0); py <= Math.min(y + reach, SIDE - 1); py++) {
            for (int px = Math.max(x - reach, 0); px <= Math.min(x + reach, SIDE - 1); px++) {
                same &= is(pixels, py * SIDE + px, color);
            }
        }
        return same;
    }

    private static final float[] NOTHING = {BEHIND.x(), BEHIND.y(), BEHIND.z()};

    /** Whether a pixel is so far from the picture's edge that mirror images do not fade there. */
    private static boolean isInside(int x, int y) {
        int edge = Math.min(Math.min(x, SIDE - 1 - x), Math.min(y, SIDE - 1 - y));
        return edge + 0.5 >= 0.15 * SIDE;
    }

    /** Where everything within a blur's reach is of one colour, so is the mirror image. */
    @ParameterizedTest
    @ValueSource(strings = {"low", "middle", "high", "eye", "parallel"})
    void theMirrorImageIsWhereTheBoxesAreUpsideDown(String name) {
        var view = view(name);
        float[] alone = picture(twoBoxes(), SETTINGS, view);
        float[] mirrored = picture(upsideDown(), SETTINGS, view);
        float[] none = picture(grounded(twoBoxes(), 0), SETTINGS, view);
        float[] all = picture(grounded(twoBoxes(), 1), SETTINGS, view);
        int[] seen = new int[3];
        for (int at = 0; at < SIDE * SIDE; at++) {
            int x = at % SIDE;
            int y = at / SIDE;
            if (!isAround(alone, x, y, 1, NOTHING)) {
                continue;
            }
            for (float[] color : List.of(RED, GREEN)) {
                if (isInside(x, y) && isAround(mirrored, x, y, BLUR, color)) {
                    assertThat(is(all, at, color)).as("%d, %d", x, y).isTrue();
                    seen[color == RED ? 0 : 1]++;
                }
            }
            if (isAround(mirrored, x, y, BLUR, NOTHING)) {
                float[] clear = {none[4 * at], none[4 * at + 1], none[4 * at + 2]};
                assertThat(is(all, at, clear)).as("%d, %d", x, y).isTrue();
                seen[2]++;
            }
        }
        assertThat(seen[0]).as("red").isGreaterThan(40);
        assertThat(seen[1]).as("green").isGreaterThan(40);
        assertThat(seen[2]).as("nothing").isGreaterThan(1000);
    }

    /**
     * Clear glass in front of the red box: its mirror image shows that of the box as it is. So does
     * glass that is thick and bends nothing, whose light leaves it where the mirrored eye looks.
     */
    @ParameterizedTest
    @CsvSource({"low, 0", "low, 1", "middle, 0", "middle, 1", "within, 1"})
    void mirroredGlassShowsWhatIsMirroredBehindIt(String name, float thickness) {
        var view = view(name);
        var boxes = twoBoxes();
        float z = 0.35f;
        float[] corners = {-1.5f, 0.05f, z, -0.2f, 0.05f, z, -0.2f, 1.35f, z, -1.5f, 1.35f, z};
        float[] towards = {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1};
        var quad = new int[] {0, 1, 2, 0, 2, 3};
        var pane = new Primitive(Topology.TRIANGLES, quad, VertexData.of(corners, towards), 2);
        var meshes = new ArrayList<>(boxes.meshes());
        meshes.add(new Mesh("pane", List.of(pane)));
        var nodes = new ArrayList<>(boxes.nodes());
        nodes.add(Node.ofMesh("pane", Transform.IDENTITY, 2));
        var materials = new ArrayList<>(boxes.materials());
        var clear = Transmission.thin(1).withVolume(thickness, Float.POSITIVE_INFINITY, Vec3.ONE);
        materials.add(Panes.glass(1, clear).specularFactor(0).build());
        var scene =
                Scene.builder(AssetInfo.generated("test"))
                        .roots(List.of(0, 1, 2))
                        .nodes(nodes)
                        .meshes(meshes)
                        .materials(materials)
                        .build();
        float[] alone = picture(boxes, SETTINGS, view);
        float[] mirrored = picture(upsideDown(), SETTINGS, view);
        float[] all = picture(grounded(scene, 1), SETTINGS, view);
        int red = 0;
        for (int at = 0; at < SIDE * SIDE; at++) {
            int x = at % SIDE;
            int y = at / SIDE;
            if (isInside(x, y)
                    && isAround(alone, x, y, 1, NOTHING)
                    && isAround(mirrored, x, y, BLUR, RED)) {
                assertThat(all[4 * at]).as("%d, %d", x, y).isCloseTo(RED[0], within(2e-3f));
                assertThat(all[4 * at + 2]).as("%d, %d", x, y).isCloseTo(RED[2], within(2e-3f));
                red++;
            }
        }
        assertThat(red).isGreaterThan(40);
    }

    /** The ground's place that the middle of a pixel shows, seen from the origin of its axes. */
    private static double[] place(View view, int x, int y) {
        var inverse = view.clipFromView().times(view.viewFromWorld()).inverse();
        var ends = new double[2][3];
        for (int end = 0; end < 2; end++) {
            double[] clip = {2 * (x + 0.5) / SIDE - 1, 1 - 2 * (y + 0.5) / SIDE, end, 1};
            double[] p = new double[4];
            for (int row = 0; row < 4; row++) {
                for (int k = 0; k < 4; k++) {
                    p[row] += inverse.get(row, k) * clip[k];
                }
            }
            for (int k = 0; k < 3; k++) {
                ends[end][k] = p[k] / p[3];
            }
        }
        double t = ends[0][1] / (ends[0][1] - ends[1][1]);
        return new double[] {
            ends[0][0] + t * (ends[1][0] - ends[0][0]), ends[0][2] + t * (ends[1][2] - ends[0][2])
        };
    }

    /** Schlick's law, up to ten times of what is mirrored from above. */
    @ParameterizedTest
    @ValueSource(strings = {"low", "middle", "high"})
    void grazingAnglesMirrorMore(String name) {
        var view = view(name);
        float[] mirrored = picture(upsideDown(), SETTINGS, view);
        float[] alone = picture(twoBoxes(), SETTINGS, view);
        float[] none = picture(grounded(twoBoxes(), 0), SETTINGS, view);
        for (float mirror : new float[] {0.06f, 0.3f}) {
            float[] some = picture(grounded(twoBoxes(), mirror), SETTINGS, view);
            int seen = 0;
            for (int at = 0; at < SIDE * SIDE; at++) {
                int x = at % SIDE;
                int y = at / SIDE;
                if (isInside(x, y)
                        && isAround(alone, x, y, 1, NOTHING)
                        && isAround(mirrored, x, y, BLUR, GREEN)) {
                    double[] on = place(view, x, y);
                    var eye = view.position();
                    double away = Math.hypot(Math.hypot(on[0] - eye.x(), on[1] - eye.z()), eye.y());
                    double part = Math.pow(1 - eye.y() / away, 5);
                    double most = Math.min(10 * mirror, 1);
                    double f = mirror + (most - mirror) * part;
                    for (int c = 0; c < 3; c++) {
                        double expected = f * GREEN[c] + (1 - f) * none[4 * at + c];
                        assertThat((double) some[4 * at + c]).isEqualTo(expected, within(3e-4));
                    }
                    seen++;
                }
            }
            assertThat(seen).isGreaterThan(40);
        }
    }

    /**
     * A square picture is the middle of a wide or a high one, but for mirror images at its edges:
     * they end there, along 3 t^2 - 2 t^3 over 0.15 of the picture's side, and over half of that
     * where the contact shadow says that the model is near.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void mirrorImagesEndBeforeThePictureDoes(boolean high) {
        Scene mirror = grounded(twoBoxes(), 1);
        var larger = SETTINGS.withSize(high ? SIDE : 2 * SIDE, high ? 2 * SIDE : SIDE);
        int[] seen = new int[3];
        for (int azimuth = 0; azimuth < 360; azimuth += 90) {
            var close = View.orbit(BOX, azimuth, 35, 2.5, 1);
            float[] cut = picture(mirror, SETTINGS, close);
            float[] none = picture(grounded(twoBoxes(), 0), SETTINGS, close);
            float[] all =
                    picture(mirror, larger, View.orbit(BOX, azimuth, 35, 2.5, high ? 0.5 : 2));
            for (int at = 0; at < SIDE * SIDE; at++) {
                int along = high ? at / SIDE : at % SIDE;
                int across = high ? at % SIDE : at / SIDE;
                if (!isInside(SIDE / 2, across)) {
                    continue;
                }
                int same = high ? at + SIDE * SIDE / 2 : at + (at / SIDE) * SIDE + SIDE / 2;
                double lain = (1 - none[4 * at + 2] / BEHIND.z()) / ContactShadow.DARKEST;
                double far = 1 - Math.sqrt(Math.max(lain, 0));
                double shorter = 2 - smooth((far - 0.6) / 0.4);
                double edge = Math.min(along, SIDE - 1 - along) + 0.5;
                double part = smooth(edge / (0.15 * SIDE) * shorter);
                for (int c = 0; c < 3; c++) {
                    double clear = none[4 * at + c];
                    double expected = clear + part * (all[4 * same + c] - clear);
                    assertThat((double) cut[4 * at + c])
                            .as("%d: %d, %d", azimuth, at % SIDE, at / SIDE)
                            .isEqualTo(expected, within(0.03));
                }
                if (Math.abs(all[4 * same + 2] - none[4 * at + 2]) > 0.3) {
                    boolean near = lain > 0.2;
                    seen[part < 0.3 ? near ? 0 : 1 : 2]++;
                }
            }
        }
        assertThat(seen[0]).as("near the edge and the model").isGreaterThan(20);
        assertThat(seen[1]).as("near the edge alone").isGreaterThan(20);
        assertThat(seen[2]).as("elsewhere").isGreaterThan(1000);
    }

    private static double smooth(double at) {
        double t = Math.clamp(at, 0.0, 1.0);
        return t * t * (3 - 2 * t);
    }

    /** Near what stands on it a mirror image is sharp, and elsewhere it is not. */
    @Test
    void theFarthestIsBlurredMost() {
        Scene scene = boxes(new double[][] {{-0.5, 0, -0.2, 0.5, 1, 0.2}});
        var view = View.orbit(BOX, 0, 25, 6, 1);
        var large = SETTINGS.withSize(512, 512);
        float[] alone = picture(scene, large, view);
        float[] all = picture(grounded(scene, 1), large, view);
        int[] widths = new int[512];
        for (int y = 0; y < 512; y++) {
            for (int x = 0; x < 512; x++) {
                float red = all[4 * (y * 512 + x)];
                float blue = all[4 * (y * 512 + x) + 2];
                widths[y] += red > 0.3f && red < 0.7f && blue > 0.1f ? 1 : 0;
            }
        }
        int foot = 0;
        for (int y = 0; y < 512; y++) {
            foot = is(alone, y * 512 + 256, RED) ? y : foot;
        }
        // Both sides
        assertThat(widths[foot + 4]).isLessThanOrEqualTo(14);
        assertThat(widths[foot + 60]).isGreaterThan(2 * widths[foot + 4]);
    }

    // The key light's shadow

    private static RenderSettings black(RenderSettings settings) {
        return settings.withEnvironment(Environment.of(64, 32, new float[3 * 64 * 32]))
                .withShadows(true);
    }

    /** A slab, and a crumb on the ground. */
    private static ShadowScenes slab(
            double azimuth, double elevation, float intensity, double height) {
        return new ShadowScenes(azimuth, elevation, intensity)
                .slab(-0.8, -0.7, 0.7, 0.8, height)
                .slab(0.5, 0.5, 0.51, 0.51, 0);
    }

    /** With one light alone the shadow is black, and ends where rays past the edges end. */
    @ParameterizedTest
    @ValueSource(doubles = {12, 30, 65})
    void theShadowOfASlabIsWhereTheLightIsStopped(double elevation) {
        double azimuth = 170;
        Scene scene = grounded(slab(azimuth, elevation, 3, 0.5).scene(), 0);
        // Shadows fall towards +z. From there they are seen below the slab; from behind it the long
        // one lies beyond the far plane, which is where the scene ends
        boolean behind = elevation < 20;
        var view = View.orbit(scene.worldBounds(), behind ? 185 : 5, behind ? 45 : 20, 6, 1);
        float[] on = picture(scene, black(SETTINGS), view);
        float[] off = picture(scene, black(SETTINGS).withShadows(false), view);
        float[] alone = picture(slab(azimuth, elevation, 3, 0.5).scene(), black(SETTINGS), view);
        double[] towards = ShadowScenes.towards(azimuth, elevation);
        // The depths' filter, as long as it is where the light arrives, and the blur: a tenth of at
        // most 1.2 times the slab's side, over two and a half texels of its mip level
        double texel = 2.0 / (ShadowMap.side(SIDE, SIDE) - 100);
        double band = 5 * texel / Math.sin(Math.toRadians(elevation)) + 2.5 * 0.1 * 1.2 * 1.5;
        int stopped = 0;
        int beyond = 0;
        for (int at = 0; at < SIDE * SIDE; at++) {
            if (!isAround(alone, at % SIDE, at / SIDE, 0, NOTHING)) {
                continue;
            }
            double[] spot = place(view, at % SIDE, at / SIDE);
            double x = spot[0] + towards[0] * 0.5 / towards[1];
            double z = spot[1] + towards[2] * 0.5 / towards[1];
            double out = Math.max(Math.max(-0.8 - x, x - 0.7), Math.max(-0.7 - z, z - 0.8));
            boolean above =
                    view.viewFromWorld()
                                    .transformPoint(new Vec3((float) spot[0], 0, (float) spot[1]))
                                    .z()
                            < 0;
            if (out < -band && above) {
                assertThat(on[4 * at]).isLessThan(1e-6f);
                stopped++;
                var clip = view.clipFromView().times(view.viewFromWorld());
                double depth = clip.get(2, 0) * spot[0] + clip.get(2, 2) * spot[1] + clip.get(2, 3);
                double w = clip.get(3, 0) * spot[0] + clip.get(3, 2) * spot[1] + clip.get(3, 3);
                beyond += depth > w ? 1 : 0;
            } else if (out > band) {
                assertThat(on[4 * at])
                        .as("%d, %d", at % SIDE, at / SIDE)
                        .isEqualTo(off[4 * at], within(1e-5f));
            }
        }
        assertThat(stopped).isGreaterThan(15);
        if (behind) {
            assertThat(beyond).isGreaterThan(15);
        }
    }

    /** A pillar in the studio's light: the edges of its shadow, a little and far from its foot. */
    @Test
    void theShadowOfWhatIsHighIsSoft() {
        int side = 512;
        Scene scene = grounded(boxes(new double[][] {{-0.2, 0, -0.2, 0.2, 1.2, 0.2}}), 0);
        var settings = SETTINGS.withSize(side, side).withBackground(Vec4.ONE).withShadows(true);
        var view = View.orbit(BOX, 0, 80, 5, 1);
        float[] on = picture(scene, settings, view);
        float[] off = picture(scene, settings.withShadows(false), view);
        var clip = view.clipFromView().times(view.viewFromWorld());
        // Away from the light, and across
        double length = Math.hypot(0.45, 0.55);
        double[] way = {0.45 / length, -0.55 / length};
        int[] partly = new int[2];
        for (int line = 0; line < 2; line++) {
            double away = line == 0 ? 0.35 : 0.9;
            for (int step = -200; step <= 200; step++) {
                double x = away * way[0] - step * 0.004 * way[1];
                double z = away * way[1] + step * 0.004 * way[0];
                double[] at = new double[4];
                for (int row = 0; row < 4; row++) {
                    at[row] = clip.get(row, 0) * x + clip.get(row, 2) * z + clip.get(row, 3);
                }
                int column = (int) ((at[0] / at[3] + 1) / 2 * side);
                int pixel = (int) ((1 - at[1] / at[3]) / 2 * side) * side + column;
                float left = on[4 * pixel] / off[4 * pixel];
                partly[line] += left > 0.78f && left < 0.97f ? 1 : 0;
            }
        }
        assertThat(partly[0]).isBetween(5, 40);
        assertThat(partly[1]).isGreaterThan(2 * partly[0]);
    }

    /**
     * Two lights of one strength from one side: a half is left; one overhead adds what it sends.
     */
    @Test
    void theShareIsWhatTheLightAddsToAll() {
        double elevation = 50;
        var one = slab(170, elevation, 2, 1.2);
        double key = 2 * Math.sin(Math.toRadians(elevation));
        double other = 1.5 * Math.sin(Math.toRadians(30));
        one.light(Light.Kind.DIRECTIONAL, 20, 30, 1.5f);
        assertThat(darkest(one)).isEqualTo(1 - key / (key + other), within(1e-4));
        // From below comes nothing that counts
        var below = slab(170, elevation, 2, 1.2).light(Light.Kind.DIRECTIONAL, 20, -30, 1.5f);
        assertThat(darkest(below)).isEqualTo(0, within(1e-4));
    }

    private static double darkest(ShadowScenes scenes) {
        Scene scene = grounded(scenes.scene(), 0);
        var white = black(SETTINGS).withBackground(Vec4.ONE);
        var view = View.orbit(BOX, 185, 70, 9, 1);
        float[] on = picture(scene, white, view);
        float[] off = picture(scene, white.withShadows(false), view);
        float darkest = 1;
        for (int at = 0; at < SIDE * SIDE; at++) {
            if (off[4 * at] == 1) {
                darkest = Math.min(darkest, on[4 * at]);
            }
        }
        return darkest;
    }

    /** A white floor, matt all over, is as much darker in shadow as the ground. */
    @ParameterizedTest
    @EnumSource(names = {"STUDIO", "CONSTANT", "ENVIRONMENT"})
    void theShareIsThatOfAWhiteFloor(Lighting lighting) {
        var settings = SETTINGS.withShadows(true).withBackground(Vec4.ONE);
        var matt =
                Material.builder("matt")
                        .metallicFactor(0)
                        .roughnessFactor(1)
                        .specularFactor(0)
                        .build();
        float[] radiance = new float[3 * 64 * 32];
        Arrays.fill(radiance, 0.4f);
        settings =
                lighting == Lighting.ENVIRONMENT
                        ? settings.withEnvironment(Environment.of(64, 32, radiance))
                        : settings.withLighting(lighting);
        boolean sun = lighting == Lighting.ENVIRONMENT;
        double ratio = floorsRatio(settings.withExposure(0.3f), matt, sun);
        Scene scene = grounded(lit(sun, null), 0);
        var view = View.orbit(BOX, 185, 70, 9, 1);
        float[] on = picture(scene, settings, view);
        float[] off = picture(scene, settings.withShadows(false), view);
        float darkest = 1;
        for (int at = 0; at < SIDE * SIDE; at++) {
            if (off[4 * at] == 1) {
                darkest = Math.min(darkest, on[4 * at]);
            }
        }
        assertThat((double) darkest).isBetween(0.2, 0.9).isEqualTo(ratio, within(0.01));
    }

    /** A slab in the sun, or in the studio's light, and a floor below it if there is one. */
    private static Scene lit(boolean sun, Material floor) {
        var scenes = new ShadowScenes(170, 50, 2);
        if (floor == null) {
            scenes.slab(-0.3, -0.2, 0.2, 0.3, 0.8).slab(0.9, 0.9, 0.91, 0.91, 0);
        } else {
            scenes.slab(-0.3, -0.2, 0.2, 0.3, 0.8).slab(-2, -2, 2, 2, 0);
        }
        Scene scene = scenes.scene();
        return Scene.builder(scene.asset())
                .roots(sun ? scene.roots() : List.of(1, 2))
                .nodes(scene.nodes())
                .meshes(scene.meshes())
                .materials(floor == null ? scene.materials() : List.of(floor, floor, floor, floor))
                .lights(scene.lights())
                .build();
    }

    /** Luminance in the shadow on a floor over that beside it, before tones are mapped. */
    private static double floorsRatio(RenderSettings settings, Material floor, boolean sun) {
        Scene scene = lit(sun, floor);
        var view = View.orbit(BOX, 185, 70, 9, 1);
        float[] on = picture(scene, settings, view);
        float[] off = picture(scene, settings.withShadows(false), view);
        double least = 1;
        for (int at = 0; at < SIDE * SIDE; at++) {
            if (off[4 * at] < 0.99f && off[4 * at + 1] > 0) {
                double dark = luminance(on, at);
                least = Math.min(least, dark / luminance(off, at));
            }
        }
        return least;
    }

    /** Takes back the neutral tone mapper's toe: x - 6.25 x^2 below 0.08, x - 0.04 above. */
    private static double luminance(float[] pixels, int at) {
        double[] weights = {0.2126, 0.7152, 0.0722};
        double least = Math.min(pixels[4 * at], Math.min(pixels[4 * at + 1], pixels[4 * at + 2]));
        double x = least < 0.04 ? Math.sqrt(least / 6.25) : least + 0.04;
        double offset = x - least;
        double sum = 0;
        for (int c = 0; c < 3; c++) {
            sum += weights[c] * (pixels[4 * at + c] + offset);
        }
        return sum;
    }

    private static final Bounds FLOATING =
            new Bounds(new Vec3(-0.3f, 0, -0.3f), new Vec3(0.3f, 0.4f, 0.3f));

    /** A small slab that floats, in the light of one lamp: its shadow falls far to the right. */
    private static Scene floating(double height) {
        return grounded(
                new ShadowScenes(265, 30, 3)
                        .slab(-0.25, -0.25, 0.25, 0.25, height)
                        .slab(-0.3, -0.3, -0.29, -0.29, 0)
                        .scene(),
                0);
    }

    /**
     * A square picture is the middle of a wide or a high one, but for shadows at its edges: they
     * end there, along 3 t^2 - 2 t^3 over 0.15 of the picture's side.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 90, 180, 270})
    void shadowsEndBeforeThePictureDoes(int azimuth) {
        int side = 160;
        boolean wide = azimuth % 180 == 0;
        double reach = wide ? 2.2 : 1.9;
        var square = black(SETTINGS.withSize(side, side)).withBackground(Vec4.ONE);
        var larger = square.withSize(wide ? 2 * side : side, wide ? side : 2 * side);
        var view = View.orbit(FLOATING, azimuth, 65, reach, 1);
        float[] cut = picture(floating(0.4), square, view);
        view = View.orbit(FLOATING, azimuth, 65, reach, wide ? 2 : 0.5);
        float[] all = picture(floating(0.4), larger, view);
        // The shadow falls to one side, and on the other the slab is near
        boolean atStart = azimuth == 180 || azimuth == 270;
        int[] seen = new int[3];
        for (int along = 0; along < side; along++) {
            double t = Math.min((Math.min(along, side - 1 - along) + 0.5) / (0.15 * side), 1);
            boolean far = atStart == along < side / 2;
            for (int across = side / 4; across < side - side / 4; across++) {
                int x = wide ? along : across;
                int y = wide ? across : along;
                int same = wide ? y * 2 * side + side / 2 + x : (side / 2 + y) * side + x;
                // Maps of larger pictures are finer
                double stopped = 1 - cut[4 * (y * side + x)];
                double wanted = 1 - all[4 * same];
                double faded = wanted * t * t * (3 - 2 * t);
                assertThat(stopped)
                        .as("%d, %d", x, y)
                        .isBetween(faded - 0.08, (far ? faded : wanted) + 0.08);
                seen[t < 1 ? 0 : 1] += wanted > 0.5 ? 1 : 0;
                seen[2] += t < 0.3 && wanted > 0.5 ? 1 : 0;
            }
        }
        assertThat(seen[0]).isGreaterThan(200);
        assertThat(seen[1]).isGreaterThan(500);
        assertThat(seen[2]).isGreaterThan(50);
    }

    /** Of what is seen from close by, nothing is lost at the edge beside the model. */
    @Test
    void shadowsBesideTheModelDoNotEndAtTheEdge() {
        int side = 96;
        var square = black(SETTINGS.withSize(side, side)).withBackground(Vec4.ONE);
        // Between the slab and where its shadow ends
        var spot = new Bounds(new Vec3(0.35f, -0.02f, -0.02f), new Vec3(0.39f, 0.02f, 0.02f));
        float[] cut = picture(floating(0.05), square, View.orbit(spot, 0, 75, 0.4, 1));
        var wide = square.withSize(3 * side, side);
        float[] all = picture(floating(0.05), wide, View.orbit(spot, 0, 75, 0.4, 3));
        for (int y = side / 4; y < side - side / 4; y++) {
            for (int x = 0; x < 4; x++) {
                float wanted = all[4 * (y * 3 * side + side + x)];
                assertThat(wanted).isLessThan(0.3f);
                assertThat(cut[4 * (y * side + x)]).isEqualTo(wanted, within(0.3f));
            }
        }
    }

    /** Each of two eyes has edges of its own. */
    @Test
    void shadowsOfAPairEndAtTheEdgesOfBoth() {
        var view = View.orbit(FLOATING, 0, 40, 2.3, 1);
        var settings = black(SETTINGS).withBackground(Vec4.ONE);
        float[] one = picture(floating(0.4), settings, view);
        try (var both = new Session(floating(0.4), settings.withViews(2))) {
            both.look(List.of(view, view));
            both.render();
            float[] pair = both.target().floatPixels();
            for (int at = 0; at < SIDE * SIDE; at++) {
                for (int eye = 0; eye < 2; eye++) {
                    int beside = at / SIDE * 2 * SIDE + eye * SIDE + at % SIDE;
                    assertThat(pair[4 * beside]).isEqualTo(one[4 * at], within(1e-5f));
                }
            }
        }
    }

    // As it is drawn

    /** What is neither in shadow nor mirrored is the rectangle with its texture, as ever. */
    @Test
    void withoutShadowsAndMirrorThereIsOnePhase() {
        try (var session = new Session(grounded(twoBoxes(), 0), SETTINGS)) {
            session.look(view("middle"));
            assertThat(phases(session)).isEqualTo(1);
        }
        try (var session = new Session(grounded(twoBoxes(), 0.1f), SETTINGS)) {
            session.look(view("middle"));
            assertThat(phases(session)).isEqualTo(2);
            session.render();
            session.look(View.orbit(BOX, 0, -20, 4, 1));
            assertThat(phases(session)).isEqualTo(1);
            session.look(view("middle"));
            assertThat(phases(session)).isEqualTo(2);
            session.show(2, false);
            assertThat(phases(session)).isEqualTo(1);
        }
    }

    /**
     * From anywhere, also from close by: what mirrors next to nothing shows what mirrors nothing.
     */
    @Test
    void theContactShadowIsThatOfTheRectangle() {
        var random = new Random(3);
        Scene plain = grounded(twoBoxes(), 0);
        Scene mirror = grounded(twoBoxes(), 1e-7f);
        int dark = 0;
        for (int i = 0; i < 40; i++) {
            double azimuth = 360 * random.nextDouble();
            double elevation = 70 * random.nextDouble();
            var eye =
                    new Vec3(
                            6 * random.nextFloat() - 3,
                            0.05f + 2 * random.nextFloat(),
                            4 * random.nextFloat() - 2);
            // Neither plane cuts the rectangle, which is within the scene's bounds
            var bounds = plain.worldBounds();
            double reach = bounds.radius() * (0.8 + 2 * random.nextDouble());
            var view =
                    i % 2 == 0
                            ? View.walk(bounds, eye, azimuth, elevation, 1)
                            : View.orbit(bounds, azimuth, elevation, reach + bounds.radius(), 1);
            float[] expected = picture(plain, SETTINGS, view);
            float[] found = picture(mirror, SETTINGS, view);
            int different = 0;
            for (int at = 0; at < SIDE * SIDE; at++) {
                different += Math.abs(found[4 * at] - expected[4 * at]) > 2e-3f ? 1 : 0;
                dark += expected[4 * at] < 0.15f && expected[4 * at + 2] > 0.3f ? 1 : 0;
            }
            assertThat(different).as("%d: %s", i, view).isLessThan(10);
        }
        assertThat(dark).isGreaterThan(1000);
    }

    /** Depths that the light sees, where its shadow falls, what is mirrored, the picture. */
    @Test
    void shadowsAndMirrorsArePhases() {
        for (float mirror : new float[] {0, 0.1f}) {
            try (var session =
                    new Session(grounded(twoBoxes(), mirror), SETTINGS.withShadows(true))) {
                session.look(view("middle"));
                assertThat(phases(session)).isEqualTo(mirror > 0 ? 4 : 3);
                session.look(View.orbit(BOX, 0, -20, 4, 1));
                assertThat(phases(session)).isEqualTo(2);
            }
        }
    }

    private static long phases(Session session) {
        return session.commands(Cancellation.NEVER).commands().stream()
                .filter(Command.BeginPhase.class::isInstance)
                .count();
    }

    @Test
    void whatItMirrorsIsAPart() {
        for (float wrong : new float[] {-0.1f, 1.1f, Float.NaN}) {
            assertThatThrownBy(() -> grounded(twoBoxes(), wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("ground: mirror=%s is not in 0..1".formatted(wrong));
            assertThatThrownBy(() -> Material.builder("m").groundMirror(wrong).build())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("material m: groundMirror=%s is not in 0..1".formatted(wrong));
        }
    }

    /** Metals, glass before things, things that blend, and shadows. */
    private static Scene busy() {
        var blended =
                Panes.paint(0.2, 0.5, 0.9).toBuilder()
                        .baseColorFactor(new Vec4(0.2f, 0.5f, 0.9f, 0.5f))
                        .alphaMode(Material.AlphaMode.BLEND)
                        .build();
        var glass = Panes.glass(1.5f, Transmission.thin(1)).roughnessFactor(0.3f).build();
        var metal = Material.metallicRoughness("metal", new Vec4(0.9f, 0.7f, 0.3f, 1), 1, 0.3f);
        var level = ShadowScenes.turned(0, 90);
        return grounded(
                new Panes()
                        .add(-0.9, -0.5, -0.1, 0.5, 0, paint(RED), level)
                        .add(0.1, 0.15, 0.7, 0.9, -0.4, metal)
                        .add(-0.3, 0.05, 0.5, 0.6, 0.3, glass)
                        .add(-0.6, 0.2, 0.2, 0.8, 0.5, blended)
                        .add(-0.5, 0.3, 0.4, 0.5, 0.6, blended)
                        .scene(),
                0.3f);
    }

    /** Whatever is switched, over frames in which something moves. */
    @Test
    void bytesAreThoseOfAPlainDevice() {
        var random = new Random(11);
        var plain = DeviceOptions.DEFAULT.withThreads(1).withReuse(Reuse.OFF);
        var options =
                List.of(
                        plain.withKernels(Kernels.SCALAR),
                        plain.withEarlyZ(EarlyZ.ON),
                        plain.withWindow(5),
                        plain.withTileSize(16).withThreads(3),
                        DeviceOptions.DEFAULT.withReuse(Reuse.TILES),
                        DeviceOptions.DEFAULT.withReuse(Reuse.BLOCKS),
                        DeviceOptions.DEFAULT.withGroup(Group.of(3)),
                        DeviceOptions.DEFAULT.withGroup(Group.of(2).withSplit(Group.Split.BINS)),
                        DeviceOptions.REFERENCE);
        for (var other : options) {
            int samples = random.nextBoolean() ? 4 : 1;
            boolean linear = random.nextBoolean();
            var settings =
                    SETTINGS.withSize(96, 64)
                            .withSamples(samples)
                            .withShadows(random.nextInt(3) > 0)
                            .withOutput(
                                    linear
                                            ? RenderSettings.Output.LINEAR_COLOR
                                            : RenderSettings.Output.COLOR);
            try (var expected = new Session(busy(), settings, plain);
                    var session = new Session(busy(), settings, other)) {
                for (int frame = 0; frame < 6; frame++) {
                    for (var each : List.of(expected, session)) {
                        each.look(View.orbit(BOX, 20 + 30 * (frame / 4), 15, 4.5, 1.5));
                        if (frame == 2) {
                            var up = new Vec3(0.2f, 0.1f, 0);
                            each.move(3, new Transform.Trs(up, Quaternion.IDENTITY, Vec3.ONE));
                        }
                        each.show(2, frame < 3);
                        each.render();
                    }
                    assertThat(session.target().samePixels(expected.target()))
                            .as("%s, frame %d, %s", other, frame, settings)
                            .isTrue();
                }
            }
        }
    }

    /** Patches, whose hull stages ask where they are seen; what moves; what is taken apart. */
    @ParameterizedTest
    @ValueSource(strings = {"demo:teapot", "demo:viewer", "demo:objects"})
    void bytesOfBuiltInScenesAreThoseOfAPlainDevice(String name) {
        Scene scene = grounded(DemoScenes.create(name), 0.2f);
        for (float shatter : new float[] {0, 0.02f}) {
            var settings =
                    SETTINGS.withSize(96, 64)
                            .withSamples(4)
                            .withShadows(true)
                            .withShatter(shatter)
                            .withOutput(RenderSettings.Output.COLOR);
            var plain = DeviceOptions.DEFAULT.withThreads(1).withReuse(Reuse.OFF);
            try (var expected = new Session(scene, settings, plain.withKernels(Kernels.SCALAR));
                    var session = new Session(scene, settings, DeviceOptions.DEFAULT)) {
                for (int frame = 0; frame < 2; frame++) {
                    for (var each : List.of(expected, session)) {
                        each.look(
                                View.orbit(
                                        each.bounds(),
                                        20 * frame,
                                        15,
                                        2 * each.bounds().radius(),
                                        1.5));
                        each.render();
                    }
                    assertThat(session.target().samePixels(expected.target())).isTrue();
                }
            }
        }
    }

    /** Each of two eyes sees on the ground what it would see alone, but for how images shrink. */
    @Test
    void eyesSeeTheirOwnMirrorImage() {
        var eyes = view("middle").stereo(0.4, 4);
        Scene scene = grounded(twoBoxes(), 0.5f);
        float[] pair;
        try (var both = new Session(scene, SETTINGS.withViews(2))) {
            both.look(eyes);
            both.render();
            pair = both.target().floatPixels().clone();
        }
        for (int eye = 0; eye < 2; eye++) {
            float[] one = picture(scene, SETTINGS, eyes.get(eye));
            for (int at = 0; at < SIDE * SIDE; at++) {
                int beside = at / SIDE * 2 * SIDE + eye * SIDE + at % SIDE;
                for (int c = 0; c < 3; c++) {
                    assertThat(pair[4 * beside + c]).isEqualTo(one[4 * at + c], within(0.004f));
                }
            }
        }
    }

    /** In front of nothing, what is on the ground has its own alpha. */
    @Test
    void withoutABackgroundItIsInTheAlpha() {
        var clear = SETTINGS.withBackground(new Vec4(0, 0, 0, 0));
        var view = view("middle");
        Scene scene = grounded(twoBoxes(), 0.3f);
        float[] over = picture(scene, SETTINGS, view);
        float[] alone = picture(scene, clear, view);
        for (int at = 0; at < SIDE * SIDE; at++) {
            float alpha = alone[4 * at + 3];
            for (int c = 0; c < 3; c++) {
                float expected = alone[4 * at + c] + (1 - alpha) * NOTHING[c];
                assertThat(over[4 * at + c]).isEqualTo(expected, within(1e-5f));
            }
        }
    }
}
