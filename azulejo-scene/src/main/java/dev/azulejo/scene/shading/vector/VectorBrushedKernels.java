package dev.azulejo.scene.shading.vector;

import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.scene.shading.PbrKernels;
import dev.azulejo.scene.shading.ScalarPbrKernels;
import dev.azulejo.scene.shading.Surroundings;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** What brushed surfaces mirror of the studio: the vector twin of {@link Surroundings}' brushed. */
final class VectorBrushedKernels {
    private static final VectorSpecies<Float> F = FloatVector.SPECIES_PREFERRED;

    private static final VectorPbrKernels.Step REFLECT = (f, frame, m, at, b) -> reflect(frame, b);

    private static final VectorPbrKernels.Step BOX = (f, frame, m, at, b) -> box(frame, at, b);

    private VectorBrushedKernels() {}

    /** What the studio sends along the reflected ray, into PREFILTERED. */
    static void mirror(float[] frame, FragmentBatch batch) {
        VectorPbrKernels.mirror(REFLECT, BOX, frame, batch);
    }

    private static void reflect(float[] frame, FragmentBatch batch) {
        float[][] s = batch.scratch;
        for (int i = 0; i < batch.count; i += F.length()) {
            var ry = VectorPbrKernels.ray(PbrKernels.NORMAL, s, i);
            var up = VectorPbrKernels.step(ry, steepness(0, 1, 0, s, i));
            var roughness = FloatVector.fromArray(F, s[PbrKernels.ROUGHNESS], i);
            VectorPbrKernels.sky(frame, ry, up, roughness, s, i);
        }
    }

    private static void box(float[] frame, int at, FragmentBatch batch) {
        float[][] s = batch.scratch;
        for (int i = 0; i < batch.count; i += F.length()) {
            var share = between(frame, at, s, i).mul(between(frame, at + 6, s, i));
            for (int c = 0; c < 3; c++) {
                FloatVector.fromArray(F, s[PbrKernels.PREFILTERED + c], i)
                        .add(share.mul(frame[at + 12 + c]))
                        .intoArray(s[PbrKernels.PREFILTERED + c], i);
            }
        }
    }

    private static FloatVector between(float[] frame, int at, float[][] s, int i) {
        return edge(frame, at, s, i).add(edge(frame, at + 3, s, i)).sub(1).max(0);
    }

    private static FloatVector edge(float[] frame, int at, float[][] s, int i) {
        float mx = frame[at];
        float my = frame[at + 1];
        float mz = frame[at + 2];
        var sine = dot(s, PbrKernels.REFLECTED, i, mx, my, mz);
        return VectorPbrKernels.step(sine, steepness(mx, my, mz, s, i));
    }

    /** Slope of the step over an edge, whose plane has a unit normal. */
    private static FloatVector steepness(float mx, float my, float mz, float[][] s, int i) {
        var along = dot(s, PbrKernels.ALONG, i, mx, my, mz);
        var across = dot(s, PbrKernels.ACROSS, i, mx, my, mz);
        var wide = along.mul(FloatVector.fromArray(F, s[PbrKernels.ALPHA_ALONG], i));
        var narrow = across.mul(FloatVector.fromArray(F, s[PbrKernels.ALPHA_ACROSS], i));
        var both = along.mul(along).add(across.mul(across)).max(1e-12f);
        var alpha = wide.mul(wide).add(narrow.mul(narrow)).div(both).sqrt();
        float least = ScalarPbrKernels.LEAST_ROUGHNESS * ScalarPbrKernels.LEAST_ROUGHNESS;
        return FloatVector.broadcast(F, Surroundings.STEEPER)
                .div(alpha.max(least))
                .add(Surroundings.STEEP);
    }

    private static FloatVector dot(float[][] s, int row, int i, float x, float y, float z) {
        return FloatVector.fromArray(F, s[row], i)
                .mul(x)
                .add(FloatVector.fromArray(F, s[row + 1], i).mul(y))
                .add(FloatVector.fromArray(F, s[row + 2], i).mul(z));
    }
}
