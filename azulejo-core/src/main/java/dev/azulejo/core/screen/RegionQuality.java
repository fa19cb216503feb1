package dev.azulejo.core.screen;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How well a map shares out the work of a frame. Two numbers tell whether regions have the right
 * size: where they are too large, one GPU has more pixel work than the others ({@link
 * #pixelImbalance}); where they are too small, every object touches every GPU, and geometry is
 * processed many times over ({@link #geometryFactor}).
 *
 * @param regions of the map
 * @param gpus what each GPU has
 * @param geometryOnce geometry work of the frame on one GPU
 */
public record RegionQuality(int regions, List<Share> gpus, long geometryOnce) {
    /**
     * What one GPU has.
     *
     * @param pixels that it owns
     * @param pixelWork that lies in its regions
     * @param geometryWork of the pieces that touch its regions
     */
    public record Share(long pixels, double pixelWork, long geometryWork) {}

    /**
     * A piece of geometry: an inclusive rectangle of pixels that bounds it, and its work.
     *
     * @param x0 first column of pixels
     * @param y0 first row
     * @param x1 last column
     * @param y1 last row
     * @param work in any unit: vertices, primitives, nanoseconds
     */
    public record Piece(int x0, int y0, int x1, int y1, long work) {}

    /** Takes a copy. */
    public RegionQuality {
        gpus = List.copyOf(gpus);
    }

    /**
     * Of a frame of which it is known what pieces it has and where.
     *
     * @param map whose quality it is
     * @param pixelWork of the frame by place
     * @param pieces of the frame; those that touch nobody's regions take no work on several GPUs,
     *     but do on one
     */
    public static RegionQuality of(RegionMap map, WorkGrid pixelWork, Collection<Piece> pieces) {
        var geometry = new long[map.gpus()];
        long once = 0;
        for (var piece : pieces) {
            once += piece.work;
            long owners = map.owners(piece.x0, piece.y0, piece.x1, piece.y1);
            for (; owners != 0; owners &= owners - 1) {
                geometry[Long.numberOfTrailingZeros(owners)] += piece.work;
            }
        }
        return of(map, pixelWork, geometry, once);
    }

    /**
     * Of a frame whose geometry work has been measured.
     *
     * @param map whose quality it is
     * @param pixelWork of the frame by place
     * @param geometry work of each GPU
     * @param once geometry work of the frame on one GPU
     */
    public static RegionQuality of(RegionMap map, WorkGrid pixelWork, long[] geometry, long once) {
        double[] work = pixelWork.byGpu(map);
        var shares = new ArrayList<Share>();
        for (int gpu = 0; gpu < map.gpus(); gpu++) {
            shares.add(new Share(map.pixels(gpu), work[gpu], geometry[gpu]));
        }
        return new RegionQuality(map.columns() * map.rows(), shares, once);
    }

    /** Most pixels of a GPU over the mean. */
    public double areaImbalance() {
        return imbalance(gpus.stream().mapToDouble(Share::pixels).toArray());
    }

    /** Most pixel work of a GPU over the mean: 1 is even, the number of GPUs is all on one. */
    public double pixelImbalance() {
        return imbalance(gpus.stream().mapToDouble(Share::pixelWork).toArray());
    }

    /** Most geometry work of a GPU over the mean. */
    public double geometryImbalance() {
        return imbalance(gpus.stream().mapToDouble(Share::geometryWork).toArray());
    }

    private static double imbalance(double[] work) {
        var equal = new int[work.length];
        Arrays.fill(equal, 1);
        return WorkGrid.imbalance(work, equal);
    }

    /** Geometry work of all GPUs over that of one: 1 is ideal, the number of GPUs is all on all. */
    public double geometryFactor() {
        long all = gpus.stream().mapToLong(Share::geometryWork).sum();
        return geometryOnce == 0 ? 1 : (double) all / geometryOnce;
    }

    /** A line for each GPU, as text. */
    public String table() {
        var text = new StringBuilder("GPU      pixels    pixel work      geometry\n");
        for (int gpu = 0; gpu < gpus.size(); gpu++) {
            var share = gpus.get(gpu);
            text.append(
                    line(
                            "%3d %11d %13.0f %13d",
                            gpu, share.pixels, share.pixelWork, share.geometryWork));
        }
        return text.append(
                        line(
                                "max/mean  %5.3f %13.3f %13.3f",
                                areaImbalance(), pixelImbalance(), geometryImbalance()))
                .toString();
    }

    /** A line for each of several maps, as text: too coarse at one end, too fine at the other. */
    public static String comparison(Map<String, RegionQuality> maps) {
        var text =
                new StringBuilder("regions                    count  pixels   work  geometry x\n");
        maps.forEach(
                (name, map) ->
                        text.append(
                                line(
                                        "%-24s %7d %7.3f %6.3f %11.3f",
                                        name,
                                        map.regions,
                                        map.areaImbalance(),
                                        map.pixelImbalance(),
                                        map.geometryFactor())));
        return text.toString();
    }

    private static String line(String format, Object... values) {
        return String.format(Locale.ROOT, format, values).stripTrailing() + "\n";
    }
}
