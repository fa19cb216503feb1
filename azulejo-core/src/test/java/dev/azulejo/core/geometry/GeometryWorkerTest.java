package dev.azulejo.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.command.BlendComponent;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.visibility.FinestLevel;
import dev.azulejo.core.visibility.HierarchicalZ;

import org.junit.jupiter.api.Test;

import java.util.EnumMap;
import java.util.Map;

/**
 * A chunk of six triangles, one for each thing that can happen: kept, facing away, without area,
 * outside, without a sample, cut at the near plane.
 */
class GeometryWorkerTest {
    private static final int SIDE = 64;

    private static final float[][] POSITIONS = {
        // Kept: counter-clockwise as seen, y up
        {-0.5f, -0.5f, 0.5f, 1},
        {0.5f, -0.5f, 0.5f, 1},
        {0, 0.5f, 0.5f, 1},
        // On the line through the first two
        {0.25f, -0.5f, 0.5f, 1},
        // Outside on the left
        {-2, -0.5f, 0.5f, 1},
        {-2, 0.5f, 0.5f, 1},
        {-1.5f, 0, 0.5f, 1},
        // Between the centres of pixels: at 32 + 1/8 and 32 + 1/4
        {1 / 256f, 1 / 256f, 0.5f, 1},
        {2 / 256f, 1 / 256f, 0.5f, 1},
        {1 / 256f, 2 / 256f, 0.5f, 1},
        // Before the near plane by as much as the next two are behind it
        {0, 0.5f, -0.5f, 1},
        {-0.5f, -0.5f, 0.5f, 1},
        {0.5f, -0.5f, 0.5f, 1},
        // Used by nothing
        {0, 0, 0.5f, 1},
    };

    private static final int[] INDICES = {
        0, 1, 2, 0, 2, 1, 0, 1, 3, 4, 6, 5, 7, 8, 9, 10, 11, 12,
    };

    private final Counts counts = new Counts();
    private final GeometryWorker worker = new GeometryWorker(KernelSet.of(Kernels.SCALAR), counts);

    private static PipelineState pipeline() {
        return Fixture.pipeline().cullMode(CullMode.BACK).build();
    }

    /** Varying k of vertex v is 10 v + k. */
    private static Phase phase(PipelineState pipeline, EarlyZ early) {
        return phase(pipeline, early, INDICES);
    }

    private static Phase phase(PipelineState pipeline, EarlyZ early, int... indices) {
        float[] positions = new float[4 * POSITIONS.length];
        float[] varyings = new float[4 * POSITIONS.length];
        for (int i = 0; i < positions.length; i++) {
            positions[i] = POSITIONS[i / 4][i % 4];
            varyings[i] = 10 * (i / 4) + i % 4;
        }
        return Fixture.phase(
                Fixture.target(SIDE, SIDE, 1),
                early,
                c -> Fixture.drawIndexed(c, pipeline, positions, varyings, indices));
    }

    private Map<Counter, Long> counted() {
        var all = new EnumMap<Counter, Long>(Counter.class);
        for (var counter : Counter.values()) {
            if (counts.get(counter) != 0) {
                all.put(counter, counts.get(counter));
            }
        }
        return all;
    }

    private static Map<Counter, Long> common(long setUp) {
        var expected = new EnumMap<Counter, Long>(Counter.class);
        expected.put(Counter.CHUNKS, 1L);
        expected.put(Counter.PRIMITIVES_IN, 6L);
        expected.put(Counter.VERTEX_FETCHES, 13L);
        expected.put(Counter.VERTEX_POSITIONS, 13L);
        expected.put(Counter.PRIMITIVES_CULLED_FACE, 1L);
        expected.put(Counter.PRIMITIVES_ZERO_AREA, 1L);
        expected.put(Counter.PRIMITIVES_OUTSIDE, 1L);
        expected.put(Counter.PRIMITIVES_NO_SAMPLE, 1L);
        expected.put(Counter.PRIMITIVES_CLIPPED, 1L);
        expected.put(Counter.TRIANGLES_SETUP, setUp);
        return expected;
    }

    private static float[] vertex(ChunkOutput chunk, int triangle, int corner) {
        float[] found = new float[5];
        int at = chunk.vertexAt(chunk.recordAt(triangle), corner);
        System.arraycopy(chunk.vertexData(), at, found, 0, 5);
        return found;
    }

    @Test
    void countsWhatHappensToEachPrimitive() {
        var chunk = Fixture.outputs(phase(pipeline(), EarlyZ.OFF))[0];
        worker.process(chunk);
        // The kept one, and a quadrilateral of two behind the near plane.
        assertThat(chunk.triangles()).isEqualTo(3);
        var expected = common(3);
        // Corners 0, 1, 2 and 10, 11, 12: nobody looks at those of the others.
        expected.put(Counter.VERTEX_VARYINGS, 6L);
        expected.put(Counter.VARYINGS_NOT_SHADED, 13L - 6);
        assertThat(counted()).isEqualTo(expected);
        assertThat(chunk.vertexCount()).isEqualTo(6 + 4);
        assertThat(worker.bytes()).isEqualTo(4L * (3 * TrianglePlanes.STRIDE + 10 * 5));
        worker.clear();
        assertThat(worker.bytes()).isZero();
    }

    @Test
    void recordsNameTheirVertices() {
        var chunk = Fixture.outputs(phase(pipeline(), EarlyZ.OFF))[0];
        worker.process(chunk);
        // Turned to a positive area in the window: the first stays, the others change places.
        assertThat(vertex(chunk, 0, 0)).containsExactly(1, 0, 1, 2, 3);
        assertThat(vertex(chunk, 0, 1)).containsExactly(1, 20, 21, 22, 23);
        assertThat(vertex(chunk, 0, 2)).containsExactly(1, 10, 11, 12, 13);
        // Where the plane halves an edge, varyings are the mean of its ends.
        for (int t = 1; t < 3; t++) {
            for (int corner = 0; corner < 3; corner++) {
                int at = chunk.recordAt(t) + 2 * corner;
                int x = chunk.records()[at];
                int y = chunk.records()[at + 1];
                float first = vertex(chunk, t, corner)[1];
                boolean halved = y == SIDE / 2 * 256;
                boolean left = x < SIDE / 2 * 256;
                assertThat(y).isIn(SIDE / 2 * 256, SIDE * 3 / 4 * 256);
                assertThat(first).isEqualTo(halved ? left ? 105 : 110 : left ? 110 : 120);
            }
        }
    }

    /** The second is the one that the near plane cuts, seen from behind. */
    @Test
    void cutTrianglesOfWhichNothingIsLeftLeaveNoVertices() {
        var chunk = Fixture.outputs(phase(pipeline(), EarlyZ.OFF, 0, 1, 2, 10, 12, 11))[0];
        worker.process(chunk);
        assertThat(counts.get(Counter.PRIMITIVES_CLIPPED)).isOne();
        assertThat(chunk.triangles()).isOne();
        assertThat(chunk.vertexCount()).isEqualTo(3);
        assertThat(counts.get(Counter.VERTEX_VARYINGS)).isEqualTo(3);
        assertThat(worker.bytes()).isEqualTo(4L * (TrianglePlanes.STRIDE + 3 * 5));
    }

    @Test
    void onlyDepthNeedsNoVaryings() {
        var blend = new BlendState(BlendComponent.REPLACE, BlendComponent.REPLACE, 0);
        var depthOnly = Fixture.pipeline().cullMode(CullMode.BACK).blend(blend).build();
        var chunk = Fixture.outputs(phase(depthOnly, EarlyZ.OFF))[0];
        worker.process(chunk);
        assertThat(chunk.triangles()).isEqualTo(3);
        assertThat(chunk.vertexCount()).isZero();
        assertThat(counted()).isEqualTo(common(3));
        // Unless fragments may be discarded by them.
        var program = new Fixture.Program(4, true, null, null);
        var discarding = Fixture.pipeline(program).cullMode(CullMode.BACK).blend(blend).build();
        chunk = Fixture.outputs(phase(discarding, EarlyZ.OFF))[0];
        worker.process(chunk);
        assertThat(chunk.vertexCount()).isEqualTo(10);
        assertThat(counts.get(Counter.VERTEX_VARYINGS)).isEqualTo(6);
    }

    /**
     * Culling keeps what replay needs: together they give what processing gives, but shade the
     * varyings of what is still visible alone.
     */
    @Test
    void cullAndReplayGiveWhatProcessGives() {
        var whole = Fixture.outputs(phase(pipeline(), EarlyZ.OFF))[0];
        new GeometryWorker(KernelSet.of(Kernels.SCALAR), new Counts()).process(whole);
        var early = EarlyZ.ON.withAgain(EarlyZ.Again.ALWAYS);
        var chunk = Fixture.outputs(phase(pipeline(), early))[0];
        var structure = new HierarchicalZ();
        structure.reset(SIDE, SIDE, false, 1, FinestLevel.LAYERS);
        worker.begin(early, structure, 1);
        worker.cull(chunk);
        assertThat(counts.get(Counter.VERTEX_VARYINGS)).isZero();
        assertThat(chunk.vertexCount()).isZero();
        // Another chunk comes in between, with other vertices in the same slots.
        int[] others = {13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 13};
        worker.cull(Fixture.outputs(phase(pipeline(), early, others))[0]);
        worker.replay(chunk);
        assertThat(chunk.triangles()).isEqualTo(3);
        assertThat(chunk.vertexCount()).isEqualTo(10);
        assertThat(counts.get(Counter.VERTEX_VARYINGS)).isEqualTo(6);
        for (int t = 0; t < 3; t++) {
            for (int i = 0; i < TrianglePlanes.STRIDE; i++) {
                if (i < TrianglePlanes.V0 || i > TrianglePlanes.V2) {
                    assertThat(chunk.records()[chunk.recordAt(t) + i])
                            .isEqualTo(whole.records()[whole.recordAt(t) + i]);
                }
            }
            for (int corner = 0; corner < 3; corner++) {
                assertThat(vertex(chunk, t, corner)).isEqualTo(vertex(whole, t, corner));
            }
        }
    }

    /** Between the two passes something comes before the kept one and all of the cut one. */
    @Test
    void replayDropsWhatIsHiddenByThen() {
        var early = EarlyZ.ON.withAgain(EarlyZ.Again.ALWAYS);
        var chunk = Fixture.outputs(phase(pipeline(), early))[0];
        var structure = new HierarchicalZ();
        structure.reset(SIDE, SIDE, false, 1, FinestLevel.LAYERS);
        worker.begin(early, structure, 1);
        worker.cull(chunk);
        structure.reset(SIDE, SIDE, false, 0.25f, FinestLevel.LAYERS);
        worker.replay(chunk);
        // What was cut reaches from depth 0 on.
        assertThat(chunk.triangles()).isEqualTo(2);
        assertThat(counts.get(Counter.TRIANGLES_HIDDEN_AFTER)).isOne();
        assertThat(counts.get(Counter.VERTEX_VARYINGS)).isEqualTo(3);
        assertThat(chunk.hides()).isTrue();
        assertThat(chunk.hiddenColumns()).isEqualTo(TrianglePlanes.range(16, 47));
        for (int t = 0; t < 2; t++) {
            for (int corner = 0; corner < 3; corner++) {
                assertThat(vertex(chunk, t, corner)[1]).isIn(105f, 110f, 120f);
            }
        }
    }

    /** The structure holds something nearer than all of it from the beginning. */
    @Test
    void cullDropsWhatIsHiddenBefore() {
        var chunk = Fixture.outputs(phase(pipeline(), EarlyZ.ON))[0];
        var structure = new HierarchicalZ();
        structure.reset(SIDE, SIDE, false, 0.25f, FinestLevel.LAYERS);
        worker.begin(EarlyZ.ON, structure, 1);
        worker.cull(chunk);
        assertThat(chunk.triangles()).isEqualTo(2);
        assertThat(counts.get(Counter.TRIANGLES_HIDDEN_BEFORE)).isOne();
        assertThat(counts.get(Counter.TRIANGLES_SETUP)).isEqualTo(3);
        assertThat(counts.get(Counter.PRIMITIVES_IN)).isEqualTo(6);
    }
}
