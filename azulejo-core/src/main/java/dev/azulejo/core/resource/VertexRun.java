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

    /** For each {@link PositionBounds#PART} of the run, how many vertices are used before it. */
    private final short[] before;

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
        before = new short[corners.length / PositionBounds.PART + 1];
        int used = 0;
        for (int i = 0; i < corners.length; i++) {
            if (i % PositionBounds.PART == 0) {
                before[i / PositionBounds.PART] = (short) used;
            }
            used = Math.max(used, corners[i] + 1);
        }
    }

    /**
     * Returns how many vertices are used before an element.
     *
     * @param element that begins a {@link PositionBounds#PART}, or the one behind the last
     */
    public int usedBefore(int element) {
        return element == corners.length ? vertices.length : before[element / PositionBounds.PART];
    }
}
