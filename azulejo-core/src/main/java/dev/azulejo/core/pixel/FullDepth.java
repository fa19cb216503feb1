package dev.azulejo.core.pixel;

import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.kernel.RasterCounts;
import dev.azulejo.core.kernel.RasterKernels;
import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.TileSamples;
import dev.azulejo.core.kernel.TileTriangle;
import dev.azulejo.core.kernel.TrianglePlanes;

import java.util.Arrays;

/**
 * Finds the triangles of a tile that are visible behind its occluders, in full resolution. Owned by
 * one thread.
 */
final class FullDepth {
    private final TileMemory memory;
    private final TilePrimitives primitives;
    private final SamplePattern pattern;
    private final RasterKernels raster;
    private final CandidateSamples candidates;
    private final TileTriangle triangle = new TileTriangle();
    private final RasterCounts unreported = new RasterCounts();

    FullDepth(
            TileMemory tileMemory,
            TilePrimitives tilePrimitives,
            SamplePattern samples,
            RasterKernels kernels,
            CandidateSamples scratch) {
        memory = tileMemory;
        primitives = tilePrimitives;
        pattern = samples;
        raster = kernels;
        candidates = scratch;
    }

    /**
     * Draws the occluders into depth alone, and marks the records of triangles that are not
     * strictly behind it in every sample, and of those that cover any.
     *
     * @param farthest depth to begin with
     * @param reversed whether larger depths are nearer
     */
    void markVisible(float farthest, boolean reversed) {
        Arrays.fill(memory.samples.depth, farthest);
        int entries = primitives.list.count();
        for (int e = 0; e < entries; e++) {
            var chunk = primitives.chunk(e);
            if (chunk.draw().occludes() && set(chunk, primitives.recordAt(chunk, e))) {
                triangle.compare = chunk.draw().pipeline().depth().compare();
                triangle.depthWrite = true;
                raster.visibility(triangle, memory.samples, TileSamples.NOTHING, unreported);
            }
        }
        var compare = reversed ? CompareFunction.GREATER_EQUAL : CompareFunction.LESS_EQUAL;
        for (int e = 0; e < entries; e++) {
            var chunk = primitives.chunk(e);
            int at = primitives.recordAt(chunk, e);
            int columns = chunk.records()[at + TrianglePlanes.COLUMNS];
            if ((columns & TrianglePlanes.VISIBLE) == 0
                    && (!chunk.draw().testable() || passesSomewhere(chunk, at, compare))) {
                // Other tiles may set the same bit at the same time, and no other of this int.
                chunk.records()[at + TrianglePlanes.COLUMNS] = columns | TrianglePlanes.VISIBLE;
            }
        }
    }

    private boolean set(ChunkOutput chunk, int at) {
        var tile = memory.rectangle;
        return triangle.set(chunk.records(), at, tile.x, tile.y, memory.tileSize, pattern);
    }

    private boolean passesSomewhere(ChunkOutput chunk, int at, CompareFunction compare) {
        if (!set(chunk, at)) {
            return false;
        }
        triangle.compare = compare;
        unreported.clear();
        candidates.find(triangle, unreported);
        if (unreported.tested() != 0) {
            chunk.records()[at + TrianglePlanes.ROWS] |= TrianglePlanes.COVERS;
        }
        return candidates.count() != 0;
    }
}
