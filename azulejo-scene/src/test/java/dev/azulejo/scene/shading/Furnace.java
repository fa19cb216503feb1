package dev.azulejo.scene.shading;

import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.Kernels;

import java.util.Arrays;

/** Surroundings that are white everywhere, and surfaces in them. */
final class Furnace {
    /** Angles between normal and view: one a lane, in degrees. */
    static final double[] ANGLES = {
        0, 10, 20, 30, 40, 50, 60, 65, 70, 75, 80, 84, 87, 88.5, 89.5, 89.99
    };

    /** Uniforms of the frame: white from all directions. */
    static final float[] FRAME = frame();

    private Furnace() {}

    private static float[] frame() {
        float[] frame = new float[PbrUniforms.FRAME_SIZE];
        Arrays.fill(frame, PbrUniforms.SKY, PbrUniforms.SKY + 3, 1);
        Arrays.fill(frame, PbrUniforms.SKY + 6, PbrUniforms.SKY + 9, 1);
        Arrays.fill(frame, PbrUniforms.IRRADIANCE, PbrUniforms.IRRADIANCE + 3, 1);
        return frame;
    }

    /** Uniforms of a grey material of index 1.5. */
    static float[] material(float base, float metallic, float roughness) {
        float[] material = new float[PbrUniforms.MATERIAL_SIZE];
        Arrays.fill(material, PbrUniforms.BASE_COLOR, PbrUniforms.BASE_COLOR + 3, base);
        material[PbrUniforms.METALLIC] = metallic;
        material[PbrUniforms.ROUGHNESS] = roughness;
        Arrays.fill(material, PbrUniforms.DIELECTRIC, PbrUniforms.DIELECTRIC + 3, 0.04f);
        return material;
    }

    /** A surface that looks along z, seen from each of the angles, before it is lit. */
    static FragmentBatch surface(Kernels kind, PbrFeatures features, float[] material) {
        var batch = new FragmentBatch();
        batch.count = ANGLES.length;
        for (int i = 0; i < ANGLES.length; i++) {
            batch.facing[i] = 1;
            batch.varying[features.normalVarying() + 2][i] = 1;
            double angle = Math.toRadians(ANGLES[i]);
            batch.varying[features.positionVarying()][i] = (float) -Math.sin(angle);
            batch.varying[features.positionVarying() + 2][i] = (float) -Math.cos(angle);
        }
        var kernels = PbrKernels.of(kind);
        kernels.baseColor(features, material, false, batch);
        kernels.surface(features, FRAME, material, batch);
        var finish = features.finish();
        if (finish.anisotropy().present()) {
            // Tangents point along x
            Arrays.fill(batch.varying[features.tangentVarying()], 1);
            Arrays.fill(batch.varying[features.tangentVarying() + 3], 1);
            new BrushedSurface(features).before(material, batch);
        }
        if (finish.iridescence().present()) {
            new ThinFilm(features).before(material, batch);
        }
        kernels.directionalAlbedo(features, batch);
        if (features.finish().transmission().present()) {
            new TransmittedLight(features, kind).before(material, batch);
        }
        if (features.finish().coat()) {
            CoatKernels.of(kind).coat(features, material, batch);
        }
        if (finish.sheen().present()) {
            new SheenLight(features).before(material, batch);
        }
        if (finish.diffuse().present()) {
            new DiffuseTransmission(features).before(material, batch);
        }
        return batch;
    }

    /** Red of what comes back of the surroundings, by angle. */
    static float[] ambient(Kernels kind, PbrFeatures features, float[] material) {
        var batch = surface(kind, features, material);
        PbrKernels.of(kind).ambient(features, FRAME, batch);
        if (features.finish().sheen().present()) {
            new SheenLight(features).ambient(FRAME, batch);
        }
        if (features.finish().diffuse().present()) {
            new DiffuseTransmission(features).ambient(FRAME, batch);
        }
        if (features.finish().coat()) {
            CoatKernels.of(kind).ambient(FRAME, batch);
        }
        return Arrays.copyOf(batch.scratch[PbrKernels.RADIANCE], ANGLES.length);
    }

    /**
     * Adds lights of as many directions above a surface, one at a time, that send together what
     * white surroundings do.
     *
     * @param rings of directions, each of as many
     */
    static void lights(Kernels kind, PbrFeatures features, int rings, FragmentBatch batch) {
        float[] frame = FRAME.clone();
        int at = PbrUniforms.LIGHTS;
        frame[at + 12] = 1;
        Arrays.fill(frame, at + 4, at + 7, (float) (2 * Math.PI / (rings * rings)));
        for (int ring = 0; ring < rings; ring++) {
            double z = (ring + 0.5) / rings;
            double x = Math.sqrt(1 - z * z);
            for (int sector = 0; sector < rings; sector++) {
                double angle = 2 * Math.PI * (sector + 0.5) / rings;
                frame[at] = (float) (x * Math.cos(angle));
                frame[at + 1] = (float) (x * Math.sin(angle));
                frame[at + 2] = (float) z;
                PbrKernels.of(kind).light(features, frame, at, batch);
                if (features.finish().coat()) {
                    CoatKernels.of(kind).light(frame, at, batch);
                }
                if (features.finish().sheen().present()) {
                    new SheenLight(features).light(frame, at, batch);
                }
            }
        }
    }
}
