package dev.azulejo.core.pixel;

import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.tiling.Binner;
import dev.azulejo.core.tiling.TileList;

/** The triangles on the list of the tile that is rendered, by entry. Owned by one thread. */
final class TilePrimitives {
    final TileList list;
    private ChunkOutput[] chunks = {};

    TilePrimitives(int workers) {
        list = new TileList(workers);
    }

    /** Sets the chunks that the list refers to. */
    void set(ChunkOutput[] all) {
        if (chunks != all) {
            chunks = all;
        }
    }

    /** Chunk of an entry. */
    ChunkOutput chunk(int entry) {
        return chunks[Binner.chunkOf(list.get(entry))];
    }

    /** First int of an entry's record in its chunk. */
    int recordAt(ChunkOutput chunk, int entry) {
        return chunk.recordsAt() + Binner.triangleOf(list.get(entry)) * TrianglePlanes.STRIDE;
    }

    /** Draw call of an entry. */
    DrawState draw(int entry) {
        return chunk(entry).draw();
    }

    /** Notes the samples that an entry's triangle covers in the tile. */
    void covers(PixelLog log, int entry, int samples) {
        int reference = list.get(entry);
        log.covers(Binner.chunkOf(reference), Binner.triangleOf(reference), samples);
    }

    /** Notes that fragments of an entry are shaded. */
    void sees(PixelLog log, int entry) {
        int reference = list.get(entry);
        log.sees(Binner.chunkOf(reference), Binner.triangleOf(reference));
    }
}
