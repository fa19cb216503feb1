package dev.azulejo.core.device;

import dev.azulejo.core.link.PixelMessage;
import dev.azulejo.core.link.PixelReader;
import dev.azulejo.core.link.PixelStream;
import dev.azulejo.core.link.PixelWriter;
import dev.azulejo.core.resource.RenderTarget;

/** Pixels of a 16x16 group of a target, on their way into a message and out of one. */
final class GroupPixels {
    private static final int SIDE = PixelMessage.SIDE;

    private GroupPixels() {}

    /**
     * Adds a group to a message.
     *
     * @param target where it was painted
     * @param group its number, row by row
     * @param samples whether the samples go with the pixels
     */
    static void write(PixelWriter writer, RenderTarget target, int group, boolean samples) {
        carry(writer, target, group, samples);
    }

    /**
     * Takes a group out of a message.
     *
     * @param target where it belongs
     * @param group its number, row by row, of the target's
     * @param samples whether the samples go with the pixels
     * @return whether the message has as many bytes as there must be; if not, nothing is changed
     */
    static boolean read(PixelReader reader, RenderTarget target, int group, boolean samples) {
        if (reader.left() != bytes(target, group, samples)) {
            return false;
        }
        carry(reader, target, group, samples);
        return true;
    }

    private static void carry(PixelStream stream, RenderTarget target, int group, boolean samples) {
        int columns = PixelMessage.groups(target.width());
        int x = group % columns * SIDE;
        int y = group / columns * SIDE;
        int width = Math.min(SIDE, target.width() - x);
        int bottom = Math.min(target.height(), y + SIDE);
        for (int row = y; row < bottom; row++) {
            int at = row * target.width() + x;
            if (target.pixels().length != 0) {
                stream.carry(target.pixels(), at, width);
            } else if (target.floatPixels().length != 0) {
                stream.carry(target.floatPixels(), 4 * at, 4 * width);
            }
        }
        if (!samples) {
            return;
        }
        int count = target.samples();
        for (int row = y; row < bottom; row++) {
            int at = (row * target.width() + x) * count;
            if (target.sampleColor().length != 0) {
                stream.carry(target.sampleColor(), at, count * width);
            } else if (target.sampleFloatColor().length != 0) {
                stream.carry(target.sampleFloatColor(), 4 * at, 4 * count * width);
            }
        }
        for (int row = y; row < bottom; row++) {
            int at = (row * target.width() + x) * count;
            stream.carry(target.sampleDepth(), at, count * width);
        }
    }

    /** Returns the bytes of the pixels of a group, without the message around them. */
    static int bytes(RenderTarget target, int group, boolean samples) {
        int columns = PixelMessage.groups(target.width());
        int width = Math.min(SIDE, target.width() - group % columns * SIDE);
        int height = Math.min(SIDE, target.height() - group / columns * SIDE);
        int color =
                switch (target.format()) {
                    case RGBA8_UNORM, RGBA8_SRGB -> Integer.BYTES;
                    case RGBA32_FLOAT -> 4 * Float.BYTES;
                    case DEPTH32_FLOAT -> 0;
                };
        int more = samples ? target.samples() * (color + Float.BYTES) : 0;
        return width * height * (color + more);
    }
}
