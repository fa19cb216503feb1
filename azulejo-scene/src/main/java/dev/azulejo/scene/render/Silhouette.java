package dev.azulejo.scene.render;

import java.util.Arrays;
import java.util.List;

/**
 * How far a scene reaches, in any direction: the support function of all its vertices, none left
 * out. Blocks of successive vertices have boxes in world space; a vertex is looked at only if the
 * box of its block reaches further than whatever was found before. Sums are rounded alike for boxes
 * and vertices, and rounding keeps the order, so that no box is ever short of what is in it.
 *
 * <p>It holds for the pose in which it was made. Vertices that are not finite in world space, and
 * are not drawn, do not count.
 */
final class Silhouette {
    /** Vertices that share a box. */
    private static final int BLOCK = 64;

    private static final int VALUES = 6;

    private final List<DrawItem> items;

    /** How far points may be moved from where they are, in any direction. */
    private final double spread;

    /** Of each item: the blocks' boxes, smallest x, y, z and largest x, y, z. */
    private final float[][] boxes;

    /**
     * Puts boxes around all vertices.
     *
     * @param items as they stand now
     * @param spread how far points may be moved from there, world units
     */
    Silhouette(List<DrawItem> items, double spread) {
        this.items = items;
        this.spread = spread;
        boxes = new float[items.size()][];
        for (int i = 0; i < boxes.length; i++) {
            boxes[i] = boxes(items.get(i));
        }
    }

    private static float[] boxes(DrawItem item) {
        float[] m = item.worldValues();
        float[] p = item.outline();
        int vertices = p.length / 3;
        float[] boxes = new float[VALUES * ((vertices + BLOCK - 1) / BLOCK)];
        for (int at = 0; at < boxes.length; at += VALUES) {
            int from = at / VALUES * BLOCK;
            int to = Math.min(from + BLOCK, vertices);
            float minX = Float.POSITIVE_INFINITY;
            float minY = Float.POSITIVE_INFINITY;
            float minZ = Float.POSITIVE_INFINITY;
            float maxX = Float.NEGATIVE_INFINITY;
            float maxY = Float.NEGATIVE_INFINITY;
            float maxZ = Float.NEGATIVE_INFINITY;
            for (int v = 3 * from; v < 3 * to; v += 3) {
                float x = m[0] * p[v] + m[4] * p[v + 1] + m[8] * p[v + 2] + m[12];
                float y = m[1] * p[v] + m[5] * p[v + 1] + m[9] * p[v + 2] + m[13];
                float z = m[2] * p[v] + m[6] * p[v + 1] + m[10] * p[v + 2] + m[14];
                // x - x is 0 for finite x and NaN otherwise
                if ((x - x) + (y - y) + (z - z) == 0) {
                    minX = x < minX ? x : minX;
                    minY = y < minY ? y : minY;
                    minZ = z < minZ ? z : minZ;
                    maxX = x > maxX ? x : maxX;
                    maxY = y > maxY ? y : maxY;
                    maxZ = z > maxZ ? z : maxZ;
                }
            }
            boxes[at] = minX;
            boxes[at + 1] = minY;
            boxes[at + 2] = minZ;
            boxes[at + 3] = maxX;
            boxes[at + 4] = maxY;
            boxes[at + 5] = maxZ;
        }
        return boxes;
    }

    /**
     * Returns how far the scene reaches in each of some directions: the largest scalar product of
     * the direction and a point; -infinity where there is no point.
     *
     * @param ways x, y, z of each direction, of any length
     */
    double[] reach(double[] ways) {
        double[] reach = new double[ways.length / 3];
        Arrays.fill(reach, Double.NEGATIVE_INFINITY);
        int[] open = new int[reach.length];
        for (int i = 0; i < boxes.length; i++) {
            var item = items.get(i);
            float[] box = boxes[i];
            for (int at = 0; at < box.length; at += VALUES) {
                int count = 0;
                for (int k = 0; k < reach.length; k++) {
                    double x = ways[3 * k];
                    double y = ways[3 * k + 1];
                    double z = ways[3 * k + 2];
                    double most =
                            x * box[x < 0 ? at : at + 3]
                                    + y * box[y < 0 ? at + 1 : at + 4]
                                    + z * box[z < 0 ? at + 2 : at + 5];
                    if (most > reach[k]) {
                        open[count++] = k;
                    }
                }
                if (count > 0) {
                    look(item, at / VALUES * BLOCK, ways, reach, Arrays.copyOf(open, count));
                }
            }
        }
        if (spread > 0) {
            for (int k = 0; k < reach.length; k++) {
                double x = ways[3 * k];
                double y = ways[3 * k + 1];
                double z = ways[3 * k + 2];
                reach[k] += spread * Math.sqrt(x * x + y * y + z * z);
            }
        }
        return reach;
    }

    /** Looks at the vertices of a block. */
    private static void look(DrawItem item, int from, double[] ways, double[] reach, int[] open) {
        float[] m = item.worldValues();
        float[] p = item.outline();
        int to = Math.min(from + BLOCK, p.length / 3);
        for (int v = 3 * from; v < 3 * to; v += 3) {
            float x = m[0] * p[v] + m[4] * p[v + 1] + m[8] * p[v + 2] + m[12];
            float y = m[1] * p[v] + m[5] * p[v + 1] + m[9] * p[v + 2] + m[13];
            float z = m[2] * p[v] + m[6] * p[v + 1] + m[10] * p[v + 2] + m[14];
            if ((x - x) + (y - y) + (z - z) == 0) {
                for (int k : open) {
                    double far = ways[3 * k] * x + ways[3 * k + 1] * y + ways[3 * k + 2] * z;
                    reach[k] = far > reach[k] ? far : reach[k];
                }
            }
        }
    }
}
