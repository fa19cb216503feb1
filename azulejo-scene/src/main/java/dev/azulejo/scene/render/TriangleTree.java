package dev.azulejo.scene.render;

import java.util.Arrays;

/**
 * Triangles in a tree of boxes, so that the first one on a ray is found without asking all. Boxes
 * are parted where the surfaces of both parts, by how many triangles they have, are the least
 * (Wald, "On fast Construction of SAH-based Bounding Volume Hierarchies", 2007), of 16 places along
 * the longest side. Rays and triangles as of Möller and Trumbore, "Fast, Minimum Storage
 * Ray/Triangle Intersection", 1997.
 *
 * <p>Threads: any may ask, each with a stack of its own.
 */
final class TriangleTree {
    /** Of boxes on the way: deeper than this the tree does not get. */
    static final int DEEPEST = 64;

    /** From here on boxes are halved by count. */
    private static final int DEEP = 32;

    private static final int LEAF = 4;

    /**
     * Boxes that rays ask from one look at whether to go on to the next: of thin triangles across a
     * scene all boxes overlap, and one ray asks millions.
     */
    private static final int PATIENCE = 1 << 16;

    private static final int BINS = 16;

    /** So far beyond its edges a triangle is hit, as a part of it, so that none is between two. */
    private static final double EDGE = 1e-7;

    /** Triangles, in the order of leaves: a corner and two edges, x y z each. */
    private final float[] triangles;

    /** Boxes: least x y z, most x y z. */
    private float[] boxes = new float[6 * 64];

    /** Of a box: its first triangle, or the first of its two parts. */
    private int[] first = new int[64];

    /** Of a box: how many triangles, or 0 if it has parts. */
    private int[] counts = new int[64];

    private int size;

    // While it is made: triangles by place, their boxes and centres
    private int[] order;
    private float[] bounds;
    private final Runnable goOn;

    /**
     * Makes a tree.
     *
     * @param corners of triangles, nine finite floats each; kept
     * @param count how many triangles
     * @param goOn called every now and then, also when rays are asked for, then by their threads;
     *     what it throws ends the work
     */
    TriangleTree(float[] corners, int count, Runnable goOn) {
        this.goOn = goOn;
        order = new int[count];
        bounds = new float[6 * count];
        for (int t = 0; t < count; t++) {
            order[t] = t;
            for (int axis = 0; axis < 3; axis++) {
                float a = corners[9 * t + axis];
                float b = corners[9 * t + 3 + axis];
                float c = corners[9 * t + 6 + axis];
                bounds[6 * t + axis] = Math.min(a, Math.min(b, c));
                bounds[6 * t + 3 + axis] = Math.max(a, Math.max(b, c));
            }
        }
        size = 1;
        if (count > 0) {
            part(0, 0, count, 0);
        } else {
            // A box without parts and triangles, where rays end
            counts[0] = -1;
        }
        triangles = new float[9 * count];
        for (int i = 0; i < count; i++) {
            int from = 9 * order[i];
            for (int axis = 0; axis < 3; axis++) {
                float a = corners[from + axis];
                triangles[9 * i + axis] = a;
                triangles[9 * i + 3 + axis] = corners[from + 3 + axis] - a;
                triangles[9 * i + 6 + axis] = corners[from + 6 + axis] - a;
            }
        }
        order = null;
        bounds = null;
    }

    private float center(int triangle, int axis) {
        return bounds[6 * triangle + axis] + bounds[6 * triangle + 3 + axis];
    }

    /** Finds the box of some triangles, and parts them. */
    private void part(int box, int from, int to, int depth) {
        if (to - from > 1 << 10) {
            goOn.run();
        }
        float[] centers = new float[6];
        Arrays.fill(centers, 0, 3, Float.POSITIVE_INFINITY);
        Arrays.fill(centers, 3, 6, Float.NEGATIVE_INFINITY);
        float[] own = centers.clone();
        for (int i = from; i < to; i++) {
            int t = order[i];
            for (int axis = 0; axis < 3; axis++) {
                own[axis] = Math.min(own[axis], bounds[6 * t + axis]);
                own[3 + axis] = Math.max(own[3 + axis], bounds[6 * t + 3 + axis]);
                float center = center(t, axis);
                centers[axis] = Math.min(centers[axis], center);
                centers[3 + axis] = Math.max(centers[3 + axis], center);
            }
        }
        System.arraycopy(own, 0, boxes, 6 * box, 6);
        int axis = longest(centers);
        if (to - from <= LEAF) {
            first[box] = from;
            counts[box] = to - from;
            return;
        }
        float least = centers[axis];
        float length = centers[3 + axis] - least;
        int middle = from;
        if (depth < DEEP && length > 0) {
            middle = split(from, to, axis, least, BINS / length);
        }
        if (middle == from || middle == to) {
            // All at one place, or so deep that halves are what ends it
            middle = (from + to) >>> 1;
        }
        int parts = size;
        size += 2;
        if (size > counts.length) {
            boxes = Arrays.copyOf(boxes, 2 * boxes.length);
            first = Arrays.copyOf(first, 2 * first.length);
            counts = Arrays.copyOf(counts, 2 * counts.length);
        }
        first[box] = parts;
        counts[box] = 0;
        part(parts, from, middle, depth + 1);
        part(parts + 1, middle, to, depth + 1);
    }

    private static int longest(float[] box) {
        float x = box[3] - box[0];
        float y = box[4] - box[1];
        float z = box[5] - box[2];
        return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    }

    private static int bin(float center, float least, float scale) {
        return Math.clamp((long) ((center - least) * scale), 0, BINS - 1);
    }

    /** Orders triangles into two parts; returns where the second one begins. */
    private int split(int from, int to, int axis, float least, float scale) {
        int[] many = new int[BINS];
        float[][] box = new float[BINS][];
        for (int i = from; i < to; i++) {
            int t = order[i];
            int bin = bin(center(t, axis), least, scale);
            many[bin]++;
            box[bin] = union(box[bin], bounds, 6 * t);
        }
        double[] cost = new double[BINS];
        float[] sum = null;
        int count = 0;
        for (int b = 0; b < BINS - 1; b++) {
            sum = box[b] == null ? sum : union(sum, box[b], 0);
            count += many[b];
            cost[b + 1] = count == 0 ? 0 : count * area(sum);
        }
        sum = null;
        count = 0;
        int best = -1;
        double bestCost = Double.POSITIVE_INFINITY;
        for (int b = BINS - 1; b > 0; b--) {
            sum = box[b] == null ? sum : union(sum, box[b], 0);
            count += many[b];
            double all = cost[b] + (count == 0 ? 0 : count * area(sum));
            if (count > 0 && count < to - from && all < bestCost) {
                bestCost = all;
                best = b;
            }
        }
        int left = from;
        int right = to;
        while (left < right) {
            int t = order[left];
            if (bin(center(t, axis), least, scale) < best) {
                left++;
            } else {
                order[left] = order[--right];
                order[right] = t;
            }
        }
        return left;
    }

    private static float[] union(float[] box, float[] other, int at) {
        if (box == null) {
            return Arrays.copyOfRange(other, at, at + 6);
        }
        for (int axis = 0; axis < 3; axis++) {
            box[axis] = Math.min(box[axis], other[at + axis]);
            box[3 + axis] = Math.max(box[3 + axis], other[at + 3 + axis]);
        }
        return box;
    }

    private static double area(float[] box) {
        double x = (double) box[3] - box[0];
        double y = (double) box[4] - box[1];
        double z = (double) box[5] - box[2];
        return x * y + y * z + z * x;
    }

    /** A ray, and what is left to be asked: one a thread. */
    static final class Ray {
        private final int[] stack = new int[DEEPEST + 2];
        private final double[] entries = new double[DEEPEST + 2];
        private double fromX;
        private double fromY;
        private double fromZ;
        private double alongX;
        private double alongY;
        private double alongZ;

        /** Boxes that were asked since the last look. */
        private int asked;

        /** Those before that. */
        private long askedBefore;

        /** Whether the triangle that was found last is seen from behind. */
        private boolean behind;

        boolean behind() {
            return behind;
        }

        /** Returns how many boxes were asked, by all rays that this one was. */
        long asked() {
            return askedBefore + asked;
        }

        /** Sets where it begins. */
        void from(double x, double y, double z) {
            fromX = x;
            fromY = y;
            fromZ = z;
        }

        /** Sets where it goes, a direction of length 1. */
        void along(double x, double y, double z) {
            alongX = x;
            alongY = y;
            alongZ = z;
        }
    }

    /**
     * Returns how far the first triangle on a ray is; as much as was asked for if none is nearer.
     * The ray then says whether its corners go around clockwise, seen from where it begins.
     *
     * @param ray where it begins and goes
     * @param most how far it goes; may be infinite
     */
    double first(Ray ray, double most) {
        double x = ray.fromX;
        double y = ray.fromY;
        double z = ray.fromZ;
        double perX = 1 / ray.alongX;
        double perY = 1 / ray.alongY;
        double perZ = 1 / ray.alongZ;
        // Which side of a box is met first: its least or its most
        int nearX = perX >= 0 ? 0 : 3;
        int nearY = perY >= 0 ? 1 : 4;
        int nearZ = perZ >= 0 ? 2 : 5;
        double nearest = most;
        int[] stack = ray.stack;
        double[] entries = ray.entries;
        ray.behind = false;
        int asked = ray.asked;
        int left = 1;
        stack[0] = 0;
        entries[0] = 0;
        while (left > 0) {
            left--;
            asked++;
            if (asked == PATIENCE) {
                asked = 0;
                ray.askedBefore += PATIENCE;
                goOn.run();
            }
            if (entries[left] >= nearest) {
                continue;
            }
            int box = stack[left];
            int count = counts[box];
            if (count != 0) {
                int end = 9 * (first[box] + count);
                for (int t = 9 * first[box]; t < end; t += 9) {
                    double far = hit(t, ray);
                    double distance = Math.abs(far);
                    if (distance < nearest) {
                        nearest = distance;
                        ray.behind = far < 0;
                    }
                }
                continue;
            }
            // The nearer one is asked first, so that it spares more of the other
            int part = first[box];
            int before = left;
            for (int p = part; p < part + 2; p++) {
                int at = 6 * p;
                double in = 0;
                double out = nearest;
                // Along a side and in it there is no number, which decides nothing
                double near = (boxes[at + nearX] - x) * perX;
                double far = (boxes[at + 3 - nearX] - x) * perX;
                in = near > in ? near : in;
                out = far < out ? far : out;
                near = (boxes[at + nearY] - y) * perY;
                far = (boxes[at + 5 - nearY] - y) * perY;
                in = near > in ? near : in;
                out = far < out ? far : out;
                near = (boxes[at + nearZ] - z) * perZ;
                far = (boxes[at + 7 - nearZ] - z) * perZ;
                in = near > in ? near : in;
                out = far < out ? far : out;
                if (in <= out) {
                    stack[left] = p;
                    entries[left] = in;
                    left++;
                }
            }
            if (left == before + 2 && entries[before] < entries[before + 1]) {
                int other = stack[before];
                stack[before] = stack[before + 1];
                stack[before + 1] = other;
                double entry = entries[before];
                entries[before] = entries[before + 1];
                entries[before + 1] = entry;
            }
        }
        ray.asked = asked;
        return nearest;
    }

    /**
     * Returns how far a triangle is, negative if it is seen from behind; infinity if it is not hit.
     */
    private double hit(int t, Ray ray) {
        double dx = ray.alongX;
        double dy = ray.alongY;
        double dz = ray.alongZ;
        double ax = triangles[t + 3];
        double ay = triangles[t + 4];
        double az = triangles[t + 5];
        double bx = triangles[t + 6];
        double by = triangles[t + 7];
        double bz = triangles[t + 8];
        double px = dy * bz - dz * by;
        double py = dz * bx - dx * bz;
        double pz = dx * by - dy * bx;
        double scale = 1 / (ax * px + ay * py + az * pz);
        double sx = ray.fromX - triangles[t];
        double sy = ray.fromY - triangles[t + 1];
        double sz = ray.fromZ - triangles[t + 2];
        double u = (sx * px + sy * py + sz * pz) * scale;
        double qx = sy * az - sz * ay;
        double qy = sz * ax - sx * az;
        double qz = sx * ay - sy * ax;
        double v = (dx * qx + dy * qy + dz * qz) * scale;
        double far = (bx * qx + by * qy + bz * qz) * scale;
        // What is no number is no hit
        boolean hit = u >= -EDGE && v >= -EDGE && u + v <= 1 + EDGE && far > 0;
        if (!hit) {
            return Double.POSITIVE_INFINITY;
        }
        return scale > 0 ? far : -far;
    }
}
