package dev.azulejo.core.shader;

import dev.azulejo.core.resource.Sampler;
import dev.azulejo.core.resource.Texture;

/**
 * The arguments of a texture sampling in progress, for an implementation that hands them from step
 * to step. One a batch, reused; contents mean nothing between calls.
 */
public final class SamplingCall {
    /** Scratch to work in. */
    public FragmentBatch batch;

    /** What is read. */
    public Texture texture;

    /** How it is read. */
    public Sampler sampler;

    /** Lanes. */
    public int count;

    /** Coordinates of the tap. */
    public float[] u;

    /** Coordinates of the tap. */
    public float[] v;

    /** 0 for the first level, 1 for the second. */
    public int which;

    /** Corner of the footprint, 0..3. */
    public int corner;

    /** Output lanes. */
    public float[] red;

    /** Output lanes. */
    public float[] green;

    /** Output lanes. */
    public float[] blue;

    /** Output lanes. */
    public float[] alpha;

    // Setters store only what changes: a stored reference marks a byte of the collector's card
    // table, whose cache lines workers share.

    /** Sets what is read and where scratch is. */
    public void set(FragmentBatch scratch, Texture read, Sampler how) {
        if (batch != scratch) {
            batch = scratch;
        }
        if (texture != read) {
            texture = read;
        }
        if (sampler != how) {
            sampler = how;
        }
    }

    /** Sets the coordinates. */
    public void at(float[] horizontal, float[] vertical) {
        if (u != horizontal) {
            u = horizontal;
        }
        if (v != vertical) {
            v = vertical;
        }
    }

    /** Sets the output lanes. */
    public void output(float[] toRed, float[] toGreen, float[] toBlue, float[] toAlpha) {
        if (red != toRed) {
            red = toRed;
        }
        if (green != toGreen) {
            green = toGreen;
        }
        if (blue != toBlue) {
            blue = toBlue;
        }
        if (alpha != toAlpha) {
            alpha = toAlpha;
        }
    }
}
