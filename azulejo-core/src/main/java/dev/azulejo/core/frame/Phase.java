package dev.azulejo.core.frame;

import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.policy.OcclusionOrder;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What is to be done in one phase of a frame: its draw calls, resolved, with what their uniforms
 * hold, the chunks of primitives and runs of patches that they are cut into, and the epochs in
 * which they may hide each other. A {@link CommandReader} and a {@link Chunker} fill it in; then it
 * is sealed and says the same to everybody.
 *
 * <p>How it is carried out, and what comes out, is not here: several runs of one phase may be under
 * way at the same time.
 *
 * <p>Phases are reused: {@link PhasePool} hands out one that nobody {@linkplain #hold holds}.
 * Threads: filled in by one thread; read by any number once sealed and handed over.
 */
public final class Phase {
    private PassDescriptor pass;
    private long gpus;

    private DrawState[] draws = new DrawState[0];
    private int drawCount;

    private ChunkWork[] chunks = new ChunkWork[0];
    private int chunkCount;

    private PatchRun[] runs = new PatchRun[0];
    private int runCount;

    private int epochCount;
    private int[] epochFirst = new int[16];
    private OcclusionOrder.Known[] epochKnown = new OcclusionOrder.Known[16];
    private boolean[] epochReversed = new boolean[16];
    private boolean anyTestable;

    private long primitives;
    private long mostClusters;

    private final UniformSnapshot uniforms = new UniformSnapshot();

    private boolean sealed;
    private final AtomicInteger holders = new AtomicInteger();

    Phase() {}

    // Life

    /** Forgets everything, to be filled in anew for a frame. */
    void begin(long frame) {
        if (holders.get() != 0) {
            throw new IllegalStateException("a phase that somebody holds cannot begin anew");
        }
        sealed = false;
        uniforms.begin(frame);
        pass = null;
        gpus = 0;
        drawCount = 0;
        chunkCount = 0;
        runCount = 0;
        epochCount = 0;
        anyTestable = false;
        primitives = 0;
        mostClusters = 0;
    }

    /** From now on nothing changes any more. */
    void seal() {
        sealed = true;
    }

    private void requireOpen() {
        if (sealed) {
            throw new IllegalStateException("a sealed phase cannot change");
        }
    }

    /** Returns whether it says the same to everybody from now on. */
    public boolean isSealed() {
        return sealed;
    }

    /** Keeps the phase from being filled in anew until {@link #release}. */
    public void hold() {
        holders.incrementAndGet();
    }

    /** Undoes a {@link #hold}. */
    public void release() {
        if (holders.decrementAndGet() < 0) {
            holders.incrementAndGet();
            throw new IllegalStateException("a phase was released that nobody holds");
        }
    }

    /** Returns whether anybody holds it. */
    public boolean isHeld() {
        return holders.get() != 0;
    }

    // What it says

    /** The pass; null if the commands had none for this device. */
    public PassDescriptor pass() {
        return pass;
    }

    /** Who takes part, a bit a GPU; the others leave it out, and what they own stays. */
    public long gpus() {
        return gpus;
    }

    /** Number of draw calls, each view counted. */
    public int drawCount() {
        return drawCount;
    }

    /** A draw call in one view, in submission order. */
    public DrawState draw(int index) {
        return draws[index];
    }

    /** Number of chunks. */
    public int chunkCount() {
        return chunkCount;
    }

    /** A chunk, in submission order. */
    public ChunkWork chunk(int index) {
        return chunks[index];
    }

    /** Number of runs of patches. */
    public int runCount() {
        return runCount;
    }

    /** A run of patches, in submission order. */
    public PatchRun run(int index) {
        return runs[index];
    }

    /** Number of occlusion epochs; 0 if the phase was cut without early Z. */
    public int epochCount() {
        return epochCount;
    }

    /** First chunk of an epoch; that of the epoch after the last is the number of chunks. */
    public int epochFirst(int epoch) {
        return epoch == epochCount ? chunkCount : epochFirst[epoch];
    }

    /** What is known when an epoch begins. */
    public OcclusionOrder.Known epochKnown(int epoch) {
        return epochKnown[epoch];
    }

    /** Whether larger depths are nearer in an epoch. */
    public boolean epochReversed(int epoch) {
        return epochReversed[epoch];
    }

    /** Whether any draw call can be tested. */
    public boolean anyTestable() {
        return anyTestable;
    }

    /** Primitives of all draw calls, instances and views, before anything is left out. */
    public long primitives() {
        return primitives;
    }

    /** Returns whether there is room for all of them in clusters. */
    boolean clustersFit() {
        return mostClusters <= ChunkWork.LIMIT;
    }

    // Filling in

    /** What uniforms hold. */
    UniformSnapshot uniforms() {
        requireOpen();
        return uniforms;
    }

    void begin(PassDescriptor descriptor, long takePart) {
        requireOpen();
        pass = descriptor;
        gpus = takePart;
    }

    /** Counts the primitives of a draw call. */
    void count(long each, long times) {
        requireOpen();
        primitives += each * times;
        mostClusters += (each / ChunkWork.CLUSTER + 1) * times;
    }

    /** Adds a draw call in one view, numbered, to be resolved by the caller. */
    DrawState addDraw() {
        requireOpen();
        if (drawCount == draws.length) {
            draws = Arrays.copyOf(draws, Math.max(16, 2 * drawCount));
            for (int d = drawCount; d < draws.length; d++) {
                draws[d] = new DrawState();
            }
        }
        var draw = draws[drawCount];
        draw.number = drawCount++;
        return draw;
    }

    void addChunk(DrawState draw, int instance, int first, int count, boolean cluster) {
        requireOpen();
        if (chunkCount == ChunkWork.LIMIT) {
            throw new IllegalStateException(
                    "a phase has more than %d pieces of primitives".formatted(ChunkWork.LIMIT));
        }
        if (chunkCount == chunks.length) {
            chunks = Arrays.copyOf(chunks, Math.max(64, 2 * chunkCount));
            for (int c = chunkCount; c < chunks.length; c++) {
                chunks[c] = new ChunkWork(c);
            }
        }
        chunks[chunkCount++].begin(draw, instance, first, count, cluster);
    }

    void addRun(DrawState draw, int instance, int patches) {
        requireOpen();
        if (runCount == runs.length) {
            runs = Arrays.copyOf(runs, Math.max(16, 2 * runCount));
            for (int r = runCount; r < runs.length; r++) {
                runs[r] = new PatchRun();
            }
        }
        runs[runCount++].begin(draw, instance, patches, chunkCount);
    }

    /** Begins an epoch with the next chunk. */
    void addEpoch() {
        requireOpen();
        if (epochCount == epochFirst.length) {
            epochFirst = Arrays.copyOf(epochFirst, 2 * epochCount);
            epochKnown = Arrays.copyOf(epochKnown, 2 * epochCount);
            epochReversed = Arrays.copyOf(epochReversed, 2 * epochCount);
        }
        epochFirst[epochCount] = chunkCount;
        epochKnown[epochCount++] = OcclusionOrder.Known.SAME;
    }

    /** Says what is known when the last epoch begins, and which way depth goes. */
    void describeEpoch(OcclusionOrder.Known known, boolean reversed) {
        requireOpen();
        if (known != OcclusionOrder.Known.SAME) {
            epochKnown[epochCount - 1] = known;
        }
        epochReversed[epochCount - 1] = reversed;
    }

    /** Notes that a draw call can be tested. */
    void addTestable() {
        requireOpen();
        anyTestable = true;
    }
}
