package dev.azulejo.core.pixel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.screen.TileSet;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.shader.VertexStage;
import dev.azulejo.core.tiling.Binner;
import dev.azulejo.core.tiling.TileLists;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Fragments made by hand, of rectangles over a whole tile of 32x32 pixels whose red is the column,
 * and whose green the row, in 32nds: which batches they make, and what comes of them.
 */
class FragmentShadingTest {
    private static final int SIDE = 32;
    private static final KernelSet KERNELS = KernelSet.of(Kernels.SCALAR);

    /** A program that notes its batches; of those that it may discard it keeps the left half. */
    private final class Watched implements ShaderProgram, FragmentStage {
        private final boolean discards;

        Watched(boolean mayDiscard) {
            discards = mayDiscard;
        }

        @Override
        public String name() {
            return "watched-" + System.identityHashCode(this);
        }

        @Override
        public int varyingCount() {
            return 4;
        }

        @Override
        public boolean discards() {
            return discards;
        }

        @Override
        public int keepVaryingCount() {
            return 1;
        }

        @Override
        public VertexStage vertexStage(Kernels kernels) {
            return Fixture.Program.PLAIN;
        }

        @Override
        public FragmentStage fragmentStage(Kernels kernels) {
            return this;
        }

        @Override
        public void keep(FragmentBatch batch) {
            for (int i = 0; i < batch.count; i++) {
                batch.keep[i] = batch.varying[0][i] < 0.5f ? 1 : 0;
            }
        }

        @Override
        public void shade(FragmentBatch batch) {
            var places = new ArrayList<List<Integer>>();
            for (int i = 0; i < batch.count; i++) {
                places.add(List.of(batch.pixelX[i], batch.pixelY[i]));
            }
            batches.add(places);
            Fixture.Program.PLAIN.shade(batch);
        }
    }

    /** Columns and rows of the fragments of each batch. */
    private final List<List<List<Integer>>> batches = new ArrayList<>();

    private final RenderTarget target = Fixture.target(2 * SIDE, SIDE, 1);
    private final TileGrid grid = new TileGrid();
    private final TileMemory memory =
            new TileMemory(SIDE, 1, TextureFormat.RGBA8_UNORM, KERNELS.color());
    private final TilePrimitives primitives = new TilePrimitives(1);
    private final FragmentList fragments = new FragmentList(SIDE, 1);
    private final FragmentShading shading =
            new FragmentShading(KERNELS.interpolation(), memory, primitives, fragments);
    private ChunkOutput[] chunks;

    private PipelineState.Builder watched(boolean discards) {
        return PipelineState.opaque(
                new Watched(discards),
                VertexAttribute.packed(0, 0, 4),
                VertexAttribute.packed(1, 1, 4))
                .toBuilder();
    }

    /** A draw call of two triangles over the right one of two tiles for each pipeline. */
    private void draw(PipelineState... pipelines) {
        float[] positions = {0, 1, 0.5f, 1, 1, 1, 0.5f, 1, 0, -1, 0.5f, 1, 1, -1, 0.5f, 1};
        var phase =
                Fixture.phase(
                        target,
                        EarlyZ.OFF,
                        c -> {
                            for (int d = 0; d < pipelines.length; d++) {
                                float blue = d / 4f;
                                float[] colors = {
                                    0, 0, blue, 0.5f, 1, 0, blue, 0.5f, 0, 1, blue, 0.5f, 1, 1,
                                    blue, 0.5f
                                };
                                Fixture.drawIndexed(
                                        c, pipelines[d], positions, colors, 0, 1, 2, 2, 1, 3);
                            }
                        });
        chunks = Fixture.outputs(phase);
        grid.set(2 * SIDE, SIDE, SIDE, TileSet.ALL);
        var lists = new TileLists[] {new TileLists()};
        lists[0].clear(2);
        var binner = new Binner();
        binner.begin();
        var worker = new GeometryWorker(KERNELS, new Counts());
        for (int c = 0; c < chunks.length; c++) {
            worker.process(chunks[c]);
            binner.bin(grid, lists[0], chunks[c], c, 0, 2);
        }
        primitives.set(chunks);
        primitives.list.select(lists, 1, 1);
        primitives.list.merge();
        assertThat(primitives.list.count()).isEqualTo(2 * chunks.length);
        memory.locate(grid, 1);
        memory.color.clear(PassDescriptor.clear(target, 0, 0, 0, 1));
    }

    /** A fragment of an entry: of entries 0 and 1, the triangle above the diagonal is the first. */
    private void put(int at, int entry, int x, int y) {
        fragments.entry[at] = entry;
        fragments.pixel[at] = memory.rectangle.pixel(x, y);
    }

    private int pixel(int x, int y) {
        memory.color.resolve(target, memory.rectangle);
        return target.pixels()[y * 2 * SIDE + SIDE + x];
    }

    private static int code(double value) {
        return (int) Math.rint(255 * value);
    }

    /** Colour of a rectangle at a pixel. */
    private static int color(int x, int y, double blue) {
        return code((x + 0.5) / SIDE)
                | code((y + 0.5) / SIDE) << 8
                | code(blue) << 16
                | code(0.5) << 24;
    }

    private long counted(Counter counter) {
        var counts = new Counts();
        shading.report(counts);
        return counts.get(counter);
    }

    /** A batch goes on from triangle to triangle, and ends with the draw call. */
    @Test
    void batchesAreOfOneDrawCall() {
        draw(watched(false).build(), watched(false).build());
        put(0, 0, 1, 2);
        put(1, 0, 9, 3);
        put(2, 1, 30, 20);
        put(3, 3, 31, 31);
        put(4, 2, 8, 0);
        shading.replace(5);
        assertThat(batches)
                .containsExactly(
                        List.of(List.of(33, 2), List.of(41, 3), List.of(62, 20)),
                        List.of(List.of(63, 31), List.of(40, 0)));
        assertThat(pixel(1, 2)).isEqualTo(color(1, 2, 0));
        assertThat(pixel(30, 20)).isEqualTo(color(30, 20, 0));
        assertThat(pixel(31, 31)).isEqualTo(color(31, 31, 0.25));
        assertThat(pixel(8, 0)).isEqualTo(color(8, 0, 0.25));
        assertThat(pixel(9, 4)).isEqualTo(0xff000000);
        assertThat(counted(Counter.FRAGMENTS_SHADED)).isEqualTo(5);
        assertThat(counted(Counter.FRAGMENTS_SHADED)).isZero();
        assertThat(shading.takeSamplesShaded()).isEqualTo(5);
        assertThat(shading.takeSamplesShaded()).isZero();
    }

    /** More than a batch holds: the first is full. */
    @Test
    void batchesEndWhenTheyAreFull() {
        draw(watched(false).build());
        for (int i = 0; i < 300; i++) {
            put(i, 0, i % SIDE, i / SIDE);
        }
        shading.replace(300);
        assertThat(batches.stream().map(List::size)).containsExactly(256, 44);
        assertThat(batches.get(1).getFirst()).isEqualTo(List.of(SIDE, 8));
        assertThat(pixel(11, 9)).isEqualTo(color(11, 9, 0));
        batches.clear();
        fragments.queued = 300;
        shading.blendQueue();
        assertThat(batches.stream().map(List::size)).containsExactly(256, 44);
    }

    /** Two triangles of one draw call over a pixel, and a third of another: each over the last. */
    @Test
    void theQueueIsBlendedInOrder() {
        draw(
                watched(false).blend(BlendState.ALPHA).build(),
                watched(false).blend(BlendState.ALPHA).build(),
                watched(false).blend(BlendState.ALPHA).build());
        // On the diagonal, where both triangles say the same
        put(0, 0, 4, 27);
        put(1, 1, 4, 27);
        put(2, 5, 4, 27);
        put(3, 5, 6, 25);
        fragments.queued = 4;
        shading.blendQueue();
        assertThat(fragments.queued).isZero();
        assertThat(batches.stream().map(List::size)).containsExactly(2, 2);
        // Half and half, rounded each time
        int red = 0;
        for (int i = 0; i < 3; i++) {
            red = code((red / 255.0 + 4.5 / SIDE) / 2);
        }
        assertThat(pixel(4, 27) & 0xff).isEqualTo(red);
        assertThat(pixel(4, 27) >>> 16 & 0xff).isEqualTo(code(0.25));
        assertThat(pixel(6, 25) >>> 16 & 0xff).isEqualTo(code(0.25));
        var counts = new Counts();
        shading.report(counts);
        assertThat(counts.get(Counter.FRAGMENTS_BLENDED)).isEqualTo(4);
        assertThat(counts.get(Counter.FRAGMENTS_SHADED)).isEqualTo(4);
        shading.blendQueue();
        assertThat(counted(Counter.FRAGMENTS_BLENDED)).isZero();
    }

    /** Discarding shades nothing, and says of each fragment whether it stays. */
    @Test
    void discardingIsAskedOfTheTriangleThatWasSet() {
        draw(watched(true).build());
        put(0, 1, 0, 31);
        put(1, 1, 15, 30);
        put(2, 1, 16, 30);
        put(3, 1, 31, 30);
        shading.setTriangle(chunks[0], primitives.recordAt(chunks[0], 1));
        var batch = shading.runDiscard(chunks[0].draw(), 1, 3);
        assertThat(batch.count).isEqualTo(3);
        assertThat(Arrays.copyOf(batch.keep, 3)).containsExactly(1, 0, 0);
        assertThat(Arrays.copyOf(batch.pixelX, 3)).containsExactly(47, 48, 63);
        assertThat(batches).isEmpty();
        assertThat(counted(Counter.FRAGMENTS_SHADED)).isZero();
    }

    /** What is shaded is noted with its draw call and place, until nobody wants to know. */
    @Test
    void fragmentsAreNoted() {
        draw(watched(false).build(), watched(false).build());
        var log = new PixelLog();
        log.beginPhase(2 * SIDE, SIDE, new int[] {3, 100}, new int[] {0, 8});
        // Two triangles a chunk
        log.beginWindow(new int[] {0, 2}, 4);
        shading.note(log);
        put(0, 0, 15, 0);
        put(1, 2, 16, 0);
        shading.replace(2);
        shading.note(null);
        shading.replace(2);
        // Squares 2 and 3 of the upper row
        assertThat(log.shaded(2)).isOne();
        assertThat(log.operations(2)).isEqualTo(3);
        assertThat(log.operations(3)).isEqualTo(100);
        assertThat(log.textureBytes(3)).isEqualTo(8);
        assertThat(log.unseen(0)).isZero();
        assertThat(log.unseen(1)).isOne();
        assertThat(log.unseen(2)).isZero();
        assertThat(log.unseen(3)).isOne();
    }
}
