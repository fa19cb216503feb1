package dev.azulejo.scene.shading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.resource.AddressMode;
import dev.azulejo.core.resource.Filter;
import dev.azulejo.core.resource.MipFilter;
import dev.azulejo.core.resource.Sampler;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.FragmentBatch;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.Random;

/** Where a surface looks for its light, in maps that say where one has looked. */
class EnvironmentLightTest {
    private static final PbrFeatures PLAIN = PbrFeatures.plain(Lighting.ENVIRONMENT);

    private static final PbrFeatures BRUSHED =
            PLAIN.withFinish(
                    FinishFeatures.NONE.withAnisotropy(new FinishFeatures.Anisotropy(true, false)));

    private static final int LANES = 60;

    /** Between texels of 64 a side a direction is this far from what it should be, at most. */
    private static final double EXACT = 0.02;

    /** Added to directions, which light cannot be. */
    private static final double OFFSET = 4;

    private static final Sampler SAMPLER =
            new Sampler(
                    Filter.LINEAR,
                    Filter.LINEAR,
                    MipFilter.NONE,
                    AddressMode.CLAMP_TO_EDGE,
                    AddressMode.CLAMP_TO_EDGE,
                    1);

    private static final Texture MAPS = maps();

    /**
     * The first map holds, as red, green and blue, x, y and z of each direction, and {@link
     * #OFFSET}; the others {@link #bright} times as much.
     */
    private static Texture maps() {
        int sharpest = 64;
        var texture =
                new Texture(
                        TextureFormat.RGBA32_FLOAT,
                        EnvironmentAtlas.width(sharpest),
                        EnvironmentAtlas.height(sharpest),
                        false);
        var d = new double[3];
        for (int map = 0; map < EnvironmentAtlas.LEVELS; map++) {
            int first = EnvironmentAtlas.first(sharpest, map);
            int side = EnvironmentAtlas.side(sharpest, map);
            for (int row = 0; row < side; row++) {
                for (int column = 0; column < side; column++) {
                    EnvironmentAtlas.direction((column + 0.5) / side, (row + 0.5) / side, d);
                    unit(d);
                    int at = 4 * (first + (row + 1) * (side + 2) + column + 1);
                    for (int k = 0; k < 3; k++) {
                        texture.floats()[at + k] = (float) (bright(map) * (OFFSET + d[k]));
                    }
                }
            }
            EnvironmentAtlas.close(texture.floats(), first, side);
        }
        return texture;
    }

    /** Of maps 1, 2, 5, 10 and so on; half of two neighbours' halfway between them. */
    private static double bright(double map) {
        int below = (int) Math.min(map, EnvironmentAtlas.LEVELS - 2);
        double part = map - below;
        return (1 - part) * (1 + below * below) + part * (1 + (below + 1) * (below + 1));
    }

    private static double dot(double[] a, double[] b) {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }

    private static void unit(double[] v) {
        double length = Math.sqrt(dot(v, v));
        for (int k = 0; k < 3; k++) {
            v[k] /= length;
        }
    }

    private static double[] random(Random random) {
        double[] v = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
        unit(v);
        return v;
    }

    /** Turned about y, towards x from z, by an angle whose cosine and sine these are. */
    private static double[] turned(double[] d, double cosine, double sine) {
        return new double[] {
            cosine * d[0] - sine * d[2], d[1], sine * d[0] + cosine * d[2],
        };
    }

    /** A surface of random normals, seen from its front, in an environment that is turned. */
    private static FragmentBatch surface(double cosine, double sine) {
        float[] frame = new float[PbrUniforms.FRAME_SIZE];
        frame[PbrUniforms.ENVIRONMENT_TURN] = (float) cosine;
        frame[PbrUniforms.ENVIRONMENT_TURN + 1] = (float) sine;
        var batch = new FragmentBatch();
        batch.count = LANES;
        // The last texture is that of the environment
        var behind = new Texture(TextureFormat.RGBA32_FLOAT, 66, 66, false);
        batch.groups[PbrUniforms.FRAME] =
                new BindGroup(
                        new UniformBuffer(frame), List.of(behind, MAPS), List.of(SAMPLER, SAMPLER));
        var random = new Random(5);
        for (int i = 0; i < LANES; i++) {
            double[] n = random(random);
            double[] v = random(random);
            double side = Math.signum(dot(n, v));
            for (int k = 0; k < 3; k++) {
                batch.scratch[PbrKernels.NORMAL + k][i] = (float) n[k];
                batch.scratch[PbrKernels.VIEW + k][i] = (float) (side * v[k]);
            }
            if (i % 10 == 0) {
                // Seen at a grazing angle: along the surface, and a little above
                double along = dot(n, v);
                for (int k = 0; k < 3; k++) {
                    v[k] += (0.004 * side - along) * n[k];
                }
                unit(v);
                for (int k = 0; k < 3; k++) {
                    batch.scratch[PbrKernels.VIEW + k][i] = (float) (side * v[k]);
                }
            }
            float[] some = {0, 0.045f, 0.1f, 0.3f, 0.5f, 0.7f, 0.9f, 1};
            batch.scratch[PbrKernels.ROUGHNESS][i] = some[i % some.length];
        }
        return batch;
    }

    private static double[] row(FragmentBatch batch, int row, int lane) {
        var v = new double[3];
        for (int k = 0; k < 3; k++) {
            v[k] = batch.scratch[row + k][lane];
        }
        return v;
    }

    /** The ray of a mirror, turned towards the normal by a part that is the roughness squared. */
    private static double[] ray(double[] n, double[] v, double roughness) {
        var r = new double[3];
        double part = roughness * roughness;
        for (int k = 0; k < 3; k++) {
            double mirrored = 2 * dot(n, v) * n[k] - v[k];
            r[k] = part * n[k] + (1 - part) * mirrored;
        }
        unit(r);
        return r;
    }

    /** Which map is that of a roughness: 0.045 + 0.955 (map / 8)^2. */
    private static double map(double roughness) {
        return 8 * Math.sqrt(Math.max(roughness - 0.045, 0) / 0.955);
    }

    private static void isFrom(
            double[] direction, double map, FragmentBatch batch, int row, int lane, double share) {
        double[] found = row(batch, row, lane);
        for (int k = 0; k < 3; k++) {
            assertThat(found[k] / share / bright(map) - OFFSET)
                    .as("lane %d, axis %d", lane, k)
                    .isCloseTo(direction[k], within(EXACT));
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "0, 1", "-0.6, 0.8"})
    void whatIsMirroredComesFromTheRay(double cosine, double sine) {
        var batch = surface(cosine, sine);
        new EnvironmentLight(PLAIN).before(batch);
        for (int i = 0; i < LANES; i++) {
            double roughness = batch.scratch[PbrKernels.ROUGHNESS][i];
            double[] n = row(batch, PbrKernels.NORMAL, i);
            double[] r = ray(n, row(batch, PbrKernels.VIEW, i), roughness);
            isFrom(turned(r, cosine, sine), map(roughness), batch, PbrKernels.PREFILTERED, i, 1);
        }
    }

    /** From around the normal, and from around its opposite on the other side. */
    @ParameterizedTest
    @CsvSource({"1, 0", "0, 1", "-0.6, 0.8"})
    void whatIsReceivedComesFromTheSideThatIsMeant(double cosine, double sine) {
        var batch = surface(cosine, sine);
        var light = new EnvironmentLight(PLAIN);
        light.before(batch);
        for (int i = 0; i < LANES; i++) {
            double[] n = turned(row(batch, PbrKernels.NORMAL, i), cosine, sine);
            isFrom(n, 8, batch, PbrKernels.IRRADIANCE, i, 1);
        }
        light.behind(batch);
        for (int i = 0; i < LANES; i++) {
            double[] n = turned(row(batch, PbrKernels.NORMAL, i), -cosine, -sine);
            n[1] = -n[1];
            isFrom(n, 8, batch, PbrKernels.IRRADIANCE, i, 1);
        }
    }

    /** A coat mirrors by its own normal and roughness, as much as it mirrors and is not hidden. */
    @Test
    void aCoatMirrorsByItself() {
        var batch = surface(0.8, 0.6);
        float[][] s = batch.scratch;
        var random = new Random(6);
        for (int i = 0; i < LANES; i++) {
            double[] n = random(random);
            double side = Math.signum(dot(n, row(batch, PbrKernels.VIEW, i)));
            for (int k = 0; k < 3; k++) {
                s[PbrKernels.COAT_NORMAL + k][i] = (float) (side * n[k]);
                s[PbrKernels.RADIANCE + k][i] = 2;
            }
            s[PbrKernels.COAT_ROUGHNESS][i] = 0.1f + 0.8f * random.nextFloat();
            s[PbrKernels.COAT][i] = 0.5f;
            s[PbrKernels.OCCLUSION][i] = i % 2 == 0 ? 1 : 0.25f;
        }
        new EnvironmentLight(PLAIN).coat(batch);
        for (int i = 0; i < LANES; i++) {
            double roughness = s[PbrKernels.COAT_ROUGHNESS][i];
            double[] n = row(batch, PbrKernels.COAT_NORMAL, i);
            double[] r = ray(n, row(batch, PbrKernels.VIEW, i), roughness);
            for (int k = 0; k < 3; k++) {
                s[PbrKernels.RADIANCE + k][i] -= 2;
            }
            double share = i % 2 == 0 ? 0.5 : 0.125;
            double[] from = turned(r, 0.8, 0.6);
            isFrom(from, map(roughness), batch, PbrKernels.RADIANCE, i, share);
        }
    }

    /**
     * Eight facets, each of an eighth of GGX's distribution along the rougher direction: of facets
     * of an alpha, the share that leans less than a slope s is half of 1 + s / sqrt(alpha^2 + s^2).
     * Each ray is blurred as across, but by a quarter of along at least, and what that blurs along
     * facets need not: alphas add up by their squares. What comes from below does not count.
     */
    @ParameterizedTest
    @CsvSource({"0.5, 0.3", "0.6, 0.09", "0.2, 0.2", "0.9, 0.01"})
    void aBrushedSurfaceMirrorsAlongEightRays(double along, double across) {
        var batch = surface(0.8, 0.6);
        float[][] s = batch.scratch;
        var random = new Random(7);
        for (int i = 0; i < LANES; i++) {
            double[] n = row(batch, PbrKernels.NORMAL, i);
            double[] t = random(random);
            double off = dot(n, t);
            for (int k = 0; k < 3; k++) {
                t[k] -= off * n[k];
            }
            unit(t);
            for (int k = 0; k < 3; k++) {
                s[PbrKernels.ALONG + k][i] = (float) t[k];
            }
            s[PbrKernels.ALPHA_ALONG][i] = (float) along;
            s[PbrKernels.ALPHA_ACROSS][i] = (float) across;
            s[PbrKernels.ROUGHNESS][i] = Float.NaN;
        }
        new EnvironmentLight(BRUSHED).before(batch);
        double each = Math.max(across, along / 4);
        double roughness = Math.sqrt(each);
        for (int i = 0; i < LANES; i++) {
            double[] n = row(batch, PbrKernels.NORMAL, i);
            double[] t = row(batch, PbrKernels.ALONG, i);
            double[] v = row(batch, PbrKernels.VIEW, i);
            var sum = new double[3];
            double all = 0;
            for (int eighth = -7; eighth <= 7; eighth += 2) {
                double c = eighth / 8.0;
                double slope = Math.sqrt(along * along - each * each) * c / Math.sqrt(1 - c * c);
                var h = new double[3];
                for (int k = 0; k < 3; k++) {
                    h[k] = n[k] + slope * t[k];
                }
                unit(h);
                double[] r = ray(h, v, 0);
                double weight = Math.max(dot(r, n), 0);
                var bent = new double[3];
                for (int k = 0; k < 3; k++) {
                    bent[k] = r[k] + (n[k] - r[k]) * each;
                }
                unit(bent);
                for (int k = 0; k < 3; k++) {
                    sum[k] += weight * bent[k];
                }
                all += weight;
            }
            for (int k = 0; k < 3; k++) {
                sum[k] /= all;
            }
            isFrom(turned(sum, 0.8, 0.6), map(roughness), batch, PbrKernels.PREFILTERED, i, 1);
        }
    }
}
