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

    /**
     * From so many questions on about the same positions cones are found: earlier it would not pay.
     * Twice as many after each time.
     */
    public static final int ASKED_OFTEN = 3;

    private static final int MOST_OFTEN = 1 << 24;

    /** What was found last, of whatever positions; null if nothing was. */
    private volatile FacingCones cones;

    // Of what positions cones were asked last, how often, and from how often on they are found.
    // Threads that ask at once may miscount
    private VertexBuffer askedBuffer;
    private long askedVersion;
    private int askedBase;
    private int askedOffset;
    private int asked;
    private int often = ASKED_OFTEN;

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

    /**
     * Returns which way the run's triangles face, if that is asked often: to find it out takes
     * about as long as it saves in a frame. Of what moves from frame to frame it is soon not found
     * any more, however often a frame asks, nor of two sets of positions that take turns.
     *
     * @param indices the buffer whose run it is
     * @param first the run's first element there
     * @param buffer where positions lie
     * @param offset float of vertex 0's x
     * @param stride floats from one vertex to the next
     * @param baseVertex added to every index
     * @return null if it is not known yet
     */
    public FacingCones cones(
            IndexBuffer indices,
            int first,
            VertexBuffer buffer,
            int offset,
            int stride,
            int baseVertex) {
        var known = cones;
        if (known != null && known.fits(buffer, offset, stride, baseVertex)) {
            return known;
        }
        if (askedBuffer != buffer
                || askedVersion != buffer.version()
                || askedBase != baseVertex
                || askedOffset != offset) {
            askedBuffer = buffer;
            askedVersion = buffer.version();
            askedBase = baseVertex;
            askedOffset = offset;
            asked = 1;
            return null;
        }
        if (++asked < often) {
            return null;
        }
        asked = 0;
        often = Math.min(2 * often, MOST_OFTEN);
        var found =
                new FacingCones(
                        indices.data(), first, corners.length, baseVertex, buffer, offset, stride);
        cones = found;
        return found;
    }
}
