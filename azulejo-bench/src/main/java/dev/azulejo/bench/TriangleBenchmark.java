package dev.azulejo.bench;

import dev.azulejo.core.kernel.CullRules;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.SetupRules;
import dev.azulejo.core.kernel.TransformedVertices;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.shader.Kernels;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * What a chunk's triangles take from the window to records, in the caches, both twins; time a
 * triangle that goes in. Half of them face away.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 4, time = 1)
public class TriangleBenchmark {
    private static final int TRIANGLES = 400;

    /** About how wide they are, pixels. */
    private static final int SIDE = 8;

    /** Which twin. */
    @Param({"SCALAR", "VECTOR"})
    public Kernels kernels;

    private final TransformedVertices vertices = new TransformedVertices(3 * TRIANGLES + 16);
    private final int[] corner = new int[3 * TRIANGLES];
    private final int[] all = new int[TRIANGLES];
    private final int[] remaining = new int[TRIANGLES + 1];
    private final int[] records = new int[TrianglePlanes.STRIDE * TRIANGLES];
    private final CullRules culling = new CullRules();
    private final SetupRules rules = new SetupRules(culling);
    private KernelSet set;

    /** Makes the triangles. */
    @Setup
    public void make() {
        set = KernelSet.of(kernels);
        var random = new Random(5);
        int side = SIDE * TrianglePlanes.SUBPIXEL_ONE;
        for (int t = 0; t < TRIANGLES; t++) {
            int x = random.nextInt(1900 * TrianglePlanes.SUBPIXEL_ONE);
            int y = random.nextInt(1000 * TrianglePlanes.SUBPIXEL_ONE);
            for (int v = 3 * t; v < 3 * t + 3; v++) {
                vertices.x[v] = x + random.nextInt(side);
                vertices.y[v] = y + random.nextInt(side);
                vertices.z[v] = random.nextFloat();
                corner[v] = v;
            }
            all[t] = t;
        }
        culling.culledSign = 1;
        culling.x1 = 1919;
        culling.y1 = 1079;
        rules.clipX1 = 1919;
        rules.clipY1 = 1079;
    }

    /** Drops what faces away or has no sample. */
    @Benchmark
    @OperationsPerInvocation(TRIANGLES)
    public int cull() {
        return set.triangleCulling().remaining(vertices, corner, 0, TRIANGLES, culling, remaining);
    }

    /** Writes records of all. */
    @Benchmark
    @OperationsPerInvocation(TRIANGLES)
    public int[] setUp() {
        set.setup().setUp(vertices, corner, all, 0, TRIANGLES, rules, records, 0);
        return records;
    }
}
