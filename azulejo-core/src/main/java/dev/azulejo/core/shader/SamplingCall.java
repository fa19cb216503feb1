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

    /**
     * Coordinates that were given; {@link TextureSampling#again} reads them once more. Likewise the
     * next five.
     */
    public float[] givenU;

    /** Coordinates that were given. */
    public float[] givenV;

    /** Derivatives that were given. */
    public float[] dudx;

    /** Derivatives that were given. */
    public float[] dvdx;

    /** Derivatives that were given. */
    public float[] dudy;

    /** Derivatives that were given. */
    public float[] dvdy;

    /** Whether any lane reads two levels. */
    public boolean two;

    /** Coordinates of the tap. */
    public float[] u;

    /** Coordinates of the tap. */
    public float[] v;

    /** 0 for the first level, 1 for the second. */
    public int which;

    /** What is added up: 0 red, 1 green, 2 blue, 3 alpha. */
    public int channel;

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

    /** Sets where is read. */
    public void given(
            float[] horizontal,
            float[] vertical,
            float[] horizontalByX,
            float[] verticalByX,
            float[] horizontalByY,
            float[] verticalByY) {
        if (givenU != horizontal || givenV != vertical) {
            givenU = horizontal;
            givenV = vertical;
        }
        if (dudx != horizontalByX || dvdx != verticalByX) {
            dudx = horizontalByX;
            dvdx = verticalByX;
        }
        if (dudy != horizontalByY || dvdy != verticalByY) {
            dudy = horizontalByY;
            dvdy = verticalByY;
        }
    }

    /** Sets the coordinates of a tap. */
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

    /** Returns the output lanes of a channel, 0..3; null if nobody wants them. */
    public float[] lanes(int color) {
        return switch (color) {
            case 0 -> red;
            case 1 -> green;
            case 2 -> blue;
            default -> alpha;
        };
    }
}
