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
 * <pre>
 *  gather: the phase is there          find: records are there
 *  epochs, boxes of chunks, what   ──> near before far, epoch by epoch: a bit a triangle
 *  their draw calls do with depth
 * </pre>
 *
 * <p>The structure is fed by triangles as they would leave set-up, epochs are not cut into steps,
 * and each view has a place of its own in the order. Full depth is not drawn.
 *
 * <p>Threads: one at a time.
 */
final class HiddenTriangles {
    private static final int NOWHERE = HierarchicalZ.UNKNOWN;

    /** Ints of a chunk, and what they are. */
    private static final int CHUNK = 7;

    private static final int FIRST = 0;
    private static final int TRIANGLES = 1;
    private static final int RECORDS_AT = 2;
    private static final int COLUMNS = 3;
    private static final int ROWS = 4;
    private static final int USE = 5;
    private static final int TESTS = 6;

    /** Its box may be asked about. */
    private static final int BY_BOX = 1;

    /** It is tested once more when all of its epoch have been entered. */
    private static final int AGAIN = 2;

    private static final OcclusionUse[] USES = OcclusionUse.values();

    /** Its counters are nobody's: what is asked here is not what a frame asks. */
    private final GeometryWorker worker;

    /** Only says which depths are near, for who places chunks. */
    private final HierarchicalZ nearEnd = new HierarchicalZ();

    private final OcclusionTester tester;
    private final HierarchicalZ structure = new HierarchicalZ();
    private final FrontToBack frontToBack = new FrontToBack();

    // Of the phase: what its pass begins with, and its epochs.
    private int width;
    private int height;
    private int samples;
    private float clearDepth;
    private int epochs;
    private int[] epochFirst = new int[2];
    private OcclusionOrder.Known[] epochKnown = new OcclusionOrder.Known[1];
    private boolean[] epochReversed = new boolean[1];

    /** Of each chunk {@value #CHUNK} ints. */
    private int[] chunks = {};

    private int[][] records = {};
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
        tester = new OcclusionTester(kernels.occluders());
    }

    /**
     * Makes room, and forgets what was found before.
     *
     * @param chunkCount chunks of a phase
     * @param triangles all triangles of the phase
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
            chunks = new int[order.length * CHUNK];
            records = new int[order.length][];
        }
        Arrays.fill(hidden, 0, words, 0);
        Arrays.fill(late, 0, words, 0);
        Arrays.fill(chunkHidden, 0, chunkCount, false);
        epochs = 0;
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
     * Takes what is asked about from a phase all of whose chunks are there: all but the records,
     * which have to stay as they are until {@link #find} returns.
     *
     * @param phase cut with early Z; what is made of patches hides nothing and is not tested
     * @param outputs what has come of its chunks, by number
     * @param first number of the first triangle of each
     * @param options how early Z works
     */
    void gather(Phase phase, ChunkOutput[] outputs, int[] first, EarlyZ options) {
        earlyZ = options;
        var pass = phase.pass();
        width = pass.target().width();
        height = pass.target().height();
        samples = pass.target().samples();
        clearDepth = pass.clear() ? pass.clearDepth() : Float.NaN;
        epochs = phase.epochCount();
        if (epochKnown.length < epochs) {
            epochFirst = new int[2 * epochs + 1];
            epochKnown = new OcclusionOrder.Known[2 * epochs];
            epochReversed = new boolean[2 * epochs];
        }
        for (int epoch = 0; epoch <= epochs; epoch++) {
            epochFirst[epoch] = phase.epochFirst(epoch);
        }
        for (int epoch = 0; epoch < epochs; epoch++) {
            epochKnown[epoch] = phase.epochKnown(epoch);
            epochReversed[epoch] = phase.epochReversed(epoch);
            nearEnd.reset(1, 1, epochReversed[epoch], Float.NaN, FinestLevel.LAYERS);
            worker.begin(earlyZ, nearEnd, samples);
            place(phase, outputs, epochFirst[epoch], epochFirst[epoch + 1]);
            for (int c = epochFirst[epoch]; c < epochFirst[epoch + 1]; c++) {
                gather(outputs[c], c, first[c]);
            }
        }
    }

    private void place(Phase phase, ChunkOutput[] outputs, int from, int to) {
        for (int c = from; c < to; c++) {
            int views = phase.chunk(c).views();
            if (views != 0) {
                worker.place(outputs, c, views);
            }
        }
    }

    private void gather(ChunkOutput chunk, int index, int first) {
        var draw = chunk.draw();
        int at = index * CHUNK;
        chunks[at + FIRST] = first;
        chunks[at + TRIANGLES] = chunk.triangles();
        chunks[at + RECORDS_AT] = chunk.recordsAt();
        chunks[at + COLUMNS] = chunk.boxColumns();
        chunks[at + ROWS] = chunk.boxRows();
        var use = OcclusionUse.of(draw.testable() && earlyZ.before(), draw.occludes());
        chunks[at + USE] = use.ordinal();
        // Placed are clusters alone, of draw calls that can be tested, if they are asked about
        chunks[at + TESTS] =
                (chunk.placed() ? BY_BOX : 0)
                        | (draw.testable() && worker.testsAgain(chunk) ? AGAIN : 0);
        if (records[index] != chunk.records()) {
            records[index] = chunk.records();
        }
        order[index] = index;
        orderKey[index] = chunk.nearestKey();
    }

    /** Finds what is hidden of what was gathered. */
    void find() {
        known = false;
        for (int epoch = 0; epoch < epochs; epoch++) {
            int from = epochFirst[epoch];
            int to = epochFirst[epoch + 1];
            begin(epoch);
            frontToBack.sort(order, orderKey, from, to);
            for (int i = from; i < to; i++) {
                cull(order[i]);
            }
            for (int i = from; i < to; i++) {
                if ((chunks[order[i] * CHUNK + TESTS] & AGAIN) != 0 && !chunkHidden[order[i]]) {
                    testAgain(order[i]);
                }
            }
        }
    }

    private void begin(int epoch) {
        var before = epochKnown[epoch];
        if (!known || before != OcclusionOrder.Known.SAME) {
            structure.reset(
                    width,
                    height,
                    epochReversed[epoch],
                    before == OcclusionOrder.Known.CLEAR ? clearDepth : Float.NaN,
                    FinestLevel.of(earlyZ.pixels(), samples));
            known = true;
        }
        tester.begin(structure, SamplePattern.of(samples));
    }

    private void cull(int chunk) {
        int at = chunk * CHUNK;
        int first = chunks[at + FIRST];
        int count = chunks[at + TRIANGLES];
        if (orderKey[chunk] == NOWHERE || hiddenByBox(chunk)) {
            chunkHidden[chunk] = true;
            for (int t = 0; t < count; t++) {
                hide(first + t);
            }
            return;
        }
        var use = USES[chunks[at + USE]];
        if (use == OcclusionUse.NONE) {
            return;
        }
        int[] of = records[chunk];
        int record = chunks[at + RECORDS_AT];
        for (int t = 0; t < count; t++, record += TrianglePlanes.STRIDE) {
            if (use.tests() && tester.boundsHidden(of, record) || !tester.enter(of, record, use)) {
                hide(first + t);
            }
        }
        tester.flush();
    }

    private boolean hiddenByBox(int chunk) {
        int at = chunk * CHUNK;
        if ((chunks[at + TESTS] & BY_BOX) == 0) {
            return false;
        }
        int columns = chunks[at + COLUMNS];
        int rows = chunks[at + ROWS];
        return structure.hidden(
                TrianglePlanes.first(columns),
                TrianglePlanes.first(rows),
                TrianglePlanes.last(columns),
                TrianglePlanes.last(rows),
                orderKey[chunk],
                tester.counts());
    }

    private void testAgain(int chunk) {
        int at = chunk * CHUNK;
        int first = chunks[at + FIRST];
        int record = chunks[at + RECORDS_AT];
        boolean all = hiddenByBox(chunk);
        for (int t = 0; t < chunks[at + TRIANGLES]; t++, record += TrianglePlanes.STRIDE) {
            if (!hidden(first + t)
                    && (all || tester.find(records[chunk], record) != Visibility.POSSIBLE)) {
                hide(first + t);
                late[first + t >> 6] |= 1L << first + t;
            }
        }
    }

    private void hide(int triangle) {
        hidden[triangle >> 6] |= 1L << triangle;
    }
}
