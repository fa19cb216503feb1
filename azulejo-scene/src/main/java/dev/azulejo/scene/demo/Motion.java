package dev.azulejo.scene.demo;

import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.model.Animation;
import dev.azulejo.scene.model.Animation.Channel;
import dev.azulejo.scene.model.Animation.Interpolation;
import dev.azulejo.scene.model.Animation.Property;
import dev.azulejo.scene.model.Animation.Sampler;

import java.util.ArrayList;
import java.util.List;

/** Collects what moves. All of it repeats: the last keyframe has the value of the first. */
final class Motion {
    private final List<Channel> channels = new ArrayList<>();

    Animation build(String name) {
        return new Animation(name, channels);
    }

    /** Shows a node in some of equal steps: scale 1, or 0 where it is not shown. */
    void shown(int node, double step, boolean... shown) {
        int n = shown.length;
        double[] times = new double[n + 1];
        double[][] values = new double[n + 1][];
        for (int k = 0; k <= n; k++) {
            double scale = shown[k % n] ? 1 : 0;
            times[k] = k * step;
            values[k] = new double[] {scale, scale, scale};
        }
        add(node, Property.SCALE, times, values, Interpolation.STEP);
    }

    /** Stretches a node along y at constant speeds. */
    void stretch(int node, double[] times, double... factors) {
        double[][] values = new double[factors.length][];
        for (int k = 0; k < factors.length; k++) {
            values[k] = new double[] {1, factors[k], 1};
        }
        add(node, Property.SCALE, times, values, Interpolation.LINEAR);
    }

    /** Turns a node about an axis, 0 is x; degrees, counter-clockwise. */
    void turn(int node, int axis, Interpolation interpolation, double[] times, double... degrees) {
        double[][] values = new double[degrees.length][];
        for (int k = 0; k < degrees.length; k++) {
            var q = rotation(axis, degrees[k]);
            values[k] = new double[] {q.x(), q.y(), q.z(), q.w()};
        }
        add(node, Property.ROTATION, times, values, interpolation);
    }

    /** Moves a node; x, y, z of each keyframe in the parent's space. */
    void move(int node, Interpolation interpolation, double[] times, double[]... places) {
        add(node, Property.TRANSLATION, times, places, interpolation);
    }

    /** Moves a node so that it starts and stops gently at every keyframe. */
    void glide(int node, double[] times, double[]... places) {
        float[] values = splines(times, places, false);
        channels.add(
                new Channel(
                        node,
                        Property.TRANSLATION,
                        new Sampler(floats(times), values, 3, Interpolation.CUBIC_SPLINE)));
    }

    /** A rotation about an axis, 0 is x; degrees, counter-clockwise. */
    static Quaternion rotation(int axis, double degrees) {
        // Whole turns are no turn, so that the last keyframe equals the first
        double half = StrictMath.toRadians(degrees % 360) / 2;
        float s = (float) StrictMath.sin(half);
        float c = (float) StrictMath.cos(half);
        return new Quaternion(axis == 0 ? s : 0, axis == 1 ? s : 0, axis == 2 ? s : 0, c);
    }

    private void add(
            int node,
            Property property,
            double[] times,
            double[][] values,
            Interpolation interpolation) {
        float[] flat =
                interpolation == Interpolation.CUBIC_SPLINE
                        ? splines(times, values, true)
                        : flat(values);
        channels.add(
                new Channel(
                        node,
                        property,
                        new Sampler(floats(times), flat, values[0].length, interpolation)));
    }

    /** Tangent in, value, tangent out; tangents across the neighbours, or zero. */
    private static float[] splines(double[] times, double[][] values, boolean flowing) {
        int n = values.length;
        int components = values[0].length;
        double period = times[n - 1];
        float[] out = new float[3 * n * components];
        for (int k = 0; k < n; k++) {
            // The last keyframe is the first of the next round
            int before = k > 0 ? k - 1 : n - 2;
            int after = k < n - 1 ? k + 1 : 1;
            double elapsed = times[after] - times[before] + (k == 0 || k == n - 1 ? period : 0);
            for (int c = 0; c < components; c++) {
                double slope = flowing ? (values[after][c] - values[before][c]) / elapsed : 0;
                int at = 3 * k * components + c;
                out[at] = (float) slope;
                out[at + components] = (float) values[k][c];
                out[at + 2 * components] = (float) slope;
            }
        }
        return out;
    }

    private static float[] flat(double[][] values) {
        int components = values[0].length;
        float[] flat = new float[values.length * components];
        for (int k = 0; k < values.length; k++) {
            for (int c = 0; c < components; c++) {
                flat[k * components + c] = (float) values[k][c];
            }
        }
        return flat;
    }

    private static float[] floats(double[] values) {
        float[] floats = new float[values.length];
        for (int k = 0; k < values.length; k++) {
            floats[k] = (float) values[k];
        }
        return floats;
    }
}
