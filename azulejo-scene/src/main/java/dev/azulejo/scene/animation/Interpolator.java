package dev.azulejo.scene.animation;

import dev.azulejo.scene.model.Animation.Interpolation;
import dev.azulejo.scene.model.Animation.Sampler;

/**
 * The values of a sampler at any time (glTF 2.0, appendix C). Arithmetic is in double and rounded
 * once.
 *
 * <p>It remembers the keyframe it found last, which only makes it faster. Threads: one at a time.
 */
final class Interpolator {
    /**
     * Above this cosine of the angle between two rotations, linear is as good as spherical: the
     * angle is so small (4.5e-5) that both agree to its third power.
     */
    private static final double NEARLY_EQUAL = 1 - 1e-9;

    private final float[] times;
    private final float[] values;
    private final int components;
    private final Interpolation interpolation;
    private final boolean isRotation;
    private int last;

    Interpolator(Sampler sampler, boolean isRotation) {
        times = sampler.times();
        values = sampler.values();
        components = sampler.components();
        interpolation = sampler.interpolation();
        this.isRotation = isRotation;
    }

    /**
     * Finds the value at a time: that of the first keyframe before it, that of the last after it.
     *
     * @param seconds NaN counts as before the first
     * @param value receives the components; rotations have unit length, and are no rotation where
     *     the file's have no length
     */
    void evaluate(double seconds, float[] value) {
        int end = times.length - 1;
        if (!(seconds > times[0])) {
            copy(0, value);
        } else if (seconds >= times[end]) {
            copy(end, value);
        } else {
            int k = find(seconds);
            double step = (double) times[k + 1] - times[k];
            double t = (seconds - times[k]) / step;
            switch (interpolation) {
                case STEP -> copy(k, value);
                case LINEAR -> {
                    if (isRotation) {
                        slerp(k, t, value);
                        return;
                    }
                    linear(k, 1 - t, t, value);
                }
                case CUBIC_SPLINE -> cubic(k, t, step, value);
            }
        }
        if (isRotation) {
            normalize(value);
        }
    }

    /** Returns the last keyframe that is not after {@code seconds}, which is within all times. */
    private int find(double seconds) {
        int k = last;
        if (!(times[k] <= seconds && seconds < times[k + 1])) {
            // most often time has gone on a little
            boolean isNext =
                    k + 2 < times.length && times[k + 1] <= seconds && seconds < times[k + 2];
            k = isNext ? k + 1 : search(seconds);
            last = k;
        }
        return k;
    }

    private int search(double seconds) {
        int low = 0;
        int high = times.length - 1;
        while (high - low > 1) {
            int middle = low + high >>> 1;
            if (times[middle] <= seconds) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns where the value of a keyframe begins; a spline has tangents before and after it. */
    private int place(int keyframe) {
        return interpolation == Interpolation.CUBIC_SPLINE
                ? (3 * keyframe + 1) * components
                : keyframe * components;
    }

    private void copy(int keyframe, float[] value) {
        System.arraycopy(values, place(keyframe), value, 0, components);
    }

    /** Appendix C.3, with given weights of both keyframes. */
    private void linear(int k, double weight, double weightNext, float[] value) {
        int a = place(k);
        int b = place(k + 1);
        for (int c = 0; c < components; c++) {
            value[c] = (float) (weight * values[a + c] + weightNext * values[b + c]);
        }
    }

    /** Appendix C.4: along the shorter arc at constant speed. */
    private void slerp(int k, double t, float[] value) {
        int a = place(k);
        int b = place(k + 1);
        double scale = inverseLength(values, a);
        double scaleNext = inverseLength(values, b);
        double dot = 0;
        for (int c = 0; c < 4; c++) {
            dot += scale * values[a + c] * (scaleNext * values[b + c]);
        }
        double cosine = Math.abs(dot);
        double weight = 1 - t;
        double weightNext = t;
        if (cosine < NEARLY_EQUAL) {
            double angle = StrictMath.acos(cosine);
            double sine = StrictMath.sin(angle);
            weight = StrictMath.sin(angle * (1 - t)) / sine;
            weightNext = StrictMath.sin(angle * t) / sine;
        }
        // q and -q are the same rotation: take the one that is nearer
        linear(k, weight * scale, (dot < 0 ? -weightNext : weightNext) * scaleNext, value);
        normalize(value);
    }

    /** Appendix C.5: a cubic Hermite spline; tangents are a second long. */
    private void cubic(int k, double t, double step, float[] value) {
        double t2 = t * t;
        double t3 = t2 * t;
        double atValue = 2 * t3 - 3 * t2 + 1;
        double atOut = step * (t3 - 2 * t2 + t);
        double atNext = -2 * t3 + 3 * t2;
        double atIn = step * (t3 - t2);
        int a = place(k);
        int b = place(k + 1);
        for (int c = 0; c < components; c++) {
            value[c] =
                    (float)
                            (atValue * values[a + c]
                                    + atOut * values[a + components + c]
                                    + atNext * values[b + c]
                                    + atIn * values[b - components + c]);
        }
    }

    private static void normalize(float[] q) {
        double scale = inverseLength(q, 0);
        for (int c = 0; c < 4; c++) {
            // where a spline overflowed, infinity times 0 would not be 0
            q[c] = scale == 0 ? 0 : (float) (q[c] * scale);
        }
        if (scale == 0) {
            q[3] = 1;
        }
    }

    /** Returns 1 / length, or 0 for length 0 and what has no finite one. */
    private static double inverseLength(float[] q, int at) {
        double x = q[at];
        double y = q[at + 1];
        double z = q[at + 2];
        double w = q[at + 3];
        double square = x * x + y * y + z * z + w * w;
        return square > 0 && square < Double.POSITIVE_INFINITY ? 1 / Math.sqrt(square) : 0;
    }
}
