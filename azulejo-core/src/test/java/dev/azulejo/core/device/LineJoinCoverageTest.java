package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.command.BlendComponent;
import dev.azulejo.core.command.BlendFactor;
import dev.azulejo.core.command.BlendOperation;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.Topology;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Random;

/** Lines and their joins in pixels: how often each is covered, against half planes and a disc. */
@Tag("kernels")
class LineJoinCoverageTest {
    private static final int SIDE = 96;

    private static final BlendState ADD =
            new BlendState(
                    new BlendComponent(BlendOperation.ADD, BlendFactor.ONE, BlendFactor.ONE),
                    new BlendComponent(BlendOperation.ADD, BlendFactor.ONE, BlendFactor.ONE),
                    BlendState.WRITE_ALL);

    /** Draws a path and the joins at all of its vertices but the ends; each adds 1 to alpha. */
    private static FrameReport draw(
            DeviceOptions options, RenderTarget target, float width, double... path) {
        int count = path.length / 2;
        float[] p = new float[4 * count];
        float[] c = new float[4 * count];
        for (int i = 0; i < count; i++) {
            p[4 * i] = (float) (path[2 * i] / (SIDE / 2) - 1);
            p[4 * i + 1] = (float) (1 - path[2 * i + 1] / (SIDE / 2));
            p[4 * i + 2] = 0.5f;
            p[4 * i + 3] = 1;
            c[4 * i + 3] = 1;
        }
        var lines =
                PipelineState.opaque(
                                new TestProgram(false),
                                VertexAttribute.packed(0, 0, 4),
                                VertexAttribute.packed(1, 1, 4))
                        .withTopology(Topology.LINE_STRIP)
                        .withSizes(1, width)
                        .withDepth(DepthState.OFF)
                        .withBlend(ADD);
        int[] joins = new int[3 * (count - 2)];
        for (int i = 0; i < joins.length; i++) {
            joins[i] = i / 3 + i % 3;
        }
        var commands = new CommandBuffer();
        commands.beginPhase(PassDescriptor.clear(target, 0, 0, 0, 0));
        commands.setPipeline(lines);
        commands.setVertexBuffer(0, new VertexBuffer(p));
        commands.setVertexBuffer(1, new VertexBuffer(c));
        commands.draw(0, count, 0, 1);
        commands.setPipeline(lines.withTopology(Topology.LINE_JOIN_LIST));
        commands.setIndexBuffer(new IndexBuffer(joins));
        commands.drawIndexed(0, joins.length, 0, 0, 1);
        try (var device = Gpu.open(options)) {
            return device.submit(commands);
        }
    }

    private static RenderTarget target(int samples) {
        return new RenderTarget(SIDE, SIDE, TextureFormat.RGBA32_FLOAT, samples);
    }

    /**
     * Two lines that meet at any angle: pixels that surely lie in one of their rectangles or in the
     * disc are covered, and those beside them are not. On the outer side and in the disc each is
     * covered once, at the seams as well: what shines through gets no darker by a join. Where both
     * rectangles lie, on the inner side, each covers.
     */
    @Test
    void cornersAreHalfPlanesAndADisc() {
        var random = new Random(3);
        for (int samples : new int[] {1, 4}) {
            for (float width : new float[] {2.5f, 7, 20, 40}) {
                for (int degrees = -180; degrees <= 180; degrees += 15) {
                    double first = random.nextDouble() * 2 * Math.PI;
                    double second = first + Math.toRadians(degrees);
                    double bx = 48 + random.nextInt(256) / 256.0;
                    double by = 48 + random.nextInt(256) / 256.0;
                    double[] a = {Math.cos(first), Math.sin(first)};
                    double[] c = {Math.cos(second), Math.sin(second)};
                    var target = target(samples);
                    draw(
                            DeviceOptions.DEFAULT.withThreads(1),
                            target,
                            width,
                            bx - 30 * a[0],
                            by - 30 * a[1],
                            bx,
                            by,
                            bx + 30 * c[0],
                            by + 30 * c[1]);
                    assertCorner(target, samples, width / 2, new double[] {bx, by}, a, c);
                }
            }
        }
    }

    private static void assertCorner(
            RenderTarget target, int samples, double half, double[] b, double[] a, double[] c) {
        double room = 0.1 + (samples == 1 ? 0 : 0.71);
        for (int pixel = 0; pixel < SIDE * SIDE; pixel++) {
            double x = pixel % SIDE + 0.5 - b[0];
            double y = pixel / SIDE + 0.5 - b[1];
            // How far inside each is, below 0 outside
            double toward = -(a[0] * x + a[1] * y);
            double away = c[0] * x + c[1] * y;
            double acrossA = half - Math.abs(a[0] * y - a[1] * x);
            double acrossC = half - Math.abs(c[0] * y - c[1] * x);
            double one = Math.min(acrossA, Math.min(toward, 30 - toward));
            double two = Math.min(acrossC, Math.min(away, 30 - away));
            double disc = half - Math.hypot(x, y);
            double any = Math.max(one, Math.max(two, disc));
            float alpha = target.floatPixels()[4 * pixel + 3];
            float least = any > room ? 1 : 0;
            float most = 2;
            if (any < -room) {
                most = 0;
            } else if (any > room && Math.min(one, two) < -room) {
                most = 1;
            } else if (Math.min(one, two) > room) {
                least = 2;
            }
            // Asked first: a text and an assertion are objects, of two million
            if (!(alpha >= least && alpha <= most)) {
                var what = "%s wide, pixel %d".formatted(2 * half, pixel);
                assertThat(alpha).as(what).isBetween(least, most);
            }
        }
    }

    /**
     * By hand, 4 pixels wide, from the left to a pixel's corner and on downwards: 10 by 4 pixels
     * and as many once more, of which 2 by 2 are common, and of the 4 pixels of the square outside
     * whose middles are 0.7, 1.6, 1.6 and 2.1 from the corner all but the last.
     */
    @Test
    void aSmallCornerByHand() {
        var target = target(1);
        var counts = draw(DeviceOptions.DEFAULT, target, 4, 30, 40, 40, 40, 40, 50);
        assertThat(counts.get(Counter.SAMPLES_TESTED)).isEqualTo(40 + 40 + 3);
        for (int y = 36; y < 52; y++) {
            for (int x = 28; x < 44; x++) {
                int one = x >= 30 && x < 40 && y >= 38 && y < 42 ? 1 : 0;
                int two = x >= 38 && x < 42 && y >= 40 && y < 50 ? 1 : 0;
                boolean join = x >= 40 && x < 42 && y >= 38 && y < 40 && (x != 41 || y != 38);
                assertThat(target.floatPixels()[4 * (y * SIDE + x) + 3])
                        .as("%d, %d", x, y)
                        .isEqualTo(one + two + (join ? 1 : 0));
            }
        }
        // Two triangles a line, and eight at most of the join: some lie between samples
        assertThat(counts.get(Counter.TRIANGLES_SETUP)).isBetween(5L, 12L);
    }

    /** Long paths make many chunks: every way has the same bytes. */
    @Test
    void everyWayHasTheSameBytes() {
        var random = new Random(8);
        double[] path = random.doubles(2 * 350, -8, SIDE + 8).toArray();
        for (int i = 0; i + 5 < path.length; i += 14) {
            // Twice the same place, and back to where it came from
            path[i + 2] = path[i];
            path[i + 3] = path[i + 1];
        }
        for (float width : new float[] {1.5f, 24}) {
            var expected = target(4);
            draw(DeviceOptions.REFERENCE, expected, width, path);
            for (var options :
                    List.of(
                            DeviceOptions.DEFAULT.withKernels(Kernels.SCALAR),
                            DeviceOptions.DEFAULT.withKernels(Kernels.VECTOR).withThreads(2),
                            DeviceOptions.DEFAULT.withThreads(2).withWindow(100).withTileSize(16),
                            DeviceOptions.DEFAULT.withGroup(Group.of(3)))) {
                var target = target(4);
                draw(options, target, width, path);
                assertThat(target.floatPixels()).isEqualTo(expected.floatPixels());
            }
        }
    }

    @Test
    void geometryStagesTakeNoJoins() {
        var stage = new PatchProgram(null, 2, 3, false, 1);
        assertThatThrownBy(
                        () ->
                                PipelineState.builder(stage)
                                        .topology(Topology.LINE_JOIN_LIST)
                                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has a geometry stage, which takes points, lines")
                .hasMessageEndingWith("but the topology is LINE_JOIN_LIST");
    }
}
