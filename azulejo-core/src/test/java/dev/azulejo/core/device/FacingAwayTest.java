package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.report.ReportCopy;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.VertexBuffer;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Parts of 64 triangles that face away as a whole are left out when they are drawn for the third
 * time, counted by hand: eight sheets of 64 triangles, of which every other one shows its back. No
 * vertex of these is fetched from then on, and no pixel changes.
 */
class FacingAwayTest {
    private static final int SHEETS = 8;
    private static final int VERTICES = 9 * 5;

    private static final DeviceOptions PLAIN =
            DeviceOptions.DEFAULT.withThreads(1).withEarlyZ(EarlyZ.OFF).withReuse(Reuse.OFF);

    private final RenderTarget target = Fixture.target(64, 64, 1);
    private final VertexBuffer positions = new VertexBuffer(positions());

    private static float[] positions() {
        float[] positions = new float[3 * SHEETS * VERTICES];
        for (int s = 0; s < SHEETS; s++) {
            for (int i = 0; i < VERTICES; i++) {
                int at = 3 * (s * VERTICES + i);
                positions[at] = -0.9f + i % 9 * 0.2f;
                positions[at + 1] = -0.9f + i / 9 * 0.04f + 0.2f * s;
                positions[at + 2] = 0.5f;
            }
        }
        return positions;
    }

    private static int[] indices() {
        int[] indices = new int[3 * 64 * SHEETS];
        int at = 0;
        for (int s = 0; s < SHEETS; s++) {
            for (int square = 0; square < 32; square++) {
                int a = s * VERTICES + square / 8 * 9 + square % 8;
                int b = s % 2 == 0 ? a + 1 : a + 9;
                int c = s % 2 == 0 ? a + 9 : a + 1;
                for (int i : new int[] {a, b, c, b, a + 10, c}) {
                    indices[at++] = i;
                }
            }
        }
        return indices;
    }

    private CommandBuffer commands(CullMode cull) {
        // Far from near and far plane, however deep balls around sheets are
        float[] matrix = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0.1f, 0, 0, 0, 0.45f, 1};
        var program = new Fixture.Program(4, false, matrix, null);
        PipelineState pipeline = Fixture.pipeline(program).cullMode(cull).build();
        var varyings = new float[4 * SHEETS * VERTICES];
        for (int i = 0; i < varyings.length; i++) {
            varyings[i] = i % 7 / 7f;
        }
        var commands = new CommandBuffer();
        commands.beginPhase(PassDescriptor.clear(target, 0, 0, 0, 0));
        commands.setPipeline(pipeline)
                .setVertexBuffer(0, positions)
                .setVertexBuffer(1, new VertexBuffer(varyings))
                .setIndexBuffer(new IndexBuffer(indices()))
                .drawIndexed(0, 3 * 64 * SHEETS, 0, 0, 1);
        return commands;
    }

    private List<FrameReport> frames(DeviceOptions options, CullMode cull, int count) {
        var commands = commands(cull);
        var reports = new ArrayList<FrameReport>();
        try (var device = new Device(options)) {
            int[] first = null;
            for (int frame = 0; frame < count; frame++) {
                var copy = new ReportCopy();
                copy.set(device.submit(commands));
                reports.add(copy.report());
                first = first == null ? target.pixels().clone() : first;
                assertThat(target.pixels()).as("frame %d", frame).isEqualTo(first);
            }
        }
        return reports;
    }

    private static void assertCounts(FrameReport report, long away, long fetches) {
        assertThat(report.get(Counter.PRIMITIVES_CULLED_TOGETHER)).isEqualTo(away);
        assertThat(report.get(Counter.VERTEX_FETCHES)).isEqualTo(fetches);
        assertThat(report.get(Counter.PRIMITIVES_IN)).isEqualTo(64 * SHEETS);
        assertThat(report.get(Counter.PRIMITIVES_CULLED_FACE)).isEqualTo(64 * SHEETS / 2);
        assertThat(report.get(Counter.TRIANGLES_SETUP)).isEqualTo(64 * SHEETS / 2);
    }

    @Test
    void halfOfTheSheetsAreLeftOutInTheThirdFrame() {
        var reports = frames(PLAIN, CullMode.BACK, 5);
        // The first time nothing is known of the run of indices
        for (int frame = 0; frame < 3; frame++) {
            assertCounts(reports.get(frame), 0, SHEETS * VERTICES);
        }
        for (int frame = 3; frame < 5; frame++) {
            assertCounts(reports.get(frame), 64 * SHEETS / 2, SHEETS / 2 * VERTICES);
        }
    }

    @Test
    void theOtherHalfIsWhereFrontsAreCulled() {
        var reports = frames(PLAIN, CullMode.FRONT, 4);
        assertCounts(reports.getLast(), 64 * SHEETS / 2, SHEETS / 2 * VERTICES);
    }

    @Test
    void nothingIsWhereNothingIsCulledOrAnythingMoves() {
        var report = frames(PLAIN, CullMode.NONE, 4).getLast();
        assertThat(report.get(Counter.PRIMITIVES_CULLED_TOGETHER)).isZero();
        assertThat(report.get(Counter.VERTEX_FETCHES)).isEqualTo(SHEETS * VERTICES);
        var commands = commands(CullMode.BACK);
        try (var device = new Device(PLAIN)) {
            for (int frame = 0; frame < 6; frame++) {
                positions.write(0, new float[] {-0.9f - 0.01f * frame});
                assertCounts(device.submit(commands), 0, SHEETS * VERTICES);
            }
        }
    }

    /** Clusters of 256 triangles, culled by early Z: the same parts. */
    @Test
    void clustersOfEarlyZHaveTheSameParts() {
        for (var early : List.of(EarlyZ.ON, EarlyZ.ON.withRecords(1))) {
            var report = frames(PLAIN.withEarlyZ(early), CullMode.BACK, 5).getLast();
            assertThat(report.get(Counter.PRIMITIVES_CULLED_TOGETHER)).isEqualTo(256);
            assertThat(report.get(Counter.PRIMITIVES_CULLED_FACE)).isEqualTo(256);
        }
    }

    @Test
    void theReferenceHasTheSamePixels() {
        frames(PLAIN, CullMode.BACK, 5);
        int[] fast = target.pixels().clone();
        frames(DeviceOptions.REFERENCE, CullMode.BACK, 1);
        assertThat(target.pixels()).isEqualTo(fast);
    }

    /** Rough balls of 2,048 triangles, some of them tiny, some in front of a wide angle. */
    @Test
    void randomBallsKeepTheirPixels() {
        var random = new Random(11);
        long away = 0;
        for (int round = 0; round < 60; round++) {
            var ball = ball(random);
            int samples = random.nextBoolean() ? 1 : 4;
            var early = random.nextBoolean() ? EarlyZ.OFF : EarlyZ.ON;
            var options = PLAIN.withThreads(1 + random.nextInt(2)).withEarlyZ(early);
            var onto = Fixture.target(96, 80, samples);
            var reference = Fixture.target(96, 80, samples);
            submit(DeviceOptions.REFERENCE, ball, reference, 1);
            away += submit(options, ball, onto, 5);
            assertThat(onto.pixels()).as("round %d", round).isEqualTo(reference.pixels());
        }
        assertThat(away).as("of 60 times 2,048").isGreaterThan(6_000);
    }

    private record Ball(PipelineState pipeline, VertexBuffer positions, IndexBuffer indices) {}

    private static Ball ball(Random random) {
        // A part of 64 triangles is an eighth of a ring
        int around = 256;
        int rings = 4;
        int side = around + 1;
        double size = Math.scalb(0.9, -random.nextInt(5));
        double rough = random.nextInt(2) * 0.1 * random.nextDouble();
        double x = 1 - 2 * random.nextDouble();
        double y = 1 - 2 * random.nextDouble();
        float[] points = new float[3 * side * (rings + 1)];
        for (int i = 0; i < side * (rings + 1); i++) {
            double across = 2 * Math.PI * (i % side % around) / around;
            // Without its poles
            double down = Math.PI * (0.2 + 0.6 * (i / side) / rings);
            double r = size * (1 + rough * random.nextDouble());
            points[3 * i] = (float) (x + r * Math.sin(down) * Math.cos(across));
            points[3 * i + 1] = (float) (y + r * Math.cos(down));
            points[3 * i + 2] = (float) (-2.2 + r * Math.sin(down) * Math.sin(across));
        }
        int[] indices = new int[6 * rings * around];
        int at = 0;
        for (int i = 0; i < rings * around; i++) {
            int a = i / around * side + i % around;
            for (int k : new int[] {a, a + 1, a + side, a + 1, a + side + 1, a + side}) {
                indices[at++] = k;
            }
        }
        float wide = 0.3f + random.nextFloat();
        float far = 20;
        float near = random.nextInt(4) == 0 ? 2 : 0.1f;
        float p = far / (near - far);
        float[] matrix = {wide, 0, 0, 0, 0, wide, 0, 0, 0, 0, p, -1, 0, 0, near * p, 0};
        var program = new Fixture.Program(4, false, matrix, null);
        var cull = random.nextBoolean() ? CullMode.BACK : CullMode.FRONT;
        return new Ball(
                Fixture.pipeline(program).cullMode(cull).build(),
                new VertexBuffer(points),
                new IndexBuffer(indices));
    }

    /** Renders so often; returns how many triangles were left out the last time. */
    private static long submit(DeviceOptions options, Ball ball, RenderTarget onto, int frames) {
        var commands = new CommandBuffer();
        float[] colors = new float[4 * ball.positions.length() / 3];
        for (int i = 0; i < colors.length; i++) {
            colors[i] = i * 31 % 256 / 255f;
        }
        commands.beginPhase(PassDescriptor.clear(onto, 0, 0, 0, 0));
        commands.setPipeline(ball.pipeline)
                .setVertexBuffer(0, ball.positions)
                .setVertexBuffer(1, new VertexBuffer(colors))
                .setIndexBuffer(ball.indices)
                .drawIndexed(0, ball.indices.length(), 0, 0, 1);
        long away = 0;
        try (var device = new Device(options)) {
            for (int frame = 0; frame < frames; frame++) {
                away = device.submit(commands).get(Counter.PRIMITIVES_CULLED_TOGETHER);
            }
        }
        return away;
    }
}
