package dev.azulejo.scene.shading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.Random;

/** Sheen, brushed surfaces and thin films: in white surroundings, and against integrals. */
@Tag("kernels")
class LayersFurnaceTest {
    private static final PbrFeatures PLAIN = PbrFeatures.plain(Lighting.STUDIO);

    private static final PbrFeatures SHEEN =
            PLAIN.withFinish(
                    FinishFeatures.NONE.withSheen(new FinishFeatures.Sheen(true, false, false)));

    private static final PbrFeatures BRUSHED =
            PLAIN.withFinish(
                    FinishFeatures.NONE.withAnisotropy(new FinishFeatures.Anisotropy(true, false)));

    private static final PbrFeatures FILM =
            PLAIN.withFinish(
                    FinishFeatures.NONE.withIridescence(
                            new FinishFeatures.Iridescence(true, false, false)));

    private static final PbrFeatures LEAF =
            PLAIN.withFinish(
                    FinishFeatures.NONE.withDiffuse(
                            new FinishFeatures.Diffuse(true, false, false)));

    private static float[] sheen(float[] material, float color, float roughness) {
        Arrays.fill(material, PbrUniforms.SHEEN, PbrUniforms.SHEEN + 3, color);
        material[PbrUniforms.SHEEN + 3] = roughness;
        return material;
    }

    private static float[] brushed(float[] material, float strength, double rotation) {
        material[PbrUniforms.ANISOTROPY] = strength;
        material[PbrUniforms.ANISOTROPY + 1] = (float) Math.cos(rotation);
        material[PbrUniforms.ANISOTROPY + 2] = (float) Math.sin(rotation);
        return material;
    }

    // Sheen

    @ParameterizedTest
    @EnumSource
    void whiteUnderWhiteSheenIsWhite(Kernels kind) {
        var coated =
                new FinishFeatures(false, false, false, true, false, false, false)
                        .withSheen(SHEEN.finish().sheen());
        for (var features : new PbrFeatures[] {SHEEN, PLAIN.withFinish(coated)}) {
            for (float roughness : new float[] {0, 0.3f, 0.7f, 1}) {
                for (float metallic : new float[] {0, 1}) {
                    float[] material = sheen(Furnace.material(1, metallic, 0.6f), 1, roughness);
                    material[PbrUniforms.COAT] = 0.7f;
                    for (float lane : Furnace.ambient(kind, features, material)) {
                        assertThat(lane).as("roughness %s", roughness).isCloseTo(1, within(1e-5f));
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void blackSheenChangesNothing(Kernels kind) {
        float[] material = sheen(Furnace.material(0.5f, 0.2f, 0.4f), 0, 0.5f);
        assertThat(Furnace.ambient(kind, SHEEN, material))
                .isEqualTo(Furnace.ambient(kind, PLAIN, material));
    }

    /** Lights of all directions, one at a time, add up to the share that the fit says. */
    @ParameterizedTest
    @EnumSource
    void sheenScattersWhatLightsSend(Kernels kind) {
        for (float roughness : new float[] {0.3f, 0.6f, 1}) {
            float[] material = sheen(Furnace.material(0, 1, 1), 1, roughness);
            var batch = Furnace.surface(kind, SHEEN, material);
            Arrays.fill(batch.scratch[PbrKernels.THROUGH], 0);
            Furnace.lights(kind, SHEEN, 100, batch);
            for (int i = 0; Furnace.ANGLES[i] < 80; i++) {
                assertThat(batch.scratch[PbrKernels.RADIANCE][i])
                        .as("%s degrees, roughness %s", Furnace.ANGLES[i], roughness)
                        .isCloseTo(batch.scratch[PbrKernels.SHEEN_SHARE][i], within(0.03f));
            }
        }
    }

    /** Fibres shine at grazing angles most. */
    @Test
    void sheenShinesAtTheRim() {
        for (float roughness : new float[] {0.2f, 0.5f, 1}) {
            for (float v = 0.05f; v < 0.95f; v += 0.1f) {
                float share = SheenLight.albedo(roughness, v);
                assertThat(SheenLight.albedo(roughness, v + 0.1f)).isLessThan(share);
                assertThat(share).isBetween(0f, 1f);
            }
        }
    }

    /** What lies in a corner gets less of its surroundings, and so do fibres on it. */
    @Test
    void fibresAreOccludedAsTheirSurfaceIs() {
        float[] material = sheen(Furnace.material(0.3f, 0.5f, 0.6f), 0.8f, 0.5f);
        var light = new SheenLight(SHEEN);
        var open = Furnace.surface(Kernels.SCALAR, SHEEN, material);
        light.ambient(Furnace.FRAME, open);
        var corner = Furnace.surface(Kernels.SCALAR, SHEEN, material);
        Arrays.fill(corner.scratch[PbrKernels.OCCLUSION], 0.25f);
        light.ambient(Furnace.FRAME, corner);
        for (int i = 0; i < Furnace.ANGLES.length; i++) {
            float all = open.scratch[PbrKernels.RADIANCE][i];
            assertThat(all).isPositive();
            assertThat(corner.scratch[PbrKernels.RADIANCE][i]).isEqualTo(0.25f * all);
        }
    }

    // Brushed surfaces

    /** Scratches lie as they do whichever side is seen, and the other way round in a mirror. */
    @Test
    void directionsAreThoseOfTheMesh() {
        float[] material = brushed(Furnace.material(1, 1, 0.5f), 0.8f, 0.6);
        for (int facing = -1; facing <= 1; facing += 2) {
            for (int hand = -1; hand <= 1; hand += 2) {
                var batch = Furnace.surface(Kernels.SCALAR, BRUSHED, material);
                batch.facing[0] = facing;
                batch.varying[BRUSHED.tangentVarying() + 3][0] = hand;
                // A tangent that is not quite in the surface
                batch.varying[BRUSHED.tangentVarying() + 2][0] = 0.7f;
                batch.scratch[PbrKernels.NORMAL + 2][0] = facing;
                new BrushedSurface(BRUSHED).before(material, batch);
                float[][] s = batch.scratch;
                float sine = (float) Math.sin(0.6) * hand;
                assertThat(s[PbrKernels.ALONG][0]).isCloseTo((float) Math.cos(0.6), within(1e-6f));
                assertThat(s[PbrKernels.ALONG + 1][0]).isCloseTo(sine, within(1e-6f));
                assertThat(s[PbrKernels.ALONG + 2][0]).isCloseTo(0, within(1e-6f));
                assertThat(Math.abs(s[PbrKernels.ACROSS][0])).isCloseTo(0.5646f, within(1e-4f));
                float between =
                        s[PbrKernels.ALONG][0] * s[PbrKernels.ACROSS][0]
                                + s[PbrKernels.ALONG + 1][0] * s[PbrKernels.ACROSS + 1][0];
                assertThat(between).as("right angles").isCloseTo(0, within(1e-6f));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void brushedWhiteMetalIsWhite(Kernels kind) {
        for (float strength : new float[] {0, 0.4f, 1}) {
            for (float roughness : new float[] {0, 0.4f, 1}) {
                float[] material = brushed(Furnace.material(1, 1, roughness), strength, 0.3);
                for (float lane : Furnace.ambient(kind, BRUSHED, material)) {
                    assertThat(lane).isCloseTo(1, within(1e-5f));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void withoutStrengthSurfacesAreNotBrushed(Kernels kind) {
        float[] material = brushed(Furnace.material(0.7f, 0.5f, 0.5f), 0, 1);
        var plain = Furnace.surface(kind, PLAIN, material);
        var brushed = Furnace.surface(kind, BRUSHED, material);
        Furnace.lights(kind, PLAIN, 16, plain);
        Furnace.lights(kind, BRUSHED, 16, brushed);
        for (int i = 0; i < Furnace.ANGLES.length; i++) {
            float expected = plain.scratch[PbrKernels.RADIANCE][i];
            assertThat(brushed.scratch[PbrKernels.RADIANCE][i])
                    .isCloseTo(expected, within(1e-3f * (1 + expected)));
        }
    }

    /** Tangents that a normal map has bent the surface away from are bent along. */
    @Test
    void directionsLieInTheSurface() {
        float[] material = brushed(Furnace.material(1, 1, 0.5f), 0.8f, 0.6);
        var batch = Furnace.surface(Kernels.SCALAR, BRUSHED, material);
        float[][] s = batch.scratch;
        float[] normal = {0.48f, 0.6f, 0.64f};
        for (int c = 0; c < 3; c++) {
            s[PbrKernels.NORMAL + c][0] = normal[c];
        }
        new BrushedSurface(BRUSHED).before(material, batch);
        for (int row : new int[] {PbrKernels.ALONG, PbrKernels.ACROSS}) {
            double off = 0;
            double length = 0;
            for (int c = 0; c < 3; c++) {
                off += s[row + c][0] * normal[c];
                length += s[row + c][0] * s[row + c][0];
            }
            assertThat(off).isCloseTo(0, within(1e-6));
            assertThat(length).isCloseTo(1, within(1e-6));
        }
    }

    /** Lights of all directions, one at a time, send no more than there is, and not much less. */
    @ParameterizedTest
    @EnumSource
    void brushedMetalReflectsWhatLightsSend(Kernels kind) {
        for (double rotation : new double[] {0, 1}) {
            float[] material = brushed(Furnace.material(1, 1, 0.4f), 0.7f, rotation);
            var batch = Furnace.surface(kind, BRUSHED, material);
            Furnace.lights(kind, BRUSHED, 160, batch);
            for (int i = 0; Furnace.ANGLES[i] < 65; i++) {
                assertThat(batch.scratch[PbrKernels.RADIANCE][i])
                        .as("%s degrees, turned by %s", Furnace.ANGLES[i], rotation)
                        .isBetween(0.85f, 1.1f);
            }
        }
    }

    /** Facets of all directions, seen along the normal, cover the surface just once. */
    @Test
    void theDistributionIsOne() {
        float[] material = brushed(Furnace.material(1, 1, 0.5f), 0.8f, 0.6);
        var batch = Furnace.surface(Kernels.SCALAR, BRUSHED, material);
        float[][] s = batch.scratch;
        assertThat(s[PbrKernels.ALPHA_ALONG][0]).isCloseTo(0.25f + 0.75f * 0.64f, within(1e-6f));
        assertThat(s[PbrKernels.ALPHA_ACROSS][0]).isCloseTo(0.25f, within(1e-6f));
        assertThat(s[PbrKernels.ALONG][0]).isCloseTo((float) Math.cos(0.6), within(1e-6f));
        assertThat(s[PbrKernels.ALONG + 1][0]).isCloseTo((float) Math.sin(0.6), within(1e-6f));
        int steps = 400;
        double sum = 0;
        for (int ring = 0; ring < steps; ring++) {
            double z = (ring + 0.5) / steps;
            double r = Math.sqrt(1 - z * z);
            for (int sector = 0; sector < steps; sector++) {
                double angle = 2 * Math.PI * (sector + 0.5) / steps;
                float hx = (float) (r * Math.cos(angle));
                float hy = (float) (r * Math.sin(angle));
                // A light along the normal makes visibility 1/4 for a view along it
                float value = BrushedSurface.facets(s, 0, hx, hy, (float) z, 0, 0, 1, 1, (float) z);
                sum += 4 * value * z * 2 * Math.PI / steps / steps;
            }
        }
        assertThat(sum).isCloseTo(1, within(0.01));
    }

    /**
     * From straight behind, or where a half vector has no length, nothing is reflected: a number.
     */
    @Test
    void lightFromStraightBehindIsNone() {
        float[] material = brushed(Furnace.material(1, 1, 0.5f), 0.8f, 0.6);
        var batch = Furnace.surface(Kernels.SCALAR, BRUSHED, material);
        float[][] s = batch.scratch;
        for (int c = 0; c < 3; c++) {
            s[PbrKernels.ALONG + c][0] = c == 0 ? 1 : 0;
            s[PbrKernels.ACROSS + c][0] = c == 1 ? 1 : 0;
        }
        float behind = BrushedSurface.facets(s, 0, 0, 0, 0, 0, 0, -1, 0, 0);
        assertThat(behind * 0f).isZero();
    }

    /** What is mirrored is blurred along the surface's direction, and sharp across it. */
    @Test
    void edgesAreBlurredByDirection() {
        float[] frame = new float[PbrUniforms.FRAME_SIZE];
        Arrays.fill(frame, PbrUniforms.SKY, PbrUniforms.SKY + 3, 1);
        var batch = new FragmentBatch();
        float[][] s = batch.scratch;
        s[PbrKernels.ROUGHNESS][0] = 0.3f;
        s[PbrKernels.ALPHA_ALONG][0] = 1;
        s[PbrKernels.ALPHA_ACROSS][0] = 0.01f;
        float[] seen = new float[2];
        for (int upright = 0; upright < 2; upright++) {
            s[PbrKernels.ALONG + upright][0] = 1;
            s[PbrKernels.ALONG + 1 - upright][0] = 0;
            s[PbrKernels.ACROSS + upright][0] = 0;
            s[PbrKernels.ACROSS + 1 - upright][0] = 1;
            Surroundings.brushed(frame, 0, 0.2f, 0.98f, s, 0);
            seen[upright] = s[PbrKernels.PREFILTERED][0];
        }
        assertThat(seen[0]).as("just above the horizon, sharp").isEqualTo(1);
        double t = 0.2 * (Surroundings.STEEP + Surroundings.STEEPER) + 0.5;
        assertThat((double) seen[1]).as("and blurred").isCloseTo(t * t * (3 - 2 * t), within(1e-5));
    }

    /** As rough along as across: what is mirrored is what any other surface mirrors. */
    @Test
    void evenScratchesMirrorAsOtherSurfaces() {
        var random = new Random(5);
        float[] frame = new float[PbrUniforms.FRAME_SIZE];
        for (int k = 0; k < 12 + 3 + PbrUniforms.HAZE_POWERS; k++) {
            frame[PbrUniforms.SKY + k] = random.nextFloat();
        }
        frame[PbrUniforms.BOX_COUNT] = 2;
        for (int box = 0; box < 2; box++) {
            // Around z, with edges that are not at right angles
            double[][] edges = {{1, 0.1, 0.6}, {-1, 0.2, 0.5}, {0.1, 1, 0.4}, {0.1, -1, 0.7}};
            int at = PbrUniforms.BOXES + box * PbrUniforms.BOX_STRIDE;
            for (int e = 0; e < 4; e++) {
                double[] edge = edges[e];
                double length =
                        Math.sqrt(edge[0] * edge[0] + edge[1] * edge[1] + edge[2] * edge[2]);
                for (int c = 0; c < 3; c++) {
                    frame[at + 3 * e + c] = (float) (edge[c] / length) * (box == 0 ? 1 : -1);
                }
            }
            for (int c = 0; c < 3; c++) {
                frame[at + 12 + c] = 3 + c + box;
            }
        }
        float[][] s = new FragmentBatch().scratch;
        s[PbrKernels.ALONG][0] = 0.6f;
        s[PbrKernels.ALONG + 1][0] = 0.8f;
        s[PbrKernels.ACROSS][0] = -0.8f;
        s[PbrKernels.ACROSS + 1][0] = 0.6f;
        for (int i = 0; i < 2000; i++) {
            double x = random.nextGaussian();
            double y = random.nextGaussian();
            double z = random.nextGaussian();
            double unit = 1 / Math.sqrt(x * x + y * y + z * z);
            float rx = (float) (x * unit);
            float ry = (float) (y * unit);
            float rz = (float) (z * unit);
            float roughness = 0.1f + 0.9f * random.nextFloat();
            s[PbrKernels.ROUGHNESS][0] = roughness;
            s[PbrKernels.ALPHA_ALONG][0] = roughness * roughness;
            s[PbrKernels.ALPHA_ACROSS][0] = roughness * roughness;
            Surroundings.brushed(frame, rx, ry, rz, s, 0);
            Surroundings.along(frame, rx, ry, rz, roughness, s, PbrKernels.OWN, 0);
            for (int c = 0; c < 3; c++) {
                assertThat(s[PbrKernels.PREFILTERED + c][0])
                        .as("%s, channel %d", roughness, c)
                        .isCloseTo(s[PbrKernels.OWN + c][0], within(1e-4f));
            }
        }
    }

    // Programs

    /** A program does all that its layers do, in their order: a sum by hand is the same. */
    @ParameterizedTest
    @EnumSource
    void programsHaveAllTheirLayers(Kernels kind) {
        var coat = new FinishFeatures(false, false, false, true, false, false, false);
        var all =
                coat.withSheen(SHEEN.finish().sheen())
                        .withAnisotropy(BRUSHED.finish().anisotropy())
                        .withIridescence(FILM.finish().iridescence())
                        .withDiffuse(LEAF.finish().diffuse());
        for (var features : new PbrFeatures[] {SHEEN, BRUSHED, FILM, LEAF, PLAIN.withFinish(all)}) {
            float[] material = brushed(sheen(leaf(0.5f, 0.3f, 0.4f, 0.6f), 0.4f, 0.6f), 0.7f, 1);
            material[PbrUniforms.SPECULAR] = 1;
            material[PbrUniforms.COAT] = 0.6f;
            material[PbrUniforms.COAT + 1] = 0.4f;
            material[PbrUniforms.IRIDESCENCE] = 0.9f;
            material[PbrUniforms.IRIDESCENCE + 1] = 1.7f;
            material[PbrUniforms.IRIDESCENCE + 3] = 380;
            for (int side = -1; side <= 1; side += 2) {
                float[] frame = Furnace.FRAME.clone();
                frame[PbrUniforms.EXPOSURE] = 0.4f;
                frame[PbrUniforms.IRRADIANCE + 6] = -0.5f;
                frame[PbrUniforms.LIGHT_COUNT] = 1;
                int at = PbrUniforms.LIGHTS;
                frame[at] = 0.6f;
                frame[at + 2] = 0.8f * side;
                Arrays.fill(frame, at + 4, at + 7, 1.5f);
                frame[at + 12] = 1;
                var expected = Furnace.surface(kind, features, material);
                sum(kind, features, frame, at, expected);
                var batch = Furnace.surface(kind, features, material);
                batch.bind(
                        new BindGroup[] {
                            BindGroup.of(new UniformBuffer(frame)),
                            BindGroup.of(new UniformBuffer(material)),
                            BindGroup.of(new UniformBuffer(new float[PbrUniforms.OBJECT_SIZE]))
                        });
                for (float[] row : batch.scratch) {
                    Arrays.fill(row, Float.NaN);
                }
                PbrProgram.of(features).fragmentStage(kind).shade(batch);
                for (int i = 0; i < Furnace.ANGLES.length; i++) {
                    assertThat(batch.red[i])
                            .as("%s, %d", features.finish(), side)
                            .isCloseTo(expected.red[i], within(1e-5f));
                }
            }
        }
    }

    private static void sum(
            Kernels kind, PbrFeatures features, float[] frame, int at, FragmentBatch batch) {
        var finish = features.finish();
        var kernels = PbrKernels.of(kind);
        kernels.light(features, frame, at, batch);
        if (finish.coat()) {
            CoatKernels.of(kind).light(frame, at, batch);
        }
        if (finish.sheen().present()) {
            new SheenLight(features).light(frame, at, batch);
        }
        if (finish.diffuse().present()) {
            new DiffuseTransmission(features).light(frame, at, batch);
        }
        kernels.ambient(features, frame, batch);
        if (finish.sheen().present()) {
            new SheenLight(features).ambient(frame, batch);
        }
        if (finish.diffuse().present()) {
            new DiffuseTransmission(features).ambient(frame, batch);
        }
        if (finish.coat()) {
            CoatKernels.of(kind).ambient(frame, batch);
        }
        kernels.toneMap(frame, batch);
    }

    // Thin films

    /** Without thickness, or with none of the surface covered, there is no film. */
    @ParameterizedTest
    @EnumSource
    void noFilmChangesNothing(Kernels kind) {
        float[] material = Furnace.material(0.5f, 0.5f, 0.3f);
        material[PbrUniforms.SPECULAR] = 1;
        material[PbrUniforms.IRIDESCENCE] = 1;
        material[PbrUniforms.IRIDESCENCE + 1] = 1.5f;
        float[] none = Furnace.ambient(kind, FILM, material);
        material[PbrUniforms.IRIDESCENCE] = 0;
        material[PbrUniforms.IRIDESCENCE + 3] = 400;
        float[] nowhere = Furnace.ambient(kind, FILM, material);
        float[] plain = Furnace.ambient(kind, PLAIN, material);
        for (int i = 0; i < plain.length; i++) {
            assertThat(nowhere[i]).isCloseTo(plain[i], within(1e-5f));
            assertThat(none[i]).isCloseTo(plain[i], within(1e-3f));
        }
    }

    @ParameterizedTest
    @EnumSource
    void filmsMirrorNoMoreThanThereIs(Kernels kind) {
        for (float thickness : new float[] {50, 200, 400, 1200}) {
            for (float metallic : new float[] {0, 1}) {
                float[] material = Furnace.material(0.9f, metallic, 0.2f);
                material[PbrUniforms.SPECULAR] = 1;
                material[PbrUniforms.IRIDESCENCE] = 1;
                material[PbrUniforms.IRIDESCENCE + 1] = 1.8f;
                material[PbrUniforms.IRIDESCENCE + 3] = thickness;
                for (float lane : Furnace.ambient(kind, FILM, material)) {
                    assertThat(lane).isBetween(0f, 1.00001f);
                }
            }
        }
    }

    /** What a film mirrors is missing below it: nothing is lost. */
    @ParameterizedTest
    @EnumSource
    void whiteUnderAFilmIsWhite(Kernels kind) {
        for (float thickness : new float[] {120, 350}) {
            float[] material = Furnace.material(1, 0, 0.3f);
            material[PbrUniforms.SPECULAR] = 1;
            material[PbrUniforms.IRIDESCENCE] = 1;
            material[PbrUniforms.IRIDESCENCE + 1] = 1.8f;
            material[PbrUniforms.IRIDESCENCE + 3] = thickness;
            for (float lane : Furnace.ambient(kind, FILM, material)) {
                assertThat(lane).isCloseTo(1, within(1e-5f));
            }
        }
    }

    /** Whatever a file says, there is a number. */
    @Test
    void filmsWithoutMeasureMirrorSomething() {
        float most = Float.MAX_VALUE;
        for (float thickness : new float[] {0, 1e6f, most}) {
            for (float ior : new float[] {1, 1.5f, most}) {
                for (float f0 : new float[] {0, 0.04f, 1}) {
                    for (float v : new float[] {0.01f, 1}) {
                        assertThat(ThinFilm.mirrored(f0, thickness, ior, v, 0)).isBetween(0f, 1f);
                    }
                }
            }
        }
    }

    /** Airy's formula, wave number by wave number, weighed by the same bells. */
    private static double airy(double f0, double thickness, double ior, double v, int channel) {
        double[][] bells = {
            {1.6810, 4.3278e-3, 0.54856},
            {1.7953, 9.3046e-3, 0.44201},
            {2.2084, 6.6121e-3, 0.52481},
            {2.2399, 4.5282e-3, 0.09747}
        };
        double[][] rgb = {
            {3.2404542, -1.5371385, -0.4985314},
            {-0.9692660, 1.8760108, 0.0415560},
            {0.0556434, -0.2040259, 1.0572252}
        };
        double cosine = Math.sqrt(1 - (1 - v * v) / (ior * ior));
        double root = Math.sqrt(f0);
        double below = (1 + root) / (1 - root);
        double upper = schlick(Math.pow((ior - 1) / (ior + 1), 2), v);
        double lower = schlick(Math.pow((below - ior) / (below + ior), 2), cosine);
        double shift = below < ior ? Math.PI : 0;
        double way = 2 * ior * thickness * 1e-3 * cosine;
        double sum = 0;
        double all = 0;
        for (int b = 0; b < 4; b++) {
            double deviation = Math.sqrt(2 * bells[b][1]);
            for (int k = -300; k <= 300; k++) {
                double x = k / 60.0;
                double wave = bells[b][0] + x * deviation;
                // The upper side turns by half a wave outside of the film, and not inside
                double phase = 2 * Math.PI * way * wave + shift;
                double r1 = -Math.sqrt(upper);
                double r2 = Math.sqrt(lower);
                // (r1 + r2 e^i) / (1 + r1 r2 e^i), with the lower side's own sign in the phase
                double c = Math.cos(phase + Math.PI);
                double above = upper + lower + 2 * r1 * r2 * c;
                double under = 1 + upper * lower + 2 * r1 * r2 * c;
                double weight =
                        Math.exp(-x * x / 2) * rgb[channel][b % 3] * bells[b][2] * deviation;
                sum += weight * above / under;
                all += weight;
            }
        }
        return sum / all;
    }

    private static double schlick(double f0, double cosine) {
        return f0 + (Math.min(50 * f0, 1) - f0) * Math.pow(1 - cosine, 5);
    }

    @Test
    void filmsMirrorWhatAirysFormulaSays() {
        for (double f0 : new double[] {0.04, 0.1, 0.5}) {
            for (double thickness : new double[] {60, 150, 280, 400, 700, 1000}) {
                for (double ior : new double[] {1.2, 1.33, 1.8}) {
                    for (double v : new double[] {1, 0.8, 0.5, 0.3}) {
                        for (int c = 0; c < 3; c++) {
                            double expected = airy(f0, thickness, ior, v, c);
                            float is =
                                    ThinFilm.mirrored(
                                            (float) f0,
                                            (float) thickness,
                                            (float) ior,
                                            (float) v,
                                            c);
                            assertThat((double) is)
                                    .as("%s, %s nm, %s, %s, %d", f0, thickness, ior, v, c)
                                    .isCloseTo(Math.min(Math.max(expected, 0), 1), within(0.03));
                        }
                    }
                }
            }
        }
    }

    /** Films that are thinner than light notices fade out by their index. */
    @Test
    void thinFilmsFade() {
        for (float thickness : new float[] {7.5f, 15, 22.5f}) {
            double t = thickness / 30;
            double faded = 1 + 0.8 * (t * t * (3 - 2 * t));
            double expected = airy(0.04, thickness, faded, 0.8, 1);
            assertThat((double) ThinFilm.mirrored(0.04f, thickness, 1.8f, 0.8f, 1))
                    .as("%s nm", thickness)
                    .isCloseTo(expected, within(0.004));
        }
    }

    @Test
    void cosinesOfTurns() {
        for (int i = -4000; i <= 4000; i++) {
            float turns = i / 313f;
            assertThat((double) ThinFilm.cosine(turns))
                    .isCloseTo(Math.cos(2 * Math.PI * turns), within(2e-5));
        }
    }

    // Light that is scattered to the other side

    private static float[] leaf(float base, float metallic, float factor, float color) {
        float[] material = Furnace.material(base, metallic, 0.5f);
        material[PbrUniforms.DIFFUSE_TRANSMISSION] = factor;
        int red = PbrUniforms.DIFFUSE_TRANSMISSION + 1;
        Arrays.fill(material, red, red + 3, color);
        return material;
    }

    @ParameterizedTest
    @EnumSource
    void whiteThatIsWhiteFromBehindIsWhite(Kernels kind) {
        for (float factor : new float[] {0, 0.3f, 1}) {
            for (float metallic : new float[] {0, 1}) {
                for (float lane : Furnace.ambient(kind, LEAF, leaf(1, metallic, factor, 1))) {
                    assertThat(lane).isCloseTo(1, within(1e-5f));
                }
            }
        }
    }

    /** Lambert's law from behind, of what the surface does not mirror. */
    @ParameterizedTest
    @EnumSource
    void lightFromBehindComesThrough(Kernels kind) {
        float[] frame = Furnace.FRAME.clone();
        int at = PbrUniforms.LIGHTS;
        frame[at] = 0.6f;
        frame[at + 2] = -0.8f;
        Arrays.fill(frame, at + 4, at + 7, 3);
        frame[at + 12] = 1;
        var batch = Furnace.surface(kind, LEAF, leaf(0.7f, 0, 0.25f, 0.5f));
        PbrKernels.of(kind).light(LEAF, frame, at, batch);
        assertThat(batch.scratch[PbrKernels.RADIANCE][0]).isZero();
        new DiffuseTransmission(LEAF).light(frame, at, batch);
        double expected = 0.5 * 0.25 * 3 * 0.8 / Math.PI;
        assertThat((double) batch.scratch[PbrKernels.RADIANCE][0])
                .isCloseTo(expected * batch.scratch[PbrKernels.LET_IN][0], within(1e-6));
        frame[at + 2] = 0.8f;
        var front = Furnace.surface(kind, LEAF, leaf(0.7f, 0, 0.25f, 0.5f));
        PbrKernels.of(kind).light(LEAF, frame, at, front);
        float before = front.scratch[PbrKernels.RADIANCE][0];
        new DiffuseTransmission(LEAF).light(frame, at, front);
        assertThat(front.scratch[PbrKernels.RADIANCE][0]).isEqualTo(before).isPositive();
    }

    /** Lights have colours, on both sides of a leaf and among fibres. */
    @Test
    void lightsHaveColors() {
        float[] frame = Furnace.FRAME.clone();
        int at = PbrUniforms.LIGHTS;
        frame[at + 12] = 1;
        for (int c = 0; c < 3; c++) {
            frame[at + 4 + c] = 1 << c;
        }
        for (int side = -1; side <= 1; side += 2) {
            frame[at + 2] = side;
            var features = side < 0 ? LEAF : SHEEN;
            float[] material = sheen(leaf(0.7f, 0, 0.5f, 0.5f), 1, 0.6f);
            var batch = Furnace.surface(Kernels.SCALAR, features, material);
            PbrKernels.of(Kernels.SCALAR).light(features, frame, at, batch);
            float[][] s = batch.scratch;
            // Seen from the side: fibres send nothing straight back
            int lane = 4;
            float[] before = new float[3];
            for (int c = 0; c < 3; c++) {
                before[c] = s[PbrKernels.RADIANCE + c][lane];
            }
            if (side < 0) {
                new DiffuseTransmission(features).light(frame, at, batch);
            } else {
                new SheenLight(features).light(frame, at, batch);
            }
            float red = s[PbrKernels.RADIANCE][lane] - before[0];
            assertThat(red).isPositive();
            for (int c = 1; c < 3; c++) {
                assertThat(s[PbrKernels.RADIANCE + c][lane] - before[c])
                        .isCloseTo(red * (1 << c), within(1e-4f * red));
            }
        }
    }

    /** What a texture says is metal scatters nothing. */
    @Test
    void metalInALeafScattersNothing() {
        var mapped =
                new PbrFeatures(
                        false,
                        true,
                        false,
                        false,
                        false,
                        1,
                        false,
                        false,
                        false,
                        false,
                        Lighting.STUDIO,
                        false,
                        LEAF.finish());
        float[] material = leaf(0.7f, 1, 0.5f, 0.5f);
        var batch = Furnace.surface(Kernels.SCALAR, mapped, material);
        float[][] s = batch.scratch;
        for (float metallic : new float[] {0, 0.25f, 1}) {
            Arrays.fill(s[PbrKernels.METALLIC], metallic);
            new DiffuseTransmission(mapped).before(material, batch);
            assertThat(s[PbrKernels.SCATTERED][0])
                    .isCloseTo(
                            0.5f * 0.5f * (1 - metallic) * s[PbrKernels.LET_IN][0], within(1e-6f));
        }
    }

    /** A coat, fibres and what goes straight through leave less to be scattered. */
    @Test
    void scatteringIsBelowAllElse() {
        var layered =
                new FinishFeatures(false, false, false, true, false, false, false)
                        .withSheen(SHEEN.finish().sheen())
                        .withTransmission(
                                new TransmissionFeatures(true, false, false, false, false))
                        .withDiffuse(LEAF.finish().diffuse());
        var features = PLAIN.withFinish(layered);
        float[] material = sheen(leaf(0.7f, 0.5f, 0.4f, 0.5f), 0.6f, 0.5f);
        material[PbrUniforms.COAT] = 0.8f;
        material[PbrUniforms.TRANSMISSION] = 0.75f;
        var batch = Furnace.surface(Kernels.SCALAR, features, material);
        var plain = Furnace.surface(Kernels.SCALAR, LEAF, material);
        float[][] s = batch.scratch;
        for (int i = 0; i < Furnace.ANGLES.length; i++) {
            float alone = plain.scratch[PbrKernels.SCATTERED][i];
            assertThat(alone)
                    .isCloseTo(
                            0.5f * 0.4f * 0.5f * plain.scratch[PbrKernels.LET_IN][i],
                            within(1e-6f));
            assertThat(s[PbrKernels.SCATTERED][i])
                    .isCloseTo(alone * 0.25f * s[PbrKernels.THROUGH][i], within(1e-6f));
            assertThat(s[PbrKernels.DIFFUSE][i])
                    .isCloseTo(0.7f * 0.5f * 0.25f * 0.6f, within(1e-6f));
        }
    }

    /** Surroundings that are bright on one side light a leaf's other side. */
    @Test
    void surroundingsBehindComeThrough() {
        float[] frame = Furnace.FRAME.clone();
        // Twice as bright at z = -1 as on average, and black at z = 1
        Arrays.fill(frame, PbrUniforms.IRRADIANCE + 6, PbrUniforms.IRRADIANCE + 9, -1);
        for (int facing = -1; facing <= 1; facing += 2) {
            var batch = Furnace.surface(Kernels.SCALAR, LEAF, leaf(0.7f, 0, 0.25f, 0.5f));
            batch.scratch[PbrKernels.NORMAL + 2][0] = facing;
            batch.scratch[PbrKernels.OCCLUSION][0] = 0.5f;
            new DiffuseTransmission(LEAF).ambient(frame, batch);
            float sent = batch.scratch[PbrKernels.SCATTERED][0];
            assertThat(sent).isPositive();
            assertThat(batch.scratch[PbrKernels.RADIANCE][0])
                    .isEqualTo(facing > 0 ? 2 * 0.5f * sent : 0);
        }
    }

    @Test
    void partsNeedAWhole() {
        for (var finish :
                new Runnable[] {
                    () ->
                            FinishFeatures.NONE.withSheen(
                                    new FinishFeatures.Sheen(false, true, false)),
                    () ->
                            FinishFeatures.NONE.withAnisotropy(
                                    new FinishFeatures.Anisotropy(false, true)),
                    () ->
                            FinishFeatures.NONE.withIridescence(
                                    new FinishFeatures.Iridescence(false, false, true)),
                    () ->
                            FinishFeatures.NONE.withDiffuse(
                                    new FinishFeatures.Diffuse(false, true, false))
                }) {
            assertThatThrownBy(finish::run).hasMessage("finish: a texture of what is not there");
        }
    }
}
