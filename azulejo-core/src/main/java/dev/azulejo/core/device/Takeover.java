package dev.azulejo.core.device;

import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.PatchArea;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.link.HintTable;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.pixel.OwnPixels;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameRecorder;

import java.util.List;

/**
 * Renders tiles of a GPU that was lost, in the phase in which it was: a run of its own beside that
 * of the GPU that takes them over, which knows nothing of these tiles and compares nothing. What
 * hints say about the lost one says which pieces they need.
 */
final class Takeover implements RunGuide {
    private final DeviceOptions options;
    private final WorkerPool pool;
    private final KernelSet kernels;
    private final HintTable table;
    private final PoolWatch watch;
    private final PieceLog log;
    private final OwnPixels own;
    private final PatchArea area = this::touches;

    /** Made when a GPU is lost. */
    private PhaseRun run;

    /** The phase in which it last rendered. */
    private Phase phase;

    private PretestPlan hinted;

    /** Whose tiles these were when the phase began. */
    private int origin;

    /**
     * Makes one.
     *
     * @param groupOptions of the group
     * @param workers who work
     * @param kernelSet inner loops
     * @param hints what is known of pieces
     * @param beside stands beside the workers
     * @param pieces notes which were processed
     * @param memory where tiles are painted; null for the target of the pass
     */
    Takeover(
            DeviceOptions groupOptions,
            WorkerPool workers,
            KernelSet kernelSet,
            HintTable hints,
            PoolWatch beside,
            PieceLog pieces,
            OwnPixels memory) {
        options = groupOptions.withReuse(Reuse.OFF);
        pool = workers;
        kernels = kernelSet;
        table = hints;
        watch = beside;
        log = pieces;
        own = memory;
    }

    /** A frame begins. */
    void beginFrame() {
        phase = null;
        if (run != null) {
            run.clearCounts();
        }
    }

    /**
     * Renders tiles.
     *
     * @param shared what all know of the phase
     * @param plan whose tiles, and how
     * @param owner whose they were when the phase began: they show what its commands paint
     * @param report of the frame
     */
    void render(GroupPhase shared, PhasePlan plan, int owner, FrameRecorder report) {
        if (run == null) {
            run = new PhaseRun(options, pool, kernels, ChunkWork.LIMIT, this);
        }
        phase = shared.phase;
        hinted = shared.plan;
        origin = owner;
        run.begin(phase, plan);
        run.execute();
        run.end();
        run.report(report);
        var grid = run.tiles().grid();
        int count = 0;
        for (int tile = 0; tile < grid.count(); tile++) {
            count += grid.owns(tile) ? 1 : 0;
        }
        run.counts()[0].add(Counter.TILES_TAKEN_OVER, count);
    }

    @Override
    public OwnPixels paintsInto() {
        return own;
    }

    @Override
    public PatchArea patchArea() {
        return area;
    }

    /** Whether any of the tiles is in a rectangle of pixels, some of which may be no target's. */
    private boolean touches(int x0, int y0, int x1, int y1) {
        var grid = run.tiles().grid();
        int columns = grid.columns();
        int rows = grid.count() / columns;
        int firstColumn = Math.clamp(x0 >> grid.shift(), 0, columns - 1);
        int lastColumn = Math.clamp(x1 >> grid.shift(), 0, columns - 1);
        int lastRow = Math.clamp(y1 >> grid.shift(), 0, rows - 1);
        for (int row = Math.clamp(y0 >> grid.shift(), 0, rows - 1); row <= lastRow; row++) {
            for (int column = firstColumn; column <= lastColumn; column++) {
                if (grid.owns(column, row)) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public boolean draws(DrawState draw) {
        return (draw.gpus() >>> origin & 1) != 0;
    }

    @Override
    public boolean wants(int worker, int chunk, ChunkOutput output) {
        watch.step(worker, GroupFaults.Work.CHUNK);
        if (!draws(phase.chunk(chunk).draw())) {
            run.counts()[worker].add(Counter.PIECES_MASKED, 1);
            return false;
        }
        boolean wanted = table.touches(hinted.piece(chunk), origin);
        var counter = wanted ? Counter.PIECES_RENDERED : Counter.PIECES_SKIPPED;
        run.counts()[worker].add(counter, 1);
        if (wanted) {
            log.process(chunk);
        }
        return wanted;
    }

    @Override
    public void visits(int worker, int tile) {
        watch.step(worker, GroupFaults.Work.TILE);
    }

    /** Adds what it counted in the frame. */
    void addTo(FrameRecorder report) {
        if (run != null) {
            for (var worker : run.counts()) {
                report.add(worker);
            }
        }
    }

    /** Adds what it left behind, if it rendered in a phase. */
    void inspect(Phase looked, List<FrameInspection.Part> parts) {
        if (phase != null && phase == looked) {
            parts.add(run.inspect());
        }
    }
}
