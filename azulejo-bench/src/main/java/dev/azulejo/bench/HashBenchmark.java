package dev.azulejo.bench;

import dev.azulejo.core.kernel.HashInputs;
import dev.azulejo.core.kernel.HashKernels;
import dev.azulejo.core.kernel.KernelSet;
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
 * Hashing for tile reuse, both twins, and a plain copy of the same bytes; time a triangle.
 *
 * <p>A chunk is a grid of 16x16 squares: 512 triangles of 64 bytes, 289 vertices of nine floats, so
 * 43,172 bytes, 84.3 a triangle; {@link #planes} reads 64, {@link #sequence} 16.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 5, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 3, time = 1)
public class HashBenchmark {
    private static final int SIDE = 16;
    private static final int TRIANGLES = 2 * SIDE * SIDE;
    private static final int VERTICES = (SIDE + 1) * (SIDE + 1);
    private static final int RECORDS = TRIANGLES * TrianglePlanes.STRIDE;

    /** Which twin; a copy is the same for both. */
    @Param({"SCALAR", "VECTOR"})
    public Kernels kernels;

    /** Chunks that take turns: one lies in the cache, 2048 are 88 MB. */
    @Param({"1", "2048"})
    public int chunks;

    /** Floats of a vertex. */
    @Param("9")
    public int floats;

    private final HashInputs inputs = new HashInputs();
    private final int[] keys = new int[1 << 15];
    private final int[] recordsCopy = new int[RECORDS];
    private float[] verticesCopy;
    private final long[] hashes = new long[2 * TRIANGLES];
    private final long[] hash = new long[2];
    private int[][] records;
    private float[][] vertices;
    private HashKernels kernel;
    private int next;

    /** Makes the chunks. */
    @Setup
    public void make() {
        var random = new Random(4);
        var set = KernelSet.of(kernels);
        kernel = set.hash();
        for (int i = 0; i < keys.length; i++) {
            keys[i] = random.nextInt();
        }
        verticesCopy = new float[VERTICES * floats];
        records = new int[chunks][RECORDS];
        vertices = new float[chunks][VERTICES * floats];
        for (int c = 0; c < chunks; c++) {
            for (int i = 0; i < RECORDS; i++) {
                records[c][i] = random.nextInt();
            }
            for (int i = 0; i < VERTICES * floats; i++) {
                vertices[c][i] = random.nextFloat();
            }
            for (int t = 0; t < TRIANGLES; t++) {
                int square = t >> 1;
                int corner = square / SIDE * (SIDE + 1) + square % SIDE;
                int v0 = (t & 1) == 0 ? corner : corner + SIDE + 2;
                int at = t * TrianglePlanes.STRIDE + TrianglePlanes.V0;
                records[c][at] = v0;
                records[c][at + 1] = corner + 1;
                records[c][at + 2] = corner + SIDE + 1;
            }
        }
    }

    private int chunk() {
        int chunk = next;
        next = chunk + 1 == chunks ? 0 : chunk + 1;
        return chunk;
    }

    /** Triangles with vertices. */
    @Benchmark
    @OperationsPerInvocation(TRIANGLES)
    public long[] triangles() {
        int c = chunk();
        inputs.describeVertices(keys, 0, floats, VERTICES);
        kernel.vertices(inputs, vertices[c], 0, VERTICES);
        inputs.describeTriangles(keys, 64, 1, 2, 3);
        kernel.triangles(inputs, records[c], 0, TRIANGLES, hashes, 0);
        return hashes;
    }

    /** Triangles alone, as in a depth map. */
    @Benchmark
    @OperationsPerInvocation(TRIANGLES)
    public long[] planes() {
        int c = chunk();
        inputs.noVertices();
        inputs.describeTriangles(keys, 64, 1, 2, 3);
        kernel.triangles(inputs, records[c], 0, TRIANGLES, hashes, 0);
        return hashes;
    }

    /** The hashes of a tile's or a part's triangles. */
    @Benchmark
    @OperationsPerInvocation(TRIANGLES)
    public long[] sequence() {
        kernel.sequence(keys, 128, hashes, 0, 2 * TRIANGLES, hash, 0);
        return hash;
    }

    /** Copies what {@link #triangles} reads. */
    @Benchmark
    @OperationsPerInvocation(TRIANGLES)
    public int[] copy() {
        int c = chunk();
        System.arraycopy(vertices[c], 0, verticesCopy, 0, VERTICES * floats);
        System.arraycopy(records[c], 0, recordsCopy, 0, RECORDS);
        return recordsCopy;
    }
}
