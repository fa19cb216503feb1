package dev.azulejo.core.device;

import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.pixel.PixelLog;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.ThrottleSample;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.screen.RegionQuality;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.screen.WorkGrid;
import dev.azulejo.core.throttle.ThrottleTrace;
import dev.azulejo.core.visibility.HierarchicalZ;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;

/**
 * Looks into what the last phase of a device left behind, for pictures that explain it. Slow and
 * plain; valid until the next submit.
 */
public final class FrameInspection {
    /** The key of a depth that nothing is known of, in {@link #farthest}. */
    public static final int UNKNOWN = HierarchicalZ.UNKNOWN;

    /** Side of the squares of {@link #pixelWork}, pixels. */
    private static final int SQUARE = PixelLog.SQUARE;

    private final int width;
    private final int height;
    private final List<Part> parts;

    /**
     * What a run left behind; of a group of GPUs, one has its part of the tiles.
     *
     * @param chunks of the last window
     * @param chunkCount how many
     * @param structure what was known of hidden groups, or null
     * @param grid the tiles, and which were the run's
     * @param decisions what became of them
     * @param trace what bounded patches, or null
     * @param forNothing triangles that were set up for nothing, by tile
     * @param tileNs what tiles took, nanoseconds; 0 for those of others
     */
    @SuppressWarnings("ArrayRecordComponent") // a view, never compared
    record Part(
            ChunkOutput[] chunks,
            int chunkCount,
            HierarchicalZ structure,
            TileGrid grid,
            IntFunction<TileDecision> decisions,
            ThrottleTrace trace,
            IntUnaryOperator forNothing,
            IntToLongFunction tileNs) {
        /** Whether a pixel is in one of the tiles. */
        private boolean owns(int x, int y) {
            return grid.owns(x >> grid.shift(), y >> grid.shift());
        }
    }

    FrameInspection(RenderTarget target, List<Part> runs) {
        width = target.width();
        height = target.height();
        parts = runs;
    }

    /** Returns what bounded the patches of the last phase that had any; empty if none had. */
    public List<ThrottleSample> throttle() {
        return parts.stream()
                .filter(part -> part.trace != null)
                .flatMap(part -> part.trace.samples().stream())
                .toList();
    }

    /** Returns the side of the tiles, in pixels. */
    public int tileSize() {
        return parts.getFirst().grid.tileSize();
    }

    /** Returns what became of each tile, row by row from the top. */
    public TileDecision[] tiles() {
        var decisions = new TileDecision[parts.getFirst().grid.count()];
        for (var part : parts) {
            for (int tile = 0; tile < decisions.length; tile++) {
                if (part.grid.owns(tile)) {
                    decisions[tile] = part.decisions.apply(tile);
                }
            }
        }
        return decisions;
    }

    /**
     * Returns what a group of GPUs did for nothing, by tile, row by row from the top: how often a
     * GPU set up a triangle that touches none of its own tiles. Each time counts once, in the tile
     * in the middle of the triangle's bounds, so that the sum of all tiles is {@link
     * Counter#TRIANGLES_FOR_NOTHING} of the phase. All zero for one GPU.
     */
    public int[] forNothing() {
        var triangles = new int[parts.getFirst().grid.count()];
        for (var part : parts) {
            for (int tile = 0; tile < triangles.length; tile++) {
                triangles[tile] += part.forNothing.applyAsInt(tile);
            }
        }
        return triangles;
    }

    /**
     * Returns for each pixel how many triangles cover its centre, of those that reached the last
     * window and are still held.
     */
    public int[] overdraw() {
        int[] counts = new int[width * height];
        for (var part : parts) {
            for (int c = 0; c < part.chunkCount; c++) {
                var chunk = part.chunks[c];
                for (int triangle = 0; triangle < chunk.triangles(); triangle++) {
                    int at = chunk.recordsAt() + triangle * TrianglePlanes.STRIDE;
                    cover(part, chunk.records(), at, counts);
                }
            }
        }
        return counts;
    }

    private void cover(Part part, int[] r, int at, int[] counts) {
        int columns = r[at + TrianglePlanes.COLUMNS];
        int rows = r[at + TrianglePlanes.ROWS];
        for (int y = TrianglePlanes.first(rows); y <= TrianglePlanes.last(rows); y++) {
            for (int x = TrianglePlanes.first(columns); x <= TrianglePlanes.last(columns); x++) {
                int sx = (x << TrianglePlanes.SUBPIXEL_BITS) + TrianglePlanes.SUBPIXEL_HALF;
                int sy = (y << TrianglePlanes.SUBPIXEL_BITS) + TrianglePlanes.SUBPIXEL_HALF;
                if (part.owns(x, y)
                        && inside(r, at, at + 2, sx, sy)
                        && inside(r, at + 2, at + 4, sx, sy)
                        && inside(r, at + 4, at, sx, sy)) {
                    counts[y * width + x]++;
                }
            }
        }
    }

    private static boolean inside(int[] r, int from, int to, int x, int y) {
        long a = (long) r[from + TrianglePlanes.Y0] - r[to + TrianglePlanes.Y0];
        long b = (long) r[to + TrianglePlanes.X0] - r[from + TrianglePlanes.X0];
        long edge = a * (x - r[from + TrianglePlanes.X0]) + b * (y - r[from + TrianglePlanes.Y0]);
        return edge > 0 || edge == 0 && (a > 0 || a == 0 && b > 0);
    }

    /**
     * Returns what tiles took in the last phase by place, nanoseconds of a thread: what regions
     * that follow the work go by. What was rendered into coarse bins is not noted.
     */
    public WorkGrid tileTimes() {
        var grid = parts.getFirst().grid;
        var times = new long[grid.count()];
        for (var part : parts) {
            for (int tile = 0; tile < times.length; tile++) {
                times[tile] += part.tileNs.applyAsLong(tile);
            }
        }
        return new WorkGrid(width, height, grid.tileSize(), times);
    }

    /**
     * Returns the pixel work of the last window by place, in squares of 16 pixels: triangles that
     * cover pixel centres, for rasterising, and one more for each pixel that any covers, for
     * shading.
     */
    public WorkGrid pixelWork() {
        int[] overdraw = overdraw();
        int columns = (width + SQUARE - 1) / SQUARE;
        var amounts = new long[columns * ((height + SQUARE - 1) / SQUARE)];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int count = overdraw[y * width + x];
                amounts[y / SQUARE * columns + x / SQUARE] += count + (count > 0 ? 1 : 0);
            }
        }
        return new WorkGrid(width, height, SQUARE, amounts);
    }

    /**
     * Returns the pieces of geometry of the last window that are still held and left triangles: the
     * pixels around them, and their number.
     */
    public List<RegionQuality.Piece> pieces() {
        var pieces = new ArrayList<RegionQuality.Piece>();
        for (var part : parts) {
            for (int c = 0; c < part.chunkCount; c++) {
                if (part.chunks[c].triangles() > 0) {
                    pieces.add(piece(part.chunks[c]));
                }
            }
        }
        return pieces;
    }

    private static RegionQuality.Piece piece(ChunkOutput chunk) {
        int[] r = chunk.records();
        int columns = r[chunk.recordAt(0) + TrianglePlanes.COLUMNS];
        int rows = r[chunk.recordAt(0) + TrianglePlanes.ROWS];
        for (int t = 1; t < chunk.triangles(); t++) {
            columns = TrianglePlanes.around(columns, r[chunk.recordAt(t) + TrianglePlanes.COLUMNS]);
            rows = TrianglePlanes.around(rows, r[chunk.recordAt(t) + TrianglePlanes.ROWS]);
        }
        return new RegionQuality.Piece(
                TrianglePlanes.first(columns),
                TrianglePlanes.first(rows),
                TrianglePlanes.last(columns),
                TrianglePlanes.last(rows),
                chunk.triangles());
    }

    /**
     * Returns for each pixel the depth that a group around it is known not to be behind.
     *
     * @param side side of the groups: 64, 16 or 4 pixels
     * @return keys from 0 (near) to {@link #UNKNOWN}; all unknown if the phase was rendered without
     *     early Z
     */
    public int[] farthest(int side) {
        int[] keys = new int[width * height];
        for (var part : parts) {
            for (int y = 0; y < height; y++) {
                for (int x = 0; x < width; x++) {
                    if (part.owns(x, y)) {
                        boolean known = part.structure != null;
                        keys[y * width + x] = known ? part.structure.farthest(x, y, side) : UNKNOWN;
                    }
                }
            }
        }
        return keys;
    }
}
