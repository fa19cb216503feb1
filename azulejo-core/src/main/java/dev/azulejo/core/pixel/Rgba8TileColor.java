package dev.azulejo.core.pixel;

import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.kernel.ColorKernels;
import dev.azulejo.core.kernel.ScalarColorKernels;
import dev.azulejo.core.math.SrgbEncoding;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.shader.FragmentBatch;

import java.util.Arrays;

/** Eight bits a channel, plain or sRGB. */
final class Rgba8TileColor implements TileColor {
    private final int samples;
    private final boolean srgb;
    private final ColorKernels kernels;
    private final int[] color;
    private final int[] packed = new int[FragmentBatch.LENGTH];
    private final int[] scratch = new int[FragmentBatch.LENGTH];

    Rgba8TileColor(int tileSize, int samples, boolean srgb, ColorKernels kernels) {
        this.samples = samples;
        this.srgb = srgb;
        this.kernels = kernels;
        this.color = new int[tileSize * tileSize * samples];
    }

    @Override
    public void clear(PassDescriptor pass) {
        Arrays.fill(color, pack(pass));
    }

    private int pack(PassDescriptor pass) {
        return ScalarColorKernels.pack(
                srgb, pass.clearRed(), pass.clearGreen(), pass.clearBlue(), pass.clearAlpha());
    }

    @Override
    public void resolveClear(PassDescriptor pass, RenderTarget target, TileRectangle tile) {
        int[] pixels = target.pixels();
        int value = pack(pass);
        for (int row = 0; row < tile.height; row++) {
            int at = (tile.y + row) * target.width() + tile.x;
            Arrays.fill(pixels, at, at + tile.width, value);
        }
    }

    @Override
    public void load(RenderTarget target, TileRectangle tile) {
        int[] storage = target.sampleColor();
        for (int row = 0; row < tile.height; row++) {
            int at = ((tile.y + row) * target.width() + tile.x) * samples;
            for (int column = 0; column < tile.width; column++) {
                int pixel = tile.pixel(column, row);
                for (int s = 0; s < samples; s++) {
                    color[index(pixel, s)] = storage[at++];
                }
            }
        }
    }

    @Override
    public void store(RenderTarget target, TileRectangle tile) {
        int[] storage = target.sampleColor();
        for (int row = 0; row < tile.height; row++) {
            int at = ((tile.y + row) * target.width() + tile.x) * samples;
            for (int column = 0; column < tile.width; column++) {
                int pixel = tile.pixel(column, row);
                for (int s = 0; s < samples; s++) {
                    storage[at++] = color[index(pixel, s)];
                }
            }
        }
    }

    @Override
    public void unpark(TileParking parking, int tile) {
        System.arraycopy(parking.color, tile * color.length, color, 0, color.length);
    }

    @Override
    public void park(TileParking parking, int tile) {
        System.arraycopy(color, 0, parking.color, tile * color.length, color.length);
    }

    private int index(int pixel, int sample) {
        return ((pixel >> 4) * samples + sample) * 16 + (pixel & 15);
    }

    @Override
    public void resolve(RenderTarget target, TileRectangle tile) {
        int[] pixels = target.pixels();
        for (int row = 0; row < tile.height; row++) {
            int at = (tile.y + row) * target.width() + tile.x;
            if (samples == 1) {
                copyRow(pixels, at, tile, row);
            } else {
                resolveRow(pixels, at, tile, row);
            }
        }
    }

    private void copyRow(int[] pixels, int at, TileRectangle tile, int row) {
        int from = tile.pixel(0, row);
        int column = 0;
        for (; column + 4 <= tile.width; column += 4, from += 16) {
            pixels[at + column] = color[from];
            pixels[at + column + 1] = color[from + 1];
            pixels[at + column + 2] = color[from + 2];
            pixels[at + column + 3] = color[from + 3];
        }
        for (; column < tile.width; column++) {
            pixels[at + column] = color[from + (column & 3)];
        }
    }

    private void resolveRow(int[] pixels, int at, TileRectangle tile, int row) {
        for (int column = 0; column < tile.width; column++) {
            int from = index(tile.pixel(column, row), 0);
            int first = color[from];
            int difference = 0;
            for (int s = 1; s < samples; s++) {
                difference |= color[from + 16 * s] ^ first;
            }
            pixels[at + column] = difference == 0 ? first : average(from);
        }
    }

    private int average(int from) {
        float red = 0;
        float green = 0;
        float blue = 0;
        float alpha = 0;
        for (int s = 0; s < samples; s++) {
            int c = color[from + 16 * s];
            red += decode(c & 0xff);
            green += decode(c >>> 8 & 0xff);
            blue += decode(c >>> 16 & 0xff);
            alpha += (c >>> 24) * ScalarColorKernels.UNORM;
        }
        float share = 1f / samples;
        return ScalarColorKernels.pack(
                srgb, red * share, green * share, blue * share, alpha * share);
    }

    private float decode(int code) {
        return srgb ? SrgbEncoding.DECODE[code] : code * ScalarColorKernels.UNORM;
    }

    @Override
    public void replace(FragmentBatch batch, int[] pixel, int[] mask, int fragment) {
        int count = batch.count;
        kernels.encode(
                srgb, batch.red, batch.green, batch.blue, batch.alpha, packed, scratch, 0, count);
        if (samples == 1) {
            for (int i = 0; i < count; i++) {
                color[pixel[fragment + i]] = packed[i];
            }
        } else {
            int all = (1 << samples) - 1;
            for (int i = 0; i < count; i++) {
                int at = index(pixel[fragment + i], 0);
                int code = packed[i];
                int sampleMask = mask[fragment + i];
                if (sampleMask == all) {
                    for (int s = 0; s < samples; s++) {
                        color[at + 16 * s] = code;
                    }
                } else {
                    for (int m = sampleMask; m != 0; m &= m - 1) {
                        color[at + 16 * Integer.numberOfTrailingZeros(m)] = code;
                    }
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
        int write = byteMask(blend.writeMask());
        for (int s = 0; s < samples; s++) {
            for (int i = from; i < to; i++) {
                packed[i] = color[index(pixel[fragment + i], s)];
            }
            kernels.blend(
                    blend,
                    srgb,
                    batch.red,
                    batch.green,
                    batch.blue,
                    batch.alpha,
                    packed,
                    scratch,
                    from,
                    to);
            for (int i = from; i < to; i++) {
                if ((mask[fragment + i] >>> s & 1) != 0) {
                    int at = index(pixel[fragment + i], s);
                    color[at] = color[at] & ~write | packed[i] & write;
                }
            }
        }
    }

    private static int byteMask(int writeMask) {
        return ((writeMask & BlendState.WRITE_RED) != 0 ? 0xff : 0)
                | ((writeMask & BlendState.WRITE_GREEN) != 0 ? 0xff00 : 0)
                | ((writeMask & BlendState.WRITE_BLUE) != 0 ? 0xff0000 : 0)
                | ((writeMask & BlendState.WRITE_ALPHA) != 0 ? 0xff000000 : 0);
    }
}
