package dev.azulejo.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.shader.GeometryBatch;
import dev.azulejo.core.shader.GeometryStage;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Test;

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
}
