package dev.azulejo.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.FrontFace;
import dev.azulejo.core.command.Scissor;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.ScalarSetupKernels;
import dev.azulejo.core.kernel.TransformedVertices;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.kernel.vector.VectorOccluderKernels;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.screen.PixelRectangle;
import dev.azulejo.core.visibility.FinestLevel;
import dev.azulejo.core.visibility.HierarchicalZ;
import dev.azulejo.core.visibility.OcclusionTester;
import dev.azulejo.core.visibility.OcclusionUse;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;

/** Triangles in the window, against exact arithmetic and brute force over pixels. */
class TriangleSetupTest {
    private static final int WIDTH = 40;
    private static final int HEIGHT = 24;

    private final GeometryArena arena = new GeometryArena();
    private final TriangleSetup setup = new TriangleSetup(arena, new ScalarSetupKernels());
    private final TransformedVertices v = new TransformedVertices(16);
    private final ChunkOutput chunk = new ChunkOutput();
    private final Random random = new Random(11);

    private static Phase phase(CullMode cull, FrontFace front, int samples, Scissor scissor) {
        return Fixture.phase(
                Fixture.target(WIDTH, HEIGHT, samples),
                EarlyZ.OFF,
                c -> {
                    c.setPipeline(Fixture.pipeline().cullMode(cull).frontFace(front).build());
                    c.setVertexBuffer(0, new VertexBuffer(0))
                            .setVertexBuffer(1, new VertexBuffer(0));
                    if (scissor != null) {
                        c.setScissor(scissor);
                    }
                    c.draw(0, 3, 0, 1);
                });
    }

    private void begin(CullMode cull, FrontFace front, int samples, Scissor scissor) {
        chunk.begin(phase(cull, front, samples, scissor).chunk(0));
        arena.clear();
        arena.beginRecords(chunk, 1);
        setup.begin(chunk.draw, chunk);
    }

    private void begin(int samples) {
        begin(CullMode.NONE, FrontFace.COUNTER_CLOCKWISE, samples, null);
    }

    private void set(int slot, int x, int y, float z) {
        v.x[slot] = x;
        v.y[slot] = y;
        v.z[slot] = z;
    }

    private int field(int triangle, int field) {
        return chunk.records[chunk.recordAt(triangle) + field];
    }

    private float number(int triangle, int field) {
        return Float.intBitsToFloat(field(triangle, field));
    }

    /** The whole record of one triangle, worked out by hand. */
    @Test
    void writesTheRecord() {
        begin(1);
        // z = 1/4 + x/512 - y/256, x and y in pixels; clockwise in the window, as seen.
        set(5, 4 * 256, 2 * 256, 0.25f);
        set(2, 20 * 256, 2 * 256, 0.28125f);
        set(9, 4 * 256, 10 * 256, 0.21875f);
        assertThat(setup.add(v, 5, 2, 9)).isEqualTo(TriangleSetup.KEPT);
        assertThat(chunk.triangles).isOne();
        int[] r = chunk.records;
        int at = chunk.recordsAt;
        assertThat(new int[] {r[at], r[at + 1], r[at + 2], r[at + 3], r[at + 4], r[at + 5]})
                .containsExactly(4 * 256, 2 * 256, 20 * 256, 2 * 256, 4 * 256, 10 * 256);
        assertThat(number(0, TrianglePlanes.Z0)).isEqualTo(0.25f);
        assertThat(number(0, TrianglePlanes.DZDX)).isEqualTo(1f / 512 / 256);
        assertThat(number(0, TrianglePlanes.DZDY)).isEqualTo(-1f / 256 / 256);
        assertThat(number(0, TrianglePlanes.Z_MIN)).isEqualTo(0.21875f);
        assertThat(number(0, TrianglePlanes.Z_MAX)).isEqualTo(0.28125f);
        assertThat(new int[] {r[at + 9], r[at + 10], r[at + 11]}).containsExactly(5, 2, 9);
        // Clockwise, where counter-clockwise faces front.
        assertThat(field(0, TrianglePlanes.COLUMNS))
                .isEqualTo(TrianglePlanes.range(4, 19) | TrianglePlanes.BACK);
        assertThat(field(0, TrianglePlanes.ROWS)).isEqualTo(TrianglePlanes.range(2, 9));
    }

    /** What is set up together is what each is by itself, and stays when the room grows for it. */
    @Test
    void manyAreSetUpAsEachIs() {
        int count = 100;
        int[] corner = new int[3 * count];
        // More than a slab holds
        int[] primitive = new int[50 * count];
        Arrays.setAll(primitive, p -> p % count);
        for (int slot = 0; slot < 16; slot++) {
            set(slot, random.nextInt(WIDTH * 256), random.nextInt(HEIGHT * 256), 0.1f * slot);
        }
        int[][] alone = new int[count][];
        int found = 0;
        while (found < count) {
            int a = random.nextInt(16);
            int b = random.nextInt(16);
            int c = random.nextInt(16);
            begin(4);
            if (setup.add(v, a, b, c) == TriangleSetup.KEPT) {
                int at = chunk.recordsAt;
                alone[found] = Arrays.copyOfRange(chunk.records, at, at + TrianglePlanes.STRIDE);
                System.arraycopy(new int[] {a, b, c}, 0, corner, 3 * found, 3);
                found++;
            }
        }
        begin(4);
        // Another chunk has all room but that for one
        var other = new ChunkOutput();
        arena.beginRecords(other, 1);
        other.triangles = (other.recordsEnd - other.recordsAt) / TrianglePlanes.STRIDE - 1;
        arena.endRecords(other);
        arena.beginRecords(chunk, 1);
        assertThat(setup.add(v, corner[0], corner[1], corner[2])).isEqualTo(TriangleSetup.KEPT);
        setup.addAll(v, corner, primitive, primitive.length);
        assertThat(chunk.triangles).isEqualTo(primitive.length + 1);
        assertThat(chunk.recordsEnd).isGreaterThanOrEqualTo(chunk.recordAt(chunk.triangles));
        for (int i = -1; i < primitive.length; i++) {
            int at = chunk.recordAt(i + 1);
            assertThat(Arrays.copyOfRange(chunk.records, at, at + TrianglePlanes.STRIDE))
                    .isEqualTo(alone[Math.max(i, 0) % count]);
        }
    }

    /** Twice the area as a viewer sees it, y up: positive if counter-clockwise. */
    private int turn(int a, int b, int c) {
        var ux = BigInteger.valueOf(v.x[b]).subtract(BigInteger.valueOf(v.x[a]));
        var uy = BigInteger.valueOf(v.y[a]).subtract(BigInteger.valueOf(v.y[b]));
        var wx = BigInteger.valueOf(v.x[c]).subtract(BigInteger.valueOf(v.x[a]));
        var wy = BigInteger.valueOf(v.y[a]).subtract(BigInteger.valueOf(v.y[c]));
        return ux.multiply(wy).subtract(uy.multiply(wx)).signum();
    }

    /** Vulkan 1.3, "Basic Polygon Rasterization": facing from the sign of the area. */
    @Test
    void dropsWhatFacesTheCulledWay() {
        int[] order = {0, 1, 2, 1, 2, 0, 2, 0, 1, 0, 2, 1, 2, 1, 0, 1, 0, 2};
        for (var cull : CullMode.values()) {
            for (var front : FrontFace.values()) {
                for (int round = 0; round < 40; round++) {
                    begin(cull, front, 4, null);
                    // Around the target, out to the end of the guard band.
                    int reach = 1 << 12 + random.nextInt(11);
                    set(0, random.nextInt(-reach, 0), random.nextInt(-reach, reach), 0);
                    set(1, random.nextInt(reach), random.nextInt(-reach, 0), 0);
                    set(2, random.nextInt(reach), random.nextInt(reach), 0);
                    int o = 3 * random.nextInt(6);
                    check(cull, front, order[o], order[o + 1], order[o + 2]);
                }
            }
        }
    }

    private void check(CullMode cull, FrontFace face, int a, int b, int c) {
        int turn = turn(a, b, c);
        boolean front = face == FrontFace.COUNTER_CLOCKWISE ? turn > 0 : turn < 0;
        boolean drop = cull == CullMode.BACK && !front || cull == CullMode.FRONT && front;
        int result = setup.add(v, a, b, c);
        String where = "%s, %s, %d".formatted(cull, face, turn);
        // Window y points down: the sign of the area is that of the other turn.
        assertThat(setup.culledSign() == -turn).as(where).isEqualTo(turn != 0 && drop);
        if (turn == 0) {
            assertThat(result).as(where).isEqualTo(TriangleSetup.AREA);
        } else if (drop) {
            assertThat(result).as(where).isEqualTo(TriangleSetup.FACE);
        } else if (result == TriangleSetup.KEPT) {
            assertThat(field(0, TrianglePlanes.COLUMNS) < 0).as(where).isEqualTo(!front);
            // Corners keep their names, the first stays, and they turn clockwise as seen.
            int[] name = {field(0, 9), field(0, 10), field(0, 11)};
            assertThat(name).contains(a, b, c).startsWith(a);
            for (int k = 0; k < 3; k++) {
                assertThat(field(0, 2 * k)).isEqualTo(v.x[name[k]]);
                assertThat(field(0, 2 * k + 1)).isEqualTo(v.y[name[k]]);
            }
            assertThat(turn(name[0], name[1], name[2])).as(where).isNegative();
        } else {
            assertThat(result).as(where).isEqualTo(TriangleSetup.SAMPLE);
        }
    }

    @Test
    void dropsWhatHasNoArea() {
        begin(4);
        set(0, 0, 0, 0);
        set(1, 1024, 2048, 0);
        set(2, 2048, 4096, 0);
        assertThat(setup.add(v, 0, 1, 2)).isEqualTo(TriangleSetup.AREA);
        assertThat(setup.add(v, 0, 0, 1)).isEqualTo(TriangleSetup.AREA);
        assertThat(setup.add(v, 1, 1, 1)).isEqualTo(TriangleSetup.AREA);
        // Across the guard band: products of 2^46, and an area of 1 that no float shows.
        int far = 1 << 22;
        set(0, -far, -far, 0);
        set(1, 0, 0, 0);
        set(2, far, far, 0);
        assertThat(setup.add(v, 0, 1, 2)).isEqualTo(TriangleSetup.AREA);
        set(1, far - 1, far - 2, 0);
        assertThat(setup.add(v, 0, 1, 2)).isEqualTo(TriangleSetup.KEPT);
        assertThat(chunk.triangles).isOne();
    }

    /** Bounds hold the pixels whose centre, or of whose square any point, is inside the box. */
    @Test
    void boundsHoldWhatTheBoxTouches() {
        int dropped = 0;
        int cuts = 0;
        for (int round = 0; round < 3000; round++) {
            int samples = new int[] {1, 4, 16}[random.nextInt(3)];
            var scissor = round % 3 == 0 ? new Scissor(5, 3, 20, 11) : null;
            begin(CullMode.NONE, FrontFace.CLOCKWISE, samples, scissor);
            int reach = 1 << 3 + random.nextInt(10);
            int x = random.nextInt(-1024, (WIDTH + 4) * 256);
            int y = random.nextInt(-1024, (HEIGHT + 4) * 256);
            for (int i = 0; i < 3; i++) {
                set(i, x + random.nextInt(reach), y + random.nextInt(reach), 0.5f);
            }
            if (turn(0, 1, 2) == 0) {
                continue;
            }
            int[] columns =
                    touched(v.x, samples, scissor == null ? 0 : 5, scissor == null ? 40 : 25);
            int[] rows = touched(v.y, samples, scissor == null ? 0 : 3, scissor == null ? 24 : 14);
            int result = setup.add(v, 0, 1, 2);
            if (columns[0] > columns[1] || rows[0] > rows[1]) {
                assertThat(result).isEqualTo(TriangleSetup.SAMPLE);
                assertThat(chunk.triangles).isZero();
                dropped++;
                continue;
            }
            assertThat(result).isEqualTo(TriangleSetup.KEPT);
            int packed = field(0, TrianglePlanes.COLUMNS);
            boolean cut = (columns[2] | rows[2]) != 0;
            assertThat((packed & TrianglePlanes.CUT) != 0).isEqualTo(cut);
            cuts += cut ? 1 : 0;
            assertThat(TrianglePlanes.first(packed)).isEqualTo(columns[0]);
            assertThat(TrianglePlanes.last(packed)).isEqualTo(columns[1]);
            assertThat(field(0, TrianglePlanes.ROWS))
                    .isEqualTo(TrianglePlanes.range(rows[0], rows[1]));
        }
        assertThat(dropped).isGreaterThan(100);
        assertThat(cuts).isGreaterThan(100);
    }

    /**
     * Confined to columns 8 to 15 and rows 4 to 11: what lies beyond has no sample; bounds that
     * reach beyond are cut there, and say whether the draw call is clipped as well.
     */
    @ParameterizedTest
    @CsvSource({
        "9, 5, 14, 10, 9, 5, 13, 9, 0",
        "2, 5, 14, 10, 8, 5, 13, 9, CONFINED",
        "9, 1, 30, 10, 9, 4, 15, 9, CONFINED",
        "9, 5, 14, 20, 9, 5, 13, 11, CONFINED",
        "9, -5, 14, 10, 9, 4, 13, 9, CUT",
        "9, 5, 60, 10, 9, 5, 15, 9, CUT",
        "0, 5, 8, 10, -1, 0, 0, 0, 0",
        "16, 5, 20, 10, -1, 0, 0, 0, 0",
        "9, 0, 14, 4, -1, 0, 0, 0, 0",
        "9, 12, 14, 20, -1, 0, 0, 0, 0"
    })
    void confinedBoundsAreCut(
            int left, int top, int right, int bottom, int x0, int y0, int x1, int y1, String flag) {
        setup.confine(new PixelRectangle(8, 4, 15, 11));
        begin(1);
        set(0, 256 * left, 256 * top, 0.5f);
        set(1, 256 * left, 256 * bottom, 0.5f);
        set(2, 256 * right, 256 * top, 0.5f);
        int result = setup.add(v, 0, 1, 2);
        if (x0 < 0) {
            assertThat(result).isEqualTo(TriangleSetup.SAMPLE);
            return;
        }
        assertThat(result).isEqualTo(TriangleSetup.KEPT);
        int flags =
                switch (flag) {
                    case "CUT" -> TrianglePlanes.CUT;
                    case "CONFINED" -> TrianglePlanes.CONFINED;
                    default -> 0;
                };
        assertThat(field(0, TrianglePlanes.COLUMNS))
                .isEqualTo(TrianglePlanes.range(x0, x1) | flags);
        assertThat(field(0, TrianglePlanes.ROWS)).isEqualTo(TrianglePlanes.range(y0, y1));
    }

    /**
     * First and last pixel from..to-1 that the box touches between its first sample and its last,
     * which lie two sixteenths from its edges where there are four, and of sixteen on its left edge
     * and one from its right one; and 1 if it touches others too.
     */
    private static int[] touched(int[] at, int samples, int from, int to) {
        int min = Math.min(at[0], Math.min(at[1], at[2]));
        int max = Math.max(at[0], Math.max(at[1], at[2]));
        int[] found = {Integer.MAX_VALUE, Integer.MIN_VALUE, 0};
        for (int pixel = -20; pixel < 80; pixel++) {
            boolean in = false;
            int first = samples == 1 ? 128 : samples == 4 ? 32 : 0;
            int last = samples == 1 ? 128 : samples == 4 ? 224 : 240;
            for (int p = 256 * pixel + first; p <= 256 * pixel + last; p++) {
                in |= p >= min && p <= max;
            }
            if (in && pixel >= from && pixel < to) {
                found[0] = Math.min(found[0], pixel);
                found[1] = Math.max(found[1], pixel);
            } else if (in) {
                found[2] = 1;
            }
        }
        return found;
    }

    /** Slopes are those of the plane through the corners, rounded once to floats. */
    @Test
    void depthIsThePlaneThroughTheCorners() {
        for (int round = 0; round < 3000; round++) {
            begin(4);
            int reach = 1 << 4 + random.nextInt(18);
            for (int i = 0; i < 3; i++) {
                int x = 5000 + random.nextInt(-reach, reach);
                int y = 3000 + random.nextInt(-reach, reach);
                set(i, x, y, random.nextFloat() * (float) Math.scalb(1.0, -random.nextInt(20)));
            }
            if (setup.add(v, 0, 1, 2) != TriangleSetup.KEPT) {
                continue;
            }
            long ux = v.x[1] - v.x[0];
            long uy = v.y[1] - v.y[0];
            long wx = v.x[2] - v.x[0];
            long wy = v.y[2] - v.y[0];
            var z0 = new BigDecimal(v.z[0]);
            var du = new BigDecimal(v.z[1]).subtract(z0);
            var dw = new BigDecimal(v.z[2]).subtract(z0);
            long area = ux * wy - wx * uy;
            // Cramer's rule for du = ux a + uy b, dw = wx a + wy b.
            assertSlope(number(0, TrianglePlanes.DZDX), du, wy, dw, uy, area);
            assertSlope(number(0, TrianglePlanes.DZDY), dw, ux, du, wx, area);
            assertThat(number(0, TrianglePlanes.Z0)).isEqualTo(v.z[0]);
            assertThat(number(0, TrianglePlanes.Z_MIN))
                    .isEqualTo(Math.min(v.z[0], Math.min(v.z[1], v.z[2])));
            assertThat(number(0, TrianglePlanes.Z_MAX))
                    .isEqualTo(Math.max(v.z[0], Math.max(v.z[1], v.z[2])));
        }
    }

    /** Whether a slope is (p * q - r * s) / area, up to half a float's last place. */
    private static void assertSlope(
            float slope, BigDecimal p, long q, BigDecimal r, long s, long area) {
        var first = p.multiply(BigDecimal.valueOf(q));
        var second = r.multiply(BigDecimal.valueOf(s));
        var error =
                new BigDecimal(slope)
                        .multiply(BigDecimal.valueOf(area))
                        .subtract(first.subtract(second))
                        .abs();
        // Doubles cancel: 2^-51 of the terms.
        var allowed =
                new BigDecimal(Math.ulp(slope) * 0.5000001)
                        .multiply(BigDecimal.valueOf(Math.abs(area)))
                        .add(first.abs().add(second.abs()).multiply(new BigDecimal(0x1p-51)));
        assertThat(error).isLessThanOrEqualTo(allowed);
    }

    @Test
    void partsOfPointsAndLinesFaceFrontAndTakeNames() {
        int[] names = {70, 71, 72};
        for (var cull : CullMode.values()) {
            for (var front : FrontFace.values()) {
                begin(cull, front, 1, null);
                set(0, 256, 256, 0);
                set(1, 2560, 256, 0);
                set(2, 256, 2560, 0);
                assertThat(setup.addFacingFront(v, 0, 1, 2, names)).isEqualTo(TriangleSetup.KEPT);
                assertThat(setup.addFacingFront(v, 0, 2, 1, names)).isEqualTo(TriangleSetup.KEPT);
                assertThat(setup.addFacingFront(v, 0, 0, 1, names)).isEqualTo(TriangleSetup.AREA);
                for (int t = 0; t < 2; t++) {
                    assertThat(field(t, TrianglePlanes.COLUMNS))
                            .isEqualTo(TrianglePlanes.range(1, 9));
                    assertThat(field(t, TrianglePlanes.V0)).isEqualTo(70);
                    assertThat(field(t, TrianglePlanes.V1)).isEqualTo(71);
                    assertThat(field(t, TrianglePlanes.V2)).isEqualTo(72);
                }
            }
        }
    }

    @Test
    void growsBeyondTheRoomItBeganWith() {
        begin(1);
        for (int i = 0; i < 20000; i++) {
            set(0, 256 + i % 512, 256, i);
            set(1, 2560, 256, i);
            set(2, 256, 2560, i);
            assertThat(setup.add(v, 0, 1, 2)).isEqualTo(TriangleSetup.KEPT);
        }
        for (int i = 0; i < 20000; i++) {
            assertThat(number(i, TrianglePlanes.Z0)).isEqualTo(i);
            assertThat(field(i, TrianglePlanes.X0)).isEqualTo(256 + i % 512);
        }
    }

    /** A wall at depth 1/2 over the left half, entered first; then squares before and behind. */
    @Test
    void dropsWhatIsHiddenOnlyIfItIsToTest() {
        var tester = new OcclusionTester(new VectorOccluderKernels());
        var structure = new HierarchicalZ();
        for (boolean tests : new boolean[] {true, false}) {
            begin(1);
            structure.reset(WIDTH, HEIGHT, false, Float.NaN, FinestLevel.LAYERS);
            tester.begin(structure, SamplePattern.of(1));
            setup.begin(chunk.draw, chunk, tester, OcclusionUse.of(tests, true));
            assertThat(half(-4096, -8192, 16 * 256, 1 << 15, 0.5f)).isEqualTo(TriangleSetup.KEPT);
            assertThat(chunk.hides).isFalse();
            int expected = tests ? TriangleSetup.HIDDEN : TriangleSetup.KEPT;
            assertThat(half(2 * 256, 3 * 256, 9 * 256, 12 * 256, 0.75f)).isEqualTo(expected);
            assertThat(half(2 * 256, 3 * 256, 9 * 256, 12 * 256, 0.25f))
                    .isEqualTo(TriangleSetup.KEPT);
            // Beyond the wall's edge
            assertThat(half(2 * 256, 3 * 256, 30 * 256, 12 * 256, 0.75f))
                    .isEqualTo(TriangleSetup.KEPT);
            assertThat(setup.hidden).isEqualTo(tests ? 1 : 0);
            assertThat(chunk.hides).isEqualTo(tests);
            assertThat(chunk.triangles).isEqualTo(tests ? 3 : 4);
            if (tests) {
                assertThat(chunk.hiddenColumns).isEqualTo(TrianglePlanes.range(2, 8));
                assertThat(chunk.hiddenRows).isEqualTo(TrianglePlanes.range(3, 11));
            }
        }
    }

    /** Its nearest depth is before one wall, and yet each part of it lies behind the wall there. */
    @Test
    void takesBackWhatIsHiddenPieceByPiece() {
        var tester = new OcclusionTester(new VectorOccluderKernels());
        var structure = new HierarchicalZ();
        structure.reset(WIDTH, HEIGHT, false, Float.NaN, FinestLevel.LAYERS);
        tester.begin(structure, SamplePattern.of(1));
        begin(1);
        setup.begin(chunk.draw, chunk, tester, OcclusionUse.TEST_AND_OCCLUDE);
        half(-(1 << 16), -(1 << 14), 1 << 15, 1 << 17, 0.5f);
        half(-4096, -8192, 16 * 256, 1 << 15, 0.25f);
        set(0, 2 * 256, 2 * 256, 0.375f);
        set(1, 38 * 256, 2 * 256, 0.875f);
        set(2, 38 * 256, 22 * 256, 0.875f);
        assertThat(setup.add(v, 0, 1, 2)).isEqualTo(TriangleSetup.HIDDEN);
        assertThat(chunk.triangles).isEqualTo(2);
        assertThat(setup.hidden).isOne();
        assertThat(chunk.hiddenColumns).isEqualTo(TrianglePlanes.range(2, 37));
        assertThat(chunk.hiddenRows).isEqualTo(TrianglePlanes.range(2, 21));
    }

    /** A triangle with a right angle at the right top corner of a box. */
    private int half(int x0, int y0, int x1, int y1, float z) {
        set(0, x0, y0, z);
        set(1, x1, y0, z);
        set(2, x1, y1, z);
        return setup.add(v, 0, 1, 2);
    }
}
