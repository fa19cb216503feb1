package dev.azulejo.scene.shading.vector;

import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.scene.shading.GgxAlbedo;
import dev.azulejo.scene.shading.PbrFeatures;
import dev.azulejo.scene.shading.PbrKernels;
import dev.azulejo.scene.shading.ScalarPbrKernels;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * What surfaces mirror of light from all sides, and what they let in: the vector twin of {@link
 * ScalarPbrKernels#directionalAlbedo}.
 */
final class VectorAlbedoKernels {
    private static final VectorSpecies<Float> F = FloatVector.SPECIES_PREFERRED;
    private static final VectorOperators.Comparison LE = VectorOperators.LE;
    private static final VectorOperators.Comparison GE = VectorOperators.GE;

    private static final VectorPbrKernels.Step SHARES =
            (f, frame, m, at, b) -> shares(PbrKernels.ROUGHNESS, PbrKernels.N_DOT_V, b);

    /** Of the coat. */
    static final VectorPbrKernels.Step COAT_SHARES =
            (f, frame, m, at, b) -> shares(PbrKernels.COAT_ROUGHNESS, PbrKernels.COAT_N_DOT_V, b);

    private static final VectorPbrKernels.Step BOUNCES = (f, frame, m, at, b) -> bounces(f, b);

    /** Takes the channel. */
    private static final VectorPbrKernels.Step GAINED = (f, frame, m, at, b) -> gain(f, at, b);

    private VectorAlbedoKernels() {}

    /** Finds SCALE, BIAS, LET_IN and GAIN. */
    static void find(PbrFeatures features, FragmentBatch batch) {
        VectorPbrKernels.apart(SHARES, features, null, null, 0, batch);
        VectorPbrKernels.apart(BOUNCES, features, null, null, 0, batch);
        for (int c = 0; c < 3; c++) {
            VectorPbrKernels.apart(GAINED, features, null, null, c, batch);
        }
    }

    /**
     * What is the same for all channels: shares that are lost, mirrored, and mirrored at grazing.
     */
    private static void bounces(PbrFeatures features, FragmentBatch batch) {
        float[][] s = batch.scratch;
        boolean specular = features.finish().specular();
        for (int i = 0; i < batch.count; i += F.length()) {
            var one = FloatVector.broadcast(F, 1);
            var least = FloatVector.broadcast(F, ScalarPbrKernels.LEAST_METALLIC);
            var bias = FloatVector.fromArray(F, s[PbrKernels.MOST], i);
            one.sub(FloatVector.fromArray(F, s[PbrKernels.LOST], i))
                    .sub(bias)
                    .intoArray(s[PbrKernels.SCALE], i);
            var most = bias;
            if (specular) {
                most = bias.mul(FloatVector.fromArray(F, s[PbrKernels.SPECULAR], i));
                bias = bias.mul(FloatVector.fromArray(F, s[PbrKernels.F90], i));
            }
            most.intoArray(s[PbrKernels.MOST], i);
            bias.intoArray(s[PbrKernels.BIAS], i);
            var metallic = FloatVector.fromArray(F, s[PbrKernels.METALLIC], i);
            one.div(metallic.blend(least, metallic.compare(LE, least)))
                    .intoArray(s[PbrKernels.PER_METAL], i);
        }
    }

    /** What one channel gains by further bounces, and what is let into the body below. */
    private static void gain(PbrFeatures features, int channel, FragmentBatch batch) {
        float[][] s = batch.scratch;
        boolean specular = features.finish().specular();
        var zero = FloatVector.zero(F);
        var one = FloatVector.broadcast(F, 1);
        var least = FloatVector.broadcast(F, 1e-6f);
        for (int i = 0; i < batch.count; i += F.length()) {
            var lost = FloatVector.fromArray(F, s[PbrKernels.LOST], i);
            var scale = FloatVector.fromArray(F, s[PbrKernels.SCALE], i);
            var plain = one.sub(FloatVector.fromArray(F, s[PbrKernels.METALLIC], i));
            var often90 = one.mul(GgxAlbedo.MEAN_FRESNEL);
            var dielectricOften90 = often90;
            if (specular) {
                dielectricOften90 =
                        FloatVector.fromArray(F, s[PbrKernels.SPECULAR], i)
                                .mul(GgxAlbedo.MEAN_FRESNEL);
            }
            var f0 = FloatVector.fromArray(F, s[PbrKernels.DIELECTRIC + channel], i);
            var whole = FloatVector.fromArray(F, s[PbrKernels.F0 + channel], i);
            var often = f0.mul(1 - GgxAlbedo.MEAN_FRESNEL).add(dielectricOften90);
            often = often.blend(one, often.compare(GE, one));
            var gain = one.div(one.sub(lost.mul(often)));
            var once = f0.mul(scale).add(FloatVector.fromArray(F, s[PbrKernels.MOST], i));
            var letIn = one.sub(once.mul(gain));
            letIn.blend(zero, letIn.compare(LE, zero)).intoArray(s[PbrKernels.LET_IN + channel], i);
            var base =
                    whole.sub(plain.mul(f0))
                            .mul(FloatVector.fromArray(F, s[PbrKernels.PER_METAL], i));
            base = base.blend(zero, base.compare(LE, zero));
            base = base.blend(one, base.compare(GE, one));
            var metalOften = base.mul(1 - GgxAlbedo.MEAN_FRESNEL).add(often90);
            var metalGain = one.div(one.sub(lost.mul(metalOften)));
            var both = whole.mul(scale).add(FloatVector.fromArray(F, s[PbrKernels.BIAS], i));
            both = both.blend(least, both.compare(LE, least));
            var share = both.sub(plain.mul(once)).div(both);
            share = share.blend(zero, share.compare(LE, zero));
            share = share.blend(one, share.compare(GE, one));
            gain.add(metalGain.sub(gain).mul(share)).intoArray(s[PbrKernels.GAIN + channel], i);
        }
    }

    /**
     * Twin of the definition's {@code GgxAlbedo.lost} and {@code grazing}, into PbrKernels.LOST and
     * MOST.
     *
     * @param rough row of the roughness
     * @param facing row of the cosine towards the camera
     */
    private static void shares(int rough, int facing, FragmentBatch batch) {
        float[][] s = batch.scratch;
        var one = FloatVector.broadcast(F, 1);
        for (int i = 0; i < batch.count; i += F.length()) {
            var r = FloatVector.fromArray(F, s[rough], i);
            var v = FloatVector.fromArray(F, s[facing], i);
            var alpha = r.mul(r);
            var w = alpha.div(alpha.add(v));
            var lost1 = r.mul(GgxAlbedo.LOST12).add(GgxAlbedo.LOST11).mul(r).add(GgxAlbedo.LOST10);
            var lost2 = r.mul(GgxAlbedo.LOST22).add(GgxAlbedo.LOST21).mul(r).add(GgxAlbedo.LOST20);
            var lost3 = r.mul(GgxAlbedo.LOST32).add(GgxAlbedo.LOST31).mul(r).add(GgxAlbedo.LOST30);
            var lost4 = r.mul(GgxAlbedo.LOST42).add(GgxAlbedo.LOST41).mul(r).add(GgxAlbedo.LOST40);
            var lost = w.mul(lost4).add(lost3).mul(w).add(lost2).mul(w).add(lost1).mul(w);
            lost.blend(0, lost.compare(LE, 0)).intoArray(s[PbrKernels.LOST], i);
            var m = one.sub(v);
            var m2 = m.mul(m);
            var above =
                    v.mul(GgxAlbedo.ABOVE1).add(GgxAlbedo.ABOVE0).add(alpha.mul(GgxAlbedo.ABOVE2));
            var below =
                    v.mul(GgxAlbedo.BELOW1)
                            .add(1)
                            .add(alpha.mul(GgxAlbedo.BELOW3).add(GgxAlbedo.BELOW2).mul(alpha));
            m2.mul(m2).mul(m).mul(above).div(below).intoArray(s[PbrKernels.MOST], i);
        }
    }
}
