package dev.azulejo.core.pixel;

import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.kernel.ColorKernels;
import dev.azulejo.core.kernel.TileSamples;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.screen.TileGrid;

import java.util.Arrays;

/**
 * Colour and depth of the samples of the tile that a worker renders: where they come from, and
 * where they go. Owned by one thread.
 */
final class TileMemory {
    /**
     * What a visit costs, in times of loading its samples: all of them are looked at and resolved.
     */
    private static final int VISIT = 4;

    final TileSamples samples;
    final TileColor color;
    final TileRectangle rectangle = new TileRectangle();
    final int tileSize;
    private long movedNs;

    TileMemory(int size, int samplesOfPixel, TextureFormat format, ColorKernels kernels) {
        tileSize = size;
        samples = new TileSamples(size, samplesOfPixel);
        color =
                switch (format) {
                    case RGBA32_FLOAT -> new FloatTileColor(size, samplesOfPixel);
                    case RGBA8_UNORM -> new Rgba8TileColor(size, samplesOfPixel, false, kernels);
                    case RGBA8_SRGB -> new Rgba8TileColor(size, samplesOfPixel, true, kernels);
                    case DEPTH32_FLOAT -> new NoTileColor();
                };
        rectangle.blockShift = Integer.numberOfTrailingZeros(size / 4);
    }

    /** Says which tile it is. */
    void locate(TileGrid grid, int tile) {
        rectangle.x = tile % grid.columns() << grid.shift();
        rectangle.y = tile / grid.columns() << grid.shift();
        rectangle.width = Math.min(tileSize, grid.width() - rectangle.x);
        rectangle.height = Math.min(tileSize, grid.height() - rectangle.y);
    }

    /** Brings the samples to what a visit begins with. */
    void load(PassDescriptor pass, int tile, TileParking parking, LoadOperation operation) {
        switch (operation) {
            case CLEAR -> {
                color.clear(pass);
                Arrays.fill(samples.depth, pass.clearDepth());
            }
            case LOAD -> {
                color.load(pass.target(), rectangle);
                loadDepth(pass.target());
            }
            case UNPARK -> {
                long start = System.nanoTime();
                color.unpark(parking, tile);
                int count = samples.depth.length;
                System.arraycopy(parking.depth, tile * count, samples.depth, 0, count);
                movedNs += VISIT * (System.nanoTime() - start);
            }
        }
    }

    /** Takes the samples to where they stay after a visit: in a target, if they are stored. */
    void store(RenderTarget target, int tile, TileParking parking, StoreOperation operation) {
        switch (operation) {
            case DROP -> {}
            case STORE -> {
                color.store(target, rectangle);
                storeDepth(target);
            }
            case PARK -> {
                long start = System.nanoTime();
                color.park(parking, tile);
                int count = samples.depth.length;
                System.arraycopy(samples.depth, 0, parking.depth, tile * count, count);
                movedNs += System.nanoTime() - start;
            }
        }
    }

    /**
     * Returns what visiting tiles again has cost since it was asked last: moving samples as
     * measured, and what else is done for each pixel as an estimate.
     */
    long takeMovedNs() {
        long moved = movedNs;
        movedNs = 0;
        return moved;
    }

    private void loadDepth(RenderTarget target) {
        float[] storage = target.sampleDepth();
        int count = samples.samples;
        for (int row = 0; row < rectangle.height; row++) {
            int at = ((rectangle.y + row) * target.width() + rectangle.x) * count;
            for (int column = 0; column < rectangle.width; column++) {
                int p = rectangle.pixel(column, row);
                for (int s = 0; s < count; s++) {
                    samples.depth[((p >> 4) * count + s) * 16 + (p & 15)] = storage[at++];
                }
            }
        }
    }

    private void storeDepth(RenderTarget target) {
        float[] storage = target.sampleDepth();
        if (samples.samples == 1) {
            storeDepthOfPixels(target, storage);
            return;
        }
        int count = samples.samples;
        for (int row = 0; row < rectangle.height; row++) {
            int at = ((rectangle.y + row) * target.width() + rectangle.x) * count;
            for (int column = 0; column < rectangle.width; column++) {
                int p = rectangle.pixel(column, row);
                for (int s = 0; s < count; s++) {
                    storage[at++] = samples.depth[((p >> 4) * count + s) * 16 + (p & 15)];
                }
            }
        }
    }

    /** Of one sample a pixel, as shadow maps have: four pixels of a row lie side by side. */
    private void storeDepthOfPixels(RenderTarget target, float[] storage) {
        float[] depth = samples.depth;
        int whole = rectangle.width & ~3;
        for (int row = 0; row < rectangle.height; row++) {
            int at = (rectangle.y + row) * target.width() + rectangle.x;
            int p = rectangle.pixel(0, row);
            for (int column = 0; column < whole; column += 4) {
                storage[at] = depth[p];
                storage[at + 1] = depth[p + 1];
                storage[at + 2] = depth[p + 2];
                storage[at + 3] = depth[p + 3];
                at += 4;
                p += 16;
            }
            for (int column = whole; column < rectangle.width; column++) {
                storage[at++] = depth[p++];
            }
        }
    }
}
