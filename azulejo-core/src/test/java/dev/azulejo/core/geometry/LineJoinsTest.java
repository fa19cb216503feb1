package dev.azulejo.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.Topology;
import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.kernel.WindowTransform;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Sectors in fixed point: straight sides are those of the lines, the rest is on the circle. */
class LineJoinsTest {
    private static final int SIDE = 64;
    private static final int X = 8000;
    private static final int Y = 7000;

    private final Counts counts = new Counts();
    private final GeometryArena arena = new GeometryArena();
    private final KernelSet kernels = KernelSet.of(Kernels.SCALAR);
    private final PrimitiveSetup primitives =
            new PrimitiveSetup(64, 64, 64, arena, kernels, counts);
    private final LineJoins joins =
            new LineJoins(
                    primitives,
                    new CutPrimitive(
                            primitives.vertices,
                            primitives.used,
                            kernels.windowTransform(),
                            counts),
                    counts);
    private final ChunkOutput chunk = new ChunkOutput();

    private void begin(float width) {
        var pipeline =
                Fixture.pipeline()
                        .topology(Topology.LINE_JOIN_LIST)
                        .sizes(1, width)
                        .cullMode(CullMode.BACK)
                        .build();
        chunk.begin(
                Fixture.draw(Fixture.target(SIDE, SIDE, 4), pipeline, new float[12], new float[12])
                        .chunk(0));
        arena.clear();
        arena.beginRecords(chunk, 1);
        primitives.used.forget();
        primitives.setup.begin(chunk.draw, chunk);
        primitives.begin(Survivors.Bits.EACH);
    }

    private void set(int slot, int x, int y) {
        var v = primitives.vertices;
        v.x[slot] = x;
        v.y[slot] = y;
        v.z[slot] = 0.125f * (slot + 1);
        v.code[slot] = 0;
        primitives.corner[slot] = slot;
    }

    /** A corner: from where to the middle, from the middle to where. */
    private void join(float width, double ax, double ay, double cx, double cy) {
        begin(width);
        set(0, (int) Math.round(X + ax), (int) Math.round(Y + ay));
        set(1, X, Y);
        set(2, (int) Math.round(X + cx), (int) Math.round(Y + cy));
        joins.add(chunk, 0, 1);
    }

    private int field(int triangle, int field) {
        return chunk.records[chunk.recordAt(triangle) + field];
    }

    /** Corners that are not the middle, each once. */
    private List<List<Integer>> around() {
        var all = new ArrayList<List<Integer>>();
        for (int t = 0; t < chunk.triangles; t++) {
            for (int k = 0; k < 3; k++) {
                var corner =
                        List.of(
                                field(t, TrianglePlanes.X0 + 2 * k) - X,
                                field(t, TrianglePlanes.Y0 + 2 * k) - Y);
                if (!corner.equals(List.of(0, 0)) && !all.contains(corner)) {
                    all.add(corner);
                }
                assertThat(field(t, TrianglePlanes.V0 + k)).isOne();
            }
            assertThat(Float.intBitsToFloat(field(t, TrianglePlanes.Z_MIN))).isEqualTo(0.25f);
            assertThat(Float.intBitsToFloat(field(t, TrianglePlanes.Z_MAX))).isEqualTo(0.25f);
        }
        return all;
    }

    /** Twice what the triangles have together. */
    private long area() {
        long area = 0;
        for (int t = 0; t < chunk.triangles; t++) {
            int x0 = field(t, TrianglePlanes.X0);
            int y0 = field(t, TrianglePlanes.Y0);
            area +=
                    (long) (field(t, TrianglePlanes.X1) - x0) * (field(t, TrianglePlanes.Y2) - y0)
                            - (long) (field(t, TrianglePlanes.X2) - x0)
                                    * (field(t, TrianglePlanes.Y1) - y0);
        }
        return area;
    }

    /**
     * By hand: right, then down, 8 pixels wide. The upper right quarter of a disc of 4 pixels: from
     * above the middle to the right of it, in eight triangles: with one the chord would be 1.17
     * pixels from the circle, with two 0.30, with four 0.077, with eight it is 0.019.
     */
    @Test
    void aRightAngleIsAQuarterOfADisc() {
        join(8, -3000, 0, 0, 3000);
        assertThat(chunk.triangles).isEqualTo(8);
        var around = around();
        assertThat(around).hasSize(9).contains(List.of(0, -1024), List.of(1024, 0));
        assertThat(around).contains(List.of(724, -724));
        for (var corner : around) {
            assertThat(corner.get(0)).isNotNegative();
            assertThat(corner.get(1)).isNotPositive();
            assertThat(Math.hypot(corner.get(0), corner.get(1))).isCloseTo(1024, within(0.8));
        }
        // Up, then left: the same quarter
        join(8, 0, 3000, -3000, 0);
        assertThat(around()).containsExactlyInAnyOrderElementsOf(around);
    }

    /** Any angle and width: a sector's area, on the outer side, and sides that are the lines'. */
    @Test
    void sectorsHaveTheirAngleAndTheirSides() {
        for (float width : new float[] {1.5f, 3, 8, 20, 64}) {
            for (int degrees = -180; degrees <= 180; degrees += 5) {
                for (int from = 0; from < 360; from += 36) {
                    double first = Math.toRadians(from);
                    double turn = Math.toRadians(degrees);
                    join(
                            width,
                            -4000 * Math.cos(first),
                            -4000 * Math.sin(first),
                            4000 * Math.cos(first + turn),
                            4000 * Math.sin(first + turn));
                    double radius = 128.0 * width;
                    double sector = radius * radius * Math.abs(turn);
                    int triangles = chunk.draw.joinTriangles(Math.cos(turn));
                    double lost = 2 * radius * Math.abs(turn) * 16 + 3 * radius * (triangles + 1);
                    if (triangles == chunk.triangles) {
                        assertThat((double) area())
                                .as("%s wide, %d from %d", width, degrees, from)
                                .isCloseTo(sector, within(lost));
                        // Ahead of one and behind the other
                        for (var corner : around()) {
                            double x = corner.get(0);
                            double y = corner.get(1);
                            double room = 2 + radius / 1000;
                            assertThat(x * Math.cos(first) + y * Math.sin(first))
                                    .isGreaterThan(-room);
                            assertThat(x * Math.cos(first + turn) + y * Math.sin(first + turn))
                                    .isLessThan(room);
                        }
                    } else {
                        // Slivers between samples
                        assertThat(chunk.triangles).isLessThan(triangles);
                        assertThat(area() <= sector + lost).isTrue();
                    }
                    if (degrees == 0) {
                        assertThat(chunk.triangles).isZero();
                    }
                }
            }
        }
    }

    /** Lines that go on as they were leave nothing out; one that turns back, half of a disc. */
    @Test
    void straightOnIsNothingAndTurningBackIsHalf() {
        join(20, -3000, 1000, 3000, -1000);
        assertThat(chunk.triangles).isZero();
        assertThat(counts.get(Counter.PRIMITIVES_NO_SAMPLE)).isOne();
        join(20, -3000, 0, -1000, 0);
        assertThat(chunk.triangles).isEqualTo(16);
        assertThat(around()).contains(List.of(0, 2560), List.of(0, -2560), List.of(2560, 0));
        assertThat(area()).isBetween((long) (0.99 * Math.PI * 2560 * 2560), 20_600_000L);
    }

    /**
     * A line that runs along the view has no length in the window: the other gets a round end. With
     * the same at the other end of that line, the disc is whole.
     */
    @Test
    void beforeAndBehindALineAlongTheViewAreRoundEnds() {
        join(20, -3000, 0, 0, 0);
        assertThat(around()).contains(List.of(2560, 0)).doesNotContain(List.of(-2560, 0));
        assertThat(chunk.triangles).isEqualTo(16);
        join(20, 0, 0, 3000, 0);
        assertThat(around()).contains(List.of(-2560, 0)).doesNotContain(List.of(2560, 0));
        assertThat(chunk.triangles).isEqualTo(16);
        join(20, 0, 0, 0, 0);
        assertThat(chunk.triangles).isZero();
    }

    @Test
    void countsJoinsThatAreDropped() {
        begin(8);
        for (int p = 0; p < 6; p++) {
            set(3 * p, 2048, 4096);
            set(3 * p + 1, 6000, 4096);
            set(3 * p + 2, 6000, 8000);
        }
        int[] code = primitives.vertices.code;
        code[2] = WindowTransform.NOT_FINITE;
        // The middle is cut off
        code[4] = WindowTransform.CLIP | WindowTransform.NEAR;
        // Neither line is drawn, though no plane has all three vertices beyond it
        code[6] = WindowTransform.LEFT;
        code[7] = WindowTransform.LEFT | WindowTransform.TOP;
        code[8] = WindowTransform.TOP;
        // One of them is
        code[9] = WindowTransform.LEFT;
        code[10] = WindowTransform.LEFT;
        // Straight on, and beside the target
        set(14, 9000, 4096);
        set(16, 6000, 90 * 256);
        joins.add(chunk, 0, 6);
        assertThat(chunk.triangles).isEqualTo(8);
        assertThat(counts.get(Counter.PRIMITIVES_NOT_FINITE)).isOne();
        assertThat(counts.get(Counter.PRIMITIVES_OUTSIDE)).isEqualTo(2);
        assertThat(counts.get(Counter.PRIMITIVES_NO_SAMPLE)).isEqualTo(2);
        assertThat(counts.get(Counter.PRIMITIVES_CLIPPED)).isZero();
        assertThat(primitives.survivors.words[0]).isEqualTo(0b1000);
        assertThat(primitives.survivors.trianglesEnd[3]).isEqualTo(8);
        primitives.used.find(chunk);
        assertThat(primitives.used.count()).isOne();
        assertThat(primitives.used.slot(0)).isEqualTo(10);
    }

    /**
     * Of a line from behind the near plane counts what is seen of it: here it comes from above,
     * though its first end projects to below. No vertex is left over.
     */
    @Test
    void linesThatAreCutComeFromWhereTheyAreSeen() {
        begin(8);
        var v = primitives.vertices;
        float[][] clip = {{0, 3, -1, -1}, {0, 0, 0.25f, 1}, {1, 0, 0.25f, 1}};
        for (int i = 0; i < 3; i++) {
            v.clipX[i] = clip[i][0];
            v.clipY[i] = clip[i][1];
            v.clipZ[i] = clip[i][2];
            v.clipW[i] = clip[i][3];
            primitives.corner[i] = i;
        }
        primitives.transform(chunk.draw, 0, 3);
        int middle = SIDE / 2 * 256;
        primitives.add(chunk, 3, 0, 1);
        assertThat(counts.get(Counter.PRIMITIVES_CLIPPED)).isOne();
        assertThat(chunk.triangles).isEqualTo(8);
        // The line from above, cut where w is still positive, then to the right: outer is lower
        // left
        for (var corner : around()) {
            assertThat(corner.get(0) + X - middle).isNotPositive();
            assertThat(corner.get(1) + Y - middle).isNotNegative();
        }
        assertThat(primitives.used.cutCount()).isZero();
    }

    /** So many triangles that their sides are near the circle, and never more than fit a chunk. */
    @Test
    void trianglesFollowTheWidthAndTheAngle() {
        int last = 0;
        for (float width = 1 / 256f; width <= 64; width *= 1.02f) {
            begin(width);
            for (int degrees = 0; degrees <= 180; degrees++) {
                double angle = Math.toRadians(degrees);
                int triangles = chunk.draw.joinTriangles(Math.cos(angle));
                assertThat(width / 2 * (1 - Math.cos(angle / triangles / 2)))
                        .isLessThanOrEqualTo(1 / 16.0 + 1e-9);
                assertThat(triangles).isBetween(1, chunk.draw.joinTriangles(-1));
            }
            int most = chunk.draw.joinTriangles(-1);
            assertThat(most).isBetween(Math.max(1, last), DrawState.MOST_JOIN_TRIANGLES);
            assertThat(ChunkWork.mostPrimitives(chunk.draw) * most)
                    .isLessThanOrEqualTo(1 << ChunkWork.LOCAL_BITS);
            last = most;
        }
        begin(64);
        assertThat(chunk.draw.joinTriangles(-1)).isEqualTo(32);
        assertThat(ChunkWork.mostPrimitives(chunk.draw)).isEqualTo(256);
    }
}
