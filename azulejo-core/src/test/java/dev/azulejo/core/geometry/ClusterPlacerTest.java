package dev.azulejo.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.command.Scissor;
import dev.azulejo.core.command.Viewport;
import dev.azulejo.core.device.Sheet;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.DeviceAccess;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.screen.PixelRectangle;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.visibility.FinestLevel;
import dev.azulejo.core.visibility.HierarchicalZ;

import org.junit.jupiter.api.Test;

import java.util.function.Consumer;

/** Sheets along pixels of a 64x64 target: clusters of 256 triangles, whose place is known. */
class ClusterPlacerTest {
    private final Counts counts = new Counts();
    private final ClusterPlacer placer = new ClusterPlacer(counts);
    private final HierarchicalZ structure = new HierarchicalZ();

    private ChunkOutput[] place(EarlyZ early, Consumer<CommandBuffer> scene) {
        var commands = Sheet.clear(Sheet.target());
        scene.accept(commands);
        // What the cutting counts is not the placer's.
        var chunks = Fixture.outputs(Sheet.cut(commands, early, new Counts()));
        structure.reset(Sheet.SIDE, Sheet.SIDE, false, 1, FinestLevel.LAYERS);
        placeAll(chunks);
        return chunks;
    }

    private void placeAll(ChunkOutput[] chunks) {
        for (int c = 0; c < chunks.length; c++) {
            if (chunks[c].work.views() > 0) {
                placer.place(chunks, c, chunks[c].work.views(), structure);
            }
        }
    }

    private ChunkOutput[] place(Sheet sheet) {
        return place(EarlyZ.ON, c -> sheet.draw(c, Sheet.OPAQUE));
    }

    /** A box may be a pixel wider than what is in it, on each side, and no narrower. */
    private static void expectBox(ChunkOutput chunk, int x0, int y0, int x1, int y1) {
        assertThat(chunk.box.placed).isTrue();
        assertThat(TrianglePlanes.first(chunk.box.columns)).isBetween(x0 - 1, x0);
        assertThat(TrianglePlanes.first(chunk.box.rows)).isBetween(y0 - 1, y0);
        assertThat(TrianglePlanes.last(chunk.box.columns)).isBetween(x1, x1 + 1);
        assertThat(TrianglePlanes.last(chunk.box.rows)).isBetween(y1, y1 + 1);
    }

    /** Nor nearer than margins of rounding. */
    private void expectDepth(ChunkOutput chunk, float depth) {
        int exact = structure.nearKey(depth);
        assertThat(chunk.nearestKey()).isBetween(exact - 64, exact);
    }

    private void expectCounts(long tested, long beside, long outside, long primitivesOutside) {
        assertThat(counts.get(Counter.CLUSTERS_TESTED)).isEqualTo(tested);
        assertThat(counts.get(Counter.CLUSTERS_PLACED_BESIDE)).isEqualTo(beside);
        assertThat(counts.get(Counter.CLUSTERS_OUTSIDE)).isEqualTo(outside);
        assertThat(counts.get(Counter.CLUSTER_PRIMITIVES_OUTSIDE)).isEqualTo(primitivesOutside);
    }

    @Test
    void eachClusterHasItsOwnPlace() {
        // 256 triangles are 8 rows of 16 cells, 2 pixels high.
        var chunks = place(Sheet.of(16, 16, 8, 16, 40, 48, 0.5f));
        assertThat(chunks).hasSize(2);
        expectBox(chunks[0], 8, 16, 39, 31);
        expectBox(chunks[1], 8, 32, 39, 47);
        expectDepth(chunks[0], 0.5f);
        expectDepth(chunks[1], 0.5f);
        expectCounts(2, 0, 0, 0);
    }

    @Test
    void aScissorBoundsThePlace() {
        var chunks =
                place(
                        EarlyZ.ON,
                        c -> {
                            c.setScissor(new Scissor(10, 20, 5, 6));
                            Sheet.of(16, 8, 0, 0, 64, 64, 0.5f).draw(c, Sheet.OPAQUE);
                        });
        assertThat(chunks[0].box.columns).isEqualTo(TrianglePlanes.range(10, 14));
        assertThat(chunks[0].box.rows).isEqualTo(TrianglePlanes.range(20, 25));
    }

    @Test
    void aPlaceIsConfined() {
        placer.confine(new PixelRectangle(16, 0, 31, 31));
        var chunks = place(Sheet.of(16, 16, 8, 16, 40, 48, 0.5f));
        assertThat(chunks[0].box.columns).isEqualTo(TrianglePlanes.range(16, 31));
        assertThat(TrianglePlanes.last(chunks[0].box.rows)).isEqualTo(31);
        // Rows 32 to 47, or one more on each side, are not beyond it by so little.
        placer.confine(new PixelRectangle(16, 0, 31, 30));
        placeAll(chunks);
        assertThat(chunks[1].nearestKey()).isEqualTo(HierarchicalZ.UNKNOWN);
        expectCounts(4, 0, 1, 256);
    }

    @Test
    void whatIsOutsideAppearsNowhere() {
        var chunks = place(Sheet.of(16, 16, 0, -80, 64, 48, 0.5f));
        assertThat(chunks[0].nearestKey()).isEqualTo(HierarchicalZ.UNKNOWN);
        assertThat(chunks[0].box.placed).isFalse();
        expectBox(chunks[1], 0, 0, 63, 47);
        expectCounts(2, 0, 1, 256);
        // 9 rows of 17 vertices
        assertThat(counts.get(Counter.POSITIONS_NOT_SHADED)).isEqualTo(9 * 17);
    }

    /** From before the near plane to behind it, or beyond what coordinates can hold. */
    @Test
    void whatCrossesMayAppearAnywhere() {
        var lean =
                BindGroup.of(new UniformBuffer(1, 0, 0.5f, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1));
        var sheet = Sheet.of(16, 8, 0, 0, 64, 64, 0.25f);
        var leaning = new Sheet(sheet.positions(), sheet.colors(), sheet.indices(), lean);
        var endless = Sheet.of(16, 8, 0, 0, 64, 64, Float.POSITIVE_INFINITY);
        for (var crossing : new Sheet[] {leaning, endless}) {
            var chunk = place(crossing)[0];
            assertThat(chunk.box.placed).isFalse();
            assertThat(chunk.nearestKey()).isZero();
        }
        expectCounts(2, 0, 0, 0);
    }

    /** Six triangles are no cluster: nobody looks at their bounds. */
    @Test
    void whatIsNoClusterMayAppearAnywhere() {
        var chunk = place(Sheet.of(3, 1, 0, 0, 8, 8, 0.5f))[0];
        assertThat(chunk.box.placed).isFalse();
        assertThat(chunk.nearestKey()).isZero();
        expectCounts(0, 0, 0, 0);
    }

    /** A place of the last phase is forgotten with it. */
    @Test
    void placesAreOfOnePhase() {
        var commands = Sheet.clear(Sheet.target());
        Sheet.of(16, 8, 8, 8, 40, 40, 0.5f).draw(commands, Sheet.OPAQUE);
        Sheet.of(3, 1, 0, 0, 8, 8, 0.5f).draw(commands, Sheet.OPAQUE);
        var phase = Sheet.cut(commands, EarlyZ.ON, new Counts());
        structure.reset(Sheet.SIDE, Sheet.SIDE, false, 1, FinestLevel.LAYERS);
        var chunks = new ChunkOutput[] {new ChunkOutput()};
        chunks[0].begin(phase.chunk(0));
        placeAll(chunks);
        assertThat(chunks[0].box.placed).isTrue();
        chunks[0].begin(phase.chunk(1));
        placeAll(chunks);
        assertThat(chunks[0].box.placed).isFalse();
        assertThat(chunks[0].nearestKey()).isZero();
    }

    @Test
    void whereLargerDepthsAreNearerTheLargestCounts() {
        var greater = Sheet.OPAQUE.withDepth(new DepthState(CompareFunction.GREATER, true, false));
        var commands = Sheet.clear(Sheet.target());
        Sheet.of(16, 8, 0, 0, 64, 64, 0.25f).draw(commands, greater);
        var chunks = Fixture.outputs(Sheet.cut(commands, EarlyZ.ON, new Counts()));
        structure.reset(Sheet.SIDE, Sheet.SIDE, true, 0, FinestLevel.LAYERS);
        placeAll(chunks);
        expectDepth(chunks[0], 0.25f);
        assertThat(chunks[0].nearestKey()).isGreaterThan(1 << 23);
    }

    /** The program shifts instances by 0.3, or 9.6 pixels. */
    @Test
    void instancesArePlacedByTheirOwnMatrix() {
        var chunks =
                place(
                        EarlyZ.ON,
                        c -> {
                            var sheet = Sheet.of(16, 8, 8, 16, 40, 32, 0.5f);
                            sheet.bind(c, Sheet.OPAQUE);
                            c.drawIndexed(0, sheet.indices().length(), 0, 0, 2);
                        });
        expectBox(chunks[0], 8, 16, 39, 31);
        expectBox(chunks[1], 17, 16, 49, 31);
        expectCounts(2, 0, 0, 0);
    }

    /** Bounds are kept with the index buffer, cluster by cluster, and follow the vertices. */
    @Test
    void placesFollowTheVertices() {
        var sheet = Sheet.of(16, 16, 8, 16, 40, 48, 0.5f);
        place(sheet);
        // The second cluster alone
        var second =
                place(
                        EarlyZ.ON,
                        c -> {
                            sheet.bind(c, Sheet.OPAQUE);
                            c.drawIndexed(768, 768, 0, 0, 1);
                        });
        assertThat(second).hasSize(1);
        expectBox(second[0], 8, 32, 39, 47);
        // Its last row moves down by 8 pixels.
        float[] row = new float[3 * 17];
        System.arraycopy(sheet.positions().data(), 3 * 17 * 16, row, 0, row.length);
        for (int v = 0; v < 17; v++) {
            row[3 * v + 1] -= 0.25f;
            row[3 * v + 2] = 0.25f;
        }
        sheet.positions().write(3 * 17 * 16, row);
        var moved = place(sheet);
        expectBox(moved[0], 8, 16, 39, 31);
        expectDepth(moved[0], 0.5f);
        expectBox(moved[1], 8, 32, 39, 55);
        expectDepth(moved[1], 0.25f);
    }

    @Test
    void boundsAreKeptWithTheIndices() {
        var sheet = Sheet.of(16, 16, 8, 16, 40, 48, 0.5f);
        assertThat(DeviceAccess.bounds(sheet.indices(), 0)).isNull();
        place(sheet);
        var first = DeviceAccess.bounds(sheet.indices(), 0);
        var second = DeviceAccess.bounds(sheet.indices(), 1);
        assertThat(new float[] {first.maxY, first.minY}).containsExactly(0.5f, 0);
        assertThat(new float[] {second.maxY, second.minY}).containsExactly(0, -0.5f);
        place(sheet);
        assertThat(DeviceAccess.bounds(sheet.indices(), 0)).isSameAs(first);
        assertThat(DeviceAccess.bounds(sheet.indices(), 1)).isSameAs(second);
    }

    private static Consumer<CommandBuffer> views(Sheet sheet, Viewport left, Viewport right) {
        return commands -> {
            commands.setViews(2).setViewport(0, left).setViewport(1, right);
            sheet.draw(commands, Sheet.OPAQUE);
        };
    }

    private static final Viewport LEFT = new Viewport(0, 0, 32, 64, 0, 1);

    @Test
    void viewsSideBySideArePlacedAtOnce() {
        var sheet = Sheet.of(16, 16, 16, 16, 48, 48, 0.5f);
        var chunks = place(EarlyZ.ON, views(sheet, LEFT, new Viewport(32, 0, 32, 64, 0, 1)));
        assertThat(chunks).hasSize(4);
        expectBox(chunks[0], 8, 16, 23, 31);
        expectBox(chunks[1], 8, 32, 23, 47);
        expectBox(chunks[2], 40, 16, 55, 31);
        expectBox(chunks[3], 40, 32, 55, 47);
        for (var chunk : chunks) {
            expectDepth(chunk, 0.5f);
        }
        expectCounts(4, 2, 0, 0);
    }

    /** The second view is half as high and half as deep: it shares nothing with the first. */
    @Test
    void viewsThatShareNoRowsArePlacedEachByItself() {
        var sheet = Sheet.of(16, 16, 16, 16, 48, 48, 0.5f);
        var chunks = place(EarlyZ.ON, views(sheet, LEFT, new Viewport(32, 0, 32, 32, 0, 0.5f)));
        expectBox(chunks[0], 8, 16, 23, 31);
        expectBox(chunks[2], 40, 8, 55, 15);
        expectBox(chunks[3], 40, 16, 55, 23);
        expectDepth(chunks[1], 0.5f);
        expectDepth(chunks[3], 0.25f);
        expectCounts(4, 0, 0, 0);
    }

    @Test
    void viewsAreNotPlacedAtOnceIfThatIsOff() {
        var sheet = Sheet.of(16, 16, 16, 16, 48, 48, 0.5f);
        var scene = views(sheet, LEFT, new Viewport(32, 0, 32, 64, 0, 1));
        var chunks = place(EarlyZ.ON.without(EarlyZ.Part.VIEWS), scene);
        expectBox(chunks[1], 8, 32, 23, 47);
        expectBox(chunks[3], 40, 32, 55, 47);
        expectCounts(4, 0, 0, 0);
    }

    /** What lies above one view lies above those beside it. */
    @Test
    void whatIsAboveOneViewIsAboveAll() {
        var sheet = Sheet.of(16, 16, 0, -80, 64, 48, 0.5f);
        var chunks = place(EarlyZ.ON, views(sheet, LEFT, new Viewport(32, 0, 32, 64, 0, 1)));
        assertThat(chunks[0].nearestKey()).isEqualTo(HierarchicalZ.UNKNOWN);
        assertThat(chunks[2].nearestKey()).isEqualTo(HierarchicalZ.UNKNOWN);
        expectBox(chunks[1], 0, 0, 31, 47);
        expectBox(chunks[3], 32, 0, 63, 47);
        expectCounts(4, 2, 2, 512);
    }

    /** Nor is it asked where its columns would be, though nobody could tell. */
    @Test
    void whatIsAboveOneViewIsNotPlacedInTheOthers() {
        var endless =
                BindGroup.of(new UniformBuffer(1e37f, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1));
        for (int top : new int[] {0, -80}) {
            var sheet = Sheet.of(16, 8, 0, top, 64, top + 64, 0.5f);
            var chunks =
                    place(
                            EarlyZ.ON,
                            c -> {
                                c.setViews(2).setViewport(0, LEFT);
                                c.setViewport(1, new Viewport(32, 0, 32, 64, 0, 1));
                                sheet.bind(c, Sheet.OPAQUE);
                                c.setBindGroup(1, 0, endless);
                                c.drawIndexed(0, sheet.indices().length(), 0, 0, 1);
                            });
            assertThat(chunks).hasSize(2);
            assertThat(chunks[1].nearestKey()).isEqualTo(top == 0 ? 0 : HierarchicalZ.UNKNOWN);
        }
        expectCounts(4, 2, 2, 512);
    }
}
