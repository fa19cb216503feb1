package dev.azulejo.scene.shading.vector;

import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.scene.shading.PbrKernels;
import dev.azulejo.scene.shading.ScalarPbrKernels;
import dev.azulejo.scene.shading.Surroundings;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** What brushed surfaces mirror of the studio: the vector twin of {@link Surroundings}' brushed. */
final class VectorBrushedKernels {
    private static final VectorSpecies<Float> F = FloatVector.SPECIES_PREFERRED;

    private static final VectorPbrKernels.Step SLOPE = (f, frame, m, at, b) -> slope(b);
    private static final VectorPbrKernels.Step BOX = (f, frame, m, at, b) -> box(frame, at, b);

    private VectorBrushedKernels() {}

    /** What the studio sends along the reflected ray, into PREFILTERED. */
    static void mirror(float[] frame, FragmentBatch batch) {
        VectorPbrKernels.mirror(PbrKernels.NORMAL, PbrKernels.ROUGHNESS, SLOPE, BOX, frame, batch);
    }

    /** Of the horizon, whose plane's normal is up. */
    private static void slope(FragmentBatch batch) {
        float[][] s = batch.scratch;
        for (int i = 0; i < batch.count; i += F.length()) {
            var along = dot(s, PbrKernels.ALONG, i, 0, 1, 0);
            var across = dot(s, PbrKernels.ACROSS, i, 0, 1, 0);
            VectorPbrKernels.step(
                            FloatVector.fromArray(F, s[PbrKernels.REFLECTED + 1], i),
                            steepness(along, across, s, i))
                    .intoArray(s[PbrKernels.PREFILTERED], i);
        }
    }

    private static void box(float[] frame, int at, FragmentBatch batch) {
        float[][] s = batch.scratch;
        for (int i = 0; i < batch.count; i += F.length()) {
            var share = FloatVector.broadcast(F, 1);
            for (int pair = at; pair < at + 12; pair += 6) {
                var sum = FloatVector.zero(F);
                for (int edge = pair; edge <= pair + 3; edge += 3) {
                    float mx = frame[edge];
                    float my = frame[edge + 1];
                    float mz = frame[edge + 2];
                    var sine = dot(s, PbrKernels.REFLECTED, i, mx, my, mz);
                    var along = dot(s, PbrKernels.ALONG, i, mx, my, mz);
                    var across = dot(s, PbrKernels.ACROSS, i, mx, my, mz);
                    sum = sum.add(VectorPbrKernels.step(sine, steepness(along, across, s, i)));
                }
                sum = sum.sub(1);
                share = share.mul(sum.blend(0, sum.compare(VectorOperators.LE, 0)));
            }
            for (int c = 0; c < 3; c++) {
                FloatVector.fromArray(F, s[PbrKernels.PREFILTERED + c], i)
                        .add(share.mul(frame[at + 12 + c]))
                        .intoArray(s[PbrKernels.PREFILTERED + c], i);
            }
        }
    }

    /** Slope of the step over an edge, whose plane has a unit normal with such products. */
    private static FloatVector steepness(
            FloatVector along, FloatVector across, float[][] s, int i) {
        var wide = along.mul(FloatVector.fromArray(F, s[PbrKernels.ALPHA_ALONG], i));
        var narrow = across.mul(FloatVector.fromArray(F, s[PbrKernels.ALPHA_ACROSS], i));
        var both = along.mul(along).add(across.mul(across));
        both = both.blend(1e-12f, both.compare(VectorOperators.LE, 1e-12f));
        var alpha = wide.mul(wide).add(narrow.mul(narrow)).div(both).sqrt();
        float least = ScalarPbrKernels.LEAST_ROUGHNESS * ScalarPbrKernels.LEAST_ROUGHNESS;
        return FloatVector.broadcast(F, Surroundings.STEEPER)
                .div(alpha.blend(least, alpha.compare(VectorOperators.LE, least)))
                .add(Surroundings.STEEP);
    }

    private static FloatVector dot(float[][] s, int row, int i, float x, float y, float z) {
        return FloatVector.fromArray(F, s[row], i)
                .mul(x)
                .add(FloatVector.fromArray(F, s[row + 1], i).mul(y))
                .add(FloatVector.fromArray(F, s[row + 2], i).mul(z));
    }
}
