package dev.azulejo.bench;

import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.RasterCounts;
import dev.azulejo.core.kernel.RasterKernels;
import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.TileSamples;
import dev.azulejo.core.kernel.TileTriangle;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.shader.Kernels;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Coverage and depth of triangles in a 64x64 tile, both twins; time a triangle. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 4, time = 1)
public class RasterBenchmark {
    private static final int TRIANGLES = 256;

    /** Which twin. */
    @Param({"SCALAR", "VECTOR"})
    public Kernels kernels;

    /** Side of a triangle's bounds in pixels. */
    @Param({"2", "8", "40"})
    public int side;

    private final int[] records = new int[TRIANGLES * TrianglePlanes.STRIDE];
    private final TileSamples tile = new TileSamples(64, 1);
    private final TileTriangle triangle = new TileTriangle();
    private final RasterCounts counts = new RasterCounts();
    private final SamplePattern pattern = SamplePattern.of(1);
    private RasterKernels raster;

    /** Makes the triangles. */
    @Setup
    public void make() {
        var random = new Random(2);
        var set = KernelSet.of(kernels);
        raster = set.raster().create(pattern);
        for (int t = 0; t < TRIANGLES; t++) {
            int at = t * TrianglePlanes.STRIDE;
            int x = random.nextInt((64 - side) * 256);
            int y = random.nextInt((64 - side) * 256);
            records[at + TrianglePlanes.X0] = x;
            records[at + TrianglePlanes.Y0] = y;
            records[at + TrianglePlanes.X1] = x + side * 256;
            records[at + TrianglePlanes.Y1] = y + random.nextInt(side * 128);
            records[at + TrianglePlanes.X2] = x + random.nextInt(side * 128);
            records[at + TrianglePlanes.Y2] = y + side * 256;
            records[at + TrianglePlanes.Z0] = Float.floatToRawIntBits(random.nextFloat());
            records[at + TrianglePlanes.Z_MAX] = Float.floatToRawIntBits(1);
            records[at + TrianglePlanes.COLUMNS] = TrianglePlanes.range(x >> 8, (x >> 8) + side);
            records[at + TrianglePlanes.ROWS] = TrianglePlanes.range(y >> 8, (y >> 8) + side);
        }
        triangle.depthWrite = true;
    }

    /** Clears depth, so that triangles pass. */
    @Setup(Level.Iteration)
    public void clear() {
        Arrays.fill(tile.depth, 1);
    }

    /** Rasterises all triangles. */
    @Benchmark
    @OperationsPerInvocation(TRIANGLES)
    public long rasterize() {
        for (int t = 0; t < TRIANGLES; t++) {
            if (triangle.set(records, t * TrianglePlanes.STRIDE, 0, 0, 64, pattern)) {
                raster.visibility(triangle, tile, t, counts);
            }
        }
        return counts.passed();
    }
}
