package dev.azulejo.core.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.device.Sheet;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.shader.Kernels;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Two renders of a target of 4x4 tiles, the second held against the first. The strip has two
 * triangles on each of the tiles 0 to 3, and the spot two on tile 5; the other tiles are empty.
 */
abstract class TileRenders {
    static final int TILES = 16;
    static final Reuse.Tiles TILE = Reuse.Tiles.DEFAULT;
    static final Reuse.Blocks BLOCK = Reuse.Blocks.DEFAULT;

    final RenderTarget target = Sheet.target();
    final Sheet strip = Sheet.of(4, 1, 0, 0, 64, 16, 0.5f);
    final Sheet spot = Sheet.of(1, 1, 18, 18, 24, 30, 0.5f);
    final Counts counts = new Counts();
    final ProgramNumbers programs = new ProgramNumbers();
    final int[] keys = PrimitiveHasher.keys(new Random(3));
    final ChunkHashes hashes = new ChunkHashes();
    Characterisation past = new Characterisation(1);
    Characterisation current = new Characterisation(1);
    TileTester tester;
    DrawInputs inputs;
    boolean comparable = true;

    PrimitiveHasher hasher(Reuse reuse) {
        return new PrimitiveHasher(reuse.hash(), KernelSet.of(Kernels.SCALAR).hash(), keys);
    }

    /** Begins anew, as the only worker. */
    void make(Reuse reuse) {
        make(reuse, 0, 1);
    }

    /** Begins anew, as one of some workers. */
    void make(Reuse reuse, int worker, int workers) {
        inputs = new DrawInputs(programs, hasher(reuse));
        var all = new Counts[workers];
        all[worker] = counts;
        tester = new TileTester(reuse, worker, hasher(reuse), hashes, all);
        past = new Characterisation(workers);
        current = new Characterisation(workers);
    }

    CommandBuffer both() {
        var commands = Sheet.clear(target);
        strip.draw(commands, Sheet.OPAQUE);
        spot.draw(commands, Sheet.OPAQUE);
        return commands;
    }

    /** Renders as a {@link HistoryGate} does, and returns what became of the tiles. */
    TileDecision[] render(Reuse reuse, CommandBuffer commands) {
        var swapped = past;
        past = current;
        current = swapped;
        var drawn = Drawn.all(commands);
        int chunks = drawn.chunks.length;
        current.begin(drawn.phase.pass(), drawn.grid);
        hashes.require(chunks);
        assertThat(inputs.write(drawn.phase)).isTrue();
        if (reuse.way() instanceof Reuse.Blocks blocks) {
            current.layOut(drawn.chunks, chunks);
            current.requireData(chunks * blocks.parts());
            current.requireMasks(chunks * blocks.parts());
        } else {
            current.requireData(TILES);
        }
        counts.clear();
        tester.clear();
        tester.begin(past, current, comparable && past.valid, inputs);
        for (int c = 0; c < chunks; c++) {
            tester.hash(drawn.chunks[c], c);
        }
        var decisions = new TileDecision[TILES];
        for (int tile = 0; tile < TILES; tile++) {
            var list = drawn.list(tile);
            list.merge();
            decisions[tile] = tester.test(tile, list, drawn.chunks);
        }
        tester.end();
        current.valid = true;
        return decisions;
    }

    static TileDecision[] all(TileDecision most, TileDecision other, int... others) {
        var expected = new TileDecision[TILES];
        Arrays.fill(expected, most);
        for (int tile : others) {
            expected[tile] = other;
        }
        return expected;
    }

    /** Bytes written, then read by the header, programs, masks and data. */
    void expectBytes(long... bytes) {
        var counters =
                List.of(
                        Counter.REUSE_BYTES_WRITTEN,
                        Counter.REUSE_BYTES_READ_HEADER,
                        Counter.REUSE_BYTES_READ_PROGRAMS,
                        Counter.REUSE_BYTES_READ_MASKS,
                        Counter.REUSE_BYTES_READ_DATA);
        var found = counters.stream().map(counts::get).toList();
        assertThat(found).isEqualTo(Arrays.stream(bytes).boxed().toList());
    }

    void recolour(Sheet sheet, int vertex) {
        sheet.colors().write(4 * vertex, new float[] {0.123f});
    }
}
