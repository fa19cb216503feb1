package dev.azulejo.core.pixel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.command.BlendComponent;
import dev.azulejo.core.command.BlendFactor;
import dev.azulejo.core.command.BlendOperation;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.EarlyZ.Part;
import dev.azulejo.core.options.EarlyZ.Update;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.DeviceAccess;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.screen.TileSet;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.tiling.Binner;
import dev.azulejo.core.tiling.TileLists;
import dev.azulejo.core.visibility.FinestLevel;
import dev.azulejo.core.visibility.HierarchicalZ;
import dev.azulejo.core.visibility.HizCounts;

import org.junit.jupiter.api.Test;

import java.util.function.Consumer;

/** Rectangles of one colour in a target of 40x40 pixels: tiles of 32, at whose edges 8 are left. */
class TileRendererTest {
    private static final int SIDE = 40;
    private static final int TILE = 32;
    private static final int RED = 0xff0000ff;
    private static final int GREEN = 0xff00ff00;
    private static final int BLUE = 0xffff0000;
    private static final int CLEAR = 0xff000000;
    private static final KernelSet KERNELS = KernelSet.of(Kernels.SCALAR);

    private final RenderTarget target = Fixture.target(SIDE, SIDE, 1);
    private final PassDescriptor clears = PassDescriptor.clear(target, 0, 0, 0, 1);
    private final Counts counts = new Counts();
    private final TileRenderer renderer = renderer(counts);
    private final TileGrid grid = new TileGrid();
    private final TileParking parking = new TileParking();
    private final HierarchicalZ structure = new HierarchicalZ();

    TileRendererTest() {
        grid.set(SIDE, SIDE, TILE, TileSet.ALL);
        parking.require(grid, target);
        renderer.begin(EarlyZ.OFF, null, false);
    }

    private static TileRenderer renderer(Counts counts) {
        return new TileRenderer(TILE, 1, TextureFormat.RGBA8_UNORM, KERNELS, 1, counts);
    }

    // What is drawn

    private static PipelineState state(CompareFunction compare, boolean write) {
        return Fixture.pipeline().depth(new DepthState(compare, write, false)).build();
    }

    private static final PipelineState LESS = state(CompareFunction.LESS, true);

    /** Two triangles, the corner of whose right angles is at the left top and the right bottom. */
    private static void rectangle(
            CommandBuffer commands,
            PipelineState pipeline,
            int x0,
            int y0,
            int x1,
            int y1,
            float z,
            int color) {
        float left = 2f * x0 / SIDE - 1;
        float right = 2f * x1 / SIDE - 1;
        float top = 1 - 2f * y0 / SIDE;
        float bottom = 1 - 2f * y1 / SIDE;
        float[] positions = {
            left, top, z, 1, right, top, z, 1, left, bottom, z, 1, right, bottom, z, 1
        };
        float[] colors = new float[16];
        for (int i = 0; i < 16; i++) {
            colors[i] = (color >>> 8 * (i % 4) & 0xff) / 255f;
        }
        Fixture.drawIndexed(commands, pipeline, positions, colors, 0, 1, 2, 2, 1, 3);
    }

    private ChunkOutput[] chunks(Consumer<CommandBuffer> scene) {
        var chunks = Fixture.outputs(Fixture.phase(target, EarlyZ.ON, scene));
        var worker = new GeometryWorker(KERNELS, new Counts());
        for (var chunk : chunks) {
            worker.process(chunk);
        }
        return chunks;
    }

    private TileLists[] lists(ChunkOutput[] chunks) {
        var lists = new TileLists[] {new TileLists()};
        lists[0].clear(grid.count());
        var binner = new Binner();
        binner.begin();
        for (int c = 0; c < chunks.length; c++) {
            binner.bin(grid, lists[0], chunks[c], c, 0, chunks[c].triangles());
        }
        return lists;
    }

    private void render(
            TileRenderer by,
            int tile,
            PassDescriptor pass,
            LoadOperation load,
            StoreOperation store,
            Consumer<CommandBuffer> scene) {
        var chunks = chunks(scene);
        by.select(lists(chunks), 1, tile).merge();
        by.render(pass, grid, tile, chunks, parking, load, store);
    }

    private void render(int tile, Consumer<CommandBuffer> scene) {
        render(renderer, tile, clears, LoadOperation.CLEAR, StoreOperation.DROP, scene);
    }

    private int pixel(int x, int y) {
        return target.pixels()[y * SIDE + x];
    }

    private void expect(Counter counter, long value) {
        assertThat(counts.get(counter)).as("%s", counter).isEqualTo(value);
    }

    // Pixels

    /** What lies on no list is cleared, inside the tile alone, and is no visit. */
    @Test
    void anEmptyTileIsCleared() {
        render(3, c -> {});
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                boolean inside = x >= TILE && y >= TILE;
                assertThat(pixel(x, y)).as("%d, %d", x, y).isEqualTo(inside ? CLEAR : 0);
            }
        }
        expect(Counter.PIXELS_RESOLVED, 8 * 8);
        expect(Counter.TILES_RENDERED, 0);
        expect(Counter.FRAGMENTS_SHADED, 0);
    }

    /** The nearer one wins in either order, and only the tile's own pixels are touched. */
    @Test
    void theNearerOneWins() {
        for (boolean nearFirst : new boolean[] {true, false}) {
            counts.clear();
            render(
                    1,
                    c -> {
                        if (nearFirst) {
                            rectangle(c, LESS, 34, 4, 40, 12, 0.3f, RED);
                        }
                        rectangle(c, LESS, 8, 8, 38, 24, 0.6f, GREEN);
                        if (!nearFirst) {
                            rectangle(c, LESS, 34, 4, 40, 12, 0.3f, RED);
                        }
                    });
            for (int y = 0; y < SIDE; y++) {
                for (int x = 0; x < SIDE; x++) {
                    boolean mine = x >= TILE && y < TILE;
                    boolean red = x >= 34 && y >= 4 && y < 12;
                    boolean green = x < 38 && y >= 8 && y < 24;
                    int wanted = red ? RED : green ? GREEN : CLEAR;
                    assertThat(pixel(x, y)).as("%d, %d", x, y).isEqualTo(mine ? wanted : 0);
                }
            }
            expect(Counter.TILES_RENDERED, 1);
            expect(Counter.PIXELS_RESOLVED, 8 * 32);
            expect(Counter.SAMPLES_TESTED, 6 * 8 + 6 * 16);
            expect(Counter.SAMPLES_PASSED, 6 * 8 + 6 * 16 - (nearFirst ? 4 * 4 : 0));
            // Whatever was painted over is not shaded.
            expect(Counter.FRAGMENTS_SHADED, 6 * 8 + 6 * 16 - 4 * 4);
        }
    }

    private static final BlendState ADD =
            new BlendState(
                    new BlendComponent(BlendOperation.ADD, BlendFactor.ONE, BlendFactor.ONE),
                    new BlendComponent(BlendOperation.ADD, BlendFactor.ONE, BlendFactor.ONE),
                    BlendState.WRITE_ALL);

    /** Blending meets what was drawn before it, and what is drawn after it covers it. */
    @Test
    void coloursMeetInOrder() {
        var add = state(CompareFunction.LESS, false).withBlend(ADD);
        render(
                0,
                c -> {
                    rectangle(c, LESS, 0, 0, 16, 16, 0.6f, RED);
                    rectangle(c, add, 0, 0, 16, 8, 0.5f, GREEN);
                    rectangle(c, add, 0, 0, 16, 4, 0.5f, BLUE);
                    rectangle(c, LESS, 8, 0, 16, 16, 0.4f, BLUE);
                });
        assertThat(pixel(0, 0)).isEqualTo(RED | GREEN | BLUE);
        assertThat(pixel(0, 4)).isEqualTo(RED | GREEN);
        assertThat(pixel(0, 8)).isEqualTo(RED);
        assertThat(pixel(8, 0)).isEqualTo(BLUE);
        expect(Counter.FRAGMENTS_BLENDED, 16 * 8 + 16 * 4);
        expect(Counter.FRAGMENTS_SHADED, 256 + 128 + 64 + 128);
    }

    /** Depth alone hides what comes later and leaves what was there; NEVER does nothing at all. */
    @Test
    void depthAloneAndNever() {
        var none = new BlendState(BlendComponent.REPLACE, BlendComponent.REPLACE, 0);
        render(
                0,
                c -> {
                    rectangle(c, LESS, 0, 0, 8, 8, 0.6f, RED);
                    rectangle(c, LESS.withBlend(none), 0, 0, 16, 8, 0.3f, BLUE);
                    rectangle(c, LESS, 0, 0, 24, 8, 0.5f, GREEN);
                    rectangle(c, state(CompareFunction.NEVER, true), 0, 0, 32, 8, 0.1f, BLUE);
                });
        assertThat(pixel(0, 0)).isEqualTo(RED);
        assertThat(pixel(8, 0)).isEqualTo(CLEAR);
        assertThat(pixel(16, 0)).isEqualTo(GREEN);
        assertThat(pixel(24, 0)).isEqualTo(CLEAR);
        expect(Counter.SAMPLES_TESTED, 64 + 128 + 192);
        expect(Counter.FRAGMENTS_SHADED, 64 + 64);
    }

    /** Colours wait for what is still to come though depth alone is drawn meanwhile. */
    @Test
    void depthAloneShadesNothingEarly() {
        var none = new BlendState(BlendComponent.REPLACE, BlendComponent.REPLACE, 0);
        render(
                0,
                c -> {
                    rectangle(c, LESS, 0, 0, 16, 8, 0.6f, RED);
                    rectangle(c, LESS.withBlend(none), 0, 0, 8, 8, 0.4f, BLUE);
                    // Of small triangles, too
                    rectangle(c, LESS.withBlend(none), 8, 0, 10, 2, 0.4f, BLUE);
                    rectangle(c, LESS, 0, 0, 16, 4, 0.5f, GREEN);
                });
        assertThat(pixel(0, 0)).isEqualTo(RED);
        assertThat(pixel(0, 4)).isEqualTo(RED);
        assertThat(pixel(8, 0)).isEqualTo(RED);
        assertThat(pixel(10, 0)).isEqualTo(GREEN);
        assertThat(pixel(8, 2)).isEqualTo(GREEN);
        assertThat(pixel(8, 4)).isEqualTo(RED);
        expect(Counter.FRAGMENTS_SHADED, 16 * 8);
    }

    // Between visits

    /** A tile goes on with what it parked, though another was rendered in between. */
    @Test
    void aTileGoesOnWithWhatItParked() {
        render(
                renderer,
                0,
                clears,
                LoadOperation.CLEAR,
                StoreOperation.PARK,
                c -> rectangle(c, LESS, 0, 0, 8, 8, 0.3f, RED));
        assertThat(pixel(0, 0)).as("what is parked is resolved as well").isEqualTo(RED);
        render(1, c -> rectangle(c, LESS, 0, 0, 40, 40, 0.1f, BLUE));
        var other = renderer(counts);
        other.begin(EarlyZ.OFF, null, false);
        render(
                other,
                0,
                clears,
                LoadOperation.UNPARK,
                StoreOperation.DROP,
                c -> rectangle(c, LESS, 0, 0, 16, 8, 0.5f, GREEN));
        assertThat(pixel(0, 0)).isEqualTo(RED);
        assertThat(pixel(8, 0)).isEqualTo(GREEN);
        assertThat(pixel(16, 0)).isEqualTo(CLEAR);
        assertThat(pixel(TILE, 0)).isEqualTo(BLUE);
        expect(Counter.TILES_RENDERED, 3);
        // Moving samples cost who moved them, and is told once.
        assertThat(renderer.takeMovedNs()).isPositive();
        assertThat(renderer.takeMovedNs()).isZero();
        assertThat(other.takeMovedNs()).isPositive();
    }

    /** A later pass goes on with what the target's storage holds: depth and colour. */
    @Test
    void aPassGoesOnWithWhatTheTargetHolds() {
        DeviceAccess.requireSampleStorage(target);
        var keeps = clears.withKeepSamples(true);
        render(
                renderer,
                3,
                keeps,
                LoadOperation.CLEAR,
                StoreOperation.STORE,
                c -> rectangle(c, LESS, 32, 32, 36, 40, 0.3f, RED));
        render(3, c -> rectangle(c, LESS, 0, 0, 40, 40, 0.1f, BLUE));
        render(
                renderer,
                3,
                PassDescriptor.load(target),
                LoadOperation.LOAD,
                StoreOperation.DROP,
                c -> rectangle(c, LESS, 32, 32, 40, 36, 0.5f, GREEN));
        assertThat(pixel(32, 32)).isEqualTo(RED);
        assertThat(pixel(36, 32)).isEqualTo(GREEN);
        assertThat(pixel(36, 36)).isEqualTo(CLEAR);
        assertThat(renderer.takeMovedNs()).isZero();
    }

    /** An empty tile of a pass that keeps its samples stores the clear values. */
    @Test
    void anEmptyTileThatIsKeptIsStored() {
        DeviceAccess.requireSampleStorage(target);
        render(
                renderer,
                3,
                clears.withKeepSamples(true).withClearDepth(0.5f),
                LoadOperation.CLEAR,
                StoreOperation.STORE,
                c -> {});
        render(
                renderer,
                3,
                PassDescriptor.load(target),
                LoadOperation.LOAD,
                StoreOperation.DROP,
                c -> {
                    rectangle(c, LESS, 32, 32, 36, 40, 0.6f, RED);
                    rectangle(c, LESS, 36, 32, 40, 40, 0.4f, GREEN);
                });
        assertThat(pixel(32, 32)).isEqualTo(CLEAR);
        assertThat(pixel(36, 32)).isEqualTo(GREEN);
    }

    // What is hidden

    /** A row of two groups of 16x16, of which the structure hides the left one. */
    private void knowLeftGroup() {
        structure.reset(SIDE, SIDE, false, 1, FinestLevel.LAYERS);
        for (int y = 0; y < 16; y += 4) {
            for (int x = 0; x < 16; x += 4) {
                structure.enter(x, y, 0.25f, new HizCounts());
            }
        }
    }

    private static final Consumer<CommandBuffer> ROW =
            c -> rectangle(c, LESS, 0, 0, 32, 16, 0.5f, RED);

    @Test
    void groupsThatTheStructureHidesAreSkipped() {
        knowLeftGroup();
        renderer.begin(EarlyZ.ON, structure, true);
        render(0, ROW);
        assertThat(pixel(0, 0)).isEqualTo(CLEAR);
        assertThat(pixel(16, 0)).isEqualTo(RED);
        expect(Counter.RASTER_GROUPS_HIDDEN, 2);
        expect(Counter.RASTER_HIDDEN, 0);
        expect(Counter.SAMPLES_TESTED, 256);
        assertThat(counts.get(Counter.HIZ_READS)).isPositive();
        expect(Counter.HIZ_WRITES, 0);
    }

    /** Triangles of which nothing is left are counted tile by tile, and so are their groups. */
    @Test
    void trianglesOfWhichNothingIsLeftAreCounted() {
        structure.reset(SIDE, SIDE, false, 0.25f, FinestLevel.LAYERS);
        renderer.begin(EarlyZ.ON, structure, true);
        for (int visit = 1; visit <= 3; visit++) {
            render(0, ROW);
            expect(Counter.RASTER_HIDDEN, 2 * visit);
            expect(Counter.RASTER_GROUPS_HIDDEN, 4 * visit);
        }
        expect(Counter.SAMPLES_TESTED, 0);
    }

    /** Where that is off, where epochs differ, and where the draw call is excluded. */
    @Test
    void groupsAreNotSkippedWhereNobodyMayAsk() {
        knowLeftGroup();
        renderer.begin(EarlyZ.ON.without(Part.RASTER), structure, true);
        render(0, ROW);
        renderer.begin(EarlyZ.ON, structure, false);
        render(0, ROW);
        renderer.begin(EarlyZ.ON, structure, true);
        render(
                0,
                c -> {
                    c.setEarlyZ(false);
                    ROW.accept(c);
                });
        assertThat(pixel(0, 0)).isEqualTo(RED);
        expect(Counter.RASTER_GROUPS_HIDDEN, 0);
        expect(Counter.SAMPLES_TESTED, 3 * 512);
        expect(Counter.HIZ_READS, 0);
    }

    /** Nothing of the last tile is left: groups hidden there are drawn here. */
    @Test
    void whatIsHiddenIsOfOneTile() {
        knowLeftGroup();
        renderer.begin(EarlyZ.ON, structure, true);
        render(0, ROW);
        counts.clear();
        render(2, c -> rectangle(c, LESS, 0, 32, 32, 40, 0.5f, RED));
        expect(Counter.RASTER_GROUPS_HIDDEN, 0);
        expect(Counter.SAMPLES_TESTED, 32 * 8);
    }

    /** Backward, a tile that will be visited again tells the structure what it holds. */
    @Test
    void backwardTilesTellTheStructure() {
        var early = EarlyZ.ON.withUpdate(Update.BACKWARD);
        for (var store : StoreOperation.values()) {
            structure.reset(SIDE, SIDE, false, 1, FinestLevel.LAYERS);
            renderer.begin(early, structure, true);
            DeviceAccess.requireSampleStorage(target);
            counts.clear();
            render(renderer, 0, clears, LoadOperation.CLEAR, store, ROW);
            boolean told = store != StoreOperation.DROP;
            // Of 64 blocks, those of the row: the others hold what was known
            expect(Counter.HIZ_WRITES, told ? 8 * 4 : 0);
            int key = structure.farKey(told ? 0.5f : 1);
            assertThat(structure.farthest(0, 0, 16)).isEqualTo(key);
            assertThat(structure.farthest(16, 0, 16)).isEqualTo(key);
            assertThat(structure.farthest(0, 16, 16)).isEqualTo(structure.farKey(1));
        }
        // Forward, set-up has told; and nobody is told who does not ask, or in several epochs.
        structure.reset(SIDE, SIDE, false, 1, FinestLevel.LAYERS);
        counts.clear();
        renderer.begin(EarlyZ.ON, structure, true);
        render(renderer, 0, clears, LoadOperation.CLEAR, StoreOperation.PARK, ROW);
        renderer.begin(early.without(Part.RASTER, Part.TILES), structure, true);
        render(renderer, 0, clears, LoadOperation.CLEAR, StoreOperation.PARK, ROW);
        renderer.begin(early, structure, false);
        render(renderer, 0, clears, LoadOperation.CLEAR, StoreOperation.PARK, ROW);
        expect(Counter.HIZ_WRITES, 0);
    }

    // The rest

    /** Of a tile's triangles those are marked that no occluder hides there. */
    @Test
    void whatIsVisibleIsMarked() {
        structure.reset(SIDE, SIDE, false, 1, FinestLevel.LAYERS);
        renderer.begin(EarlyZ.ON, structure, false);
        var chunks =
                chunks(
                        c -> {
                            rectangle(c, LESS, 0, 0, 40, 16, 0.5f, RED);
                            rectangle(c, LESS, 0, 0, 32, 16, 0.3f, GREEN);
                        });
        var lists = lists(chunks);
        renderer.markVisible(grid, 0, chunks, lists, 1, 1);
        assertThat(visible(chunks[0])).as("hidden in its left tile").isZero();
        assertThat(visible(chunks[1])).isEqualTo(2);
        renderer.markVisible(grid, 1, chunks, lists, 1, 1);
        // Both reach into the right tile, where nothing is before them.
        assertThat(visible(chunks[0])).isEqualTo(2);
        expect(Counter.TILES_RENDERED, 0);
    }

    private static int visible(ChunkOutput chunk) {
        int marked = 0;
        for (int t = 0; t < chunk.triangles(); t++) {
            int columns = chunk.records()[chunk.recordAt(t) + TrianglePlanes.COLUMNS];
            marked += (columns & TrianglePlanes.VISIBLE) != 0 ? 1 : 0;
        }
        return marked;
    }

    @Test
    void aRendererFitsTilesSamplesAndFormat() {
        assertThat(renderer.fits(TILE, target)).isTrue();
        assertThat(renderer.fits(16, target)).isFalse();
        assertThat(renderer.fits(TILE, Fixture.target(SIDE, SIDE, 4))).isFalse();
        var floats = new RenderTarget(SIDE, SIDE, TextureFormat.RGBA32_FLOAT, 1);
        assertThat(renderer.fits(TILE, floats)).isFalse();
    }
}
