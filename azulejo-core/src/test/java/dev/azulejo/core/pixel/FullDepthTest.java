package dev.azulejo.core.pixel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.RasterKernels;
import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.screen.TileSet;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.tiling.Binner;
import dev.azulejo.core.tiling.TileLists;

import org.junit.jupiter.api.Test;

import java.util.Random;

/**
 * Rectangles of constant depth along pixels, as two triangles each, against the farthest depth that
 * a pixel can have, found for each pixel by hand.
 */
class FullDepthTest {
    private static final int SIDE = 32;
    private static final int COUNT = 40;

    private final Random random = new Random(11);
    private final int[][] box = new int[COUNT][4];
    private final int[] depth = new int[COUNT];

    /** Every fifth one is left alone by early Z: neither tested nor an occluder. */
    private static boolean excluded(int i) {
        return i % 5 == 3;
    }

    /** Rectangles; the even ones write depth, the odd ones are only tested. */
    private ChunkOutput[] chunks(boolean reversed, int samples) {
        for (int i = 0; i < COUNT; i++) {
            int x = random.nextInt(SIDE);
            int y = random.nextInt(SIDE);
            box[i] = new int[] {x, y, random.nextInt(x, SIDE) + 1, random.nextInt(y, SIDE) + 1};
            depth[i] = random.nextInt(1, 16);
        }
        var compare = reversed ? CompareFunction.GREATER : CompareFunction.LESS;
        var phase =
                Fixture.phase(
                        Fixture.target(SIDE, SIDE, samples),
                        EarlyZ.ON,
                        c -> {
                            for (int i = 0; i < COUNT; i++) {
                                c.setEarlyZ(!excluded(i));
                                var state = new DepthState(compare, i % 2 == 0, false);
                                Fixture.drawIndexed(
                                        c,
                                        Fixture.pipeline().depth(state).build(),
                                        positions(i, samples == 1 ? 0.4f : 0),
                                        new float[16],
                                        0,
                                        1,
                                        2,
                                        0,
                                        2,
                                        3);
                            }
                        });
        var worker = new GeometryWorker(KernelSet.of(Kernels.SCALAR), new Counts());
        var chunks = Fixture.outputs(phase);
        for (var chunk : chunks) {
            worker.process(chunk);
        }
        return chunks;
    }

    /**
     * A rectangle, moved to the right and up by less than half a pixel, so that it holds the same
     * centres, and one of its triangles none of them where it is one pixel high.
     */
    private float[] positions(int i, float shift) {
        float x0 = 2f * (box[i][0] + shift) / SIDE - 1;
        float y0 = 1 - 2f * (box[i][1] - shift) / SIDE;
        float x1 = 2f * (box[i][2] + shift) / SIDE - 1;
        float y1 = 1 - 2f * (box[i][3] - shift) / SIDE;
        float z = depth[i] / 16f;
        return new float[] {x0, y0, z, 1, x1, y0, z, 1, x1, y1, z, 1, x0, y1, z, 1};
    }

    @Test
    void marksWhatIsNotStrictlyBehind() {
        int marked = 0;
        int empty = 0;
        int all = 0;
        for (int round = 0; round < 40; round++) {
            boolean reversed = random.nextBoolean();
            int samples = new int[] {1, 4, 16}[random.nextInt(3)];
            var chunks = chunks(reversed, samples);
            assertThat(chunks).hasSize(COUNT);
            int farthest = random.nextInt(8, 17);
            int clear = reversed ? 16 - farthest : farthest;
            mark(chunks, clear / 16f, reversed, samples);
            int[] nearest = nearest(clear, reversed);
            for (int i = 0; i < COUNT; i++) {
                assertThat(chunks[i].draw().occludes()).isEqualTo(i % 2 == 0 && !excluded(i));
                for (int t = 0; t < chunks[i].triangles(); t++) {
                    int at = chunks[i].recordAt(t);
                    int[] r = chunks[i].records();
                    boolean is = (r[at + TrianglePlanes.COLUMNS] & TrianglePlanes.VISIBLE) != 0;
                    assertThat(is).isEqualTo(visible(chunks[i], t, i, nearest, reversed, samples));
                    if (!is) {
                        boolean covers = (r[at + TrianglePlanes.ROWS] & TrianglePlanes.COVERS) != 0;
                        assertThat(covers).isEqualTo(coversAny(r, at, samples));
                        empty += covers ? 0 : 1;
                    }
                    marked += is ? 1 : 0;
                    all++;
                }
            }
        }
        assertThat(marked).isBetween(all / 10, all * 9 / 10);
        assertThat(empty).isPositive();
    }

    private void mark(ChunkOutput[] chunks, float farthest, boolean reversed, int samples) {
        var grid = new TileGrid();
        grid.set(SIDE, SIDE, SIDE, TileSet.ALL);
        var lists = new TileLists[] {new TileLists()};
        lists[0].clear(1);
        var binner = new Binner();
        binner.begin();
        for (int c = 0; c < chunks.length; c++) {
            binner.bin(grid, lists[0], chunks[c], c, 0, chunks[c].triangles());
        }
        var kernels = KernelSet.of(Kernels.SCALAR);
        var memory = new TileMemory(SIDE, samples, TextureFormat.RGBA8_UNORM, kernels.color());
        memory.locate(grid, 0);
        var primitives = new TilePrimitives(1);
        primitives.list.select(lists, 1, 0);
        primitives.list.merge();
        primitives.set(chunks);
        var pattern = SamplePattern.of(samples);
        RasterKernels raster = kernels.raster().create(pattern);
        var candidates = new CandidateSamples(raster, memory.samples, SIDE);
        new FullDepth(memory, primitives, pattern, raster, candidates)
                .markVisible(farthest, reversed);
    }

    /** Depth of each pixel once all rectangles that write are drawn. */
    private int[] nearest(int clear, boolean reversed) {
        int[] nearest = new int[SIDE * SIDE];
        java.util.Arrays.fill(nearest, clear);
        for (int i = 0; i < COUNT; i += 2) {
            if (excluded(i)) {
                continue;
            }
            for (int y = box[i][1]; y < box[i][3]; y++) {
                for (int x = box[i][0]; x < box[i][2]; x++) {
                    int at = y * SIDE + x;
                    nearest[at] =
                            reversed
                                    ? Math.max(nearest[at], depth[i])
                                    : Math.min(nearest[at], depth[i]);
                }
            }
        }
        return nearest;
    }

    /** Whether any sample of a half of a rectangle is as near as what is drawn. */
    private boolean visible(
            ChunkOutput chunk, int t, int i, int[] nearest, boolean reversed, int samples) {
        int[] r = chunk.records();
        int at = chunk.recordAt(t);
        var pattern = SamplePattern.of(samples);
        boolean visible = excluded(i);
        for (int y = box[i][1]; y < box[i][3]; y++) {
            for (int x = box[i][0]; x < box[i][2]; x++) {
                int there = nearest[y * SIDE + x];
                boolean passes = reversed ? depth[i] >= there : depth[i] <= there;
                for (int s = 0; s < samples && passes; s++) {
                    visible |= covers(r, at, 256 * x + pattern.x(s), 256 * y + pattern.y(s));
                }
            }
        }
        return visible;
    }

    private static boolean coversAny(int[] r, int at, int samples) {
        var pattern = SamplePattern.of(samples);
        for (int i = 0; i < SIDE * SIDE * samples; i++) {
            int x = 256 * (i / samples % SIDE) + pattern.x(i % samples);
            int y = 256 * (i / samples / SIDE) + pattern.y(i % samples);
            if (covers(r, at, x, y)) {
                return true;
            }
        }
        return false;
    }

    /** The top-left rule of Direct3D 11 and Vulkan, for corners that turn clockwise as seen. */
    private static boolean covers(int[] r, int at, int x, int y) {
        boolean in = true;
        for (int k = 0; k < 6; k += 2) {
            int next = (k + 2) % 6;
            long dx = r[at + next] - r[at + k];
            long dy = r[at + next + 1] - r[at + k + 1];
            long side = dx * (y - r[at + k + 1]) - dy * (x - r[at + k]);
            boolean topOrLeft = dy < 0 || dy == 0 && dx > 0;
            in &= topOrLeft ? side >= 0 : side > 0;
        }
        return in;
    }
}
