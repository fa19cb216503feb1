package dev.azulejo.scene.shading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.shading.vector.VectorPbrKernels;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.Random;

/**
 * Brushed surfaces: in white surroundings, against integrals, and in which directions they mirror.
 */
@Tag("kernels")
class BrushedSurfaceTest {
    /** Scratches lie as they do whichever side is seen, and the other way round in a mirror. */
    @Test
    void directionsAreThoseOfTheMesh() {
        float[] material = Layers.brushed(Furnace.material(1, 1, 0.5f), 0.8f, 0.6);
        for (int facing = -1; facing <= 1; facing += 2) {
            for (int hand = -1; hand <= 1; hand += 2) {
                var batch = Furnace.surface(Kernels.SCALAR, Layers.BRUSHED, material);
                batch.facing[0] = facing;
                batch.varying[Layers.BRUSHED.tangentVarying() + 3][0] = hand;
                // A tangent that is not quite in the surface
                batch.varying[Layers.BRUSHED.tangentVarying() + 2][0] = 0.7f;
                batch.scratch[PbrKernels.NORMAL + 2][0] = facing;
                new BrushedSurface(Layers.BRUSHED).before(material, batch);
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

    /** What a texture says is turned further, as angles add up, and its strength is a share. */
    @Test
    void texturesAreTurnedByTheRotation() {
        var finish = FinishFeatures.NONE.withAnisotropy(new FinishFeatures.Anisotropy(true, true));
        var features = Layers.PLAIN.withFinish(finish);
        float[] material = Layers.brushed(Furnace.material(1, 1, 0.5f), 0.8f, Math.PI / 6);
        var batch = Furnace.surface(Kernels.SCALAR, features, material);
        float[][] s = batch.scratch;
        s[PbrKernels.ALONG][0] = (float) (0.5 + 0.5 * Math.cos(Math.PI / 3));
        s[PbrKernels.ALONG + 1][0] = (float) (0.5 + 0.5 * Math.sin(Math.PI / 3));
        s[PbrKernels.ALONG + 2][0] = 0.5f;
        new BrushedSurface(features).before(material, batch);
        float sine = batch.varying[features.tangentVarying() + 3][0] * batch.facing[0];
        assertThat(s[PbrKernels.ALONG][0]).isCloseTo(0, within(1e-6f));
        assertThat(s[PbrKernels.ALONG + 1][0]).isCloseTo(sine, within(1e-6f));
        float alpha = 0.5f * 0.5f;
        assertThat(s[PbrKernels.ALPHA_ALONG][0])
                .isCloseTo(alpha + (1 - alpha) * 0.4f * 0.4f, within(1e-6f));
        assertThat(s[PbrKernels.ALPHA_ACROSS][0]).isCloseTo(alpha, within(1e-6f));
    }

    @ParameterizedTest
    @EnumSource
    void brushedWhiteMetalIsWhite(Kernels kind) {
        for (float strength : new float[] {0, 0.4f, 1}) {
            for (float roughness : new float[] {0, 0.4f, 1}) {
                float[] material = Layers.brushed(Furnace.material(1, 1, roughness), strength, 0.3);
                for (float lane : Furnace.ambient(kind, Layers.BRUSHED, material)) {
                    assertThat(lane).isCloseTo(1, within(1e-5f));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void withoutStrengthSurfacesAreNotBrushed(Kernels kind) {
        float[] material = Layers.brushed(Furnace.material(0.7f, 0.5f, 0.5f), 0, 1);
        var plain = Furnace.surface(kind, Layers.PLAIN, material);
        var brushed = Furnace.surface(kind, Layers.BRUSHED, material);
        Furnace.lights(kind, Layers.PLAIN, 16, plain);
        Furnace.lights(kind, Layers.BRUSHED, 16, brushed);
        for (int i = 0; i < Furnace.ANGLES.length; i++) {
            float expected = plain.scratch[PbrKernels.RADIANCE][i];
            assertThat(brushed.scratch[PbrKernels.RADIANCE][i])
                    .isCloseTo(expected, within(1e-3f * (1 + expected)));
        }
    }

    /** Tangents that a normal map has bent the surface away from are bent along. */
    @Test
    void directionsLieInTheSurface() {
        float[] material = Layers.brushed(Furnace.material(1, 1, 0.5f), 0.8f, 0.6);
        var batch = Furnace.surface(Kernels.SCALAR, Layers.BRUSHED, material);
        float[][] s = batch.scratch;
        float[] normal = {0.48f, 0.6f, 0.64f};
        for (int c = 0; c < 3; c++) {
            s[PbrKernels.NORMAL + c][0] = normal[c];
        }
        new BrushedSurface(Layers.BRUSHED).before(material, batch);
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
            float[] material = Layers.brushed(Furnace.material(1, 1, 0.4f), 0.7f, rotation);
            var batch = Furnace.surface(kind, Layers.BRUSHED, material);
            Furnace.lights(kind, Layers.BRUSHED, 160, batch);
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
        float[] material = Layers.brushed(Furnace.material(1, 1, 0.5f), 0.8f, 0.6);
        var batch = Furnace.surface(Kernels.SCALAR, Layers.BRUSHED, material);
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
        float[] material = Layers.brushed(Furnace.material(1, 1, 0.5f), 0.8f, 0.6);
        var batch = Furnace.surface(Kernels.SCALAR, Layers.BRUSHED, material);
        float[][] s = batch.scratch;
        for (int c = 0; c < 3; c++) {
            s[PbrKernels.ALONG + c][0] = c == 0 ? 1 : 0;
            s[PbrKernels.ACROSS + c][0] = c == 1 ? 1 : 0;
        }
        float behind = BrushedSurface.facets(s, 0, 0, 0, 0, 0, 0, -1, 0, 0);
        assertThat(behind * 0f).isZero();
    }

    /** Also where an edge's plane, or the surface's directions, are none. */
    @Test
    void vectorTwinMirrorsTheSameBits() {
        var random = new Random(23);
        int numbers = 0;
        for (int round = 0; round < 200; round++) {
            float[] frame = new float[PbrUniforms.FRAME_SIZE];
            for (int k = 0; k < frame.length; k++) {
                frame[k] = random.nextInt(8) == 0 ? 0 : random.nextFloat() * 2 - 0.7f;
            }
            frame[PbrUniforms.BOX_COUNT] = random.nextInt(PbrUniforms.MAX_BOXES + 1);
            var one = new FragmentBatch();
            var other = new FragmentBatch();
            one.count = other.count = 1 + random.nextInt(70);
            for (int k = 0; k < PbrKernels.SCRATCH_END; k++) {
                for (int i = 0; i < one.count; i++) {
                    boolean none = k >= PbrKernels.ALONG && random.nextInt(3) == 0;
                    one.scratch[k][i] = none ? 0 : random.nextFloat() * 2 - 0.7f;
                }
                System.arraycopy(one.scratch[k], 0, other.scratch[k], 0, one.count);
            }
            new ScalarPbrKernels().ambient(Layers.BRUSHED, frame, one);
            new VectorPbrKernels().ambient(Layers.BRUSHED, frame, other);
            for (int c = 0; c < 6; c++) {
                int k = c < 3 ? PbrKernels.RADIANCE + c : PbrKernels.PREFILTERED + c - 3;
                for (int i = 0; i < one.count; i++) {
                    assertThat(Float.floatToIntBits(other.scratch[k][i]))
                            .as("round %d, row %d, lane %d", round, k, i)
                            .isEqualTo(Float.floatToIntBits(one.scratch[k][i]));
                }
            }
            for (int i = 0; i < one.count; i++) {
                numbers += Float.isFinite(one.scratch[PbrKernels.PREFILTERED][i]) ? 1 : 0;
            }
        }
        // What is no number is as any other that is none
        assertThat(numbers).isGreaterThan(5000);
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
}
