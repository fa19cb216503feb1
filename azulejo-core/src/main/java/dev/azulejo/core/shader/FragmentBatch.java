package dev.azulejo.core.shader;

/**
 * Up to {@link #CAPACITY} fragments of one draw state in structure-of-arrays form, from any mixture
 * of triangles. Owned by one worker and reused; all arrays have {@link #LENGTH} elements.
 */
public final class FragmentBatch extends StageBatch {
    /** Most lanes in a batch; a multiple of 16. */
    public static final int CAPACITY = 256;

    /** Length of every array: kernels may store whole vectors that begin at any lane. */
    public static final int LENGTH = CAPACITY + 16;

    /** Scratch arrays. Rows below {@link #SAMPLING} are at a stage's disposal. */
    public static final int SCRATCH = 115;

    /** The first scratch row that {@link TextureSampling} overwrites, with all above. */
    public static final int SAMPLING = 96;

    /** Index of the instance of each lane's triangle. */
    public final int[] instance = new int[LENGTH];

    /** Perspective-correct varyings at the pixel centre, {@code [varying][lane]}. */
    public final float[][] varying = new float[ShaderProgram.MAX_VARYINGS][LENGTH];

    /**
     * Derivatives by window x (to the right), a pixel, of the first {@code gradientCount} varyings.
     */
    public final float[][] ddx = new float[ShaderProgram.MAX_VARYINGS][LENGTH];

    /** Derivatives by window y (downward), a pixel, of the first {@code gradientCount} varyings. */
    public final float[][] ddy = new float[ShaderProgram.MAX_VARYINGS][LENGTH];

    /** 1 for a front-facing triangle (or point or line), -1 for a back-facing one. */
    public final float[] facing = new float[LENGTH];

    /** Pixel column of the fragment. */
    public final int[] pixelX = new int[LENGTH];

    /** Pixel row of the fragment, 0 at the top. */
    public final int[] pixelY = new int[LENGTH];

    /** Output of {@link FragmentStage#keep}: -1 or 0. */
    public final int[] keep = new int[LENGTH];

    /** Output colour. */
    public final float[] red = new float[LENGTH];

    /** Output colour. */
    public final float[] green = new float[LENGTH];

    /** Output colour. */
    public final float[] blue = new float[LENGTH];

    /** Output alpha; of {@link FragmentStage#cover} how much of the fragment is there. */
    public final float[] alpha = new float[LENGTH];

    /** Scratch for the stage's own steps; contents are undefined at entry. */
    public final float[][] scratch = new float[SCRATCH][LENGTH];

    /** Arguments of the texture sampling in progress. */
    public final SamplingCall sampling = new SamplingCall();

    /** Integer scratch for the stage's own steps (texel indices); contents undefined at entry. */
    public final int[][] intScratch = new int[16][LENGTH];
}
