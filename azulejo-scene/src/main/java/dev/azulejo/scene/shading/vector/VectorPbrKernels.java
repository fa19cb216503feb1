package dev.azulejo.scene.shading.vector;

import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.scene.shading.PbrFeatures;
import dev.azulejo.scene.shading.PbrKernels;
import dev.azulejo.scene.shading.PbrUniforms;
import dev.azulejo.scene.shading.ScalarPbrKernels;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

import java.util.Arrays;

/** Vector twin of {@link ScalarPbrKernels}. */
public final class VectorPbrKernels implements PbrKernels {
    private static final VectorSpecies<Float> F = FloatVector.SPECIES_PREFERRED;

    /** Lights brushed surfaces, which are few. */
    private final PbrKernels definition = new ScalarPbrKernels();

    @Override
    public void baseColor(
            PbrFeatures features, float[] material, boolean textured, FragmentBatch batch) {
        int color = features.colorVarying();
        channel(
                batch.scratch[DIFFUSE],
                material[PbrUniforms.BASE_COLOR],
                textured,
                features.vertexColors() ? batch.varying[color] : null,
                batch.count);
        channel(
                batch.scratch[DIFFUSE + 1],
                material[PbrUniforms.BASE_COLOR + 1],
                textured,
                features.vertexColors() ? batch.varying[color + 1] : null,
                batch.count);
        channel(
                batch.scratch[DIFFUSE + 2],
                material[PbrUniforms.BASE_COLOR + 2],
                textured,
                features.vertexColors() ? batch.varying[color + 2] : null,
                batch.count);
        channel(
                batch.alpha,
                material[PbrUniforms.BASE_COLOR + 3],
                textured,
                features.vertexColors() ? batch.varying[color + 3] : null,
                batch.count);
    }

    private static void channel(
            float[] lanes, float factor, boolean textured, float[] color, int count) {
        for (int i = 0; i < count; i += F.length()) {
            var value = FloatVector.broadcast(F, factor);
            if (textured) {
                value = value.mul(FloatVector.fromArray(F, lanes, i));
            }
            if (color != null) {
                value = value.mul(FloatVector.fromArray(F, color, i));
            }
            value.intoArray(lanes, i);
        }
    }

    /** A step that must be compiled on its own. */
    interface Step {
        void run(PbrFeatures features, float[] frame, float[] material, int at, FragmentBatch b);
    }

    private static final VectorOperators.Comparison LE = VectorOperators.LE;
    private static final VectorOperators.Comparison GE = VectorOperators.GE;

    /** Takes the place of a light in uniforms. */
    private static final Step TOWARDS_PLACE = (f, frame, m, at, b) -> towardsPlace(f, frame, at, b);

    private static final Step BEND = (f, frame, m, at, b) -> bend(f, m[at], NORMAL_TEXEL, b);
    private static final Step DIRECTION = (f, frame, m, at, b) -> direction(f, frame, b);
    private static final Step REFLECTANCE = (f, frame, m, at, b) -> reflectance(f, m, b);

    /**
     * Runs a step. All steps come through this one call site, which therefore sees too many types
     * to inline any: inlined into one method together they would be more than the optimising
     * compiler takes, and vectors would be boxed for good.
     */
    static void apart(
            Step step,
            PbrFeatures features,
            float[] frame,
            float[] material,
            int at,
            FragmentBatch batch) {
        step.run(features, frame, material, at, batch);
    }

    @Override
    public void surface(
            PbrFeatures features, float[] frame, float[] material, FragmentBatch batch) {
        if (features.normalTexture()) {
            apart(BEND, features, frame, material, PbrUniforms.NORMAL_SCALE, batch);
        }
        apart(DIRECTION, features, frame, material, 0, batch);
        apart(REFLECTANCE, features, frame, material, 0, batch);
    }

    /**
     * Turns the normal by a normal map; leaves it, not normalised, in NORMAL, or where the texels
     * of any other map were.
     */
    static void bend(PbrFeatures features, float scale, int texel, FragmentBatch batch) {
        float[][] s = batch.scratch;
        int to = texel == NORMAL_TEXEL ? NORMAL : texel;
        int n = features.normalVarying();
        int t = features.tangentVarying();
        for (int i = 0; i < batch.count; i += F.length()) {
            var nx = FloatVector.fromArray(F, batch.varying[n], i);
            var ny = FloatVector.fromArray(F, batch.varying[n + 1], i);
            var nz = FloatVector.fromArray(F, batch.varying[n + 2], i);
            var tx = FloatVector.fromArray(F, batch.varying[t], i);
            var ty = FloatVector.fromArray(F, batch.varying[t + 1], i);
            var tz = FloatVector.fromArray(F, batch.varying[t + 2], i);
            var sign = FloatVector.fromArray(F, batch.varying[t + 3], i);
            var mx = FloatVector.fromArray(F, s[texel], i).mul(2).sub(1).mul(scale);
            var my = FloatVector.fromArray(F, s[texel + 1], i).mul(2).sub(1).mul(scale);
            var mz = FloatVector.fromArray(F, s[texel + 2], i).mul(2).sub(1);
            var ms = my.mul(sign);
            var bx = ny.mul(tz).sub(nz.mul(ty));
            var by = nz.mul(tx).sub(nx.mul(tz));
            var bz = nx.mul(ty).sub(ny.mul(tx));
            tx.mul(mx).add(bx.mul(ms)).add(nx.mul(mz)).intoArray(s[to], i);
            ty.mul(mx).add(by.mul(ms)).add(ny.mul(mz)).intoArray(s[to + 1], i);
            tz.mul(mx).add(bz.mul(ms)).add(nz.mul(mz)).intoArray(s[to + 2], i);
        }
    }

    private static void direction(PbrFeatures features, float[] frame, FragmentBatch batch) {
        float[][] s = batch.scratch;
        int n = features.normalVarying();
        boolean bent = features.normalTexture();
        float[] normalX = bent ? s[NORMAL] : batch.varying[n];
        float[] normalY = bent ? s[NORMAL + 1] : batch.varying[n + 1];
        float[] normalZ = bent ? s[NORMAL + 2] : batch.varying[n + 2];
        int p = features.positionVarying();
        for (int i = 0; i < batch.count; i += F.length()) {
            var nx = FloatVector.fromArray(F, normalX, i);
            var ny = FloatVector.fromArray(F, normalY, i);
            var nz = FloatVector.fromArray(F, normalZ, i);
            var squared = nx.mul(nx).add(ny.mul(ny)).add(nz.mul(nz));
            squared = squared.blend(1e-20f, squared.compare(LE, 1e-20f));
            var length = FloatVector.fromArray(F, batch.facing, i).div(squared.sqrt());
            nx = nx.mul(length);
            ny = ny.mul(length);
            nz = nz.mul(length);
            var vx =
                    FloatVector.broadcast(F, frame[PbrUniforms.CAMERA])
                            .sub(FloatVector.fromArray(F, batch.varying[p], i));
            var vy =
                    FloatVector.broadcast(F, frame[PbrUniforms.CAMERA + 1])
                            .sub(FloatVector.fromArray(F, batch.varying[p + 1], i));
            var vz =
                    FloatVector.broadcast(F, frame[PbrUniforms.CAMERA + 2])
                            .sub(FloatVector.fromArray(F, batch.varying[p + 2], i));
            var distance = vx.mul(vx).add(vy.mul(vy)).add(vz.mul(vz));
            distance = distance.blend(1e-20f, distance.compare(LE, 1e-20f));
            var toUnit = FloatVector.broadcast(F, 1).div(distance.sqrt());
            vx = vx.mul(toUnit);
            vy = vy.mul(toUnit);
            vz = vz.mul(toUnit);
            nx.intoArray(s[NORMAL], i);
            ny.intoArray(s[NORMAL + 1], i);
            nz.intoArray(s[NORMAL + 2], i);
            vx.intoArray(s[VIEW], i);
            vy.intoArray(s[VIEW + 1], i);
            vz.intoArray(s[VIEW + 2], i);
            var nDotV = nx.mul(vx).add(ny.mul(vy)).add(nz.mul(vz));
            nDotV.blend(1e-4f, nDotV.compare(LE, 1e-4f)).intoArray(s[N_DOT_V], i);
        }
    }

    private static void reflectance(PbrFeatures features, float[] material, FragmentBatch batch) {
        float[][] s = batch.scratch;
        boolean textured = features.metallicRoughnessTexture();
        boolean glowing = features.emissiveTexture();
        var finish = features.finish();
        float strength = material[PbrUniforms.OCCLUSION];
        for (int i = 0; i < batch.count; i += F.length()) {
            var zero = FloatVector.zero(F);
            var one = FloatVector.broadcast(F, 1);
            var rough = FloatVector.broadcast(F, ScalarPbrKernels.LEAST_ROUGHNESS);
            var metallic = FloatVector.broadcast(F, material[PbrUniforms.METALLIC]);
            var roughness = FloatVector.broadcast(F, material[PbrUniforms.ROUGHNESS]);
            if (textured) {
                metallic = metallic.mul(FloatVector.fromArray(F, s[METALLIC], i));
                roughness = roughness.mul(FloatVector.fromArray(F, s[ROUGHNESS], i));
            }
            metallic = metallic.blend(zero, metallic.compare(LE, zero));
            metallic = metallic.blend(one, metallic.compare(GE, one));
            roughness = roughness.blend(rough, roughness.compare(LE, rough));
            roughness = roughness.blend(one, roughness.compare(GE, one));
            var alpha = roughness.mul(roughness);
            roughness.intoArray(s[ROUGHNESS], i);
            metallic.intoArray(s[METALLIC], i);
            alpha.mul(alpha).intoArray(s[ALPHA_SQUARED], i);
            var plain = one.sub(metallic);
            var strong = FloatVector.broadcast(F, material[PbrUniforms.SPECULAR]);
            if (finish.specular()) {
                if (finish.specularTexture()) {
                    strong = strong.mul(FloatVector.fromArray(F, s[SPECULAR], i));
                }
                strong.intoArray(s[SPECULAR], i);
                one.sub(strong).mul(metallic).add(strong).intoArray(s[F90], i);
            }
            for (int c = 0; c < 3; c++) {
                var base = FloatVector.fromArray(F, s[DIFFUSE + c], i);
                var dielectric = FloatVector.broadcast(F, material[PbrUniforms.DIELECTRIC + c]);
                if (finish.specular()) {
                    if (finish.specularColorTexture()) {
                        dielectric = dielectric.mul(FloatVector.fromArray(F, s[DIELECTRIC + c], i));
                    }
                    dielectric = dielectric.blend(one, dielectric.compare(GE, one)).mul(strong);
                }
                dielectric.intoArray(s[DIELECTRIC + c], i);
                base.sub(dielectric).mul(metallic).add(dielectric).intoArray(s[F0 + c], i);
                base.mul(plain).intoArray(s[DIFFUSE + c], i);
                var emissive = FloatVector.broadcast(F, material[PbrUniforms.EMISSIVE + c]);
                if (glowing) {
                    emissive = FloatVector.fromArray(F, s[RADIANCE + c], i).mul(emissive);
                }
                emissive.intoArray(s[RADIANCE + c], i);
            }
            var occlusion = one;
            if (features.occlusionTexture()) {
                occlusion = FloatVector.fromArray(F, s[OCCLUSION], i).sub(1).mul(strength).add(1);
            }
            occlusion.intoArray(s[OCCLUSION], i);
        }
    }

    @Override
    public void directionalAlbedo(PbrFeatures features, FragmentBatch batch) {
        VectorAlbedoKernels.find(features, batch);
    }

    @Override
    public void light(PbrFeatures features, float[] frame, int at, FragmentBatch batch) {
        if (features.finish().anisotropy().present()) {
            definition.light(features, frame, at, batch);
            return;
        }
        if (frame[at + 3] != 0) {
            apart(TOWARDS_PLACE, features, frame, frame, at, batch);
            lit(features, true, 0, 0, 0, 0, frame, at, batch);
            return;
        }
        // Without a place, what follows is the same for all lanes
        float x = frame[at];
        float y = frame[at + 1];
        float z = frame[at + 2];
        float unit = 1 / (float) Math.sqrt(Math.max((x * x + y * y) + z * z, 1e-12f));
        x *= unit;
        y *= unit;
        z *= unit;
        float intensity = ScalarPbrKernels.cone(frame, at, x, y, z);
        if (features.finish().followed()) {
            Arrays.fill(batch.scratch[TOWARDS], 0, batch.count, x);
            Arrays.fill(batch.scratch[TOWARDS + 1], 0, batch.count, y);
            Arrays.fill(batch.scratch[TOWARDS + 2], 0, batch.count, z);
            Arrays.fill(batch.scratch[INTENSITY], 0, batch.count, intensity);
        }
        lit(features, false, x, y, z, intensity, frame, at, batch);
    }

    /** Direction and intensity of a light that has a place. */
    private static void towardsPlace(
            PbrFeatures features, float[] frame, int at, FragmentBatch batch) {
        float[][] s = batch.scratch;
        int p = features.positionVarying();
        float local = frame[at + 3];
        float x = frame[at];
        float y = frame[at + 1];
        float z = frame[at + 2];
        for (int i = 0; i < batch.count; i += F.length()) {
            var zero = FloatVector.zero(F);
            var one = FloatVector.broadcast(F, 1);
            var lx =
                    FloatVector.broadcast(F, x)
                            .sub(FloatVector.fromArray(F, batch.varying[p], i).mul(local));
            var ly =
                    FloatVector.broadcast(F, y)
                            .sub(FloatVector.fromArray(F, batch.varying[p + 1], i).mul(local));
            var lz =
                    FloatVector.broadcast(F, z)
                            .sub(FloatVector.fromArray(F, batch.varying[p + 2], i).mul(local));
            var squared = lx.mul(lx).add(ly.mul(ly)).add(lz.mul(lz));
            squared = squared.blend(1e-12f, squared.compare(LE, 1e-12f));
            var unit = one.div(squared.sqrt());
            lx = lx.mul(unit);
            ly = ly.mul(unit);
            lz = lz.mul(unit);
            var ratio = squared.mul(frame[at + 7]);
            var falloff = one.sub(ratio.mul(ratio));
            falloff = falloff.blend(zero, falloff.compare(LE, zero));
            falloff = falloff.blend(one, falloff.compare(GE, one)).div(squared);
            var along =
                    lx.mul(frame[at + 8])
                            .add(ly.mul(frame[at + 9]))
                            .add(lz.mul(frame[at + 10]))
                            .neg();
            var cone = along.mul(frame[at + 11]).add(frame[at + 12]);
            cone = cone.blend(zero, cone.compare(LE, zero));
            cone = cone.blend(one, cone.compare(GE, one));
            lx.intoArray(s[TOWARDS], i);
            ly.intoArray(s[TOWARDS + 1], i);
            lz.intoArray(s[TOWARDS + 2], i);
            falloff.mul(cone.mul(cone)).intoArray(s[INTENSITY], i);
        }
    }

    /**
     * Adds a light.
     *
     * @param own whether each lane has a direction and an intensity of its own, in their rows; else
     *     those that follow are for all
     */
    private static void lit(
            PbrFeatures features,
            boolean own,
            float x,
            float y,
            float z,
            float strength,
            float[] frame,
            int at,
            FragmentBatch batch) {
        float[][] s = batch.scratch;
        boolean gains = features.lighting().isImageBased();
        var finish = features.finish();
        boolean covered = finish.covered();
        for (int i = 0; i < batch.count; i += F.length()) {
            var zero = FloatVector.zero(F);
            var one = FloatVector.broadcast(F, 1);
            var lx = FloatVector.broadcast(F, x);
            var ly = FloatVector.broadcast(F, y);
            var lz = FloatVector.broadcast(F, z);
            var intensity = FloatVector.broadcast(F, strength);
            if (own) {
                lx = FloatVector.fromArray(F, s[TOWARDS], i);
                ly = FloatVector.fromArray(F, s[TOWARDS + 1], i);
                lz = FloatVector.fromArray(F, s[TOWARDS + 2], i);
                intensity = FloatVector.fromArray(F, s[INTENSITY], i);
            }
            var nx = FloatVector.fromArray(F, s[NORMAL], i);
            var ny = FloatVector.fromArray(F, s[NORMAL + 1], i);
            var nz = FloatVector.fromArray(F, s[NORMAL + 2], i);
            var hx = lx.add(FloatVector.fromArray(F, s[VIEW], i));
            var hy = ly.add(FloatVector.fromArray(F, s[VIEW + 1], i));
            var hz = lz.add(FloatVector.fromArray(F, s[VIEW + 2], i));
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
            var nDotV = FloatVector.fromArray(F, s[N_DOT_V], i);
            var a2 = FloatVector.fromArray(F, s[ALPHA_SQUARED], i);
            var d = nDotH.mul(nDotH).mul(a2.sub(1)).add(1);
            var distribution = a2.mul(ScalarPbrKernels.INVERSE_PI).div(d.mul(d));
            var rest = one.sub(a2);
            var smithV = nDotL.mul(nDotV.mul(nDotV).mul(rest).add(a2).sqrt());
            var smithL = nDotV.mul(nDotL.mul(nDotL).mul(rest).add(a2).sqrt());
            var specular = distribution.mul(FloatVector.broadcast(F, 0.5f).div(smithV.add(smithL)));
            var m = one.sub(vDotH);
            var m2 = m.mul(m);
            var fresnel = m2.mul(m2).mul(m);
            var received = nDotL.mul(intensity);
            var f90 = finish.specular() ? FloatVector.fromArray(F, s[F90], i) : one;
            var below90 = finish.specular() ? FloatVector.fromArray(F, s[SPECULAR], i) : one;
            if (covered) {
                received = received.mul(FloatVector.fromArray(F, s[THROUGH], i));
            }
            for (int c = 0; c < 3; c++) {
                var f0 = FloatVector.fromArray(F, s[F0 + c], i);
                var f = f0.add(f90.sub(f0).mul(fresnel));
                var mirrored = specular.mul(f);
                if (gains) {
                    mirrored = mirrored.mul(FloatVector.fromArray(F, s[GAIN + c], i));
                }
                var below = FloatVector.fromArray(F, s[DIELECTRIC + c], i);
                var reflected =
                        FloatVector.fromArray(F, s[DIFFUSE + c], i)
                                .mul(ScalarPbrKernels.INVERSE_PI)
                                .mul(one.sub(below.add(below90.sub(below).mul(fresnel))))
                                .add(mirrored);
                FloatVector.fromArray(F, s[RADIANCE + c], i)
                        .add(reflected.mul(received.mul(frame[at + 4 + c])))
                        .intoArray(s[RADIANCE + c], i);
            }
        }
    }

    @Override
    public void ambient(PbrFeatures features, float[] frame, FragmentBatch batch) {
        if (features.lighting().isImageBased()) {
            VectorStudioKernels.add(features, frame, batch);
            return;
        }
        float[][] s = batch.scratch;
        for (int i = 0; i < batch.count; i += F.length()) {
            var occlusion = FloatVector.fromArray(F, s[OCCLUSION], i);
            for (int c = 0; c < 3; c++) {
                var reflected =
                        FloatVector.fromArray(F, s[DIFFUSE + c], i)
                                .add(FloatVector.fromArray(F, s[F0 + c], i));
                FloatVector.fromArray(F, s[RADIANCE + c], i)
                        .add(reflected.mul(occlusion.mul(frame[PbrUniforms.AMBIENT + c])))
                        .intoArray(s[RADIANCE + c], i);
            }
        }
    }

    @Override
    public void toneMap(float[] frame, FragmentBatch batch) {
        float[][] s = batch.scratch;
        float exposure = frame[PbrUniforms.EXPOSURE];
        float start = ScalarPbrKernels.COMPRESSION_START;
        float d = 1 - start;
        for (int i = 0; i < batch.count; i += F.length()) {
            var one = FloatVector.broadcast(F, 1);
            var r = FloatVector.fromArray(F, s[RADIANCE], i).mul(exposure);
            var g = FloatVector.fromArray(F, s[RADIANCE + 1], i).mul(exposure);
            var b = FloatVector.fromArray(F, s[RADIANCE + 2], i).mul(exposure);
            var least = r.blend(g, g.lt(r));
            least = least.blend(b, b.lt(least));
            var offset =
                    FloatVector.broadcast(F, 0.04f)
                            .blend(least.sub(least.mul(least).mul(6.25f)), least.lt(0.08f));
            r = r.sub(offset);
            g = g.sub(offset);
            b = b.sub(offset);
            var peak = r.blend(g, r.lt(g));
            peak = peak.blend(b, peak.lt(b));
            var compress = FloatVector.broadcast(F, start).lt(peak);
            if (!compress.anyTrue()) {
                // Most of most pictures; three divisions less
                r.intoArray(batch.red, i);
                g.intoArray(batch.green, i);
                b.intoArray(batch.blue, i);
                continue;
            }
            var compressed = one.sub(FloatVector.broadcast(F, d * d).div(peak.add(d - start)));
            var ratio = compressed.div(peak);
            var grey =
                    one.sub(
                            one.div(
                                    peak.sub(compressed)
                                            .mul(ScalarPbrKernels.DESATURATION)
                                            .add(1)));
            var keep = ratio.mul(one.sub(grey));
            var add = compressed.mul(grey);
            r.blend(r.mul(keep).add(add), compress).intoArray(batch.red, i);
            g.blend(g.mul(keep).add(add), compress).intoArray(batch.green, i);
            b.blend(b.mul(keep).add(add), compress).intoArray(batch.blue, i);
        }
    }

    @Override
    public void unlit(PbrFeatures features, float[] material, FragmentBatch batch) {
        float[][] s = batch.scratch;
        glow(
                features,
                s[DIFFUSE],
                s[RADIANCE],
                material[PbrUniforms.EMISSIVE],
                batch.red,
                batch.count);
        glow(
                features,
                s[DIFFUSE + 1],
                s[RADIANCE + 1],
                material[PbrUniforms.EMISSIVE + 1],
                batch.green,
                batch.count);
        glow(
                features,
                s[DIFFUSE + 2],
                s[RADIANCE + 2],
                material[PbrUniforms.EMISSIVE + 2],
                batch.blue,
                batch.count);
    }

    private static void glow(
            PbrFeatures features,
            float[] base,
            float[] texel,
            float factor,
            float[] to,
            int count) {
        if (features.emissiveTexture()) {
            for (int i = 0; i < count; i += F.length()) {
                FloatVector.fromArray(F, texel, i)
                        .mul(factor)
                        .add(FloatVector.fromArray(F, base, i))
                        .intoArray(to, i);
            }
        } else {
            for (int i = 0; i < count; i += F.length()) {
                FloatVector.fromArray(F, base, i).add(factor).intoArray(to, i);
            }
        }
    }
}
