package dev.azulejo.scene.shading;

import dev.azulejo.core.shader.FragmentBatch;

import java.util.Arrays;

/**
 * Which of many lights may reach a batch of fragments: space is cut into slices along each axis,
 * and each slice has a bit for every light whose range reaches into it. A batch knows the box
 * around its fragments. Lights that have their bits in one of the box's slices along all three axes
 * are candidates, and those whose spheres reach the box are evaluated, in the order of their
 * numbers.
 *
 * <p>Nothing is left out that a fragment would get. Beyond its range a light's factor is exactly 0
 * (KHR_lights_punctual: {@code 1 - (d / range)^4}, clamped), so that adding it changes no bit. What
 * is left out is farther than the range by {@link #MARGIN} of its square, which is thirty times
 * what arithmetic in floats gets wrong. Lights without a range, directional ones, and whatever is
 * too far out for such sums have their bits everywhere: however faint a light is, a smooth surface
 * mirrors it brightly, so that no distance is far enough to leave it out.
 *
 * <p>All of this lies in the uniforms of a frame, behind {@link PbrUniforms#FRAME_SIZE}, written by
 * {@link #write} when lights move. Bits are whole numbers of {@link #WORD_BITS} bits, which floats
 * hold exactly.
 *
 * <p>Source: slices a dimension after Drobot, "Improved Culling for Tiled and Clustered Rendering",
 * 2017, there along depth alone.
 */
public final class LightSlices {
    /** Slices along each axis. */
    static final int SLICES = 64;

    /** Lights a float. */
    static final int WORD_BITS = 24;

    /** What is farther than a light's range by this part of its square gets nothing of it. */
    static final double MARGIN = 1e-5;

    /** Coordinates beyond may overflow in floats when they are squared. */
    static final double FARTHEST = 1e18;

    private static final int ALL_BITS = (1 << WORD_BITS) - 1;

    // Where things lie in a frame's uniforms: lights begin at PbrUniforms.MANY_LIGHTS
    private static final int SLICED = PbrUniforms.FRAME_SIZE;
    private static final int MEAN = SLICED + 1;

    /** Where the first slice begins along each axis, and how many there are a unit. */
    private static final int GRID = MEAN + 1;

    private static final int PLACE = PbrKernels.BOUNDS;

    private LightSlices() {}

    /** Returns how many floats a frame's uniforms have with so many lights. */
    public static int frameSize(int lights) {
        return lights <= PbrUniforms.FEW_LIGHTS
                ? PbrUniforms.FRAME_SIZE
                : slices(lights) + 3 * SLICES * words(lights);
    }

    /**
     * Finds which slices the lights of a frame reach. Of few lights nothing is written.
     *
     * @param frame its uniforms, {@link #frameSize}, with its lights
     * @param sliced whether lights are to be left out where they do not reach; else each fragment
     *     gets all of them, which makes the same picture
     */
    public static void write(float[] frame, boolean sliced) {
        int count = (int) frame[PbrUniforms.LIGHT_COUNT];
        if (count <= PbrUniforms.FEW_LIGHTS) {
            return;
        }
        frame[SLICED] = sliced ? 1 : 0;
        double volume = 1;
        for (int axis = 0; axis < 3; axis++) {
            volume *= grid(frame, count, axis);
        }
        Arrays.fill(frame, slices(count), frameSize(count), 0);
        double mean = 0;
        for (int l = 0; l < count; l++) {
            double range = range(frame, l);
            double side = 2 * range;
            mean += sliced && range < Double.POSITIVE_INFINITY ? side * side * side / volume : 1;
            for (int axis = 0; axis < 3; axis++) {
                mark(frame, count, l, axis, range);
            }
        }
        frame[MEAN] = (float) Math.max(1, Math.rint(mean));
    }

    /**
     * Returns how many lights a fragment is lit by, for what it costs: all of few; of many the mean
     * number of cubes around their ranges at a place, over the box around all of them.
     */
    static int mean(float[] frame) {
        int count = (int) frame[PbrUniforms.LIGHT_COUNT];
        return count <= PbrUniforms.FEW_LIGHTS ? count : (int) frame[MEAN];
    }

    /** Returns how many floats have a bit each for so many lights. */
    static int words(int lights) {
        return (lights + WORD_BITS - 1) / WORD_BITS;
    }

    /** Finds the box around a batch's fragments, and its slices; {@link #word} needs them. */
    static void bound(PbrFeatures features, float[] frame, FragmentBatch batch) {
        float[][] s = batch.scratch;
        boolean near = true;
        for (int axis = 0; axis < 3; axis++) {
            float[] place = batch.varying[features.positionVarying() + axis];
            float least = place[0];
            float most = place[0];
            for (int i = 1; i < batch.count; i++) {
                least = Math.min(least, place[i]);
                most = Math.max(most, place[i]);
            }
            // Not so for NaN
            near &= least > -FARTHEST && most < FARTHEST;
            s[PLACE][2 * axis] = least;
            s[PLACE][2 * axis + 1] = most;
        }
        for (int axis = 0; axis < 3; axis++) {
            if (!near) {
                s[PLACE][2 * axis] = Float.NEGATIVE_INFINITY;
                s[PLACE][2 * axis + 1] = Float.POSITIVE_INFINITY;
            }
            s[PLACE][6 + 2 * axis] = slice(frame, axis, s[PLACE][2 * axis]);
            s[PLACE][7 + 2 * axis] = slice(frame, axis, s[PLACE][2 * axis + 1]);
        }
    }

    /**
     * Returns which of the lights {@code WORD_BITS * word} and following may reach the batch, a bit
     * each from the lowest.
     */
    static int word(float[] frame, int word, FragmentBatch batch) {
        int count = (int) frame[PbrUniforms.LIGHT_COUNT];
        if (frame[SLICED] == 0) {
            return ALL_BITS >>> Math.max(0, WORD_BITS * (word + 1) - count);
        }
        float[] bounds = batch.scratch[PLACE];
        int words = words(count);
        int bits = ALL_BITS;
        for (int axis = 0; axis < 3 && bits != 0; axis++) {
            int first = (int) bounds[6 + 2 * axis];
            int last = (int) bounds[7 + 2 * axis];
            int at = slices(count) + (axis * SLICES + first) * words + word;
            int any = 0;
            for (int slice = first; slice <= last; slice++) {
                any |= (int) frame[at];
                at += words;
            }
            bits &= any;
        }
        return bits;
    }

    /** Returns whether a light reaches the box around the batch. */
    static boolean reaches(float[] frame, int light, FragmentBatch batch) {
        int at = PbrUniforms.light(frame, light);
        if (frame[SLICED] == 0 || !isBounded(frame, at)) {
            return true;
        }
        float[] bounds = batch.scratch[PLACE];
        double squared = 0;
        for (int axis = 0; axis < 3; axis++) {
            double before = (double) bounds[2 * axis] - frame[at + axis];
            double behind = (double) frame[at + axis] - bounds[2 * axis + 1];
            double away = Math.max(Math.max(before, behind), 0);
            squared += away * away;
        }
        return squared * frame[at + 7] <= 1 + MARGIN;
    }

    /** Where the slices begin: first axis first, a slice's words next to each other. */
    private static int slices(int lights) {
        return PbrUniforms.MANY_LIGHTS + lights * PbrUniforms.LIGHT_STRIDE;
    }

    private static boolean isBounded(float[] frame, int at) {
        boolean near = true;
        for (int axis = 0; axis < 3; axis++) {
            near &= Math.abs(frame[at + axis]) < FARTHEST;
        }
        float inverse = frame[at + 7];
        return near && frame[at + 3] != 0 && inverse > 0 && inverse < Float.POSITIVE_INFINITY;
    }

    /** Returns how far a light reaches, with its margin; infinity if it is everywhere. */
    private static double range(float[] frame, int light) {
        int at = PbrUniforms.light(frame, light);
        return isBounded(frame, at)
                ? Math.sqrt((1 + 2 * MARGIN) / frame[at + 7])
                : Double.POSITIVE_INFINITY;
    }

    /** Lays slices along an axis; returns how long all of them are. */
    private static double grid(float[] frame, int count, int axis) {
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (int l = 0; l < count; l++) {
            double range = range(frame, l);
            if (range < Double.POSITIVE_INFINITY) {
                double place = frame[PbrUniforms.light(frame, l) + axis];
                least = Math.min(least, place - range);
                most = Math.max(most, place + range);
            }
        }
        boolean none = !(least < most);
        frame[GRID + 2 * axis] = none ? 0 : (float) least;
        frame[GRID + 2 * axis + 1] = none ? 0 : (float) (SLICES / (most - least));
        return none ? 1 : most - least;
    }

    /** The slice of a place, or the nearest one; never less for a place that is farther along. */
    private static int slice(float[] frame, int axis, double place) {
        double at = (place - frame[GRID + 2 * axis]) * frame[GRID + 2 * axis + 1];
        return (int) Math.max(0, Math.min(SLICES - 1, at));
    }

    private static void mark(float[] frame, int count, int light, int axis, double range) {
        double place = frame[PbrUniforms.light(frame, light) + axis];
        boolean bounded = range < Double.POSITIVE_INFINITY;
        int first = bounded ? slice(frame, axis, place - range) : 0;
        int last = bounded ? slice(frame, axis, place + range) : SLICES - 1;
        int words = words(count);
        int at = slices(count) + (axis * SLICES + first) * words + light / WORD_BITS;
        for (int slice = first; slice <= last; slice++) {
            // Set once only: a sum of different powers of two
            frame[at] += 1 << light % WORD_BITS;
            at += words;
        }
    }
}
