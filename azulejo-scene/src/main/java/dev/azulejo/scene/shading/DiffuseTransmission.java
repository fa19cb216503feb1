package dev.azulejo.scene.shading;

import dev.azulejo.core.shader.FragmentBatch;

/**
 * Light that thin things such as leaves and paper let through and scatter, so that nothing can be
 * made out behind them: KHR_materials_diffuse_transmission. It takes a part of what the surface
 * would scatter back, and arrives from the other side. Under {@link Lighting#isImageBased} alone.
 *
 * <p>Plain loops serve both kinds of kernels.
 */
final class DiffuseTransmission {
    private final PbrFeatures features;
    private final boolean mapped;

    DiffuseTransmission(PbrFeatures features) {
        this.mapped = features.lighting() == Lighting.ENVIRONMENT;
        this.features = features;
    }

    /**
     * Parts what is scattered to this side from what is scattered to the other: that share, by
     * channel, into {@link PbrKernels#SCATTERED}. After all layers, before lights.
     */
    void before(float[] material, FragmentBatch batch) {
        float[][] s = batch.scratch;
        var diffuse = features.finish().diffuse();
        boolean covered = features.finish().covered();
        boolean clear = features.finish().transmission().present();
        for (int i = 0; i < batch.count; i++) {
            float factor = material[PbrUniforms.DIFFUSE_TRANSMISSION];
            if (diffuse.texture()) {
                factor *= s[PbrKernels.SCATTERING][i];
            }
            float share = factor * (1 - s[PbrKernels.METALLIC][i]);
            share *= covered ? s[PbrKernels.THROUGH][i] : 1;
            share *= clear ? 1 - s[PbrKernels.TRANSMISSION][i] : 1;
            for (int c = 0; c < 3; c++) {
                float color = material[PbrUniforms.DIFFUSE_TRANSMISSION + 1 + c];
                if (diffuse.colorTexture()) {
                    color *= s[PbrKernels.SCATTERED + c][i];
                }
                s[PbrKernels.SCATTERED + c][i] = color * share * s[PbrKernels.LET_IN + c][i];
                s[PbrKernels.DIFFUSE + c][i] *= 1 - factor;
            }
        }
    }

    /**
     * Adds what comes through of the light that {@link PbrKernels#light} was called for last.
     *
     * @param at first float of the light in the frame uniforms
     */
    void light(float[] frame, int at, FragmentBatch batch) {
        float[][] s = batch.scratch;
        for (int i = 0; i < batch.count; i++) {
            float facing =
                    (s[PbrKernels.NORMAL][i] * s[PbrKernels.TOWARDS][i]
                                    + s[PbrKernels.NORMAL + 1][i] * s[PbrKernels.TOWARDS + 1][i])
                            + s[PbrKernels.NORMAL + 2][i] * s[PbrKernels.TOWARDS + 2][i];
            float received = Math.min(Math.max(-facing, 0), 1) * s[PbrKernels.INTENSITY][i];
            float sent = received * ScalarPbrKernels.INVERSE_PI;
            for (int c = 0; c < 3; c++) {
                s[PbrKernels.RADIANCE + c][i] +=
                        s[PbrKernels.SCATTERED + c][i] * (sent * frame[at + 4 + c]);
            }
        }
    }

    /**
     * Adds what comes through of the surroundings. Of an environment, {@link PbrKernels#IRRADIANCE}
     * is what arrives on the other side.
     */
    void ambient(float[] frame, FragmentBatch batch) {
        float[][] s = batch.scratch;
        for (int i = 0; i < batch.count; i++) {
            float nx = -s[PbrKernels.NORMAL][i];
            float ny = -s[PbrKernels.NORMAL + 1][i];
            float nz = -s[PbrKernels.NORMAL + 2][i];
            float occlusion = s[PbrKernels.OCCLUSION][i];
            for (int c = 0; c < 3; c++) {
                float irradiance =
                        mapped
                                ? s[PbrKernels.IRRADIANCE + c][i]
                                : ScalarPbrKernels.irradiance(frame, c, nx, ny, nz);
                s[PbrKernels.RADIANCE + c][i] +=
                        s[PbrKernels.SCATTERED + c][i] * (irradiance * occlusion);
            }
        }
    }
}
