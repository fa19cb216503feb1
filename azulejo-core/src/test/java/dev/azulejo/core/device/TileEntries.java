package dev.azulejo.core.device;

import dev.azulejo.core.pixel.TileRenderer;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.tiling.Binner;

import java.util.ArrayList;
import java.util.List;

/** What a {@link TileSorter} has put on the lists of tiles, as text. */
final class TileEntries {
    private TileEntries() {}

    /**
     * Goes to all tiles; of each with anything, and each triangle: {@code tile: chunk.triangle}.
     */
    static List<String> take(TileSorter sorter, TileRenderer renderer, TileGrid grid) {
        var all = new ArrayList<String>();
        int count = grid.count();
        for (int tile = sorter.take(renderer); tile < count; tile = sorter.take(renderer)) {
            var list = sorter.list(renderer, tile);
            list.merge();
            for (int e = 0; e < list.count(); e++) {
                int reference = list.get(e);
                int chunk = Binner.chunkOf(reference);
                all.add("%d: %d.%d".formatted(tile, chunk, Binner.triangleOf(reference)));
            }
        }
        return all;
    }
}
