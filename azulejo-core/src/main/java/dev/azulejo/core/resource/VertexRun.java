package dev.azulejo.core.resource;

/**
 * The vertices that a run of {@link IndexBuffer#RUN} indices names, each once, in order of first
 * use: what a geometry worker finds out about the run and need not find out again.
 */
public final class VertexRun {
    /** Vertex indices in order of first use. */
    public final int[] vertices;

    /** For each element of the run, its place in {@link #vertices}. */
    public final short[] corners;

    /** Smallest vertex index. */
    public final int min;

    /** Largest vertex index. */
    public final int max;

    /** Keeps the arrays. */
    public VertexRun(int[] vertices, short[] corners, int min, int max) {
        this.vertices = vertices;
        this.corners = corners;
        this.min = min;
        this.max = max;
    }
}
