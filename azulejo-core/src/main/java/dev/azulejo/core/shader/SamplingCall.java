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
}
