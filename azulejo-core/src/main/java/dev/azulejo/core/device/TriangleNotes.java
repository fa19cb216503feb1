package dev.azulejo.core.device;

import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.pixel.PixelLog;
import dev.azulejo.core.report.WorkListener;

import java.util.Arrays;

/**
 * Triangles of chunks as a {@link WorkListener} is told of them, noted by the worker that has set
 * them up: their records are in its caches then, and all workers do it at once. Who tells of them
 * when the window is over adds what only pixels say. Owned by one thread at a time; its arrays
 * grow, and are used again.
 */
final class TriangleNotes {
    private static final int FACTS = WorkListener.TRIANGLE_INTS;
    private static final int CORNERS = WorkListener.CORNER_INTS;
    private final boolean withCorners;
    private int[] facts = new int[64 * FACTS];
    private int factsEnd;
    private int[] corners = new int[64 * CORNERS];
    private int cornersEnd;

    /** Triangles of a chunk whose corners are to be noted, and room for one more. */
    private int[] asked = new int[64];

    /**
     * Makes an empty one.
     *
     * @param withCorners whether corners are to be told
     */
    TriangleNotes(boolean withCorners) {
        this.withCorners = withCorners;
    }

    /** A window begins. */
    void clear() {
        factsEnd = 0;
        cornersEnd = 0;
    }

    /** Returns where the next triangle goes. */
    int factsEnd() {
        return factsEnd;
    }

    /** Returns where the corners of the next triangle go that has any. */
    int cornersEnd() {
        return cornersEnd;
    }

    /**
     * Returns the triangles, {@value #FACTS} ints each. The array may be another after the next
     * {@link #add}.
     */
    int[] facts() {
        return facts;
    }

    /** Notes a chunk's triangles: their bounds, and corners of those that are asked about. */
    void add(ChunkOutput chunk) {
        int triangles = chunk.triangles();
        int ints = triangles * FACTS;
        if (factsEnd + ints > facts.length) {
            facts = Arrays.copyOf(facts, Math.max(factsEnd + ints, 2 * facts.length));
        }
        if (asked.length <= triangles) {
            asked = new int[2 * triangles];
        }
        int always = countsSamples(chunk.draw()) ? 0 : 1;
        int count = 0;
        int[] records = chunk.records();
        int at = chunk.recordsAt();
        for (int t = 0; t < triangles; t++, at += TrianglePlanes.STRIDE) {
            int columns = records[at + TrianglePlanes.COLUMNS];
            int rows = records[at + TrianglePlanes.ROWS];
            facts[factsEnd] = pixels(columns);
            facts[factsEnd + 1] = pixels(rows);
            factsEnd += FACTS;
            // Without a branch, which would be as good as random
            asked[count] = t;
            count += always | PixelLog.leavesSquare(columns, rows);
        }
        if (withCorners) {
            addCorners(chunk, count);
        }
    }

    private static int pixels(int range) {
        return TrianglePlanes.first(range) | TrianglePlanes.last(range) << WorkListener.LAST_SHIFT;
    }

    private void addCorners(ChunkOutput chunk, int count) {
        int ints = count * CORNERS;
        if (cornersEnd + ints > corners.length) {
            corners = Arrays.copyOf(corners, Math.max(cornersEnd + ints, 2 * corners.length));
        }
        int[] records = chunk.records();
        for (int a = 0; a < count; a++) {
            int at = chunk.recordAt(asked[a]);
            corners[cornersEnd] = asked[a];
            corners[cornersEnd + 1] = records[at + TrianglePlanes.X0];
            corners[cornersEnd + 2] = records[at + TrianglePlanes.Y0];
            corners[cornersEnd + 3] = records[at + TrianglePlanes.X1];
            corners[cornersEnd + 4] = records[at + TrianglePlanes.Y1];
            corners[cornersEnd + 5] = records[at + TrianglePlanes.X2];
            corners[cornersEnd + 6] = records[at + TrianglePlanes.Y2];
            cornersEnd += CORNERS;
        }
    }

    /** Returns whether somebody counts the samples that triangles of a draw call cover. */
    private static boolean countsSamples(DrawState draw) {
        var depth = draw.pipeline().depth();
        return depth.compare() != CompareFunction.NEVER && (depth.write() || !draw.colorless());
    }

    /** Tells the corners that were noted in a part. */
    void tellCorners(int from, int to, WorkListener listener) {
        listener.allCorners(corners, from, (to - from) / CORNERS);
    }
}
