package dev.azulejo.core.device;

import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.resource.RenderTarget;

/**
 * The samples that a pass began with: one that goes on with them and keeps its own overwrites what
 * tiles need that have to be rendered twice. Owned by the thread that submits, while nobody
 * renders.
 */
final class SampleBackup {
    /** Says of pixels whether they are put back. */
    interface Where {
        /** Whether a pixel is. */
        boolean contains(int x, int y);
    }

    // Empty where nothing need be kept.
    private int[] colors = {};
    private float[] floatColors = {};
    private float[] depths = {};
    private boolean kept;

    /**
     * A pass begins.
     *
     * @param pass which
     * @param mayBeNeeded whether tiles may have to be rendered twice
     */
    void begin(PassDescriptor pass, boolean mayBeNeeded) {
        kept = mayBeNeeded && !pass.clear() && pass.keepSamples();
        if (kept) {
            colors = pass.target().sampleColor().clone();
            floatColors = pass.target().sampleFloatColor().clone();
            depths = pass.target().sampleDepth().clone();
        }
    }

    /** Puts back what the pass began with. */
    void restore(RenderTarget target, Where where) {
        if (!kept) {
            return;
        }
        int samples = target.samples();
        for (int y = 0; y < target.height(); y++) {
            for (int x = 0; x < target.width(); x++) {
                if (where.contains(x, y)) {
                    restore(target, (y * target.width() + x) * samples, samples);
                }
            }
        }
    }

    private void restore(RenderTarget target, int at, int samples) {
        System.arraycopy(depths, at, target.sampleDepth(), at, samples);
        // Colours of other formats are empty.
        if (colors.length != 0) {
            System.arraycopy(colors, at, target.sampleColor(), at, samples);
        }
        if (floatColors.length != 0) {
            int first = 4 * at;
            System.arraycopy(floatColors, first, target.sampleFloatColor(), first, 4 * samples);
        }
    }
}
