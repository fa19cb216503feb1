package dev.azulejo.scene.shading.vector;

import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.scene.shading.Lighting;
import dev.azulejo.scene.shading.PbrFeatures;
import dev.azulejo.scene.shading.PbrKernels;
import dev.azulejo.scene.shading.PbrUniforms;
import dev.azulejo.scene.shading.Surroundings;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Light from all sides: what the studio sends along reflected rays ({@link Surroundings}), and what
 * surfaces send on of it, or of an environment.
 */
final class VectorStudioKernels {
    private static final VectorSpecies<Float> F = FloatVector.SPECIES_PREFERRED;
    private static final VectorOperators.Comparison LE = VectorOperators.LE;
    private static final VectorOperators.Comparison GE = VectorOperators.GE;

    /** Takes the row of the normal. */
    private static final VectorPbrKernels.Step RAY = (f, frame, m, at, b) -> ray(at, b);

    /** Takes the row of the roughness. */
    static final VectorPbrKernels.Step SLOPE = (f, frame, m, at, b) -> slope(at, b);

    /** Takes the row of the roughness. */
    private static final VectorPbrKernels.Step SKY = (f, frame, m, at, b) -> sky(frame, at, b);

    /** Takes the place of a box in uniforms. */
    static final VectorPbrKernels.Step BOX = (f, frame, m, at, b) -> box(frame, at, b);

    /** Takes the channel. */
    private static final VectorPbrKernels.Step GATHER =
            (f, frame, m, at, b) -> gather(f, frame, at, b);

    private VectorStudioKernels() {}

    /** Adds diffuse and specular light from all sides. */
    static void add(PbrFeatures features, float[] frame, FragmentBatch batch) {
        if (features.lighting() == Lighting.STUDIO) {
            if (features.finish().anisotropy().present()) {
                VectorBrushedKernels.mirror(frame, batch);
            } else {
                mirror(PbrKernels.NORMAL, PbrKernels.ROUGHNESS, SLOPE, BOX, frame, batch);
            }
        }
        for (int c = 0; c < 3; c++) {
            VectorPbrKernels.apart(GATHER, features, frame, frame, c, batch);
        }
    }

    /**
     * What the studio sends along the reflected ray, into PREFILTERED.
     *
     * @param normal row of the normal
     * @param rough row of the roughness
     * @param slope writes the share of the ray that lies above the horizon to PREFILTERED, and what
     *     the boxes' step needs
     * @param box adds a box, whose place in the uniforms it is told
     */
    static void mirror(
            int normal,
            int rough,
            VectorPbrKernels.Step slope,
            VectorPbrKernels.Step box,
            float[] frame,
            FragmentBatch batch) {
        VectorPbrKernels.apart(RAY, null, frame, frame, normal, batch);
        VectorPbrKernels.apart(slope, null, frame, frame, rough, batch);
        VectorPbrKernels.apart(SKY, null, frame, frame, rough, batch);
        int end = PbrUniforms.BOXES + (int) frame[PbrUniforms.BOX_COUNT] * PbrUniforms.BOX_STRIDE;
        for (int at = PbrUniforms.BOXES; at < end; at += PbrUniforms.BOX_STRIDE) {
            VectorPbrKernels.apart(box, null, frame, frame, at, batch);
        }
    }

    private static void ray(int normal, FragmentBatch batch) {
        float[][] s = batch.scratch;
        for (int i = 0; i < batch.count; i += F.length()) {
            var nx = FloatVector.fromArray(F, s[normal], i);
            var ny = FloatVector.fromArray(F, s[normal + 1], i);
            var nz = FloatVector.fromArray(F, s[normal + 2], i);
            var vx = FloatVector.fromArray(F, s[PbrKernels.VIEW], i);
            var vy = FloatVector.fromArray(F, s[PbrKernels.VIEW + 1], i);
            var vz = FloatVector.fromArray(F, s[PbrKernels.VIEW + 2], i);
            var twice = nx.mul(vx).add(ny.mul(vy)).add(nz.mul(vz)).mul(2);
            twice.mul(nx).sub(vx).intoArray(s[PbrKernels.REFLECTED], i);
            twice.mul(ny).sub(vy).intoArray(s[PbrKernels.REFLECTED + 1], i);
            twice.mul(nz).sub(vz).intoArray(s[PbrKernels.REFLECTED + 2], i);
        }
    }

    private static void slope(int rough, FragmentBatch batch) {
        float[][] s = batch.scratch;
        for (int i = 0; i < batch.count; i += F.length()) {
            var roughness = FloatVector.fromArray(F, s[rough], i);
            var steepness =
                    FloatVector.broadcast(F, Surroundings.STEEPER)
                            .div(roughness.mul(roughness))
                            .add(Surroundings.STEEP);
            steepness.intoArray(s[PbrKernels.SHARPNESS], i);
            var t =
                    FloatVector.fromArray(F, s[PbrKernels.REFLECTED + 1], i)
                            .mul(steepness)
                            .add(0.5f);
            t = t.blend(0, t.compare(LE, 0));
            t = t.blend(1, t.compare(GE, 1));
            t.mul(t)
                    .mul(FloatVector.broadcast(F, 3).sub(t.mul(2)))
                    .intoArray(s[PbrKernels.PREFILTERED], i);
        }
    }

    /** Begins with sky, floor, and what boxes lose by blurring. */
    private static void sky(float[] frame, int rough, FragmentBatch batch) {
        float[][] s = batch.scratch;
        int shares = PbrUniforms.HAZE + 3;
        for (int i = 0; i < batch.count; i += F.length()) {
            var ry = FloatVector.fromArray(F, s[PbrKernels.REFLECTED + 1], i);
            var up = FloatVector.fromArray(F, s[PbrKernels.PREFILTERED], i);
            var roughness = FloatVector.fromArray(F, s[rough], i);
            var haze = FloatVector.broadcast(F, frame[shares + PbrUniforms.HAZE_POWERS - 1]);
            for (int k = PbrUniforms.HAZE_POWERS - 2; k >= 0; k--) {
                haze = haze.mul(roughness).add(frame[shares + k]);
            }
            haze = haze.mul(roughness);
            for (int c = 0; c < 3; c++) {
                int at = PbrUniforms.SKY + c;
                var above = ry.mul(frame[at + 3]).add(frame[at]);
                var below = FloatVector.broadcast(F, frame[at + 6]).sub(ry.mul(frame[at + 9]));
                below.add(above.sub(below).mul(up))
                        .add(haze.mul(frame[PbrUniforms.HAZE + c]))
                        .intoArray(s[PbrKernels.PREFILTERED + c], i);
            }
        }
    }

    /** Adds what one soft box sends along the reflected ray. */
    private static void box(float[] frame, int at, FragmentBatch batch) {
        float[][] s = batch.scratch;
        var zero = FloatVector.zero(F);
        var one = FloatVector.broadcast(F, 1);
        var three = FloatVector.broadcast(F, 3);
        for (int i = 0; i < batch.count; i += F.length()) {
            var x = FloatVector.fromArray(F, s[PbrKernels.REFLECTED], i);
            var y = FloatVector.fromArray(F, s[PbrKernels.REFLECTED + 1], i);
            var z = FloatVector.fromArray(F, s[PbrKernels.REFLECTED + 2], i);
            var steepness = FloatVector.fromArray(F, s[PbrKernels.SHARPNESS], i);
            var share = one;
            // Between two sides, and between the other two: a step over each
            for (int side = at; side < at + 12; side += 6) {
                var a =
                        x.mul(frame[side])
                                .add(y.mul(frame[side + 1]))
                                .add(z.mul(frame[side + 2]))
                                .mul(steepness)
                                .add(0.5f);
                a = a.blend(zero, a.compare(LE, zero));
                a = a.blend(one, a.compare(GE, one));
                var b =
                        x.mul(frame[side + 3])
                                .add(y.mul(frame[side + 4]))
                                .add(z.mul(frame[side + 5]))
                                .mul(steepness)
                                .add(0.5f);
                b = b.blend(zero, b.compare(LE, zero));
                b = b.blend(one, b.compare(GE, one));
                var both =
                        a.mul(a)
                                .mul(three.sub(a.add(a)))
                                .add(b.mul(b).mul(three.sub(b.add(b))))
                                .sub(one);
                share = share.mul(both.blend(zero, both.compare(LE, zero)));
            }
            for (int c = 0; c < 3; c++) {
                FloatVector.fromArray(F, s[PbrKernels.PREFILTERED + c], i)
                        .add(share.mul(frame[at + 12 + c]))
                        .intoArray(s[PbrKernels.PREFILTERED + c], i);
            }
        }
    }

    /** Adds diffuse and specular ambient light of one channel. */
    private static void gather(
            PbrFeatures features, float[] frame, int channel, FragmentBatch batch) {
        float[][] s = batch.scratch;
        boolean mapped = features.lighting() == Lighting.ENVIRONMENT;
        int at = PbrUniforms.IRRADIANCE + channel;
        for (int i = 0; i < batch.count; i += F.length()) {
            var irradiance = FloatVector.zero(F);
            if (mapped) {
                irradiance = FloatVector.fromArray(F, s[PbrKernels.IRRADIANCE + channel], i);
            } else {
                var nx = FloatVector.fromArray(F, s[PbrKernels.NORMAL], i);
                var ny = FloatVector.fromArray(F, s[PbrKernels.NORMAL + 1], i);
                var nz = FloatVector.fromArray(F, s[PbrKernels.NORMAL + 2], i);
                var sum =
                        ny.mul(frame[at + 3])
                                .add(frame[at])
                                .add(nz.mul(frame[at + 6]))
                                .add(nx.mul(frame[at + 9]))
                                .add(nx.mul(ny).mul(frame[at + 12]))
                                .add(ny.mul(nz).mul(frame[at + 15]))
                                .add(nz.mul(nz).mul(3).sub(1).mul(frame[at + 18]))
                                .add(nx.mul(nz).mul(frame[at + 21]))
                                .add(nx.mul(nx).sub(ny.mul(ny)).mul(frame[at + 24]));
                irradiance = sum.blend(irradiance, sum.compare(LE, irradiance));
            }
            var once =
                    FloatVector.fromArray(F, s[PbrKernels.F0 + channel], i)
                            .mul(FloatVector.fromArray(F, s[PbrKernels.SCALE], i))
                            .add(FloatVector.fromArray(F, s[PbrKernels.BIAS], i));
            var mirrored = once.mul(FloatVector.fromArray(F, s[PbrKernels.GAIN + channel], i));
            var below =
                    FloatVector.fromArray(F, s[PbrKernels.DIFFUSE + channel], i)
                            .mul(FloatVector.fromArray(F, s[PbrKernels.LET_IN + channel], i));
            var scattered = below.add(mirrored.sub(once)).mul(irradiance);
            var reflected =
                    FloatVector.fromArray(F, s[PbrKernels.PREFILTERED + channel], i).mul(once);
            var arriving = FloatVector.fromArray(F, s[PbrKernels.OCCLUSION], i);
            if (features.finish().covered()) {
                arriving = arriving.mul(FloatVector.fromArray(F, s[PbrKernels.THROUGH], i));
            }
            FloatVector.fromArray(F, s[PbrKernels.RADIANCE + channel], i)
                    .add(scattered.add(reflected).mul(arriving))
                    .intoArray(s[PbrKernels.RADIANCE + channel], i);
        }
    }
}
