package dev.azulejo.core.shader;

/**
 * Up to {@link #CAPACITY} primitives in structure-of-arrays form, one a lane, and those that are
 * made of them. Owned by one worker and reused.
 */
public final class GeometryBatch extends StageBatch {
    /** Most lanes in a batch; a multiple of 16. */
    public static final int CAPACITY = 64;

    /** Scratch arrays at a stage's disposal. */
    public static final int SCRATCH = 32;

    /** Index of the instance that all lanes belong to. */
    public int instance;

    /** Corners of the primitives that come in: 1, 2 or 3. */
    public int corners;

    /** Number of each lane's primitive in the draw call; of its patch if it was tessellated. */
    public final int[] primitive = new int[CAPACITY];

    /** Clip positions that come in, {@code [corner][lane]}. */
    public final float[][] clipX = new float[3][CAPACITY];

    /** Clip positions that come in, {@code [corner][lane]}. */
    public final float[][] clipY = new float[3][CAPACITY];

    /** Clip positions that come in, {@code [corner][lane]}. */
    public final float[][] clipZ = new float[3][CAPACITY];

    /** Clip positions that come in, {@code [corner][lane]}. */
    public final float[][] clipW = new float[3][CAPACITY];

    /** Varyings that come in, {@code [inputVaryingCount * corner + k][lane]}. */
    public float[][] varying = {};

    /** Output: primitives made of each lane's, 0..maxPrimitives. */
    public final int[] made = new int[CAPACITY];

    /** Output: clip positions, {@code [outputCorners * primitive + corner][lane]}. */
    public float[][] outClipX = {};

    /** Output: clip positions, {@code [outputCorners * primitive + corner][lane]}. */
    public float[][] outClipY = {};

    /** Output: clip positions, {@code [outputCorners * primitive + corner][lane]}. */
    public float[][] outClipZ = {};

    /** Output: clip positions, {@code [outputCorners * primitive + corner][lane]}. */
    public float[][] outClipW = {};

    /** Output: {@code [varyingCount * (outputCorners * primitive + corner) + k][lane]}. */
    public float[][] outVarying = {};

    /** Scratch for the stage's own steps; contents are undefined at entry. */
    public final float[][] scratch = new float[SCRATCH][CAPACITY];

    /** Makes room for what a stage reads and writes. */
    public void require(GeometryStage stage, int varyingCount) {
        int vertices = stage.maxPrimitives() * stage.outputCorners();
        varying = HullBatch.rows(varying, 3 * stage.inputVaryingCount(), CAPACITY);
        outClipX = HullBatch.rows(outClipX, vertices, CAPACITY);
        outClipY = HullBatch.rows(outClipY, vertices, CAPACITY);
        outClipZ = HullBatch.rows(outClipZ, vertices, CAPACITY);
        outClipW = HullBatch.rows(outClipW, vertices, CAPACITY);
        outVarying = HullBatch.rows(outVarying, vertices * varyingCount, CAPACITY);
    }
}
