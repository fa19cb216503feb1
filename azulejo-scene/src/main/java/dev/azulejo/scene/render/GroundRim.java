package dev.azulejo.scene.render;

import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;

import java.util.Arrays;

/**
 * How far what lies on a ground reaches that a picture should not be without: the contact shadow
 * where it is dark enough to be missed. Its rectangle, of which the corners are clear, reaches far
 * beyond.
 */
final class GroundRim {
    /** What is no darker would not be missed, as alpha. */
    private static final int MISSED = 32;

    private final double[] points;

    private GroundRim(double[] points) {
        this.points = points;
    }

    /**
     * Finds it.
     *
     * @param scene the scene
     * @param primitive a rectangle as {@link ContactShadow} makes it
     * @param m where it stands now, world from object, column by column
     * @return null if the rectangle, or its picture, is another one
     */
    static GroundRim of(Scene scene, Primitive primitive, float[] m) {
        var reference = scene.materials().get(primitive.material()).baseColorTexture();
        if (!Ground.isRectangle(primitive) || !SceneTextures.usable(scene, reference)) {
            return null;
        }
        var image = scene.images().get(scene.textures().get(reference.texture()).image());
        int width = image.width();
        int height = image.height();
        int[] texels = image.texels();
        double[] ends = new double[2 * 3 * height];
        float[] at = primitive.vertices().positions();
        int count = 0;
        for (int y = 0; y < height; y++) {
            int first = 0;
            int last = width - 1;
            while (first <= last && texels[y * width + first] >>> 24 <= MISSED) {
                first++;
            }
            while (last > first && texels[y * width + last] >>> 24 <= MISSED) {
                last--;
            }
            for (int end = 0; first <= last && end < 2; end++) {
                double u = ((end == 0 ? first : last) + 0.5) / width;
                double v = (y + 0.5) / height;
                double[] p = new double[3];
                for (int k = 0; k < 3; k++) {
                    p[k] = at[k] + u * (at[9 + k] - at[k]) + v * (at[3 + k] - at[k]);
                }
                for (int k = 0; k < 3; k++) {
                    ends[count++] = m[k] * p[0] + m[4 + k] * p[1] + m[8 + k] * p[2] + m[12 + k];
                }
            }
        }
        return new GroundRim(Arrays.copyOf(ends, count));
    }

    /**
     * Extends how far something reaches in each of some directions.
     *
     * @param ways x, y, z of each direction, of any length
     * @param reach the largest scalar product of each direction and a point
     */
    void extend(double[] ways, double[] reach) {
        for (int k = 0; k < reach.length; k++) {
            for (int i = 0; i < points.length; i += 3) {
                double far =
                        ways[3 * k] * points[i]
                                + ways[3 * k + 1] * points[i + 1]
                                + ways[3 * k + 2] * points[i + 2];
                reach[k] = far > reach[k] ? far : reach[k];
            }
        }
    }
}
