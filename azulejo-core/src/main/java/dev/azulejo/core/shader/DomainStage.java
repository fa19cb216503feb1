package dev.azulejo.core.shader;

/**
 * The domain stage (Direct3D; OpenGL: tessellation evaluation): evaluates patches at the points
 * that the tessellator has made, in two parts so that what is culled needs no varyings.
 *
 * <p>What comes out for a point must depend on its domain coordinates and its patch alone. Lanes
 * 0..count-1 count; a part may compute lanes up to the next multiple of 16, where coordinates hold
 * leftovers (any float) and {@link DomainBatch#patchAt} a patch that exists.
 */
public interface DomainStage {
    /** Writes clip positions, as {@link VertexStage#positions} does. */
    void positions(DomainBatch batch);

    /** Writes {@code batch.varying[k]} for every varying that the next stage reads. */
    void varyings(DomainBatch batch);
}
