package dev.azulejo.core.pixel;

import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.kernel.ScalarColorKernels;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.shader.FragmentBatch;

/** Four floats a sample, not clamped. */
final class FloatTileColor implements TileColor {
    private final int samples;
    private final float[] color;

    FloatTileColor(int tileSize, int samples) {
        this.samples = samples;
        this.color = new float[4 * tileSize * tileSize * samples];
    }

    @Override
    public void clear(PassDescriptor pass) {
        for (int i = 0; i < color.length; i += 4) {
            put(color, i, pass);
        }
    }

    private static void put(float[] to, int at, PassDescriptor pass) {
        to[at] = pass.clearRed();
        to[at + 1] = pass.clearGreen();
        to[at + 2] = pass.clearBlue();
        to[at + 3] = pass.clearAlpha();
    }

    @Override
    public void resolveClear(PassDescriptor pass, RenderTarget target, TileRectangle tile) {
        float[] pixels = target.floatPixels();
        for (int row = 0; row < tile.height; row++) {
            int at = 4 * ((tile.y + row) * target.width() + tile.x);
            for (int column = 0; column < tile.width; column++, at += 4) {
                put(pixels, at, pass);
            }
        }
    }

    @Override
    public void unpark(TileParking parking, int tile) {
        System.arraycopy(parking.floatColor, tile * color.length, color, 0, color.length);
    }

    @Override
    public void park(TileParking parking, int tile) {
        System.arraycopy(color, 0, parking.floatColor, tile * color.length, color.length);
    }

    private int index(int pixel, int sample) {
        return 4 * (((pixel >> 4) * samples + sample) * 16 + (pixel & 15));
    }

    @Override
    public void load(RenderTarget target, TileRectangle tile) {
        float[] storage = target.sampleFloatColor();
        for (int row = 0; row < tile.height; row++) {
            int at = 4 * ((tile.y + row) * target.width() + tile.x) * samples;
            for (int column = 0; column < tile.width; column++) {
                int pixel = tile.pixel(column, row);
                for (int s = 0; s < samples; s++, at += 4) {
                    System.arraycopy(storage, at, color, index(pixel, s), 4);
                }
            }
        }
    }

    @Override
    public void store(RenderTarget target, TileRectangle tile) {
        float[] storage = target.sampleFloatColor();
        for (int row = 0; row < tile.height; row++) {
            int at = 4 * ((tile.y + row) * target.width() + tile.x) * samples;
            for (int column = 0; column < tile.width; column++) {
                int pixel = tile.pixel(column, row);
                for (int s = 0; s < samples; s++, at += 4) {
                    System.arraycopy(color, index(pixel, s), storage, at, 4);
                }
            }
        }
    }

    @Override
    public void resolve(RenderTarget target, TileRectangle tile) {
        float[] pixels = target.floatPixels();
        float share = 1f / samples;
        for (int row = 0; row < tile.height; row++) {
            int at = 4 * ((tile.y + row) * target.width() + tile.x);
            for (int column = 0; column < tile.width; column++, at += 4) {
                int from = index(tile.pixel(column, row), 0);
                for (int c = 0; c < 4; c++) {
                    float first = color[from + c];
                    float sum = first;
                    boolean same = true;
                    for (int s = 1; s < samples; s++) {
                        float value = color[from + 64 * s + c];
                        same &= value == first;
                        sum += value;
                    }
                    pixels[at + c] = same ? first : sum * share;
                }
            }
        }
    }

    @Override
    public void replace(FragmentBatch batch, int[] pixel, int[] mask, int fragment) {
        for (int i = 0; i < batch.count; i++) {
            for (int s = 0; s < samples; s++) {
                if ((mask[fragment + i] >>> s & 1) != 0) {
                    int at = index(pixel[fragment + i], s);
                    color[at] = batch.red[i];
                    color[at + 1] = batch.green[i];
                    color[at + 2] = batch.blue[i];
                    color[at + 3] = batch.alpha[i];
                }
            }
        }
    }

    @Override
    public void blend(
            BlendState blend,
            FragmentBatch batch,
            int[] pixel,
            int[] mask,
            int fragment,
            int from,
            int to) {
        for (int i = from; i < to; i++) {
            float sa = batch.alpha[i];
            for (int s = 0; s < samples; s++) {
                if ((mask[fragment + i] >>> s & 1) == 0) {
                    continue;
                }
                int at = index(pixel[fragment + i], s);
                float da = color[at + 3];
                var equation = blend.color();
                float r = ScalarColorKernels.merge(equation, batch.red[i], sa, color[at], da);
                float g = ScalarColorKernels.merge(equation, batch.green[i], sa, color[at + 1], da);
                float b = ScalarColorKernels.merge(equation, batch.blue[i], sa, color[at + 2], da);
                float a = ScalarColorKernels.merge(blend.alpha(), sa, sa, da, da);
                int write = blend.writeMask();
                color[at] = (write & BlendState.WRITE_RED) != 0 ? r : color[at];
                color[at + 1] = (write & BlendState.WRITE_GREEN) != 0 ? g : color[at + 1];
                color[at + 2] = (write & BlendState.WRITE_BLUE) != 0 ? b : color[at + 2];
                color[at + 3] = (write & BlendState.WRITE_ALPHA) != 0 ? a : color[at + 3];
            }
        }
    }
}
