package dev.azulejo.scene.shading.vector;

import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.scene.shading.CoatKernels;
import dev.azulejo.scene.shading.PbrFeatures;
import dev.azulejo.scene.shading.PbrKernels;
import dev.azulejo.scene.shading.PbrUniforms;
import dev.azulejo.scene.shading.ScalarCoatKernels;
import dev.azulejo.scene.shading.ScalarPbrKernels;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Vector twin of {@link ScalarCoatKernels}. */
public final class VectorCoatKernels implements CoatKernels {
    private static final VectorSpecies<Float> F = FloatVector.SPECIES_PREFERRED;
    private static final VectorOperators.Comparison LE = VectorOperators.LE;
    private static final VectorOperators.Comparison GE = VectorOperators.GE;

    private static final VectorPbrKernels.Step BEND =
            (f, frame, m, at, b) -> VectorPbrKernels.bend(f, m[at], PbrKernels.COAT_NORMAL, b);
    private static final VectorPbrKernels.Step DIRECTION = (f, frame, m, at, b) -> direction(f, b);
    private static final VectorPbrKernels.Step ROUGHNESS =
            (f, frame, m, at, b) -> roughness(f, m, b);
    private static final VectorPbrKernels.Step SHARES = (f, frame, m, at, b) -> shares(f, m, b);
    private static final VectorPbrKernels.Step LIGHT = (f, frame, m, at, b) -> add(frame, at, b);
    private static final VectorPbrKernels.Step GATHER = (f, frame, m, at, b) -> gather(b);

    @Override
    public void coat(PbrFeatures features, float[] material, FragmentBatch batch) {
        if (features.finish().coatNormalTexture()) {
            VectorPbrKernels.apart(BEND, features, material, material, PbrUniforms.COAT + 2, batch);
        }
        VectorPbrKernels.apart(DIRECTION, features, material, material, 0, batch);
        VectorPbrKernels.apart(ROUGHNESS, features, material, material, 0, batch);
        VectorPbrKernels.apart(VectorAlbedoKernels.COAT_SHARES, null, material, material, 0, batch);
        VectorPbrKernels.apart(SHARES, features, material, material, 0, batch);
    }

    private static void direction(PbrFeatures features, FragmentBatch batch) {
        float[][] s = batch.scratch;
        float[][] from = features.finish().coatNormalTexture() ? s : batch.varying;
        int n = from == s ? PbrKernels.COAT_NORMAL : features.normalVarying();
        for (int i = 0; i < batch.count; i += F.length()) {
            var nx = FloatVector.fromArray(F, from[n], i);
            var ny = FloatVector.fromArray(F, from[n + 1], i);
            var nz = FloatVector.fromArray(F, from[n + 2], i);
            var squared = nx.mul(nx).add(ny.mul(ny)).add(nz.mul(nz));
            squared = squared.blend(1e-20f, squared.compare(LE, 1e-20f));
            var length = FloatVector.fromArray(F, batch.facing, i).div(squared.sqrt());
            nx = nx.mul(length);
            ny = ny.mul(length);
            nz = nz.mul(length);
            nx.intoArray(s[PbrKernels.COAT_NORMAL], i);
            ny.intoArray(s[PbrKernels.COAT_NORMAL + 1], i);
            nz.intoArray(s[PbrKernels.COAT_NORMAL + 2], i);
            var nDotV =
                    nx.mul(FloatVector.fromArray(F, s[PbrKernels.VIEW], i))
                            .add(ny.mul(FloatVector.fromArray(F, s[PbrKernels.VIEW + 1], i)))
                            .add(nz.mul(FloatVector.fromArray(F, s[PbrKernels.VIEW + 2], i)));
            nDotV = nDotV.blend(1e-4f, nDotV.compare(LE, 1e-4f));
            nDotV.blend(1, nDotV.compare(GE, 1)).intoArray(s[PbrKernels.COAT_N_DOT_V], i);
        }
    }

    private static void roughness(PbrFeatures features, float[] material, FragmentBatch batch) {
        float[][] s = batch.scratch;
        boolean textured = features.finish().coatRoughnessTexture();
        for (int i = 0; i < batch.count; i += F.length()) {
            var one = FloatVector.broadcast(F, 1);
            var least = FloatVector.broadcast(F, ScalarPbrKernels.LEAST_ROUGHNESS);
            var roughness = FloatVector.broadcast(F, material[PbrUniforms.COAT + 1]);
            if (textured) {
                roughness =
                        roughness.mul(FloatVector.fromArray(F, s[PbrKernels.COAT_ROUGHNESS], i));
            }
            roughness = roughness.blend(least, roughness.compare(LE, least));
            roughness = roughness.blend(one, roughness.compare(GE, one));
            var alpha = roughness.mul(roughness);
            roughness.intoArray(s[PbrKernels.COAT_ROUGHNESS], i);
            alpha.mul(alpha).intoArray(s[PbrKernels.COAT_ALPHA_SQUARED], i);
        }
    }

    private static void shares(PbrFeatures features, float[] material, FragmentBatch batch) {
        float[][] s = batch.scratch;
        boolean textured = features.finish().coatTexture();
        for (int i = 0; i < batch.count; i += F.length()) {
            var one = FloatVector.broadcast(F, 1);
            var factor = FloatVector.broadcast(F, material[PbrUniforms.COAT]);
            if (textured) {
                factor = factor.mul(FloatVector.fromArray(F, s[PbrKernels.COAT], i));
            }
            var lost = FloatVector.fromArray(F, s[PbrKernels.LOST], i);
            var bias = FloatVector.fromArray(F, s[PbrKernels.MOST], i);
            var gain = factor.div(one.sub(lost.mul(OFTEN)));
            var mirrored = one.sub(lost).sub(bias).mul(F0).add(bias).mul(gain);
            var through = one.sub(mirrored);
            through = through.blend(0, through.compare(LE, 0));
            mirrored.intoArray(s[PbrKernels.COAT], i);
            gain.intoArray(s[PbrKernels.COAT_GAIN], i);
            through.intoArray(s[PbrKernels.THROUGH], i);
            for (int c = 0; c < 3; c++) {
                FloatVector.fromArray(F, s[PbrKernels.RADIANCE + c], i)
                        .mul(through)
                        .intoArray(s[PbrKernels.RADIANCE + c], i);
            }
        }
    }

    @Override
    public void light(float[] frame, int at, FragmentBatch batch) {
        VectorPbrKernels.apart(LIGHT, null, frame, frame, at, batch);
    }

    private static void add(float[] frame, int at, FragmentBatch batch) {
        float[][] s = batch.scratch;
        for (int i = 0; i < batch.count; i += F.length()) {
            var zero = FloatVector.zero(F);
            var one = FloatVector.broadcast(F, 1);
            var lx = FloatVector.fromArray(F, s[PbrKernels.TOWARDS], i);
            var ly = FloatVector.fromArray(F, s[PbrKernels.TOWARDS + 1], i);
            var lz = FloatVector.fromArray(F, s[PbrKernels.TOWARDS + 2], i);
            var nx = FloatVector.fromArray(F, s[PbrKernels.COAT_NORMAL], i);
            var ny = FloatVector.fromArray(F, s[PbrKernels.COAT_NORMAL + 1], i);
            var nz = FloatVector.fromArray(F, s[PbrKernels.COAT_NORMAL + 2], i);
            var hx = lx.add(FloatVector.fromArray(F, s[PbrKernels.VIEW], i));
            var hy = ly.add(FloatVector.fromArray(F, s[PbrKernels.VIEW + 1], i));
            var hz = lz.add(FloatVector.fromArray(F, s[PbrKernels.VIEW + 2], i));
            var half = hx.mul(hx).add(hy.mul(hy)).add(hz.mul(hz));
            half = half.blend(1e-12f, half.compare(LE, 1e-12f));
            var toUnit = one.div(half.sqrt());
            var nDotL = nx.mul(lx).add(ny.mul(ly)).add(nz.mul(lz));
            nDotL = nDotL.blend(zero, nDotL.compare(LE, zero));
            nDotL = nDotL.blend(one, nDotL.compare(GE, one));
            var nDotH = nx.mul(hx).add(ny.mul(hy)).add(nz.mul(hz)).mul(toUnit);
            nDotH = nDotH.blend(zero, nDotH.compare(LE, zero));
            nDotH = nDotH.blend(one, nDotH.compare(GE, one));
            var vDotH = lx.mul(hx).add(ly.mul(hy)).add(lz.mul(hz)).mul(toUnit);
            vDotH = vDotH.blend(zero, vDotH.compare(LE, zero));
            vDotH = vDotH.blend(one, vDotH.compare(GE, one));
            var nDotV = FloatVector.fromArray(F, s[PbrKernels.COAT_N_DOT_V], i);
            var a2 = FloatVector.fromArray(F, s[PbrKernels.COAT_ALPHA_SQUARED], i);
            var d = nDotH.mul(nDotH).mul(a2.sub(1)).add(1);
            var distribution = a2.mul(ScalarPbrKernels.INVERSE_PI).div(d.mul(d));
            var rest = one.sub(a2);
            var smithV = nDotL.mul(nDotV.mul(nDotV).mul(rest).add(a2).sqrt());
            var smithL = nDotV.mul(nDotL.mul(nDotL).mul(rest).add(a2).sqrt());
            var specular = distribution.mul(FloatVector.broadcast(F, 0.5f).div(smithV.add(smithL)));
            var m = one.sub(vDotH);
            var m2 = m.mul(m);
            var f = m2.mul(m2).mul(m).mul(1 - F0).add(F0);
            var received =
                    nDotL.mul(FloatVector.fromArray(F, s[PbrKernels.INTENSITY], i))
                            .mul(FloatVector.fromArray(F, s[PbrKernels.COAT_GAIN], i));
            var mirrored = specular.mul(f).mul(received);
            for (int c = 0; c < 3; c++) {
                FloatVector.fromArray(F, s[PbrKernels.RADIANCE + c], i)
                        .add(mirrored.mul(frame[at + 4 + c]))
                        .intoArray(s[PbrKernels.RADIANCE + c], i);
            }
        }
    }

    @Override
    public void ambient(float[] frame, FragmentBatch batch) {
        VectorStudioKernels.mirror(
                PbrKernels.COAT_NORMAL,
                PbrKernels.COAT_ROUGHNESS,
                VectorStudioKernels.SLOPE,
                VectorStudioKernels.BOX,
                frame,
                batch);
        VectorPbrKernels.apart(GATHER, null, frame, frame, 0, batch);
    }

    private static void gather(FragmentBatch batch) {
        float[][] s = batch.scratch;
        for (int i = 0; i < batch.count; i += F.length()) {
            var share =
                    FloatVector.fromArray(F, s[PbrKernels.COAT], i)
                            .mul(FloatVector.fromArray(F, s[PbrKernels.OCCLUSION], i));
            for (int c = 0; c < 3; c++) {
                FloatVector.fromArray(F, s[PbrKernels.RADIANCE + c], i)
                        .add(FloatVector.fromArray(F, s[PbrKernels.PREFILTERED + c], i).mul(share))
                        .intoArray(s[PbrKernels.RADIANCE + c], i);
            }
        }
    }
}
