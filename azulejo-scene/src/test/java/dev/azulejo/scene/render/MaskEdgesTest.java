package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Image;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.SamplerSpec;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Texture;
import dev.azulejo.scene.model.TextureRef;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.UvTransform;
import dev.azulejo.scene.model.VertexData;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.function.IntBinaryOperator;

/**
 * Masked white squares that fill a picture of nothing, seen square on: the alpha of a pixel is how
 * much of it is covered.
 */
class MaskEdgesTest {
    private static final int SIDE = 64;

    /** Texels a side: two pixels each. */
    private static final int TEXELS = 32;

    private static final SamplerSpec CLAMPED =
            new SamplerSpec(
                    SamplerSpec.Filter.LINEAR,
                    SamplerSpec.Filter.LINEAR,
                    SamplerSpec.MipFilter.LINEAR,
                    SamplerSpec.Wrap.CLAMP_TO_EDGE,
                    SamplerSpec.Wrap.CLAMP_TO_EDGE);

    private static final SamplerSpec NEAREST =
            new SamplerSpec(
                    SamplerSpec.Filter.NEAREST,
                    SamplerSpec.Filter.NEAREST,
                    SamplerSpec.MipFilter.NONE,
                    SamplerSpec.Wrap.CLAMP_TO_EDGE,
                    SamplerSpec.Wrap.CLAMP_TO_EDGE);

    private static Material.Builder masked(double cutoff) {
        return Material.metallicRoughness("mask", new Vec4(1, 1, 1, 1), 0, 1).toBuilder()
                .doubleSided(true)
                .unlit(true)
                .alphaMode(Material.AlphaMode.MASK)
                .alphaCutoff((float) cutoff);
    }

    private static Scene scene(Material material, float[] colors, SamplerSpec sampler, int[] rgba) {
        var place = ShadowScenes.rectangle(-1, -1, 1, 1, 0, colors);
        float[] uv = {0, 0, 1, 0, 0, 1, 1, 1};
        var vertices =
                new VertexData(4, place.positions(), place.normals(), null, uv, null, colors);
        var square = new Primitive(Topology.TRIANGLES, ShadowScenes.QUAD, vertices, 0);
        return Scene.builder(AssetInfo.generated("test"))
                .roots(List.of(0))
                .nodes(List.of(Node.ofMesh("node", Transform.IDENTITY, 0)))
                .meshes(List.of(new Mesh("mesh", List.of(square))))
                .materials(List.of(material))
                .images(List.of(new Image("", TEXELS, TEXELS, rgba, false)))
                .textures(List.of(new Texture("", 0, sampler)))
                .build();
    }

    private static int[] alphas(IntBinaryOperator alpha) {
        int[] texels = new int[TEXELS * TEXELS];
        for (int t = 0; t < texels.length; t++) {
            texels[t] = alpha.applyAsInt(t % TEXELS, t / TEXELS) << 24 | 0xffffff;
        }
        return texels;
    }

    private static float[] picture(Scene scene, View view, int samples, DeviceOptions options) {
        var settings =
                RenderSettings.defaults()
                        .withSize(SIDE, SIDE)
                        .withSamples(samples)
                        .withBackground(new Vec4(0, 0, 0, 0))
                        .withOutput(RenderSettings.Output.LINEAR_COLOR);
        try (var session = new Session(scene, settings, options)) {
            session.look(view);
            session.render();
            return session.target().floatPixels().clone();
        }
    }

    private static float[] covered(Scene scene, int samples) {
        float[] rgba =
                picture(scene, ShadowScenes.parallel(0, 90, 1), samples, DeviceOptions.DEFAULT);
        float[] alpha = new float[SIDE * SIDE];
        for (int p = 0; p < alpha.length; p++) {
            alpha[p] = rgba[4 * p + 3];
        }
        return alpha;
    }

    /** Alpha that rises over eight pixels across a line through the middle; 0.5 on the line. */
    private static int[] slope(double angle) {
        double nx = Math.cos(angle);
        double ny = Math.sin(angle);
        return alphas(
                (x, y) -> {
                    double texels = (x + 0.5 - TEXELS / 2.0) * nx + (y + 0.5 - TEXELS / 2.0) * ny;
                    return (int) Math.round(255 * Math.clamp(0.5 + texels / 4, 0.0, 1.0));
                });
    }

    /** Parts of a pixel whose distance from the line is at least so much, of 32x32. */
    private static double area(double angle, double least, int px, int py) {
        int parts = 32;
        int inside = 0;
        for (int i = 0; i < parts * parts; i++) {
            double x = px + (i % parts + 0.5) / parts - SIDE / 2.0;
            double y = py + (i / parts + 0.5) / parts - SIDE / 2.0;
            inside += x * Math.cos(angle) + y * Math.sin(angle) >= least ? 1 : 0;
        }
        return inside / (double) (parts * parts);
    }

    /** Where half the texels that a filter takes are the outermost, which go on. */
    private static boolean onBorder(int place) {
        return place < 2 || place >= SIDE - 2;
    }

    /**
     * As for any half-plane: a pixel is off by an eighth and half a sample at most, the pixels
     * along the edge by a tenth of a sample in the mean. Alphas of eight bits move the edge by up
     * to 1/64 of a pixel.
     */
    @ParameterizedTest
    @CsvSource({"4, 0.5", "8, 0.5", "4, 0.25", "4, 0.75"})
    void edgesOfATextureCoverTheirArea(int samples, double cutoff) {
        double least = 8 * (cutoff - 0.5);
        for (int degrees = 11; degrees < 360; degrees += 25) {
            double angle = Math.toRadians(degrees);
            var material = masked(cutoff).baseColorTexture(TextureRef.of(0)).build();
            float[] covered = covered(scene(material, null, CLAMPED, slope(angle)), samples);
            double sum = 0;
            int met = 0;
            for (int p = 0; p < covered.length; p++) {
                if (onBorder(p % SIDE) || onBorder(p / SIDE)) {
                    continue;
                }
                double area = area(angle, least, p % SIDE, p / SIDE);
                double off = covered[p] - area;
                assertThat(Math.abs(off))
                        .as("%d degrees, pixel %d", degrees, p)
                        .isLessThanOrEqualTo(0.125 + 0.5 / samples + 1 / 32.0);
                sum += off;
                met += area > 0 && area < 1 ? 1 : 0;
            }
            assertThat(met).isGreaterThan(SIDE - 8);
            assertThat(sum / met)
                    .as("%d degrees", degrees)
                    .isCloseTo(0, within(0.1 / samples + 1 / 64.0));
        }
    }

    /** Where alpha is flat as far as half a pixel there is no edge, whatever comes beyond. */
    @Test
    void halfAPixelIsLookedAtToEachSide() {
        double cutoff = 122.3;
        var material = masked(cutoff / 255).baseColorTexture(TextureRef.of(0)).build();
        for (boolean across : new boolean[] {false, true}) {
            for (boolean mirrored : new boolean[] {false, true}) {
                int[] rgba =
                        alphas(
                                (x, y) -> {
                                    int at = across ? x : y;
                                    return kinked(mirrored ? TEXELS - 1 - at : at);
                                });
                float[] covered = covered(scene(material, null, CLAMPED, rgba), 4);
                for (int i = 2; i < SIDE - 2; i++) {
                    int at = mirrored ? SIDE - 1 - i : i;
                    double alpha = between((at + 0.5) / 2);
                    double width = between((at + 1) / 2.0) - between(at / 2.0);
                    double hard = alpha < cutoff ? 0 : 1;
                    double share = width > 0 ? (alpha - cutoff) / width + 0.5 : hard;
                    double samples = Math.clamp(Math.floor(share * 4 + 0.5), 0.0, 4.0);
                    assertThat(covered[across ? SIDE * 20 + i : SIDE * i + 20])
                            .as("across %s, mirrored %s, pixel %d", across, mirrored, i)
                            .isEqualTo((float) samples / 4);
                }
            }
        }
    }

    /** Alpha of a texel, as a code: flat below the cutoff, and rising from the middle on. */
    private static int kinked(int texel) {
        return Math.clamp(120 + 20 * (texel - 15), 120, 255);
    }

    /** Likewise between the middles of texels, for a place in texels. */
    private static double between(double place) {
        int texel = (int) Math.floor(place - 0.5);
        double part = place - 0.5 - texel;
        return (1 - part) * kinked(texel) + part * kinked(texel + 1);
    }

    /** With one sample a pixel is there or not, as alpha at its middle says. */
    @Test
    void withOneSampleMasksStayHard() {
        var material = masked(0.5).baseColorTexture(TextureRef.of(0)).build();
        var scene = scene(material, null, CLAMPED, slope(0.3));
        float[] covered = covered(scene, 1);
        for (int p = 0; p < covered.length; p++) {
            double x = p % SIDE + 0.5 - SIDE / 2.0;
            double y = p / SIDE + 0.5 - SIDE / 2.0;
            double distance = x * Math.cos(0.3) + y * Math.sin(0.3);
            if (Math.abs(distance) > 1 / 32.0) {
                assertThat(covered[p]).isEqualTo(distance > 0 ? 1 : 0);
            }
        }
    }

    /** What has no edge is there or not, exactly at the cutoff too. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4, 8, 16})
    @Tag("kernels")
    void flatAlphasAreAllOrNone(int samples) {
        int[] rgba = alphas((x, y) -> 128);
        float alpha = 128 / 255f;
        float[][] cases = {
            {alpha, 1}, {Math.nextUp(alpha), 0}, {0, 1}, {0.25f, 1}, {0.75f, 0}, {1, 0}, {2, 0}
        };
        for (float[] of : cases) {
            var textured = masked(of[0]).baseColorTexture(TextureRef.of(0)).build();
            assertThat(covered(scene(textured, null, NEAREST, rgba), samples)).containsOnly(of[1]);
            var plain = masked(of[0]).baseColorFactor(new Vec4(1, 1, 1, alpha)).build();
            assertThat(covered(scene(plain, null, NEAREST, rgba), samples)).containsOnly(of[1]);
        }
    }

    /**
     * Whatever is beside it: 0 is nothing and 1 is everything, with cutoffs at either end as well.
     */
    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.5, 0.99, 1})
    @Tag("kernels")
    void noneAndAllAreExact(double cutoff) {
        int[] rgba = alphas((x, y) -> x * 7 + y * 3 & 4);
        for (int t = 0; t < rgba.length; t++) {
            rgba[t] = (rgba[t] >>> 24 != 0 ? 0xff000000 : 0) | 0xffffff;
        }
        var material = masked(cutoff).baseColorTexture(TextureRef.of(0)).build();
        float[] covered = covered(scene(material, null, NEAREST, rgba), 4);
        for (int p = 0; p < covered.length; p++) {
            int texel = rgba[p / SIDE / 2 * TEXELS + p % SIDE / 2];
            assertThat(covered[p]).isEqualTo(texel >>> 24 != 0 ? 1 : 0);
        }
    }

    /** All of it is at least 0, and nothing above 1. */
    @Test
    void cutoffsBeyondAllAlphasHaveNoEdge() {
        var all = masked(0).baseColorTexture(TextureRef.of(0)).build();
        assertThat(covered(scene(all, null, CLAMPED, slope(0.3)), 4)).containsOnly(1);
        var none = masked(1.05).baseColorTexture(TextureRef.of(0)).build();
        assertThat(covered(scene(none, null, CLAMPED, slope(0.3)), 4)).containsOnly(0);
    }

    /** Alpha 0 to 1 from left to right: at 0.4 of a column's width so much is covered. */
    @ParameterizedTest
    @ValueSource(ints = {4, 8, 16})
    void alphasOfVerticesHaveEdgesToo(int samples) {
        float[] colors = {1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1};
        float[] covered =
                covered(
                        scene(masked(20.4 / SIDE).build(), colors, NEAREST, alphas((x, y) -> 0)),
                        samples);
        for (int p = 0; p < covered.length; p++) {
            int x = p % SIDE;
            float share = Math.round(0.6f * samples) / (float) samples;
            assertThat(covered[p]).isEqualTo(x < 20 ? 0 : x == 20 ? share : 1);
        }
    }

    /**
     * Textures, their transforms and colours together, where derivatives change from near to far.
     */
    @Test
    @Tag("kernels")
    void everyWayHasTheSameBytes() {
        float[] colors = {1, 1, 1, 0.7f, 1, 0, 1, 1, 0, 1, 1, 0.9f, 1, 1, 0.5f, 1};
        // Half of it nothing: between what is decided at once lies what is not
        int[] rgba = alphas((x, y) -> Math.max(0, 510 * ((x / 3 + y / 5) & 1) - 255));
        var transform = new UvTransform(0.1f, 0.2f, 0.4f, 1.7f, 0.8f);
        var material = masked(0.4).baseColorTexture(new TextureRef(0, 0, 1, transform)).build();
        var scene = scene(material, colors, SamplerSpec.DEFAULT, rgba);
        var view = View.orbit(scene.worldBounds(), 25, 9, 1.3, 1);
        for (int samples : new int[] {4, 8}) {
            float[] expected = picture(scene, view, samples, DeviceOptions.REFERENCE);
            boolean between = false;
            for (int p = 3; p < expected.length; p += 4) {
                between |= expected[p] > 0 && expected[p] < 1;
            }
            assertThat(between).isTrue();
            for (var options :
                    List.of(
                            DeviceOptions.DEFAULT.withKernels(Kernels.SCALAR),
                            DeviceOptions.DEFAULT.withKernels(Kernels.VECTOR),
                            DeviceOptions.DEFAULT.withThreads(2).withTileSize(16).withWindow(1),
                            DeviceOptions.DEFAULT.withEarlyZ(EarlyZ.ON),
                            DeviceOptions.DEFAULT.withGroup(Group.of(2)))) {
                assertThat(picture(scene, view, samples, options)).isEqualTo(expected);
            }
        }
    }
}
