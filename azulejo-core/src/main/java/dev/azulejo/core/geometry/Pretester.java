package dev.azulejo.core.geometry;

import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.policy.HintKind;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.core.visibility.ClusterBox;

import java.util.Arrays;

/**
 * Finds out in whose regions a chunk of primitives may put a sample: the position part of the
 * vertex stage and what follows up to set-up, in memory of its own, or less. It never leaves a GPU
 * out in whose regions the rasteriser would put one, because it asks the same set-up. Owned by one
 * thread.
 *
 * <p>Bounds come first, wherever there are any: positions are looked at only of what may touch
 * several GPUs.
 */
public final class Pretester {
    private static final int SET_WORDS = ChunkWork.PRIMITIVES / Long.SIZE;

    private final KernelSet kernels;
    private final Counts unreported = new Counts();
    private final Counts counts;
    private final GeometryWorker worker;
    private final ChunkOutput output = new ChunkOutput();
    private final ClusterBox box = new ClusterBox();
    private RegionCoverage coverage;
    private RegionMap map;
    private int samples;
    private long everybody;

    /** Of each GPU, a bit a primitive that may put a sample into its regions. */
    private long[] sets = {};

    private int setSize;

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
     * @param samplesOfPixel samples a pixel of the target
     */
    public void begin(RegionMap regions, int samplesOfPixel) {
        if (map != regions) {
            map = regions;
        }
        samples = samplesOfPixel;
        everybody = -1L >>> -regions.gpus();
        if (sets.length < regions.gpus() * SET_WORDS) {
            sets = new long[regions.gpus() * SET_WORDS];
        }
        worker.clear();
    }

    /** Whether a test can find out anything about a chunk. */
    public static boolean can(HintKind.Test test, ChunkWork chunk) {
        return switch (test) {
            case NONE -> false;
            case BOUNDS -> chunk.cluster();
            case PRIMITIVES, EXACT -> chunk.draw().geometryStage() == null;
        };
    }

    /**
     * Returns the GPUs in whose regions a chunk may put a sample, a bit each.
     *
     * @param chunk that its test {@link #can} be made of
     * @param kind how it is tested, and whether {@link #sets} are wanted
     */
    public long owners(ChunkWork chunk, HintKind kind) {
        setSize = 0;
        output.begin(chunk);
        long owners = chunk.cluster() ? byBounds() : everybody;
        if (kind.test() == HintKind.Test.BOUNDS || Long.bitCount(owners) <= 1) {
            return owners;
        }
        look();
        owners =
                kind.granularity() == HintKind.Granularity.PRIMITIVE
                        ? byPrimitive(kind.test())
                        : byTriangles(kind.test());
        worker.forget(output);
        return owners;
    }

    /**
     * Returns the GPUs in whose regions a chunk puts a sample, a bit each, and finds out what each
     * needs of it: what no bounds have been asked about.
     *
     * @param chunk without a geometry stage
     */
    public long covered(ChunkWork chunk) {
        output.begin(chunk);
        look();
        long owners = byPrimitive(HintKind.Test.EXACT);
        worker.forget(output);
        return owners;
    }

    /** Processes positions. */
    private void look() {
        unreported.clear();
        worker.look(output);
        counts.add(Counter.PRETEST_POSITIONS, unreported.get(Counter.VERTEX_POSITIONS));
        if (coverage == null || !coverage.fits(samples, map.side())) {
            coverage = new RegionCoverage(kernels, samples, map.side());
        }
    }

    /**
     * How many primitives the {@link #sets} of the last chunk are of: all that went in; 0 if there
     * are none.
     */
    public int setSize() {
        return setSize;
    }

    /** What each GPU needs of the last chunk: 8 longs a GPU, a bit a primitive. */
    public long[] sets() {
        return sets;
    }

    private long byBounds() {
        return switch (worker.placer().locate(output, box)) {
            case OUTSIDE -> 0;
            case INSIDE -> map.owners(box.x0(), box.y0(), box.x1(), box.y1());
            case CROSSING -> everybody;
        };
    }

    private long byTriangles(HintKind.Test test) {
        long owners = 0;
        for (int t = 0; t < output.triangles && owners != everybody; t++) {
            owners |= owners(t, test, owners);
        }
        return owners;
    }

    /** Finds the set of each GPU. */
    private long byPrimitive(HintKind.Test test) {
        Arrays.fill(sets, 0, map.gpus() * SET_WORDS, 0);
        setSize = output.primitives;
        var survivors = worker.survivors();
        long all = 0;
        int t = 0;
        for (int w = 0; w < survivors.words.length; w++) {
            for (long rest = survivors.words[w]; rest != 0; rest &= rest - 1) {
                int bit = Long.numberOfTrailingZeros(rest);
                int end = survivors.trianglesEnd[w * Long.SIZE + bit];
                long owners = 0;
                for (; t < end; t++) {
                    owners |= owners(t, test, owners);
                }
                all |= owners;
                for (; owners != 0; owners &= owners - 1) {
                    sets[Long.numberOfTrailingZeros(owners) * SET_WORDS + w] |= 1L << bit;
                }
            }
        }
        return all;
    }

    /** Returns the GPUs that a triangle may touch. */
    private long owners(int triangle, HintKind.Test test, long known) {
        int[] r = output.records;
        int at = output.recordAt(triangle);
        if (test == HintKind.Test.EXACT) {
            return coverage.owners(r, at, map, known);
        }
        int columns = r[at + TrianglePlanes.COLUMNS];
        int rows = r[at + TrianglePlanes.ROWS];
        return map.owners(
                TrianglePlanes.first(columns),
                TrianglePlanes.first(rows),
                TrianglePlanes.last(columns),
                TrianglePlanes.last(rows));
    }
}
