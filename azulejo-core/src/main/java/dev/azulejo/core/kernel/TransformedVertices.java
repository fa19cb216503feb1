package dev.azulejo.core.kernel;

/**
 * Vertices of one geometry chunk after the position part, structure of arrays; all arrays have
 * {@code capacity} elements, a multiple of 16. Owned by one worker.
 */
public final class TransformedVertices {
    /** Clip position. */
    public final float[] clipX;

    /** Clip position. */
    public final float[] clipY;

    /** Clip position. */
    public final float[] clipZ;

    /** Clip position. */
    public final float[] clipW;

    /** Window x, 8 fraction bits. */
    public final int[] x;

    /** Window y, 8 fraction bits, downward. */
    public final int[] y;

    /** Window depth. */
    public final float[] z;

    /** 1 / w. */
    public final float[] inverseW;

    /** Bits of {@link WindowTransform}. */
    public final int[] code;

    /** Makes room for a number of vertices. */
    public TransformedVertices(int capacity) {
        clipX = new float[capacity];
        clipY = new float[capacity];
        clipZ = new float[capacity];
        clipW = new float[capacity];
        x = new int[capacity];
        y = new int[capacity];
        z = new float[capacity];
        inverseW = new float[capacity];
        code = new int[capacity];
    }
}
