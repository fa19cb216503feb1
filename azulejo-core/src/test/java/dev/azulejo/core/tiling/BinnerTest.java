package dev.azulejo.core.tiling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.screen.TileSet;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.visibility.FinestLevel;
import dev.azulejo.core.visibility.HierarchicalZ;
import dev.azulejo.core.visibility.HizCounts;

import org.junit.jupiter.api.Test;

import java.util.Random;
import java.util.function.IntBinaryOperator;

/** Which tiles a triangle is listed in, against exact geometry of triangles and squares. */
class BinnerTest {
    private static final int WIDTH = 203;
    private static final int HEIGHT = 150;

    private final Random random = new Random(11);
    private final TileGrid grid = new TileGrid();
    private final TileLists lists = new TileLists();
    private final Binner binner = new Binner();

    /** Random triangles of all sizes, some of them slivers, set up. */
    private ChunkOutput triangles(EarlyZ early, int count, float depth) {
        float[] positions = new float[12 * count];
        for (int t = 0; t < count; t++) {
            double reach = Math.scalb(1.5, -random.nextInt(8));
            double x = random.nextDouble(-1.1, 1.1);
            double y = random.nextDouble(-1.1, 1.1);
            double thin = random.nextInt(3) == 0 ? 0.01 : 1;
            for (int c = 0; c < 3; c++) {
                double along = random.nextDouble(-reach, reach);
                int at = 12 * t + 4 * c;
                positions[at] = (float) (x + along);
                positions[at + 1] =
                        (float) (y + along * (1 - thin) + thin * random.nextDouble(-reach, reach));
                positions[at + 2] = depth;
                positions[at + 3] = 1;
            }
        }
        return setUp(early, positions);
    }

    /** Random triangles whose corners are corners of tiles: edges run through others. */
    private ChunkOutput alignedTriangles(int count) {
        float[] positions = new float[12 * count];
        for (int at = 0; at < positions.length; at += 4) {
            positions[at] = 32f * random.nextInt(14) / WIDTH - 1;
            positions[at + 1] = 1 - 32f * random.nextInt(11) / HEIGHT;
            positions[at + 2] = 0.5f;
            positions[at + 3] = 1;
        }
        return setUp(EarlyZ.OFF, positions);
    }

    private static ChunkOutput setUp(EarlyZ early, float[] positions) {
        int[] indices = new int[positions.length / 4];
        java.util.Arrays.setAll(indices, i -> i);
        Phase phase =
                Fixture.phase(
                        Fixture.target(WIDTH, HEIGHT, 1),
                        early,
                        c ->
                                Fixture.drawIndexed(
                                        c,
                                        Fixture.pipeline().build(),
                                        positions,
                                        new float[positions.length],
                                        indices));
        var chunk = Fixture.outputs(phase)[0];
        new GeometryWorker(KernelSet.of(Kernels.SCALAR), new Counts()).process(chunk);
        return chunk;
    }

    private boolean listed(int tile, int reference) {
        int end = lists.end(tile);
        for (int p = lists.begin(tile); p != end; p = lists.next(p, end)) {
            if (lists.get(p) == reference) {
                return true;
            }
        }
        return false;
    }

    @Test
    void listsATriangleWhereItTouches() {
        int touching = 0;
        int beside = 0;
        for (int size : new int[] {16, 32, 64}) {
            for (int round = 0; round < 6; round++) {
                var chunk = round < 2 ? alignedTriangles(200) : triangles(EarlyZ.OFF, 200, 0.5f);
                grid.set(WIDTH, HEIGHT, size, TileSet.ALL);
                lists.clear(grid.count());
                binner.begin();
                binner.bin(grid, lists, chunk, 7, 0, chunk.triangles());
                int entries = 0;
                for (int t = 0; t < chunk.triangles(); t++) {
                    for (int tile = 0; tile < grid.count(); tile++) {
                        int is = check(chunk, t, tile, size);
                        entries += is == 1 ? 1 : 0;
                        touching += is == 1 ? 1 : 0;
                        beside += is == 2 ? 1 : 0;
                    }
                }
                assertThat(binner.entries()).isEqualTo(entries);
                assertThat(takeQueries(binner)).isZero();
                assertThat(binner.hidden()).isZero();
            }
        }
        assertThat(touching).isGreaterThan(5000);
        // In the box, but beyond an edge
        assertThat(beside).isGreaterThan(1000);
    }

    /** Returns 0 for a tile beyond the bounds, 1 if the triangle is listed there, 2 if not. */
    private int check(ChunkOutput chunk, int t, int tile, int size) {
        int[] r = chunk.records();
        int at = chunk.recordAt(t);
        int x = tile % grid.columns() * size;
        int y = tile / grid.columns() * size;
        int columns = r[at + TrianglePlanes.COLUMNS];
        int rows = r[at + TrianglePlanes.ROWS];
        boolean bounds = meets(columns, x, x + size - 1) && meets(rows, y, y + size - 1);
        boolean is = listed(tile, Binner.reference(7, t));
        String where = "triangle %d, tile %d,%d of %d".formatted(t, x, y, size);
        if (!bounds) {
            assertThat(is).as(where).isFalse();
            return 0;
        }
        boolean meets = meets(r, at, 256L * x, 256L * y, 256L * size);
        boolean thin =
                TrianglePlanes.first(columns) / size == TrianglePlanes.last(columns) / size
                        || TrianglePlanes.first(rows) / size == TrianglePlanes.last(rows) / size;
        // In a single row of tiles nothing but the bounds is looked at.
        assertThat(is).as(where).isEqualTo(meets || thin);
        return is ? 1 : 2;
    }

    private static boolean meets(int packed, int first, int last) {
        return TrianglePlanes.first(packed) <= last && TrianglePlanes.last(packed) >= first;
    }

    /** Whether a triangle and a square have a point in common, edges included. */
    private static boolean meets(int[] r, int at, long x, long y, long side) {
        long[][] square = {{x, y}, {x + side, y}, {x + side, y + side}, {x, y + side}};
        long[][] triangle = {{r[at], r[at + 1]}, {r[at + 2], r[at + 3]}, {r[at + 4], r[at + 5]}};
        boolean meets = inside(triangle, square[0]) || inside(square, triangle[0]);
        for (int i = 0; i < 3; i++) {
            for (int k = 0; k < 4; k++) {
                meets |= cross(triangle[i], triangle[(i + 1) % 3], square[k], square[(k + 1) % 4]);
            }
        }
        return meets;
    }

    private static long side(long[] a, long[] b, long[] p) {
        return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
    }

    /** Whether a convex polygon, clockwise as seen, holds a point. */
    private static boolean inside(long[][] polygon, long[] p) {
        boolean in = true;
        for (int i = 0; i < polygon.length; i++) {
            in &= side(polygon[i], polygon[(i + 1) % polygon.length], p) >= 0;
        }
        return in;
    }

    /** Whether two segments have a point in common. */
    private static boolean cross(long[] a, long[] b, long[] c, long[] d) {
        int ac = Long.signum(side(a, b, c));
        int ad = Long.signum(side(a, b, d));
        int ca = Long.signum(side(c, d, a));
        int cb = Long.signum(side(c, d, b));
        if (ac == 0 && ad == 0) {
            return overlap(a[0], b[0], c[0], d[0]) && overlap(a[1], b[1], c[1], d[1]);
        }
        return ac * ad <= 0 && ca * cb <= 0;
    }

    private static boolean overlap(long a, long b, long c, long d) {
        return Math.min(a, b) <= Math.max(c, d) && Math.min(c, d) <= Math.max(a, b);
    }

    /** Another owner's tiles get nothing, and all owners' lists together are those of one. */
    @Test
    void othersTilesGetNothing() {
        var chunk = triangles(EarlyZ.OFF, 400, 0.5f);
        for (int side : new int[] {16, 32, 64}) {
            grid.set(WIDTH, HEIGHT, side, TileSet.ALL);
            int[][] whole = bin(chunk);
            int all = binner.entries();
            int sum = all;
            // Stripes, and then rectangles.
            IntBinaryOperator owners = (column, row) -> (column + 2 * row) % 3;
            IntBinaryOperator cut = (column, row) -> column < 2 ? 0 : row < 2 ? 1 : 2;
            for (int i = 0; i < 6; i++) {
                int owner = i % 3;
                IntBinaryOperator of = i < 3 ? owners : cut;
                grid.set(
                        WIDTH,
                        HEIGHT,
                        64,
                        TileSet.of(side, (column, row) -> of.applyAsInt(column, row) == owner));
                assertThat(grid.isSolid()).isEqualTo(i >= 3);
                int[][] part = bin(chunk);
                int entries = 0;
                for (int tile = 0; tile < grid.count(); tile++) {
                    int column = tile % grid.columns();
                    boolean owned = of.applyAsInt(column, tile / grid.columns()) == owner;
                    assertThat(part[tile])
                            .as("side %d, owner %d, tile %d", side, owner, tile)
                            .isEqualTo(owned ? whole[tile] : new int[0]);
                    entries += part[tile].length;
                }
                assertThat(binner.entries()).isEqualTo(entries);
                sum -= entries;
                if (owner == 2) {
                    assertThat(sum).isZero();
                    sum = all;
                }
            }
        }
    }

    /** Bins a chunk in three steps; references of each tile, which must rise. */
    private int[][] bin(ChunkOutput chunk) {
        lists.clear(grid.count());
        binner.begin();
        int n = chunk.triangles();
        int before = 0;
        int[] cut = {0, n / 3, n / 3, n};
        for (int i = 0; i < 3; i++) {
            binner.bin(grid, lists, chunk, 3, cut[i], cut[i + 1]);
            before += binner.entries();
        }
        int[][] found = new int[grid.count()][];
        int all = 0;
        for (int tile = 0; tile < found.length; tile++) {
            int end = lists.end(tile);
            var list = new java.util.ArrayList<Integer>();
            for (int p = lists.begin(tile); p != end; p = lists.next(p, end)) {
                assertThat(Binner.chunkOf(lists.get(p))).isEqualTo(3);
                assertThat(Binner.triangleOf(lists.get(p))).isBetween(0, n - 1);
                list.add(lists.get(p));
            }
            assertThat(list).isSorted();
            assertThat(lists.isEmpty(tile)).isEqualTo(list.isEmpty());
            found[tile] = list.stream().mapToInt(i -> i).toArray();
            all += found[tile].length;
        }
        assertThat(before).isEqualTo(all);
        binner.bin(grid, lists, chunk, 4, 0, n);
        assertThat(binner.entries()).isEqualTo(all);
        return found;
    }

    @Test
    void referencesRiseInSubmissionOrder() {
        int before = -1;
        for (int chunk : new int[] {0, 1, 77, 262143}) {
            for (int triangle : new int[] {0, 1, 500, 8191}) {
                int reference = Binner.reference(chunk, triangle);
                assertThat(reference).isGreaterThan(before);
                assertThat(Binner.chunkOf(reference)).isEqualTo(chunk);
                assertThat(Binner.triangleOf(reference)).isEqualTo(triangle);
                before = reference;
            }
        }
    }

    /** A square over everything at depth 1/2, and tile 1,1 filled at another depth before. */
    @Test
    void keepsOutWhatIsHiddenInATile() {
        float[] square = {-1, -1, 0.5f, 1, 3, -1, 0.5f, 1, -1, 3, 0.5f, 1};
        var chunk = setUp(EarlyZ.ON, square);
        assertThat(chunk.draw().testable()).isTrue();
        var structure = new HierarchicalZ();
        grid.set(WIDTH, HEIGHT, 32, TileSet.ALL);
        for (float depth : new float[] {0.25f, 0.75f}) {
            structure.reset(WIDTH, HEIGHT, false, Float.NaN, FinestLevel.LAYERS);
            for (int y = 32; y < 64; y += 4) {
                for (int x = 32; x < 64; x += 4) {
                    structure.enter(x, y, depth, new HizCounts());
                }
            }
            lists.clear(grid.count());
            binner.begin(structure, Binner.Tested.SPANNING);
            binner.bin(grid, lists, chunk, 0, 0, 1);
            boolean hides = depth < 0.5f;
            for (int tile = 0; tile < grid.count(); tile++) {
                boolean there = tile == grid.columns() + 1;
                assertThat(lists.isEmpty(tile)).as("tile %d", tile).isEqualTo(hides && there);
            }
            assertThat(binner.hidden()).isEqualTo(hides ? 1 : 0);
            assertThat(takeQueries(binner)).isEqualTo(grid.count());
            assertThat(binner.entries()).isEqualTo(grid.count() - (hides ? 1 : 0));
        }
    }

    /** What touches somebody else's tiles only was set up for nothing; what is hidden was not. */
    @Test
    void whatIsForNothingIsCountedInAPhase() {
        float[] small = {-1, 1, 0.5f, 1, -1, 0.9f, 0.5f, 1, -0.9f, 1, 0.5f, 1};
        var chunk = setUp(EarlyZ.ON, small);
        grid.set(WIDTH, HEIGHT, 32, TileSet.of(32, (column, row) -> column > 0));
        for (int phase = 0; phase < 2; phase++) {
            binner.beginPhase(grid);
            lists.clear(grid.count());
            binner.begin();
            for (int time = 1; time <= 2; time++) {
                binner.bin(grid, lists, chunk, 0, 0, 1);
                assertThat(binner.entries()).isZero();
                assertThat(binner.forNothing()).isOne();
                assertThat(binner.forNothing(0)).isEqualTo(time);
            }
        }
        float[] square = {-1, -1, 0.5f, 1, 3, -1, 0.5f, 1, -1, 3, 0.5f, 1};
        var hidden = setUp(EarlyZ.ON, square);
        var structure = new HierarchicalZ();
        structure.reset(WIDTH, HEIGHT, false, 0.25f, FinestLevel.LAYERS);
        binner.begin(structure, Binner.Tested.SPANNING);
        binner.bin(grid, lists, hidden, 0, 0, 1);
        assertThat(binner.entries()).isZero();
        assertThat(binner.hidden()).isEqualTo(grid.count() / grid.columns() * (grid.columns() - 1));
        assertThat(binner.forNothing()).isZero();
    }

    /** Only the part of a tile is asked about that a triangle's bounds reach. */
    @Test
    void asksAboutAsMuchOfATileAsATriangleTouches() {
        float left = 2f * 41 / WIDTH - 1;
        float right = 2f * 100 / WIDTH - 1;
        float top = 1 - 2f * 5 / HEIGHT;
        float bottom = 1 - 2f * 60 / HEIGHT;
        float[] part = {left, top, 0.5f, 1, left, bottom, 0.5f, 1, right, top, 0.5f, 1};
        var chunk = setUp(EarlyZ.ON, part);
        var structure = new HierarchicalZ();
        structure.reset(WIDTH, HEIGHT, false, 1, FinestLevel.LAYERS);
        for (int y = 4; y < 64; y += 4) {
            for (int x = 40; x < 104; x += 4) {
                structure.enter(x, y, 0.25f, new HizCounts());
            }
        }
        grid.set(WIDTH, HEIGHT, 32, TileSet.ALL);
        lists.clear(grid.count());
        binner.begin(structure, Binner.Tested.SPANNING);
        binner.bin(grid, lists, chunk, 0, 0, 1);
        assertThat(binner.entries()).isZero();
        assertThat(binner.hidden()).isPositive();
    }

    /** What takes no part in early Z is on the list of each tile that it touches, unasked. */
    @Test
    void asksNothingForDrawCallsThatAreNotTested() {
        float[] square = {-1, -1, 0.5f, 1, 3, -1, 0.5f, 1, -1, 3, 0.5f, 1};
        var chunk = setUp(EarlyZ.OFF, square);
        assertThat(chunk.draw().testable()).isFalse();
        var structure = new HierarchicalZ();
        structure.reset(WIDTH, HEIGHT, false, 0.25f, FinestLevel.LAYERS);
        grid.set(WIDTH, HEIGHT, 32, TileSet.ALL);
        for (boolean each : new boolean[] {false, true}) {
            lists.clear(grid.count());
            binner.begin(structure, each ? Binner.Tested.ALL : Binner.Tested.SPANNING);
            binner.bin(grid, lists, chunk, 0, 0, 1);
            assertThat(binner.entries()).isEqualTo(grid.count());
            assertThat(binner.hidden()).isZero();
            assertThat(takeQueries(binner)).isZero();
        }
    }

    /** A triangle of one tile was tested as a whole before, unless nobody did. */
    @Test
    void asksForTrianglesOfOneTileIfTold() {
        float[] small = {-1, 1, 0.5f, 1, -1, 0.9f, 0.5f, 1, -0.9f, 1, 0.5f, 1};
        var chunk = setUp(EarlyZ.ON, small);
        var structure = new HierarchicalZ();
        structure.reset(WIDTH, HEIGHT, false, 0.25f, FinestLevel.LAYERS);
        grid.set(WIDTH, HEIGHT, 64, TileSet.ALL);
        for (boolean each : new boolean[] {false, true}) {
            lists.clear(grid.count());
            binner.begin(structure, each ? Binner.Tested.ALL : Binner.Tested.SPANNING);
            binner.bin(grid, lists, chunk, 0, 0, 1);
            assertThat(lists.isEmpty(0)).isEqualTo(each);
            assertThat(takeQueries(binner)).isEqualTo(each ? 1 : 0);
            assertThat(binner.hidden()).isEqualTo(each ? 1 : 0);
        }
    }

    private static long takeQueries(Binner binner) {
        var counts = new Counts();
        binner.asked().addTo(counts);
        return counts.get(Counter.HIZ_READS);
    }
}
