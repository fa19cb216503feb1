package dev.azulejo.core.reuse;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.device.Sheet;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.screen.TileSet;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.tiling.Binner;
import dev.azulejo.core.tiling.TileList;
import dev.azulejo.core.tiling.TileLists;

/** A phase, its geometry and its lists of tiles of 16 pixels, made by one thread. */
final class Drawn {
    private static final int TILE = 16;

    final Phase phase;
    final TileGrid grid = new TileGrid();
    final ChunkOutput[] chunks;
    private final GeometryWorker worker =
            new GeometryWorker(KernelSet.of(Kernels.SCALAR), new Counts());
    private final TileLists[] lists = {new TileLists()};
    private final Binner binner = new Binner();
    private final TileList list = new TileList(1);

    Drawn(CommandBuffer commands, TileSet tiles) {
        phase = Sheet.cut(commands, EarlyZ.OFF, new Counts());
        var target = phase.pass().target();
        grid.set(target.width(), target.height(), TILE, tiles);
        lists[0].clear(grid.count());
        chunks = new ChunkOutput[phase.chunkCount()];
        for (int c = 0; c < chunks.length; c++) {
            chunks[c] = new ChunkOutput();
            chunks[c].begin(phase.chunk(c));
        }
    }

    /** With all geometry processed and binned. */
    static Drawn all(CommandBuffer commands) {
        var drawn = new Drawn(commands, TileSet.ALL);
        for (int c = 0; c < drawn.chunks.length; c++) {
            drawn.process(c);
            drawn.bin(c);
        }
        return drawn;
    }

    void process(int chunk) {
        worker.process(chunks[chunk]);
    }

    void bin(int chunk) {
        binner.bin(grid, lists[0], chunks[chunk], chunk, 0, chunks[chunk].triangles());
    }

    /** A tile's list; the same object each time. */
    TileList list(int tile) {
        list.select(lists, 1, tile);
        return list;
    }
}
