package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.link.VisibilityReader;
import dev.azulejo.core.link.VisibilityWriter;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.resource.DeviceAccess;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.reuse.HistoryGate;
import dev.azulejo.core.reuse.RenderGate.Outcome;
import dev.azulejo.core.reuse.RenderGate.Visits;
import dev.azulejo.core.screen.PixelRectangle;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.screen.TileSet;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A history that goes from a coarse bin to whole phases. Of the bin's chunks there is only what its
 * stream names, so that their parts are others than those of the whole chunks.
 *
 * <p>A draw call of eight triangles in 4x4 tiles: number 1 in the first tile, before number 4; all
 * others in the last tile, behind number 0. A small square moves in the last tile.
 */
class BinHistoryTest {
    private static final int TRIANGLES = 8;
    private static final int FIRST_TILE = 0;
    private static final float NEAR = 0.25f;
    private static final float FAR = 0.75f;

    private static final DeviceOptions OPTIONS =
            DeviceOptions.DEFAULT
                    .withThreads(1)
                    .withTileSize(16)
                    .withEarlyZ(EarlyZ.OFF)
                    .withReuse(Reuse.BLOCKS.withWay(Reuse.Blocks.DEFAULT.withParts(2)))
                    .withKernels(Kernels.SCALAR);

    private final WorkerPool pool = new WorkerPool(1);
    private final KernelSet kernels = KernelSet.of(Kernels.SCALAR);
    private final PhaseRun run =
            new PhaseRun(OPTIONS, pool, kernels, ChunkWork.LIMIT, RunGuide.ALL);
    private final Counts counts = new Counts();
    private final HistoryGate gate =
            new HistoryGate(OPTIONS.reuse(), kernels.hash(), new Counts[] {counts});
    private final PhasePlan.Planner planner = new PhasePlan.Planner();

    private final RenderTarget target = Sheet.target();
    private final Sheet triangles = triangles();
    private final Sheet square = Sheet.of(1, 1, 60, 58, 62, 60, NEAR);

    @AfterEach
    void close() {
        pool.close();
    }

    private static Sheet triangles() {
        float[] positions = new float[9 * TRIANGLES];
        float[] colors = new float[12 * TRIANGLES];
        int[] indices = new int[3 * TRIANGLES];
        for (int i = 0; i < indices.length; i++) {
            indices[i] = i;
            colors[4 * i + i / 3 % 3] = (1 + i / 3) / (float) TRIANGLES;
            colors[4 * i + 3] = 1;
        }
        var sheet =
                new Sheet(
                        new VertexBuffer(positions),
                        new VertexBuffer(colors),
                        new IndexBuffer(indices),
                        Sheet.shift(0));
        for (int t = 0; t < TRIANGLES; t++) {
            place(sheet, t, 50, 4, FAR);
        }
        place(sheet, 0, 49, 13, NEAR);
        place(sheet, 1, 1, 13, NEAR);
        place(sheet, 4, 2, 5, FAR);
        return sheet;
    }

    /** Half a square, from a pixel of the diagonal on. */
    private static void place(Sheet sheet, int triangle, float from, float side, float z) {
        float left = 2 * from / Sheet.SIDE - 1;
        float right = 2 * (from + side) / Sheet.SIDE - 1;
        float[] corners = {left, -left, z, right, -left, z, left, -right, z};
        sheet.positions().write(9 * triangle, corners);
    }

    private CommandBuffer frame(RenderTarget into) {
        var commands = Sheet.clear(into);
        triangles.draw(commands, Sheet.OPAQUE);
        square.draw(commands, Sheet.OPAQUE);
        return commands;
    }

    /** What is visible of the frame, by its number: two of eight triangles, and the square. */
    private static VisibilityReader stream() {
        var writer = new VisibilityWriter();
        writer.begin(0, 0, 0, 0);
        writer.chunk(0, TRIANGLES, new long[] {0b11}, 0);
        writer.chunk(1, 2, new long[] {0b11}, 0);
        var reader = new VisibilityReader();
        assertThat(reader.read(writer.bytes(), writer.end())).isTrue();
        return reader;
    }

    private Phase cut() {
        counts.clear();
        return Sheet.cut(frame(target), EarlyZ.OFF, counts);
    }

    private void finish() {
        DeviceAccess.written(target);
        run.execute();
        run.end();
        assertPicture();
    }

    private void assertPicture() {
        var expected = Sheet.target();
        try (var device = new Device(DeviceOptions.REFERENCE)) {
            device.submit(frame(expected));
        }
        assertThat(target.samePixels(expected)).isTrue();
    }

    private void renderBin() {
        var phase = cut();
        var grid = new TileGrid();
        grid.set(Sheet.SIDE, Sheet.SIDE, OPTIONS.tileSizeFor(1), TileSet.ALL);
        assertThat(gate.begin(phase, grid, Visits.ONCE)).isEqualTo(Outcome.WHOLE);
        var plan = planner.planNamed(phase, TileSet.ALL, OPTIONS.sortedTriangles(), EarlyZ.OFF);
        run.beginBin(phase, plan, gate, PixelRectangle.EVERYWHERE, stream());
        finish();
    }

    private Outcome renderWhole() {
        var phase = cut();
        var plan = planner.plan(phase, TileSet.ALL, OPTIONS.sortedTriangles(), EarlyZ.OFF);
        var outcome = run.begin(phase, plan);
        finish();
        return outcome;
    }

    /**
     * Number 1 was the last of two that were named, and so of the second part; of all eight it is
     * of the first, and number 4, which it hides, of the second. If what a partial render keeps of
     * the first tile still said "second part", number 4 alone would look like what was there.
     */
    @Test
    void partsOfWhatWasNamedAreNotThoseOfAll() {
        renderBin();
        square.matrix().uniforms().write(12, new float[] {2f / Sheet.SIDE});
        assertThat(renderWhole()).isEqualTo(Outcome.PARTIAL);
        assertThat(counts.get(Counter.RENDERS_PARTIAL)).isEqualTo(1);
        assertThat(gate.decision(FIRST_TILE)).isEqualTo(TileDecision.UNTOUCHED);
        place(triangles, 1, 50, 4, FAR);
        assertThat(renderWhole()).isEqualTo(Outcome.WHOLE);
        assertThat(gate.decision(FIRST_TILE)).isEqualTo(TileDecision.HEADER);
    }
}
