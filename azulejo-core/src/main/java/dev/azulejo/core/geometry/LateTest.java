package dev.azulejo.core.geometry;

import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.visibility.OcclusionTester;
import dev.azulejo.core.visibility.Visibility;

/**
 * Drops triangles that are set up, when all that may hide them has been set up as well. Owned by
 * one thread.
 */
final class LateTest {
    private final OcclusionTester tester;
    private final Counts counts;

    LateTest(OcclusionTester occlusion, Counts workerCounts) {
        tester = occlusion;
        counts = workerCounts;
    }

    /** Drops the triangles that full depth has not shown to be visible. */
    void dropUnmarked(ChunkOutput chunk) {
        int before = chunk.triangles;
        int empty = 0;
        int[] r = chunk.records;
        int to = chunk.recordsAt;
        int end = to + before * TrianglePlanes.STRIDE;
        for (int at = to; at < end; at += TrianglePlanes.STRIDE) {
            int columns = r[at + TrianglePlanes.COLUMNS];
            int rows = r[at + TrianglePlanes.ROWS];
            if ((columns & TrianglePlanes.VISIBLE) != 0) {
                r[at + TrianglePlanes.COLUMNS] = columns & ~TrianglePlanes.VISIBLE;
                r[at + TrianglePlanes.ROWS] = rows & ~TrianglePlanes.COVERS;
                to = keep(r, at, to);
            } else if ((rows & TrianglePlanes.COVERS) != 0) {
                chunk.hide(columns, rows);
            } else {
                empty++;
            }
        }
        chunk.triangles = (to - chunk.recordsAt) / TrianglePlanes.STRIDE;
        counts.add(Counter.TRIANGLES_NO_SAMPLE, empty);
        counts.add(Counter.TRIANGLES_HIDDEN_FULL, before - chunk.triangles - empty);
    }

    /**
     * Drops the triangles that are hidden by now.
     *
     * @param hidden whether all of them are, as one
     */
    void testAgain(ChunkOutput chunk, boolean hidden) {
        int before = chunk.triangles;
        int empty = 0;
        int[] r = chunk.records;
        int to = chunk.recordsAt;
        if (hidden) {
            chunk.hide(chunk.box.columns, chunk.box.rows);
        } else {
            int end = to + before * TrianglePlanes.STRIDE;
            for (int at = to; at < end; at += TrianglePlanes.STRIDE) {
                var found = tester.find(r, at);
                if (found == Visibility.POSSIBLE) {
                    to = keep(r, at, to);
                } else if (found == Visibility.HIDDEN) {
                    chunk.hide(r[at + TrianglePlanes.COLUMNS], r[at + TrianglePlanes.ROWS]);
                } else {
                    empty++;
                }
            }
        }
        chunk.triangles = (to - chunk.recordsAt) / TrianglePlanes.STRIDE;
        counts.add(Counter.TRIANGLES_NO_SAMPLE, empty);
        counts.add(Counter.TRIANGLES_HIDDEN_AFTER, before - chunk.triangles - empty);
    }

    private static int keep(int[] r, int at, int to) {
        if (to != at) {
            System.arraycopy(r, at, r, to, TrianglePlanes.STRIDE);
        }
        return to + TrianglePlanes.STRIDE;
    }
}
