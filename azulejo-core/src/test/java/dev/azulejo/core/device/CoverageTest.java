package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.BlendComponent;
import dev.azulejo.core.command.BlendFactor;
import dev.azulejo.core.command.BlendOperation;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.VertexBuffer;

import org.junit.jupiter.api.Test;

import java.util.Random;

/** Coverage against closed forms: what is tiled without overlap is covered exactly once. */
class CoverageTest {
    private static final int SIDE = 64;

    private static final BlendState ADD =
            new BlendState(
                    new BlendComponent(BlendOperation.ADD, BlendFactor.ONE, BlendFactor.ONE),
                    new BlendComponent(BlendOperation.ADD, BlendFactor.ONE, BlendFactor.ONE),
                    BlendState.WRITE_ALL);

    /** A grid of triangles with jittered inner vertices covers every pixel of the square once. */
    @Test
    void sharedEdgesCoverEveryPixelOnce() {
        for (int seed = 0; seed < 60; seed++) {
            var random = new Random(seed);
            int n = 2 + random.nextInt(12);
            float[] p = new float[4 * (n + 1) * (n + 1)];
            float[] c = new float[p.length];
            for (int y = 0; y <= n; y++) {
                for (int x = 0; x <= n; x++) {
                    boolean inner = x > 0 && x < n && y > 0 && y < n;
                    float jitter = inner ? 0.24f : 0;
                    int at = 4 * (y * (n + 1) + x);
                    p[at] = 2 * (x + jitter * (random.nextFloat() * 2 - 1)) / n - 1;
                    p[at + 1] = 2 * (y + jitter * (random.nextFloat() * 2 - 1)) / n - 1;
                    p[at + 2] = 0.5f;
                    p[at + 3] = 1;
                    c[at + 3] = 1;
                }
            }
            int[] indices = new int[6 * n * n];
            int i = 0;
            for (int y = 0; y < n; y++) {
                for (int x = 0; x < n; x++) {
                    int a = y * (n + 1) + x;
                    int b = a + n + 1;
                    for (int v : new int[] {a, a + 1, b, b, a + 1, b + 1}) {
                        indices[i++] = v;
                    }
                }
            }
            for (int samples : new int[] {1, 4, 8, 16}) {
                var target = new RenderTarget(SIDE, SIDE, TextureFormat.RGBA32_FLOAT, samples);
                draw(target, p, c, indices);
                for (int pixel = 0; pixel < SIDE * SIDE; pixel++) {
                    assertThat(target.floatPixels()[4 * pixel + 3])
                            .as("seed %d, %d samples, pixel %d", seed, samples, pixel)
                            .isEqualTo(1);
                }
            }
        }
    }

    /**
     * A right triangle over half a square of side n covers n (n - 1) / 2 centres, or with the
     * diagonal.
     */
    @Test
    void aRightTriangleCoversTheTriangularNumber() {
        for (int n = 1; n <= SIDE; n++) {
            var target = new RenderTarget(SIDE, SIDE, TextureFormat.RGBA32_FLOAT, 1);
            float reach = 2f * n / SIDE - 1;
            float[] p = {-1, 1, 0.5f, 1, reach, 1, 0.5f, 1, -1, -reach, 0.5f, 1};
            float[] c = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
            var covered = draw(target, p, c, new int[] {0, 1, 2});
            // The hypotenuse runs through the centres of its diagonal; it is a right-bottom edge,
            // whose
            // centres are outside by the top-left rule
            assertThat(covered).as("n = %d", n).isEqualTo((long) n * (n - 1) / 2);
            float[] q = {reach, 1, 0.5f, 1, reach, -reach, 0.5f, 1, -1, -reach, 0.5f, 1};
            var other = draw(target, q, c, new int[] {0, 1, 2});
            // The triangle below shares the edge as its left-top edge and takes the diagonal
            assertThat(other).as("n = %d", n).isEqualTo((long) n * (n + 1) / 2);
        }
    }

    /**
     * Pixels that an edge meets, at any angle and anywhere in them, have about as large a share of
     * their samples on its one side as of their area. Along pixels the share is within a sample of
     * the area; at other angles as many samples off as is known of the patterns, and the more
     * samples the less in the mean: about a quarter of a pixel with one sample, and 0.044 with 16.
     */
    @Test
    void aHalfPlaneCoversItsAreaAsNearlyAsThereAreSamples() {
        int[] counts = {1, 4, 8, 16};
        double[] most = {0.5, 1.25, 1.85, 2.7};
        double[] mean = {0.26, 0.096, 0.06, 0.046};
        for (int i = 0; i < counts.length; i++) {
            int samples = counts[i];
            double squares = 0;
            int met = 0;
            for (int degrees = 0; degrees < 360; degrees += 5) {
                long[] edge = new long[3];
                var target = halfPlane(degrees, samples, edge);
                double bound = (degrees % 90 == 0 ? 1 : most[i]) / samples;
                for (int p = 0; p < SIDE * SIDE; p++) {
                    double area = area(edge, p % SIDE, p / SIDE);
                    double off = target.floatPixels()[4 * p + 3] - area;
                    assertThat(Math.abs(off))
                            .as("%d samples, %d degrees, pixel %d", samples, degrees, p)
                            .isLessThanOrEqualTo(bound + 1e-9);
                    if (area > 0 && area < 1) {
                        squares += off * off;
                        met++;
                    }
                }
            }
            assertThat(met).isGreaterThan(72 * SIDE);
            assertThat(Math.sqrt(squares / met)).as("%d samples", samples).isLessThan(mean[i]);
        }
    }

    /** Draws what lies on one side of an edge near the middle, its ends whole sub-pixels. */
    private static RenderTarget halfPlane(int degrees, int samples, long[] edge) {
        double angle = Math.toRadians(degrees);
        int reach = 400 * 256;
        int alongX = (int) Math.rint(reach * Math.cos(angle));
        int alongY = (int) Math.rint(reach * Math.sin(angle));
        int x = 8192 + 37 * degrees % 256;
        int y = 8192 + 91 * degrees % 256;
        int[][] corners = {
            {x - alongX, y - alongY}, {x + alongX, y + alongY}, {x - alongY, y + alongX}
        };
        float[] p = new float[12];
        float[] c = new float[12];
        for (int v = 0; v < 3; v++) {
            p[4 * v] = corners[v][0] / (128f * SIDE) - 1;
            p[4 * v + 1] = 1 - corners[v][1] / (128f * SIDE);
            p[4 * v + 2] = 0.5f;
            p[4 * v + 3] = 1;
            c[4 * v + 3] = 1;
        }
        edge[0] = -alongY;
        edge[1] = alongX;
        edge[2] = edge[0] * x + edge[1] * y;
        var target = new RenderTarget(SIDE, SIDE, TextureFormat.RGBA32_FLOAT, samples);
        draw(target, p, c, new int[] {0, 1, 2});
        return target;
    }

    /**
     * Area of a pixel on an edge's one side: of the right triangle that would reach over all of it,
     * less what reaches beyond a side, and more what is taken twice.
     */
    private static double area(long[] edge, int px, int py) {
        // From the corner that lies farthest inside, along both axes, in pixels
        double a = Math.abs(edge[0]);
        double b = Math.abs(edge[1]);
        double inside =
                (edge[0] * 256.0 * (px + (edge[0] > 0 ? 1 : 0))
                                + edge[1] * 256.0 * (py + (edge[1] > 0 ? 1 : 0))
                                - edge[2])
                        / 256;
        if (inside <= 0) {
            return 0;
        }
        if (inside >= a + b) {
            return 1;
        }
        if (a == 0 || b == 0) {
            return inside / (a + b);
        }
        double beyondX = Math.max(inside - a, 0);
        double beyondY = Math.max(inside - b, 0);
        return (inside * inside - beyondX * beyondX - beyondY * beyondY) / (2 * a * b);
    }

    private static long draw(RenderTarget target, float[] p, float[] c, int[] indices) {
        var commands = new CommandBuffer();
        commands.beginPhase(PassDescriptor.clear(target, 0, 0, 0, 0));
        commands.setPipeline(
                PipelineState.opaque(
                                new TestProgram(false),
                                VertexAttribute.packed(0, 0, 4),
                                VertexAttribute.packed(1, 1, 4))
                        .withDepth(DepthState.OFF)
                        .withBlend(ADD));
        commands.setVertexBuffer(0, new VertexBuffer(p));
        commands.setVertexBuffer(1, new VertexBuffer(c));
        commands.setIndexBuffer(new IndexBuffer(indices));
        commands.drawIndexed(0, indices.length, 0, 0, 1);
        try (var device = new Device(DeviceOptions.DEFAULT.withThreads(2))) {
            return device.submit(commands).get(Counter.SAMPLES_TESTED);
        }
    }
}
