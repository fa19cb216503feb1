package dev.azulejo.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.TransformedVertices;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.shader.GeometryBatch;
import dev.azulejo.core.shader.GeometryStage;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** A stage that makes as many copies of a primitive as its number modulo 3 says. */
class PrimitiveShadingTest {
    private static final int SIDE = 64;
    private static final int PRIMITIVES = 150;

    private record Copies() implements GeometryStage {
        @Override
        public int inputVaryingCount() {
            return 2;
        }

        @Override
        public int maxPrimitives() {
            return 2;
        }

        @Override
        public int outputCorners() {
            return 3;
        }

        @Override
        public void geometry(GeometryBatch batch) {
            for (int i = 0; i < batch.count; i++) {
                batch.made[i] = batch.primitive[i] % 3;
                for (int v = 0; v < 6; v++) {
                    batch.outClipX[v][i] = batch.clipX[v % 3][i];
                    batch.outClipY[v][i] = batch.clipY[v % 3][i];
                    batch.outClipZ[v][i] = batch.clipZ[v % 3][i];
                    batch.outClipW[v][i] = batch.clipW[v % 3][i];
                    // Varyings: number and copy, the two that came in, and the other's sum
                    batch.outVarying[3 * v][i] = 10 * batch.primitive[i] + v / 3;
                    batch.outVarying[3 * v + 1][i] = batch.varying[2 * (v % 3)][i];
                    batch.outVarying[3 * v + 2][i] = batch.varying[2 * (v % 3) + 1][i];
                }
            }
        }
    }

    @Test
    void setsUpWhatTheStageMakes() {
        var program = new Fixture.Program(3, false, null, new Copies());
        float[] positions = new float[12 * PRIMITIVES];
        float[] varyings = new float[12 * PRIMITIVES];
        for (int p = 0; p < PRIMITIVES; p++) {
            float[] corners = {-1, 1, 0.5f, 1, -1, p / 256f - 1, 0.5f, 1, 1, 1, 0.5f, 1};
            if (p % 5 == 4) {
                // No area: copies of it are dropped, and their vertices with them.
                corners[5] = 1;
            }
            System.arraycopy(corners, 0, positions, 12 * p, 12);
            for (int i = 0; i < 12; i++) {
                varyings[12 * p + i] = 100 * p + i;
            }
        }
        var phase =
                Fixture.draw(
                        Fixture.target(SIDE, SIDE, 1),
                        Fixture.pipeline(program).build(),
                        positions,
                        varyings);
        var counts = new Counts();
        var worker = new GeometryWorker(KernelSet.of(Kernels.SCALAR), counts);
        int number = 0;
        int copy = 0;
        for (var chunk : Fixture.outputs(phase)) {
            worker.process(chunk);
            for (int t = 0; t < chunk.triangles(); t++) {
                while (copy == number % 3 || number % 5 == 4) {
                    number++;
                    copy = 0;
                }
                check(chunk, t, number, copy++);
            }
        }
        // The last is dropped, the one before makes one.
        assertThat(number).isEqualTo(PRIMITIVES - 2);
        // Of three each: none, one, two
        assertThat(counts.get(Counter.GEOMETRY_PRIMITIVES)).isEqualTo(PRIMITIVES);
        assertThat(counts.get(Counter.TRIANGLES_SETUP)).isEqualTo(PRIMITIVES * 4 / 5);
        assertThat(counts.get(Counter.PRIMITIVES_ZERO_AREA)).isEqualTo(PRIMITIVES / 5);
        assertThat(counts.get(Counter.PRIMITIVES_IN)).isEqualTo(PRIMITIVES);
        assertThat(counts.get(Counter.VERTEX_POSITIONS)).isEqualTo(3 * PRIMITIVES);
        assertThat(counts.get(Counter.VERTEX_VARYINGS)).isEqualTo(3 * PRIMITIVES);
    }

    private static void check(ChunkOutput chunk, int triangle, int number, int copy) {
        int at = chunk.recordAt(triangle);
        int lowest = 0;
        for (int corner = 0; corner < 3; corner++) {
            int v = chunk.vertexAt(at, corner);
            float[] data = chunk.vertexData();
            assertThat(data[v]).isOne();
            assertThat(data[v + 1]).isEqualTo(10 * number + copy);
            // The corner that came in, of four varyings each of which two were taken
            float first = data[v + 2] - 100 * number;
            assertThat(first).isIn(0f, 4f, 8f);
            assertThat(data[v + 3]).isEqualTo(data[v + 2] + 1);
            int y = chunk.records()[at + TrianglePlanes.Y0 + 2 * corner];
            assertThat(y).isEqualTo(first == 4 ? 64 * 256 - 32 * number : 0);
            lowest = Math.max(lowest, y);
        }
        assertThat(lowest).isPositive();
    }

    /** Copies a primitive twice, whatever it is told; notes what it is told. */
    private static final class Noting implements GeometryStage {
        private final List<List<Integer>> batches = new ArrayList<>();

        @Override
        public int inputVaryingCount() {
            return 1;
        }

        @Override
        public int maxPrimitives() {
            return 2;
        }

        @Override
        public int outputCorners() {
            return 3;
        }

        @Override
        public void geometry(GeometryBatch batch) {
            var told = new ArrayList<Integer>();
            for (int i = 0; i < batch.count; i++) {
                told.add(batch.primitive[i]);
                // One too many, and one too few: it is held to what it said.
                batch.made[i] = batch.primitive[i] % 2 == 0 ? 3 : -1;
                for (int v = 0; v < 6; v++) {
                    batch.outClipX[v][i] = batch.clipX[v % 3][i];
                    batch.outClipY[v][i] = batch.clipY[v % 3][i];
                    batch.outClipZ[v][i] = batch.clipZ[v % 3][i];
                    batch.outClipW[v][i] = batch.clipW[v % 3][i];
                    batch.outVarying[2 * v][i] = batch.varying[v % 3][i];
                    batch.outVarying[2 * v + 1][i] = v;
                }
            }
            batches.add(told);
        }
    }

    /**
     * Primitives 3 to 7 of those that are there, whose corners are any slots; numbers are given.
     */
    @Test
    void shadesWhatItIsGiven() {
        var stage = new Noting();
        var program = new Fixture.Program(2, false, null, stage);
        var target = Fixture.target(SIDE, SIDE, 1);
        var phase =
                Fixture.draw(
                        target, Fixture.pipeline(program).build(), new float[96], new float[96]);
        var chunk = Fixture.outputs(phase)[0];
        var counts = new Counts();
        var shading =
                new PrimitiveShading(new GeometryArena(), KernelSet.of(Kernels.SCALAR), counts);
        float[][] input = shading.input(chunk.draw, 64);
        assertThat(input).hasDimensions(1, 64);
        var vertices = new TransformedVertices(64);
        float[][] triangle = {{-1, 1}, {-1, -1}, {1, -1}};
        for (int v = 0; v < 3; v++) {
            // Slots 30, 20 and 10
            int slot = 30 - 10 * v;
            vertices.clipX[slot] = triangle[v][0];
            vertices.clipY[slot] = triangle[v][1];
            vertices.clipW[slot] = 1;
            input[0][slot] = 100 + v;
        }
        int[] corner = new int[24];
        for (int c = 9; c < 24; c++) {
            corner[c] = 30 - 10 * (c % 3);
        }
        for (int p = 0; p < 5; p++) {
            shading.number[p] = 40 + p;
        }
        shading.shade(chunk, vertices, corner, 3, 8);
        assertThat(stage.batches).containsExactly(List.of(40, 41, 42, 43, 44));
        // Of three, two each
        assertThat(chunk.triangles).isEqualTo(6);
        assertThat(counts.get(Counter.GEOMETRY_PRIMITIVES)).isEqualTo(6);
        assertThat(counts.get(Counter.TRIANGLES_SETUP)).isEqualTo(6);
        for (int t = 0; t < 6; t++) {
            int at = chunk.recordAt(t);
            for (int v = 0; v < 3; v++) {
                int data = chunk.vertexAt(at, v);
                assertThat(chunk.vertexData()[data]).isOne();
                // Where it is and what it carries belong together.
                int x = chunk.records()[at + TrianglePlanes.X0 + 2 * v];
                int y = chunk.records()[at + TrianglePlanes.Y0 + 2 * v];
                int which = y == 0 ? 0 : x == 0 ? 1 : 2;
                assertThat(chunk.vertexData()[data + 1]).isEqualTo(100 + which);
                assertThat(chunk.vertexData()[data + 2]).isEqualTo(t % 2 * 3 + which);
            }
        }
    }

    /** More primitives than a batch holds. */
    @Test
    void batchesAreFullButTheLast() {
        var stage = new Noting();
        var program = new Fixture.Program(2, false, null, stage);
        var target = Fixture.target(SIDE, SIDE, 1);
        int count = GeometryBatch.CAPACITY + 3;
        var phase =
                Fixture.draw(
                        target,
                        Fixture.pipeline(program).build(),
                        new float[12 * count],
                        new float[12 * count]);
        var chunk = Fixture.outputs(phase)[0];
        var shading =
                new PrimitiveShading(
                        new GeometryArena(), KernelSet.of(Kernels.SCALAR), new Counts());
        shading.input(chunk.draw, 16);
        for (int p = 0; p < count; p++) {
            shading.number[p] = 2 * p + 1;
        }
        shading.shade(chunk, new TransformedVertices(16), new int[3 * count], 0, count);
        assertThat(stage.batches).hasSize(2);
        assertThat(stage.batches.get(0)).hasSize(GeometryBatch.CAPACITY);
        assertThat(stage.batches.get(1))
                .containsExactly(2 * count - 5, 2 * count - 3, 2 * count - 1);
        assertThat(chunk.triangles).isZero();
    }
}
