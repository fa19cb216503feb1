package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.command.BlendComponent;
import dev.azulejo.core.command.BlendFactor;
import dev.azulejo.core.command.BlendOperation;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.PointShape;
import dev.azulejo.core.command.Topology;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.VertexBuffer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Random;

/** Round points against the circle. */
class PointDiscTest {
    private static final int SIDE = 64;

    private static final BlendState ADD =
            new BlendState(
                    new BlendComponent(BlendOperation.ADD, BlendFactor.ONE, BlendFactor.ONE),
                    new BlendComponent(BlendOperation.ADD, BlendFactor.ONE, BlendFactor.ONE),
                    BlendState.WRITE_ALL);

    private static FrameReport draw(
            DeviceOptions options, RenderTarget target, float size, double... middles) {
        int count = middles.length / 2;
        float[] p = new float[4 * count];
        float[] c = new float[4 * count];
        for (int i = 0; i < count; i++) {
            p[4 * i] = (float) (middles[2 * i] / (SIDE / 2) - 1);
            p[4 * i + 1] = (float) (1 - middles[2 * i + 1] / (SIDE / 2));
            p[4 * i + 2] = 0.5f;
            p[4 * i + 3] = 1;
            c[4 * i + 3] = 1;
        }
        var commands = new CommandBuffer();
        commands.beginPhase(PassDescriptor.clear(target, 0, 0, 0, 0));
        commands.setPipeline(
                PipelineState.opaque(
                                new TestProgram(false),
                                VertexAttribute.packed(0, 0, 4),
                                VertexAttribute.packed(1, 1, 4))
                        .withTopology(Topology.POINT_LIST)
                        .withPointShape(PointShape.DISC)
                        .withSizes(size, 1)
                        .withDepth(DepthState.OFF)
                        .withBlend(ADD));
        commands.setVertexBuffer(0, new VertexBuffer(p));
        commands.setVertexBuffer(1, new VertexBuffer(c));
        commands.draw(0, count, 0, 1);
        try (var device = new Device(options)) {
            return device.submit(commands);
        }
    }

    private static RenderTarget target(int samples) {
        return new RenderTarget(SIDE, SIDE, TextureFormat.RGBA32_FLOAT, samples);
    }

    /**
     * Every sample that surely lies inside of the circle once, and none that surely lies outside:
     * the polygon is within a tenth of a pixel, its corners within a sub-pixel.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 4, 8, 16})
    void samplesWithinTheCircleAreCoveredOnce(int samples) {
        var random = new Random(samples);
        for (float size : new float[] {1.5f, 2, 3, 4.25f, 7, 10, 16, 33, 50}) {
            double x = 32 + random.nextInt(256) / 256.0;
            double y = 32 + random.nextInt(256) / 256.0;
            var target = target(samples);
            var counts = draw(DeviceOptions.DEFAULT.withThreads(2), target, size, x, y);
            for (int pixel = 0; pixel < SIDE * SIDE; pixel++) {
                float alpha = target.floatPixels()[4 * pixel + 3];
                double away = Math.hypot(pixel % SIDE + 0.5 - x, pixel / SIDE + 0.5 - y);
                assertThat(alpha).isBetween(0f, 1f);
                // Samples lie up to 0.71 pixels from a pixel's middle; with one, in it
                double reach = samples == 1 ? 0 : 0.71;
                if (away + reach < size / 2 - 0.11) {
                    assertThat(alpha).as("size %s, pixel %d", size, pixel).isEqualTo(1);
                } else if (away - reach > size / 2 + 0.11) {
                    assertThat(alpha).as("size %s, pixel %d", size, pixel).isZero();
                }
            }
            // Of a circle's edge a sample is as likely to be in as out: far less than its length
            double area = counts.get(Counter.SAMPLES_TESTED) / (double) samples;
            double round = Math.PI * size * size / 4;
            assertThat(area).isCloseTo(round, within(1 + 0.35 * Math.PI * size / samples));
        }
    }

    /**
     * By hand: a disc of 3 pixels around a pixel's middle covers it and its eight neighbours but
     * for none, since the diagonal ones' middles are 1.41 away; of 2.5 pixels five, the cross.
     */
    @Test
    void smallDiscsByHand() {
        var target = target(1);
        var counts = draw(DeviceOptions.DEFAULT, target, 3, 20.5, 30.5);
        assertThat(counts.get(Counter.SAMPLES_TESTED)).isEqualTo(9);
        counts = draw(DeviceOptions.DEFAULT, target, 2.5f, 20.5, 30.5);
        assertThat(counts.get(Counter.SAMPLES_TESTED)).isEqualTo(5);
        for (int[] p : new int[][] {{20, 30}, {19, 30}, {21, 30}, {20, 29}, {20, 31}}) {
            assertThat(target.floatPixels()[4 * (p[1] * SIDE + p[0]) + 3]).isEqualTo(1);
        }
        counts = draw(DeviceOptions.DEFAULT, target, 1.5f, 20.5, 30.5);
        assertThat(counts.get(Counter.SAMPLES_TESTED)).isOne();
    }

    /** As many triangles as its corners make, however many points there are. */
    @Test
    void manyTrianglesOfAPointFitTheirChunks() {
        var random = new Random(5);
        double[] middles = random.doubles(2 * 700, 0, SIDE).toArray();
        for (float size : new float[] {2, 60, 300}) {
            int corners = PointShape.DISC.corners(size);
            var expected = target(4);
            draw(DeviceOptions.REFERENCE, expected, size, middles);
            for (var options :
                    new DeviceOptions[] {
                        DeviceOptions.DEFAULT.withThreads(2),
                        DeviceOptions.DEFAULT.withThreads(2).withWindow(100)
                    }) {
                var target = target(4);
                var counts = draw(options, target, size, middles);
                assertThat(target.floatPixels()).isEqualTo(expected.floatPixels());
                long triangles = counts.get(Counter.TRIANGLES_SETUP);
                assertThat(triangles).isLessThanOrEqualTo(700L * (corners - 2));
                // Slivers and what lies beside the target have no sample; most have
                assertThat(triangles).isGreaterThan(700L * (corners - 2) / 3);
            }
        }
    }

    @Test
    void cornersFollowTheSize() {
        assertThat(PointShape.SQUARE.corners(1000)).isEqualTo(4);
        assertThat(PointShape.DISC.corners(0.5f)).isEqualTo(8);
        assertThat(PointShape.DISC.corners(3)).isEqualTo(8);
        assertThat(PointShape.DISC.corners(4)).isEqualTo(12);
        assertThat(PointShape.DISC.corners(1024)).isEqualTo(PointShape.MOST_CORNERS);
        for (float size = 0.5f; size < 1024; size *= 1.01f) {
            int corners = PointShape.DISC.corners(size);
            double step = 2 * Math.PI / corners;
            double reach = size / 2 * Math.sqrt(step / Math.sin(step));
            double most = size <= 235 ? 0.1 : 0.5;
            assertThat(reach - size / 2).as("size %s", size).isBetween(0.0, most);
            assertThat(size / 2 - reach * Math.cos(step / 2)).isBetween(0.0, most);
        }
    }
}
