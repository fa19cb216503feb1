package dev.azulejo.core.geometry;

import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.core.visibility.ClusterBox;

/**
 * Finds out in whose regions a chunk of primitives may put a sample: the position part of the
 * vertex stage and what follows up to set-up, in memory of its own, or less. It never leaves a GPU
 * out in whose regions the rasteriser would put one, because it asks the same set-up. Owned by one
 * thread.
 */
public final class Pretester {
    private final KernelSet kernels;
    private final Counts unreported = new Counts();
    private final Counts counts;
    private final GeometryWorker worker;
    private final ChunkOutput output = new ChunkOutput();
    private final ClusterBox box = new ClusterBox();
    private RegionCoverage coverage;
    private RegionMap map;
    private Group.Pretest test = Group.Pretest.OFF;
    private long everybody;

    /**
     * Makes one.
     *
     * @param kernelSet inner loops
     * @param workerCounts counts what pretests take; nothing else is counted
     */
    public Pretester(KernelSet kernelSet, Counts workerCounts) {
        kernels = kernelSet;
        counts = workerCounts;
        worker = new GeometryWorker(kernelSet, unreported);
    }

    /**
     * Begins a phase.
     *
     * @param regions whose regions
     * @param samples samples a pixel of the target
     * @param how how geometry is held against them
     */
    public void begin(RegionMap regions, int samples, Group.Pretest how) {
        if (map != regions) {
            map = regions;
        }
        test = how;
        everybody = -1L >>> -regions.gpus();
        if (test == Group.Pretest.EXACT
                && (coverage == null || !coverage.fits(samples, regions.side()))) {
            coverage = new RegionCoverage(kernels, samples, regions.side());
        }
        worker.clear();
    }

    /** Whether anything can be found out about a chunk. */
    public boolean can(ChunkWork chunk) {
        return switch (test) {
            case OFF -> false;
            case BOUNDS -> chunk.cluster();
            case PRIMITIVES, EXACT -> chunk.draw().geometryStage() == null;
        };
    }

    /**
     * Returns the GPUs in whose regions a chunk may put a sample, a bit each; a chunk that {@link
     * #can} be asked about.
     */
    public long owners(ChunkWork chunk) {
        counts.add(Counter.PIECES_PRETESTED, 1);
        output.begin(chunk);
        if (test == Group.Pretest.BOUNDS) {
            return byBounds();
        }
        unreported.clear();
        worker.look(output);
        counts.add(Counter.PRETEST_POSITIONS, unreported.get(Counter.VERTEX_POSITIONS));
        long owners = byTriangles();
        worker.forget(output);
        return owners;
    }

    private long byBounds() {
        return switch (worker.locate(output, box)) {
            case OUTSIDE -> 0;
            case INSIDE -> map.owners(box.x0(), box.y0(), box.x1(), box.y1());
            case CROSSING -> everybody;
        };
    }

    private long byTriangles() {
        long owners = 0;
        int[] r = output.records;
        for (int t = 0; t < output.triangles && owners != everybody; t++) {
            int at = output.recordAt(t);
            owners |=
                    test == Group.Pretest.EXACT
                            ? coverage.owners(r, at, map, owners)
                            : byRectangle(r, at);
        }
        return owners;
    }

    private long byRectangle(int[] r, int at) {
        int columns = r[at + TrianglePlanes.COLUMNS];
        int rows = r[at + TrianglePlanes.ROWS];
        return map.owners(
                TrianglePlanes.first(columns),
                TrianglePlanes.first(rows),
                TrianglePlanes.last(columns),
                TrianglePlanes.last(rows));
    }
}
