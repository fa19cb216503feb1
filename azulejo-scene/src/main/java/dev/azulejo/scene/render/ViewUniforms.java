package dev.azulejo.scene.render;

import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.shading.PbrUniforms;

import java.util.List;

/**
 * Writes uniforms that depend on a view: the camera of the frame and of the ground's mirror image,
 * and where each draw call is seen from there.
 */
final class ViewUniforms {
    private final RenderSettings settings;

    /** What a frame's uniforms hold: lights as well, which others write. */
    private final float[] frameValues;

    /** One a view. */
    private final UniformBuffer[] frames;

    private final List<List<DrawItem>> items;
    private final List<DrawItem> solid;
    private final List<DrawItem> blended;
    private final Ground ground;
    private final Backdrop backdrop;
    private final Backdrop mirroredBackdrop;
    private final boolean seesSurroundings;
    private final boolean surfaces;

    /** Whether a hull or a geometry stage reads the frame's uniforms. */
    private final boolean divides;

    private final float[] clipFromWorld = new float[16];
    private final float[] clipFromObject = new float[16];
    private float distance;
    private boolean keepsPatches;

    /**
     * Makes one.
     *
     * @param settings of the picture
     * @param frameValues what a frame's uniforms hold
     * @param frames uniforms of the views
     * @param items all that is drawn: solid, blended
     * @param ground null without
     * @param behind what lies behind
     * @param divides whether a hull or a geometry stage reads the frame's uniforms
     */
    ViewUniforms(
            RenderSettings settings,
            float[] frameValues,
            UniformBuffer[] frames,
            List<List<DrawItem>> items,
            Ground ground,
            FrameRecorder.Behind behind,
            boolean divides) {
        this.settings = settings;
        this.frameValues = frameValues;
        this.frames = frames;
        this.items = items;
        this.ground = ground;
        this.divides = divides;
        solid = items.getFirst();
        blended = items.getLast();
        backdrop = behind.seen();
        mirroredBackdrop = behind.mirrored();
        seesSurroundings = behind.surroundings() != null;
        surfaces = settings.output() == RenderSettings.Output.SURFACE;
    }

    /**
     * Writes what depends on a view.
     *
     * @param index which one, from the left
     * @param view the view
     * @param moved how far triangles are moved, world units
     * @param keeps whether patches out of sight are drawn all the same
     */
    void write(int index, View view, float moved, boolean keeps) {
        distance = moved;
        keepsPatches = keeps;
        multiply(view.clipFromView(), view.viewFromWorld(), clipFromWorld);
        if (ground != null) {
            ground.look(index, view, clipFromWorld);
            if (ground.mirrors()) {
                writeMirrored(index, view);
            }
        }
        var eye = view.eye();
        frameValues[PbrUniforms.CAMERA] = eye.x();
        frameValues[PbrUniforms.CAMERA + 1] = eye.y();
        frameValues[PbrUniforms.CAMERA + 2] = eye.z();
        if (surfaces) {
            writeDepth(view.clipFromView());
        }
        if (seesSurroundings) {
            EnvironmentView.look(view, settings.width(), frameValues);
        }
        writeCamera(clipFromWorld, backdrop, index);
        frames[index].write(0, frameValues);
        for (int i = 0; i < solid.size(); i++) {
            place(solid.get(i), clipFromWorld, index);
        }
        for (int i = 0; i < blended.size(); i++) {
            place(blended.get(i), clipFromWorld, index);
        }
    }

    /** Writes what depends on a view for what its mirrored camera sees. */
    private void writeMirrored(int index, View view) {
        ground.mirror(view, clipFromWorld);
        System.arraycopy(ground.position(), 0, frameValues, PbrUniforms.CAMERA, 3);
        writeCamera(ground.clip(), mirroredBackdrop, index);
        ground.frames()[index].write(0, frameValues);
        for (int l = 0; l < items.size(); l++) {
            var list = items.get(l);
            for (int i = 0; i < list.size(); i++) {
                if (list.get(i).mirrored != null) {
                    place(list.get(i), ground.clip(), settings.views() + index);
                }
            }
        }
    }

    private void writeCamera(float[] clip, Backdrop behind, int index) {
        if (divides) {
            // What is taken apart may come into sight from beside it
            boolean keeps = keepsPatches || distance > 0;
            Divisions.write(clip, settings, distance, keeps, frameValues);
        }
        if (behind != null) {
            behind.write(clip, index, frameValues);
        }
    }

    /** Writes how depths follow from clip coordinates. */
    private void writeDepth(Mat4 clipFromView) {
        boolean perspective = clipFromView.get(3, 2) != 0;
        // Orthographic: clip z is a linear function of the depth, and clip w is 1
        float perDepth = -clipFromView.get(2, 2);
        frameValues[PbrUniforms.DEPTH] = perspective ? 0 : 1 / perDepth;
        frameValues[PbrUniforms.DEPTH + 1] = perspective ? 1 : -clipFromView.get(2, 3) / perDepth;
    }

    private static void multiply(Mat4 a, Mat4 b, float[] product) {
        for (int column = 0; column < 4; column++) {
            for (int row = 0; row < 4; row++) {
                double sum = 0;
                for (int k = 0; k < 4; k++) {
                    sum += (double) a.get(row, k) * b.get(k, column);
                }
                product[4 * column + row] = (float) sum;
            }
        }
    }

    /** Writes the item's clip matrix; what does not depend on the view was written once. */
    void place(DrawItem item, float[] clipFromWorld, int view) {
        for (int column = 0; column < 16; column += 4) {
            for (int row = 0; row < 4; row++) {
                double sum = 0;
                for (int k = 0; k < 4; k++) {
                    sum += (double) clipFromWorld[4 * k + row] * item.worldValues()[column + k];
                }
                clipFromObject[column + row] = (float) sum;
            }
        }
        item.view(view, clipFromObject);
    }
}
