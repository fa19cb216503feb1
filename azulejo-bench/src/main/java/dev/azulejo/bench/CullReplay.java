package dev.azulejo.bench;

import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.policy.FrontToBack;
import dev.azulejo.core.policy.OcclusionOrder;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.visibility.FinestLevel;
import dev.azulejo.core.visibility.HierarchicalZ;
import dev.azulejo.core.visibility.OcclusionTester;
import dev.azulejo.core.visibility.OcclusionUse;
import dev.azulejo.core.visibility.Visibility;

import java.util.BitSet;

/**
 * Early Z as a device of one thread has it, over triangles that stay where they are: all are set
 * up, and for each epoch it is told which of them would be dropped and what the structure knows
 * then.
 */
final class CullReplay {
    private static final int NOWHERE = HierarchicalZ.UNKNOWN;

    /** Is told of epochs. */
    @FunctionalInterface
    interface Listener {
        /**
         * An epoch is over.
         *
         * @param replay asked about its chunks
         * @param epoch its number
         * @param clear depth that all samples held before it; NaN if that is unknown
         * @param afresh whether the structure had forgotten what came before it
         */
        void epoch(CullReplay replay, int epoch, float clear, boolean afresh);
    }

    private final EarlyZ earlyZ;
    private final KernelSet kernels = KernelSet.of(Kernels.SCALAR);
    private final GeometryWorker worker = new GeometryWorker(kernels, new Counts());
    private final OcclusionTester tester = new OcclusionTester(kernels.occluders());
    private final HierarchicalZ structure = new HierarchicalZ();
    private final FrontToBack frontToBack = new FrontToBack();
    private Phase phase;
    private ChunkOutput[] chunks = {};
    private BitSet[] dropped = {};
    private int[] order = {};
    private int[] orderKey = {};

    CullReplay(EarlyZ options) {
        earlyZ = options;
    }

    /** Sets up a phase, and culls it epoch by epoch. */
    void run(Phase cut, Listener listener) {
        phase = cut;
        int count = phase.chunkCount();
        chunks = new ChunkOutput[count];
        dropped = new BitSet[count];
        order = new int[count];
        orderKey = new int[count];
        worker.clear();
        for (int c = 0; c < count; c++) {
            chunks[c] = new ChunkOutput();
            dropped[c] = new BitSet();
            chunks[c].begin(phase.chunk(c));
            worker.use(c);
            worker.look(chunks[c]);
        }
        for (int epoch = 0; epoch < phase.epochCount(); epoch++) {
            var pass = phase.pass();
            var before = phase.epochKnown(epoch);
            boolean clears = before == OcclusionOrder.Known.CLEAR && pass.clear();
            float clear = clears ? pass.clearDepth() : Float.NaN;
            boolean afresh = epoch == 0 || before != OcclusionOrder.Known.SAME;
            if (afresh) {
                structure.reset(
                        pass.target().width(),
                        pass.target().height(),
                        phase.epochReversed(epoch),
                        clear,
                        FinestLevel.of(earlyZ.pixels(), pass.target().samples()));
            }
            cullEpoch(phase.epochFirst(epoch), phase.epochFirst(epoch + 1));
            listener.epoch(this, epoch, clear, afresh);
        }
    }

    private void cullEpoch(int from, int to) {
        int samples = phase.pass().target().samples();
        worker.begin(earlyZ, structure, samples);
        tester.begin(structure, SamplePattern.of(samples));
        for (int c = from; c < to; c++) {
            order[c] = c;
            int views = phase.chunk(c).views();
            if (views != 0) {
                worker.place(chunks, c, views);
            }
        }
        for (int c = from; c < to; c++) {
            orderKey[c] = chunks[c].nearestKey();
        }
        frontToBack.sort(order, orderKey, from, to);
        for (int i = from; i < to; i++) {
            cull(order[i]);
        }
        for (int c = from; c < to; c++) {
            if (worker.testsAgain(chunks[c])) {
                testAgain(c);
            }
        }
    }

    private void cull(int c) {
        var chunk = chunks[c];
        if (orderKey[c] == NOWHERE || worker.dropCluster(chunk)) {
            dropped[c].set(0, chunk.triangles());
            return;
        }
        var draw = chunk.draw();
        var use = OcclusionUse.of(draw.testable() && earlyZ.before(), draw.occludes());
        for (int t = 0; t < chunk.triangles() && use != OcclusionUse.NONE; t++) {
            int at = chunk.recordAt(t);
            if (use.tests() && tester.boundsHidden(chunk.records(), at)
                    || !tester.enter(chunk.records(), at, use)) {
                dropped[c].set(t);
            }
        }
        tester.flush();
    }

    private void testAgain(int c) {
        var chunk = chunks[c];
        boolean all = worker.hidden(chunk);
        for (int t = 0; t < chunk.triangles(); t++) {
            if (all
                    || !dropped[c].get(t)
                            && tester.find(chunk.records(), chunk.recordAt(t))
                                    != Visibility.POSSIBLE) {
                dropped[c].set(t);
            }
        }
    }

    /** The phase that is culled. */
    Phase phase() {
        return phase;
    }

    /** What has become of a chunk, with all triangles. */
    ChunkOutput chunk(int c) {
        return chunks[c];
    }

    /** Whether early Z would have dropped a triangle. */
    boolean dropped(int c, int triangle) {
        return dropped[c].get(triangle);
    }

    /** What is known when an epoch is over. */
    HierarchicalZ structure() {
        return structure;
    }
}
