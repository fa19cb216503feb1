package dev.azulejo.scene.shading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.management.ThreadMXBean;

import dev.azulejo.core.kernel.CullRules;
import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.SetupRules;
import dev.azulejo.core.kernel.TransformedVertices;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.kernel.ViewportConstants;
import dev.azulejo.core.kernel.vector.VectorSetupKernels;
import dev.azulejo.core.kernel.vector.VectorWindowTransform;
import dev.azulejo.core.resource.AddressMode;
import dev.azulejo.core.resource.DepthView;
import dev.azulejo.core.resource.Filter;
import dev.azulejo.core.resource.MipFilter;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.Sampler;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.sampling.vector.VectorDepthComparison;
import dev.azulejo.core.sampling.vector.VectorTextureSampling;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.scene.shading.vector.VectorCoatKernels;
import dev.azulejo.scene.shading.vector.VectorPbrKernels;

import jdk.incubator.vector.FloatVector;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Where the optimising compiler gives up on a kernel, each of its vectors is an object of a hundred
 * bytes, and nothing but the time it takes tells.
 */
class VectorObjectsTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Bytes a run: one vector an object, in each turn of a loop, would be more. */
    private static final long FEW = 200;

    /** A compiler may have to wait for the processors of others. */
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(90);

    private static final int RUNS = 500;

    private final Random random = new Random(19);

    /**
     * Until it is compiled, each vector is an object: repeats work until few are, or none will be.
     */
    private static void makesFewObjects(Runnable work) {
        assumeThat(FloatVector.SPECIES_PREFERRED.length())
                .as("without AVX the platform compares no lanes by itself")
                .isGreaterThan(4);
        long begin = System.nanoTime();
        long bytes;
        do {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < RUNS; i++) {
                work.run();
            }
            bytes = (THREADS.getCurrentThreadAllocatedBytes() - before) / RUNS;
        } while (bytes > FEW && System.nanoTime() - begin < PATIENCE);
        assertThat(bytes).as("bytes a run").isLessThanOrEqualTo(FEW);
    }

    /** Kinds of surfaces, each with kernels of its own. */
    private enum Surface {
        PLAIN(FinishFeatures.NONE),
        COATED(new FinishFeatures(true, false, false, true, false, false, false)),
        BRUSHED(FinishFeatures.NONE.withAnisotropy(new FinishFeatures.Anisotropy(true, false)));

        final FinishFeatures finish;

        Surface(FinishFeatures finish) {
            this.finish = finish;
        }
    }

    /** A light of brushed surfaces is the definition's. */
    @ParameterizedTest
    @CsvSource({
        "CONSTANT, PLAIN, 0",
        "CONSTANT, PLAIN, 1",
        "STUDIO, PLAIN, 0",
        "STUDIO, COATED, 1",
        "STUDIO, BRUSHED, 0"
    })
    void shadesWithoutMakingObjects(Lighting lighting, Surface surface, float place) {
        var features = PbrFeatures.plain(lighting).withFinish(surface.finish);
        var kernels = new VectorPbrKernels();
        var coats = new VectorCoatKernels();
        boolean coated = surface == Surface.COATED;
        float[] frame = new float[PbrUniforms.FRAME_SIZE];
        float[] material = new float[PbrUniforms.MATERIAL_SIZE];
        Arrays.fill(frame, 0.5f);
        Arrays.fill(material, 0.5f);
        frame[PbrUniforms.BOX_COUNT] = 5;
        frame[PbrUniforms.LIGHTS + 3] = place;
        var batch = new FragmentBatch();
        batch.count = FragmentBatch.LENGTH;
        Arrays.fill(batch.facing, 1);
        for (float[] lanes : batch.varying) {
            Arrays.fill(lanes, 0.25f);
        }
        Runnable shading =
                () -> {
                    kernels.baseColor(features, material, false, batch);
                    kernels.surface(features, frame, material, batch);
                    if (lighting == Lighting.STUDIO) {
                        kernels.directionalAlbedo(features, batch);
                    }
                    if (coated) {
                        coats.coat(features, material, batch);
                    }
                    kernels.light(features, frame, PbrUniforms.LIGHTS, batch);
                    if (coated) {
                        coats.light(frame, PbrUniforms.LIGHTS, batch);
                    }
                    kernels.ambient(features, frame, batch);
                    if (coated) {
                        coats.ambient(frame, batch);
                    }
                    kernels.toneMap(frame, batch);
                };
        makesFewObjects(shading);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void samplesWithoutMakingObjects(int maxAnisotropy) {
        var texture = new Texture(TextureFormat.RGBA8_SRGB, 64, 64, true);
        texture.generateMipmaps();
        var sampler =
                new Sampler(
                        Filter.LINEAR,
                        Filter.LINEAR,
                        MipFilter.LINEAR,
                        AddressMode.REPEAT,
                        AddressMode.REPEAT,
                        maxAnisotropy);
        float[][] in = coordinates();
        var batch = new FragmentBatch();
        var sampling = new VectorTextureSampling();
        Runnable sample =
                () ->
                        sampling.sample(
                                texture,
                                sampler,
                                FragmentBatch.LENGTH,
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
        makesFewObjects(sample);
    }

    /** Two coordinates, and their derivatives. */
    private float[][] coordinates() {
        float[][] in = new float[6][FragmentBatch.LENGTH];
        for (int i = 0; i < FragmentBatch.LENGTH; i++) {
            in[0][i] = random.nextFloat();
            in[1][i] = random.nextFloat();
            in[2][i] = random.nextFloat() * 0.3f;
            in[5][i] = random.nextFloat() * 0.3f;
        }
        return in;
    }

    @Test
    void comparesDepthsWithoutMakingObjects() {
        var view = new DepthView(new RenderTarget(32, 32, TextureFormat.DEPTH32_FLOAT, 1));
        float[][] in = coordinates();
        var batch = new FragmentBatch();
        var comparison = new VectorDepthComparison();
        float[] stopped = new float[FragmentBatch.LENGTH];
        Runnable compare =
                () ->
                        comparison.compare(
                                view, 3, FragmentBatch.LENGTH, in[0], in[1], in[2], stopped, batch);
        makesFewObjects(compare);
    }

    @Test
    void setsUpWithoutMakingObjects() {
        var vertices = new TransformedVertices(64);
        int[] corner = new int[3 * 64];
        int[] all = new int[64];
        for (int i = 0; i < 64; i++) {
            vertices.x[i] = random.nextInt(9999);
            vertices.y[i] = random.nextInt(9999);
            vertices.z[i] = random.nextFloat();
            all[i] = i;
            for (int c = 0; c < 3; c++) {
                corner[3 * i + c] = (i + c) % 64;
            }
        }
        var culling = new CullRules();
        culling.samples(SamplePattern.of(1));
        var rules = new SetupRules(culling);
        int[] records = new int[64 * TrianglePlanes.STRIDE];
        var kernels = new VectorSetupKernels();
        Runnable setUp = () -> kernels.setUp(vertices, corner, all, 0, 64, rules, records, 0);
        makesFewObjects(setUp);
    }

    @Test
    void movesVerticesWithoutMakingObjects() {
        var vertices = new TransformedVertices(256);
        Arrays.fill(vertices.clipW, 1);
        var view = new ViewportConstants();
        view.set(0, 0, 640, 480, 0, 1, false);
        var kernels = new VectorWindowTransform();
        Runnable move = () -> kernels.transform(view, vertices, 0, 256);
        makesFewObjects(move);
    }
}
