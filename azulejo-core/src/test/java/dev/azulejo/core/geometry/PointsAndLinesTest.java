package dev.azulejo.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.FrontFace;
import dev.azulejo.core.command.PointShape;
import dev.azulejo.core.command.Topology;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.kernel.WindowTransform;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

/**
 * The squares and rectangles of Vulkan 1.3, "Basic Point Rasterization" and "Basic Line Segment
 * Rasterization", in fixed point.
 */
class PointsAndLinesTest {
    private static final int SIDE = 64;

    private final Counts counts = new Counts();
    private final GeometryArena arena = new GeometryArena();
    private final KernelSet kernels = KernelSet.of(Kernels.SCALAR);
    private final PrimitiveSetup primitives =
            new PrimitiveSetup(64, 64, 64, arena, kernels, counts);
    private final PointsAndLines shapes =
            new PointsAndLines(
                    primitives,
                    new CutPrimitive(
                            primitives.vertices,
                            primitives.used,
                            kernels.windowTransform(),
                            counts),
                    counts);
    private final ChunkOutput chunk = new ChunkOutput();

    private PointShape shape = PointShape.SQUARE;

    private void begin(Topology topology, float size, CullMode cull, FrontFace front) {
        var pipeline =
                Fixture.pipeline()
                        .topology(topology)
                        .pointShape(shape)
                        .sizes(size, topology == Topology.POINT_LIST ? 1 : size)
                        .cullMode(cull)
                        .frontFace(front)
                        .build();
        chunk.begin(
                Fixture.draw(Fixture.target(SIDE, SIDE, 4), pipeline, new float[8], new float[8])
                        .chunk(0));
        arena.clear();
        arena.beginRecords(chunk, 1);
        primitives.used.forget();
        primitives.setup.begin(chunk.draw, chunk);
    }

    private void point(float size) {
        begin(Topology.POINT_LIST, size, CullMode.NONE, FrontFace.COUNTER_CLOCKWISE);
    }

    private void line(float width) {
        begin(Topology.LINE_LIST, width, CullMode.NONE, FrontFace.COUNTER_CLOCKWISE);
    }

    private void set(int slot, int x, int y, float z) {
        var v = primitives.vertices;
        v.x[slot] = x;
        v.y[slot] = y;
        v.z[slot] = z;
        v.code[slot] = 0;
        primitives.corner[slot] = slot;
    }

    private int field(int triangle, int field) {
        return chunk.records[chunk.recordAt(triangle) + field];
    }

    private float number(int triangle, int field) {
        return Float.intBitsToFloat(field(triangle, field));
    }

    private int[][] corners(int triangle) {
        int at = chunk.recordAt(triangle);
        int[] r = chunk.records;
        return new int[][] {
            {r[at], r[at + 1], r[at + 9]},
            {r[at + 2], r[at + 3], r[at + 10]},
            {r[at + 4], r[at + 5], r[at + 11]}
        };
    }

    private static long area(int[]... p) {
        return (long) (p[1][0] - p[0][0]) * (p[2][1] - p[0][1])
                - (long) (p[2][0] - p[0][0]) * (p[1][1] - p[0][1]);
    }

    /**
     * Whether two records are the two halves of a quadrilateral that goes around these corners (x,
     * y, name): its corners, all on one side each of the common diagonal, in either direction.
     */
    private void assertQuad(int first, int[]... around) {
        int[][] a = corners(first);
        int[][] b = corners(first + 1);
        for (int[] corner : around) {
            assertThat(holds(a, corner) || holds(b, corner))
                    .as("corner %s", Arrays.toString(corner))
                    .isTrue();
        }
        for (int[][] half : new int[][][] {a, b}) {
            assertThat(area(half)).isPositive();
            for (int[] corner : half) {
                assertThat(holds(around, corner)).isTrue();
            }
        }
        // Halves do not overlap and leave nothing out: their areas make up the whole.
        long whole =
                Math.abs(area(around[0], around[1], around[2]))
                        + Math.abs(area(around[0], around[2], around[3]));
        assertThat(area(a) + area(b)).isEqualTo(whole);
        // What they share is a diagonal: each lies on its own side of it.
        int[][] shared =
                Arrays.stream(around).filter(p -> holds(a, p) && holds(b, p)).toArray(int[][]::new);
        assertThat(shared.length).isEqualTo(2);
        boolean even = Arrays.equals(shared[0], around[0]);
        assertThat(shared[0]).isEqualTo(around[even ? 0 : 1]);
        assertThat(shared[1]).isEqualTo(around[even ? 2 : 3]);
    }

    private static boolean holds(int[][] corners, int[] corner) {
        return Arrays.stream(corners).anyMatch(c -> Arrays.equals(c, corner));
    }

    /** A square of the point's size with the point in its middle. */
    @Test
    void aPointIsASquareAroundIt() {
        float[] sizes = {1, 2, 2.5f, 3, 7.25f, 1 / 8f, 40, 1024};
        for (float size : sizes) {
            point(size);
            int half = (int) (128 * size);
            set(3, 1300, 1711, 0.625f);
            primitives.corner[0] = 3;
            shapes.points(chunk, 0, 1);
            assertThat(chunk.triangles).isEqualTo(2);
            assertQuad(
                    0,
                    new int[] {1300 - half, 1711 - half, 3},
                    new int[] {1300 + half, 1711 - half, 3},
                    new int[] {1300 + half, 1711 + half, 3},
                    new int[] {1300 - half, 1711 + half, 3});
            for (int t = 0; t < 2; t++) {
                assertThat(number(t, TrianglePlanes.DZDX)).isZero();
                assertThat(number(t, TrianglePlanes.DZDY)).isZero();
                assertThat(number(t, TrianglePlanes.Z0)).isEqualTo(0.625f);
            }
            primitives.used.find(chunk);
            assertThat(primitives.used.count()).isOne();
            assertThat(primitives.used.slot(0)).isEqualTo(3);
        }
    }

    /** Sizes that are no whole number of units are rounded: still a square, as near as can be. */
    @Test
    void sizesAreRoundedToFixedPoint() {
        var random = new Random(11);
        for (int round = 0; round < 500; round++) {
            float size = 1 / 256f + random.nextFloat() * 20;
            point(size);
            set(0, 5000, 6000, 0);
            shapes.points(chunk, 0, 1);
            int left = Integer.MAX_VALUE;
            int right = Integer.MIN_VALUE;
            int top = Integer.MAX_VALUE;
            int bottom = Integer.MIN_VALUE;
            for (int t = 0; t < 2; t++) {
                for (int[] c : corners(t)) {
                    left = Math.min(left, c[0]);
                    right = Math.max(right, c[0]);
                    top = Math.min(top, c[1]);
                    bottom = Math.max(bottom, c[1]);
                }
            }
            assertThat(right - left).isEqualTo(bottom - top);
            assertThat((double) (right - left)).isCloseTo(256.0 * size, within(0.5001));
            assertThat((left + right) / 2.0).isCloseTo(5000, within(0.5));
            assertThat((top + bottom) / 2.0).isCloseTo(6000, within(0.5));
        }
    }

    /**
     * A disc is a polygon of the circle's area, the same on all four sides: what its triangles have
     * together, in half sub-pixels squared, but for what rounding moves corners.
     */
    @Test
    void aDiscHasTheAreaOfTheCircle() {
        shape = PointShape.DISC;
        for (float size : new float[] {1.5f, 3, 4, 9.5f, 30, 60}) {
            point(size);
            int corners = PointShape.DISC.corners(size);
            set(0, 8000, 8000, 0.25f);
            shapes.points(chunk, 0, 1);
            long area = 0;
            int left = Integer.MAX_VALUE;
            int right = Integer.MIN_VALUE;
            int top = Integer.MAX_VALUE;
            int bottom = Integer.MIN_VALUE;
            for (int t = 0; t < chunk.triangles; t++) {
                int[][] c = corners(t);
                area += area(c);
                assertThat(area(c)).isPositive();
                for (int[] corner : c) {
                    left = Math.min(left, corner[0]);
                    right = Math.max(right, corner[0]);
                    top = Math.min(top, corner[1]);
                    bottom = Math.max(bottom, corner[1]);
                    assertThat(corner[2]).isZero();
                }
            }
            // None lies between samples, and none beyond the target's sides
            assertThat(chunk.triangles).as("size %s", size).isEqualTo(corners - 2);
            double radius = 128.0 * size;
            assertThat(area / 2.0)
                    .isCloseTo(Math.PI * radius * radius, within(2 * Math.PI * radius));
            assertThat(right - 8000).isEqualTo(8000 - left);
            assertThat(bottom - 8000).isEqualTo(8000 - top);
            assertThat(right - left).isEqualTo(bottom - top);
        }
    }

    /** Vulkan 1.3, "Points" and "Lines": they face front, and nothing culls them by facing. */
    @Test
    void nothingCullsThemByFacing() {
        for (var cull : CullMode.values()) {
            for (var front : FrontFace.values()) {
                begin(Topology.POINT_LIST, 4, cull, front);
                set(0, 2048, 2048, 0);
                shapes.points(chunk, 0, 1);
                assertThat(chunk.triangles).isEqualTo(2);
                begin(Topology.LINE_LIST, 4, cull, front);
                set(0, 2048, 2048, 0);
                set(1, 4096, 2100, 0);
                shapes.lines(chunk, 0, 1);
                assertThat(chunk.triangles).isEqualTo(2);
                assertThat(field(0, TrianglePlanes.COLUMNS)).isNotNegative();
                assertThat(field(1, TrianglePlanes.COLUMNS)).isNotNegative();
            }
        }
    }

    @Test
    void countsPointsThatAreDropped() {
        point(2);
        set(0, 2048, 2048, 0);
        set(1, 2048, 2048, 0);
        set(2, 2048, 2048, 0);
        set(3, -4096, 2048, 0);
        set(4, 2048, 2048, 0);
        primitives.vertices.code[0] = WindowTransform.NOT_FINITE | WindowTransform.LEFT;
        primitives.vertices.code[1] = WindowTransform.LEFT;
        primitives.vertices.code[2] = WindowTransform.CLIP;
        shapes.points(chunk, 0, 5);
        assertThat(chunk.triangles).isEqualTo(2);
        assertThat(counts.get(Counter.PRIMITIVES_NOT_FINITE)).isOne();
        assertThat(counts.get(Counter.PRIMITIVES_OUTSIDE)).isEqualTo(2);
        assertThat(counts.get(Counter.PRIMITIVES_NO_SAMPLE)).isOne();
        primitives.used.find(chunk);
        assertThat(primitives.used.count()).isOne();
        assertThat(primitives.used.slot(0)).isEqualTo(4);
    }

    /** The ends, moved by half the width along the normal, both ways: a 3-4-5 triangle is exact. */
    @Test
    void aLineIsTheRectangleAroundIt() {
        int[][] directions = {{3, 4}, {-4, 3}, {-3, -4}, {4, -3}, {5, 0}, {0, 5}, {-5, 0}, {0, -5}};
        for (int[] d : directions) {
            for (int width = 1; width <= 64; width *= 2) {
                // Half the width is 128 units a pixel; 125 of them make 25 of the direction.
                line(width * 125 / 128f);
                int x1 = 8000 + 200 * d[0];
                int y1 = 7000 + 200 * d[1];
                set(0, 8000, 7000, 0.25f);
                set(1, x1, y1, 0.5f);
                shapes.lines(chunk, 0, 1);
                int nx = -25 * width * d[1];
                int ny = 25 * width * d[0];
                assertThat(chunk.triangles).isEqualTo(2);
                assertQuad(
                        0,
                        new int[] {8000 - nx, 7000 - ny, 0},
                        new int[] {x1 - nx, y1 - ny, 1},
                        new int[] {x1 + nx, y1 + ny, 1},
                        new int[] {8000 + nx, 7000 + ny, 0});
                assertDepthRunsAlong(d, 0.25 / (200 * 5));
            }
        }
    }

    /** Depth rises along the line by so much a unit of length, and not at all across. */
    private void assertDepthRunsAlong(int[] direction, double slope) {
        for (int t = 0; t < 2; t++) {
            double along = slope * Math.ulp(1f);
            assertThat((double) number(t, TrianglePlanes.DZDX))
                    .isCloseTo(slope * direction[0] / 5, within(along));
            assertThat((double) number(t, TrianglePlanes.DZDY))
                    .isCloseTo(slope * direction[1] / 5, within(along));
            assertThat(number(t, TrianglePlanes.Z_MIN)).isEqualTo(0.25f);
            assertThat(number(t, TrianglePlanes.Z_MAX)).isEqualTo(0.5f);
        }
    }

    /**
     * Any line: corners are the ends moved by the normal, each component rounded to the nearest.
     */
    @Test
    void normalsAreRoundedToFixedPoint() {
        var random = new Random(5);
        for (int round = 0; round < 2000; round++) {
            float width = 0.5f + random.nextFloat() * 8;
            line(width);
            int x = 4000 + random.nextInt(4000);
            int y = 4000 + random.nextInt(4000);
            int dx = random.nextInt(-3000, 3000);
            int dy = random.nextInt(-3000, 3000);
            if (dx == 0 && dy == 0) {
                continue;
            }
            set(0, x, y, 0);
            set(1, x + dx, y + dy, 0);
            shapes.lines(chunk, 0, 1);
            double half = 128.0 * width / Math.hypot(dx, dy);
            int nx = (int) Math.round(-dy * half);
            int ny = (int) Math.round(dx * half);
            assertQuad(
                    0,
                    new int[] {x - nx, y - ny, 0},
                    new int[] {x + dx - nx, y + dy - ny, 1},
                    new int[] {x + dx + nx, y + dy + ny, 1},
                    new int[] {x + nx, y + ny, 0});
        }
    }

    @Test
    void countsLinesThatAreDropped() {
        line(2);
        for (int i = 0; i < 10; i++) {
            set(i, 2048 + 100 * i, 2048, 0);
        }
        int[] code = primitives.vertices.code;
        code[1] = WindowTransform.NOT_FINITE;
        code[2] = WindowTransform.LEFT | WindowTransform.TOP;
        code[3] = WindowTransform.LEFT;
        // Outside one plane each, but not the same: a corner may still cross the target.
        code[4] = WindowTransform.LEFT;
        code[5] = WindowTransform.TOP;
        // No length
        set(7, 2648, 2048, 0);
        // Below the target
        set(8, 2048, 90 * 256, 0);
        set(9, 4096, 90 * 256, 0);
        shapes.lines(chunk, 0, 5);
        assertThat(chunk.triangles).isEqualTo(2);
        assertThat(counts.get(Counter.PRIMITIVES_NOT_FINITE)).isOne();
        assertThat(counts.get(Counter.PRIMITIVES_OUTSIDE)).isOne();
        assertThat(counts.get(Counter.PRIMITIVES_NO_SAMPLE)).isEqualTo(2);
        assertThat(counts.get(Counter.PRIMITIVES_CLIPPED)).isZero();
        primitives.used.find(chunk);
        assertThat(primitives.used.count()).isEqualTo(2);
        assertThat(primitives.used.slot(0)).isEqualTo(4);
        assertThat(primitives.used.slot(1)).isEqualTo(5);
    }

    /** A line from behind the near plane is drawn from the plane on. */
    @Test
    void cutsLinesAtTheNearPlane() {
        line(2);
        var v = primitives.vertices;
        float[][] clip = {{-1, 0, -0.5f, 1}, {1, 0, 0.5f, 1}, {-1, 0, -0.5f, 1}, {1, 0, -0.25f, 1}};
        for (int i = 0; i < 4; i++) {
            v.clipX[i] = clip[i][0];
            v.clipY[i] = clip[i][1];
            v.clipZ[i] = clip[i][2];
            v.clipW[i] = clip[i][3];
            primitives.corner[i] = i;
        }
        primitives.transform(chunk.draw, 0, 4);
        shapes.lines(chunk, 0, 2);
        // Half of the first is left: from the middle of the target, at depth 0, to its right edge.
        assertThat(counts.get(Counter.PRIMITIVES_CLIPPED)).isOne();
        assertThat(counts.get(Counter.PRIMITIVES_OUTSIDE)).isOne();
        assertThat(chunk.triangles).isEqualTo(2);
        int middle = SIDE / 2 * 256;
        assertQuad(
                0,
                new int[] {middle, middle - 256, ~0},
                new int[] {2 * middle, middle - 256, ~1},
                new int[] {2 * middle, middle + 256, ~1},
                new int[] {middle, middle + 256, ~0});
        assertThat(number(0, TrianglePlanes.Z_MIN)).isZero();
        assertThat(number(0, TrianglePlanes.Z_MAX)).isEqualTo(0.5f);
        primitives.used.find(chunk);
        assertThat(primitives.used.count()).isEqualTo(2);
        assertThat(primitives.used.cutCount()).isEqualTo(2);
    }

    /** Which primitives have left triangles, numbered from the first that was set up. */
    @Test
    void survivorsAreMarked() {
        point(2);
        for (int slot = 0; slot < 5; slot++) {
            set(slot, 2000 + 1000 * slot, 2048, 0.5f);
        }
        primitives.vertices.code[3] = WindowTransform.NOT_FINITE;
        primitives.begin(Survivors.Bits.EACH);
        shapes.points(chunk, 2, 5);
        assertThat(primitives.survivors.words[0]).isEqualTo(0b101);
        assertThat(primitives.survivors.trianglesEnd[0]).isEqualTo(2);
        assertThat(primitives.survivors.trianglesEnd[2]).isEqualTo(4);
        line(2);
        for (int slot = 0; slot < 6; slot++) {
            set(slot, 2000 + 1000 * slot, 2048, 0.5f);
        }
        primitives.vertices.code[2] = WindowTransform.LEFT;
        primitives.vertices.code[3] = WindowTransform.LEFT;
        primitives.begin(Survivors.Bits.EACH);
        shapes.lines(chunk, 0, 3);
        assertThat(primitives.survivors.words[0]).isEqualTo(0b101);
        assertThat(primitives.survivors.trianglesEnd[2]).isEqualTo(4);
    }
}
