package dev.azulejo.core.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.BlendComponent;
import dev.azulejo.core.command.BlendFactor;
import dev.azulejo.core.command.BlendOperation;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.FrontFace;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.Topology;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Which samples triangles, strips, lines and points cover, exactly: positions are whole sub-pixels,
 * sides are compared as whole numbers, and a sample on a side belongs to it where the side is a top
 * or a left one (Direct3D 11.3, "Triangle Rasterization Rules").
 */
class PrimitiveRulesTest {
    private static final int PIXEL = 256;

    /** In 256ths of a pixel, from its corner. */
    private static final int[][] ONE = {{128, 128}};

    private static final int[][] FOUR = {{96, 32}, {224, 96}, {32, 160}, {160, 224}};

    /** Of sixteen samples some lie on the sides of the pixel. */
    private static final int[][] SIXTEEN = {
        {144, 144}, {112, 80}, {80, 160}, {192, 112}, {48, 96}, {160, 208}, {208, 176}, {176, 48},
        {96, 224}, {128, 16}, {64, 32}, {32, 192}, {0, 128}, {240, 64}, {224, 240}, {16, 0}
    };

    private static int[][] pattern(int samples) {
        return switch (samples) {
            case 1 -> ONE;
            case 4 -> FOUR;
            default -> SIXTEEN;
        };
    }

    /** Everything is added, so that what is drawn twice shows. */
    private static final BlendComponent SUM =
            new BlendComponent(BlendOperation.ADD, BlendFactor.ONE, BlendFactor.ONE);

    private static PipelineState.Builder adding() {
        return Canvas.pipeline().blend(new BlendState(SUM, SUM, BlendState.WRITE_ALL));
    }

    /** Whether a sample is inside a polygon whose corners go clockwise in the window. */
    private static boolean inside(long[][] polygon, long px, long py) {
        for (int i = 0; i < polygon.length; i++) {
            long[] from = polygon[i];
            long[] to = polygon[(i + 1) % polygon.length];
            long dx = to[0] - from[0];
            long dy = to[1] - from[1];
            long side = dx * (py - from[1]) - dy * (px - from[0]);
            // Going clockwise, y down: a left side goes up, a top side goes right.
            boolean topLeft = dy < 0 || dy == 0 && dx > 0;
            if (side < 0 || side == 0 && !topLeft) {
                return false;
            }
        }
        return true;
    }

    private static long twiceArea(long[][] p) {
        return (p[1][0] - p[0][0]) * (p[2][1] - p[0][1])
                - (p[2][0] - p[0][0]) * (p[1][1] - p[0][1]);
    }

    /** How often each sample is covered by triangles; null where a facing is culled. */
    private static int[] covered(List<long[][]> triangles, int[][] pattern, Boolean clockwise) {
        var count = new int[Canvas.SIDE * Canvas.SIDE * pattern.length];
        for (var triangle : triangles) {
            long area = twiceArea(triangle);
            if (area == 0 || clockwise != null && clockwise != area > 0) {
                continue;
            }
            long[][] ordered =
                    area > 0 ? triangle : new long[][] {triangle[0], triangle[2], triangle[1]};
            add(count, ordered, pattern);
        }
        return count;
    }

    private static void add(int[] count, long[][] polygon, int[][] pattern) {
        int at = 0;
        for (int y = 0; y < Canvas.SIDE; y++) {
            for (int x = 0; x < Canvas.SIDE; x++) {
                for (int[] sample : pattern) {
                    boolean in =
                            inside(polygon, x * PIXEL + sample[0], y * PIXEL + (long) sample[1]);
                    count[at++] += in ? 1 : 0;
                }
            }
        }
    }

    private static void assertCovers(String what, DrawCall call, int samples, int[] expected) {
        Canvas.render(
                samples,
                List.of(call),
                (target, way) -> {
                    for (int at = 0; at < expected.length; at++) {
                        float actual = target.sampleFloatColor()[4 * at];
                        if (actual != expected[at]) {
                            throw new AssertionError(
                                    "%s: pixel (%d, %d), sample %d: covered %s times, not %d; %s"
                                            .formatted(
                                                    what,
                                                    at / samples % Canvas.SIDE,
                                                    at / samples / Canvas.SIDE,
                                                    at % samples,
                                                    actual,
                                                    expected[at],
                                                    way));
                        }
                    }
                });
    }

    /** A position with a liking for centres, corners and whole pixels. */
    private static long[] lattice(Random random) {
        var p = new long[2];
        for (int c = 0; c < 2; c++) {
            int any = random.nextInt(-20 * PIXEL, 84 * PIXEL);
            p[c] =
                    switch (random.nextInt(3)) {
                        case 0 -> any;
                        case 1 -> Math.floorDiv(any, 128) * 128L;
                        default -> Math.floorDiv(any, 32) * 32L;
                    };
        }
        return p;
    }

    /** Lists, whichever way they wind, with any power of two for w. */
    @Test
    void trianglesCoverWhatIsInsideTheirSides() {
        for (int seed = 0; seed < 32; seed++) {
            var random = new Random(seed);
            int samples = new int[] {1, 1, 4, 16}[random.nextInt(4)];
            var canvas = new Canvas();
            var triangles = new ArrayList<long[][]>();
            for (int t = 0; t < 12; t++) {
                long[][] triangle = {lattice(random), lattice(random), lattice(random)};
                for (long[] p : triangle) {
                    canvas.at(p[0], p[1], Math.scalb(1.0, random.nextInt(-3, 4)));
                }
                triangles.add(triangle);
            }
            var cull = CullMode.values()[random.nextInt(3)];
            var front = FrontFace.values()[random.nextInt(2)];
            int[] expected = covered(triangles, pattern(samples), drawnClockwise(cull, front));
            assertCovers(
                    "seed " + seed,
                    canvas.draw(adding().cullMode(cull).frontFace(front)),
                    samples,
                    expected);
        }
    }

    /** Which way triangles wind that are not culled; null for both. */
    private static Boolean drawnClockwise(CullMode cull, FrontFace front) {
        return switch (cull) {
            case NONE -> null;
            case FRONT -> front != FrontFace.CLOCKWISE;
            case BACK -> front == FrontFace.CLOCKWISE;
        };
    }

    /**
     * Vulkan 1.3, "Triangle Strips": triangle i has corners i, i + (1 + i % 2), i + (2 - i % 2).
     */
    @Test
    void everyTriangleOfAStripWindsAsItsPlaceSays() {
        for (int seed = 0; seed < 40; seed++) {
            var random = new Random(seed);
            var canvas = new Canvas();
            int count = random.nextInt(12);
            var p = new long[count][];
            for (int i = 0; i < count; i++) {
                p[i] = lattice(random);
                canvas.at(p[i][0], p[i][1]);
            }
            var triangles = new ArrayList<long[][]>();
            for (int i = 0; i + 2 < count; i++) {
                triangles.add(new long[][] {p[i], p[i + 1 + i % 2], p[i + 2 - i % 2]});
            }
            var cull = CullMode.values()[random.nextInt(3)];
            var front = FrontFace.values()[random.nextInt(2)];
            var pipeline =
                    adding().topology(Topology.TRIANGLE_STRIP).cullMode(cull).frontFace(front);
            int[] expected = covered(triangles, ONE, drawnClockwise(cull, front));
            assertCovers("seed " + seed, canvas.draw(pipeline), 1, expected);
        }
    }

    /** A ribbon all of whose triangles face one way: all of it is drawn, or nothing. */
    @Test
    void aRibbonFacesOneWay() {
        for (boolean downFirst : new boolean[] {true, false}) {
            var canvas = new Canvas();
            for (int i = 0; i < 10; i++) {
                boolean below = i % 2 == 0 == downFirst;
                canvas.at((8 + 4 * i) * PIXEL, (below ? 40 : 20) * PIXEL);
            }
            // Below, above, below: up and to the right and down, clockwise in the window.
            for (var cull : CullMode.values()) {
                for (var front : FrontFace.values()) {
                    boolean faces = downFirst == (front == FrontFace.CLOCKWISE);
                    boolean culled = cull == (faces ? CullMode.FRONT : CullMode.BACK);
                    var call =
                            canvas.draw(
                                    adding().topology(Topology.TRIANGLE_STRIP)
                                            .cullMode(cull)
                                            .frontFace(front));
                    Canvas.render(
                            1,
                            List.of(call),
                            (target, way) -> {
                                for (int x = 13; x < 39; x++) {
                                    assertThat(Canvas.color(target, x, 30, 0, 0))
                                            .as("%s %s %d %s", cull, front, x, way)
                                            .isEqualTo(culled ? 0 : 1);
                                    assertThat(Canvas.color(target, x, 30, 0, 2))
                                            .isEqualTo(culled ? 0 : faces ? 1 : 0.5f);
                                }
                            });
                }
            }
        }
    }

    /** A square with the point in its middle, left and top side included. */
    @Test
    void aPointIsASquareAroundIt() {
        float[] sizes = {1, 2, 3, 2.5f, 7.25f, 1 / 64f, 40, 100};
        for (int seed = 0; seed < 32; seed++) {
            var random = new Random(seed);
            int samples = new int[] {1, 1, 4, 16}[random.nextInt(4)];
            int[][] pattern = pattern(samples);
            float size = sizes[seed % sizes.length];
            int half = (int) (128 * size);
            var canvas = new Canvas();
            var expected = new int[Canvas.SIDE * Canvas.SIDE * samples];
            for (int i = 0; i < 4; i++) {
                long[] p = lattice(random);
                canvas.at(p[0], p[1]);
                // Points whose middle is outside the view volume are not drawn.
                int end = Canvas.SIDE * PIXEL;
                if (p[0] >= 0 && p[0] <= end && p[1] >= 0 && p[1] <= end) {
                    addSquare(expected, pattern, p[0], p[1], half);
                }
            }
            var cull = CullMode.values()[random.nextInt(3)];
            assertCovers(
                    "seed %d, size %s".formatted(seed, size),
                    canvas.draw(
                            adding().topology(Topology.POINT_LIST).sizes(size, 1).cullMode(cull)),
                    samples,
                    expected);
        }
    }

    private static void addSquare(int[] count, int[][] pattern, long x, long y, int half) {
        for (int at = 0; at < count.length; at++) {
            int pixel = at / pattern.length;
            int[] sample = pattern[at % pattern.length];
            long px = pixel % Canvas.SIDE * PIXEL + (long) sample[0];
            long py = pixel / Canvas.SIDE * PIXEL + (long) sample[1];
            boolean in = px >= x - half && px < x + half && py >= y - half && py < y + half;
            count[at] += in ? 1 : 0;
        }
    }

    /** A horizontal line of width w from x0 to x1 covers [x0, x1) by [y - w / 2, y + w / 2). */
    @Test
    void linesAlongTheAxesAreRectangles() {
        int[][] lines = {{10, 20, 30, 20}, {30, 20, 10, 20}, {40, 5, 40, 50}, {40, 50, 40, 5}};
        for (int width = 1; width <= 7; width++) {
            for (int[] l : lines) {
                var canvas = new Canvas();
                canvas.at(l[0] * PIXEL, l[1] * PIXEL).at(l[2] * PIXEL, l[3] * PIXEL);
                boolean flat = l[1] == l[3];
                double x0 = Math.min(l[0], l[2]) - (flat ? 0 : width / 2.0);
                double x1 = Math.max(l[0], l[2]) + (flat ? 0 : width / 2.0);
                double y0 = Math.min(l[1], l[3]) - (flat ? width / 2.0 : 0);
                double y1 = Math.max(l[1], l[3]) + (flat ? width / 2.0 : 0);
                var expected = new int[Canvas.SIDE * Canvas.SIDE];
                for (int at = 0; at < expected.length; at++) {
                    double x = at % Canvas.SIDE + 0.5;
                    double y = at / Canvas.SIDE + 0.5;
                    expected[at] = x >= x0 && x < x1 && y >= y0 && y < y1 ? 1 : 0;
                }
                assertThat(Arrays.stream(expected).sum()).isEqualTo((int) ((x1 - x0) * (y1 - y0)));
                assertCovers(
                        "width %d, %s".formatted(width, Arrays.toString(l)),
                        canvas.draw(adding().topology(Topology.LINE_LIST).sizes(1, width)),
                        1,
                        expected);
            }
        }
    }

    /**
     * Along (3, 4) and its like a normal of 125/128 pixels is (-100, 75) / 128: corners are whole
     * sub-pixels, and the rectangle is known exactly.
     */
    @Test
    void linesAlongPythagoreanDirectionsAreRectangles() {
        int[][] directions = {{3, 4}, {-4, 3}, {-3, -4}, {4, -3}, {4, 3}, {3, -4}, {-3, 4}};
        for (int[] d : directions) {
            for (int width = 1; width <= 8; width *= 2) {
                for (int samples : new int[] {1, 4, 16}) {
                    long x0 = 32 * PIXEL - 1000L * d[0] + 16;
                    long y0 = 32 * PIXEL - 1000L * d[1];
                    long x1 = x0 + 2000L * d[0];
                    long y1 = y0 + 2000L * d[1];
                    // Half the width is 125 width, or 25 width in units of the direction.
                    long nx = -25L * width * d[1];
                    long ny = 25L * width * d[0];
                    long[][] around = {
                        {x0 - nx, y0 - ny},
                        {x1 - nx, y1 - ny},
                        {x1 + nx, y1 + ny},
                        {x0 + nx, y0 + ny}
                    };
                    assertThat(twiceArea(around)).isPositive();
                    var expected = new int[Canvas.SIDE * Canvas.SIDE * samples];
                    add(expected, around, pattern(samples));
                    var canvas = new Canvas();
                    canvas.at(x0, y0).at(x1, y1);
                    var pipeline =
                            adding().topology(Topology.LINE_LIST).sizes(1, width * 125 / 128f);
                    assertCovers(
                            "width %d, %s".formatted(width, Arrays.toString(d)),
                            canvas.draw(pipeline),
                            samples,
                            expected);
                }
            }
        }
    }

    /** Vulkan 1.3, "Line Strips": line i runs from vertex i to vertex i + 1. */
    @Test
    void lineStripsGoFromVertexToVertex() {
        var canvas = new Canvas();
        int[][] path = {{10, 10}, {40, 10}, {40, 30}, {20, 30}};
        for (int[] p : path) {
            canvas.at(p[0] * PIXEL, p[1] * PIXEL);
        }
        var expected = new int[Canvas.SIDE * Canvas.SIDE];
        for (int at = 0; at < expected.length; at++) {
            int x = at % Canvas.SIDE;
            int y = at / Canvas.SIDE;
            expected[at] += x >= 10 && x < 40 && y >= 9 && y < 11 ? 1 : 0;
            expected[at] += x >= 39 && x < 41 && y >= 10 && y < 30 ? 1 : 0;
            expected[at] += x >= 20 && x < 40 && y >= 29 && y < 31 ? 1 : 0;
        }
        assertCovers(
                "strip",
                canvas.draw(adding().topology(Topology.LINE_STRIP).sizes(1, 2)),
                1,
                expected);
        // As a list, the second line is not there.
        for (int at = 0; at < expected.length; at++) {
            int x = at % Canvas.SIDE;
            int y = at / Canvas.SIDE;
            expected[at] -= x >= 39 && x < 41 && y >= 10 && y < 30 ? 1 : 0;
        }
        assertCovers(
                "list",
                canvas.draw(adding().topology(Topology.LINE_LIST).sizes(1, 2)),
                1,
                expected);
    }
}
