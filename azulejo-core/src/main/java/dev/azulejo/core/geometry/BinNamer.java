package dev.azulejo.core.geometry;

import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.policy.BoundsNaming;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.core.visibility.ClusterBox;

/**
 * Names the coarse bins that a chunk's primitives may put a sample into, from their records, right
 * after they are set up: by bounds, which are those that tiles are found by. Owned by one thread,
 * which writes into a table that others write into as well.
 */
public final class BinNamer {
    /** In the place of bins: nobody knows which. */
    private static final long ANYWHERE = -1;

    /** With fewer, to look at a draw call as a whole spares nothing. */
    private static final int FEW_CLUSTERS = 3;

    private final VisibilityTable table;
    private final int worker;
    private final ClusterBox box = new ClusterBox();

    /** Of each primitive of a chunk, its bins. */
    private final long[] masks = new long[ChunkWork.PRIMITIVES];

    /** Of each primitive, the pixels that its triangles cover. */
    private final long[] areas = new long[ChunkWork.PRIMITIVES];

    private RegionMap map;

    /** The draw call of the cluster before, and where all of it is. */
    private DrawState draw;

    private int instance;
    private long drawBins;

    /**
     * Makes one.
     *
     * @param names where they are written
     * @param writer which of the table's workers this is
     */
    public BinNamer(VisibilityTable names, int writer) {
        table = names;
        worker = writer;
    }

    /** Makes one for each worker, who gets it. */
    public static BinNamer[] ofWorkers(VisibilityTable names, GeometryWorker[] workers) {
        var namers = new BinNamer[workers.length];
        for (int w = 0; w < workers.length; w++) {
            namers[w] = new BinNamer(names, w);
            workers[w].setNamer(namers[w]);
        }
        return namers;
    }

    /** Begins a phase; the bins are the owners of a map. */
    public void begin(RegionMap bins) {
        if (map != bins) {
            map = bins;
        }
        draw = null;
    }

    /**
     * Names a cluster by its bounds alone, if they tell that it lies in few bins, or in none.
     *
     * @param geometry knows how to find them
     * @param chunk which
     * @param naming which
     * @return whether that is so
     */
    public boolean byBounds(GeometryWorker geometry, ChunkOutput chunk, BoundsNaming naming) {
        if (naming == BoundsNaming.NONE || !chunk.cluster()) {
            return false;
        }
        long bins = drawBins(geometry.placer(), chunk);
        if (bins == ANYWHERE) {
            bins = bins(geometry.placer().locate(chunk, box));
        }
        if (bins == ANYWHERE) {
            return false;
        }
        if (Long.bitCount(bins) > 1) {
            return byParts(geometry.placer(), chunk, naming);
        }
        table.nameWhole(chunk.work.number(), bins);
        return true;
    }

    /** The bin of a whole draw call, if all of it is in sight and in one: what most are. */
    private long drawBins(ClusterPlacer placer, ChunkOutput chunk) {
        if (chunk.draw.call().count() < FEW_CLUSTERS * IndexBuffer.CLUSTER) {
            return ANYWHERE;
        }
        if (draw != chunk.draw || instance != chunk.instance) {
            draw = chunk.draw;
            instance = chunk.instance;
            boolean inside = placer.locateDraw(chunk, box) == ClusterBox.Placement.INSIDE;
            long bins = inside && box.isWhole() ? bins(ClusterBox.Placement.INSIDE) : ANYWHERE;
            drawBins = Long.bitCount(bins) == 1 ? bins : ANYWHERE;
        }
        if (drawBins != ANYWHERE) {
            placer.countByDraw();
        }
        return drawBins;
    }

    /** The bins around the box that was placed. */
    private long bins(ClusterBox.Placement placement) {
        return switch (placement) {
            case OUTSIDE -> 0;
            case INSIDE -> map.owners(box.x0(), box.y0(), box.x1(), box.y1());
            case CROSSING -> ANYWHERE;
        };
    }

    private boolean byParts(ClusterPlacer placer, ChunkOutput chunk, BoundsNaming naming) {
        int words = VisibilityTable.words(chunk.primitives);
        long all = 0;
        long everywhere = ANYWHERE;
        int sum = 0;
        for (int w = 0; w < words; w++) {
            long in = bins(placer.locatePart(chunk, w, box));
            if (in == ANYWHERE) {
                return false;
            }
            masks[w] = in;
            all |= in;
            everywhere &= in;
            sum += Long.bitCount(in) * Math.min(Long.SIZE, chunk.primitives - w * Long.SIZE);
        }
        if (!naming.names(sum, chunk.primitives)) {
            return false;
        }
        if (all == everywhere) {
            table.nameWhole(chunk.work.number(), all);
        } else {
            writeParts(chunk, all, words);
        }
        return true;
    }

    private void writeParts(ChunkOutput chunk, long all, int words) {
        int at = table.name(worker, chunk.work.number(), all, words);
        long[] memory = table.memory(worker);
        for (long rest = all; rest != 0; rest &= rest - 1) {
            int bin = Long.numberOfTrailingZeros(rest);
            // Nobody knows what they cover.
            at++;
            for (int w = 0; w < words; w++) {
                boolean last = w == words - 1;
                long full = last ? -1L >>> -chunk.primitives : -1L;
                memory[at++] = (masks[w] >>> bin & 1) == 0 ? 0 : full;
            }
        }
    }

    /**
     * Names what has come of a chunk as a whole: of a draw call with a geometry stage nobody knows
     * which triangle is of which primitive.
     */
    void nameWhole(ChunkOutput chunk) {
        long bins = 0;
        for (int t = 0; t < chunk.triangles; t++) {
            bins |= bins(chunk, t);
        }
        table.nameWhole(chunk.work.number(), bins);
    }

    /**
     * Names the patches of a piece as one, by all that has come of them.
     *
     * @param piece patches that have been tessellated
     * @param chunks where what came of them is
     */
    public void name(PatchPiece piece, ChunkOutput[] chunks) {
        long all = 0;
        for (int c = piece.firstChunk(); c < piece.endChunk(); c++) {
            var chunk = chunks[c];
            for (int t = 0; t < chunk.triangles; t++) {
                long bins = bins(chunk, t);
                table.countTriangle(worker, bins, area(chunk, t, t + 1));
                all |= bins;
            }
        }
        var group = piece.group;
        table.namePatches(group.run(), group.firstPatch + piece.from, piece.to - piece.from, all);
    }

    /** Names the primitives of a chunk that have left triangles. */
    void name(ChunkOutput chunk, Survivors survivors) {
        int number = chunk.work.number();
        if (chunk.triangles == 0) {
            table.drop(number);
            return;
        }
        int words = VisibilityTable.words(chunk.primitives);
        long around = around(chunk);
        if (Long.bitCount(around) == 1) {
            int first = table.name(worker, number, around, words);
            long[] memory = table.memory(worker);
            memory[first] = area(chunk, 0, chunk.triangles);
            System.arraycopy(survivors.words, 0, memory, first + 1, words);
            return;
        }
        long all = 0;
        int t = 0;
        for (int w = 0; w < words; w++) {
            for (long rest = survivors.words[w]; rest != 0; rest &= rest - 1) {
                int p = w * Long.SIZE + Long.numberOfTrailingZeros(rest);
                int end = survivors.trianglesEnd[p];
                areas[p] = area(chunk, t, end);
                long bins = 0;
                for (; t < end; t++) {
                    bins |= bins(chunk, t);
                }
                masks[p] = bins;
                all |= bins;
            }
        }
        write(survivors, table.name(worker, number, all, words), all, words);
    }

    private void write(Survivors survivors, int first, long all, int words) {
        long[] memory = table.memory(worker);
        for (int w = 0; w < words; w++) {
            for (long rest = survivors.words[w]; rest != 0; rest &= rest - 1) {
                int bit = Long.numberOfTrailingZeros(rest);
                int p = w * Long.SIZE + bit;
                long area = areas[p] / Long.bitCount(masks[p]);
                for (long bins = masks[p]; bins != 0; bins &= bins - 1) {
                    long below = Long.lowestOneBit(bins) - 1;
                    int set = first + Long.bitCount(all & below) * (1 + words);
                    memory[set] += area;
                    memory[set + 1 + w] |= 1L << bit;
                }
            }
        }
    }

    /** The bins around all triangles. */
    private long around(ChunkOutput chunk) {
        int[] r = chunk.records;
        int left = Integer.MAX_VALUE;
        int top = Integer.MAX_VALUE;
        int right = 0;
        int bottom = 0;
        int at = chunk.recordsAt;
        for (int t = 0; t < chunk.triangles; t++, at += TrianglePlanes.STRIDE) {
            int columns = r[at + TrianglePlanes.COLUMNS];
            int rows = r[at + TrianglePlanes.ROWS];
            left = Math.min(left, TrianglePlanes.first(columns));
            right = Math.max(right, TrianglePlanes.last(columns));
            top = Math.min(top, TrianglePlanes.first(rows));
            bottom = Math.max(bottom, TrianglePlanes.last(rows));
        }
        return map.owners(left, top, right, bottom);
    }

    private long bins(ChunkOutput chunk, int triangle) {
        int at = chunk.recordAt(triangle);
        int columns = chunk.records[at + TrianglePlanes.COLUMNS];
        int rows = chunk.records[at + TrianglePlanes.ROWS];
        return map.owners(
                TrianglePlanes.first(columns),
                TrianglePlanes.first(rows),
                TrianglePlanes.last(columns),
                TrianglePlanes.last(rows));
    }

    /**
     * About how many pixels some triangles cover: where they are cut, not more than their bounds.
     */
    private static long area(ChunkOutput chunk, int from, int to) {
        int[] r = chunk.records;
        long sum = 0;
        for (int t = from; t < to; t++) {
            int at = chunk.recordAt(t);
            long x1 = r[at + TrianglePlanes.X1] - r[at + TrianglePlanes.X0];
            long y1 = r[at + TrianglePlanes.Y1] - r[at + TrianglePlanes.Y0];
            long x2 = r[at + TrianglePlanes.X2] - r[at + TrianglePlanes.X0];
            long y2 = r[at + TrianglePlanes.Y2] - r[at + TrianglePlanes.Y0];
            long covered = Math.abs(x1 * y2 - x2 * y1) >> 2 * TrianglePlanes.SUBPIXEL_BITS + 1;
            int columns = r[at + TrianglePlanes.COLUMNS];
            int rows = r[at + TrianglePlanes.ROWS];
            long wide = TrianglePlanes.last(columns) - TrianglePlanes.first(columns) + 1;
            long high = TrianglePlanes.last(rows) - TrianglePlanes.first(rows) + 1;
            sum += Math.min(covered, wide * high);
        }
        return sum;
    }
}
