package dev.azulejo.cli;

import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.resource.RenderTarget;

import java.nio.file.Path;

/** A picture whose tiles are coloured by what decided them. */
final class TilePicture {
    private TilePicture() {}

    /** Colour of a decision, 0xRRGGBB. */
    static int color(TileDecision decision) {
        return switch (decision) {
            case RENDERED -> 0x8a8f98;
            case OVER_PRIMITIVES -> 0x7a4fb5;
            case OVER_MEMORY -> 0xa987d6;
            case HEADER -> 0xe2483d;
            case PROGRAMS -> 0xf08a24;
            case MASKS -> 0xf2c230;
            case DATA -> 0xd64a9a;
            case EMPTY -> 0x5fb5a5;
            case REUSED -> 0x2f9e58;
            case UNTOUCHED -> 0x2b7fd0;
            case UNCHANGED -> 0x1d4f91;
        };
    }

    /** Writes a frame, half of it the picture and half the colours, with the tiles' borders. */
    static void write(Path path, RenderTarget target, TileDecision[] tiles, int side) {
        int width = target.width();
        int height = target.height();
        int columns = (width + side - 1) / side;
        int[] from = target.pixels();
        int[] pixels = new int[from.length];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int color = color(tiles[y / side * columns + x / side]);
                boolean border = x % side == 0 || y % side == 0;
                int share = border ? 220 : 120;
                int mixed = 0xff000000;
                for (int channel = 0; channel < 3; channel++) {
                    int picture = from[y * width + x] >>> 8 * channel & 0xff;
                    int tint = color >>> 16 - 8 * channel & 0xff;
                    mixed |= (picture * (256 - share) + tint * share) / 256 << 8 * channel;
                }
                pixels[y * width + x] = mixed;
            }
        }
        PngFile.write(path, pixels, width, height);
    }
}
