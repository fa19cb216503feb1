package dev.azulejo.core.reuse;

import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.frame.Phase;

import java.util.Arrays;

/**
 * All inputs of a render, draw call by draw call, and, if they were noted, the tiles that each draw
 * call can touch. Arrays are kept from render to render.
 */
final class DrawRecord {
    final InputWriter inputs;

    /** First word of each draw call, and the end of the last; the pass comes before. */
    int[] first = new int[65];

    int draws;

    /** Draw calls that were written down: all, or the first few. */
    int written;

    /** Side and number of the tiles. */
    int tileSize;

    int tiles;

    /** Whether {@link #masks} hold what each draw call can touch. */
    boolean noted;

    /** Longs of a mask. */
    int maskWords;

    /** For each draw call a bit a tile. */
    long[] masks = new long[0];

    DrawRecord(InputWriter writer) {
        inputs = writer;
    }

    /** Writes down the inputs of a pass and of none of its draw calls yet. */
    void begin(PassDescriptor pass, int count, int side, int tileCount) {
        draws = count;
        tileSize = side;
        tiles = tileCount;
        maskWords = tileCount + 63 >> 6;
        noted = false;
        if (first.length <= count) {
            first = new int[2 * count + 1];
        }
        inputs.clear();
        inputs.add(pass.keepSamples() ? 1 : 0);
        inputs.addFloats(pass.clearRed(), pass.clearGreen());
        inputs.addFloats(pass.clearBlue(), pass.clearAlpha());
        inputs.addFloats(pass.clearDepth(), 0);
        written = 0;
        first[0] = inputs.count;
    }

    /** Writes down the inputs of draw calls, up to a number of them. */
    void write(Phase phase, int count) {
        for (; written < count; written++) {
            inputs.pixelInputs(phase.draw(written));
            inputs.geometryInputs(phase.draw(written));
            first[written + 1] = inputs.count;
        }
    }

    /** Whether all draw calls were written down. */
    boolean complete() {
        return written == draws;
    }

    /** Whether any of the draw calls written down here and there is the same at its place. */
    boolean anySame(DrawRecord other) {
        for (int d = 0; d < Math.min(written, other.written); d++) {
            if (sameDraw(d, other, d)) {
                return true;
            }
        }
        return false;
    }

    /** Makes room for a mask a draw call and clears them. */
    void clearMasks() {
        int words = draws * maskWords;
        if (masks.length < words) {
            masks = new long[words + words / 2];
        }
        Arrays.fill(masks, 0, words, 0);
    }

    /** Whether a pass began like another one: same tiles, same clear values. */
    boolean samePass(DrawRecord other) {
        return tileSize == other.tileSize
                && tiles == other.tiles
                && Arrays.equals(inputs.words, 0, first[0], other.inputs.words, 0, other.first[0]);
    }

    /** Whether a draw call has the inputs of another render's draw call. */
    boolean sameDraw(int draw, DrawRecord other, int otherDraw) {
        return Arrays.equals(
                inputs.words,
                first[draw],
                first[draw + 1],
                other.inputs.words,
                other.first[otherDraw],
                other.first[otherDraw + 1]);
    }

    /** Memory that notes and those of the last render take, bytes. */
    long maskBytes() {
        return 16L * draws * maskWords;
    }

    /** Memory of the arrays, bytes. */
    long bytes() {
        return 8L * (inputs.words.length + masks.length) + 4L * first.length;
    }
}
