package dev.azulejo.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.PatchFixture;
import dev.azulejo.core.PatchFixture.Patch;
import dev.azulejo.core.device.Sheet;
import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.policy.BoundsNaming;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.screen.CoarseBins;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Test;

import java.util.Random;

/**
 * Primitives that are made by hand, on four bins of 32x32 pixels: which bins they are named in, and
 * about how many pixels they have there.
 */
class BinNamerTest {
    private static final int PRIMITIVES = 150;

    private final VisibilityTable table = new VisibilityTable(2);
    private final BinNamer namer = new BinNamer(table, 1);
    private final RegionMap map = CoarseBins.cut(64, 64, 4);
    private final ChunkOutput chunk = new ChunkOutput();
    private final Survivors survivors = new Survivors(ChunkWork.PRIMITIVES);

    /** Three chunks of so many triangles each, and a run of four patches. */
    private static Phase phase() {
        var points = new float[12 * PRIMITIVES];
        int[] indices = new int[3 * PRIMITIVES];
        return Fixture.phase(
                Fixture.target(64, 64, 1),
                EarlyZ.OFF,
                c -> {
                    for (int i = 0; i < 3; i++) {
                        Fixture.drawIndexed(c, Fixture.pipeline().build(), points, points, indices);
                    }
                    var whole = Patch.whole(1);
                    PatchFixture.draw(c, PatchFixture.Program.PLAIN, whole, whole, whole, whole);
                });
    }

    private void begin(int number) {
        var phase = phase();
        table.begin(phase);
        namer.begin(map);
        chunk.begin(phase.chunk(number));
        chunk.records = new int[2 * PRIMITIVES * TrianglePlanes.STRIDE + 5];
        chunk.recordsAt = 5;
        chunk.recordsEnd = chunk.records.length;
        chunk.triangles = 0;
        survivors.begin(Survivors.Bits.EACH);
    }

    /** A triangle with these corners, pixels, whose bounds are pixels x0..x1 and y0..y1. */
    private void triangle(int[] corners, int x0, int y0, int x1, int y1) {
        int at = chunk.recordAt(chunk.triangles++);
        for (int i = 0; i < 6; i++) {
            chunk.records[at + TrianglePlanes.X0 + i] = corners[i] << 8;
        }
        chunk.records[at + TrianglePlanes.COLUMNS] = TrianglePlanes.range(x0, x1);
        chunk.records[at + TrianglePlanes.ROWS] = TrianglePlanes.range(y0, y1);
    }

    /** Half of a rectangle. */
    private void half(int x0, int y0, int x1, int y1) {
        triangle(new int[] {x0, y0, x1 + 1, y0, x0, y1 + 1}, x0, y0, x1, y1);
    }

    private boolean named(int number, int bin, int primitive) {
        int at = table.setAt(number, bin, PRIMITIVES);
        return (table.sets(number)[at + (primitive >> 6)] >>> primitive & 1) != 0;
    }

    @Test
    void eachPrimitiveIsNamedWhereItsBoundsAre() {
        begin(1);
        half(4, 4, 13, 23);
        survivors.mark(0, 1);
        // Bins 0 and 1
        half(30, 0, 33, 9);
        survivors.mark(70, 2);
        // Of a primitive that was cut: bin 2, and bin 3
        half(0, 40, 9, 49);
        half(40, 40, 41, 41);
        survivors.mark(149, 4);
        namer.name(chunk, survivors);
        assertThat(table.bins(1)).isEqualTo(0b1111);
        assertThat(table.bins(0) | table.bins(2)).isZero();
        assertThat(table.isWhole(1)).isFalse();
        int[][] members = {{0, 70}, {70}, {149}, {149}};
        // Halves: of 10x20; of 4x10, by two; of 10x10 and of 2x2, by two
        long[] areas = {100 + 20 / 2, 20 / 2, (50 + 2) / 2, (50 + 2) / 2};
        for (int bin = 0; bin < 4; bin++) {
            assertThat(table.count(1, bin, PRIMITIVES)).isEqualTo(members[bin].length);
            for (int primitive : members[bin]) {
                assertThat(named(1, bin, primitive)).as("%d in %d", primitive, bin).isTrue();
            }
            assertThat(table.area(1, bin, PRIMITIVES)).as("bin %d", bin).isEqualTo(areas[bin]);
        }
    }

    /** All in one bin: the survivors are its set. */
    @Test
    void aChunkInOneBinIsNamedAtOnce() {
        begin(2);
        half(32, 0, 63, 9);
        half(40, 8, 41, 31);
        survivors.mark(3, 1);
        survivors.mark(128, 2);
        namer.name(chunk, survivors);
        assertThat(table.bins(2)).isEqualTo(0b10);
        assertThat(table.count(2, 1, PRIMITIVES)).isEqualTo(2);
        assertThat(named(2, 1, 3)).isTrue();
        assertThat(named(2, 1, 128)).isTrue();
        assertThat(table.area(2, 1, PRIMITIVES)).isEqualTo(160 + 24);
    }

    /** One triangle that reaches to the right, downwards, to the left and upwards of its bin. */
    @Test
    void aTriangleByItselfMayBeInSeveral() {
        int[][] bounds = {{20, 20, 33, 21}, {20, 20, 21, 33}, {20, 40, 33, 41}, {40, 20, 41, 33}};
        long[] bins = {0b0011, 0b0101, 0b1100, 0b1010};
        for (int i = 0; i < 4; i++) {
            begin(1);
            half(bounds[i][0], bounds[i][1], bounds[i][2], bounds[i][3]);
            survivors.mark(9, 1);
            namer.name(chunk, survivors);
            assertThat(table.bins(1)).as("%d", i).isEqualTo(bins[i]);
        }
    }

    @Test
    void aChunkWithoutTrianglesIsNamedNowhere() {
        begin(1);
        table.nameWhole(1, 0b11);
        namer.name(chunk, survivors);
        assertThat(table.bins(1)).isZero();
    }

    /** A large triangle that a scissor cuts covers no more than its bounds. */
    @Test
    void whatIsCutCountsWithItsBounds() {
        begin(0);
        triangle(new int[] {-100, -100, 300, -100, -100, 300}, 0, 0, 9, 4);
        survivors.mark(0, 1);
        // The other way around, and not cut
        triangle(new int[] {10, 10, 10, 20, 20, 10}, 10, 10, 19, 19);
        survivors.mark(1, 2);
        namer.name(chunk, survivors);
        assertThat(table.area(0, 0, PRIMITIVES)).isEqualTo(50 + 50);
    }

    /** Any triangles, against bounds and areas that are added up primitive by primitive. */
    @Test
    void anyTrianglesAreNamedByTheirBounds() {
        var random = new Random(5);
        for (int round = 0; round < 40; round++) {
            begin(round % 3);
            long[] masks = new long[PRIMITIVES];
            long[] areas = new long[4];
            for (int p = 0; p < PRIMITIVES; p++) {
                int count = random.nextInt(3);
                long pixels = 0;
                for (int t = 0; t < count; t++) {
                    int x = random.nextInt(64);
                    int y = random.nextInt(64);
                    int x1 = Math.min(63, x + random.nextInt(12));
                    int y1 = Math.min(63, y + random.nextInt(12));
                    half(x, y, x1, y1);
                    pixels += (long) (x1 - x + 1) * (y1 - y + 1) / 2;
                    for (int corner = 0; corner < 4; corner++) {
                        int column = corner % 2 == 0 ? x : x1;
                        int row = corner < 2 ? y : y1;
                        masks[p] |= 1L << (row / 32 * 2 + column / 32);
                    }
                }
                if (count > 0) {
                    survivors.mark(p, chunk.triangles);
                }
                for (int bin = 0; bin < 4; bin++) {
                    boolean in = (masks[p] >>> bin & 1) != 0;
                    areas[bin] += in ? pixels / Long.bitCount(masks[p]) : 0;
                }
            }
            namer.name(chunk, survivors);
            for (int bin = 0; bin < 4; bin++) {
                for (int p = 0; p < PRIMITIVES; p++) {
                    assertThat(named(round % 3, bin, p)).isEqualTo((masks[p] >>> bin & 1) != 0);
                }
                assertThat(table.area(round % 3, bin, PRIMITIVES)).isEqualTo(areas[bin]);
            }
        }
    }

    @Test
    void whatAGeometryStageMakesIsNamedAsAWhole() {
        begin(1);
        half(0, 0, 1, 1);
        half(0, 40, 1, 41);
        namer.nameWhole(chunk);
        assertThat(table.isWhole(1)).isTrue();
        assertThat(table.bins(1)).isEqualTo(0b101);
    }

    /** Two chunks came of patches 2 and 3 of a run; each triangle counts in its bins. */
    @Test
    void patchesAreNamedTogether() {
        begin(0);
        half(0, 0, 9, 9);
        half(28, 0, 35, 9);
        var group = new PatchGroup();
        group.firstPatch = 1;
        group.count = 3;
        group.ofRun(0);
        var piece = new PatchPiece();
        piece.group = group;
        piece.from = 1;
        piece.to = 3;
        piece.firstChunk = 1;
        piece.chunks = 2;
        namer.name(piece, new ChunkOutput[] {null, chunk, new ChunkOutput()});
        long[] expected = {0, 0, 0b11, 0b11};
        for (int p = 0; p < 4; p++) {
            assertThat(table.patchBins(0, p)).as("patch %d", p).isEqualTo(expected[p]);
        }
        assertThat(table.patchTriangles(0)).isEqualTo(2);
        assertThat(table.patchTriangles(1)).isOne();
        assertThat(table.patchArea(0)).isEqualTo(50 + 20);
        assertThat(table.patchArea(1)).isEqualTo(20);
    }

    /**
     * Clusters of 256 triangles have bounds, others do not. The last two lie in four bins, and
     * their parts in 2, 2, 4 and 2, which is more than two in the mean.
     */
    @Test
    void boundsTellOfClustersInFewBins() {
        var commands = Sheet.clear(Sheet.target());
        Sheet.of(16, 8, 4, 4, 20, 20, 0.5f).draw(commands, Sheet.OPAQUE);
        Sheet.of(16, 8, 20, 4, 40, 20, 0.5f).draw(commands, Sheet.OPAQUE);
        Sheet.of(16, 8, 70, 4, 80, 20, 0.5f).draw(commands, Sheet.OPAQUE);
        Sheet.of(1, 1, 4, 4, 20, 20, 0.5f).draw(commands, Sheet.OPAQUE);
        Sheet.of(16, 8, 20, 2, 40, 58, 0.5f).draw(commands, Sheet.OPAQUE);
        Sheet.of(16, 8, 2, 2, 62, 58, 0.5f).draw(commands, Sheet.OPAQUE);
        var phase = Sheet.cut(commands, EarlyZ.ON, new Counts());
        var chunks = Fixture.outputs(phase);
        var geometry = new GeometryWorker(KernelSet.of(Kernels.SCALAR), new Counts());
        long[][] bins = {{-1, -1, -1, -1, -1}, {0b1, 0b11, 0, -1, -1}, {0b1, 0b11, 0, -1, 0b1111}};
        for (var naming : BoundsNaming.values()) {
            table.begin(phase);
            namer.begin(map);
            for (int c = 0; c < 5; c++) {
                table.nameWhole(c, -1);
                long expected = bins[naming.ordinal()][c];
                assertThat(namer.byBounds(geometry, chunks[c], naming))
                        .as("%s, chunk %d", naming, c)
                        .isEqualTo(expected != -1);
                assertThat(table.bins(c)).as("%s, chunk %d", naming, c).isEqualTo(expected);
                // The fifth lies in all four, but no part but one does.
                assertThat(table.isWhole(c)).isEqualTo(expected != 0b1111);
            }
        }
        // Of 16 bins each part of the second lies in two or four, of the last in four or eight.
        namer.begin(CoarseBins.cut(64, 64, 16));
        assertThat(namer.byBounds(geometry, chunks[1], BoundsNaming.UNCULLED)).isTrue();
        assertThat(namer.byBounds(geometry, chunks[5], BoundsNaming.UNCULLED)).isFalse();
    }

    /**
     * Sheets across bins 0 and 2, of 16 columns: 64 triangles are two rows. Of the first one rows
     * are 7 pixels high, from 2 on: parts lie above the border, above, on both sides, and below. Of
     * the second 8 pixels, and it ends with one row. Of the third 12, and the last part lies
     * outside. Of the fourth 4.5, and only the last part lies on both sides.
     */
    @Test
    void eachPartOfAClusterIsNamedWhereItLies() {
        var commands = Sheet.clear(Sheet.target());
        Sheet.of(16, 8, 4, 2, 20, 58, 0.5f).draw(commands, Sheet.OPAQUE);
        Sheet.of(16, 7, 4, 2, 20, 58, 0.5f).draw(commands, Sheet.OPAQUE);
        Sheet.of(16, 8, 4, 2, 20, 98, 0.5f).draw(commands, Sheet.OPAQUE);
        Sheet.of(16, 8, 4, 2, 20, 38, 0.5f).draw(commands, Sheet.OPAQUE);
        var phase = Sheet.cut(commands, EarlyZ.ON, new Counts());
        var chunks = Fixture.outputs(phase);
        var geometry = new GeometryWorker(KernelSet.of(Kernels.SCALAR), new Counts());
        long half = 0xFFFF_FFFFL;
        long[][] upper = {{-1, -1, -1, 0}, {-1, -1, 0, 0}, {-1, -1, 0, 0}, {-1, -1, -1, -1}};
        long[][] lower = {{0, 0, -1, -1}, {0, -1, -1, half}, {0, -1, -1, 0}, {0, 0, 0, -1}};
        namer.begin(map);
        for (int c = 0; c < 4; c++) {
            table.begin(phase);
            assertThat(namer.byBounds(geometry, chunks[c], BoundsNaming.CULLED)).isTrue();
            assertThat(table.isWhole(c)).isFalse();
            assertThat(table.bins(c)).isEqualTo(0b101);
            int primitives = chunks[c].primitives;
            for (int w = 0; w < 4; w++) {
                long[] sets = table.sets(c);
                assertThat(sets[table.setAt(c, 0, primitives) + w])
                        .as("chunk %d, upper part %d", c, w)
                        .isEqualTo(upper[c][w]);
                assertThat(sets[table.setAt(c, 2, primitives) + w])
                        .as("chunk %d, lower part %d", c, w)
                        .isEqualTo(lower[c][w]);
            }
            assertThat(table.area(c, 0, primitives) + table.area(c, 2, primitives)).isZero();
        }
    }

    /** Each worker has a namer of its own that writes where the others do not. */
    @Test
    void workersAreTold() {
        var commands = Sheet.clear(Sheet.target());
        Sheet.of(2, 2, 4, 4, 60, 20, 0.5f).draw(commands, Sheet.OPAQUE);
        var phase = Sheet.cut(commands, EarlyZ.OFF, new Counts());
        var workers = new GeometryWorker[2];
        for (int w = 0; w < 2; w++) {
            workers[w] = new GeometryWorker(KernelSet.of(Kernels.SCALAR), new Counts());
        }
        var namers = BinNamer.ofWorkers(table, workers);
        assertThat(namers).hasSize(2);
        for (int w = 0; w < 2; w++) {
            table.begin(phase);
            namers[w].begin(map);
            workers[w].look(Fixture.outputs(phase)[0]);
            assertThat(table.bins(0)).isEqualTo(0b11);
            assertThat(table.sets(0)).isSameAs(table.memory(w));
            assertThat(table.count(0, 0, 8)).isEqualTo(4);
        }
    }
}
