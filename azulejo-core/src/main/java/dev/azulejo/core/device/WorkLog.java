package dev.azulejo.core.device;

import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.PatchArea;
import dev.azulejo.core.geometry.PatchGroup;
import dev.azulejo.core.geometry.PatchPiece;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.pixel.PixelLog;
import dev.azulejo.core.policy.EarlyZDecider;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.report.WorkReceiver;
import dev.azulejo.core.reuse.TileGate;
import dev.azulejo.core.screen.TileGrid;

/**
 * Writes down what work a run does, and hands it on phase by phase. Everything is rendered,
 * whatever techniques would leave out: what they find is written beside it.
 *
 * <pre>
 *  workers:  chunks and pieces ─> ChunkTally, one each     pixels ─> PixelLog, one each
 *                                    │  by number of the chunk          │  sums
 *                                    └──────> PhaseLog, two in turn <───┘
 *  phase over:                                    │ WorkTeller
 *  receiver, now or later:                        └─> chunks in order, triangles by their records,
 *                                                     HiddenTriangles says which early Z finds
 * </pre>
 *
 * <p>Nothing depends on who did what: rows are put in the order of chunks, sums are whole numbers,
 * hull groups come in the order in which they are cut, and early Z is asked by one thread.
 *
 * <p>Threads: as {@link RunGuide} says.
 */
final class WorkLog implements RunGuide {
    /** Where patches lie is noted, and all are tessellated. */
    private static final PatchArea EVERYWHERE =
            new PatchArea() {
                @Override
                public boolean touches(int x0, int y0, int x1, int y1) {
                    return true;
                }

                @Override
                public boolean leavesOut() {
                    return false;
                }
            };

    private final WorkReceiver receiver;

    /** Of the phase under way. */
    private PhaseLog log;

    /** Of the phase before: it may be told until the one under way has ended. */
    private PhaseLog other;

    private Phase phase;
    private boolean hasChunks;

    WorkLog(WorkReceiver workReceiver) {
        receiver = workReceiver;
    }

    /**
     * How a device works that records: whole frames, no bound of patches, tiles compared one by one
     * if at all, and early Z in every frame if at all.
     *
     * @throws IllegalArgumentException on the reference path
     */
    static DeviceOptions options(DeviceOptions wanted) {
        if (wanted.path() == DeviceOptions.Path.REFERENCE) {
            throw new IllegalArgumentException("the reference path has no work to record");
        }
        var reuse = wanted.reuse();
        var compares = reuse.withMode(Reuse.Mode.ON).withUnchanged(false).withPartial(false);
        var early = wanted.earlyZ();
        return wanted.withWindow(DeviceOptions.WHOLE_FRAME)
                .withThrottle(Throttle.OFF.withPatches(wanted.throttle().patches()))
                .withReuse(reuse.mode() == Reuse.Mode.OFF ? Reuse.OFF : compares)
                .withEarlyZ(
                        early.mode() == EarlyZ.Mode.OFF
                                ? EarlyZ.OFF
                                : early.withMode(EarlyZ.Mode.ON));
    }

    /** Belongs to a run with these counters from now on. */
    void use(Counts[] counts, KernelSet kernels) {
        log = new PhaseLog(counts, kernels);
        other = new PhaseLog(counts, kernels);
    }

    /**
     * A phase begins.
     *
     * @param frame number of its frame
     * @param sealed the phase, held until {@link #endPhase}
     * @param decided how early Z works
     * @param tiles of its target
     */
    void beginPhase(int frame, Phase sealed, EarlyZ decided, TileGrid tiles) {
        phase = sealed;
        hasChunks = false;
        boolean tests =
                decided.forward()
                        && EarlyZDecider.culls(decided, sealed.anyTestable(), sealed.epochCount());
        log.begin(frame, sealed, decided, tests, tiles);
    }

    // Workers

    @Override
    public boolean wants(int worker, int chunk, ChunkOutput output) {
        log.tally(worker).mark();
        return true;
    }

    @Override
    public boolean wantsAmongPatches(int worker, int chunk, ChunkOutput output) {
        log.tally(worker).mark();
        return true;
    }

    @Override
    public void ended(int worker, ChunkOutput chunk, int index, boolean binned) {
        log.tally(worker).add(chunk, index, phase.chunk(index).primitives());
    }

    @Override
    public void processed(int worker, PatchPiece piece, ChunkOutput[] chunks) {
        if (piece.hasPatches()) {
            log.tally(worker).add(piece, chunks);
        } else {
            var chunk = chunks[piece.firstChunk()];
            int primitives = phase.chunk(chunk.number()).primitives();
            log.tally(worker).add(chunk, piece.firstChunk(), primitives);
        }
    }

    @Override
    public void cut(PatchGroup group, int firstChunk, int endChunk) {
        log.addGroup(group, firstChunk);
    }

    @Override
    public PatchArea patchArea() {
        return EVERYWHERE;
    }

    @Override
    public PixelLog pixels(int worker) {
        return log.pixels(worker);
    }

    @Override
    public boolean keeps(int worker, int tile, TileDecision decision, TileGate gate) {
        log.addTile(worker, tile, decision, gate);
        return false;
    }

    /** One of the workers takes from the phase what early Z needs, while the others render. */
    @Override
    public void beginTiles(int worker) {
        if (worker == 0) {
            log.gatherHidden(phase);
        }
    }

    // The submitting thread

    @Override
    public void beginWindow(ChunkOutput[] chunks, int chunkCount, TileGate gate) {
        if (hasChunks) {
            throw new IllegalStateException(
                    "phase %s has more work than can be noted: more than %d chunks"
                            .formatted(phase.pass().name(), log.chunks()));
        }
        hasChunks = true;
        log.addChunks(phase, chunks, chunkCount, gate);
    }

    @Override
    public void endWindow(ChunkOutput[] chunks, int chunkCount) {
        // Where there were no tiles to render
        log.gatherHidden(phase);
    }

    /**
     * The phase has ended: it is handed on. Records of its triangles have to stay until the next
     * one has ended.
     */
    void endPhase() {
        receiver.receive(log);
        var told = log;
        log = other;
        other = told;
    }
}
