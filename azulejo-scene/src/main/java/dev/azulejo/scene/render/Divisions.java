package dev.azulejo.scene.render;

import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.shading.PbrUniforms;

/** What hull and geometry stages want to know of a view. */
final class Divisions {
    /** By what part triangles shrink that are moved apart. */
    private static final float SHRINK = 0.1f;

    private Divisions() {}

    /**
     * Writes it into the uniforms of a frame.
     *
     * @param clipFromWorld of the view, column by column
     * @param settings how patches are divided
     * @param distance how far triangles are moved, world units
     * @param keeps whether patches out of sight are drawn all the same
     * @param frame values of a frame
     */
    static void write(
            float[] clipFromWorld,
            RenderSettings settings,
            float distance,
            boolean keeps,
            float[] frame) {
        float[] m = clipFromWorld;
        System.arraycopy(m, 0, frame, PbrUniforms.CLIP_FROM_WORLD, 16);
        for (int r = 0; r < 3; r++) {
            int row = r == 2 ? 3 : r;
            frame[PbrUniforms.PIXELS + r] = new Vec3(m[row], m[row + 4], m[row + 8]).length();
        }
        frame[PbrUniforms.EDGE_PIXELS] = settings.tessellation().edgePixels();
        frame[PbrUniforms.SHATTER] = distance;
        frame[PbrUniforms.KEEP] = keeps ? 1 : 0;
        frame[PbrUniforms.SHATTER + 1] = SHRINK;
    }
}
