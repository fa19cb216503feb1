package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.PatchFixture;
import dev.azulejo.core.PatchFixture.Patch;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.geometry.PatchGroup;
import dev.azulejo.core.geometry.PatchPiece;
import dev.azulejo.core.geometry.PatchWorker;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Test;

import java.util.Arrays;

/** The rows that workers keep of their chunks. */
class ChunkTallyTest {
    private static final KernelSet KERNELS = KernelSet.of(Kernels.SCALAR);

    private final Counts counts = new Counts();
    private final ChunkTally tally = new ChunkTally(counts);

    /** What was counted of a row. */
    private int[] row(int row) {
        var all = new int[ChunkTally.COLUMNS];
        for (int column = 0; column < all.length; column++) {
            all[column] = tally.get(row, column);
        }
        return all;
    }

    private static Phase sheet(int columns) {
        var commands = Sheet.clear(Sheet.target());
        Sheet.of(columns, 1, 0, 0, 64, 64, 0.5f).draw(commands, Sheet.OPAQUE);
        return Sheet.cut(commands, EarlyZ.OFF, new Counts());
    }

    private static ChunkOutput processed(Phase phase) {
        var chunk = Fixture.outputs(phase)[0];
        new GeometryWorker(KERNELS, new Counts()).process(chunk);
        return chunk;
    }

    /** What counters have risen by since it was marked; two of ten are gone: they are outside. */
    @Test
    void aRowIsWhatCountersHaveRisenBy() {
        var chunk = processed(sheet(1));
        counts.add(Counter.VERTEX_POSITIONS, 1000);
        counts.add(Counter.PRIMITIVES_OUTSIDE, 1000);
        tally.mark();
        counts.add(Counter.VERTEX_POSITIONS, 9);
        counts.add(Counter.VERTEX_VARYINGS, 7);
        counts.add(Counter.PRIMITIVES_OUTSIDE, 1);
        counts.add(Counter.PRIMITIVES_NOT_FINITE, 1);
        counts.add(Counter.PRIMITIVES_CULLED_FACE, 2);
        counts.add(Counter.PRIMITIVES_ZERO_AREA, 1);
        counts.add(Counter.PRIMITIVES_NO_SAMPLE, 1);
        tally.add(chunk, 5, 10);
        assertThat(row(0)).containsExactly(5, 10, 9, 7, 2 + 2, 2, 2);
        // It is marked again by itself, and clipping may make more of them.
        counts.add(Counter.VERTEX_POSITIONS, 3);
        tally.add(chunk, 6, 1);
        assertThat(row(1)).containsExactly(6, 1, 3, 0, 0, 0, 0);
        assertThat(tally.count()).isEqualTo(2);
        tally.clear();
        assertThat(tally.count()).isZero();
        for (int i = 0; i < 200; i++) {
            counts.add(Counter.VERTEX_VARYINGS, i);
            tally.add(chunk, i, 2);
        }
        assertThat(row(199)).containsExactly(199, 2, 0, 199, 0, 0, 0);
        assertThat(row(3)).containsExactly(3, 2, 0, 3, 0, 0, 0);
    }

    /** Two chunks of a piece share what was counted: the first full, the second with the rest. */
    @Test
    void patchesShareWhatWasCounted() {
        var commands = Sheet.clear(Sheet.target());
        // 2 * 24 * 24 = 1152 triangles, 1024 of which make a chunk
        PatchFixture.draw(commands, PatchFixture.Program.PLAIN, Patch.whole(24));
        var run = Sheet.cut(commands, EarlyZ.OFF, new Counts()).run(0);
        var group = new PatchGroup();
        group.begin(run.draw(), 0, 0, 1);
        var worker = new PatchWorker(KERNELS, new Counts());
        worker.hull(group, null);
        var piece = new PatchPiece();
        var chunks = new ChunkOutput[1 + piece.describe(group, 0, 1, 1)];
        Arrays.setAll(chunks, c -> new ChunkOutput());
        worker.domain(piece, chunks);
        int first = chunks[1].triangles();
        int second = chunks[2].triangles();
        assertThat(first + second).isEqualTo(1152);
        tally.mark();
        counts.add(Counter.DOMAIN_POINTS, 1152);
        counts.add(Counter.DOMAIN_VARYINGS, 576);
        tally.add(piece, chunks);
        assertThat(tally.count()).isEqualTo(2);
        assertThat(row(0)).containsExactly(1, 1024, 1024, 512, 0, 0, 0);
        assertThat(row(1)).containsExactly(2, 128, 128, 64, 0, 0, 0);
        // Chunks of which nothing came: the first takes what it lacks, the last all that is left.
        var nothing = new ChunkOutput[] {null, chunks[1], chunks[2]};
        chunks[1].restart();
        chunks[2].restart();
        counts.add(Counter.PRIMITIVES_CULLED_FACE, 1200);
        counts.add(Counter.PRIMITIVES_NO_SAMPLE, 80);
        counts.add(Counter.PRIMITIVES_OUTSIDE, 72);
        tally.add(piece, nothing);
        assertThat(row(2)).containsExactly(1, 1024, 0, 0, 0, 1024, 0);
        assertThat(row(3)).containsExactly(2, 128, 0, 0, 72, 176, 80);
    }
}
