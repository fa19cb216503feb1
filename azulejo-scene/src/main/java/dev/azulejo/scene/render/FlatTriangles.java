package dev.azulejo.scene.render;

import dev.azulejo.scene.model.Primitive;

/**
 * Which triangles are flat as they are shaded: those of meshes without normals, and those whose
 * corners have one normal, which is their own. What a curved surface takes from normals is nothing
 * there.
 */
final class FlatTriangles {
    /**
     * Square of the cosine of 0.1 degrees: what is nearer is one normal. Formats round those of a
     * triangle's corners alike.
     */
    private static final double SAME = 0.999997;

    /**
     * Square of the cosine of 10 degrees: a normal that is nearer is that of the triangle. Four
     * corners of a facet seldom lie in one plane, and normals of 8 bits are off by a degree.
     */
    private static final double OWN = 0.97;

    /** After so many triangles somebody is asked whether to go on. */
    private static final int TRIANGLES_AT_ONCE = 1 << 12;

    private final int[] indices;
    private final float[] positions;
    private final float[] normals;

    private FlatTriangles(Primitive primitive) {
        indices = primitive.flat() ? new int[0] : primitive.toIndexedList().indices();
        positions = primitive.vertices().positions();
        normals = primitive.vertices().normals();
    }

    /** What is done with a vertex. */
    interface Corner {
        void take(int vertex);
    }

    /**
     * Returns whether all triangles of a primitive with normals are flat.
     *
     * @param goOn called every now and then; ends the work by an exception
     */
    static boolean all(Primitive primitive, Runnable goOn) {
        var triangles = new FlatTriangles(primitive);
        for (int t = 0; t + 2 < triangles.indices.length; t += 3) {
            if (t % (3 * TRIANGLES_AT_ONCE) == 0) {
                goOn.run();
            }
            if (!triangles.isFlat(t)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Tells the corners of all triangles that are not flat; returns whether all are.
     *
     * @param goOn called every now and then; ends the work by an exception
     */
    static boolean all(Primitive primitive, Corner curved, Runnable goOn) {
        var triangles = new FlatTriangles(primitive);
        boolean all = true;
        for (int t = 0; t + 2 < triangles.indices.length; t += 3) {
            if (t % (3 * TRIANGLES_AT_ONCE) == 0) {
                goOn.run();
            }
            if (!triangles.isFlat(t)) {
                all = false;
                for (int k = 0; k < 3; k++) {
                    curved.take(triangles.indices[t + k]);
                }
            }
        }
        return all;
    }

    /** Whether normals are those of the triangles now, and others as soon as something moves. */
    static boolean onlyAtRest(Primitive primitive) {
        return !primitive.flat()
                && (primitive.influences() != null || !primitive.morphTargets().isEmpty());
    }

    private boolean isFlat(int triangle) {
        int a = 3 * indices[triangle];
        int b = 3 * indices[triangle + 1];
        int c = 3 * indices[triangle + 2];
        double ux = (double) positions[b] - positions[a];
        double uy = (double) positions[b + 1] - positions[a + 1];
        double uz = (double) positions[b + 2] - positions[a + 2];
        double vx = (double) positions[c] - positions[a];
        double vy = (double) positions[c + 1] - positions[a + 1];
        double vz = (double) positions[c + 2] - positions[a + 2];
        double x = uy * vz - uz * vy;
        double y = uz * vx - ux * vz;
        double z = ux * vy - uy * vx;
        double square = x * x + y * y + z * z;
        // Without area, or not finite, it shows nothing that could be curved
        if (!(square > 0 && square < Double.POSITIVE_INFINITY)) {
            return true;
        }
        double along = normals[a] * x + normals[a + 1] * y + normals[a + 2] * z;
        return along * along > OWN * square * dot(a, a) && isSame(a, b) && isSame(a, c);
    }

    /** Zeros are nobody's direction. */
    private boolean isSame(int a, int b) {
        double cosine = dot(a, b);
        return cosine > 0 && cosine * cosine > SAME * dot(a, a) * dot(b, b);
    }

    private double dot(int a, int b) {
        return (double) normals[a] * normals[b]
                + (double) normals[a + 1] * normals[b + 1]
                + (double) normals[a + 2] * normals[b + 2];
    }
}
