package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.BlendComponent;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.report.WorkDraw;
import dev.azulejo.core.report.WorkListener;
import dev.azulejo.core.report.WorkPatch;
import dev.azulejo.core.report.WorkPhase;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.VertexBuffer;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Where recording says that triangles cover no sample, against pictures of each triangle alone:
 * squares of 16x16 pixels in its bounds where alpha stays zero.
 */
class TriangleSquaresTest {
    private static final int WIDTH = 150;
    private static final int HEIGHT = 100;
    private static final int SQUARE = 16;

    private static final PipelineState OPAQUE = pipeline(false);

    private static final BlendState NO_COLOUR =
            new BlendState(BlendComponent.REPLACE, BlendComponent.REPLACE, 0);

    /** All ways in which a tile draws a triangle, or need not draw it. */
    private static final List<PipelineState> WAYS =
            List.of(
                    OPAQUE,
                    OPAQUE.withBlend(BlendState.ALPHA),
                    pipeline(true),
                    pipeline(true).withBlend(BlendState.ALPHA),
                    OPAQUE.withBlend(NO_COLOUR),
                    OPAQUE.withBlend(NO_COLOUR).withDepth(DepthState.OFF),
                    pipeline(true).withBlend(NO_COLOUR),
                    OPAQUE.withDepth(new DepthState(CompareFunction.NEVER, true, false)),
                    OPAQUE.withDepth(new DepthState(CompareFunction.NOT_EQUAL, true, false)));

    private static PipelineState pipeline(boolean discards) {
        return PipelineState.opaque(
                new TestProgram(discards),
                VertexAttribute.packed(0, 0, 4),
                VertexAttribute.packed(1, 1, 4));
    }

    /** Notes the bounds of each triangle in squares, and where it is said to cover nothing. */
    private static final class Places implements WorkListener {
        private static final Comparator<String> BY_ROWS =
                Comparator.comparing((String gap) -> Integer.valueOf(gap.split(" ")[1]))
                        .thenComparing(gap -> Integer.valueOf(gap.split(" ")[0]));

        private final TriangleSquares squares;
        private final List<int[]> bounds = new ArrayList<>();

        /** The first triangle of the last chunk, and the one that is spoken of. */
        private int first;

        private int asked;

        Places(int samples) {
            squares = new TriangleSquares(samples);
        }

        final List<String> triangles = new ArrayList<>();
        final List<List<String>> gaps = new ArrayList<>();

        @Override
        public boolean wantsCorners() {
            return true;
        }

        @Override
        public void triangle(int x0, int y0, int x1, int y1, int covered, int found) {
            triangles.add(
                    "%d %d %d %d".formatted(x0 / SQUARE, y0 / SQUARE, x1 / SQUARE, y1 / SQUARE));
            gaps.add(new ArrayList<>());
            asked = bounds.size();
            bounds.add(new int[] {x0, y0, x1, y1});
            if (covered == 0 && x0 / SQUARE == x1 / SQUARE && y0 / SQUARE == y1 / SQUARE) {
                gap(x0 / SQUARE, y0 / SQUARE);
            }
        }

        @Override
        public void corners(int triangle, int x0, int y0, int x1, int y1, int x2, int y2) {
            asked = first + triangle;
            gaps.get(asked).clear();
            int[] b = bounds.get(asked);
            squares.find(
                    new int[] {7, x0, y0, x1, y1, x2, y2, b[0], b[1], b[2], b[3]}, 1, this::gap);
            gaps.get(asked).sort(BY_ROWS);
        }

        private void gap(int column, int row) {
            gaps.get(asked).add("%d %d".formatted(column, row));
        }

        @Override
        public void beginPhase(WorkPhase phase) {}

        @Override
        public void draw(WorkDraw draw) {}

        @Override
        public void hullGroup(int patches, int points, int estimate, int primitives) {}

        @Override
        public void patch(WorkPatch patch) {}

        @Override
        public void chunk(
                int primitives,
                int vertices,
                int used,
                int outside,
                int facingAway,
                int empty,
                int group,
                boolean hidden) {
            first = bounds.size();
        }

        @Override
        public void square(int column, int row, int shaded, long ops, long textureBytes) {}

        @Override
        public void tile(int column, int row, TileDecision decision, int bytes, long signature) {}

        @Override
        public void endPhase() {}
    }

    /** Triangles of all sizes, slivers among them, one after the other. */
    private static VertexBuffer triangles(Random random, int count) {
        float[] positions = new float[12 * count];
        for (int t = 0; t < count; t++) {
            float reach = (float) Math.pow(2, -6 * random.nextFloat());
            float x = 2 * random.nextFloat() - 1;
            float y = 2 * random.nextFloat() - 1;
            float thin = t % 3 == 0 ? 0.02f : 1;
            for (int v = 0; v < 3; v++) {
                int at = 12 * t + 4 * v;
                positions[at] = x + reach * (2 * random.nextFloat() - 1);
                positions[at + 1] = y + thin * reach * (2 * random.nextFloat() - 1);
                positions[at + 2] = 0.1f + 0.8f * random.nextFloat();
                positions[at + 3] = 1;
            }
        }
        return new VertexBuffer(positions);
    }

    private static void bind(CommandBuffer commands, VertexBuffer positions, int count) {
        float[] white = new float[12 * count];
        Arrays.fill(white, 1);
        int[] indices = new int[3 * count];
        Arrays.setAll(indices, i -> i);
        commands.setVertexBuffer(0, positions)
                .setVertexBuffer(1, new VertexBuffer(white))
                .setIndexBuffer(new IndexBuffer(indices));
    }

    private static CommandBuffer draw(
            RenderTarget target, PipelineState way, VertexBuffer positions, int count) {
        var commands = new CommandBuffer();
        commands.beginPhase(PassDescriptor.clear(target, 0, 0, 0, 0));
        bind(commands, positions, count);
        commands.setPipeline(way).drawIndexed(0, 3 * count, 0, 0, 1);
        return commands;
    }

    private static RenderTarget target(int samples) {
        return new RenderTarget(WIDTH, HEIGHT, TextureFormat.RGBA32_FLOAT, samples);
    }

    /** Squares of bounds in which one triangle, alone and drawn over nothing, leaves no trace. */
    private static List<String> empty(RenderTarget target, String bounds) {
        var empty = new ArrayList<String>();
        int[] b = Arrays.stream(bounds.split(" ")).mapToInt(Integer::parseInt).toArray();
        for (int row = b[1]; row <= b[3]; row++) {
            for (int column = b[0]; column <= b[2]; column++) {
                boolean any = false;
                for (int y = SQUARE * row; y < Math.min(HEIGHT, SQUARE * (row + 1)); y++) {
                    for (int x = SQUARE * column; x < Math.min(WIDTH, SQUARE * (column + 1)); x++) {
                        any |= target.floatPixels()[4 * (y * WIDTH + x) + 3] != 0;
                    }
                }
                if (!any) {
                    empty.add("%d %d".formatted(column, row));
                }
            }
        }
        return empty;
    }

    @Test
    void squaresWithoutASampleAreThoseThatStayEmpty() {
        int count = 60;
        var random = new Random(7);
        int gaps = 0;
        for (int samples : new int[] {1, 4, 16}) {
            var positions = triangles(random, count);
            var expected = expected(positions, count, samples);
            for (int round = 0; round < 3 * WAYS.size(); round++) {
                var way = WAYS.get(round % WAYS.size());
                int tileSize = 16 << round / WAYS.size();
                var target = target(samples);
                var commands = draw(target, way, positions, count);
                // Of a frame before nothing may be left
                var other = draw(target, way, triangles(new Random(round), count), count);
                var places = new Places(samples);
                var options =
                        DeviceOptions.DEFAULT
                                .withThreads(1 + round % 2)
                                .withTileSize(tileSize)
                                .withReuse(Reuse.OFF)
                                .withEarlyZ(round % 3 == 0 ? EarlyZ.OFF : EarlyZ.ON);
                try (var device = Device.recordingWork(options, places)) {
                    device.submit(other);
                    places.triangles.clear();
                    places.gaps.clear();
                    places.bounds.clear();
                    device.submit(commands);
                }
                assertThat(places.gaps)
                        .as("%s, tiles of %d, %d samples", way, tileSize, samples)
                        .isEqualTo(expected);
                var plain = target(samples);
                try (var device = new Device(options)) {
                    device.submit(draw(plain, way, positions, count));
                }
                assertThat(target.floatPixels()).as("%s", way).isEqualTo(plain.floatPixels());
            }
            gaps += expected.stream().mapToInt(List::size).sum();
        }
        // One triangle more covers nothing: it is so small that it is dropped before it is set up.
        assertThat(gaps).isEqualTo(156);
    }

    /** Corners may lie far beyond the target, as far as the guard band reaches. */
    @Test
    void cornersMayBeFarAway() {
        int one = 256;
        int near = -10_000 * one;
        int far = 10_040 * one;
        // Left and above of a line through (40, 0) and (0, 40), on a target of 40x40
        int[] triangle = {near, near, far, near, near, far, 0, 0, 39, 39};
        for (int samples : new int[] {1, 4, 8, 16}) {
            var gaps = new ArrayList<String>();
            new TriangleSquares(samples).find(triangle, 0, (x, y) -> gaps.add(x + " " + y));
            assertThat(gaps).containsExactlyInAnyOrder("2 1", "1 2", "2 2");
        }
    }

    /** A small triangle, of which most lies beyond the corner of a target of 40x40. */
    @Test
    void smallOnesMayBeCutOffByTheScreen() {
        int one = 256;
        for (int samples : new int[] {1, 4, 8, 16}) {
            // Left and above of a line through (20, 0) and (0, 20)
            int[] first = {
                -20 * one, -20 * one, 40 * one, -20 * one, -20 * one, 40 * one, 0, 0, 19, 19
            };
            var gaps = new ArrayList<String>();
            new TriangleSquares(samples).find(first, 0, (x, y) -> gaps.add(x + " " + y));
            assertThat(gaps).as("%d samples", samples).containsExactly("1 1");
            // The same moved by 20, with what is in bounds of it
            int[] moved = {0, 0, 60 * one, 0, 0, 60 * one, 0, 0, 39, 39};
            gaps.clear();
            new TriangleSquares(samples).find(moved, 0, (x, y) -> gaps.add(x + " " + y));
            assertThat(gaps).as("%d samples", samples).containsExactly("2 2");
        }
    }

    private static List<List<String>> expected(VertexBuffer positions, int count, int samples) {
        var all = new ArrayList<List<String>>();
        var places = new Places(samples);
        var options = DeviceOptions.DEFAULT.withThreads(1).withReuse(Reuse.OFF);
        try (var recording = Device.recordingWork(options, places);
                var plain = new Device(options)) {
            for (int t = 0; t < count; t++) {
                var target = target(samples);
                var commands = new CommandBuffer();
                commands.beginPhase(PassDescriptor.clear(target, 0, 0, 0, 0));
                bind(commands, positions, count);
                commands.setPipeline(OPAQUE.withDepth(DepthState.OFF))
                        .drawIndexed(3 * t, 3, 0, 0, 1);
                int told = places.triangles.size();
                recording.submit(commands);
                plain.submit(commands);
                // Those that set-up drops are not told
                if (places.triangles.size() > told) {
                    all.add(empty(target, places.triangles.getLast()));
                }
            }
        }
        return all;
    }
}
