package dev.azulejo.core.pixel;

import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.shader.FragmentBatch;

/**
 * Colours of a tile's samples in the target's format, laid out like {@link
 * dev.azulejo.core.kernel.TileSamples}.
 *
 * <p>Fragments are given by {@code pixel} (block * 16 + lane in the tile) and {@code mask} (bit per
 * sample); lane i of the batch is fragment {@code fragment + i}.
 */
interface TileColor {
    /** Sets every sample to the pass's clear colour. */
    void clear(PassDescriptor pass);

    /** Reads the samples of a tile from the target's sample storage. */
    void load(RenderTarget target, TileRectangle tile);

    /** Writes the samples of a tile to the target's sample storage. */
    void store(RenderTarget target, TileRectangle tile);

    /** Reads the samples of a tile that was parked. */
    void unpark(TileParking parking, int tile);

    /** Parks the samples of a tile. */
    void park(TileParking parking, int tile);

    /** Averages the samples, in linear light, into the target's pixels. */
    void resolve(RenderTarget target, TileRectangle tile);

    /** Fills the target's pixels with the clear colour as {@link #resolve} would after clear. */
    void resolveClear(PassDescriptor pass, RenderTarget target, TileRectangle tile);

    /** Replaces the colours of fragments by lanes 0..batch.count-1. */
    void replace(FragmentBatch batch, int[] pixel, int[] mask, int fragment);

    /** Blends lanes from..to-1, fragments of one triangle. */
    void blend(
            BlendState blend,
            FragmentBatch batch,
            int[] pixel,
            int[] mask,
            int fragment,
            int from,
            int to);
}
