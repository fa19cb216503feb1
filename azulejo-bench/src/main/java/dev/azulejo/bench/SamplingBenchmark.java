package dev.azulejo.bench;

import dev.azulejo.core.resource.Sampler;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.sampling.TextureSamplings;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.TextureSampling;

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

/** Trilinear samples of a 1024x1024 sRGB texture, both twins; time a fragment. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 4, time = 1)
public class SamplingBenchmark {
    private static final int COUNT = FragmentBatch.CAPACITY;

    /** Which twin. */
    @Param({"SCALAR", "VECTOR"})
    public Kernels kernels;

    private final FragmentBatch batch = new FragmentBatch();
    private final float[][] in = new float[6][FragmentBatch.LENGTH];
    private TextureSampling sampling;
    private Texture texture;

    /** Makes texture and coordinates of neighbouring fragments. */
    @Setup
    public void make() {
        var random = new Random(1);
        texture = new Texture(TextureFormat.RGBA8_SRGB, 1024, 1024, true);
        int[] texels = new int[1024 * 1024];
        for (int i = 0; i < texels.length; i++) {
            texels[i] = random.nextInt();
        }
        texture.write(0, texels);
        texture.generateMipmaps();
        for (int i = 0; i < FragmentBatch.LENGTH; i++) {
            in[0][i] = i % 16 * 0.0017f;
            in[1][i] = i / 16 * 0.0017f;
            in[2][i] = 0.0017f;
            in[5][i] = 0.0017f;
        }
        sampling = TextureSamplings.of(kernels);
    }

    /** Samples a batch. */
    @Benchmark
    @OperationsPerInvocation(COUNT)
    public float trilinear() {
        sampling.sample(
                texture,
                Sampler.TRILINEAR_REPEAT,
                COUNT,
                in[0],
                in[1],
                in[2],
                in[3],
                in[4],
                in[5],
                batch.red,
                batch.green,
                batch.blue,
                batch.alpha,
                batch);
        return batch.red[0];
    }
}
