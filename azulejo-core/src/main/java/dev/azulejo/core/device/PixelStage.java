package dev.azulejo.core.device;

import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.reuse.RenderGate;
import dev.azulejo.core.visibility.HierarchicalZ;

/**
 * From processed chunks to pixels, in one window or several.
 *
 * <p>Threads: {@link #bin} by workers, each with its own number; the rest by the submitting thread.
 */
interface PixelStage {
    /** Returns how often each tile is visited in a phase that is carried out as a plan says. */
    RenderGate.Visits visits(PhasePlan plan);

    /** Begins a phase. */
    void begin(PassDescriptor pass, PhasePlan plan);

    /**
     * Takes a processed chunk, in the window that it is in.
     *
     * @return whether something of it touches a tile, or may turn out to
     */
    boolean bin(int worker, ChunkOutput chunk, int index);

    /**
     * Renders a window.
     *
     * @param source its chunks, all of which have been {@linkplain #bin taken}; its cursor is moved
     *     behind what has been rendered
     * @param structure what is known of hidden groups, or null
     * @param oneEpoch whether order does not matter to occlusion in the whole phase
     * @param last whether they are the last of the phase
     */
    void render(GeometrySource source, HierarchicalZ structure, boolean oneEpoch, boolean last);
}
