package dev.azulejo.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.command.Topology;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.VertexBuffer;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Primitives against the lists of vertices that Vulkan 1.3, "Primitive Topologies", gives. */
class InputAssemblerTest {
    private final InputAssembler assembler = new InputAssembler(2048);
    private final int[] corner = new int[2048];

    private static Phase phase(Topology topology, int[] indices, int first, int count, int base) {
        return phase(
                topology, indices == null ? null : new IndexBuffer(indices), first, count, base);
    }

    private static Phase phase(
            Topology topology, IndexBuffer indices, int first, int count, int base) {
        return Fixture.phase(
                Fixture.target(16, 16, 1),
                EarlyZ.OFF,
                c -> {
                    c.setPipeline(Fixture.pipeline().topology(topology).build());
                    c.setVertexBuffer(0, new VertexBuffer(0))
                            .setVertexBuffer(1, new VertexBuffer(0));
                    if (indices == null) {
                        c.draw(first, count, 0, 1);
                    } else {
                        c.setIndexBuffer(indices).drawIndexed(first, count, base, 0, 1);
                    }
                });
    }

    /** Vertex indices of the corners of all primitives, assembled one chunk after the other. */
    private int[] vertices(Phase phase) {
        int[] all = {};
        for (var chunk : Fixture.outputs(phase)) {
            int count = assembler.assembleRun(chunk, corner);
            all = append(all, taken(count, chunk.draw.corners() * chunk.work.primitives()));
        }
        return all;
    }

    private static int[] append(int[] a, int[] b) {
        return IntStream.concat(Arrays.stream(a), Arrays.stream(b)).toArray();
    }

    /** What was assembled last, which must hold each vertex once, in order of first use. */
    private int[] taken(int count, int corners) {
        int[] vertex = new int[corners];
        int seen = 0;
        for (int i = 0; i < corners; i++) {
            assertThat(corner[i]).isBetween(0, seen);
            seen = Math.max(seen, corner[i] + 1);
            vertex[i] = assembler.vertexOf[corner[i]];
        }
        assertThat(count).isEqualTo(seen);
        assertThat(Arrays.stream(vertex).distinct().count()).isEqualTo(count);
        assertThat(assembler.minVertex).isEqualTo(Arrays.stream(vertex).min().orElseThrow());
        assertThat(assembler.maxVertex).isEqualTo(Arrays.stream(vertex).max().orElseThrow());
        return vertex;
    }

    @Test
    void listsTakeVerticesInTurn() {
        assertThat(vertices(phase(Topology.POINT_LIST, (int[]) null, 3, 3, 0)))
                .containsExactly(3, 4, 5);
        assertThat(vertices(phase(Topology.LINE_LIST, (int[]) null, 1, 5, 0)))
                .containsExactly(1, 2, 3, 4);
        assertThat(vertices(phase(Topology.TRIANGLE_LIST, (int[]) null, 2, 8, 0)))
                .containsExactly(2, 3, 4, 5, 6, 7);
    }

    /** Vulkan 1.3, "Triangle Strips": primitive i is {i, i + 1 + i mod 2, i + 2 - i mod 2}. */
    @Test
    void everyOtherTriangleOfAStripIsTurned() {
        int[] found = vertices(phase(Topology.TRIANGLE_STRIP, (int[]) null, 10, 7, 0));
        assertThat(found).hasSize(15);
        for (int i = 0; i < 5; i++) {
            int[] rule = {10 + i, 11 + i + i % 2, 12 + i - i % 2};
            int[] is = {found[3 * i], found[3 * i + 1], found[3 * i + 2]};
            // The same three, in the same turn.
            assertThat(is)
                    .isIn(
                            rule,
                            new int[] {rule[1], rule[2], rule[0]},
                            new int[] {rule[2], rule[0], rule[1]});
        }
        assertThat(vertices(phase(Topology.LINE_STRIP, (int[]) null, 4, 4, 0)))
                .containsExactly(4, 5, 5, 6, 6, 7);
    }

    /** The turn goes by the primitive's number in the draw call, not in the chunk. */
    @Test
    void stripsGoOnFromChunkToChunk() {
        int[] one = vertices(phase(Topology.TRIANGLE_STRIP, (int[]) null, 0, 1400, 0));
        assertThat(one).hasSize(3 * 1398);
        for (int i = 0; i < 1398; i++) {
            boolean odd = i % 2 != 0;
            assertThat(one[3 * i]).isEqualTo(odd ? i + 1 : i);
            assertThat(one[3 * i + 1]).isEqualTo(odd ? i : i + 1);
            assertThat(one[3 * i + 2]).isEqualTo(i + 2);
        }
    }

    @Test
    void stripsBeginAnywhere() {
        var draw = phase(Topology.TRIANGLE_STRIP, (int[]) null, 2, 20, 0).draw(0);
        assertThat(taken(assembler.assemble(draw, 3, 2, corner), 6))
                .containsExactly(6, 5, 7, 6, 7, 8);
    }

    @Test
    void indicesNameVerticesFromTheBaseOn() {
        int[] indices = {9, 9, 4, 4, 7, 5, 5, 4, 7, 1, 2, 3};
        assertThat(vertices(phase(Topology.TRIANGLE_LIST, indices, 2, 9, 100)))
                .containsExactly(104, 104, 107, 105, 105, 104, 107, 101, 102);
        assertThat(assembler.minVertex).isEqualTo(101);
        assertThat(assembler.maxVertex).isEqualTo(107);
        assertThat(vertices(phase(Topology.TRIANGLE_LIST, indices, 2, 3, -6)))
                .containsExactly(-2, -2, 1);
        assertThat(vertices(phase(Topology.TRIANGLE_STRIP, indices, 3, 4, 0)))
                .containsExactly(4, 7, 5, 5, 7, 5);
        assertThat(vertices(phase(Topology.LINE_STRIP, indices, 3, 3, 1)))
                .containsExactly(5, 8, 8, 6);
    }

    /** Of a run, known or not, some primitives alone: their vertices, each once, and no others. */
    @Test
    void neededPrimitivesTakeTheirVerticesAlone() {
        var random = new Random(5);
        int[] indices = new int[3 * (512 + 200)];
        Arrays.setAll(indices, i -> Math.max(0, i / 4 + random.nextInt(40) - 30));
        // Parts 1 and 2; the first; up to the last, which is short; with a gap; within parts
        long[][] masks = {
            {0, -1, -1, 0},
            {-1, 0, 0, 0},
            {0, 0, -1, 0xFF},
            {-1, 0, -1, 0},
            {0, 0xF0, 0, 1},
            {-1, -1, -1, 0xFF},
            {0, 0, 0, 0x70}
        };
        for (int base : new int[] {0, 7}) {
            var phase =
                    phase(
                            Topology.TRIANGLE_LIST,
                            new IndexBuffer(indices),
                            0,
                            indices.length,
                            base);
            for (int round = 0; round < 2; round++) {
                for (long[] mask : masks) {
                    for (var chunk : Fixture.outputs(phase)) {
                        needs(chunk, mask);
                        int count = assembler.assembleNeeded(chunk, chunk.needed, corner);
                        checkNeeded(chunk, mask, indices, base, count);
                    }
                }
                vertices(phase);
            }
        }
    }

    /**
     * Parts of a run that is known are not assembled vertex by vertex, as their order shows: of a
     * strip's second part the first vertex that it does not share with the first, and at the end
     * the two that it does.
     */
    @Test
    void partsOfKnownRunsBeginWithTheirOwnVertices() {
        int[] indices = new int[3 * 512];
        Arrays.setAll(indices, i -> i / 3 + i % 3);
        var phase = phase(Topology.TRIANGLE_LIST, new IndexBuffer(indices), 0, indices.length, 0);
        vertices(phase);
        var chunk = Fixture.outputs(phase)[0];
        needs(chunk, new long[] {0, -1});
        assertThat(assembler.assembleNeeded(chunk, chunk.needed, corner)).isEqualTo(66);
        assertThat(assembler.vertexOf).startsWith(66, 67, 68);
        assertThat(assembler.vertexOf[64]).isEqualTo(64);
        assertThat(assembler.vertexOf[65]).isEqualTo(65);
        assertThat(corner).startsWith(64, 65, 0, 65, 0, 1);
    }

    /** Likewise where parts between are left out: vertices of both come in order of first use. */
    @Test
    void scatteredPartsOfKnownRunsTakeTheirVerticesInOrder() {
        int[] indices = new int[3 * 512];
        Arrays.setAll(indices, i -> i / 3 + i % 3);
        var phase = phase(Topology.TRIANGLE_LIST, new IndexBuffer(indices), 0, indices.length, 0);
        vertices(phase);
        var chunk = Fixture.outputs(phase)[0];
        needs(chunk, new long[] {0, -1, 0, -1});
        assertThat(assembler.assembleNeeded(chunk, chunk.needed, corner)).isEqualTo(132);
        assertThat(assembler.vertexOf).startsWith(64, 65, 66);
        assertThat(Arrays.copyOfRange(assembler.vertexOf, 65, 68)).containsExactly(129, 192, 193);
        assertThat(Arrays.copyOfRange(corner, 3 * 64, 3 * 64 + 4)).containsExactly(66, 67, 68, 67);
    }

    private static void needs(ChunkOutput chunk, long[] mask) {
        chunk.needed.none();
        for (int w = 0; w < 8; w++) {
            chunk.needed.add(w, w < mask.length ? mask[w] : 0);
        }
    }

    private void checkNeeded(ChunkOutput chunk, long[] mask, int[] indices, int base, int count) {
        var used = new TreeSet<Integer>();
        int at = 0;
        for (int p = 0; p < 64 * mask.length; p++) {
            for (int k = 0; k < 3 && (mask[p >> 6] >>> p & 1) != 0; k++) {
                int vertex = indices[3 * (chunk.work.firstPrimitive() + p) + k] + base;
                assertThat(corner[at]).isBetween(0, count - 1);
                assertThat(assembler.vertexOf[corner[at++]]).isEqualTo(vertex);
                used.add(vertex);
            }
        }
        assertThat(used).hasSize(count);
        assertThat(assembler.minVertex).isLessThanOrEqualTo(used.first());
        assertThat(assembler.maxVertex).isGreaterThanOrEqualTo(used.last());
    }

    /** What an index buffer remembers of a run gives what assembling gives, from any base. */
    @Test
    void remembersRunsOfAnIndexBuffer() {
        var random = new Random(11);
        int[] indices = random.ints(9000, 0, 700).toArray();
        var buffer = new IndexBuffer(indices);
        for (int base : new int[] {50, 0, 0, 50}) {
            for (int first : new int[] {0, 1536, 7, 3072}) {
                int count = 9000 - first - (9000 - first) % 3;
                int[] found = vertices(phase(Topology.TRIANGLE_LIST, buffer, first, count, base));
                assertThat(found)
                        .isEqualTo(
                                IntStream.range(first, first + count)
                                        .map(i -> indices[i] + base)
                                        .toArray());
            }
        }
        // Shorter than a run that is remembered
        assertThat(vertices(phase(Topology.TRIANGLE_LIST, buffer, 0, 30, 0)))
                .isEqualTo(Arrays.copyOf(indices, 30));
        // And no longer what it was
        buffer.write(0, new int[] {699, 698, 697});
        assertThat(vertices(phase(Topology.TRIANGLE_LIST, buffer, 0, 1536, 0)))
                .startsWith(699, 698, 697, indices[3]);
    }
}
