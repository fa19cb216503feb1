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
    private static final VectorOperators.Comparison LE = VectorOperators.LE;
    private static final VectorOperators.Comparison GE = VectorOperators.GE;

    /** The horizon, whose plane's normal is up. */
    private static final VectorPbrKernels.Step SLOPE =
            (f, frame, m, at, b) -> edge(0, 1, 0, PbrKernels.PREFILTERED, false, b);

    /** Takes the place of the edge in uniforms. */
    private static final VectorPbrKernels.Step FIRST =
            (f, frame, m, at, b) -> edge(frame, at, PbrKernels.BETWEEN, false, b);

    private static final VectorPbrKernels.Step OPPOSITE =
            (f, frame, m, at, b) -> edge(frame, at, PbrKernels.BETWEEN, true, b);

    private static final VectorPbrKernels.Step NEXT =
            (f, frame, m, at, b) -> edge(frame, at, PbrKernels.BETWEEN + 1, false, b);

    private static final VectorPbrKernels.Step LAST =
            (f, frame, m, at, b) -> edge(frame, at, PbrKernels.BETWEEN + 1, true, b);

    private static final VectorPbrKernels.Step BOX = (f, frame, m, at, b) -> box(frame, at, b);
    private static final VectorPbrKernels.Step SPREAD =
            (f, frame, m, at, b) -> spread(frame, at, b);

    private VectorBrushedKernels() {}

    /** What the studio sends along the reflected ray, into PREFILTERED. */
    static void mirror(float[] frame, FragmentBatch batch) {
        VectorStudioKernels.mirror(
                PbrKernels.NORMAL, PbrKernels.ROUGHNESS, SLOPE, BOX, frame, batch);
    }

    private static void box(float[] frame, int at, FragmentBatch batch) {
        VectorPbrKernels.apart(FIRST, null, frame, frame, at, batch);
        VectorPbrKernels.apart(OPPOSITE, null, frame, frame, at + 3, batch);
        VectorPbrKernels.apart(NEXT, null, frame, frame, at + 6, batch);
        VectorPbrKernels.apart(LAST, null, frame, frame, at + 9, batch);
        VectorPbrKernels.apart(SPREAD, null, frame, frame, at + 12, batch);
    }

    private static void edge(float[] frame, int at, int row, boolean more, FragmentBatch batch) {
        edge(frame[at], frame[at + 1], frame[at + 2], row, more, batch);
    }

    /**
     * The share of the reflected ray's lobe that lies on one side of an edge, as far as the lobe is
     * wide at right angles to it.
     *
     * @param mx unit normal of the edge's plane
     * @param row where it goes
     * @param more whether it is added to what is there
     */
    private static void edge(
            float mx, float my, float mz, int row, boolean more, FragmentBatch batch) {
        float[][] s = batch.scratch;
        float[] to = s[row];
        var zero = FloatVector.zero(F);
        var one = FloatVector.broadcast(F, 1);
        var least =
                FloatVector.broadcast(
                        F, ScalarPbrKernels.LEAST_ROUGHNESS * ScalarPbrKernels.LEAST_ROUGHNESS);
        for (int i = 0; i < batch.count; i += F.length()) {
            var along =
                    FloatVector.fromArray(F, s[PbrKernels.ALONG], i)
                            .mul(mx)
                            .add(FloatVector.fromArray(F, s[PbrKernels.ALONG + 1], i).mul(my))
                            .add(FloatVector.fromArray(F, s[PbrKernels.ALONG + 2], i).mul(mz));
            var across =
                    FloatVector.fromArray(F, s[PbrKernels.ACROSS], i)
                            .mul(mx)
                            .add(FloatVector.fromArray(F, s[PbrKernels.ACROSS + 1], i).mul(my))
                            .add(FloatVector.fromArray(F, s[PbrKernels.ACROSS + 2], i).mul(mz));
            var wide = along.mul(FloatVector.fromArray(F, s[PbrKernels.ALPHA_ALONG], i));
            var narrow = across.mul(FloatVector.fromArray(F, s[PbrKernels.ALPHA_ACROSS], i));
            var both = along.mul(along).add(across.mul(across));
            both = both.blend(1e-12f, both.compare(LE, 1e-12f));
            var alpha = wide.mul(wide).add(narrow.mul(narrow)).div(both).sqrt();
            alpha = alpha.blend(least, alpha.compare(LE, least));
            var steepness =
                    FloatVector.broadcast(F, Surroundings.STEEPER)
                            .div(alpha)
                            .add(Surroundings.STEEP);
            var t =
                    FloatVector.fromArray(F, s[PbrKernels.REFLECTED], i)
                            .mul(mx)
                            .add(FloatVector.fromArray(F, s[PbrKernels.REFLECTED + 1], i).mul(my))
                            .add(FloatVector.fromArray(F, s[PbrKernels.REFLECTED + 2], i).mul(mz))
                            .mul(steepness)
                            .add(0.5f);
            t = t.blend(zero, t.compare(LE, zero));
            t = t.blend(one, t.compare(GE, one));
            var share = t.mul(t).mul(FloatVector.broadcast(F, 3).sub(t.add(t)));
            if (more) {
                share = FloatVector.fromArray(F, to, i).add(share);
            }
            share.intoArray(to, i);
        }
    }

    /** Adds a box's light, as far as the ray lies between its sides. */
    private static void spread(float[] frame, int at, FragmentBatch batch) {
        float[][] s = batch.scratch;
        var zero = FloatVector.zero(F);
        for (int i = 0; i < batch.count; i += F.length()) {
            var two = FloatVector.fromArray(F, s[PbrKernels.BETWEEN], i).sub(1);
            two = two.blend(zero, two.compare(LE, zero));
            var others = FloatVector.fromArray(F, s[PbrKernels.BETWEEN + 1], i).sub(1);
            var share = two.mul(others.blend(zero, others.compare(LE, zero)));
            for (int c = 0; c < 3; c++) {
                FloatVector.fromArray(F, s[PbrKernels.PREFILTERED + c], i)
                        .add(share.mul(frame[at + c]))
                        .intoArray(s[PbrKernels.PREFILTERED + c], i);
            }
        }
    }
}
