package dev.azulejo.scene.render;

import dev.azulejo.scene.math.PointBlocks;

import java.util.Arrays;
import java.util.List;

/**
 * How far a scene reaches, in any direction: the support function of all its vertices, none left
 * out. A vertex is looked at only if the box around its mesh, and then that around its block, may
 * reach further than whatever was found before.
 *
 * <p>It holds for the pose in which it was made. Vertices that are not finite in world space, and
 * are not drawn, do not count.
 */
final class Silhouette {
    private final List<DrawItem> items;

    /** How far points may be moved from where they are, in any direction. */
    private final double spread;

    private final float[] box = new float[6];

    // Ways that something may reach further in: those of an item, and of these those of a block.
    private int[] open = {};
    private int[] closer = {};

    /**
     * Makes one.
     *
     * @param items as they stand now
     * @param spread how far points may be moved from there, world units
     */
    Silhouette(List<DrawItem> items, double spread) {
        this.items = items;
        this.spread = spread;
    }

    /**
     * Returns how far the scene reaches in each of some directions: the largest scalar product of
     * the direction and a point; -infinity where there is no point.
     *
     * @param ways x, y, z of each direction, of any length
     * @param goOn called every now and then; ends the work by an exception
     */
    double[] reach(double[] ways, Runnable goOn) {
        double[] reach = new double[ways.length / 3];
        Arrays.fill(reach, Double.NEGATIVE_INFINITY);
        int[] all = new int[reach.length];
        Arrays.setAll(all, k -> k);
        open = new int[reach.length];
        closer = new int[reach.length];
        for (var item : items) {
            goOn.run();
            var blocks = item.points().outline();
            float[] m = item.worldValues();
            blocks.reach(blocks.count(), m, box);
            int count = further(all, all.length, ways, reach, open);
            for (int b = 0; count > 0 && b < blocks.count(); b++) {
                blocks.reach(b, m, box);
                int left = further(open, count, ways, reach, closer);
                if (left > 0) {
                    look(blocks, b, m, ways, reach, left);
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

    /** Finds the ways, of some, that the box may reach further in; returns how many. */
    private int further(int[] among, int of, double[] ways, double[] reach, int[] found) {
        int count = 0;
        for (int i = 0; i < of; i++) {
            int k = among[i];
            double x = ways[3 * k];
            double y = ways[3 * k + 1];
            double z = ways[3 * k + 2];
            double most = x * box[x < 0 ? 0 : 3] + y * box[y < 0 ? 1 : 4] + z * box[z < 0 ? 2 : 5];
            // What is not a number may be anything
            if (!(most <= reach[k])) {
                found[count++] = k;
            }
        }
        return count;
    }

    /** Looks at the vertices of a block, in the closer ways. */
    private void look(
            PointBlocks blocks, int block, float[] m, double[] ways, double[] reach, int count) {
        float[] p = blocks.points();
        for (int v = 3 * blocks.first(block); v < 3 * blocks.end(block); v += 3) {
            float x = m[0] * p[v] + m[4] * p[v + 1] + m[8] * p[v + 2] + m[12];
            float y = m[1] * p[v] + m[5] * p[v + 1] + m[9] * p[v + 2] + m[13];
            float z = m[2] * p[v] + m[6] * p[v + 1] + m[10] * p[v + 2] + m[14];
            // x - x is 0 for finite x and NaN otherwise
            if ((x - x) + (y - y) + (z - z) == 0) {
                for (int i = 0; i < count; i++) {
                    int k = closer[i];
                    double far = ways[3 * k] * x + ways[3 * k + 1] * y + ways[3 * k + 2] * z;
                    reach[k] = far > reach[k] ? far : reach[k];
                }
            }
        }
    }
}
