package dev.azulejo.bench;

import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.kernel.InterpolationTriangle;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.TransformedVertices;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.kernel.VertexFetch;
import dev.azulejo.core.kernel.ViewportConstants;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.shading.Lighting;
import dev.azulejo.scene.shading.PbrFeatures;
import dev.azulejo.scene.shading.PbrKernels;
import dev.azulejo.scene.shading.PbrUniforms;

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

/** The kernels of vertices and fragments on full batches, both twins; time a vertex or fragment. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 4, time = 1)
public class KernelBenchmark {
    private static final int COUNT = FragmentBatch.CAPACITY;
    private static final int VARYINGS = 8;
    private static final int STRIDE = 8;

    /** Which twin. */
    @Param({"SCALAR", "VECTOR"})
    public Kernels kernels;

    private final FragmentBatch batch = new FragmentBatch();
    private final InterpolationTriangle triangle = new InterpolationTriangle();
    private final int[] packed = new int[FragmentBatch.LENGTH];
    private final int[] scratch = new int[FragmentBatch.LENGTH];
    private final TransformedVertices vertices = new TransformedVertices(COUNT);
    private final ViewportConstants view = new ViewportConstants();
    private final float[] vertexBuffer = new float[4 * COUNT * STRIDE];
    private final int[] addresses = new int[COUNT];
    private final float[][] lanes = new float[4][COUNT];
    private final float[] frame = new float[PbrUniforms.FRAME_SIZE];
    private final float[] material = new float[PbrUniforms.MATERIAL_SIZE];
    private KernelSet set;
    private PbrKernels shading;

    /** Makes the inputs. */
    @Setup
    public void make() {
        var random = new Random(3);
        set = KernelSet.of(kernels);
        shading = PbrKernels.of(kernels);
        fill(random, vertexBuffer);
        fill(random, frame);
        fill(random, material);
        frame[PbrUniforms.BOX_COUNT] = 5;
        frame[PbrUniforms.LIGHTS + 3] = 0;
        batch.count = COUNT;
        for (int i = 0; i < FragmentBatch.LENGTH; i++) {
            batch.pixelX[i] = i % 16;
            batch.pixelY[i] = i / 16;
            batch.red[i] = random.nextFloat();
            batch.green[i] = random.nextFloat();
            batch.blue[i] = random.nextFloat();
            batch.alpha[i] = random.nextFloat();
            batch.facing[i] = 1;
            packed[i] = random.nextInt();
        }
        for (float[] lane : batch.scratch) {
            fill(random, lane);
        }
        for (float[] lane : batch.varying) {
            fill(random, lane);
        }
        int[] record = {0, 0, 20 * 256, 0, 0, 20 * 256, 0, 0, 0, 0, 16, 32, 0, 0, 0, 0};
        for (int v = 0; v < 3; v++) {
            record[TrianglePlanes.V0 + v] = v;
        }
        triangle.set(record, 0, vertexBuffer, 0, VARYINGS + 1, 0);
        view.set(0, 0, 1920, 1080, 0, 1, false);
        for (int i = 0; i < COUNT; i++) {
            vertices.clipX[i] = random.nextFloat() - 0.5f;
            vertices.clipY[i] = random.nextFloat() - 0.5f;
            vertices.clipZ[i] = random.nextFloat();
            vertices.clipW[i] = 1 + random.nextFloat();
            addresses[i] = random.nextInt(4 * COUNT) * STRIDE;
        }
    }

    private static void fill(Random random, float[] values) {
        for (int i = 0; i < values.length; i++) {
            values[i] = 0.1f + random.nextFloat();
        }
    }

    /** Three components of a vertex from an interleaved buffer. */
    @Benchmark
    @OperationsPerInvocation(COUNT)
    public float[] fetchPosition() {
        VertexFetch.gather(vertexBuffer, addresses, COUNT, 3, lanes, 0);
        return lanes[2];
    }

    /** Clip space to window. */
    @Benchmark
    @OperationsPerInvocation(COUNT)
    public int[] windowTransform() {
        set.windowTransform().transform(view, vertices, 0, COUNT);
        return vertices.code;
    }

    /** Eight varyings, two of them with derivatives. */
    @Benchmark
    @OperationsPerInvocation(COUNT)
    public float[] interpolate() {
        set.interpolation().interpolate(triangle, batch, 0, COUNT, VARYINGS, 2);
        return batch.varying[0];
    }

    /** Linear colour to sRGB codes. */
    @Benchmark
    @OperationsPerInvocation(COUNT)
    public int[] encodeSrgb() {
        set.color()
                .encode(
                        true,
                        batch.red,
                        batch.green,
                        batch.blue,
                        batch.alpha,
                        packed,
                        scratch,
                        0,
                        COUNT);
        return packed;
    }

    /** Straight alpha over sRGB codes. */
    @Benchmark
    @OperationsPerInvocation(COUNT)
    public int[] blendSrgb() {
        set.color()
                .blend(
                        BlendState.ALPHA,
                        true,
                        batch.red,
                        batch.green,
                        batch.blue,
                        batch.alpha,
                        packed,
                        scratch,
                        0,
                        COUNT);
        return packed;
    }

    /** One directional light and constant ambient light. */
    @Benchmark
    @OperationsPerInvocation(COUNT)
    public float[] shadeConstant() {
        return shade(PbrFeatures.plain(Lighting.CONSTANT));
    }

    /** One directional light and four of the studio's soft boxes. */
    @Benchmark
    @OperationsPerInvocation(COUNT)
    public float[] shadeStudio() {
        return shade(PbrFeatures.plain(Lighting.STUDIO));
    }

    private float[] shade(PbrFeatures features) {
        shading.baseColor(features, material, false, batch);
        shading.surface(features, frame, material, batch);
        if (features.lighting() == Lighting.STUDIO) {
            shading.directionalAlbedo(features, batch);
        }
        shading.light(features, frame, PbrUniforms.LIGHTS, batch);
        shading.ambient(features, frame, batch);
        shading.toneMap(frame, batch);
        return batch.red;
    }
}
