package dev.azulejo.core.device;

import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.policy.FrontToBack;
import dev.azulejo.core.policy.OcclusionOrder;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.WorkListener;
import dev.azulejo.core.visibility.FinestLevel;
import dev.azulejo.core.visibility.HierarchicalZ;
import dev.azulejo.core.visibility.OcclusionTester;
import dev.azulejo.core.visibility.OcclusionUse;
import dev.azulejo.core.visibility.Visibility;

import java.util.Arrays;

/**
 * Finds out what early Z would leave out of triangles that are all set up, and leaves them where
 * they are. Chunks are taken epoch by epoch and near before far, placed, tested and entered as
 * {@link CullStage} does with one worker: so what is found is the same however many threads render.
 *
 * <p>The structure is fed by triangles as they would leave set-up, epochs are not cut into steps,
 * and each view has a place of its own in the order. Full depth is not drawn.
 */
final class HiddenTriangles {
    private static final int NOWHERE = HierarchicalZ.UNKNOWN;

    /** Its counters are nobody's: what is asked here is not what a frame asks. */
    private final GeometryWorker worker;

    private final OcclusionTester tester = new OcclusionTester();
    private final HierarchicalZ structure = new HierarchicalZ();
    private final FrontToBack frontToBack = new FrontToBack();
    private int[] order = {};
    private int[] orderKey = {};

    /** Of each chunk: whether it is left out by its box alone. */
    private boolean[] chunkHidden = {};

    /** Of each triangle, a bit. */
    private long[] hidden = {};

    /** Of each triangle a bit: whether it took all of the epoch to find it hidden. */
    private long[] late = {};

    private EarlyZ earlyZ = EarlyZ.OFF;
    private boolean known;

    HiddenTriangles(KernelSet kernels) {
        worker = new GeometryWorker(kernels, new Counts());
    }

    /**
     * Makes room, and forgets what was found before.
     *
     * @param chunkCount chunks of a phase
     * @param triangles all triangles of a window
     */
    void clear(int chunkCount, int triangles) {
        int words = (triangles + 63) / 64;
        if (hidden.length < words) {
            hidden = new long[Math.max(words, 2 * hidden.length)];
            late = new long[hidden.length];
        }
        if (order.length < chunkCount) {
            order = new int[Math.max(64, 2 * chunkCount)];
            orderKey = new int[order.length];
            chunkHidden = new boolean[order.length];
        }
        Arrays.fill(hidden, 0, words, 0);
        Arrays.fill(late, 0, words, 0);
        Arrays.fill(chunkHidden, 0, chunkCount, false);
    }

    /** Returns whether a chunk is left out by its box: outside, or hidden as a whole. */
    boolean chunkHidden(int chunk) {
        return chunkHidden[chunk];
    }

    /** Returns whether a triangle is hidden. */
    boolean hidden(int triangle) {
        return (hidden[triangle >> 6] >>> triangle & 1) != 0;
    }

    /** Returns what is found of a triangle, as {@link WorkListener} says it. */
    int found(int triangle) {
        long isHidden = hidden[triangle >> 6] >>> triangle & 1;
        long isLate = late[triangle >> 6] >>> triangle & 1;
        return (int) isHidden * WorkListener.HIDDEN + (int) isLate * WorkListener.HIDDEN_LATE;
    }

    /**
     * Finds what is hidden in a phase all of whose chunks are there.
     *
     * @param phase cut with early Z; what is made of patches hides nothing and is not tested
     * @param chunks what has come of its chunks, by number
     * @param first number of the first triangle of each
     * @param options how early Z works
     */
    void find(Phase phase, ChunkOutput[] chunks, int[] first, EarlyZ options) {
        earlyZ = options;
        known = false;
        for (int epoch = 0; epoch < phase.epochCount(); epoch++) {
            int from = phase.epochFirst(epoch);
            int to = phase.epochFirst(epoch + 1);
            begin(phase, epoch);
            place(phase, chunks, from, to);
            for (int i = from; i < to; i++) {
                cull(chunks[order[i]], order[i], first[order[i]]);
            }
            for (int i = from; i < to; i++) {
                if (worker.testsAgain(chunks[order[i]])) {
                    testAgain(chunks[order[i]], order[i], first[order[i]]);
                }
            }
        }
    }

    private void begin(Phase phase, int epoch) {
        var pass = phase.pass();
        var before = phase.epochKnown(epoch);
        if (!known || before != OcclusionOrder.Known.SAME) {
            boolean clear = before == OcclusionOrder.Known.CLEAR && pass.clear();
            structure.reset(
                    pass.target().width(),
                    pass.target().height(),
                    phase.epochReversed(epoch),
                    clear ? pass.clearDepth() : Float.NaN,
                    FinestLevel.of(earlyZ.pixels(), pass.target().samples()));
            known = true;
        }
        worker.begin(earlyZ, structure, pass.target().samples());
        tester.begin(structure, SamplePattern.of(pass.target().samples()));
    }

    private void place(Phase phase, ChunkOutput[] chunks, int from, int to) {
        for (int c = from; c < to; c++) {
            int views = phase.chunk(c).views();
            if (views != 0) {
                worker.place(chunks, c, views);
            }
        }
        for (int c = from; c < to; c++) {
            order[c] = c;
            orderKey[c] = chunks[c].nearestKey();
        }
        frontToBack.sort(order, orderKey, from, to);
    }

    private void cull(ChunkOutput chunk, int index, int first) {
        if (orderKey[index] == NOWHERE || worker.dropCluster(chunk)) {
            chunkHidden[index] = true;
            for (int t = 0; t < chunk.triangles(); t++) {
                hide(first + t);
            }
            return;
        }
        var draw = chunk.draw();
        var use = OcclusionUse.of(draw.testable() && earlyZ.before(), draw.occludes());
        if (draw.geometryStage() != null || use == OcclusionUse.NONE) {
            return;
        }
        for (int t = 0; t < chunk.triangles(); t++) {
            int at = chunk.recordAt(t);
            if (use.tests() && inBoundsHidden(chunk.records(), at)
                    || !tester.enter(chunk.records(), at, use)) {
                hide(first + t);
            }
        }
    }

    private boolean inBoundsHidden(int[] r, int at) {
        int columns = r[at + TrianglePlanes.COLUMNS];
        int rows = r[at + TrianglePlanes.ROWS];
        return tester.hidden(
                TrianglePlanes.first(columns),
                TrianglePlanes.first(rows),
                TrianglePlanes.last(columns),
                TrianglePlanes.last(rows),
                Float.intBitsToFloat(r[at + TrianglePlanes.Z_MIN]),
                Float.intBitsToFloat(r[at + TrianglePlanes.Z_MAX]));
    }

    private void testAgain(ChunkOutput chunk, int index, int first) {
        if (chunkHidden[index] || chunk.draw().geometryStage() != null) {
            return;
        }
        boolean all = worker.hidden(chunk);
        for (int t = 0; t < chunk.triangles(); t++) {
            if (!hidden(first + t)
                    && (all
                            || tester.find(chunk.records(), chunk.recordAt(t))
                                    != Visibility.POSSIBLE)) {
                hide(first + t);
                late[first + t >> 6] |= 1L << first + t;
            }
        }
    }

    private void hide(int triangle) {
        hidden[triangle >> 6] |= 1L << triangle;
    }
}
