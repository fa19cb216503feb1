package dev.azulejo.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.PatchFixture;
import dev.azulejo.core.PatchFixture.Copies;
import dev.azulejo.core.PatchFixture.Patch;
import dev.azulejo.core.PatchFixture.Program;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * A group of five patches: two that are seen, one that a factor drops, one beside the view, one
 * that is too large to share a piece.
 */
class PatchWorkerTest {
    private static final int SIDE = 64;

    private static final Patch[] PATCHES = {
        Patch.whole(2),
        new Patch(-1, -1, 0, 1, 4, 4, 0.25f),
        new Patch(-1, -1, 1, 1, 0, 4, 0.5f),
        Patch.outside(3),
        Patch.outside(40)
    };

    private final Counts counts = new Counts();
    private final PatchWorker worker = new PatchWorker(KernelSet.of(Kernels.SCALAR), counts);
    private final PatchGroup group = new PatchGroup();

    private void hull(Program program, Patch... patches) {
        hull(program, null, patches);
    }

    private void hull(Program program, PatchArea area, Patch... patches) {
        Phase phase =
                Fixture.phase(
                        Fixture.target(SIDE, SIDE, 1),
                        EarlyZ.OFF,
                        c -> PatchFixture.draw(c, program, patches));
        assertThat(phase.runCount()).isOne();
        var run = phase.run(0);
        group.begin(run.draw(), run.instance(), 0, run.patches());
        worker.hull(group, area);
    }

    private ChunkOutput[] domain(int from, int to) {
        var piece = new PatchPiece();
        var chunks = new ChunkOutput[1 + piece.describe(group, from, to, 1)];
        Arrays.setAll(chunks, c -> new ChunkOutput());
        worker.domain(piece, chunks);
        assertThat(piece.firstChunk()).isOne();
        assertThat(piece.endChunk()).isEqualTo(chunks.length);
        return chunks;
    }

    private Map<Counter, Long> counted() {
        var all = new EnumMap<Counter, Long>(Counter.class);
        for (var counter : Counter.values()) {
            if (counts.get(counter) != 0) {
                all.put(counter, counts.get(counter));
            }
        }
        counts.clear();
        return all;
    }

    @Test
    void theHullStageTellsWhatWillCome() {
        hull(Program.PLAIN, PATCHES);
        assertThat(counted())
                .isEqualTo(
                        Map.of(
                                Counter.HULL_LAUNCHES,
                                1L,
                                Counter.PATCHES,
                                5L,
                                Counter.PATCHES_DROPPED,
                                1L,
                                // Two control points each
                                Counter.VERTEX_VARYINGS,
                                10L));
        assertThat(Arrays.copyOf(group.points, 5)).containsExactly(9, 25, 0, 16, 41 * 41);
        assertThat(Arrays.copyOf(group.primitives, 5)).containsExactly(8, 32, 0, 18, 3200);
        // What is dropped is not estimated: 2 * 4 + 2 * 16 + 2 * 9 + 2 * 1600
        assertThat(group.estimate()).isEqualTo(8 + 32 + 18 + 3200);
        assertThat(group.possible(0, 5)).isEqualTo(3258);
        assertThat(group.mostBytes(0, 1)).isEqualTo(8L * PrimitiveSetup.mostBytes(group.draw));
        assertThat(group.pieceEnd(0)).isEqualTo(4);
        assertThat(group.pieceEnd(4)).isEqualTo(5);
    }

    /** Asked of pixels: the left half of 64, a margin around what is rounded included. */
    @Test
    void patchesElsewhereAreLeftOut() {
        PatchArea left = (x0, y0, x1, y1) -> x0 < 32;
        float infinity = Float.POSITIVE_INFINITY;
        Patch[] patches = {
            // From pixel 33 on; from a little to the left of 32 on
            new Patch(1 / 32f, -1, 1, 1, 2, 2, 0),
            new Patch(-1 / 4096f, -1, 1, 1, 3, 3, 0),
            Patch.whole(1),
            Patch.outside(4),
            // Dropped by a factor, and elsewhere as well
            new Patch(0.5f, -1, 1, 1, 0, 4, 0.5f),
            // Nothing can be said of it
            new Patch(0.5f, -1, infinity, 1, 5, 5, 0)
        };
        hull(Program.PLAIN, left, patches);
        assertThat(Arrays.copyOf(group.points, 6)).containsExactly(0, 16, 4, 0, 0, 36);
        assertThat(Arrays.copyOf(group.primitives, 6)).containsExactly(0, 18, 2, 0, 0, 50);
        assertThat(group.estimate()).isEqualTo(18 + 2 + 50);
        var counted = counted();
        assertThat(counted.get(Counter.PATCHES_ELSEWHERE)).isEqualTo(2);
        assertThat(counted.get(Counter.PATCHES_DROPPED)).isOne();
        assertThat(counted.get(Counter.PATCHES)).isEqualTo(6);
        hull(new Program(new Copies(6), patch -> {}, points -> {}), left, patches);
        assertThat(group.points[0]).as("a geometry stage may move it").isEqualTo(9);
        assertThat(counted()).doesNotContainKey(Counter.PATCHES_ELSEWHERE);
    }

    /** Estimates see inside factors, and none for more than the largest. */
    @Test
    void estimatesAreOfInsideFactorsAlone() {
        hull(Program.PLAIN, new Patch(-1, -1, 1, 1, 1, 500, 0), new Patch(-1, -1, 1, 1, 64, 1, 0));
        assertThat(group.estimate()).isEqualTo(2 * 64 * 64 + 2);
        assertThat(group.primitives(0, 1)).isGreaterThan(7000);
        assertThat(group.primitives(1, 2)).isGreaterThan(100);
    }

    @Test
    void aPieceBecomesAChunk() {
        hull(Program.PLAIN, PATCHES);
        counts.clear();
        var chunks = domain(0, 4);
        assertThat(chunks).hasSize(2);
        assertThat(counted())
                .isEqualTo(
                        Map.of(
                                Counter.TESSELLATED_PRIMITIVES,
                                58L,
                                Counter.DOMAIN_POINTS,
                                50L,
                                Counter.CHUNKS,
                                1L,
                                Counter.PRIMITIVES_IN,
                                58L,
                                Counter.PRIMITIVES_OUTSIDE,
                                18L,
                                Counter.TRIANGLES_SETUP,
                                40L,
                                // Nobody sees those of the one outside.
                                Counter.DOMAIN_VARYINGS,
                                34L));
        assertThat(chunks[1].triangles()).isEqualTo(40);
        assertThat(chunks[1].vertexCount()).isEqualTo(34);
        assertThat(worker.bytes()).isEqualTo(4L * (40 * TrianglePlanes.STRIDE + 34 * 5));
        worker.clear();
        assertThat(worker.bytes()).isZero();
    }

    /** Corners of each patch arrive where they belong, with its own varyings. */
    @Test
    void verticesAreThoseOfTheirPatch() {
        hull(Program.PLAIN, PATCHES);
        var chunk = domain(0, 4)[1];
        for (int t = 0; t < 40; t++) {
            for (int corner = 0; corner < 3; corner++) {
                int at = chunk.vertexAt(chunk.recordAt(t), corner);
                float u = chunk.vertexData()[at + 1];
                float v = chunk.vertexData()[at + 2];
                int x = chunk.records()[chunk.recordAt(t) + 2 * corner];
                int y = chunk.records()[chunk.recordAt(t) + 2 * corner + 1];
                boolean first = t < 8;
                assertThat(chunk.vertexData()[at + 3]).isEqualTo(first ? 0.5f : 0.25f);
                assertThat(x).isEqualTo((int) (u * (first ? SIDE : SIDE / 2) * 256));
                assertThat(y).isEqualTo((int) ((1 - v) * SIDE * 256));
                assertThat(u * (first ? 2 : 4)).isEqualTo(Math.round(u * (first ? 2 : 4)));
            }
        }
    }

    /** A large patch becomes chunks of up to 1,024; nothing of it is seen. */
    @Test
    void aLargePatchBecomesSeveralChunks() {
        hull(Program.PLAIN, PATCHES);
        counts.clear();
        var chunks = domain(4, 5);
        assertThat(chunks).hasSize(1 + 4);
        assertThat(counted())
                .isEqualTo(
                        Map.of(
                                Counter.TESSELLATED_PRIMITIVES,
                                3200L,
                                Counter.DOMAIN_POINTS,
                                1681L,
                                Counter.CHUNKS,
                                4L,
                                Counter.PRIMITIVES_IN,
                                3200L,
                                Counter.PRIMITIVES_OUTSIDE,
                                3200L));
    }

    /** One copy of each triangle of the first patch, two of each of the second. */
    @Test
    void geometryStagesMakeMore() {
        var program = new Program(new Copies(2), patch -> {}, points -> {});
        hull(program, Patch.whole(2), Patch.whole(1));
        assertThat(group.possible(0, 2)).isEqualTo(2 * (8 + 2));
        counts.clear();
        var chunks = domain(0, 2);
        assertThat(chunks[1].triangles()).isEqualTo(8 + 2 * 2);
        assertThat(counted())
                .isEqualTo(
                        Map.of(
                                Counter.TESSELLATED_PRIMITIVES,
                                10L,
                                Counter.DOMAIN_POINTS,
                                13L,
                                // All, before it is known what is seen
                                Counter.DOMAIN_VARYINGS,
                                13L,
                                Counter.GEOMETRY_PRIMITIVES,
                                12L,
                                Counter.CHUNKS,
                                1L,
                                Counter.PRIMITIVES_IN,
                                10L,
                                Counter.TRIANGLES_SETUP,
                                12L));
    }
}
