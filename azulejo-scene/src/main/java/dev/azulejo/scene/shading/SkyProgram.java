package dev.azulejo.scene.shading;

import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.shader.VertexStage;
import dev.azulejo.scene.math.Vec3;

import java.util.Arrays;
import java.util.List;

/**
 * A sky behind the scene: of each pixel the colour of where the view looks there. Placed as {@link
 * BackgroundProgram} is; the sky's values are the material's uniforms.
 *
 * <p>Powers of cosines stand for haze and glow, as they do for highlights: Phong, "Illumination for
 * Computer Generated Pictures", 1975. One plain loop serves both kinds of kernels.
 */
public final class SkyProgram implements ShaderProgram {
    /** There is one. */
    public static final SkyProgram INSTANCE = new SkyProgram();

    private static final int HORIZON = 0;
    private static final int ZENITH = 3;
    private static final int GROUND = 6;
    private static final int TOWARDS_SUN = 9;
    private static final int SUN = 12;

    /** Cosines of the angles at which the sun's disc ends, and at which it is full. */
    private static final float DISC_END = 0.99955f;

    private static final float DISC_FULL = 0.99975f;

    private final VertexStage vertices = new BackgroundProgram.Vertices();

    private SkyProgram() {}

    /**
     * Returns the uniforms of a sky: colours at the horizon, straight up and straight down, a unit
     * vector towards the sun, and what its glow adds.
     */
    public static float[] values(
            Vec3 horizon, Vec3 zenith, Vec3 ground, Vec3 towardsSun, Vec3 sun) {
        float[] values = new float[SUN + 3];
        int at = 0;
        for (Vec3 part : List.of(horizon, zenith, ground, towardsSun, sun)) {
            values[at++] = part.x();
            values[at++] = part.y();
            values[at++] = part.z();
        }
        return values;
    }

    @Override
    public String name() {
        return "sky";
    }

    @Override
    public int varyingCount() {
        return 3;
    }

    @Override
    public VertexStage vertexStage(Kernels kernels) {
        return vertices;
    }

    @Override
    public FragmentStage fragmentStage(Kernels kernels) {
        return SkyProgram::shade;
    }

    private static void shade(FragmentBatch batch) {
        float[] sky = batch.groups[PbrUniforms.MATERIAL].uniforms().data();
        float[][] to = {batch.red, batch.green, batch.blue};
        for (int i = 0; i < batch.count; i++) {
            along(sky, batch.varying[0][i], batch.varying[1][i], batch.varying[2][i], to, i);
        }
        Arrays.fill(batch.alpha, 0, batch.count, 1);
    }

    /**
     * Returns what is seen in a direction.
     *
     * @param sky its {@link #values}
     * @param x the direction, of any length but 0
     * @param y see x
     * @param z see x
     * @param to takes red, green and blue, a row each
     * @param lane place in these rows
     */
    public static void along(float[] sky, float x, float y, float z, float[][] to, int lane) {
        float scale = 1 / (float) Math.sqrt((x * x + y * y) + z * z);
        float up = y * scale;
        float along =
                ((x * sky[TOWARDS_SUN] + y * sky[TOWARDS_SUN + 1]) + z * sky[TOWARDS_SUN + 2])
                        * scale;
        float haze = haze(up);
        int other = up < 0 ? GROUND : ZENITH;
        float glow = up < 0 ? haze : 1;
        float near = Math.max(along, 0);
        near *= near;
        near *= near;
        near *= near;
        float wide = near;
        near *= near;
        near *= near;
        near *= near;
        float disc = (along - DISC_END) / (DISC_FULL - DISC_END);
        disc = Math.min(Math.max(disc, 0), 1);
        float bright = glow * ((0.25f * wide + 0.5f * near) + 2 * disc);
        for (int c = 0; c < 3; c++) {
            float color = sky[other + c] + (sky[HORIZON + c] - sky[other + c]) * haze;
            to[c][lane] = Math.min(color + bright * sky[SUN + c], 1);
        }
    }

    /**
     * Returns which share of a sky's colour is that of its horizon: haze is thick along the ground,
     * and without an edge where it begins.
     *
     * @param up the sine of the elevation, -1..1
     */
    public static float haze(float up) {
        float clear = Math.max(1 - up * up, 0);
        float eighth = clear * clear;
        eighth *= eighth;
        eighth *= eighth;
        float above = eighth * eighth;
        above *= above;
        above *= above;
        above *= above;
        return up < 0 ? eighth : above;
    }
}
