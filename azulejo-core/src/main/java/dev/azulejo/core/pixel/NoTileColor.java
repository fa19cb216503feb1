package dev.azulejo.core.pixel;

import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.shader.FragmentBatch;

/** Of a target that has depths alone: nothing is stored, and no fragment is ever shaded. */
final class NoTileColor implements TileColor {
    @Override
    public void clear(PassDescriptor pass) {}

    @Override
    public void load(RenderTarget target, TileRectangle tile) {}

    @Override
    public void store(RenderTarget target, TileRectangle tile) {}

    @Override
    public void unpark(TileParking parking, int tile) {}

    @Override
    public void park(TileParking parking, int tile) {}

    @Override
    public void resolve(RenderTarget target, TileRectangle tile) {}

    @Override
    public void resolveClear(PassDescriptor pass, RenderTarget target, TileRectangle tile) {}

    @Override
    public void replace(FragmentBatch batch, int[] pixel, int[] mask, int fragment) {
        throw new IllegalStateException("colours of a target that has depths alone");
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
        throw new IllegalStateException("colours of a target that has depths alone");
    }
}
